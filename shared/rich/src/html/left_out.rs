//! What a browser would show of HTML but the document lacks: reported to the caller, once for each kind.

use std::collections::BTreeMap;

use platen_ooxml::Warning;

/// Properties that are told by their names.
const NAMED: usize = 10;

/// Something that is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeftOut {
    /// An element with all that it holds.
    Element(&'static str),
    /// A picture that would have to be fetched.
    Picture,
    /// A link to an element that the HTML does not have.
    Anchor,
    /// A link of a kind that documents do not have.
    Link,
    /// A note that is nowhere defined.
    Note,
    /// A CSS property that documents do not have.
    Property(String),
    /// A value of a property that is not understood.
    Value(&'static str),
    /// Properties of further names.
    Properties,
}

/// What is left out, and how often.
#[derive(Debug, Default, PartialEq)]
pub(super) struct AllLeftOut {
    counts: BTreeMap<LeftOut, u64>,
    properties: usize,
}

impl AllLeftOut {
    pub fn add(&mut self, what: LeftOut) {
        if let Some(count) = self.counts.get_mut(&what) {
            *count += 1;
            return;
        }
        // Attack: a megabyte of made-up properties, each told by its name.
        let what = match what {
            LeftOut::Property(_) if self.properties >= NAMED => LeftOut::Properties,
            what => what,
        };
        self.properties += usize::from(matches!(what, LeftOut::Property(_)));
        *self.counts.entry(what).or_default() += 1;
    }

    /// As the caller is told.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.counts.iter().map(|(what, count)| what.warning().times(*count))
    }
}

impl LeftOut {
    pub fn warning(&self) -> Warning {
        let warning = |detail: String| Warning::new("html-left-out", detail);
        match self {
            LeftOut::Element(name) => warning(format!("the element <{name}> of an HTML value is left out")),
            LeftOut::Picture => {
                warning("a picture of an HTML value is left out, since nothing is fetched".to_owned())
                    .hint("send it in the HTML: src=\"data:image/png;base64,...\"")
            }
            LeftOut::Anchor => {
                warning("a link of an HTML value leads to an id that the HTML does not have".to_owned())
            }
            LeftOut::Link => warning("a link of an HTML value has lost its target".to_owned())
                .hint("links start with http:, https:, mailto:, tel: or #"),
            LeftOut::Note => warning("a note of an HTML value is not defined in it".to_owned()),
            LeftOut::Property(name) => {
                warning(format!("the CSS property {name} of an HTML value is left out"))
            }
            LeftOut::Value(name) => {
                warning(format!("a value of the CSS property {name} of an HTML value is not understood"))
            }
            LeftOut::Properties => warning("further CSS properties of an HTML value are left out".to_owned()),
        }
    }
}
