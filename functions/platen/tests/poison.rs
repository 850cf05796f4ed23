//! A poison item harms only itself: one per cent of five kinds in a job that the real workers work off, in a process that
//! some of them take down. The process is this test itself, run again until the job is over.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use docx_rs::{Docx, Paragraph, Run};
use platen_pdf::{Converted, Engine, PdfError, PdfOptions, Warnings};
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::{JobId, SubscriptionId};
use platen_service::jobs::{JobStore, Status};
use platen_service::plan::Plan;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, Service, Stores};
use platen_store_embedded::EmbeddedStore;
use uuid::Uuid;

/// Tells the child that it runs as one: nobody else makes a folder with this file its own.
const MARK: &str = "child-of-the-poison-test";
const TENANT: SubscriptionId = SubscriptionId(Uuid::from_u128(1));
const JOB: JobId = JobId(Uuid::from_u128(9));
const ITEMS: u32 = 500;

/// Dies of one word, and never comes back from another.
struct Poisoned;

impl Engine for Poisoned {
    fn convert(&self, docx: &[u8], _options: &PdfOptions) -> Result<Converted, PdfError> {
        let mut package = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
        let mut text = String::new();
        package.by_name("word/document.xml").unwrap().read_to_string(&mut text).unwrap();
        if text.contains("ABORT") {
            std::process::abort();
        }
        while text.contains("HANG") {
            std::thread::sleep(Duration::from_secs(1));
        }
        Ok(Converted { pdf: PDF.to_vec(), warnings: Warnings::default() })
    }
}

/// The least that a PDF is: an empty page.
const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
    3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>\nendobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n\
    0000000054 00000 n \n0000000105 00000 n \ntrailer\n<</Size 4/Root 1 0 R>>\nstartxref\n168\n%%EOF\n";

fn service(folder: &Path) -> (Arc<Service>, Arc<EmbeddedStore>) {
    let store = Arc::new(EmbeddedStore::open(folder).unwrap());
    let limits = Limits { item_time: Duration::from_millis(1_500), ..Limits::default() };
    let service = Service::new(Stores::all_in_one(store.clone()), Arc::new(Poisoned), limits);
    (Arc::new(service), store)
}

/// What the poison of an item is called, and how its failure begins.
fn poison(index: u32) -> Option<(String, &'static str)> {
    match index {
        60 => Some((r#"{"name":"a","n":1,"name":"b"}"#.to_owned(), "The body is not valid JSON")),
        161 => Some((r#"{"n":1}"#.to_owned(), "/name: ")),
        262 => Some((r#"{"name":"a","n":0}"#.to_owned(), "")),
        363 | 364 => Some((r#"{"name":"ABORT","n":1}"#.to_owned(), "The item was tried 3 times")),
        474 => Some((r#"{"name":"HANG","n":1}"#.to_owned(), "The item was tried 3 times")),
        _ => None,
    }
}

#[tokio::test]
async fn a_poison_item_harms_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(MARK), "").unwrap();
    start(folder.path()).await;
    let mut deaths = 0;
    loop {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_workers_end_the_job"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        if child.status.success() {
            break;
        }
        deaths += 1;
        assert!(deaths <= 8, "{}", String::from_utf8_lossy(&child.stderr));
    }
    // Two poison items in one chunk: the chunk's try, and three of each item.
    assert_eq!(deaths, 7);
    let store = EmbeddedStore::open(folder.path()).unwrap();
    let job = store.any_job(JOB).await.unwrap().unwrap();
    let wanted: BTreeMap<u32, &str> =
        (0..ITEMS).filter_map(|index| poison(index).map(|(_, reason)| (index, reason))).collect();
    let failures = store.failures(JOB, 100).await.unwrap();
    assert_eq!(
        failures.iter().map(|failure| failure.index).collect::<Vec<_>>(),
        wanted.keys().copied().collect::<Vec<_>>()
    );
    for failure in &failures {
        assert!(
            failure.error.starts_with(wanted[&failure.index]) && !failure.error.is_empty(),
            "{failure:?}"
        );
    }
    let failed = u32::try_from(wanted.len()).unwrap();
    assert_eq!(
        (job.progress.status, job.progress.done, job.progress.failed),
        (Status::Completed, ITEMS - failed, failed)
    );
    let bytes = store.read_archive(JOB, 0, 10 << 20).await.unwrap().unwrap();
    assert_eq!(zip::ZipArchive::new(Cursor::new(bytes)).unwrap().len(), (ITEMS - failed + 1) as usize);
}

/// What the children run; on its own there is nothing to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_workers_end_the_job() {
    if !Path::new(MARK).exists() {
        return;
    }
    let (service, store) = service(Path::new("."));
    let _workers = platen::start_workers(&service, &store).await.unwrap();
    while !store.any_job(JOB).await.unwrap().unwrap().progress.status.is_over() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // What hangs would be awaited forever.
    std::process::exit(0);
}

async fn start(folder: &Path) {
    let (service, store) = service(folder);
    let subscription =
        Subscription { id: TENANT, name: "Example".to_owned(), active: true, plan: Plan::default() };
    service.stores().subscriptions.put_subscription(&subscription).await.unwrap();
    let text = Paragraph::new().add_run(Run::new().add_text("Dear {{ name }}, {{ 10 // n }}"));
    let mut docx = Cursor::new(Vec::new());
    Docx::new().add_paragraph(text).build().pack(&mut docx).unwrap();
    let registration = Registration::new("letter.docx", docx.into_inner());
    let template = service.templates().register(TENANT, registration).await.unwrap().template_id;
    let items: Vec<String> = (0..ITEMS)
        .map(|index| {
            poison(index).map_or_else(|| format!(r#"{{"name":"N{index}","n":2}}"#), |(text, _)| text)
        })
        .collect();
    let body = format!(r#"{{"templateId":"{template}","format":".pdf","items":[{}]}}"#, items.join(","));
    let wanted = GenerateDocumentsBulk::parse(&body.into(), service.limits()).unwrap();
    service.jobs().start_as(&subscription, JOB, wanted).await.unwrap();
    drop((service, store));
}
