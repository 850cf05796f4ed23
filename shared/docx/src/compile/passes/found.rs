//! The tags of a part, as their author wrote them.

use std::collections::BTreeSet;

use super::settled::{Settled, settle};
use super::{Around, Draft, Text};
use crate::CompileError;
use crate::compile::find::find;
use crate::compile::foreign::merge;
use crate::compile::{Compiler, check_scopes};
use crate::text::Marks;
use crate::text::effect::Effect;
use crate::text::report::Remarks;
use platen_ooxml::Diagnostic;

/// A part whose tags are found, merge fields among them.
pub(super) struct Found<'p>(Draft<'p>);

impl<'p> Found<'p> {
    pub fn in_text(
        text: &'p Text<'p>,
        mut marks: Marks,
        compiler: &mut Compiler<'_>,
    ) -> Result<Found<'p>, CompileError> {
        let Text { tree, name, flows, places } = text;
        let Compiler { bounds, charts, texts, foreign, controls, remarks, .. } = compiler;
        let mut faults = Remarks::new(places, name, flows);
        let mut sites = find(tree, flows, bounds.limits, &mut marks, &mut faults)?;
        charts.check(tree, &name.part, flows, &mut sites, &mut faults)?;
        foreign.note(tree, name, places, flows)?;
        merge::find(tree, name, places, flows, &mut sites, controls, &mut marks, remarks)?;
        for site in sites.iter().filter(|site| site.tag.code.contains("trans")) {
            texts.note(&site.syntax);
        }
        Ok(Found(Draft { text, sites, marks, faults }))
    }

    /// The names that tags give a value to.
    pub fn bound(&self) -> Vec<String> {
        self.0.sites.iter().flat_map(|site| site.syntax.bound()).map(str::to_owned).collect()
    }

    /// Checks the names in all tags, and makes their code what it is to be. `bound` are those that tags give a value to, around
    /// the part too.
    pub fn settled(
        self,
        bound: &BTreeSet<&str>,
        around: &Around<'_>,
        compiler: &mut Compiler<'_>,
    ) -> Result<Settled<'p>, CompileError> {
        let Draft { text, mut sites, mut marks, mut faults } = self.0;
        let Text { tree, name, flows, places } = text;
        let Compiler { env, links, styles, remarks, .. } = compiler;
        for (link, fault) in links.mark(tree, bound, env, &mut marks) {
            remarks.push(Diagnostic { hint: fault.hint, ..name.on(places, link, fault.message) });
        }
        for site in sites.iter_mut().filter(|site| site.effect == Some(Effect::Style)) {
            if let Some(message) = styles.settle(&mut site.syntax)? {
                faults.add(site.flow, &site.tag.range, message, None);
            }
        }
        check_scopes::check(&sites, flows, &mut faults);
        let wanted = settle(tree, flows, &mut sites, bound, around, env, &mut faults)?;
        Ok(Settled { draft: Draft { text, sites, marks, faults }, wanted })
    }
}
