//! A control's new content: one run in the control's formatting, at the level (run, paragraph or cell) where the old
//! content stood, and properties that agree with it.

use super::control_properties::Control;
use super::control_site::ControlKind;
use crate::text::Marks;
use crate::text::marks::Piece;
use platen_ooxml::xml::{NodeId, Ns, Tree, start_tag};

/// Marks a control to be filled. Returns whether it has a place for text at all.
pub(super) fn fill(
    tree: &Tree,
    sdt: NodeId,
    content: NodeId,
    id: usize,
    control: &Control,
    marks: &mut Marks,
) -> bool {
    let Some(properties) = tree.child_w(sdt, "sdtPr") else { return false };
    let showing_placeholder = tree.child_w(properties, "showingPlcHdr");
    // With `missing: keep` the control stays as it was.
    marks.before(sdt, Piece::statement(format!("if __kept({id})")));
    marks.before(sdt, Piece::Source(tree.range(sdt)));
    marks.before(sdt, Piece::statement("else"));
    marks.after(sdt, Piece::statement("endif"));
    if let Some(node) = showing_placeholder {
        marks.drop(node);
    }
    properties_of_kind(tree, properties, id, control, marks);
    let run = run(tree, properties, content, showing_placeholder.is_some(), id, control);
    let children: Vec<NodeId> = tree.children(content).collect();
    match children.iter().find(|n| tree.is_element(**n)) {
        None => {
            // An empty control: at run level when it stands in a paragraph, else a paragraph of its own.
            let in_paragraph = tree.ancestors(sdt).any(|n| tree.is_w(n, "p"));
            let pieces = if in_paragraph { run } else { wrap("<w:p>", run, "</w:p>") };
            let prefix = tree.prefix(content);
            let mut whole = vec![Piece::xml(format!("<{prefix}sdtContent>"))];
            whole.extend(pieces);
            whole.push(Piece::xml(format!("</{prefix}sdtContent>")));
            marks.replace(content, whole);
        }
        Some(first) => {
            let pieces = level(tree, content, run);
            for child in &children {
                if child != first {
                    marks.drop(*child);
                }
            }
            marks.replace(*first, pieces);
        }
    }
    true
}

/// The run in what held it: a cell's or paragraph's tags and properties stay.
fn level(tree: &Tree, content: NodeId, run: Vec<Piece>) -> Vec<Piece> {
    let first = |local: &str| tree.descendants(content).find(|n| tree.is_w(*n, local));
    let held = |node: NodeId, inner: Vec<Piece>, properties: &str| {
        let mut open = start_tag(tree, node, &["paraId", "textId"]);
        if open.ends_with("/>") {
            open.truncate(open.len() - 2);
            open.push('>');
        }
        open.push_str(tree.child_w(node, properties).map_or("", |n| tree.outer(n)));
        wrap(&open, inner, &format!("</{}{}>", tree.prefix(node), tree.local(node)))
    };
    let mut pieces = run;
    if let Some(paragraph) = first("p") {
        pieces = held(paragraph, pieces, "pPr");
    }
    if let Some(cell) = tree.children(content).find(|n| tree.is_w(*n, "tc")) {
        pieces = held(cell, pieces, "tcPr");
    }
    pieces
}

fn wrap(open: &str, inner: Vec<Piece>, close: &str) -> Vec<Piece> {
    let mut pieces = vec![Piece::xml(open)];
    pieces.extend(inner);
    pieces.push(Piece::xml(close));
    pieces
}

/// The control's run: the formatting of its first run, or, while a placeholder shows, that of its properties.
fn run(
    tree: &Tree,
    properties: NodeId,
    content: NodeId,
    placeholder: bool,
    id: usize,
    control: &Control,
) -> Vec<Piece> {
    let own = tree.child_w(properties, "rPr");
    let first = tree.descendants(content).find(|n| tree.is_w(*n, "r")).and_then(|r| tree.child_w(r, "rPr"));
    let formatting = if placeholder { own.or(first) } else { first };
    let mut style = String::new();
    let mut rest = String::new();
    for child in formatting.into_iter().flat_map(|p| tree.children(p)) {
        match tree.local(child) {
            // The placeholder's style is what makes it look like one.
            "rStyle"
                if placeholder
                    && Some(child)
                        == formatting.filter(|f| Some(*f) != own).and_then(|f| tree.child_w(f, "rStyle")) => {
            }
            "rStyle" => style.push_str(tree.outer(child)),
            "rFonts" if control.kind() == ControlKind::CheckBox => {}
            _ => rest.push_str(tree.outer(child)),
        }
    }
    let mut pieces = Vec::new();
    let value = |facet: &str| Piece::value(format!("__control({id}, \"{facet}\")"));
    if control.kind() == ControlKind::CheckBox {
        pieces.push(Piece::xml(format!("<w:r><w:rPr>{style}<w:rFonts w:ascii=\"")));
        for (i, attribute) in ["hAnsi", "eastAsia", "cs", ""].iter().enumerate() {
            pieces.push(value("font"));
            if i < 3 {
                pieces.push(Piece::xml(format!("\" w:{attribute}=\"")));
            }
        }
        pieces.push(Piece::xml(format!("\"/>{rest}</w:rPr><w:t xml:space=\"preserve\">")));
        pieces.push(value("glyph"));
    } else {
        let open = if style.is_empty() && rest.is_empty() {
            "<w:r><w:t xml:space=\"preserve\">".to_owned()
        } else {
            format!("<w:r><w:rPr>{style}{rest}</w:rPr><w:t xml:space=\"preserve\">")
        };
        pieces.push(Piece::xml(open));
        pieces.push(value("text"));
    }
    pieces.push(Piece::xml("</w:t></w:r>"));
    pieces
}

/// Writes a facet of a control's value as an attribute.
pub(crate) fn set(tree: &Tree, node: NodeId, local: &str, id: usize, facet: &str, marks: &mut Marks) {
    let mut open = start_tag(tree, node, &[local]);
    let tail = if open.ends_with("/>") { "/>" } else { ">" };
    open.truncate(open.len() - tail.len());
    let prefix = tree.prefix(node);
    let value = Piece::value(format!("__control({id}, \"{facet}\")"));
    marks.open(
        node,
        vec![Piece::xml(format!("{open} {prefix}{local}=\"")), value, Piece::xml(format!("\"{tail}"))],
    );
}

/// State besides the text: a box's mark, a list's last value, a date's full date.
fn properties_of_kind(tree: &Tree, properties: NodeId, id: usize, control: &Control, marks: &mut Marks) {
    match control.kind() {
        ControlKind::CheckBox => {
            let Some(check) = tree.child(properties, Ns::W14, "checkbox") else { return };
            match tree.child(check, Ns::W14, "checked") {
                Some(node) => set(tree, node, "val", id, "checked", marks),
                None => {
                    let prefix = tree.prefix(check);
                    let open = start_tag(tree, check, &[]);
                    if open.ends_with("/>") {
                        return;
                    }
                    marks.open(
                        check,
                        vec![
                            Piece::xml(format!("{open}<{prefix}checked {prefix}val=\"")),
                            Piece::value(format!("__control({id}, \"checked\")")),
                            Piece::xml("\"/>"),
                        ],
                    );
                }
            }
        }
        ControlKind::DropDownList | ControlKind::ComboBox => {
            if let Some(list) =
                tree.children(properties).find(|n| matches!(tree.local(*n), "dropDownList" | "comboBox"))
            {
                set(tree, list, "lastValue", id, "value", marks);
            }
        }
        ControlKind::Date => {
            if let Some(date) = tree.child_w(properties, "date") {
                // No attribute at all without a date: an empty one is none that the schema allows.
                let mut open = start_tag(tree, date, &["fullDate"]);
                let tail = if open.ends_with("/>") { "/>" } else { ">" };
                open.truncate(open.len() - tail.len());
                let value = Piece::value(format!("__control({id}, \"fullDate\")"));
                marks.open(date, vec![Piece::xml(open), value, Piece::xml(tail)]);
            }
        }
        _ => {}
    }
}
