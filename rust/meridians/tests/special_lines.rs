//! The lines of `tests/data/special_lines.json`: what others got wrong, each with what holds after its moves.

mod common;

use common::{data, mv, names, point};
use meridians::{
    Color, Game, IllegalMove, MoveSet, NameError, Outcome, Participant, Repetition, move_text, parse_move, point_text,
};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The game after the moves of a line.
fn play(line: &Value) -> Game {
    let policy =
        line.get("repetition").map_or(Repetition::Draw, |name| Repetition::from_name(data::string(name)).unwrap());
    let size = common::size(data::string(&line["size"]));
    let with_pie = match data::string(&line["opening"]) {
        "plain" => false,
        "pie" => true,
        other => panic!("{other} is no opening"),
    };
    common::game_after(size, with_pie, policy, data::string(&line["moves"]))
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value} is no object"))
}

/// The rule that forbids a move, `parse` if the text is no move's name.
fn forbidding_rule(game: &Game, name: &str) -> String {
    match parse_move(game.position().size(), name) {
        Err(NameError::Malformed(_)) => "parse".to_owned(),
        Err(NameError::OffBoard { .. }) => "R2".to_owned(),
        Ok(mv) => {
            let illegal: IllegalMove = game.why_illegal(mv).unwrap_or_else(|| panic!("{name} is legal"));
            assert_eq!(game.clone().play(mv), Err(illegal), "{name}");
            assert!(illegal.to_string().contains(name), "the message names the move: {illegal}");
            illegal.reason.rule().to_owned()
        }
    }
}

fn participant_of_winner(game: &Game, outcome: Outcome) -> Option<Participant> {
    assert_eq!(game.winner(), outcome.winner.map(|color| game.position().participant_of(color)));
    game.winner()
}

/// What the game answers to a question of `holds`. `asked` is the expected answer, which says what is asked about.
fn answer(game: &Game, question: &str, asked: &Value) -> Value {
    let position = game.position();
    let size = position.size();
    let legal: MoveSet = game.legal();
    let of_points = |of: &dyn Fn(&str) -> Value| -> Value {
        object(asked).keys().map(|name| (name.clone(), of(name))).collect::<Map<_, _>>().into()
    };
    let of_colors = |of: &dyn Fn(Color) -> Value| of_points(&|name| of(Color::from_name(name).unwrap()));
    match question {
        "legal_moves" => legal.iter().map(|mv| move_text(size, mv)).collect(),
        "legal_count" => legal.count().into(),
        // Of the moves listed, those that are legal.
        "legal" => data::strings(asked).into_iter().filter(|name| legal.contains(mv(size, name))).collect(),
        "illegal" => of_points(&|name| forbidding_rule(game, name).into()),
        "removed" => names(size, game.removed().last().unwrap_or_default()).into(),
        // The end of the game by repetition is not the position's to know.
        "threatened" if game.is_over() => json!([]),
        "threatened" => position.threatened().into_iter().map(|group| names(size, group)).collect(),
        "rescues" => of_points(&|name| {
            let group = position.group_at(point(size, name)).unwrap();
            assert!(position.threatened().contains(&group), "{name} is threatened");
            names(size, position.rescues(group)).into()
        }),
        "stones" => of_colors(&|color| names(size, position.stones(color)).into()),
        "paths" => of_colors(&|color| {
            position
                .paths(color)
                .into_iter()
                .map(|(from, to)| json!([point_text(size, from), point_text(size, to)]))
                .collect()
        }),
        "sight" => of_points(&|name| {
            let rays = position.sight(point(size, name)).into_iter().map(|ray| {
                let passed: Vec<String> = ray.empty.iter().map(|&p| point_text(size, p)).collect();
                (ray.direction.name().to_owned(), json!([passed, ray.stone.map(|p| point_text(size, p))]))
            });
            rays.collect::<Map<_, _>>().into()
        }),
        "outcome" => game.outcome().map_or(Value::Null, |outcome| {
            json!([outcome.winner.map(Color::name), outcome.reason.name(), participant_of_winner(game, outcome)])
        }),
        "turn" => position.turn().name().into(),
        "turns" => Color::ALL.into_iter().map(|color| position.turns(color)).collect(),
        "ply" => game.ply().into(),
        "participant" => position.participant().into(),
        "color_of" => {
            let has = |seat| Color::ALL.into_iter().find(|&color| position.participant_of(color) == seat);
            (0..2).map(|seat| has(seat).map(Color::name)).collect()
        }
        "occurrences" => game.occurrences().into(),
        other => panic!("no test for {other}"),
    }
}

#[test]
fn everything_that_holds_of_the_special_lines() {
    let file = data::json("special_lines.json");
    let lines = data::list(&file["lines"]);
    let mut line_names = HashSet::new();
    for line in lines {
        let name = data::string(&line["name"]);
        assert!(line_names.insert(name), "two lines are called {name}");
        let game = play(line);
        for (question, expected) in object(&line["holds"]) {
            let answer = answer(&game, question, expected);
            assert_eq!(&answer, expected, "{name}, {question}\n{}", game.position());
        }
    }
    assert!(lines.len() >= 31, "{} lines", lines.len());
}
