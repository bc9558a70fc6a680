//! How texts of a record are kept, so that what is written reads back the same: line ends are line feeds, and other white space
//! is spaces, as SGF has it.

/// A text of several lines.
pub(crate) fn lines(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\r' => {
                if chars.peek().is_some_and(|&next| next != c && matches!(next, '\n' | '\r')) {
                    chars.next();
                }
                kept.push('\n');
            }
            c if is_blank(c) => kept.push(' '),
            c => kept.push(c),
        }
    }
    kept
}

/// A text of one line, without white space around it.
pub(crate) fn one_line(text: &str) -> String {
    lines(text).replace('\n', " ").trim_matches(' ').to_owned()
}

/// White space of ASCII, line ends apart.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0b' | '\x0c')
}
