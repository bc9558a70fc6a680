//! Evaluators of the caller's: the searching thread asks, the calling thread calls, and what comes back is checked here.

use crate::arguments::type_name;
use crate::boundary::Message;
use crate::cpu_clock::{add_foreign, thread_cpu_clock};
use crate::errors::invalid;
use meridians::{BuiltinEvaluator, Evaluator, EvaluatorFailed, Move, Position, Scores, encode, planes_shape, quoted};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::PyTraverseError;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Positions in a batch for an evaluator that does not say.
const BATCH: usize = 16;
/// The most that one may say.
const MOST: u64 = 4096;

/// The evaluator that was asked for.
pub(crate) enum Asked {
    Default,
    Builtin(BuiltinEvaluator),
    Foreign(ForeignEvaluator),
}

/// An object with `evaluate`.
pub(crate) struct ForeignEvaluator {
    object: Py<PyAny>,
    batch_size: usize,
}

impl Asked {
    pub(crate) fn of(object: Option<&Bound<'_, PyAny>>) -> PyResult<Asked> {
        let Some(object) = object else { return Ok(Asked::Default) };
        let names = || BuiltinEvaluator::ALL.map(|evaluator| format!("{:?}", evaluator.name())).join(" or ");
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_string_lossy();
            let given = quoted(&text);
            return BuiltinEvaluator::from_name(&text).map(Asked::Builtin).ok_or_else(|| {
                invalid(format!("evaluator must be {} or an object with evaluate, not {given}", names()))
            });
        }
        let evaluate = object.getattr_opt("evaluate")?;
        if object.is_instance_of::<pyo3::types::PyType>() || !evaluate.is_some_and(|evaluate| evaluate.is_callable()) {
            let kind = type_name(object);
            return Err(PyTypeError::new_err(format!(
                "evaluator must be {} or an object with evaluate(planes, legal), not {kind}",
                names()
            )));
        }
        let batch_size = match object.getattr_opt("batch_size")? {
            Some(size) => crate::arguments::whole(&size, "batch_size of the evaluator", 1, MOST)? as usize,
            None => BATCH,
        };
        Ok(Asked::Foreign(ForeignEvaluator { object: object.clone().unbind(), batch_size }))
    }

    pub(crate) fn is_given(&self) -> bool {
        !matches!(self, Asked::Default)
    }

    /// Whether the learned evaluation is asked.
    pub(crate) fn asks_learned(&self) -> bool {
        matches!(self, Asked::Default | Asked::Builtin(BuiltinEvaluator::Learned))
    }

    /// The built-in evaluator to use, if it is not the caller's that is used.
    pub(crate) fn builtin(&self) -> BuiltinEvaluator {
        if let Asked::Builtin(evaluator) = self { *evaluator } else { BuiltinEvaluator::Learned }
    }

    /// What was given.
    pub(crate) fn object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match self {
            Asked::Default => None,
            Asked::Builtin(evaluator) => Some(PyString::new(py, evaluator.name()).into_any().unbind()),
            Asked::Foreign(evaluator) => Some(evaluator.object.clone_ref(py)),
        }
    }

    /// The one who asks the caller's evaluator on behalf of the search.
    pub(crate) fn proxy(&self, sender: &Sender<Message<Question>>) -> Option<Proxy> {
        let Asked::Foreign(evaluator) = self else { return None };
        Some(Proxy { sender: sender.clone(), batch_size: evaluator.batch_size })
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Asked::Foreign(evaluator) = self { visit.call(&evaluator.object) } else { Ok(()) }
    }
}

/// A question of the searching thread.
pub(crate) struct Question {
    positions: usize,
    actions: usize,
    shape: [usize; 3],
    planes: Vec<u8>,
    legal: Vec<bool>,
    answer: Sender<Answer>,
}

/// The answer, and the CPU time that it took.
struct Answer {
    scores: Scores,
    time: Duration,
}

/// On the searching thread: asks the calling thread and waits.
pub(crate) struct Proxy {
    sender: Sender<Message<Question>>,
    batch_size: usize,
}

impl Evaluator for Proxy {
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    fn evaluate(&mut self, positions: &[Position]) -> Result<Scores, EvaluatorFailed> {
        let (size, with_pie) = (positions[0].size(), positions[0].with_pie());
        let (shape, actions) = (planes_shape(size), Move::action_count(size, with_pie));
        let length: usize = shape.iter().product();
        let mut planes = vec![0; positions.len() * length];
        let mut legal = vec![false; positions.len() * actions];
        for ((position, planes), legal) in
            positions.iter().zip(planes.chunks_exact_mut(length)).zip(legal.chunks_exact_mut(actions))
        {
            encode(position, planes);
            position.legal().iter().for_each(|mv| legal[mv.action(size) as usize] = true);
        }
        let (answer, wait) = channel();
        let question = Question { positions: positions.len(), actions, shape, planes, legal, answer };
        self.sender.send(Message::Request(question)).map_err(|_| EvaluatorFailed)?;
        // Dropped without an answer, it failed; the calling thread knows why.
        let Answer { scores, time } = wait.recv().map_err(|_| EvaluatorFailed)?;
        add_foreign(time);
        Ok(scores)
    }
}

/// On the calling thread: calls the evaluator and checks what it returns.
pub(crate) fn answer(py: Python<'_>, evaluator: &ForeignEvaluator, question: Question) -> PyResult<()> {
    let started = thread_cpu_clock();
    let (rows, actions) = (question.positions, question.actions);
    let [count, height, width] = question.shape;
    let planes = PyArray1::from_vec(py, question.planes).reshape([rows, count, height, width])?;
    let legal = PyArray1::from_slice(py, &question.legal).reshape([rows, actions])?;
    let returned = evaluator.object.bind(py).call_method1("evaluate", (planes, legal))?;
    let scores = checked(&returned, rows, actions, &question.legal)?;
    let time = thread_cpu_clock().saturating_sub(started);
    // Nobody waits for it any more if this fails.
    let _ = question.answer.send(Answer { scores, time });
    Ok(())
}

/// Priors and values, if they are what an evaluator may return.
fn checked(returned: &Bound<'_, PyAny>, rows: usize, actions: usize, legal: &[bool]) -> PyResult<Scores> {
    let pair = returned.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2).ok_or_else(|| {
        let kind = type_name(returned);
        PyTypeError::new_err(format!("the evaluator must return a tuple of two arrays, (priors, values), not {kind}"))
    })?;
    let (priors, values) = (pair.get_item(0)?, pair.get_item(1)?);
    let wanted = format!("({rows}, {actions})");
    let priors = match priors.cast::<PyArray2<f32>>() {
        Ok(array) if array.shape() == [rows, actions] => {
            array.try_readonly().map_err(in_use)?.as_array().iter().copied().collect()
        }
        _ => return Err(wrong_array(&priors, "priors", &wanted)),
    };
    let wanted = format!("({rows},)");
    let values = match values.cast::<PyArray1<f32>>() {
        Ok(array) if array.shape() == [rows] => {
            array.try_readonly().map_err(in_use)?.as_array().iter().copied().collect()
        }
        _ => return Err(wrong_array(&values, "values", &wanted)),
    };
    let scores = Scores { priors, values };
    for (row, &value) in scores.values.iter().enumerate() {
        if !(0.0..=1.0).contains(&value) {
            return Err(invalid(format!(
                "the evaluator's values must be chances from 0 to 1 of the participant to move, and that of row {row} is \
                 {value}; a value v from -1 to 1 is the chance (v + 1) / 2"
            )));
        }
    }
    for (row, (priors, legal)) in scores.priors.chunks_exact(actions).zip(legal.chunks_exact(actions)).enumerate() {
        let of_legal = || priors.iter().zip(legal).enumerate().filter(|(_, (_, legal))| **legal);
        if let Some((action, (prior, _))) = of_legal().find(|(_, (prior, _))| !(prior.is_finite() && **prior >= 0.0)) {
            return Err(invalid(format!(
                "the evaluator's priors must be finite and 0 or more on legal actions, and that of row {row}, action {action} is {prior}"
            )));
        }
        if !of_legal().any(|(_, (&prior, _))| prior > 0.0) {
            return Err(invalid(format!(
                "the evaluator's priors must be positive on a legal action, and in row {row} all of them are 0"
            )));
        }
    }
    Ok(scores)
}

fn in_use<E>(_: E) -> PyErr {
    invalid("the evaluator's arrays must not be in use elsewhere")
}

fn wrong_array(object: &Bound<'_, PyAny>, what: &str, shape: &str) -> PyErr {
    let Ok(array) = object.cast::<PyUntypedArray>() else {
        let kind = type_name(object);
        return PyTypeError::new_err(format!("the evaluator's {what} must be a numpy array, not {kind}"));
    };
    let (dtype, given) = (array.dtype(), array.shape());
    let given: Vec<String> = given.iter().map(ToString::to_string).collect();
    let given = if given.len() == 1 { format!("({},)", given[0]) } else { format!("({})", given.join(", ")) };
    invalid(format!("the evaluator's {what} must be a float32 array of shape {shape}, not {dtype} of shape {given}"))
}
