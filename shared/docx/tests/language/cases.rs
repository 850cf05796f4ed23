//! The folders of `tests/cases`: adding a test is adding a folder.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::fixture::{Fixture, recorded_beside};
use crate::result;

#[test]
fn every_case_gives_its_recorded_result() {
    // A case that breaks a rule must not hide the next.
    let broken: Mutex<Vec<String>> = Mutex::default();
    insta::glob!("../cases", "*/*/{body,document}.xml", |path| {
        let folder = path.parent().unwrap();
        let text = match catch_unwind(AssertUnwindSafe(|| result::of(&Fixture::read(folder)))) {
            Ok(text) => text,
            Err(panic) => {
                let words = panic.downcast_ref::<String>().cloned();
                broken.lock().unwrap().push(format!("{}: {}", folder.display(), words.unwrap_or_default()));
                return;
            }
        };
        recorded_beside(folder).bind(|| insta::assert_snapshot!("expected", text));
    });
    let broken = broken.into_inner().unwrap();
    assert!(broken.is_empty(), "{} cases broke a rule:\n{}", broken.len(), broken.join("\n\n"));
}
