//! Metrics of the service, through the `metrics` facade. A home that installs a recorder publishes them, as Prometheus' text
//! or CloudWatch's embedded metrics; without one, they cost next to nothing. They name formats and outcomes, never tenants.

use std::time::{Duration, Instant};

use metrics::{Unit, counter, describe_counter, describe_histogram, histogram};

use crate::format::Format;
use crate::problem::Code;

const DOCUMENTS: &str = "platen_documents_total";
const BYTES: &str = "platen_document_bytes_total";
const RENDER: &str = "platen_render_seconds";
const PDF: &str = "platen_pdf_seconds";
const DAMAGE: &str = "platen_store_damage_total";
const QUEUE_AGE: &str = "platen_queue_age_seconds";

/// Tells the recorder what the figures are, and their units. Call it once one is installed.
pub fn describe() {
    describe_counter!(
        DOCUMENTS,
        Unit::Count,
        "Documents asked for, by format and outcome: `made`, or the code of the problem"
    );
    describe_counter!(BYTES, Unit::Bytes, "Bytes of the documents that were made, by format");
    describe_counter!(
        DAMAGE,
        Unit::Count,
        "How often something stored was found damaged; any at all is for the operator to repair"
    );
    // Present from the start, so that an alarm can compare it with 0.
    counter!(DAMAGE).absolute(0);
    describe_histogram!(RENDER, Unit::Seconds, "Filling a template with data");
    describe_histogram!(PDF, Unit::Seconds, "Converting a document to PDF");
    describe_histogram!(
        QUEUE_AGE,
        Unit::Seconds,
        "How long a message of a bulk job had waited when it was taken"
    );
}

/// A message of the queue was taken that could have been taken so long before.
pub fn queue_age(waited: Duration) {
    histogram!(QUEUE_AGE).record(waited.as_secs_f64());
}

/// A document was asked for, alone or as an item of a job: so many bytes were made, or none.
pub(crate) fn document(format: Format, made: Result<usize, Code>) {
    let name = format.extension().trim_start_matches('.');
    let outcome = match made {
        Ok(bytes) => {
            counter!(BYTES, "format" => name).increment(bytes as u64);
            "made"
        }
        Err(code) => code.as_str(),
    };
    counter!(DOCUMENTS, "format" => name, "outcome" => outcome).increment(1);
}

/// Something stored was found to be damaged.
pub fn damage() {
    counter!(DAMAGE).increment(1);
}

/// Times the filling of a template.
pub(crate) fn rendering<T>(work: impl FnOnce() -> T) -> T {
    timed(RENDER, work)
}

/// Times a conversion.
pub(crate) fn converting<T>(work: impl FnOnce() -> T) -> T {
    timed(PDF, work)
}

fn timed<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = work();
    histogram!(name).record(began.elapsed().as_secs_f64());
    done
}
