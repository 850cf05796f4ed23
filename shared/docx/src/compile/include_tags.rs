//! The tags that include other templates.

use crate::text::marks::{Piece, emit};
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::scan::{Delimiter, Found, scan};
use crate::text::syntax::Syntax;
use crate::text::{Marks, flow};
use platen_ooxml::sentinel::MARK;
use platen_ooxml::xml::{Kind, NodeId, Tree};
use platen_ooxml::{Bounds, Diagnostic, Exhausted};

/// `{% include "terms" %}`
pub(crate) struct Include {
    /// The name, or what is wrong with the tag.
    pub name: Result<String, String>,
    /// A remark on the tag, without a message.
    pub remark: Diagnostic,
    /// What the tag takes of the part's texts and elements.
    taken: Vec<(NodeId, std::ops::Range<usize>)>,
}

/// All such tags of a part.
///
/// # Errors
/// The budget has ended.
pub(crate) fn includes(tree: &Tree, part: &PartName) -> Result<Vec<Include>, Exhausted> {
    let mut includes = Vec::new();
    let places = Places::new(tree);
    for flow in flow::flows(tree) {
        tree.check()?;
        if !flow.text.contains("{%") {
            continue;
        }
        for found in scan(&flow.text) {
            let Found::Tag(tag) = found else { continue };
            if tag.delimiter != Delimiter::Block || tag.keyword() != "include" {
                continue;
            }
            let segments = flow.touched(&tag.range).iter();
            let taken = segments.filter_map(|s| Some((s.node, s.source_of(&tag.range)?))).collect();
            let remark = part.at(&places, &flow, &tag.range, "");
            let remark =
                remark.hint("use the name of a registered template, as in `{% include \"terms\" %}`");
            includes.push(Include { name: name(&tag.code["include".len()..]), remark, taken });
        }
    }
    Ok(includes)
}

/// The name behind the keyword: a text and nothing else.
fn name(code: &str) -> Result<String, String> {
    let code = code.trim();
    let inner = ['"', '\''].iter().find_map(|quote| code.strip_prefix(*quote)?.strip_suffix(*quote));
    match inner.map(str::trim).filter(|name| !name.is_empty() && !name.contains(['"', '\'', '\\'])) {
        Some(name) => Ok(name.to_owned()),
        None => Err("an `include` names one template, in quotes".to_owned()),
    }
}

impl Include {
    /// The part with marks in the place of the tags; the first has the index `first`.
    ///
    /// # Errors
    /// The budget has ended.
    pub fn marked(
        tree: &Tree,
        includes: &[Include],
        first: usize,
        bounds: Bounds<'_>,
    ) -> Result<Vec<u8>, Exhausted> {
        let mut marks = Marks::default();
        for (index, include) in includes.iter().enumerate() {
            let mut mark = Some(Piece::xml(format!("{MARK}{}{MARK}", first + index)));
            for (node, range) in &include.taken {
                match tree.kind(*node) {
                    Kind::Text(_) => {
                        marks.substitute(*node, range.clone(), mark.take().into_iter().collect())
                    }
                    _ => marks.drop(*node),
                }
            }
        }
        let source = emit(tree, &marks, bounds.limits, &[], |_| &Syntax::Nothing)?.source;
        Ok(source.into_bytes())
    }
}
