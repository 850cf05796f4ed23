//! Jobs whose documents have their own templates and formats.
//!
//! Such a job keeps copies of its templates one after the other, as any job keeps a copy of its only one. The settings list
//! them, and each item says which one it uses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use platen_docx::Template;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Jobs;
use crate::contract::{DocumentItem, GenerateDocumentsBulk, Items, TemplateSource};
use crate::format::Format;
use crate::ids::{JobId, TemplateId};
use crate::jobs::JobTemplate;
use crate::jobs::Order;
use crate::problem::{Code, Problem};
use crate::service::registry::{Content, SourceTemplate};
use crate::work::Work;

/// The templates of a job that is about to start.
pub(super) struct JobTemplates {
    /// The template of the first document, which the record names.
    pub(super) first: SourceTemplate,
    /// The copy that the job keeps of them.
    pub(super) package: Bytes,
    /// All of them compiled, the first one too.
    pub(super) compiled: Vec<Arc<Template>>,
    /// The templates in the settings; empty if there is only one.
    pub(super) kept: Vec<JobTemplate>,
    places: BTreeMap<(TemplateId, Option<u32>), usize>,
}

impl JobTemplates {
    /// Items as their workers get them.
    pub(super) fn texts(&self, documents: &[DocumentItem]) -> Vec<Bytes> {
        let text = |document: &DocumentItem| {
            let place = self.places.get(&(document.template, document.version)).copied().unwrap_or_default();
            let head = format!("{{\"template\":{place},\"format\":\"{}\"", document.format.extension());
            let (before, options) = match &document.options {
                Some(options) => (",\"options\":", options.as_ref()),
                None => ("", [].as_slice()),
            };
            let parts = [head.as_bytes(), before.as_bytes(), options, b",\"data\":", &document.data, b"}"];
            Bytes::from(parts.concat())
        };
        documents.iter().map(text).collect()
    }
}

impl Jobs<'_> {
    /// Finds or compiles the templates of a job.
    ///
    /// # Errors
    /// `unknown-template`, `template-error`, `unavailable`; `limit-exceeded` for more than [`crate::Limits::job_templates`], or
    /// more than `package_bytes` of them together.
    pub(super) async fn templates_of(
        self,
        work: &Work,
        wanted: &GenerateDocumentsBulk,
    ) -> Result<JobTemplates, Problem> {
        let Items::Documents(documents) = &wanted.items else {
            let first = self.0.templates().source(work, &wanted.source, wanted.format).await?;
            let package = self.0.templates().source_package(work.reach(), &first).await?;
            let compiled = vec![first.compiled.clone()];
            return Ok(JobTemplates { first, package, compiled, kept: Vec::new(), places: BTreeMap::new() });
        };
        let named: BTreeSet<_> =
            documents.iter().map(|document| (document.template, document.version)).collect();
        let (most, most_bytes) = (self.0.limits.job_templates, self.0.limits.docx.package_bytes);
        if named.len() > most {
            let count = named.len();
            let detail =
                format!("The documents have {count} templates; the limit `job_templates` is {most}.");
            return Err(Problem::new(Code::LimitExceeded, detail));
        }
        let (mut packages, mut compiled, mut kept) = (BytesMut::new(), Vec::new(), Vec::new());
        let (mut places, mut first) = (BTreeMap::new(), None);
        for (template, version) in named {
            let source = TemplateSource::Registered { template, version };
            let source = self.0.templates().source(work, &source, wanted.format).await?;
            let package = self.0.templates().source_package(work.reach(), &source).await?;
            if (packages.len() + package.len()) as u64 > most_bytes {
                let detail =
                    format!("The job's templates have more than {most_bytes} bytes (limit `package_bytes`).");
                return Err(Problem::new(Code::LimitExceeded, detail));
            }
            packages.extend_from_slice(&package);
            places.insert((template, version), kept.len());
            kept.push(JobTemplate {
                template_id: source.id,
                version: source.version,
                name: source.name.clone(),
                bytes: package.len() as u64,
            });
            compiled.push(source.compiled.clone());
            if documents.first().is_some_and(|each| (each.template, each.version) == (template, version)) {
                first = Some(source);
            }
        }
        let first = first.ok_or_else(|| Problem::internal("a job without documents"))?;
        Ok(JobTemplates { first, package: packages.freeze(), compiled, kept, places })
    }

    /// The compiled templates that items of a job take, by their place among the job's; `copy` is what the job keeps of them, if
    /// it was read before.
    pub(super) async fn job_templates(
        self,
        job: JobId,
        order: &Order,
        items: &[(u32, Bytes)],
        copy: Option<&Bytes>,
    ) -> Result<BTreeMap<usize, Arc<Template>>, Problem> {
        let places: BTreeSet<usize> = match order.settings.templates.is_empty() {
            true => BTreeSet::from([0]),
            false => items
                .iter()
                .map(|(_, item)| Ok(Item::of(order, item)?.template))
                .collect::<Result<_, Problem>>()?,
        };
        // The job's own copy is cached under the job's id.
        let id = TemplateId(job.0);
        let (mut ready, mut package) = (BTreeMap::new(), copy.cloned());
        for place in places {
            let (version, range) = order.kept(place)?;
            let content = Content::once(id, version);
            if let Some(found) = self.0.templates().cached(order.subscription, content) {
                ready.insert(place, found);
                continue;
            }
            let whole = match package.take() {
                Some(whole) => whole,
                None => self.0.stores.jobs.job_template(job).await?,
            };
            let (packages, _) = order.settings.parted(&whole).ok_or_else(damaged)?;
            let one = match range {
                Some(range) if range.end <= packages.len() => packages.slice(range),
                Some(_) => return Err(damaged()),
                None => packages,
            };
            package = Some(whole);
            let (work, format) = (self.0.own_work(order.subscription), order.settings.format);
            let compiled = self.0.templates().compile_package(&work, content, one, format).await?;
            ready.insert(place, compiled);
        }
        Ok(ready)
    }
}

impl Order {
    /// Under which version a template of the job is cached, and where it is in the job's copy; all of it where there is only one.
    fn kept(&self, place: usize) -> Result<(u32, Option<Range<usize>>), Problem> {
        let all = &self.settings.templates;
        if all.is_empty() {
            return Ok((self.template_version, None));
        }
        let length = |template: &JobTemplate| usize::try_from(template.bytes).map_err(Problem::internal);
        let mut start = 0;
        for before in all.iter().take(place) {
            start += length(before)?;
        }
        let end = start + length(all.get(place).ok_or_else(damaged)?)?;
        Ok((u32::try_from(place).map_err(Problem::internal)?, Some(start..end)))
    }
}

/// What a job keeps is not what was kept.
pub(super) fn damaged() -> Problem {
    Problem::internal("an item, a template or the files of a job are damaged")
}

/// An item of a job, as its worker reads it.
pub(super) struct Item<'a> {
    /// The place of its template among the job's.
    pub(super) template: usize,
    /// The name of its document without a pattern.
    pub(super) name: &'a str,
    pub(super) format: Format,
    /// Its own options.
    pub(super) options: Option<&'a [u8]>,
    pub(super) data: &'a [u8],
}

#[derive(Deserialize)]
struct Text<'a> {
    #[serde(default)]
    template: usize,
    format: Option<Format>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    #[serde(borrow)]
    data: &'a RawValue,
}

impl<'a> Item<'a> {
    /// Reads an item.
    pub(super) fn of(order: &'a Order, item: &'a [u8]) -> Result<Item<'a>, Problem> {
        let settings = &order.settings;
        let (name, is_alone) = (settings.template_name.as_str(), settings.templates.is_empty());
        if is_alone && !settings.wraps {
            return Ok(Item { template: 0, name, format: settings.format, options: None, data: item });
        }
        let Text { template, format, options, data } =
            serde_json::from_slice(item).map_err(Problem::internal)?;
        let name = match settings.templates.get(template) {
            _ if is_alone => name,
            Some(kept) => &kept.name,
            None => return Err(damaged()),
        };
        let options = options.map(|options| options.get().as_bytes());
        let format = format.unwrap_or(settings.format);
        Ok(Item { template, name, format, options, data: data.get().as_bytes() })
    }
}
