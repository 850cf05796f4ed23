//! Fields of documents that commands make: whether they are computed, and a .docx with their results.

use std::path::Path;

use jiff::Zoned;
use platen_pdf::{Engine, PdfOptions, Platen, UpdateFields, UpdatedDocx};
use platen_service::config::Config;

use crate::failure::Failure;
use crate::{pdf, report};

/// How the fields of a document are computed: now, and with the name of its file.
pub fn fields_of(file: &Path) -> UpdateFields {
    let file_name = file.with_extension("docx").file_name().map(|name| name.to_string_lossy().into_owned());
    UpdateFields { now: Some(Zoned::now().datetime()), file_name }
}

/// Arguments that say whether fields are computed.
#[derive(Debug, Default, clap::Args)]
pub struct FieldArgs {
    /// Compute tables of contents, numbers of captions, references and other fields of Word, and write their results into
    /// the document [default: where the template's text has such fields]
    #[arg(long, overrides_with = "no_update_fields")]
    update_fields: bool,
    /// Leave fields as the template has them
    #[arg(long)]
    no_update_fields: bool,
}

impl FieldArgs {
    /// What is asked for, if anything is.
    pub fn wanted(&self) -> Option<bool> {
        match (self.update_fields, self.no_update_fields) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    /// How the fields of a document are computed, if they are; `needs` is whether its template needs that, `file` what
    /// the document is called.
    pub fn update(&self, needs: bool, file: &Path) -> Option<UpdateFields> {
        self.wanted().unwrap_or(needs).then(|| fields_of(file))
    }

    /// A .docx with its fields computed; `name` is what messages call it, `file` where it goes. A document whose fields cannot be computed, though
    /// nobody asked for that, stays as it is.
    ///
    /// # Errors
    /// They cannot be computed.
    pub fn updated(&self, name: &str, docx: Vec<u8>, needs: bool, file: &Path) -> Result<Vec<u8>, Failure> {
        let Some(fields) = self.update(needs, file) else { return Ok(docx) };
        let config = Config::from_env()?;
        let folders = config.fonts.clone().into_iter().collect();
        let engine = Platen::new(folders, pdf::children(&config)?);
        let limits = config.limits.pdf.clone();
        let options = PdfOptions { limits, fields: Some(fields), ..PdfOptions::default() };
        match engine.update_fields(&docx, &options) {
            Ok(UpdatedDocx { docx, warnings }) => {
                report::warnings(name, &warnings);
                Ok(docx)
            }
            Err(error) if self.wanted() == Some(true) => Err(pdf::refusal(name, &error)),
            Err(error) => {
                report::warning(&format!("{name}: fields keep their saved results: {error}"));
                Ok(docx)
            }
        }
    }
}
