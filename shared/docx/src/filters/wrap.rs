//! Lines of a width, as Python's `textwrap` breaks them: Jinja2's `wordwrap` is made of it.

/// How a text is broken into lines. Widths are counted in characters.
pub(super) struct Wrap {
    /// 1 or more.
    pub width: usize,
    pub breaks_words: bool,
    pub breaks_on_hyphens: bool,
}

impl Wrap {
    /// Each line of the text is broken by itself; one without words stays as an empty line.
    pub fn lines(&self, text: &str) -> Vec<String> {
        let mut out = Vec::new();
        for line in text.lines() {
            let before = out.len();
            self.line(line, &mut out);
            if out.len() == before {
                out.push(String::new());
            }
        }
        out
    }

    fn line(&self, text: &str, out: &mut Vec<String>) {
        let before = out.len();
        let text: Vec<char> = text.chars().collect();
        let mut chunks: Vec<&[char]> = self.chunks(&text);
        chunks.reverse();
        while let Some(next) = chunks.last() {
            // White space begins no line but the first.
            if is_blank(next) && out.len() > before {
                chunks.pop();
            }
            let mut line: Vec<&[char]> = Vec::new();
            let mut length = 0;
            while let Some(chunk) = chunks.pop_if(|chunk| length + chunk.len() <= self.width) {
                length += chunk.len();
                line.push(chunk);
            }
            if let Some(long) = chunks.pop_if(|chunk| chunk.len() > self.width) {
                if self.breaks_words {
                    let (first, rest) = long.split_at(self.end(long, self.width - length));
                    line.push(first);
                    chunks.push(rest);
                } else if line.is_empty() {
                    line.push(long);
                } else {
                    chunks.push(long);
                }
            }
            line.pop_if(|chunk| is_blank(chunk));
            if !line.is_empty() {
                out.push(line.concat().into_iter().collect());
            }
        }
    }

    /// Where a word that no line can hold is broken: behind its last hyphen, if that stands behind a letter.
    fn end(&self, word: &[char], room: usize) -> usize {
        let hyphen = word[..room].iter().rposition(|c| *c == '-').filter(|_| self.breaks_on_hyphens);
        match hyphen {
            Some(at) if word[..at].iter().any(|c| *c != '-') => at + 1,
            _ => room,
        }
    }

    /// Words and the white space between them.
    fn chunks<'t>(&self, text: &'t [char]) -> Vec<&'t [char]> {
        let mut chunks = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = match is_space(text[at]) {
                true => run(text, at, is_space),
                false if self.breaks_on_hyphens => word_end(text, at),
                false => run(text, at, |c| !is_space(c)),
            };
            chunks.push(&text[at..end]);
            at = end;
        }
        chunks
    }
}

/// Where the characters of a kind end that begin here.
fn run(text: &[char], at: usize, is: impl Fn(char) -> bool) -> usize {
    text[at..].iter().position(|c| !is(*c)).map_or(text.len(), |length| at + length)
}

/// White space as `textwrap` knows it: a no-break space is none.
fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ')
}

fn is_blank(chunk: &[char]) -> bool {
    chunk.iter().all(|c| c.is_whitespace())
}

/// Where the word ends that begins here: behind a hyphen between letters, or beside a dash of two hyphens or more.
fn word_end(text: &[char], at: usize) -> usize {
    let char = |at: usize| text.get(at).copied();
    let is_letter = |at: Option<usize>| at.and_then(char).is_some_and(|c| c.is_alphabetic() || c == '_');
    let ends_sentence = |c: char| is_of_word(c) || matches!(c, '!' | '"' | '\'' | '&' | '.' | ',' | '?');
    let is_word = |at: Option<usize>| at.and_then(char).is_some_and(ends_sentence);
    // The end of a dash between two words; only the first of its hyphens is behind one.
    let dash = |at: usize| {
        let end = is_word(at.checked_sub(1)).then(|| run(text, at, |c| c == '-'))?;
        (end >= at + 2 && char(end).is_some_and(is_of_word)).then_some(end)
    };
    if let Some(end) = dash(at) {
        return end;
    }
    for (end, &c) in text.iter().enumerate().skip(at + 1) {
        let before = |count: usize| end.checked_sub(count);
        if c == '-' {
            let behind = is_letter(before(1)) && is_letter(before(2))
                || is_word(before(1)) && before(2).and_then(char) == Some('-') && is_letter(before(3));
            let next = end + 1 + usize::from(char(end + 2) == Some('-'));
            if behind && is_letter(Some(end + 1)) && is_letter(Some(next + 1)) {
                return end + 1;
            }
        }
        if is_space(c) || dash(end).is_some() {
            return end;
        }
    }
    text.len()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_dash_is_gone_through_once() {
        let wrap = Wrap { width: 79, breaks_words: true, breaks_on_hyphens: true };
        let text = format!("a{}", "-".repeat(1_000_000));
        assert_eq!(wrap.lines(&text).concat(), text);
    }
}
