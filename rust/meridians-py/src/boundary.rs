//! The one place that releases the GIL, polls for Ctrl-C and calls progress callbacks. Long work runs on a thread that ends with the
//! call; the calling thread waits, and stops the work as soon as Python wants it stopped.

use meridians::Control;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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
        callable(py, callback.as_ref())?;
        Ok(callback.map(|callback| Progress { callback, total }))
    }

    fn report(&self, py: Python<'_>, control: &Control) -> PyResult<()> {
        self.callback.call1(py, (control.done(), self.total)).map(drop)
    }
}

/// Checks that a progress callback is one.
pub(crate) fn callable(py: Python<'_>, callback: Option<&Py<PyAny>>) -> PyResult<()> {
    match callback.map(|callback| callback.bind(py)) {
        Some(callback) if !callback.is_callable() => {
            let kind = callback.get_type().name()?;
            Err(PyTypeError::new_err(format!("progress must be callable or None, not {kind}")))
        }
        _ => Ok(()),
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

/// What the thread that works tells the one that waits.
pub(crate) enum Message<R> {
    /// Something has to be done with the GIL.
    Request(R),
    /// The work is done, or has panicked.
    Finished,
}

/// Says so when it is dropped, also by a panic: that wakes the waiting thread.
struct Finish<R>(Sender<Message<R>>);

impl<R> Drop for Finish<R> {
    fn drop(&mut self) {
        // Nobody waits any more if this fails.
        let _ = self.0.send(Message::Finished);
    }
}

/// What the waiting thread does for the work, with the GIL.
pub(crate) trait Attend<R>: Send {
    /// Called many times a second: progress, if it is time for it.
    fn tick(&mut self, py: Python<'_>) -> PyResult<()>;
    /// Called for each request. When it fails, or something else has, the request is dropped, and who waits for its answer sees that.
    fn serve(&mut self, py: Python<'_>, request: R) -> PyResult<()>;
}

/// Runs long work without the GIL. Ctrl-C, or an exception of the attendant, stops the work through the control and is raised.
pub(crate) fn attended<T: Send, R: Send>(
    py: Python<'_>,
    control: &Control,
    (sender, requests): (Sender<Message<R>>, &mut Receiver<Message<R>>),
    attendant: &mut dyn Attend<R>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(move || {
        thread::scope(move |scope| {
            // A system that has no thread left is an OSError, not a panic.
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let _finish = Finish(sender);
                work()
            })?;
            let mut failure = None;
            loop {
                let request = match requests.recv_timeout(POLL) {
                    Ok(Message::Request(request)) => Some(request),
                    Err(RecvTimeoutError::Timeout) => None,
                    Ok(Message::Finished) | Err(RecvTimeoutError::Disconnected) => break,
                };
                if failure.is_some() {
                    continue;
                }
                let attend = |py: Python<'_>| {
                    if let Some(request) = request {
                        attendant.serve(py, request)?;
                    }
                    py.check_signals()?;
                    attendant.tick(py)
                };
                let Some(attended) = Python::try_attach(attend) else { end_with_the_process(control) };
                if let Err(error) = attended {
                    control.stop();
                    failure = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            failure.map_or(Ok(result), Err)
        })
    })
}

/// Reports progress now and then.
struct Reporter<'a> {
    progress: Option<&'a Progress>,
    control: &'a Control,
    reported: Instant,
}

/// There is nothing to ask for.
enum Never {}

impl Attend<Never> for Reporter<'_> {
    fn tick(&mut self, py: Python<'_>) -> PyResult<()> {
        match self.progress {
            Some(progress) if self.reported.elapsed() >= REPORT => {
                self.reported = Instant::now();
                progress.report(py, self.control)
            }
            _ => Ok(()),
        }
    }

    fn serve(&mut self, _: Python<'_>, request: Never) -> PyResult<()> {
        match request {}
    }
}

/// Runs long work without the GIL. Ctrl-C or an exception of the callback stops the work through its control and is raised.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    let control = Control::default();
    let (sender, mut requests) = channel();
    let mut reporter = Reporter { progress: progress.as_ref(), control: &control, reported: Instant::now() };
    let result = attended(py, &control, (sender, &mut requests), &mut reporter, || work(&control))?;
    if let Some(progress) = progress {
        progress.report(py, &control)?;
    }
    Ok(result)
}
