//! The PDF engines as a program of their own, which functions carry beside theirs: these start without the engines, and a
//! document that takes an engine down takes nothing else. Not for people.

use std::process::ExitCode;

#[expect(clippy::print_stderr, reason = "a program; a parent that is none is somebody's terminal")]
fn main() -> ExitCode {
    match platen_pdf::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("only other programs use convert-pdf: {error}");
            ExitCode::FAILURE
        }
    }
}
