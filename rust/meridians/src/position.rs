//! The position: a small copyable value, and the rules that move it on. Search code plays on copies.
//!
//! A position is always one between two turns: what R8 removes is gone. It knows no history; that is [`crate::Game`]'s.

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color, Participant};
use crate::geometry::{Geometry, Size};
use crate::groups::{group_of, groups_of};
use crate::illegal::{IllegalMove, IllegalReason};
use crate::lanes::{Lanes, Rows, Work, at_best};
use crate::liveness::{dead_among, paths};
use crate::moves::{Move, MoveSet};
use crate::opening::{Pie, opening_placements};
use crate::outcome::{Outcome, Reason};
use crate::point::Point;
use crate::sight::{Fills, Lines, Ray, rays_from};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// The count at which turns taken stop being counted: from a colour's third turn on the rules do not change.
pub(crate) const TURNS_COUNTED: u8 = 2;

/// A position. Two positions are equal when the rules give them the same future.
///
/// The fields are private because the hash and the suspects are kept up to date with every change.
#[derive(Clone, Copy)]
pub struct Position {
    stones: ByColor<Rows>,
    /// Every group without a path has a stone in here, whichever its colour, and few others do. It follows from how the
    /// position came about and has no part in equality.
    suspects: Rows,
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
        let stones = ByColor(stones.0.map(|set| unpack(size.geometry(), set)));
        let suspects = Rows(std::array::from_fn(|w| stones.0[0].0[w] | stones.0[1].0[w]));
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
    pub fn stones(&self, color: Color) -> Bitboard {
        pack(self.board(), self.stones[color])
    }

    /// The stones of a colour as cells.
    #[inline(always)]
    pub(crate) const fn rows(&self, color: Color) -> Rows {
        self.stones.0[color.index()]
    }

    /// The empty points.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        self.board().all().without(self.stones(Color::Light) | self.stones(Color::Dark))
    }

    /// The empty cells.
    #[inline(always)]
    pub(crate) fn empty_cells<L: Lanes>(&self) -> L {
        L::load(self.board().all_rows()).without(L::load(self.stones.0[0]) | L::load(self.stones.0[1]))
    }

    /// The colour of the stone on a point, if there is one.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        let cell = self.board().cell(point);
        Color::ALL.into_iter().find(|&color| self.stones[color].contains(cell))
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
        self.turns(color) == TURNS_COUNTED && self.stones[color].is_empty()
    }

    /// Where a colour could place a stone if it were its turn (R4, R5, R6), from the stones alone.
    #[inline]
    #[must_use]
    pub fn placements(&self, color: Color) -> Bitboard {
        struct Placements<'a>(&'a Position, Color);
        impl Work for Placements<'_> {
            type Output = Bitboard;

            #[inline(always)]
            fn run<L: Lanes>(self) -> Bitboard {
                L::pack(self.0.board(), self.0.placement_cells::<L>(self.1).store())
            }
        }
        at_best(Placements(self, color))
    }

    /// The cells of [`Position::placements`].
    #[inline(always)]
    pub(crate) fn placement_cells<L: Lanes>(&self, color: Color) -> L {
        let (own, empty) = (L::load(self.stones[color]), self.empty_cells::<L>());
        if self.turns(color) < TURNS_COUNTED {
            opening_placements(own, empty)
        } else {
            Fills::of(own, empty).seen(empty)
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
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<Bitboard, IllegalMove> {
        let played = match mv {
            Move::Place(point) => at_best(Play { position: self, point, checked: true }),
            _ => self.is_legal(mv).then(|| self.play_unchecked(mv)),
        };
        played.ok_or_else(|| IllegalMove {
            mv,
            size: self.size,
            reason: self.why_illegal(mv).map_or(IllegalReason::OffBoard, |illegal| illegal.reason),
        })
    }

    /// Plays a move that is known to be legal and gives the stones it removed.
    ///
    /// After an illegal move the position is some position, but none that the rules lead to.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Bitboard {
        match mv {
            Move::Place(point) => at_best(Play { position: self, point, checked: false }).unwrap_or(Bitboard::EMPTY),
            Move::Pass => at_best(Pass(self)),
            Move::Keep => self.answer(Pie::Kept),
            Move::Swap => self.answer(Pie::Swapped),
        }
    }

    /// Whether a stone may be placed on a cell of the board; `lines` go through it.
    #[inline(always)]
    fn may_place<L: Lanes>(&self, cell: usize, lines: &Lines) -> bool {
        if self.is_over() || self.awaits_answer() {
            return false;
        }
        if self.turns(self.turn) < TURNS_COUNTED {
            return self.placement_cells::<L>(self.turn).meets(L::cell(cell));
        }
        // R6 asks for the lines of this point alone, not for the whole legal set.
        !self.stones.0[0].contains(cell) & !self.stones.0[1].contains(cell) & lines.sees_own()
    }

    /// [`Position::place`] where that is legal; else nothing changes and there is nothing to give.
    #[inline(always)]
    pub(crate) fn place_checked<L: Lanes>(&mut self, point: Point) -> Option<Rows> {
        if point.index() >= self.size.points() {
            return None;
        }
        let cell = self.board().cell(point);
        let lines = Lines::through::<L>(self.stones[self.turn], self.stones[!self.turn], cell);
        // Not `then`: vector code in a closure would be compiled without its instructions.
        if self.may_place::<L>(cell, &lines) { Some(self.place_on::<L>(cell, &lines)) } else { None }
    }

    /// Places a stone where it may be placed, ends the turn, and gives the cells of the stones removed.
    #[inline(always)]
    pub(crate) fn place<L: Lanes>(&mut self, cell: usize) -> Rows {
        self.place_on::<L>(cell, &Lines::through::<L>(self.stones[self.turn], self.stones[!self.turn], cell))
    }

    /// [`Position::place`]; `lines` go through the cell.
    #[inline(always)]
    fn place_on<L: Lanes>(&mut self, cell: usize, lines: &Lines) -> Rows {
        self.stones[self.turn] = self.stones[self.turn].with(cell);
        self.hash ^= zobrist::stone(self.turn, self.board().point(cell));
        self.suspect::<L>(cell, lines);
        self.end_turn::<L>()
    }

    /// Adds the stones whose groups the new stone on `cell` may have left without a path.
    ///
    /// Of the mover's groups that is at most its own. With no own neighbour it sees the stone that R6 asks for (the lone
    /// first stone sees none). With neighbours in one arc of the ring around it, it joins one group, and if it stands on that
    /// group's path it has the rest of it. With two arcs or more it may have joined the two ends of the last path. Of the other
    /// colour, groups lose a path only where the new stone stands between two of its stones that saw each other.
    #[inline(always)]
    fn suspect<L: Lanes>(&mut self, cell: usize, lines: &Lines) {
        let own = (self.turns(self.turn) == 0) | self.stones[self.turn].has_arcs(cell);
        let suspects = L::load(self.suspects) | L::cell(cell).when(own) | lines.cut();
        self.suspects = suspects.store();
    }

    /// Counts the turn, removes the mover's dead groups from its second turn on (R8), and passes the turn on.
    #[inline(always)]
    fn end_turn<L: Lanes>(&mut self) -> Rows {
        let color = self.turn;
        let taken = self.turns(color);
        if taken < TURNS_COUNTED {
            self.turns[color] = taken + 1;
            self.hash ^= zobrist::turns(color, taken) ^ zobrist::turns(color, taken + 1);
        }
        let mut removed = Rows::EMPTY;
        let (own, suspects) = (L::load(self.stones[color]), L::load(self.suspects));
        if self.turns(color) == TURNS_COUNTED && suspects.meets(own) {
            removed = dead_among(own, self.empty_cells::<L>(), suspects).store();
            if !removed.is_empty() {
                self.stones[color] = own.without(L::load(removed)).store();
                for cell in removed.cells() {
                    self.hash ^= zobrist::stone(color, self.board().point(cell));
                }
            }
            // What is left of the mover's groups has paths.
            self.suspects = suspects.without(own).store();
        }
        debug_assert!(
            self.turns(color) < TURNS_COUNTED
                || removed == dead_among(own, self.empty_cells::<L>().without(L::load(removed)), own).store(),
            "suspects miss a dead group in {self:?}"
        );
        self.turn = !color;
        self.hash ^= zobrist::DARK_TO_PLACE;
        removed
    }

    /// Stones of both colours, one at least of every group without a path.
    pub(crate) fn suspects(&self) -> Bitboard {
        pack(self.board(), self.suspects)
    }

    /// The stones of a colour as cells that are suspects, see [`Position::suspects`].
    #[inline(always)]
    pub(crate) const fn suspect_cells(&self) -> Rows {
        self.suspects
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
        struct Dead<'a>(&'a Position, Color);
        impl Work for Dead<'_> {
            type Output = Bitboard;

            #[inline(always)]
            fn run<L: Lanes>(self) -> Bitboard {
                let stones = L::load(self.0.rows(self.1));
                // To judge every group is to suspect every stone.
                L::pack(self.0.board(), dead_among(stones, self.0.empty_cells(), stones).store())
            }
        }
        at_best(Dead(self, color))
    }

    /// The groups of the side to move that have no path now (R9). The lone first stone is none of them, and after the end of the
    /// game there are none.
    #[must_use]
    pub fn threatened(&self) -> Vec<Bitboard> {
        struct Threatened<'a>(&'a Position);
        impl Work for Threatened<'_> {
            type Output = Rows;

            #[inline(always)]
            fn run<L: Lanes>(self) -> Rows {
                self.0.threatened_cells::<L>()
            }
        }
        // Dead groups of one colour are not next to each other, so they are the groups of their stones.
        groups_of(self.board(), pack(self.board(), at_best(Threatened(self)))).collect()
    }

    /// The cells of the stones of [`Position::threatened`].
    #[inline(always)]
    pub(crate) fn threatened_cells<L: Lanes>(&self) -> Rows {
        if self.is_over() || self.turns(self.turn) < TURNS_COUNTED {
            return Rows::EMPTY;
        }
        let (stones, suspects) = (L::load(self.rows(self.turn)), L::load(self.suspects));
        dead_among(stones, self.empty_cells(), suspects).store()
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

/// Placing a stone, which gives the stones removed. Checked, it gives none and changes nothing if the placement is illegal.
struct Play<'a> {
    position: &'a mut Position,
    point: Point,
    checked: bool,
}

impl Work for Play<'_> {
    type Output = Option<Bitboard>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<Bitboard> {
        let Play { position, point, checked } = self;
        let board = position.board();
        let removed =
            if checked { position.place_checked::<L>(point)? } else { position.place::<L>(board.cell(point)) };
        Some(if removed.is_empty() { Bitboard::EMPTY } else { L::pack(board, removed) })
    }
}

/// The forced pass, which gives the stones removed.
struct Pass<'a>(&'a mut Position);

impl Work for Pass<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Bitboard {
        let removed = self.0.end_turn::<L>();
        L::pack(self.0.board(), removed)
    }
}

/// The points of cells.
#[inline]
fn pack(board: &'static Geometry, cells: Rows) -> Bitboard {
    struct Pack(&'static Geometry, Rows);
    impl Work for Pack {
        type Output = Bitboard;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Bitboard {
            L::pack(self.0, self.1)
        }
    }
    at_best(Pack(board, cells))
}

/// The cells of points.
fn unpack(board: &'static Geometry, points: Bitboard) -> Rows {
    struct Unpack(&'static Geometry, Bitboard);
    impl Work for Unpack {
        type Output = Rows;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Rows {
            L::unpack(self.0, self.1)
        }
    }
    at_best(Unpack(board, points))
}
