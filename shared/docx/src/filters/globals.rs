//! Jinja2's `cycler` and `joiner`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use minijinja::value::{Object, ObjectRepr, Rest, from_args};
use minijinja::{Error, ErrorKind, State, Value};

use crate::expression::fault::misused;
use crate::expression::operators::member;

/// `cycler("odd", "even")`: `next()` gives one after the other, `current` the one that comes next.
#[derive(Debug)]
struct Cycler {
    items: Vec<Value>,
    next: AtomicUsize,
}

pub(super) fn cycler(state: &State, items: Rest<Value>) -> Result<Value, Error> {
    if items.is_empty() {
        return Err(misused("cycler() needs at least one value"));
    }
    // One that holds another one, that again one and so on would be freed recursively.
    let items = items.0.into_iter().map(|item| member(state, item)).collect::<Result<_, Error>>()?;
    Ok(Value::from_object(Cycler { items, next: AtomicUsize::new(0) }))
}

impl Object for Cycler {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        (key.as_str() == Some("current")).then(|| self.at(self.next.load(Ordering::Relaxed)))
    }

    fn call_method(
        self: &Arc<Self>,
        _: &mut State<'_, '_>,
        method: &str,
        args: &[Value],
    ) -> Result<Value, Error> {
        let () = from_args(args)?;
        match method {
            "next" => Ok(self.at(self.next.fetch_add(1, Ordering::Relaxed))),
            "reset" => {
                self.next.store(0, Ordering::Relaxed);
                Ok(Value::from(()))
            }
            _ => Err(Error::from(ErrorKind::UnknownMethod)),
        }
    }
}

impl Cycler {
    fn at(&self, index: usize) -> Value {
        self.items.get(index % self.items.len()).cloned().unwrap_or_default()
    }
}

/// `joiner(", ")`: nothing at the first call, the separator at all others.
#[derive(Debug)]
struct Joiner {
    separator: Value,
    calls: AtomicUsize,
}

pub(super) fn joiner(state: &State, separator: Option<Value>) -> Result<Value, Error> {
    let separator = member(state, separator.unwrap_or_else(|| Value::from(", ")))?;
    Ok(Value::from_object(Joiner { separator, calls: AtomicUsize::new(0) }))
}

impl Object for Joiner {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn call(self: &Arc<Self>, _: &mut State<'_, '_>, args: &[Value]) -> Result<Value, Error> {
        let () = from_args(args)?;
        let first = self.calls.fetch_add(1, Ordering::Relaxed) == 0;
        Ok(if first { Value::from("") } else { self.separator.clone() })
    }
}
