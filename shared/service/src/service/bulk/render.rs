//! Rendering a part of a job. Its items share the compiled template; an item that fails does so alone.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use platen_docx::{DataError, Pattern, Template};
use platen_pdf::PageImage;
use platen_pdf::finish::{Finish, Watermark};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::sync::mpsc::{Sender, channel};

use super::Jobs;
use super::mixed::Item;
use crate::contract::{AtEnd, GenerateDocument, Options, TemplateSource, protection_of};
use crate::file_name::safe_file_name;
use crate::format::Format;
use crate::http::body::parse_json;
use crate::ids::JobId;
use crate::jobs::{Deadline, Failure, Made, NewResults, Order, Part, Pending, Step, Task};
use crate::problem::{Code, FieldError, Problem};
use crate::service::generation::{Document, PdfMaker, render_now};
use crate::work::Budgets;
use crate::{Limits, figures};

/// The reason of items whose job was stopped.
const STOPPED: &str = "The job was canceled before this document was made.";

/// Bytes of a failure's reason: one item with thousands of missing fields must not fill the job.
const REASON_BYTES: usize = 1_000;

impl Jobs<'_> {
    /// Renders a part's items and records their results. A part that has its results is left alone.
    pub(super) async fn render_part(
        self,
        job: JobId,
        part: Part,
        attempt: u32,
        deadline: Deadline,
    ) -> Result<Step, Problem> {
        let jobs = &self.0.stores.jobs;
        if let Some(pending) = jobs.pending_items(job, part).await? {
            if pending.stopped {
                let never = pending.items.iter().map(|(index, _)| Failure {
                    index: *index,
                    file_name: None,
                    error: STOPPED.to_owned(),
                });
                jobs.new_results(job, part).await?.settle(never.collect(), Vec::new()).await?;
            } else if pending.items.len() > 1 && attempt > 1 {
                // The worker before may have died of one of them: from now on each can harm only itself.
                let all = pending.items.iter().map(|(index, _)| *index).collect();
                jobs.new_results(job, part).await?.settle(Vec::new(), all).await?;
            } else if !deadline.allows_more() {
                return Ok(Step::HandBack);
            } else {
                match self.render_items(job, part, pending, deadline).await? {
                    Step::Done => {}
                    other => return Ok(other),
                }
            }
        }
        jobs.queue_next(job, Task::Render(part)).await?;
        Ok(Step::Done)
    }

    /// Renders items until the time is short, and records what there is. Only when there is nothing, the message comes again.
    async fn render_items(
        self,
        job: JobId,
        part: Part,
        Pending { order, items, .. }: Pending,
        deadline: Deadline,
    ) -> Result<Step, Problem> {
        let jobs = &self.0.stores.jobs;
        let templates = self.job_templates(job, &order, &items).await?;
        let protection = jobs.job_protection(job).await?;
        let work = Arc::new(Work {
            job,
            order,
            protection,
            templates,
            items,
            next: AtomicUsize::new(0),
            deadline,
            pdfs: self.0.generation().pdf_maker(),
            limits: self.0.limits.clone(),
        });
        let threads = self.0.limits.chunk_threads.clamp(1, work.items.len().max(1));
        // Few results wait to be stored: a document may have a hundred megabytes.
        let (sender, mut rendered) = channel(1);
        for _ in 0..threads {
            let (work, sender, span) = (work.clone(), sender.clone(), tracing::Span::current());
            tokio::task::spawn_blocking(move || span.in_scope(|| work.run(&sender)));
        }
        drop(sender);
        let mut results: Box<dyn NewResults> = jobs.new_results(job, part).await?;
        let (mut settled, mut failures) = (vec![false; work.items.len()], Vec::new());
        let mut hangs = false;
        loop {
            let wait = self.0.limits.item_time.min(deadline.before_recording());
            // What hangs must not hold up what does not. Its thread is left behind.
            let Ok(next) = tokio::time::timeout(wait, rendered.recv()).await else {
                hangs = true;
                break;
            };
            let Some((at, result)) = next else { break };
            match result? {
                Ok(document) => results.put(document).await?,
                Err(failure) => failures.push(failure),
            }
            if let Some(settled) = settled.get_mut(at) {
                *settled = true;
            }
        }
        let all = settled.iter().zip(&work.items);
        let rest: Vec<u32> = all.filter(|(settled, _)| !**settled).map(|(_, (index, _))| *index).collect();
        if hangs {
            tracing::warn!(job_id = %job, ?part, unfinished = rest.len(), "rendering does not finish");
        }
        if rest.len() == work.items.len() {
            return Ok(if hangs { Step::Hangs } else { Step::HandBack });
        }
        failures.sort_by_key(|failure| failure.index);
        results.settle(failures, rest).await?;
        Ok(Step::Done)
    }
}

/// An item's place in its part, and what became of it. A problem is not the item's fault.
type Rendered = (usize, Result<Result<Made, Failure>, Problem>);

/// The rendering of a part, shared by its threads.
struct Work {
    job: JobId,
    order: Order,
    protection: Option<SecretString>,
    templates: BTreeMap<usize, Arc<Template>>,
    items: Vec<(u32, Bytes)>,
    next: AtomicUsize,
    deadline: Deadline,
    pdfs: PdfMaker,
    limits: Arc<Limits>,
}

impl Work {
    /// Takes items until there are none, the time is short, or nobody waits for them.
    fn run(&self, rendered: &Sender<Rendered>) {
        let mut wanted = match self.wanted() {
            Ok(wanted) => wanted,
            Err(problem) => {
                // Nobody waits when another thread said so before.
                let _ = rendered.blocking_send((0, Err(problem)));
                return;
            }
        };
        while self.deadline.allows_more() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((index, item)) = self.items.get(at) else { return };
            if rendered.blocking_send((at, self.render(&mut wanted, *index, item))).is_err() {
                return;
            }
        }
    }

    /// What all items share.
    fn wanted(&self) -> Result<GenerateDocument, Problem> {
        let settings = &self.order.settings;
        let damaged = |what| Problem::internal(format!("a job's {what} cannot be used"));
        let limits = &self.limits.docx;
        let file_name = settings.file_name.as_deref().map(|text| Pattern::compile(text, limits)).transpose();
        let watermark = settings.watermark.as_deref().map(Watermark::new).transpose();
        let protection = self.protection.as_ref().map(|kept| {
            protection_of(kept.expose_secret()).ok_or_else(|| damaged("passwords or permissions"))
        });
        let watermark = watermark.map_err(|_| damaged("watermark"))?;
        let pdf =
            Finish { conformance: settings.conformance, watermark, protection: protection.transpose()? };
        Ok(GenerateDocument {
            source: TemplateSource::Registered { template: self.order.template_id, version: None },
            format: settings.format,
            image: PageImage::FIRST,
            file_name: file_name.map_err(|_| damaged("file-name pattern"))?,
            data: Value::Null,
            options: Options {
                render: settings.render_options(),
                pdf,
                protection: None,
                update_fields: settings.update_fields,
            },
            preview: false,
            at_end: AtEnd::default(),
        })
    }

    /// Makes an item's document. Each item has a budget of its own: one that uses it up costs the others nothing.
    fn make(&self, wanted: &GenerateDocument, item: &Item<'_>) -> Result<Document, Problem> {
        let template = self.templates.get(&item.template);
        let template = template.ok_or_else(|| Problem::internal("an item's template was not compiled"))?;
        let budgets = Budgets::new(&self.limits, None);
        let budget = budgets.of(wanted.format);
        let rendered = render_now(template, item.name, wanted, budget)?;
        let tenant = self.order.subscription;
        match (wanted.format, rendered.updates()) {
            (Format::Docx, None) => rendered.into_docx(&self.limits),
            // Laying out has the time of a PDF.
            (Format::Docx, Some(_)) => {
                rendered.into_updated_docx(&self.pdfs, budgets.of(Format::Pdf), tenant)
            }
            (Format::Pdf, _) => rendered.into_pdf(&self.pdfs, &wanted.options.pdf, budget, tenant),
            (Format::Png, _) => Err(Problem::internal("a job cannot make pictures of pages")),
        }
    }

    fn render(
        &self,
        wanted: &mut GenerateDocument,
        index: u32,
        item: &Bytes,
    ) -> Result<Result<Made, Failure>, Problem> {
        let item = Item::of(&self.order, item)?;
        (wanted.data, wanted.format) = (Value::Null, item.format);
        let made = parse_json(item.data, self.limits.json_values).and_then(|data| {
            wanted.data = data;
            // What is said of its PDF (a character in no font) is found by these.
            let _span = tracing::info_span!("item", job_id = %self.job, index).entered();
            // An item's panic is that item's failure; its words may quote the data and stay out of the record.
            catch_unwind(AssertUnwindSafe(|| self.make(wanted, &item)))
                .unwrap_or_else(|_panic| Err(Problem::internal("rendering an item panicked")))
        });
        figures::document(wanted.format, made.as_ref().map(|made| made.bytes.len()).map_err(Problem::code));
        match made {
            Ok(document) => {
                let mut crc = flate2::Crc::new();
                crc.update(&document.bytes);
                let Document { file_name, bytes, warnings, .. } = document;
                Ok(Ok(Made { index, file_name, bytes, crc32: crc.sum(), warnings }))
            }
            // The part is tried again as a whole.
            Err(problem) if problem.code() == Code::Unavailable => Err(problem),
            Err(problem) => Ok(Err(Failure { index, file_name: name_of(wanted), error: reason(&problem) })),
        }
    }
}

/// The name of a document that was not made, if its pattern alone renders.
fn name_of(wanted: &GenerateDocument) -> Option<String> {
    let name = wanted.file_name.as_ref()?.render(&wanted.data, &wanted.options.render).ok()?;
    Some(safe_file_name(&name, wanted.format.extension()))
}

/// A problem as a failure's reason.
pub(super) fn reason(problem: &Problem) -> String {
    let mut text = match problem.errors() {
        [] => problem.detail().to_owned(),
        errors => errors
            .iter()
            // A pointer leads into the item, which is `data` of a document's own request.
            .map(|FieldError { pointer, detail, value, .. }| DataError {
                value: value.clone(),
                ..DataError::new(pointer.strip_prefix("/data").unwrap_or(pointer), detail)
            })
            .map(|error| error.to_string())
            .collect::<Vec<_>>()
            .join("; "),
    };
    if text.len() > REASON_BYTES {
        text.truncate(text.floor_char_boundary(REASON_BYTES));
        text.push_str(" ...");
    }
    text
}
