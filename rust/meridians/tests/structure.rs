//! Groups that can never be cut, against an exhaustive search of all that the other colour can place, on small boards; and by hostile
//! play on larger ones. The words that are plain definitions are held against the reference by the Python tests.

mod common;

use common::oracle::Oracle;
use meridians::{Bitboard, ByColor, Color, Game, Position, Repetition, SEARCHED_STATES, Size, Stream, Structure};
use std::collections::HashSet;

/// The stones with those of one colour replaced.
fn stones(position: &Position, color: Color, own: Bitboard) -> ByColor<Bitboard> {
    let mut stones = ByColor(Color::ALL.map(|color| position.stones(color)));
    stones[color] = own;
    stones
}

/// The stones of a colour after one of its turns, and its placements, by the words of the rules.
fn turns_of(position: &Position, color: Color, own: Bitboard) -> Vec<Bitboard> {
    let oracle = Oracle::new(position.size(), stones(position, color, own));
    let placements = position.board().all().iter().filter(|&point| oracle.is_placement(color, 2, point));
    placements
        .map(|point| {
            let after = own.with(point);
            let dead = Oracle::new(position.size(), stones(position, color, after)).dead_groups(color);
            dead.into_iter().fold(after, Bitboard::without)
        })
        .collect()
}

/// The groups of a colour that have a path, and those of them that the other colour can cut with all the turns it likes; None if there
/// is more than so many states.
fn cuttable(position: &Position, color: Color, states: usize) -> Option<(Vec<Bitboard>, Vec<Bitboard>)> {
    let dead_now = Oracle::of(position).dead_groups(color);
    let living: Vec<Bitboard> = position.groups(color).filter(|group| !dead_now.contains(group)).collect();
    let start = position.stones(!color);
    let (mut seen, mut todo, mut cut) = (HashSet::from([start]), vec![start], Vec::new());
    while let Some(now) = todo.pop()
        && cut.len() < living.len()
    {
        for after in turns_of(position, !color, now) {
            if !seen.insert(after) {
                continue;
            }
            if seen.len() > states {
                return None;
            }
            let dead = Oracle::new(position.size(), stones(position, !color, after)).dead_groups(color);
            cut.extend(
                living
                    .iter()
                    .filter(|group| dead.contains(group))
                    .copied()
                    .filter(|group| !cut.contains(group))
                    .collect::<Vec<_>>(),
            );
            todo.push(after);
        }
    }
    Some((living, cut))
}

/// Positions of random games, each game's with both colours' second turns taken, one in so many.
fn positions(size: Size, games: u64, one_in: usize) -> impl Iterator<Item = Position> {
    (0..games).flat_map(move |index| {
        let mut stream = Stream::new(3, index);
        let mut game = Game::new(Position::new(size, false), Repetition::None);
        let mut found = Vec::new();
        while !game.is_over() {
            let legal = game.legal();
            let mv = legal.nth(stream.below(legal.count())).expect("a game that goes on has a move");
            game.play(mv).expect("a legal move");
            let position = *game.position();
            let turns = Color::ALL.map(|color| position.turns(color));
            if turns == [2, 2] && !position.is_over() && stream.below(one_in) == 0 {
                found.push(position);
            }
        }
        found
    })
}

/// Counts (safe groups, those found) over random positions, and checks that none was found that can be cut.
fn recall(size: Size, games: u64, one_in: usize, states: usize) -> (usize, usize) {
    let (mut safe, mut found) = (0, 0);
    for position in positions(size, games, one_in) {
        for color in Color::ALL {
            let Some((living, cut)) = cuttable(&position, color, states) else { continue };
            let never_cut = Structure::of(&position, color).never_cut(SEARCHED_STATES);
            for group in &never_cut {
                assert!(living.contains(group) && !cut.contains(group), "{group:?} of {color:?} in {position}");
            }
            safe += living.len() - cut.len();
            found += never_cut.len();
        }
    }
    (safe, found)
}

#[test]
fn never_cut_groups_of_the_smallest_board_are_those_of_an_exhaustive_search() {
    let (safe, found) = recall(Size::ALL[0], 300, 3, 20_000);
    assert!(safe > 50, "{safe}");
    assert_eq!(found, safe);
}

#[test]
fn most_never_cut_groups_of_the_next_board_are_found() {
    let (safe, found) = recall(Size::ALL[1], 150, 25, 3_000);
    assert!(safe > 20, "{safe}");
    assert!(5 * found >= 4 * safe, "{found} of {safe}");
}

/// What a region's search says does not depend on its limit but for giving up.
#[test]
fn a_larger_limit_finds_no_fewer_groups() {
    for size in [Size::ALL[1], Size::ALL[2]] {
        for position in positions(size, 10, 10) {
            for color in Color::ALL {
                let structure = Structure::of(&position, color);
                let found = [0, 30, 300].map(|states| structure.never_cut(states));
                for pair in found.windows(2) {
                    assert!(pair[0].iter().all(|group| pair[1].contains(group)), "{position}");
                }
            }
        }
    }
}

/// Random placements of the other colour, turn after turn, never leave such a group without a path. `examples/hostile.rs` does the same
/// for a million positions.
#[test]
fn hostile_play_cuts_no_group_that_is_never_cut() {
    let mut groups = 0;
    for size in [Size::ALL[2], Size::BEGINNER, Size::STANDARD, Size::EXPERT] {
        for (index, position) in positions(size, 20, 5).enumerate() {
            for color in Color::ALL {
                let safe = Structure::of(&position, color).never_cut(SEARCHED_STATES);
                if safe.is_empty() {
                    continue;
                }
                groups += safe.len();
                let mut stream = Stream::new(7, index as u64);
                let mut now = position.stones(!color);
                for _ in 0..2 * size.points() {
                    let after = turns_of(&position, !color, now);
                    if after.is_empty() {
                        break;
                    }
                    now = after[stream.below(after.len())];
                    let dead = Oracle::new(size, stones(&position, !color, now)).dead_groups(color);
                    assert!(!safe.iter().any(|group| dead.contains(group)), "{position}");
                }
            }
        }
    }
    assert!(groups > 5, "{groups}");
}

#[test]
fn safe_moves_can_be_played_one_after_the_other() {
    let mut filled = 0;
    for size in [Size::ALL[1], Size::BEGINNER] {
        for position in positions(size, 30, 5) {
            let color = position.turn();
            // Threatened stones are taken for gone.
            if !Oracle::of(&position).dead_groups(color).is_empty() {
                continue;
            }
            let mut own = position.stones(color);
            for point in Structure::of(&position, color).safe_moves() {
                let oracle = Oracle::new(size, stones(&position, color, own));
                assert!(oracle.is_placement(color, 2, point));
                own.insert(point);
                assert!(Oracle::new(size, stones(&position, color, own)).dead_groups(color).is_empty());
                filled += 1;
            }
        }
    }
    assert!(filled > 20, "{filled}");
}
