//! Arrays of the machine. Their indices are checked in debug builds only: the checks and the slices that would avoid them cost
//! the machine a sixth of its speed.
#![allow(unsafe_code)] // The two accesses below.

use std::ops::{Index, IndexMut};

/// An array that begins on a cache line, so that no word of it lies across two.
///
/// Indices are not checked in release builds, so all code of the machine vouches for them: they depend on the board alone and on no
/// game, and come from [`super::layout`], which checks its rows when it is compiled, or are loop counters below its numbers of rows
/// and columns. Debug builds check every one.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Table<T, const LENGTH: usize>([T; LENGTH]);

impl<T: Copy, const LENGTH: usize> Table<T, LENGTH> {
    #[inline(always)]
    pub(super) const fn filled(value: T) -> Self {
        Table([value; LENGTH])
    }
}

impl<T, const LENGTH: usize> Index<usize> for Table<T, LENGTH> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        debug_assert!(index < LENGTH, "{index} of {LENGTH}");
        // SAFETY: the index is below the length, as said at the type.
        unsafe { self.0.get_unchecked(index) }
    }
}

impl<T, const LENGTH: usize> IndexMut<usize> for Table<T, LENGTH> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < LENGTH, "{index} of {LENGTH}");
        // SAFETY: the index is below the length, as said at the type.
        unsafe { self.0.get_unchecked_mut(index) }
    }
}
