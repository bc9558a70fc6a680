//! Positions as planes for networks, version 1 (`docs/evaluators.md`). Stable: what a plane means changes only with the version.

use crate::bitboard::spread_bits;
use crate::color::Color;
use crate::geometry::Size;
use crate::lanes::{Lanes, Rows, Work, at_best, cell_of};
use crate::opening::Pie;
use crate::position::Position;
use crate::sight::Fills;

/// The version of the planes.
pub const ENCODING_VERSION: u32 = 1;

/// The names of the planes, in their order. All are 0 or 1, and 0 outside of the board. *Own* is the colour that places the next stone.
pub const PLANES: [&str; 15] = [
    "board",
    "own",
    "enemy",
    "legal",
    "threatened",
    "seen_by_own",
    "seen_by_enemy",
    "own_turns_1",
    "own_turns_2",
    "enemy_turns_1",
    "enemy_turns_2",
    "own_is_light",
    "pie_open",
    "pie_kept",
    "pie_swapped",
];

/// The shape of the planes on a board, `[C, H, W]`: the rows from the bottom, and the columns that lean.
#[must_use]
pub const fn planes_shape(size: Size) -> [usize; 3] {
    [PLANES.len(), size.rows(), 2 * size.short_side()]
}

/// Where a cell of the board is in a plane: its row and its column.
const fn place(cell: usize) -> (usize, usize) {
    (cell / 16 - 1, cell % 16)
}

/// For each point, in action order, its row and its column in a plane.
#[must_use]
pub fn plane_cells(size: Size) -> Vec<(usize, usize)> {
    size.geometry().all_rows().cells().map(place).collect()
}

/// Writes the planes of a position, which replace what is there.
///
/// # Panics
/// `planes` has another length than [`planes_shape`] says.
pub fn encode(position: &Position, planes: &mut [u8]) {
    struct Encode<'a>(&'a Position, &'a mut [u8]);
    impl Work for Encode<'_> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(self) {
            encode_on::<L>(self.0, self.1);
        }
    }
    let [count, height, width] = planes_shape(position.size());
    assert_eq!(planes.len(), count * height * width, "planes of another board");
    at_best(Encode(position, planes));
}

/// [`encode`] into planes of the right length.
#[inline(always)]
pub(crate) fn encode_on<L: Lanes>(position: &Position, planes: &mut [u8]) {
    let [_, height, width] = planes_shape(position.size());
    let (mut from, mut rows) = (0, [0; 16 * 16]);
    for cells in cells_of::<L>(position) {
        let plane = &mut planes[from..from + height * width];
        from += height * width;
        if cells.is_empty() {
            plane.fill(0);
            continue;
        }
        for row in 0..height {
            let bits = cells.lane(cell_of(row, 0)) as usize;
            let place = &mut rows[row * width..row * width + 16];
            // What is written too much is written over by the next row.
            place[..8].copy_from_slice(&SPREAD[bits % 256]);
            place[8..].copy_from_slice(&SPREAD[bits / 256]);
        }
        plane.copy_from_slice(&rows[..height * width]);
    }
}

/// The bits of a byte as bytes of 0 or 1.
static SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        spread[byte] = spread_bits(byte as u8).to_le_bytes();
        byte += 1;
    }
    spread
};

/// The cells of each plane.
#[inline(always)]
fn cells_of<L: Lanes>(position: &Position) -> [Rows; PLANES.len()] {
    let (own, enemy) = (position.turn(), !position.turn());
    let board = position.board().all_rows();
    let empty = position.empty_cells::<L>();
    let placing = !position.is_over() && !position.awaits_answer();
    let legal = if placing { position.placement_cells::<L>(own).store() } else { Rows::EMPTY };
    // Not a closure: vector code in one would be compiled without its instructions.
    let seen_by_own = Fills::of(L::load(position.rows(own)), empty).seen(empty).store();
    let seen_by_enemy = Fills::of(L::load(position.rows(enemy)), empty).seen(empty).store();
    let threatened = position.threatened_cells::<L>();
    let when = |condition: bool| if condition { board } else { Rows::EMPTY };
    let pie = |pie: Pie| when(position.pie() == pie);
    [
        board,
        position.rows(own),
        position.rows(enemy),
        legal,
        threatened,
        seen_by_own,
        seen_by_enemy,
        when(position.turns(own) == 1),
        when(position.turns(own) == 2),
        when(position.turns(enemy) == 1),
        when(position.turns(enemy) == 2),
        when(own == Color::Light),
        pie(Pie::Open),
        pie(Pie::Kept),
        pie(Pie::Swapped),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn every_point_has_a_cell_of_its_own_and_steps_are_the_same_everywhere() {
        for size in Size::ALL {
            let [_, height, width] = planes_shape(size);
            let cells = plane_cells(size);
            assert_eq!(cells.len(), size.points());
            assert!(cells.iter().all(|&(row, column)| row < height && column < width));
            for point in size.geometry().all() {
                let (row, column) = cells[point.index()];
                for neighbor in size.geometry().neighbors(point) {
                    let (r, c) = cells[neighbor.index()];
                    let step = (r.cast_signed() - row.cast_signed(), c.cast_signed() - column.cast_signed());
                    assert!([(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].contains(&step), "{size} {step:?}");
                }
            }
        }
    }

    #[test]
    fn planes_replace_what_is_there() {
        let position = Position::new(Size::STANDARD, true);
        let [count, height, width] = planes_shape(Size::STANDARD);
        let mut planes = vec![7; count * height * width];
        encode(&position, &mut planes);
        let sums: Vec<u32> =
            planes.chunks(height * width).map(|plane| plane.iter().map(|&x| u32::from(x)).sum()).collect();
        assert_eq!(sums, [114, 0, 0, 114, 0, 0, 0, 0, 0, 0, 0, 114, 114, 0, 0]);
    }
}
