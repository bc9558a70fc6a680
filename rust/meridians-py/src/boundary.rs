//! The one place that releases the GIL, polls for Ctrl-C and calls progress callbacks. Long work runs on a thread that ends with the
//! call; the calling thread waits, and stops the work as soon as Python wants it stopped.

use meridians::Control;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often the waiting thread looks for signals: far below the half second in which Ctrl-C must work.
const POLL: Duration = Duration::from_millis(20);
/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(100);

/// A progress callback and the total that it is told.
pub(crate) struct Progress {
    callback: Py<PyAny>,
    total: u64,
}

impl Progress {
    pub(crate) fn new(py: Python<'_>, callback: Option<Py<PyAny>>, total: u64) -> PyResult<Option<Progress>> {
        let Some(callback) = callback else { return Ok(None) };
        if !callback.bind(py).is_callable() {
            let kind = callback.bind(py).get_type().name()?;
            return Err(PyTypeError::new_err(format!("progress must be callable or None, not {kind}")));
        }
        Ok(Some(Progress { callback, total }))
    }

    fn report(&self, py: Python<'_>, control: &Control) -> PyResult<()> {
        self.callback.call1(py, (control.done(), self.total)).map(drop)
    }
}

/// The interpreter has ended under a daemon thread. No way leads back into it, so the thread waits here for the process to
/// end, as Python 3.14 makes such threads do.
fn end_with_the_process(control: &Control) -> ! {
    control.stop();
    loop {
        thread::park();
    }
}

/// Whether Python wants to be interrupted: for loops over a caller's data, which run with the GIL.
pub(crate) fn poll(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// Runs work of some tens of microseconds to milliseconds without the GIL. Signals wait until it is done.
pub(crate) fn brief<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(work)
}

/// Runs long work without the GIL. Ctrl-C or an exception of the callback stops the work through its control and is raised.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    let control = Control::default();
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (finished, wait) = channel::<()>();
            let control = &control;
            // A system that has no thread left is an OSError, not a panic.
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // Dropped at the end of the work, also by a panic: that wakes the waiting thread.
                let _finished = finished;
                work(control)
            })?;
            let mut failure = None;
            let mut reported = Instant::now();
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(POLL) {
                if failure.is_some() {
                    continue;
                }
                let due = reported.elapsed() >= REPORT;
                let polled = Python::try_attach(|py| {
                    py.check_signals()?;
                    match &progress {
                        Some(progress) if due => progress.report(py, control),
                        _ => Ok(()),
                    }
                });
                let Some(polled) = polled else { end_with_the_process(control) };
                if due {
                    reported = Instant::now();
                }
                if let Err(error) = polled {
                    control.stop();
                    failure = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            failure.map_or(Ok(result), Err)
        })
    })?;
    if let Some(progress) = progress {
        progress.report(py, &control)?;
    }
    Ok(result)
}
