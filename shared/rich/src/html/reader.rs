//! Tokens to the model. The rules for what closes what are HTML's (13.2.6) if they matter in a document. Two lists of open elements
//! replace a tree: each tag costs one pass over the open elements, whose number is limited.

use std::collections::{BTreeMap, HashMap};

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

use super::css_values::{color, font_element_size, font_family};
use super::element::{Role, element, formatting, is_shown};
use super::formatting::Format;
use super::inline_flow::{Flow, cased, collapse};
use super::left_out::LeftOut;
use super::list_levels::Levels;
use super::model::{Block, Cell, Content, Document, Image, Inline, Kind, Table};
use super::open_elements::{Formatting, Open};
use super::style_attribute::Style;
use super::{attributes, editor_classes};
use platen_ooxml::{Bounds, Limits};

/// Reads a fragment of HTML. `size` is the size of the text around it, in half-points.
///
/// # Errors
/// Names the bound that the HTML crosses.
pub(super) fn read(html: &str, size: u16, bounds: Bounds<'_>) -> Result<Document, String> {
    bounds.budget.spend(html.len() as u64)?;
    bound_attributes(html)?;
    let mut emitter = DefaultEmitter::default();
    // The insides of scripts and styles are no tags.
    emitter.naively_switch_states(true);
    let mut reader = Reader {
        limits: bounds.limits,
        size,
        elements: 0,
        open: Open::default(),
        flows: vec![Flow::default()],
        tables: Vec::new(),
        cells: Vec::new(),
        dropped: None,
        after_pre: false,
        begins_page: false,
        anchors: Vec::new(),
        mso_lists: BTreeMap::new(),
        hidden_text: String::new(),
        notes: HashMap::new(),
        refers_to_note: false,
        document: Document { inline: true, ..Document::default() },
    };
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        // Each tag costs a walk along what is open.
        bounds.budget.spend(TOKEN + size_of_token(&token) as u64)?;
        match token {
            Token::StartTag(tag) => reader.start(&tag)?,
            Token::EndTag(tag) => reader.end(&String::from_utf8_lossy(&tag.name))?,
            Token::String(text) => reader.text(&String::from_utf8_lossy(&text))?,
            // As TinyMCE writes one.
            Token::Comment(text) if text.trim_ascii() == b"pagebreak" => reader.begins_page = true,
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    Ok(reader.finish())
}

/// Characters of the number that Word writes in front of an item.
const LONGEST_NUMBER: usize = 32;

/// Attributes of one tag.
const ATTRIBUTES: usize = 250;

/// Refuses tags of thousands of attributes: the tokenizer calls itself for each, and its stack would overflow, which ends the
/// program.
fn bound_attributes(html: &str) -> Result<(), String> {
    let bytes = html.as_bytes();
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|byte| *byte == b'<') {
        at += step + 1;
        let name = if bytes.get(at) == Some(&b'/') { at + 1 } else { at };
        if !bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        at = name;
        let (mut count, mut is_value) = (0, false);
        while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'>') {
            at += 1;
            match byte {
                b'"' | b'\'' if is_value => {
                    at += bytes[at..]
                        .iter()
                        .position(|end| end == byte)
                        .map_or(bytes.len() - at, |end| end + 1);
                    count += 1;
                }
                byte if byte.is_ascii_whitespace() => {
                    count += 1;
                    continue;
                }
                b'/' => count += 1,
                _ => {}
            }
            is_value = *byte == b'=';
            if count > 2 * ATTRIBUTES {
                return Err(format!(
                    "has a tag with more than {ATTRIBUTES} attributes, or one that never ends"
                ));
            }
        }
    }
    Ok(())
}

/// Steps of a token besides its bytes.
const TOKEN: u64 = 64;

/// About the bytes of HTML that a token was read from.
fn size_of_token(token: &Token) -> usize {
    match token {
        Token::StartTag(tag) => {
            tag.name.len()
                + tag.attributes.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
        }
        Token::EndTag(tag) => tag.name.len(),
        Token::String(text) => text.len(),
        Token::Comment(text) => text.len(),
        Token::Doctype(_) | Token::Error(_) => 0,
    }
}

/// What has been read so far. Text and inline elements are in this file, blocks in `blocks` and `close`.
pub(super) struct Reader<'a> {
    pub(super) limits: &'a Limits,
    pub(super) size: u16,
    pub(super) elements: usize,
    pub(super) open: Open,
    /// The document's flow and one for each open cell.
    pub(super) flows: Vec<Flow>,
    pub(super) tables: Vec<TableInWork>,
    /// The open cells.
    pub(super) cells: Vec<Cell>,
    /// The element that is being left out, and how many of its name are open.
    pub(super) dropped: Option<(&'static str, usize)>,
    /// A line feed directly behind `<pre>` is not shown.
    pub(super) after_pre: bool,
    /// The next paragraph begins a page.
    pub(super) begins_page: bool,
    /// Ids that stand in the next paragraph.
    pub(super) anchors: Vec<usize>,
    /// Lists of paragraphs that Word copied.
    pub(super) mso_lists: BTreeMap<(u32, u32), Levels>,
    /// The number that Word wrote in front of an item.
    pub(super) hidden_text: String,
    /// Notes by their labels.
    pub(super) notes: HashMap<String, usize>,
    /// A link that comes now is a reference to a note.
    pub(super) refers_to_note: bool,
    pub(super) document: Document,
}

/// An open table and the number of its last row group.
#[derive(Default)]
pub(super) struct TableInWork {
    pub(super) table: Table,
    pub(super) group: usize,
}

impl Reader<'_> {
    pub(super) fn flow(&mut self) -> &mut Flow {
        // The document's own flow is never taken.
        let last = self.flows.len() - 1;
        &mut self.flows[last]
    }

    fn start(&mut self, tag: &StartTag<()>) -> Result<(), String> {
        let name = String::from_utf8_lossy(&tag.name);
        // A megabyte of `<b>` is a hundred megabytes of runs.
        self.elements += 1;
        if self.elements > self.limits.html_elements {
            return Err(format!(
                "has more than {} elements (limit html_elements); send less, or split it",
                self.limits.html_elements
            ));
        }
        self.after_pre = false;
        if let Some((dropped, depth)) = &mut self.dropped {
            *depth += usize::from(*dropped == name && !tag.self_closing);
            return Ok(());
        }
        let Some((name, role)) = element(&name) else { return Ok(()) };
        match role {
            Role::Dropped => {
                self.leave_out(name);
                // Only foreign elements close themselves.
                if !(tag.self_closing && matches!(name, "svg" | "math")) {
                    self.dropped = Some((name, 1));
                }
                Ok(())
            }
            Role::DroppedVoid => {
                self.leave_out(name);
                Ok(())
            }
            // Chrome ends with it what it copies.
            Role::Break
                if attributes::text(tag, "class")
                    .is_some_and(|class| class == "Apple-interchange-newline") =>
            {
                Ok(())
            }
            Role::Break => {
                let style = self.style(tag);
                let is_page = style.layout.begins_page || style.ends_page;
                self.push(if is_page { Content::PageBreak } else { Content::Break });
                Ok(())
            }
            Role::Input if attributes::text(tag, "type").is_some_and(|kind| kind == "checkbox") => {
                self.check_box(tag)
            }
            Role::Input => {
                self.leave_out(name);
                Ok(())
            }
            Role::Rule => {
                self.close_paragraph();
                self.begin_block();
                self.settle_number();
                let rule = self.paragraph(Kind::Rule);
                self.flow().blocks.push(Block::Paragraph(rule));
                Ok(())
            }
            Role::Image => self.image(tag),
            Role::Column => {
                self.column(tag);
                Ok(())
            }
            Role::Inline { survives } => self.start_inline(tag, name, survives),
            Role::Block(_) | Role::List { .. } | Role::Item => self.start_block(tag, name, role),
            Role::Table | Role::Rows(_) | Role::Row | Role::Cell { .. } => {
                self.start_table_part(tag, name, role)
            }
        }
    }

    /// Counts an element whose content a browser would show.
    fn leave_out(&mut self, name: &'static str) {
        if is_shown(name) && !self.open.is_hidden() {
            self.document.left_out.add(LeftOut::Element(name));
        }
    }

    fn start_inline(&mut self, tag: &StartTag<()>, name: &'static str, survives: bool) -> Result<(), String> {
        let floor = self.open.floor();
        let mut style = self.style(tag);
        let mut link = None;
        if name == "a" {
            // Links do not nest: the second ends the first.
            if let Some(at) = self.open.formatting[floor..].iter().rposition(|f| f.name == "a") {
                self.open.formatting.remove(floor + at);
            }
            if let Some(href) = attributes::text(tag, "href") {
                match href.strip_prefix('#').filter(|_| std::mem::take(&mut self.refers_to_note)) {
                    Some(label) => self.refer(label),
                    None => {
                        link = Some(self.document.links.len());
                        self.document.links.push(href);
                    }
                }
            }
        }
        self.anchor(tag);
        let mut format = formatting(name, self.size());
        if name == "font" {
            format.color = attributes::text(tag, "color").and_then(|name| color(&name));
            format.font = attributes::text(tag, "face").and_then(|name| font_family(&name));
            format.size = attributes::text(tag, "size").and_then(|size| font_element_size(&size));
        }
        let mut format = format.with(&style.format);
        if attributes::text(tag, "id").is_some_and(|id| editor_classes::is_wrapper_of_google_docs(&id)) {
            format = Format::default();
        }
        let class = attributes::text(tag, "class").unwrap_or_default();
        for class in class.split_ascii_whitespace() {
            match class {
                // What a formula's source is drawn as would stand beside it as loose letters.
                "ql-formula" => self.text(&attributes::text(tag, "data-value").unwrap_or_default())?,
                "footnote-reference" => self.refers_to_note = true,
                "footnote-definition-label" => {}
                // They write in a color, and mark nothing.
                "pen-green" | "pen-red" => {
                    format.background = style.format.background;
                    continue;
                }
                _ => continue,
            }
            style.is_hidden = Some(true);
        }
        let entry = Formatting {
            name,
            format,
            link,
            is_hidden: style.is_hidden,
            keeps_spaces: style.keeps_spaces,
            survives,
            depth: self.open.blocks.len(),
        };
        // As in browsers, no more than three of a kind (13.2.4.3): a `<b>` in each line that is never closed adds up.
        let alike = |f: &Formatting| {
            let same =
                (f.name, f.link, f.is_hidden) == (name, link, entry.is_hidden) && f.format == entry.format;
            survives && same
        };
        let formatting = &mut self.open.formatting;
        if formatting[floor..].iter().filter(|f| alike(f)).count() >= 3
            && let Some(first) = formatting[floor..].iter().position(alike)
        {
            formatting.remove(floor + first);
        }
        self.bound_depth()?;
        self.open.formatting.push(entry);
        if name == "q" {
            self.text("\u{201C}")?;
        }
        Ok(())
    }

    fn image(&mut self, tag: &StartTag<()>) -> Result<(), String> {
        let style = self.style(tag);
        if style.is_hidden == Some(true) || self.open.is_hidden() {
            return Ok(());
        }
        let source = attributes::text(tag, "src").unwrap_or_default();
        let source = source.trim();
        let alt = attributes::text(tag, "alt").unwrap_or_default();
        // Nothing is fetched, whatever the address: it may be one inside of the host's network.
        if !source.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            self.document.left_out.add(LeftOut::Picture);
            // It stands apart from the words beside it.
            return if alt.trim().is_empty() { Ok(()) } else { self.text(&format!(" {} ", alt.trim())) };
        }
        // A picture fills its figure, and keeps its proportions.
        let (width, height) = match self.open.figure_width() {
            Some(width) => (Some(width), None),
            None => (style.width, style.height),
        };
        self.push(Content::Image(Image { source: source.to_owned(), alt, width, height }));
        Ok(())
    }

    /// Keeps an element's id: a link may lead to it.
    pub(super) fn anchor(&mut self, tag: &StartTag<()>) {
        let id = attributes::text(tag, "id");
        let name = || attributes::text(tag, "name").filter(|_| &*tag.name == b"a");
        let Some(id) = id.or_else(name).filter(|id| !id.is_empty()) else { return };
        let anchor = self.document.anchors.len();
        self.document.anchors.push(id);
        match &mut self.flow().line {
            Some(line) => line.anchors.push(anchor),
            None => self.anchors.push(anchor),
        }
    }

    /// What an element's attributes say: those that look as CSS does, its classes as far as they are an editor's, its style.
    pub(super) fn style(&mut self, tag: &StartTag<()>) -> Style {
        let mut style = attributes::presented(tag);
        let (class, own) = (attributes::text(tag, "class"), attributes::text(tag, "style"));
        if class.is_none() && own.is_none() {
            return style;
        }
        let size = self.size();
        let left_out = &mut self.document.left_out;
        let classes = class.iter().flat_map(|class| class.split_ascii_whitespace());
        for css in classes.filter_map(editor_classes::declarations) {
            style.read(css, size, left_out);
        }
        style.read(own.as_deref().unwrap_or_default(), size, left_out);
        style
    }

    /// Size of the text here, in half-points.
    fn size(&self) -> u16 {
        self.open.format().size.unwrap_or(self.size)
    }

    pub(super) fn text(&mut self, text: &str) -> Result<(), String> {
        let after_pre = std::mem::take(&mut self.after_pre);
        if self.dropped.is_some() || text.is_empty() {
            return Ok(());
        }
        if self.open.is_hidden() {
            if self.open.unnumbered().is_some_and(|item| item.mso_item.is_some()) {
                let room = LONGEST_NUMBER.saturating_sub(self.hidden_text.chars().count());
                self.hidden_text.extend(text.chars().take(room));
            }
            return Ok(());
        }
        let (format, link) = (self.open.format(), self.open.link());
        let text = &*cased(text, format.case);
        if !self.open.preformatted() {
            let text = collapse(text);
            let text = if self.flow().swallows_space() { text.trim_start_matches(' ') } else { &text };
            if !text.is_empty() {
                self.line().push_text(text, &format, link);
            }
            return Ok(());
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\u{C}', " ");
        let text = if after_pre { text.strip_prefix('\n').unwrap_or(&text) } else { &text };
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                // Each line of a text costs as much as an element.
                self.elements += 1;
                if self.elements > self.limits.html_elements {
                    return Err(format!(
                        "has more than {} elements and lines (limit html_elements); send less, or split it",
                        self.limits.html_elements
                    ));
                }
                self.push(Content::Break);
            }
            if !line.is_empty() {
                self.line().push_text(line, &format, link);
            }
        }
        Ok(())
    }

    /// Adds what is no text.
    pub(super) fn push(&mut self, content: Content) {
        if self.open.is_hidden() {
            return;
        }
        let (format, link) = (self.open.format(), self.open.link());
        let preformatted = self.open.preformatted();
        let line = self.line();
        if content == Content::Break && !preformatted {
            line.trim_end();
        }
        line.content.push(Inline { content, format, link });
    }
}
