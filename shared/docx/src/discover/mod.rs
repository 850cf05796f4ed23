//! Discovers the data that a template needs: its placeholders, content controls, JSON Schema and starter model, read from
//! the syntax trees of its parts, never by regular expressions.

mod bindings;
mod branches;
mod calls;
mod chart_uses;
mod check;
mod control_fields;
mod control_uses;
mod evidence;
mod expr;
mod field_tree;
mod fields;
mod filter_uses;
mod fits;
mod operator_uses;
mod placeholders;
mod sample;
mod schema;
mod shape;
mod starter;
mod syntax_tree;
#[cfg(test)]
mod tests;
mod uses;
mod walk;
mod want;

pub use crate::compile::{ControlKind, ListItem, Location};

use minijinja::machinery::parse;
use minijinja::syntax::SyntaxConfig;
use serde::Serialize;
use serde_json::Value;

use crate::compile::ControlSite;
use crate::options::{Missing, RenderOptions};
use crate::text::PartSource;
use platen_ooxml::{Bounds, Budget, Exhausted, Limits};
use platen_rich::DataError;

/// All that is known of a template's data without seeing any.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Discovery {
    /// Fields named by placeholders, in document order, each path once.
    pub placeholders: Vec<Placeholder>,
    /// Content controls, in document order, each name once per kind.
    pub content_controls: Vec<ContentControl>,
    /// JSON Schema (2020-12) of the data.
    pub schema: Value,
    #[serde(skip)]
    root: field_tree::Node,
    /// Placeholders, by index, that are named as members of a list.
    #[serde(skip)]
    of_lists: Vec<usize>,
    /// Tags that read a variable, by their numbers among all tags, each with a placeholder, by index, that it was computed
    /// from; in the order of the tags.
    #[serde(skip)]
    origins: Vec<(usize, usize)>,
}

/// A field that a placeholder or a condition names.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Placeholder {
    /// `order.items[].price`: members by dots, elements of an array by `[]`.
    pub path: String,
    /// `value`, `condition` or `loop`: how the template uses it first.
    pub kind: &'static str,
    /// JSON type implied by its use: `string`, `number`, `boolean`, `array`, `object`, or `any`.
    pub r#type: &'static str,
    /// The template cannot be rendered without it (with `missing: error`).
    pub required: bool,
    /// It stands inside a loop.
    pub repeats: bool,
    /// The tag as the author wrote it, first occurrence.
    pub expression: String,
    /// Every place where it is used.
    pub locations: Vec<Location>,
    /// Names of the filters applied to it anywhere.
    pub filters: Vec<String>,
}

/// A content control (ECMA-376 part 1, 17.5.2) that data can fill.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContentControl {
    /// Name under which data is looked up, with the repeating sections around it (`items[].price`).
    pub path: String,
    /// `w:tag`.
    pub tag: Option<String>,
    /// `w:alias`, which Word shows as the title.
    pub title: Option<String>,
    /// The control's kind.
    pub r#type: ControlKind,
    /// The entries of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ListItem>,
    /// A date control's format (`d MMMM yyyy`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_format: Option<String>,
    /// It stands inside a repeating section or a loop.
    pub repeats: bool,
    /// Its content cannot be edited in Word (`w:lock`).
    pub locked: bool,
    /// Every place where it stands.
    pub locations: Vec<Location>,
}

impl Discovery {
    /// A starter payload: the data object with typed sample values, accepted by `Template::render` unchanged.
    pub fn model(&self) -> Value {
        starter::of(&self.root)
    }

    /// Everything in `data` that does not fit, in the order of the template. `missing` says whether absent required
    /// fields count. At most a hundred are listed; one more then says how many were left out.
    pub fn check(&self, data: &Value, missing: bool) -> Vec<DataError> {
        let counting = Budget::new("render_time", std::time::Duration::MAX, u64::MAX);
        let missing = if missing { Missing::Error } else { Missing::Empty };
        self.check_for(data, &RenderOptions { missing, ..RenderOptions::default() }, &counting)
            .unwrap_or_default()
    }

    /// Controls that show a field of which something else names a member: one value cannot be a text and an object. Each with
    /// the path of that member.
    pub(crate) fn torn(&self) -> Vec<(&ContentControl, &str)> {
        let controls = self.content_controls.iter().map(|control| control.path.as_str());
        let placeholders = self.placeholders.iter().map(|field| field.path.as_str());
        let mut paths: Vec<&str> = controls.chain(placeholders).collect();
        paths.sort_unstable();
        let member = |control: &ContentControl| {
            let below = format!("{}.", control.path);
            let next = paths.get(paths.partition_point(|path| *path < below.as_str())).copied();
            next.filter(|path| path.starts_with(&below))
        };
        let shown = self.content_controls.iter().filter(|c| c.r#type != ControlKind::RepeatingSection);
        shown.filter_map(|control| Some((control, member(control)?))).collect()
    }

    /// Fields that are named as members of a list: no data has both. Each with the path of the list.
    pub(crate) fn members_of_lists(&self) -> impl Iterator<Item = (&Placeholder, &str)> {
        let fields = self.of_lists.iter().filter_map(|index| self.placeholders.get(*index));
        fields.filter_map(|field| Some((field, field.path.rsplit_once('.')?.0)))
    }

    /// The paths of what the variables were computed from that a tag reads, given its number among all tags.
    pub(crate) fn origins(&self, tag: usize) -> impl Iterator<Item = &str> {
        let first = self.origins.partition_point(|(other, _)| *other < tag);
        let of_tag = self.origins[first..].iter().take_while(move |(other, _)| *other == tag);
        of_tag.filter_map(|(_, index)| Some(self.placeholders.get(*index)?.path.as_str()))
    }

    /// As [`Discovery::check`], for a render with these options, and within the budget of a caller that has more to do.
    ///
    /// # Errors
    /// The budget has ended.
    pub(crate) fn check_for(
        &self,
        data: &Value,
        options: &RenderOptions,
        budget: &Budget,
    ) -> Result<Vec<DataError>, Exhausted> {
        check::check(&self.root, data, options, budget)
    }
}

/// Steps of a byte of source that is parsed.
const SOURCE: u64 = 2;

/// Reads the fields of a template from its parts, in document order.
///
/// # Errors
/// A syntax error of a part, with the part's name and the line; or, without a place, a template that nests too deep or
/// names more than [`Limits::fields`] fields.
pub(crate) fn discover(
    parts: &[PartSource<'_>],
    sites: &[ControlSite],
    syntax: &SyntaxConfig,
    bounds: Bounds<'_>,
) -> Result<Discovery, minijinja::Error> {
    let Limits { fields: limit, .. } = *bounds.limits;
    let mut trees = Vec::with_capacity(parts.len());
    for part in parts {
        // The next check of the budget reports that it is used up.
        bounds.budget.count(SOURCE * part.source.len() as u64);
        trees.push((parse(part.source, part.name, syntax.clone())?, part.tags));
    }
    let mut fields = fields::Fields::new(limit, bounds.budget);
    let mut controls = control_fields::Controls::new(sites);
    for (index, (tree, tags)) in trees.iter().enumerate() {
        walk::Walk::new(&mut fields, &mut controls, index, tags).block(std::slice::from_ref(tree));
    }
    if let Some(reason) = fields.refused() {
        return Err(minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, reason.to_owned()));
    }
    let root = field_tree::Node::of(&fields, sites);
    let named = placeholders::named(&fields);
    Ok(Discovery {
        placeholders: placeholders::of(&fields, &named, parts, sites),
        of_lists: placeholders::of_lists(&fields, &named),
        origins: placeholders::origins(&fields, &named, parts),
        content_controls: controls.into_list(),
        schema: schema::of(&root),
        root,
    })
}
