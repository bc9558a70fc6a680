//! Random play by the documented stream (`docs/rollouts.md`), as a `proptest` strategy: a start and a seed, from which a whole game
//! follows.

use super::oracle::Oracle;
use meridians::{Bitboard, ByColor, Color, Game, Move, Pie, Position, Repetition, Setup, Size, Stream, point_text};
use proptest::prelude::*;

/// The first plies of a random game. A failure prints it, and it says how to play the game again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomLine {
    pub(crate) start: Position,
    pub(crate) seed: u64,
    pub(crate) plies: usize,
}

impl RandomLine {
    /// The game up to its end or to the number of plies.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new(self.start, Repetition::None);
        self.try_each(|before, mv| {
            game.play(mv).unwrap_or_else(|illegal| panic!("{illegal}\n{before}"));
            Ok(())
        })
        .expect("no check can fail");
        game
    }

    /// The position after the last ply.
    pub(crate) fn position(&self) -> Position {
        *self.game().position()
    }

    /// Calls a check with every position and the move that is played there.
    pub(crate) fn try_each(
        &self,
        mut check: impl FnMut(&Position, Move) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let mut position = self.start;
        let mut stream = Stream::new(self.seed, 0);
        for _ in 0..self.plies {
            let legal = position.legal();
            let Some(mv) = legal.nth(stream.below(legal.count())) else { break };
            check(&position, mv)?;
            position.play_unchecked(mv);
        }
        Ok(())
    }
}

/// Any random line: from the empty board mostly, and from boards that no game may lead to.
pub(crate) fn random_lines() -> impl Strategy<Value = RandomLine> {
    prop_oneof![3 => opening_lines(), 1 => scattered_lines()]
}

/// Lines from the empty board: every size, both openings, up to about the length of a game.
pub(crate) fn opening_lines() -> impl Strategy<Value = RandomLine> {
    (prop::sample::select(Size::ALL.to_vec()), any::<bool>(), any::<u64>()).prop_flat_map(|(size, with_pie, seed)| {
        let start = Position::new(size, with_pie);
        (0..size.points() + 3).prop_map(move |plies| RandomLine { start, seed, plies })
    })
}

/// Lines of a few plies from stones scattered at random, sparse or dense, less what R8 would have removed.
fn scattered_lines() -> impl Strategy<Value = RandomLine> {
    let sizes = prop::sample::select(Size::ALL.to_vec());
    let numbers = (any::<u64>(), 1..100_usize, 1..100_usize, 0..20_usize);
    (sizes, prop::sample::select(Color::ALL.to_vec()), numbers).prop_filter_map(
        "a colour has no stones",
        |(size, turn, (seed, percent_stones, percent_light, plies))| {
            let mut stream = Stream::new(seed, 1);
            let mut stones = ByColor::<Bitboard>::default();
            for point in size.geometry().all() {
                let (stands, light) = (stream.below(100) < percent_stones, stream.below(100) < percent_light);
                if stands {
                    stones[if light { Color::Light } else { Color::Dark }].insert(point);
                }
            }
            for group in Oracle::new(size, stones).dead_groups(!turn) {
                stones[!turn] = stones[!turn].without(group);
            }
            // Two empty colours are refused, and of a finished game there is no line.
            let start = setup(size, stones, turn).position().ok().filter(|position| !position.is_over())?;
            Some(RandomLine { start, seed, plies })
        },
    )
}

/// Stones in the middle of a plain game.
fn setup(size: Size, stones: ByColor<Bitboard>, turn: Color) -> Setup {
    let names = |set: Bitboard| set.iter().map(|point| point_text(size, point)).collect();
    Setup { size, stones: ByColor(stones.0.map(names)), turn, turns: ByColor([2, 2]), pie: Pie::Plain }
}
