//! `Idempotency-Key`: the same request, sent again because its answer was lost, gets the same answer.
//!
//! The answer is not stored. A document is a function of the request and the template's content, so the key's record has the
//! request's hash and identifies that content, and the same bytes are created again. A request that failed leaves no record:
//! it had no effect, and the corrected request can use the same key.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::Generation;
use super::prefer::is_preferred;
use super::{Document, SMALL_BODY_BYTES};
use crate::Limits;
use crate::contract::{GenerateDocument, TemplateSource};
use crate::http::routes::RouteId;
use crate::http::{Head, Request, invalid_query};
use crate::ids::SubscriptionId;
use crate::problem::{Code, FieldError, Problem};
use crate::service::registry::{Content, SourceTemplate};
use crate::store::{Claim, IdempotencyStore};
use crate::subscriptions::Caller;
use crate::templates::TemplateRecord;
use crate::work::{Work, run};

const HEADER: &str = "Idempotency-Key";

/// A request's key, and what the request is.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    key: String,
    request_sha256: [u8; 32],
    /// Until when it is remembered, where that is longer than the service's own time.
    until: Option<Timestamp>,
    /// The request, where it has an answer that can tell that it came before.
    head: Option<Head>,
}

/// Whose turn it is with a claimed key.
pub(crate) enum Turn {
    /// The claimant's: it does the work and settles the key.
    Mine,
    /// The work is done; this is what it was settled with.
    Done(String),
}

impl IdempotencyKey {
    /// The key as it was sent.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// SHA-256 of the operation's path, with the query where that says something, the preference of its caller, and the body.
    pub fn request_sha256(&self) -> &[u8; 32] {
        &self.request_sha256
    }

    /// The key of a message: its `requestId`, which holds for this body.
    ///
    /// # Errors
    /// `invalid-body` when it is empty, too long, or not printable ASCII.
    pub fn of_message(request_id: &str, body: &[u8], limits: &Limits) -> Result<IdempotencyKey, Problem> {
        let most = limits.idempotency_key_bytes;
        if !is_key(request_id.as_bytes(), most) {
            let detail = format!("`requestId` must be 1 to {most} printable ASCII characters");
            let errors = vec![FieldError::new("/requestId", detail.as_str())];
            return Err(Problem::with_errors(Code::InvalidBody, format!("{detail}."), errors));
        }
        let mut hash = Sha256::new_with_prefix(b"intake queue\0");
        hash.update(body);
        Ok(IdempotencyKey {
            key: request_id.to_owned(),
            request_sha256: hash.finalize().into(),
            until: None,
            head: None,
        })
    }

    /// The key of a link for one document: only the same data creates it again. It holds until the link expires.
    pub(crate) fn of_link(link: Uuid, until: Option<Timestamp>, body: &[u8]) -> IdempotencyKey {
        let request_sha256 = Sha256::new_with_prefix(b"form\0").chain_update(body).finalize().into();
        IdempotencyKey { key: format!("form link {link}"), request_sha256, until, head: None }
    }

    /// Reads the header, if there is one.
    fn of_header(request: &Request, limits: &Limits) -> Result<Option<String>, Problem> {
        let mut values = request.head().headers().get_all(HEADER).iter();
        let Some(value) = values.next() else { return Ok(None) };
        let most = limits.idempotency_key_bytes;
        match value.to_str() {
            // A header's text may hold tabs, which no key does.
            Ok(key) if is_key(key.as_bytes(), most) && values.next().is_none() => Ok(Some(key.to_owned())),
            _ => {
                let detail =
                    format!("`{HEADER}` must be one value of 1 to {most} printable ASCII characters");
                Err(invalid_query(vec![FieldError::of_parameter(HEADER, detail)]))
            }
        }
    }
}

/// Whether this is 1 to `most` printable ASCII characters.
fn is_key(text: &[u8], most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.iter().all(|byte| (b' '..=b'~').contains(byte))
}

/// A key that is claimed for work which its caller can break off, or whose outcome may not be recorded. It is then given back:
/// if the client lost patience or got an error and sends the same request again, it is not told for a minute that it is in
/// progress.
pub(super) struct Claimed {
    store: Arc<dyn IdempotencyStore>,
    subscription: SubscriptionId,
    key: IdempotencyKey,
    is_settled: bool,
}

impl Claimed {
    pub(super) fn new(generation: Generation<'_>, caller: &Caller, key: &IdempotencyKey) -> Claimed {
        Claimed {
            store: generation.0.stores.idempotency.clone(),
            subscription: caller.subscription_id(),
            key: key.clone(),
            is_settled: false,
        }
    }

    /// The work came to its end: the key is settled as its outcome says.
    fn settle(mut self) {
        self.is_settled = true;
    }
}

impl Drop for Claimed {
    fn drop(&mut self) {
        if self.is_settled {
            return;
        }
        let (store, subscription, key) = (self.store.clone(), self.subscription, self.key.clone());
        // Without a runtime the process is ending, and the lease ends by itself.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = store.release(subscription, &key.key, &key.request_sha256).await {
                    tracing::warn!(%subscription, %error, "an Idempotency-Key stays claimed until its lease ends");
                }
            });
        }
    }
}

impl Generation<'_> {
    /// The request's key, if it has one. A large body takes a while to hash: not on the reactor's time.
    ///
    /// # Errors
    /// `invalid-query` when it is empty, too long, given twice, or not printable ASCII.
    pub async fn idempotency_key(self, request: &Request) -> Result<Option<IdempotencyKey>, Problem> {
        let Some(key) = IdempotencyKey::of_header(request, &self.0.limits)? else { return Ok(None) };
        let (mut path, body) = (request.head().path().to_owned(), request.body().clone());
        if request.route().id == RouteId::Convert {
            // There it says what the file becomes.
            path = format!("{path}?{}", request.head().query_text());
        }
        // Only there does it say what the answer is.
        let is_later = request.route().id == RouteId::GenerateDocument && is_preferred(request.head());
        let is_small = body.len() <= SMALL_BODY_BYTES;
        // The operation is part of the request: one key on two of them is two requests.
        let hash = move || {
            let hash = Sha256::new_with_prefix(path.as_bytes()).chain_update([u8::from(is_later)]);
            let hash = hash.chain_update(&body);
            Ok(hash.finalize().into())
        };
        let request_sha256 = if is_small { hash()? } else { run((), hash).await? };
        Ok(Some(IdempotencyKey { key, request_sha256, until: None, head: Some(request.head().clone()) }))
    }

    /// Makes a document as [`Generation::generate`] does, once per key.
    ///
    /// # Errors
    /// Those, and `request-in-progress`, `idempotency-mismatch`.
    pub async fn generate_once(
        self,
        caller: &Caller,
        key: &IdempotencyKey,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        if let Turn::Done(result) = self.claim(caller.subscription_id(), key).await? {
            return self.make_again(&result, wanted, work).await;
        }
        let (claimed, counts) = (Claimed::new(self, caller, key), !wanted.preview);
        let made = self.make_of_source(caller, wanted, work).await;
        self.settled(caller, claimed, made.map(|(content, made)| (content.to_string(), made)), counts).await
    }

    /// Settles a claimed key with what its document comes with. The document is counted after that: a request whose key cannot be
    /// settled is sent again, and counts then.
    pub(super) async fn settled(
        self,
        caller: &Caller,
        claimed: Claimed,
        made: Result<(String, Document), Problem>,
        counts: bool,
    ) -> Result<Document, Problem> {
        let result = made.as_ref().ok().map(|(result, _)| result.as_str());
        self.settle(caller.subscription_id(), &claimed.key, result).await?;
        claimed.settle();
        let (_, document) = made?;
        if counts {
            self.count_document(caller).await?;
        }
        Ok(document)
    }

    /// Claims a key for its request.
    pub(crate) async fn claim(
        self,
        subscription: SubscriptionId,
        key: &IdempotencyKey,
    ) -> Result<Turn, Problem> {
        let now = Timestamp::now();
        let until = after(now, self.0.limits.idempotency_lease)?;
        let store = &self.0.stores.idempotency;
        match store.claim(subscription, &key.key, &key.request_sha256, now, until).await? {
            Claim::Fresh => Ok(Turn::Mine),
            Claim::InProgress => {
                let detail = "A request with this Idempotency-Key is being worked on. Ask again in a moment.";
                Err(Problem::new(Code::RequestInProgress, detail).retry_after(1))
            }
            Claim::Mismatch => Err(Problem::new(
                Code::IdempotencyMismatch,
                "This Idempotency-Key was used with another body. Use a new key for a new request.",
            )),
            Claim::Done { result } => {
                if let Some(head) = &key.head {
                    head.trail().replayed();
                }
                Ok(Turn::Done(result))
            }
        }
    }

    /// Records the outcome of a claimed key; without one, gives the key back.
    pub(crate) async fn settle(
        self,
        subscription: SubscriptionId,
        key: &IdempotencyKey,
        result: Option<&str>,
    ) -> Result<(), Problem> {
        let store = &self.0.stores.idempotency;
        match result {
            Some(result) => {
                let expires = after(Timestamp::now(), self.0.limits.idempotency_retention)?
                    .max(key.until.unwrap_or_default());
                store.settle(subscription, &key.key, &key.request_sha256, result, expires).await?;
            }
            None => {
                if let Err(error) = store.release(subscription, &key.key, &key.request_sha256).await {
                    // Not the caller's concern: the claim runs out by itself.
                    tracing::warn!(%subscription, %error, "an Idempotency-Key stays claimed until its lease ends");
                }
            }
        }
        Ok(())
    }

    /// Makes the document of a settled key from the content that it was first made from, even if a newer version is in force or
    /// the template was disabled since. It does not count again.
    async fn make_again(
        self,
        result: &str,
        wanted: GenerateDocument,
        work: &Work,
    ) -> Result<Document, Problem> {
        let template = match &wanted.source {
            TemplateSource::Registered { template, .. } => {
                let version = Content::version_in(result).ok_or_else(no_content)?;
                let record: Option<TemplateRecord> =
                    self.0.within(work.reach()).version(*template, version).await?;
                let record = record.ok_or_else(no_content)?;
                let compiled = self.0.templates().compiled(work, &record, wanted.format).await?;
                SourceTemplate::registered(record, compiled)
            }
            // The key holds for the same bytes alone, but what they include may have changed.
            sent @ TemplateSource::Sent(_) => self.0.templates().source(work, sent, wanted.format).await?,
        };
        if template.content.to_string() != result {
            return Err(no_content());
        }
        self.make(template, wanted, work).await
    }
}

/// The document of a settled key cannot be made again.
fn no_content() -> Problem {
    let detail = "The template that this Idempotency-Key's document was made from was removed, or replaced by another. \
                  Use a new key for a document of what is there now.";
    Problem::new(Code::UnknownTemplate, detail)
}

fn after(now: Timestamp, wait: std::time::Duration) -> Result<Timestamp, Problem> {
    let wait = SignedDuration::try_from(wait).map_err(Problem::internal)?;
    now.checked_add(wait).map_err(Problem::internal)
}
