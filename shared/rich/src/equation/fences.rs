//! Operators that enclose others, take limits, or go over letters.

/// Operators with limits, which Word writes as one object with what they apply to (22.1.2.70).
const LARGE: &str = "∑∏∐∫∬∭⨌∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆";

/// Those whose limits stand beside them unless they are told otherwise.
const INTEGRALS: &str = "∫∬∭⨌∮∯∰";

/// Whether an operator is one object with its limits and with what follows.
pub(super) fn is_large(text: &str) -> bool {
    let mut characters = text.chars();
    matches!((characters.next(), characters.next()), (Some(only), None) if LARGE.contains(only))
}

/// Whether its limits stand beside it.
pub(super) fn is_integral(text: &str) -> bool {
    text.chars().all(|character| INTEGRALS.contains(character))
}

/// The character that Word puts over a letter for an accent (22.1.2.1); `None` for what is no accent.
pub(super) fn accent(text: &str) -> Option<char> {
    Some(match text {
        "^" | "ˆ" | "\u{302}" => '\u{302}',
        "~" | "˜" | "\u{303}" | "∼" => '\u{303}',
        "˙" | "." | "\u{307}" => '\u{307}',
        "¨" | ".." | "\u{308}" => '\u{308}',
        "´" | "\u{301}" => '\u{301}',
        "`" | "\u{300}" => '\u{300}',
        "ˇ" | "\u{30C}" => '\u{30C}',
        "˘" | "\u{306}" => '\u{306}',
        "→" | "\u{20D7}" => '\u{20D7}',
        "←" | "\u{20D6}" => '\u{20D6}',
        _ => return None,
    })
}

/// Whether a sign is a line above or below.
pub(super) fn is_line(text: &str) -> bool {
    matches!(text, "¯" | "‾" | "―" | "_" | "\u{305}" | "\u{304}" | "\u{332}" | "ˉ" | "⎯")
}

/// Whether a sign spans what it stands above or below: braces and brackets.
pub(super) fn is_span(text: &str) -> bool {
    matches!(text, "⏞" | "⏟" | "⏜" | "⏝" | "⎴" | "⎵")
}

/// Whether an operator opens or closes a group, of whatever height that is.
pub(super) fn is_fence(text: &str) -> bool {
    matches!(
        text,
        "" | "."
            | "("
            | ")"
            | "["
            | "]"
            | "{"
            | "}"
            | "|"
            | "‖"
            | "∥"
            | "∣"
            | "⟨"
            | "⟩"
            | "⌈"
            | "⌉"
            | "⌊"
            | "⌋"
            | "⟦"
            | "⟧"
    )
}
