//! Assembles a job's documents into one PDF with a bookmark each. Failed items are not in it.

use bytes::BytesMut;
use platen_pdf::merge::{Merge, MergeError};

use super::Jobs;
use super::archive_entries::Documents;
use super::no_archive::Refused;
use crate::jobs::{JobRecord, NewArchive};
use crate::problem::Problem;

/// Joins the documents, in a process that reads those of one job.
type Merging = Box<dyn Merge>;

impl Jobs<'_> {
    /// Writes the PDF, one document in memory at a time.
    pub(super) async fn write_merged(
        self,
        archive: &mut dyn NewArchive,
        record: &JobRecord,
    ) -> Result<(), Refused> {
        if record.progress.done == 0 {
            return Err(Refused::Job("All items failed; there is nothing to merge.".to_owned()));
        }
        let merging = self.0.engine.merger(&self.0.limits.pdf);
        let mut merging = merging.ok_or_else(|| Problem::internal("this process joins no PDFs"))?;
        let extension = record.settings.format.extension();
        let mut documents = Documents::of(self.0, record);
        let (mut title, mut pdf) = (String::new(), BytesMut::new());
        while let Some(piece) = documents.next().await? {
            if let Some((name, _)) = piece.begins {
                title = name.strip_suffix(extension).unwrap_or(&name).to_owned();
            }
            pdf.extend_from_slice(&piece.bytes);
            if piece.ends {
                let bytes;
                (merging, bytes) = add(merging, std::mem::take(&mut title), pdf.split()).await?;
                archive.write(bytes.into()).await?;
            }
        }
        let title = record.settings.template_name.clone();
        let end = tokio::task::spawn_blocking(move || merging.finish(Some(&title)));
        let end = end.await.map_err(|_panicked| Problem::internal("merging PDFs panicked"))?;
        archive.write(end.map_err(refused)?.into()).await?;
        Ok(())
    }
}

/// Adds a document, on a thread that may be busy: a large one takes a second.
async fn add(mut merging: Merging, title: String, pdf: BytesMut) -> Result<(Merging, Vec<u8>), Refused> {
    let added = tokio::task::spawn_blocking(move || {
        let bytes = merging.add(&title, &pdf)?;
        Ok((merging, bytes))
    });
    added.await.map_err(|_panicked| Problem::internal("merging PDFs panicked"))?.map_err(refused)
}

/// A document that prevents the merge will do so again at the next attempt.
fn refused(error: MergeError) -> Refused {
    match error {
        MergeError::Document { title, reason } => {
            Refused::Job(format!("The document `{title}` cannot be merged: {reason}."))
        }
        MergeError::Empty | MergeError::Write(_) => Problem::internal(error).into(),
    }
}
