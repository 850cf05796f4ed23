//! Rich values that filters make. Those of long texts are made once however often a loop prints them, as those of the data
//! are: a logo in a thousand rows is decoded once, and held once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::{Error, Value};
use serde_json::{Map, Value as Json};

use super::meter::{Meter, is_small};
use platen_ooxml::Bounds;
use platen_rich::{Kind, Rich};

/// Where a text stands in memory, and what is made of it.
type Key = (usize, usize, Kind, String);

/// The values of one render.
#[derive(Debug, Default)]
pub(crate) struct Made(Mutex<HashMap<Key, (Value, Arc<Rich>)>>);

impl Made {
    /// What a filter makes of a text or a number; `options` are the object's other members.
    ///
    /// # Errors
    /// The render has no bytes left.
    pub fn of(
        &self,
        kind: Kind,
        value: &Value,
        options: Map<String, Json>,
        (meter, bounds): (&Meter, Bounds<'_>),
    ) -> Result<Value, Error> {
        let new = |mut members: Map<String, Json>| {
            members.insert(kind.member().to_owned(), value.to_string().into());
            Arc::new(Rich::new(kind, members, bounds))
        };
        let Some(text) = value.as_str().filter(|_| !is_small(value)) else {
            return Ok(Value::from_dyn_object(new(options)));
        };
        let key = (text.as_ptr() as usize, text.len(), kind, Json::from(options.clone()).to_string());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, rich)) = known.get(&key) {
            return Ok(Value::from_dyn_object(rich.clone()));
        }
        meter.spend(2 * text.len())?;
        let rich = new(options);
        // The text is kept with it, so that no other text can come to stand where it stands.
        known.insert(key, (value.clone(), rich.clone()));
        Ok(Value::from_dyn_object(rich))
    }
}
