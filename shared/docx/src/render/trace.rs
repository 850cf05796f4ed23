//! Sources that tell which tag found no value.

use crate::compile::marks::GUARD;
use crate::discover::TagSite;

/// The same source with every author's value tag asked through `__trace(index, value)`; indices begin at `first`.
pub(crate) fn traced(source: &str, tags: &[TagSite], first: usize) -> String {
    let mut out = String::with_capacity(source.len() + tags.len() * 20);
    let mut at = 0;
    for (i, tag) in tags.iter().enumerate() {
        let written = &source[tag.offset..tag.end];
        let opening = [GUARD, '{'];
        let Some(code) = written.strip_prefix(opening.iter().collect::<String>().as_str()) else { continue };
        let code = &code[..code.len() - 2];
        out.push_str(&source[at..tag.offset]);
        out.push_str(&format!("{GUARD}{{ __trace({}, ({code})) }}{GUARD}", first + i));
        at = tag.end;
    }
    out.push_str(&source[at..]);
    out
}
