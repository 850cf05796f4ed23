//! Content controls (`w:sdt`, ECMA-376 part 1, 17.5.2): which of them data fills, and how each is written.

pub(crate) mod binding;
pub(crate) mod choices;
mod control_properties;
pub(crate) mod control_site;
mod fill;

use platen_ooxml::xml::characters::text_of;

pub(crate) use binding::Binding;
pub(crate) use control_properties::{Control, StoredDate, is_wrapper};
pub(crate) use fill::set;

use std::collections::BTreeSet;

use super::controls::binding::Leads;
use super::controls::control_site::ControlKind;
use super::data_stores::Stores;
use super::drop;
use super::foreign::opendope::Role;
use super::site::Whole;
use crate::text::marks::Piece;
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::syntax::Syntax;
use crate::text::{Marks, syntax};
use platen_ooxml::xml::{NodeId, Ns, Tree};
use platen_ooxml::{Diagnostic, Exhausted};

/// What controls do to their part besides being filled.
pub(crate) struct Marked {
    /// Repeating sections.
    pub sections: Vec<NodeId>,
    /// What goes when a control is empty.
    pub dropped: Vec<NodeId>,
}

/// Marks the content controls of a part. `tagged` holds the paragraphs with tags: a control around such text is
/// not a field itself. New controls are added to `controls`; their index is their id in compiled code.
pub(crate) fn mark(
    tree: &Tree,
    name: &PartName,
    tagged: &BTreeSet<NodeId>,
    controls: &mut Vec<Control>,
    stores: &mut Stores,
    marks: &mut Marks,
    remarks: &mut Vec<Diagnostic>,
) -> Result<Marked, Exhausted> {
    let places = Places::new(tree);
    let opendope = stores.opendope();
    let mut repeated = Vec::new();
    // What controls take along, by the control and its id.
    let mut dropping: Vec<(NodeId, usize)> = Vec::new();
    // Those of `repeated` that are around the control at hand.
    let mut around: Vec<(NodeId, usize)> = Vec::new();
    let mut filled_until: Option<NodeId> = None;
    for sdt in tree.nodes().filter(|n| tree.is_w(*n, "sdt")) {
        tree.check()?;
        while around.pop_if(|(section, _)| !tree.within(sdt, *section)).is_some() {}
        // What lies in a filled control goes with its old content.
        if filled_until.is_some_and(|outer| tree.within(sdt, outer)) {
            continue;
        }
        let Some(mut control) = control_properties::read(tree, sdt, name) else { continue };
        let Some(content) = tree.child_w(sdt, "sdtContent") else { continue };
        let tag = control.site.tag.clone().unwrap_or_default();
        match opendope.role(&tag) {
            None => {}
            Some(Role::Shows(binding)) => {
                let binding = control.binding.as_ref().or(binding);
                control.site.name = binding.map_or(String::new(), |b| b.path_in(bindings(&around, controls)));
                control.binding = binding.cloned();
            }
            Some(Role::Repeats(binding)) => {
                let name = binding.path_in(bindings(&around, controls));
                let mut control =
                    Control::of(ControlKind::RepeatingSection, name, Vec::new(), control.site.location);
                control.binding = Some(binding.clone());
                let id = add(controls, control);
                write_each(sdt, sdt, id, tree, marks);
                if controls[id].binding.as_ref().is_some_and(|b| stores.repeat(b, id)) {
                    binding::count(sdt, id, marks);
                }
                repeated.push(sdt);
                around.push((sdt, id));
                continue;
            }
            Some(Role::Depends(test)) => {
                let outer: Vec<Binding> = bindings(&around, controls).cloned().collect();
                let test = test.code(&|b| b.path_in(outer.iter()), &control.site.location, controls);
                let open = Piece::statement(syntax::code(&Syntax::If(test)));
                marks.around(sdt, open, Piece::statement("endif"));
                repeated.push(sdt);
                continue;
            }
            Some(Role::Unknown(why)) => {
                let message = format!("the content control {tag:?} stays as it is: {why}");
                let hint = "put `{% if ... %}` and `{% endif %}`, or `{% for ... %}` and `{% endfor %}`, in its place";
                remarks.push(name.on(&places, sdt, message).warning().hint(hint));
                continue;
            }
        }
        if control.kind() == ControlKind::RepeatingSection {
            if control.is_named() {
                let id = add(controls, control);
                dropping.push((sdt, id));
                if let Some(pattern) = repeat(tree, sdt, content, id, marks) {
                    let bound = controls[id].binding.as_ref().filter(|b| stores.repeat(b, id));
                    if bound.is_some() {
                        binding::count(pattern, id, marks);
                    }
                    let outer = sections(&around, controls);
                    if !bound.is_some_and(|b| binding::renumber(tree, sdt, b, &outer, Leads::ToAll, marks)) {
                        binding::drop(tree, sdt, marks);
                    }
                    repeated.push(sdt);
                    around.push((sdt, id));
                }
            } else {
                remarks.push(unnamed(tree, &places, sdt, name, "repeating section"));
            }
            continue;
        }
        if !is_leaf(tree, content, tagged) {
            continue;
        }
        if !control.is_named() {
            remarks.push(unnamed(tree, &places, sdt, name, control.kind_in_words()));
            continue;
        }
        let kind = control.kind();
        let id = add(controls, control);
        dropping.push((sdt, id));
        let outer = sections(&around, controls);
        let repeats = !outer.is_empty();
        let twin = controls[id].binding.as_ref().and_then(|b| stores.first_of_node(b, id));
        if let Some(twin) = twin.filter(|twin| controls[*twin].site.name != controls[id].site.name) {
            let (first, second) = (&controls[twin].site.name, &controls[id].site.name);
            let message = format!(
                "the controls {first:?} and {second:?} are bound to the same value of the document, so Word shows the same text in both"
            );
            remarks.push(
                name.on(&places, sdt, message)
                    .warning()
                    .hint("give both the same tag, or bind one of them to another value"),
            );
        }
        let bound = controls[id].binding.as_ref().filter(|b| stores.bind(b, id, kind, repeats));
        let bound = bound.is_some_and(|b| binding::renumber(tree, sdt, b, &outer, Leads::ToOne, marks));
        if kind == ControlKind::Picture {
            picture(tree, sdt, content, id, marks);
            continue;
        }
        if !bound {
            binding::drop(tree, sdt, marks);
        }
        if fill::fill(tree, sdt, content, id, &controls[id], marks) {
            filled_until = Some(sdt);
        }
    }
    let dropped = take_along(tree, name, &places, &dropping, controls, marks, remarks);
    Ok(Marked { sections: repeated, dropped })
}

/// Lets what controls ask for go with them when they are empty, and returns it.
fn take_along(
    tree: &Tree,
    name: &PartName,
    places: &Places<'_>,
    marked: &[(NodeId, usize)],
    controls: &[Control],
    marks: &mut Marks,
    remarks: &mut Vec<Diagnostic>,
) -> Vec<NodeId> {
    let mut dropped = Vec::new();
    for (sdt, id) in marked {
        let Control { site, drops, .. } = &controls[*id];
        let Some(whole) = drops else {
            if let Some(word) = Whole::meant(&site.name) {
                let message =
                    format!("the content control {:?} is filled from the field of this name", site.name);
                let hint = format!("to leave out what is empty, write `?{word}` at the end of its tag");
                remarks.push(name.on(places, *sdt, message).warning().hint(hint));
            }
            continue;
        };
        match whole.around(tree, *sdt) {
            Ok(node) => {
                drop::guard(node, &drop::of_control(*id), marks);
                dropped.push(node);
            }
            Err((message, hint)) => {
                let tag = site.tag.as_deref().unwrap_or(&site.name);
                let message = format!("the content control {tag:?} {message}");
                remarks.push(name.on(places, *sdt, message).hint(hint));
            }
        }
    }
    dropped
}

/// Whether a repeating section with a name is around a node.
pub(crate) fn in_section(tree: &Tree, node: NodeId) -> bool {
    tree.ancestors(node).filter(|n| tree.is_w(*n, "sdt")).any(|sdt| {
        let properties = tree.child_w(sdt, "sdtPr");
        properties.is_some_and(|p| tree.child(p, Ns::W15, "repeatingSection").is_some())
            && control_properties::is_field(tree, sdt)
    })
}

/// The repeating sections around a control, each by its id and what it is bound to.
fn sections<'c>(around: &[(NodeId, usize)], controls: &'c [Control]) -> Vec<(usize, Option<&'c Binding>)> {
    around.iter().map(|(_, id)| (*id, controls[*id].binding.as_ref())).collect()
}

/// Asks for the picture where the old one is named, in DrawingML or VML; without data the old one stays.
fn picture(tree: &Tree, sdt: NodeId, content: NodeId, id: usize, marks: &mut Marks) {
    let source = tree.source();
    let mut asked = false;
    for node in tree.descendants(content) {
        let attribute = match tree.local(node) {
            "blip" => "embed",
            "imagedata" => "id",
            _ => continue,
        };
        // An id is no place for quotes, and what cannot be quoted is not looked up.
        let embed =
            tree.attr_range(node, attribute).filter(|e| !source[e.clone()].contains(['"', '\\', '\'']));
        if let Some(embed) = embed {
            let value = Piece::value(format!("__control({id}, \"picture {}\")", &source[embed.clone()]));
            marks.substitute(node, embed, vec![value]);
            asked = true;
        }
    }
    if !asked {
        // Named in the metadata all the same.
        return marks.before(sdt, Piece::value(format!("__control({id}, \"\")")));
    }
    // A bound picture is shown from its store, which may not know the new one's kind.
    let gone = |n: &NodeId| matches!(tree.local(*n), "showingPlcHdr" | "dataBinding");
    for node in tree.child_w(sdt, "sdtPr").into_iter().flat_map(|p| tree.children(p)).filter(gone) {
        let condition = Piece::statement(format!("if not __pictured({id})"));
        marks.around(node, condition, Piece::statement("endif"));
    }
}

fn add(controls: &mut Vec<Control>, control: Control) -> usize {
    controls.push(control);
    controls.len() - 1
}

/// Whether a control's content is one value: no tags and no other controls with names in it.
fn is_leaf(tree: &Tree, content: NodeId, tagged: &BTreeSet<NodeId>) -> bool {
    let holds_tags = tagged.range(content..).next().is_some_and(|p| tree.within(*p, content));
    // Inline controls: the paragraph is around the control, so look at the text itself.
    let own_text = tree.descendants(content).filter(|n| tree.is_w(*n, "t"));
    let writes_tags = own_text.map(|n| tree.outer(n)).any(|t| t.contains("{{") || t.contains("{%"));
    let holds_controls = tree
        .descendants(content)
        .filter(|n| tree.is_w(*n, "sdt"))
        .any(|n| control_properties::is_field(tree, n));
    let rows_or_tables = tree.children(content).any(|n| tree.is_w(n, "tr") || tree.is_w(n, "tbl"));
    !holds_tags && !writes_tags && !holds_controls && !rows_or_tables
}

fn unnamed(tree: &Tree, places: &Places<'_>, sdt: NodeId, name: &PartName, kind: &str) -> Diagnostic {
    let text: String =
        tree.descendants(sdt).filter(|n| tree.is_w(*n, "t")).map(|n| text_of(tree, n)).collect();
    let mut remark = name
        .on(places, sdt, format!("this {kind} control has neither tag nor title, so no data can fill it"))
        .hint("in Word: Developer, Properties, then type a name such as customer.name into Tag")
        .warning();
    remark.excerpt = crate::text::report::excerpt(&text, &(0..0)).0;
    remark.width = remark.excerpt.chars().count();
    remark
}

/// Writes the first item of a repeating section, which is returned, once per element of its array; no element, no section.
fn repeat(tree: &Tree, sdt: NodeId, content: NodeId, id: usize, marks: &mut Marks) -> Option<NodeId> {
    let is_item = |n: &NodeId| {
        tree.is_w(*n, "sdt")
            && tree
                .child_w(*n, "sdtPr")
                .is_some_and(|p| tree.child(p, Ns::W15, "repeatingSectionItem").is_some())
    };
    let mut items = tree.children(content).filter(is_item);
    let pattern = items.next()?;
    for other in items {
        marks.drop(other);
    }
    write_each(sdt, pattern, id, tree, marks);
    Some(pattern)
}

/// Writes a pattern in a control once per element of an array; no element, no control.
fn write_each(sdt: NodeId, pattern: NodeId, id: usize, tree: &Tree, marks: &mut Marks) {
    marks.before(sdt, Piece::statement(format!("if __kept({id})")));
    marks.before(sdt, Piece::Source(tree.range(sdt)));
    marks.before(sdt, Piece::statement(format!("elif __repeat({id})")));
    marks.after(sdt, Piece::statement("endif"));
    marks.around(
        pattern,
        Piece::statement(format!("for __scope in __repeat({id})")),
        Piece::statement("endfor"),
    );
}

/// What the repeating sections around a control are bound to, the innermost first.
fn bindings<'c>(around: &'c [(NodeId, usize)], controls: &'c [Control]) -> impl Iterator<Item = &'c Binding> {
    around.iter().rev().filter_map(|(_, id)| controls[*id].binding.as_ref())
}
