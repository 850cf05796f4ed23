//! Row 15 of the promises: no key, no secret of callbacks and no signed link in what a program logs or records. Every server and function that a
//! test starts is looked at when it goes, so that the whole test run is the test.

use std::path::Path;

/// Begin every secret that is looked for, with the fewest letters and digits that have to follow.
const SECRETS: [(&str, usize); 5] =
    [("plk_", 20), ("whsec_", 12), ("signature=", 8), ("X-Amz-Signature=", 8), ("X-Amz-Security-Token=", 8)];

/// The secrets in a text, shortened.
pub fn found(bytes: &[u8]) -> Vec<String> {
    let mut secrets = Vec::new();
    for (start, least) in SECRETS {
        let mut rest = bytes;
        while let Some(at) = rest.windows(start.len()).position(|window| window == start.as_bytes()) {
            rest = &rest[at + start.len()..];
            let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            if length >= least {
                secrets.push(format!("{start}{}...", String::from_utf8_lossy(&rest[..4])));
            }
        }
    }
    secrets
}

/// Fails the test when there is one. A test that fails already keeps its own reason.
///
/// # Panics
/// There is one.
pub fn refuse(what: &str, bytes: &[u8]) {
    if std::thread::panicking() {
        return;
    }
    let found = found(bytes);
    assert!(found.is_empty(), "{what} holds secrets: {found:?}");
}

/// The same for the files of a folder, but not for those of the folders in it.
///
/// # Panics
/// As [`refuse`].
pub fn refuse_in_files(folder: &Path) {
    let Ok(files) = std::fs::read_dir(folder) else { return };
    for file in files.filter_map(Result::ok) {
        if let Ok(bytes) = std::fs::read(file.path()) {
            refuse(&file.path().display().to_string(), &bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_signed_links_are_found_and_their_names_are_not() {
        let key = format!("a key plk_{} here", "a1".repeat(19));
        assert_eq!(found(key.as_bytes()), ["plk_a1a1..."]);
        assert_eq!(found(b"?expires=1&signature=0123456789abcdef"), ["signature=0123..."]);
        assert_eq!(found(b"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), ["whsec_MfKQ..."]);
        for harmless in
            ["", "plk_", "plk_wrong", "whsec_", "the parameter `signature=` is wanted", "X-Amz-Signature"]
        {
            assert_eq!(found(harmless.as_bytes()), [""; 0], "{harmless}");
        }
    }
}
