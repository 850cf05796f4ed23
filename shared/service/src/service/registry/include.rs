//! Registered templates that another template includes (`{% include "terms" %}`). They are inserted when the template is
//! registered: its package then contains them, so later versions of theirs do not change it.

use std::collections::BTreeMap;

use bytes::Bytes;
use platen_docx::{CompileError, Includes, OpenedTemplate};

use super::Templates;
use crate::ids::TemplateId;
use crate::page::Page;
use crate::problem::Problem;
use crate::reach::Reach;
use crate::store::TemplateFilter;
use crate::templates::{Status, TemplateRecord};
use crate::work::Work;

/// Names that one template may include.
const MOST: usize = 100;

/// The template for each name.
struct Registered(BTreeMap<String, Result<Bytes, String>>);

impl Includes for Registered {
    fn package(&self, name: &str) -> Result<Bytes, String> {
        self.0.get(name).cloned().unwrap_or_else(|| Err("is not registered".to_owned()))
    }
}

impl Templates<'_> {
    /// A template's file, opened, with the registered templates that it includes, in their versions in force. `own` is the
    /// template itself, if it has an id. The inner error is what is wrong with the file or with what it includes.
    ///
    /// # Errors
    /// `unavailable`; `limit-exceeded` when the work is over its budget.
    pub(super) async fn with_included(
        self,
        work: &Work,
        own: Option<TemplateId>,
        package: Bytes,
    ) -> Result<Result<OpenedTemplate, CompileError>, Problem> {
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let source =
            self.0.work(work, move || Ok(OpenedTemplate::open(package, &limits.docx, &budget))).await?;
        let source = match source {
            Ok(source) => source,
            Err(error @ CompileError::Exhausted(_)) => return Err(Problem::from_compile(error)),
            Err(error) => return Ok(Err(error)),
        };
        let names = source.included_names();
        let mut found = BTreeMap::new();
        for name in names {
            let included = match found.len() < MOST {
                true => self.included(work.reach(), own, &name).await?,
                false => Err(format!("is one too many: a template includes at most {MOST} others")),
            };
            found.insert(name, included);
        }
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let expand = move || match source.with_includes(&Registered(found), &limits.docx, &budget) {
            Err(error @ CompileError::Exhausted(_)) => Err(Problem::from_compile(error)),
            expanded => Ok(expanded),
        };
        self.0.work(work, expand).await
    }

    /// The package of the template with a name, or why there is none.
    async fn included(
        self,
        reach: &Reach,
        own: Option<TemplateId>,
        name: &str,
    ) -> Result<Result<Bytes, String>, Problem> {
        let record = match self.named(reach, name).await?.as_slice() {
            [] => return Ok(Err("is not registered".to_owned())),
            [one] => one.clone(),
            _ => {
                return Ok(Err("is the name of several templates: give one of them another name".to_owned()));
            }
        };
        match record.status {
            _ if own == Some(record.template_id) => return Ok(Err("includes itself".to_owned())),
            Status::Disabled => return Ok(Err("is disabled".to_owned())),
            Status::Rejected => return Ok(Err("was rejected: correct its errors first".to_owned())),
            Status::Draft => return Ok(Err("is a draft: publish it first".to_owned())),
            Status::Ready => {}
        }
        let package = self.0.within(reach).package(record.template_id, record.version).await?;
        Ok(package.ok_or_else(|| "has just been removed".to_owned()))
    }

    /// Templates with a name, two at most.
    async fn named(self, reach: &Reach, name: &str) -> Result<Vec<TemplateRecord>, Problem> {
        let filter = TemplateFilter { name: Some(name), ..TemplateFilter::ALL };
        Ok(self.0.within(reach).list(filter, Page { number: 1, size: 2 }).await?.items)
    }
}
