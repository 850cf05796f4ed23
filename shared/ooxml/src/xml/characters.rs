//! Character data: XML to text and back.

use std::borrow::Cow;

use super::{NodeId, Tree};

/// Resolves the five predefined entities, character references and CDATA sections. What is not one of them
/// stays as it stands (no DOCTYPE, so there can be no others).
pub fn decode(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['&', '<']) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    for (_, _, text) in pieces(raw) {
        out.push_str(&text);
    }
    Cow::Owned(out)
}

/// Decoded text in pieces, each with the range of `raw` that it came from: a run of plain characters, or what one
/// reference stands for.
pub fn pieces(raw: &str) -> impl Iterator<Item = (usize, usize, Cow<'_, str>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = raw.get(at..).filter(|r| !r.is_empty())?;
        let start = at;
        if let Some(inner) = rest.strip_prefix("<![CDATA[") {
            let length = inner.find("]]>").unwrap_or(inner.len());
            at = (start + 9 + length + 3).min(raw.len());
            return Some((start, at, Cow::Borrowed(&inner[..length])));
        }
        if rest.starts_with('&')
            && let Some(end) = rest.find(';').filter(|end| *end <= 12)
            && let Some(text) = reference(&rest[1..end])
        {
            at = start + end + 1;
            return Some((start, at, Cow::Owned(text)));
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let length = rest[first..].find(['&', '<']).map_or(rest.len(), |i| i + first);
        at = start + length;
        Some((start, at, Cow::Borrowed(&rest[..length])))
    })
}

fn reference(name: &str) -> Option<String> {
    let c = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some(c.to_string())
}

/// Whether XML 1.0 can carry the character at all (production 2, `Char`).
pub fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Text as character data or attribute value. Characters that XML forbids are dropped.
pub fn escape(text: &str) -> Cow<'_, str> {
    let clean = |c: char| is_xml_char(c) && !matches!(c, '<' | '>' | '&' | '"');
    if text.chars().all(clean) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if is_xml_char(c) => out.push(c),
            _ => {}
        }
    }
    Cow::Owned(out)
}

/// The text below a node.
pub fn text_of(tree: &Tree, node: NodeId) -> String {
    tree.descendants(node)
        .filter(|n| matches!(tree.kind(*n), super::Kind::Text(_)))
        .map(|n| decode(tree.outer(n)).into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_cdata_are_resolved() {
        assert_eq!(decode("a &lt;b&gt; &#65;&#x42; &nbsp; <![CDATA[<x&]]>!"), "a <b> AB &nbsp; <x&!");
        assert_eq!(decode("plain"), "plain");
        assert_eq!(decode("ü&amp;ö"), "ü&ö");
    }

    #[test]
    fn what_is_escaped_decodes_to_itself_without_forbidden_characters() {
        assert_eq!(decode(&escape("<\"a\" & 'b'>\u{1}\u{FFFE}")), "<\"a\" & 'b'>");
    }
}
