//! `options.pdf`: what is asked of a PDF.

use platen_pdf::finish::{Finish, Password, Protection, Watermark};

use super::{Fields, Format};

/// Reads `options.pdf`. What no engine does is refused: a document that was to be archived must not leave as another.
pub(super) fn read(options: &mut Fields, format: Option<Format>) -> Finish {
    let Some(mut pdf) = options.open("pdf") else { return Finish::default() };
    read_conformance(&mut pdf);
    let protection = read_password(&mut pdf).map(|password| Protection { password, permissions: None });
    let watermark = read_watermark(&mut pdf);
    if format == Some(Format::Docx) {
        options.fault("pdf", "`pdf` says how a PDF is made; with the format `.docx` leave it out");
    }
    options.close(pdf);
    Finish { watermark, protection }
}

fn read_conformance(pdf: &mut Fields) {
    let Some(level) = pdf.string("conformance") else { return };
    match level.as_str() {
        "none" => {}
        "a-2b" | "ua-1" => {
            pdf.fault("conformance", format!("this PDF engine cannot make `{level}` yet; use `none`"));
        }
        _ => pdf.fault("conformance", "`conformance` must be `none`, `a-2b` or `ua-1`"),
    }
}

fn read_password(pdf: &mut Fields) -> Option<Password> {
    let password = Password::new(pdf.string("password")?);
    if password.is_none() {
        // The password itself stays out of the answer.
        pdf.fault("password", "`password` must have 1 to 127 bytes (UTF-8) and no control characters");
    }
    password
}

fn read_watermark(pdf: &mut Fields) -> Option<Watermark> {
    let text = pdf.string("watermark")?;
    match Watermark::new(&text) {
        Ok(watermark) => Some(watermark),
        Err(error) => {
            pdf.fault("watermark", format!("`watermark` cannot be drawn: {error}"));
            None
        }
    }
}
