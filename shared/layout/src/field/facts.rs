//! Facts that fields are computed from, in addition to the text: numbers of paragraphs and notes, and pages.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::story_facts::{Number, StoryFacts};
use crate::pages::{Destination, PageNumber};

/// Facts about a document.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub story: StoryFacts,
    /// None before it has been laid out.
    pub pages: Option<PageFacts>,
}

/// Places of things on the pages.
#[derive(Debug, Default)]
pub(crate) struct PageFacts {
    pub numbers: Vec<PageNumber>,
    /// Pages of bookmarks, from zero.
    pub bookmarks: HashMap<Arc<str>, usize>,
    /// Pages of fields, by their places in the main part.
    pub fields: HashMap<usize, usize>,
}

impl PageFacts {
    pub fn new(
        numbers: Vec<PageNumber>,
        bookmarks: &[Destination],
        fields: Vec<(usize, usize)>,
    ) -> PageFacts {
        let mut by_name = HashMap::new();
        for own in bookmarks {
            by_name.entry(own.name.clone()).or_insert(own.page);
        }
        PageFacts { numbers, bookmarks: by_name, fields: fields.into_iter().collect() }
    }

    /// The page of a bookmark.
    pub fn of_bookmark(&self, name: &str) -> Option<PageNumber> {
        self.numbers.get(*self.bookmarks.get(name)?).copied()
    }

    /// The page of a field.
    pub fn of_field(&self, offset: usize) -> Option<PageNumber> {
        self.numbers.get(*self.fields.get(&offset)?).copied()
    }
}

/// How a reference names the number of a paragraph (17.16.5.51).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// The number alone.
    None,
    /// The part in which it differs from the place of the field.
    Relative,
    /// With the numbers of all levels above.
    Full,
}

/// The numbered paragraphs above each: the one that a list's item belongs to.
#[derive(Debug)]
pub(super) struct Lists {
    above: Vec<Option<usize>>,
}

impl Lists {
    pub fn of(story: &StoryFacts) -> Lists {
        let mut last: HashMap<i64, Vec<(usize, usize)>> = HashMap::new();
        let above = story.paragraphs.iter().enumerate().map(|(place, paragraph)| {
            let number = paragraph.number.as_ref()?;
            let open = last.entry(number.list).or_default();
            while open.last().is_some_and(|(level, _)| *level >= number.level) {
                open.pop();
            }
            let above = open.last().map(|(_, place)| *place);
            open.push((number.level, place));
            above
        });
        Lists { above: above.collect() }
    }

    /// The number of a paragraph as a field at another one names it.
    pub fn number(
        &self,
        story: &StoryFacts,
        of: usize,
        from: Option<usize>,
        context: Context,
    ) -> Option<String> {
        let number = |place: usize| story.paragraphs.get(place)?.number.as_ref();
        let own = number(of)?;
        let text = |number: &Number| number.text.trim().trim_end_matches('.').to_owned();
        if context == Context::None {
            return Some(text(own));
        }
        let own_line = from.map(|from| self.line(from)).unwrap_or_default();
        let line = self.line(of);
        let shared = match context {
            Context::Relative => line.iter().zip(&own_line).take_while(|(one, other)| one == other).count(),
            _ => 0,
        };
        let mut out = String::new();
        // A number such as 2.1 holds those above it already.
        let least = line.iter().rev().filter_map(|place| number(*place)).map(|number| number.from).min();
        for place in line.iter().skip(shared.min(line.len().saturating_sub(1))) {
            if let Some(number) = number(*place)
                .filter(|number| *place == of || number.level < own.from.max(least.unwrap_or(0)))
            {
                out.push_str(&text(number));
            }
        }
        Some(out)
    }

    /// A paragraph and those that it belongs to, the highest first.
    fn line(&self, place: usize) -> Vec<usize> {
        let mut line: Vec<usize> =
            std::iter::successors(Some(place), |place| self.above.get(*place).copied().flatten())
                .take(16)
                .collect();
        line.reverse();
        line
    }
}
