//! Files inside PDFs, taken out again by qpdf and poppler.

use bytes::Bytes;
use platen_pdf::finish::{
    Attachment, AttachmentName, Conformance, Description, Finish, Password, Protection, Relationship,
};
use platen_pdf::{PdfError, PdfLimits, PdfOptions};

use super::{docx, finished, platen, printed, run};

fn attachment(name: &str, content: &[u8]) -> Attachment {
    let name = AttachmentName::new(name).unwrap();
    Attachment {
        media_type: name.usual_type(),
        name,
        content: Bytes::copy_from_slice(content),
        relationship: Relationship::Supplement,
        description: Some(Description::new("Größe \"S\"").unwrap()),
    }
}

/// Bytes of all values, which compression makes no smaller, some of them without any order.
fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..bytes).map(next).collect()
}

fn with_files() -> Finish {
    let attachments = vec![
        attachment("data.xml", b"<a>\r\n\0</a>"),
        attachment("Allgemeine Geschäftsbedingungen (請求書).pdf", &noise(100_000)),
        attachment("A.txt", b""),
    ];
    Finish { attachments, ..Finish::default() }
}

#[test]
fn files_come_out_byte_for_byte() {
    let finish = with_files();
    for conformance in [None, Some(Conformance::A3b), Some(Conformance::A3u), Some(Conformance::Ua1)] {
        let finish = Finish { conformance, ..finish.clone() };
        let options = PdfOptions { finish: finish.clone(), ..PdfOptions::default() };
        let letter = (platen_samples::SAMPLES[0].docx)();
        let pdf = platen().convert(&letter, &options).unwrap().pdf;
        printed("qpdf", &["--check"], &pdf, &[]);
        assert_eq!(pdf, platen().convert(&letter, &options).unwrap().pdf, "the same each time");
        for Attachment { name, content, .. } in &finish.attachments {
            let asked = format!("--show-attachment={}", name.as_str());
            let shown = run("qpdf", &[&asked], &pdf, &[]);
            assert_eq!(
                shown.stdout,
                *content,
                "{}: {}",
                name.as_str(),
                String::from_utf8_lossy(&shown.stderr)
            );
        }
        let listed = printed("pdfdetach", &["-list"], &pdf, &[]);
        assert!(listed.starts_with("3 embedded files") && listed.contains("請求書"), "{listed}");
        let listed = printed("qpdf", &["--list-attachments", "--verbose"], &pdf, &[]);
        for line in ["checksum: d41d8cd98f00b204e9800998ecf8427e", "mime type: text/xml", "Größe \"S\""] {
            assert!(listed.contains(line), "{line}: {listed}");
        }
    }
}

#[test]
fn files_are_associated_with_the_document_and_dated_as_it_is() {
    let pdf = finished(platen(), &Finish { conformance: Some(Conformance::A3b), ..with_files() });
    let shown = printed("qpdf", &["--json-output", "--decode-level=none"], &pdf, &[]);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let objects = shown["qpdf"][1].as_object().unwrap();
    let value = |reference: &serde_json::Value| &objects[&format!("obj:{}", reference.as_str().unwrap())];
    let catalog = &value(&objects["trailer"]["value"]["/Root"])["value"];
    let associated = catalog["/AF"].as_array().unwrap();
    assert_eq!(associated.len(), 3);
    for file in associated {
        let file = &value(file)["value"];
        assert_eq!(file["/AFRelationship"], "/Supplement");
        assert_eq!(file["/F"], file["/UF"]);
        let stream = &value(&file["/EF"]["/F"])["stream"]["dict"];
        // docx-rs dates its documents with the day of its own beginning.
        assert!(stream["/Params"]["/ModDate"].as_str().unwrap().ends_with("000000Z"), "{stream}");
    }
}

#[test]
fn files_are_encrypted_with_the_document() {
    let password = Password::new("secret".to_owned());
    let protection = Some(Protection { password, owner: None, permissions: None });
    let pdf = finished(platen(), &Finish { protection, ..with_files() });
    assert!(!run("qpdf", &["--show-attachment=data.xml"], &pdf, &[]).status.success());
    let shown = run("qpdf", &["--password=secret", "--show-attachment=data.xml"], &pdf, &[]);
    assert_eq!(shown.stdout, b"<a>\r\n\0</a>");
}

#[test]
fn what_cannot_be_attached_is_refused_by_name() {
    let refused = |finish: Finish, limits: PdfLimits| {
        let options = PdfOptions { finish, limits, ..PdfOptions::default() };
        platen().convert(&docx("Hello"), &options).unwrap_err()
    };
    let usual = PdfLimits::default;
    let archive = Finish { conformance: Some(Conformance::A2b), ..with_files() };
    let error = refused(archive, usual()).to_string();
    assert!(error.contains("PDF/A-2b cannot have `data.xml` attached"), "{error}");
    let mut twice = with_files();
    twice.attachments.push(attachment("a.TXT", b"x"));
    let error = refused(twice, usual()).to_string();
    assert!(error.contains("two attachments are called `a.TXT`"), "{error}");
    for (name, limits) in [
        ("attachments", PdfLimits { attachments: 2, ..usual() }),
        ("attachment_bytes", PdfLimits { attachment_bytes: 99_999, ..usual() }),
        ("all_attachment_bytes", PdfLimits { all_attachment_bytes: 100_000, ..usual() }),
    ] {
        let error = refused(with_files(), limits);
        assert!(matches!(error, PdfError::Limit { limit, .. } if limit == name), "{name}: {error}");
    }
}
