//! The user profile that LibreOffice runs with: made by us, in a folder of its own, and taken away with it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use quick_xml::escape::escape;
use tempfile::TempDir;

/// Settings `(node, property, value)` that keep a document from acting.
const SETTINGS: [(&str, &str, &str); 15] = [
    // Attack: a document that draws pictures, sections or objects from the network or from this machine's files.
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Office.Writer/Content/Update", "Link", "0"),
    ("Office.Writer/Content/Update", "Field", "false"),
    ("Office.Calc/Content/Update", "Link", "2"),
    // Attack: macros.
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    // Should anything connect all the same, it is sent to a proxy that is none: the discard port of this machine.
    ("Inet/Settings", "ooInetProxyType", "2"),
    ("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments", "AutoCheckEnabled", "false"),
    ("Office.Common/Misc", "FirstRun", "false"),
    ("Setup/Office", "ooSetupInstCompleted", "true"),
];

/// What the names of profiles' folders begin with.
const PREFIX: &str = "platen-soffice-";

/// Age from which a profile that nobody holds was left by a process that was killed. A younger one may belong to a
/// process that is about to hold it.
const LEFT: Duration = Duration::from_secs(60);

/// A profile's folder; dropped, it is removed.
pub(crate) struct Profile {
    folder: TempDir,
    /// Held as long as this process lives, however it ends.
    _lock: File,
}

impl Profile {
    /// Makes a profile; `fonts` are folders that come beside the system's.
    pub(crate) fn new(fonts: &[PathBuf]) -> io::Result<Profile> {
        remove_left(&std::env::temp_dir());
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::open(folder.path())?;
        lock.lock()?;
        // Where LibreOffice looks below `HOME`, in all versions from 4 on.
        let user = folder.path().join(".config/libreoffice/4/user");
        fs::create_dir_all(&user)?;
        fs::create_dir(folder.path().join("tmp"))?;
        fs::write(user.join("registrymodifications.xcu"), settings())?;
        fs::write(folder.path().join("fonts.conf"), font_settings(fonts))?;
        Ok(Profile { folder, _lock: lock })
    }

    /// The folder, where all lies that the program writes.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Sets all that a program run with this profile finds in its environment: neither proxies nor credentials of the
    /// service.
    pub(crate) fn set_environment(&self, command: &mut Command) {
        let folder = self.folder.path();
        command
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", folder)
            .env("TMPDIR", folder.join("tmp"))
            .env("LANG", "C.UTF-8")
            .env("SAL_USE_VCLPLUGIN", "svp")
            .env("FONTCONFIG_FILE", folder.join("fonts.conf"));
    }
}

/// Removes the profiles that killed processes left in `folder`.
fn remove_left(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_named = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let is_left = entry.metadata().is_ok_and(|folder| {
            let age = folder.modified().ok().and_then(|at| at.elapsed().ok());
            folder.is_dir() && age.is_some_and(|age| age > LEFT)
        });
        if is_named && is_left && File::open(entry.path()).is_ok_and(|folder| folder.try_lock().is_ok()) {
            // Another user's folder stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn settings() -> String {
    let items = SETTINGS.map(|(node, name, value)| {
        format!(
            "<item oor:path=\"/org.openoffice.{node}\"><prop oor:name=\"{name}\" oor:op=\"fuse\">\
             <value>{value}</value></prop></item>\n"
        )
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <oor:items xmlns:oor=\"http://openoffice.org/2001/registry\">\n{}</oor:items>\n",
        items.concat()
    )
}

fn font_settings(folders: &[PathBuf]) -> String {
    let folders: String =
        folders.iter().map(|folder| format!("<dir>{}</dir>", escape(folder.to_string_lossy()))).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>{folders}\
         <include ignore_missing=\"yes\">/etc/fonts/fonts.conf</include></fontconfig>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn only_profiles_that_nobody_holds_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let make = |name: &str, age: Duration| {
            fs::create_dir_all(place.path().join(name).join("user")).unwrap();
            let folder = File::open(place.path().join(name)).unwrap();
            folder.set_modified(SystemTime::now() - age).unwrap();
            folder
        };
        make("platen-soffice-left", LEFT * 2);
        let held = make("platen-soffice-held", LEFT * 2);
        held.lock().unwrap();
        make("platen-soffice-new", Duration::ZERO);
        make("another", LEFT * 2);
        remove_left(place.path());
        let mut names: Vec<_> =
            fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["another", "platen-soffice-held", "platen-soffice-new"]);
    }
}
