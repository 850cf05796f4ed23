//! E-invoices in PDFs, read and judged by factur-x (Python) with the XSDs and the Schematron of Factur-X, and by pikepdf.

use std::path::Path;

use bytes::Bytes;
use platen_pdf::finish::{
    Attachment, AttachmentName, Conformance, Finish, Password, Protection, Relationship,
};
use platen_pdf::{PdfError, PdfOptions};
use serde_json::Value;

use super::{archive, docx, finished, platen, printed, run};

/// Invoices of all profiles: how their file is called, what it is to the PDF, and what the metadata say of it.
const INVOICES: [(&str, &str, &str, &str, &str); 6] = [
    (include_str!("../../../einvoice/tests/invoices/minimum.xml"), "factur-x.xml", "/Data", "1.0", "MINIMUM"),
    (
        include_str!("../../../einvoice/tests/invoices/basic-wl.xml"),
        "factur-x.xml",
        "/Data",
        "1.0",
        "BASIC WL",
    ),
    (
        include_str!("../../../einvoice/tests/invoices/basic.xml"),
        "factur-x.xml",
        "/Alternative",
        "1.0",
        "BASIC",
    ),
    (
        include_str!("../../../einvoice/tests/invoices/en16931.xml"),
        "factur-x.xml",
        "/Alternative",
        "1.0",
        "EN 16931",
    ),
    (
        include_str!("../../../einvoice/tests/invoices/extended.xml"),
        "factur-x.xml",
        "/Alternative",
        "1.0",
        "EXTENDED",
    ),
    (
        include_str!("../../../einvoice/tests/invoices/xrechnung.xml"),
        "xrechnung.xml",
        "/Alternative",
        "3.0",
        "XRECHNUNG",
    ),
];

fn invoice(xml: &str) -> Finish {
    Finish { invoice: Some(Bytes::copy_from_slice(xml.as_bytes())), ..Finish::default() }
}

/// What the judge says of a PDF. `tests/set-up.sh` installs it (`tests/tools-einvoice.txt`).
fn judged(pdf: &[u8]) -> Value {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/einvoice/bin/python");
    assert!(python.is_file(), "{} is missing: run `make setup-test`", python.display());
    let judge = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finish/judge.py");
    let said = printed(python.to_str().unwrap(), &[judge.to_str().unwrap()], pdf, &[]);
    serde_json::from_str(&said).unwrap()
}

#[test]
fn invoices_of_all_profiles_are_read_back_and_keep_their_rules() {
    for (xml, name, relationship, version, level) in INVOICES {
        let pdf = finished(platen(), &invoice(xml));
        assert_eq!(pdf, finished(platen(), &invoice(xml)), "the same each time");
        printed("qpdf", &["--check"], &pdf, &[]);
        let mut said = judged(&pdf);
        assert_eq!(hex::decode(said["xml"].as_str().unwrap()).unwrap(), xml.as_bytes(), "{level}");
        // The Schematron of Factur-X knows its own ids only.
        if level == "XRECHNUNG" {
            let faults = said["schematron"].as_array_mut().unwrap();
            faults.retain(|fault| fault != "Value of 'ram:ID' is not allowed.");
        }
        assert_eq!(said["schematron"], serde_json::json!([]), "{level}");
        assert_eq!(
            (&said["name"], &said["mime"], &said["same"]),
            (&name.into(), &"text/xml".into(), &true.into())
        );
        assert_eq!((&said["relationship"], &said["archive"]), (&relationship.into(), &"3B".into()));
        let described = serde_json::json!({
            "DocumentType": "INVOICE", "DocumentFileName": name, "Version": version, "ConformanceLevel": level,
        });
        assert_eq!(said["described"], described);
    }
}

#[test]
fn a_pdf_with_an_invoice_is_an_archive() {
    let (xml, ..) = INVOICES[3];
    for conformance in [None, Some(Conformance::A3b), Some(Conformance::A3a)] {
        let options = PdfOptions { finish: Finish { conformance, ..invoice(xml) }, ..PdfOptions::default() };
        let letter = (platen_samples::SAMPLES[0].docx)();
        let pdf = platen().convert(&letter, &options).unwrap().pdf;
        // Embedded files are what part 3 adds.
        let mut faults = archive::faults(&pdf);
        faults.retain(|fault| !fault.contains("EmbeddedFile") && !fault.contains("embedded file"));
        assert_eq!(faults, [""; 0], "{conformance:?}");
    }
}

#[test]
fn other_files_go_along_with_an_invoice() {
    let name = AttachmentName::new("hours.csv").unwrap();
    let hours = Attachment {
        media_type: name.usual_type(),
        name,
        content: Bytes::from_static(b"a;b"),
        relationship: Relationship::Supplement,
        description: None,
    };
    let pdf = finished(platen(), &Finish { attachments: vec![hours.clone()], ..invoice(INVOICES[2].0) });
    assert_eq!(run("qpdf", &["--show-attachment=hours.csv"], &pdf, &[]).stdout, b"a;b");
    assert_eq!(run("qpdf", &["--show-attachment=factur-x.xml"], &pdf, &[]).stdout, INVOICES[2].0.as_bytes());
    let taken = Attachment { name: AttachmentName::new("Factur-X.xml").unwrap(), ..hours };
    let error = refused(Finish { attachments: vec![taken], ..invoice(INVOICES[2].0) });
    assert!(error.to_string().contains("`Factur-X.xml`"), "{error}");
}

fn refused(finish: Finish) -> PdfError {
    let options = PdfOptions { finish, ..PdfOptions::default() };
    platen().convert(&docx("Hello"), &options).unwrap_err()
}

#[test]
fn wrong_invoices_are_refused_with_their_rules() {
    let xml = INVOICES[3].0;
    let PdfError::Invoice(faults) = refused(invoice(&xml.replace(">118.59<", ">118.60<"))) else { panic!() };
    let [fault, due] = faults.listed() else { panic!("{faults}") };
    assert_eq!((fault.rule.as_str(), due.rule.as_str()), ("BR-CO-15", "BR-CO-16"));
    assert!(fault.place.ends_with("/SpecifiedTradeSettlementHeaderMonetarySummation"), "{faults}");
    let PdfError::Invoice(faults) =
        refused(invoice("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"))
    else {
        panic!()
    };
    assert!(faults.to_string().contains("DOCTYPE"), "{faults}");

    for conformance in [Conformance::A2b, Conformance::Ua1] {
        let error = refused(Finish { conformance: Some(conformance), ..invoice(xml) });
        assert!(error.to_string().contains("PDF/A-3"), "{error}");
    }
    let password = Password::new("secret".to_owned());
    let protection = Some(Protection { password, owner: None, permissions: None });
    let error = refused(Finish { protection, ..invoice(xml) });
    assert!(error.to_string().contains("cannot have a password"), "{error}");
}
