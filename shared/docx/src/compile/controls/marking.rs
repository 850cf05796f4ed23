//! Goes over the content controls of a part and marks the output of each.

use std::collections::BTreeSet;

use super::binding::{self, Binding, Leads};
use super::control_properties::{self, Control};
use super::control_site::ControlKind;
use super::fill;
use super::picture_control::picture;
use super::repeating_section::{repeat, write_each};
use crate::compile::data_stores::Stores;
use crate::compile::drop;
use crate::compile::foreign::opendope::{OpenDope, Role, Test};
use crate::compile::site::Whole;
use crate::text::marks::Piece;
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::syntax::Syntax;
use crate::text::{Marks, syntax};
use platen_ooxml::xml::characters::text_of;
use platen_ooxml::xml::{NodeId, Tree};
use platen_ooxml::{Diagnostic, Exhausted};

/// What compiling a part gathers from its controls.
pub(crate) struct Gathered<'m> {
    /// The index of a control is its id in compiled code.
    pub controls: &'m mut Vec<Control>,
    pub stores: &'m mut Stores,
    pub marks: &'m mut Marks,
    pub remarks: &'m mut Vec<Diagnostic>,
}

/// Marks the content controls of a part. `tagged` holds the paragraphs with tags: a control around such text is
/// not a field itself. Returns the repeating sections, and what is left out when a control is empty.
pub(crate) fn mark(
    tree: &Tree,
    name: &PartName,
    tagged: &BTreeSet<NodeId>,
    gathered: Gathered<'_>,
) -> Result<(Vec<NodeId>, Vec<NodeId>), Exhausted> {
    let opendope = gathered.stores.opendope();
    let mut marking = Marking {
        tree,
        name,
        tagged,
        places: Places::new(tree),
        gathered,
        repeated: Vec::new(),
        dropping: Vec::new(),
        around: Vec::new(),
        filled_until: None,
    };
    for sdt in tree.nodes().filter(|n| tree.is_w(*n, "sdt")) {
        tree.check()?;
        marking.control(sdt, &opendope);
    }
    let dropped = marking.take_along();
    Ok((marking.repeated, dropped))
}

struct Marking<'m> {
    tree: &'m Tree,
    name: &'m PartName,
    tagged: &'m BTreeSet<NodeId>,
    places: Places<'m>,
    gathered: Gathered<'m>,
    repeated: Vec<NodeId>,
    /// What may go when it is empty, by the control and its id.
    dropping: Vec<(NodeId, usize)>,
    /// The sections around the control at hand, each by its control and id; the innermost last.
    around: Vec<(NodeId, usize)>,
    /// The last control that was filled.
    filled_until: Option<NodeId>,
}

impl Marking<'_> {
    fn control(&mut self, sdt: NodeId, opendope: &OpenDope) {
        let tree = self.tree;
        while self.around.pop_if(|(section, _)| !tree.within(sdt, *section)).is_some() {}
        // What lies in a filled control goes with its old content.
        if self.filled_until.is_some_and(|outer| tree.within(sdt, outer)) {
            return;
        }
        let Some(mut control) = control_properties::read(tree, sdt, self.name) else { return };
        let Some(content) = tree.child_w(sdt, "sdtContent") else { return };
        let tag = control.site.tag.clone().unwrap_or_default();
        match opendope.role(&tag) {
            None => {}
            Some(Role::Shows(binding)) => {
                let binding = control.binding.as_ref().or(binding);
                control.site.name = binding.map_or(String::new(), |b| b.path_in(self.bindings()));
                control.binding = binding.cloned();
            }
            Some(Role::Repeats(binding)) => return self.repeats(sdt, binding, control),
            Some(Role::Depends(test)) => return self.depends(sdt, test, &control),
            Some(Role::Unknown(why)) => {
                let message = format!("the content control {tag:?} stays as it is: {why}");
                let hint = "put `{% if ... %}` and `{% endif %}`, or `{% for ... %}` and `{% endfor %}`, in its place";
                return self.remark(sdt, message, hint);
            }
        }
        if control.kind() == ControlKind::RepeatingSection {
            self.section(sdt, content, control);
        } else if is_leaf(tree, content, self.tagged) {
            self.value(sdt, content, control);
        }
    }

    /// A control of OpenDoPE that is written once for each element.
    fn repeats(&mut self, sdt: NodeId, binding: &Binding, control: Control) {
        let name = binding.path_in(self.bindings());
        let mut control = Control::of(ControlKind::RepeatingSection, name, Vec::new(), control.site.location);
        control.binding = Some(binding.clone());
        let id = self.add(control);
        write_each(sdt, sdt, id, self.tree, self.gathered.marks);
        if self.is_repeated_in_store(id) {
            binding::count(sdt, id, self.gathered.marks);
        }
        self.repeated.push(sdt);
        self.around.push((sdt, id));
    }

    /// A control of OpenDoPE that is written when a test holds.
    fn depends(&mut self, sdt: NodeId, test: &Test, control: &Control) {
        let outer: Vec<Binding> = self.bindings().cloned().collect();
        let path = |binding: &Binding| binding.path_in(outer.iter());
        let test = test.code(&path, &control.site.location, self.gathered.controls);
        let open = Piece::statement(syntax::code(&Syntax::If(test)));
        self.gathered.marks.around(sdt, open, Piece::statement("endif"));
        self.repeated.push(sdt);
    }

    /// A repeating section of Word.
    fn section(&mut self, sdt: NodeId, content: NodeId, control: Control) {
        if !control.is_named() {
            return self.unnamed(sdt, "repeating section");
        }
        let tree = self.tree;
        let id = self.add(control);
        self.dropping.push((sdt, id));
        let Some(pattern) = repeat(tree, sdt, content, id, self.gathered.marks) else { return };
        if self.is_repeated_in_store(id) {
            binding::count(pattern, id, self.gathered.marks);
            self.lead(sdt, id, Leads::ToAll);
        } else {
            binding::drop(tree, sdt, self.gathered.marks);
        }
        self.repeated.push(sdt);
        self.around.push((sdt, id));
    }

    /// A control that shows one value.
    fn value(&mut self, sdt: NodeId, content: NodeId, control: Control) {
        if !control.is_named() {
            return self.unnamed(sdt, control.kind_in_words());
        }
        let tree = self.tree;
        let kind = control.kind();
        let id = self.add(control);
        self.dropping.push((sdt, id));
        self.warn_of_twin(sdt, id);
        let repeats = !self.around.is_empty();
        let binding = self.gathered.controls[id].binding.as_ref();
        let is_stored = binding.is_some_and(|b| self.gathered.stores.bind(b, id, kind, repeats));
        if kind == ControlKind::Picture {
            if is_stored {
                self.renumber(sdt, id, Leads::ToOne);
            }
            return picture(tree, sdt, content, id, self.gathered.marks);
        }
        if is_stored {
            self.lead(sdt, id, Leads::ToOne);
        } else {
            binding::drop(tree, sdt, self.gathered.marks);
        }
        let control = &self.gathered.controls[id];
        if fill::fill(tree, sdt, content, id, control, self.gathered.marks) {
            self.filled_until = Some(sdt);
        }
    }

    /// Tells of an earlier control that is bound to the same value under another name.
    fn warn_of_twin(&mut self, sdt: NodeId, id: usize) {
        let controls = &*self.gathered.controls;
        let Some(binding) = controls[id].binding.as_ref() else { return };
        let Some(twin) = self.gathered.stores.first_of_node(binding, id) else { return };
        let (first, second) = (&controls[twin].site.name, &controls[id].site.name);
        if first != second {
            let message = format!(
                "the controls {first:?} and {second:?} are bound to the same value of the document, so Word shows the same text in both"
            );
            self.remark(sdt, message, "give both the same tag, or bind one of them to another value");
        }
    }

    /// Lets the binding of a control lead to its element, or goes without a binding.
    fn lead(&mut self, sdt: NodeId, id: usize, leads: Leads) {
        if !self.renumber(sdt, id, leads) {
            binding::drop(self.tree, sdt, self.gathered.marks);
        }
    }

    fn renumber(&mut self, sdt: NodeId, id: usize, leads: Leads) -> bool {
        let controls = &*self.gathered.controls;
        let Some(own) = controls[id].binding.as_ref() else { return false };
        let outer: Vec<_> =
            self.around.iter().map(|(_, around)| (*around, controls[*around].binding.as_ref())).collect();
        binding::renumber(self.tree, sdt, own, &outer, leads, self.gathered.marks)
    }

    fn is_repeated_in_store(&mut self, id: usize) -> bool {
        let binding = self.gathered.controls[id].binding.as_ref();
        binding.is_some_and(|b| self.gathered.stores.repeat(b, id))
    }

    /// What the sections around a control are bound to, the innermost first.
    fn bindings(&self) -> impl Iterator<Item = &Binding> {
        self.around.iter().rev().filter_map(|(_, id)| self.gathered.controls[*id].binding.as_ref())
    }

    fn add(&mut self, control: Control) -> usize {
        self.gathered.controls.push(control);
        self.gathered.controls.len() - 1
    }

    /// Lets what controls ask for go with them when they are empty, and returns it.
    fn take_along(&mut self) -> Vec<NodeId> {
        let mut dropped = Vec::new();
        for (sdt, id) in std::mem::take(&mut self.dropping) {
            let Control { site, drops, .. } = &self.gathered.controls[id];
            let Some(whole) = drops else {
                if let Some(word) = Whole::meant(&site.name) {
                    let message =
                        format!("the content control {:?} is filled from the field of this name", site.name);
                    let hint = format!("to leave out what is empty, write `?{word}` at the end of its tag");
                    self.remark(sdt, message, &hint);
                }
                continue;
            };
            match whole.around(self.tree, sdt) {
                Ok(node) => {
                    drop::guard(node, &drop::of_control(id), self.gathered.marks);
                    dropped.push(node);
                }
                Err((message, hint)) => {
                    let tag = site.tag.as_deref().unwrap_or(&site.name);
                    let message = format!("the content control {tag:?} {message}");
                    let remark = self.name.on(&self.places, sdt, message).hint(hint);
                    self.gathered.remarks.push(remark);
                }
            }
        }
        dropped
    }

    fn remark(&mut self, sdt: NodeId, message: String, hint: &str) {
        let remark = self.name.on(&self.places, sdt, message).warning().hint(hint);
        self.gathered.remarks.push(remark);
    }

    fn unnamed(&mut self, sdt: NodeId, kind: &str) {
        let remark = unnamed(self.tree, &self.places, sdt, self.name, kind);
        self.gathered.remarks.push(remark);
    }
}

/// Whether a control's content is one value: no tags and no other controls with names in it.
fn is_leaf(tree: &Tree, content: NodeId, tagged: &BTreeSet<NodeId>) -> bool {
    let holds_tags = tagged.range(content..).next().is_some_and(|p| tree.within(*p, content));
    // Inline controls: the paragraph is around the control, so look at the text itself.
    let own_text = tree.descendants(content).filter(|n| tree.is_w(*n, "t"));
    let writes_tags = own_text.map(|n| tree.outer(n)).any(|t| t.contains("{{") || t.contains("{%"));
    let holds_controls = tree
        .descendants(content)
        .filter(|n| tree.is_w(*n, "sdt"))
        .any(|n| control_properties::is_field(tree, n));
    let rows_or_tables = tree.children(content).any(|n| tree.is_w(n, "tr") || tree.is_w(n, "tbl"));
    !holds_tags && !writes_tags && !holds_controls && !rows_or_tables
}

fn unnamed(tree: &Tree, places: &Places<'_>, sdt: NodeId, name: &PartName, kind: &str) -> Diagnostic {
    let text: String =
        tree.descendants(sdt).filter(|n| tree.is_w(*n, "t")).map(|n| text_of(tree, n)).collect();
    let mut remark = name
        .on(places, sdt, format!("this {kind} control has neither tag nor title, so no data can fill it"))
        .hint("in Word: Developer, Properties, then type a name such as customer.name into Tag")
        .warning();
    remark.excerpt = crate::text::report::excerpt(&text, &(0..0)).0;
    remark.width = remark.excerpt.chars().count();
    remark
}
