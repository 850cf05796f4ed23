//! Renders the items of a part on separate threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{DataError, Pattern, Template};
use platen_pdf::PageImage;
use platen_pdf::finish::{Finish, Joined, Watermark};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;

use super::files_of_all::FilesOfAll;
use super::mixed::Item;
use crate::contract::{
    AtEnd, Files, GenerateDocument, Invoice, InvoiceOfData, Options, TemplateSource, files_of, protection_of,
};
use crate::file_name::safe_file_name;
use crate::format::Format;
use crate::http::body::parse_json;
use crate::http::weight::weigh;
use crate::ids::JobId;
use crate::jobs::{Deadline, Failure, Made, Order, Pending};
use crate::pictures::Pictures;
use crate::problem::{Code, FieldError, Problem};
use crate::service::generation::{Document, PdfMaker, render_now};
use crate::work::{Budgets, CancelOnDrop, HeldMemory, Memory};
use crate::{Limits, figures};

/// Bytes of a failure's reason: one item with thousands of missing fields must not fill the job.
const REASON_BYTES: usize = 1_000;

/// How long an item waits before it is tried again when the service could not render it; doubled each time.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// Between two looks whether a wait goes on.
const LOOK: Duration = Duration::from_millis(50);

/// The outcome of an item.
pub(super) enum Outcome {
    Made(Made),
    /// `overran`: it took longer than it may.
    Failed {
        failure: Failure,
        overran: bool,
    },
    /// A failure that is not the item's fault.
    Trouble(Problem),
}

/// The means that the service renders items with.
pub(super) struct Means {
    pub(super) pdfs: PdfMaker,
    pub(super) memory: Memory,
    pub(super) limits: Arc<Limits>,
    /// Where pictures come from that the data names by address, and the runtime that fetches them.
    pub(super) pictures: Option<(Arc<Pictures>, Handle)>,
}

/// What a job keeps for all of its items.
pub(super) struct Kept {
    /// By their places among the job's.
    pub(super) templates: BTreeMap<usize, Arc<Template>>,
    pub(super) protection: Option<SecretString>,
    pub(super) files: Option<FilesOfAll>,
}

/// The rendering of a part, shared by its threads.
pub(super) struct ChunkWork {
    job: JobId,
    order: Order,
    kept: Kept,
    items: Vec<(u32, Bytes)>,
    next: AtomicUsize,
    /// Whether nobody wants the documents anymore.
    is_over: AtomicBool,
    /// Handles that end the items in progress, by their places.
    at_work: Mutex<BTreeMap<usize, CancelOnDrop>>,
    deadline: Deadline,
    means: Means,
}

impl ChunkWork {
    pub(super) fn new(
        job: JobId,
        Pending { order, items, .. }: Pending,
        kept: Kept,
        deadline: Deadline,
        means: Means,
    ) -> Arc<ChunkWork> {
        Arc::new(ChunkWork {
            job,
            order,
            kept,
            items,
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            at_work: Mutex::default(),
            deadline,
            means,
        })
    }

    pub(super) fn job(&self) -> JobId {
        self.job
    }

    /// The items' indices in the request.
    pub(super) fn indices(&self) -> impl ExactSizeIterator<Item = u32> {
        self.items.iter().map(|(index, _)| *index)
    }

    /// Takes items until there are none, the time is short, or nobody waits for them.
    pub(super) fn run(&self, rendered: &Sender<(usize, Outcome)>) {
        let mut wanted = match self.wanted() {
            Ok(wanted) => wanted,
            Err(problem) => {
                // Nobody waits when another thread said so before.
                let _ = rendered.blocking_send((0, Outcome::Trouble(problem)));
                return;
            }
        };
        while self.goes_on() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((index, item)) = self.items.get(at) else { return };
            if rendered.blocking_send((at, self.outcome(&mut wanted, at, *index, item))).is_err() {
                return;
            }
        }
    }

    fn goes_on(&self) -> bool {
        self.deadline.allows_more() && !self.is_over.load(Ordering::Relaxed)
    }

    /// Renders an item, and waits a while if the service cannot do so: the PDF processes may be busy, or out of memory to
    /// start with.
    fn outcome(&self, wanted: &mut GenerateDocument, at: usize, index: u32, item: &Bytes) -> Outcome {
        let (began, mut wait) = (Instant::now(), FIRST_WAIT);
        loop {
            match self.render(wanted, at, index, item) {
                Err(problem) if problem.code() == Code::Unavailable => {
                    let until = Instant::now() + wait;
                    // Who collects waits for `item_time`.
                    if until - began > self.means.limits.item_time / 2 {
                        return Outcome::Trouble(problem);
                    }
                    while Instant::now() < until {
                        if !self.goes_on() {
                            return Outcome::Trouble(problem);
                        }
                        thread::sleep(LOOK);
                    }
                    wait *= 2;
                }
                Err(problem) => return Outcome::Trouble(problem),
                Ok(outcome) => return outcome,
            }
        }
    }

    /// Makes a budget for an item, which ends when nobody wants the documents anymore.
    fn budgets(&self, at: usize) -> Budgets {
        let budgets = Budgets::new(&self.means.limits, None);
        self.locked().insert(at, budgets.cancel_on_drop());
        if self.is_over.load(Ordering::Relaxed) {
            self.locked().clear();
        }
        budgets
    }

    /// No code panics while it holds the lock, and the map is whole at every step.
    fn locked(&self) -> std::sync::MutexGuard<'_, BTreeMap<usize, CancelOnDrop>> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The parts that all items share.
    fn wanted(&self) -> Result<GenerateDocument, Problem> {
        let settings = &self.order.settings;
        let damaged = |what| Problem::internal(format!("a job's {what} cannot be used"));
        let limits = &self.means.limits.docx;
        let file_name = settings.file_name.as_deref().map(|text| Pattern::compile(text, limits)).transpose();
        let watermark = settings.watermark.as_deref().map(Watermark::new).transpose();
        let protection = self.kept.protection.as_ref().map(|kept| {
            protection_of(kept.expose_secret()).ok_or_else(|| damaged("passwords or permissions"))
        });
        let watermark = watermark.map_err(|_| damaged("watermark"))?;
        let protection = protection.transpose()?;
        let signature = settings.signature.clone();
        let pdf = Finish {
            conformance: settings.conformance,
            watermark,
            protection,
            signature,
            stamp: settings.stamp.clone(),
            pages: settings.pages.clone(),
            forms: settings.forms,
            ..Finish::default()
        };
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
                invoice: None,
                update_fields: settings.update_fields,
            },
            preview: false,
            at_end: AtEnd::default(),
        })
    }

    /// Makes an item's document. Each item has a budget of its own: one that uses it up costs the others nothing.
    fn make(
        &self,
        wanted: &GenerateDocument,
        item: &Item<'_>,
        budgets: &Budgets,
    ) -> Result<Document, Problem> {
        let template = self.kept.templates.get(&item.template);
        let template = template.ok_or_else(|| Problem::internal("an item's template was not compiled"))?;
        let budget = budgets.of(wanted.format);
        let rendered = render_now(template, item.name, wanted, budget)?;
        let tenant = self.order.subscription;
        match (wanted.format, rendered.updates()) {
            (Format::Docx, None) => rendered.into_docx(&self.means.limits),
            // Laying out has the time of a PDF.
            (Format::Docx, Some(_)) => {
                rendered.into_updated_docx(&self.means.pdfs, budgets.of(Format::Pdf), tenant)
            }
            (Format::Pdf, _) => rendered.into_pdf(&self.means.pdfs, &wanted.options.pdf, budget, tenant),
            (Format::Png, _) => Err(Problem::internal("a job cannot make pictures of pages")),
        }
    }

    /// Reads an item's data and files, once there is memory for them.
    fn parse(&self, item: &Item<'_>) -> Result<(Value, Files, [Option<HeldMemory>; 2]), Problem> {
        let limits = &self.means.limits;
        let options = item.options.map_or(Ok(0), |options| weigh(options, limits))?;
        let memory =
            self.means.memory.take_now(self.order.subscription, weigh(item.data, limits)? + options)?;
        let files = item.options.map_or(Ok(Files::default()), |options| files_of(options, limits))?;
        let mut data = parse_json(item.data, limits)?;
        let of_pictures = self.put_pictures(&mut data)?;
        Ok((data, files, [Some(memory), of_pictures]))
    }

    /// Fetches the pictures that an item's data names by address, and takes the memory for them.
    fn put_pictures(&self, data: &mut Value) -> Result<Option<HeldMemory>, Problem> {
        let Some((pictures, runtime)) = &self.means.pictures else { return Ok(None) };
        let fetched = runtime.block_on(pictures.fetch(data, Some(self.job), &self.means.limits))?;
        let memory = self.means.memory.take_now(self.order.subscription, fetched.weight())?;
        fetched.put_into(data);
        Ok(Some(memory))
    }

    fn render(
        &self,
        wanted: &mut GenerateDocument,
        at: usize,
        index: u32,
        item: &Bytes,
    ) -> Result<Outcome, Problem> {
        let item = Item::of(&self.order, item)?;
        wanted.format = item.format;
        let parsed = self.parse(&item);
        // Pictures that come late are no fault of the document.
        let budgets = self.budgets(at);
        let mut held = None;
        let made = parsed.and_then(|(data, files, memory)| {
            let files = match &self.kept.files {
                Some(of_all) if item.format == Format::Pdf => of_all.with(files, &self.means.limits)?,
                _ => files,
            };
            let Options { pdf, invoice, .. } = &mut wanted.options;
            let of_job = self.order.settings.e_invoice && item.format == Format::Pdf;
            let of_job = of_job.then(|| Invoice::OfData(InvoiceOfData::default()));
            (pdf.attachments, pdf.joined) = (files.attachments, files.joined);
            if let Some(signature) = &mut pdf.signature {
                signature.time = Timestamp::now();
            }
            (pdf.invoice, *invoice) = Invoice::parted(files.invoice.or(of_job));
            (wanted.data, held) = (data, Some(memory));
            // What is said of its PDF (a character in no font) is found by these.
            let _span = tracing::info_span!("item", job_id = %self.job, index).entered();
            // An item's panic is that item's failure; its words may quote the data and stay out of the record.
            catch_unwind(AssertUnwindSafe(|| self.make(wanted, &item, &budgets)))
                .unwrap_or_else(|_panic| Err(Problem::internal("rendering an item panicked")))
        });
        self.locked().remove(&at);
        figures::document(wanted.format, made.as_ref().map(|made| made.bytes.len()).map_err(Problem::code));
        let outcome = match made {
            Ok(document) => {
                let mut crc = flate2::Crc::new();
                crc.update(&document.bytes);
                let Document { file_name, bytes, warnings, .. } = document;
                Ok(Outcome::Made(Made { index, file_name, bytes, crc32: crc.sum(), warnings }))
            }
            Err(problem) if problem.code() == Code::Unavailable => Err(problem),
            Err(problem) => {
                let overran = [Format::Docx, Format::Pdf].map(|format| budgets.of(format).time_left());
                Ok(Outcome::Failed {
                    failure: Failure { index, file_name: name_of(wanted), error: reason(&problem) },
                    overran: overran.iter().any(Duration::is_zero),
                })
            }
        };
        (wanted.data, wanted.options.pdf.attachments, wanted.options.pdf.invoice) =
            (Value::Null, Vec::new(), None);
        wanted.options.pdf.joined = Joined::default();
        drop(held);
        outcome
    }
}

/// Ends what is being made when it is dropped.
pub(super) struct StopAtEnd<'a>(pub(super) &'a ChunkWork);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.locked().clear();
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
