//! Codes of fields (17.16): what a field of one document means in a file of many.

use std::collections::HashSet;

use super::JoinError;
use super::ids::Renamed;
use crate::field::Instruction;

/// What the fields of one document become.
pub(super) struct Codes {
    /// What says how many pages the document has, in the place of `NUMPAGES`; `None` if nothing can.
    pub pages: Option<String>,
    /// The bookmark around the document, within which its tables of contents look.
    pub whole: String,
    /// Which document it is, from 1: captions of the later ones are counted from 1 again.
    pub number: u32,
    /// Captions that were counted, by their names in small letters.
    pub counted: HashSet<String>,
    /// Its properties are not those of the file.
    pub has_own_properties: bool,
}

/// Fields that show a property of the file (17.16.5).
const PROPERTIES: [&str; 9] =
    ["DOCPROPERTY", "TITLE", "SUBJECT", "AUTHOR", "KEYWORDS", "COMMENTS", "LASTSAVEDBY", "INFO", "CATEGORY"];

impl Codes {
    /// A code as it has to be in the file; `None` if it stays. `is_body` says whether it stands in the text itself, not in a
    /// header or note; `is_whole`, whether no other field is part of it.
    pub fn rewritten(
        &mut self,
        code: &str,
        is_body: bool,
        is_whole: bool,
        renamed: &Renamed,
    ) -> Result<Option<String>, JoinError> {
        let instruction = Instruction::parse(code);
        let name = instruction.name();
        let mut out = match names_replaced(code, renamed) {
            Some(replaced) => replaced,
            None => code.to_owned(),
        };
        match name.as_str() {
            "NUMPAGES" => {
                let Some(pages) = &self.pages else {
                    return Err(JoinError::Refused(
                        "it shows its number of pages (`NUMPAGES`), but its page numbers start again or are no plain \
                         numbers: one Word document has no field for that; take `NUMPAGES` out, or use the format `.pdf`"
                            .to_owned(),
                    ));
                };
                let start = out.len() - out.trim_start().len();
                out.replace_range(start..start + name.len(), pages);
            }
            // LibreOffice crashes on a list of captions (`\c`) that is limited to a bookmark.
            "TOC" | "INDEX" if is_whole && !instruction.has("\\b") && !instruction.has("\\c") => {
                out = format!("{} \\b {} ", out.trim_end(), self.whole);
            }
            "SEQ" if is_body && is_whole => {
                let counted = instruction.argument().unwrap_or_default().to_lowercase();
                let is_first = self.counted.insert(counted);
                if is_first && self.number > 1 && !instruction.has("\\r") && !instruction.has("\\c") {
                    out = format!("{} \\r 1 ", out.trim_end());
                }
            }
            name if self.has_own_properties && PROPERTIES.contains(&name) => {
                return Err(JoinError::Refused(format!(
                    "it shows a property of its own with the field `{name}`, and one Word document has the properties of \
                     the first; print the value with a tag instead of the field"
                )));
            }
            _ => {}
        }
        Ok((out != code).then_some(out))
    }

    /// Whether a code is one of which the saved result may not be right: Word computes other numbers of pages by itself.
    pub fn is_stale(&self, code: &str) -> bool {
        self.pages
            .as_ref()
            .is_some_and(|pages| pages.starts_with("PAGEREF") && code.trim_start().starts_with(pages))
    }
}

/// The code with the names of bookmarks that were renamed; `None` if it has none. The first word is the field's own name.
fn names_replaced(code: &str, renamed: &Renamed) -> Option<String> {
    if renamed.names.is_empty() {
        return None;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest, mut is_first, mut found) = (String::new(), code, true, false);
    while let Some(start) = rest.find(is_word) {
        let length = rest[start..].find(|c| !is_word(c)).unwrap_or(rest.len() - start);
        let (before, word) = (&rest[..start], &rest[start..start + length]);
        out.push_str(before);
        let is_name = (!is_first || before.contains('=')) && !before.ends_with('\\');
        match renamed.name(word).filter(|_| is_name) {
            Some(name) => {
                out.push_str(name);
                found = true;
            }
            None => out.push_str(word),
        }
        is_first = false;
        rest = &rest[start + length..];
    }
    out.push_str(rest);
    found.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_mean_what_they_meant() {
        let mut renamed = Renamed::default();
        renamed.names.insert("end".to_owned(), "end_2".to_owned());
        let mut codes = Codes {
            pages: Some("SECTIONPAGES".to_owned()),
            whole: "_All".to_owned(),
            number: 2,
            counted: HashSet::new(),
            has_own_properties: true,
        };
        let mut turned = |code: &str| codes.rewritten(code, true, true, &renamed).unwrap();
        assert_eq!(turned(" NUMPAGES \\* roman ").unwrap(), " SECTIONPAGES \\* roman ");
        assert_eq!(turned(" PAGEREF End \\h ").unwrap(), " PAGEREF end_2 \\h ");
        assert_eq!(turned(" HYPERLINK \\l \"end\" ").unwrap(), " HYPERLINK \\l \"end_2\" ");
        assert_eq!(turned("=end*2").unwrap(), "=end_2*2");
        assert_eq!(turned(" TOC \\o \"1-3\" ").unwrap(), " TOC \\o \"1-3\" \\b _All ");
        assert_eq!(turned(" TOC \\b end ").unwrap(), " TOC \\b end_2 ");
        assert_eq!(turned(" TOC \\c \"Figure\" "), None);
        assert_eq!(turned(" SEQ Figure \\* ARABIC ").unwrap(), " SEQ Figure \\* ARABIC \\r 1 ");
        assert_eq!(turned(" SEQ Figure \\* ARABIC "), None);
        assert_eq!(turned(" PAGE "), None);
        assert!(codes.rewritten(" TITLE ", true, true, &renamed).is_err());
    }
}
