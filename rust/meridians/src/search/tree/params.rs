use std::sync::OnceLock;
pub(super) struct Params { pub plies: usize, pub sight: u32, pub expand: u64, pub table: u64, pub reference: u64, pub bias: f32, pub cands: usize, pub unseen: f32 }
pub(super) fn p() -> &'static Params {
    static P: OnceLock<Params> = OnceLock::new();
    P.get_or_init(|| {
        fn g<T: std::str::FromStr>(name: &str, d: T) -> T { std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(d) }
        Params { plies: g("P_PLIES", 10), sight: g("P_SIGHT", 102), expand: g("P_EXPAND", 2), table: g("P_TABLE", 10), reference: g("P_REF", 30), bias: g("P_BIAS", 0.001), cands: g("P_CANDS", 2), unseen: g("P_UNSEEN", 1.5) }
    })
}
