//! Text shown in headers and footers: the paragraph of a style that counts for a page (17.16.5.59).

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::story::StyleRef;

/// A paragraph in a style that a header shows.
#[derive(Debug, Clone)]
pub(super) struct Styled {
    pub page: usize,
    /// Id of its style.
    pub style: Arc<str>,
    pub text: String,
    /// Its number as written.
    pub number: String,
}

/// The paragraphs of each such style, in their order.
pub(super) struct ByStyle<'s>(HashMap<&'s str, Vec<&'s Styled>>);

impl<'s> ByStyle<'s> {
    pub fn of(styled: &'s [Styled]) -> ByStyle<'s> {
        let mut map: HashMap<&str, Vec<&Styled>> = HashMap::new();
        for own in styled {
            map.entry(&own.style).or_default().push(own);
        }
        ByStyle(map)
    }

    /// The text for a page: of the page itself, of those before it, of those after it.
    pub fn on(&self, page: usize, wanted: &StyleRef) -> Option<String> {
        let all = self.0.get(&*wanted.style)?;
        let begin = all.partition_point(|own| own.page < page);
        let end = all.partition_point(|own| own.page <= page);
        let place = match (begin < end, wanted.last) {
            (true, true) => end - 1,
            (true, false) => begin,
            (false, _) => begin.saturating_sub(1),
        };
        let found = all.get(place)?;
        let number = found.number.trim().trim_end_matches('.');
        Some(if wanted.number { number.to_owned() } else { found.text.clone() })
    }
}
