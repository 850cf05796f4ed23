//! A report whose numbers all move with its data: a table of contents, a list of figures, captions, references, a total.

use docx_rs::{Docx, Paragraph, Table};
use serde_json::{Value, json};

use crate::Sample;
use crate::brand::{TEXT_WIDTH, page, running_head, tinted};
use crate::elements::{body, cell, filled, flush_table, paragraph, right, row, run, tag_row};
use crate::fields::field;
use crate::package::pack;

/// A template with fields that Word has to compute: not among the samples of a new installation, which need no engine.
pub const REPORT: Sample = Sample {
    file_name: "report.docx",
    name: "Report",
    description: "A report with a table of contents, a list of figures, captions, cross-references and page totals.",
    docx,
    data,
};

/// Number of the bookmark at the summary's heading, and of the one at its figure.
const BOOKMARKS: [(usize, &str); 2] = [(901, "_Ref_summary"), (902, "_Ref_total")];

fn docx() -> Vec<u8> {
    let docx = page(running_head("{{ title }}"), 1871)
        .add_paragraph(paragraph("Title", "{{ title }}"))
        .add_paragraph(introduction())
        .add_paragraph(paragraph("Subject", "Contents"))
        .add_paragraph(field(
            Paragraph::new().style("TOC1"),
            r#"TOC \o "1-1" \h \z \u"#,
            "The contents come here.",
        ))
        .add_paragraph(paragraph("Subject", "Figures"))
        .add_paragraph(field(
            Paragraph::new().style("TableofFigures"),
            r#"TOC \h \z \c "Figure""#,
            "The figures come here.",
        ));
    let docx = sites(docx);
    let [(summary, summary_name), (total, total_name)] = BOOKMARKS;
    let heading = Paragraph::new()
        .style("Heading1")
        .add_bookmark_start(summary, summary_name)
        .add_run(run("Summary"))
        .add_bookmark_end(summary);
    let label =
        Paragraph::new().style("Caption").add_bookmark_start(total, total_name).add_run(run("Figure "));
    let caption = field(label, r"SEQ Figure \* ARABIC", "1")
        .add_bookmark_end(total)
        .add_run(run(": Visitors of all sites"));
    let docx = docx
        .add_paragraph(heading)
        .add_paragraph(body("All sites together had these visitors."))
        .add_table(totals())
        .add_paragraph(caption);
    pack(docx, "Report", str::to_owned)
}

fn introduction() -> Paragraph {
    let [(_, summary), (_, total)] = BOOKMARKS;
    let text = Paragraph::new().style("Normal").add_run(run("This report has "));
    let text = field(text, "NUMPAGES", "1").add_run(run(" pages. Its summary is section "));
    let text = field(text, &format!(r"REF {summary} \r \h"), "1").add_run(run(" on page "));
    let text = field(text, &format!(r"PAGEREF {summary} \h"), "1").add_run(run("; "));
    let text = field(text, &format!(r"REF {total} \h"), "Figure 1").add_run(run(" on page "));
    field(text, &format!(r"PAGEREF {total} \h"), "1").add_run(run(" has the totals."))
}

fn sites(docx: Docx) -> Docx {
    let caption = Paragraph::new().style("Caption").add_run(run("Figure "));
    let caption = field(caption, r"SEQ Figure \* ARABIC", "1").add_run(run(": Visitors of {{ site.name }}"));
    let visitors = paragraph("TableText", "{{ site.visitors }} visitors");
    docx.add_paragraph(body("{%p for site in sites %}"))
        .add_paragraph(paragraph("Heading1", "{{ site.name }}"))
        .add_paragraph(body("{%p for text in site.texts %}"))
        .add_paragraph(body("{{ text }}"))
        .add_paragraph(body("{%p endfor %}"))
        .add_table(flush_table(&[TEXT_WIDTH], vec![row(vec![tinted(TEXT_WIDTH, [visitors])])]))
        .add_paragraph(caption)
        .add_paragraph(body("{%p endfor %}"))
}

fn totals() -> Table {
    let widths = [TEXT_WIDTH - 3000, 3000];
    let line = |name: &str, count: Paragraph| {
        row(vec![cell(widths[0], [paragraph("TableText", name)]), cell(widths[1], [count])])
    };
    let total = field(right("TableText", ""), r##"=SUM(ABOVE) \# "#,##0""##, "0");
    let total = row(vec![
        filled(cell(widths[0], [paragraph("TableText", "Total")]), "E8F1F1"),
        filled(cell(widths[1], [total]), "E8F1F1"),
    ]);
    crate::elements::table(
        &widths,
        vec![
            tag_row(&widths, "{%tr for site in sites %}"),
            line("{{ site.name }}", right("TableText", "{{ site.visitors }}")),
            tag_row(&widths, "{%tr endfor %}"),
            total,
        ],
    )
}

fn data() -> Value {
    let text = "The workshop was open on all days but the holidays. Visitors came from the town and from far away, \
                looked at what was made, asked how it is done, and took something home. What they said of it is told \
                below, and what will be done about it next year.";
    let names = ["Bristol", "Cardiff", "Exeter", "Gloucester", "Plymouth"];
    let sites = names.iter().enumerate().map(|(place, name)| {
        json!({ "name": name, "visitors": format!("{},{:03}", place + 1, 137 * (place + 2)), "texts": vec![text; 5 + 2 * place] })
    });
    json!({ "title": "Visitors of the year", "sites": sites.collect::<Vec<_>>() })
}
