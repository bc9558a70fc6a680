//! The files of `tests/data/`, which the tests of both languages read.

use serde_json::Value;
use std::collections::HashMap;
use std::fs;

/// The text of a data file.
pub(crate) fn text(name: &str) -> String {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/{}"), name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A file with one JSON value.
pub(crate) fn json(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A file with a JSON value a line.
pub(crate) fn json_lines(name: &str) -> Vec<Value> {
    text(name)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect()
}

/// The elements of a JSON list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

/// A JSON string.
pub(crate) fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no string"))
}

/// A JSON list of strings.
pub(crate) fn strings(value: &Value) -> Vec<&str> {
    list(value).iter().map(string).collect()
}

/// The records of a CSV file with a header line, by column.
pub(crate) fn csv(name: &str) -> Vec<HashMap<String, String>> {
    let text = text(name);
    let mut rows = text.lines().map(csv_fields);
    let header = rows.next().unwrap_or_else(|| panic!("{name} is empty"));
    rows.map(|row| {
        assert_eq!(row.len(), header.len(), "{name}: {row:?}");
        header.iter().cloned().zip(row).collect()
    })
    .collect()
}

/// The fields of one line; a field with commas is quoted, and no field holds a quote or a line break.
fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for symbol in line.chars() {
        match symbol {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is a field").push(symbol),
        }
    }
    fields
}
