//! What a text is called by in a table of translations: itself, with the white space of a reader and tags in one spelling.

use super::scan::{Delimiter, Found, Scope, scan};

/// The key of a text: white space becomes one space, tags are written alike (`{{name}}` as `{{ name }}`), remarks go.
pub(crate) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let mut at = 0;
    for found in scan(text) {
        let Found::Tag(tag) = found else { continue };
        key.push_str(&text[at..tag.range.start]);
        at = tag.range.end;
        match tag.delimiter {
            Delimiter::Comment => {}
            Delimiter::Variable if tag.scope == Scope::Inline => {
                key.push_str(&format!("{{{{ {} }}}}", tag.code));
            }
            _ => key.push_str(&tag.original),
        }
    }
    key.push_str(&text[at..]);
    let words: Vec<&str> = key.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn white_space_quotes_and_remarks_do_not_matter() {
        let wanted = "Dear {{ name|default(\"you\") }}, thank you";
        for text in [
            " Dear\u{a0}{{name|default(\u{201c}you\u{201d})}},\n thank\tyou {# soon #}",
            wanted,
            "Dear {{  name|default(\"you\")  }}, thank you",
        ] {
            assert_eq!(key(text), wanted);
            assert_eq!(key(&key(text)), wanted);
        }
        assert_ne!(key("{{r x }}"), key("{{ x }}"));
    }
}
