//! Content controls as fields of a form, filled in and read back by pypdf, looked at by qpdf and poppler.

use std::path::Path;

use platen_pdf::finish::{Conformance, Finish, Joined, JoinedPdf, PageRange, Stamp};
use platen_pdf::{Converted, PdfError, PdfOptions};
use serde_json::{Value, json};

use super::foreign::Foreign;
use super::{docx, platen, printed, run, with_parts};

pub(super) fn paragraph(inner: &str) -> String {
    format!("<w:p>{inner}</w:p>")
}

fn text(text: &str) -> String {
    format!("<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>")
}

/// A control in a paragraph, of these properties, that shows `shown`.
pub(super) fn control(properties: &str, shown: &str) -> String {
    format!("<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>", text(shown))
}

/// A document with this body.
pub(super) fn document(body: &str) -> Vec<u8> {
    let document = format!(
        "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
         xmlns:w14='http://schemas.microsoft.com/office/word/2010/wordml'><w:body>{body}</w:body></w:document>"
    );
    with_parts(&docx("x"), &[("word/document.xml", &document)])
}

/// A form with a control of each kind, and others that are no fields.
fn form() -> Vec<u8> {
    let items = "<w:listItem w:displayText='Choose' w:value=''/><w:listItem w:displayText='Red' w:value='r'/>\
                 <w:listItem w:displayText='Grün' w:value='g'/>";
    let check = |checked: &str| {
        format!("<w:tag w:val='agree'/><w14:checkbox><w14:checked w14:val='{checked}'/></w14:checkbox>")
    };
    let long = "A text that is so long that it goes on in the next line of the page, as Word sets it, and then some more \
                words for the third line.";
    let block = format!(
        "<w:sdt><w:sdtPr><w:tag w:val='remarks'/><w:text w:multiLine='1'/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
        paragraph(&text(long))
    );
    let body = [
        paragraph(
            &(text("Name: ")
                + &control(
                    "<w:alias w:val='Full name'/><w:tag w:val='client.name'/><w:text/>",
                    "Ada Lovelace",
                )),
        ),
        paragraph(
            &(text("City: ")
                + &control("<w:tag w:val='city'/><w:showingPlcHdr/><w:text/>", "Click to enter text.")
                + &text(" (behind it)")),
        ),
        paragraph(&(control(&check("1"), "☒") + &text(" I agree"))),
        paragraph(&(control(&check("0"), "☐") + &text(" I do not"))),
        paragraph(
            &(text("Color: ")
                + &control(
                    &format!("<w:tag w:val='color'/><w:dropDownList>{items}</w:dropDownList>"),
                    "Grün",
                )),
        ),
        paragraph(
            &(text("Other: ")
                + &control(&format!("<w:tag w:val='other'/><w:comboBox>{items}</w:comboBox>"), "Żółty")),
        ),
        paragraph(&(text("Day: ") + &control("<w:tag w:val='day'/><w:date/>", "27 Nov 2026"))),
        block,
        paragraph(
            &(text("Empty: ") + "<w:sdt><w:sdtPr><w:tag w:val='empty'/></w:sdtPr><w:sdtContent/></w:sdt>"),
        ),
        paragraph(
            &(text("Locked: ")
                + &control("<w:lock w:val='sdtContentLocked'/><w:tag w:val='fixed'/><w:text/>", "No. 7")),
        ),
        paragraph(&(text("Signed: ") + &control("<w:tag w:val='Signature of the client'/>", "____________"))),
        format!(
            "<w:tbl><w:tblPr><w:tblBorders><w:insideV w:val='single' w:sz='4'/></w:tblBorders></w:tblPr><w:tr><w:tc><w:tcPr><w:tcW w:w='2000' \
             w:type='dxa'/></w:tcPr>{}</w:tc><w:tc><w:tcPr><w:tcW w:w='2000' w:type='dxa'/></w:tcPr>{}</w:tc></w:tr></w:tbl>",
            paragraph(&control("<w:tag w:val='cell'/><w:text/>", "in a cell")),
            paragraph(&text("beside")),
        ),
        paragraph(
            "<w:sdt><w:sdtPr><w:picture/></w:sdtPr><w:sdtContent><w:r><w:t>Picture</w:t></w:r></w:sdtContent></w:sdt>",
        ),
    ];
    document(&body.concat())
}

fn convert(docx: &[u8], finish: &Finish) -> Result<Converted, PdfError> {
    platen().convert(docx, &PdfOptions { finish: finish.clone(), ..PdfOptions::default() })
}

fn forms() -> Finish {
    Finish { forms: true, ..Finish::default() }
}

/// Fills fields in with pypdf, and says what it then reads. `tests/set-up.sh` installs it (`tests/tools-einvoice.txt`).
fn filled(pdf: &[u8], values: &Value) -> Value {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/einvoice/bin/python");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finish/fill.py");
    let shown = run(python.to_str().unwrap(), &[script.to_str().unwrap(), &values.to_string()], pdf, &[]);
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    serde_json::from_slice(&shown.stdout).unwrap()
}

#[test]
fn controls_become_fields_with_their_values() {
    let docx = form();
    let pdf = convert(&docx, &forms()).unwrap().pdf;
    printed("qpdf", &["--check"], &pdf, &[]);
    assert_eq!(pdf, convert(&docx, &forms()).unwrap().pdf, "the same each time");
    let shown = filled(&pdf, &json!({}));
    let long = "A text that is so long that it goes on in the next line of the page, as Word sets it, and then some more \
                words for the third line.";
    let expected = json!({
        "client_name": {"kind": "/Tx", "value": "Ada Lovelace", "title": "Full name", "flags": 0},
        "city": {"kind": "/Tx", "value": "", "title": "city", "flags": 0},
        "agree": {"kind": "/Btn", "value": "/Yes", "title": "agree", "flags": 0},
        "agree_2": {"kind": "/Btn", "value": "/Off", "title": "agree", "flags": 0},
        "color": {"kind": "/Ch", "value": "g", "title": "color", "flags": 1 << 17, "items": [["r", "Red"], ["g", "Grün"]]},
        "other": {"kind": "/Ch", "value": "Żółty", "title": "other", "flags": 3 << 17, "items": [["r", "Red"], ["g", "Grün"]]},
        "day": {"kind": "/Tx", "value": "27 Nov 2026", "title": "day", "flags": 0},
        "remarks": {"kind": "/Tx", "value": long, "title": "remarks", "flags": 1 << 12},
        "empty": {"kind": "/Tx", "value": "", "title": "empty", "flags": 1 << 12},
        "fixed": {"kind": "/Tx", "value": "No. 7", "title": "fixed", "flags": 1},
        "Signature of the client": {"kind": "/Sig", "value": null, "title": "Signature of the client", "flags": 0},
        "cell": {"kind": "/Tx", "value": "in a cell", "title": "cell", "flags": 0},
    });
    assert_eq!(shown["fields"], expected);
    // What they show is drawn once, by the fields; what is no field stays text.
    let text = printed("pdftotext", &["-layout"], &pdf, &["-"]);
    for shown in
        ["Ada Lovelace", "Żółty", "Grün", "third line", "27 Nov 2026", "in a cell", "Picture", "(behind it)"]
    {
        assert_eq!(text.matches(shown).count(), 1, "{shown} in {text}");
    }
    assert!(!text.contains("Click to enter"), "{text}");
    // Each is in the structure, where its control stands.
    let structure = printed("pdfinfo", &["-struct"], &pdf, &[]);
    assert_eq!(structure.matches("Form").count(), 12, "{structure}");
    // Fields lie on the page, and none on another or on text.
    let boxes: Vec<Vec<f64>> = serde_json::from_value(shown["boxes"].clone()).unwrap();
    for (at, one) in boxes.iter().enumerate() {
        assert!(one[0] > 0.0 && one[2] < 612.0 && one[2] - one[0] >= 4.0, "{one:?}");
        for other in &boxes[at + 1..] {
            let is_apart = one[2] <= other[0]
                || other[2] <= one[0]
                || one[3] <= other[1] + 0.01
                || other[3] <= one[1] + 0.01;
            assert!(is_apart, "{one:?} {other:?}");
        }
    }
    // Room to write in: two inches, where nothing is beside.
    assert!((boxes[0][2] - boxes[0][0] - 144.0).abs() < 0.5, "{boxes:?}");
}

#[test]
fn fields_are_filled_in_and_read_back() {
    let pdf = convert(&form(), &forms()).unwrap().pdf;
    let values = json!({
        "client_name": "Grace Hopper", "city": "Zürich", "agree": "/Off", "agree_2": "/Yes", "color": "r", "other": "Blue",
        "remarks": "one\ntwo",
    });
    let shown = filled(&pdf, &values);
    for (name, value) in values.as_object().unwrap() {
        assert_eq!(shown["fields"][name]["value"], *value, "{name}");
    }
    assert!(shown["text"].as_str().unwrap().contains("Grace Hopper"), "{shown}");
}

#[test]
fn nothing_changes_without_forms_and_fields_go_with_what_else_is_asked() {
    let docx = form();
    let plain = convert(&docx, &Finish::default()).unwrap().pdf;
    let text = printed("pdftotext", &[], &plain, &["-"]);
    assert!(text.contains("Ada Lovelace") && text.contains("Click to enter"), "{text}");
    assert!(!printed("qpdf", &["--qdf", "--object-streams=disable"], &plain, &["-"]).contains("AcroForm"));

    let terms = JoinedPdf { name: None, content: Foreign::new(["Terms"]).bytes().into(), pages: None };
    let stamp = Stamp::new("{page}/{pages}", platen_pdf::finish::Position::default(), false).unwrap();
    let all = Finish {
        joined: Joined { prepend: vec![terms.clone()], append: vec![terms] },
        stamp: Some(stamp),
        pages: Some(PageRange::new("2-").unwrap()),
        ..forms()
    };
    let pdf = convert(&docx, &all).unwrap().pdf;
    printed("qpdf", &["--check"], &pdf, &[]);
    let shown = filled(&pdf, &json!({ "city": "Wien" }));
    assert_eq!(shown["fields"]["city"]["value"], "Wien");
    assert_eq!(shown["fields"].as_object().unwrap().len(), 12);

    for conformance in Conformance::ALL {
        let error = convert(&docx, &Finish { conformance: Some(conformance), ..forms() }).unwrap_err();
        assert!(error.to_string().contains("`forms`"), "{error}");
    }
    let Converted { pdf, warnings } = convert(&super::docx("Hello"), &forms()).unwrap();
    assert_eq!(pdf.len(), convert(&super::docx("Hello"), &Finish::default()).unwrap().pdf.len());
    assert!(warnings.as_slice()[0].detail.contains("no content control"), "{warnings:?}");
}

#[test]
fn pdf_js_fills_them_in() {
    let pdf = convert(&form(), &forms()).unwrap().pdf;
    let values = json!({
        "client_name": "Grace Hopper", "agree": false, "agree_2": true, "color": "r", "remarks": "one\ntwo", "city": "Zürich",
    });
    // `tests/set-up.sh` installs it (`tests/npm/pdfjs`).
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/pdfjs/node_modules");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finish/fill.mjs");
    let arguments = [script.to_str().unwrap(), place.to_str().unwrap(), &values.to_string()];
    let shown = run("node", &arguments, &pdf, &[]);
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    let read: Value = serde_json::from_slice(&shown.stdout).unwrap();
    let expected = json!({
        "client_name": ["text", "Grace Hopper"], "city": ["text", "Zürich"], "agree": ["checkbox", "Off"],
        "agree_2": ["checkbox", "Yes"], "color": ["combobox", "r"], "other": ["combobox", "Żółty"], "day": ["text", "27 Nov 2026"],
        "remarks": ["text", "one\ntwo"], "empty": ["text", ""], "fixed": ["text", "No. 7"], "cell": ["text", "in a cell"],
        "Signature of the client": ["signature", null],
    });
    assert_eq!(read, expected);
}
