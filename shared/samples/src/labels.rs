//! Address labels: three to a row, as many rows as there are addresses.

use docx_rs::{Table, TableCell, TableCellBorderPosition};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{RULE, TEXT_WIDTH, page, running_head};
use crate::elements::{body, cell, line, paragraph, row, styled_body, table, tag_row};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "labels.docx",
    name: "Labels",
    description: "Address labels, three to a row, for as many people as the data has.",
    docx,
    data,
};

fn docx() -> Vec<u8> {
    let docx = page(running_head("{{ title }}"), 1871)
        .add_table(labels())
        .add_paragraph(body("{{ people|length }} labels"));
    pack(docx, "Labels", str::to_owned)
}

fn labels() -> Table {
    let width = TEXT_WIDTH / 3;
    let widths = [width; 3];
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Bottom, 4, RULE);
    let label = |place: usize| {
        let person = format!("three[{place}]");
        ruled(cell(
            width,
            [
                paragraph("Gap", ""),
                styled_body("Address", &format!("**{{{{ {person}.name|default(\"\") }}}}**")),
                paragraph("Address", &format!("{{{{ {person}.street|default(\"\") }}}}")),
                paragraph(
                    "Address",
                    &format!(
                        "{{{{ {person}.postcode|default(\"\") }}}} {{{{ {person}.city|default(\"\") }}}}"
                    ),
                ),
                paragraph("Gap", ""),
            ],
        ))
    };
    table(
        &widths,
        vec![
            tag_row(&widths, "{%tr for three in people|batch(3, {}) %}"),
            row((0..3).map(label).collect()),
            tag_row(&widths, "{%tr endfor %}"),
        ],
    )
}

fn data() -> Value {
    let people = [
        ("Maria Okafor", "27 Clifton Vale", "BS8 4PT", "Bristol"),
        ("Tom Ellis", "3 Mill Lane", "BA1 5QT", "Bath"),
        ("Ann Price", "88 Cathedral Road", "CF11 9PH", "Cardiff"),
        ("Kurt Weiss", "9 Harbour Street", "EX2 4AB", "Exeter"),
        ("Ines Duarte", "41 North Parade", "GL1 2DE", "Gloucester"),
    ];
    let people = people.map(|(name, street, postcode, city)| json!({ "name": name, "street": street, "postcode": postcode, "city": city }));
    json!({ "title": "Invitations", "people": people })
}
