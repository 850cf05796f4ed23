//! An invoice whose PDF is an e-invoice: the file carries the mapping of business terms to the fields that its text shows.

use docx_rs::{Table, TableAlignmentType, TableRow};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{TEXT_WIDTH, letterhead, list_table, page, ruled};
use crate::controls::header_row;
use crate::elements::{body, cell, flush_table, paragraph, right, row, styled_body, table, tag_row};
use crate::package::pack_with;

/// The mapping, as JSON.
pub const E_INVOICE_MAPPING: &str = include_str!("../assets/e-invoice.json");

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "e-invoice.docx",
    name: "E-invoice",
    description: "An invoice with several rates of VAT that carries the mapping of an e-invoice: its PDF is a Factur-X (ZUGFeRD) made of the same data.",
    docx,
    data,
};

fn docx() -> Vec<u8> {
    let docx = page(letterhead(), 2155)
        .add_paragraph(paragraph("Title", "Invoice"))
        .add_table(head())
        .add_paragraph(paragraph("Gap", ""))
        .add_table(items())
        .add_paragraph(paragraph("Gap", ""))
        .add_table(totals())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(body(
            "Please transfer **{{ totals.gross|currency(currency) }}** by **{{ dueDate|date(\"long\") }}**, quoting **{{ number }}**.",
        ))
        .add_paragraph(body("{{ notes }}"));
    // What XML must escape, JSON can: this has neither `<` nor `>`.
    let mapping = E_INVOICE_MAPPING.replace('&', "&amp;");
    let data = format!("<eInvoice xmlns=\"urn:platen:e-invoice:1\">{mapping}</eInvoice>");
    pack_with(docx, "E-invoice", |document| header_row(document, "TableHead"), Some(data))
}

fn head() -> Table {
    let (left, label, value) = (5200, 1700, TEXT_WIDTH - 6900);
    let customer = [
        "{{ customer.name }}",
        "{{ customer.street }}",
        "{{ customer.city }}",
        "{{ customer.postcode }}",
        "{{ customer.country }}",
    ];
    let facts = [
        ("Number", "{{ number }}"),
        ("Date", "{{ date|date(\"long\") }}"),
        ("Delivered", "{{ deliveryDate|date(\"long\") }}"),
        ("Customer", "{{ customer.number }}"),
        ("Your order", "{{ orderReference }}"),
    ];
    let row = row(vec![
        cell(left, customer.map(|text| paragraph("Address", text))),
        cell(label, facts.map(|(name, _)| paragraph("Address", name))),
        cell(value, facts.map(|(_, value)| styled_body("Address", &format!("**{value}**")))),
    ]);
    flush_table(&[left, label, value], vec![row])
}

fn items() -> Table {
    let widths = [4562, 850, 850, 1450, 850, 850];
    let heads = ["Description", "Qty", "Unit", "Unit price", "VAT %", "Amount"];
    let values = [
        "{{ item.description }}",
        "{{ item.quantity }}",
        "{{ item.unit }}",
        "{{ item.price|number(2) }}",
        "{{ item.vatRate }}",
        "{{ item.amount|number(2) }}",
    ];
    list_table(&widths, &heads, "{%tr for item in items %}", &values)
}

fn totals() -> Table {
    let widths = [2500, 2000];
    let sum = |label: &str, value: &str| -> TableRow {
        row(vec![
            ruled(cell(widths[0], [paragraph("TableText", label)])),
            ruled(cell(widths[1], [right("TableText", value)])),
        ])
    };
    let rows = vec![
        tag_row(&widths, "{%tr if discount %}"),
        sum("Discount", "-{{ discount|number(2) }}"),
        tag_row(&widths, "{%tr endif %}"),
        sum("Total without VAT", "{{ totals.net|number(2) }}"),
        tag_row(&widths, "{%tr for tax in taxes %}"),
        sum("VAT {{ tax.rate }} % of {{ tax.basis|number(2) }}", "{{ tax.amount|number(2) }}"),
        tag_row(&widths, "{%tr endfor %}"),
        sum("Total", "{{ totals.gross|currency(currency) }}"),
    ];
    table(&widths, rows).align(TableAlignmentType::Right)
}

fn data() -> Value {
    json!({
        "number": "INV-2026-0732",
        "date": "2026-11-21",
        "dueDate": "2026-12-05",
        "deliveryDate": "2026-11-19",
        "orderReference": "PO 88121",
        "currency": "GBP",
        "customer": {
            "number": "C-10377",
            "name": "Okafor & Daughters Bakery",
            "vatId": "GB987654321",
            "street": "27 Clifton Vale",
            "city": "Bristol",
            "postcode": "BS8 4PT",
            "country": "GB"
        },
        "items": [
            {"sku": "CAB-600-OAK", "description": "Base cabinet 600 mm, oiled oak front", "quantity": 4, "unit": "pcs", "unitCode": "C62", "price": 385, "vatRate": 20, "amount": 1540},
            {"sku": "WRK-QTZ-30", "description": "Worktop, quartz composite, cut to size", "quantity": 2.35, "unit": "m", "unitCode": "MTR", "price": 219, "vatRate": 20, "amount": 514.65},
            {"sku": "BKS-WOOD", "description": "Handbook on the care of oiled wood", "quantity": 2, "unit": "pcs", "unitCode": "C62", "price": 12.9, "vatRate": 5, "amount": 25.8}
        ],
        "discount": 54.65,
        "taxes": [
            {"rate": 20, "basis": 2000, "amount": 400},
            {"rate": 5, "basis": 25.8, "amount": 1.29}
        ],
        "totals": {"net": 2025.8, "vat": 401.29, "gross": 2427.09},
        "notes": "The discount is our thanks for your third order this year."
    })
}
