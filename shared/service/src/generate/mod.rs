//! `POST /api/generateDocument`: a template and data become a document.

mod idempotency;
mod pdf;
mod work;

pub use idempotency::IdempotencyKey;
pub(crate) use idempotency::Turn;

use std::sync::Arc;

use bytes::Bytes;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use platen_docx::{DataError, RenderError, Template};

use crate::contract::{Format, GenerateDocument};
use crate::file_name::safe_file_name;
use crate::problem::{Code, Problem};
use crate::subscriptions::{Caller, Subscription};
use crate::templates::TemplateRecord;
use crate::{Limits, Service, figures};

/// A document that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The file.
    pub bytes: Bytes,
    /// What it is.
    pub format: Format,
    /// What it is called: safe on every file system, with its extension.
    pub file_name: String,
}

impl Service {
    /// Makes one document from the version in force. A preview does not count, and needs nothing left of the quota.
    ///
    /// # Errors
    /// `unknown-template`, `template-error`, `invalid-data`, `limit-exceeded`, `quota-exceeded`, `unavailable`, `internal`.
    pub async fn generate_document(
        &self,
        caller: &Caller,
        wanted: GenerateDocument,
    ) -> Result<Document, Problem> {
        self.make_counted(caller, wanted).await.map(|(_, document)| document)
    }

    /// Makes one document, counts it unless it is a preview, and tells which version it was made from.
    async fn make_counted(
        &self,
        caller: &Caller,
        wanted: GenerateDocument,
    ) -> Result<(u32, Document), Problem> {
        let counts = !wanted.preview;
        if counts {
            self.check_quota(&caller.subscription).await?;
        }
        let (record, template) = self.usable(caller.subscription_id(), wanted.template_id).await?;
        let version = record.version;
        let document = self.make(template, record, wanted).await?;
        if counts {
            let month = month_of(Timestamp::now());
            self.stores.subscriptions.count_documents(caller.subscription_id(), &month, 1).await?;
        }
        Ok((version, document))
    }

    async fn make(
        &self,
        template: Arc<Template>,
        record: TemplateRecord,
        wanted: GenerateDocument,
    ) -> Result<Document, Problem> {
        let (engine, limits, format) = (self.engine.clone(), self.limits.clone(), wanted.format);
        let made = self.work(move || {
            let document = make_now(&template, &record.name, &wanted, engine.as_ref(), &limits);
            // A large payload takes as long to free as to parse: not on the reactor's time.
            drop(wanted);
            document
        });
        let made = made.await;
        figures::document(format, made.as_ref());
        made
    }

    /// Refuses when the month's documents are used up. Requests that run at the same time may pass it together by a few.
    async fn check_quota(&self, subscription: &Subscription) -> Result<(), Problem> {
        self.check_quota_for(subscription, 1).await
    }

    /// The same for several documents at once: a job that would pass the quota is refused whole.
    pub(crate) async fn check_quota_for(
        &self,
        subscription: &Subscription,
        wanted: u64,
    ) -> Result<(), Problem> {
        let Some(quota) = subscription.plan.monthly_documents else { return Ok(()) };
        let now = Timestamp::now();
        if self.stores.subscriptions.documents(subscription.id, &month_of(now)).await?.saturating_add(wanted)
            <= quota
        {
            return Ok(());
        }
        let detail = match wanted {
            1 => format!(
                "The documents of this month ({quota}) are used up. The count starts anew on the first (UTC)."
            ),
            _ => format!(
                "Fewer than {wanted} of the {quota} documents of this month are left. The count starts anew on the first (UTC)."
            ),
        };
        Err(Problem::new(Code::QuotaExceeded, detail).retry_after(seconds_to_next_month(now)))
    }
}

pub(crate) fn make_now(
    template: &Template,
    template_name: &str,
    wanted: &GenerateDocument,
    engine: &dyn platen_pdf::Engine,
    limits: &Limits,
) -> Result<Document, Problem> {
    let options = &wanted.options.render;
    let name = match &wanted.file_name {
        Some(pattern) => pattern.render(&wanted.data, options),
        None => Ok(template_name.to_owned()),
    };
    let rendered = figures::rendering(|| template.render(&wanted.data, options));
    let (name, mut bytes) = match (name, rendered) {
        (Ok(name), Ok(bytes)) => (name, bytes),
        // All that is wrong with the data in one answer: what the template misses, and what the name misses.
        (Err(RenderError::Data(of_name)), Err(RenderError::Data(mut errors))) => {
            errors.extend(of_name.into_iter().map(of_file_name));
            return Err(Problem::invalid_data(errors));
        }
        (Err(RenderError::Data(of_name)), Ok(_)) => {
            return Err(Problem::invalid_data(of_name.into_iter().map(of_file_name).collect()));
        }
        (_, Err(error)) | (Err(error), _) => return Err(Problem::from_render(error)),
    };
    if wanted.format == Format::Pdf {
        bytes = figures::converting(|| pdf::convert(engine, &bytes, &wanted.options.pdf, limits))?;
    }
    if bytes.len() as u64 > limits.document_bytes {
        let most = limits.document_bytes;
        let detail = format!("The document has {} bytes; the limit `document_bytes` is {most}.", bytes.len());
        return Err(Problem::new(Code::LimitExceeded, detail));
    }
    let file_name = safe_file_name(&name, wanted.format.extension());
    Ok(Document { bytes: bytes.into(), format: wanted.format, file_name })
}

fn of_file_name(error: DataError) -> DataError {
    DataError { detail: format!("the file name: {}", error.detail), ..error }
}

/// The calendar month (UTC) that usage is counted in, such as `2026-11`.
pub fn month_of(now: Timestamp) -> String {
    now.to_zoned(TimeZone::UTC).strftime("%Y-%m").to_string()
}

fn seconds_to_next_month(now: Timestamp) -> u64 {
    const LONGEST_MONTH_S: u64 = 31 * 24 * 3600;
    let next = now.to_zoned(TimeZone::UTC).last_of_month().and_then(|last| last.tomorrow());
    let next = next.and_then(|day| day.start_of_day());
    next.map_or(LONGEST_MONTH_S, |next| next.timestamp().duration_since(now).as_secs().unsigned_abs() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_utc() {
        let late: Timestamp = "2026-11-30T23:59:30Z".parse().unwrap();
        assert_eq!((month_of(late).as_str(), seconds_to_next_month(late)), ("2026-11", 31));
        let early: Timestamp = "2028-02-01T00:00:00Z".parse().unwrap();
        assert_eq!((month_of(early).as_str(), seconds_to_next_month(early)), ("2028-02", 29 * 24 * 3600 + 1));
    }
}
