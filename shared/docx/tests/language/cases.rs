//! The folders of `tests/cases`: adding a test is adding a folder.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::fixture::Fixture;
use crate::result;

#[test]
fn every_case_gives_its_recorded_result() {
    // A case that breaks a rule shall not hide the next.
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
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder);
        settings.remove_snapshot_suffix();
        settings.remove_input_file();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("expected", text));
    });
    let broken = broken.into_inner().unwrap();
    assert!(broken.is_empty(), "{} cases broke a rule:\n{}", broken.len(), broken.join("\n\n"));
}
