//! What holds of every position and game that random play reaches, on every size and with both openings.

mod common;

use common::oracle::Oracle;
use common::random_line::{RandomLine, opening_lines, random_lines};
use meridians::{
    Action, Bitboard, ByColor, Color, Game, Move, MoveSet, NameError, Outcome, Pie, Point, Position, Reason,
    Repetition, Setup, Size, Symmetry, Undone, move_text, parse_move, parse_point, point_text,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

/// A case is a whole game, so few are many positions. The failing line is printed, and a file need not keep it.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn image_of(symmetry: Symmetry, position: &Position, mv: Move) -> Move {
    match mv {
        Move::Place(point) => Move::Place(symmetry.point(position.board(), point)),
        other => other,
    }
}

/// One set of legal moves in all its forms: list, count, ranks, set, question, reason.
fn check_legal_moves(position: &Position) -> TestCaseResult {
    let (size, with_pie, legal) = (position.size(), position.with_pie(), position.legal());
    let list: Vec<Move> = legal.iter().collect();
    let actions: Vec<usize> = (0..Move::action_count(size, with_pie)).collect();
    let mut asked = Vec::new();
    for &action in &actions {
        let mv = Move::from_action(size, with_pie, action).expect("the game has this action");
        prop_assert_eq!(mv.action(size), action as Action);
        prop_assert_eq!(position.is_legal(mv), legal.contains(mv));
        prop_assert_eq!(position.is_legal(mv), position.why_illegal(mv).is_none());
        if position.is_legal(mv) {
            asked.push(mv);
        } else {
            let mut copy = *position;
            prop_assert!(copy.play(mv).is_err());
            prop_assert_eq!(copy, *position, "an illegal move changes nothing");
        }
    }
    prop_assert_eq!(Move::from_action(size, with_pie, actions.len()), None);
    prop_assert_eq!(&list, &asked, "the list is in action order");
    prop_assert_eq!(list.len(), legal.count());
    prop_assert_eq!((0..).map_while(|rank| legal.nth(rank)).collect::<Vec<_>>(), list);
    prop_assert_eq!(legal == MoveSet::Over, position.is_over());
    Ok(())
}

/// Placements by the words of the rules (R4, R5, R6), and that the side to move passes when it has none (R10).
fn check_placements(position: &Position) -> TestCaseResult {
    let oracle = Oracle::of(position);
    for color in Color::ALL {
        let allowed = |&point: &Point| oracle.is_placement(color, position.turns(color), point);
        let expected: Bitboard = position.board().all().iter().filter(allowed).collect();
        prop_assert_eq!(position.placements(color), expected);
        if color == position.turn() {
            prop_assert_eq!(
                position.legal(),
                match () {
                    () if position.is_over() => MoveSet::Over,
                    () if position.awaits_answer() => MoveSet::Answers,
                    () if expected.is_empty() => MoveSet::Pass,
                    () => MoveSet::Placements(expected),
                }
            );
        }
    }
    Ok(())
}

/// Groups, threatened groups and removals against the stone-by-stone rules, and the rescue points against both (R7, R8, R9).
fn check_groups(position: &Position) -> TestCaseResult {
    let (turn, board) = (position.turn(), position.board());
    let oracle = Oracle::of(position);
    for color in Color::ALL {
        let expected: Vec<Bitboard> =
            oracle.groups(color).into_iter().map(|group| group.into_iter().collect()).collect();
        prop_assert_eq!(position.groups(color).collect::<Vec<_>>(), expected);
    }
    if position.turns(!turn) == 2 {
        prop_assert_eq!(oracle.dead_groups(!turn), [], "the side not to move has no dead group");
    }
    let threatened = position.threatened();
    if position.turns(turn) < 2 || position.is_over() {
        prop_assert_eq!(&threatened, &[], "the lone first stone is not threatened");
    } else {
        prop_assert_eq!(&threatened, &oracle.dead_groups(turn));
    }
    let rescues: Vec<Bitboard> = threatened.iter().map(|&group| position.rescues(group)).collect();
    for &set in &rescues {
        prop_assert_eq!(set.without(position.legal().placements()), Bitboard::EMPTY, "a rescue point is legal");
    }
    for point in position.legal().placements() {
        let (after, removed) = position.clone_and_play(Move::Place(point));
        let placed = position.stones(turn).with(point);
        if position.turns(turn) > 0 {
            let dead = Oracle::of(position).with(point, turn).dead_groups(turn);
            prop_assert_eq!(removed, dead.into_iter().fold(Bitboard::EMPTY, |all, group| all | group));
        } else {
            prop_assert_eq!(removed, Bitboard::EMPTY);
        }
        prop_assert_eq!(after.stones(turn), placed.without(removed));
        prop_assert_eq!(after.stones(!turn), position.stones(!turn));
        for (&group, &set) in threatened.iter().zip(&rescues) {
            let saved = !removed.meets(group);
            prop_assert_eq!(saved, set.contains(point), "{:?} for {:?}", point, group);
            prop_assert!(saved || group.without(removed).is_empty(), "a group lives or goes as a whole");
        }
        if removed.is_empty() {
            // Then every group has a path: none of the old ones was left behind.
            prop_assert!(position.turns(turn) == 0 || after.dead_stones(turn).is_empty());
        }
    }
    prop_assert_eq!(board.all().without(position.empty()), position.stones(turn) | position.stones(!turn));
    Ok(())
}

fn check_symmetries(position: &Position, mv: Move) -> TestCaseResult {
    let (board, canonical) = (position.board(), position.transformed(position.canonical_symmetry()));
    prop_assert_eq!(canonical.canonical_symmetry(), Symmetry::Identity);
    // The least pair of numbers: as points from the highest down, numbers compare like lists.
    let rank = |image: &Position| {
        Color::ALL.map(|color| image.stones(color).iter().collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>())
    };
    let images = Symmetry::ALL.map(|symmetry| position.transformed(symmetry));
    prop_assert_eq!(Some(&canonical), images.iter().min_by_key(|image| rank(image)));
    let (after, removed) = position.clone_and_play(mv);
    for symmetry in Symmetry::ALL {
        let image = position.transformed(symmetry);
        prop_assert_eq!(image.transformed(symmetry), *position);
        prop_assert_eq!(image.legal().count(), position.legal().count());
        prop_assert_eq!(image.legal().placements(), symmetry.set(board, position.legal().placements()));
        let image_mv = image_of(symmetry, position, mv);
        prop_assert_eq!(image.clone_and_play(image_mv), (after.transformed(symmetry), symmetry.set(board, removed)));
        prop_assert_eq!(image.transformed(image.canonical_symmetry()), canonical);
    }
    Ok(())
}

/// Texts of a position say all of it, and there is no second text.
fn check_texts(position: &Position) -> TestCaseResult {
    let (text, diagram) = (position.text(), position.diagram());
    prop_assert_eq!(Position::from_text(&text), Ok(*position));
    prop_assert_eq!(Position::from_diagram(&diagram), Ok(*position));
    let quoted = diagram.replace('\n', "\t \r\n    ");
    prop_assert_eq!(Position::from_diagram(&format!("\n \n    {quoted}\n")), Ok(*position));
    prop_assert_eq!(Position::from_text(&format!("{text}\n")).is_ok(), false);
    Ok(())
}

/// The position as a set-up with the names of its stones.
fn setup_of(position: &Position) -> Setup {
    let stones = |color| position.stones(color).iter().map(|point| point_text(position.size(), point)).collect();
    Setup {
        size: position.size(),
        stones: ByColor(Color::ALL.map(stones)),
        turn: position.turn(),
        turns: ByColor(Color::ALL.map(|color| position.turns(color))),
        pie: position.pie(),
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn legal_list_is_what_is_legal(line in random_lines()) {
        line.try_each(|position, _| check_legal_moves(position))?;
        check_legal_moves(&line.position())?;
    }

    #[test]
    fn placements_follow_the_rule_stone_by_stone(line in random_lines()) {
        line.try_each(|position, _| check_placements(position))?;
        check_placements(&line.position())?;
    }

    #[test]
    fn incremental_hash_is_the_computed_one(line in random_lines()) {
        let mut seen: Vec<Position> = Vec::new();
        line.try_each(|position, mv| {
            let after = position.clone_and_play(mv).0;
            prop_assert_eq!(after.hash(), after.computed_hash());
            prop_assert!(seen.iter().all(|other| (other.hash() == after.hash()) == (*other == after)));
            seen.push(after);
            Ok(())
        })?;
    }

    #[test]
    fn symmetries_commute_with_play(line in random_lines()) {
        line.try_each(check_symmetries)?;
        let game = line.game();
        for symmetry in Symmetry::ALL {
            let image = game.transformed(symmetry);
            prop_assert_eq!(*image.position(), game.position().transformed(symmetry));
            let moves: Vec<Move> = game.moves().map(|mv| image_of(symmetry, game.position(), mv)).collect();
            prop_assert_eq!(image.moves().collect::<Vec<_>>(), moves);
            prop_assert_eq!(image.transformed(symmetry), game.clone());
        }
    }

    #[test]
    fn texts_and_diagrams_round_trip(line in random_lines()) {
        line.try_each(|position, mv| {
            let name = move_text(position.size(), mv);
            prop_assert_eq!(parse_move(position.size(), &name), Ok(mv));
            check_texts(position)
        })?;
        check_texts(&line.position())?;
    }

    #[test]
    fn every_reached_position_can_be_set_up_and_played_on(line in random_lines()) {
        line.try_each(|position, mv| {
            let set_up = setup_of(position).position();
            prop_assert_eq!(&set_up, &Ok(*position));
            // A position is all that the rules ask for: how it came about changes nothing.
            prop_assert_eq!(set_up.map(|set_up| set_up.clone_and_play(mv)), Ok(position.clone_and_play(mv)));
            Ok(())
        })?;
        let end = line.position();
        prop_assert_eq!(setup_of(&end).position(), Ok(end));
    }
}

proptest! {
    // Every legal placement of every position is judged, so the cases are fewer.
    #![proptest_config(cases(16))]

    #[test]
    fn removal_threats_and_rescues_follow_the_rules_stone_by_stone(line in random_lines()) {
        line.try_each(|position, _| check_groups(position))?;
        check_groups(&line.position())?;
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn undo_is_the_inverse_of_play(line in random_lines()) {
        let mut game = Game::new(line.start, Repetition::Draw);
        let mut history = Vec::new();
        let mut removals = Vec::new();
        line.try_each(|_, mv| {
            if game.is_over() {
                return Ok(()); // a repetition, which the line goes past
            }
            history.push((game.clone(), mv));
            removals.push(game.play(mv).expect("the line is legal"));
            Ok(())
        })?;
        prop_assert_eq!(game.removed().collect::<Vec<_>>(), removals);
        prop_assert_eq!(game.moves().collect::<Vec<_>>(), history.iter().map(|(_, mv)| *mv).collect::<Vec<_>>());
        if !game.is_over() {
            let before = game.clone();
            game.resign(None).expect("the game goes on");
            prop_assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
            prop_assert_eq!(game.undo(), Some(Undone::Resignation));
            prop_assert_eq!(&game, &before);
        }
        while let Some((before, mv)) = history.pop() {
            prop_assert_eq!(game.undo(), Some(Undone::Move(mv)));
            // Equality is of everything: stones, turns, hash, moves, occurrences. The rest follows from it and is asked anyway.
            prop_assert_eq!(&game, &before);
            prop_assert_eq!(game.position().hash(), game.position().computed_hash());
            prop_assert_eq!((game.occurrences(), game.outcome()), (before.occurrences(), before.outcome()));
            prop_assert_eq!(game.legal(), before.legal());
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(*game.position(), line.start);
    }

    #[test]
    fn turns_and_participants_take_their_course(line in opening_lines()) {
        let mut ply = 0;
        line.try_each(|position, mv| {
            let after = position.clone_and_play(mv).0;
            let expected = match (line.start.with_pie(), ply) {
                (false, _) => ply % 2,
                // Participant 0 places both first stones, participant 1 answers (R12).
                (true, 0 | 1) => 0,
                (true, 2) => 1,
                (true, _) => ((ply + 1) % 2) ^ usize::from(position.pie() == Pie::Swapped),
            };
            prop_assert_eq!(usize::from(position.participant()), expected, "ply {}", ply);
            prop_assert_eq!(position.awaits_answer(), line.start.with_pie() && ply == 2);
            let is_answer = matches!(mv, Move::Keep | Move::Swap);
            prop_assert_eq!(after.turn(), if is_answer { position.turn() } else { !position.turn() });
            let taken = position.turns(position.turn());
            prop_assert_eq!(after.turns(position.turn()), if is_answer { taken } else { 2.min(taken + 1) });
            ply += 1;
            Ok(())
        })?;
    }
}

/// A few changes to a text: what to do, where, and with which character.
fn edits() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, char)>> {
    let symbols = "ox./0123456789 ,abclm\n\t\u{661}\u{e9}lightdarkpnsw-XO".chars().collect::<Vec<_>>();
    prop::collection::vec((0..4_u8, any::<prop::sample::Index>(), prop::sample::select(symbols)), 1..4)
}

fn edited(text: &str, edits: &[(u8, prop::sample::Index, char)]) -> String {
    let mut symbols: Vec<char> = text.chars().collect();
    for (edit, index, symbol) in edits {
        let at = index.index(symbols.len().max(1));
        match edit {
            0 if at < symbols.len() => drop(symbols.remove(at)),
            1 if at < symbols.len() => symbols[at] = *symbol,
            2 if at + 1 < symbols.len() => symbols.swap(at, at + 1),
            _ => symbols.insert(at, *symbol),
        }
    }
    symbols.into_iter().collect()
}

/// A diagram without what the reader lets be: indentation, white space at line ends, blank lines around it.
fn tidied(diagram: &str) -> Vec<&str> {
    diagram.trim().lines().map(str::trim).collect()
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn edited_texts_never_panic_and_what_parses_prints_back(line in random_lines(), edits in edits()) {
        let position = line.position();
        let text = edited(&position.text(), &edits);
        if let Ok(read) = Position::from_text(&text) {
            prop_assert_eq!(read.text(), text);
            prop_assert_eq!(setup_of(&read).position(), Ok(read));
        }
        let diagram = edited(&position.diagram(), &edits);
        if let Ok(read) = Position::from_diagram(&diagram) {
            let drawn = read.diagram();
            prop_assert_eq!(tidied(&drawn), tidied(&diagram));
        }
    }

    #[test]
    fn edited_names_never_panic_and_what_parses_prints_back(
        size in prop::sample::select(Size::ALL.to_vec()),
        name in prop::sample::select(vec!["a1", "g10", "m6", "o7", "pass", "keep", "swap", ""]),
        edits in edits(),
    ) {
        let name = edited(name, &edits);
        let points = size.geometry().all();
        let placements = points.iter().map(|point| (point_text(size, point), Move::Place(point)));
        let words = [Move::Pass, Move::Keep, Move::Swap].map(|mv| (move_text(size, mv), mv));
        let meant = placements.chain(words).find(|(known, _)| *known == name).map(|(_, mv)| mv);
        match (parse_move(size, &name), parse_point(size, &name)) {
            (Ok(mv), Ok(point)) => prop_assert_eq!((Some(mv), mv), (meant, Move::Place(point))),
            (Ok(mv), Err(_)) => prop_assert!(Some(mv) == meant && !is_point_name(&name)),
            (Err(error), Err(_)) => {
                prop_assert_eq!(meant, None);
                prop_assert_eq!(matches!(error, NameError::OffBoard { .. }), is_point_name(&name));
            }
            (Err(error), Ok(_)) => prop_assert!(false, "a point that is no move: {}", error),
        }
    }
}

/// Whether a text has the form of a point's name: a lower-case letter and a number without leading zeros (R2).
fn is_point_name(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z', b'1'..=b'9', digits @ ..] if digits.iter().all(u8::is_ascii_digit))
}

/// Forced passes are rare in long games, so this looks for them on small boards until it has seen enough (R10, R11).
#[test]
fn forced_pass_always_loses() {
    let mut passes = [0; 2];
    for seed in 0..12_000 {
        let size = Size::ALL[seed as usize % 3];
        let line = RandomLine { start: Position::new(size, false), seed, plies: 4 * size.points() };
        line.try_each(|before, mv| {
            if mv == Move::Pass {
                let (after, removed) = before.clone_and_play(mv);
                assert_eq!(before.legal(), MoveSet::Pass);
                assert_eq!(removed, before.stones(before.turn()), "no group has a path\n{before}");
                let elimination = Outcome { winner: Some(!before.turn()), reason: Reason::Elimination };
                assert_eq!(after.outcome(), Some(elimination), "\n{before}");
                passes[usize::from(before.turns(before.turn()) == 2)] += 1;
            }
            Ok(())
        })
        .unwrap();
    }
    let [at_the_second_turn, later] = passes;
    assert!(at_the_second_turn > 100 && later > 3, "{passes:?}");
}
