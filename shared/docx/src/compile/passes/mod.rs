//! One part's way from XML to MiniJinja source. Each pass takes what the one before it gives, so that their order is that of
//! their types: a part's [`Text`]; the tags [`Found`] in it; [`Settled`], with names checked and code as it will be;
//! [`Scoped`], with blocks paired and each tag in its place; [`Marked`], with all that becomes of the XML; and the part as
//! it is written.

mod found;
mod marked;
mod referred;
mod scoped;
mod settled;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Compiler;
use super::repeat::Stretches;
use super::site::Site;
use crate::CompileError;
use crate::text::flow::Flow;
use crate::text::places::Places;
use crate::text::report::{PartName, Remarks};
use crate::text::{CompiledPart, Marks, flow};
use platen_ooxml::Exhausted;
use platen_ooxml::xml::Tree;

use found::Found;

/// What stands around a part that is written in another one.
struct Around<'a> {
    /// Names that tags around it give a value to.
    bound: &'a BTreeSet<&'a str>,
    /// Names are looked up in the element of a repeating section first.
    in_section: bool,
    /// It may be written more than once.
    repeats: bool,
}

/// A part as it is read.
struct Text<'t> {
    tree: &'t Tree,
    name: &'t PartName,
    /// Its paragraphs first, then its plain text.
    flows: Vec<Flow>,
    places: Places<'t>,
}

/// What the passes work on.
struct Draft<'p> {
    text: &'p Text<'p>,
    sites: Vec<Site>,
    marks: Marks,
    /// What is wrong with tags, to be told in the document's order.
    faults: Remarks<'p>,
}

impl Compiler<'_> {
    /// Compiles a part that has `marks` already; `None` when nothing in it is to be filled. Errors and warnings are added to
    /// the compiler's remarks.
    ///
    /// # Errors
    /// The budget has ended, or the part of a note that it refers to cannot be read.
    pub fn compile(
        &mut self,
        tree: &Tree,
        name: &PartName,
        marks: Marks,
    ) -> Result<Option<CompiledPart>, CompileError> {
        let around = Around { bound: &BTreeSet::new(), in_section: false, repeats: false };
        compile(tree, name, marks, &around, self)
    }
}

fn compile(
    tree: &Tree,
    name: &PartName,
    mut marks: Marks,
    around: &Around<'_>,
    compiler: &mut Compiler<'_>,
) -> Result<Option<CompiledPart>, CompileError> {
    let told = compiler.remarks.len();
    let text = Text::read(tree, name, &mut marks, around, compiler)?;
    let found = Found::in_text(&text, marks, compiler)?;
    let own = found.bound();
    let bound = match own.is_empty() {
        true => Cow::Borrowed(around.bound),
        false => Cow::Owned(own.iter().map(String::as_str).chain(around.bound.iter().copied()).collect()),
    };
    let settled = found.settled(&bound, around, compiler)?;
    let scoped = settled.scoped(compiler.bounds.limits)?;
    match scoped.marked(compiler)? {
        Some(marked) => marked.written(&bound, around, told, compiler).map(Some),
        None => Ok(None),
    }
}

impl<'t> Text<'t> {
    fn read(
        tree: &'t Tree,
        name: &'t PartName,
        marks: &mut Marks,
        around: &Around<'_>,
        compiler: &mut Compiler<'_>,
    ) -> Result<Text<'t>, Exhausted> {
        let mut flows = flow::flows(tree);
        if tree.source().contains("{{") || tree.source().contains("{%") || tree.source().contains("%7B%7B") {
            flows.extend(flow::plain_flows(tree));
        }
        compiler.links.leave_out(&name.part, tree, marks);
        let moved = match around.repeats {
            true => Stretches::default(),
            false => compiler.notes.leave_out(&name.part, tree, marks),
        };
        flows.retain(|flow| {
            !marks.is_dropped(flow.paragraph) && !moved.contains(tree.range(flow.paragraph).start)
        });
        tree.check()?;
        Ok(Text { tree, name, flows, places: Places::new(tree) })
    }
}
