//! The documents that are measured.

use std::error::Error;
use std::io::Cursor;

use docx_rs::{BreakType, Docx, Paragraph, Pic, Run, RunFonts, Table, TableCell, TableRow};
use platen_docx::{Limits, RenderOptions, Template};

type Made = Result<Vec<u8>, Box<dyn Error>>;

const SENTENCE: &str =
    "Thank you for your order, which left our house today and will be with you before the week ends. ";

fn text(text: impl Into<String>) -> Paragraph {
    let fonts = RunFonts::new().ascii("Times New Roman").hi_ansi("Times New Roman");
    Paragraph::new().add_run(Run::new().add_text(text).fonts(fonts))
}

fn next_page() -> Paragraph {
    Paragraph::new().add_run(Run::new().add_break(BreakType::Page))
}

fn packed(docx: Docx) -> Made {
    let mut file = Cursor::new(Vec::new());
    docx.build().pack(&mut file)?;
    Ok(file.into_inner())
}

/// One page of twenty lines.
pub fn letter() -> Made {
    packed(
        (1..=20)
            .fold(Docx::new(), |letter, number| letter.add_paragraph(text(format!("{number}. {SENTENCE}")))),
    )
}

/// The sample template with its data: three fonts, a logo, tables, a list and a footnote on one page.
pub fn sample_letter() -> Made {
    let sample = platen_samples::sample("letter.docx").ok_or("the sample letter is gone")?;
    let template = Template::compile((sample.docx)(), &Limits::default())?;
    Ok(template.render(&(sample.data)(), &RenderOptions::default())?)
}

/// Five pages, each with a picture of 600 by 400 pixels and a table of 25 rows.
pub fn report() -> Made {
    let mut docx = Docx::new();
    for page in 0..5 {
        if page > 0 {
            docx = docx.add_paragraph(next_page());
        }
        let picture = Pic::new_with_dimensions(picture(page)?, 600, 400).size(3_600_000, 2_400_000);
        docx = docx
            .add_paragraph(text(SENTENCE.repeat(3)))
            .add_paragraph(Paragraph::new().add_run(Run::new().add_image(picture)))
            .add_table(Table::new((0..25).map(table_row).collect()));
    }
    packed(docx)
}

fn table_row(number: usize) -> TableRow {
    let cell = |text_of_cell: String| TableCell::new().add_paragraph(text(text_of_cell));
    TableRow::new(vec![
        cell(number.to_string()),
        cell(format!("Article {number}")),
        cell(format!("{}.50 EUR", number * 7)),
    ])
}

/// So many pages of text.
pub fn pages(count: usize) -> Made {
    let page = |docx: Docx, number: usize| {
        let docx = if number > 1 { docx.add_paragraph(next_page()) } else { docx };
        (0..8).fold(docx, |docx, _| docx.add_paragraph(text(SENTENCE.repeat(5))))
    };
    packed((1..=count).fold(Docx::new(), page))
}

fn picture(seed: u32) -> Made {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 600, 400);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let pixels: Vec<u8> = (0..600 * 400_u32)
        .flat_map(|at| [at % 251, at / 600 % 241, seed * 40].map(|value| value as u8))
        .collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(png)
}
