//! Whether there is a sandbox.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Whether processes are confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Only resource limits are set.
    Off,
    /// As far as the kernel allows; what it lacks is reported.
    #[default]
    On,
    /// Fully; what the kernel lacks is an error.
    Required,
}

impl Mode {
    const NAMES: [(&'static str, Mode); 3] =
        [("off", Mode::Off), ("on", Mode::On), ("required", Mode::Required)];
}

impl FromStr for Mode {
    type Err = ();

    fn from_str(text: &str) -> Result<Mode, ()> {
        Mode::NAMES.iter().find(|(name, _)| *name == text).map(|(_, mode)| *mode).ok_or(())
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Mode::NAMES.iter().find(|(_, mode)| mode == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}
