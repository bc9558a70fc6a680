//! The two colours (R3). Light moves first. Colours play on the board; participants sit at it ([`Participant`]).

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A colour: the owner of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Light: moves first; White in SGF.
    Light = 0,
    /// Dark: moves second; Black in SGF.
    Dark = 1,
}

impl Color {
    /// Both colours, Light first.
    pub const ALL: [Color; 2] = [Color::Light, Color::Dark];

    /// The name in texts: `light` or `dark`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::Light => "light",
            Color::Dark => "dark",
        }
    }

    /// The name at the head of a sentence or of a stone: `Light` or `Dark`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Color::Light => "Light",
            Color::Dark => "Dark",
        }
    }

    /// The colour with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == name)
    }

    /// The letter of a stone in texts and diagrams: `o` Light, `x` Dark.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Light => 'o',
            Color::Dark => 'x',
        }
    }

    /// 0 for Light, 1 for Dark.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Light => Color::Dark,
            Color::Dark => Color::Light,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A participant: 0 opens the game, 1 is the other. In the plain game participant 0 is Light; after a swap it is Dark (R3).
pub type Participant = u8;

/// One value for each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}
