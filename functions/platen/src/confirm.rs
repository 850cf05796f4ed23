//! Questions on a terminal, before something is gone for good. Scripts are not asked.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::failure::Failure;

/// Whether somebody is there to be asked, and wants to be.
pub fn is_asked(yes: bool) -> bool {
    !yes && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks whether `what` is to go: `the key "shop"`.
///
/// # Errors
/// The answer is anything but yes.
pub fn removal(what: &str) -> Result<(), Failure> {
    // A terminal that shows nothing is none: the answer is missing then, too.
    let _ = write!(io::stderr().lock(), "Remove {what}? This cannot be undone. [y/N] ");
    if is_yes(&mut io::stdin().lock()) {
        return Ok(());
    }
    Err(Failure::Input("nothing was removed".to_owned()))
}

fn is_yes(input: &mut impl BufRead) -> bool {
    let mut answer = String::new();
    input.read_line(&mut answer).is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_a_yes() {
        for (answer, wanted) in
            [("y\n", true), ("YES\r\n", true), ("n\n", false), ("\n", false), ("", false), ("yep\n", false)]
        {
            assert_eq!(is_yes(&mut answer.as_bytes()), wanted, "{answer:?}");
        }
        assert!(!is_asked(true));
    }
}
