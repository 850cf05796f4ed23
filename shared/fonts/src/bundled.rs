//! The faces that come with every installation.

use platen_faces::{FontFile, Style};

use crate::face::{Face, Source};

/// The face of equations. It is no face of text, and no document can ask for its name.
pub(crate) fn math() -> Face {
    Face::new("Platen Math".to_owned(), false, false, Source::Bundled(platen_faces::MATH), 0, None)
}

/// All faces, in the order in which they are tried for a character that the wanted face lacks.
pub(crate) fn faces() -> Vec<Face> {
    platen_faces::FILES.iter().flat_map(of_file).collect()
}

fn of_file(file: &FontFile) -> impl Iterator<Item = Face> {
    let &FontFile { family, style, data } = file;
    let face = move |bold, weight| {
        let italic = matches!(style, Style::Italic | Style::BoldItalic | Style::VariableItalic);
        Face::new(family.to_owned(), bold, italic, Source::Bundled(data), 0, weight)
    };
    let (first, second) = match style {
        Style::Regular | Style::Italic => (face(false, None), None),
        Style::Bold | Style::BoldItalic => (face(true, None), None),
        Style::Variable | Style::VariableItalic => (face(false, Some(400.0)), Some(face(true, Some(700.0)))),
    };
    std::iter::once(first).chain(second)
}
