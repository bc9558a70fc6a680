//! The statistics of many rollouts. All counts are exact integers, so they do not depend on the order of the games.

use super::End;
use super::tables::{ActionCounts, Finished, Tables, add_each};
use crate::color::{ByColor, Color};
use crate::moves::Move;
use crate::position::Position;

/// The statistics of many random games. Tables that were not asked for ([`Tables`]) are none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rollouts {
    /// Games won by each colour.
    pub wins: ByColor<u64>,
    /// Games that hit the ply cap: neither won nor drawn.
    pub unfinished: u64,
    /// The plies of all games together.
    pub plies: u64,
    /// The sum of the squares of the games' plies.
    pub plies_squared: u128,
    /// The plies of the longest game.
    pub longest: u32,
    /// The stones removed in all games together.
    pub stones_removed: u64,
    /// For each point the games in which a colour had a stone there at the end, `[N]` each.
    pub ownership: Option<ByColor<Vec<u64>>>,
    /// The first moves. Those of the pie count as won when the participant who played them won, whose colour depends on the
    /// answer (R12).
    pub first_moves: Option<ActionCounts>,
    /// All moves as first: for each colour and action the games in which the colour played it at least once. The answer to the
    /// pie counts for the colour that the answering participant then has.
    pub amaf: Option<ByColor<ActionCounts>>,
    /// For each number of plies, up to the longest game's, the games of that length.
    pub lengths: Option<Vec<u64>>,
}

impl Rollouts {
    /// No games from a position, with the tables to be filled.
    pub(super) fn new(position: &Position, tables: Tables) -> Rollouts {
        let points = position.size().points();
        let counts = || ActionCounts::new(Move::action_count(position.size(), position.with_pie()));
        Rollouts {
            ownership: tables.ownership.then(|| ByColor([vec![0; points], vec![0; points]])),
            first_moves: tables.first_moves.then(counts),
            amaf: tables.amaf.then(|| ByColor([counts(), counts()])),
            lengths: tables.lengths.then(Vec::new),
            ..Rollouts::default()
        }
    }

    /// Counts a game on a board with so many points.
    #[inline]
    pub(super) fn add(&mut self, game: &Finished, points: usize) {
        self.add_end(game.end);
        if let Some((table, action)) = self.first_moves.as_mut().zip(game.opening.first) {
            let player = game.opening.first_player;
            table.add(usize::from(action), player.is_some() && game.end.winner == player);
        }
        if let Some((table, marks)) = self.ownership.as_mut().zip(game.marks) {
            for color in Color::ALL {
                for point in marks.held[color] {
                    table[color][point.index()] += 1;
                }
            }
        }
        if let Some(table) = &mut self.amaf {
            game.count_played(table, points);
        }
        if let Some(table) = &mut self.lengths {
            let plies = game.end.plies as usize;
            if table.len() <= plies {
                table.resize(plies + 1, 0);
            }
            table[plies] += 1;
        }
    }

    fn add_end(&mut self, end: End) {
        match end.winner {
            Some(color) => self.wins[color] += 1,
            None => self.unfinished += 1,
        }
        self.plies += u64::from(end.plies);
        self.plies_squared += u128::from(end.plies) * u128::from(end.plies);
        self.longest = self.longest.max(end.plies);
        self.stones_removed += u64::from(end.stones_removed);
    }

    pub(super) fn merge(&mut self, other: &Rollouts) {
        for color in Color::ALL {
            self.wins[color] += other.wins[color];
        }
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        self.plies_squared += other.plies_squared;
        self.longest = self.longest.max(other.longest);
        self.stones_removed += other.stones_removed;
        if let Some((sum, part)) = self.ownership.as_mut().zip(other.ownership.as_ref()) {
            for color in Color::ALL {
                add_each(&mut sum[color], &part[color]);
            }
        }
        if let Some((sum, part)) = self.first_moves.as_mut().zip(other.first_moves.as_ref()) {
            sum.merge(part);
        }
        if let Some((sum, part)) = self.amaf.as_mut().zip(other.amaf.as_ref()) {
            for color in Color::ALL {
                sum[color].merge(&part[color]);
            }
        }
        if let Some((sum, part)) = self.lengths.as_mut().zip(other.lengths.as_ref()) {
            sum.resize(sum.len().max(part.len()), 0);
            add_each(sum, part);
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won().saturating_add(self.unfinished)
    }

    /// The number of games that either colour won.
    fn won(&self) -> u64 {
        self.wins[Color::Light].saturating_add(self.wins[Color::Dark])
    }

    /// The mean number of plies of a game; NaN without games.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games() as f64
    }

    /// The standard deviation of the number of plies, of the games as they are; NaN without games.
    #[must_use]
    pub fn sd_plies(&self) -> f64 {
        // n * sum of squares - square of sum, exactly: a difference of large floats would lose the digits that count.
        let (games, plies) = (u128::from(self.games()), u128::from(self.plies));
        let exact = games.checked_mul(self.plies_squared).zip(plies.checked_mul(plies));
        let scaled_variance = match exact {
            Some((squares, square)) => squares.saturating_sub(square) as f64,
            // No games add up to such numbers; made-up ones get what floats can say.
            None => games as f64 * self.plies_squared as f64 - (plies as f64).powi(2),
        };
        scaled_variance.max(0.0).sqrt() / games as f64
    }

    /// A colour's share of the games that were won; NaN if none was.
    #[must_use]
    pub fn share(&self, color: Color) -> f64 {
        self.wins[color] as f64 / self.won() as f64
    }

    /// The Wilson score interval of [`Rollouts::share`] for a two-sided normal quantile `z` (1.96 for 95 %); (0, 1) if no
    /// game was won. Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    #[must_use]
    pub fn interval(&self, color: Color, z: f64) -> (f64, f64) {
        wilson(self.wins[color], self.won(), z)
    }
}

/// The Wilson score interval of a share of `won` games for a two-sided normal quantile; (0, 1) without games.
pub(super) fn wilson(wins: u64, won: u64, z: f64) -> (f64, f64) {
    let (won, z) = (won as f64, z.abs());
    if won == 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (wins as f64 / won, z * z);
    let center = (share + z2 / (2.0 * won)) / (1.0 + z2 / won);
    let half = z / (1.0 + z2 / won) * (share * (1.0 - share) / won + z2 / (4.0 * won * won)).sqrt();
    ((center - half).max(0.0), (center + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_known_games() {
        let mut all = Rollouts::default();
        let mut half = Rollouts::default();
        for (i, plies) in [2, 4, 4, 4, 5, 5, 7, 9].into_iter().enumerate() {
            let winner = (i != 7).then_some(if i < 3 { Color::Light } else { Color::Dark });
            let part = if i % 2 == 0 { &mut all } else { &mut half };
            part.add_end(End { winner, plies, stones_removed: 3 });
        }
        all.merge(&half);
        assert_eq!((all.games(), all.wins.0, all.unfinished, all.longest), (8, [3, 4], 1, 9));
        assert_eq!((all.mean_plies(), all.sd_plies(), all.stones_removed), (5.0, 2.0, 24));
        // 3 of 7 at 95 %: the interval that published calculators give.
        let (low, high) = all.interval(Color::Light, 1.959_963_985);
        assert!((low - 0.158_222).abs() < 1e-5 && (high - 0.749_546).abs() < 1e-5, "{low} {high}");
        assert_eq!(Rollouts::default().interval(Color::Dark, 1.96), (0.0, 1.0));
        assert!(Rollouts::default().mean_plies().is_nan() && Rollouts::default().share(Color::Dark).is_nan());
    }
}
