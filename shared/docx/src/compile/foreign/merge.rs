//! Fields of a mail merge and form fields for text, as tags of the template: what a field shows is the tag's text.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::super::controls::Control;
use super::super::controls::control_site::{ControlKind, Location};
use super::super::site::Site;
use super::code::Meaning;
use super::field_result::shown;
use super::{code, field_codes, form, velocity};
use crate::text::Marks;
use crate::text::flow::Flow;
use crate::text::marks::{Piece, emit};
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::scan::{Delimiter, Scope, Tag};
use crate::text::syntax::{Expr, Syntax, Target};
use crate::text::word_fields::{Field, fields};
use platen_ooxml::xml::{NodeId, Tree, XmlError};
use platen_ooxml::{Bounds, Diagnostic, Exhausted};

/// Whether a part may have fields that data fills.
fn may_have(tree: &Tree) -> bool {
    let source = tree.source();
    source.contains("fldChar") || source.contains("fldSimple")
}

/// The part with a text in each field that data fills and that shows none: a field's value takes the place of what it shows.
/// The tree itself where no such field is.
///
/// # Errors
/// As [`Tree::parse`].
pub(crate) fn with_results(tree: Tree, bounds: Bounds<'_>) -> Result<Tree, XmlError> {
    if !may_have(&tree) {
        return Ok(tree);
    }
    let mut marks = Marks::default();
    let mut until = None;
    let fields = fields(&tree);
    for (index, field) in fields.iter().enumerate().filter(|(_, field)| !field.is_inner) {
        if matches!(meaning(&tree, &fields, index), Meaning::Other | Meaning::Not(..)) {
            continue;
        }
        let is_text = |n: &NodeId| tree.is_w(*n, "t") && tree.children(*n).next().is_some();
        let shown = Piece::xml("<w:t>«»</w:t>");
        if field.is_simple(&tree) {
            if !tree.descendants(field.start).any(|n| is_text(&n)) {
                let run =
                    |open| vec![Piece::xml(open), Piece::xml("<w:r>"), shown.clone(), Piece::xml("</w:r>")];
                let open = tree.outer(field.start).split_inclusive('>').next().unwrap_or_default();
                match open.strip_suffix("/>") {
                    Some(bare) => {
                        let mut whole = run(format!("{bare}>"));
                        whole.push(Piece::xml("</w:fldSimple>"));
                        marks.replace(field.start, whole);
                    }
                    None => marks.open(field.start, run(open.to_owned())),
                }
            }
            continue;
        }
        let Some(end) = field.end else { continue };
        // A field in what another one shows goes with it.
        if until.is_some_and(|outer| field.start < outer) {
            continue;
        }
        until = Some(end);
        let shows =
            field.separator.is_some_and(|separator| tree.between(separator, end).any(|n| is_text(&n)));
        if !shows {
            if field.separator.is_none() {
                marks.before(end, Piece::xml("<w:fldChar w:fldCharType=\"separate\"/>"));
            }
            marks.before(end, shown);
        }
    }
    if marks.is_empty() {
        return Ok(tree);
    }
    let source = emit(&tree, &marks, bounds.limits, &[], |_| &Syntax::Nothing)?.source;
    Tree::parse(source.into_bytes(), bounds)
}

/// A field that becomes a tag.
struct Filled {
    /// Index among the part's fields.
    field: usize,
    flow: usize,
    range: Range<usize>,
    /// What the author sees of it.
    original: String,
    meaning: Meaning,
}

/// Finds the fields of a part that data fills, and adds them to its tags. The codes of those of a mail merge go.
///
/// # Errors
/// The budget has ended.
#[expect(clippy::too_many_arguments, reason = "the pass's whole state, used once")]
pub(crate) fn find(
    tree: &Tree,
    name: &PartName,
    places: &Places<'_>,
    flows: &[Flow],
    sites: &mut Vec<Site>,
    controls: &mut Vec<Control>,
    marks: &mut Marks,
    remarks: &mut Vec<Diagnostic>,
) -> Result<(), Exhausted> {
    if !may_have(tree) {
        return Ok(());
    }
    let fields = fields(tree);
    let mut told = Told::default();
    let filled = understood(tree, &fields, flows, sites, marks, &mut told)?;
    let regions = regions(&filled);
    for (place, entry) in filled.into_iter().enumerate() {
        tree.check()?;
        let field = &fields[entry.field];
        let (delimiter, code, syntax) = match (entry.meaning, regions.contains(&place)) {
            (Meaning::Value(expr), _) => (Delimiter::Variable, "", Syntax::Value(expr)),
            (Meaning::RegionStart(list), true) => {
                let location = Location { part: name.label.clone(), text: entry.original.clone() };
                controls.push(Control::of(ControlKind::RepeatingSection, list, Vec::new(), location));
                let items = Expr::call("__repeat", vec![Expr::Integer((controls.len() - 1) as u128)]);
                let target = Target::Name(vec!["__scope".to_owned()]);
                (Delimiter::Block, "for", Syntax::For { target, items, condition: None, recursive: false })
            }
            (Meaning::RegionEnd(_), true) => (Delimiter::Block, "endfor", Syntax::Word("endfor")),
            _ => {
                let (why, hint) = (
                    "has no matching end: it stays as it is",
                    "a list starts at a merge field TableStart:items and ends at TableEnd:items",
                );
                told.note(&entry.original, field.start, why, hint);
                continue;
            }
        };
        clear(tree, field, marks);
        let tag = Tag {
            delimiter,
            scope: Scope::Inline,
            strips_before: false,
            strips_after: false,
            code: code.to_owned(),
            range: entry.range,
            original: entry.original,
        };
        sites.push(Site {
            tag,
            syntax,
            flow: entry.flow,
            effect: None,
            drops: None,
            lifts: None,
            outside: None,
            anchor: None,
        });
    }
    sites.sort_by_key(|site| (site.flow, site.tag.range.start));
    remarks.extend(told.remarks(name, places));
    Ok(())
}

/// What a field of a part means for the data.
fn meaning(tree: &Tree, fields: &[Field], index: usize) -> Meaning {
    form::text(tree, &fields[index]).unwrap_or_else(|| code::meaning(fields, index))
}

/// The fields that data fills; `told` gets those that it should fill and cannot.
fn understood(
    tree: &Tree,
    fields: &[Field],
    flows: &[Flow],
    sites: &[Site],
    marks: &mut Marks,
    told: &mut Told,
) -> Result<Vec<Filled>, Exhausted> {
    let mut filled: Vec<Filled> = Vec::new();
    for (index, field) in fields.iter().enumerate().filter(|(_, field)| !field.is_inner) {
        tree.check()?;
        // What a program computes is told of as such.
        if velocity::of_field(field).is_some() {
            continue;
        }
        match meaning(tree, fields, index) {
            Meaning::Other => {}
            Meaning::Not(..) if let Some(found) = field_codes::of_link(fields, index) => {
                found.into_iter().for_each(|one| field_codes::fill(tree, fields, one, marks));
            }
            Meaning::Not(why, hint) => told.note(&field.keyword(), field.start, why, hint),
            meaning => match shown(tree, flows, field) {
                // Tags in it fill it already.
                Some((flow, range)) if has_tag(sites, flow, &range) => {}
                // A field in what another one shows goes with it.
                Some((flow, range))
                    if filled.last().is_some_and(|f| f.flow == flow && overlaps(&f.range, &range)) => {}
                Some((flow, range)) => {
                    let original = original(field, &flows[flow].text[range.clone()]);
                    if let Some(word) = code::undone(field) {
                        let what = format!("{original} with the switch \\* {word}");
                        let hint = "write a tag with a filter instead, such as {{ count|words }}";
                        told.note(&what, field.start, "is filled without what the switch asks for", hint);
                    }
                    filled.push(Filled { field: index, flow, range, original, meaning });
                }
                None => told.note(
                    &field.keyword(),
                    field.start,
                    "is not filled: it starts in one paragraph and ends in another",
                    "put its whole text into one paragraph, or use `{% if ... %}` and `{% endif %}`",
                ),
            },
        }
    }
    Ok(filled)
}

/// What did not become a tag: what it is and why, the first place, how often, and what to do.
#[derive(Default)]
struct Told(BTreeMap<String, (NodeId, usize, &'static str)>);

impl Told {
    fn note(&mut self, what: &str, node: NodeId, why: &'static str, hint: &'static str) {
        self.0.entry(format!("{what} {why}")).or_insert((node, 0, hint)).1 += 1;
    }

    fn remarks(self, name: &PartName, places: &Places<'_>) -> impl Iterator<Item = Diagnostic> {
        let mut list: Vec<_> = self.0.into_iter().collect();
        list.sort_by_key(|(_, (node, ..))| *node);
        list.into_iter().map(|(what, (node, count, hint))| {
            let message = match count {
                1 => format!("the field {what}"),
                _ => format!("the field {what} ({count} times)"),
            };
            name.on(places, node, message).warning().hint(hint)
        })
    }
}

/// Whether a tag stands in a range; the tags are in the order of their places.
fn has_tag(sites: &[Site], flow: usize, range: &Range<usize>) -> bool {
    let next = sites.partition_point(|s| (s.flow, s.tag.range.end) <= (flow, range.start));
    sites.get(next).is_some_and(|s| s.flow == flow && overlaps(&s.tag.range, range))
}

fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// What each field of a mail merge or form shows, in the order of the flows: no text that someone typed.
pub(super) fn results(tree: &Tree, flows: &[Flow]) -> Vec<(usize, Range<usize>)> {
    if !may_have(tree) {
        return Vec::new();
    }
    let own = ["MERGEFIELD", "IF", "ADDRESSBLOCK", "GREETINGLINE", "MERGEREC", "MERGESEQ", "FORMTEXT"];
    let fields = fields(tree);
    let mut shown: Vec<_> = fields
        .iter()
        .filter(|field| own.contains(&field.keyword().as_str()))
        .filter_map(|field| shown(tree, flows, field))
        .collect();
    shown.sort_by_key(|(flow, range)| (*flow, range.start));
    shown
}

/// A field as people call it: `«Name»`, or what it shows.
fn original(field: &Field, shown: &str) -> String {
    match field.keyword().as_str() {
        "MERGEFIELD" => format!("«{}»", code::name_of(&field.code)),
        _ => shown.replace(['\n', '\t'], " "),
    }
}

/// Lists in lists.
const NESTED: usize = 32;

/// Pairs the ends of lists, by their places among the fields that are filled.
fn regions(filled: &[Filled]) -> HashSet<usize> {
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut paired = HashSet::new();
    for (place, entry) in filled.iter().enumerate() {
        match &entry.meaning {
            Meaning::RegionStart(list) if open.len() < NESTED => open.push((place, list)),
            Meaning::RegionEnd(list) => {
                if let Some(at) = open.iter().rposition(|(_, name)| name.eq_ignore_ascii_case(list)) {
                    paired.extend([open[at].0, place]);
                    open.truncate(at);
                }
            }
            _ => {}
        }
    }
    paired
}

/// Leaves of a field only the text that it shows. A form field stays one.
pub(super) fn clear(tree: &Tree, field: &Field, marks: &mut Marks) {
    let stays = field.keyword() == "FORMTEXT";
    if !stays {
        field.unlink(tree, marks);
    }
    let (Some(separator), Some(end)) = (field.separator, field.end) else { return };
    let in_run = |n: &NodeId| tree.parent(*n).is_some_and(|p| tree.is_w(p, "r"));
    let is_text = |n: &NodeId| ["t", "tab", "br", "cr", "noBreakHyphen", "rPr"].contains(&tree.local(*n));
    let shown = tree.between(separator, end).filter(|n| tree.is_element(*n) && in_run(n));
    shown.filter(|n| !is_text(n)).for_each(|n| marks.drop(n));
    if stays {
        return;
    }
    // Runs that held nothing else go with the code.
    let runs = [field.start, separator, end].into_iter().filter_map(|n| tree.parent(n));
    let runs = runs
        .chain(tree.between(field.start, end).filter(|n| tree.is_w(*n, "r")))
        .filter(|n| tree.is_w(*n, "r"));
    for run in runs.collect::<Vec<_>>() {
        let mut children = tree.children(run).filter(|n| tree.is_element(*n) && !tree.is_w(*n, "rPr"));
        if children.all(|n| marks.is_dropped(n)) {
            marks.drop(run);
        }
    }
}
