//! Makes the tactics suite of `tests/data/tactics/`: `cargo run --release --example tactics -- SIZE COUNT FILE [SEED]`.
//!
//! Games of alpha-beta against itself, brief searches with some random moves, many, or nothing else, are looked through for positions
//! with a forced win in 4 to 8 plies whose first move is the only one: no other move wins within two plies more. Both is proven by the
//! plain solver. Random moves that were not played in a game are looked at like those that were: a mistake late in a game often leaves
//! one winning reply. A game is a function of size, seed and its number, and what is taken from it depends on what the file has before,
//! so the file is the same on every machine; it is appended to, and a run that was killed goes on where it was. The games are played
//! with a small evaluation of their own, so that other weights do not change them; which positions are hard does depend on the weights.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use meridians::{
    Color, Control, Engine, Evaluation, Game, Limits, Move, Position, Repetition, Report, Search, Settings, Size,
    Solver, Stream, Verdict, Watch, move_text, parse_size,
};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// Visits of a move of a game, and of the look at a mistake.
const PLAY_VISITS: u64 = 600;
const LOOK_VISITS: u64 = 1000;
/// One move in so many is random, by the kind of game.
const NOISE: [usize; 4] = [12, 4, 1, 1];
/// The mistakes tried at a position of a game, each of which leaves its player few paths.
const MISTAKES: usize = 6;
const PATHS: usize = 5;
/// What the games are played with.
const WEIGHTS: &str = "features 3\nmobility 0.03\nlargest_component 0.08\nthreatened_stones -0.2\nto_move 0.3\n";
/// Positions of a game tried at most.
const TRIED: usize = 16;
/// Nodes of the plain solver for a position.
const SOLVER_NODES: u64 = 3_000_000;
const PLIES: std::ops::RangeInclusive<u32> = 4..=8;
/// Visits of a tree search that does not find the move of a hard position: more than the 100 that the tests ask about, so that most
/// positions stay hard when the engines get a little better.
const FEW_VISITS: u64 = 200;

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
        if let Some(puzzle) = puzzle_of_game(size, seed, index, &Suite(&found)) {
            println!("{puzzle}");
            writeln!(out, "{puzzle}")?;
            found.push(puzzle);
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

/// A position with a forced win, as alpha-beta has it.
struct Candidate {
    position: Position,
    ply: usize,
    winning: Move,
    plies: u32,
}

impl Candidate {
    /// The win that alpha-beta sees within so many visits, if it is long enough and not too long.
    fn look(engine: &mut Search, position: &Position, ply: usize, visits: u64) -> (Report, Option<Candidate>) {
        let report = search(engine, position, visits);
        let wins = report.proven.filter(|proof| proof.verdict == Verdict::Win && PLIES.contains(&proof.plies));
        let candidate =
            wins.map(|proof| Candidate { position: *position, ply, winning: report.best, plies: proof.plies });
        (report, candidate)
    }
}

/// The positions of a game with a forced win, and of mistakes that were not made in it.
fn candidates(size: Size, engine: &mut Search, stream: &mut Stream) -> Vec<Candidate> {
    let mut game = Game::new(Position::new(size, false), Repetition::Draw);
    let noise = NOISE[stream.below(NOISE.len())];
    let mut all = Vec::new();
    while !game.is_over() {
        let legal = game.legal();
        let mut mv = legal.nth(stream.below(legal.count())).unwrap_or(Move::Pass);
        if game.ply() >= 4 {
            let (report, candidate) = Candidate::look(engine, game.position(), game.ply(), PLAY_VISITS);
            all.extend(candidate);
            let lost = report.proven.is_some_and(|proof| proof.verdict == Verdict::Loss);
            for after in mistakes(game.position(), lost, stream) {
                all.extend(Candidate::look(engine, &after, game.ply() + 1, LOOK_VISITS).1);
            }
            if stream.below(noise) != 0 {
                mv = report.best;
            }
        }
        game.play(mv).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
    all
}

/// What the suite has so far.
struct Suite<'a>(&'a [Value]);

impl Suite<'_> {
    fn count(&self, key: &str, value: impl Into<Value>) -> usize {
        let value = value.into();
        self.0.iter().filter(|one| one[key] == value).count()
    }

    /// Whether a position may join: two of three are hard, so that at least half stay so when the engines change a little, and at most two
    /// of three have the shortest win.
    fn wants(&self, hard: bool, plies: u32) -> bool {
        let most = 2 * self.0.len();
        (hard || 3 * self.count("hard", true) > most) && (plies > 4 || 3 * self.count("plies", 4) <= most)
    }

    /// How much of the same kind there is.
    fn like(&self, one: &Candidate) -> usize {
        self.count("theme", theme(&one.position, one.winning))
            + self.count("phase", phase(&one.position))
            + self.count("turn", one.position.turn().name())
            + self.count("plies", one.plies)
    }
}

/// What some moves lead to: those that threaten a group of the opponent, and some random ones, if they leave their player few paths.
fn mistakes(position: &Position, lost: bool, stream: &mut Stream) -> Vec<Position> {
    let legal = position.legal();
    // After most moves of a lost position many replies win.
    let random = if lost { 0 } else { MISTAKES };
    let random: Vec<Move> = (0..random).filter_map(|_| legal.nth(stream.below(legal.count()))).collect();
    let after = |mv: Move| position.clone_and_play(mv).0;
    let all =
        legal.iter().map(after).filter(|after| !after.threatened().is_empty()).chain(random.into_iter().map(after));
    all.filter(|after| !after.is_over() && after.paths(position.turn()).len() <= PATHS).collect()
}

/// A puzzle of this game, if there is one: of what the suite has few of.
fn puzzle_of_game(size: Size, seed: u64, index: u64, suite: &Suite) -> Option<Value> {
    let mut all = candidates(size, &mut player(size), &mut Stream::new(seed, index));
    all.retain(|one| suite.count("position", one.position.text()) == 0);
    all.sort_by_cached_key(|one| suite.like(one));
    let mut puzzle = all.iter().take(TRIED).find_map(|one| puzzle(one, suite))?;
    puzzle["seed"] = seed.into();
    puzzle["game"] = index.into();
    Some(puzzle)
}

fn search(engine: &mut Search, position: &Position, visits: u64) -> Report {
    let game = Game::new(*position, Repetition::Draw);
    engine.run(&game, Limits::visits(visits), &Watch::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The puzzle that a position is, if it is one and the suite wants it.
fn puzzle(one: &Candidate, suite: &Suite) -> Option<Value> {
    let position = &one.position;
    let size = position.size();
    let few_visits = || {
        let mut grave = Search::new(Settings { engine: Engine::Grave, ..Settings::new(size) });
        search(&mut grave, position, FEW_VISITS).best
    };
    let hard = best_by_evaluation(position) != one.winning && few_visits() != one.winning;
    if position.legal().count() < 6 || !suite.wants(hard, one.plies) {
        return None;
    }
    let control = Control::default();
    let mut solver = Solver::new(SOLVER_NODES, &control);
    let plies = solver.win_distance(position, one.plies).ok()??;
    let only = solver.only_winning_move(position, plies + 2).ok()?;
    if !PLIES.contains(&plies) || only != Some(one.winning) || !suite.wants(hard, plies) {
        return None;
    }
    Some(json!({
        "size": size.to_string(),
        "ply": one.ply,
        "position": position.text(),
        "move": move_text(size, one.winning),
        "plies": plies,
        "turn": position.turn().name(),
        "theme": theme(position, one.winning),
        "phase": phase(position),
        "hard": hard,
    }))
}

fn phase(position: &Position) -> &'static str {
    if 2 * position.empty().count() > position.size().points() { "middle" } else { "ending" }
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
    let other = !position.turn();
    let (after, removed) = position.clone_and_play(winning);
    match after.threatened() {
        _ if position.threatened().iter().any(|group| !group.meets(removed)) => "rescue",
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
