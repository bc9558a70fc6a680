//! The tactics suite is what its page says: forced wins with one winning move, on several boards, for both colours, mostly hard.

mod common;

use common::{data, mv};
use meridians::{
    Control, Engine, Evaluation, Game, Limits, Move, Position, Repetition, Search, Settings, Solver, Watch,
};
use serde_json::Value;
use std::collections::HashMap;

fn tactics() -> Vec<Value> {
    ["4-5", "5-6", "6-7", "7-8"].iter().flat_map(|size| data::json_lines(&format!("tactics/{size}.jsonl"))).collect()
}

fn position(puzzle: &Value) -> Position {
    Position::from_text(data::string(&puzzle["position"])).unwrap()
}

#[test]
fn the_suite_is_varied() {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let all = tactics();
    for puzzle in &all {
        let position = position(puzzle);
        assert_eq!(position.size().to_string(), data::string(&puzzle["size"]));
        assert_eq!(position.turn().name(), data::string(&puzzle["turn"]));
        assert!(position.is_legal(mv(position.size(), data::string(&puzzle["move"]))));
        assert!([4, 6, 8].contains(&puzzle["plies"].as_u64().unwrap()));
        for key in ["size", "turn", "theme", "phase"] {
            *counts.entry(data::string(&puzzle[key]).to_owned()).or_default() += 1;
        }
        *counts.entry(format!("{} plies", puzzle["plies"])).or_default() += 1;
    }
    assert!(all.len() >= 200, "{}", all.len());
    let texts: std::collections::HashSet<&str> = all.iter().map(|puzzle| data::string(&puzzle["position"])).collect();
    assert_eq!(texts.len(), all.len());
    for (name, least) in [
        ("4/5", 40),
        ("5/6", 40),
        ("6/7", 40),
        ("7/8", 20),
        ("light", 60),
        ("dark", 60),
        ("ending", 60),
        ("middle", 10),
        ("rescue", 10),
        ("double attack", 20),
        ("merging denial", 20),
        ("attack", 5),
        ("quiet", 20),
        ("4 plies", 60),
        ("6 plies", 40),
        ("8 plies", 5),
    ] {
        assert!(counts.get(name).copied().unwrap_or(0) >= least, "{name}: {counts:?}");
    }
}

/// By the plain solver, where it is quick: no other move wins within two plies more.
#[test]
fn winning_moves_are_unique() {
    let control = Control::default();
    let mut proven: HashMap<u64, u32> = HashMap::new();
    for puzzle in &tactics() {
        let position = position(puzzle);
        let plies = puzzle["plies"].as_u64().unwrap() as u32;
        let mut solver = Solver::new(60_000, &control);
        let Ok(distance) = solver.win_distance(&position, plies) else { continue };
        assert_eq!(distance, Some(plies), "{puzzle}");
        let Ok(only) = solver.only_winning_move(&position, plies + 2) else { continue };
        assert_eq!(only, Some(mv(position.size(), data::string(&puzzle["move"]))), "{puzzle}");
        *proven.entry(u64::from(plies)).or_default() += 1;
    }
    let count = |plies| proven.get(&plies).copied().unwrap_or(0);
    assert!(count(4) >= 60 && count(6) >= 40 && count(8) >= 4, "{proven:?}");
}

/// Neither the evaluation's best move nor a tree search of 100 visits, with the weights and engines of now.
#[test]
fn half_of_them_are_hard() {
    let (mut hard, mut tried) = (0, 0);
    for puzzle in &tactics() {
        let position = position(puzzle);
        let winning = mv(position.size(), data::string(&puzzle["move"]));
        let evaluation = Evaluation::builtin(position.size());
        let value = |mv: &Move| {
            let after = position.clone_and_play(*mv).0;
            if after.is_over() { i32::MIN } else { -evaluation.logit(&after) }
        };
        let by_evaluation = position.legal().iter().max_by_key(value).unwrap();
        let mut grave = Search::new(Settings { engine: Engine::Grave, ..Settings::new(position.size()) });
        let game = Game::new(position, Repetition::Draw);
        let by_tree = grave.run(&game, Limits::visits(100), &Watch::default()).unwrap().best;
        hard += u32::from(by_evaluation != winning && by_tree != winning);
        tried += 1;
    }
    assert!(2 * hard >= tried, "{hard} of {tried}");
}
