//! One part: from its XML to MiniJinja source.

use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::Environment;
use minijinja::syntax::SyntaxConfig;

use super::blocks;
use super::bound::Stores;
use super::calls;
use super::cell;
use super::code;
use super::code::Before;
use super::controls::{self, Control};
use super::find::{find, refuse_reserved};
use super::flow;
use super::join;
use super::lift;
use super::literal;
use super::marks::{self, Marks};
use super::operators;
use super::place;
use super::places::Places;
use super::repeat::{self, Absences, Stretches};
use super::report::{PartName, Remarks, excerpt};
use super::scan::{Delimiter, Scope};
use super::scope;
use super::shapes;
use crate::discover::{PartSource, TagSite};
use crate::xml::{NodeId, Tree};
use crate::{Bounds, Diagnostic, Exhausted};

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
    pub bounds: Bounds<'a>,
    /// Delimiters of compiled source.
    pub syntax: SyntaxConfig,
    /// Knows the filters and tests that templates may use.
    pub env: &'a Environment<'a>,
    pub controls: Vec<Control>,
    pub stores: Stores,
    pub remarks: Vec<Diagnostic>,
}

impl Compiler<'_> {
    /// Compiles a part that has `marks` already; `None` when nothing in it is to be filled.
    ///
    /// # Errors
    /// The budget has ended.
    pub fn compile(
        &mut self,
        tree: &Tree,
        name: &PartName,
        marks: Marks,
    ) -> Result<Option<CompiledPart>, Exhausted> {
        compile(tree, name, marks, self)
    }
}

fn compile(
    tree: &Tree,
    name: &PartName,
    mut marks: Marks,
    compiler: &mut Compiler<'_>,
) -> Result<Option<CompiledPart>, Exhausted> {
    let Compiler { bounds, syntax, env, controls, stores, remarks } = compiler;
    let limits = bounds.limits;
    let mut flows = flow::flows(tree);
    if tree.source().contains("{{") || tree.source().contains("{%") || tree.source().contains("%7B%7B") {
        flows.extend(flow::plain_flows(tree));
    }
    let places = Places::new(tree);
    let mut found = Remarks::new(&places, name, &flows);
    tree.check()?;
    let mut sites = find(tree, &flows, (limits, syntax), &mut marks, &mut found)?;
    let mut quotes = Quotes::default();
    for site in &mut sites {
        tree.check()?;
        if let Some((message, hint)) = literal::take_names(&mut site.tag) {
            found.warn(site.flow, &site.tag.range, message, hint);
        }
        // Names that are no expressions have been quoted: what stood in a string before may stand outside of one now.
        if !refuse_reserved(&site.tag, &["__name", "__has"], site.flow, syntax, &mut found) {
            continue;
        }
        if let Some((message, hint)) = code::check(&site.tag, env) {
            found.add(site.flow, &site.tag.range, message, hint);
        } else {
            operators::bound(&mut site.tag);
        }
        let flow = &flows[site.flow];
        if let Some(plain) = flow.plain
            && let before = quotes.before(site.flow, &flow.text, site.tag.range.start)
            && let Some((message, hint)) = code::write_plain(&mut site.tag, plain, before)
        {
            found.add(site.flow, &site.tag.range, message, hint);
        }
        if let Some(effect) = site.effect {
            effect.bound(&mut site.tag);
        }
    }
    calls::check(&sites, env, &mut found);
    let statements = sites.iter().enumerate().filter(|(_, s)| s.tag.delimiter == Delimiter::Block);
    let (blocks, misfits) = blocks::pair(statements.map(|(i, s)| (i, &s.tag)), limits.block_depth);
    for misfit in misfits {
        let site = &sites[misfit.tag];
        found.add(site.flow, &site.tag.range, misfit.message, misfit.hint);
    }
    tree.check()?;
    place::check(tree, &flows, &sites, &blocks, &mut found);
    scope::infer(tree, &flows, &mut sites, &blocks)?;
    tree.check()?;
    lift::find(&mut sites, &blocks, &mut found);
    lift::filter_text(&mut sites, &blocks, &mut found);
    let closing: BTreeSet<usize> = blocks.iter().filter_map(|b| b.tags.last().copied()).collect();
    let lifted = scope::apply(tree, &flows, &mut sites, &closing, limits, &mut marks)?;
    join::apply(tree, &flows, &sites, &mut marks);
    cell::apply(tree, &flows, &sites, &mut marks);
    tree.check()?;
    shapes::check(tree, &flows, &sites, &blocks, &mut found);
    remarks.extend(found.into_list());

    let tagged: BTreeSet<NodeId> = sites.iter().map(|s| flows[s.flow].paragraph).collect();
    let sections = controls::mark(tree, name, &tagged, controls, stores, &mut marks, remarks)?;
    if marks.is_empty() {
        return Ok(None);
    }
    let mut repeated: Vec<Range<usize>> = sections.iter().map(|n| tree.range(*n)).collect();
    let mut conditional = repeated.clone();
    let mut holders: BTreeSet<NodeId> = sections.iter().filter_map(|n| tree.parent(*n)).collect();
    conditional.extend(lifted.iter().map(|n| tree.range(*n)));
    holders.extend(lifted.iter().filter_map(|n| tree.parent(*n)));
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
    tree.check()?;
    repeat::renew_ids(tree, &name.part, &Stretches::of(repeated), &mut marks);
    let cell_tags = sites.iter().filter(|s| s.tag.scope == Scope::Cell || s.effect.is_some());
    let varying = cell_tags.filter_map(|s| tree.ancestor_w(flows[s.flow].paragraph, "tbl")).collect();
    let conditional = Stretches::of(conditional);
    let absences = Absences { conditional: &conditional, varying: &varying };
    repeat::guard(tree, &holders, &absences, &mut marks);

    let code = |i: usize| (sites[i].tag.delimiter, sites[i].tag.code.as_str());
    let (source, emitted) = marks::emit(tree, &marks, limits, code)?;
    let mut tags = Vec::with_capacity(emitted.len());
    let mut tag_remarks = Vec::with_capacity(emitted.len());
    for e in emitted {
        let (site, flow) = (&sites[e.tag], &flows[sites[e.tag].flow]);
        tag_remarks.push(name.at(&places, flow, &site.tag.range, ""));
        tags.push(TagSite {
            offset: e.start,
            end: e.end,
            original: site.tag.original.clone(),
            excerpt: excerpt(&flow.text, &site.tag.range).0,
        });
    }
    Ok(Some(CompiledPart { name: name.clone(), source, tags, remarks: tag_remarks }))
}

/// Counts the quotes before the tags of a text, tag after tag: a field's code may be long, and have a tag in each place.
#[derive(Default)]
struct Quotes {
    flow: Option<usize>,
    upto: usize,
    count: usize,
}

impl Quotes {
    /// What stands before a byte of a flow's text; tags are asked for in their order.
    fn before(&mut self, flow: usize, text: &str, at: usize) -> Before {
        if self.flow != Some(flow) || at < self.upto {
            *self = Quotes { flow: Some(flow), upto: 0, count: 0 };
        }
        self.count += text[self.upto..at].matches('"').count();
        self.upto = at;
        Before { nothing: at == 0, in_quotes: self.count % 2 == 1, quote: text[..at].ends_with('"') }
    }
}

impl CompiledPart {
    /// The part as discovery reads it.
    pub fn as_source(&self) -> PartSource<'_> {
        PartSource { name: &self.name.label, source: &self.source, tags: &self.tags }
    }
}
