//! Stand-ins for what fails rarely.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use platen_pdf::merge::{InProcess, Merge};
use platen_pdf::{
    Converted, Mark, PageImage, Passage, PdfError, PdfLimits, PdfOptions, Pictured, UpdatedDocx, Warning,
    Warnings, Whereabouts,
};
use platen_service::callback::CallbackSecrets;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::keys::{KeyHash, KeyRecord};
use platen_service::plan::{Bucket, RequestRate, Taken};
use platen_service::store::{StoreError, SubscriptionStore};
use platen_service::subscriptions::Subscription;
use uuid::Uuid;

/// The least that a PDF is: an empty page.
const PDF: &[u8] = b"%PDF-1.7\n\
    1 0 obj\n\
    <</Type/Catalog/Pages 2 0 R>>\n\
    endobj\n\
    2 0 obj\n\
    <</Type/Pages/Kids[3 0 R]/Count 1>>\n\
    endobj\n\
    3 0 obj\n\
    <</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>\n\
    endobj\n\
    xref\n\
    0 4\n\
    0000000000 65535 f \n\
    0000000009 00000 n \n\
    0000000054 00000 n \n\
    0000000105 00000 n \n\
    trailer\n\
    <</Size 4/Root 1 0 R>>\n\
    startxref\n\
    168\n\
    %%EOF\n";

/// A PDF engine that does as it is told.
pub enum Engine {
    Works,
    /// Makes a PDF that lacks a chart.
    Lacks,
    /// Makes a PDF that has no page.
    MakesNoPage,
    /// Is busy when it is first asked what a PDF would lack; then tells how often it was asked.
    Counts(AtomicUsize),
    Refuses,
    Overruns,
    IsBusy,
    /// Makes a document, and is busy so often before it makes others.
    IsBusyAfterTheFirst {
        made: AtomicUsize,
        busy: AtomicUsize,
    },
    Panics,
    /// Works until the time is over.
    NeverEnds,
    /// Takes its time.
    Slow(Duration),
    /// Says that it began, and waits to be told to go on.
    Waits(Mutex<(Sender<()>, Receiver<()>)>),
}

fn refusal() -> PdfError {
    PdfError::Unsupported("the table in the header is nested too deeply".to_owned())
}

impl Engine {
    fn warnings(&self) -> Warnings {
        let chart = Warning::new("not-drawn", "a chart is left out; its space stays blank");
        let chart = chart.in_part("word/document.xml").beside("Sales").times(2);
        matches!(self, Engine::Lacks).then_some(chart).into_iter().collect()
    }
}

impl platen_pdf::Engine for Engine {
    /// Everything stands on the first page, in its upper left corner.
    fn find(
        &self,
        _: &[u8],
        passages: Vec<Passage>,
        _: &PdfOptions,
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        let mark = Mark { left: 0.0, top: 0.0, width: 0.5, height: 0.25 };
        let found = |passage: &Passage| {
            let meant: String =
                passage.text.chars().skip(passage.meant.start).take(passage.meant.len()).collect();
            meant.starts_with("{%").then(|| Whereabouts { page: 1, marks: vec![mark] })
        };
        Ok(passages.iter().map(found).collect())
    }

    /// Its documents have one page.
    fn picture(&self, docx: &[u8], page: PageImage, options: &PdfOptions) -> Result<Pictured, PdfError> {
        let Converted { warnings, .. } = self.convert(docx, options)?;
        match page.page() {
            1 => Ok(Pictured {
                png: format!("{page:?} {:?}", options.finish).into_bytes(),
                pages: 1,
                warnings,
            }),
            page => Err(PdfError::NoPage { page, pages: 1 }),
        }
    }

    fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError> {
        let pdf: Result<Vec<u8>, PdfError> = match self {
            Engine::Works | Engine::Lacks | Engine::Counts(_) => Ok(PDF.to_vec()),
            Engine::MakesNoPage => {
                Ok(String::from_utf8_lossy(PDF).replace("[3 0 R]", "[     ]").into_bytes())
            }
            Engine::Refuses => Err(refusal()),
            Engine::Overruns => Err(PdfError::Limit {
                limit: "elements",
                allowed: "10".to_owned(),
                hint: "split the document",
            }),
            Engine::IsBusy => Err(PdfError::Busy(4)),
            Engine::IsBusyAfterTheFirst { made, busy } => {
                let is_first = made.fetch_add(1, Ordering::Relaxed) == 0;
                let take = |left: usize| left.checked_sub(1);
                match !is_first && busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok() {
                    true => Err(PdfError::Busy(4)),
                    false => Ok(PDF.to_vec()),
                }
            }
            Engine::Panics => panic!("a secret of the host"),
            Engine::NeverEnds => {
                let budget = options.budget.as_ref().unwrap();
                while budget.check().is_ok() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(budget.check().unwrap_err().into())
            }
            Engine::Slow(time) => {
                std::thread::sleep(*time);
                Ok(PDF.to_vec())
            }
            Engine::Waits(gate) => {
                let gate = gate.lock().unwrap();
                gate.0.send(()).unwrap();
                gate.1.recv().unwrap();
                Ok(PDF.to_vec())
            }
        };
        let pdf = options.finish.apply(pdf?, docx)?;
        Ok(Converted { pdf, warnings: self.warnings() })
    }

    fn merger(&self, _limits: &PdfLimits) -> Option<Box<dyn Merge>> {
        Some(Box::new(InProcess::default()))
    }

    fn update_fields(&self, docx: &[u8], options: &PdfOptions) -> Result<UpdatedDocx, PdfError> {
        assert!(options.fields.is_some() && options.tenant.is_some(), "{options:?}");
        match self {
            Engine::Refuses => Err(refusal()),
            Engine::Works => {
                let warning = Warning::new("field-not-updated", "a field keeps its saved result");
                Ok(UpdatedDocx { docx: docx.to_vec(), warnings: [warning].into_iter().collect() })
            }
            _ => Err(PdfError::Engine),
        }
    }

    fn check(&self, _docx: &[u8], _options: &PdfOptions) -> Result<Warnings, PdfError> {
        if let Engine::Lacks = self {
            return Ok(self.warnings());
        }
        if let Engine::Refuses = self {
            return Err(refusal());
        }
        if let Engine::Counts(asked) = self {
            return match asked.fetch_add(1, Ordering::Relaxed) {
                0 => Err(PdfError::Busy(4)),
                times => Ok([Warning::new("not-drawn", format!("look {times}"))].into_iter().collect()),
            };
        }
        let font = "the font `Helvetica` is missing; a PDF shows `Liberation Sans` in its place";
        let warning = Warning::new("substituted-font", font).hint("choose another font");
        Ok([warning.in_part("word/fontTable.xml")].into_iter().collect())
    }
}

/// A store that always fails in the same way.
pub struct Failing(pub fn() -> StoreError);

#[async_trait]
impl SubscriptionStore for Failing {
    async fn create_subscription(&self, _: &Subscription) -> Result<bool, StoreError> {
        Err(self.0())
    }

    async fn put_subscription(&self, _: &Subscription) -> Result<(), StoreError> {
        Err(self.0())
    }

    async fn subscription(&self, _: SubscriptionId) -> Result<Option<Subscription>, StoreError> {
        Err(self.0())
    }

    async fn subscriptions(&self) -> Result<Vec<Subscription>, StoreError> {
        Err(self.0())
    }

    async fn put_key(&self, _: &KeyRecord) -> Result<(), StoreError> {
        Err(self.0())
    }

    async fn key(&self, _: &KeyHash) -> Result<Option<(KeyRecord, Subscription)>, StoreError> {
        Err(self.0())
    }

    async fn keys(&self, _: SubscriptionId) -> Result<Vec<KeyRecord>, StoreError> {
        Err(self.0())
    }

    async fn disable_key(&self, _: SubscriptionId, _: Uuid, _: Timestamp) -> Result<bool, StoreError> {
        Err(self.0())
    }

    async fn enable_key(&self, _: SubscriptionId, _: Uuid) -> Result<bool, StoreError> {
        Err(self.0())
    }

    async fn delete_key(&self, _: SubscriptionId, _: Uuid) -> Result<bool, StoreError> {
        Err(self.0())
    }

    fn note_key_use(&self, _: SubscriptionId, _: Uuid, _: Timestamp) {}

    fn note_template_use(&self, _: SubscriptionId, _: TemplateId, _: Uuid, _: Timestamp) {}

    async fn template_users(
        &self,
        _: SubscriptionId,
        _: TemplateId,
        _: Timestamp,
    ) -> Result<u64, StoreError> {
        Err(self.0())
    }

    async fn callback_secrets(&self, _: SubscriptionId) -> Result<CallbackSecrets, StoreError> {
        Err(self.0())
    }

    async fn rotate_callback_secret(
        &self,
        _: SubscriptionId,
        _: Timestamp,
    ) -> Result<CallbackSecrets, StoreError> {
        Err(self.0())
    }

    async fn put_callback_secrets(&self, _: SubscriptionId, _: &CallbackSecrets) -> Result<(), StoreError> {
        Err(self.0())
    }

    async fn take_request(&self, _: Bucket, _: RequestRate, _: Timestamp) -> Result<Taken, StoreError> {
        Err(self.0())
    }

    async fn count_documents(&self, _: SubscriptionId, _: &str, _: u64) -> Result<(), StoreError> {
        Err(self.0())
    }

    async fn documents(&self, _: SubscriptionId, _: &str) -> Result<u64, StoreError> {
        Err(self.0())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        Err(self.0())
    }
}
