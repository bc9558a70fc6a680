//! The instruction sets that the machine is compiled for, and the choice among them when it runs.
#![allow(unsafe_code)] // One call, into code compiled for instructions that were just found to be there.

use super::slots::{Start, run};
use crate::control::Control;
use crate::geometry::Size;
use crate::rollout::End;

/// The words of the machine: 256 games. Without vector registers of that width it is a loop over narrower ones.
const WORDS: usize = 4;

/// An instruction set. The games are the same with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor of the target has.
    Portable,
    /// AVX2 with BMI and POPCNT, on x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Level {
    /// Those that this processor has, from the plainest to the best. There is always [`Level::Portable`].
    #[must_use]
    pub fn available() -> Vec<Level> {
        let mut levels = vec![Level::Portable];
        levels.extend(Some(Level::best()).filter(|&best| best != Level::Portable));
        levels
    }

    /// The level with this name, if this processor has it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::available().into_iter().find(|level| level.name() == name)
    }

    /// The best one that this processor has.
    #[must_use]
    pub fn best() -> Level {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Level::Avx2;
        }
        Level::Portable
    }

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
        }
    }

    /// Plays all the games that `next` gives, on boards of one size and with no more plies than `max_plies`, and tells `finished`
    /// their tags and ends. Drops the games in flight as soon as the control says stop. [`Level::best`] must be at least this level.
    pub(in crate::rollout) fn play(
        self,
        size: Size,
        max_plies: u32,
        control: &Control,
        next: &mut dyn FnMut() -> Option<Start>,
        finished: &mut dyn FnMut(u32, End),
    ) {
        let by_size = [portable::<2>, portable::<3>, portable::<4>, portable::<5>, portable::<6>, portable::<7>];
        let index = size.short_side() - 2;
        match self {
            Level::Portable => by_size[index](max_plies, control, next, finished),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => {
                assert_eq!(Level::best(), self, "the processor has not what was asked for");
                let by_size = [avx2::<2>, avx2::<3>, avx2::<4>, avx2::<5>, avx2::<6>, avx2::<7>];
                // SAFETY: the processor has the features that the function is compiled for; it was asked just now.
                unsafe { by_size[index](max_plies, control, next, finished) }
            }
        }
    }
}

fn portable<const N: usize>(
    max_plies: u32,
    control: &Control,
    next: &mut dyn FnMut() -> Option<Start>,
    finished: &mut dyn FnMut(u32, End),
) {
    run::<WORDS, N>(max_plies, control, next, finished);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<const N: usize>(
    max_plies: u32,
    control: &Control,
    next: &mut dyn FnMut() -> Option<Start>,
    finished: &mut dyn FnMut(u32, End),
) {
    run::<WORDS, N>(max_plies, control, next, finished);
}
