//! Games played one by one: the plain rules on [`Lanes`], without a hash and without what only callers ask for. A few games take turns, so
//! that the processor works on one while another waits for its random number or its flood; each is the same game as alone.

use super::board::Board;
use super::{End, Start, stones};
use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::geometry::Geometry;
use crate::lanes::{Lanes, Work, at};
use crate::level::Level;
use crate::moves::Move;
use crate::opening::Pie;
use crate::position::{Position, TURNS_COUNTED};
use crate::random::Stream;
use crate::sight::Fills;

/// Games that take turns: with more, little is gained.
pub(super) const SLOTS: usize = 6;

/// Who sets games up, hears of their plies and takes their results. A slot has one game at a time.
pub(super) trait Watch {
    /// The next game, for this slot.
    fn next(&mut self, slot: usize) -> Option<Start>;
    /// A ply of the game in a slot.
    fn ply(&mut self, slot: usize, mv: Move);
    /// The end of the game in a slot, with the stones that stand.
    fn end(&mut self, slot: usize, tag: u32, end: End, stones: ByColor<Bitboard>);
}

/// Plays all the games of `watch`, on boards of one size, up to `SLOTS` at a time, each to its end or its ply cap. The level must be
/// available.
pub(super) fn play<const SLOTS: usize>(board: &'static Geometry, level: Level, watch: &mut impl Watch) {
    struct Games<'a, W, const SLOTS: usize>(&'static Geometry, &'a mut W);
    impl<W: Watch, const SLOTS: usize> Work for Games<'_, W, SLOTS> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(self) {
            play_on::<L, SLOTS>(self.0, self.1);
        }
    }
    assert!(level.is_available(), "the processor has not what was asked for");
    at(level, Games::<_, SLOTS>(board, watch));
}

/// A game after its opening.
#[derive(Clone, Copy)]
struct Game<L> {
    board: Board<L>,
    turn: Color,
    stream: Stream,
    plies: u32,
    max_plies: u32,
    stones_removed: u32,
    slot: usize,
    tag: u32,
}

#[inline(always)]
fn play_on<L: Lanes, const SLOTS: usize>(board: &'static Geometry, watch: &mut impl Watch) {
    let all = L::load(board.all_rows());
    let Some(first) = begin(board, 0, watch) else { return };
    let mut games = [first; SLOTS];
    let mut active = 1;
    while active < SLOTS
        && let Some(game) = begin(board, active, watch)
    {
        games[active] = game;
        active += 1;
    }
    let mut doubtful = [(0, false); SLOTS];
    while active > 0 {
        // Whether a group has to be judged cannot be predicted, so the games where one has are listed first, without a branch.
        let mut count = 0;
        for (k, game) in games[..active].iter_mut().enumerate() {
            let (doubt, cut) = game.place(board, all, watch);
            if SLOTS == 1 {
                // Nothing to hide a wrong guess behind, so guess as early as can be.
                if doubt {
                    game.judge(all, cut);
                }
            } else {
                doubtful[count] = (k, cut);
                count += usize::from(doubt);
            }
        }
        for &(k, cut) in &doubtful[..count] {
            games[k].judge(all, cut);
        }
        for k in (0..active).rev() {
            let game = &mut games[k];
            let over = game.end_turn();
            if over || game.plies == game.max_plies {
                game.end(board, over, watch);
                if let Some(next) = begin(board, game.slot, watch) {
                    *game = next;
                } else {
                    active -= 1;
                    games[k] = games[active];
                }
            }
        }
    }
}

/// The next game of a slot, played past its opening. Games that end there are dealt with.
#[inline(always)]
fn begin<L: Lanes>(board: &Geometry, slot: usize, watch: &mut impl Watch) -> Option<Game<L>> {
    loop {
        let Start { position, mut stream, max_plies, tag } = watch.next(slot)?;
        let mut position = *position;
        let (mut plies, mut stones_removed) = (0, 0);
        let in_opening = |position: &Position| {
            position.pie() == Pie::Open || Color::ALL.iter().any(|&color| position.turns(color) < TURNS_COUNTED)
        };
        while in_opening(&position) && plies < max_plies {
            if position.is_over() {
                break;
            }
            let mv = if position.awaits_answer() {
                let answer = [Move::Keep, Move::Swap][stream.below(2)];
                position.play_unchecked(answer);
                answer
            } else {
                let legal = position.placement_cells::<L>(position.turn()).store();
                match legal.count() {
                    0 => {
                        stones_removed += position.play_unchecked(Move::Pass).count() as u32;
                        Move::Pass
                    }
                    count => {
                        let cell = legal.nth::<L>(stream.below(count as usize) as u32);
                        stones_removed += position.place::<L>(cell).count();
                        Move::Place(board.point(cell))
                    }
                }
            };
            plies += 1;
            watch.ply(slot, mv);
        }
        let turn = position.turn();
        if position.is_over() || plies == max_plies {
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            watch.end(slot, tag, End { winner, plies, stones_removed }, stones(&position));
            continue;
        }
        return Some(Game { board: Board::of(&position), turn, stream, plies, max_plies, stones_removed, slot, tag });
    }
}

impl<L: Lanes> Game<L> {
    /// Draws a legal placement and makes it, or passes. Whether a group has to be judged, and whether the last stone cut one.
    #[inline(always)]
    fn place(&mut self, board: &Geometry, all: L, watch: &mut impl Watch) -> (bool, bool) {
        let empty = self.board.empty(all);
        let fills = Fills::of(self.board.own, empty);
        let legal = fills.seen(empty).store();
        let cut = self.board.is_cut(&fills);
        let count = legal.count();
        if count == 0 {
            // No own group has a path (R10).
            watch.ply(self.slot, Move::Pass);
            self.stones_removed += self.board.own.store().count();
            self.board.own = L::empty();
            return (false, false);
        }
        let cell = legal.nth::<L>(self.stream.below(count as usize) as u32);
        watch.ply(self.slot, Move::Place(board.point(cell)));
        (self.board.place(cell, cut), cut)
    }

    /// Removes the dead among the own groups that are suspected.
    #[inline(always)]
    fn judge(&mut self, all: L, cut: bool) {
        let dead = self.board.judge(all, cut);
        if !dead.is_empty() {
            self.stones_removed += dead.count();
        }
    }

    /// Passes the turn on. Whether the game is over.
    #[inline(always)]
    fn end_turn(&mut self) -> bool {
        self.turn = !self.turn;
        self.plies += 1;
        self.board.end_turn()
    }

    #[inline(always)]
    fn end(&self, board: &Geometry, over: bool, watch: &mut impl Watch) {
        // Who is over was to move before.
        let winner = over.then_some(self.turn);
        let (own, other) = (L::pack(board, self.board.own.store()), L::pack(board, self.board.other.store()));
        let stones = match self.turn {
            Color::Light => ByColor([own, other]),
            Color::Dark => ByColor([other, own]),
        };
        let end = End { winner, plies: self.plies, stones_removed: self.stones_removed };
        watch.end(self.slot, self.tag, end, stones);
    }
}

/// One game with its moves.
pub(super) struct One {
    start: Option<Start>,
    pub(super) moves: Vec<Move>,
    pub(super) end: End,
}

impl One {
    pub(super) fn new(start: Start) -> One {
        One { start: Some(start), moves: Vec::new(), end: End::default() }
    }
}

impl Watch for One {
    #[inline(always)]
    fn next(&mut self, _slot: usize) -> Option<Start> {
        self.start.take()
    }

    #[inline(always)]
    fn ply(&mut self, _slot: usize, mv: Move) {
        self.moves.push(mv);
    }

    #[inline(always)]
    fn end(&mut self, _slot: usize, _tag: u32, end: End, _stones: ByColor<Bitboard>) {
        self.end = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::lanes::Words;
    use crate::rollout::default_max_plies;
    use std::rc::Rc;

    /// Games with their moves, and the stones left of each colour.
    #[derive(Debug, Default, PartialEq)]
    struct Record {
        start: Option<Position>,
        taken: u32,
        moves: Vec<Vec<Move>>,
        in_slots: [u32; 8],
        max_plies: u32,
        ends: Vec<(u32, End, ByColor<Bitboard>)>,
    }

    impl Watch for Record {
        fn next(&mut self, slot: usize) -> Option<Start> {
            let tag = self.taken;
            let position = Rc::new(self.start.filter(|_| tag < 40)?);
            self.taken += 1;
            self.in_slots[slot] = tag;
            self.moves.push(Vec::new());
            Some(Start { position, stream: Stream::new(3, tag.into()), max_plies: self.max_plies, tag })
        }

        fn ply(&mut self, slot: usize, mv: Move) {
            self.moves[self.in_slots[slot] as usize].push(mv);
        }

        fn end(&mut self, slot: usize, tag: u32, end: End, stones: ByColor<Bitboard>) {
            assert_eq!(tag, self.in_slots[slot]);
            self.ends.push((tag, end, stones));
        }
    }

    fn record(start: Position, max_plies: u32, play: impl FnOnce(&'static Geometry, &mut Record)) -> Record {
        let mut record = Record { start: Some(start), max_plies, ..Record::default() };
        play(start.board(), &mut record);
        record.ends.sort_unstable_by_key(|&(tag, ..)| tag);
        record.in_slots = [0; 8];
        record
    }

    /// Alone, some in turn, and with every instruction set; and the moves replayed by the rules of [`Position`].
    #[test]
    fn games_are_the_same_in_any_company() {
        for (size, with_pie) in Size::ALL.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            let start = Position::new(size, with_pie);
            for max_plies in [1, 3, 20, default_max_plies(size)] {
                let alone = record(start, max_plies, |board, watch| play::<1>(board, Level::Portable, watch));
                for level in Level::available() {
                    let in_turn = record(start, max_plies, |board, watch| play::<SLOTS>(board, level, watch));
                    assert_eq!(in_turn, alone, "{level:?}");
                }
                assert_eq!(record(start, max_plies, play_on::<Words, 8>), alone);
                for (moves, &(_, end, left)) in alone.moves.iter().zip(&alone.ends) {
                    let mut position = start;
                    let mut removed = 0;
                    for &mv in moves {
                        removed += position.play(mv).unwrap().count();
                    }
                    assert_eq!(stones(&position), left);
                    let winner = position.outcome().and_then(|outcome| outcome.winner);
                    let expected = End { winner, plies: moves.len() as u32, stones_removed: removed as u32 };
                    assert_eq!(end, expected, "{size}\n{position}");
                    assert!(position.is_over() || end.plies == max_plies);
                }
            }
        }
    }
}
