//! Seats against colours: who acts, who has which colour, and who has won, during the pie and after a resignation.

mod common;

use common::{game_after, size};
use meridians::{Color, Participant, Reason, Repetition};

/// Colours are not participants (R3, R12): who acts, and who has which colour, at every stage of the pie.
#[test]
fn seats_during_the_pie() {
    let seats = |moves| {
        let game = game_after(size("3/4"), true, Repetition::None, moves);
        let position = *game.position();
        let of_colors: [Participant; 2] = Color::ALL.map(|color| position.participant_of(color));
        (position.participant(), of_colors, position.text().split(' ').next_back().map(str::to_owned))
    };
    for (moves, acts, of_colors, state) in [
        ("", 0, [0, 1], "pie"),
        ("c1", 0, [0, 1], "pie"),
        ("c1 e4", 1, [0, 1], "pie"),
        ("c1 e4 keep", 0, [0, 1], "kept"),
        ("c1 e4 swap", 1, [1, 0], "swapped"),
        ("c1 e4 swap c3", 0, [1, 0], "swapped"),
    ] {
        assert_eq!(seats(moves), (acts, of_colors, Some(state.to_owned())), "{moves}");
    }
}

/// Who resigns by default is the participant to act, and the winner is told by colour and by seat (R11, R12).
#[test]
fn resignation_is_by_seat_unless_a_colour_is_named() {
    use Color::{Dark, Light};
    let ends = |moves, color| {
        let mut game = game_after(size("3/4"), true, Repetition::Draw, moves);
        game.resign(color).unwrap();
        assert!(game.resign(color).is_err() && game.legal().count() == 0, "a game ends once");
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.reason, Reason::Resignation);
        (game.resigned().unwrap(), outcome.winner.unwrap(), game.winner().unwrap())
    };
    assert_eq!(ends("", None), (Light, Dark, 1));
    // Dark's first stone is due, but it is participant 0 who acts, whose colour is Light as if the pie were kept.
    assert_eq!(ends("c1", None), (Light, Dark, 1));
    assert_eq!(ends("c1 e4", None), (Dark, Light, 0));
    assert_eq!(ends("c1 e4 swap", None), (Light, Dark, 0));
    assert_eq!(ends("c1 e4 swap c3", None), (Dark, Light, 1));
    assert_eq!(ends("c1 e4 swap c3", Some(Light)), (Light, Dark, 0));
}
