//! Signed PDFs, verified by pyHanko; `tests/set-up.sh` installs it (`tests/tools-signatures.txt`).

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use jiff::Timestamp;
use platen_pdf::finish::{Conformance, Finish, Signature, SignatureText, Watermark};
use platen_pdf::{PdfError, PdfOptions, Signer};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::forms::{control, document, paragraph};
use super::{docx, platen, printed, protection};

/// What the certificate is for, as issuers of such certificates write it.
const USES: &str = "keyUsage=critical,digitalSignature,nonRepudiation\nbasicConstraints=CA:FALSE\n";

/// A root, and a key with a certificate of it, made by OpenSSL. `kind`: options of `openssl req -newkey`.
struct Issued {
    folder: TempDir,
}

impl Issued {
    fn new(kind: &[&str]) -> Issued {
        let issued = Issued { folder: tempfile::tempdir().unwrap() };
        std::fs::write(issued.path("uses"), USES).unwrap();
        issued.openssl(&[
            &["req", "-x509", "-nodes", "-subj", "/CN=Root", "-keyout", "root.key", "-out", "root.pem"],
            kind,
        ]);
        issued.openssl(&[
            &["req", "-nodes", "-subj", "/CN=Ada Lovelace/O=Platen", "-keyout", "own.key", "-out", "own.csr"],
            kind,
        ]);
        issued.issue("30");
        issued
    }

    /// Issues the certificate again, for so many days.
    fn issue(&self, days: &str) {
        self.openssl(&[
            &["x509", "-req", "-in", "own.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"],
            &["-days", days, "-extfile", "uses", "-out", "own.pem"],
        ]);
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn openssl(&self, arguments: &[&[&str]]) {
        let output =
            Command::new("openssl").args(arguments.concat()).current_dir(&self.folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn read(&self, names: &[&str]) -> Vec<u8> {
        names.iter().flat_map(|name| std::fs::read(self.path(name)).unwrap()).collect()
    }

    /// The root first: the order is not the caller's business.
    fn signer(&self) -> Arc<Signer> {
        Arc::new(Signer::from_pem(&self.read(&["root.pem", "own.pem", "own.key"])).unwrap())
    }

    fn verified(&self, pdf: &[u8]) -> Value {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = root.join("../../.work/signatures/bin/python");
        let script = root.join("tests/finish/verify.py");
        let authority = self.path("root.pem");
        let said = printed(
            python.to_str().unwrap(),
            &[script.to_str().unwrap()],
            pdf,
            &[authority.to_str().unwrap()],
        );
        serde_json::from_str(&said).unwrap()
    }
}

fn rsa() -> Issued {
    Issued::new(&["-newkey", "rsa:2048"])
}

fn signature(time: Timestamp) -> Signature {
    let text = |text: &str| SignatureText::new(text.to_owned());
    Signature::at(time, text("Zusage (geprüft)"), text("Köln"))
}

fn signed(finish: Finish, signer: &Arc<Signer>) -> Result<Vec<u8>, PdfError> {
    let finish = Finish { signature: Some(signature(Timestamp::now())), ..finish };
    let options = PdfOptions { finish, signer: Some(signer.clone()), ..PdfOptions::default() };
    platen().convert(&docx("Hello there"), &options).map(|made| made.pdf)
}

#[test]
fn signatures_are_verified_with_keys_of_both_kinds() {
    let issued = [rsa(), Issued::new(&["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"])];
    for issued in &issued {
        let watermark = Some(Watermark::new("copy").unwrap());
        for finish in [Finish::default(), Finish { watermark, ..Finish::default() }] {
            let pdf = signed(finish, &issued.signer()).unwrap();
            let mut said = issued.verified(&pdf);
            let time: Timestamp = said["time"].as_str().unwrap().parse().unwrap();
            assert!((Timestamp::now() - time).get_seconds() < 600);
            said.as_object_mut().unwrap().remove("time");
            let expected = json!({
                "intact": true, "valid": true, "trusted": true, "coverage": "ENTIRE_FILE",
                "signer": "Organization: Platen, Common Name: Ada Lovelace", "subfilter": "/ETSI.CAdES.detached",
                "reason": "Zusage (geprüft)", "location": "Köln",
                "attributes": ["content_type", "message_digest", "signing_certificate_v2"], "chain": 2,
            });
            assert_eq!(said, expected);
            printed("qpdf", &["--check"], &pdf, &[]);
            assert_eq!(printed("pdftotext", &[], &pdf, &["-"]).trim(), "Hello there");
        }
    }
}

#[test]
fn an_archive_stays_one_when_it_is_signed() {
    let issued = rsa();
    let pdf = signed(Finish { conformance: Some(Conformance::A2b), ..Finish::default() }, &issued.signer())
        .unwrap();
    assert_eq!(issued.verified(&pdf)["coverage"], "ENTIRE_FILE");
    assert_eq!(super::archive::faults(&pdf), Vec::<String>::new());
}

#[test]
fn a_form_keeps_its_fields_beside_the_signature() {
    let issued = rsa();
    let controls = ["Signature", "name"].map(|tag| control(&format!("<w:tag w:val='{tag}'/><w:text/>"), "x"));
    let form = document(&controls.map(|control| paragraph(&control)).concat());
    let finish = Finish { forms: true, signature: Some(signature(Timestamp::now())), ..Finish::default() };
    let options = PdfOptions { finish, signer: Some(issued.signer()), ..PdfOptions::default() };
    let pdf = platen().convert(&form, &options).unwrap().pdf;
    printed("qpdf", &["--check"], &pdf, &[]);
    let names = printed("pdfsig", &[], &pdf, &[]);
    assert!(
        names.contains("Field Name: Signature\n") && names.contains("Field Name: Signature_2\n"),
        "{names}"
    );
    assert!(names.contains("Signature is Valid"), "{names}");
}

#[test]
fn any_change_is_seen() {
    let issued = rsa();
    let pdf = signed(Finish::default(), &issued.signer()).unwrap();
    let mut changed = pdf.clone();
    // In the first object's stream.
    let at = pdf.windows(6).position(|bytes| bytes == b"stream").unwrap() + 20;
    changed[at] ^= 1;
    assert_eq!(issued.verified(&pdf)["intact"], true);
    let said = super::run(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/signatures/bin/python").to_str().unwrap(),
        &[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/finish/verify.py")],
        &changed,
        &[issued.path("root.pem").to_str().unwrap()],
    );
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(!said.contains("\"intact\": true"), "{said}");
}

#[test]
fn what_cannot_be_signed_is_refused() {
    let issued = rsa();
    let refused = |finish, signer: &Arc<Signer>| signed(finish, signer).unwrap_err().to_string();
    let locked = Finish { protection: protection(None), ..Finish::default() };
    assert!(refused(locked, &issued.signer()).contains("a PDF with a password cannot be signed"));
    let accessible = Finish { conformance: Some(Conformance::Ua1), ..Finish::default() };
    assert!(refused(accessible, &issued.signer()).contains("a PDF/UA-1 cannot be signed"));
    let options = PdfOptions {
        finish: Finish { signature: Some(signature(Timestamp::now())), ..Finish::default() },
        ..PdfOptions::default()
    };
    let error = platen().convert(&docx("Hello"), &options).unwrap_err().to_string();
    assert!(error.contains("PLATEN_SIGNING_KEY_FILE"), "{error}");

    let early = signature("2020-01-01T00:00:00Z".parse().unwrap());
    let finish = Finish { signature: Some(early), ..Finish::default() };
    let options = PdfOptions { finish, signer: Some(issued.signer()), ..PdfOptions::default() };
    let error = platen().convert(&docx("Hello"), &options).unwrap_err().to_string();
    assert!(error.contains("the certificate is valid from"), "{error}");

    let faults = |names: &[&str]| Signer::from_pem(&issued.read(names)).unwrap_err().to_string();
    assert!(faults(&["own.key"]).contains("there is no certificate beside the key"));
    assert!(faults(&["own.key", "root.pem"]).contains("no certificate is that of the key"));
    assert!(faults(&["own.pem"]).contains("there is no private key"));
    let small = Issued::new(&["-newkey", "rsa:1024"]);
    assert!(Signer::from_pem(&small.read(&["own.key", "own.pem"])).is_err());
}
