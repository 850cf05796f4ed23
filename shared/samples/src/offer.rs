//! An offer: positions with options, a total, terms under conditions, and a place to accept.

use docx_rs::{AlignmentType, Table, TableCell, TableCellBorderPosition};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{RULE, TEAL, TEXT_WIDTH, letterhead, page, tinted};
use crate::controls::header_row;
use crate::elements::{
    body, cell, filled, flush_table, line, paragraph, right, row, styled_body, table, tag_row,
};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "offer.docx",
    name: "Offer",
    description: "An offer: positions, some of them optional, a total, terms, and a place to accept it.",
    docx,
    data,
};

fn docx() -> Vec<u8> {
    let docx = page(letterhead(), 2155)
        .add_paragraph(paragraph("Title", "Offer"))
        .add_table(head())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(body("Dear {{ customer.salutation }},"))
        .add_paragraph(body("Thank you for your interest in **{{ project }}**. We are glad to offer you:"))
        .add_table(positions())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(body("{%p if delivery %}"))
        .add_paragraph(body("Delivery: {{ delivery }}."))
        .add_paragraph(body("{%p endif %}"))
        .add_paragraph(body("{%p for term in terms %}"))
        .add_paragraph(styled_body("ListBullet", "{{ term }}"))
        .add_paragraph(body("{%p endfor %}"))
        .add_paragraph(body("This offer is valid until **{{ validUntil|date(\"long\") }}**. To accept it, sign below and return a copy."))
        .add_paragraph(paragraph("Closing", "Yours sincerely,"))
        .add_paragraph(styled_body("Address", "**{{ sender.name }}**"))
        .add_paragraph(paragraph("Gap", ""))
        .add_table(acceptance());
    pack(docx, "Offer", |document| header_row(document, "TableHead"))
}

fn head() -> Table {
    let (left, facts) = (6212, TEXT_WIDTH - 6212);
    let customer = ["{{ customer.name }}", "{{ customer.street }}", "{{ customer.city }}"];
    let numbers =
        ["Offer **{{ number }}**", "{{ date|date(\"long\") }}", "Valid until {{ validUntil|date }}"];
    let row = row(vec![
        cell(left, customer.map(|text| paragraph("Address", text))),
        tinted(facts, numbers.map(|text| styled_body("Address", text))),
    ]);
    flush_table(&[left, facts], vec![row])
}

fn positions() -> Table {
    let widths = [700, 5312, 1200, 2200];
    let heads = ["No.", "Description", "Qty", "Price"];
    let heads = widths.iter().zip(heads).enumerate().map(|(column, (width, text))| {
        let text = if column < 2 { paragraph("TableHead", text) } else { right("TableHead", text) };
        filled(cell(*width, [text]), TEAL)
    });
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let values = [
        vec![paragraph("TableText", "{{ loop.index }}")],
        vec![
            styled_body("TableText", "**{{ item.name }}**{% if item.optional %} (optional){% endif %}"),
            paragraph("TableNote", "{{ item.details }}"),
        ],
        vec![right("TableText", "{{ item.qty }}")],
        vec![right("TableText", "{{ (item.qty * item.price)|currency(currency) }}")],
    ];
    let values = widths.iter().zip(values).map(|(width, text)| ruled(cell(*width, text)));
    let total = "**{{ items|rejectattr(\"optional\")|sum(\"qty * price\")|currency(currency) }}**";
    let total = [
        ruled(cell(widths[0], [paragraph("TableText", "")])),
        ruled(cell(widths[1], [styled_body("TableText", "**Total without options, plus VAT**")])),
        ruled(cell(widths[2], [paragraph("TableText", "")])),
        ruled(cell(widths[3], [styled_body("TableText", total).align(AlignmentType::Right)])),
    ];
    table(
        &widths,
        vec![
            row(heads.collect()),
            tag_row(&widths, "{%tr for item in items %}"),
            row(values.collect()),
            tag_row(&widths, "{%tr endfor %}"),
            row(total.into()),
        ],
    )
}

/// Lines for a date and a signature.
fn acceptance() -> Table {
    let (date, gap, name) = (3000, 400, TEXT_WIDTH - 3400);
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Top, 4, TEAL);
    let row = row(vec![
        ruled(cell(date, [paragraph("Label", "Place and date")])),
        cell(gap, [paragraph("Label", "")]),
        ruled(cell(name, [paragraph("Label", "Accepted: {{ customer.name }}")])),
    ]);
    flush_table(&[date, gap, name], vec![row])
}

fn data() -> Value {
    json!({
        "number": "O-2026-088", "date": "2026-11-21", "validUntil": "2026-12-31", "currency": "GBP",
        "project": "the oak kitchen at Clifton Vale", "delivery": "about six weeks after your order",
        "customer": { "name": "Okafor & Daughters Bakery", "salutation": "Ms Okafor", "street": "27 Clifton Vale", "city": "Bristol BS8 4PT" },
        "items": [
            { "name": "Base units, oak", "details": "Solid fronts, soft-close drawers", "qty": 6, "price": 840.0, "optional": false },
            { "name": "Worktop", "details": "Oiled oak, 40 mm, per metre", "qty": 5, "price": 310.0, "optional": false },
            { "name": "Wall shelf", "details": "With concealed brackets", "qty": 3, "price": 95.0, "optional": true },
            { "name": "Installation", "details": "Two joiners, including disposal of packaging", "qty": 2, "price": 620.0, "optional": false }
        ],
        "terms": ["40 % deposit with the order, the balance when you have signed the work off", "Five years' guarantee on all joinery"],
        "sender": { "name": "Jonah Reid" }
    })
}
