//! A control's properties (`w:sdtPr`).

use super::super::site::Whole;
use super::binding;
use super::binding::Binding;
use super::choices::ListItem;
use super::control_site::{ControlKind, ControlSite, Location, is_of_opendope};
use crate::text::report::{PartName, excerpt};
use platen_ooxml::xml::{NodeId, Ns, Tree};

/// How a data store holds a date (`w:storeMappedDataAs`, 17.5.2.39).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum StoredDate {
    #[default]
    DateTime,
    Date,
    /// As it is shown.
    Text,
}

/// A content control that data can fill.
#[derive(Debug, Clone)]
pub(crate) struct Control {
    /// What discovery tells of it.
    pub site: ControlSite,
    /// Language of a date (`w:lid`).
    pub language: Option<String>,
    /// How a data store holds a date.
    pub stored_as: StoredDate,
    /// Glyph and font of a check box: unchecked, checked.
    pub glyphs: [(String, String); 2],
    /// Where Word keeps the value besides the text.
    pub binding: Option<Binding>,
    /// What goes when it is empty.
    pub drops: Option<Whole>,
}

impl Control {
    /// What is not a content control but is filled like one: it has a name, and perhaps entries to choose from.
    pub fn of(kind: ControlKind, name: String, options: Vec<ListItem>, location: Location) -> Control {
        let site = ControlSite {
            tag: None,
            title: None,
            name,
            kind,
            options: options.into(),
            date_format: None,
            locked: false,
            multi_line: true,
            optional: false,
            location,
        };
        Control {
            site,
            language: None,
            stored_as: StoredDate::default(),
            glyphs: Default::default(),
            binding: None,
            drops: None,
        }
    }

    pub fn kind(&self) -> ControlKind {
        self.site.kind
    }

    pub fn is_named(&self) -> bool {
        !self.site.name.is_empty()
    }

    pub fn kind_in_words(&self) -> &'static str {
        match self.site.kind {
            ControlKind::PlainText => "plain text",
            ControlKind::RichText => "rich text",
            ControlKind::CheckBox => "check box",
            ControlKind::DropDownList => "drop-down list",
            ControlKind::ComboBox => "combo box",
            ControlKind::Date => "date",
            ControlKind::Picture => "picture",
            ControlKind::RepeatingSection => "repeating section",
        }
    }
}

fn is_of_google(tree: &Tree, properties: NodeId) -> bool {
    let tag = tree.child_w(properties, "tag").and_then(|n| tree.attr(n, "val")).unwrap_or_default();
    tag.strip_prefix("goog_rdk_").is_some_and(|id| id.chars().all(|c| c.is_ascii_digit()))
}

/// Whether a control means nothing but what it holds: it has no name, and Word does nothing with it.
pub(crate) fn is_wrapper(tree: &Tree, sdt: NodeId) -> bool {
    let Some(properties) = tree.child_w(sdt, "sdtPr") else { return true };
    let has_no_name = || names(tree, sdt, properties).2.is_empty();
    is_of_google(tree, properties) || kind(tree, properties).is_some() && has_no_name()
}

/// The kind of a control, unless it is one that holds no value of its own (groups, galleries, citations, the items
/// of a repeating section, and what Google Docs puts around comments and odd runs: `goog_rdk_0`).
fn kind(tree: &Tree, properties: NodeId) -> Option<ControlKind> {
    if is_of_google(tree, properties) {
        return None;
    }
    for child in tree.children(properties) {
        match (tree.ns(child), tree.local(child)) {
            (Ns::W, "text") => return Some(ControlKind::PlainText),
            (Ns::W, "richText") => return Some(ControlKind::RichText),
            (Ns::W, "dropDownList") => return Some(ControlKind::DropDownList),
            (Ns::W, "comboBox") => return Some(ControlKind::ComboBox),
            (Ns::W, "date") => return Some(ControlKind::Date),
            (Ns::W, "picture") => return Some(ControlKind::Picture),
            (Ns::W14, "checkbox") => return Some(ControlKind::CheckBox),
            (Ns::W15, "repeatingSection") => return Some(ControlKind::RepeatingSection),
            (Ns::W15, "repeatingSectionItem")
            | (Ns::W, "group" | "docPartObj" | "docPartList" | "citation" | "bibliography" | "equation") => {
                return None;
            }
            _ => {}
        }
    }
    // No kind at all means rich text (17.5.2.26).
    Some(ControlKind::RichText)
}

/// Whether the control would be filled by data.
pub(super) fn is_field(tree: &Tree, sdt: NodeId) -> bool {
    let Some(properties) = tree.child_w(sdt, "sdtPr") else { return false };
    kind(tree, properties).is_some() && !names(tree, sdt, properties).2.is_empty()
}

/// Tag, title and the name by which data is looked up.
fn names(tree: &Tree, sdt: NodeId, properties: NodeId) -> (Option<String>, Option<String>, String) {
    let value = |local: &str| {
        let text = tree.child_w(properties, local).and_then(|n| tree.attr(n, "val"))?;
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    };
    let (tag, title) = (value("tag"), value("alias"));
    let binding = binding::read(tree, properties);
    let path = || binding.as_ref().map(|b| b.path(tree, sdt)).filter(|p| !p.is_empty());
    let xpath =
        binding::data_binding(tree, properties).and_then(|n| tree.attr(n, "xpath")).filter(|x| !x.is_empty());
    // Tools that map controls to XML title them by the XPath of their binding: the path says it better.
    let is_xpath = |s: &String| {
        s.starts_with('/')
            || is_of_opendope(s)
            || xpath.as_ref().is_some_and(|x| s.contains(x.as_ref() as &str))
    };
    let name = tag
        .clone()
        .filter(|t| !is_xpath(t))
        .or_else(|| title.clone().filter(|t| !is_xpath(t)))
        .or_else(path)
        .or_else(|| tag.clone().filter(|tag| !is_of_opendope(tag)))
        .or_else(|| title.clone())
        .unwrap_or_default();
    (tag, title, name)
}

/// Reads a control; `None` for one that data does not fill.
pub(super) fn read(tree: &Tree, sdt: NodeId, part: &PartName) -> Option<Control> {
    let properties = tree.child_w(sdt, "sdtPr")?;
    let kind = kind(tree, properties)?;
    let (tag, title, name) = names(tree, sdt, properties);
    let (name, drops) = Whole::of_tag(&name);
    let name = name.to_owned();
    let list = tree.children(properties).find(|n| matches!(tree.local(*n), "dropDownList" | "comboBox"));
    let options = list.into_iter().flat_map(|l| tree.children(l)).filter(|n| tree.is_w(*n, "listItem"));
    let options = options.filter_map(|item| {
        let value = tree.attr(item, "value");
        let display_text = tree.attr(item, "displayText").or_else(|| value.clone())?;
        let value = value.unwrap_or_else(|| display_text.clone());
        // The first entry of Word's lists says "Choose an item." and has no value: it is no choice.
        (!value.is_empty()).then_some(ListItem { display_text, value })
    });
    let date = tree.child_w(properties, "date");
    let date_value =
        |local: &str| date.and_then(|d| tree.child_w(d, local)).and_then(|n| tree.attr(n, "val"));
    let lock = tree.child_w(properties, "lock").and_then(|n| tree.attr(n, "val")).unwrap_or_default();
    let text = platen_ooxml::xml::characters::text_of(tree, sdt);
    Some(Control {
        site: ControlSite {
            tag,
            title,
            name,
            kind,
            options: options.collect::<Vec<_>>().into(),
            date_format: date_value("dateFormat"),
            optional: drops.is_some(),
            locked: matches!(lock.as_str(), "contentLocked" | "sdtContentLocked"),
            multi_line: tree.child_w(properties, "text").is_none_or(|t| is_on(tree.attr(t, "multiLine"))),
            location: Location { part: part.label.clone(), text: excerpt(&text, &(0..0)).0 },
        },
        language: date_value("lid"),
        stored_as: match date_value("storeMappedDataAs").as_deref() {
            Some("date") => StoredDate::Date,
            Some("text") => StoredDate::Text,
            _ => StoredDate::DateTime,
        },
        glyphs: [
            glyph(tree, properties, "uncheckedState", "2610"),
            glyph(tree, properties, "checkedState", "2612"),
        ],
        binding: binding::read(tree, properties),
        drops,
    })
}

/// `ST_OnOff` of an attribute; absent means off.
fn is_on(value: Option<String>) -> bool {
    value.is_some_and(|v| matches!(v.as_str(), "1" | "true" | "on"))
}

fn glyph(tree: &Tree, properties: NodeId, state: &str, default: &str) -> (String, String) {
    let node = tree.child(properties, Ns::W14, "checkbox").and_then(|c| tree.child(c, Ns::W14, state));
    let code = node.and_then(|n| tree.attr(n, "val")).unwrap_or_else(|| default.to_owned());
    let glyph = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).unwrap_or('\u{2610}');
    let font = node.and_then(|n| tree.attr(n, "font")).unwrap_or_else(|| "MS Gothic".to_owned());
    (glyph.to_string(), font)
}
