//! Minutes of a meeting: who was there, what was said to each point, what is to be done by whom.

use docx_rs::Table;
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{TEXT_WIDTH, list_table, page, running_head, tinted};
use crate::controls::header_row;
use crate::elements::{body, flush_table, paragraph, row, styled_body};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "minutes.docx",
    name: "Minutes",
    description: "Minutes of a meeting: people, points with decisions, and a table of what is to be done.",
    docx,
    data,
};

fn docx() -> Vec<u8> {
    let docx = page(running_head("{{ title }}"), 1871)
        .add_paragraph(paragraph("Title", "{{ title }}"))
        .add_table(facts())
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(body("{%p for point in points %}"))
        .add_paragraph(paragraph("Heading1", "{{ point.title }}"))
        .add_paragraph(body("{{ point.text }}"))
        .add_paragraph(body("{%p for decision in point.decisions %}"))
        .add_paragraph(styled_body("ListBullet", "**Decided:** {{ decision }}"))
        .add_paragraph(body("{%p endfor %}"))
        .add_paragraph(body("{%p endfor %}"))
        .add_paragraph(body("{%p if tasks %}"))
        .add_paragraph(paragraph("Subject", "To do"))
        .add_table(tasks())
        .add_paragraph(body("{%p endif %}"))
        .add_paragraph(paragraph("Gap", ""))
        .add_paragraph(body("{%p if next %}"))
        .add_paragraph(body("The next meeting is on **{{ next|date(\"EEEE, d MMMM yyyy\") }}**."))
        .add_paragraph(body("{%p endif %}"));
    pack(docx, "Minutes", |document| header_row(document, "TableHead"))
}

fn facts() -> Table {
    let (label, value) = (2200, TEXT_WIDTH - 2200);
    let facts = [
        ("Date", "{{ date|date(\"full\") }}, {{ begin }} to {{ end }}"),
        ("Place", "{{ place }}"),
        ("Present", "{{ present|join_and }}"),
        ("Absent", "{{ absent|join_and|default(\"nobody\", true) }}"),
        ("Minutes", "{{ author }}"),
    ];
    let labels = facts.map(|(name, _)| styled_body("Address", &format!("**{name}**")));
    let values = facts.map(|(_, value)| paragraph("Address", value));
    flush_table(&[label, value], vec![row(vec![tinted(label, labels), tinted(value, values)])])
}

fn tasks() -> Table {
    let widths = [5012, 2400, 2000];
    let heads = ["What", "Who", "By"];
    let values = ["{{ task.what }}", "{{ task.who }}", "{{ task.by|date }}"];
    list_table(&widths, &heads, "{%tr for task in tasks %}", &values)
}

fn data() -> Value {
    json!({
        "title": "Site meeting, Clifton Vale", "date": "2026-11-18", "begin": "9:00", "end": "10:15", "place": "27 Clifton Vale, Bristol",
        "present": ["Maria Okafor", "Jonah Reid", "Tom Ellis"], "absent": ["Ann Price"], "author": "Tom Ellis", "next": "2026-12-02",
        "points": [
            { "title": "Measurements", "text": "The north wall leans by 12 mm. The worktop will be scribed to it.", "decisions": ["The worktop is cut on site."] },
            { "title": "Electrics", "text": "Two sockets move to the island. The electrician needs a day before the units arrive.", "decisions": [] },
            { "title": "Schedule", "text": "Delivery stays on 18 January.", "decisions": ["Installation takes ten working days.", "The handover is on 29 January."] }
        ],
        "tasks": [
            { "what": "Confirm the oak for the fronts", "who": "Maria Okafor", "by": "2026-11-25" },
            { "what": "Book the electrician", "who": "Jonah Reid", "by": "2026-12-01" }
        ]
    })
}
