//! Legacy form fields (`w:ffData`, ECMA-376 part 1, 17.16.17), filled by the names of their bookmarks. They stay form
//! fields.

use super::super::controls::control_site::{ControlKind, Location};
use super::super::controls::{Control, set};
use super::code::Meaning;
use crate::compile::ListItem;
use crate::text::Marks;
use crate::text::marks::Piece;
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::syntax::Expr;
use crate::text::word_fields::{Field, fields};
use platen_ooxml::xml::{NodeId, Tree};
use platen_ooxml::{Diagnostic, Exhausted};

const NO_NAME: Meaning = Meaning::Not(
    "has no name, so no data can fill it",
    "in Word: Developer, Properties, then type a name into Bookmark",
);

/// The value of a form field for text, in the form that it asks for. `None` for other fields, and for those that compute
/// their value.
pub(super) fn text(tree: &Tree, field: &Field) -> Option<Meaning> {
    let data = tree.child_w(field.start, "ffData").filter(|_| field.keyword() == "FORMTEXT")?;
    let input = tree.child_w(data, "textInput");
    let property = |name: &str| value(tree, tree.child_w(input?, name)?);
    let kind = property("type").unwrap_or_default();
    if matches!(kind.as_str(), "currentTime" | "currentDate" | "calculated") {
        return None;
    }
    let Some(name) = name(tree, data) else { return Some(NO_NAME) };
    let shown = Expr::Lookup(name.clone());
    let format = property("format").filter(|format| !format.is_empty());
    let shown = match (kind.as_str(), format) {
        ("number", format) => shown.filtered("__field_number", vec![Expr::Text(format.unwrap_or_default())]),
        ("date", Some(format)) => shown.filtered("__field_date", vec![Expr::Text(format)]),
        ("date", None) => shown.filtered("date", vec![Expr::Text("short".to_owned())]),
        (_, Some(format)) => match case(&format) {
            Some(case) => shown.filtered("__field_case", vec![Expr::Text(case.to_owned())]),
            None => shown,
        },
        (_, None) => shown,
    };
    // None, or 0, is any length (17.16.26).
    let longest =
        property("maxLength").and_then(|longest| longest.parse::<u32>().ok()).filter(|longest| *longest > 0);
    Some(Meaning::Value(match longest {
        Some(longest) => shown.filtered("__field_cut", vec![Expr::Integer(longest.into()), Expr::Text(name)]),
        None => shown,
    }))
}

/// What Word calls the cases of letters in a form, as switches of fields call them.
fn case(format: &str) -> Option<&'static str> {
    Some(match format.to_ascii_uppercase().as_str() {
        "UPPERCASE" => "Upper",
        "LOWERCASE" => "Lower",
        "FIRST CAPITAL" => "FirstCap",
        "TITLE CASE" => "Caps",
        _ => return None,
    })
}

fn value(tree: &Tree, node: NodeId) -> Option<String> {
    tree.attr(node, "val")
}

fn name(tree: &Tree, data: NodeId) -> Option<String> {
    let name = value(tree, tree.child_w(data, "name")?)?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty() && !name.starts_with("__"))
}

/// Marks the check boxes and lists of a part: their state is in their properties.
///
/// # Errors
/// The budget has ended.
pub(crate) fn mark(
    tree: &Tree,
    part: &PartName,
    controls: &mut Vec<Control>,
    marks: &mut Marks,
    remarks: &mut Vec<Diagnostic>,
) -> Result<(), Exhausted> {
    if !tree.source().contains("ffData") {
        return Ok(());
    }
    let places = Places::new(tree);
    for field in fields(tree) {
        tree.check()?;
        let Some(data) = tree.child_w(field.start, "ffData") else { continue };
        let (kind, state, local, facet) = match (tree.child_w(data, "checkBox"), tree.child_w(data, "ddList"))
        {
            (Some(state), _) => (ControlKind::CheckBox, state, "checked", "checked"),
            (_, Some(state)) => (ControlKind::DropDownList, state, "result", "index"),
            _ => continue,
        };
        let mut refuse = |why: &str, hint: &str| {
            let message = format!("the field {} {why}", field.keyword());
            remarks.push(part.on(&places, field.start, message).warning().hint(hint));
        };
        let Some(name) = name(tree, data) else {
            if let Meaning::Not(why, hint) = NO_NAME {
                refuse(why, hint);
            }
            continue;
        };
        let entries =
            tree.children(state).filter(|n| tree.is_w(*n, "listEntry")).filter_map(|n| value(tree, n));
        let entries: Vec<String> = entries.collect();
        if kind == ControlKind::DropDownList && entries.is_empty() {
            refuse(
                &format!("{name:?} has an empty list, so it can show no value"),
                "in Word: Developer, Properties, then add the values to Items in drop-down list",
            );
            continue;
        }
        let entries =
            entries.into_iter().map(|entry| ListItem { display_text: entry.clone(), value: entry }).collect();
        let location = Location { part: part.label.clone(), text: name.clone() };
        controls.push(Control::of(kind, name, entries, location));
        write(tree, state, local, facet, controls.len() - 1, marks);
    }
    Ok(())
}

/// Writes the state of a box or list: an element that may not be there yet.
fn write(tree: &Tree, state: NodeId, local: &str, facet: &str, id: usize, marks: &mut Marks) {
    let kept = Piece::statement(format!("if not __kept({id})"));
    let own = vec![
        kept,
        Piece::xml(format!("<w:{local} w:val=\"")),
        Piece::value(format!("__control({id}, \"{facet}\")")),
        Piece::xml("\"/>"),
    ];
    let end = Piece::statement("endif");
    let children: Vec<NodeId> = tree.children(state).filter(|n| tree.is_element(*n)).collect();
    if let Some(old) = tree.child_w(state, local) {
        set(tree, old, "val", id, facet, marks);
        marks.before(old, Piece::statement(format!("if __kept({id})")));
        marks.before(old, Piece::Source(tree.range(old)));
        marks.before(old, Piece::statement("else"));
        return marks.after(old, end);
    }
    // The state of a list comes first in its properties, that of a box last (17.16.7, 17.16.9).
    match (local, children.first(), children.last()) {
        ("result", Some(first), _) => {
            own.into_iter().chain([end]).for_each(|piece| marks.before(*first, piece))
        }
        (_, _, Some(last)) => own.into_iter().chain([end]).for_each(|piece| marks.after(*last, piece)),
        _ => {
            let (open, close) = match local {
                "result" => ("<w:ddList>", "</w:ddList>"),
                _ => ("<w:checkBox><w:sizeAuto/>", "</w:checkBox>"),
            };
            let whole = [Piece::xml(open)].into_iter().chain(own).chain([end, Piece::xml(close)]);
            marks.replace(state, whole.collect());
        }
    }
}
