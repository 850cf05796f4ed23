//! A letter: letterhead, address, conditions, a list and a footnote.

use docx_rs::{AlignmentType, Footnote, Paragraph, Run};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{TEXT_WIDTH, letterhead, page};
use crate::elements::{body, cell, flush_table, paragraph, row, run, styled_body};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "letter.docx",
    name: "Letter",
    description: "A letter that confirms an order: letterhead, conditions, a list and a footnote.",
    docx,
    data,
};

fn docx() -> Vec<u8> {
    let (left, right) = (5900, TEXT_WIDTH - 5900);
    let address = [
        "{{ recipient.name }}",
        "{%p if recipient.company %}",
        "{{ recipient.company }}",
        "{%p endif %}",
        "{{ recipient.street }}",
        "{{ recipient.city }}",
        "{{ recipient.postcode }}",
    ];
    let facts = [
        ("Label", "Date"),
        ("Address", "{{ date }}"),
        ("Label", "Our reference"),
        ("Address", "{{ reference }}"),
        ("Label", "Your contact"),
        ("Address", "{{ sender.name }}"),
    ];
    let head = row(vec![
        cell(left, address.map(|text| paragraph("Address", text))),
        cell(right, facts.map(|(style, text)| paragraph(style, text))),
    ]);

    let docx = page(letterhead(), 2495)
        .add_table(flush_table(&[left, right], vec![head]))
        .add_paragraph(paragraph("Subject", "Your order {{ order.number }}: we are ready to begin"))
        .add_paragraph(body("Dear {{ recipient.salutation }},"))
        .add_paragraph(body(
            "Thank you for choosing Halden & Moss for {{ order.project }}. We are pleased to confirm your order \
             of {{ order.date }} at the agreed price of **{{ order.currency }} {{ \"%.2f\"|format(order.total) }}**, \
             delivered, installed and including VAT.",
        ))
        .add_paragraph(body("{%p if order.depositPaid %}"))
        .add_paragraph(body(
            "Your deposit of {{ order.currency }} {{ \"%.2f\"|format(order.deposit) }} has reached us; thank you. \
             The balance falls due only when you have signed the work off.",
        ))
        .add_paragraph(body("{%p else %}"))
        .add_paragraph(body(
            "To hold the dates below for you, please transfer the deposit of {{ order.currency }} \
             {{ \"%.2f\"|format(order.deposit) }} to the account at the foot of this page.",
        ))
        .add_paragraph(body("{%p endif %}"))
        .add_paragraph(body("This is what happens next:").keep_next(true))
        .add_paragraph(body("{%p for step in steps %}"))
        .add_paragraph(styled_body("ListBullet", "**{{ step.date }}:** {{ step.what }}"))
        .add_paragraph(body("{%p endfor %}"))
        .add_paragraph(changes())
        .add_paragraph(body(
            "We look forward to working with you, and to the day when you cook in it for the first time.",
        ))
        .add_paragraph(paragraph("Closing", "Yours sincerely,"))
        .add_paragraph(styled_body("Address", "**{{ sender.name }}**"))
        .add_paragraph(paragraph("Address", "{{ sender.title }}"))
        .add_paragraph(body("{%p if enclosures %}"))
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(paragraph("TableNote", "Enclosed: {{ enclosures|join(\", \") }}"))
        .add_paragraph(body("{%p endif %}"));
    pack(docx, "Letter", str::to_owned)
}

/// The paragraph with the footnote.
fn changes() -> Paragraph {
    let note = " Dates can be moved free of charge up to ten working days before the first of them. Please quote \
                {{ reference }}.";
    // The id is given: docx-rs would count it up within the process, and the bytes would differ from call to call.
    let footnote = Footnote { id: 1, content: vec![paragraph("FootnoteText", note)] };
    Paragraph::new()
        .style("Normal")
        .align(AlignmentType::Left)
        .add_run(run(
            "Should one of these dates not suit you, please ring {{ sender.name }} on {{ sender.phone }}.",
        ))
        .add_run(Run::new().style("FootnoteReference").add_footnote_reference(footnote))
}

fn data() -> Value {
    json!({
        "date": "21 November 2026",
        "reference": "HM-2026-0417",
        "recipient": {
            "name": "Ms Maria Okafor",
            "salutation": "Ms Okafor",
            "company": "Okafor & Daughters Bakery",
            "street": "27 Clifton Vale",
            "city": "Bristol",
            "postcode": "BS8 4PT"
        },
        "order": {
            "number": "2026-1183",
            "project": "the new kitchen at Clifton Vale",
            "date": "16 November 2026",
            "currency": "GBP",
            "total": 18450.0,
            "deposit": 3690.0,
            "depositPaid": true
        },
        "steps": [
            { "date": "1 December", "what": "we take the final measurements, in about an hour" },
            { "date": "8 December", "what": "you receive the drawings for your approval" },
            { "date": "18 January", "what": "our joiners deliver and begin to install" },
            { "date": "29 January", "what": "we hand over, clean and walk through it with you" }
        ],
        "sender": { "name": "Jonah Reid", "title": "Head of installations", "phone": "0117 496 0124" },
        "enclosures": ["order confirmation", "care guide"]
    })
}
