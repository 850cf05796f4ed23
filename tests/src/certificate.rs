//! Certificates that openssl makes.

use std::path::Path;
use std::process::Command;

/// Makes `cert.pem` and `key.pem` in a folder, for names such as `DNS:localhost,IP:127.0.0.1`, and returns where they are. It
/// vouches for itself and for no other.
///
/// # Panics
/// There is no openssl, or it makes none.
pub fn make(folder: &Path, names: &str) -> [String; 2] {
    let [certificate, key] = ["cert.pem", "key.pem"].map(|name| folder.join(name).display().to_string());
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=localhost", "-addext", &format!("subjectAltName={names}")])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", &key, "-out", &certificate])
        .output()
        .unwrap_or_else(|error| panic!("openssl: {error}"));
    assert!(made.status.success(), "{made:?}");
    [certificate, key]
}
