//! Joins PDFs in a child: one for each file, which reads the documents of one tenant and ends with the file.

use platen_ooxml::Budget;

use super::child::{Child, Lost};
use super::message::{Answer, Job};
use super::worker::Worker;
use super::{ChildSettings, Role};
use crate::merge::{InProcess, Merge, MergeError};
use crate::{PdfError, PdfLimits};

/// Merges in a child, which starts with the first document.
pub(crate) struct MergeChild {
    settings: ChildSettings,
    limits: PdfLimits,
    child: Option<Child>,
}

impl MergeChild {
    /// A child as `settings` say. Each document has the time of a conversion.
    pub(crate) fn new(settings: ChildSettings, limits: PdfLimits) -> MergeChild {
        MergeChild { settings, limits, child: None }
    }

    fn child(&mut self, budget: &Budget) -> Result<&mut Child, MergeError> {
        let child = match self.child.take() {
            Some(child) => child,
            None => {
                let mut child = Child::start(&self.settings, &Role::Merging).map_err(failed)?;
                child.report(budget).map_err(|Lost(error)| failed(error))?;
                child
            }
        };
        Ok(self.child.insert(child))
    }

    fn budget(&self) -> Budget {
        Budget::new("pdf_time", self.limits.time, u64::MAX)
    }
}

impl Merge for MergeChild {
    fn add(&mut self, title: &str, pdf: &[u8]) -> Result<Vec<u8>, MergeError> {
        let budget = self.budget();
        let of_document = |reason| MergeError::Document { title: title.to_owned(), reason };
        // Its clock starts here.
        budget.check().map_err(|exhausted| of_document(exhausted.to_string()))?;
        let job = Job::Merge { title: title.to_owned() };
        match self.child(&budget)?.answer(&job, pdf, &budget) {
            Ok((Answer::Merged, bytes)) => Ok(bytes),
            Ok((Answer::NotMerged(reason), _)) => Err(of_document(reason)),
            Ok(_) => Err(failed(PdfError::Engine)),
            Err(Lost(PdfError::Exhausted(exhausted))) => Err(of_document(exhausted.to_string())),
            // What it had joined before is lost with it: the file is begun again.
            Err(Lost(PdfError::Killed)) => Err(failed(PdfError::Killed)),
            Err(Lost(_)) => {
                Err(of_document("the program that joins PDFs stopped while joining it".to_owned()))
            }
        }
    }

    fn finish(&mut self, title: Option<&str>) -> Result<Vec<u8>, MergeError> {
        let budget = self.budget();
        budget.check().map_err(|exhausted| failed(exhausted.into()))?;
        let job = Job::EndMerge { title: title.map(ToOwned::to_owned) };
        match self.child(&budget)?.answer(&job, &[], &budget) {
            Ok((Answer::Merged, bytes)) => Ok(bytes),
            Ok((Answer::NotMerged(_), _)) => Err(MergeError::Empty),
            Ok(_) => Err(failed(PdfError::Engine)),
            Err(Lost(error)) => Err(failed(error)),
        }
    }
}

/// What no document is to blame for.
fn failed(error: PdfError) -> MergeError {
    MergeError::Write(std::io::Error::other(error))
}

/// Merges in the child.
pub(super) fn worker() -> Worker {
    let mut merger = InProcess::default();
    Box::new(move |job, pdf| {
        let merged = match job {
            Job::Merge { title } => merger.add(&title, pdf),
            Job::EndMerge { title } => merger.finish(title.as_deref()),
            _ => Err(MergeError::Empty),
        };
        match merged {
            Ok(bytes) => (Answer::Merged, bytes),
            Err(MergeError::Document { reason, .. }) => (Answer::NotMerged(reason), Vec::new()),
            Err(error) => (Answer::NotMerged(error.to_string()), Vec::new()),
        }
    })
}
