//! Charts whose workbooks are not as Word makes them.

use platen_docx::{Limits, Template};
use serde_json::json;

use crate::{pack, part, render};

const CHART: &str = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const BOOK: &str = "word/embeddings/sheet1.xlsx";

/// A document with a chart of two points, whose workbook is `book` of the usual one.
fn document(formula: &str, book: impl Fn(Vec<(String, Vec<u8>)>) -> Vec<u8>) -> Vec<u8> {
    let body = format!(
        "<w:p><w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"c\" descr=\"{{{{ rows|chart('m', 'n') }}}}\"/>\
         <a:graphic><a:graphicData uri=\"{CHART}\"><c:chart xmlns:c=\"{CHART}\" r:id=\"chart1\"/></a:graphicData></a:graphic>\
         </wp:inline></w:drawing></w:r></w:p>"
    );
    let chart = format!(
        "<c:chart><c:plotArea><c:barChart><c:ser><c:idx val=\"0\"/><c:order val=\"0\"/><c:val><c:numRef><c:f>{formula}</c:f>\
         </c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart><c:externalData r:id=\"rId1\"/>"
    );
    let sheet = "<sheetData><row><c><v>9</v></c><c t=\"s\"><v>0</v></c></row><row r=\"3\"><c r=\"B3\"><f>B2*2</f></c></row></sheetData>";
    let others = [("chart1", chart), ("sheet1", sheet.to_owned())];
    let all = pack::entries(&pack::package(&pack::document(&body), &others));
    let replaced = all.into_iter().map(|entry| match entry.name.as_str() {
        BOOK => {
            let parts = pack::entries(&entry.content).into_iter().map(|part| (part.name, part.content));
            (entry.name, book(parts.collect()))
        }
        _ => (entry.name, entry.content),
    });
    pack::zip(&replaced.collect::<Vec<_>>())
}

/// Why a template is refused.
fn refusal(document: Vec<u8>) -> String {
    Template::compile(document, &Limits::default()).err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn a_workbook_that_cannot_be_read_is_an_error_at_registration() {
    let broken = refusal(document("Sheet1!$B$2", |_| b"no workbook".to_vec()));
    assert!(broken.contains("stands in a chart that has a workbook that cannot be read"), "{broken}");
    let bomb = |mut parts: Vec<(String, Vec<u8>)>| {
        parts.push(("xl/bomb.xml".to_owned(), vec![b' '; 30 << 20]));
        pack::zip(&parts)
    };
    let bomb = refusal(document("Sheet1!$B$2", bomb));
    assert!(bomb.contains("limit compression_ratio"), "{bomb}");
    let elsewhere = refusal(document("Other!$B$2", |parts| pack::zip(&parts)));
    assert!(elsewhere.contains("it has no sheet"), "{elsewhere}");
}

#[test]
fn other_cells_stay_and_the_order_of_computing_goes() {
    let with_chain = |parts: Vec<(String, Vec<u8>)>| {
        let mut parts = parts;
        for (name, text) in &mut parts {
            let add = |text: &[u8], element: &str, end: &str| {
                String::from_utf8_lossy(text).replace(end, &format!("{element}{end}")).into_bytes()
            };
            match name.as_str() {
                "xl/_rels/workbook.xml.rels" => {
                    let kind =
                        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain";
                    let chain = format!("<Relationship Id=\"c\" Type=\"{kind}\" Target=\"calcChain.xml\"/>");
                    *text = add(text, &chain, "</Relationships>");
                }
                "[Content_Types].xml" => {
                    let chain = "<Override PartName=\"/xl/calcChain.xml\" ContentType=\"x/calcChain+xml\"/>";
                    *text = add(text, chain, "</Types>");
                }
                _ => {}
            }
        }
        parts.push(("xl/calcChain.xml".to_owned(), b"<calcChain><c r=\"B3\" i=\"1\"/></calcChain>".to_vec()));
        pack::zip(&parts)
    };
    let data = json!({"rows": [{"m": "Jan", "n": 1}, {"m": "Feb", "n": 2.5}]});
    let made = render(document("Sheet1!$D$2:$D$3", with_chain), &data).unwrap();
    let book = pack::entries(&made).into_iter().find(|entry| entry.name == BOOK).unwrap().content;
    let sheet = part(&book, "xl/worksheets/sheet1.xml");
    for cell in [
        "<c><v>9</v></c><c t=\"s\"><v>0</v></c></row>",
        "<c r=\"D3\" t=\"inlineStr\"><is><t xml:space=\"preserve\">Jan</t></is></c><c r=\"E3\"><v>1</v></c>",
        "<c r=\"B3\"><f>B2*2</f></c>",
        "<c r=\"E4\"><v>2.5</v></c>",
    ] {
        assert!(sheet.contains(cell), "{cell}: {sheet}");
    }
    assert!(part(&made, "word/charts/chart1.xml").contains("<c:f>Sheet1!$E$3:$E$4</c:f>"));
    assert!(pack::entries(&book).iter().all(|entry| entry.name != "xl/calcChain.xml"));
    for index in ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"] {
        assert!(!part(&book, index).contains("calcChain"), "{index}");
    }
}
