//! Comparisons that order. MiniJinja puts every text above every number; here what does not go together is an error, and a
//! text that is a number is read as one beside a number.

use std::cmp::Ordering;

use minijinja::value::{Rest, ValueKind};
use minijinja::{Error, ErrorKind, State, Value};

use super::fault::{about, wrong};
use super::operators::pass_all;

/// `first|__compare("<", second, "<=", third)`
pub(crate) fn compare(state: &State, first: Value, rest: Rest<Value>) -> Result<bool, Error> {
    let mut left = &first;
    for pair in rest.chunks(2) {
        let [sign, right] = pair else { break };
        pass_all(state, left)?;
        pass_all(state, right)?;
        let holds = match sign.as_str() {
            Some("==") => left == right,
            Some("!=") => left != right,
            Some("in") => is_in(state, left, right)?,
            Some("not in") => !is_in(state, left, right)?,
            sign => holds(sign.unwrap_or_default(), left, right)?,
        };
        if !holds {
            return Ok(false);
        }
        left = right;
    }
    Ok(true)
}

/// `left in right`. MiniJinja says no where neither can hold the other.
pub(crate) fn is_in(state: &State, left: &Value, right: &Value) -> Result<bool, Error> {
    let searchable = match (Kind::of(left), Kind::of(right)) {
        (Kind::Nothing, _) | (_, Kind::Nothing | Kind::List | Kind::Other) => true,
        (left, Kind::Text) => left == Kind::Text,
        (_, Kind::Number) => false,
    };
    if !searchable {
        let message = format!("{} cannot be looked for in {}", named(left), named(right));
        let error = Error::new(ErrorKind::InvalidOperation, message);
        return Err(about(error, &[right.clone(), left.clone()]));
    }
    minijinja::tests::is_in(state, left, right)
}

/// `left < right` and the like. Nothing and what is missing is neither smaller nor larger than anything.
pub(crate) fn holds(sign: &str, left: &Value, right: &Value) -> Result<bool, Error> {
    let Some(order) = order(left, right)? else { return Ok(false) };
    Ok(match sign {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    })
}

fn order(left: &Value, right: &Value) -> Result<Option<Ordering>, Error> {
    let order = match (Kind::of(left), Kind::of(right)) {
        (Kind::Nothing, _) | (_, Kind::Nothing) => return Ok(None),
        (Kind::Number, Kind::Number | Kind::Text) | (Kind::Text, Kind::Number) => {
            number(left, TO_COMPARE)?.cmp(&number(right, TO_COMPARE)?)
        }
        (Kind::List, Kind::List) => return order_of_lists(left, right),
        (Kind::Text, Kind::Text) => left.cmp(right),
        (Kind::Other, Kind::Other) if left.kind() != ValueKind::Map => left.cmp(right),
        _ => {
            let message = format!("{} and {} cannot be compared", named(left), named(right));
            let error = Error::new(ErrorKind::InvalidOperation, message);
            return Err(about(error, &[left.clone(), right.clone()]));
        }
    };
    Ok(Some(order))
}

/// Lists are in the order of the first elements that differ; one that ends before is the smaller.
fn order_of_lists(left: &Value, right: &Value) -> Result<Option<Ordering>, Error> {
    let differing = left.try_iter()?.zip(right.try_iter()?).find(|(left, right)| left != right);
    match differing {
        Some((left, right)) => order(&left, &right),
        None => Ok(Some(left.len().cmp(&right.len()))),
    }
}

/// Refuses a list of which some elements cannot be compared with others.
pub(crate) fn comparable(values: impl Iterator<Item = Value>) -> Result<(), Error> {
    let mut first: Option<Value> = None;
    for value in values.filter(|value| Kind::of(value) != Kind::Nothing) {
        match &first {
            Some(first) if Kind::of(first) != Kind::of(&value) => {
                // The one that is not a number is the one to look at.
                let odd = if Kind::of(first) == Kind::Number { &value } else { first };
                return Err(wrong(odd, "number", "a number, as the others are,"));
            }
            Some(first) => {
                order(first, &value)?;
            }
            None => first = Some(value),
        }
    }
    Ok(())
}

/// Values of one kind can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    Number,
    Text,
    List,
    Other,
}

impl Kind {
    fn of(value: &Value) -> Kind {
        match value.kind() {
            ValueKind::Undefined | ValueKind::None => Kind::Nothing,
            // Python counts with truth.
            ValueKind::Number | ValueKind::Bool => Kind::Number,
            ValueKind::String => Kind::Text,
            ValueKind::Seq | ValueKind::Iterable => Kind::List,
            _ => Kind::Other,
        }
    }
}

const TO_COMPARE: &str = "a number to compare with";

/// A number as it is, truth as Python counts it, and a text that is a number.
fn number(value: &Value, required: &str) -> Result<Value, Error> {
    match value.kind() {
        ValueKind::Number => return Ok(value.clone()),
        ValueKind::Bool => return Ok(Value::from(i64::from(value.is_true()))),
        _ => {}
    }
    let read = value.as_str().and_then(|text| text.trim().parse::<f64>().ok());
    let read = read.filter(|number| number.is_finite());
    read.map(Value::from).ok_or_else(|| wrong(value, "number", required))
}

/// Whether a number divided by another leaves `rest`; never for nothing and what is missing.
pub(crate) fn leaves(value: &Value, divisor: &Value, rest: f64) -> Result<bool, Error> {
    if [value, divisor].iter().any(|value| Kind::of(value) == Kind::Nothing) {
        return Ok(false);
    }
    let [value, divisor] = [number(value, "a number to divide")?, number(divisor, "a number to divide by")?];
    if let (Ok(value), Ok(divisor)) = (i128::try_from(value.clone()), i128::try_from(divisor.clone())) {
        let left = value.checked_rem_euclid(divisor);
        let left = left.ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "cannot divide by zero"))?;
        return Ok(Value::from(left) == Value::from(rest));
    }
    let [value, divisor] = [f64::try_from(value)?, f64::try_from(divisor)?];
    Ok(value.rem_euclid(divisor) == rest)
}

fn named(value: &Value) -> &'static str {
    match Kind::of(value) {
        Kind::Nothing => "nothing",
        Kind::Number => "a number",
        Kind::Text => "a text",
        Kind::List => "a list",
        Kind::Other => "an object",
    }
}
