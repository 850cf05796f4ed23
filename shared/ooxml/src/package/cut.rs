//! Removes from a package what [`policy`] does not allow, and all references to it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::cuts::{CutKind, Cuts};
use super::open::Opening;
use super::package_error::PackageError;
use super::part::{Kept, Method, Names, Part};
use super::policy::Verdict;
use super::references::Fate;
use super::relationships::{Relationship, Relationships, Target};
use super::{content_types, flat_xml, name, policy, references, relationships, write};
use crate::xml::characters::escape;

/// What stands where a linked picture stood: a light gray area with a darker border.
const PLACEHOLDER: &[u8] = include_bytes!("not-loaded.png");

/// The relationships of one source.
struct Listed {
    /// Place of the relationships part.
    index: usize,
    /// The part that they belong to; empty for the package.
    source: String,
    list: Vec<(Relationship, Range<usize>)>,
}

/// What is to be done to the package.
#[derive(Default)]
struct Plan {
    cuts: Cuts,
    /// Parts that go, by place.
    removed: HashMap<usize, CutKind>,
    /// Names of the placeholders, by the folder of the parts that show them.
    placeholders: HashMap<String, String>,
}

impl Opening<'_> {
    /// Refuses programs, and takes out all else that a document may not hold or refer to.
    pub(super) fn cut(&mut self, main: &str) -> Result<Cuts, PackageError> {
        let mut plan = Plan::default();
        for (index, part) in self.parts.iter().enumerate() {
            let kind = policy::check_part(part)?;
            let kind = kind.or_else(|| self.is_dropped_glossary(part).then_some(CutKind::Glossary));
            plan.removed.extend(kind.map(|kind| (index, kind)));
        }
        let places = self.places();
        let lists = self.relationships()?;
        self.find_removed_targets(&lists, &places, &mut plan)?;
        // Nobody can use a document without these, and nothing else is known by them.
        let is_needed = |index: &usize| {
            let part = &self.parts[*index];
            part.is_named(main)
                || part.is_named(content_types::NAME)
                || (name::source_of(&part.name).is_some() && !self.is_dropped_glossary(part))
        };
        plan.removed.retain(|index, _| !is_needed(index));

        let mut referred = HashSet::new();
        for listed in lists {
            let source = places.get(&listed.source.to_ascii_lowercase()).copied();
            if source.is_some_and(|source| plan.removed.contains_key(&source)) {
                plan.removed.insert(listed.index, CutKind::Other);
                referred.insert(listed.index);
                continue;
            }
            self.cut_list(listed, source, &places, &mut plan, &mut referred)?;
        }
        self.forget_mail_merges(&mut plan)?;
        self.finish(plan, &referred)
    }

    fn is_dropped_glossary(&self, part: &Part) -> bool {
        self.without_glossary && name::is_of_glossary(&part.name)
    }

    /// Places of the parts by name in small letters.
    fn places(&self) -> HashMap<String, usize> {
        self.parts.iter().enumerate().map(|(index, part)| (part.name.to_ascii_lowercase(), index)).collect()
    }

    /// All relationships, also of parts that no other part refers to.
    fn relationships(&mut self) -> Result<Vec<Listed>, PackageError> {
        let mut lists = Vec::new();
        for index in 0..self.parts.len() {
            let Some(source) = name::source_of(&self.parts[index].name) else { continue };
            if self.is_dropped_glossary(&self.parts[index]) {
                continue;
            }
            let bytes = self.read(index)?;
            let part = &self.parts[index].name;
            let (mut list, mut seen) = (Vec::new(), HashSet::new());
            relationships::visit(part, &source, flat_xml::text(part, &bytes)?, |relationship, range| {
                // Two of one id: one reader follows the first, another the second.
                if !seen.insert(relationship.id.clone()) {
                    return Err(flat_xml::malformed(part, "it has two relationships of one id"));
                }
                list.push((relationship, range));
                Ok(())
            })?;
            lists.push(Listed { index, source, list });
        }
        Ok(lists)
    }

    /// Parts that go because of how others refer to them, whatever they call themselves.
    fn find_removed_targets(
        &self,
        lists: &[Listed],
        places: &HashMap<String, usize>,
        plan: &mut Plan,
    ) -> Result<(), PackageError> {
        for listed in lists {
            for (relationship, _) in &listed.list {
                let target = place_of(relationship, places);
                let part = target.map(|index| &self.parts[index]);
                let verdict = policy::check_relationship(&listed.source, relationship, part)?;
                if let (Some(index), Verdict::Cut(kind)) = (target, verdict)
                    && kind != CutKind::AttachedTemplate
                {
                    plan.removed.entry(index).or_insert(kind);
                }
            }
        }
        Ok(())
    }

    /// Cuts the relationships of one source, and what refers to them in it.
    fn cut_list(
        &mut self,
        listed: Listed,
        source: Option<usize>,
        places: &HashMap<String, usize>,
        plan: &mut Plan,
        referred: &mut HashSet<usize>,
    ) -> Result<(), PackageError> {
        let mut edits: Vec<(&Range<usize>, Option<String>)> = Vec::new();
        let mut fates = HashMap::new();
        for (relationship, range) in &listed.list {
            let target = place_of(relationship, places);
            let removed = target.and_then(|index| plan.removed.get(&index).copied());
            let part = target.map(|index| &self.parts[index]);
            let verdict = match removed {
                Some(kind) => Verdict::Cut(kind),
                None => policy::check_relationship(&listed.source, relationship, part)?,
            };
            let verdict = match verdict {
                // There is nothing that could show it.
                Verdict::Placeholder if source.is_none() => Verdict::Cut(CutKind::Picture),
                verdict => verdict,
            };
            let what = match &relationship.target {
                Target::Internal(name) | Target::External(name) => name,
            };
            let (fate, edit) = match verdict {
                Verdict::Keep => continue,
                Verdict::Cut(kind) => {
                    referred.extend(target);
                    plan.cuts.add(kind, &listed.source, what);
                    (Fate::Gone, None)
                }
                Verdict::Placeholder => {
                    plan.cuts.add(CutKind::Picture, &listed.source, what);
                    let folder = listed.source.rsplit_once('/').map_or("", |(folder, _)| folder);
                    (Fate::Placeholder, Some(plan.placeholder(folder, places)))
                }
            };
            fates.insert(relationship.id.clone(), fate);
            edits.push((range, edit.map(|target| shown(relationship, &target))));
        }
        if edits.is_empty() {
            let list = listed.list.into_iter().map(|(relationship, _)| relationship).collect();
            self.parts[listed.index].kept.relationships = Arc::new(Relationships::of(list)).into();
            return Ok(());
        }
        let bytes = self.read(listed.index)?;
        let text = flat_xml::text(&self.parts[listed.index].name, &bytes)?;
        let kept = rewritten(text, &edits);
        self.replace(listed.index, kept.as_bytes());
        let Some(source) = source else { return Ok(()) };
        self.forget(source, &fates, &mut plan.cuts)
    }

    /// Removes what refers to the relationships in `fates` from the part at `index`.
    fn forget(
        &mut self,
        index: usize,
        fates: &HashMap<String, Fate>,
        cuts: &mut Cuts,
    ) -> Result<(), PackageError> {
        let bytes = self.read(index)?;
        let part = &self.parts[index].name;
        let text = flat_xml::text(part, &bytes)?;
        let forgotten = references::forget(part, text, fates, self.bounds)?;
        if forgotten.mail_merge {
            cuts.note(CutKind::MailMerge, part);
        }
        if forgotten.text != text {
            self.replace(index, forgotten.text.as_bytes());
        }
        Ok(())
    }

    /// A mail merge can name its database, and what to ask it, without a relationship: Word then offers to run the query.
    fn forget_mail_merges(&mut self, plan: &mut Plan) -> Result<(), PackageError> {
        for index in 0..self.parts.len() {
            if !policy::is_settings(&self.parts[index]) || plan.removed.contains_key(&index) {
                continue;
            }
            let bytes = self.read(index)?;
            if bytes.windows(b"mailMerge".len()).any(|window| window == b"mailMerge") {
                self.forget(index, &HashMap::new(), &mut plan.cuts)?;
            }
        }
        Ok(())
    }

    /// Drops the parts that go, adds those that are new, and writes the table of types for them.
    fn finish(&mut self, mut plan: Plan, referred: &HashSet<usize>) -> Result<Cuts, PackageError> {
        if plan.removed.is_empty() && plan.placeholders.is_empty() {
            return Ok(plan.cuts);
        }
        let mut removed: Vec<usize> = plan.removed.keys().copied().collect();
        removed.sort_unstable();
        for index in &removed {
            let kind = plan.removed[index];
            // Nobody has told yet of a part that nothing refers to; the many of a glossary are told of once.
            if !referred.contains(index) && kind != CutKind::Glossary {
                let part = self.parts[*index].name.clone();
                plan.cuts.add(kind, &part, &part);
            }
        }
        let names: HashSet<String> =
            removed.iter().map(|index| name::fold(&self.parts[*index].name)).collect();
        let mut added: Vec<&str> = plan.placeholders.values().map(String::as_str).collect();
        added.sort_unstable();
        if let Some(table) = self.index(content_types::NAME) {
            let bytes = self.read(table)?;
            let added: Vec<(&str, &str)> = added.iter().map(|name| (*name, "image/png")).collect();
            let text = content_types::edited(flat_xml::text(content_types::NAME, &bytes)?, &names, &added)?;
            self.replace(table, text.as_bytes());
        }
        let mut index = 0;
        self.parts.retain(|_| {
            index += 1;
            !plan.removed.contains_key(&(index - 1))
        });
        self.parts.extend(added.into_iter().map(placeholder));
        self.names = Names::of(&self.parts);
        Ok(plan.cuts)
    }
}

impl Plan {
    /// The target, seen from a part in `folder`, of the picture that stands for one that is not loaded.
    fn placeholder(&mut self, folder: &str, places: &HashMap<String, usize>) -> String {
        let name = self.placeholders.entry(folder.to_owned()).or_insert_with(|| {
            let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            let mut names = (1..).map(|number| match number {
                1 => format!("{prefix}media/not-loaded.png"),
                _ => format!("{prefix}media/not-loaded-{number}.png"),
            });
            // As many names are taken at most as there are parts.
            names.find(|name| !places.contains_key(&name.to_ascii_lowercase())).unwrap_or_default()
        });
        name.rsplit('/').next().map_or_else(String::new, |file| format!("media/{file}"))
    }
}

fn place_of(relationship: &Relationship, places: &HashMap<String, usize>) -> Option<usize> {
    places.get(&relationship.part()?.to_ascii_lowercase()).copied()
}

/// A relationship of the same id that leads to a placeholder, without the prefix of its element.
fn shown(relationship: &Relationship, target: &str) -> String {
    let (id, kind) = (escape(&relationship.id), escape(&relationship.rel_type));
    format!("Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{target}\"/>")
}

/// The text with elements cut out, or with others in their places, which get their prefixes.
fn rewritten(text: &str, edits: &[(&Range<usize>, Option<String>)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, replacement) in edits {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        if let Some(replacement) = replacement {
            let element = text.get((*range).clone()).unwrap_or_default();
            let prefix = element.split_once("Relationship").map_or("<", |(prefix, _)| prefix);
            out.push_str(prefix);
            out.push_str(replacement);
        }
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

fn placeholder(name: &str) -> Part {
    Part {
        name: name.to_owned(),
        content_type: Some(Arc::from("image/png")),
        data: bytes::Bytes::from_static(PLACEHOLDER),
        method: Method::Stored,
        crc: write::crc32(PLACEHOLDER),
        size: PLACEHOLDER.len() as u64,
        kept: Kept::default(),
    }
}
