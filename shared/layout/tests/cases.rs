//! Documents of a few lines, each for one rule: the pages that come out, as text. A new case is a new file in `cases`.

mod support;

use platen_docx::Limits;
use platen_layout::LayoutOptions;

#[test]
fn cases_are_laid_out_as_recorded() {
    insta::glob!("cases/*.xml", |path| {
        let case = std::fs::read_to_string(path).expect("a file");
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default()));
        insta::assert_snapshot!(laid.expect("a layout").to_text());
    });
}
