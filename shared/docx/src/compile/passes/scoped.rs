//! Tags in their places, and the effects of tags and content controls on the XML.

use std::collections::BTreeSet;

use super::marked::Marked;
use super::{Draft, Text};
use crate::CompileError;
use crate::compile::blocks::Block;
use crate::compile::controls::{self, Gathered};
use crate::compile::drop;
use crate::compile::foreign::form;
use crate::compile::shapes::{self, Borders, TORN};
use crate::compile::site::Drop;
use crate::compile::{Compiler, list_restarts};
use crate::text::effect::Effect;
use platen_ooxml::xml::NodeId;

/// A part whose blocks are paired, and whose tags have their anchors.
pub(super) struct Scoped<'p> {
    pub draft: Draft<'p>,
    pub wanted: Vec<Vec<Option<String>>>,
    pub blocks: Vec<Block>,
    /// The paragraphs that captured values may take the place of.
    pub lifted: Vec<NodeId>,
}

impl<'p> Scoped<'p> {
    /// Marks what goes with empty values, the content controls, lists that restart and form fields. `None` when nothing in the part
    /// is to be filled.
    pub fn marked(mut self, compiler: &mut Compiler<'_>) -> Result<Option<Marked<'p>>, CompileError> {
        let Text { tree, name, flows, places } = self.draft.text;
        shapes::check(tree, flows, &self.draft.sites, &self.blocks, &mut self.draft.faults);
        let mut borders = Borders::of(&self.draft.sites, &self.blocks);
        let mut dropped = self.draft.guard_drops(&mut borders);
        let Draft { text, sites, mut marks, faults } = self.draft;
        let Compiler { controls, stores, styles, remarks, .. } = compiler;
        remarks.extend(faults.into_list());
        let tagged: BTreeSet<NodeId> = sites.iter().map(|site| flows[site.flow].paragraph).collect();
        let gathered = Gathered { controls, stores, marks: &mut marks, remarks };
        let (sections, with_controls) = controls::mark(tree, name, &tagged, gathered)?;
        for node in &with_controls {
            if let Some(tag) = borders.torn_by(marks.stretch(tree, *node)) {
                let message = format!(
                    "a content control cannot take this along: the block of {} in it begins or ends elsewhere",
                    sites[tag].tag.original
                );
                remarks.push(name.on(places, *node, message).hint(TORN));
            }
        }
        dropped.extend(with_controls);
        for site in list_restarts::apply(tree, flows, &sites, &self.blocks, &sections, styles, &mut marks)? {
            let message =
                format!("{} does nothing here: its paragraph belongs to no list", site.tag.original);
            let remark = name.at(places, &flows[site.flow], &site.tag.range, message);
            remarks.push(remark.hint("put it in a paragraph of that list"));
        }
        form::mark(tree, name, controls, &mut marks, remarks)?;
        let Scoped { wanted, blocks, lifted, .. } = self;
        let is_filled = !marks.is_empty();
        Ok(is_filled.then_some(Marked { text, sites, marks, wanted, blocks, lifted, dropped, sections }))
    }
}

impl Draft<'_> {
    /// Puts a condition around what goes when a tag's value is empty. Returns what that is.
    fn guard_drops(&mut self, borders: &mut Borders<'_>) -> Vec<NodeId> {
        let Draft { text: Text { tree, flows, .. }, sites, marks, faults } = self;
        let mut dropped = Vec::new();
        for site in &*sites {
            let paragraph = flows[site.flow].paragraph;
            if site.effect == Some(Effect::Colour)
                && let Some(tag) = borders.torn_by(marks.stretch(tree, paragraph))
            {
                let message = format!(
                    "{} cannot color its paragraph: the block of {} in it begins or ends in another one",
                    site.tag.original, sites[tag].tag.original
                );
                faults.add(site.flow, &site.tag.range, message, Some(TORN.to_owned()));
            }
            let Some(Drop { whole, condition: Some(condition), .. }) = &site.drops else { continue };
            match whole.around(tree, paragraph) {
                Ok(node) => {
                    if let Some(tag) = borders.torn_by(marks.stretch(tree, node)) {
                        let message = format!(
                            "{} cannot take along what it names: the block of {} in it begins or ends elsewhere",
                            site.tag.original, sites[tag].tag.original
                        );
                        faults.add(site.flow, &site.tag.range, message, Some(TORN.to_owned()));
                    }
                    drop::guard(node, condition, marks);
                    dropped.push(node);
                }
                Err((message, hint)) => {
                    let message = format!("{} {message}", site.tag.original);
                    faults.add(site.flow, &site.tag.range, message, Some(hint.to_owned()));
                }
            }
        }
        dropped
    }
}
