//! The styles of a document by the names that fields use.

use std::collections::HashMap;

use platen_ooxml::xml::Tree;

/// Ids of paragraph styles by their names in small letters, and what fields want to know of them.
#[derive(Debug, Default)]
pub(super) struct StyleNames {
    by_name: HashMap<String, String>,
    names: HashMap<String, String>,
    /// Styles that set a tab to the right, by id, and those on which they are based.
    right_tabs: HashMap<String, bool>,
    bases: HashMap<String, String>,
    /// Whether the document has the character style of links.
    pub hyperlink: Option<String>,
    /// The language of the document's text.
    pub language: Option<String>,
}

impl StyleNames {
    /// Reads `word/styles.xml`.
    pub fn read(tree: &Tree) -> StyleNames {
        let mut styles = StyleNames::default();
        let Some(root) = tree.top_level().find(|node| tree.is_element(*node)) else { return styles };
        let defaults = tree.child_w(root, "docDefaults");
        let language = defaults.and_then(|own| tree.descendants(own).find(|node| tree.is_w(*node, "lang")));
        styles.language = language.and_then(|own| tree.attr(own, "val"));
        for node in tree.children(root).filter(|node| tree.is_w(*node, "style")) {
            let name = tree.child_w(node, "name").and_then(|name| tree.attr(name, "val"));
            let (Some(id), Some(name)) = (tree.attr(node, "styleId"), name) else { continue };
            let lower = name.to_lowercase();
            match tree.attr(node, "type").as_deref() {
                Some("paragraph") => {
                    if let Some(base) = tree.child_w(node, "basedOn").and_then(|base| tree.attr(base, "val"))
                    {
                        styles.bases.insert(id.clone(), base);
                    }
                    let is_right =
                        |node| tree.is_w(node, "tab") && tree.attr(node, "val").as_deref() == Some("right");
                    let tabs = tree.child_w(node, "pPr").and_then(|own| tree.child_w(own, "tabs"));
                    let has_right = tabs.is_some_and(|tabs| tree.children(tabs).any(is_right));
                    styles.right_tabs.insert(id.clone(), has_right);
                    styles.by_name.entry(lower.clone()).or_insert_with(|| id.clone());
                    styles.names.insert(id, lower);
                }
                Some("character") if lower == "hyperlink" => styles.hyperlink = Some(id),
                _ => {}
            }
        }
        styles
    }

    /// The id of the paragraph style of this name. Word writes the names of its own styles in the author's language into
    /// fields, and keeps their ASCII letters and digits as ids.
    pub fn id(&self, name: &str) -> Option<&str> {
        let lower = name.trim().to_lowercase();
        let lower =
            if matches!(lower.as_bytes(), [b'1'..=b'9']) { format!("heading {lower}") } else { lower };
        if let Some(id) = self.by_name.get(&lower) {
            return Some(id);
        }
        let id: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        self.names.get_key_value(&id).map(|(id, _)| id.as_str())
    }

    /// The level, from one, of a heading's style.
    pub fn heading(&self, id: &str) -> Option<usize> {
        self.names.get(id)?.strip_prefix("heading ")?.parse().ok().filter(|level| (1..=9).contains(level))
    }

    /// The level, from one, of a style of entries: `toc 2`.
    pub fn entry(&self, id: &str) -> Option<usize> {
        self.names.get(id)?.strip_prefix("toc ")?.parse().ok().filter(|level| (1..=9).contains(level))
    }

    /// Whether a style, or one that it is based on, sets a tab to the right.
    pub fn has_right_tab(&self, id: &str) -> bool {
        let mut at = Some(id);
        // A ring of styles ends here.
        for _ in 0..16 {
            let Some(own) = at else { return false };
            if self.right_tabs.get(own) == Some(&true) {
                return true;
            }
            at = self.bases.get(own).map(String::as_str);
        }
        false
    }
}
