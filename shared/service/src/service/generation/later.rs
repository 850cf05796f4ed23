//! `Prefer: respond-async` (RFC 7240, 4.1): creates a document in the background, as a job of one whose result is the
//! document.

use http::header::{HeaderName, HeaderValue};
use platen_docx::RenderError;

use super::Generation;
use super::prefer::{RESPOND_ASYNC, is_preferred};
use super::{IdempotencyKey, of_file_name};
use crate::contract::{Bundle, GenerateDocument, GenerateDocumentsBulk, Items, kept_files};
use crate::format::Format;
use crate::http::{Head, Response};
use crate::problem::Problem;
use crate::service::bulk::Started;
use crate::subscriptions::Caller;
use crate::work::Work;

/// The preferences of a request that were applied (RFC 7240, 3).
const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

impl GenerateDocument {
    /// Whether the document is created in the background, because its caller prefers that. Previews and pictures of pages are
    /// looked at once and gone: they are created directly whatever the caller prefers, as the preference allows.
    pub fn is_for_later(&self, head: &Head) -> bool {
        is_preferred(head) && !self.preview && self.format != Format::Png
    }
}

impl Generation<'_> {
    /// Starts a job of one document, once per key, and answers with it. Errors in its name are reported now.
    ///
    /// # Errors
    /// `invalid-data` for the name, and those of [`Jobs::start`](crate::service::bulk::Jobs::start).
    pub async fn start(
        self,
        caller: &Caller,
        key: Option<&IdempotencyKey>,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Response, Problem> {
        let mut response = self.start_job(caller, key, wanted, work).await?.answer()?;
        response.headers_mut().insert(APPLIED, HeaderValue::from_static(RESPOND_ASYNC));
        Ok(response)
    }

    /// The same, for callers that answer in another form.
    ///
    /// # Errors
    /// Those of [`Generation::start`].
    pub(crate) async fn start_job(
        self,
        caller: &Caller,
        key: Option<&IdempotencyKey>,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Started, Problem> {
        let budget = work.budget_for(wanted.format).clone();
        let wanted = self.0.work(work, move || {
            let GenerateDocument { source, format, file_name, data, options, at_end, .. } = wanted;
            let name = file_name.map(|pattern| pattern.render_within(&data, &options.render, &budget));
            let name = name.transpose().map_err(of_name)?;
            let data = serde_json::to_vec(&data).map_err(Problem::internal)?;
            let item = match kept_files(&options.pdf, options.invoice.as_ref()) {
                Some(kept) => [b"{\"options\":", kept.as_bytes(), b",\"data\":", &data, b"}"].concat(),
                None => data,
            };
            Ok(GenerateDocumentsBulk {
                source,
                format,
                file_name: None,
                items: Items::Inline(vec![item.into()]),
                rows: Default::default(),
                options,
                bundle: Bundle::Single(name),
                at_end,
            })
        });
        self.0.jobs().start_for(caller, key, wanted.await?, work).await
    }
}

fn of_name(error: RenderError) -> Problem {
    match error {
        RenderError::Data(errors) => Problem::invalid_data(errors.into_iter().map(of_file_name).collect()),
        other => Problem::from_render(other),
    }
}
