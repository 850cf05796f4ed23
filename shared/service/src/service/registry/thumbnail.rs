//! A small picture of a template's first page, with its unfilled fields.

use bytes::Bytes;
use platen_pdf::PageImage;
use platen_pdf::finish::Finish;

use super::Templates;
use crate::format::Format;
use crate::ids::TemplateId;
use crate::problem::Problem;
use crate::work::Work;

/// Pixels to the inch: an A4 page is 396 pixels wide, which is sharp on the small screens of phones too.
const DPI: u32 = 48;

impl Templates<'_> {
    /// The picture of a version, or of the one in force, a PNG. It takes its turn as a preview does, and counts as little.
    ///
    /// # Errors
    /// `unknown-template`; `template-error`: it was rejected, or no PDF can be made of it; `limit-exceeded`; `unavailable`.
    pub async fn thumbnail(
        self,
        work: &Work,
        template: TemplateId,
        version: Option<u32>,
    ) -> Result<Bytes, Problem> {
        let (record, _) = self.usable(work, template, version, Format::Png).await?;
        let package = self.0.within(work.reach()).package(template, record.version).await?;
        self.first_page(work, package.ok_or_else(Problem::unknown_template)?).await
    }

    /// The first page of a package, likewise.
    ///
    /// # Errors
    /// `template-error`: no PDF can be made of it; `limit-exceeded`; `unavailable`.
    pub async fn first_page(self, work: &Work, package: Bytes) -> Result<Bytes, Problem> {
        let (pdfs, budget, tenant) =
            (self.0.generation().pdf_maker(), work.budget_for(Format::Png).clone(), work.subscription());
        let image = PageImage::new(1, DPI).unwrap_or(PageImage::FIRST);
        let draw = move || pdfs.picture(&package, image, (Finish::default(), None), &budget, tenant);
        self.0.convert(work, draw).await.map(|drawn| drawn.png.into())
    }
}
