//! The position: a small copyable value, and the rules that move it on. Search code plays on copies.
//!
//! A position is always one between two turns: what R8 removes is gone. It knows no history; that is [`crate::Game`]'s.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color, Participant};
use crate::geometry::{Geometry, Size};
use crate::groups::{group_of, groups_of};
use crate::illegal::{IllegalMove, IllegalReason};
use crate::liveness::{dead_stones, has_path, paths};
use crate::moves::{Move, MoveSet};
use crate::opening::{Pie, opening_placements};
use crate::outcome::{Outcome, Reason};
use crate::point::Point;
use crate::sight::{Ray, rays_from, seen_by};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// The count at which turns taken stop being counted: from a colour's third turn on the rules do not change.
pub(crate) const TURNS_COUNTED: u8 = 2;

/// A position. Two positions are equal when the rules give them the same future.
///
/// The fields are private because the hash and the suspects are kept up to date with every change.
#[derive(Clone, Copy)]
pub struct Position {
    stones: ByColor<Bitboard>,
    /// Every group without a path has a stone in here, whichever its colour, and few others do. It follows from how the
    /// position came about and has no part in equality.
    suspects: Bitboard,
    hash: u64,
    turns: ByColor<u8>,
    size: Size,
    turn: Color,
    pie: Pie,
}

impl Position {
    /// The empty board at the start of a game, with or without the pie (R4, R12).
    #[must_use]
    pub fn new(size: Size, with_pie: bool) -> Position {
        let pie = if with_pie { Pie::Open } else { Pie::Plain };
        Position::assemble(size, ByColor::default(), Color::Light, ByColor::default(), pie)
    }

    /// A position from its parts, unchecked; [`crate::Setup`] is the checked way.
    pub(crate) fn assemble(
        size: Size,
        stones: ByColor<Bitboard>,
        turn: Color,
        turns: ByColor<u8>,
        pie: Pie,
    ) -> Position {
        let suspects = stones[Color::Light] | stones[Color::Dark];
        let mut position = Position { stones, suspects, hash: 0, turns, size, turn, pie };
        position.hash = position.computed_hash();
        position
    }

    /// The board's size.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The board's tables.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &'static Geometry {
        self.size.geometry()
    }

    /// The stones of a colour.
    #[inline]
    #[must_use]
    pub const fn stones(&self, color: Color) -> Bitboard {
        self.stones.0[color.index()]
    }

    /// The empty points.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        self.board().all().without(self.stones.0[0] | self.stones.0[1])
    }

    /// The colour of the stone on a point, if there is one.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones(color).contains(point))
    }

    /// The colour that places the next stone. While the pie waits for its answer, Light.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The turns that a colour has taken, counted up to 2.
    #[inline]
    #[must_use]
    pub const fn turns(&self, color: Color) -> u8 {
        self.turns.0[color.index()]
    }

    /// The state of the pie.
    #[inline]
    #[must_use]
    pub const fn pie(&self) -> Pie {
        self.pie
    }

    /// Whether the game is played with the pie.
    #[inline]
    #[must_use]
    pub fn with_pie(&self) -> bool {
        self.pie != Pie::Plain
    }

    /// Whether `keep` or `swap` is due: with the pie, when both first stones stand (R12).
    #[inline]
    #[must_use]
    pub fn awaits_answer(&self) -> bool {
        self.pie == Pie::Open && self.turns == ByColor([1, 1])
    }

    /// The participant to act (R3, R12): participant 0 places both first stones of the pie and participant 1 answers.
    #[must_use]
    pub fn participant(&self) -> Participant {
        match self.pie {
            Pie::Open => Participant::from(self.awaits_answer()),
            _ => self.participant_of(self.turn),
        }
    }

    /// The participant who has a colour; before the answer to the pie, as if it were `keep`.
    #[must_use]
    pub fn participant_of(&self, color: Color) -> Participant {
        let swapped = self.pie == Pie::Swapped;
        Participant::from((color == Color::Dark) != swapped)
    }

    /// The stable 64-bit hash (`docs/notation.md`).
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed afresh from the position; always equal to [`Position::hash`].
    #[must_use]
    pub fn computed_hash(&self) -> u64 {
        let stones = Color::ALL.into_iter().flat_map(|c| self.stones(c).iter().map(move |p| zobrist::stone(c, p)));
        let turns = Color::ALL.into_iter().map(|c| zobrist::turns(c, self.turns(c)));
        let side = if self.turn == Color::Dark { zobrist::DARK_TO_PLACE } else { 0 };
        stones
            .chain(turns)
            .fold(side ^ zobrist::pie(self.pie as usize) ^ zobrist::size(self.size), |hash, key| hash ^ key)
    }

    /// The outcome by elimination (R11), if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let loser = Color::ALL.into_iter().find(|&color| self.is_eliminated(color))?;
        Some(Outcome { winner: Some(!loser), reason: Reason::Elimination })
    }

    /// Whether a colour has been eliminated (R11).
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_eliminated(Color::Light) || self.is_eliminated(Color::Dark)
    }

    /// R11: it counts that the colour has taken its second turn, not how many stones there ever were.
    #[inline]
    fn is_eliminated(&self, color: Color) -> bool {
        self.turns(color) == TURNS_COUNTED && self.stones(color).is_empty()
    }

    /// Where a colour could place a stone if it were its turn (R4, R5, R6), from the stones alone.
    #[inline]
    #[must_use]
    pub fn placements(&self, color: Color) -> Bitboard {
        let (board, own, empty) = (self.board(), self.stones(color), self.empty());
        if self.turns(color) < TURNS_COUNTED {
            opening_placements(board, own, empty)
        } else {
            seen_by(board, own, empty).empty
        }
    }

    /// The legal moves: placements, or the forced pass if there are none (R10), or the answers to the pie (R12).
    #[inline]
    #[must_use]
    pub fn legal(&self) -> MoveSet {
        if self.is_over() {
            return MoveSet::Over;
        }
        if self.awaits_answer() {
            return MoveSet::Answers;
        }
        let placements = self.placements(self.turn);
        if placements.is_empty() { MoveSet::Pass } else { MoveSet::Placements(placements) }
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal().contains(mv)
    }

    /// Why a move is not legal, if it is not.
    #[must_use]
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalMove> {
        let legal = self.legal();
        if legal.contains(mv) {
            return None;
        }
        let own = self.stones(self.turn);
        let reason = match mv {
            _ if legal == MoveSet::Over => IllegalReason::GameOver(Reason::Elimination),
            Move::Keep | Move::Swap if self.pie == Pie::Plain => IllegalReason::NoPie,
            Move::Keep | Move::Swap => IllegalReason::NothingToAnswer,
            _ if legal == MoveSet::Answers => IllegalReason::AnswerDue,
            Move::Pass => IllegalReason::PassNotForced { placements: legal.count() },
            Move::Place(point) if !self.board().all().contains(point) => IllegalReason::OffBoard,
            Move::Place(point) => match (self.at(point), own.first()) {
                (Some(stone), _) => IllegalReason::Occupied { stone, turns: self.turns(self.turn) },
                (None, Some(first)) if self.turns(self.turn) < TURNS_COUNTED => {
                    if self.board().neighbors(first).contains(point) {
                        IllegalReason::SecondStoneAdjacent { color: self.turn, first }
                    } else {
                        IllegalReason::SecondStoneNotInSight { color: self.turn, first }
                    }
                }
                _ => IllegalReason::NotInSight { color: self.turn },
            },
        };
        Some(IllegalMove { mv, size: self.size, reason })
    }

    /// Plays a move and gives the stones it removed. An illegal move changes nothing.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<Bitboard, IllegalMove> {
        match self.why_illegal(mv) {
            None => Ok(self.play_unchecked(mv)),
            Some(illegal) => Err(illegal),
        }
    }

    /// Plays a move that is known to be legal and gives the stones it removed.
    ///
    /// After an illegal move the position is some position, but none that the rules lead to.
    pub fn play_unchecked(&mut self, mv: Move) -> Bitboard {
        match mv {
            Move::Place(point) => {
                self.place(point);
                self.suspect(point);
                self.end_turn()
            }
            Move::Pass => self.end_turn(),
            Move::Keep => self.answer(Pie::Kept),
            Move::Swap => self.answer(Pie::Swapped),
        }
    }

    fn place(&mut self, point: Point) {
        self.stones[self.turn].insert(point);
        self.hash ^= zobrist::stone(self.turn, point);
    }

    /// Adds the stones whose groups the new stone on `point` may have left without a path.
    ///
    /// Of the mover's groups that is at most its own. With no own neighbour it sees the stone that R6 asks for (the lone
    /// first stone sees none). With neighbours in one arc of the ring around it, it joins one group, and if it stands on that
    /// group's path it has the rest of it. With two arcs or more it may have joined the two ends of the last path. Of the other
    /// colour, groups lose a path only where the new stone stands between two of its stones that saw each other.
    #[inline]
    fn suspect(&mut self, point: Point) {
        let (board, own, other) = (self.board(), self.stones(self.turn), self.stones(!self.turn));
        if self.turns(self.turn) == 0 || board.arcs(point, own) >= 2 {
            self.suspects.insert(point);
        }
        for (from, to) in board.stones_around(point, own | other) {
            if other.contains(from) && other.contains(to) {
                self.suspects.insert(from);
                self.suspects.insert(to);
            }
        }
    }

    /// Counts the turn, removes the mover's dead groups from its second turn on (R8), and passes the turn on.
    fn end_turn(&mut self) -> Bitboard {
        let color = self.turn;
        let taken = self.turns(color);
        if taken < TURNS_COUNTED {
            self.turns[color] = taken + 1;
            self.hash ^= zobrist::turns(color, taken) ^ zobrist::turns(color, taken + 1);
        }
        let mut removed = Bitboard::EMPTY;
        if self.turns(color) == TURNS_COUNTED {
            removed = self.groups_without_path(color).fold(removed, |dead, group| dead | group);
            debug_assert_eq!(removed, self.dead_stones(color), "suspects miss a dead group in {self:?}");
            self.stones[color] = self.stones(color).without(removed);
            self.hash = removed.iter().fold(self.hash, |hash, point| hash ^ zobrist::stone(color, point));
            // What is left of the mover's groups has paths.
            self.suspects &= self.stones(!color);
        }
        self.turn = !color;
        self.hash ^= zobrist::DARK_TO_PLACE;
        removed
    }

    /// Stones of both colours, one at least of every group without a path.
    pub(crate) const fn suspects(&self) -> Bitboard {
        self.suspects
    }

    /// The groups of a colour that have no path, found among those of the suspects.
    fn groups_without_path(&self, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
        let (board, own, empty) = (self.board(), self.stones(color), self.empty());
        let mut suspects = self.suspects & own;
        std::iter::from_fn(move || {
            while let Some(stone) = suspects.first() {
                let group = group_of(board, own, stone);
                suspects = suspects.without(group);
                if !has_path(board, own, empty, group) {
                    return Some(group);
                }
            }
            None
        })
    }

    /// Settles the pie: no colour takes a turn and no stone moves (R12).
    fn answer(&mut self, answer: Pie) -> Bitboard {
        self.hash ^= zobrist::pie(self.pie as usize) ^ zobrist::pie(answer as usize);
        self.pie = answer;
        Bitboard::EMPTY
    }

    /// The groups of a colour (R7), ordered by their first point.
    pub fn groups(&self, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
        groups_of(self.board(), self.stones(color))
    }

    /// The group that the stone on a point belongs to, if there is a stone.
    #[must_use]
    pub fn group_at(&self, point: Point) -> Option<Bitboard> {
        Some(group_of(self.board(), self.stones(self.at(point)?), point))
    }

    /// The pairs of stones of a colour with a path between them (R7).
    #[must_use]
    pub fn paths(&self, color: Color) -> Vec<(Point, Point)> {
        paths(self.board(), self.stones(color), self.empty())
    }

    /// The stones of a colour's groups that have no path now (R7), whoever is to move.
    #[must_use]
    pub fn dead_stones(&self, color: Color) -> Bitboard {
        dead_stones(self.board(), self.stones(color), self.empty())
    }

    /// The groups of the side to move that have no path now (R9). The lone first stone is none of them, and after the end of the
    /// game there are none.
    #[must_use]
    pub fn threatened(&self) -> Vec<Bitboard> {
        if self.is_over() || self.turns(self.turn) < TURNS_COUNTED {
            return Vec::new();
        }
        let mut groups: Vec<Bitboard> = self.groups_without_path(self.turn).collect();
        groups.sort_unstable_by_key(|group| group.first());
        groups
    }

    /// The rescue points of a threatened group: legal points after which none of its stones is removed (R9).
    #[must_use]
    pub fn rescues(&self, group: Bitboard) -> Bitboard {
        let saves = |&point: &Point| !self.clone_and_play(Move::Place(point)).1.meets(group);
        self.legal().placements().iter().filter(saves).collect()
    }

    /// The position after a legal move, and the stones that it removes.
    #[must_use]
    pub fn clone_and_play(&self, mv: Move) -> (Position, Bitboard) {
        let mut after = *self;
        let removed = after.play_unchecked(mv);
        (after, removed)
    }

    /// What a point sees in each direction.
    #[must_use]
    pub fn sight(&self, point: Point) -> [Ray; 6] {
        rays_from(self.board(), point, self.empty())
    }

    /// This position under a symmetry of the board.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let stones = ByColor(Color::ALL.map(|color| symmetry.set(self.board(), self.stones(color))));
        Position::assemble(self.size, stones, self.turn, self.turns, self.pie)
    }

    /// The symmetry that makes this position canonical: its image has the least (Light's stones, Dark's stones), each a number with bit
    /// i for point i; among equals the first.
    #[must_use]
    pub fn canonical_symmetry(&self) -> Symmetry {
        let number = |set: Bitboard| {
            let mut words = set.words();
            words.reverse();
            words
        };
        let rank = |symmetry: &Symmetry| Color::ALL.map(|c| number(symmetry.set(self.board(), self.stones(c))));
        Symmetry::ALL.into_iter().min_by_key(rank).unwrap_or(Symmetry::Identity)
    }
}

impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Position) -> bool {
        let state = |p: &Position| (p.hash, p.stones, p.turns, p.size, p.turn, p.pie);
        state(self) == state(other)
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}
