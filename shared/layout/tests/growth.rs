//! Laying out takes steps that grow with the document and no faster: each line of a table makes a document of a size, and the steps
//! that its budget counts at n, 2n and 4n may grow 2.2 times each. Steps are the same on every machine.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "tests")]

mod support;

use platen_layout::LayoutOptions;
use platen_ooxml::Limits;

/// A document of a size.
struct Shape {
    name: &'static str,
    /// The smallest size.
    n: usize,
    make: fn(usize) -> String,
}

/// How much faster than its input work may grow: some of it is done once.
const FASTEST: f64 = 2.2;

const fn shape(name: &'static str, n: usize, make: fn(usize) -> String) -> Shape {
    Shape { name, n, make }
}

fn each(n: usize, make: impl Fn(usize) -> String) -> String {
    (0..n).map(make).collect()
}

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn table(rows: usize, row: &str) -> String {
    format!("<w:tbl><w:tblPr/>{}</w:tbl><w:p/>", format!("<w:tr>{row}</w:tr>").repeat(rows))
}

fn cells(count: usize) -> String {
    "<w:tc><w:p/></w:tc>".repeat(count)
}

/// A paragraph of the last of some styles, each on the one before.
fn chain(n: usize, kind: &str, properties: impl Fn(usize) -> String) -> String {
    let style = |i: usize| {
        let base = i.checked_sub(1).map(|base| format!("<w:basedOn w:val=\"s{base}\"/>")).unwrap_or_default();
        format!("<w:style w:type=\"{kind}\" w:styleId=\"s{i}\">{base}{}</w:style>", properties(i))
    };
    let last = n - 1;
    let body = format!("<w:p><w:pPr><w:pStyle w:val=\"s{last}\"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>");
    format!("{body}\n=== styles\n{}", each(n, style))
}

fn field(code: &str, result: &str) -> String {
    let char = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    format!(
        "{}<w:r><w:instrText>{code}</w:instrText></w:r>{}<w:r><w:t>{result}</w:t></w:r>{}",
        char("begin"),
        char("separate"),
        char("end")
    )
}

fn anchored(content: &str, wrap: &str) -> String {
    format!(
        "<w:p><w:r><w:drawing><wp:anchor><wp:positionH relativeFrom=\"column\"/><wp:positionV relativeFrom=\"paragraph\"/><wp:extent cx=\"254000\" cy=\"127000\"/>{wrap}<a:graphic><a:graphicData><wps:wsp><wps:spPr/>{content}</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r><w:r><w:t>beside it</w:t></w:r></w:p>"
    )
}

const SHAPES: &[Shape] = &[
    // Texts.
    shape("paragraphs", 100, |n| p("The quick brown fox jumps over the lazy dog.").repeat(n)),
    shape("words of one paragraph", 500, |n| p(&"word ".repeat(n))),
    shape("letters of one word", 1_000, |n| p(&"x".repeat(n))),
    shape("combining marks on one letter", 2_000, |n| p(&format!("a{}", "\u{301}".repeat(n)))),
    shape("combining marks on each letter", 500, |n| p(&"a\u{301}\u{323}".repeat(n))),
    shape("joiners of width zero", 2_000, |n| p(&"\u{200d}".repeat(n))),
    shape("people that joiners tie together", 1_000, |n| p(&"\u{1f469}\u{200d}".repeat(n))),
    shape("Thai words without a space", 1_000, |n| p(&"\u{e01}\u{e33}\u{e40}".repeat(n))),
    shape("soft hyphens", 1_000, |n| p(&"a\u{ad}".repeat(n))),
    shape("words of two directions", 250, |n| p(&"abc \u{5d0}\u{5d1} ".repeat(n))),
    shape("runs of one paragraph", 250, |n| {
        format!("<w:p>{}</w:p>", "<w:r><w:rPr><w:b/></w:rPr><w:t>ab </w:t></w:r>".repeat(n))
    }),
    shape("tabs of one paragraph", 250, |n| format!("<w:p>{}</w:p>", "<w:r><w:tab/></w:r>".repeat(n))),
    // Tables.
    shape("rows of sixty empty cells", 25, |n| table(n, &cells(60))),
    shape("empty cells of a row", 15, |n| table(50, &cells(n))),
    shape("rows of a table without widths", 50, |n| {
        table(n, &format!("<w:tc>{}</w:tc>", p("cell")).repeat(4))
    }),
    // Sixty columns of a page have room for a letter each.
    shape("rows of words wider than their columns", 10, |n| {
        table(n, &format!("<w:tc>{}</w:tc>", p("wordword")).repeat(60))
    }),
    shape("cells that reach down", 100, |n| {
        let merged = "<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc>";
        table(n, merged)
    }),
    shape("tables, one behind the other", 50, |n| table(2, &cells(3)).repeat(n)),
    // Styles and lists.
    shape("styles, each on the one before", 1_000, |n| chain(n, "paragraph", |_| String::new())),
    shape("styles with a tab stop each, in a chain", 500, |n| {
        chain(n, "paragraph", |i| {
            format!("<w:pPr><w:tabs><w:tab w:val=\"left\" w:pos=\"{}\"/></w:tabs></w:pPr>", 20 + i)
        })
    }),
    shape("styles of tables with parts, in a chain", 500, |n| {
        chain(n, "table", |_| {
            "<w:tblStylePr w:type=\"firstRow\"><w:rPr><w:b/></w:rPr></w:tblStylePr>".to_owned()
        })
    }),
    shape("items of a list", 100, |n| {
        let item = "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>";
        format!(
            "{}\n=== numbering\n<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"lowerRoman\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>",
            item.repeat(n)
        )
    }),
    // Pages.
    shape("paragraphs that keep with the next", 100, |n| {
        "<w:p><w:pPr><w:keepNext/></w:pPr><w:r><w:t>kept</w:t></w:r></w:p>".repeat(n)
    }),
    shape("breaks of pages", 50, |n| "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>".repeat(n)),
    shape("sections", 25, |n| {
        let section = "<w:p><w:pPr><w:sectPr><w:type w:val=\"continuous\"/><w:cols w:num=\"2\"/></w:sectPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>";
        section.repeat(n)
    }),
    shape("footnotes", 50, |n| {
        let notes = each(n, |i| format!("<w:footnote w:id=\"{}\">{}</w:footnote>", i + 2, p("note")));
        let body = each(n, |i| {
            format!("<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id=\"{}\"/></w:r></w:p>", i + 2)
        });
        format!("{body}\n=== footnotes\n{notes}")
    }),
    shape("pictures' places that text flows around", 25, |n| {
        anchored("", "<wp:wrapSquare wrapText=\"bothSides\"/>").repeat(n)
    }),
    shape("text boxes", 50, |n| {
        let text = format!("<wps:txbx><w:txbxContent>{}</w:txbxContent></wps:txbx>", p("x"));
        anchored(&text, "<wp:wrapNone/>").repeat(n)
    }),
    // Fields.
    shape("numbers of pages", 100, |n| format!("<w:p>{}</w:p>", field("PAGE", "1").repeat(n))),
    shape("references to bookmarks", 100, |n| {
        each(n, |i| {
            format!(
                "<w:p><w:bookmarkStart w:id=\"{i}\" w:name=\"b{i}\"/><w:r><w:t>x</w:t></w:r><w:bookmarkEnd w:id=\"{i}\"/>{}</w:p>",
                field(&format!("PAGEREF b{}", n - 1 - i), "1")
            )
        })
    }),
    shape("equations", 50, |n| {
        "<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>".repeat(n)
    }),
];

fn steps(case: &str) -> u64 {
    let options = LayoutOptions::new(&Limits::default());
    support::lay_out(support::package(case), &options).expect("a layout");
    options.budget.spent()
}

#[test]
fn steps_grow_with_the_document_and_no_faster() {
    let mut table = String::new();
    let mut fast = Vec::new();
    for shape in SHAPES {
        let counts = [1, 2, 4].map(|times| steps(&(shape.make)(times * shape.n)));
        let growth = [counts[1] as f64 / counts[0] as f64, counts[2] as f64 / counts[1] as f64];
        // Each element of the input is some work: less was not counted.
        let is_counted = counts[2] > counts[0] + 3 * shape.n as u64;
        if growth.iter().any(|growth| *growth > FASTEST) || !is_counted {
            fast.push(shape.name);
        }
        table.push_str(&format!(
            "{:<45} n = {:>5}: {:>10} {:>10} {:>10}  x {:.2} x {:.2}\n",
            shape.name, shape.n, counts[0], counts[1], counts[2], growth[0], growth[1]
        ));
    }
    println!("{table}");
    assert!(fast.is_empty(), "too fast, or not counted: {fast:?}\n{table}");
}
