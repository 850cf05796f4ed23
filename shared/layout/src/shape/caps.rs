//! Capitals (17.3.2.5, 17.3.2.33): `caps` writes letters as capitals, `smallCaps` draws them smaller, too.

use super::half_points;
use crate::model::run::RunStyle;

/// Small capitals are 0.8 of the size, in half points (ONLYOFFICE; 15.96 of 20.04 in one of Word's PDFs).
const SMALL: f64 = 0.8;

/// A stretch of text at one size.
pub(crate) struct Piece {
    pub text: String,
    pub size: f64,
}

/// `text` as `style` writes it.
pub(crate) fn pieces(text: &str, style: &RunStyle) -> Vec<Piece> {
    if style.caps {
        return vec![Piece { text: text.to_uppercase(), size: style.size }];
    }
    if !style.small_caps {
        return vec![Piece { text: text.to_owned(), size: style.size }];
    }
    let small = half_points(style.size * SMALL);
    let mut out: Vec<Piece> = Vec::new();
    for c in text.chars() {
        let size = if c.is_lowercase() { small } else { style.size };
        match out.last_mut().filter(|piece| piece.size == size) {
            Some(piece) => piece.text.extend(c.to_uppercase()),
            None => out.push(Piece { text: c.to_uppercase().collect(), size }),
        }
    }
    out
}
