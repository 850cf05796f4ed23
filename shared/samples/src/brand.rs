//! The company that sends the samples: letterhead, footer and page.

use std::iter;

use docx_rs::{
    Docx, Footer, Header, NumPages, PageMargin, PageNum, Paragraph, Pic, Run, Tab, TabValueType, Table,
    TableCell, TableCellBorderPosition, VAlignType,
};

use crate::elements::{cell, filled, flush_table, line, paragraph, right, row, run, table, tag_row};

/// Name of the company.
pub(crate) const COMPANY: &str = "Halden & Moss";
/// The brand's colour, for rules and table heads.
pub(crate) const TEAL: &str = "0F5C63";
/// A tint of it, for the ground of boxes.
pub(crate) const PALE: &str = "E8F1F1";
/// Hairlines.
pub(crate) const RULE: &str = "C5D3D4";
/// Width of the text between the margins, in twips: A4 less 2.2 cm on both sides.
pub(crate) const TEXT_WIDTH: usize = 9412;

const LOGO: &[u8] = include_bytes!("../assets/logo.png");
const MILLIMETRE: u32 = 36_000; // in EMU

/// An empty document on A4 paper with this header and the footer of the company.
pub(crate) fn page(header: Header, top: i32) -> Docx {
    let margin = PageMargin::new().top(top).bottom(1474).left(1247).right(1247).header(567).footer(510);
    Docx::new().page_size(11906, 16838).page_margin(margin).header(header).footer(footer())
}

/// Logo, name and trade at the left, the address at the right, a coloured rule below.
pub(crate) fn letterhead() -> Header {
    let (logo, name, address) = (1000, 4500, TEXT_WIDTH - 5500);
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 12, TEAL);
    let names = [paragraph("CompanyName", COMPANY), paragraph("Header", "Kitchens, interiors, joinery")];
    let lines = ["14 Quayside Yard, Bristol BS1 4RW", "0117 496 0123", "studio@haldenmoss.example"];
    let row = row(vec![
        ruled(cell(logo, [logo_paragraph(15)])),
        ruled(cell(name, names)),
        ruled(cell(address, lines.map(|text| right("Header", text))).vertical_align(VAlignType::Center)),
    ]);
    Header::new()
        .add_table(flush_table(&[logo, name, address], vec![row]))
        .add_paragraph(paragraph("Gap", ""))
}

/// A slim header of papers with many pages: small logo, and the paper's title at the right.
pub(crate) fn running_head(title: &str) -> Header {
    let (logo, rest) = (2000, TEXT_WIDTH - 2000);
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 8, TEAL);
    let row = row(vec![
        ruled(cell(logo, [logo_paragraph(10)])),
        ruled(cell(rest, [right("Header", title)]).vertical_align(VAlignType::Center)),
    ]);
    Header::new().add_table(flush_table(&[logo, rest], vec![row])).add_paragraph(paragraph("Gap", ""))
}

fn logo_paragraph(millimetres: u32) -> Paragraph {
    let side = millimetres * MILLIMETRE;
    // The id is given: docx-rs would count it up within the process, and the bytes would differ from call to call.
    let picture = Pic::new_with_dimensions(LOGO.to_vec(), 192, 192).id("rIdLogo").size(side, side);
    Paragraph::new().style("Logo").add_run(Run::new().add_image(picture))
}

fn footer() -> Footer {
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Top, 4, RULE);
    let columns: [(usize, [&str; 2]); 3] = [
        (3600, ["Halden & Moss Ltd", "Registered in England, no. 01234567"]),
        (3400, ["Severn Bank · IBAN GB33 BUKB 2020 1555 5555 55", "BIC BUKBGB22"]),
        (TEXT_WIDTH - 7000, ["VAT GB 123 4567 89", "haldenmoss.example"]),
    ];
    let widths = columns.map(|(width, _)| width);
    let cells = columns.map(|(width, lines)| ruled(cell(width, lines.map(|text| paragraph("Footer", text)))));
    let tab = Tab::new().val(TabValueType::Right).pos(TEXT_WIDTH);
    let numbers = Paragraph::new()
        .style("Footer")
        .add_tab(tab)
        .add_run(Run::new().add_tab())
        .add_run(run("Page "))
        .add_page_num(PageNum::new())
        .add_run(run(" of "))
        .add_num_pages(NumPages::new());
    let table = flush_table(&widths, vec![row(cells.into())]);
    Footer::new().add_table(table).add_paragraph(numbers)
}

/// A table with a row for each turn of the loop that `each` begins, below a row of heads.
pub(crate) fn list_table(widths: &[usize], heads: &[&str], each: &str, values: &[&str]) -> Table {
    let head = |(width, text): (&usize, &&str)| filled(cell(*width, [paragraph("TableHead", text)]), TEAL);
    let value = |(width, text): (&usize, &&str)| ruled(cell(*width, [paragraph("TableText", text)]));
    table(
        widths,
        vec![
            row(widths.iter().zip(heads).map(head).collect()),
            tag_row(widths, each),
            row(widths.iter().zip(values).map(value).collect()),
            tag_row(widths, "{%tr endfor %}"),
        ],
    )
}

/// A cell with a hairline below it.
pub(crate) fn ruled(cell: TableCell) -> TableCell {
    line(cell, TableCellBorderPosition::Bottom, 4, RULE)
}

/// A tinted cell of a [`flush_table`]; its paragraphs keep off the edges.
pub(crate) fn tinted(width: usize, paragraphs: impl IntoIterator<Item = Paragraph>) -> TableCell {
    let edge = || iter::once(paragraph("Edge", ""));
    let indented = paragraphs.into_iter().map(|paragraph| paragraph.indent(Some(140), None, None, None));
    filled(cell(width, edge().chain(indented).chain(edge())), PALE)
}
