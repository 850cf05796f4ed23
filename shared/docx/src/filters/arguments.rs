//! Arguments of filters, by position or by name as in Python.

use minijinja::value::{Kwargs, Rest, ValueOrKwargs};
use minijinja::{Error, ErrorKind, State, Value};

use crate::expression::fault::misused;
use crate::expression::{Locale, RenderState, wrong};
use platen_locale::WANTED;

/// What stands behind a filter's value in a call.
pub(super) type Given = Rest<ValueOrKwargs>;

/// What a call gives.
pub(super) struct Arguments(Vec<(&'static str, Value)>);

impl Arguments {
    /// `names` are the parameters in the order of their positions.
    pub fn of(given: Given, names: &[&'static str]) -> Result<Arguments, Error> {
        let mut values = given.into_values();
        let named = values.pop_if(|last| last.is_kwargs());
        if values.len() > names.len() {
            return Err(Error::from(ErrorKind::TooManyArguments));
        }
        let mut arguments: Vec<_> = names.iter().copied().zip(values).collect();
        if let Some(named) = named {
            let kwargs = Kwargs::try_from(named)?;
            for name in names {
                if kwargs.has(name) {
                    arguments.push((name, kwargs.get::<Value>(name)?));
                }
            }
            kwargs.assert_all_used()?;
        }
        Ok(Arguments(arguments))
    }

    /// Whether the call gives any argument.
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// An argument as it is given, be it nothing.
    pub fn given(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// An argument; none and what is undefined count as not given.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.given(name).filter(|value| !value.is_none() && !value.is_undefined())
    }

    /// The same as what the parameter takes.
    pub fn read<T: TryFrom<Value, Error = Error>>(&self, name: &str) -> Result<Option<T>, Error> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let read = T::try_from(value.clone());
        read.map(Some).map_err(|error| {
            misused(format!(
                "the argument `{name}` cannot be {value}: {}",
                error.detail().unwrap_or_default()
            ))
        })
    }

    /// All that are given, by name.
    pub fn named(&self) -> Kwargs {
        self.0.iter().map(|(name, value)| (*name, value.clone())).collect()
    }

    /// The language of a call: its argument `locale`, or the render's.
    pub fn locale(&self, state: &State) -> Result<Locale, Error> {
        match self.get("locale") {
            Some(tag) => Locale::parse(&tag.to_string()).ok_or_else(|| wrong(tag, "language", WANTED)),
            None => Ok(RenderState::of(state).map(|render| render.locale.clone()).unwrap_or_default()),
        }
    }
}
