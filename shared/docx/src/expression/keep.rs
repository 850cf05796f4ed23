//! Values that templates keep in variables: plain lists and objects of bounded depth. What a variable holds can be put
//! into another value and kept again, a thousand times over; MiniJinja compares, prints and frees such nests recursively.

use indexmap::IndexMap;
use minijinja::value::{Tuple, ValueKind};
use minijinja::{Error, ErrorKind, Value};

use super::meter::{Exceeded, Meter};
use platen_rich::{List, Record, Rich, depth};

/// `{% set x = value %}`
pub(crate) fn variable(meter: &Meter, most: usize, value: Value) -> Result<Value, Error> {
    Keeper { meter, most }.settled(value, false).map(|(value, _)| value)
}

/// `{% set namespace.x = value %}` and what else outlives a loop: data only. A namespace in itself, or a loop that holds
/// the one before it, would be a nest without end.
pub(crate) fn member(meter: &Meter, most: usize, value: Value) -> Result<Value, Error> {
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
        match kind {
            // A kwargs object or an object of MiniJinja's is a map too, but only its own map is nothing else.
            ValueKind::Map if object.downcast_ref::<IndexMap<Value, Value>>().is_some() => {
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
                let plain = object.downcast_ref::<Vec<Value>>().is_some() || kind == ValueKind::Iterable;
                self.nested(deepest, || match () {
                    () if value.is_tuple() => Value::from(Tuple::from(items)),
                    () if plain => Value::from_object(List::new(items)),
                    // A pair of `groupby` has names besides.
                    () => value,
                })
            }
            // Rich values are the crate's own, and hold no template's values.
            ValueKind::Map | ValueKind::Plain if strict && object.downcast_ref::<Rich>().is_none() => {
                Err(Error::new(
                    ErrorKind::InvalidOperation,
                    "a namespace can hold only data: text, numbers, lists and objects",
                ))
            }
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

#[cfg(test)]
mod tests {
    use minijinja::Environment;

    use super::*;
    use platen_ooxml::{Bounds, Budget, Limits};

    fn kept(code: &str, strict: bool) -> Result<Value, Error> {
        let limits = Limits::default();
        let meter = Meter::new(Bounds { limits: &limits, budget: &Budget::of(&limits) });
        let value = Environment::new().compile_expression(code)?.eval(())?;
        if strict { member(&meter, 9, value) } else { variable(&meter, 9, value) }
    }

    /// MiniJinja's own maps and lists are told by their types: should an update of it make them of others, this fails.
    #[test]
    fn lists_and_maps_of_all_makings_become_the_crates_own() {
        for (code, is_depth) in [
            ("{'a': [1, {'b': 2}]}", 3),
            ("[1, 2]", 1),
            ("dict(a=[1])", 2),
            ("[3, 1]|sort", 1),
            ("{'b': 1}|dictsort", 2),
            ("[1, 2]|map('string')|list", 1),
            ("range(3)", 1),
            ("'a b'|split|list", 1),
            ("[1, 2, 3]|batch(2)|list", 2),
            ("{'a': 1}|items|list", 2),
            ("[[1], [2]]|sum(start=[])", 1),
        ] {
            let value = kept(code, true).unwrap_or_else(|error| panic!("{code}: {error}"));
            let own = depth(&value);
            assert!(own == Some(is_depth) || value.is_tuple(), "{code}: {own:?} {}", value.kind());
        }
    }

    /// `{% set ns.x = [(ns.x,)] %}` in a loop: freed at the end, a nest of a hundred thousand would overflow the stack.
    #[test]
    fn lists_do_not_hide_in_tuples() {
        let limits = Limits::default();
        let meter = Meter::new(Bounds { limits: &limits, budget: &Budget::of(&limits) });
        let mut value = Value::from(1);
        let turns = (0..100).take_while(|_| {
            let nested = Value::from(vec![Value::from(Tuple::from(vec![value.clone()]))]);
            member(&meter, 20, nested).map(|kept| value = kept).is_ok()
        });
        assert_eq!(turns.count(), 10);
    }

    #[test]
    fn a_namespace_is_no_data() {
        assert!(kept("namespace(a=1)", true).is_err());
        assert!(kept("namespace(a=1)", false).is_ok());
    }
}
