//! Operators that show text, with strings of raw bytes (ISO 32000-2, 7.3.4.2 and 9.4.3).
//!
//! pdf-writer keeps strings in ASCII: it writes four to eight characters for a glyph of two bytes. They would be half of a page of
//! text, and deflating them half of the time that deflating takes.

// Added for Platen: see PLATEN.md.

use std::io::Write;

use crate::serialize::{ARRAY_LEN, STR_LEN};

/// Glyphs, and how far some of them are moved.
pub(crate) struct ShownText {
    /// The operators so far, up to the middle of an array; a string may be open.
    out: Vec<u8>,
    /// Bytes of the open string.
    string: Option<usize>,
    /// Elements of the open array.
    elements: usize,
}

impl ShownText {
    /// Writes behind `content`.
    pub(crate) fn new(mut content: Vec<u8>) -> Self {
        content.push(b'[');
        Self {
            out: content,
            string: None,
            elements: 0,
        }
    }

    /// Shows a glyph that has a code of one or two bytes.
    pub(crate) fn glyph(&mut self, code: &[u8]) {
        if self.string.is_some_and(|length| length + code.len() > STR_LEN) {
            self.end_string();
        }
        let length = match self.string {
            Some(length) => length,
            None => {
                self.start_element();
                self.out.push(b'(');
                0
            }
        };
        escape(&mut self.out, code);
        self.string = Some(length + code.len());
    }

    /// Moves the next glyph to the left by this many thousandths of the font size.
    pub(crate) fn adjust(&mut self, amount: f32) {
        self.end_string();
        self.start_element();
        if amount as i32 as f32 == amount {
            let _ = write!(self.out, "{}", amount as i32);
        } else if amount.abs() > 1e-6 && amount.abs() < 1e12 {
            self.out
                .extend_from_slice(ryu::Buffer::new().format(amount).as_bytes());
        } else {
            // ryu would write an exponent, which PDF does not have.
            let _ = write!(self.out, "{amount}");
        }
    }

    /// The content with the operator, or with the operators that this takes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.end_string();
        self.out.extend_from_slice(b"]TJ\n");
        self.out
    }

    /// The content with a glyph that no array is needed for.
    pub(crate) fn single(mut content: Vec<u8>, code: &[u8]) -> Vec<u8> {
        content.push(b'(');
        escape(&mut content, code);
        content.extend_from_slice(b")Tj\n");
        content
    }

    fn start_element(&mut self) {
        if self.elements == ARRAY_LEN {
            self.out.extend_from_slice(b"]TJ\n[");
            self.elements = 0;
        }
        self.elements += 1;
    }

    fn end_string(&mut self) {
        if self.string.take().is_some() {
            self.out.push(b')');
        }
    }
}

fn escape(out: &mut Vec<u8>, code: &[u8]) {
    for &byte in code {
        match byte {
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            // A reader takes a carriage return for a line feed.
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => out.push(byte),
        }
    }
}
