//! Styles: those of the first document, and those that later ones have besides.

use std::collections::HashMap;

use super::JoinError;
use super::collected::Ends;
use crate::xml::Tree;

#[derive(Default)]
pub(super) struct Styles {
    pub part: Option<Ends>,
    /// What the part says.
    content: String,
    /// Styles by their ids; what is said besides under "".
    known: HashMap<String, String>,
}

impl Styles {
    /// Adds the styles of a document.
    ///
    /// # Errors
    /// [`JoinError::Refused`] for a style that is not what it was before: one file has one of an id.
    pub fn add(&mut self, tree: &Tree) -> Result<(), JoinError> {
        let Some(ends) = Ends::of(tree) else { return Ok(()) };
        let is_first = self.part.is_none();
        for node in tree.children(ends.root).filter(|n| tree.is_element(*n)) {
            tree.check()?;
            let is_style = tree.is_w(node, "style");
            let id = if is_style {
                tree.attr(node, "styleId").unwrap_or_default()
            } else {
                tree.local(node).to_owned()
            };
            let key = format!("{is_style} {id}");
            let xml = tree.outer(node);
            match self.known.get(&key) {
                Some(known) if known == xml || is_first => {}
                Some(_) => {
                    return Err(JoinError::Refused(format!(
                        "its style `{id}` differs from that of the documents before it, and one Word document has only one; \
                         leave out `merge`, or use the format `.pdf`"
                    )));
                }
                None => {
                    self.content.push_str(xml);
                    self.known.insert(key, xml.to_owned());
                    continue;
                }
            }
            if is_first {
                // One id twice in the template itself.
                self.content.push_str(xml);
            }
        }
        self.part.get_or_insert(ends);
        Ok(())
    }

    pub fn size(&self) -> usize {
        self.content.len()
    }

    pub fn content(&self) -> &str {
        &self.content
    }
}
