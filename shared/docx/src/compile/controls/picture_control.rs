//! Controls of pictures.

use crate::text::Marks;
use crate::text::marks::Piece;
use platen_ooxml::xml::{NodeId, Tree};

/// Asks for the picture where the old one is named, in DrawingML or VML; without data the old one stays.
pub(super) fn picture(tree: &Tree, sdt: NodeId, content: NodeId, id: usize, marks: &mut Marks) {
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
