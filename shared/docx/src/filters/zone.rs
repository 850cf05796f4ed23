//! Time zones by name, from data in the program: the same on every machine.

use std::sync::OnceLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use minijinja::{Error, Value};

use crate::expression::wrong;

/// `Europe/Zurich`, `UTC`, ...
pub(super) fn zone(name: &Value) -> Result<TimeZone, Error> {
    static ZONES: OnceLock<TimeZoneDatabase> = OnceLock::new();
    let zones = ZONES.get_or_init(TimeZoneDatabase::bundled);
    let found = name.as_str().and_then(|name| zones.get(name).ok());
    found.ok_or_else(|| wrong(name, "time zone", "a name such as Europe/Zurich or UTC"))
}
