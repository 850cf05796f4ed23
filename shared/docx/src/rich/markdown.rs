//! Markdown as rich content: CommonMark with tables, strikethrough and task lists. It becomes HTML, in which Markdown
//! is defined, and that goes the way of all HTML: what it holds of raw HTML is as harmless as there.

use pulldown_cmark::{Event, Options, Parser, html::push_html};

use super::fragment::Composed;
use super::html;
use super::resources::Resources;

/// `{"$markdown": "..."}`: inline where the Markdown is one paragraph, else paragraphs and tables.
///
/// # Errors
/// As HTML's.
pub(super) fn compose(markdown: &str, resources: &mut Resources<'_>) -> Composed {
    html::compose_of_markdown(&to_html(markdown), resources)
}

/// The text alone, a line for each paragraph.
pub(super) fn plain(markdown: &str) -> String {
    html::plain(&to_html(markdown))
}

fn to_html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        Event::TaskListMarker(true) => Event::Text("\u{2612} ".into()),
        Event::TaskListMarker(false) => Event::Text("\u{2610} ".into()),
        event => event,
    });
    let mut html = String::with_capacity(markdown.len() + markdown.len() / 2);
    push_html(&mut html, events);
    html
}
