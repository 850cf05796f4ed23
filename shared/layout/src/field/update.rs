//! Writes new field results into all parts of a document.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::DateTime;
use platen_ooxml::package::Package;
use platen_ooxml::xml::Tree;
use platen_ooxml::{Bounds, Budget, Limits};

use super::contents::Contents;
use super::edit::Edits;
use super::evaluate::{Evaluation, Known, Outcome, Part};
use super::facts::{Facts, Lists};
use super::part_text::Reading;
use super::properties::Properties;
use super::scan::Scan;
use super::style_names::StyleNames;
use super::{FieldResult, contents, write};
use crate::error::LayoutError;
use crate::options::Fields;
use crate::source::Source;
use crate::undrawn::UndrawnList;

/// Code of the warnings about fields.
pub(crate) const CODE: &str = "field";

/// The outcome of an update.
pub(crate) struct Update {
    /// Parts with new text.
    pub changed: Vec<(String, Vec<u8>)>,
    /// Whether anything reads otherwise now.
    pub moves: bool,
    pub results: Vec<FieldResult>,
    /// Fields that keep their saved results, and why.
    pub told: UndrawnList,
}

/// How fields are computed.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'s> {
    pub limits: &'s Limits,
    pub budget: &'s Budget,
    pub fields: Fields,
    pub now: Option<DateTime>,
    pub file_name: Option<&'s str>,
}

/// A part whose fields have been found.
struct Open {
    name: String,
    tree: Tree,
    scan: Scan,
}

/// Computes all fields of a document.
pub(crate) fn update(
    source: &Source<'_>,
    facts: &Facts,
    settings: Settings<'_>,
) -> Result<Update, LayoutError> {
    let bounds = Bounds { limits: settings.limits, budget: settings.budget };
    let open = |name: &str| -> Result<Tree, LayoutError> {
        let bytes = source.read(name, settings.budget)?;
        Tree::parse(bytes, bounds).map_err(|error| LayoutError::xml(name, error))
    };
    let package = source.package;
    let main_name = package.main_document();
    let relationships = package.relationships_within(main_name, settings.budget)?;
    let of_kind = |kind: &str| relationships.part_of_kind(kind).map(ToOwned::to_owned);

    let styles_name = of_kind("styles");
    let styles_tree = styles_name.as_deref().map(open).transpose()?;
    let styles = styles_tree.as_ref().map(StyleNames::read).unwrap_or_default();
    let variables = match of_kind("settings") {
        Some(name) => variables(&open(&name)?),
        None => HashMap::new(),
    };
    let known = Known {
        facts,
        lists: &Lists::of(&facts.story),
        styles: &styles,
        properties: &Properties::read(source, bounds)?,
        variables: &variables,
        fields: settings.fields,
        now: settings.now,
        file_name: settings.file_name,
    };

    let mut update =
        Update { changed: Vec::new(), moves: false, results: Vec::new(), told: UndrawnList::default() };
    let tree = open(main_name)?;
    let main = Open { scan: Scan::of(&tree), name: main_name.to_owned(), tree };
    main.tree.check()?;
    let part = Part { tree: &main.tree, scan: &main.scan, is_main: true, is_header: false, main: None };
    let evaluation = Evaluation::of(&known, &part);
    main.tree.check()?;
    let mut missing = BTreeSet::new();
    update.part(&main, &part, &known, &evaluation, &mut missing)?;

    if settings.fields == Fields::Updated {
        for name in other_parts(package) {
            let tree = open(&name)?;
            let own = Open { scan: Scan::of(&tree), name, tree };
            own.tree.check()?;
            if own.scan.fields.is_empty() {
                continue;
            }
            let is_header = own.name.contains("header") || own.name.contains("footer");
            let is_note = own.name.contains("note");
            let part = Part {
                tree: &own.tree,
                scan: &own.scan,
                is_main: false,
                is_header: is_header && !is_note,
                main: Some((&main.tree, &main.scan, &evaluation.values)),
            };
            let evaluation = Evaluation::of(&known, &part);
            own.tree.check()?;
            update.part(&own, &part, &known, &evaluation, &mut missing)?;
        }
    }
    if let (Some(name), Some(tree), false) = (styles_name, styles_tree, missing.is_empty()) {
        update.add_styles(name, &tree, &missing);
    }
    Ok(update)
}

/// Headers, footers and notes, by their content types.
fn other_parts(package: &Package) -> Vec<String> {
    let kinds = ["header+xml", "footer+xml", "footnotes+xml", "endnotes+xml"];
    let is_story = |kind: &str| kinds.iter().any(|own| kind.ends_with(own));
    let parts = package.parts().iter().filter(|part| part.content_type().is_some_and(is_story));
    parts.map(|part| part.name().to_owned()).collect()
}

/// Variables of the document (17.15.1.30), by their names in small letters.
fn variables(settings: &Tree) -> HashMap<String, String> {
    let own = settings.nodes().filter(|node| settings.is_w(*node, "docVar"));
    own.filter_map(|node| Some((settings.attr(node, "name")?.to_lowercase(), settings.attr(node, "val")?)))
        .collect()
}

impl Update {
    /// Writes the results of one part.
    fn part(
        &mut self,
        own: &Open,
        part: &Part<'_>,
        known: &Known<'_>,
        evaluation: &Evaluation<'_>,
        missing: &mut BTreeSet<usize>,
    ) -> Result<(), LayoutError> {
        let (tree, scan) = (&own.tree, &own.scan);
        let mut edits = Edits::default();
        let mut contents: Option<Contents<'_>> = None;
        // Whether a field stands in a result that is replaced whole.
        let mut covered = vec![false; scan.fields.len()];
        let mut is_list = vec![false; scan.fields.len()];
        let saved = Reading { tree, scan, values: &[] };
        let given = Reading { tree, scan, values: &evaluation.values };
        let mut unmarked = Vec::new();
        for (place, field) in scan.fields.iter().enumerate() {
            let outcome = evaluation.outcomes.get(place).unwrap_or(&Outcome::Keep);
            let is_covered = field.parent.is_some_and(|(parent, in_code)| {
                covered.get(parent) == Some(&true)
                    || (!in_code
                        && (is_list.get(parent) == Some(&true)
                            || evaluation.values.get(parent).is_some_and(Option::is_some)))
            });
            if let Some(slot) = covered.get_mut(place) {
                *slot = is_covered;
            }
            if known.fields == Fields::Updated {
                unmarked.extend(write::attribute(tree, field.place.begin(), "dirty"));
            }
            if is_covered {
                continue;
            }
            let told = match outcome {
                Outcome::Keep => None,
                Outcome::Told(reason) => Some(reason.as_str()),
                Outcome::List => {
                    let contents =
                        contents.get_or_insert_with(|| Contents::new(known, part, &evaluation.values));
                    let made = contents.table(place, &mut edits);
                    if let (Ok(()), Some(slot)) = (&made, is_list.get_mut(place)) {
                        *slot = true;
                    }
                    made.err()
                }
                Outcome::Value(value) => {
                    let instruction = scan.instruction(place, |inner| given.given(inner));
                    let name = instruction.name();
                    self.results.push(FieldResult {
                        part: own.name.clone(),
                        place,
                        name,
                        text: value.clone(),
                    });
                    if saved.saved(place) == *value {
                        None
                    } else {
                        let done = write::replace(tree, field.place, value, &instruction, &mut edits);
                        done.err()
                            .map(|()| "a field that spans several paragraphs or links keeps its saved result")
                    }
                }
            };
            if let Some(reason) = told {
                self.told.add(CODE, &own.name, "", reason);
            }
        }
        tree.check()?;
        if let Some(contents) = contents {
            missing.extend(contents.missing);
        }
        self.moves |= !edits.is_empty();
        for range in unmarked {
            edits.replace(range, "");
        }
        if !edits.is_empty() {
            self.changed.push((own.name.clone(), edits.apply(tree).into_bytes()));
        }
        Ok(())
    }

    /// Adds the styles of entries that a document does not have.
    fn add_styles(&mut self, name: String, tree: &Tree, missing: &BTreeSet<usize>) {
        let Some(root) = tree.top_level().find(|node| tree.is_element(*node)) else { return };
        let platen_ooxml::xml::Kind::Element { close, .. } = tree.kind(root) else { return };
        if close.is_empty() {
            return;
        }
        let is_default = |node: &platen_ooxml::xml::NodeId| {
            tree.is_w(*node, "style")
                && tree.attr(*node, "type").as_deref() == Some("paragraph")
                && matches!(tree.attr(*node, "default").as_deref(), Some("1" | "true" | "on"))
        };
        let base = tree.children(root).find(is_default).and_then(|node| tree.attr(node, "styleId"));
        let mut edits = Edits::default();
        edits
            .replace(close.start..close.start, contents::styles(missing, base.as_deref(), tree.prefix(root)));
        self.changed.push((name, edits.apply(tree).into_bytes()));
        self.moves = true;
    }
}
