//! Replacements for MiniJinja's operators `+`, `*`, `~`, `[i]` and `[a:b]`, which can create values of any size: from
//! `{% set a = a ~ a %}` thirty times, or from a factor in the data.

use minijinja::value::{Rest, Tuple, ValueKind, ValueOrKwargs};
use minijinja::{Environment, Error, ErrorKind, State, Value};

use super::fault::{about, misused};
use super::keep;
use super::meter::{ELEMENT, Exceeded, Meter, is_small};
use super::state::{RenderState, suspect};
use platen_rich::List;

/// Adds the filters that compiled code calls.
pub(crate) fn add(env: &mut Environment<'static>) {
    env.add_filter("__add", sum);
    env.add_filter("__mul", product);
    env.add_filter("__concat", text);
    env.add_filter("__at", item);
    env.add_filter("__slice", slice);
    env.add_filter("__read", read);
    env.add_filter("__filled", filled);
    env.add_filter("__keep", |state: &State, value: Value| kept(state, value, keep::variable));
    env.add_filter("__member", member);
    env.add_function("__spend", |state: &State, bytes: usize| spend(state, bytes).map(|()| Value::from("")));
    env.add_function("namespace", |state: &mut State, args: Rest<ValueOrKwargs>| {
        let plain = Value::from_function(minijinja::functions::namespace);
        plain.call(state, &members(state, args)?)
    });
    env.add_function("dict", |state: &mut State, args: Rest<ValueOrKwargs>| {
        let plain = Value::from_function(minijinja::functions::dict);
        plain.call(state, &members(state, args)?)
    });
}

/// What is wrong with a `loop.cycle` without values.
pub(crate) const NOTHING_TO_CYCLE: &str = "`cycle` has no values to go through";

/// Takes from the render's budget; without a render, as in a check of an expression, nothing is counted.
pub(crate) fn spend(state: &State, bytes: usize) -> Result<(), Error> {
    RenderState::of(state).map_or(Ok(()), |render| render.meter.spend(bytes))
}

/// A value that outlives the loop it was made in: data only.
pub(crate) fn member(state: &State, value: Value) -> Result<Value, Error> {
    kept(state, value, keep::member)
}

fn kept(
    state: &State,
    value: Value,
    keep: fn(&Meter, usize, Value) -> Result<Value, Error>,
) -> Result<Value, Error> {
    if value.as_object().is_none() {
        return Ok(value);
    }
    match RenderState::of(state) {
        Some(render) => keep(&render.meter, render.value_depth, value),
        None => Ok(value),
    }
}

/// What an object counts that such a call makes.
const CALL: usize = 512;

/// Arguments whose values outlive the call.
fn members(state: &State, args: Rest<ValueOrKwargs>) -> Result<Vec<Value>, Error> {
    spend(state, CALL)?;
    let mut values = args.into_values();
    for value in &mut values {
        if value.is_kwargs() {
            let named = value.try_iter()?.collect::<Vec<_>>();
            let kept = named.into_iter().map(|name| {
                let member = member(state, value.get_item(&name)?)?;
                Ok((name.to_string(), member))
            });
            let kept: Vec<(String, Value)> = kept.collect::<Result<_, Error>>()?;
            let kwargs: minijinja::value::Kwargs =
                kept.iter().map(|(n, v)| (n.as_str(), v.clone())).collect();
            *value = kwargs.into();
        } else {
            *value = member(state, value.clone())?;
        }
    }
    Ok(values)
}

/// `left + right`
fn sum(state: &State, left: &Value, right: &Value) -> Result<Value, Error> {
    if let (Some(a), Some(b)) = (small_integer(left), small_integer(right)) {
        return Ok(Value::from(a + b));
    }
    if let (Some(a), Some(b)) = (left.as_str(), right.as_str()) {
        let bytes = a.len() + b.len();
        spend(state, 2 * bytes)?;
        return Ok(Value::from([a, b].concat()));
    }
    if is_list(left) && is_list(right) && left.is_tuple() == right.is_tuple() {
        let mut items = Vec::new();
        for item in left.try_iter()?.checked().chain(right.try_iter()?.checked()) {
            // Counted as they come: how many there are is the iterator's word only.
            if items.len() % 1024 == 0 {
                spend(state, 1024.min(items.len()) * ELEMENT)?;
            }
            items.push(item?);
        }
        spend(state, items.len() % 1024 * ELEMENT)?;
        return list(state, items, left.is_tuple());
    }
    arithmetic("+", left, right, i128::checked_add, |a, b| a + b)
}

/// `left * right`
fn product(state: &State, left: &Value, right: &Value) -> Result<Value, Error> {
    if let (Some(a), Some(b)) = (small_integer(left), small_integer(right))
        && let Some(product) = a.checked_mul(b)
    {
        return Ok(Value::from(product));
    }
    if let (ValueKind::Number, ValueKind::Number) = (left.kind(), right.kind()) {
        return arithmetic("*", left, right, i128::checked_mul, |a, b| a * b);
    }
    let (repeated, times) = match (left.as_str().is_some() || is_list(left), is_list(right)) {
        (true, _) => (left, right),
        (_, true) => (right, left),
        _ if right.as_str().is_some() => (right, left),
        _ => return arithmetic("*", left, right, i128::checked_mul, |a, b| a * b),
    };
    let what = if repeated.as_str().is_some() { "strings" } else { "sequences and iterables" };
    // As in Python, a negative factor leaves nothing.
    let times = times.as_i64().filter(|_| times.is_integer()).ok_or_else(|| {
        Error::new(ErrorKind::InvalidOperation, format!("{what} can only be multiplied with integers"))
    })?;
    let times = usize::try_from(times).unwrap_or(0);
    if let Some(text) = repeated.as_str() {
        // The factor may come from the data.
        spend(state, text.len().saturating_mul(times).saturating_mul(2))?;
        return Ok(Value::from(text.repeat(times)));
    }
    let mut items = Vec::new();
    let each = ELEMENT.saturating_mul(repeated.len().unwrap_or(usize::MAX / ELEMENT));
    spend(state, each.saturating_mul(times))?;
    for _ in 0..times {
        for item in repeated.try_iter()?.checked() {
            items.push(item?);
        }
    }
    list(state, items, repeated.is_tuple())
}

/// `left ~ right`
fn text(state: &State, left: &Value, right: &Value) -> Result<Value, Error> {
    let mut out = String::new();
    for value in [left, right] {
        suspect(state, Some(value));
        match value.as_str() {
            Some(text) => {
                spend(state, 2 * text.len())?;
                out.push_str(text);
            }
            None if value.is_none() => {}
            None => printed(state, value, &mut out)?,
        }
    }
    Ok(Value::from(out))
}

/// Writes a value as MiniJinja prints it.
pub(crate) fn printed(state: &State, value: &Value, out: &mut String) -> Result<(), Error> {
    use std::fmt::Write;
    // Printing a list that holds a list twice, that again one twice and so on makes of forty tags a terabyte.
    pass_all(state, value)?;
    let before = out.len();
    write!(out, "{value}").map_err(|_| Error::from(ErrorKind::WriteFailure))?;
    spend(state, 2 * (out.len() - before))
}

/// `value[key]` with a key that is no literal: in a text its characters have to be counted.
fn item(state: &State, value: &Value, key: &Value) -> Result<Value, Error> {
    if value.is_undefined() {
        return Ok(Value::UNDEFINED);
    }
    if let Some(text) = value.as_str() {
        spend(state, text.len())?;
    } else if value.kind() == ValueKind::Iterable {
        pass(state, value)?;
    }
    Ok(value.get_item(key).unwrap_or_default())
}

/// `value[start:stop:step]`, as in Python. A part of nothing is nothing.
fn slice(state: &State, value: &Value, bounds: Rest<Value>) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let bound = |place: usize| -> Result<Option<i64>, Error> {
        let given = bounds.get(place).filter(|given| !given.is_none());
        given.map(|given| i64::try_from(given.clone())).transpose()
    };
    let (start, stop, step) = (bound(0)?, bound(1)?, bound(2)?.unwrap_or(1));
    if step == 0 {
        return Err(Error::new(ErrorKind::InvalidOperation, "cannot slice by step size of 0"));
    }
    pass(state, value)?;
    if let Some(text) = value.as_str() {
        spend(state, text.len())?;
        let characters: Vec<char> = text.chars().collect();
        let places = places(start, stop, step, characters.len());
        return Ok(Value::from(places.map(|place| characters[place]).collect::<String>()));
    }
    if !is_list(value) {
        let message = format!("value of type {} cannot be sliced", value.kind());
        return Err(about(Error::new(ErrorKind::InvalidOperation, message), std::slice::from_ref(value)));
    }
    let items = value.try_iter()?.checked().collect::<Result<Vec<Value>, Error>>()?;
    let chosen = places(start, stop, step, items.len()).map(|place| items[place].clone()).collect();
    list(state, chosen, value.is_tuple())
}

/// The indices that a slice takes, in its order.
fn places(start: Option<i64>, stop: Option<i64>, step: i64, len: usize) -> impl Iterator<Item = usize> {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    let (lowest, highest) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let place = |at: i64| (if at < 0 { at.saturating_add(len) } else { at }).clamp(lowest, highest);
    let (first, end) = if step > 0 { (0, len) } else { (len - 1, -1) };
    let (first, end) = (start.map_or(first, place), stop.map_or(end, place));
    let inside = move |at: &i64| if step > 0 { *at < end } else { *at > end };
    std::iter::successors(Some(first), move |at| at.checked_add(step))
        .take_while(inside)
        .map(|at| usize::try_from(at).unwrap_or_default())
}

/// What an operator of MiniJinja's own goes through: an operand of `==`, `<` and `in`, arguments after `*` and `**`.
fn read(state: &State, value: Value) -> Result<Value, Error> {
    pass_all(state, &value)?;
    Ok(value)
}

/// All that `loop.cycle` is given.
fn filled(value: Value) -> Result<Value, Error> {
    // Nothing at all is spread like an empty list.
    let is_empty = value.try_iter().map_or(true, |mut values| values.next().is_none());
    if is_empty { Err(misused(NOTHING_TO_CYCLE)) } else { Ok(value) }
}

/// Takes what it costs to go through a value with all that it holds.
pub(crate) fn pass_all(state: &State, value: &Value) -> Result<(), Error> {
    if is_small(value) {
        return Ok(());
    }
    RenderState::of(state).map_or(Ok(()), |render| render.meter.pass_all(value))
}

/// Takes what it costs to put the elements of a value in order.
pub(crate) fn pass_in_order(state: &State, value: &Value) -> Result<(), Error> {
    if is_small(value) {
        return Ok(());
    }
    RenderState::of(state).map_or(Ok(()), |render| render.meter.pass_in_order(value))
}

/// Takes what it costs to go through a value once.
pub(crate) fn pass(state: &State, value: &Value) -> Result<(), Error> {
    if is_small(value) {
        return Ok(());
    }
    RenderState::of(state).map_or(Ok(()), |render| render.meter.pass(value))
}

fn is_list(value: &Value) -> bool {
    matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable)
}

fn list(state: &State, items: Vec<Value>, tuple: bool) -> Result<Value, Error> {
    if tuple {
        return Ok(Value::from(Tuple::from(items)));
    }
    let list = List::new(items);
    let most = RenderState::of(state).map_or(usize::MAX, |render| render.value_depth);
    if list.depth() > most {
        return Err(Exceeded::Depth.into());
    }
    Ok(Value::from_object(list))
}

/// An integer of which two add up to one.
fn small_integer(value: &Value) -> Option<i64> {
    let number = value.as_i64().filter(|_| value.is_integer())?;
    (number.unsigned_abs() < 1 << 62).then_some(number)
}

/// Two numbers, integers where both are.
fn arithmetic(
    sign: &str,
    left: &Value,
    right: &Value,
    integers: fn(i128, i128) -> Option<i128>,
    floats: fn(f64, f64) -> f64,
) -> Result<Value, Error> {
    let is_number = |value: &Value| matches!(value.kind(), ValueKind::Number | ValueKind::Bool);
    if !is_number(left) || !is_number(right) {
        let message =
            format!("tried to use {sign} operator on unsupported types {} and {}", left.kind(), right.kind());
        let mut given = vec![left.clone(), right.clone()];
        given.sort_by_key(|value| is_number(value));
        return Err(about(Error::new(ErrorKind::InvalidOperation, message), &given));
    }
    let is_float = |value: &Value| value.kind() == ValueKind::Number && !value.is_integer();
    if is_float(left) || is_float(right) {
        return Ok(Value::from(floats(f64::try_from(left.clone())?, f64::try_from(right.clone())?)));
    }
    let made = integers(i128::try_from(left.clone())?, i128::try_from(right.clone())?);
    let made = made.ok_or_else(|| {
        Error::new(ErrorKind::InvalidOperation, format!("unable to calculate {left} {sign} {right}"))
    })?;
    Ok(i64::try_from(made).map_or_else(|_| Value::from(made), Value::from))
}
