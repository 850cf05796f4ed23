//! Compiled templates, kept in memory within bounds. The least recently used ones go first.

use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use jiff::Timestamp;
use lru::LruCache;
use platen_docx::{Budget, CompileError, Diagnostic, Limits, Template};

use super::Templates;
use crate::format::Format;
use crate::ids::{SubscriptionId, TemplateId};
use crate::problem::Problem;
use crate::reach::Reach;
use crate::templates::TemplateRecord;
use crate::work::Work;

/// The subscription is part of the key: no template is ever found for another tenant.
type Key = (SubscriptionId, Content);

/// Identifies the content of a compiled package: it never changes, so an entry never goes stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Content {
    template: TemplateId,
    version: u32,
    /// When the version was recorded: a template that is removed and registered again has the same id, and counts its versions
    /// from 1 again.
    recorded: Timestamp,
}

impl Content {
    /// The package of a registered version.
    pub(crate) fn of(record: &TemplateRecord) -> Content {
        let TemplateRecord { template_id: template, version, updated_at: recorded, .. } = *record;
        Content { template, version, recorded }
    }

    /// One of the packages of a job, or a file that was sent, by an id that no other content has.
    pub(crate) fn once(id: TemplateId, version: u32) -> Content {
        Content { template: id, version, recorded: Timestamp::UNIX_EPOCH }
    }

    /// The version in a content's text.
    pub(crate) fn version_in(text: &str) -> Option<u32> {
        text.split(' ').next()?.parse().ok()
    }
}

/// As a record holds it that has to know the content again: no other content has the same text.
impl Display for Content {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Content { template, version, recorded } = self;
        write!(f, "{version} {recorded} {template}")
    }
}

/// Templates by subscription and content.
pub(crate) struct TemplateCache {
    entries: Mutex<Entries>,
    max_count: usize,
    max_bytes: usize,
}

struct Entries {
    by_key: LruCache<Key, Entry>,
    bytes: usize,
}

struct Entry {
    template: Arc<Template>,
    bytes: usize,
    /// The warnings of its PDF, once somebody asked for them. There are few: the list of an engine is bounded.
    pdf_warnings: Option<Vec<Diagnostic>>,
}

impl TemplateCache {
    pub(crate) fn new(max_count: usize, max_bytes: usize) -> TemplateCache {
        let entries = Entries { by_key: LruCache::unbounded(), bytes: 0 };
        TemplateCache { entries: Mutex::new(entries), max_count, max_bytes }
    }

    fn get(&self, key: &Key) -> Option<Arc<Template>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.by_key.get(key).map(|entry| entry.template.clone())
    }

    fn put(&self, key: Key, template: Arc<Template>, bytes: usize) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = entries.by_key.put(key, Entry { template, bytes, pdf_warnings: None }) {
            entries.bytes -= before.bytes;
        }
        entries.bytes += bytes;
        // The one just put in stays, even when it is over the bound alone: its request needs it now.
        while entries.by_key.len() > 1
            && (entries.by_key.len() > self.max_count || entries.bytes > self.max_bytes)
        {
            let Some((_, freed)) = entries.by_key.pop_lru() else { break };
            entries.bytes -= freed.bytes;
        }
    }

    /// The warnings of a version's PDF, if they are known.
    pub(super) fn pdf_warnings(&self, key: &Key) -> Option<Vec<Diagnostic>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.by_key.get(key)?.pdf_warnings.clone()
    }

    /// Notes what a PDF of a version lacks, as long as the version is in memory.
    pub(super) fn keep_pdf_warnings(&self, key: &Key, warnings: Vec<Diagnostic>) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = entries.by_key.get_mut(key) {
            entry.pdf_warnings = Some(warnings);
        }
    }
}

/// The size of any template in addition to its content: its tables of filters, tests and functions. As measured.
const OF_ANY: usize = 128 << 10;

impl Templates<'_> {
    /// The compiled form of a version, from memory or from the store, within the budget of work that ends in `format`. Two requests may compile the same version at the same
    /// time; the results are equal and one of them stays.
    pub(crate) async fn compiled(
        self,
        work: &Work,
        record: &TemplateRecord,
        format: Format,
    ) -> Result<Arc<Template>, Problem> {
        let subscription = work.subscription();
        if let Some(found) = self.cached(subscription, Content::of(record)) {
            return Ok(found);
        }
        let package = self.package_of(work.reach(), Content::of(record)).await?;
        self.compile_package(work, Content::of(record), package, format).await
    }

    /// The package of a registered version.
    ///
    /// # Errors
    /// `unknown-template`, also when the template was removed since its record was read, whatever has been registered in its place.
    pub(crate) async fn package_of(self, reach: &Reach, content: Content) -> Result<Bytes, Problem> {
        let (templates, Content { template, version, .. }) = (self.0.within(reach), content);
        let package = templates.package(template, version).await?;
        let record = templates.version(template, version).await?;
        let is_same = record.is_some_and(|record| Content::of(&record) == content);
        package.filter(|_| is_same).ok_or_else(Problem::unknown_template)
    }

    /// The compiled form of a version, if it is in memory.
    pub(crate) fn cached(self, subscription: SubscriptionId, content: Content) -> Option<Arc<Template>> {
        self.0.cache.get(&(subscription, content))
    }

    /// Compiles a package and keeps the result in memory.
    pub(crate) async fn compile_package(
        self,
        work: &Work,
        content: Content,
        package: Bytes,
        format: Format,
    ) -> Result<Arc<Template>, Problem> {
        let bytes = package.len();
        let compile =
            move |limits: &Limits, budget: &Budget| Template::compile_within(package, limits, budget);
        self.compile_cached(work, content, bytes, format, compile).await
    }

    /// Compiles a package, which has so many bytes, and keeps the result in memory.
    pub(super) async fn compile_cached(
        self,
        work: &Work,
        content: Content,
        package_bytes: usize,
        format: Format,
        compile: impl FnOnce(&Limits, &Budget) -> Result<Template, CompileError> + Send + 'static,
    ) -> Result<Arc<Template>, Problem> {
        let key = (work.subscription(), content);
        let limits = self.0.limits.clone();
        let budget = work.budget_for(format).clone();
        let svg = self.0.engine.svg(Some(work.subscription().0));
        let compiled =
            self.0.work(work, move || compile(&limits.docx, &budget).map_err(Problem::from_compile)).await?;
        // The template is this subscription's alone, and so are the processes that draw its pictures.
        let compiled = match svg {
            Some(svg) => compiled.with_svg(svg),
            None => compiled,
        };
        let compiled = Arc::new(compiled);
        let bytes = package_bytes + compiled.memory_bytes() + OF_ANY;
        self.0.cache.put(key, compiled.clone(), bytes);
        Ok(compiled)
    }
}
