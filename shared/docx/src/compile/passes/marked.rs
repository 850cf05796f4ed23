//! A part with all changes to its XML, and its source.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Around, Text};
use crate::CompileError;
use crate::compile::blocks::Block;
use crate::compile::notes::Notes;
use crate::compile::repeat::{self, Absences, Stretches};
use crate::compile::site::Site;
use crate::compile::{Compiler, misplaced};
use crate::text::effect::Effect;
use crate::text::marks::{self, Emitted, Source, Written};
use crate::text::report::PartName;
use crate::text::scan::Scope;
use crate::text::{CompiledPart, Marks, TagSite};
use platen_ooxml::xml::NodeId;
use platen_ooxml::{Diagnostic, Severity};

/// What is said of a part that no author's tag made wrong.
const TANGLED: &str = "documents of this template would be corrupt: this is a defect of Platen";

/// A part in which something is to be filled.
pub(super) struct Marked<'p> {
    pub text: &'p Text<'p>,
    pub sites: Vec<Site>,
    pub marks: Marks,
    pub wanted: Vec<Vec<Option<String>>>,
    pub blocks: Vec<Block>,
    /// The paragraphs that captured values may take the place of.
    pub lifted: Vec<NodeId>,
    /// What goes with an empty value.
    pub dropped: Vec<NodeId>,
    /// Repeating sections.
    pub sections: Vec<NodeId>,
}

/// Stretches of a part that are not written once.
struct Variable {
    /// Any number of times.
    repeated: Vec<Range<usize>>,
    /// These, and what may be left out.
    conditional: Vec<Range<usize>>,
    /// The elements around them, which may be left empty.
    holders: BTreeSet<NodeId>,
}

impl Marked<'_> {
    /// Writes the part. `told` is how many remarks there were before it.
    pub fn written(
        mut self,
        bound: &BTreeSet<&str>,
        around: &Around<'_>,
        told: usize,
        compiler: &mut Compiler<'_>,
    ) -> Result<CompiledPart, CompileError> {
        let Text { tree, name, .. } = self.text;
        let Variable { mut repeated, conditional, holders } = self.variable();
        tree.check()?;
        let mut notes = Vec::new();
        if around.repeats {
            repeated.push(0..tree.source().len());
        } else {
            let references = Notes::references(tree, &Stretches::of(conditional.clone()));
            notes = compiler.notes(tree, references, bound, &mut self.marks)?;
        }
        repeat::renew_ids(tree, &name.part, &Stretches::of(repeated), &mut self.marks);
        let varying = self.tables_that_vary();
        repeat::guard(tree, &holders, &Absences::of(conditional, &varying), &mut self.marks);

        let Written { source, emitted, structure } =
            marks::emit(tree, &self.marks, compiler.bounds.limits, &notes, |tag| &self.sites[tag].syntax)?;
        let is_told = compiler.remarks[told..].iter().any(|remark| remark.severity == Severity::Error);
        if let Err((tangle, tag)) = structure
            && !is_told
        {
            compiler.remarks.push(match tag {
                Some(tag) => {
                    let site = &self.sites[tag];
                    let (message, hint) = misplaced::tangled(tangle, &site.tag);
                    let flow = &self.text.flows[site.flow];
                    name.at(&self.text.places, flow, &site.tag.range, message).hint(hint)
                }
                None => name.whole(TANGLED).hint("report this, with the template"),
            });
        }
        let (tags, remarks) = emitted.into_iter().map(|emitted| self.tag(&emitted, &notes)).unzip();
        let proven = structure.unwrap_or_default();
        Ok(CompiledPart { name: PartName::clone(name), source, tags, remarks, proven })
    }

    fn variable(&self) -> Variable {
        let tree = self.text.tree;
        let mut repeated: Vec<Range<usize>> = self.sections.iter().map(|node| tree.range(*node)).collect();
        let mut conditional = repeated.clone();
        let mut holders: BTreeSet<NodeId> =
            self.sections.iter().filter_map(|node| tree.parent(*node)).collect();
        for node in self.lifted.iter().chain(&self.dropped) {
            conditional.push(tree.range(*node));
            holders.extend(tree.parent(*node));
        }
        let alone = self.sites.iter().filter(|site| site.tag.scope == Scope::Paragraph);
        holders.extend(alone.filter_map(|site| site.anchor?.parent));
        for block in &self.blocks {
            let anchors: Vec<_> = block.tags.iter().filter_map(|tag| self.sites[*tag].anchor).collect();
            holders.extend(anchors.iter().filter_map(|anchor| anchor.parent));
            if let (Some(first), Some(last)) = (anchors.first(), anchors.last()) {
                conditional.push(first.at..last.at);
                if block.repeats {
                    repeated.push(first.at..last.at);
                }
            }
        }
        Variable { repeated, conditional, holders }
    }

    /// The tables whose columns tags may add and leave out.
    fn tables_that_vary(&self) -> BTreeSet<NodeId> {
        let of_cells =
            |site: &&Site| site.tag.scope == Scope::Cell || site.effect.is_some_and(Effect::is_of_table);
        let paragraphs = self.sites.iter().filter(of_cells).map(|site| self.text.flows[site.flow].paragraph);
        paragraphs.filter_map(|paragraph| self.text.tree.ancestor_w(paragraph, "tbl")).collect()
    }

    /// What errors say of a tag that was written.
    fn tag(&self, emitted: &Emitted, notes: &[CompiledPart]) -> (TagSite, Diagnostic) {
        let (offset, end) = (emitted.start, emitted.end);
        match emitted.tag {
            Source::Note { note, tag } => {
                let note: &CompiledPart = &notes[note];
                (TagSite { offset, end, ..note.tags[tag].clone() }, note.remarks[tag].clone())
            }
            Source::Own(tag) => {
                let site = &self.sites[tag];
                let Text { name, flows, places, .. } = self.text;
                let remark = name.at(places, &flows[site.flow], &site.tag.range, "");
                let original = site.tag.original.clone();
                let (excerpt, wanted) = (remark.excerpt.clone(), self.wanted[tag].clone());
                (TagSite { offset, end, original, excerpt, wanted }, remark)
            }
        }
    }
}
