//! Notes that are written where a part refers to them.

use std::collections::BTreeSet;

use super::{Around, compile};
use crate::CompileError;
use crate::compile::notes::{Note, Reference};
use crate::compile::{Compiler, controls};
use crate::text::marks::Piece;
use crate::text::syntax::{Expr, Syntax};
use crate::text::{CompiledPart, Marks, syntax, word_fields};
use platen_ooxml::Exhausted;
use platen_ooxml::xml::Tree;

impl Compiler<'_> {
    /// Compiles the notes that references of a part in blocks name, and marks the references to write them.
    pub(super) fn notes(
        &mut self,
        tree: &Tree,
        references: Vec<Reference>,
        bound: &BTreeSet<&str>,
        marks: &mut Marks,
    ) -> Result<Vec<CompiledPart>, CompileError> {
        let mut notes: Vec<CompiledPart> = Vec::new();
        let mut bytes = 0;
        for reference in references {
            let Some(Note { tree: note, name, marks: own, relationships, filter }) =
                self.notes.take(&reference, &mut self.texts)?
            else {
                continue;
            };
            let mut own = own;
            // What is wrong there is told when the note's part is read.
            word_fields::cut_outside_loads(&note, &name, &mut own);
            self.links.enter(&name.part, &relationships);
            let in_section = controls::in_section(tree, reference.node);
            let around = Around { bound, in_section, repeats: true };
            if let Some(note) = compile(&note, &name, own, &around, self)? {
                let begin = |filter: &Expr| Piece::statement(syntax::code(&Syntax::Filter(filter.clone())));
                let end = || Piece::statement("endfilter");
                // The beginning and the end of a comment's text have the id that the comment will have.
                let of_text = filter.renamed("__comment");
                for (node, range) in reference.text {
                    let place = Piece::xml(tree.local(node));
                    marks.substitute(node, range, vec![begin(&of_text), place, end()]);
                }
                let pieces = vec![begin(&filter), Piece::Note(notes.len()), end()];
                marks.substitute(reference.node, reference.range, pieces);
                // Attack: ten thousand references to one note of a megabyte.
                bytes += note.source.len() as u64;
                let allowed = self.bounds.limits.expanded_bytes;
                if bytes > allowed {
                    return Err(Exhausted::Bytes { limit: "expanded_bytes", allowed }.into());
                }
                notes.push(note);
            }
        }
        Ok(notes)
    }
}
