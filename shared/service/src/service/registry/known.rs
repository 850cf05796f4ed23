//! The hint for a template that does not exist: some that do. The caller can see all of these anyway, and another
//! subscription's template gets the same words as one that nobody has.

use super::Templates;
use crate::http::{Head, Response};
use crate::keys::Scope;
use crate::page::{Listed, Page};
use crate::problem::Problem;
use crate::store::TemplateFilter;
use crate::templates::TemplateRecord;

/// Templates that are named.
const NAMED: Page = Page { number: 1, size: 3 };

impl Templates<'_> {
    /// The outcome of a request. Where it named a template that does not exist, with some that are.
    pub async fn told(self, head: &Head, result: Result<Response, Problem>) -> Result<Response, Problem> {
        let problem = match result {
            Err(problem) if problem.is_of_no_template() => problem,
            other => return other,
        };
        let asking = head.trail().known().caller.clone();
        let Some(caller) = asking.filter(|caller| caller.holds(Scope::Generate).is_ok()) else {
            return Err(problem);
        };
        let listed = self.0.within(&caller.reach).list(TemplateFilter::READY, NAMED).await;
        match listed {
            Ok(listed) => Err(problem.with_detail(detail(&listed))),
            Err(error) => {
                tracing::warn!(%error, "templates are not named beside one that does not exist");
                Err(problem)
            }
        }
    }
}

fn detail(listed: &Listed<TemplateRecord>) -> String {
    let named: Vec<String> =
        listed.items.iter().map(|known| format!("`{}` ({})", known.name, known.template_id)).collect();
    let more = listed.total.saturating_sub(named.len() as u64);
    let rest = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match named.as_slice() {
        [] => "This subscription has no such template, and no other that is ready.".to_owned(),
        _ => format!(
            "This subscription has no such template. It has {}{rest}; GET /api/getTemplates lists them.",
            named.join(", ")
        ),
    }
}
