//! A template's file, as it was registered.

use bytes::Bytes;

use super::Templates;
use crate::file_name::safe_file_name;
use crate::format::Format;
use crate::ids::TemplateId;
use crate::problem::{Code, Problem};
use crate::reach::Reach;
use crate::templates::TemplateRecord;

/// The file of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateFile {
    /// The bytes that were registered.
    pub bytes: Bytes,
    /// The name that they came under: registered under it again, a changed file is a new version of the same template.
    pub file_name: String,
    /// The registered media type of its extension.
    pub media_type: &'static str,
}

impl TemplateFile {
    /// The media type of a .docx file.
    pub const DOCX: &str = Format::Docx.media_type();
    /// The media type of a .dotx file.
    pub const DOTX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.template";
}

impl Templates<'_> {
    /// The file of a version, or of the one in force.
    ///
    /// # Errors
    /// `unknown-template` also for versions that the template does not have or whose file was not kept; `unavailable`.
    pub async fn file(
        self,
        reach: &Reach,
        template: TemplateId,
        version: Option<u32>,
    ) -> Result<TemplateFile, Problem> {
        let record = self.recorded(reach, template, version).await?;
        let bytes = self.0.within(reach).package(template, record.version).await?.ok_or_else(|| {
            let detail = format!("Version {} was rejected; its file was not kept.", record.version);
            Problem::new(Code::UnknownTemplate, detail)
        })?;
        let is_dotx = record.file_name.to_ascii_lowercase().ends_with(".dotx");
        let (extension, media_type) =
            if is_dotx { (".dotx", TemplateFile::DOTX) } else { (".docx", TemplateFile::DOCX) };
        Ok(TemplateFile { bytes, file_name: safe_file_name(&record.file_name, extension), media_type })
    }

    /// The record of a version, or of the one in force.
    pub(crate) async fn recorded(
        self,
        reach: &Reach,
        template: TemplateId,
        version: Option<u32>,
    ) -> Result<TemplateRecord, Problem> {
        let templates = self.0.within(reach);
        let Some(wanted) = version else {
            let in_force = templates.template(template).await?;
            return in_force.ok_or_else(Problem::unknown_template);
        };
        if let Some(record) = templates.version(template, wanted).await? {
            return Ok(record);
        }
        let newest = templates.versions(template, 1).await?;
        let newest = newest.first().ok_or_else(Problem::unknown_template)?.version;
        let detail = format!("The template has no version {wanted}; the newest is {newest}.");
        Err(Problem::new(Code::UnknownTemplate, detail))
    }
}
