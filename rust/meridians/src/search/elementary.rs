//! The natural logarithm and the exponential, made of operations that all machines do alike, so that a search is the same everywhere.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// The natural logarithm of a positive number that is not subnormal, to some fifteen digits.
pub(super) const fn ln(x: f64) -> f64 {
    debug_assert!(x.is_normal() && x > 0.0);
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as f64 - 1023.0;
    let mut mantissa = f64::from_bits(bits & (u64::MAX >> 12) | 1023 << 52);
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), and the argument is at most 0.172.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let (mut series, mut n) = (0.0, 21.0);
    while n > 0.0 {
        series = series * square + 1.0 / n;
        n -= 2.0;
    }
    exponent * LN_2 + 2.0 * t * series
}

/// The exponential of a number that is not positive, to some fourteen digits; 0 where it is too small for a number that is not subnormal.
pub(super) fn exp(x: f64) -> f64 {
    debug_assert!(x <= 0.0, "{x}");
    if x < -708.0 {
        return 0.0;
    }
    // x = k ln 2 + rest, and the rest is at most half of ln 2.
    let k = (x * LOG2_E - 0.5) as i64;
    let rest = x - k as f64 * LN_2;
    let (mut series, mut n) = (1.0, 16.0);
    while n > 0.0 {
        series = 1.0 + series * rest / n;
        n -= 1.0;
    }
    series * f64::from_bits((1023 + k).cast_unsigned() << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::float_cmp, reason = "equal to the last bit")]
    fn they_are_close_and_the_same_everywhere() {
        for i in 1..200_000 {
            let x = f64::from(i) * 0.0035;
            assert!((exp(-x) - (-x).exp()).abs() <= 1e-13 * (-x).exp(), "{x}");
            for x in [x, 1.0 / x, 1.0 - x / 1e6, x * 1e30, x * 1e-38] {
                assert!((ln(x) - x.ln()).abs() <= 1e-15 + 1e-15 * x.ln().abs(), "{x}: {} {}", ln(x), x.ln());
            }
        }
        assert_eq!((exp(0.0), exp(-800.0), ln(1.0)), (1.0, 0.0, 0.0));
        let bits = [ln(3.0), ln(1e-20), exp(-1.0), exp(-123.4)].map(f64::to_bits);
        assert_eq!(
            bits,
            [0x3ff1_93ea_7aad_030a, 0xc047_069e_2aa2_aa5a, 0x3fd7_8b56_362c_ef38, 0x34cf_5f60_f30f_9791],
            "a change of these changes searches"
        );
    }
}
