//! Records under the symmetries of the board (R1): the same game seen from elsewhere, the one orientation that stands for all four,
//! and a key that games with the same main line share.

use super::node::{Act, Notes};
use super::sgf::{self, values};
use super::tree::Record;
use crate::color::Color;
use crate::geometry::Size;
use crate::moves::Move;
use crate::notation::{move_text, point_text};
use crate::position::Position;
use crate::symmetry::Symmetry;
use std::fmt::Write;

/// The properties of SGF, beside those that a record has words for, whose values are points or pairs of points: arrows, lines, and
/// points that are dimmed, shown, or somebody's.
const OF_POINTS: [&str; 6] = ["AR", "DD", "LN", "TB", "TW", "VW"];

/// What decides between orientations: of each step of the main line the action, or what is set up. The kinds of steps are the same
/// in all four.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Move(usize),
    Setup([[u64; 4]; 2]),
}

impl Record {
    /// This record under a symmetry of the board: moves, variations, set-ups, marks, labels, and the points of those properties of
    /// SGF that have some. Texts, and what other programs may mean by properties of their own, stay as they are.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Record {
        let size = self.rules().size;
        let mut image = self.clone();
        for node in &mut image.nodes {
            node.act = act(size, symmetry, node.act);
            node.position = node.position.transformed(symmetry);
            if let Some(notes) = &mut node.notes {
                transform(notes, size, symmetry);
            }
        }
        image
    }

    /// The orientation that stands for all four: the same for all images of a record.
    ///
    /// It is the one whose main line is first: set-ups compare as canonical forms do, moves by action, and the first difference
    /// decides. Where the main line is its own image under a symmetry, the lesser text in SGF decides.
    #[must_use]
    pub fn canonical(&self) -> Record {
        let images = self.first_symmetries().into_iter().map(|symmetry| self.transformed(symmetry));
        let mut images: Vec<Record> = images.collect();
        if images.len() > 1 {
            images.sort_by_cached_key(sgf::write);
        }
        images.swap_remove(0)
    }

    /// A text that records share if, and only if, they have the same board, opening and main line up to symmetry: the board, the
    /// opening, then the moves in the canonical orientation, and a set-up as the text of its position in brackets. Results, headers,
    /// notes, variations and the policy of repetition have no part in it.
    #[must_use]
    pub fn key(&self) -> String {
        let rules = self.rules();
        let symmetry = self.first_symmetries()[0];
        let mut key = format!("{} {}", rules.size, if rules.pie { "pie" } else { "plain" });
        for id in self.main_line() {
            let _ = match act(rules.size, symmetry, self.node(id).act()) {
                Act::Move(mv) => write!(key, " {}", move_text(rules.size, mv)),
                Act::Setup(position) => write!(key, " [{}]", position.text()),
                Act::Nothing | Act::Resign(_) => Ok(()),
            };
        }
        key
    }

    /// The symmetries under which the main line is first of all four: more than one if it is its own image under one.
    fn first_symmetries(&self) -> Vec<Symmetry> {
        let lines = Symmetry::ALL.map(|symmetry| self.steps(symmetry));
        let first = lines.iter().min();
        Symmetry::ALL.into_iter().zip(&lines).filter(|&(_, line)| Some(line) == first).map(|(one, _)| one).collect()
    }

    fn steps(&self, symmetry: Symmetry) -> Vec<Step> {
        let size = self.rules().size;
        let step = |id| match act(size, symmetry, self.node(id).act()) {
            Act::Move(mv) => Some(Step::Move(usize::from(mv.action(size)))),
            Act::Setup(position) => Some(Step::Setup(numbers(&position))),
            Act::Nothing | Act::Resign(_) => None,
        };
        self.main_line().filter_map(step).collect()
    }
}

/// Light's and Dark's stones as numbers with bit i for point i, the highest word first.
fn numbers(position: &Position) -> [[u64; 4]; 2] {
    Color::ALL.map(|color| {
        let mut words = position.stones(color).words();
        words.reverse();
        words
    })
}

fn act(size: Size, symmetry: Symmetry, act: Act) -> Act {
    match act {
        Act::Move(Move::Place(point)) => Act::Move(Move::Place(symmetry.point(size.geometry(), point))),
        Act::Setup(position) => Act::Setup(position.transformed(symmetry)),
        other => other,
    }
}

fn transform(notes: &mut Notes, size: Size, symmetry: Symmetry) {
    let board = size.geometry();
    for set in &mut notes.marks {
        *set = symmetry.set(board, *set);
    }
    let labels = notes.labels().clone();
    for &point in labels.keys() {
        notes.set_label(point, "");
    }
    for (&point, label) in &labels {
        notes.set_label(symmetry.point(board, point), label);
    }
    for property in notes.properties.iter_mut().filter(|property| OF_POINTS.contains(&property.name.as_str())) {
        for value in &mut property.values {
            let images: Option<Vec<String>> = value.split(':').map(|part| name(size, symmetry, part)).collect();
            // What is no point, such as the empty list of DD[], means the same from everywhere.
            *value = images.map_or_else(|| value.clone(), |images| images.join(":"));
        }
    }
}

/// The image of a point by name, with its white space and its capital letter.
fn name(size: Size, symmetry: Symmetry, part: &str) -> Option<String> {
    let point = values::point(size, part).ok()?;
    let mut image = point_text(size, symmetry.point(size.geometry(), point));
    let name = part.trim();
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        image.make_ascii_uppercase();
    }
    Some(part.replacen(name, &image, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Reading;
    use std::collections::BTreeSet;

    fn read(text: &str) -> Record {
        Record::from_text(text, Reading::Strict).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A tree with all that has points in it.
    const FULL: &str = "(;GM[Meridians]SZ[6:7]RU[plain]GN[h1];W[h1]C[at h1];B[d4]\n\
        (;W[h8]CR[h8]LB[d6:A][a1:b]AR[h1:h8]DD[])(;W[h5]TB[A1][ m6 ]XX[h1]LN[a1:m6]VW[a1:zz];AW[h8]AE[h5]PL[B]TU[2,2]))";

    #[test]
    fn symmetries_move_every_point_and_no_text() {
        let record = read(FULL);
        let turned = record.transformed(Symmetry::HalfTurn).to_text(crate::record::Format::Sgf);
        let expected = "(;FF[4]CA[UTF-8]GM[Meridians]SZ[6:7]RU[plain]GN[h1];W[f11]C[at h1];B[j6]\n\
            (;W[f4]CR[f4]LB[j4:A][m6:b]AR[f11:f4]DD[])\n\
            (;W[f7]TB[M6][ a1 ]XX[h1]LN[m6:a1]VW[a1:zz];AE[f7]AW[f4]PL[B]TU[2,2]))\n";
        assert_eq!(turned.as_deref(), Ok(expected));
        for symmetry in Symmetry::ALL {
            let image = record.transformed(symmetry);
            assert_eq!(image.transformed(symmetry), record);
            assert_eq!(image, read(&sgf::write(&image)), "every move of the image is legal");
            assert_eq!((image.canonical(), image.key()), (record.canonical(), record.key()));
        }
        assert_eq!(record.transformed(Symmetry::Identity), record);
    }

    #[test]
    fn what_a_symmetric_main_line_leaves_open_the_rest_decides() {
        let texts =
            ["(;SZ[3:4]LB[b2:A])", "(;SZ[3:4]C[one](;)(;W[c2])(;W[e1]))", "(;SZ[3:4]AW[a1][a3]AB[g1][g3];LB[c1:A])"];
        for text in texts {
            let record = read(text);
            let images = Symmetry::ALL.map(|symmetry| record.transformed(symmetry));
            let texts: BTreeSet<String> = images.iter().map(sgf::write).collect();
            assert!(texts.len() > 1, "{text}");
            for image in images {
                assert_eq!(image.canonical(), record.canonical(), "{text}");
                // The set-up of the third is its own image under one mirror alone.
                let canonical = sgf::write(&image.canonical());
                assert!(
                    texts.first() == Some(&canonical) || text.contains("AW") && texts.contains(&canonical),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn keys_are_of_board_opening_and_main_line() {
        let key = |text: &str| read(text).key();
        assert_eq!(key("6/7 plain h1 d4 h8"), "6/7 plain f1 j4 f8");
        let same =
            ["6/7 plain h1 d4 h8 W+R", "6/7 repetition=none h1 d4 h8", "(;SZ[6:7]PW[A];W[f11];B[j6](;W[f4])(;W[f7]))"];
        assert!(same.iter().all(|text| key(text) == key("6/7 plain h1 d4 h8")));
        let others =
            ["6/7 plain h1 d4", "6/7 pie h1 d4", "6/7 pie h1 d4 keep", "6/7 pie h1 d4 swap", "5/6 h1 d4", "6/7 h1 d5"];
        let keys: BTreeSet<String> = others.iter().map(|text| key(text)).collect();
        assert_eq!(keys.len(), others.len());
        assert!(key("(;SZ[3:4]AW[a1][a3]AB[g1][g3]PL[W])").starts_with("3/4 plain [3/4 "));
    }
}
