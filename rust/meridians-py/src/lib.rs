//! The binding: how the engine's words cross into Python. It holds conversions only, no rules. `python/meridians/_core.pyi`
//! documents what Python sees; `boundary.rs` alone releases the GIL, polls for Ctrl-C and reports progress.

mod arguments;
mod arrays;
mod batch;
mod batch_arrays;
mod batch_state;
mod boundary;
mod build;
mod cpu_clock;
mod encode;
mod errors;
mod evaluation;
mod evaluator;
mod features;
mod game;
mod game_result;
mod notation;
mod outcome;
mod perft;
mod position;
mod record;
mod record_file;
mod record_node;
mod report;
mod report_text;
mod rollout;
mod rollouts;
mod search;
mod selfplay;
mod solver;
mod structure;
mod times;

use pyo3::prelude::*;

/// The compiled engine of `meridians`.
#[pymodule]
mod _core {
    use super::PyModule;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use super::batch::rollouts_from;
    #[pymodule_export]
    use super::batch_state::PyBatchState;
    #[pymodule_export]
    use super::build::build_info;
    #[pymodule_export]
    use super::encode::{encode, plane_cells};
    #[pymodule_export]
    use super::errors::{IllegalMoveError, MeridiansError, ParseError, SetupError};
    #[pymodule_export]
    use super::evaluation::PyMoveEvaluations;
    #[pymodule_export]
    use super::features::{builtin_weights, feature_arrays};
    #[pymodule_export]
    use super::game::GameState;
    #[pymodule_export]
    use super::game_result::PyGameResult;
    #[pymodule_export]
    use super::notation::{move_text, parse_move, point_names};
    #[pymodule_export]
    use super::outcome::PyOutcome;
    #[pymodule_export]
    use super::perft::{divide, perft};
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::record::{PyRecord, records_in};
    #[pymodule_export]
    use super::record_node::PyRecordNode;
    #[pymodule_export]
    use super::report::{PyLine, PyProof, PyReport};
    #[pymodule_export]
    use super::rollout::PyRollout;
    #[pymodule_export]
    use super::rollouts::PyRollouts;
    #[pymodule_export]
    use super::search::PySearch;
    #[pymodule_export]
    use super::selfplay::{game_features, self_play};
    #[pymodule_export]
    use super::solver::{PySolvedTable, winning_moves};
    #[pymodule_export]
    use super::structure::{PyColorFeatures, PyFeatures, PyGroupFeatures};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("PLANES", PyTuple::new(module.py(), meridians::PLANES)?)?;
        module.add("FEATURES", PyTuple::new(module.py(), super::features::feature_names())?)?;
        let mapping = module.py().import("collections.abc")?.getattr("Mapping")?;
        mapping.call_method1("register", (module.getattr("Features")?,))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
