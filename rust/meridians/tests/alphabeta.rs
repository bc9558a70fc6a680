//! Alpha-beta: perfect where the game is solved, sound where it claims a proof, and the same each time.

mod common;

use common::{data, mv};
use meridians::{
    Color, Engine, Game, Limits, Move, Position, Proof, Repetition, Report, Search, Settings, Size, SolvedTable, Stop,
    Verdict, Watch,
};
use serde_json::Value;
use std::time::Duration;

fn search(size: Size) -> Search {
    Search::new(Settings { engine: Engine::AlphaBeta, memory: 4 << 20, ..Settings::new(size) })
}

fn game(position: Position) -> Game {
    Game::new(position, Repetition::Draw)
}

fn run(search: &mut Search, game: &Game, visits: u64) -> Report {
    search.run(game, Limits::visits(visits), &Watch::default()).unwrap()
}

/// That a proven line is one: legal moves up to the end of the game, after as many plies as it says and with its result.
fn check_proven_line(report: &Report, game: &Game) {
    let line = &report.lines[0];
    let proof = report.proven.unwrap();
    assert_eq!((line.proven, line.moves[0]), (Some(proof), report.best));
    let mut position = *game.position();
    let mover = position.turn();
    for &mv in &line.moves {
        position.play(mv).unwrap();
    }
    assert_eq!(line.moves.len() as u32, proof.plies, "{} {line:?}", game.position().text());
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(if proof.verdict == Verdict::Win { mover } else { !mover }));
}

/// Of the positions of the smallest board a sample; `cargo run --release --example perfect` goes through all of them.
#[test]
fn the_smallest_board_is_played_perfectly() {
    let table = SolvedTable::new();
    let mut engine = search(table.size());
    let mut proven_before = 0;
    for (position, solved) in table.iter().step_by(307) {
        let game = game(position);
        let report = run(&mut engine, &game, 1 << 40);
        let expected = Proof { verdict: solved.verdict, plies: solved.plies, exact: true };
        assert_eq!(report.proven, Some(expected), "{}", position.text());
        assert_eq!(report.stopped, Stop::Proven);
        check_proven_line(&report, &game);
        for line in &report.lines {
            if let Some(proof) = line.proven {
                let after = position.clone_and_play(line.moves[0]).0;
                let result = table.get(&after).map_or(Verdict::Loss, |next| !next.verdict);
                assert_eq!(proof.verdict, result, "{} {line:?}", position.text());
            }
        }
        // The move keeps the result: the other player is a ply nearer to the end.
        let after = position.clone_and_play(report.best).0;
        if let Some(next) = table.get(&after) {
            assert_eq!((next.verdict, next.plies), (!solved.verdict, solved.plies - 1), "{}", position.text());
        } else {
            assert_eq!((solved.verdict, solved.plies), (Verdict::Loss, 1), "{}", position.text());
        }
        proven_before += u32::from(solved.plies > 3);
    }
    assert!(proven_before > 100);
}

/// What a search that leaves moves out says of a position is no bound for how fast it can be won.
#[test]
fn no_faster_win_is_overlooked() {
    let table = SolvedTable::new();
    for text in [
        "2/3 o1/xo1/o2x/3/1x light 2,2 plain",
        "2/3 o1/xoo/o2x/3/1x light 2,2 plain",
        "2/3 1o/3/x2o/oxx/x1 dark 2,2 plain",
    ] {
        let position = Position::from_text(text).unwrap();
        let solved = table.get(&position).unwrap();
        let report = run(&mut search(table.size()), &game(position), 1 << 40);
        assert_eq!(report.proven, Some(Proof { verdict: solved.verdict, plies: solved.plies, exact: true }), "{text}");
    }
}

/// Wherever a limit interrupts the search, what it calls proven is so, and it plays no move that it knows to lose beside one that may not.
#[test]
fn what_a_short_search_calls_proven_is_so() {
    let table = SolvedTable::new();
    let (mut wins, mut losses, mut exact) = (0, 0, 0);
    for threads in [1, 2] {
        let settings = Settings { engine: Engine::AlphaBeta, threads, memory: 1 << 20, ..Settings::new(table.size()) };
        let mut engine = Search::new(settings);
        for (position, solved) in table.iter().step_by([1999, 19_997][threads - 1]) {
            for visits in [10, 16, 24, 30, 36, 44, 52, 64, 80, 100, 130, 170, 220, 300, 450, 700, 1000] {
                let report = run(&mut engine, &game(position), visits);
                let told = format!("{} in {visits} visits: {report:?}", position.text());
                assert_eq!(report.lines[0].proven, report.proven, "{told}");
                if let Some(proof) = report.proven {
                    assert_eq!(proof.verdict, solved.verdict, "{told}");
                    assert!(proof.plies == solved.plies || !proof.exact && proof.plies > solved.plies, "{told}");
                    wins += u32::from(proof.verdict == Verdict::Win);
                    losses += u32::from(proof.verdict == Verdict::Loss);
                    exact += u32::from(proof.exact);
                }
                for line in &report.lines {
                    let Some(proof) = line.proven else { continue };
                    let after = position.clone_and_play(line.moves[0]).0;
                    let result = table.get(&after).map_or(Verdict::Loss, |next| !next.verdict);
                    assert_eq!(proof.verdict, result, "{told}");
                }
                let knows_a_win =
                    report.lines.iter().any(|line| line.proven.is_some_and(|p| p.verdict == Verdict::Win));
                assert_eq!(knows_a_win, report.proven.is_some_and(|proof| proof.verdict == Verdict::Win), "{told}");
            }
        }
    }
    assert!(wins > 300 && losses > 300 && exact > 500, "{wins} {losses} {exact}");
}

/// The first move of the iteration under way turned out to lose, and the limit came before the others were looked at again.
#[test]
fn a_move_that_turns_out_to_lose_is_not_played_for_having_been_best() {
    let table = SolvedTable::new();
    let game = common::game_after(table.size(), false, Repetition::Draw, "a1 b2 c1 d1 c3 d3 a2");
    let solved = table.get(game.position()).unwrap();
    assert_eq!(solved.verdict, Verdict::Win);
    for visits in 10..60 {
        let report = run(&mut search(table.size()), &game, visits);
        assert!(report.proven.is_none_or(|proof| proof.verdict == Verdict::Win), "{visits} {report:?}");
    }
}

/// A win by a forced pass takes a ply more than the move that forces it, and counts as a draw if lines may not be so long.
#[test]
fn no_proof_is_longer_than_lines_may_be() {
    let table = SolvedTable::new();
    for max_plies in 1..7 {
        let settings =
            Settings { engine: Engine::AlphaBeta, memory: 1 << 20, max_plies, ..Settings::new(table.size()) };
        let mut engine = Search::new(settings);
        let mut proven = 0;
        for (position, solved) in table.iter().step_by(4999) {
            let report = run(&mut engine, &game(position), 20_000);
            if let Some(proof) = report.proven {
                assert!(proof.plies <= max_plies, "{max_plies} {} {proof:?}", position.text());
                assert_eq!((proof.verdict, proof.plies), (solved.verdict, solved.plies), "{}", position.text());
                proven += 1;
            } else {
                assert!(solved.plies > max_plies, "{max_plies} {}", position.text());
            }
        }
        assert!(proven > 2, "{max_plies}");
    }
}

#[test]
fn many_threads_stay_within_the_limit_together() {
    let settings =
        Settings { engine: Engine::AlphaBeta, threads: 48, memory: 1 << 20, ..Settings::new(Size::STANDARD) };
    for limits in [Limits::visits(3000), Limits { nodes: 3000, ..Limits::MOST }] {
        let report = Search::new(settings.clone()).run(&middle(), limits, &Watch::default()).unwrap();
        assert!(report.iterations <= 3000 && report.nodes <= 3000, "{}", report.iterations);
        assert!(report.visits.iter().sum::<u64>() <= 3000);
    }
}

fn tactics() -> Vec<Value> {
    ["4-5", "5-6", "6-7", "7-8"].iter().flat_map(|size| data::json_lines(&format!("tactics/{size}.jsonl"))).collect()
}

/// Every eighth of the suite, with few visits; the whole suite in a second each is `meridians tactics`.
#[test]
fn forced_wins_are_found() {
    let (mut solved, mut tried) = (0, 0);
    for puzzle in tactics().iter().step_by(8) {
        let position = Position::from_text(data::string(&puzzle["position"])).unwrap();
        let game = game(position);
        let report = run(&mut search(position.size()), &game, 60_000);
        tried += 1;
        if report.best == mv(position.size(), data::string(&puzzle["move"])) {
            solved += 1;
        }
        if let Some(proof) = report.proven {
            check_proven_line(&report, &game);
            assert_eq!(proof.verdict, Verdict::Win);
            assert!(u64::from(proof.plies) >= puzzle["plies"].as_u64().unwrap());
            assert!(!proof.exact || u64::from(proof.plies) == puzzle["plies"].as_u64().unwrap());
        }
    }
    assert!(tried >= 25 && 20 * solved >= 19 * tried, "{solved} of {tried}");
}

/// A position of 6/7 in the middle of a game.
fn middle() -> Game {
    common::game_after(Size::STANDARD, false, Repetition::Draw, "h1 d4 h8 d6 h5")
}

fn without_time(report: Report) -> Report {
    Report { elapsed: Duration::ZERO, ..report }
}

#[test]
fn equal_calls_have_equal_results() {
    let first = without_time(run(&mut search(Size::STANDARD), &middle(), 5_000));
    let mut engine = search(Size::STANDARD);
    let again = without_time(run(&mut engine, &middle(), 5_000));
    assert_eq!(format!("{first:?}"), format!("{again:?}"));
    // Also after other work, with a table that has grown.
    run(&mut engine, &game(Position::new(Size::STANDARD, false)), 20_000);
    let later = without_time(run(&mut engine, &middle(), 5_000));
    assert_eq!(format!("{first:?}"), format!("{later:?}"));
    assert!(first.iterations <= 5_000 && first.iterations > 4_000 && first.stopped == Stop::Visits);
}

#[test]
fn limits_hold_and_every_move_is_looked_at() {
    for visits in [1, 10, 100, 1000] {
        let report = run(&mut search(Size::STANDARD), &middle(), visits);
        let legal = middle().legal().count();
        // Every move is looked at once at least.
        assert!(report.iterations <= visits.max(legal as u64), "{} of {visits}", report.iterations);
        assert!(middle().legal().contains(report.best));
        assert_eq!(report.values.iter().filter(|value| !value.is_nan()).count(), legal);
        assert_eq!(report.lines.len(), legal);
        assert_eq!(report.proven, None);
    }
    let limits = Limits { nodes: 100, ..Limits::MOST };
    let report = search(Size::STANDARD).run(&middle(), limits, &Watch::default()).unwrap();
    assert!(report.stopped == Stop::Nodes && report.nodes <= 100);
    let watch = Watch::default();
    watch.control.stop();
    let report = search(Size::STANDARD).run(&middle(), Limits::default(), &watch).unwrap();
    assert_eq!(report.stopped, Stop::Cancelled);
    assert!(middle().legal().contains(report.best));
}

/// The position after g5: whoever is to move, `advance` finds what was found before.
#[test]
fn advancing_keeps_what_was_found() {
    let mut engine = search(Size::STANDARD);
    let mut game = middle();
    let first = run(&mut engine, &game, 20_000);
    let line = first.lines[0].moves.clone();
    game.play(line[0]).unwrap();
    engine.advance(line[0]).unwrap();
    let kept = run(&mut engine, &game, 3_000);
    let fresh = run(&mut search(Size::STANDARD), &game, 3_000);
    assert!(kept.depth >= fresh.depth, "{} {}", kept.depth, fresh.depth);
    assert_ne!(format!("{:?}", without_time(kept).lines), format!("{:?}", without_time(fresh).lines));
}

#[test]
fn threads_agree_on_what_is_proven() {
    let table = SolvedTable::new();
    let settings = Settings { engine: Engine::AlphaBeta, threads: 2, memory: 4 << 20, ..Settings::new(table.size()) };
    let mut engine = Search::new(settings);
    for (position, solved) in table.iter().step_by(9973) {
        let report = run(&mut engine, &game(position), 1 << 40);
        let expected = Proof { verdict: solved.verdict, plies: solved.plies, exact: true };
        assert_eq!((report.proven, report.threads), (Some(expected), 2), "{}", position.text());
    }
}

/// A player who can only win or only lose at once, of either colour.
#[test]
fn signs_are_right_for_both_colours() {
    let table = SolvedTable::new();
    let mut engine = search(table.size());
    for color in Color::ALL {
        for (verdict, plies) in [(Verdict::Win, 2), (Verdict::Loss, 1), (Verdict::Win, 4), (Verdict::Loss, 3)] {
            let (position, _) = table
                .iter()
                .find(|(position, solved)| {
                    position.turn() == color && (solved.verdict, solved.plies) == (verdict, plies)
                })
                .unwrap();
            let report = run(&mut engine, &game(position), 1 << 40);
            let chance = if verdict == Verdict::Win { 1.0 } else { 0.0 };
            assert_eq!((report.win_chance(color), report.win_chance(!color)), (chance, 1.0 - chance));
            assert_eq!(report.proven.map(|proof| (proof.verdict, proof.plies)), Some((verdict, plies)));
        }
    }
}

#[test]
fn a_forced_pass_is_a_loss() {
    let table = SolvedTable::new();
    let (position, _) = table.iter().find(|(position, _)| position.is_legal(Move::Pass)).unwrap();
    let report = run(&mut search(table.size()), &game(position), 100);
    assert_eq!((report.best, report.lines.len()), (Move::Pass, 1));
    assert_eq!(report.proven, Some(Proof { verdict: Verdict::Loss, plies: 1, exact: true }));
    assert_eq!(report.stopped, Stop::Proven);
}

/// The move that would be the third repetition has the value of a draw (R13); without the rule it has none.
#[test]
fn the_third_repetition_is_a_draw() {
    let cycle = "g8 g7 d4 d5";
    let moves = format!("h1 d4 b2 d6 h8 g6 d5 {cycle} g8 g7 d4");
    for (policy, drawn) in [(Repetition::Draw, true), (Repetition::None, false)] {
        let game = common::game_after(Size::STANDARD, false, policy, &moves);
        let report = run(&mut search(Size::STANDARD), &game, 3_000);
        let value = report.values[usize::from(mv(Size::STANDARD, "d5").action(Size::STANDARD))];
        assert_eq!(value.to_bits() == 0.5_f32.to_bits(), drawn, "{value}");
    }
}
