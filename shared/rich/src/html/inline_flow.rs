//! Combines text and pictures into paragraphs; white space collapses as in CSS (white-space: normal).

use std::borrow::Cow;

use super::formatting::{Case, Format};
use super::model::{Block, Content, Inline, Paragraph};

/// Blocks of the document or of a table's cell, and the paragraph that is being written.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub blocks: Vec<Block>,
    pub line: Option<Paragraph>,
}

/// What HTML collapses; a no-break space is none of it.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}')
}

impl Flow {
    /// Ends the paragraph.
    pub fn end_line(&mut self) {
        let Some(mut line) = self.line.take() else { return };
        line.trim_end();
        // A break at a paragraph's end starts no further line.
        if matches!(line.content.last(), Some(Inline { content: Content::Break, .. })) {
            line.content.pop();
        }
        self.blocks.push(Block::Paragraph(line));
    }

    /// Whether white space that comes now would stand at the start of a line, or behind other white space.
    pub fn swallows_space(&self) -> bool {
        match self.line.as_ref().and_then(|line| line.content.last()).map(|last| &last.content) {
            Some(Content::Text(text)) => text.ends_with(' '),
            Some(Content::Image(_) | Content::Note(_)) => false,
            Some(Content::Break | Content::PageBreak) | None => true,
        }
    }
}

/// One space for each stretch of white space.
pub(super) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_space(c) {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// Text in the case that CSS asks for, as far as Word has no property for it.
pub(super) fn cased(text: &str, case: Option<Case>) -> Cow<'_, str> {
    match case {
        Some(Case::Lower) => text.to_lowercase().into(),
        Some(Case::Capitalized) => {
            let mut out = String::with_capacity(text.len());
            let mut in_word = false;
            for c in text.chars() {
                if in_word {
                    out.push(c);
                } else {
                    out.extend(c.to_uppercase());
                }
                in_word = c.is_alphanumeric() || matches!(c, '\'' | '\u{2019}');
            }
            out.into()
        }
        _ => text.into(),
    }
}

impl Paragraph {
    /// Adds text, to the last piece where both look alike.
    pub fn push_text(&mut self, text: &str, format: &Format, link: Option<usize>) {
        if let Some(last) = self.content.last_mut()
            && (&last.format, last.link) == (format, link)
            && let Content::Text(before) = &mut last.content
        {
            before.push_str(text);
        } else {
            self.content.push(Inline {
                content: Content::Text(text.to_owned()),
                format: format.clone(),
                link,
            });
        }
    }

    /// Takes white space away that nothing follows.
    pub fn trim_end(&mut self) {
        if let Some(Inline { content: Content::Text(text), .. }) = self.content.last_mut()
            && text.ends_with(' ')
        {
            text.pop();
            if text.is_empty() {
                self.content.pop();
            }
        }
    }
}
