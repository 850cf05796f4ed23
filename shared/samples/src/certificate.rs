//! A certificate: one page, centered, with a distinction that only some get.

use docx_rs::{AlignmentType, LineSpacing, Paragraph, Run, Table, TableCell, TableCellBorderPosition};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{TEAL, TEXT_WIDTH, letterhead, page};
use crate::elements::{cell, flush_table, line, paragraph, row, styled_body};
use crate::package::pack;

pub(crate) const SAMPLE: Sample = Sample {
    file_name: "certificate.docx",
    name: "Certificate",
    description: "A certificate of a course: one page, centered, with a distinction for those who earned it.",
    docx,
    data,
};

fn docx() -> Vec<u8> {
    let docx = page(letterhead(), 2155)
        .add_paragraph(space(2400))
        .add_paragraph(large("CERTIFICATE", 72, TEAL))
        .add_paragraph(centered("{{ title }}"))
        .add_paragraph(space(600))
        .add_paragraph(centered("This certifies that"))
        .add_paragraph(large("{{ person.name }}", 52, "1B1E1C"))
        .add_paragraph(centered("has completed the course"))
        .add_paragraph(large("{{ course.name }}", 36, "1B1E1C"))
        .add_paragraph(centered("held from {{ course.from|date(\"long\") }} to {{ course.to|date(\"long\") }} ({{ course.hours }} hours)"))
        .add_paragraph(centered("{%p if distinction %}"))
        .add_paragraph(centered("**with distinction**"))
        .add_paragraph(centered("{%p endif %}"))
        .add_paragraph(space(600))
        .add_paragraph(centered("{%p if course.topics %}"))
        .add_paragraph(centered("Topics: {{ course.topics|join_and }}"))
        .add_paragraph(centered("{%p endif %}"))
        .add_paragraph(space(2000))
        .add_table(signatures());
    pack(docx, "Certificate", str::to_owned)
}

fn centered(text: &str) -> Paragraph {
    styled_body("Normal", text).align(AlignmentType::Center)
}

fn large(text: &str, half_points: usize, color: &str) -> Paragraph {
    let run = Run::new().add_text(text).size(half_points).color(color);
    Paragraph::new().style("Normal").align(AlignmentType::Center).add_run(run)
}

/// Room of so many twips.
fn space(twips: u32) -> Paragraph {
    paragraph("Gap", "").line_spacing(LineSpacing::new().before(twips))
}

fn signatures() -> Table {
    let half = (TEXT_WIDTH - 1000) / 2;
    let ruled = |cell: TableCell| line(cell, TableCellBorderPosition::Top, 4, TEAL);
    let row = row(vec![
        ruled(cell(half, [paragraph("Label", "{{ place }}, {{ date|date(\"long\") }}")])),
        cell(1000, [paragraph("Label", "")]),
        ruled(cell(half, [paragraph("Label", "{{ signer.name }}, {{ signer.title }}")])),
    ]);
    flush_table(&[half, 1000, half], vec![row])
}

fn data() -> Value {
    json!({
        "title": "of professional training", "date": "2026-11-21", "place": "Bristol", "distinction": true,
        "person": { "name": "Maria Okafor" },
        "course": { "name": "Fine joinery in oak", "from": "2026-11-02", "to": "2026-11-20", "hours": 90, "topics": ["dovetails", "finishes", "drawing"] },
        "signer": { "name": "Jonah Reid", "title": "Head of installations" }
    })
}
