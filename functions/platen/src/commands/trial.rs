//! `platen doctor --make`: has a running service make documents, alone and as a job, from a template that comes with the request:
//! what it takes for that to work is seen, and nothing is left behind but the job.

use std::fs;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use http::header::HeaderName;
use platen_samples::{SAMPLES, Sample};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::remote::{Call, Client, documents, made};

/// How long the job may take. On AWS a function that starts, and a queue that was asleep, take some seconds.
const PATIENCE: Duration = Duration::from_secs(180);

/// Asks for a document in the background (RFC 7240).
const PREFER: HeaderName = HeaderName::from_static("prefer");

/// What came of each try, under a name for it.
pub async fn make(client: &Client) -> Vec<(&'static str, Result<String, Failure>)> {
    let Some(sample) = SAMPLES.first() else { return Vec::new() };
    vec![
        ("document", document(client, sample, ".docx", b"PK").await),
        ("PDF", document(client, sample, ".pdf", b"%PDF-").await),
        ("job", job(client, sample).await),
    ]
}

async fn document(client: &Client, sample: &Sample, format: &str, begins: &[u8]) -> Result<String, Failure> {
    let (began, wanted) = (Instant::now(), wanted(sample, format));
    let made = made::make(client, Call::new(Method::POST, "/api/generateDocument").json(&wanted)).await?;
    whole(&made.bytes, begins)?;
    Ok(format!("{format} of {} bytes, in {} ms", made.bytes.len(), began.elapsed().as_millis()))
}

/// A document in the background, which is a job, to what its link leads to.
async fn job(client: &Client, sample: &Sample) -> Result<String, Failure> {
    let (began, wanted) = (Instant::now(), wanted(sample, ".docx"));
    let call = Call::new(Method::POST, "/api/generateDocument").json(&wanted);
    let started: Value = client.send(&call.header(PREFER, "respond-async")).await?.json()?;
    let id = started["jobId"].as_str().unwrap_or_default();
    let ended = tokio::time::timeout(PATIENCE, documents::follow(client, id)).await.map_err(|_| {
        let patience = PATIENCE.as_secs();
        Failure::Input(format!(
            "job {id} is not over after {patience} s: its workers do not run, or do not reach the stores; their log says why"
        ))
    })??;
    let Some(link) = ended["zipUrl"].as_str() else {
        let reason = ended["errorMessage"].as_str().unwrap_or("it was canceled");
        return Err(Failure::Input(format!("job {id} made nothing: {reason}")));
    };
    let unwritable = |error| Failure::file("write into", &std::env::temp_dir(), &error);
    let folder = tempfile::tempdir().map_err(unwritable)?;
    let archive = folder.path().join("result");
    client.download(link, &archive).await?;
    whole(&fs::read(&archive).map_err(unwritable)?, b"PK")?;
    Ok(format!("one was made in the background and fetched, in {} ms", began.elapsed().as_millis()))
}

fn wanted(sample: &Sample, format: &str) -> Value {
    json!({ "template": STANDARD.encode((sample.docx)()), "format": format, "data": (sample.data)() })
}

fn whole(bytes: &[u8], begins: &[u8]) -> Result<(), Failure> {
    match bytes.starts_with(begins) {
        true => Ok(()),
        false => Err(Failure::Internal(
            "the answer is another kind of file; check that nothing before the service changes answers"
                .to_owned(),
        )),
    }
}
