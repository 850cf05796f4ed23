//! Which service a command calls: an address, a variable or a profile.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Client;
use crate::failure::Failure;
use crate::files;

/// The arguments that name the service.
#[derive(Debug, Default, Clone, clap::Args)]
#[command(next_help_heading = "A running service instead of this machine")]
pub struct RemoteArgs {
    /// The service's address, such as https://docs.example.org
    #[arg(long, value_name = "URL", env = "PLATEN_URL", hide_env_values = true, conflicts_with = "profile")]
    url: Option<String>,
    /// A key of it; set the variable, since other users of a machine can see arguments
    #[arg(long, value_name = "KEY", env = "PLATEN_KEY", hide_env_values = true)]
    key: Option<String>,
    /// An address and a key that the profile file has under this name
    #[arg(long, value_name = "NAME", env = "PLATEN_PROFILE", hide_env_values = true)]
    profile: Option<String>,
    /// The profile file
    #[arg(long, value_name = "FILE", env = "PLATEN_PROFILES", hide_env_values = true, default_value_os_t = profile_file())]
    profiles: PathBuf,
}

/// A service that a profile names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Profile {
    url: String,
    key: Option<String>,
}

impl RemoteArgs {
    /// The service that makes documents of this template: a file is filled here, and everything else is the service's.
    ///
    /// # Errors
    /// As [`RemoteArgs::client`].
    pub fn instead_of(&self, template: &Path) -> Result<Option<Client>, Failure> {
        if files::is_stream(template) || template.exists() { Ok(None) } else { self.client() }
    }

    /// The service, if one is named.
    ///
    /// # Errors
    /// The profile is unknown or its file is wrong, or the key can be no header.
    pub fn client(&self) -> Result<Option<Client>, Failure> {
        if let Some(url) = &self.url {
            return Client::new(url, self.key.as_deref()).map(Some);
        }
        let Some(name) = &self.profile else { return Ok(None) };
        let mut profiles = read(&self.profiles)?;
        let known: Vec<String> = profiles.keys().cloned().collect();
        let profile = profiles.remove(name).ok_or_else(|| {
            let file = self.profiles.display();
            Failure::Input(format!("profile `{name}` not found in {file}; it has: {}", known.join(", ")))
        })?;
        Client::new(&profile.url, self.key.as_deref().or(profile.key.as_deref())).map(Some)
    }
}

/// `~/.config/platen/profiles.json`.
fn profile_file() -> PathBuf {
    std::env::home_dir().unwrap_or_default().join(".config/platen/profiles.json")
}

fn read(path: &Path) -> Result<BTreeMap<String, Profile>, Failure> {
    let text = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::Input(format!(
            "profile file {} not found; write {{\"NAME\": {{\"url\": \"https://...\", \"key\": \"plk_...\"}}}} into it",
            path.display()
        )),
        _ => Failure::file("read the profile file", path, &error),
    })?;
    let mode = fs::metadata(path).map_or(0, |found| found.permissions().mode());
    // It holds keys.
    if mode & 0o077 != 0 {
        return Err(Failure::Input(format!(
            "other users can read the keys in {0}; run `chmod 600 {0}`",
            path.display()
        )));
    }
    serde_json::from_slice(&text).map_err(|error| {
        Failure::Input(format!(
            "{}: {error}; expected {{\"NAME\": {{\"url\": \"https://...\", \"key\": \"plk_...\"}}}}",
            path.display()
        ))
    })
}
