//! Counts MiniJinja's captures: it keeps the output of macros and of `set`, `call` and `filter` blocks in memory before it
//! reaches the bounded sink, and writes the document's text there unchecked.

/// Follows the statements of a part in the order they are written.
#[derive(Debug, Default)]
pub(crate) struct Captures {
    /// For each open block, its keyword's closing one and whether it captures.
    open: Vec<(&'static str, bool)>,
    depth: usize,
    /// Bytes written inside of a capture since the last statement.
    pending: usize,
}

/// Bytes that a value in a capture counts in advance; a longer one is counted when it is written.
pub(crate) const SHORT: usize = 64;

/// What MiniJinja keeps of a macro each time it passes the macro's definition.
const MACRO: usize = 512;

impl Captures {
    /// Of a part that is captured as a whole.
    pub fn inside() -> Captures {
        Captures { depth: 1, ..Captures::default() }
    }

    /// Bytes that no statement was there to count.
    pub fn rest(&mut self) -> Option<usize> {
        let pending = std::mem::take(&mut self.pending);
        (pending > 0).then_some(pending)
    }

    /// So many bytes of the document's text follow.
    pub fn text(&mut self, bytes: usize) {
        if self.depth > 0 {
            self.pending += bytes;
        }
    }

    /// A value follows.
    pub fn value(&mut self) {
        self.text(SHORT);
    }

    /// A statement follows; `captures` says whether what stands up to its end is kept. Returns how many bytes have to be
    /// counted before it: no statement stood between them, so that they were written together or not at all.
    pub fn statement(&mut self, keyword: &str, captures: bool) -> Option<usize> {
        let mut pending = self.rest().unwrap_or(0);
        match keyword {
            "macro" => self.enter("endmacro", captures),
            "call" => self.enter("endcall", captures),
            "filter" => self.enter("endfilter", captures),
            "set" if captures => self.enter("endset", captures),
            "for" => self.enter("endfor", captures),
            _ => {
                if self.open.last().is_some_and(|(closing, _)| *closing == keyword)
                    && let Some((_, true)) = self.open.pop()
                {
                    self.depth -= 1;
                }
            }
        }
        if matches!(keyword, "macro" | "call") {
            pending += MACRO;
        }
        (pending > 0).then_some(pending)
    }

    fn enter(&mut self, closing: &'static str, captures: bool) {
        self.open.push((closing, captures));
        self.depth += usize::from(captures);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_captures_is_counted_before_the_next_statement() {
        let mut captures = Captures::default();
        captures.text(7);
        assert_eq!(captures.statement("set", true), None);
        captures.text(10);
        captures.value();
        assert_eq!(captures.statement("if", false), Some(10 + SHORT));
        captures.text(1);
        assert_eq!(captures.statement("endif", false), Some(1));
        assert_eq!(captures.statement("set", false), None);
        captures.text(2);
        assert_eq!(captures.statement("endset", false), Some(2));
        captures.text(3);
        assert_eq!(captures.statement("for", false), None);
        captures.text(3);
        assert_eq!(captures.statement("endfor", false), None);
        assert_eq!(captures.statement("macro", true), Some(MACRO));
        captures.text(3);
        assert_eq!(captures.statement("endmacro", false), Some(3));
        assert_eq!(captures.statement("for", true), None);
        captures.text(3);
        assert_eq!(captures.statement("endfor", false), Some(3));
    }
}
