//! One document on its way into the file.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::codes::Codes;
use super::collected::{Collected, Ends, stretch};
use super::ids::{Renamed, Taken};
use super::join_error::unreadable;
use super::links::{Links, TYPES};
use super::list_paragraphs;
use super::lists::UsedLists;
use super::sections::{Edge, End, Plan, Sections};
use super::settings::{Notes, notes, without_update};
use super::store::Store;
use super::story::{Rewriting, Story, is_separator};
use super::{JoinError, Joiner, Late, Pending};
use crate::Bounds;
use crate::package::{Package, Part, Relationship, Relationships, Target};
use crate::style_lists::StyleLists;
use crate::xml::{NodeId, Tree};

/// Parts of which a file has those of its first document.
const OF_FIRST: [&str; 9] = [
    "theme",
    "fontTable",
    "webSettings",
    "glossaryDocument",
    "people",
    "customXml",
    "stylesWithEffects",
    "keyMapCustomizations",
    "recipientData",
];

/// Parts that are joined otherwise, and those that say of single paragraphs what no longer holds.
const NOT_LINKED: [&str; 9] = [
    "styles",
    "numbering",
    "settings",
    "footnotes",
    "endnotes",
    "comments",
    "commentsExtended",
    "commentsIds",
    "commentsExtensible",
];

/// Parts to which each document adds something.
const COLLECTED: [(&str, Story); 4] = [
    ("footnotes", Story::Footnotes),
    ("endnotes", Story::Endnotes),
    ("comments", Story::Comments),
    ("commentsExtended", Story::CommentsExtended),
];

/// Parts in parts: a chart has a workbook, a picture in a header has none.
const DEEPEST: usize = 8;

/// See the module.
pub(super) struct Document<'a> {
    package: &'a Package,
    bounds: Bounds<'a>,
    /// From 1.
    number: u32,
    relationships: Arc<Relationships>,
    main: Tree,
    /// Headers and footers by the names of their parts.
    edges: Vec<(String, Tree)>,
    notes: Vec<(Relationship, Story, Tree)>,
    styles: Option<Tree>,
    numbering: Option<Tree>,
    settings: Option<Tree>,
    renamed: Renamed,
    /// Parts that have their place in the file, by their names: each is looked at once, however many ways lead to it.
    placed: RefCell<HashMap<String, String>>,
}

/// The whole of a document, for those parts of it that are written.
struct Facts {
    codes: Codes,
    style_lists: StyleLists,
    /// What begins the document, and what stands at its end.
    before: String,
    mark: String,
}

impl Facts {
    /// What a part of the document is rewritten with.
    fn rewriting<'a>(
        &'a mut self,
        taken: &'a mut Taken,
        renamed: &'a mut Renamed,
        links: &'a HashMap<String, String>,
        renews: bool,
    ) -> Rewriting<'a> {
        Rewriting { taken, renamed, codes: &mut self.codes, links, style_lists: &self.style_lists, renews }
    }
}

impl<'a> Document<'a> {
    pub fn read(package: &'a Package, bounds: Bounds<'a>, number: u32) -> Result<Document<'a>, JoinError> {
        let tree_of = |name: &str| tree(package, name, bounds);
        let main = package.main_document();
        let relationships = package.relationships_within(main, bounds.budget)?;
        let missing = || JoinError::Refused("it has no text".to_owned());
        let mut edges = Vec::new();
        let mut seen = HashSet::new();
        for name in
            relationships.of_kind("header").chain(relationships.of_kind("footer")).filter_map(|r| r.part())
        {
            if seen.insert(name)
                && let Some(tree) = tree_of(name)?
            {
                edges.push((name.to_owned(), tree));
            }
        }
        let mut notes = Vec::new();
        for (kind, story) in COLLECTED {
            let Some(relationship) = relationships.iter().find(|r| r.kind() == kind) else { continue };
            if let Some(tree) = relationship.part().map(tree_of).transpose()?.flatten() {
                notes.push((relationship.clone(), story, tree));
            }
        }
        let of_kind = |kind| relationships.part_of_kind(kind).map(tree_of).transpose().map(Option::flatten);
        let (styles, numbering, settings) = (of_kind("styles")?, of_kind("numbering")?, of_kind("settings")?);
        Ok(Document {
            package,
            bounds,
            number,
            main: tree_of(main)?.ok_or_else(missing)?,
            edges,
            notes,
            styles,
            numbering,
            settings,
            relationships: relationships.clone(),
            renamed: Renamed::default(),
            placed: RefCell::default(),
        })
    }

    /// Writes it into the file.
    pub fn join(mut self, joiner: &mut Joiner) -> Result<(), JoinError> {
        let root = self.main.top_level().find(|n| self.main.is_element(*n));
        let body = root.and_then(|root| self.main.child_w(root, "body"));
        let body = body.ok_or_else(|| JoinError::Refused("it has no body".to_owned()))?;
        self.begin(joiner, Ends::around(&self.main, body))?;
        let sections = Sections::of(&self.main, body)?;
        joiner.nodes += self.main.nodes().count();
        self.rename_bookmarks(joiner);
        let mut facts = self.facts(joiner, &sections);
        self.add_lists(joiner, &mut facts.style_lists);
        self.place_edges(joiner, &mut facts)?;
        self.write_body(joiner, body, &sections, &mut facts)?;
        self.write_notes(joiner, &mut facts)
    }

    fn texts(&self) -> impl Iterator<Item = &Tree> {
        let notes = self.notes.iter().map(|(.., tree)| tree);
        std::iter::once(&self.main).chain(self.edges.iter().map(|(_, tree)| tree)).chain(notes)
    }

    /// What a file has once: its text's root, settings, styles and properties.
    fn begin(&mut self, joiner: &mut Joiner, ends: Ends) -> Result<(), JoinError> {
        let other = |what: &str| {
            JoinError::Refused(format!(
                "its {what} differ from those of the documents before it, and one Word document has only one of them; \
                 leave out `merge`, or use the format `.pdf`"
            ))
        };
        match &joiner.main {
            Some(main) if main.head != ends.head => return Err(other("namespaces")),
            Some(_) => {}
            None => {
                let name = joiner.store.free_name(self.package.main_document());
                let kind = self.package.content_type(self.package.main_document()).unwrap_or_default();
                joiner.main = Some(Collected::new(name, kind, &ends));
            }
        }
        self.begin_late(joiner, "styles")?;
        self.begin_late(joiner, "numbering")?;
        if let Some(tree) = &self.settings {
            match &mut joiner.settings {
                None => joiner.settings = self.late(joiner, "settings", tree.source())?,
                Some(settings) => {
                    let first = parse(settings.text.clone(), "settings", self.bounds)?;
                    if without_update(&first) != without_update(tree) {
                        return Err(other("settings"));
                    }
                    // Of one whose fields could not be updated, it is the file that asks for it.
                    if tree.source().len() > settings.text.len() {
                        tree.source().clone_into(&mut settings.text);
                    }
                }
            }
        }
        if let Some(tree) = &self.styles {
            joiner.styles.add(tree)?;
        }
        if self.number == 1 {
            joiner.properties = self.properties()?;
        }
        Ok(())
    }

    fn begin_late(&mut self, joiner: &mut Joiner, kind: &'static str) -> Result<(), JoinError> {
        if !joiner.late.contains_key(kind)
            && let Some(late) = self.late(joiner, kind, "")?
        {
            joiner.late.insert(kind, late);
        }
        Ok(())
    }

    /// A part of the text that is written at the end.
    fn late(&self, joiner: &mut Joiner, kind: &str, text: &str) -> Result<Option<Late>, JoinError> {
        let Some(relationship) = self.relationships.of_kind(kind).next() else { return Ok(None) };
        let Some(name) = relationship.part().filter(|name| self.package.part(name).is_some()) else {
            return Ok(None);
        };
        let links = self.links_of(name, joiner, 0)?;
        Ok(Some(Late {
            name: joiner.store.free_name(name),
            content_type: self.package.content_type(name).unwrap_or_default().to_owned(),
            text: text.to_owned(),
            relationship: relationship.clone(),
            links,
        }))
    }

    fn properties(&self) -> Result<Vec<(Relationship, Part)>, JoinError> {
        let own = self.package.relationships_within("", self.bounds.budget)?;
        let kinds = ["core-properties", "extended-properties", "custom-properties"];
        let own = own.iter().filter(|r| kinds.contains(&r.kind()));
        Ok(own.filter_map(|r| Some((r.clone(), self.package.part(r.part()?)?.clone()))).collect())
    }

    fn rename_bookmarks(&mut self, joiner: &mut Joiner) {
        let mut seen: HashMap<String, String> = HashMap::new();
        for tree in self.texts() {
            for node in tree.nodes().filter(|n| tree.is_w(*n, "bookmarkStart")) {
                let Some(range) = tree.attr_range(node, "name") else { continue };
                let name = &tree.source()[range];
                seen.entry(name.to_lowercase()).or_insert_with(|| joiner.taken.bookmark(name));
            }
        }
        seen.retain(|name, new| *name != new.to_lowercase());
        self.renamed.names = seen;
    }

    /// What the fields of the document have to say.
    fn facts(&self, joiner: &mut Joiner, sections: &Sections) -> Facts {
        let mut code = String::new();
        for tree in self.texts() {
            for node in tree.nodes() {
                if tree.is_w(node, "instrText") {
                    code.extend(tree.children(node).map(|text| tree.chars(text).into_owned()));
                } else if tree.is_w(node, "fldSimple") {
                    code.push_str(&tree.attr(node, "instr").unwrap_or_default());
                }
            }
        }
        let code = code.to_ascii_uppercase();
        let (mut before, mut mark) = (String::new(), String::new());
        let whole = joiner.taken.bookmark("_Document");
        if code.contains("TOC") || code.contains("INDEX") {
            let id = joiner.taken.fresh();
            before = format!("<w:bookmarkStart w:id=\"{id}\" w:name=\"{whole}\"/>");
            mark = format!("<w:bookmarkEnd w:id=\"{id}\"/>");
        }
        let pages = if sections.all.len() <= 1 {
            Some("SECTIONPAGES".to_owned())
        } else if sections.are_numbered_through(&self.main) {
            let (name, id) = (joiner.taken.bookmark("_LastPage"), joiner.taken.fresh());
            if code.contains("NUMPAGES") {
                mark.push_str(&format!(
                    "<w:bookmarkStart w:id=\"{id}\" w:name=\"{name}\"/><w:bookmarkEnd w:id=\"{id}\"/>"
                ));
            }
            Some(format!("PAGEREF {name}"))
        } else {
            None
        };
        let own = self.properties().unwrap_or_default();
        let is_known = |part: &Part| joiner.properties.iter().any(|(_, known)| known.holds_as(part));
        let codes = Codes {
            pages,
            whole,
            number: self.number,
            counted: HashSet::new(),
            has_own_properties: !own.iter().all(|(_, part)| is_known(part)),
        };
        Facts { codes, style_lists: StyleLists::default(), before, mark }
    }

    /// Gives the document lists of its own.
    fn add_lists(&mut self, joiner: &mut Joiner, style_lists: &mut StyleLists) {
        let Some(numbering) = &self.numbering else { return };
        if joiner.lists.part.is_none() {
            joiner.lists.add(numbering, &UsedLists::default());
            return;
        }
        *style_lists = StyleLists::of(self.styles.as_ref(), Some(numbering));
        let mut used = UsedLists::default();
        for tree in self.texts() {
            for node in tree.nodes() {
                let list = if tree.is_w(node, "numPr") {
                    let value = |local| tree.child_w(node, local).and_then(|n| tree.attr(n, "val"));
                    let level = value("ilvl").and_then(|level| level.parse().ok()).unwrap_or_default();
                    value("numId").map(|list| (list, level))
                } else if tree.is_w(node, "p") {
                    list_paragraphs::list_of(style_lists, tree, node)
                } else {
                    continue;
                };
                if let Some((list, level)) = list.filter(|(list, _)| list != "0") {
                    used.add(list, level);
                }
            }
        }
        self.renamed.lists = joiner.lists.add(numbering, &used);
    }

    /// The relationships of a part with their targets in the file, under their own ids.
    fn links_of(&self, name: &str, joiner: &mut Joiner, depth: usize) -> Result<Links, JoinError> {
        let relationships = self.package.relationships_within(name, self.bounds.budget)?;
        let mut links = Links::default();
        for relationship in relationships.iter() {
            if let Some(target) = self.target(relationship, &mut joiner.store, depth)? {
                links.keep(relationship, &target);
            }
        }
        Ok(links)
    }

    /// Where a relationship leads in the file; nothing if it leads nowhere.
    fn target(
        &self,
        relationship: &Relationship,
        store: &mut Store,
        depth: usize,
    ) -> Result<Option<Target>, JoinError> {
        let Some(name) = relationship.part() else { return Ok(Some(relationship.target.clone())) };
        if name.eq_ignore_ascii_case(self.package.main_document()) {
            return Ok(Some(relationship.target.clone()));
        }
        if let Some(placed) = self.placed.borrow().get(name) {
            return Ok(Some(Target::Internal(placed.clone())));
        }
        let Some(part) = self.package.part(name) else { return Ok(None) };
        if depth >= DEEPEST {
            return Err(JoinError::Refused(format!(
                "its parts refer to one another more than {DEEPEST} times"
            )));
        }
        let mut links = Links::default();
        for inner in self.package.relationships_within(name, self.bounds.budget)?.iter() {
            self.bounds.budget.spend(1)?;
            if let Some(target) = self.target(inner, store, depth + 1)? {
                links.keep(inner, &target);
            }
        }
        let placed = store.keep(part, &links);
        self.placed.borrow_mut().insert(name.to_owned(), placed.clone());
        Ok(Some(Target::Internal(placed)))
    }

    /// Headers and footers. Those that say the same are one.
    fn place_edges(&mut self, joiner: &mut Joiner, facts: &mut Facts) -> Result<(), JoinError> {
        for (name, tree) in std::mem::take(&mut self.edges) {
            let links = self.links_of(&name, joiner, 0)?;
            let kind = self.package.content_type(&name).unwrap_or_default();
            let mut text = |renews: bool, joiner: &mut Joiner| {
                let none = HashMap::new();
                let mut rewriting = facts.rewriting(&mut joiner.taken, &mut self.renamed, &none, renews);
                let changes = rewriting.changes(&tree, Story::Edge)?;
                Ok::<_, JoinError>(crate::xml::changed(tree.source(), changes))
            };
            let same = Part::new(&name, kind, text(false, joiner)?.as_bytes());
            let key = (bytes::Bytes::copy_from_slice(same.compressed()), links.xml().to_owned());
            let placed = match joiner.edges.get(&key) {
                Some(placed) => placed.clone(),
                None => {
                    let placed = joiner.store.free_name(&name);
                    let part = Part::new(&placed, kind, text(true, joiner)?.as_bytes());
                    joiner.store.add(part, &links);
                    joiner.edges.insert(key, placed.clone());
                    placed
                }
            };
            self.placed.borrow_mut().insert(name, placed);
        }
        Ok(())
    }

    /// The relationships of the text, its notes or comments in those of the file: what its ids become.
    fn link(
        &self,
        relationships: &Relationships,
        links: &mut Links,
        store: &mut Store,
    ) -> Result<HashMap<String, String>, JoinError> {
        let mut ids = HashMap::new();
        for relationship in relationships.iter() {
            let kind = relationship.kind();
            if NOT_LINKED.contains(&kind) || (self.number > 1 && OF_FIRST.contains(&kind)) {
                continue;
            }
            if let Some(target) = self.target(relationship, store, 0)? {
                ids.insert(relationship.id.clone(), links.add(relationship, target));
            }
        }
        Ok(ids)
    }

    fn write_body(
        &mut self,
        joiner: &mut Joiner,
        body: NodeId,
        sections: &Sections,
        facts: &mut Facts,
    ) -> Result<(), JoinError> {
        let Some(mut main) = joiner.main.take() else { return Ok(()) };
        let links = self.link(&self.relationships, &mut main.links, &mut joiner.store)?;
        let tree = &self.main;
        let mut rewriting = facts.rewriting(&mut joiner.taken, &mut self.renamed, &links, true);
        let mut changes = rewriting.changes(tree, Story::Body)?;
        let mut blanks = String::new();
        for edge in sections.missing(tree, &joiner.inherited) {
            let known = joiner.blank.entry(edge);
            blanks.push_str(known.or_insert_with(|| blank(edge, tree, &mut joiner.store, &mut main.links)));
        }
        let said = |local| self.settings.as_ref().map_or_else(Notes::default, |tree| notes(tree, local));
        let uses = |local: &str| tree.nodes().any(|n| tree.is_w(n, local));
        let (footnotes, endnotes) = (said("footnotePr"), said("endnotePr"));
        let uses_endnotes = uses("endnoteReference");
        let has_endnotes = !endnotes.by_section && uses_endnotes;
        joiner.has_endnotes |= has_endnotes;
        let plan = Plan {
            blank: &blanks,
            follows: self.number > 1,
            footnotes: !footnotes.restarts && uses("footnoteReference"),
            footnote_settings: &footnotes.said,
            endnotes: uses_endnotes && !endnotes.restarts,
            endnotes_wait: has_endnotes,
            endnote_settings: &endnotes.said,
        };
        sections.changes(tree, &plan, &mut changes);
        let blocks: Vec<NodeId> = tree.children(body).filter(|n| tree.is_element(*n)).collect();
        let range = Ends::inside(tree, body);
        let end =
            End::of(tree, range.clone(), &blocks, sections.last, &facts.mark, uses_endnotes, &mut changes);
        changes.sort_by_key(|(range, _)| (range.start, range.end));
        self.bounds.budget.spend(tree.source().len() as u64)?;

        let mut out = String::new();
        if let Some(Pending { end, rest, section }) = joiner.pending.take() {
            out.extend([end.before.as_str(), &section, &end.behind, &rest]);
        }
        out.push_str(&facts.before);
        out.push_str(&stretch(tree, &changes, range.start..end.split));
        main.growing.push(out.as_bytes());
        let rest = stretch(tree, &changes, end.rest.clone());
        let section = match sections.last {
            Some(last) => stretch(tree, &changes, tree.range(last)),
            None => plan.implied(sections.all.is_empty()),
        };
        joiner.inherited.extend(sections.edges(tree));
        joiner.pending = Some(Pending { end, rest, section });
        joiner.main = Some(main);
        Ok(())
    }

    fn write_notes(mut self, joiner: &mut Joiner, facts: &mut Facts) -> Result<(), JoinError> {
        for (relationship, story, tree) in std::mem::take(&mut self.notes) {
            let (Some(ends), Some(name)) = (Ends::of(&tree), relationship.part()) else { continue };
            let kind = relationship.kind().to_owned();
            let known = joiner.collected.remove(&kind);
            let is_first = known.is_none();
            let (mut collected, rel_type) = known.unwrap_or_else(|| {
                let content_type = self.package.content_type(name).unwrap_or_default();
                let name = joiner.store.free_name(name);
                (Collected::new(name, content_type, &ends), relationship.rel_type.clone())
            });
            if collected.head != ends.head {
                return Err(JoinError::Refused(format!(
                    "its {kind} are not written as those of the documents before it; leave out `merge`, or use the format `.pdf`"
                )));
            }
            let notes: Vec<NodeId> = tree.children(ends.root).filter(|n| tree.is_element(*n)).collect();
            if is_first {
                let separators = notes.iter().filter(|n| is_separator(&tree, **n));
                let ids = separators.filter_map(|n| tree.attr(*n, "id")?.parse().ok());
                ids.for_each(|id| joiner.taken.pass(id));
            }
            let own = self.package.relationships_within(name, self.bounds.budget)?;
            let links = self.link(&own, &mut collected.links, &mut joiner.store)?;
            let mut rewriting = facts.rewriting(&mut joiner.taken, &mut self.renamed, &links, true);
            let mut changes = rewriting.changes(&tree, story)?;
            changes.sort_by_key(|(range, _)| (range.start, range.end));
            let mut out = String::new();
            for note in notes.into_iter().filter(|n| is_first || !is_separator(&tree, *n)) {
                out.push_str(&stretch(&tree, &changes, tree.range(note)));
            }
            collected.growing.push(out.as_bytes());
            joiner.collected.insert(kind, (collected, rel_type));
        }
        Ok(())
    }
}

/// A reference to a header or footer that shows nothing.
fn blank((local, kind): Edge, tree: &Tree, store: &mut Store, links: &mut Links) -> String {
    let root = tree.top_level().find(|n| tree.is_element(*n));
    let ns = root.and_then(|root| tree.attr(root, "w")).unwrap_or_default();
    let (part, element) = if local == "headerReference" { ("header", "hdr") } else { ("footer", "ftr") };
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:{element} xmlns:w=\"{ns}\"><w:p><w:pPr>\
         <w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" w:lineRule=\"exact\"/></w:pPr></w:p></w:{element}>"
    );
    let content_type = format!("application/vnd.openxmlformats-officedocument.wordprocessingml.{part}+xml");
    let name = store.keep(
        &Part::new(&format!("word/{part}_blank.xml"), &content_type, xml.as_bytes()),
        &Links::default(),
    );
    let relationship = Relationship {
        id: format!("rId_{part}"),
        rel_type: format!("{TYPES}{part}"),
        target: Target::Internal(name.clone()),
    };
    let id = links.add(&relationship, Target::Internal(name));
    let r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    format!("<w:{local} xmlns:r=\"{r}\" w:type=\"{kind}\" r:id=\"{id}\"/>")
}

fn tree(package: &Package, name: &str, bounds: Bounds<'_>) -> Result<Option<Tree>, JoinError> {
    let Some(part) = package.part(name) else { return Ok(None) };
    let source = package.read_within(part, bounds.budget)?;
    let tree = Tree::parse(source, bounds).and_then(|tree| tree.usual(bounds));
    tree.map(Some).map_err(unreadable(name))
}

fn parse(source: String, name: &str, bounds: Bounds<'_>) -> Result<Tree, JoinError> {
    Tree::parse(source.into_bytes(), bounds).map_err(unreadable(name))
}
