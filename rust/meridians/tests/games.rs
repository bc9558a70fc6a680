//! Recorded games of two unrelated engines (AbstractPlay and Ludii), and two lines with their known ends, replayed ply by ply.

mod common;

use common::{data, mv, points};
use meridians::{Bitboard, Color, Game, Move, Outcome, Position, Reason, Repetition};
use serde_json::Value;

/// What a replay compared, so that a file that lost its contents cannot pass.
#[derive(Debug, Default, PartialEq, Eq)]
struct Compared {
    games: usize,
    plies: usize,
    legal_counts: usize,
    legal_sets: usize,
    threatened_sets: usize,
}

fn start(record: &Value, repetition: Repetition) -> Game {
    Game::new(Position::new(common::size(data::string(&record["size"])), false), repetition)
}

/// Replays a game and compares everything that its record tells.
fn replay(record: &Value, compared: &mut Compared) {
    let mut game = start(record, Repetition::None);
    let size = game.position().size();
    let lists = ["moves", "removed", "legal_counts"].map(|key| data::list(&record[key]));
    assert_eq!(lists.map(<[Value]>::len), [lists[0].len(); 3]);
    compared.games += 1;
    for (ply, mv_name) in lists[0].iter().enumerate() {
        let [_, removed, legal_count] = lists.map(|list| &list[ply]);
        let position = *game.position();
        let at = || format!("ply {ply}\n{position}");
        compared.plies += 1;
        if let Some(count) = legal_count.as_u64() {
            assert_eq!(position.legal().count() as u64, count, "{}", at());
            compared.legal_counts += 1;
        }
        if let Some(legal) = record["legal"].get(ply.to_string()) {
            assert_eq!(position.legal().placements(), points(size, data::strings(legal)), "{}", at());
            compared.legal_sets += 1;
        }
        if let Some(threatened) = record["threatened"].get(ply.to_string()) {
            let ours = position.threatened().into_iter().fold(Bitboard::EMPTY, |all, group| all | group);
            assert_eq!(ours, points(size, data::strings(threatened)), "{}", at());
            compared.threatened_sets += 1;
        }
        let ours = game.play(mv(size, data::string(mv_name))).unwrap_or_else(|illegal| panic!("{illegal}, {}", at()));
        assert_eq!(ours, points(size, data::strings(removed)), "{}", at());
    }
    assert_eq!(game.outcome(), Some(elimination_by(&record["winner"])));
}

fn elimination_by(winner: &Value) -> Outcome {
    Outcome { winner: Color::from_name(data::string(winner)), reason: Reason::Elimination }
}

#[test]
fn random_games_of_abstract_play_agree_at_every_ply() {
    let mut compared = Compared::default();
    for size in ["5-6", "6-7", "7-8"] {
        for record in data::json_lines(&format!("random_games_{size}.jsonl")) {
            replay(&record, &mut compared);
        }
    }
    // The first two legal counts of every game are not recorded.
    assert_eq!(
        compared,
        Compared { games: 130, plies: 14367, legal_counts: 14107, legal_sets: 2793, threatened_sets: 2793 }
    );
}

#[test]
fn trials_of_ludii_agree_at_every_ply() {
    let mut compared = Compared::default();
    for number in 0..2 {
        replay(&data::json(&format!("ludii_trial_{number}.json")), &mut compared);
    }
    assert_eq!(compared, Compared { games: 2, plies: 239, legal_counts: 239, legal_sets: 0, threatened_sets: 0 });
}

#[test]
fn forced_pass_removes_everything_and_loses() {
    let record = data::json("forced_pass.json");
    let mut game = start(&record, Repetition::Draw);
    let size = game.position().size();
    for name in data::strings(&record["moves"]) {
        assert_eq!(game.outcome(), None);
        game.play(mv(size, name)).unwrap();
    }
    let loser = game.position().turn();
    let forced = mv(size, data::string(&record["then"]));
    assert_eq!(game.legal().iter().collect::<Vec<_>>(), [forced]);
    assert_eq!(forced, Move::Pass);
    let all = game.position().stones(loser);
    assert_eq!(game.play(forced), Ok(all));
    assert_eq!(game.outcome(), Some(elimination_by(&record["winner"])));
    assert_eq!(game.outcome().unwrap().winner, Some(!loser));
}

#[test]
fn repetition_is_a_draw_at_the_third_time_under_the_policy_only() {
    let record = data::json("repetition.json");
    let mut drawn = start(&record, Repetition::Draw);
    let mut bare = start(&record, Repetition::None);
    let size = drawn.position().size();
    for name in data::strings(&record["moves"]) {
        drawn.play(mv(size, name)).unwrap();
        bare.play(mv(size, name)).unwrap();
    }
    let repeated = *drawn.position();
    let cycle = data::strings(&record["cycle"]);
    for time in 2..=3 {
        for (&name, removed) in cycle.iter().zip(data::list(&record["removed_in_cycle"])) {
            let removed = points(size, data::strings(removed));
            assert_eq!(drawn.play(mv(size, name)), Ok(removed));
            assert_eq!(bare.play(mv(size, name)), Ok(removed));
            assert_eq!(drawn.is_over(), time == 3 && name == cycle[3]);
        }
        assert_eq!((*drawn.position(), drawn.occurrences()), (repeated, time));
    }
    assert_eq!(drawn.outcome(), Some(Outcome { winner: None, reason: Reason::Repetition }));
    assert_eq!((drawn.winner(), drawn.legal().count()), (None, 0));
    // Undo takes the occurrence back, and with it the draw.
    drawn.undo();
    assert_eq!((drawn.outcome(), drawn.occurrences()), (None, 2));
    for _ in 0..25 {
        for &name in &cycle {
            bare.play(mv(size, name)).unwrap();
        }
    }
    assert_eq!((bare.outcome(), bare.occurrences(), *bare.position()), (None, 28, repeated));
}
