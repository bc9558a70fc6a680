//! How the compiled engine was built, and the instruction set that it uses.

use crate::errors::invalid;
use meridians::{Level, quoted};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The environment variable that forces an instruction set.
const VARIABLE: &str = "MERIDIANS_SIMD";

/// The instruction set for games side by side: the best one, or that of the environment, which is read anew for each call.
pub(crate) fn level_in_use() -> PyResult<Level> {
    let Some(name) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) else { return Ok(Level::best()) };
    let name = name.to_string_lossy();
    Level::from_name(&name).ok_or_else(|| {
        let given = quoted(&name);
        invalid(format!("the environment variable {VARIABLE} is {given}; this processor has: {}", available()))
    })
}

/// The names of the levels of this processor.
fn available() -> String {
    Level::available().map(Level::name).collect::<Vec<_>>().join(", ")
}

/// How the compiled engine was built, and for what: ``version``, ``profile``, ``target``, ``simd`` and ``simd_available``.
///
/// ``simd`` is the instruction set in use: the best of ``simd_available``, which is a list with commas of those that this processor
/// has, or the one that the environment variable ``MERIDIANS_SIMD`` names. MeridiansError if that is none of them.
#[pyfunction]
pub(crate) fn build_info() -> PyResult<BTreeMap<&'static str, String>> {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    Ok(BTreeMap::from([
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("profile", profile.to_owned()),
        ("target", format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)),
        ("simd", level_in_use()?.name().to_owned()),
        ("simd_available", available()),
    ]))
}
