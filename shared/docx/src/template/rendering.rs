//! Renders a document from a template and data.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use minijinja::Environment;
use serde_json::Value;

use super::failure::refused;
use super::nested::Fill;
use super::{Template, TextPart};
use crate::RenderError;
use crate::enclosed::Enclosed;
use crate::expression::{Locale, RenderState, context};
use crate::options::{Controls, Missing, RenderOptions};
use crate::render::{Sink, environment, finish_controls, traced};
use crate::stack::on_large_stack;
use crate::text::report::PartName;
use platen_ooxml::package::{Change, PackageError};
use platen_ooxml::sentinel::MARK;
use platen_ooxml::{Bounds, Budget, Exhausted, Warning};
use platen_rich::{Document, Inventory, Rendered, restarted, to_value};

impl Template {
    /// Makes one document: the bytes of a .docx package. The same input gives the same bytes.
    ///
    /// # Errors
    /// [`RenderError::Data`] with every value that is missing or ill-typed, before anything is made.
    pub fn render(&self, data: &Value, options: &RenderOptions) -> Result<Vec<u8>, RenderError> {
        self.render_within(data, options, &Budget::of(&self.limits)).map(|rendered| rendered.docx)
    }

    /// As [`Template::render`], within the budget of a caller that has more to do, and with what the document lacks of its
    /// data.
    ///
    /// # Errors
    /// As [`Template::render`]; [`RenderError::Limit`] when the budget ends, [`RenderError::Cancelled`] when nobody waits
    /// anymore.
    pub fn render_within(
        &self,
        data: &Value,
        options: &RenderOptions,
        budget: &Budget,
    ) -> Result<Rendered, RenderError> {
        let locale = options.locale(&self.locale)?;
        let fill = Fill::new(self.svg.as_ref(), options.clone(), locale, &self.limits, budget);
        self.render_with(data, &fill).map_err(|error| error.with_values(data, options))
    }

    /// Makes one document with the choices of those around it.
    pub(super) fn render_with(&self, data: &Value, fill: &Fill<'_>) -> Result<Rendered, RenderError> {
        let Fill { options, locale, budget, .. } = fill;
        let &RenderOptions { missing, controls, packing, .. } = options;
        let bounds = Bounds { limits: &self.limits, budget };
        budget.spend(1)?;
        let errors = self.discovery.check_for(data, options, budget)?;
        if !errors.is_empty() {
            return Err(RenderError::Data(errors));
        }
        let json = data;
        let data = to_value(json, bounds);
        budget.check()?;
        let fresh = || Arc::new(self.fresh(fill, bounds));
        let mut state = fresh();
        // Tags to be kept are told from filters' words for nothing only by tracing; and what fails may fail because
        // something is missing, which is no fault when that is allowed.
        let (plain, mut failed) = match missing {
            Missing::Keep => (None, None),
            _ => match self.render_parts(&self.env, &data, &state, bounds) {
                Ok(texts) => (Some(texts), None),
                Err(error @ (RenderError::Limit { .. } | RenderError::Cancelled)) => return Err(error),
                Err(error) if missing == Missing::Empty || state.suspects() => (None, Some(error)),
                Err(error) => return Err(error),
            },
        };
        let suspected = missing == Missing::Error && state.suspects();
        let retry = plain.is_none() || state.printed_undefined() || suspected;
        let mut texts = plain.unwrap_or_default();
        if retry {
            state = fresh();
            let traced = self.traced.get_or_init(|| on_large_stack(|| self.trace())).as_ref();
            let traced = traced.map_err(|e| self.failed(e, &data))?;
            failed = failed.filter(|_| missing == Missing::Error);
            texts = match self.render_parts(traced, &data, &state, bounds) {
                Err(error) => return Err(failed.unwrap_or(error)),
                Ok(texts) => texts,
            };
            if missing == Missing::Error && state.printed_undefined() {
                return Err(RenderError::Data(self.absent(&state.take_absent(), &data)));
            }
            if let Some(error) = failed {
                return Err(error);
            }
        }
        self.set_up_pages(&mut texts, &state, bounds)?;
        for (part, text) in self.parts.iter().zip(&mut texts) {
            // One note may have been written several times.
            let has_new_notes = append(text, state.additions.notes().of(&part.compiled.name.part));
            if !part.compiled.proven || has_new_notes {
                self.settle(part, text, &state, bounds)?;
            }
        }
        let lists = self.restarted(&state, bounds)?;
        let emptied = self.emptied();
        let emptied = || emptied.iter().map(|(index, text)| (*index, Change::Replace(text)));
        let rich = state.take_rich();
        let mut warnings = state.take_warnings();
        warnings.extend(self.untranslated(locale, budget)?);
        let written = if rich.is_empty() && controls == Controls::Keep {
            let texts = self.parts.iter().map(|part| part.index).zip(&texts);
            let texts = texts.chain(lists.iter().map(|(index, text)| (*index, text)));
            let changes = texts.map(|(index, text)| (index, Change::Replace(text)));
            let changes: Vec<_> = changes.chain(emptied()).collect();
            self.package.write_packed(&changes, &[], packing)
        } else {
            let document = Document {
                package: &self.package,
                inventory: self.inventory(bounds)?,
                additions: &state.additions,
                bounds,
                svg: fill.svg,
                fill,
                data: json,
                rich: &rich,
            };
            let has_rich = |text: &Vec<u8>| memchr::memchr(MARK as u8, text).is_some();
            let parts = self.parts.iter().zip(&texts);
            let again: Vec<&TextPart> = parts
                .filter(|(_, text)| controls != Controls::Keep || has_rich(text))
                .map(|(part, _)| part)
                .collect();
            let texts = self.parts.iter().map(|part| part.index).zip(texts).chain(lists).collect();
            let (mut edit, of_values) = document.place(texts)?;
            warnings.extend(of_values);
            let stories = self.stories.iter().map(|part| self.package.parts()[*part].name());
            finish_controls(&mut edit, stories, controls, bounds)?;
            for part in again {
                let name = &part.compiled.name.part;
                if let Some(mut text) = edit.read(name).map(Cow::into_owned) {
                    self.settle(part, &mut text, &state, bounds)?;
                    edit.write(name, text);
                }
            }
            let changes: Vec<_> = edit.changes().into_iter().chain(emptied()).collect();
            self.package.write_packed(&changes, &edit.added(), packing)
        };
        let docx = written.map_err(|error| RenderError::Limit {
            limit: "output_bytes",
            allowed: error.to_string(),
            hint: "send fewer items or split the document",
        })?;
        Ok(Rendered { docx, warnings })
    }

    /// The state of a document of which nothing is written.
    fn fresh(&self, fill: &Fill<'_>, bounds: Bounds<'_>) -> RenderState {
        let Fill { options, locale, .. } = fill;
        let state = RenderState::new(options.missing, self.free_ids, locale.clone(), bounds);
        state.on(options.today).with_wordings(self.wordings.clone())
    }

    /// What is told of texts that have no translation.
    fn untranslated(&self, locale: &Locale, budget: &Budget) -> Result<Option<Warning>, Exhausted> {
        budget.spend(self.keys.len() as u64)?;
        Ok(self.wordings.as_ref().and_then(|wordings| wordings.warning(&self.keys, locale)))
    }

    /// Documents do not carry what the template's file does.
    fn emptied(&self) -> Vec<(usize, Vec<u8>)> {
        let full = self.enclosed.iter().filter(|enclosed| enclosed.json.is_some());
        full.map(|enclosed| (enclosed.index, Enclosed::empty(enclosed.kind))).collect()
    }

    /// The numbering part with the lists that restarted, and its index; nothing when none did.
    fn restarted(
        &self,
        state: &RenderState,
        bounds: Bounds<'_>,
    ) -> Result<Option<(usize, Vec<u8>)>, RenderError> {
        let lists = state.additions.lists();
        if lists.added().is_empty() {
            return Ok(None);
        }
        let broken = |error: PackageError| match error {
            PackageError::Exhausted(exhausted) => RenderError::from(exhausted),
            error => RenderError::Template(vec![refused(&PartName::default(), error.to_string())]),
        };
        let main = self.package.main_document();
        let relationships = self.package.relationships_within(main, bounds.budget).map_err(broken)?;
        let part = relationships.part_of_kind("numbering").and_then(|name| self.package.index(name));
        let Some(index) = part else { return Ok(None) };
        let part = &self.package.parts()[index];
        let source = self.package.read_within(part, bounds.budget).map_err(broken)?;
        Ok(restarted(source, lists.added(), bounds)?.map(|text| (index, text)))
    }

    fn render_parts(
        &self,
        env: &Environment<'static>,
        data: &minijinja::Value,
        state: &Arc<RenderState>,
        bounds: Bounds<'_>,
    ) -> Result<Vec<Vec<u8>>, RenderError> {
        let root = context(data, state);
        let mut sink = Sink::new(bounds);
        let mut texts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            sink.take(part.size.load(Ordering::Relaxed) + 256);
            let template = env.get_template(&part.compiled.name.part).map_err(|e| self.failed(&e, data))?;
            match template.render_captured_to(root.clone(), &mut sink) {
                // What no expression and no text was counted for: loops over nothing.
                Ok(captured) => {
                    bounds.budget.spend(captured.state().fuel_levels().map_or(0, |(used, _)| used))?
                }
                Err(error) => return Err(sink.error().unwrap_or_else(|| self.failed(&error, data))),
            }
            let text = sink.take(0);
            part.size.store(text.len(), Ordering::Relaxed);
            texts.push(text);
        }
        Ok(texts)
    }

    /// What rich values need to know of the template. Read within the budget of the first caller; if that ends, by
    /// the next one.
    fn inventory(&self, bounds: Bounds<'_>) -> Result<&Inventory, Exhausted> {
        if let Some(inventory) = self.inventory.get() {
            return Ok(inventory);
        }
        let inventory = Inventory::of(&self.package, bounds)?;
        Ok(self.inventory.get_or_init(|| inventory))
    }

    fn trace(&self) -> Result<Environment<'static>, minijinja::Error> {
        let mut env = environment(&self.controls, &self.originals, &self.styles, &self.limits)?;
        for part in &self.parts {
            let source = traced(&part.compiled.source, &part.compiled.tags, part.first_tag);
            env.add_template_owned(part.compiled.name.part.clone(), source)?;
        }
        Ok(env)
    }
}

/// Adds elements at the end of a part's root. Returns whether there were any.
fn append(text: &mut Vec<u8>, elements: &str) -> bool {
    if !elements.is_empty()
        && let Some(end) = text.windows(2).rposition(|two| two == b"</")
    {
        text.splice(end..end, elements.bytes());
    }
    !elements.is_empty()
}
