//! Fields of Word that docx-rs has no types for, with the stale results that a template is saved with.

use docx_rs::{FieldCharType, InstrText, Paragraph, Run};

/// Adds a field: its code, and what it showed when the template was saved.
pub(crate) fn field(paragraph: Paragraph, code: &str, saved: &str) -> Paragraph {
    let mark = |kind| Run::new().add_field_char(kind, false);
    paragraph
        .add_run(mark(FieldCharType::Begin))
        .add_run(Run::new().add_instr_text(InstrText::Unsupported(format!(" {code} "))))
        .add_run(mark(FieldCharType::Separate))
        .add_run(Run::new().add_text(saved))
        .add_run(mark(FieldCharType::End))
}
