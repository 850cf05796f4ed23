//! Jinja2's filters that cut a list into lists.

use minijinja::{Error, State, Value};

use super::bound::Bound;
use crate::expression::fault::misused;

/// `batch(linecount, fill_with=None)`: lists of so many elements each.
pub(super) fn batch(state: &State, value: Value, count: usize, fill: Option<Value>) -> Result<Value, Error> {
    let bound = Bound::of(state);
    let items = bound.collect(&value)?;
    if count == 0 {
        return Err(misused("a batch needs at least one element; use a count of 1 or more"));
    }
    let mut batches: Vec<Vec<Value>> = items.chunks(count).map(<[Value]>::to_vec).collect();
    if let (Some(fill), Some(last)) = (fill, batches.last_mut()) {
        last.resize(bound.elements(count)?, fill);
    }
    Ok(batches.into_iter().map(Value::from).collect())
}

/// `slice(slices, fill_with=None)`: so many lists, the first ones longer by one where it does not come out even.
pub(super) fn slice(state: &State, value: Value, count: usize, fill: Option<Value>) -> Result<Value, Error> {
    let bound = Bound::of(state);
    let items = bound.collect(&value)?;
    if count == 0 {
        return Err(misused("a list cannot be cut into zero slices; use a count of 1 or more"));
    }
    bound.elements(count)?;
    let (each, longer) = (items.len() / count, items.len() % count);
    let mut items = items.into_iter();
    let slices = (0..count).map(|index| {
        let mut slice: Vec<Value> = items.by_ref().take(each + usize::from(index < longer)).collect();
        if index >= longer {
            slice.extend(fill.clone());
        }
        Value::from(slice)
    });
    Ok(slices.collect::<Vec<_>>().into())
}
