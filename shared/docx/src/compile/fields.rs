//! Fields of Word (ECMA-376 part 1, 17.16): those that load something from elsewhere are refused, and a table of contents
//! is marked to be made anew.

use super::marks::{Marks, Piece};
use super::places::Places;
use super::report::PartName;
use crate::Diagnostic;
use crate::xml::{NodeId, Ns, Tree};

/// Fields by which a document reads files or opens connections when it is opened or updated.
const LOADING: [&str; 9] =
    ["INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "LINK", "DDE", "DDEAUTO", "RD", "DATABASE"];

/// Fields that show what the whole document holds.
const LISTING: [&str; 3] = ["TOC", "TOA", "INDEX"];

/// Everything in a part that would be loaded from outside. Relationships that do so were refused with the package; these
/// name their target themselves, or borrow a hyperlink's.
pub(crate) fn outside_loads(tree: &Tree, name: &PartName) -> Vec<Diagnostic> {
    let places = Places::new(tree);
    let refuse = |node: NodeId, what: String| {
        name.on(&places, node, format!("{what} loads something from outside the document whenever it is opened"))
            .hint("remove it, or embed what it shows")
    };
    let mut remarks = Vec::new();
    for node in tree.nodes().filter(|n| tree.is_element(*n)) {
        match tree.local(node) {
            "blip" if tree.attr_range(node, "link").is_some() => {
                remarks.push(refuse(node, "this linked picture".to_owned()));
            }
            "imagedata" | "fill" | "stroke" | "textpath"
                if ["src", "href", "althref"]
                    .iter()
                    .any(|a| tree.attr_range(node, a).is_some_and(|r| !r.is_empty())) =>
            {
                remarks.push(refuse(node, "this linked picture".to_owned()));
            }
            _ => {}
        }
    }
    for (node, code) in codes(tree) {
        let keyword = code.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        if LOADING.contains(&keyword.as_str()) {
            remarks.push(refuse(node, format!("this {keyword} field")));
        }
    }
    remarks
}

/// Whether a part has a field that lists what the document holds.
pub(crate) fn lists_contents(tree: &Tree) -> bool {
    codes(tree).iter().any(|(_, code)| {
        let keyword = code.split_whitespace().next().unwrap_or_default();
        LISTING.iter().any(|l| keyword.eq_ignore_ascii_case(l))
    })
}

/// The codes of all fields: simple ones, and complex ones, whose code may stand in several runs (17.16.18).
fn codes(tree: &Tree) -> Vec<(NodeId, String)> {
    let mut codes: Vec<(NodeId, String)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for node in tree.nodes().filter(|n| tree.ns(*n) == Ns::W) {
        match tree.local(node) {
            "fldSimple" => codes.push((node, tree.attr(node, "instr").unwrap_or_default())),
            "fldChar" => match tree.attr(node, "fldCharType").as_deref() {
                Some("begin") => {
                    open.push(codes.len());
                    codes.push((node, String::new()));
                }
                Some("separate" | "end") => {
                    open.pop();
                }
                _ => {}
            },
            // One that stands in no field is read like one: programs differ in what they make of it.
            "instrText" | "delInstrText" => {
                let text = super::controls::text_of(tree, node);
                match open.last() {
                    Some(field) => codes[*field].1.push_str(&text),
                    None => codes.push((node, text)),
                }
            }
            _ => {}
        }
    }
    codes
}

/// Settings that follow `w:updateFields` in the order of `CT_Settings` (17.15.1.78).
const AFTER: [&str; 24] = [
    "hdrShapeDefaults",
    "footnotePr",
    "endnotePr",
    "compat",
    "docVars",
    "rsids",
    "mathPr",
    "attachedSchema",
    "themeFontLang",
    "clrSchemeMapping",
    "doNotIncludeSubdocsInStats",
    "doNotAutoCompressPictures",
    "forceUpgrade",
    "captions",
    "readModeInkLockDown",
    "smartTagType",
    "schemaLibrary",
    "shapeDefaults",
    "doNotEmbedSmartTags",
    "decimalSymbol",
    "listSeparator",
    "docId",
    "discardImageEditingData",
    "defaultImageDpi",
];

/// Marks a settings part so that Word makes its fields anew when it opens the document.
pub(crate) fn refresh(tree: &Tree) -> Marks {
    let mut marks = Marks::default();
    let Some(root) = tree.top_level().find(|n| tree.is_w(*n, "settings")) else { return marks };
    if let Some(old) = tree.child_w(root, "updateFields") {
        marks.drop(old);
    }
    let children: Vec<NodeId> = tree.children(root).filter(|n| tree.is_element(*n)).collect();
    let setting = Piece::xml("<w:updateFields w:val=\"true\"/>");
    match (children.iter().find(|n| AFTER.contains(&tree.local(**n))), children.last()) {
        (Some(next), _) => marks.before(*next, setting),
        (None, Some(last)) => marks.after(*last, setting),
        (None, None) => {}
    }
    marks
}
