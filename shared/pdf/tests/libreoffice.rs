//! The engine with a real LibreOffice: what it makes, what it does not fetch, and that it comes back after a crash and
//! a hang. Without libtest's harness, since the children are this program started again.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::io::Cursor;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use docx_rs::{Delete, Docx, Insert, Paragraph, Run};
use platen_docx::Limits;
use platen_docx::package::{Change, Package};
use platen_pdf::finish::{Conformance, Finish};
use platen_pdf::{
    ChildSettings, Engine, LibreOffice, PdfError, PdfLimits, PdfOptions, SandboxMode, convert_and_finish,
};

const CHILD: &str = "child-of-the-test";
const NOTHING_INSTALLED: &str = "nothing-installed";

fn main() {
    if std::env::args().any(|argument| argument == CHILD) {
        platen_pdf::serve().unwrap();
        return;
    }
    if std::env::args().any(|argument| argument == NOTHING_INSTALLED) {
        return say_what_is_missing();
    }
    warm_documents_have_the_same_bytes_again();
    it_is_replaced_after_a_crash_a_hang_and_many_documents();
    two_at_once_take_turns();
    its_own_export_keeps_the_standards();
    hostile_files_are_refused();
    nothing_is_fetched();
    an_installation_that_is_missing_is_named();
}

fn engine(change: fn(&mut ChildSettings)) -> LibreOffice {
    let mut settings = ChildSettings::of_this_program(vec![CHILD.into()]).unwrap();
    settings.memory_bytes = ChildSettings::OFFICE_MEMORY_BYTES;
    settings.sandbox = SandboxMode::Required;
    change(&mut settings);
    LibreOffice::new(Vec::new(), settings).unwrap()
}

fn text(pdf: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), pdf).unwrap();
    let check = Command::new("qpdf").arg("--check").arg(file.path()).output().unwrap();
    assert!(check.status.success(), "{check:?}");
    let output = Command::new("pdftotext").arg(file.path()).arg("-").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn warm_documents_have_the_same_bytes_again() {
    let engine = engine(|_| {});
    engine.warm_up().unwrap();
    let child = children().pop().unwrap();
    let convert = |docx: &[u8]| {
        convert_and_finish(&engine, docx, &PdfOptions::default(), &Finish::default()).unwrap().pdf
    };
    // Made once: docx-rs writes the time into it.
    let hello = docx("Hello there");
    let first = convert(&hello);
    assert!(text(&first).contains("Hello there"));
    assert!(text(&convert(&docx("Second"))).contains("Second"));
    assert!(first == convert(&hello), "the bytes differ");
    // Tracked changes print as in the other engine.
    let line = Paragraph::new()
        .add_run(Run::new().add_text("Pay "))
        .add_delete(Delete::new().add_run(Run::new().add_delete_text("ten")))
        .add_insert(Insert::new(Run::new().add_text("twenty")));
    assert_eq!(text(&convert(&pack(Docx::new().add_paragraph(line)))).trim(), "Pay twenty");

    assert_eq!(children(), [child], "one process made all of them");
    let profile = home(child);
    assert!(profile.join(".config/libreoffice/4/user/registrymodifications.xcu").is_file());
    assert_eq!(documents_below(&profile.join("tmp")), 0, "a document was left");
    drop(engine);
    assert!(!profile.exists(), "{}", profile.display());
    assert!(children().is_empty());
}

fn it_is_replaced_after_a_crash_a_hang_and_many_documents() {
    let engine = engine(|settings| settings.conversions = 4);
    let options = PdfOptions::default();
    let convert = || engine.convert(&docx("Next"), &options);
    convert().unwrap();
    let first = children().pop().unwrap();

    // Killed in the middle of a document: another process makes it.
    let long = long_document();
    let busy = std::thread::scope(|scope| {
        let busy = scope.spawn(|| engine.convert(&long, &options));
        std::thread::sleep(Duration::from_millis(700));
        signal(first, "-KILL");
        busy.join().unwrap()
    });
    assert!(busy.is_ok(), "{busy:?}");
    assert!(!children().contains(&first));
    assert!(text(&convert().unwrap().pdf).contains("Next"));

    // Stopped, it hangs: the document is given up in time, the process ended.
    let second = children().pop().unwrap();
    signal(second, "-STOP");
    let limits = PdfLimits { time: Duration::from_millis(300), ..PdfLimits::default() };
    let hasty = PdfOptions { limits, ..PdfOptions::default() };
    let error = engine.convert(&docx("Hangs"), &hasty).unwrap_err();
    assert!(matches!(error, PdfError::Exhausted(_)), "{error}");
    assert!(!children().contains(&second));

    // Killed while it waits: nobody notices.
    convert().unwrap();
    let third = children().pop().unwrap();
    signal(third, "-KILL");
    // It has ended when its last thread has.
    let status = || fs::read_to_string(format!("/proc/{third}/status")).unwrap();
    while !(status().contains("State:\tZ") && status().contains("Threads:\t1\n")) {
        std::thread::sleep(Duration::from_millis(5));
    }
    convert().unwrap();
    let fourth = children().pop().unwrap();
    for _ in 0..4 {
        convert().unwrap();
    }
    assert_ne!(children(), [fourth], "four documents are the most of one process");
}

fn two_at_once_take_turns() {
    let engine = engine(|settings| settings.most = std::num::NonZeroUsize::new(8).unwrap());
    std::thread::scope(|scope| {
        for number in 0..4 {
            let engine = &engine;
            scope.spawn(move || {
                let name = format!("Number {number}");
                let pdf = engine.convert(&docx(&name), &PdfOptions::default()).unwrap().pdf;
                assert!(text(&pdf).contains(&name));
            });
        }
    });
    assert_eq!(children().len(), 1);
}

/// Its export filter is told of the standard: without, there is neither structure nor a claim to accessibility.
fn its_own_export_keeps_the_standards() {
    let engine = engine(|_| {});
    let sample = (platen_samples::SAMPLES[0].docx)();
    let made = |conformance| {
        let finish = Finish { conformance, ..Finish::default() };
        let pdf = convert_and_finish(&engine, &sample, &PdfOptions::default(), &finish).unwrap().pdf;
        assert!(!text(&pdf).is_empty());
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), pdf).unwrap();
        let told = |option| {
            let output = Command::new("pdfinfo").arg(option).arg(file.path()).output().unwrap();
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        (told("-meta"), told("-struct"))
    };
    let (metadata, structure) = made(None);
    assert!(!metadata.contains("<pdfaid:") && !metadata.contains("<pdfuaid:"), "{metadata}");
    assert!(!structure.contains("Document"), "{structure}");
    let (metadata, _) = made(Some(Conformance::A2b));
    assert!(metadata.contains("<pdfaid:part>2<"), "{metadata}");
    let (metadata, structure) = made(Some(Conformance::Ua1));
    assert!(metadata.contains("<pdfuaid:part>1<"), "{metadata}");
    assert!(structure.contains("Document"), "{structure}");
}

fn hostile_files_are_refused() {
    let engine = engine(|_| {});
    let error = engine.convert(b"{\\rtf1 no package}", &PdfOptions::default()).unwrap_err();
    assert!(matches!(error, PdfError::Package(_)), "{error}");
}

/// A process of its own, for which nothing is installed.
fn an_installation_that_is_missing_is_named() {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).arg(NOTHING_INSTALLED).env("PATH", "/nowhere").output().unwrap();
    let error = String::from_utf8(output.stdout).unwrap();
    assert!(error.contains("soffice") && error.contains("libreoffice-writer-nogui"), "{error}");
}

#[expect(clippy::print_stdout, reason = "read by the process that started this one")]
fn say_what_is_missing() {
    let settings = ChildSettings::of_this_program(Vec::new()).unwrap();
    print!("{}", LibreOffice::new(Vec::new(), settings).err().unwrap());
}

/// The processes that convert for this one.
fn children() -> Vec<u32> {
    let own = std::process::id();
    let tasks = fs::read_dir(format!("/proc/{own}/task")).unwrap().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let all: Vec<u32> = lists
        .flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<_>>())
        .collect();
    all
}

fn documents_below(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| match path.extension().and_then(|extension| extension.to_str()) {
            Some("docx" | "pdf") => 1,
            _ if path.is_dir() => documents_below(&path),
            _ => 0,
        })
        .sum()
}

fn home(process: u32) -> PathBuf {
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap();
    let variable =
        environment.split(|byte| *byte == 0).find_map(|variable| variable.strip_prefix(b"HOME=")).unwrap();
    Path::new(std::str::from_utf8(variable).unwrap()).to_owned()
}

fn signal(process: u32, signal: &str) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

fn pack(docx: Docx) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    docx.build().pack(&mut bytes).unwrap();
    bytes.into_inner()
}

fn docx(text: &str) -> Vec<u8> {
    pack(Docx::new().add_paragraph(Paragraph::new().add_run(Run::new().add_text(text))))
}

/// Seconds of work for LibreOffice.
fn long_document() -> Vec<u8> {
    let line = || {
        Paragraph::new()
            .add_run(Run::new().add_text("All work and no play makes Jack a dull boy. ".repeat(20)))
    };
    pack((0..5_000).fold(Docx::new(), |docx, _| docx.add_paragraph(line())))
}

fn with_parts(docx: &[u8], parts: &[(&str, &str)]) -> Vec<u8> {
    let package = Package::open(docx.to_vec(), &Limits::default()).unwrap();
    let changes: Vec<_> = parts
        .iter()
        .map(|(name, text)| (package.index(name).unwrap(), Change::Replace(text.as_bytes())))
        .collect();
    package.write(&changes, &[]).unwrap()
}

fn nothing_is_fetched() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let canary = tempfile::NamedTempFile::new().unwrap();
    fs::write(canary.path(), "CANARY").unwrap();
    let (address, file) = (server.local_addr().unwrap(), canary.path().display());
    let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let field = |code: &str| {
        format!(
            "<w:p><w:r><w:fldChar w:fldCharType='begin' w:dirty='true'/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType='separate'/></w:r><w:r><w:t>old</w:t></w:r>\
             <w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>"
        )
    };
    let body: String = [
        format!("INCLUDEPICTURE \"http://{address}/a.png\" \\d"),
        format!("INCLUDETEXT \"{file}\""),
        format!("INCLUDETEXT \"http://{address}/b.docx\""),
        format!("LINK Word.Document.12 \"{file}\" \"\" \\a \\t"),
        format!("DDEAUTO soffice \"{file}\" x"),
    ]
    .iter()
    .map(|code| field(&code.replace('"', "&quot;")))
    .collect();
    let document = format!(
        "<w:document xmlns:w='{word}'><w:body>{body}<w:p><w:r><w:t>End</w:t></w:r></w:p></w:body></w:document>"
    );
    let relationships = format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
         <Relationship Id='rId1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate' \
         TargetMode='External' Target='http://{address}/c.dotx'/></Relationships>"
    );
    let hostile = with_parts(
        &docx("x"),
        &[("word/document.xml", &document), ("word/_rels/document.xml.rels", &relationships)],
    );
    let pdf = engine(|_| {}).convert(&hostile, &PdfOptions::default()).unwrap().pdf;
    let text = text(&pdf);
    assert!(text.contains("End") && !text.contains("CANARY"), "{text}");
    assert!(server.accept().is_err(), "a connection was made");
}
