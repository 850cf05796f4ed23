//! Rendering a chunk. Its items share the compiled template; an item that fails does so alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use platen_docx::{Pattern, Template};
use serde_json::Value;

use super::{Failure, JobId, JobRecord, Made, Outcome};
use crate::contract::{GenerateDocument, Options};
use crate::file_name::safe_file_name;
use crate::generate::{make_now, month_of};
use crate::http::body::parse_json;
use crate::problem::{Code, Problem};
use crate::templates::TemplateId;
use crate::{Limits, Service};

/// Bytes of a failure's reason: one item with thousands of missing fields must not fill the job.
const REASON_BYTES: usize = 1_000;

impl Service {
    /// Renders a chunk's items and records their results. A chunk that has its results is left alone.
    ///
    /// # Errors
    /// `unavailable` and `internal`, when it shall be tried again.
    pub async fn render_chunk(&self, job: JobId, chunk: u32) -> Result<(), Problem> {
        let Some(record) = self.stores.jobs.any_job(job).await? else { return Ok(()) };
        let Some((first, items)) = self.stores.jobs.pending_items(job, chunk).await? else { return Ok(()) };
        // The job's own copy of the template is cached under the job's id.
        let key = TemplateId(job.0);
        let template = match self.cached(record.subscription, key, record.template_version) {
            Some(found) => found,
            None => {
                let package = self.stores.jobs.job_template(job).await?;
                self.compile_cached(record.subscription, key, record.template_version, package).await?
            }
        };
        let (engine, limits) = (self.engine.clone(), self.limits.clone());
        let (settings, subscription) = (record.clone(), record.subscription);
        let rendered = tokio::task::spawn_blocking(move || {
            render_items(&settings, &template, first, &items, &engine, &limits)
        });
        let outcome = rendered.await.map_err(|_panicked| Problem::internal("a chunk panicked"))??;
        let made = outcome.documents.len() as u64;
        if self.stores.jobs.settle_chunk(job, chunk, outcome).await? && made > 0 {
            let month = month_of(jiff::Timestamp::now());
            self.stores.subscriptions.count_documents(subscription, &month, made).await?;
        }
        Ok(())
    }
}

fn render_items(
    record: &JobRecord,
    template: &Template,
    first: u32,
    items: &[Bytes],
    engine: &Arc<dyn platen_pdf::Engine>,
    limits: &Limits,
) -> Result<Outcome, Problem> {
    let settings = &record.settings;
    let file_name = settings.file_name.as_deref().map(Pattern::compile).transpose();
    let mut wanted = GenerateDocument {
        template_id: record.template_id,
        format: settings.format(),
        file_name: file_name.map_err(|_| Problem::internal("a job's file-name pattern does not compile"))?,
        data: Value::Null,
        options: Options { render: settings.render_options(), ..Options::default() },
    };
    let mut outcome = Outcome::default();
    for (index, item) in (first..).zip(items) {
        // An item's panic is that item's failure; its words may quote the data and stay out of the record.
        let made = match parse_json(item, limits.json_values) {
            Ok(data) => {
                wanted.data = data;
                catch_unwind(AssertUnwindSafe(|| {
                    make_now(template, &settings.template_name, &wanted, engine.as_ref(), limits)
                }))
                .unwrap_or_else(|_panic| Err(Problem::internal("rendering an item panicked")))
            }
            Err(problem) => {
                wanted.data = Value::Null;
                Err(problem)
            }
        };
        match made {
            Ok(document) => {
                outcome.documents.push(Made { index, file_name: document.file_name, bytes: document.bytes })
            }
            // Not the item's fault: the chunk is tried again as a whole.
            Err(problem) if problem.code() == Code::Unavailable => return Err(problem),
            Err(problem) => {
                outcome.failures.push(Failure { index, file_name: name_of(&wanted), error: reason(&problem) })
            }
        }
    }
    Ok(outcome)
}

/// The name of a document that was not made, if its pattern alone renders.
fn name_of(wanted: &GenerateDocument) -> Option<String> {
    let name = wanted.file_name.as_ref()?.render(&wanted.data, &wanted.options.render).ok()?;
    Some(safe_file_name(&name, wanted.format.extension()))
}

fn reason(problem: &Problem) -> String {
    let mut text = match problem.errors() {
        [] => problem.detail().to_owned(),
        errors => errors
            .iter()
            .map(|error| match error.pointer.as_str() {
                "" => error.detail.clone(),
                pointer => format!("{pointer}: {}", error.detail),
            })
            .collect::<Vec<_>>()
            .join("; "),
    };
    if text.len() > REASON_BYTES {
        text.truncate(text.floor_char_boundary(REASON_BYTES));
        text.push_str(" ...");
    }
    text
}
