//! Markdown as rich content: CommonMark with tables, strikethrough, task lists and footnotes. It is converted to HTML, as its standard
//! defines, and then treated like any HTML, so raw HTML in it is harmless.

use pulldown_cmark::{Options, Parser, html::push_html};

use super::fragment::Composed;
use super::html;
use super::resources::Resources;
use platen_ooxml::Bounds;

/// Steps of a byte of Markdown, which is looked at by the block parser and by that of the text in it.
const BYTE: u64 = 4;

/// Steps of an event of its parser.
const EVENT: u64 = 16;

/// `{"$markdown": "..."}`: inline where the Markdown is one paragraph, else paragraphs and tables.
///
/// # Errors
/// As HTML's.
pub(super) fn compose(markdown: &str, resources: &mut Resources<'_>) -> Composed {
    html::compose_of_markdown(&to_html(markdown, resources.bounds)?, resources)
}

/// The text alone, a line for each paragraph.
pub(super) fn plain(markdown: &str, bounds: Bounds<'_>) -> String {
    to_html(markdown, bounds).map_or_else(|_| String::new(), |html| html::plain(&html, bounds))
}

fn to_html(markdown: &str, bounds: Bounds<'_>) -> Result<String, String> {
    bounds.budget.spend(BYTE * markdown.len() as u64)?;
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let events = Parser::new_ext(markdown, options);
    let mut html = String::with_capacity(markdown.len() + markdown.len() / 2);
    push_html(&mut html, events.take_while(|_| bounds.budget.spend(EVENT).is_ok()));
    bounds.budget.check()?;
    Ok(html)
}
