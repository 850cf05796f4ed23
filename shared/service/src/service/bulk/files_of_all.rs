//! The files that all PDFs of a job take along: kept once, behind the job's copy of its templates, and read once for a part.

use bytes::Bytes;

use super::mixed::damaged;
use crate::Limits;
use crate::contract::{Files, files_of};
use crate::http::weight::weigh;
use crate::jobs::Order;
use crate::problem::{Code, Problem};
use crate::work::{HeldMemory, Memory};

/// Such files, and the memory that they take while a part is made.
pub(super) struct FilesOfAll {
    files: Files,
    _memory: HeldMemory,
}

impl FilesOfAll {
    /// Reads them from what the job keeps.
    ///
    /// # Errors
    /// `unavailable` while there is no memory for them; `internal` where they are damaged.
    pub(super) fn read(
        copy: &Bytes,
        order: &Order,
        memory: &Memory,
        limits: &Limits,
    ) -> Result<FilesOfAll, Problem> {
        let (_, files) = order.settings.parted(copy).ok_or_else(damaged)?;
        let text = files.ok_or_else(damaged)?;
        let memory = memory.take_now(order.subscription, weigh(&text, limits)?)?;
        Ok(FilesOfAll { files: files_of(&text, limits)?, _memory: memory })
    }

    /// These and a document's own.
    ///
    /// # Errors
    /// `invalid-body`: it cannot have all of them; where the request was checked, a limit was lowered since.
    pub(super) fn with(&self, own: Files, limits: &Limits) -> Result<Files, Problem> {
        self.files.with(own, limits).map_err(|detail| Problem::new(Code::InvalidBody, detail))
    }
}
