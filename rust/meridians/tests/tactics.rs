//! The tactics suite is what its page says: forced wins with one winning move, on several boards, for both colours.

mod common;

use common::{data, mv};
use meridians::{Control, Position, Solver};
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
    assert!(all.len() >= 10, "{}", all.len());
    let texts: std::collections::HashSet<&str> = all.iter().map(|puzzle| data::string(&puzzle["position"])).collect();
    assert_eq!(texts.len(), all.len());
    for name in ["4/5", "5/6", "6/7", "7/8", "light", "dark", "4 plies", "6 plies", "8 plies"] {
        assert!(counts.contains_key(name), "{name}: {counts:?}");
    }
}

/// By the plain solver, where it is quick: no other move wins within two plies more.
#[test]
fn winning_moves_are_unique() {
    let control = Control::default();
    let mut proven = 0;
    for puzzle in &tactics() {
        let position = position(puzzle);
        let plies = puzzle["plies"].as_u64().unwrap() as u32;
        let mut solver = Solver::new(20_000, &control);
        let Ok(distance) = solver.win_distance(&position, plies) else { continue };
        assert_eq!(distance, Some(plies));
        let Ok(moves) = solver.winning_moves(&position, plies + 2) else { continue };
        assert_eq!(moves, [mv(position.size(), data::string(&puzzle["move"]))], "{puzzle}");
        proven += 1;
    }
    assert!(proven >= 2, "{proven}");
}
