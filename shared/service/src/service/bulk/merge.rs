//! Assembles a job's documents into one PDF with a bookmark each, or one Word document with a section each. Failed items are
//! not in it.

use bytes::{Bytes, BytesMut};
use platen_ooxml::join::{JoinError, Joiner};
use platen_pdf::merge::{Merge, MergeError};

use super::Jobs;
use super::archive_entries::Documents;
use super::no_archive::Refused;
use crate::format::Format;
use crate::jobs::{JobRecord, NewArchive};
use crate::problem::Problem;

/// Joins the documents: PDFs in a process that reads those of one job, Word documents here, where they are made too.
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
        let merging: Option<Merging> = match record.settings.format {
            Format::Docx => Some(Box::new(Sections(Some(Joiner::new(&self.0.limits.docx))))),
            _ => self.0.engine.merger(&self.0.limits.pdf),
        };
        let mut merging = merging.ok_or_else(|| Problem::internal("this process joins no PDFs"))?;
        let extension = record.settings.format.extension();
        let mut documents = Documents::of(self.0, record);
        let (mut title, mut document) = (String::new(), BytesMut::new());
        while let Some(piece) = documents.next().await? {
            if let Some((name, _)) = piece.begins {
                title = name.strip_suffix(extension).unwrap_or(&name).to_owned();
            }
            document.extend_from_slice(&piece.bytes);
            if piece.ends {
                let bytes;
                (merging, bytes) = add(merging, std::mem::take(&mut title), document.split()).await?;
                if !bytes.is_empty() {
                    archive.write(bytes.into()).await?;
                }
            }
        }
        let title = record.settings.template_name.clone();
        let end = tokio::task::spawn_blocking(move || merging.finish(Some(&title)));
        let end = end.await.map_err(|_panicked| Problem::internal("merging documents panicked"))?;
        archive.write(end.map_err(refused)?.into()).await?;
        Ok(())
    }
}

/// Adds a document, on a thread that may be busy: a large one takes a second.
async fn add(mut merging: Merging, title: String, document: BytesMut) -> Result<(Merging, Vec<u8>), Refused> {
    let added = tokio::task::spawn_blocking(move || {
        let bytes = merging.add(&title, &document)?;
        Ok((merging, bytes))
    });
    added.await.map_err(|_panicked| Problem::internal("merging documents panicked"))?.map_err(refused)
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

/// Word documents as sections of one, which is written at its end.
struct Sections(Option<Joiner>);

impl Merge for Sections {
    fn add(&mut self, title: &str, docx: &[u8]) -> Result<Vec<u8>, MergeError> {
        let joiner = self.0.as_mut().ok_or(MergeError::Empty)?;
        joiner.add(Bytes::copy_from_slice(docx)).map_err(|error| not_joined(title, error))?;
        Ok(Vec::new())
    }

    fn finish(&mut self, title: Option<&str>) -> Result<Vec<u8>, MergeError> {
        let joiner = self.0.take().ok_or(MergeError::Empty)?;
        joiner.finish().map_err(|error| not_joined(title.unwrap_or_default(), error))
    }
}

fn not_joined(title: &str, error: JoinError) -> MergeError {
    match error {
        JoinError::Empty => MergeError::Empty,
        error => MergeError::Document { title: title.to_owned(), reason: error.to_string() },
    }
}
