//! The pages of a template's file with its errors marked.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use platen_docx::{CompileError, Diagnostic, Template};
use platen_pdf::finish::Finish;
use platen_pdf::{PageImage, Passage};
use serde::Serialize;
use utoipa::ToSchema;

use super::TemplateUpload;
use super::Templates;
use crate::format::Format;
use crate::problem::{Problem, listed};
use crate::work::Work;

/// Pages that are shown at most: whoever has put these right looks again.
const MOST_PAGES: usize = 3;

/// Pages with their marks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkedTemplate {
    /// The first pages on which an error can be shown, at most three; empty for a file without errors.
    pub pages: Vec<MarkedPage>,
}

/// A page of the file as it is, with its tags.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkedPage {
    /// Its number, from 1.
    pub page: u32,
    /// The page as a PNG, in base64 (RFC 4648, 4).
    #[schema(content_encoding = "base64")]
    pub picture: String,
    /// Where its errors stand.
    pub marks: Vec<ErrorMark>,
}

/// A rectangle around an error, or around one of its lines. Lengths are shares of the page's, from 0 to 1.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorMark {
    /// The error: its place among the `errors` that checking the file answers with, from 0.
    pub error: usize,
    /// The left edge, from the left edge of the page.
    pub left: f64,
    /// The upper edge, from the top of the page.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Templates<'_> {
    /// Marks the errors of a file on pictures of its pages. Nothing of it stays.
    ///
    /// # Errors
    /// `template-error`: the file is no Word document, or no pages can be made of it; `limit-exceeded`; `unavailable`.
    pub async fn mark(self, work: &Work, upload: TemplateUpload) -> Result<MarkedTemplate, Problem> {
        let (docx, errors) = self.errors_of(work, upload.bytes).await?;
        if errors.is_empty() {
            return Ok(MarkedTemplate { pages: Vec::new() });
        }
        let (pdfs, budget, tenant) =
            (self.0.generation().pdf_maker(), work.budget_for(Format::Png).clone(), work.subscription());
        let draw = move || {
            let places = pdfs.find(&docx, errors.iter().map(passage).collect(), &budget, tenant)?;
            let mut marks: BTreeMap<u32, Vec<ErrorMark>> = BTreeMap::new();
            for (error, place) in places.into_iter().enumerate() {
                let Some(place) = place else { continue };
                marks.entry(place.page).or_default().extend(place.marks.into_iter().map(
                    |platen_pdf::Mark { left, top, width, height }| ErrorMark {
                        error,
                        left,
                        top,
                        width,
                        height,
                    },
                ));
            }
            let mut pages = Vec::new();
            for (page, marks) in marks.into_iter().take(MOST_PAGES) {
                let image = PageImage::new(page, PageImage::USUAL_DPI).unwrap_or(PageImage::FIRST);
                let drawn = pdfs.picture(&docx, image, (Finish::default(), None), &budget, tenant)?;
                pages.push(MarkedPage { page, picture: BASE64_STANDARD.encode(&drawn.png), marks });
            }
            Ok(MarkedTemplate { pages })
        };
        self.0.convert(work, draw).await
    }

    /// A file, and its errors as checking it lists them.
    async fn errors_of(self, work: &Work, docx: Bytes) -> Result<(Bytes, Vec<Diagnostic>), Problem> {
        let (limits, budget) = (self.0.limits.clone(), work.budget().clone());
        let included = self.with_included(work, None, docx.clone()).await?;
        let compile = move || match included
            .and_then(|source| Template::compile_opened(source, &limits.docx, &budget))
        {
            Ok(_) => Ok(Vec::new()),
            Err(CompileError::Template(errors)) => Ok(errors),
            Err(error) => Err(Problem::from_compile(error)),
        };
        Ok((docx, listed(self.0.work(work, compile).await?)))
    }
}

/// What an error is about, with the text around it. Dots stand for text that is left out.
fn passage(error: &Diagnostic) -> Passage {
    let cut = error.excerpt.starts_with('…');
    let text = error.excerpt.trim_matches('…').to_owned();
    let start = error.caret.saturating_sub(usize::from(cut));
    Passage { text, meant: start..start + error.width }
}
