//! An invoice: a loop over rows, amounts and sums that the template computes, a discount row that appears only with a discount.

use docx_rs::{Paragraph, Table, TableAlignmentType, TableCell, TableCellBorderPosition, TableRow};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{RULE, TEAL, TEXT_WIDTH, letterhead, page, tinted};
use crate::controls::header_row;
use crate::elements::{
    body, cell, filled, flush_table, line, paragraph, right, row, styled_body, table, tag_row,
};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "invoice.docx",
    name: "Invoice",
    description: "An invoice: a table row for each item, totals that the template adds up, and a discount row only where there is a discount.",
    docx,
    data: || invoice_data(6),
};

/// What the rows below go by: nobody has to add up. The defaults are for a form that is being filled in.
const SUMS: &str = "{% set subtotal = items|default([])|sum(\"quantity * price\") %}\
                    {% set net = subtotal - discount|default(0, true) %}\
                    {% set total = net * (1 + vatRate|default(0, true) / 100) %}";

fn docx() -> Vec<u8> {
    let docx = page(letterhead(), 2155)
        .add_paragraph(paragraph("Title", "Invoice"))
        .add_table(head())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(paragraph("Gap", ""))
        .add_table(items())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(paragraph("TableNote", SUMS))
        .add_table(totals())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(body(
            "Please transfer **{{ total|currency(currency) }}** by **{{ dueDate|date(\"long\") }}** to the account below, \
             quoting **{{ number }}**.",
        ))
        .add_paragraph(body("{%p if notes %}"))
        .add_paragraph(body("{{ notes }}"))
        .add_paragraph(body("{%p endif %}"))
        .add_paragraph(body("Thank you for your custom."));
    pack(docx, "Invoice", |document| header_row(document, "TableHead"))
}

/// The customer at the left, the facts in a tinted box at the right.
fn head() -> Table {
    let (left, label, value) = (5200, 1700, TEXT_WIDTH - 6900);
    let customer = [
        ("Label", "Bill to"),
        ("Address", "{{ customer.name }}"),
        ("Address", "{{ customer.street }}"),
        ("Address", "{{ customer.city }}"),
        ("Address", "{{ customer.postcode }}"),
    ];
    let facts = [
        ("Number", "{{ number }}"),
        ("Date", "{{ date|date(\"long\") }}"),
        ("Due", "{{ dueDate|date(\"long\") }}"),
        ("Customer", "{{ customer.number }}"),
        ("Your order", "{{ orderReference }}"),
    ];
    let labels = facts.map(|(name, _)| paragraph("Address", name));
    let values = facts.map(|(_, value)| styled_body("Address", &format!("**{value}**")));
    let row = row(vec![
        cell(left, customer.map(|(style, text)| paragraph(style, text))),
        tinted(label, labels),
        tinted(value, values),
    ]);
    flush_table(&[left, label, value], vec![row])
}

fn items() -> Table {
    let widths = [560, 4152, 850, 850, 1450, 1550];
    let heads = ["#", "Description", "Qty", "Unit", "Unit price", "Amount"];
    let heads = widths
        .iter()
        .zip(heads)
        .enumerate()
        .map(|(column, (width, text))| filled(cell(*width, [aligned(column, "TableHead", text)]), TEAL));
    let description =
        [paragraph("TableText", "{{ item.description }}"), paragraph("TableNote", "{{ item.sku }}")];
    let values = [
        vec![paragraph("TableText", "{{ loop.index }}")],
        description.into(),
        vec![right("TableText", "{{ item.quantity }}")],
        vec![paragraph("TableText", "{{ item.unit }}")],
        vec![right("TableText", "{{ item.price|number(2) }}")],
        vec![right(
            "TableText",
            "{{ (item.quantity|default(0, true) * item.price|default(0, true))|number(2) }}",
        )],
    ];
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let values = widths.iter().zip(values).map(|(width, paragraphs)| ruled(cell(*width, paragraphs)));
    table(
        &widths,
        vec![
            row(heads.collect()),
            tag_row(&widths, "{%tr for item in items %}"),
            row(values.collect()),
            tag_row(&widths, "{%tr endfor %}"),
        ],
    )
}

/// Columns of numbers are aligned at the right.
fn aligned(column: usize, style: &str, text: &str) -> Paragraph {
    if matches!(column, 2 | 4 | 5) { right(style, text) } else { paragraph(style, text) }
}

fn totals() -> Table {
    let widths = [2500, 2000];
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let sum = |label: &str, value: &str| -> TableRow {
        row(vec![
            ruled(cell(widths[0], [paragraph("TableText", label)])),
            ruled(cell(widths[1], [right("TableText", value)])),
        ])
    };
    let total = row(vec![
        filled(cell(widths[0], [paragraph("Total", "Total")]), TEAL),
        filled(cell(widths[1], [right("Total", "{{ total|currency(currency) }}")]), TEAL),
    ]);
    let rows = vec![
        sum("Subtotal", "{{ subtotal|number(2) }}"),
        tag_row(&widths, "{%tr if discount %}"),
        sum("Discount", "-{{ discount|number(2) }}"),
        tag_row(&widths, "{%tr endif %}"),
        sum("VAT {{ vatRate }} %", "{{ (total - net)|number(2) }}"),
        total,
    ];
    table(&widths, rows).align(TableAlignmentType::Right)
}

/// What the company sells: article number, description, unit, price in pence.
const ARTICLES: [(&str, &str, &str, u64); 6] = [
    ("CAB-600-OAK", "Base cabinet 600 mm, oiled oak front", "pcs", 38_500),
    ("WRK-QTZ-30", "Worktop, quartz composite, 30 mm, cut to size", "m", 21_900),
    ("DRW-SET-3", "Drawer set of three, soft close, dovetailed", "set", 16_250),
    ("HDL-BRS-160", "Bar handle 160 mm, brushed brass", "pcs", 1_480),
    ("LED-UND-09", "Under-cabinet light, warm white, dimmable", "pcs", 6_495),
    ("INS-DAY", "Installation by two joiners", "day", 68_000),
];

/// Data for an invoice of this many rows; amounts in pounds.
pub fn invoice_data(rows: usize) -> Value {
    let mut subtotal = 0;
    let items: Vec<Value> = (ARTICLES.iter().cycle().zip([4, 3, 2, 12, 5, 2].iter().cycle()).take(rows))
        .map(|(&(sku, description, unit, price), &quantity)| {
            subtotal += quantity * price;
            json!({
                "sku": sku,
                "description": description,
                "quantity": quantity,
                "unit": unit,
                "price": pounds(price),
            })
        })
        .collect();
    json!({
        "number": "INV-2026-0731",
        "date": "2026-11-21",
        "dueDate": "2026-12-05",
        "orderReference": "PO 88120",
        "currency": "GBP",
        "customer": {
            "number": "C-10342",
            "name": "Okafor & Daughters Bakery",
            "street": "27 Clifton Vale",
            "city": "Bristol",
            "postcode": "BS8 4PT"
        },
        "items": items,
        "discount": pounds(subtotal / 20),
        "vatRate": 20,
        "notes": "The discount of 5 % is our thanks for your third order this year."
    })
}

#[expect(clippy::cast_precision_loss, reason = "sums of sample articles are far below 2^52 pence")]
fn pounds(pence: u64) -> f64 {
    pence as f64 / 100.0
}
