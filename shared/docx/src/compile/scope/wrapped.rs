//! Blocks with one tag inside an insertion or a link and another outside: Word writes text typed with tracked changes into
//! separate elements, wherever a tag begins and ends.

use super::super::blocks::Block;
use super::super::site::Site;
use crate::text::flow::Flow;
use crate::text::scan::Scope;
use crate::text::syntax::Syntax;
use platen_ooxml::xml::{NodeId, Tree};

/// Elements around runs that say the same of each part of their text, and may be two (ECMA-376 part 1, 17.3.2.3, 17.5.1, 17.13.5,
/// 17.16.22).
const WRAPPERS: [&str; 7] = ["bdo", "customXml", "dir", "hyperlink", "ins", "moveTo", "smartTag"];

/// Takes the tags of such blocks out of what wraps only some of them.
pub(crate) fn unwrap(tree: &Tree, flows: &[Flow], sites: &mut [Site], blocks: &[Block]) {
    for block in blocks {
        let writes_nothing =
            |t: &usize| sites[*t].tag.scope <= Scope::Run && flows[sites[*t].flow].plain.is_none();
        let begins = matches!(
            sites[block.tags[0]].syntax,
            Syntax::For { recursive: false, .. } | Syntax::If(_) | Syntax::With(_)
        );
        if !begins || !block.tags.iter().all(writes_nothing) {
            continue;
        }
        let chains: Option<Vec<Vec<NodeId>>> =
            block.tags.iter().map(|t| chain(tree, &flows[sites[*t].flow], &sites[*t])).collect();
        let Some(chains) = chains else { continue };
        let names = |chain: &[NodeId]| chain.iter().map(|node| tree.local(*node)).collect::<Vec<_>>();
        if chains.iter().all(|chain| names(chain) == names(&chains[0])) {
            continue;
        }
        let in_one = block.tags.iter().all(|t| sites[*t].flow == sites[block.tags[0]].flow);
        let shared =
            |(level, node): &(usize, &NodeId)| chains.iter().all(|chain| chain.get(*level) == Some(*node));
        let level = if in_one { chains[0].iter().enumerate().take_while(shared).count() } else { 0 };
        let may_end = |chain: &Vec<NodeId>| match chain.get(level..).and_then(<[NodeId]>::split_last) {
            Some((_, wrappers)) => {
                wrappers.iter().all(|node| WRAPPERS.iter().any(|name| tree.is_w(*node, name)))
            }
            None => false,
        };
        if chains.iter().all(may_end) {
            for (tag, chain) in block.tags.iter().zip(&chains) {
                sites[*tag].tag.scope = Scope::Run;
                sites[*tag].outside = Some(chain[level]);
            }
        }
    }
}

/// What stands around a tag in its paragraph, the outermost first and its run last.
fn chain(tree: &Tree, flow: &Flow, site: &Site) -> Option<Vec<NodeId>> {
    let at = site.tag.range.start;
    let run = tree.ancestor_w(flow.touched(&(at..at + 1)).first()?.node, "r")?;
    let around = std::iter::once(run).chain(tree.ancestors(run).take_while(|node| *node != flow.paragraph));
    let mut chain: Vec<NodeId> = around.collect();
    chain.reverse();
    Some(chain)
}
