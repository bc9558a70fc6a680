//! Games that are stepped together are games as [`Game`] plays them, on any number of threads, and a step is all or nothing.

mod common;

use common::{mv, size};
use meridians::{
    Action, BatchRules, BatchState, Game, IllegalActions, Move, Position, Repetition, Size, Status, StepReason, Story,
    Told, default_max_plies,
};
use std::num::NonZeroUsize;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

fn rules(size: Size) -> BatchRules {
    BatchRules {
        repetition: Repetition::None,
        max_plies: default_max_plies(size),
        auto_reset: false,
        illegal: IllegalActions::Refused,
    }
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// Actions for a step that are legal.
fn random(batch: &BatchState, seed: u64) -> Vec<i64> {
    let mut actions = vec![0; batch.count()];
    batch.random_actions(seed, &mut actions);
    actions
}

/// All that there is to know of a batch.
#[derive(PartialEq)]
struct All {
    positions: Vec<Position>,
    statuses: Vec<Status>,
    told: Told,
    games: Vec<Vec<Action>>,
    finals: Vec<Option<Vec<Action>>>,
}

fn everything(batch: &BatchState) -> All {
    let games = 0..batch.count();
    All {
        positions: batch.positions().to_vec(),
        statuses: batch.statuses().to_vec(),
        told: batch.told().clone(),
        games: games.clone().map(|index| batch.story(index).actions.to_vec()).collect(),
        finals: games.map(|index| batch.final_story(index).map(|story| story.actions.to_vec())).collect(),
    }
}

#[test]
fn a_step_plays_what_a_game_plays() {
    for size in Size::ALL {
        for with_pie in [false, true] {
            for repetition in [Repetition::None, Repetition::Draw] {
                let start = Position::new(size, with_pie);
                let rules = BatchRules { repetition, max_plies: 60, ..rules(size) };
                let mut batch = BatchState::new(5, start, rules);
                let mut games = vec![Game::new(start, repetition); 5];
                for seed in 0..70 {
                    let actions = random(&batch, seed);
                    for (game, &action) in games.iter_mut().zip(&actions) {
                        if action >= 0 {
                            game.play(Move::from_action(size, with_pie, action.cast_unsigned() as usize).unwrap())
                                .unwrap();
                        }
                    }
                    batch.step(&actions, ONE).unwrap();
                    for (index, game) in games.iter().enumerate() {
                        assert_eq!(batch.positions()[index], *game.position());
                        let expected = match game.outcome() {
                            Some(outcome) => {
                                Status::Terminated(outcome.winner.map(|color| game.position().participant_of(color)))
                            }
                            None if batch.ply(index) >= 60 => Status::Truncated,
                            None => Status::Running,
                        };
                        assert_eq!(batch.statuses()[index], expected);
                        assert_eq!(batch.game(index).position(), game.position());
                    }
                }
                assert!(batch.statuses().iter().all(|&status| status != Status::Running));
            }
        }
    }
}

#[test]
fn a_step_with_a_wrong_action_changes_nothing_on_any_number_of_threads() {
    let size = size("3/4");
    for threads in [1, 2, 5].map(threads) {
        let mut batch = BatchState::new(20_500, Position::new(size, false), rules(size));
        for seed in 0..4 {
            batch.step(&random(&batch, seed), threads).unwrap();
        }
        let before = everything(&batch);
        for index in [0, 4099, 4100, 10_249, 10_250, 20_499] {
            for wrong in [i64::MIN, 1000] {
                let mut actions = random(&batch, 7);
                actions[index] = wrong;
                let error = batch.step(&actions, threads).unwrap_err();
                assert_eq!((error.index, error.action), (index, wrong));
                assert!(matches!(error.reason, StepReason::NoAction(_)));
            }
            assert!(everything(&batch) == before, "game {index}");
        }
    }
}

#[test]
fn of_several_wrong_actions_the_first_is_named() {
    let size = size("2/3");
    let mut batch = BatchState::new(17_000, Position::new(size, false), rules(size));
    let mut actions = random(&batch, 1);
    for index in [5500, 8600, 16_000] {
        actions[index] = 14;
    }
    for count in 1..=4 {
        let error = batch.step(&actions, threads(count)).unwrap_err();
        assert_eq!(error.index, 5500);
        assert!(error.to_string().starts_with("actions[5500]: cannot play pass: "), "{error}");
        assert!(matches!(error.reason, StepReason::Illegal(_)));
    }
}

#[test]
fn threads_do_not_change_the_result() {
    let size = size("2/3");
    let rules = BatchRules { auto_reset: true, illegal: IllegalActions::Lost, max_plies: 12, ..rules(size) };
    let start = Position::new(size, true);
    let mut batches: Vec<_> = [1, 2, 3, 4].map(|_| BatchState::new(17_000, start, rules)).into();
    for seed in 0..30 {
        let mut actions = random(&batches[0], seed);
        actions.iter_mut().step_by(211).for_each(|action| *action = 0);
        for (index, batch) in batches.iter_mut().enumerate() {
            batch.step(&actions, threads(index + 1)).unwrap();
        }
    }
    let first = everything(&batches[0]);
    assert!(batches.iter().all(|batch| everything(batch) == first));
    assert!(batches[0].told().terminated.iter().any(|&ended| ended));
}

#[test]
fn a_story_makes_the_game_again_and_others_are_refused() {
    let size = size("2/3");
    let rules = BatchRules { illegal: IllegalActions::Lost, ..rules(size) };
    let start = Position::new(size, false);
    let mut batch = BatchState::new(3, start, rules);
    for seed in 0..3 {
        batch.step(&random(&batch, seed), ONE).unwrap();
    }
    let mut actions = random(&batch, 3);
    actions[1] = -1;
    batch.step(&actions, ONE).unwrap();
    assert_eq!(batch.game(1).resigned().is_some(), batch.statuses()[1] != Status::Running);
    let mut again = BatchState::new(3, start, rules);
    for index in 0..3 {
        assert!(again.restore(index, &batch.story(index)));
    }
    assert_eq!((again.positions(), again.statuses()), (batch.positions(), batch.statuses()));
    let before = everything(&again);
    let other = Position::new(size, true);
    let story = batch.story(0);
    let wrong = [
        Story { start: &other, ..story },
        Story { actions: &[0, 0], ..story },
        Story { actions: &[999], ..story },
        Story { forfeited: Some(2), ..story },
    ];
    assert!(wrong.iter().all(|story| !again.restore(0, story)));
    assert!(!again.restore_final(0, &story), "there are no automatic resets");
    assert!(everything(&again) == before);
}

#[test]
fn a_placement_is_no_answer_to_the_pie() {
    let size = Size::STANDARD;
    let mut batch = BatchState::new(1, Position::new(size, true), rules(size));
    for name in ["h1", "d4"] {
        batch.step(&[mv(size, name).action(size).cast_signed()], ONE).unwrap();
    }
    let error = batch.step(&[mv(size, "h8").action(size).cast_signed()], ONE).unwrap_err();
    assert!(matches!(error.reason, StepReason::Illegal(illegal) if illegal.reason.rule() == "R12"));
    batch.step(&[mv(size, "swap").action(size).cast_signed()], ONE).unwrap();
    assert_eq!(batch.told().to_move, [i8::from(batch.positions()[0].participant() == 1)]);
}
