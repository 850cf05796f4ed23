//! One part: from its XML to MiniJinja source.

use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::Environment;

use super::blocks::{self, Block};
use super::bound::Stores;
use super::cell::{self, Effect};
use super::code;
use super::controls::{self, Control};
use super::flow::{self, Flow};
use super::join;
use super::marks::{self, Marks, Piece};
use super::repeat::{self, Absences};
use super::place;
use super::report::{PartName, excerpt};
use super::scan::{self, Delimiter, Found, Scope};
use super::scope::{self, Site};
use crate::discover::{PartSource, TagSite};
use crate::xml::{NodeId, Tree};
use crate::{Diagnostic, Limits};

/// A part in which something is to be filled.
#[derive(Debug)]
pub(crate) struct CompiledPart {
    pub name: PartName,
    /// MiniJinja source with the compiler's delimiters.
    pub source: String,
    /// The author's tags in the source.
    pub tags: Vec<TagSite>,
    /// For each of `tags`, what a remark on it says.
    pub remarks: Vec<Diagnostic>,
}

/// Compiles the parts of one template. Errors and warnings are gathered in `remarks`.
pub(crate) struct Compiler<'a> {
    pub limits: &'a Limits,
    /// Knows the filters and tests that templates may use.
    pub env: &'a Environment<'a>,
    pub controls: Vec<Control>,
    pub stores: Stores,
    pub remarks: Vec<Diagnostic>,
}

impl Compiler<'_> {
    /// Compiles a part that has `marks` already; `None` when nothing in it is to be filled.
    pub fn compile(&mut self, tree: &Tree, name: &PartName, marks: Marks) -> Option<CompiledPart> {
        compile(tree, name, marks, self)
    }
}

fn compile(
    tree: &Tree,
    name: &PartName,
    mut marks: Marks,
    compiler: &mut Compiler<'_>,
) -> Option<CompiledPart> {
    let Compiler { limits, env, controls, stores, remarks } = compiler;
    let mut flows = flow::flows(tree);
    if tree.source().contains("{{") || tree.source().contains("{%") || tree.source().contains("%7B%7B") {
        flows.extend(flow::plain_flows(tree));
    }
    let mut sites = find(tree, name, &flows, limits, &mut marks, remarks);
    for site in &mut sites {
        code::take_literal_names(&mut site.tag);
        let flow = &flows[site.flow];
        if let Some((message, hint)) = code::check(&site.tag, env) {
            let mut remark = name.at(tree, flow, &site.tag.range, message);
            remark.hint = hint;
            remarks.push(remark);
        }
        if let Some(plain) = flow.plain {
            code::write_plain(&mut site.tag, plain);
        }
        if let Some(effect) = site.effect {
            effect.bound(&mut site.tag);
        }
    }
    let statements = sites.iter().enumerate().filter(|(_, s)| s.tag.delimiter == Delimiter::Block);
    let (blocks, misfits) = blocks::pair(statements.map(|(i, s)| (i, &s.tag)), limits.block_depth);
    for misfit in misfits {
        let site = &sites[misfit.tag];
        let mut remark = name.at(tree, &flows[site.flow], &site.tag.range, misfit.message);
        remark.hint = misfit.hint;
        remarks.push(remark);
    }
    place::check(tree, name, &flows, &sites, &blocks, remarks);
    scope::infer(tree, &flows, &mut sites, &blocks);
    let closing: BTreeSet<usize> = blocks.iter().filter_map(|b| b.tags.last().copied()).collect();
    scope::apply(tree, &flows, &mut sites, &closing, &mut marks);
    join::apply(tree, &flows, &sites, &mut marks);
    cell::apply(tree, &flows, &sites, &mut marks);
    check_shapes(tree, name, &flows, &sites, &blocks, remarks);

    let tagged: BTreeSet<NodeId> = sites.iter().map(|s| flows[s.flow].paragraph).collect();
    let sections = controls::mark(tree, name, &tagged, controls, stores, &mut marks, remarks);
    if marks.is_empty() {
        return None;
    }
    let mut repeated: Vec<Range<usize>> = sections.iter().map(|n| tree.range(*n)).collect();
    let mut conditional = repeated.clone();
    let mut holders: BTreeSet<NodeId> = sections.iter().filter_map(|n| tree.parent(*n)).collect();
    for block in &blocks {
        let anchors: Vec<_> = block.tags.iter().filter_map(|t| sites[*t].anchor).collect();
        holders.extend(anchors.iter().filter_map(|a| a.parent));
        if let (Some(first), Some(last)) = (anchors.first(), anchors.last()) {
            conditional.push(first.at..last.at);
            if block.repeats {
                repeated.push(first.at..last.at);
            }
        }
    }
    repeat::renew_ids(tree, &repeated, &mut marks);
    let cell_tags = sites.iter().filter(|s| s.tag.scope == Scope::Cell || s.effect.is_some());
    let varying = cell_tags.filter_map(|s| tree.ancestor_w(flows[s.flow].paragraph, "tbl")).collect();
    let absences = Absences { conditional: &conditional, varying: &varying };
    repeat::guard(tree, &holders, &absences, &mut marks);

    let (source, emitted) = marks::emit(tree, &marks, |i| (sites[i].tag.delimiter, &sites[i].tag.code));
    let mut tags = Vec::with_capacity(emitted.len());
    let mut tag_remarks = Vec::with_capacity(emitted.len());
    for e in emitted {
        let (site, flow) = (&sites[e.tag], &flows[sites[e.tag].flow]);
        tag_remarks.push(name.at(tree, flow, &site.tag.range, ""));
        tags.push(TagSite {
            offset: e.start,
            end: e.end,
            original: site.tag.original.clone(),
            excerpt: excerpt(&flow.text, &site.tag.range).0,
        });
    }
    Some(CompiledPart { name: name.clone(), source, tags, remarks: tag_remarks })
}

/// All tags of a part in document order. Escapes and `raw` blocks are settled here.
fn find(
    tree: &Tree,
    name: &PartName,
    flows: &[Flow],
    limits: &Limits,
    marks: &mut Marks,
    remarks: &mut Vec<Diagnostic>,
) -> Vec<Site> {
    let mut sites = Vec::new();
    let mut raw = false;
    for (index, flow) in flows.iter().enumerate() {
        if !flow.text.contains(['{', '}']) {
            continue;
        }
        for found in scan::scan(&flow.text) {
            match found {
                Found::Tag(mut tag) => {
                    let keyword = tag.keyword().to_owned();
                    if raw && keyword != "endraw" {
                        continue;
                    }
                    if keyword == "raw" || keyword == "endraw" {
                        raw = keyword == "raw";
                        // What is raw is text already: the markers only go away.
                        tag.delimiter = Delimiter::Comment;
                    }
                    if tag.range.len() > limits.tag_bytes {
                        // Long chains of operators in one tag overflow the expression parser's stack.
                        remarks.push(
                            name.at(
                                tree,
                                flow,
                                &(tag.range.start..tag.range.start + 2),
                                "this tag is too long",
                            )
                            .hint(format!(
                                "a tag has at most {} bytes (limit tag_bytes); split it with `{{% set %}}`",
                                limits.tag_bytes
                            )),
                        );
                        continue;
                    }
                    if tag.code.is_empty() && tag.delimiter == Delimiter::Variable {
                        remarks.push(
                            name.at(tree, flow, &tag.range, "this tag is empty")
                                .hint("write the name of a field between the braces, or remove it"),
                        );
                        continue;
                    }
                    if sites.len() >= limits.tags {
                        remarks.push(name.at(
                            tree,
                            flow,
                            &tag.range,
                            format!("the template has more than {} tags (limit tags)", limits.tags),
                        ));
                        return sites;
                    }
                    let effect = Effect::of(&mut tag);
                    sites.push(Site { tag, flow: index, effect, anchor: None });
                }
                Found::Escape { range, text } => {
                    let mut pieces = Some(vec![Piece::xml(text)]);
                    for segment in &flow.segments {
                        if let Some(source) = segment.source_of(&range) {
                            marks.substitute(segment.node, source, pieces.take().unwrap_or_default());
                        }
                    }
                }
                Found::Unclosed { range, closing } => {
                    if !raw {
                        let opening = &flow.text[range.clone()];
                        remarks.push(
                            name.at(tree, flow, &range, format!("this `{opening}` is never closed"))
                                .hint(format!("add `{closing}` in the same paragraph; to write the characters themselves, type `{{_{}`", &opening[1..])),
                        );
                    }
                }
            }
        }
    }
    sites
}

/// The tags of a block must stand at places of the same kind, or what they leave out or repeat is no whole piece
/// of the document.
fn check_shapes(
    tree: &Tree,
    name: &PartName,
    flows: &[Flow],
    sites: &[Site],
    blocks: &[Block],
    remarks: &mut Vec<Diagnostic>,
) {
    let shape = |index: usize| -> Option<Vec<&str>> {
        let parent = sites[index].anchor?.parent?;
        Some(std::iter::once(parent).chain(tree.ancestors(parent)).map(|n| tree.local(n)).collect())
    };
    for block in blocks {
        let opening = block.tags[0];
        let wanted = shape(opening);
        for tag in &block.tags[1..] {
            let (from, to) = (&sites[opening], &sites[*tag]);
            // Plain text has no structure that could be repeated: its blocks begin and end within it.
            let in_plain = [from, to].iter().any(|s| flows[s.flow].plain.is_some());
            if shape(*tag) == wanted && (!in_plain || from.flow == to.flow) {
                continue;
            }
            let there = name.place(tree, flows[to.flow].paragraph);
            remarks.push(
                name.at(
                    tree,
                    &flows[from.flow],
                    &from.tag.range,
                    format!(
                        "{} and {} ({there}) do not enclose a whole piece of the document",
                        from.tag.original, to.tag.original
                    ),
                )
                .hint("put both in paragraphs of their own, in rows of their own, or in one paragraph"),
            );
            break;
        }
    }
}

impl CompiledPart {
    /// The part as discovery reads it.
    pub fn as_source(&self) -> PartSource<'_> {
        PartSource { name: &self.name.label, source: &self.source, tags: &self.tags }
    }
}
