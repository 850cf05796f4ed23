//! Sources that tell which tag found no value.

use crate::text::TagSite;
use platen_ooxml::sentinel::GUARD;

/// The same source with every author's value tag asked through `__trace(index, value)`; indices begin at `first`. A tag
/// that calculates with a value which does not exist has no value either, instead of failing.
pub(crate) fn traced(source: &str, tags: &[TagSite], first: usize) -> String {
    let mut out = String::with_capacity(source.len() + tags.len() * 20);
    let mut at = 0;
    let opening: String = [GUARD, '{'].iter().collect();
    for (i, tag) in tags.iter().enumerate() {
        let Some(code) = source[tag.offset..tag.end].strip_prefix(&opening) else { continue };
        let code = code[..code.len() - 2].trim();
        let condition = tag.wanted.as_ref().map_or(String::new(), |wanted| format!(" if ({wanted})"));
        out.push_str(&source[at..tag.offset]);
        out.push_str(&format!("{GUARD}{{ __trace({}, ({code}){condition}) }}{GUARD}", first + i));
        at = tag.end;
    }
    out.push_str(&source[at..]);
    out
}
