//! Groups that can never be cut, against an exhaustive search of all that the other colour can place, on small boards; and by hostile
//! play on larger ones. The words that are plain definitions are held against the reference by the Python tests.

mod common;

use common::oracle::Oracle;
use meridians::{Bitboard, ByColor, Color, Game, Position, Repetition, SEARCHED_STATES, Size, Stream, Structure};
use std::collections::HashSet;

/// The rules about some stones of a colour and of the other.
fn oracle(size: Size, color: Color, own: Bitboard, other: Bitboard) -> Oracle {
    let mut stones = ByColor([other; 2]);
    stones[color] = own;
    Oracle::new(size, stones)
}

/// What a turn of a colour may leave of its stones, after each of its placements, by the words of the rules.
fn turns_of(size: Size, color: Color, own: Bitboard, other: Bitboard) -> Vec<Bitboard> {
    let oracle_now = oracle(size, color, own, other);
    let placements = size.geometry().all().iter().filter(|&point| oracle_now.is_placement(color, 2, point));
    placements
        .map(|point| {
            let after = own.with(point);
            let dead = oracle(size, color, after, other).dead_groups(color);
            dead.into_iter().fold(after, Bitboard::without)
        })
        .collect()
}

/// The groups of a colour that have a path, and those of them that the other colour can cut with all the turns it likes; None if there
/// is more than so many states. At the end of a turn that the colour skips, its dead groups are removed (R8), or none of them.
fn cuttable(position: &Position, color: Color, states: usize, removal: bool) -> Option<(Vec<Bitboard>, Vec<Bitboard>)> {
    let size = position.size();
    let dead_in = |own, other| oracle(size, color, own, other).dead_groups(color);
    let (own, other) = (position.stones(color), position.stones(!color));
    let skip = |own: Bitboard, other| {
        if removal { dead_in(own, other).into_iter().fold(own, Bitboard::without) } else { own }
    };
    let dead_now = dead_in(own, other);
    let living: Vec<Bitboard> = position.groups(color).filter(|group| !dead_now.contains(group)).collect();
    // Either colour may have the first turn.
    let mut todo = vec![(own, other), (skip(own, other), other)];
    let (mut seen, mut cut) = (HashSet::from([todo[0], todo[1]]), Vec::new());
    while let Some((own, other)) = todo.pop()
        && cut.len() < living.len()
    {
        for after in turns_of(size, !color, other, own) {
            let dead = dead_in(own, after);
            let news = living.iter().filter(|group| dead.contains(group) && !cut.contains(*group)).copied();
            cut.extend(news.collect::<Vec<_>>());
            let state = (skip(own, after), after);
            if !seen.insert(state) {
                continue;
            }
            if seen.len() > states {
                return None;
            }
            todo.push(state);
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

/// What an exhaustive search says of the groups of some positions, and `never_cut`.
#[derive(Debug, Default)]
struct Recall {
    /// Groups that cannot be cut if dead groups stay on the board.
    safe_if_all_stand: usize,
    /// Groups that cannot be cut whether they stay or are removed.
    safe: usize,
    found: usize,
}

/// Counts over random positions, and checks that no group was found that can be cut.
fn recall(size: Size, games: u64, one_in: usize, states: usize) -> Recall {
    let mut recall = Recall::default();
    for position in positions(size, games, one_in) {
        for color in Color::ALL {
            let both = [false, true].map(|removal| cuttable(&position, color, states, removal));
            let [Some((mut living, cut)), Some((_, cut_if_removed))] = both else { continue };
            living.retain(|group| !cut.contains(group));
            recall.safe_if_all_stand += living.len();
            living.retain(|group| !cut_if_removed.contains(group));
            recall.safe += living.len();
            let never_cut = Structure::of(&position, color).never_cut(SEARCHED_STATES);
            recall.found += never_cut.len();
            for group in &never_cut {
                assert!(living.contains(group), "{group:?} of {color:?} in {position}");
            }
        }
    }
    recall
}

#[test]
fn never_cut_groups_of_the_smallest_board_are_those_of_an_exhaustive_search() {
    let recall = recall(Size::ALL[0], 300, 3, 20_000);
    assert!(recall.safe > 50, "{recall:?}");
    assert_eq!(recall.found, recall.safe);
}

#[test]
fn most_never_cut_groups_of_the_next_board_are_found() {
    let recall = recall(Size::ALL[1], 150, 25, 3_000);
    assert!(recall.safe > 20, "{recall:?}");
    assert!(5 * recall.found >= 4 * recall.safe_if_all_stand, "{recall:?}");
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

/// Random placements of the other colour, turn after turn, never leave such a group without a path. `examples/structure.rs` does the
/// same for a million positions.
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
                let (mut own, mut other) = (position.stones(color), position.stones(!color));
                for _ in 0..2 * size.points() {
                    let after = turns_of(size, !color, other, own);
                    if after.is_empty() {
                        break;
                    }
                    other = after[stream.below(after.len())];
                    let dead = oracle(size, color, own, other).dead_groups(color);
                    assert!(!safe.iter().any(|group| dead.contains(group)), "{position}");
                    // The colour skips its turn.
                    own = dead.into_iter().fold(own, Bitboard::without);
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
                let other = position.stones(!color);
                assert!(oracle(size, color, own, other).is_placement(color, 2, point));
                own.insert(point);
                assert!(oracle(size, color, own, other).dead_groups(color).is_empty());
                filled += 1;
            }
        }
    }
    assert!(filled > 20, "{filled}");
}
