//! The template of a document: a registered one, or one in the request.
//!
//! A template in a request is compiled like a registered one and kept in the same cache, found by its hash, so a caller that
//! sends it with each request has it compiled once. It is not stored.

use std::sync::Arc;

use bytes::Bytes;
use platen_docx::{Budget, Limits, Template};
use sha2::{Digest, Sha256};
use uuid::Builder;

use super::Templates;
use super::cache::Content;
use crate::contract::TemplateSource;
use crate::format::Format;
use crate::http::SentFile;
use crate::ids::TemplateId;
use crate::problem::Problem;
use crate::reach::Reach;
use crate::templates::TemplateRecord;
use crate::work::Work;

/// The version of a template that came with a request: registered ones are counted from 1.
const SENT_VERSION: u32 = 0;

/// The name of a document whose template has none.
const SENT_NAME: &str = "Document";

/// A template that is ready to render.
pub(crate) struct SourceTemplate {
    /// Its id; of one that came with a request, made of its hash.
    pub(crate) id: TemplateId,
    /// Its version, 0 of one that came with a request.
    pub(crate) version: u32,
    /// Its name for people.
    pub(crate) name: String,
    /// Its content.
    pub(crate) content: Content,
    /// Its compiled form.
    pub(crate) compiled: Arc<Template>,
    /// Its file, where it came with the request.
    sent: Option<Bytes>,
}

impl SourceTemplate {
    pub(crate) fn registered(record: TemplateRecord, compiled: Arc<Template>) -> SourceTemplate {
        let content = Content::of(&record);
        let TemplateRecord { template_id: id, version, name, .. } = record;
        SourceTemplate { id, version, name, content, compiled, sent: None }
    }
}

impl Templates<'_> {
    /// Finds or compiles the template of a document, within the budget of work that ends in `format`.
    ///
    /// # Errors
    /// `unknown-template`, `template-error`, `limit-exceeded`, `unavailable`.
    pub(crate) async fn source(
        self,
        work: &Work,
        source: &TemplateSource,
        format: Format,
    ) -> Result<SourceTemplate, Problem> {
        match source {
            TemplateSource::Registered { template, version } => {
                let (record, compiled) = self.usable(work, *template, *version, format).await?;
                Ok(SourceTemplate::registered(record, compiled))
            }
            TemplateSource::Sent(file) => self.sent(work, file, format).await,
        }
    }

    /// The file of a template that is ready.
    pub(crate) async fn source_package(
        self,
        reach: &Reach,
        source: &SourceTemplate,
    ) -> Result<Bytes, Problem> {
        if let Some(sent) = &source.sent {
            return Ok(sent.clone());
        }
        self.package_of(reach, source.content).await
    }

    async fn sent(self, work: &Work, file: &SentFile, format: Format) -> Result<SourceTemplate, Problem> {
        let (package, id) = self.identified(work, file.bytes.clone()).await?;
        let found = self.cached(work.subscription(), Content::once(id, SENT_VERSION));
        // What it includes may have changed since it was compiled: the whole has a hash of its own then.
        let (package, id, compiled) = match found {
            Some(compiled) => (package, id, compiled),
            None => {
                let whole = self.with_included(work, None, package).await?.map_err(Problem::from_compile)?;
                let (package, id) = self.identified(work, whole.bytes().clone()).await?;
                let compiled = match self.cached(work.subscription(), Content::once(id, SENT_VERSION)) {
                    Some(compiled) => compiled,
                    None => {
                        let compile = move |limits: &Limits, budget: &Budget| {
                            Template::compile_opened(whole, limits, budget)
                        };
                        self.compile_cached(
                            work,
                            Content::once(id, SENT_VERSION),
                            package.len(),
                            format,
                            compile,
                        )
                        .await?
                    }
                };
                (package, id, compiled)
            }
        };
        Ok(SourceTemplate {
            id,
            version: SENT_VERSION,
            content: Content::once(id, SENT_VERSION),
            name: file.stem().unwrap_or(SENT_NAME).to_owned(),
            compiled,
            sent: Some(package),
        })
    }

    /// A file with the id that its hash gives (RFC 9562, 5.8). A large one takes a while to hash: not on the reactor's time.
    async fn identified(self, work: &Work, file: Bytes) -> Result<(Bytes, TemplateId), Problem> {
        let hash = move || {
            let hash = Sha256::digest(&file);
            let mut half = [0; 16];
            half.copy_from_slice(&hash[..16]);
            Ok((file, TemplateId(Builder::from_custom_bytes(half).into_uuid())))
        };
        self.0.work(work, hash).await
    }
}
