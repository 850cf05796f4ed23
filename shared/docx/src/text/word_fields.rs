//! Fields of Word (ECMA-376 part 1, 17.16): those that load something from elsewhere become the text that they last showed,
//! and a table of contents is marked to be updated.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::marks::{Marks, Piece, emit};
use super::places::Places;
use super::report::PartName;
use super::syntax::Syntax;
use platen_ooxml::field::Instruction;
use platen_ooxml::order;
use platen_ooxml::xml::{NodeId, Ns, Tree, XmlError};
use platen_ooxml::{Bounds, Diagnostic};

/// Fields by which a document reads files or opens connections when it is opened or updated.
const LOADING: [&str; 9] =
    ["INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "LINK", "DDE", "DDEAUTO", "RD", "DATABASE"];

/// Fields that show what the whole document holds.
const LISTING: [&str; 3] = ["TOC", "TOA", "INDEX"];

/// Attributes of VML pictures that hold an address themselves (part 4, 19.1.2.11).
const ADDRESSES: [&str; 3] = ["src", "href", "althref"];

/// Takes out everything of a part that would be loaded from outside without a relationship: those with one were cut when
/// the package was opened. What a field showed last stays as text. Warnings tell what went, once for each kind.
///
/// An address from data is an error: its author wants another picture each time, and would get the one of the template.
pub(crate) fn cut_outside_loads(tree: &Tree, name: &PartName, marks: &mut Marks) -> Vec<Diagnostic> {
    let places = Places::new(tree);
    let mut remarks = Vec::new();
    // What went, by kind: the first place of it and how often.
    let mut cut: BTreeMap<String, (NodeId, usize)> = BTreeMap::new();
    let mut count = |kind: &str, node| cut.entry(kind.to_owned()).or_insert((node, 0)).1 += 1;
    for node in tree.nodes().filter(|n| tree.is_element(*n)) {
        if matches!(tree.local(node), "imagedata" | "fill" | "stroke" | "textpath") {
            for attribute in tree.attrs(node).iter().filter_map(|(_, value)| address(tree, value)) {
                if has_tag(&tree.source()[attribute.clone()]) {
                    remarks.push(from_data(name.on(&places, node, "a picture's link comes from data")));
                    continue;
                }
                marks.substitute(node, attribute, Vec::new());
                count("picture link", node);
            }
        }
    }
    for field in fields(tree) {
        let keyword = if field.is_computed { "COMPUTED".to_owned() } else { field.keyword() };
        if !field.is_computed && !LOADING.contains(&keyword.as_str()) {
            continue;
        }
        if has_tag(&field.code) {
            let message = format!("the address in this {keyword} field comes from data");
            remarks.push(from_data(name.on(&places, field.start, message)));
            continue;
        }
        field.unlink(tree, marks);
        count(&format!("{keyword} field"), field.start);
    }
    for (kind, (node, count)) in cut {
        let message = match count {
            1 => {
                format!("this {kind} would load something from outside the document; its last content stays")
            }
            _ => format!(
                "{count} {kind}s would load something from outside the document; their last content stays"
            ),
        };
        let hint = "put its content into the document itself";
        remarks.push(name.on(&places, node, message).warning().hint(hint));
    }
    remarks
}

fn has_tag(text: &str) -> bool {
    text.contains("{{") || text.contains("{%")
}

fn from_data(error: Diagnostic) -> Diagnostic {
    error.hint(
        "documents do not load anything: put {{ picture }} in its place, and {\"$image\": ...} into the data",
    )
}

/// Where the attribute stands whose value is at `value` in the source, if it is one of [`ADDRESSES`]; `r:href` is an id.
fn address(tree: &Tree, value: &Range<usize>) -> Option<Range<usize>> {
    let space = [' ', '\t', '\r', '\n'];
    let before = tree.source()[..value.start].trim_end_matches(['"', '\'', '=', ' ', '\t', '\r', '\n']);
    let key = before.rsplit(space).next().unwrap_or_default();
    let (prefix, local) = key.rsplit_once(':').unwrap_or(("", key));
    let is_address = !value.is_empty() && prefix != "r" && ADDRESSES.contains(&local);
    is_address.then(|| before.len() - key.len()..value.end + 1)
}

/// A part without what it would load from outside, and the warnings that tell so. The tree itself, if there is nothing.
///
/// # Errors
/// As [`Tree::parse`].
pub(crate) fn without_outside_loads(
    tree: Tree,
    name: &PartName,
    bounds: Bounds<'_>,
) -> Result<(Tree, Vec<Diagnostic>), XmlError> {
    let mut marks = Marks::default();
    let remarks = cut_outside_loads(&tree, name, &mut marks);
    if marks.is_empty() {
        return Ok((tree, remarks));
    }
    let source = emit(&tree, &marks, bounds.limits, &[], |_| &Syntax::Nothing)?.source;
    Ok((Tree::parse(source.into_bytes(), bounds)?, remarks))
}

/// Whether a part has a field that lists what the document holds.
pub(crate) fn lists_contents(tree: &Tree) -> bool {
    fields(tree).iter().any(|field| LISTING.contains(&field.keyword().as_str()))
}

/// Fields of the text whose results depend on what else stands in a document, and where.
const PLACED: [&str; 4] = ["TOC", "PAGEREF", "SEQ", "NUMPAGES"];

/// Whether a part has fields whose saved results are wrong once its text is another.
pub(crate) fn depends_on_text(tree: &Tree) -> bool {
    fields(tree).iter().any(|field| PLACED.contains(&field.keyword().as_str()))
}

/// A field: a simple one, or a complex one, whose code may stand in several runs (17.16.18).
pub(crate) struct Field {
    /// `w:fldSimple`, the `w:fldChar` that begins it, or a code that stands in no field.
    pub start: NodeId,
    /// Without the codes of fields in it.
    pub code: String,
    /// Fields in its code: where in `code` each stands, and its index.
    pub inner: Vec<(usize, usize)>,
    /// The `w:fldChar` between its code and its result.
    pub separator: Option<NodeId>,
    pub end: Option<NodeId>,
    /// Of a `REF`: the index of the field `SET` that gives its bookmark its text (17.16.5.58), the last one before it.
    pub set: Option<usize>,
    /// It stands in the code of another field.
    pub is_inner: bool,
    /// Its code holds a picture.
    pub has_picture: bool,
    /// Its first word is another field's result: it may become any of [`LOADING`].
    is_computed: bool,
}

impl Field {
    fn of(start: NodeId, code: String) -> Field {
        Field {
            start,
            code,
            inner: Vec::new(),
            separator: None,
            end: None,
            set: None,
            is_inner: false,
            has_picture: false,
            is_computed: false,
        }
    }

    /// The bookmark that its code names first, in small letters.
    fn bookmark(&self) -> Option<String> {
        Instruction::parse(&self.code).argument().map(str::to_ascii_lowercase)
    }

    pub fn keyword(&self) -> String {
        self.code.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
    }

    pub fn is_simple(&self, tree: &Tree) -> bool {
        tree.is_w(self.start, "fldSimple")
    }

    /// Leaves only the result, as Word does with Ctrl+Shift+F9.
    pub fn unlink(&self, tree: &Tree, marks: &mut Marks) {
        if self.is_simple(tree) {
            marks.open(self.start, Vec::new());
            marks.leave_open(self.start);
            return;
        }
        marks.drop(self.start);
        // What runs hold up to the result is code, also that of fields in the code.
        if let Some(result) = self.separator.or(self.end) {
            let in_run = |n: &NodeId| tree.parent(*n).is_some_and(|p| tree.is_w(p, "r"));
            let code = tree.between(self.start, result).filter(|n| tree.is_element(*n) && in_run(n));
            code.filter(|n| !tree.is_w(*n, "rPr")).for_each(|n| marks.drop(n));
        }
        [self.separator, self.end].into_iter().flatten().for_each(|n| marks.drop(n));
    }
}

/// All fields, in the order of their beginnings.
pub(crate) fn fields(tree: &Tree) -> Vec<Field> {
    let mut scan = Scan::default();
    for node in tree.nodes().filter(|n| tree.ns(*n) == Ns::W) {
        match tree.local(node) {
            "fldSimple" => {
                scan.begin(Field::of(node, tree.attr(node, "instr").unwrap_or_default()));
            }
            "fldChar" => match tree.attr(node, "fldCharType").as_deref() {
                Some("begin") => {
                    let index = scan.begin(Field::of(node, String::new()));
                    scan.open.push(index);
                }
                Some("separate") => {
                    scan.innermost().into_iter().for_each(|f| f.separator = f.separator.or(Some(node)));
                }
                Some("end") => {
                    let field = scan.open.pop().and_then(|at| scan.fields.get_mut(at));
                    field.into_iter().for_each(|field| field.end = Some(node));
                }
                _ => {}
            },
            // One that stands in no field is read like one: programs differ in what they make of it.
            "instrText" | "delInstrText" => {
                let text = platen_ooxml::xml::characters::text_of(tree, node);
                match scan.code() {
                    Some(field) => field.code.push_str(&text),
                    None => scan.fields.push(Field::of(node, text)),
                }
            }
            "br" | "cr" => scan.code().into_iter().for_each(|field| field.code.push('\n')),
            "tab" if tree.parent(node).is_some_and(|p| tree.is_w(p, "r")) => {
                scan.code().into_iter().for_each(|field| field.code.push('\t'));
            }
            "drawing" | "pict" | "object" => scan.code().into_iter().for_each(|f| f.has_picture = true),
            _ => {}
        }
    }
    find_sets(&mut scan.fields);
    scan.fields
}

/// Leads each `REF` to its `SET`.
fn find_sets(fields: &mut [Field]) {
    let mut sets: HashMap<String, usize> = HashMap::new();
    for (index, field) in fields.iter_mut().enumerate() {
        match field.keyword().as_str() {
            "SET" => sets.extend(field.bookmark().map(|name| (name, index))),
            "REF" if !sets.is_empty() => {
                field.set = field.bookmark().and_then(|name| sets.get(&name).copied())
            }
            _ => {}
        }
    }
}

#[derive(Default)]
struct Scan {
    fields: Vec<Field>,
    /// Those that have not ended yet.
    open: Vec<usize>,
}

impl Scan {
    fn innermost(&mut self) -> Option<&mut Field> {
        self.open.last().and_then(|at| self.fields.get_mut(*at))
    }

    /// The field whose code is being read.
    fn code(&mut self) -> Option<&mut Field> {
        self.innermost().filter(|field| field.separator.is_none())
    }

    fn begin(&mut self, mut field: Field) -> usize {
        let index = self.fields.len();
        if let Some(outer) = self.code() {
            outer.is_computed |= outer.code.trim().is_empty();
            outer.inner.push((outer.code.len(), index));
            field.is_inner = true;
        }
        self.fields.push(field);
        index
    }
}

/// Marks a settings part so that Word updates its fields when it opens the document.
pub(crate) fn refresh(tree: &Tree) -> Marks {
    let mut marks = Marks::default();
    let Some(root) = tree.top_level().find(|n| tree.is_w(*n, "settings")) else { return marks };
    if let Some(old) = tree.child_w(root, "updateFields") {
        marks.drop(old);
    }
    let children: Vec<NodeId> = tree.children(root).filter(|n| tree.is_element(*n)).collect();
    let setting = Piece::xml("<w:updateFields w:val=\"true\"/>");
    let after = order::behind(&order::SETTINGS, "updateFields");
    match (children.iter().find(|n| after.contains(&tree.local(**n))), children.last()) {
        (Some(next), _) => marks.before(*next, setting),
        (None, Some(last)) => marks.after(*last, setting),
        (None, None) => {}
    }
    marks
}
