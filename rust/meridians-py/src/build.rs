//! How the compiled engine was built.

use pyo3::prelude::*;
use std::collections::BTreeMap;

/// How the compiled engine was built: ``version``, ``profile``, ``target``, and ``simd``, the instruction set in use.
#[pyfunction]
pub(crate) fn build_info() -> BTreeMap<&'static str, String> {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    BTreeMap::from([
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("profile", profile.to_owned()),
        ("target", format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)),
        ("simd", meridians::Level::best().name().to_owned()),
    ])
}
