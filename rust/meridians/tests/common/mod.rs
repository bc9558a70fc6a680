//! What the integration tests share: the data files of both languages, lines of random play, and the rules of groups once more.
#![allow(dead_code, reason = "each test crate uses a part")]

pub(crate) mod data;
pub(crate) mod oracle;
pub(crate) mod random_line;

use meridians::{Bitboard, Game, Move, Point, Position, Repetition, Size, parse_move, parse_size, point_text};

/// The size with this name.
pub(crate) fn size(name: &str) -> Size {
    parse_size(name).unwrap_or_else(|error| panic!("{error}"))
}

/// The move with this name.
pub(crate) fn mv(size: Size, name: &str) -> Move {
    parse_move(size, name).unwrap_or_else(|error| panic!("{error}"))
}

/// The names of a set of points in action order, which is not the alphabetical one from ten points a row on.
pub(crate) fn names(size: Size, points: Bitboard) -> Vec<String> {
    points.iter().map(|point| point_text(size, point)).collect()
}

/// The set of the points with these names.
pub(crate) fn points<S: AsRef<str>>(size: Size, names: impl IntoIterator<Item = S>) -> Bitboard {
    names.into_iter().map(|name| point(size, name.as_ref())).collect()
}

/// The point with this name.
pub(crate) fn point(size: Size, name: &str) -> Point {
    match mv(size, name) {
        Move::Place(point) => point,
        other => panic!("{other:?} is no point"),
    }
}

/// The game after these moves from the empty board; names with white space between.
pub(crate) fn game_after(size: Size, with_pie: bool, repetition: Repetition, moves: &str) -> Game {
    let mut game = Game::new(Position::new(size, with_pie), repetition);
    for name in moves.split_whitespace() {
        game.play(mv(size, name)).unwrap_or_else(|illegal| panic!("{illegal}\n{}", game.position()));
    }
    game
}

/// The position after these moves from the empty board, plain opening.
pub(crate) fn position_after(size: Size, moves: &str) -> Position {
    *game_after(size, false, Repetition::None, moves).position()
}
