//! The stones of a random game after its opening, in registers: the plain rules without a hash and without what only callers ask for.

use crate::lanes::{Lanes, Rows};
use crate::liveness::dead_among;
use crate::position::Position;
use crate::sight::{Fills, Lines};

/// The stones of the player to move, *own*, and of the other. Both colours have taken their second turn.
#[derive(Clone, Copy)]
pub(crate) struct Board<L> {
    pub(crate) own: L,
    pub(crate) other: L,
    /// Own stones that are suspects but for those that the last stone cut.
    pub(crate) suspects: L,
    /// The other's last stone, as a set and by its cell; none when the game begins.
    last: L,
    last_cell: usize,
    /// The own stone that was just placed.
    placed: L,
    placed_cell: usize,
}

impl<L: Lanes> Board<L> {
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Board<L> {
        let turn = position.turn();
        Board {
            own: L::load(position.rows(turn)),
            other: L::load(position.rows(!turn)),
            // Later on, what the last stone cut is found with the sight of the next player.
            suspects: L::load(position.suspect_cells()),
            last: L::empty(),
            last_cell: 0,
            placed: L::empty(),
            placed_cell: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn empty(&self, all: L) -> L {
        all.without(self.own | self.other)
    }

    /// Whether the last stone stands between two own stones that saw each other; `fills` are those of the own stones.
    #[inline(always)]
    pub(crate) fn is_cut(&self, fills: &Fills<L>) -> bool {
        let [e, ne, nw, w, sw, se] = fills.ends();
        (e & w | ne & sw | nw & se).meets(self.last)
    }

    /// Places a stone. Whether a group has to be judged: then [`Board::judge`] must follow.
    #[inline(always)]
    pub(crate) fn place(&mut self, cell: usize, cut: bool) -> bool {
        self.placed = L::cell(cell);
        self.placed_cell = cell;
        self.suspects = self.suspects | self.placed.when(self.own.store().has_arcs(cell));
        self.own = self.own | self.placed;
        cut | self.suspects.meets(self.own)
    }

    /// The own stones that [`Board::is_cut`] found, before a stone is placed, and older suspects.
    #[inline(always)]
    pub(crate) fn all_suspects(&self, cut: bool, own: L) -> L {
        if cut {
            let lines = Lines::through::<L>(self.other.store(), own.store(), self.last_cell);
            self.suspects | lines.cut()
        } else {
            self.suspects
        }
    }

    /// Removes the dead among the own groups that are suspected, and gives them.
    #[inline(always)]
    pub(crate) fn judge(&mut self, all: L, cut: bool) -> Rows {
        let suspects = self.all_suspects(cut, self.own.without(self.placed));
        let dead = dead_among(self.own, self.empty(all), suspects);
        self.suspects = self.suspects.without(self.own);
        self.own = self.own.without(dead);
        dead.store()
    }

    /// Passes the turn on. Whether the game is over: who was to move has no stones.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self) -> bool {
        std::mem::swap(&mut self.own, &mut self.other);
        self.last = self.placed;
        self.last_cell = self.placed_cell;
        self.other.is_empty()
    }
}
