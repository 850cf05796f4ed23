//! `POST /api/convert`: turns a caller's Word document into a PDF, or a picture of a page.

use platen_docx::Warnings;

use super::Generation;
use super::idempotency::{Claimed, Turn};
use super::{Document, IdempotencyKey, Rendered, Updates};
use crate::contract::ConvertDocument;
use crate::contract::convert_document::FILE;
use crate::figures;
use crate::http::form::is_document;
use crate::http::{Request, SentFile};
use crate::problem::Problem;
use crate::subscriptions::Caller;
use crate::work::Work;

/// The name of a result whose document has none.
const NAME: &str = "Document";

/// The content that settles a key for a conversion: the request has everything that is needed.
const CONVERTED: &str = "converted";

impl Generation<'_> {
    /// Reads what is to be converted.
    ///
    /// # Errors
    /// `invalid-body` or `invalid-query` with every fault at once, `payload-too-large` over `json_values`, `unavailable`.
    pub async fn read_conversion(self, request: &Request) -> Result<ConvertDocument, Problem> {
        let wanted = match is_document(request.head()) {
            true => {
                let file = SentFile { bytes: request.body().clone(), name: None };
                ConvertDocument::of_query(file, request.query(), &self.0.limits)?
            }
            false => self.read_sent(request, FILE, ConvertDocument::parse).await?,
        };
        request.head().trail().format(wanted.format);
        Ok(wanted)
    }

    /// Converts a document as it is, without filling tags. It counts like a document created from a template.
    ///
    /// # Errors
    /// `template-error` when the file is no Word document or cannot be laid out, `invalid-body` when it lacks the page,
    /// `limit-exceeded`, `quota-exceeded`, `unavailable`, `internal`.
    pub async fn convert(
        self,
        caller: &Caller,
        wanted: ConvertDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        self.check_quota(&caller.subscription).await?;
        let made = self.make_converted(wanted, work).await?;
        self.count_document(caller).await?;
        Ok(made)
    }

    /// Converts a document as [`Generation::convert`] does, once per key.
    ///
    /// # Errors
    /// Those, and `request-in-progress`, `idempotency-mismatch`.
    pub async fn convert_once(
        self,
        caller: &Caller,
        key: &IdempotencyKey,
        wanted: ConvertDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        if let Turn::Done(_) = self.claim(caller.subscription_id(), key).await? {
            // The same file becomes the same document, and does not count again.
            return self.make_converted(wanted, work).await;
        }
        let claimed = Claimed::new(self, caller, key);
        let made = match self.check_quota(&caller.subscription).await {
            Ok(()) => self.make_converted(wanted, work).await,
            Err(problem) => Err(problem),
        };
        self.settled(caller, claimed, made.map(|made| (CONVERTED.to_owned(), made)), true).await
    }

    async fn make_converted(self, wanted: ConvertDocument, work: &Work) -> Result<Document, Problem> {
        let ConvertDocument { file, format, image, file_name, pdf, update_fields } = wanted;
        let name = file_name.or_else(|| file.stem().map(str::to_owned)).unwrap_or_else(|| NAME.to_owned());
        let rendered = Rendered {
            name,
            docx: file.bytes.into(),
            warnings: Warnings::default(),
            invoice: None,
            updates: update_fields.then_some(Updates::Asked),
        };
        let made = self.lay_out(rendered, format, image, pdf, work).await;
        figures::document(format, made.as_ref().map(|made| made.bytes.len()).map_err(Problem::code));
        made
    }
}
