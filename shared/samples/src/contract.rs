//! A contract: content controls of every kind, conditional clauses, numbered headings, and a row that repeats.

use docx_rs::{AlignmentType, Docx, Paragraph, Table, TableCell, TableCellBorderPosition};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{RULE, TEAL, TEXT_WIDTH, page, running_head, tinted};
use crate::controls::{Control, Kind, block, check_box, declare, header_row, inline, repeat_row};
use crate::elements::{
    body, cell, filled, flush_table, line, paragraph, right, row, run, styled_body, table,
};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "contract.docx",
    name: "Contract",
    description: "A service agreement: content controls of every kind, clauses under conditions, a repeating section.",
    docx,
    data,
};

const CONTROLS: &[Control] = &[
    Control { tag: "client.name", title: "Client", kind: Kind::PlainText { multi_line: false } },
    Control { tag: "client.address", title: "Client's address", kind: Kind::PlainText { multi_line: true } },
    Control { tag: "client.preferred", title: "Preferred client", kind: Kind::CheckBox },
    Control { tag: "startDate", title: "Start date", kind: Kind::Date("d MMMM yyyy") },
    Control { tag: "scope", title: "Scope of the services", kind: Kind::RichText },
    Control { tag: "title", title: "Service", kind: Kind::PlainText { multi_line: false } },
    Control { tag: "fee", title: "Fee", kind: Kind::PlainText { multi_line: false } },
    Control {
        tag: "paymentTerms",
        title: "Payment terms",
        kind: Kind::DropDown(&[("14 days", "P14D"), ("30 days", "P30D"), ("60 days", "P60D")]),
    },
    Control {
        tag: "paymentMethod",
        title: "Payment method",
        kind: Kind::ComboBox(&[("bank transfer", "bank transfer"), ("direct debit", "direct debit")]),
    },
];

const SERVICES: Control = Control { tag: "services", title: "Services", kind: Kind::RepeatingSection };

fn docx() -> Vec<u8> {
    let docx = page(running_head("Service agreement {{ agreement.number }}"), 1871)
        .add_paragraph(paragraph("Title", "Service agreement"))
        .add_paragraph(body("This agreement {{ agreement.number }} of {{ agreement.date }} is made between"))
        .add_table(parties())
        .add_paragraph(paragraph("Gap", ""));
    let docx = clauses(docx)
        .add_paragraph(paragraph("Closing", "Signed in two copies, one for each party."))
        .add_table(signatures());
    pack(docx, "Service agreement", |document| {
        let document = declare(document, CONTROLS);
        header_row(&repeat_row(&document, &SERVICES, "title"), "TableHead")
    })
}

fn parties() -> Table {
    let half = TEXT_WIDTH / 2;
    let preferred = Paragraph::new()
        .style("Address")
        .add_structured_data_tag(check_box("client.preferred"))
        .add_run(run(" Preferred client"));
    let client = [
        paragraph("Label", "The client"),
        control_line("client.name", "Name of the client"),
        control_line("client.address", "Address"),
        preferred,
    ];
    let contractor = [
        paragraph("Label", "The contractor"),
        paragraph("Address", "Halden & Moss Ltd"),
        paragraph("Address", "14 Quayside Yard"),
        paragraph("Address", "Bristol BS1 4RW"),
    ];
    flush_table(&[half, half], vec![row(vec![tinted(half, client), tinted(half, contractor)])])
}

fn control_line(tag: &str, prompt: &str) -> Paragraph {
    Paragraph::new().style("Address").add_structured_data_tag(inline(tag, prompt))
}

fn clauses(docx: Docx) -> Docx {
    docx.add_paragraph(heading("Services"))
        .add_structured_data_tag(block("scope", "Describe what the contractor does for the client"))
        .add_table(services())
        .add_paragraph(heading("Term"))
        .add_paragraph(
            Paragraph::new()
                .style("Normal")
                .add_run(run("The agreement begins on "))
                .add_structured_data_tag(inline("startDate", "start date"))
                .add_run(run(" and runs for {{ term.months }} months. "))
                .add_run(run(
                    "{% if term.renews %}It then renews by a year at a time, unless one party gives notice three \
                     months before the end.{% else %}It then ends without notice.{% endif %}",
                )),
        )
        .add_paragraph(heading("Payment"))
        .add_paragraph(
            Paragraph::new()
                .style("Normal")
                .add_run(run("Invoices are sent at the end of each month and paid within "))
                .add_structured_data_tag(inline("paymentTerms", "payment terms"))
                .add_run(run(" by "))
                .add_structured_data_tag(inline("paymentMethod", "payment method"))
                .add_run(run(". Fees are net of VAT.")),
        )
        .add_paragraph(body("{%p if client.preferred %}"))
        .add_paragraph(body(
            "As a preferred client, the client is called back within two hours on working days and pays no \
             call-out charge.",
        ))
        .add_paragraph(body("{%p endif %}"))
        .add_paragraph(body("{%p if confidential %}"))
        .add_paragraph(heading("Confidentiality"))
        .add_paragraph(body(
            "Each party keeps secret what it learns about the other's business, during the agreement and for \
             {{ confidentialityYears }} years after it.",
        ))
        .add_paragraph(body("{%p endif %}"))
        .add_paragraph(heading("Liability"))
        .add_paragraph(body(
            "Except for intent and gross negligence, the contractor's liability is limited to {{ liability.currency }} \
             {{ \"%.2f\"|format(liability.cap) }} in each year of the agreement.",
        ))
        .add_paragraph(heading("Governing law"))
        .add_paragraph(body("The agreement is governed by {{ governingLaw }}."))
}

fn heading(text: &str) -> Paragraph {
    paragraph("Heading1", text)
}

fn services() -> Table {
    let widths = [TEXT_WIDTH - 2600, 2600];
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let value =
        |tag, prompt| Paragraph::new().style("TableText").add_structured_data_tag(inline(tag, prompt));
    let head = row(vec![
        filled(cell(widths[0], [paragraph("TableHead", "Service")]), TEAL),
        filled(cell(widths[1], [right("TableHead", "Monthly fee")]), TEAL),
    ]);
    let values = row(vec![
        ruled(cell(widths[0], [value("title", "Service")])),
        ruled(cell(widths[1], [value("fee", "Fee").align(AlignmentType::Right)])),
    ]);
    table(&widths, vec![head, values])
}

fn signatures() -> Table {
    let (wide, gap) = (4300, TEXT_WIDTH - 8600);
    let signed = |name: &str| {
        let lines =
            [styled_body("Address", &format!("**{name}**")), paragraph("Label", "Place, date, signature")];
        line(cell(wide, lines), TableCellBorderPosition::Top, 6, TEAL)
    };
    let empty = cell(gap, [paragraph("Address", "")]);
    table(
        &[wide, gap, wide],
        vec![row(vec![signed("{{ client.name }}"), empty, signed("Halden & Moss Ltd")])],
    )
}

fn data() -> Value {
    json!({
        "agreement": { "number": "SA-2026-052", "date": "21 November 2026" },
        "client": {
            "name": "Severn Valley Hotels plc",
            "address": "88 Canal Street, Bristol BS2 0RZ",
            "preferred": true
        },
        "startDate": "2027-01-01",
        "scope": "The contractor looks after the joinery, kitchens and fitted furniture in the client's four hotels.",
        "services": [
            { "title": "Quarterly inspection of all rooms", "fee": "GBP 1,450.00" },
            { "title": "Repairs within two working days", "fee": "GBP 2,300.00" },
            { "title": "Store of spare fronts, hinges and handles", "fee": "GBP 380.00" }
        ],
        "paymentTerms": "30 days",
        "paymentMethod": "bank transfer",
        "term": { "months": 24, "renews": true },
        "confidential": true,
        "confidentialityYears": 3,
        "liability": { "currency": "GBP", "cap": 250_000.0 },
        "governingLaw": "the law of England and Wales"
    })
}
