//! What a document lacks, or shows differently than its author meant, reported to the caller.

use serde::{Deserialize, Serialize};

/// Warnings of one document that are listed one by one; the last place tells of all further ones.
const LISTED: usize = 32;

/// Bytes of what is lacking.
const DETAIL: usize = 320;

/// Bytes of a hint, of a part's name, and of a text of the document.
const TEXT: usize = 200;

/// Characters of a code.
const CODE: usize = 40;

/// Code of the last warning of a list that is full; its count is that of the warnings that are not listed.
const FURTHER: &str = "further-warnings";

/// Something that a document lacks, or shows otherwise than its author meant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// A stable word for programs, such as `missing-glyph`, `not-drawn` or `external-removed`.
    pub code: String,
    /// What is lacking, and what stands in its place. It does not quote the document, but for characters that no font has.
    pub detail: String,
    /// What helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub hint: Option<String>,
    /// The part of the package that it stands in, such as `word/document.xml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub part: Option<String>,
    /// The beginning of the document's text at that place, or the address of what was removed. It is for whoever may read
    /// the document, and never for a log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub text: Option<String>,
    /// How often it was met; at least 1.
    pub count: u64,
}

/// The warnings of one document, in the order in which they were met, each once with a count.
///
/// Attack: a document with a million different faults, or a process that a document took over, fills the log, a job's
/// record or an answer. The list is bounded, and so is each text, however it is made or read; a text is one line without
/// control characters.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Warning>", into = "Vec<Warning>")]
pub struct Warnings(Vec<Warning>);

impl Warning {
    /// A warning that was met once, of no part.
    pub fn new(code: &str, detail: impl Into<String>) -> Warning {
        Warning { code: code.to_owned(), detail: detail.into(), hint: None, part: None, text: None, count: 1 }
    }

    /// The same, with what helps.
    #[must_use]
    pub fn hint(self, hint: &str) -> Warning {
        Warning { hint: some(hint), ..self }
    }

    /// The same, of a part; an empty name is none.
    #[must_use]
    pub fn in_part(self, part: &str) -> Warning {
        Warning { part: some(part), ..self }
    }

    /// The same, beside a text of the document; an empty one is none.
    #[must_use]
    pub fn beside(self, text: &str) -> Warning {
        Warning { text: some(text), ..self }
    }

    /// The same, met so often.
    #[must_use]
    pub fn times(self, count: u64) -> Warning {
        Warning { count: count.max(1), ..self }
    }

    fn bounded(self) -> Warning {
        let is_code = |character: &char| matches!(character, 'a'..='z' | '0'..='9' | '-');
        let line = |text: String| some(&one_line(&text, TEXT));
        Warning {
            code: self.code.chars().filter(is_code).take(CODE).collect(),
            detail: one_line(&self.detail, DETAIL),
            hint: self.hint.and_then(line),
            part: self.part.and_then(line),
            text: self.text.and_then(line),
            count: self.count.max(1),
        }
    }
}

impl Warnings {
    /// Adds a warning; what is listed already is counted.
    pub fn add(&mut self, warning: Warning) {
        let warning = warning.bounded();
        let same = |known: &&mut Warning| {
            (&known.code, &known.part, &known.detail) == (&warning.code, &warning.part, &warning.detail)
        };
        if let Some(known) = self.0.iter_mut().find(same) {
            known.count = known.count.saturating_add(warning.count);
            return;
        }
        // Lists that are read or joined may have one each.
        let is_further = warning.code == FURTHER;
        if !is_further && self.0.len() + 1 < LISTED {
            return self.0.push(warning);
        }
        let count = if is_further { warning.count } else { 1 };
        match self.0.iter_mut().find(|known| known.code == FURTHER) {
            Some(further) => further.count = further.count.saturating_add(count),
            None => {
                let further = Warning::new(FURTHER, "there are more warnings, which are not listed");
                self.0.push(further.times(count));
            }
        }
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Warning] {
        &self.0
    }

    /// How many are listed.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<Warning> for Warnings {
    fn extend<I: IntoIterator<Item = Warning>>(&mut self, warnings: I) {
        warnings.into_iter().for_each(|warning| self.add(warning));
    }
}

impl FromIterator<Warning> for Warnings {
    fn from_iter<I: IntoIterator<Item = Warning>>(warnings: I) -> Warnings {
        let mut list = Warnings::default();
        list.extend(warnings);
        list
    }
}

impl From<Vec<Warning>> for Warnings {
    fn from(warnings: Vec<Warning>) -> Warnings {
        warnings.into_iter().collect()
    }
}

impl From<Warnings> for Vec<Warning> {
    fn from(warnings: Warnings) -> Vec<Warning> {
        warnings.0
    }
}

impl IntoIterator for Warnings {
    type Item = Warning;
    type IntoIter = std::vec::IntoIter<Warning>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Warnings {
    type Item = &'a Warning;
    type IntoIter = std::slice::Iter<'a, Warning>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl std::fmt::Display for Warning {
    /// One line: `word/document.xml: a chart is left out (3 times, first: "Sales")`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(part) = &self.part {
            write!(f, "{part}: ")?;
        }
        f.write_str(&self.detail)?;
        match (&self.text, self.count) {
            (None, 0 | 1) => {}
            (None, count) => write!(f, " ({count} times)")?,
            (Some(text), 0 | 1) => write!(f, " (\"{text}\")")?,
            (Some(text), count) => write!(f, " ({count} times, first: \"{text}\")")?,
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// The beginning of a text, without line breaks and other controls.
fn one_line(text: &str, most: usize) -> String {
    let text = text.get(..text.floor_char_boundary(most)).unwrap_or(text);
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_warning_is_listed_once() {
        let mut warnings = Warnings::default();
        let chart = Warning::new("not-drawn", "a chart is left out");
        warnings.add(chart.hint("paste it as a picture").in_part("word/a.xml").beside("Sales"));
        warnings.add(Warning::new("not-drawn", "a chart is left out").in_part("word/a.xml").times(2));
        warnings.add(Warning::new("not-drawn", "a chart is left out").in_part("word/b.xml"));
        let [first, second] = warnings.as_slice() else { panic!("{warnings:?}") };
        assert_eq!((first.count, first.text.as_deref(), second.count), (3, Some("Sales"), 1));
        assert_eq!(
            first.to_string(),
            "word/a.xml: a chart is left out (3 times, first: \"Sales\"); paste it as a picture"
        );
    }

    #[test]
    fn a_list_is_bounded_however_it_is_made() {
        let long = "x\n".repeat(10_000);
        let many: Vec<_> = (0..200)
            .map(|n| {
                Warning::new("Not-Drawn\n", format!("{n}{long}")).in_part(&long).beside(&long).hint(&long)
            })
            .collect();
        let warnings: Warnings = many.iter().cloned().collect();
        assert_eq!(warnings.len(), LISTED);
        let last = warnings.as_slice().last().unwrap();
        assert_eq!((last.code.as_str(), last.count), (FURTHER, 200 - (LISTED as u64 - 1)));
        let first = &warnings.as_slice()[0];
        assert_eq!(first.code, "ot-rawn");
        assert!(first.detail.len() == DETAIL && !first.detail.contains('\n'), "{}", first.detail);
        let received: Warnings = serde_json::from_slice(&serde_json::to_vec(&many).unwrap()).unwrap();
        assert!(received == warnings);
        let again: Warnings = serde_json::from_slice(&serde_json::to_vec(&warnings).unwrap()).unwrap();
        assert!(again == warnings, "a list that was bounded is bounded no further");
        assert!(serde_json::to_vec(&warnings).unwrap().len() < 64 << 10, "a child's answer holds it");
        let mut joined = warnings.clone();
        joined.extend((0..50).map(|n| Warning::new("other", n.to_string())));
        let counts: u64 = joined.as_slice().iter().map(|warning| warning.count).sum();
        assert_eq!((joined.len(), counts), (LISTED, 200 + 50));
    }
}
