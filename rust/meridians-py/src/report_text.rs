//! A report in words: the table that a person reads, and JSON with KataGo's field names (`docs/search.md`).

use crate::report::{PyProof, PyReport, short};
use meridians::{Color, Move, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::fmt::Write;

/// Lines that the table shows, and moves of a line.
const LINES: usize = 10;
const SHOWN: usize = 8;

/// The table: a head, the lines, and what the search took.
pub(crate) fn table(of: &PyReport) -> String {
    let report = &of.report;
    let light = report.light_chance * 100.0;
    let to_move = if of.mover_color().is_some() {
        format!("{} to move", capital(report.turn.name()))
    } else {
        "the pie to be answered".to_owned()
    };
    let mut text = format!(
        "{} {to_move}: {}   Light {light:.1} %, Dark {:.1} %",
        report.size,
        of.name(report.best),
        100.0 - light
    );
    if let Some(proof) = of.proof(report.proven) {
        text += "   proven ";
        text += &proof.text();
    }
    text += "\n   visits  chance  line\n";
    for line in report.lines.iter().take(LINES) {
        let names: Vec<String> = line.moves.iter().take(SHOWN).map(|&mv| of.name(mv)).collect();
        let more = if line.moves.len() > SHOWN { " ..." } else { "" };
        let proof = of.proof(line.proven).map_or(String::new(), |proof| format!("   {}", proof.text()));
        let _ =
            writeln!(text, "{:>9} {:>5.1} %  {}{more}{proof}", line.visits, line.win_chance * 100.0, names.join(" "));
    }
    if let more @ 1.. = report.lines.len().saturating_sub(LINES) {
        let _ = writeln!(text, "      and {more} more");
    }
    let rate = of.report.iterations_per_second();
    let rate = if rate.is_finite() { format!(", {rate:.0} a second") } else { String::new() };
    let threads = if report.threads == 1 { String::new() } else { format!(" on {} threads", report.threads) };
    let _ = write!(
        text,
        "{}{threads}: {} iterations in {:.2} s{rate}, {} nodes, depth {}, {:.1} MiB, stopped: {}",
        report.engine.name(),
        report.iterations,
        report.elapsed.as_secs_f64(),
        report.nodes,
        report.depth,
        report.memory as f64 / f64::from(1 << 20),
        report.stopped.name()
    );
    text
}

fn capital(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

impl PyProof {
    /// In KataGo's JSON there is nothing like it, so the words are ours.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("verdict", self.verdict())?;
        dict.set_item("winner", self.winner())?;
        dict.set_item("plies", self.plies())?;
        dict.set_item("exact", self.exact())?;
        Ok(dict)
    }
}

/// The report as JSON.
pub(crate) fn json(py: Python<'_>, of: &PyReport) -> PyResult<String> {
    let report = &of.report;
    let (size, pie) = (report.size, report.visits.len() > Move::action_count(report.size, false));
    // KataGo's B and W: Light, who begins, is White (R3).
    let player = if report.turn == Color::Light { "W" } else { "B" };
    let mover_chance = mover_chance(of);
    let root = PyDict::new(py);
    root.set_item("currentPlayer", player)?;
    root.set_item("winrate", mover_chance)?;
    root.set_item("visits", report.visits.iter().sum::<u64>())?;
    let rank = |action: usize| report.lines.iter().position(|line| usize::from(line.moves[0].action(size)) == action);
    // The best move is told even if there was no time to visit it.
    let is_told = |&action: &usize| !report.values[action].is_nan() || rank(action).is_some();
    let mut order: Vec<usize> = (0..report.visits.len()).filter(is_told).collect();
    order.sort_by_key(|&action| (rank(action).unwrap_or(usize::MAX), std::cmp::Reverse(report.visits[action])));
    let moves = PyList::empty(py);
    for (place, &action) in order.iter().enumerate() {
        let Some(mv) = Move::from_action(size, pie, action) else { continue };
        let line = rank(action).map(|rank| &report.lines[rank]);
        let dict = PyDict::new(py);
        dict.set_item("move", of.name(mv))?;
        dict.set_item("order", place)?;
        dict.set_item("visits", report.visits[action])?;
        dict.set_item("winrate", short(line.map_or(report.values[action], |line| line.win_chance)))?;
        if !report.priors[action].is_nan() {
            dict.set_item("prior", short(report.priors[action]))?;
        }
        dict.set_item("policy", short(report.policy[action]))?;
        let pv = line.map_or_else(|| vec![mv], |line| line.moves.clone());
        dict.set_item("pv", pv.into_iter().map(|mv| of.name(mv)).collect::<Vec<_>>())?;
        if let Some(proof) = of.proof(line.and_then(|line| line.proven)) {
            dict.set_item("proven", proof.json(py)?)?;
        }
        moves.append(dict)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("rootInfo", root)?;
    dict.set_item("moveInfos", moves)?;
    dict.set_item("size", size.to_string())?;
    dict.set_item("best", of.name(report.best))?;
    dict.set_item("lightWinrate", short(report.light_chance))?;
    dict.set_item("proven", of.proof(report.proven).map(|proof| proof.json(py)).transpose()?)?;
    dict.set_item("engine", report.engine.name())?;
    dict.set_item("threads", report.threads)?;
    dict.set_item("iterations", report.iterations)?;
    dict.set_item("nodes", report.nodes)?;
    dict.set_item("depth", report.depth)?;
    dict.set_item("memory", report.memory)?;
    dict.set_item("seconds", report.elapsed.as_secs_f64())?;
    dict.set_item("stopped", report.stopped.name())?;
    py.import("json")?.call_method1("dumps", (dict,))?.extract()
}

/// The chance of the participant to move.
fn mover_chance(of: &PyReport) -> f64 {
    let report = &of.report;
    match (report.proven.map(|proof| proof.verdict), report.mover_color) {
        (Some(Verdict::Win), _) => 1.0,
        (Some(Verdict::Loss), _) => 0.0,
        (Some(Verdict::Draw), _) => 0.5,
        // With the answer `swap` the mover takes Light.
        (None, _) if report.best == Move::Swap => short(report.light_chance),
        (None, Color::Light) => short(report.light_chance),
        (None, Color::Dark) => short(1.0 - report.light_chance),
    }
}
