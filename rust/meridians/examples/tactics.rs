//! Makes the tactics suite of `tests/data/tactics/`: `cargo run --release --example tactics -- SIZE COUNT FILE [SEED]`.
//!
//! Games of alpha-beta against itself, brief searches with some random moves, are looked through for positions with a forced win in
//! 4 to 8 plies whose first move is the only one: no other move wins within two plies more. Both is proven by the plain solver. A game is
//! a function of size, seed and its number, so the file is the same on every machine; it is appended to, and a run that was killed goes on
//! where it was. The games are played with a small evaluation of their own, so that other weights do not change them; which positions
//! are hard does depend on the weights.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{
    Color, Control, Engine, Evaluation, Game, Limits, Move, Position, Repetition, Search, Settings, Size, Solver,
    Stream, Verdict, Watch, move_text, parse_size,
};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// Visits of a move of a game, and of the look for a win.
const PLAY_VISITS: u64 = 600;
const LOOK_VISITS: u64 = 20_000;
/// One move in so many is random; one game in three has twice as many.
const NOISE: usize = 12;
/// What the games are played with.
const WEIGHTS: &str = "features 3\nmobility 0.03\nlargest_component 0.08\nthreatened_stones -0.2\nto_move 0.3\n";
/// Nodes of the plain solver for a position.
const SOLVER_NODES: u64 = 3_000_000;
const PLIES: std::ops::RangeInclusive<u32> = 4..=8;
/// Visits of a tree search that does not find the move of a hard position.
const FEW_VISITS: u64 = 100;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, count, file, rest @ ..] = arguments.as_slice() else {
        return Err("arguments: SIZE COUNT FILE [SEED], such as 6/7 60 tests/data/tactics/6-7.jsonl".into());
    };
    let (size, count): (Size, usize) = (parse_size(size)?, count.parse()?);
    let seed: u64 = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let mut found: Vec<Value> = match std::fs::read_to_string(file) {
        Ok(text) => text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?,
        Err(_) => Vec::new(),
    };
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    let first = found.last().and_then(|last| last["game"].as_u64()).map_or(0, |last| last + 1);
    for index in first.. {
        if found.len() >= count {
            break;
        }
        let hard = found.iter().filter(|one| one["hard"] == true).count();
        for puzzle in puzzles(size, seed, index) {
            // Two of three are hard, so that at least half stay so when the engines change a little.
            if puzzle["hard"] == true || 3 * hard >= 2 * found.len() {
                println!("{puzzle}");
                writeln!(out, "{puzzle}")?;
                found.push(puzzle);
                break;
            }
        }
    }
    Ok(())
}

/// Alpha-beta with the small evaluation.
fn player(size: Size) -> Search {
    let text = format!("meridians evaluation 1\nsize {size}\n{WEIGHTS}");
    let evaluation = Arc::new(Evaluation::parse(&text).unwrap_or_else(|error| panic!("{error}")));
    Search::new(Settings { engine: Engine::AlphaBeta, memory: 16 << 20, evaluation, ..Settings::new(size) })
}

/// The positions of a game that make good puzzles, those without an easy solution first.
fn puzzles(size: Size, seed: u64, index: u64) -> Vec<Value> {
    let mut stream = Stream::new(seed, index);
    let mut engine = player(size);
    let mut game = Game::new(Position::new(size, false), Repetition::Draw);
    let noise = if stream.below(3) == 0 { NOISE / 2 } else { NOISE };
    let mut positions = Vec::new();
    while !game.is_over() {
        let legal = game.legal();
        let mv = if game.ply() < 4 || stream.below(noise) == 0 {
            legal.nth(stream.below(legal.count())).unwrap_or(Move::Pass)
        } else {
            best(&mut engine, &game, PLAY_VISITS).0
        };
        positions.push((game.ply(), *game.position()));
        game.play(mv).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
    let mut all = Vec::new();
    let mut last = usize::MAX;
    for (ply, position) in positions.into_iter().skip(4) {
        // The next positions of the same combination are the same puzzle once more.
        if last != usize::MAX && ply < last + 6 {
            continue;
        }
        if let Some(mut puzzle) = puzzle(&position, &mut engine) {
            puzzle["seed"] = seed.into();
            puzzle["game"] = index.into();
            puzzle["ply"] = ply.into();
            all.push(puzzle);
            last = ply;
        }
    }
    all.sort_by_key(|puzzle| puzzle["hard"] != true);
    all
}

fn best(engine: &mut Search, game: &Game, visits: u64) -> (Move, Option<u32>) {
    let report = engine.run(game, Limits::visits(visits), &Watch::default()).unwrap_or_else(|error| panic!("{error}"));
    let wins = report.proven.filter(|proof| proof.verdict == Verdict::Win);
    (report.best, wins.map(|proof| proof.plies))
}

/// The puzzle that a position is, if it is one.
fn puzzle(position: &Position, engine: &mut Search) -> Option<Value> {
    let game = Game::new(*position, Repetition::Draw);
    let plies = best(engine, &game, LOOK_VISITS).1.filter(|plies| PLIES.contains(plies))?;
    let control = Control::default();
    let mut solver = Solver::new(SOLVER_NODES, &control);
    let plies = solver.win_distance(position, plies).ok()??;
    let &[winning] = solver.winning_moves(position, plies + 2).ok()?.as_slice() else { return None };
    if !PLIES.contains(&plies) || position.legal().count() < 6 {
        return None;
    }
    let size = position.size();
    let by_evaluation = best_by_evaluation(position) == winning;
    let by_few_visits =
        best(&mut Search::new(Settings { engine: Engine::Grave, ..Settings::new(size) }), &game, FEW_VISITS).0
            == winning;
    let share = position.empty().count() as f64 / size.points() as f64;
    Some(json!({
        "size": size.to_string(),
        "position": position.text(),
        "move": move_text(size, winning),
        "plies": plies,
        "turn": position.turn().name(),
        "theme": theme(position, winning),
        "phase": if share > 0.5 { "middle" } else { "ending" },
        "hard": !by_evaluation && !by_few_visits,
    }))
}

/// The move after which the evaluation is best for its player.
fn best_by_evaluation(position: &Position) -> Move {
    let evaluation = Evaluation::builtin(position.size());
    let value = |mv: &Move| {
        let after = position.clone_and_play(*mv).0;
        if after.is_over() { i32::MIN } else { -evaluation.logit(&after) }
    };
    position.legal().iter().max_by_key(value).unwrap_or(Move::Pass)
}

/// What the winning move is about.
fn theme(position: &Position, winning: Move) -> &'static str {
    let (own, other) = (position.turn(), !position.turn());
    let after = position.clone_and_play(winning).0;
    let threatened: usize = position.threatened().iter().map(|group| group.count()).sum();
    match after.threatened() {
        _ if threatened == position.stones(own).count() => "rescue",
        groups if groups.len() >= 2 => "double attack",
        _ if merges(position, other, winning) => "merging denial",
        groups if groups.is_empty() => "quiet",
        _ => "attack",
    }
}

/// Whether a stone of this colour on the point of the move is legal and would join two of its groups.
fn merges(position: &Position, color: Color, mv: Move) -> bool {
    let Move::Place(point) = mv else { return false };
    if !position.placements(color).contains(point) {
        return false;
    }
    let around = position.board().neighbors(point);
    position.groups(color).filter(|group| group.meets(around)).count() >= 2
}
