//! LibreOffice in its child: what it loads, and what documents become before it reads them.

mod check;
mod edits;
mod links;
mod office;
mod prepare;
mod profile;
mod revisions;

use std::path::{Path, PathBuf};

pub(crate) use office::Office;
pub(crate) use prepare::prepared;
pub(crate) use profile::Profile;

/// Files and folders that LibreOffice reads beside its profile: its own installation, the system's libraries, fonts,
/// time zones and languages.
pub(crate) fn libraries_around(program: &Path) -> Vec<PathBuf> {
    const SYSTEM: [&str; 28] = [
        "/usr/lib",
        "/usr/lib32",
        "/usr/lib64",
        "/usr/libexec",
        "/usr/local/lib",
        "/usr/local/share/fonts",
        "/usr/share",
        "/lib",
        "/lib64",
        "/etc/fonts",
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/ld.so.preload",
        "/etc/libreoffice",
        "/etc/locale.alias",
        "/etc/localtime",
        // The user it runs as, by which it finds its home. They hold no secret.
        "/etc/nsswitch.conf",
        "/etc/passwd",
        "/etc/ssl/openssl.cnf",
        "/var/cache/fontconfig",
        "/var/lib/libreoffice",
        "/var/spool/libreoffice",
        "/proc/cpuinfo",
        "/proc/filesystems",
        "/proc/meminfo",
        "/proc/self",
        "/sys/devices/system/cpu",
    ];
    let own = program.parent().into_iter().map(Path::to_owned);
    own.chain(SYSTEM.map(PathBuf::from)).collect()
}
