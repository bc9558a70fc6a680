//! Any bytes as a game: the first one says the size and the opening, each of the others which legal move is played. At every ply
//! the list, the mask by actions and `is_legal` agree, the hash is the computed one, and at the end undo leads back to the start.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meridians::{Game, Move, Position, Repetition, Size};

/// The actions that are legal, asked one by one.
fn mask(position: &Position) -> Vec<bool> {
    let (size, with_pie) = (position.size(), position.with_pie());
    let actions = 0..Move::action_count(size, with_pie);
    actions.map(|action| position.is_legal(Move::from_action(size, with_pie, action).expect("an action"))).collect()
}

fn check(position: &Position) {
    let mut listed = vec![false; Move::action_count(position.size(), position.with_pie())];
    for mv in position.legal().iter() {
        listed[usize::from(mv.action(position.size()))] = true;
        assert_eq!(position.why_illegal(mv), None);
    }
    assert_eq!(listed, mask(position));
    assert_eq!(listed.iter().filter(|&&legal| legal).count(), position.legal().count());
    assert_eq!(position.legal().count() == 0, position.is_over());
    assert_eq!(position.hash(), position.computed_hash());
    assert_eq!(Position::from_text(&position.text()), Ok(*position));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, choices)) = bytes.split_first() else { return };
    let size = Size::ALL[usize::from(kind / 2) % Size::ALL.len()];
    let mut game = Game::new(Position::new(size, kind % 2 == 1), Repetition::Draw);
    let mut history = vec![*game.position()];
    check(game.position());
    for &choice in choices {
        let legal = game.legal();
        if legal.count() == 0 {
            break;
        }
        let mv = legal.nth(usize::from(choice) % legal.count()).expect("a rank below the count");
        game.play(mv).expect("a legal move");
        check(game.position());
        history.push(*game.position());
    }
    while let Some(position) = history.pop() {
        assert_eq!(*game.position(), position);
        assert_eq!(game.undo().is_some(), !history.is_empty());
    }
});
