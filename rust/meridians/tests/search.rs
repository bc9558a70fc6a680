//! Searches from outside: limits, determinism, proofs, whose chance is whose, and the cases in which there is little to search.
#![allow(clippy::float_cmp, reason = "a proven chance is exactly 0, one half or 1")]

mod common;

use meridians::{
    Color, Engine, Evaluation, Game, Limits, Move, NothingToSearch, Position, Repetition, Report, Search, Settings,
    Size, Stop, Verdict, Watch, chance, move_text, rollout,
};
use std::time::Duration;

/// The engines that are none other's name.
const ENGINES: [Engine; 5] = [Engine::Grave, Engine::Uct, Engine::Puct, Engine::Gumbel, Engine::AlphaBeta];

fn settings(size: Size, engine: Engine) -> Settings {
    Settings { engine, memory: 32 << 20, ..Settings::new(size) }
}

fn search(game: &Game, engine: Engine, limits: Limits) -> Report {
    let mut search = Search::new(settings(game.position().size(), engine));
    search.run(game, limits, &Watch::default()).unwrap()
}

/// The game of a random rollout up to so many plies from its end.
fn near_the_end(size: Size, index: u64, plies_left: usize) -> Option<Game> {
    let start = Position::new(size, false);
    let played = rollout(&start, 9, index, 400).unwrap();
    let mut game = Game::new(start, Repetition::Draw);
    for &mv in played.moves.get(..played.moves.len().checked_sub(plies_left)?)? {
        game.play(mv).unwrap();
    }
    (!game.is_over()).then_some(game)
}

/// What the report says about itself holds.
fn check(game: &Game, report: &Report) {
    let size = game.position().size();
    let legal = game.legal();
    assert!(legal.contains(report.best), "{:?}: {:?}", report.engine, report.best);
    assert_eq!(report.lines[0].moves[0], report.best);
    assert!((0.0..=1.0).contains(&report.light_chance));
    assert!((report.win_chance(Color::Light) + report.win_chance(Color::Dark) - 1.0).abs() < 1e-6);
    let mover = game.position().turn();
    assert_eq!(report.mover_color, mover);
    for line in &report.lines {
        let mut game = game.clone();
        for &mv in &line.moves {
            game.play(mv).unwrap_or_else(|error| panic!("{error} in {:?}", line.moves));
        }
        if let Some(proof) = line.proven {
            assert_eq!(line.win_chance, [0.0, 0.5, 1.0][proof.verdict as usize], "{line:?}");
            assert!(line.moves.len() <= proof.plies as usize, "{line:?}");
        }
    }
    if let Some(proof) = report.proven {
        assert_eq!(report.lines[0].proven.map(|line| line.verdict), Some(proof.verdict), "{report:?}");
    }
    let of_best = report.values[usize::from(report.best.action(size))];
    assert!(of_best.is_nan() || of_best == report.lines[0].win_chance, "{report:?}");
    for action in 0..report.visits.len() {
        let mv = Move::from_action(size, game.position().with_pie(), action).unwrap();
        if !legal.contains(mv) {
            assert_eq!(report.visits[action], 0, "{}", move_text(size, mv));
            assert_eq!(report.policy[action], 0.0, "{}", move_text(size, mv));
            assert!(report.values[action].is_nan());
        }
        let known = report.lines.iter().any(|line| line.moves[0] == mv && (line.proven.is_some() || line.visits == 0));
        if report.visits[action] == 0 && !known && report.engine != Engine::AlphaBeta {
            let value = report.values[action];
            assert!(value.is_nan() || value == 0.0 || value == 1.0, "{} {value}", move_text(size, mv));
        }
        assert!(report.values[action].is_nan() || (0.0..=1.0).contains(&report.values[action]));
    }
    assert!(report.policy.iter().all(|&share| share >= 0.0), "{:?}", report.policy);
    assert!((report.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{:?}", report.policy);
    if report.engine == Engine::Gumbel && report.proven.is_some_and(|proof| proof.verdict == Verdict::Win) {
        assert_eq!(report.policy[usize::from(report.best.action(size))], 1.0);
    }
    if let Some(proof) = report.proven {
        let chance = report.win_chance(mover);
        assert_eq!(chance, [0.0, 0.5, 1.0][proof.verdict as usize]);
    }
}

#[test]
fn equal_searches_have_equal_reports() {
    for engine in ENGINES {
        for size in [Size::from_short_side(3).unwrap(), Size::STANDARD] {
            for plies_left in [1, 7, 18] {
                let game = near_the_end(size, 4, plies_left).unwrap();
                let mut one = search(&game, engine, Limits::visits(400));
                check(&game, &one);
                let mut other = search(&game, engine, Limits::visits(400));
                (one.elapsed, other.elapsed) = (Duration::ZERO, Duration::ZERO);
                // Numbers that are not there are NaN, which equals nothing.
                assert_eq!(format!("{one:?}"), format!("{other:?}"), "{engine:?}");
                // Twice by one search, which forgets what it found.
                let mut twice = Search::new(settings(size, engine));
                twice.run(&game, Limits::visits(150), &Watch::default()).unwrap();
                let mut again = twice.run(&game, Limits::visits(400), &Watch::default()).unwrap();
                again.elapsed = Duration::ZERO;
                assert_eq!(format!("{one:?}"), format!("{again:?}"), "{engine:?}");
            }
        }
    }
}

#[test]
fn limits_hold() {
    let game = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
    for engine in ENGINES {
        let report = search(&game, engine, Limits::visits(1000));
        assert_eq!((report.stopped, report.iterations), (Stop::Visits, 1000), "{engine:?}");
        let report = search(&game, engine, Limits::visits(1));
        // Alpha-beta looks at every move once at least.
        let least = if engine == Engine::AlphaBeta { 114 } else { 1 };
        assert_eq!(report.iterations, least, "{engine:?}");
        check(&game, &report);
        let report = search(&game, engine, Limits { nodes: 5000, ..Limits::MOST });
        assert_eq!(report.stopped, Stop::Nodes, "{engine:?}");
        assert!((4000..30_000).contains(&report.nodes), "{engine:?}: {}", report.nodes);
        let report = search(&game, engine, Limits::time(Duration::from_millis(20)));
        assert_eq!(report.stopped, Stop::Time, "{engine:?}");
        assert!(report.elapsed >= Duration::from_millis(20));
        check(&game, &report);
    }
}

/// Positions with a move that wins at once: the other colour has no stone left if it cannot save one, which only its own move can show, so
/// "at once" is after its reply. The reply of the one who loses is a proven loss too. Both colours, every engine, known to the rules alone.
#[test]
fn who_wins_and_who_loses_is_never_mixed_up() {
    for engine in ENGINES {
        let (mut wins, mut losses) = ([0; 2], [0; 2]);
        for index in 0..60 {
            let Some(game) = near_the_end(Size::BEGINNER, index, 1) else { continue };
            // Whatever the mover plays, its colour is gone: it loses.
            let mover = game.position().turn();
            let lost = game.legal().iter().all(|mv| {
                let mut after = game.clone();
                after.play(mv).unwrap();
                after.outcome().is_some_and(|outcome| outcome.winner == Some(!mover))
            });
            if !lost {
                continue;
            }
            let report = search(&game, engine, Limits::visits(1000));
            check(&game, &report);
            let proof = report.proven.unwrap_or_else(|| panic!("{engine:?} {}", game.position().text()));
            assert_eq!((proof.verdict, proof.plies), (Verdict::Loss, 1), "{engine:?} {}", game.position().text());
            assert_eq!(report.win_chance(mover), 0.0);
            losses[mover.index()] += 1;
            // One ply earlier the other colour has a move that wins.
            let game = near_the_end(Size::BEGINNER, index, 2).unwrap();
            let report = search(&game, engine, Limits::visits(3000));
            check(&game, &report);
            let proof = report.proven.unwrap_or_else(|| panic!("{engine:?} {}", game.position().text()));
            assert_eq!((proof.verdict, report.win_chance(!mover)), (Verdict::Win, 1.0), "{engine:?}");
            let mut after = game.clone();
            after.play(report.best).unwrap();
            let reply = search(&after, engine, Limits::visits(3000));
            assert_eq!(reply.win_chance(!mover), 1.0, "{engine:?} {}", after.position().text());
            wins[usize::from(mover == Color::Light)] += 1;
        }
        assert!(wins.iter().chain(&losses).all(|&n| n >= 3), "{engine:?}: {wins:?} {losses:?}");
    }
}

/// Who loses whatever it plays is behind, in the word of the evaluation too.
#[test]
fn evaluation_knows_who_loses() {
    let evaluation = Evaluation::builtin(Size::BEGINNER);
    let (mut right, mut all) = (0, 0);
    for index in 0..100 {
        let Some(game) = near_the_end(Size::BEGINNER, index, 1) else { continue };
        let mover = game.position().turn();
        let report = search(&game, Engine::AlphaBeta, Limits::visits(300));
        if report.proven.is_some_and(|proof| proof.verdict == Verdict::Loss) {
            let chance = chance(evaluation.logit(game.position()));
            right += u32::from(chance < 0.5);
            all += 1;
            assert_eq!(report.win_chance(mover), 0.0);
        }
    }
    assert!(all > 20 && right * 10 > all * 8, "{right} of {all}");
}

#[test]
fn little_to_search() {
    // A forced pass loses (R10).
    let pass = (0..500)
        .filter_map(|index| near_the_end(Size::from_short_side(2).unwrap(), index, 1))
        .find(|game| game.legal().contains(Move::Pass))
        .expect("passes are not that rare on the smallest board");
    for engine in ENGINES {
        let report = search(&pass, engine, Limits::visits(100));
        assert_eq!((report.best, report.proven.map(|p| (p.verdict, p.plies))), (Move::Pass, Some((Verdict::Loss, 1))));
        // A finished game.
        let mut over = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
        over.resign(None).unwrap();
        let mut engine_of_it = Search::new(settings(Size::STANDARD, engine));
        let error = engine_of_it.run(&over, Limits::visits(1), &Watch::default()).unwrap_err();
        assert_eq!(error, NothingToSearch::Over(over.outcome().unwrap()));
        // Another board.
        let other = Game::new(Position::new(Size::BEGINNER, false), Repetition::Draw);
        let error = engine_of_it.run(&other, Limits::visits(1), &Watch::default()).unwrap_err();
        assert_eq!(error.to_string(), "the game is played on 5/6 and the search is for 6/7");
        // The search is as good as new.
        let game = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
        check(&game, &engine_of_it.run(&game, Limits::visits(64), &Watch::default()).unwrap());
    }
}

/// Waits for a report of a running search, and stops the search whether there was one or not: it must not go on for ever.
fn stopped_with_a_report(watch: &Watch) -> Option<Report> {
    watch.want();
    let seen = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(5));
        watch.take()
    });
    let partial = seen.take(2000).flatten().next();
    watch.control.stop();
    partial
}

#[test]
fn a_search_that_is_cancelled_reports_what_it_has() {
    let game = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
    for engine in ENGINES {
        for threads in [1, 2] {
            let mut search = Search::new(Settings { threads, ..settings(Size::STANDARD, engine) });
            let watch = Watch::default();
            let report = std::thread::scope(|scope| {
                let running = scope.spawn(|| search.run(&game, Limits::MOST, &watch).unwrap());
                let partial = stopped_with_a_report(&watch);
                let partial = partial.unwrap_or_else(|| panic!("{engine:?} gave no report on the way"));
                check(&game, &partial);
                assert_eq!(partial.stopped, Stop::Cancelled, "{engine:?}");
                assert!(partial.elapsed > Duration::ZERO && partial.iterations_per_second() >= 0.0, "{engine:?}");
                running.join().unwrap()
            });
            assert_eq!(report.stopped, Stop::Cancelled, "{engine:?}");
            check(&game, &report);
        }
    }
}

/// However little there is of time, nodes or patience: a move that does not lose at once if there is one, and numbers that are numbers.
#[test]
fn there_is_always_a_sensible_move() {
    let mut suicides = 0;
    for index in 0..25 {
        let Some(game) = near_the_end(Size::BEGINNER, index, 3) else { continue };
        let ends = |mv: &Move| {
            let mut after = game.clone();
            after.play(*mv).unwrap();
            after.is_over()
        };
        let avoidable = game.legal().iter().any(|mv| !ends(&mv));
        suicides += usize::from(avoidable && game.legal().iter().any(|mv| ends(&mv)));
        for engine in ENGINES {
            let nothing = Duration::from_nanos(1);
            for limits in [Limits { nodes: 1, ..Limits::MOST }, Limits::time(nothing), Limits::visits(1), Limits::MOST]
            {
                let watch = Watch::default();
                if limits == Limits::MOST {
                    watch.control.stop();
                }
                let report = Search::new(settings(Size::BEGINNER, engine)).run(&game, limits, &watch).unwrap();
                check(&game, &report);
                assert!(!avoidable || !ends(&report.best), "{engine:?} {limits:?} {}", game.position().text());
                assert!(report.lines[0].win_chance >= 0.0, "{engine:?} {limits:?}");
            }
        }
    }
    assert!(suicides > 3, "{suicides}");
    // Where only alpha-beta had time to look, its move is the best.
    let game = near_the_end(Size::STANDARD, 1, 40).unwrap();
    let watch = Watch::default();
    watch.control.stop();
    let looked = Search::new(settings(Size::STANDARD, Engine::Grave)).run(&game, Limits::MOST, &watch).unwrap();
    let evaluated = search(&game, Engine::AlphaBeta, Limits::visits(1));
    assert_eq!((looked.best, looked.light_chance), (evaluated.best, evaluated.light_chance));
    // Without a limit of visits the first ones are free.
    for engine in [Engine::Grave, Engine::Uct] {
        assert!(search(&game, engine, Limits { nodes: 1, ..Limits::MOST }).iterations > 0, "{engine:?}");
    }
}

#[test]
fn a_kept_tree_is_used() {
    for engine in ENGINES {
        let mut game = near_the_end(Size::BEGINNER, 3, 30).unwrap();
        let mut kept = Search::new(settings(Size::BEGINNER, engine));
        let first = kept.run(&game, Limits::visits(2000), &Watch::default()).unwrap();
        for &mv in first.lines[0].moves.iter().take(2) {
            kept.advance(mv).unwrap();
            game.play(mv).unwrap();
        }
        let report = kept.run(&game, Limits::visits(100), &Watch::default()).unwrap();
        check(&game, &report);
        if engine != Engine::AlphaBeta {
            assert!(report.visits.iter().sum::<u64>() > 100, "{engine:?}: {}", report.visits.iter().sum::<u64>());
        }
        // A move that is not legal there, and a position that the moves did not lead to.
        assert!(kept.advance(Move::Swap).is_err());
        let other = near_the_end(Size::BEGINNER, 5, 30).unwrap();
        check(&other, &kept.run(&other, Limits::visits(100), &Watch::default()).unwrap());
    }
}

/// What was proven elsewhere than in the tree, by the look, is not known of the moves behind it.
#[test]
fn a_proof_that_is_kept_has_its_moves() {
    for visits in [1, 30, 200] {
        let mut game = common::game_after(Size::ALL[0], false, Repetition::Draw, "a1");
        let mut kept = Search::new(settings(Size::ALL[0], Engine::Grave));
        kept.run(&game, Limits::visits(400), &Watch::default()).unwrap();
        for name in ["d1", "c1"] {
            let mv = meridians::parse_move(Size::ALL[0], name).unwrap();
            kept.advance(mv).unwrap();
            game.play(mv).unwrap();
            check(&game, &kept.run(&game, Limits::visits(visits), &Watch::default()).unwrap());
        }
    }
}

/// Also where lines are cut off, whose last move is visited without anything behind it.
#[test]
fn visits_of_threads_are_whole() {
    // With many visits several of them go their way together.
    for (max_plies, visits) in [(2, 100), (3, 100), (2, 9_000), (3, 9_000), (12, 9_000)] {
        let mut game = common::game_after(Size::ALL[0], false, Repetition::Draw, "a1 a2");
        let settings = Settings { threads: 2, max_plies, ..settings(Size::ALL[0], Engine::Grave) };
        let mut kept = Search::new(settings);
        for name in ["d3", "c2"] {
            check(&game, &kept.run(&game, Limits::visits(visits), &Watch::default()).unwrap());
            let mv = meridians::parse_move(Size::ALL[0], name).unwrap();
            kept.advance(mv).unwrap();
            game.play(mv).unwrap();
        }
        check(&game, &kept.run(&game, Limits::visits(1), &Watch::default()).unwrap());
    }
}

#[test]
fn nodes_that_a_tree_cannot_have_end_a_search() {
    let game = common::game_after(Size::ALL[1], false, Repetition::Draw, "d2 f1 b2 f3 f4 c2 a1 e3");
    for engine in ENGINES {
        let mut search = Search::new(Settings { max_plies: 1, ..settings(game.position().size(), engine) });
        let report = search.run(&game, Limits { nodes: 200, ..Limits::MOST }, &Watch::default()).unwrap();
        check(&game, &report);
        assert!(report.iterations <= 16 * 200, "{engine:?}: {}", report.iterations);
        assert!(matches!(report.stopped, Stop::Nodes | Stop::Depth), "{engine:?}: {:?}", report.stopped);
    }
}

#[test]
fn memory_runs_out_gracefully() {
    let game = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
    for engine in ENGINES {
        let memory = Settings::LEAST_MEMORY;
        let mut search = Search::new(Settings { memory, ..settings(Size::STANDARD, engine) });
        let report = search.run(&game, Limits::visits(60_000), &Watch::default()).unwrap();
        assert_eq!(report.stopped, Stop::Visits, "{engine:?}");
        assert!((59_000..=60_000).contains(&report.iterations), "{engine:?}: {}", report.iterations);
        assert!(report.memory <= memory, "{engine:?}: {}", report.memory);
        check(&game, &report);
    }
}

/// A position that stands for the third time ends the game as a draw (R13): who would lose otherwise goes for it, and who would win does not.
#[test]
fn repetition_is_seen() {
    let mut game = common::game_after(Size::STANDARD, false, Repetition::Draw, "h1 d4 b2 d6 h8 g6 d5");
    let cycle = ["g8", "g7", "d4", "d5"].map(|name| meridians::parse_move(Size::STANDARD, name).unwrap());
    for mv in cycle.into_iter().chain(cycle).take(7) {
        game.play(mv).unwrap();
    }
    // d5 makes the position stand for the third time.
    assert!(!game.is_over());
    let draw = cycle[3];
    let mut after = game.clone();
    after.play(draw).unwrap();
    assert!(after.outcome().is_some_and(|outcome| outcome.winner.is_none()));
    for engine in ENGINES {
        let report = search(&game, engine, Limits::visits(3000));
        check(&game, &report);
        let action = usize::from(draw.action(Size::STANDARD));
        if report.visits[action] > 0 {
            assert_eq!(report.values[action], 0.5, "{engine:?}");
        }
    }
}

#[test]
fn the_pie_is_proposed_evenly_and_answered_well() {
    let size = Size::BEGINNER;
    for engine in ENGINES {
        let mut game = Game::new(Position::new(size, true), Repetition::Draw);
        for _ in 0..2 {
            let report = search(&game, engine, Limits::visits(4000));
            assert_eq!(report.mover, 0);
            assert!(game.legal().contains(report.best));
            assert!(report.iterations <= 4200, "{engine:?}: {}", report.iterations);
            let action = usize::from(report.best.action(size));
            assert!(report.values[action] <= 0.5 && report.visits[action] > 0, "{engine:?}");
            game.play(report.best).unwrap();
        }
        let report = search(&game, engine, Limits::visits(1000));
        assert_eq!((report.mover, report.lines.len()), (1, 2), "{engine:?}");
        let light = report.win_chance(Color::Light);
        assert_eq!(report.best == Move::Swap, light >= 0.5, "{engine:?}");
        let [keep, swap] = [Move::Keep, Move::Swap].map(|mv| report.values[usize::from(mv.action(size))]);
        assert!((keep + swap - 1.0).abs() < 1e-6 && swap == light, "{engine:?}");
        game.play(report.best).unwrap();
        check(&game, &search(&game, engine, Limits::visits(200)));
    }
}

/// The limits are of the whole search for a pair, and so are the counts and the reason to stop.
#[test]
fn limits_of_the_pie_are_of_the_whole() {
    let size = Size::from_short_side(3).unwrap();
    for moves in ["", "d3"] {
        let game = common::game_after(size, true, Repetition::Draw, moves);
        for engine in ENGINES {
            for visits in [0, 1, 90, 400, 1500] {
                let report = search(&game, engine, Limits::visits(visits));
                assert_eq!(report.stopped, Stop::Visits, "{engine:?} {visits}");
                assert!(game.legal().contains(report.best) && !report.lines.is_empty());
                // Alpha-beta looks at every move of a position.
                let least = if engine == Engine::AlphaBeta { 28 } else { 1 };
                assert!(report.iterations <= visits.max(least), "{engine:?} {visits}: {}", report.iterations);
                assert!(report.iterations + least >= visits, "{engine:?} {visits}: {}", report.iterations);
                assert_eq!(report.visits.iter().sum::<u64>(), report.iterations);
            }
            for nodes in [1, 6000] {
                let report = search(&game, engine, Limits { nodes, ..Limits::MOST });
                assert_eq!(report.stopped, Stop::Nodes, "{engine:?} {nodes}");
                assert!(
                    report.nodes < nodes + 2000 && report.nodes + 100 > nodes,
                    "{engine:?} {nodes}: {}",
                    report.nodes
                );
            }
            let time = Duration::from_millis(60);
            let report = search(&game, engine, Limits::time(time));
            assert_eq!(report.stopped, Stop::Time, "{engine:?}");
            assert!(report.elapsed >= time);
        }
    }
}

#[test]
fn the_pie_says_proven_only_of_what_is() {
    let size = Size::from_short_side(2).unwrap();
    let mut proven = 0;
    for moves in ["", "b1", "c2", "b1 c4", "c2 a1"] {
        let game = common::game_after(size, true, Repetition::Draw, moves);
        for engine in ENGINES {
            let report = search(&game, engine, Limits::visits(40_000));
            assert_eq!(
                report.stopped == Stop::Proven,
                report.proven.is_some(),
                "{engine:?} {moves} {:?}",
                report.stopped
            );
            assert!(report.stopped != Stop::OnlyMove);
            assert_eq!(report.lines[0].proven, report.proven);
            proven += u32::from(report.proven.is_some());
            if let Some(proof) = report.proven {
                // Who proposes has no colour that wins against best answers, and who answers has one.
                assert_eq!(proof.verdict == Verdict::Win, game.position().awaits_answer(), "{engine:?} {moves}");
            }
        }
    }
    assert!(proven > 5, "{proven}");
}

#[test]
fn the_pie_reports_on_the_way() {
    for moves in ["", "d4", "d4 h5"] {
        let game = common::game_after(Size::STANDARD, true, Repetition::Draw, moves);
        let mut search = Search::new(settings(Size::STANDARD, Engine::Grave));
        let watch = Watch::default();
        std::thread::scope(|scope| {
            let running = scope.spawn(|| search.run(&game, Limits::MOST, &watch).unwrap());
            let partial = stopped_with_a_report(&watch).unwrap();
            assert!(game.legal().contains(partial.best), "{moves}");
            assert_eq!((partial.stopped, partial.mover), (Stop::Cancelled, game.position().participant()));
            assert!(partial.lines[0].moves[0] == partial.best && partial.elapsed > Duration::ZERO);
            assert_eq!(running.join().unwrap().stopped, Stop::Cancelled);
        });
    }
}

#[test]
fn symmetric_moves_are_looked_at_once() {
    let game = Game::new(Position::new(Size::STANDARD, false), Repetition::Draw);
    // 12 points lie on one axis and 6 on the other, and the half turn moves all: (114 + 12 + 6 + 0) / 4 classes.
    let visited = |engine| {
        let report = search(&game, engine, Limits::visits(2000));
        report.visits.iter().filter(|&&visits| visits > 0).count()
    };
    assert_eq!(visited(Engine::Uct), 33, "UCT leaves none out");
    assert!((10..=33).contains(&visited(Engine::Grave)));
}

#[test]
fn threads_share_a_tree() {
    let game = near_the_end(Size::STANDARD, 2, 60).unwrap();
    for engine in ENGINES {
        for threads in [2, 3] {
            let mut search = Search::new(Settings { threads, ..settings(Size::STANDARD, engine) });
            let report = search.run(&game, Limits::visits(20_000), &Watch::default()).unwrap();
            assert_eq!(report.stopped, Stop::Visits, "{engine:?}");
            assert!(
                (19_000..=20_000 + threads as u64).contains(&report.iterations),
                "{engine:?} {}",
                report.iterations
            );
            check(&game, &report);
        }
    }
}
