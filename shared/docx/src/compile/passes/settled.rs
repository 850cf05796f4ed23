//! Tags with their names checked.

use std::collections::BTreeSet;

use minijinja::Environment;

use super::scoped::Scoped;
use super::{Around, Draft, Text};
use crate::compile::plain_text::{self, Before};
use crate::compile::scope;
use crate::compile::site::Site;
use crate::compile::{blocks, check_names, controls, effects, lift, misplaced, trim};
use crate::text::flow::Flow;
use crate::text::report::Remarks;
use crate::text::scan::Delimiter;
use crate::text::syntax;
use platen_ooxml::xml::Tree;
use platen_ooxml::{Exhausted, Limits};

/// A part whose tags say what they will say in its source.
pub(super) struct Settled<'p> {
    pub draft: Draft<'p>,
    /// What each value needs to be computed.
    pub wanted: Vec<Vec<Option<String>>>,
}

impl<'p> Settled<'p> {
    /// Pairs the blocks, and gives each tag its place in the XML.
    pub fn scoped(self, limits: &Limits) -> Result<Scoped<'p>, Exhausted> {
        let Settled { draft: Draft { text, mut sites, mut marks, mut faults }, wanted } = self;
        let Text { tree, flows, .. } = text;
        let statements = sites
            .iter()
            .enumerate()
            .filter(|(_, site)| site.tag.delimiter == Delimiter::Block && site.effect.is_none());
        let (blocks, misfits) = blocks::pair(statements, limits.block_depth);
        for misfit in misfits {
            let site = &sites[misfit.tag];
            faults.add(site.flow, &site.tag.range, misfit.message, misfit.hint);
        }
        tree.check()?;
        misplaced::check(tree, flows, &sites, &blocks, &mut faults);
        scope::infer(tree, flows, &mut sites, &blocks)?;
        scope::infer_silent(tree, flows, &mut sites, &blocks);
        scope::unwrap(tree, flows, &mut sites, &blocks);
        tree.check()?;
        lift::find(&mut sites, &blocks, &mut faults);
        lift::filter_text(&mut sites, &blocks, &mut faults);
        let closing = blocks.iter().filter_map(|block| block.tags.last().copied()).collect();
        let lifted = scope::apply(tree, flows, &mut sites, &closing, limits, &mut marks)?;
        trim::apply(tree, flows, &sites, &mut marks)?;
        effects::apply(tree, flows, &sites, &mut marks);
        effects::apply_to_paragraphs(tree, flows, &sites, &mut marks);
        effects::apply_to_sections(&sites, &mut marks);
        tree.check()?;
        Ok(Scoped { draft: Draft { text, sites, marks, faults }, wanted, blocks, lifted })
    }
}

/// Checks the names in all tags, and makes their code what it is to be. Returns what each value needs to be computed.
pub(super) fn settle(
    tree: &Tree,
    flows: &[Flow],
    sites: &mut [Site],
    bound: &BTreeSet<&str>,
    around: &Around<'_>,
    env: &Environment<'_>,
    remarks: &mut Remarks<'_>,
) -> Result<Vec<Vec<Option<String>>>, Exhausted> {
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
