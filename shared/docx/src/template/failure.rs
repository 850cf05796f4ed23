//! Why a render failed, in words for the template's author or the sender of the data.

use std::collections::HashMap;

use minijinja::ErrorKind;

use super::{Template, TextPart};
use crate::expression::{Absent, Exceeded, Wrong, place_of, words_of};
use crate::text::report::PartName;
use crate::{CompileError, RenderError};
use platen_ooxml::Diagnostic;
use platen_rich::{DataError, Faults};

impl Template {
    /// What went wrong in the template's logic, at its tag.
    pub(super) fn failed(&self, error: &minijinja::Error, data: &minijinja::Value) -> RenderError {
        if error.kind() == ErrorKind::OutOfFuel {
            return RenderError::Limit {
                limit: "fuel",
                allowed: format!("{} steps", self.limits.fuel),
                hint: "make the template's loops simpler or send fewer items",
            };
        }
        if let Some(exceeded) = Exceeded::of(error) {
            return exceeded.report(&self.limits);
        }
        let part = self.parts.iter().find(|p| error.name() == Some(p.compiled.name.part.as_str()));
        let Some(part) = part else {
            return RenderError::Template(vec![refused(&PartName::default(), error.to_string())]);
        };
        let tag = part.tag(error).map(|tag| part.first_tag + tag);
        let blamed = tag.and_then(|tag| self.blamed(tag, error, data));
        match tag.map(|tag| &self.originals[tag]).zip(blamed) {
            Some((tag, pointer)) => {
                let (message, hint) = explained(error);
                let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
                RenderError::Data(vec![DataError::new(pointer, format!("{tag}: {message}{hint}"))])
            }
            None => RenderError::Template(vec![part.remark(error)]),
        }
    }

    /// The place of the value that a tag fails for, if the data decides on that.
    fn blamed(&self, tag: usize, error: &minijinja::Error, data: &minijinja::Value) -> Option<String> {
        let origin = self.discovery.origins(tag).next();
        let mut paths = self.paths_in(tag);
        let tag = self.originals[tag].as_str();
        // What is printed fails before what it is a member of.
        paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let found =
            |is: &dyn Fn(&minijinja::Value) -> bool| paths.iter().find_map(|path| place_of(data, path, is));
        let detail = error.detail().unwrap_or_default();
        let place = match Wrong::of(error) {
            Some(wrong) => {
                let prints = |text: &String| found(&|value| value.to_string() == *text);
                let place = wrong.texts.iter().find_map(prints);
                // What the tag does not say came from the data.
                if place.is_none() && wrong.texts.iter().all(|text| tag.contains(text.as_str())) {
                    return None;
                }
                place
            }
            None if let Some(kind) = not_a_list(detail) => found(&|value| value.kind().to_string() == kind),
            None if !of_operator(detail) || paths.is_empty() => return None,
            None if detail.ends_with(" 0") || detail.ends_with(" 0.0") => {
                found(&|value| value.is_number() && f64::try_from(value.clone()).is_ok_and(|n| n == 0.0))
            }
            None => found(&|value| !value.is_number() && detail.contains(&value.kind().to_string())),
        };
        Some(place.unwrap_or_else(|| pointer(self.path_of(tag).or(origin).or_else(|| paths.last().copied()))))
    }

    /// The paths of the fields that a tag reads, by its number among all tags.
    pub(super) fn paths_in(&self, tag: usize) -> Vec<&str> {
        let origins = self.discovery.origins(tag);
        let tag = self.originals[tag].as_str();
        let fields = self.discovery.placeholders.iter();
        let read = fields.filter(|field| field.locations.iter().any(|place| place.text.contains(tag)));
        read.map(|field| field.path.as_str()).chain(origins).collect()
    }

    /// The path of the field that a tag names.
    fn path_of(&self, original: &str) -> Option<&str> {
        let field = self.discovery.placeholders.iter().find(|p| p.expression == original);
        field.map(|field| field.path.as_str())
    }

    /// The path of a field that a tag hands on, as in `{{ list(items) }}`.
    fn path_within(&self, original: &str) -> Option<&str> {
        let is_of_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let mut words = original.split(|c| !is_of_path(c));
        let paths = &self.discovery.placeholders;
        words.find_map(|word| paths.iter().find(|field| field.path == word)).map(|field| field.path.as_str())
    }

    /// Fields that only this data's way through the template asked for.
    pub(super) fn absent(&self, absent: &[Absent], data: &minijinja::Value) -> Vec<DataError> {
        let mut faults = Faults::default();
        if absent.is_empty() {
            faults.add(|| DataError::new(String::new(), "a value in the target of a link is missing"));
        }
        let mut paths: HashMap<&str, Vec<&str>> = HashMap::new();
        for field in &self.discovery.placeholders {
            paths.entry(field.expression.as_str()).or_default().push(field.path.as_str());
        }
        for field in absent {
            let (path, detail) = match field {
                Absent::Tag(tag) => {
                    let original = &self.originals[*tag];
                    let next = self.parts.partition_point(|p| p.first_tag <= *tag);
                    let part = next.checked_sub(1).and_then(|part| self.parts.get(part));
                    let place = part.map_or("", |p| &p.compiled.remarks[*tag - p.first_tag].place);
                    let named = paths.get(original.as_str()).map_or(&[][..], Vec::as_slice);
                    let lacks = named.iter().find_map(|path| lacking(path, data));
                    let origins = || self.discovery.origins(*tag);
                    let computed =
                        || origins().find_map(|path| lacking(path, data)).or_else(|| origins().next());
                    let path = lacks
                        .or(named.first().copied())
                        .or_else(computed)
                        .or_else(|| self.path_within(original));
                    (path, format!("{original} in {place} has no value"))
                }
                Absent::Control(id) => {
                    let site = &self.controls[*id].site;
                    (Some(site.name.as_str()), format!("the content control {:?} has no value", site.name))
                }
            };
            faults.add(|| DataError::new(pointer(path), detail));
        }
        faults.into_list()
    }
}

impl TextPart {
    /// The tag where MiniJinja met an error, by its index.
    fn tag(&self, error: &minijinja::Error) -> Option<usize> {
        let at = error.range().map_or(0, |r| r.start);
        self.compiled.tags.iter().rposition(|t| t.offset <= at && at < t.end)
    }

    /// A remark on the tag where MiniJinja met an error.
    pub(super) fn remark(&self, error: &minijinja::Error) -> Diagnostic {
        let remark = match self.tag(error) {
            Some(tag) => self.compiled.remarks[tag].clone(),
            None => refused(&self.compiled.name, ""),
        };
        let (message, hint) = explained(error);
        Diagnostic { message, hint: hint.map(str::to_owned), ..remark }
    }
}

/// Whether an operator failed for the values that it was given.
fn of_operator(detail: &str) -> bool {
    ["tried to use", "unable to calculate"].iter().any(|begins| detail.starts_with(begins))
        || detail.contains("can only be multiplied")
}

/// The kind of value that a loop was given in the place of a list.
fn not_a_list(detail: &str) -> Option<&str> {
    detail.strip_suffix(" is not iterable")
}

/// What MiniJinja says, and what to do about it.
fn explained(error: &minijinja::Error) -> (String, Option<&'static str>) {
    let detail = error.detail().unwrap_or_default();
    let operands = detail.starts_with("tried to use") || detail.contains("can only be multiplied");
    let hint = if operands && detail.contains("string") {
        Some("turn the text into a number first, as in `{{ price|float + 3 }}`; texts are joined with `~`")
    } else if operands {
        Some("handle a missing value first, as in `{{ price|default(0) + 3 }}`")
    } else if detail.starts_with("unable to calculate") && detail.ends_with(" 0") {
        Some("check first, as in `{{ a / b if b else 0 }}`")
    } else if detail.starts_with("unable to calculate") {
        Some("the result is too large for a number")
    } else if not_a_list(detail).is_some() {
        Some("a loop needs a list")
    } else {
        None
    };
    (words_of(error), hint)
}

/// The part of a path that the data lacks, up to the list that is missing: `items` of `items[].price`.
fn lacking<'p>(path: &'p str, data: &minijinja::Value) -> Option<&'p str> {
    let lists = path.match_indices("[]").map(|(at, _)| &path[..at]);
    lists.chain([path]).find(|path| place_of(data, path, &minijinja::Value::is_undefined).is_some())
}

/// A field's path as a JSON Pointer; elements of arrays are not told apart.
pub(super) fn pointer(path: Option<&str>) -> String {
    path.map_or(String::new(), |path| format!("/{}", path.replace("[]", "").replace('.', "/")))
}

pub(super) fn unreadable(name: &PartName, detail: &str) -> Diagnostic {
    refused(name, format!("this part cannot be read: {detail}"))
        .hint("open the file in Word and save it again")
}

/// A remark on a part of which no place is known.
pub(super) fn refused(name: &PartName, message: impl Into<String>) -> Diagnostic {
    name.whole(message)
}

/// A fault of the template engine's own.
pub(super) fn internal(error: minijinja::Error) -> CompileError {
    let message = error.detail().map_or_else(|| error.to_string(), str::to_owned);
    CompileError::Template(vec![refused(&PartName::default(), message)])
}
