//! From bytes to text: UTF-8 and ISO-8859-1, named by `CA[]`. Others are refused by name.

use super::super::error::{FaultReason, Place, RecordError};
use super::lexer::after;

/// The text of a game's bytes. Without `CA[]` it is UTF-8 if the bytes are, and else ISO-8859-1, which is SGF's own default.
pub(super) fn decode(bytes: &[u8], place: Place) -> Result<String, RecordError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Some((start, name)) = named(bytes) else {
        return Ok(std::str::from_utf8(bytes).map_or_else(|_| latin(bytes), ToOwned::to_owned));
    };
    let here = |end: usize| after(place, &latin(&bytes[..end]));
    match name.trim().to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => {
                let end = error.valid_up_to();
                let before = std::str::from_utf8(&bytes[..end]).unwrap_or("");
                let found = format!("byte {:#04x}", bytes[end]);
                Err(after(place, before).fault(FaultReason::form("UTF-8, as CA[] says", &found)))
            }
        },
        "iso-8859-1" | "iso8859-1" | "latin-1" | "latin1" => Ok(latin(bytes)),
        "us-ascii" | "ascii" if bytes.is_ascii() => Ok(latin(bytes)),
        _ => {
            let expected = "a character set that is read here, UTF-8 or ISO-8859-1 (convert the file)";
            Err(here(start).fault(FaultReason::form(expected, &name)))
        }
    }
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The value of `CA[]` in the root node, and where it begins.
fn named(bytes: &[u8]) -> Option<(usize, String)> {
    let (mut escaped, mut value, mut nodes) = (false, None, 0);
    let mut name = Vec::new();
    for (place, &byte) in bytes.iter().enumerate() {
        if let Some(start) = value {
            if byte == b']' && !escaped {
                if name == b"CA" {
                    return Some((start, latin(&bytes[start..place])));
                }
                value = None;
                name.clear();
            }
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'[' => value = Some(place + 1),
            b';' => nodes += 1,
            b'A'..=b'Z' => name.push(byte),
            _ => {}
        }
        if nodes > 1 || byte == b')' {
            return None;
        }
        if matches!(byte, b'(' | b';') {
            name.clear();
        }
    }
    None
}
