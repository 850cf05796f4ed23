//! Pages of lists.

use serde::Serialize;
use utoipa::ToSchema;

use crate::Limits;
use crate::http::Request;
use crate::problem::Problem;
use crate::store::Listed;

/// A page that a caller asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// 1 is the first.
    pub number: u32,
    /// Entries per page, at least 1.
    pub size: u32,
}

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

    /// Reads `pageNumber` and `pageSize` where either is given.
    ///
    /// # Errors
    /// As [`Page::from_query`].
    pub fn optional(request: &Request, limits: &Limits) -> Result<Option<Page>, Problem> {
        let query = request.query();
        if query.has("pageNumber") || query.has("pageSize") {
            return Page::from_query(request, limits).map(Some);
        }
        Ok(None)
    }

    /// Entries before this page.
    pub fn offset(self) -> u64 {
        u64::from(self.number.saturating_sub(1)) * u64::from(self.size)
    }
}

/// A page as it is answered. A page after the last is empty.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Paged<T> {
    items: Vec<T>,
    page_number: u32,
    page_size: u32,
    total_count: u64,
    total_pages: u64,
}

impl<T> Paged<T> {
    /// Puts a page into its numbers.
    pub fn new(page: Page, listed: Listed<T>) -> Paged<T> {
        Paged {
            items: listed.items,
            page_number: page.number,
            page_size: page.size,
            total_count: listed.total,
            total_pages: listed.total.div_ceil(u64::from(page.size.max(1))),
        }
    }
}
