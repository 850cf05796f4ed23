//! Pages and stretches of lists: how a request asks for one, and the links to the others.

use crate::Limits;
use crate::http::{Request, invalid_query};
use crate::ids::{EventId, TemplateId};
use crate::page::Page;
use crate::problem::{FieldError, Problem};

/// Entries of a page that does not say how many.
const USUAL_SIZE: u32 = 20;

impl Page {
    /// Reads `pageNumber` and `pageSize`, both required.
    ///
    /// # Errors
    /// `invalid-query` with every wrong parameter.
    pub fn from_query(request: &Request, limits: &Limits) -> Result<Page, Problem> {
        let mut query = request.query();
        let number = query.number("pageNumber", 1, u32::MAX);
        let size = query.number("pageSize", 1, limits.page_size);
        query.finish(number.zip(size)).map(|(number, size)| Page { number, size })
    }

    /// Reads a page of what belongs to templates, and `templateId`, where one template is meant.
    ///
    /// # Errors
    /// As [`Page::from_query`].
    pub fn of_template(request: &Request, limits: &Limits) -> Result<(Page, Option<TemplateId>), Problem> {
        let page = Page::from_query(request, limits);
        let mut query = request.query();
        let template = if query.has("templateId") { query.uuid("templateId") } else { None };
        let template = query.finish(Some(template.map(TemplateId)));
        Ok((page?, template?))
    }

    /// Reads `pageNumber` and `pageSize` where either is given: the first page without the one, pages of usual size without the other.
    ///
    /// # Errors
    /// As [`Page::from_query`].
    pub fn optional(request: &Request, limits: &Limits) -> Result<Option<Page>, Problem> {
        let mut query = request.query();
        let (has_number, has_size) = (query.has("pageNumber"), query.has("pageSize"));
        if !has_number && !has_size {
            return Ok(None);
        }
        let number = if has_number { query.number("pageNumber", 1, u32::MAX) } else { Some(1) };
        let usual = USUAL_SIZE.min(limits.page_size);
        let size = if has_size { query.number("pageSize", 1, limits.page_size) } else { Some(usual) };
        query.finish(number.zip(size)).map(|(number, size)| Some(Page { number, size }))
    }
}

/// A stretch of a list that is read backwards: its newest entries, or those before one that an answer named.
pub(crate) struct Stretch {
    most: u32,
    before: Option<EventId>,
}

impl Stretch {
    /// Reads `pageSize`, which is required, and `before`.
    ///
    /// # Errors
    /// `invalid-query` with every wrong parameter.
    pub(crate) fn from_query(request: &Request, limits: &Limits) -> Result<Stretch, Problem> {
        let mut query = request.query();
        let most = query.number("pageSize", 1, limits.page_size);
        let before = query.optional_text("before");
        let (most, before) = query.finish(most.zip(Some(before)))?;
        let before = before.map(|text| EventId::parse(&text).ok_or_else(unknown_place)).transpose()?;
        Ok(Stretch { most, before })
    }

    /// The entry that it comes before.
    pub(crate) fn before(&self) -> Option<&EventId> {
        self.before.as_ref()
    }

    /// How many entries are to be read: one more than is asked for tells whether there are more.
    pub(crate) fn to_read(&self) -> u32 {
        self.most + 1
    }

    /// Leaves those that are asked for, and says what `before` must be to get the next ones.
    pub(crate) fn cut<T>(&self, read: &mut Vec<T>, id: impl Fn(&T) -> &EventId) -> Option<EventId> {
        let more = read.len() > self.most as usize;
        read.truncate(self.most as usize);
        read.last().filter(|_| more).map(|last| id(last).clone())
    }
}

fn unknown_place() -> Problem {
    let detail = "`before` must be the `next` of an earlier answer";
    invalid_query(vec![FieldError::of_parameter("before", detail)])
}
