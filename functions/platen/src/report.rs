//! Remarks on a template, written for a terminal the way a compiler does. On stderr; colors only where a terminal
//! shows them (anstream looks at the terminal, `NO_COLOR` and `CLICOLOR`).

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use platen_docx::{CompileError, Diagnostic, Severity, Warnings};

const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
const FRAME: Style = AnsiColor::Blue.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Writes one error that is no remark on a place in a template.
pub fn error(message: &str) {
    // Nothing can be told to anybody when stderr is closed; the exit code still speaks.
    let _ = error_to(&mut anstream::stderr().lock(), message);
}

/// Writes a line that tells how a command went.
pub fn note(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

/// Writes everything that hinders a template from compiling.
pub fn compile_error(file: &str, error: &CompileError) {
    let _ = compile_error_to(&mut anstream::stderr().lock(), file, error);
}

/// Writes remarks on a template.
pub fn diagnostics(file: &str, remarks: &[Diagnostic]) {
    let mut stderr = anstream::stderr().lock();
    for remark in remarks {
        let _ = diagnostic_to(&mut stderr, file, remark);
    }
}

/// Writes what a document that was made lacks: one line each, so that scripts can pick them out.
pub fn warnings(file: &str, warnings: &Warnings) {
    warnings.into_iter().for_each(|it| warning(&format!("{file}: {it}")));
}

/// Writes one warning that is no remark on a place in a template.
pub fn warning(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{DOUBTFUL}warning{DOUBTFUL:#}{STRONG}:{STRONG:#} {message}");
}

fn error_to(out: &mut dyn Write, message: &str) -> io::Result<()> {
    writeln!(out, "{BAD}error{BAD:#}{STRONG}:{STRONG:#} {message}")
}

fn compile_error_to(out: &mut dyn Write, file: &str, error: &CompileError) -> io::Result<()> {
    match error {
        CompileError::Package(_) | CompileError::Exhausted(_) => {
            error_to(out, &error.to_string())?;
            writeln!(out, "  {FRAME}-->{FRAME:#} {file}")
        }
        CompileError::Template(remarks) => {
            remarks.iter().try_for_each(|remark| diagnostic_to(out, file, remark))
        }
    }
}

fn diagnostic_to(out: &mut dyn Write, file: &str, remark: &Diagnostic) -> io::Result<()> {
    let (style, word) = match remark.severity {
        Severity::Error => (BAD, "error"),
        Severity::Warning => (DOUBTFUL, "warning"),
    };
    writeln!(out, "{style}{word}{style:#}{STRONG}: {}{STRONG:#}", remark.message)?;
    // A remark on the file as a whole has no place inside it.
    let place = if remark.part.is_empty() { file.to_owned() } else { format!("{file}: {}", remark.place) };
    writeln!(out, "  {FRAME}-->{FRAME:#} {place}")?;
    if !remark.excerpt.is_empty() {
        let (caret, marks) = (remark.caret, "^".repeat(remark.width.max(1)));
        writeln!(out, "   {FRAME}|{FRAME:#} {}", remark.excerpt)?;
        writeln!(out, "   {FRAME}|{FRAME:#} {:caret$}{style}{marks}{style:#}", "")?;
    }
    if let Some(hint) = &remark.hint {
        writeln!(out, "   {FRAME}={FRAME:#} {STRONG}help{STRONG:#}: {hint}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_reads_like_a_compilers() {
        let remark = Diagnostic {
            severity: Severity::Error,
            place: "body, table 3, row 2".into(),
            part: "word/document.xml".into(),
            excerpt: "Items: {% for item in items %}".into(),
            caret: 7,
            width: 23,
            message: "this `{% for %}` is never closed".into(),
            hint: Some("add `{% endfor %}` after the last line of the list".into()),
        };
        let mut bytes = Vec::new();
        let mut plain = anstream::StripStream::new(&mut bytes);
        diagnostic_to(&mut plain, "order.docx", &remark).unwrap();
        insta::assert_snapshot!(String::from_utf8(bytes).unwrap(), @r"
        error: this `{% for %}` is never closed
          --> order.docx: body, table 3, row 2
           | Items: {% for item in items %}
           |        ^^^^^^^^^^^^^^^^^^^^^^^
           = help: add `{% endfor %}` after the last line of the list
        ");
    }
}
