//! Field codes (17.16): the words of an instruction.

/// An instruction as words: its name, then arguments and switches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Instruction {
    words: Vec<Word>,
}

/// A word. What stands in quotes is one, and no switch.
#[derive(Debug, Clone, PartialEq)]
struct Word {
    text: String,
    is_quoted: bool,
}

/// A character of an instruction; those that come out of a field inside it mean nothing but themselves.
pub type Letter = (char, bool);

/// Switches of all fields that take a word (17.16.4).
const FORMATS: [&str; 3] = ["\\*", "\\#", "\\@"];

impl Instruction {
    /// Reads an instruction.
    pub fn parse(text: &str) -> Instruction {
        Instruction::of_letters(text.chars().map(|c| (c, false)))
    }

    /// Reads one that other fields are a part of.
    pub fn of_letters(letters: impl IntoIterator<Item = Letter>) -> Instruction {
        let mut words: Vec<Word> = Vec::new();
        let mut open: Option<Word> = None;
        let mut letters = letters.into_iter().peekable();
        while let Some((c, is_plain)) = letters.next() {
            let is_quote = !is_plain && matches!(c, '"' | '“' | '”');
            match &mut open {
                Some(word) if word.is_quoted && is_quote => words.extend(open.take()),
                // In quotes a backslash keeps what follows from ending the text.
                Some(word) if word.is_quoted && c == '\\' && !is_plain => match letters.peek() {
                    Some((next @ ('\\' | '"'), _)) => {
                        word.text.push(*next);
                        letters.next();
                    }
                    _ => word.text.push(c),
                },
                Some(word) if !word.is_quoted && !is_plain && c.is_whitespace() => words.extend(open.take()),
                Some(word) if !word.is_quoted && is_quote => {
                    words.extend(open.replace(Word { text: String::new(), is_quoted: true }));
                }
                Some(word) => word.text.push(c),
                None if is_quote => open = Some(Word { text: String::new(), is_quoted: true }),
                None if !is_plain && c.is_whitespace() => {}
                None => open = Some(Word { text: c.to_string(), is_quoted: false }),
            }
        }
        words.extend(open);
        Instruction { words }
    }

    /// The field's name in capitals. A formula's is `=`.
    pub fn name(&self) -> String {
        let first = self.words.first().map(|word| word.text.as_str()).unwrap_or_default();
        if first.starts_with('=') { "=".to_owned() } else { first.to_ascii_uppercase() }
    }

    /// Whether it has a switch (`\h`).
    pub fn has(&self, switch: &str) -> bool {
        self.place(switch).is_some()
    }

    /// The word behind a switch.
    pub fn value(&self, switch: &str) -> Option<&str> {
        let next = self.words.get(self.place(switch)? + 1)?;
        (next.is_quoted || !next.text.starts_with('\\')).then_some(next.text.as_str())
    }

    /// The words behind each switch of this name.
    pub fn values<'s>(&'s self, switch: &'s str) -> impl Iterator<Item = &'s str> {
        let pairs = self.words.iter().zip(self.words.iter().skip(1));
        pairs.filter(move |(word, _)| word.is_switch(switch)).map(|(_, next)| next.text.as_str())
    }

    /// The words that are no switches and belong to none, without the name. `taking` are the field's own switches that
    /// take a word.
    pub fn arguments(&self, taking: &[&str]) -> Vec<&str> {
        let mut out = Vec::new();
        let mut words = self.words.iter().skip(1).peekable();
        while let Some(word) = words.next() {
            if word.is_quoted || !word.text.starts_with('\\') {
                out.push(word.text.as_str());
            } else if FORMATS.iter().chain(taking).any(|own| word.is_switch(own)) {
                words.next_if(|next| next.is_quoted || !next.text.starts_with('\\'));
            }
        }
        out
    }

    /// The first argument.
    pub fn argument(&self) -> Option<&str> {
        self.words
            .get(1)
            .filter(|word| word.is_quoted || !word.text.starts_with('\\'))
            .map(|word| word.text.as_str())
    }

    /// All that stands before the first switch, behind the `=` of a formula.
    pub fn formula(&self) -> String {
        let words = self.words.iter().take_while(|word| !FORMATS.iter().any(|own| word.is_switch(own)));
        let text = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        text.trim_start().trim_start_matches('=').to_owned()
    }

    fn place(&self, switch: &str) -> Option<usize> {
        self.words.iter().position(|word| word.is_switch(switch))
    }
}

impl Word {
    fn is_switch(&self, name: &str) -> bool {
        !self.is_quoted && self.text.eq_ignore_ascii_case(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_switches_are_told_apart() {
        let toc = Instruction::parse(r#" TOC \o "1-3" \h \z \t "My \"Style\",2" "#);
        assert_eq!(toc.name(), "TOC");
        assert_eq!((toc.value("\\o"), toc.value("\\t")), (Some("1-3"), Some("My \"Style\",2")));
        assert!(toc.has("\\H") && !toc.has("\\p") && toc.value("\\h").is_none());
        let case = Instruction::parse(r#"IF "a b" = c "\h" else \* Upper"#);
        assert_eq!(case.arguments(&[]), ["a b", "=", "c", "\\h", "else"]);
        assert_eq!(Instruction::parse("=SUM(A1, B2) * 2 \\# 0.00").formula(), "SUM(A1, B2) * 2");
        assert_eq!(Instruction::parse("HYPERLINK \"").argument(), Some(""));
    }

    #[test]
    fn what_a_field_gives_is_one_word() {
        let letters = "IF ".chars().map(|c| (c, false)).chain("a \"b\" \\h".chars().map(|c| (c, true)));
        assert_eq!(Instruction::of_letters(letters).arguments(&[]), ["a \"b\" \\h"]);
    }
}
