//! Pages of lists.

use serde::Serialize;
use utoipa::ToSchema;

/// A page that a caller asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// 1 is the first.
    pub number: u32,
    /// Entries per page, at least 1.
    pub size: u32,
}

impl Page {
    /// Entries before this page.
    pub fn offset(self) -> u64 {
        u64::from(self.number.saturating_sub(1)) * u64::from(self.size)
    }
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed<T> {
    /// The entries of the page.
    pub items: Vec<T>,
    /// Entries of all pages together.
    pub total: u64,
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
    /// A page of a list that is there as a whole.
    pub fn of_all<L>(page: Page, all: L) -> Paged<T>
    where
        L: IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    {
        let all = all.into_iter();
        let total = all.len() as u64;
        let skipped = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        Paged::new(page, Listed { items: all.skip(skipped).take(page.size as usize).collect(), total })
    }

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
