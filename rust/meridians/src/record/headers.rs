//! What is said of a whole game: the event, the date, who played. The keys are fixed words; their order is the caller's.

use super::text::one_line;
use std::fmt;

/// The keys of headers, each with its property in SGF. `light` and `dark` are who has the colours at the end, so after a swap
/// `light` is the participant who swapped.
pub const HEADERS: [(&str, &str); 19] = [
    ("name", "GN"),
    ("event", "EV"),
    ("round", "RO"),
    ("date", "DT"),
    ("place", "PC"),
    ("light", "PW"),
    ("dark", "PB"),
    ("light_rank", "WR"),
    ("dark_rank", "BR"),
    ("light_team", "WT"),
    ("dark_team", "BT"),
    ("time", "TM"),
    ("overtime", "OT"),
    ("opening", "ON"),
    ("source", "SO"),
    ("annotator", "AN"),
    ("user", "US"),
    ("copyright", "CP"),
    ("description", "GC"),
];

/// The headers of a record: texts of one line by key, in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(&'static str, String)>);

/// There is no header with this key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHeader(pub String);

impl fmt::Display for UnknownHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = HEADERS.map(|(key, _)| key).join(", ");
        write!(f, "there is no header {}: the headers are {keys}", crate::notation::quoted(&self.0))
    }
}

impl std::error::Error for UnknownHeader {}

impl Headers {
    /// The text of a header.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, text)| text.as_str())
    }

    /// Sets a header; white space of any kind becomes single spaces where lines end. An empty text takes the header away.
    ///
    /// # Errors
    /// There is no header with this key.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), UnknownHeader> {
        let Some((key, _)) = HEADERS.into_iter().find(|(known, _)| *known == key) else {
            return Err(UnknownHeader(key.to_owned()));
        };
        let text = one_line(text);
        let place = self.0.iter().position(|(known, _)| *known == key);
        match place {
            Some(place) if text.is_empty() => drop(self.0.remove(place)),
            Some(place) => self.0[place].1 = text,
            None if text.is_empty() => {}
            None => self.0.push((key, text)),
        }
        Ok(())
    }

    /// The headers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, text)| (*key, text.as_str()))
    }
}

/// The property of a header in SGF.
pub(crate) fn property_of(key: &str) -> &'static str {
    HEADERS.into_iter().find(|(known, _)| *known == key).map_or("GC", |(_, property)| property)
}

/// The header of a property in SGF.
pub(crate) fn header_of(property: &str) -> Option<&'static str> {
    HEADERS.into_iter().find(|(_, known)| *known == property).map(|(key, _)| key)
}
