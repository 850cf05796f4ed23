//! The rich values of one document, by the indices of their marks, and their errors.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::Value as Json;

use super::compose::compose;
use super::data_error::DataError;
use super::faults::Faults;
use super::fragment::{Fragment, Refused};
use super::picture::Picture;
use super::place_error::PlaceError;
use super::resources::{Resources, shortened};
use super::value::{Kind, Rich};
use super::{picture_drawing, text_alone};
use platen_ooxml::{Bounds, Exhausted, reference_token};

/// See the module.
pub(super) struct Values<'a> {
    rich: &'a [Arc<Rich>],
    /// The caller's data, in which errors tell where a value stands.
    data: &'a Json,
    faults: Faults,
    bounds: Bounds<'a>,
    /// Bytes that all fragments together may still take.
    left: u64,
    crossed: Option<Crossed>,
}

/// What ended the writing of rich values.
#[derive(Debug, Clone, Copy)]
enum Crossed {
    /// [`platen_ooxml::Limits::output_bytes`]
    Output,
    Budget(Exhausted),
}

impl<'a> Values<'a> {
    pub fn new(rich: &'a [Arc<Rich>], data: &'a Json, bounds: Bounds<'a>) -> Values<'a> {
        Values {
            rich,
            data,
            faults: Faults::default(),
            bounds,
            left: bounds.limits.output_bytes,
            crossed: None,
        }
    }

    /// The text that stands for a value where only text can be.
    pub fn plain(&self, index: usize) -> &str {
        self.rich.get(index).map_or("", |rich| text_alone::of(rich))
    }

    /// What a value becomes; nothing when it is wrong, which is noted.
    pub fn compose(&mut self, index: usize, resources: &mut Resources<'_>) -> Option<Fragment> {
        let rich = self.rich.get(index)?;
        // A sub-document of some kilobytes is a book when unpacked, and a loop prints it as often as it likes.
        if self.crossed.is_none() {
            self.crossed = self.bounds.budget.check().err().map(Crossed::Budget);
        }
        if self.crossed.is_some() {
            return None;
        }
        // The text around is gone through for each value.
        self.bounds.budget.count((resources.formatting.len() + resources.paragraph.len()) as u64);
        match compose(rich, resources) {
            Ok(fragment) => {
                self.take(fragment.size() as u64);
                Some(fragment)
            }
            Err(Refused::Value(detail)) => {
                self.refuse(index, &detail);
                None
            }
            Err(Refused::Inside(faults)) => {
                match self.bounds.budget.check() {
                    Err(exhausted) => self.crossed = Some(Crossed::Budget(exhausted)),
                    Ok(()) => faults.iter().for_each(|fault| self.blame(rich, &fault.pointer, &fault.detail)),
                }
                None
            }
        }
    }

    /// The value of a mark.
    pub fn rich(&self, index: usize) -> Option<&'a Rich> {
        self.rich.get(index).map(|rich| &**rich)
    }

    /// Counts bytes that a value adds to the document.
    pub fn take(&mut self, bytes: u64) {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => self.crossed = Some(Crossed::Output),
        }
    }

    /// Notes what is wrong with a value, unless it is only that the budget has ended.
    pub fn refuse(&mut self, index: usize, detail: &str) {
        match self.bounds.budget.check() {
            Err(exhausted) => self.crossed = Some(Crossed::Budget(exhausted)),
            Ok(()) => {
                if let Some(rich) = self.rich.get(index) {
                    self.blame(rich, "", detail);
                }
            }
        }
    }

    /// The relationship of a link's target.
    pub fn target(&mut self, index: usize, resources: &mut Resources<'_>) -> Option<String> {
        let rich = self.rich.get(index)?;
        match rich.text().and_then(|target| resources.link(target)) {
            Ok(id) => Some(id),
            Err(detail) => {
                self.refuse(index, &detail);
                None
            }
        }
    }

    /// The picture of a value that is one.
    pub fn picture(&mut self, index: usize, resources: &Resources<'_>) -> Option<Picture> {
        let rich = self.rich.get(index).filter(|rich| rich.kind == Kind::Image)?;
        match picture_drawing::of(rich, resources) {
            Ok(picture) => Some(picture),
            Err(detail) => {
                self.refuse(index, &detail);
                None
            }
        }
    }

    /// Nothing, or the limit that was crossed, or all that is wrong.
    pub fn into_result(self) -> Result<(), PlaceError> {
        match self.crossed {
            Some(Crossed::Budget(exhausted)) => return Err(exhausted.into()),
            Some(Crossed::Output) => {
                let allowed = format!("{} bytes", self.bounds.limits.output_bytes);
                let hint = "send fewer or smaller sub-documents and pieces of rich text";
                return Err(PlaceError::Limit { limit: "output_bytes", allowed, hint });
            }
            None => {}
        }
        if self.faults.is_empty() { Ok(()) } else { Err(PlaceError::Data(self.faults.into_list())) }
    }

    /// Names every place in the data that holds the value, or the text that a filter made it of, and `inside` of it what is
    /// wrong: equal ones are equally wrong.
    fn blame(&mut self, rich: &Rich, inside: &str, detail: &str) {
        // What only is counted is not looked for: all of the data is gone through for each.
        if self.faults.is_full() {
            return self.faults.add(|| DataError::new("", ""));
        }
        let (faults, found) = (&mut self.faults, Cell::new(false));
        let mut blame = |pointer: &str| {
            found.set(true);
            faults.add(|| DataError::new(format!("{pointer}{inside}"), detail));
        };
        let is_it = |value: &Json| value.as_object() == Some(&rich.members);
        find(self.data, &is_it, &mut String::new(), &mut blame);
        if !found.get()
            && let Ok(text) = rich.text()
        {
            let is_it = |value: &Json| match value {
                Json::String(value) => value == text,
                Json::Number(value) => value.to_string() == text,
                _ => false,
            };
            find(self.data, &is_it, &mut String::new(), &mut blame);
        }
        if !found.get() {
            let detail = match rich.text() {
                Ok(text) => format!("{:?} {detail}", shortened(text)),
                Err(_) => format!("the {} {detail}", rich.kind.member().trim_start_matches('$')),
            };
            faults.add(|| DataError::new("", detail));
        }
    }
}

/// JSON Pointers (RFC 6901) to all values that are looked for. Recursion is as deep as the data, which its parser bounds.
fn find(value: &Json, is_it: &dyn Fn(&Json) -> bool, at: &mut String, found: &mut dyn FnMut(&str)) {
    let length = at.len();
    match value {
        value if is_it(value) => found(at),
        Json::Object(members) => {
            for (name, member) in members {
                at.push('/');
                at.push_str(&reference_token(name));
                find(member, is_it, at, found);
                at.truncate(length);
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push_str(&format!("/{index}"));
                find(item, is_it, at, found);
                at.truncate(length);
            }
        }
        _ => {}
    }
}
