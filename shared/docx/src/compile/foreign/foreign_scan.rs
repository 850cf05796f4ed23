//! Finds the beginning and end of another product's mark in a text.

use std::ops::Range;

use super::dialect::Dialect;
use super::mark::{Mark, Open, Site, What};
use super::mark_codes::{angles, braces, freemarker, handlebars, name, plus_command, words};
use super::{mark_codes, velocity};

/// Bytes of the longest mark.
const LONGEST: usize = 300;

/// A mark without its place.
pub(super) struct Seen {
    dialect: Dialect,
    open: Open,
    what: What,
    is_certain: bool,
}

impl Seen {
    pub fn mark(self, range: Range<usize>) -> Mark {
        let Seen { dialect, open, what, is_certain } = self;
        Mark { dialect, open, range, what, is_certain, site: Site::Text }
    }
}

/// Where something ends, and the mark that it is; no mark for a tag of ours.
type At = Option<(usize, Option<Seen>)>;

/// What a code says, if it says something.
type Read = Option<(Dialect, What)>;

pub(super) struct Scan<'t> {
    text: &'t str,
    /// Ends of our own tags that do not occur in the rest of the text.
    unclosed: Vec<&'static str>,
}

impl<'t> Scan<'t> {
    pub fn new(text: &'t str) -> Scan<'t> {
        Scan { text, unclosed: Vec::new() }
    }

    pub fn at(&mut self, at: usize) -> At {
        let rest = &self.text[at..];
        let no = |_: &str| None;
        match rest.as_bytes() {
            // A delimiter of ours that is written as text.
            [b'{', b'_', b'{' | b'%', ..] => Some((at + 3, None)),
            [b'{', b'{', b'{', ..] => self.between(
                at,
                ("{{{", "{{{", "}}}"),
                |code| name(code).map(|name| (Dialect::Handlebars, What::Value(name))),
                no,
            ),
            [b'{', b'{', ..] => match self.spaced(at) {
                None => self.own(at, "}}", |code| handlebars(code).map(|read| (read, "{{"))),
                spaced => spaced,
            },
            [b'{', b'%', ..] => self.own(at, "%}", |_| None).or_else(|| self.braced(at)),
            [b'{', b'#', ..] => self
                .between(at, ("{", "{", "}"), braces, no)
                .or_else(|| self.own(at, "#}", |_| None))
                .or_else(|| self.braced(at)),
            [b'{', ..] => self.spaced(at).or_else(|| self.braced(at)),
            [b'[', b'#', ..] => self.between(at, ("[#", "[", "]"), freemarker, mark_codes::loose_freemarker),
            [b'[', b'/' | b'@' | b'=', ..] => {
                self.between(at, ("[#", "[", "]"), freemarker, mark_codes::loose_freemarker)
            }
            [b'[', ..] => {
                let before = self.text[..at].chars().next_back();
                let near = &rest[..rest.floor_char_boundary(LONGEST)];
                let end = at + near.find(']')? + 1;
                let is_part = before.is_some_and(char::is_alphanumeric) || self.text[end..].starts_with('(');
                let square = |code: &str| Some((Dialect::Square, What::Value(words(code)?)));
                if is_part { None } else { self.between(at, ("[", "[", "]"), square, no) }
            }
            [b'<', b'<', ..] => self.between(at, ("<<", "<<", ">>"), angles, mark_codes::loose_angles),
            [b'$', b'{', ..] => self.between(
                at,
                ("${", "${", "}"),
                |code| {
                    // What FreeMarker computes is told as what it is, even where it cannot be rewritten.
                    let is_code = code.starts_with(|c: char| c.is_alphabetic() || c == '_');
                    is_code.then(|| (Dialect::Dollar, What::Value(code.to_owned())))
                },
                |code| Some((Dialect::Dollar, What::Value(code.to_owned()))),
            ),
            [b'#', b'{', ..] => self.between(
                at,
                ("#{", "#{", "}"),
                |_| None,
                |code| Some((Dialect::Stamper, mark_codes::inline(code))),
            ),
            [b'$' | b'#', ..] => {
                let (length, what) = velocity::in_text(rest)?;
                let seen = Seen { dialect: Dialect::Velocity, open: "field", what, is_certain: false };
                Some((at + length, Some(seen)))
            }
            [b'+', b'+', b'+', ..] => {
                self.between(at, ("+++", "+++", "+++"), plus_command, mark_codes::loose_command)
            }
            _ if rest.starts_with('«') => self.between(
                at,
                ("«", "«", "»"),
                |code| {
                    let name = name(code).filter(|name| name == code)?;
                    Some((Dialect::Guillemets, What::Value(name)))
                },
                // French quotes have spaces inside.
                |code| {
                    let is_name = words(code).is_some() && code.trim() == code;
                    is_name.then(|| (Dialect::Guillemets, What::Value(code.to_owned())))
                },
            ),
            _ => None,
        }
    }

    fn braced(&self, at: usize) -> At {
        self.between(at, ("{", "{", "}"), braces, mark_codes::loose_braces)
    }

    /// What stands between two delimiters, if it is short and makes a mark: for certain, or beside others.
    fn between(
        &self,
        at: usize,
        (id, open, close): (Open, &str, &str),
        certain: impl Fn(&str) -> Read,
        loose: impl Fn(&str) -> Read,
    ) -> At {
        let inside = at + open.len();
        let near = &self.text[inside..self.text.floor_char_boundary(inside + LONGEST)];
        let code = near.get(..near.find(close)?).filter(|code| !code.contains('\n'))?;
        let (is_certain, (dialect, what)) = match certain(code) {
            Some(read) => (true, read),
            None => (false, loose(code).filter(|_| !code.contains(open))?),
        };
        let seen = Seen { dialect, open: id, what, is_certain };
        Some((inside + code.len() + close.len(), Some(seen)))
    }

    /// A tag of ours, however long.
    fn own(
        &mut self,
        at: usize,
        close: &'static str,
        read: impl Fn(&str) -> Option<((Dialect, What), Open)>,
    ) -> At {
        if self.unclosed.contains(&close) {
            return None;
        }
        let inside = at + 2;
        match self.text[inside..].find(close) {
            Some(length) => {
                let code = &self.text[inside..inside + length];
                // A value is written like ours, with a sign before it too: it is a mark only beside others.
                let is_signed = code.trim_start().starts_with('+');
                let seen = read(code).map(|((dialect, what), open)| {
                    let is_value = is_signed || matches!(what, What::Value(_));
                    let is_certain = !is_value && dialect != Dialect::Spaced;
                    Seen { dialect, open, what, is_certain }
                });
                Some((inside + length + 2, seen))
            }
            None => {
                self.unclosed.push(close);
                None
            }
        }
    }

    /// `{ { name } }`: a tag of ours whose delimiters have spaces in them.
    fn spaced(&self, at: usize) -> At {
        let near = &self.text[at..self.text.floor_char_boundary(at + LONGEST)];
        let inner = near[1..].trim_start_matches([' ', '\u{A0}']);
        let (closing, is_value) = match inner.as_bytes().first()? {
            b'{' => ('}', true),
            b'%' => ('%', false),
            _ => return None,
        };
        let opened = near.len() - inner.len() + 1;
        let end = near[opened..].find(closing)? + opened;
        let behind = near[end + 1..].trim_start_matches([' ', '\u{A0}']);
        let is_spaced = opened > 2 || near.len() - behind.len() > end + 1;
        let code = near[opened..end].trim();
        if !behind.starts_with('}') || !is_spaced || code.is_empty() || code.contains(['{', '}']) {
            return None;
        }
        let what = if is_value { What::Value(code.to_owned()) } else { What::If(code.to_owned()) };
        let seen = Seen { dialect: Dialect::Spaced, open: "{ {", what, is_certain: true };
        Some((at + near.len() - behind.len() + 1, Some(seen)))
    }
}
