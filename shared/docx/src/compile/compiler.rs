//! One part: from its XML to MiniJinja source.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::Environment;

use super::chart_tags::Charts;
use super::controls::Control;
use super::data_stores::Stores;
use super::drop::Drop;
use super::find::find;
use super::foreign::{Seen, form, merge};
use super::links::Links;
use super::notes::{Note, Notes, Reference};
use super::plain_text::Before;
use super::repeat::{Absences, Stretches};
use super::scope::Site;
use super::shapes::{Borders, TORN};
use super::styles::Styles;
use super::{
    blocks, check_names, check_scopes, controls, drop, effects, lift, list_restarts, misplaced, plain_text,
    repeat, scope, shapes, trim,
};
use crate::text::effect::Effect;
use crate::text::flow::Flow;
use crate::text::marks::{Piece, Source, Written};
use crate::text::places::Places;
use crate::text::report::{PartName, Remarks};
use crate::text::scan::{Delimiter, Scope};
use crate::text::syntax::{Expr, Syntax};
use crate::text::{CompiledPart, Marks, TagSite, flow, marks, syntax, word_fields};
use crate::xml::{NodeId, Tree};
use crate::{Bounds, CompileError, Diagnostic, Exhausted, Severity};

/// Compiles the parts of one template. Errors and warnings are gathered in `remarks`.
pub(crate) struct Compiler<'a> {
    pub bounds: Bounds<'a>,
    /// Knows the filters and tests that templates may use.
    pub env: &'a Environment<'a>,
    pub controls: Vec<Control>,
    pub stores: Stores,
    pub links: Links,
    pub notes: Notes<'a>,
    pub styles: Styles<'a>,
    pub charts: Charts<'a>,
    /// Marks of other products in the parts so far.
    pub foreign: Seen,
    pub remarks: Vec<Diagnostic>,
}

/// What stands around a part that is written in another one.
struct Around<'a> {
    /// Names that tags around it give a value to.
    bound: &'a BTreeSet<&'a str>,
    /// Names are looked up in the element of a repeating section first.
    in_section: bool,
    /// It may be written more than once.
    repeats: bool,
}

impl Compiler<'_> {
    /// Compiles a part that has `marks` already; `None` when nothing in it is to be filled.
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

    /// Compiles the notes that references of a part in blocks name, and marks the references to write them.
    fn notes(
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
                self.notes.take(&reference)?
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

fn compile(
    tree: &Tree,
    name: &PartName,
    mut marks: Marks,
    around: &Around<'_>,
    compiler: &mut Compiler<'_>,
) -> Result<Option<CompiledPart>, CompileError> {
    let Compiler { bounds, env, controls, stores, links, notes, styles, charts, foreign, remarks } = compiler;
    let limits = bounds.limits;
    let told = remarks.len();
    let mut flows = flow::flows(tree);
    if tree.source().contains("{{") || tree.source().contains("{%") || tree.source().contains("%7B%7B") {
        flows.extend(flow::plain_flows(tree));
    }
    links.leave_out(&name.part, tree, &mut marks);
    let moved =
        if around.repeats { Stretches::default() } else { notes.leave_out(&name.part, tree, &mut marks) };
    flows.retain(|flow| {
        !marks.is_dropped(flow.paragraph) && !moved.contains(tree.range(flow.paragraph).start)
    });
    let places = Places::new(tree);
    let mut found = Remarks::new(&places, name, &flows);
    tree.check()?;
    let mut sites = find(tree, &flows, limits, &mut marks, &mut found)?;
    charts.check(tree, &name.part, &flows, &mut sites, &mut found)?;
    foreign.note(tree, name, &places, &flows)?;
    merge::find(tree, name, &places, &flows, &mut sites, controls, &mut marks, remarks)?;
    let bound: Vec<String> = sites.iter().flat_map(|s| s.syntax.bound()).map(str::to_owned).collect();
    let bound = match bound.is_empty() {
        true => Cow::Borrowed(around.bound),
        false => Cow::Owned(bound.iter().map(String::as_str).chain(around.bound.iter().copied()).collect()),
    };
    for (link, fault) in links.mark(tree, &bound, env, &mut marks) {
        remarks.push(Diagnostic { hint: fault.hint, ..name.on(&places, link, fault.message) });
    }
    for site in sites.iter_mut().filter(|s| s.effect == Some(Effect::Style)) {
        if let Some(message) = styles.settle(&mut site.syntax)? {
            found.add(site.flow, &site.tag.range, message, None);
        }
    }
    check_scopes::check(&sites, &flows, &mut found);
    let wanted = settle(tree, &flows, &mut sites, &bound, around, env, &mut found)?;
    let statements =
        sites.iter().enumerate().filter(|(_, s)| s.tag.delimiter == Delimiter::Block && s.effect.is_none());
    let (blocks, misfits) = blocks::pair(statements, limits.block_depth);
    for misfit in misfits {
        let site = &sites[misfit.tag];
        found.add(site.flow, &site.tag.range, misfit.message, misfit.hint);
    }
    tree.check()?;
    misplaced::check(tree, &flows, &sites, &blocks, &mut found);
    scope::infer(tree, &flows, &mut sites, &blocks)?;
    scope::infer_silent(tree, &flows, &mut sites, &blocks);
    tree.check()?;
    lift::find(&mut sites, &blocks, &mut found);
    lift::filter_text(&mut sites, &blocks, &mut found);
    let closing: BTreeSet<usize> = blocks.iter().filter_map(|b| b.tags.last().copied()).collect();
    let lifted = scope::apply(tree, &flows, &mut sites, &closing, limits, &mut marks)?;
    trim::apply(tree, &flows, &sites, &mut marks)?;
    effects::apply(tree, &flows, &sites, &mut marks);
    effects::apply_to_paragraphs(tree, &flows, &sites, &mut marks);
    tree.check()?;
    shapes::check(tree, &flows, &sites, &blocks, &mut found);
    let mut borders = Borders::of(&sites, &blocks);
    let mut dropped = Vec::new();
    for site in &sites {
        let paragraph = flows[site.flow].paragraph;
        if site.effect == Some(Effect::Colour)
            && let Some(tag) = borders.torn_by(marks.stretch(tree, paragraph))
        {
            let message = format!(
                "{} cannot color its paragraph: the block of {} in it begins or ends in another one",
                site.tag.original, sites[tag].tag.original
            );
            found.add(site.flow, &site.tag.range, message, Some(TORN.to_owned()));
        }
        let Some(Drop { whole, condition: Some(condition), .. }) = &site.drops else { continue };
        match whole.around(tree, paragraph) {
            Ok(node) => {
                if let Some(tag) = borders.torn_by(marks.stretch(tree, node)) {
                    let message = format!(
                        "{} cannot take along what it names: the block of {} in it begins or ends elsewhere",
                        site.tag.original, sites[tag].tag.original
                    );
                    found.add(site.flow, &site.tag.range, message, Some(TORN.to_owned()));
                }
                drop::guard(node, condition, &mut marks);
                dropped.push(node);
            }
            Err((message, hint)) => {
                let message = format!("{} {message}", site.tag.original);
                found.add(site.flow, &site.tag.range, message, Some(hint.to_owned()));
            }
        }
    }
    remarks.extend(found.into_list());

    let tagged: BTreeSet<NodeId> = sites.iter().map(|s| flows[s.flow].paragraph).collect();
    let controls::Marked { sections, dropped: with_controls } =
        controls::mark(tree, name, &tagged, controls, stores, &mut marks, remarks)?;
    for node in &with_controls {
        if let Some(tag) = borders.torn_by(marks.stretch(tree, *node)) {
            let message = format!(
                "a content control cannot take this along: the block of {} in it begins or ends elsewhere",
                sites[tag].tag.original
            );
            remarks.push(name.on(&places, *node, message).hint(TORN));
        }
    }
    dropped.extend(with_controls);
    for site in list_restarts::apply(tree, &flows, &sites, &blocks, &sections, styles, &mut marks)? {
        let message = format!("{} does nothing here: its paragraph belongs to no list", site.tag.original);
        let remark = name.at(&places, &flows[site.flow], &site.tag.range, message);
        remarks.push(remark.hint("put it in a paragraph of that list"));
    }
    form::mark(tree, name, controls, &mut marks, remarks)?;
    if marks.is_empty() {
        return Ok(None);
    }
    let mut repeated: Vec<Range<usize>> = sections.iter().map(|n| tree.range(*n)).collect();
    let mut conditional = repeated.clone();
    let mut holders: BTreeSet<NodeId> = sections.iter().filter_map(|n| tree.parent(*n)).collect();
    for node in lifted.iter().chain(&dropped) {
        conditional.push(tree.range(*node));
        holders.extend(tree.parent(*node));
    }
    let alone = sites.iter().filter(|s| s.tag.scope == Scope::Paragraph);
    holders.extend(alone.filter_map(|s| s.anchor?.parent));
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
    let mut notes = Vec::new();
    if around.repeats {
        repeated.push(0..tree.source().len());
    } else {
        let references = Notes::references(tree, &Stretches::of(conditional.clone()));
        notes = compiler.notes(tree, references, &bound, &mut marks)?;
    }
    repeat::renew_ids(tree, &name.part, &Stretches::of(repeated), &mut marks);
    let cell_tags =
        sites.iter().filter(|s| s.tag.scope == Scope::Cell || s.effect.is_some_and(Effect::is_of_table));
    let varying = cell_tags.filter_map(|s| tree.ancestor_w(flows[s.flow].paragraph, "tbl")).collect();
    repeat::guard(tree, &holders, &Absences::of(conditional, &varying), &mut marks);

    let Written { source, emitted, structure } =
        marks::emit(tree, &marks, limits, &notes, |tag| &sites[tag].syntax)?;
    let remarks = &mut compiler.remarks;
    let is_told = remarks[told..].iter().any(|remark| remark.severity == Severity::Error);
    if let Err((tangle, tag)) = structure
        && !is_told
    {
        remarks.push(match tag {
            Some(tag) => {
                let site = &sites[tag];
                let (message, hint) = misplaced::tangled(tangle, &site.tag);
                name.at(&places, &flows[site.flow], &site.tag.range, message).hint(hint)
            }
            None => name.whole(TANGLED).hint("report this, with the template"),
        });
    }
    let mut tags = Vec::with_capacity(emitted.len());
    let mut tag_remarks = Vec::with_capacity(emitted.len());
    for e in emitted {
        let tag = match e.tag {
            Source::Own(tag) => tag,
            Source::Note { note, tag } => {
                let note = &notes[note];
                tag_remarks.push(note.remarks[tag].clone());
                tags.push(TagSite { offset: e.start, end: e.end, ..note.tags[tag].clone() });
                continue;
            }
        };
        let (site, flow) = (&sites[tag], &flows[sites[tag].flow]);
        let remark = name.at(&places, flow, &site.tag.range, "");
        tags.push(TagSite {
            offset: e.start,
            end: e.end,
            original: site.tag.original.clone(),
            excerpt: remark.excerpt.clone(),
            wanted: wanted[tag].clone(),
        });
        tag_remarks.push(remark);
    }
    let proven = structure.unwrap_or_default();
    Ok(Some(CompiledPart { name: name.clone(), source, tags, remarks: tag_remarks, proven }))
}

/// What is said of a part that no author's tag made wrong.
const TANGLED: &str = "documents of this template would be corrupt: this is a defect of Platen";

/// Checks the names in all tags, and makes their code what it is to be. Returns what each value needs to be computed.
fn settle(
    tree: &Tree,
    flows: &[Flow],
    sites: &mut [Site],
    bound: &BTreeSet<&str>,
    around: &Around<'_>,
    env: &Environment<'_>,
    remarks: &mut Remarks<'_>,
) -> Result<Vec<Option<String>>, Exhausted> {
    let mut quotes = Quotes::default();
    let mut wanted = Vec::with_capacity(sites.len());
    let (macros, literals) = (check_names::Macros::of(sites), check_names::Literals::new());
    for Site { tag, syntax, flow, effect, drops, .. } in sites {
        tree.check()?;
        let mut faults = Vec::new();
        if around.in_section || controls::in_section(tree, flows[*flow].paragraph) {
            syntax.look_up(bound);
        }
        syntax.call_today(bound);
        if effect.is_none() {
            faults = check_names::functions(syntax, bound, env);
        }
        faults.extend(macros.calls(syntax));
        faults.extend(syntax::aggregates(syntax));
        faults.extend(check_names::usable(syntax, env));
        if faults.is_empty() {
            faults = literals.failing(syntax, env);
        }
        wanted.push(syntax::wanted(syntax));
        syntax::bound(syntax);
        if let Some(drop) = drops {
            drop.settle(syntax);
        }
        let Flow { text, plain, .. } = &flows[*flow];
        if let Some(plain) = plain {
            let before = quotes.before(*flow, text, tag.range.start);
            faults.extend(plain_text::write(syntax, *plain, before));
        }
        faults.into_iter().for_each(|fault| remarks.add(*flow, &tag.range, fault.message, fault.hint));
    }
    Ok(wanted)
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
