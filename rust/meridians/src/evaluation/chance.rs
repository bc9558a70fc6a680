//! From logits to chances. The exponential is taken from tables that are made with basic operations only, so it is the same everywhere.

/// Logits are integers in this part of a logit.
pub const LOGIT_ONE: i32 = 1024;

/// The logit from which on a chance is 1 as far as an `f32` can say.
const CERTAIN: usize = 18 * LOGIT_ONE as usize;

/// exp(-k / 4) and exp(-k / 1024): the logit in quarters and the rest of it.
static QUARTERS: [f64; CERTAIN / 256 + 1] = powers(0.25);
static PARTS: [f64; 256] = powers(1.0 / 1024.0);

/// exp(-k x) for each k below the length; x is at most a quarter.
const fn powers<const LENGTH: usize>(x: f64) -> [f64; LENGTH] {
    let (mut base, mut term, mut n) = (1.0, 1.0, 1);
    while n < 20 {
        term *= -x / n as f64;
        base += term;
        n += 1;
    }
    let (mut table, mut k) = ([1.0; LENGTH], 1);
    while k < LENGTH {
        table[k] = table[k - 1] * base;
        k += 1;
    }
    table
}

/// The chance 1 / (1 + exp(-logit)) for a logit in 1/1024. `chance(-x)` is `1 - chance(x)` exactly.
#[inline]
#[must_use]
pub fn chance(logit: i32) -> f32 {
    let size = (logit.unsigned_abs() as usize).min(CERTAIN);
    let likely = (1.0 / (1.0 + QUARTERS[size / 256] * PARTS[size % 256])) as f32;
    if logit < 0 { 1.0 - likely } else { likely }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::float_cmp, reason = "equal to the last bit")]
    fn chances_are_those_of_the_logistic_function() {
        let mut last = 0.0;
        for logit in -20_000..=20_000 {
            let exact = 1.0 / (1.0 + (-f64::from(logit) / 1024.0).exp());
            let found = chance(logit);
            assert!((f64::from(found) - exact).abs() < 1e-7, "{logit}: {found} {exact}");
            assert!(found >= last, "{logit}");
            assert!(found + chance(-logit) == 1.0 && chance(-logit) == 1.0 - found || logit < 0, "{logit}");
            last = found;
        }
        assert!(chance(0) == 0.5 && chance(i32::MIN) == 0.0 && chance(i32::MAX) == 1.0);
    }
}
