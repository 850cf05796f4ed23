//! Electronic invoices from data: a mapping of business terms to texts with fields, which a template's file can carry.
//!
//! The texts are one MiniJinja template, in which signs that no text can hold part what belongs to each term.

use std::sync::Arc;

use minijinja::Environment;
use platen_einvoice::{At, Entry, MakeError, Mapping, MappingFault, TermFaults, Text, make};
use platen_ooxml::{Bounds, Budget, Limits, reference_token};
use platen_rich::{DataError, FreeIds};
use serde_json::Value;

use crate::RenderError;
use crate::discover::{Discovery, discover};
use crate::expression::{Locale, RenderState};
use crate::options::{Missing, RenderOptions};
use crate::pattern::{Translated, base, filled, remark};
use crate::render::syntax;
use crate::stack::on_large_stack;
use crate::text::marks::write_code;
use crate::text::scan::Delimiter;
use crate::text::{PartSource, TagSite};

const NAME: &str = "e-invoice";

/// Behind a text, behind an element's texts, and behind an entry's elements. What values have of such signs becomes spaces.
const PARTED: [char; 3] = ['\u{1f}', '\u{1e}', '\u{1d}'];

/// A mapping that was compiled.
pub struct InvoiceForm {
    mapping: Mapping,
    json: Value,
    env: Environment<'static>,
    discovery: Discovery,
    parts: Vec<Part>,
    limits: Limits,
}

/// A text by itself, as its fields are discovered: what they are for, the source, and its tags.
type Part = (String, String, Vec<TagSite>);

impl std::fmt::Debug for InvoiceForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InvoiceForm").field("mapping", &self.mapping).finish_non_exhaustive()
    }
}

/// Why a mapping is not taken.
#[derive(Debug)]
pub enum MappingError {
    /// All that is wrong with it.
    Faults(Vec<MappingFault>),
    /// Reading it took too long.
    Exhausted(platen_ooxml::Exhausted),
}

impl InvoiceForm {
    /// Compiles a mapping.
    ///
    /// # Errors
    /// What is wrong with it, each with its place; the budget has ended.
    pub fn compile(json: Value, limits: &Limits, budget: &Budget) -> Result<InvoiceForm, MappingError> {
        let mapping = Mapping::of(&json).map_err(MappingError::Faults)?;
        let compiled = on_large_stack(|| compile(&mapping, Bounds { limits, budget }));
        budget.check().map_err(MappingError::Exhausted)?;
        let (env, discovery, parts) = compiled.map_err(MappingError::Faults)?;
        Ok(InvoiceForm { mapping, json, env, discovery, parts, limits: limits.clone() })
    }

    /// The mapping as it was written.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// The XML of the invoice that data make (CII).
    ///
    /// # Errors
    /// [`RenderError::Data`] with all that is missing or wrong, each with its business term, the rule that it breaks and its place in
    /// the data; as [`crate::Template::render_within`].
    pub fn make(
        &self,
        data: &Value,
        options: &RenderOptions,
        budget: &Budget,
    ) -> Result<Vec<u8>, RenderError> {
        let bounds = Bounds { limits: &self.limits, budget };
        let text = self.fill(data, options, bounds)?;
        let broken = || {
            let message = "the blocks of its texts do not close where they begin".to_owned();
            RenderError::Template(vec![remark(NAME, &(0..0), message)])
        };
        let mut parts = text.split(PARTED[2]).map(|part| part.strip_suffix(PARTED[1]).unwrap_or(part));
        let texts = |part: &str, count: usize| -> Option<Vec<String>> {
            let mut texts: Vec<String> = part.split(PARTED[0]).map(str::to_owned).collect();
            // The sign stands behind each.
            texts.pop().filter(String::is_empty)?;
            (texts.len() == count).then_some(texts)
        };
        let of_invoice =
            parts.next().and_then(|part| texts(part, self.mapping.texts.len())).ok_or_else(broken)?;
        let mut entries = Vec::with_capacity(self.mapping.entries.len());
        for entry in &self.mapping.entries {
            let part = parts.next().ok_or_else(broken)?;
            let rows = part.split(PARTED[1]).filter(|row| !row.is_empty());
            let rows: Option<Vec<Vec<String>>> = rows.map(|row| texts(row, entry.texts.len())).collect();
            entries.push(rows.ok_or_else(broken)?);
        }
        let (filled, counts) = self.mapping.filled(of_invoice, entries);
        make(filled, bounds).map_err(|error| match error {
            MakeError::Exhausted(exhausted) => exhausted.into(),
            MakeError::Faults(faults) => {
                RenderError::Data(self.errors(&faults, &counts, data)).with_values(data, options)
            }
        })
    }

    fn fill(&self, data: &Value, options: &RenderOptions, bounds: Bounds<'_>) -> Result<String, RenderError> {
        // What a machine reads is written in no language.
        let state =
            RenderState::new(Missing::Empty, FreeIds::default(), Locale::default(), bounds).on(options.today);
        filled((&self.env, NAME), data, &Arc::new(state), bounds, |message| remark(NAME, &(0..0), message))
    }

    /// Faults of terms as errors of the data that they come from.
    fn errors(&self, faults: &TermFaults, counts: &[usize], data: &Value) -> Vec<DataError> {
        let error = |fault: &platen_einvoice::TermFault| {
            let before = if fault.rule.is_empty() { String::new() } else { format!("{}: ", fault.rule) };
            let (pointer, from) = self.origin(fault.at, counts, data);
            DataError::new(pointer, format!("the e-invoice: {before}{}{from}", fault.detail))
        };
        let mut errors: Vec<DataError> = faults.listed().iter().map(error).collect();
        if faults.more() > 0 {
            errors
                .push(DataError::new("", format!("the e-invoice: {} more rules are broken", faults.more())));
        }
        errors
    }

    /// Where in the data a term comes from, and how the mapping says so.
    fn origin(&self, at: At, counts: &[usize], data: &Value) -> (String, String) {
        let Some((text, row)) = self.mapping.text_at(at, counts) else {
            let where_to = if at.term.is_some() { "; the mapping does not have it: add it" } else { "" };
            return (String::new(), where_to.to_owned());
        };
        let from = if text.text.contains('{') {
            format!("; the mapping takes it from `{}`", text.text)
        } else {
            format!("; the mapping says `{}`", text.text)
        };
        let is_here =
            |location: &crate::discover::Location| location.part.strip_prefix(NAME) == Some(&text.pointer);
        let fields = self.discovery.placeholders.iter().filter(|field| field.kind != "loop");
        let mut fields = fields.filter(|field| field.locations.iter().any(is_here));
        let pointer = fields.next().map(|field| pointer(&field.path, row, data));
        (pointer.unwrap_or_default(), from)
    }

    /// Its texts, for the discovery of the fields of a template that carries it. They stand in a condition, since what an invoice lacks
    /// is told when one is made.
    pub(crate) fn sources(&self) -> impl Iterator<Item = PartSource<'_>> {
        self.parts.iter().map(|(name, source, tags)| PartSource { name, source, tags })
    }
}

/// A path of discovery as a JSON Pointer: the elements of the loop are counted. A loop that leaves some out names its list.
fn pointer(path: &str, row: Option<(&Entry, usize)>, data: &Value) -> String {
    let number = row.map(|(_, number)| number);
    let leaves_out = row.is_some_and(|(entry, _)| {
        entry.each.as_deref().is_some_and(|each| each.contains(" if ") || each.contains('|'))
    });
    let mut pointer = String::new();
    for step in path.split('.') {
        let (name, is_list) = step.strip_suffix("[]").map_or((step, false), |name| (name, true));
        pointer.push_str(&format!("/{}", reference_token(name)));
        if is_list {
            match number {
                Some(number) if !leaves_out && data.pointer(&pointer).is_some_and(Value::is_array) => {
                    pointer.push_str(&format!("/{number}"));
                }
                _ => break,
            }
        }
    }
    pointer
}

type Compiled = (Environment<'static>, Discovery, Vec<Part>);

fn compile(mapping: &Mapping, bounds: Bounds<'_>) -> Result<Compiled, Vec<MappingFault>> {
    let mut faults = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let mut source = String::new();
    for text in &mapping.texts {
        add(text, None, &mut source, &mut parts, bounds, &mut faults);
    }
    source.push(PARTED[2]);
    for Entry { each, texts, pointer, .. } in &mapping.entries {
        let each = each.as_deref().and_then(|each| {
            let tag = format!("{{% for {each} %}}");
            match Translated::of(&tag, bounds.limits) {
                // One tag: whatever ends it and begins another is told by the parser.
                Ok(translated) => Some((tag, translated.source)),
                Err(errors) => {
                    let told = errors
                        .into_iter()
                        .map(|error| MappingFault::new(format!("{pointer}/for"), error.message));
                    faults.extend(told);
                    None
                }
            }
        });
        source.push_str(each.as_ref().map_or("", |(_, code)| code));
        for text in texts {
            add(text, each.as_ref(), &mut source, &mut parts, bounds, &mut faults);
        }
        source.push(PARTED[1]);
        if each.is_some() {
            write_code(&mut source, Delimiter::Block, "endfor");
        }
        source.push(PARTED[2]);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let whole = |error: minijinja::Error| {
        let message = error.detail().map_or_else(|| error.to_string(), str::to_owned);
        vec![MappingFault::new("", message)]
    };
    let syntax = syntax().map_err(whole)?;
    // Each text by itself, so that what is wrong with one is told of it.
    for (pointer, source, _) in &parts {
        if let Err(error) = minijinja::machinery::parse(source, NAME, syntax.clone()) {
            let message = error.detail().map_or_else(|| error.to_string(), str::to_owned);
            faults.push(MappingFault::new(pointer.strip_prefix(NAME).unwrap_or(pointer), message));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let sources: Vec<PartSource<'_>> =
        parts.iter().map(|(name, source, tags)| PartSource { name, source, tags }).collect();
    let discovery = discover(&sources, &[], &syntax, bounds).map_err(whole)?;
    let mut env = base(bounds.limits).map_err(whole)?;
    env.set_formatter(write);
    env.add_template_owned(NAME, source).map_err(whole)?;
    Ok((env, discovery, parts))
}

/// Adds a text to the source of all, and by itself in its loop to the parts that are discovered.
fn add(
    text: &Text,
    each: Option<&(String, String)>,
    source: &mut String,
    parts: &mut Vec<Part>,
    bounds: Bounds<'_>,
    faults: &mut Vec<MappingFault>,
) {
    bounds.budget.count(text.text.len() as u64);
    match Translated::of(&text.text, bounds.limits) {
        Ok(translated) => {
            source.push_str(&translated.source);
            source.push(PARTED[0]);
            let mut own = String::new();
            write_code(&mut own, Delimiter::Block, "if 1 == 2");
            let loop_at = own.len();
            own.push_str(each.map_or("", |(_, code)| code));
            let begin = own.len();
            own.push_str(&translated.source);
            let end = own.len();
            if each.is_some() {
                write_code(&mut own, Delimiter::Block, "endfor");
            }
            write_code(&mut own, Delimiter::Block, "endif");
            let site = |offset, end, original: &str| TagSite {
                offset,
                end,
                original: original.to_owned(),
                excerpt: text.text.clone(),
                wanted: Vec::new(),
            };
            let mut tags = Vec::new();
            if let Some((tag, _)) = each {
                tags.push(site(loop_at, begin, tag));
            }
            tags.push(site(begin, end, &text.text));
            parts.push((format!("{NAME}{}", text.pointer), own, tags));
        }
        Err(errors) => {
            faults.extend(
                errors.into_iter().map(|error| MappingFault::new(text.pointer.clone(), error.message)),
            );
        }
    }
}

/// Writes a value as it is, but for the signs that part texts.
fn write(
    out: &mut minijinja::Output,
    state: &mut minijinja::State,
    value: &minijinja::Value,
) -> Result<(), minijinja::Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    let mut text = String::new();
    crate::expression::operators::printed(state, value, &mut text)?;
    if text.contains(PARTED) {
        text = text.replace(PARTED, " ");
    }
    out.write_str(&text)
        .map_err(|_| minijinja::Error::new(minijinja::ErrorKind::WriteFailure, "the invoice is too long"))
}
