//! Checks that the output of compiled source nests on every path through it: each body of a block leaves the same elements
//! open that it found, so that it can be written never, once or many times. The check follows the source while it is
//! written.

use platen_ooxml::structure::{Open, WITHOUT_TEXT, fill, is_revision, stands_once};

/// What is wrong with a part's structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tangle {
    /// A block's statements cross those of another.
    Crossed,
    /// A block leaves other elements open at its end than at its beginning.
    Torn,
    /// An end tag closes another element, or none.
    Unbalanced,
    /// A value stands between runs, cells or paragraphs.
    Adrift,
    /// A jump stands where its loop cannot end.
    Jump,
}

/// Follows the XML and the statements of a part as they are written.
#[derive(Debug)]
pub(crate) struct Nesting<'a> {
    here: Place<'a>,
    blocks: Vec<Block<'a>>,
    /// What follows is never reached: a jump stands before it.
    dead: bool,
    tangle: Option<Tangle>,
    /// All that this part writes is known to be well formed.
    proven: bool,
}

/// What is open at a place.
#[derive(Debug, Clone)]
struct Place<'a> {
    open: Vec<Open<'a>>,
    tag: Option<StartTag<'a>>,
}

/// A start tag that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StartTag<'a> {
    name: &'a str,
    quote: Option<u8>,
    /// The last byte is a slash.
    slash: bool,
    /// A value stands in it.
    has_value: bool,
    has_paragraph_id: bool,
}

/// What a jump to the end of its loop writes: elements may be open where it stands and not around the loop, or the other
/// way round.
#[derive(Debug, Default)]
pub(crate) struct Jump<'a> {
    /// Elements to close, the innermost first.
    pub closes: Vec<Open<'a>>,
    /// Elements to open, the outermost first: a paragraph, run and text.
    pub opens: Vec<&'a str>,
}

/// A statement that spans a stretch.
#[derive(Debug)]
struct Block<'a> {
    /// The keyword of its end.
    closing: &'static str,
    start: Place<'a>,
    /// The ends of its branches so far have, element by element, what all of them have.
    common: Vec<(bool, bool)>,
    dead: bool,
    writes: Writes,
}

/// What a block does with what stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writes {
    /// Never or once.
    Perhaps,
    /// Once, of what comes by several times.
    First,
    /// Any number of times.
    Loop,
    /// It keeps it, to be printed elsewhere.
    Elsewhere,
    /// Once.
    Once,
    /// Once, with a row in each table or a paragraph at its end.
    Guarded,
}

impl<'a> Nesting<'a> {
    pub fn new() -> Nesting<'a> {
        let here = Place { open: Vec::new(), tag: None };
        Nesting { here, blocks: Vec::new(), dead: false, tangle: None, proven: true }
    }

    /// XML follows. The name of each tag stands in one piece.
    pub fn xml(&mut self, xml: &'a str) {
        if self.dead || self.tangle.is_some() {
            return;
        }
        let mut rest = xml;
        loop {
            if self.here.tag.is_some() {
                let Some(after) = self.start_tag(rest) else { return };
                rest = after;
            }
            let Some(at) = memchr::memchr(b'<', rest.as_bytes()) else { return };
            rest = &rest[at..];
            let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
            if let Some((_, end)) = skipped.iter().find(|(begin, _)| rest.starts_with(begin)) {
                let Some(at) = rest.find(end) else { return };
                rest = &rest[at + end.len()..];
            } else if let Some(tag) = rest.strip_prefix("</") {
                let Some(end) = memchr::memchr(b'>', tag.as_bytes()) else {
                    return self.fail(Tangle::Unbalanced);
                };
                self.close(tag[..end].trim_end());
                rest = &tag[end + 1..];
            } else {
                let length = rest[1..].find(|c: char| c.is_whitespace() || c == '/' || c == '>');
                let length = length.unwrap_or(rest.len() - 1);
                self.here.tag = Some(StartTag {
                    name: &rest[1..1 + length],
                    quote: None,
                    slash: false,
                    has_value: false,
                    has_paragraph_id: false,
                });
                rest = &rest[1 + length..];
            }
        }
    }

    /// Reads on in a start tag; `None` when it does not end here.
    fn start_tag(&mut self, text: &'a str) -> Option<&'a str> {
        let tag = self.here.tag.as_mut()?;
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let next = match tag.quote {
                Some(quote) => memchr::memchr(quote, &bytes[at..]),
                None => memchr::memchr3(b'"', b'\'', b'>', &bytes[at..]),
            };
            let upto = next.map_or(bytes.len(), |next| at + next);
            if tag.quote.is_none() && upto > at {
                tag.slash = bytes[upto - 1] == b'/';
                tag.has_paragraph_id |= text[at..upto].contains("paraId");
            }
            next?;
            at = upto + 1;
            match (tag.quote, bytes[upto]) {
                (Some(_), _) => tag.quote = None,
                (None, b'>') => break,
                (None, quote) => (tag.quote, tag.slash) = (Some(quote), false),
            }
        }
        let tag = self.here.tag.take()?;
        self.open(tag);
        Some(&text[at..])
    }

    fn open(&mut self, tag: StartTag<'a>) {
        let parent = self.here.open.last().map_or("", |open| open.name);
        let has_id = match tag.name {
            "wp:docPr" => true,
            "w:id" => parent == "w:sdtPr",
            name => name.strip_prefix("w:").is_some_and(|local| stands_once(local) || is_revision(local)),
        };
        if (has_id && !tag.has_value || tag.has_paragraph_id) && self.repeats() {
            self.proven = false;
        }
        fill(&mut self.here.open, tag.name);
        self.here.open.push(Open::new(tag.name));
        if tag.slash {
            self.close(tag.name);
        }
    }

    fn close(&mut self, name: &str) {
        let Some(open) = self.here.open.pop().filter(|open| open.name == name) else {
            return self.fail(Tangle::Unbalanced);
        };
        if (open.is_empty() || open.is_unended()) && !self.is_guarded() {
            self.proven = false;
        }
        if let Some(parent) = self.here.open.last_mut() {
            parent.took(&open);
        }
    }

    /// Whether the element that ends here is put right when it is written.
    fn is_guarded(&self) -> bool {
        let inner = |block: &&Block<'_>| block.start.open.len() >= self.here.open.len();
        self.blocks.iter().rev().take_while(inner).any(|block| block.writes == Writes::Guarded)
    }

    /// Whether what stands here can be written more than once.
    fn repeats(&self) -> bool {
        let mut inner = self.blocks.iter().rev().take_while(|block| block.writes != Writes::First);
        inner.any(|block| matches!(block.writes, Writes::Loop | Writes::Elsewhere))
    }

    /// A value of the author's follows.
    pub fn value(&mut self) {
        match &mut self.here.tag {
            Some(tag) => (tag.has_value, tag.slash) = (true, false),
            None => {
                let holder = self.here.open.last();
                if !self.dead && holder.is_some_and(|open| WITHOUT_TEXT.contains(&open.name)) {
                    self.fail(Tangle::Adrift);
                }
            }
        }
    }

    /// A value of the compiler's own follows, which writes nothing but in an attribute.
    pub fn own_value(&mut self) {
        if let Some(tag) = &mut self.here.tag {
            (tag.has_value, tag.slash) = (true, false);
        }
    }

    /// Markup that was proven on its own.
    pub fn note(&mut self, proven: bool) {
        self.proven &= proven;
    }

    /// What is written here cannot be known before.
    pub fn unproven(&mut self) {
        self.proven = false;
    }

    /// A statement follows; `keyword` is its first word, `captures` says whether what stands up to its end is kept.
    pub fn statement(&mut self, keyword: &str, code: &str, captures: bool) {
        let (closing, writes) = match keyword {
            "if" if code.contains("__once(") => ("endif", Writes::First),
            "if" => ("endif", Writes::Perhaps),
            "for" => {
                // A recursive loop prints itself wherever it is called.
                self.proven &= !captures;
                ("endfor", Writes::Loop)
            }
            "macro" => ("endmacro", Writes::Elsewhere),
            "call" => ("endcall", Writes::Elsewhere),
            "set" if captures => ("endset", Writes::Elsewhere),
            "filter" if code.contains("__block(") => ("endfilter", Writes::Guarded),
            "filter" if code.contains("__table(") => {
                self.proven &= code.contains("false");
                ("endfilter", Writes::Guarded)
            }
            "filter" => {
                self.proven &= !["__coloured", "__instead", "__between"].iter().any(|own| code.contains(own));
                ("endfilter", Writes::Once)
            }
            "with" => ("endwith", Writes::Once),
            "autoescape" => ("endautoescape", Writes::Once),
            "elif" | "else" => return self.branch(),
            keyword if keyword.starts_with("end") => return self.end(keyword),
            _ => return,
        };
        self.proven &= writes != Writes::Elsewhere;
        let (start, dead) = (self.here.clone(), self.dead);
        let common = start.open.iter().map(|open| (open.filled, open.ends_with_paragraph)).collect();
        self.blocks.push(Block { closing, start, common, dead, writes });
    }

    fn branch(&mut self) {
        self.end_branch();
        if let Some(block) = self.blocks.last_mut() {
            // What a loop writes without turns is none of its turns: a jump there belongs to the loop around.
            if block.writes == Writes::Loop {
                block.writes = Writes::Perhaps;
            }
            (self.here, self.dead) = (block.start.clone(), block.dead);
        }
    }

    fn end(&mut self, keyword: &str) {
        self.end_branch();
        let Some(block) = self.blocks.pop_if(|block| block.closing == keyword) else {
            return self.fail(Tangle::Crossed);
        };
        // What a block writes once is there whatever the tags do.
        if matches!(block.writes, Writes::Once | Writes::Guarded) && !self.dead {
            return;
        }
        (self.here, self.dead) = (block.start, block.dead);
        for (open, (filled, ends)) in self.here.open.iter_mut().zip(block.common) {
            (open.filled, open.ends_with_paragraph) = (filled, ends);
        }
    }

    /// A branch of the innermost block ends: it has to leave open what it found.
    fn end_branch(&mut self) {
        let (Some(block), false, None) = (self.blocks.last_mut(), self.dead, self.tangle) else { return };
        if !self.here.is_like(&block.start) {
            return self.fail(Tangle::Torn);
        }
        merge(&mut block.common, &self.here.open);
    }

    /// The innermost loop ends here or takes its next turn.
    pub fn jump(&mut self) -> Jump<'a> {
        if self.dead || self.tangle.is_some() {
            return Jump::default();
        }
        let from =
            self.blocks.iter().rposition(|block| block.writes == Writes::Loop && block.closing == "endfor");
        let Some(index) = from else {
            self.fail(Tangle::Jump);
            return Jump::default();
        };
        let (outer, inner) = self.blocks.split_at_mut(index + 1);
        let keeps = inner.iter().any(|block| !matches!(block.writes, Writes::Perhaps | Writes::First));
        let target = &mut outer[index];
        let around = &target.start.open;
        let shared = self.here.open.iter().zip(around).take_while(|(one, two)| one.name == two.name).count();
        let opens: Vec<&str> = around[shared..].iter().map(|open| open.name).collect();
        let can_open = opens.iter().all(|name| ["w:p", "w:r", "w:t"].contains(name));
        if keeps || !can_open || self.here.tag.is_some() || target.start.tag.is_some() {
            self.fail(Tangle::Jump);
            return Jump::default();
        }
        let mut end = self.here.open.clone();
        let mut closes = Vec::new();
        while end.len() > shared
            && let Some(open) = end.pop()
        {
            if let Some(parent) = end.last_mut() {
                parent.took(&open);
            }
            closes.push(open);
        }
        end.extend(opens.iter().map(|name| Open::new(name)));
        merge(&mut target.common, &end);
        self.dead = true;
        Jump { closes, opens }
    }

    pub fn fail(&mut self, tangle: Tangle) {
        self.tangle.get_or_insert(tangle);
    }

    /// What was found wrong first.
    pub fn tangle(&self) -> Option<Tangle> {
        self.tangle
    }

    /// Whether all that the part writes is known to be well formed; what stands open at its end is not.
    ///
    /// # Errors
    /// It is known not to be.
    pub fn finish(mut self) -> Result<bool, Tangle> {
        if !self.blocks.is_empty() {
            self.fail(Tangle::Crossed);
        } else if !self.here.open.is_empty() || self.here.tag.is_some() {
            self.fail(Tangle::Unbalanced);
        }
        self.tangle.map_or(Ok(self.proven), Err)
    }
}

impl Place<'_> {
    /// Whether elements of the same names are open.
    fn is_like(&self, other: &Place<'_>) -> bool {
        let tag = |place: &Place<'_>| place.tag.map(|tag| (tag.name.to_owned(), tag.quote));
        self.open.len() == other.open.len()
            && tag(self) == tag(other)
            && self.open.iter().zip(&other.open).all(|(one, two)| one.name == two.name)
    }
}

/// Keeps of what all ways had so far what this one has as well.
fn merge(common: &mut [(bool, bool)], open: &[Open<'_>]) {
    for (common, here) in common.iter_mut().zip(open) {
        *common = (common.0 && here.filled, common.1 && here.ends_with_paragraph);
    }
}
