//! What a call took: wall time, and CPU time by Python's clock of the process. The engine itself knows no clocks.

use crate::arguments::seconds_argument;
use pyo3::prelude::*;
use std::time::Instant;

/// Two clocks that run.
pub(crate) struct Clock {
    wall: Instant,
    cpu: f64,
}

/// What a call took.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
}

impl Clock {
    pub(crate) fn start(py: Python<'_>) -> PyResult<Clock> {
        Ok(Clock { wall: Instant::now(), cpu: process_time(py)? })
    }

    pub(crate) fn read(&self, py: Python<'_>) -> PyResult<Times> {
        Ok(Times { seconds: self.wall.elapsed().as_secs_f64(), cpu_seconds: (process_time(py)? - self.cpu).max(0.0) })
    }
}

fn process_time(py: Python<'_>) -> PyResult<f64> {
    py.import("time")?.call_method0("process_time")?.extract()
}

impl Times {
    /// From Python; what is not given was not measured.
    pub(crate) fn new(seconds: Option<&Bound<'_, PyAny>>, cpu_seconds: Option<&Bound<'_, PyAny>>) -> PyResult<Times> {
        let time =
            |value: Option<&Bound<'_, PyAny>>, what| value.map_or(Ok(0.0), |value| seconds_argument(value, what));
        Ok(Times { seconds: time(seconds, "seconds")?, cpu_seconds: time(cpu_seconds, "cpu_seconds")? })
    }

    /// A part of it.
    pub(crate) fn part(self, share: f64) -> Times {
        Times { seconds: self.seconds * share, cpu_seconds: self.cpu_seconds * share }
    }

    /// Games a second; NaN if nothing was measured.
    pub(crate) fn rate(self, games: u64) -> f64 {
        if self.seconds > 0.0 { games as f64 / self.seconds } else { f64::NAN }
    }
}
