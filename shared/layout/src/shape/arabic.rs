//! Joins of Arabic letters.

/// Whether a letter joins the one that follows it.
pub(crate) fn joins_next(c: char) -> bool {
    let joins_only_before = matches!(c, '\u{622}'..='\u{625}' | '\u{627}' | '\u{629}' | '\u{62F}'..='\u{632}' | '\u{648}'
        | '\u{671}'..='\u{673}' | '\u{675}'..='\u{677}' | '\u{688}'..='\u{699}' | '\u{6C0}' | '\u{6C3}'..='\u{6CB}'
        | '\u{6CD}' | '\u{6CF}' | '\u{6D2}' | '\u{6D3}');
    joins_before(c) && !joins_only_before
}

/// Whether a letter joins the one that it follows.
pub(crate) fn joins_before(c: char) -> bool {
    matches!(c, '\u{620}' | '\u{622}'..='\u{64A}' | '\u{66E}' | '\u{66F}' | '\u{671}'..='\u{673}' | '\u{675}'..='\u{6D3}'
        | '\u{6FA}'..='\u{6FC}' | '\u{6FF}')
}

/// Whether a character belongs to a letter: a vowel, a sign of doubling.
pub(crate) fn is_mark(c: char) -> bool {
    matches!(c, '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6ED}')
}

/// The letters of a cluster that its neighbours join: the first and the last.
pub(crate) fn ends(text: &str) -> Option<(char, char)> {
    let mut letters = text.chars().filter(|c| !is_mark(*c));
    let first = letters.next()?;
    Some((first, letters.next_back().unwrap_or(first)))
}
