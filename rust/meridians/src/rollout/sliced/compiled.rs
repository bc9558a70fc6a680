//! The machine compiled for each instruction set, and the choice among them when it runs.
#![allow(unsafe_code)] // Calls of code that is compiled for instructions which were just found to be there.

use super::slots::{Job, run};
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use super::word_plain::Plain;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::word_vector::Word128;
#[cfg(target_arch = "x86_64")]
use super::word_vector::{Word256, Word512};
use crate::geometry::Size;
use crate::level::Level;

/// The word of the portable level: vectors that every processor of the architecture has, or plain numbers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
type PortableWord = Word128;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type PortableWord = Plain<2>;

/// From so many games on, a machine of 512 slots is faster than one of 256.
#[cfg(target_arch = "x86_64")]
const GAMES_FOR_512_SLOTS: u64 = 512;

/// Does a job on boards of one size.
///
/// # Panics
/// The level is not available.
pub(crate) fn play(level: Level, size: Size, job: Job) {
    assert!(level.is_available(), "the processor has not what was asked for");
    macro_rules! play_on {
        ($play:ident) => {
            match size.short_side() {
                2 => $play::<2>(job),
                3 => $play::<3>(job),
                4 => $play::<4>(job),
                5 => $play::<5>(job),
                6 => $play::<6>(job),
                _ => $play::<7>(job),
            }
        };
    }
    match level {
        Level::Portable => play_on!(portable),
        // SAFETY: the processor has the features that the functions are compiled for; it was asked just now.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { play_on!(avx2) },
        // SAFETY: likewise.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { play_on!(avx512) },
    }
}

fn portable<const N: usize>(job: Job) {
    run::<PortableWord, N>(job);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<const N: usize>(job: Job) {
    run::<Word256, N>(job);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<const N: usize>(job: Job) {
    if job.games < GAMES_FOR_512_SLOTS {
        run::<Word256, N>(job);
    } else {
        run::<Word512, N>(job);
    }
}
