//! Styles (17.7), each with its ancestors' properties, computed once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::numbering::Numbering;
use super::paragraph_properties::{Indents, NumberingRef, TextLayer};
use super::table_properties::{Condition, TableFormat};
use super::theme::Theme;
use crate::error::LayoutError;
use crate::model::paragraph_style::Role;
use crate::model::run::USUAL_SIZE;
use crate::read::Element;

/// Styles of a document. Each takes some kilobytes; documents that grew by pasting for decades have a few thousand.
const MOST_STYLES: usize = 25_000;

/// Kind of a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Paragraph,
    Character,
    Table,
    Numbering,
}

/// A style with all properties of its ancestors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    pub id: Arc<str>,
    pub name: Option<String>,
    /// Whether it is one of paragraphs.
    pub is_paragraph: bool,
    pub text: TextLayer,
    /// Its indents without those of lists.
    pub plain_indents: Indents,
    /// Of a table style: the whole table's format, then its parts'.
    pub whole: TableFormat,
    /// A style without its own properties for a part shares its base's.
    pub conditions: Vec<(Condition, Arc<TableFormat>)>,
}

impl Style {
    /// The role of its paragraphs.
    pub fn role(&self) -> Role {
        let name = self.name.as_deref().unwrap_or_default().to_ascii_lowercase();
        match name.strip_prefix("toc ").unwrap_or(&name) {
            "caption" => Role::Caption,
            "table of figures" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" => Role::Entry,
            _ => Role::Text,
        }
    }

    /// Whether it is the style of links, whatever its id is: ids are in the author's language, names of built-in styles are not.
    pub fn is_of_links(&self) -> bool {
        self.name.as_deref().is_some_and(|name| {
            name.eq_ignore_ascii_case("Hyperlink") || name.eq_ignore_ascii_case("FollowedHyperlink")
        })
    }
}

struct Raw {
    kind: Kind,
    base: Option<String>,
    style: Box<Style>,
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    pub defaults: TextLayer,
    by_id: HashMap<String, Arc<Style>>,
    pub paragraph: Arc<Style>,
    pub table: Arc<Style>,
}

impl Styles {
    /// Size of the document's text: that of the default paragraph style.
    pub fn text_size(&self) -> f64 {
        self.paragraph.text.run.size.or(self.defaults.run.size).unwrap_or(USUAL_SIZE)
    }

    /// The style of a name.
    pub fn named(&self, name: &str) -> Option<&Arc<Style>> {
        let own =
            |style: &&Arc<Style>| style.name.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name));
        self.by_id.values().filter(own).min_by(|one, other| one.id.cmp(&other.id))
    }

    /// The paragraph style that a field names: by its name, by the level of a heading, or by the name that it has in the
    /// author's language, of which Word keeps the ASCII letters and digits as the id.
    pub fn paragraph_style(&self, name: &str) -> Option<&Arc<Style>> {
        let name = name.trim();
        let heading = matches!(name.as_bytes(), [b'1'..=b'9']).then(|| format!("heading {name}"));
        let name = heading.as_deref().unwrap_or(name);
        let id: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let own = |style: &&Arc<Style>| style.is_paragraph;
        let by_name = self.by_id.values().filter(own).filter(|style| {
            style
                .name
                .as_deref()
                .is_some_and(|own| own.split(',').any(|own| own.trim().eq_ignore_ascii_case(name)))
        });
        // Of several of one name, always the same.
        by_name.min_by(|one, other| one.id.cmp(&other.id)).or_else(|| self.by_id.get(&id).filter(own))
    }

    /// Reads `word/styles.xml`. The numbering has the indents of levels that styles link to.
    ///
    /// # Errors
    /// [`LayoutError::TooManyStyles`].
    pub fn read(root: Element<'_>, theme: &Theme, numbering: &mut Numbering) -> Result<Styles, LayoutError> {
        let mut raw: HashMap<String, Raw> = HashMap::new();
        let mut styles = Styles::default();
        let (mut paragraph, mut table) = (None, None);
        for child in root.children() {
            match child.name() {
                "docDefaults" => {
                    let of =
                        |name| child.child(name).map(|own| TextLayer::read(own, theme)).unwrap_or_default();
                    styles.defaults =
                        TextLayer { paragraph: of("pPrDefault").paragraph, run: of("rPrDefault").run };
                }
                "style" => {
                    let Some(id) = child.attr("styleId") else { continue };
                    let read = read_style(child, &id, theme);
                    if child.flag("default") == Some(true) {
                        match read.kind {
                            Kind::Paragraph => paragraph = Some(id.clone()),
                            Kind::Table => table = Some(id.clone()),
                            _ => {}
                        }
                    }
                    raw.insert(id, read);
                    if raw.len() > MOST_STYLES {
                        return Err(LayoutError::TooManyStyles { allowed: MOST_STYLES });
                    }
                }
                _ => {}
            }
        }
        for (id, style) in &raw {
            if let (Kind::Numbering, Some(num)) = (style.kind, style.style.text.paragraph.numbering.num) {
                numbering.link_style(id, num);
            }
        }
        styles.by_id = resolved(&raw, numbering);
        let default =
            |id: Option<String>| id.and_then(|id| styles.by_id.get(&id).cloned()).unwrap_or_default();
        (styles.paragraph, styles.table) = (default(paragraph), default(table));
        Ok(styles)
    }

    /// The style of this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Style>> {
        self.by_id.get(id)
    }
}

fn read_style(element: Element<'_>, id: &str, theme: &Theme) -> Raw {
    let kind = match element.attr("type").as_deref() {
        Some("character") => Kind::Character,
        Some("table") => Kind::Table,
        Some("numbering") => Kind::Numbering,
        _ => Kind::Paragraph,
    };
    let mut style = Style {
        id: id.into(),
        name: element.child("name").and_then(|name| name.val()),
        is_paragraph: kind == Kind::Paragraph,
        text: TextLayer::read(element, theme),
        ..Style::default()
    };
    if kind == Kind::Table {
        style.whole = TableFormat::read(element, theme);
        for part in element.children().into_iter().filter(|child| child.name() == "tblStylePr") {
            if let Some(condition) = part.attr("type").and_then(|name| Condition::parse(&name)) {
                style.conditions.push((condition, Arc::new(TableFormat::read(part, theme))));
            }
        }
    }
    Raw { kind, base: element.child("basedOn").and_then(|base| base.val()), style: Box::new(style) }
}

/// Every style over its ancestors. Each is computed once: a long chain of styles costs what they hold. A ring ends where it
/// closes.
fn resolved(raw: &HashMap<String, Raw>, numbering: &Numbering) -> HashMap<String, Arc<Style>> {
    let mut done: HashMap<String, Arc<Style>> = HashMap::with_capacity(raw.len());
    let mut ids: Vec<&String> = raw.keys().collect();
    ids.sort();
    for id in ids {
        let mut path: Vec<(&String, &Raw)> = Vec::new();
        let mut on_path: HashSet<&String> = HashSet::new();
        let mut at = raw.get_key_value(id);
        while let Some((id, style)) = at.filter(|(id, _)| !done.contains_key(*id)) {
            if !on_path.insert(id) {
                at = None;
                break;
            }
            path.push((id, style));
            let base = style.base.as_deref().and_then(|base| raw.get_key_value(base));
            at = base.filter(|(_, base)| base.kind == style.kind);
        }
        let mut base = at.and_then(|(id, _)| done.get(id).cloned());
        for (id, style) in path.into_iter().rev() {
            let own = Arc::new(laid(base.as_deref(), style, id, numbering));
            done.insert(id.clone(), own.clone());
            base = Some(own);
        }
    }
    done
}

/// Lays a style over its base. A list that a style brings puts the indents of its level below the style's own.
fn laid(base: Option<&Style>, own: &Raw, id: &str, numbering: &Numbering) -> Style {
    let mut out = base.cloned().unwrap_or_default();
    let text = &own.style.text;
    out.plain_indents.lay(&text.paragraph.indents);
    let (stated, inherited) = (text.paragraph.numbering, out.text.paragraph.numbering);
    let num = stated.num.or(inherited.num);
    // A style whose list comes from its base stands at the level that names it, or at its own.
    let level = num.and_then(|num| numbering.level_of_style(num, id)).or(stated.level);
    let level = level.or(stated.num.and(inherited.level.or(Some(0))));
    if let Some(level) = num.zip(level).and_then(|(num, level)| numbering.level(num, level)) {
        out.text.paragraph.indents.lay(&level.properties.paragraph.indents);
    }
    out.text.lay(text);
    if level.is_some() {
        out.text.paragraph.numbering = NumberingRef { num, level };
    }
    out.whole.lay(&own.style.whole);
    for (condition, format) in &own.style.conditions {
        match out.conditions.iter_mut().find(|(known, _)| known == condition) {
            Some((_, known)) => Arc::make_mut(known).lay(format),
            None => out.conditions.push((*condition, format.clone())),
        }
    }
    out.id = id.into();
    out.name.clone_from(&own.style.name);
    out.is_paragraph = own.style.is_paragraph;
    out
}
