//! Discovery over small sources. Whole answers are snapshots of the files in `tests/cases`.

mod bounds;
mod cases;
mod check;
mod random;

use minijinja::syntax::SyntaxConfig;

use super::{Discovery, discover};
use crate::compile::{ControlKind, ControlSite, ListItem, Location};
use crate::text::{PartSource, TagSite};
use platen_ooxml::Bounds;

/// Discovers one part whose tags are those between braces.
fn of(source: &str, controls: &[ControlSite]) -> Discovery {
    try_of(source, controls).unwrap()
}

fn try_of(source: &str, controls: &[ControlSite]) -> Result<Discovery, minijinja::Error> {
    let tags = tags(source);
    let parts = [PartSource { name: "body", source, tags: &tags }];
    discover(&parts, controls, &SyntaxConfig::default(), crate::tests::bounds())
}

fn tags(source: &str) -> Vec<TagSite> {
    let opening = source.match_indices('{');
    let mut tags = Vec::new();
    let mut end = 0;
    for (offset, _) in opening {
        let close = match source.get(offset..offset + 2) {
            Some("{{") => "}}",
            Some("{%") => "%}",
            _ => continue,
        };
        if offset >= end {
            end = source[offset..].find(close).map_or(source.len(), |at| offset + at + 2);
            let original = source[offset..end].to_owned();
            let line = source[..offset].rfind('\n').map_or(0, |at| at + 1);
            let excerpt = source[line..].lines().next().unwrap_or_default().to_owned();
            tags.push(TagSite { offset, end, original, excerpt, wanted: Vec::new() });
        }
    }
    tags
}

fn control(kind: ControlKind, name: &str) -> ControlSite {
    ControlSite {
        optional: false,
        tag: Some(name.to_owned()),
        title: None,
        name: name.to_owned(),
        kind,
        options: Vec::new().into(),
        date_format: None,
        locked: false,
        multi_line: false,
        location: Location { part: "body".to_owned(), text: format!("[{name}]") },
    }
}

fn list(kind: ControlKind, name: &str, items: &[(&str, &str)]) -> ControlSite {
    let options =
        items.iter().map(|(value, text)| ListItem { display_text: (*text).into(), value: (*value).into() });
    ControlSite { options: options.collect::<Vec<_>>().into(), ..control(kind, name) }
}
