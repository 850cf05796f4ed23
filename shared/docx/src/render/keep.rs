//! Values that templates keep in variables: plain lists and objects of bounded depth. What a variable holds can be put
//! into another value and kept again, a thousand times over; MiniJinja compares, prints and frees such nests recursively.

use minijinja::value::{Tuple, ValueKind};
use minijinja::{Error, ErrorKind, Value};

use super::data::{List, Record, depth};
use super::meter::{Exceeded, Meter};

/// `{% set x = value %}`
pub(super) fn variable(meter: &Meter, most: usize, value: Value) -> Result<Value, Error> {
    Keeper { meter, most }.settled(value, false).map(|(value, _)| value)
}

/// `{% set namespace.x = value %}` and what else outlives a loop: data only. A namespace in itself, or a loop that holds
/// the one before it, would be a nest without end.
pub(super) fn member(meter: &Meter, most: usize, value: Value) -> Result<Value, Error> {
    Keeper { meter, most }.settled(value, true).map(|(value, _)| value)
}

struct Keeper<'a> {
    meter: &'a Meter,
    most: usize,
}

impl Keeper<'_> {
    /// The value and how deep it is. `strict`: data only.
    fn settled(&self, value: Value, strict: bool) -> Result<(Value, usize), Error> {
        if let Some(depth) = depth(&value) {
            return Ok((value, depth));
        }
        let kind = value.kind();
        let Some(object) = value.as_object() else { return Ok((value, 0)) };
        let name = object.type_name();
        match kind {
            // A kwargs object or an object of MiniJinja's is a map too, but only its own map is nothing else.
            ValueKind::Map if name.contains("IndexMap") || name.contains("BTreeMap") => {
                self.meter.pass(&value)?;
                let mut members = Vec::new();
                let mut deepest = 0;
                for key in value.try_iter()? {
                    let (member, depth) = self.below(value.get_item(&key)?, strict)?;
                    deepest = deepest.max(depth);
                    members.push((key, member));
                }
                self.nested(deepest, || Value::from_object(Record::new(members)))
            }
            ValueKind::Seq | ValueKind::Iterable => {
                self.meter.pass(&value)?;
                let mut items = Vec::new();
                let mut deepest = 0;
                for item in value.try_iter()?.checked() {
                    let (item, depth) = self.below(item?, strict)?;
                    deepest = deepest.max(depth);
                    items.push(item);
                }
                let plain = name.starts_with("alloc::vec::Vec<") || kind == ValueKind::Iterable;
                self.nested(deepest, || match () {
                    () if value.is_tuple() => Value::from(Tuple::from(items)),
                    () if plain => Value::from_object(List::new(items)),
                    // A pair of `groupby` has names besides.
                    () => value,
                })
            }
            ValueKind::Map | ValueKind::Plain if strict && !is_data(name) => Err(Error::new(
                ErrorKind::InvalidOperation,
                "a namespace keeps data only: text, numbers, lists and objects",
            )),
            _ => Ok((value, 0)),
        }
    }

    fn below(&self, value: Value, strict: bool) -> Result<(Value, usize), Error> {
        // Bounded here as well as above: this recurses.
        let inner = Keeper { meter: self.meter, most: self.most.checked_sub(1).ok_or(Exceeded::Depth)? };
        inner.settled(value, strict)
    }

    fn nested(&self, inside: usize, value: impl FnOnce() -> Value) -> Result<(Value, usize), Error> {
        // Data alone may be as deep as its parser lets it be.
        if inside >= self.most.max(1) {
            return Err(Exceeded::Depth.into());
        }
        Ok((value(), inside + 1))
    }
}

/// Rich values are the crate's own, and hold no template's values.
fn is_data(type_name: &str) -> bool {
    type_name.ends_with("rich::value::Rich")
}
