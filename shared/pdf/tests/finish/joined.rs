//! PDFs joined with others, read by qpdf, poppler and pypdf.

use std::path::Path;

use bytes::Bytes;
use lopdf::{Document, Object, Stream, dictionary};
use platen_pdf::finish::{
    Conformance, Finish, Joined, JoinedName, JoinedPdf, PageRange, Position, Stamp, Watermark,
};
use platen_pdf::{Converted, PdfError, PdfOptions};
use serde_json::Value;

use super::chance::Chance;
use super::foreign::Foreign;
use super::{docx, platen, printed, protection, run};

fn pdf(name: Option<&str>, content: impl Into<Bytes>, pages: Option<&str>) -> JoinedPdf {
    JoinedPdf {
        name: name.map(|name| JoinedName::new(name).unwrap()),
        content: content.into(),
        pages: pages.map(|pages| PageRange::new(pages).unwrap()),
    }
}

fn terms(content: Vec<u8>) -> JoinedPdf {
    pdf(None, content, None)
}

fn texts(name: &str, count: usize) -> Vec<String> {
    (1..=count).map(|page| format!("{name} {page}")).collect()
}

/// A document of ours with a heading and a text on each of its pages.
fn ours(pages: usize) -> Vec<u8> {
    use docx_rs::{Docx, Paragraph, Run};
    let mut document = Docx::new();
    for page in 1..=pages {
        let run = Run::new().add_text(format!("Own {page}"));
        let paragraph = Paragraph::new().outline_lvl(0).page_break_before(page > 1);
        document = document.add_paragraph(paragraph.add_run(run));
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    document.build().pack(&mut bytes).unwrap();
    bytes.into_inner()
}

fn convert(docx: &[u8], finish: &Finish) -> Result<Converted, PdfError> {
    platen().convert(docx, &PdfOptions { finish: finish.clone(), ..PdfOptions::default() })
}

fn made(docx: &[u8], finish: &Finish) -> Vec<u8> {
    let pdf = convert(docx, finish).unwrap().pdf;
    printed("qpdf", &["--check"], &pdf, &[]);
    pdf
}

/// The first line of each page.
fn lines(pdf: &[u8]) -> Vec<String> {
    let text = printed("pdftotext", &[], pdf, &["-"]);
    let pages = text.trim_end_matches('\u{c}').split('\u{c}');
    pages.map(|page| page.lines().next().unwrap_or_default().trim().to_owned()).collect()
}

fn joined(prepend: Vec<JoinedPdf>, append: Vec<JoinedPdf>) -> Finish {
    Finish { joined: Joined { prepend, append }, ..Finish::default() }
}

/// What pypdf reads: texts, sizes, turns and annotations of pages, bookmarks with their pages, entries of the catalog. `tests/set-up.sh`
/// installs it (`tests/tools-einvoice.txt`).
fn read(pdf: &[u8]) -> Value {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/einvoice/bin/python");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finish/read.py");
    let shown = run(python.to_str().unwrap(), &[script.to_str().unwrap()], pdf, &[]);
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    serde_json::from_slice(&shown.stdout).unwrap()
}

#[test]
fn covers_and_terms_stand_around_a_document_that_keeps_its_own() {
    let finish = joined(
        vec![pdf(None, Foreign::new(["Cover"]).bytes(), None)],
        vec![pdf(Some("Terms"), Foreign::new(texts("Terms", 4)).bytes(), Some("1,3-"))],
    );
    let docx = ours(2);
    let pdf = made(&docx, &finish);
    assert_eq!(lines(&pdf), ["Cover", "Own 1", "Own 2", "Terms 1", "Terms 3", "Terms 4"]);
    assert_eq!(pdf, made(&docx, &finish), "the same each time");
    let shown = read(&pdf);
    assert_eq!(
        shown["bookmarks"],
        serde_json::json!([["Own 1", 1], ["Own 2", 2], ["Terms", 3]]),
        "bookmarks lead to the pages where they are now"
    );
    // The document's own tags are there, and lead to its own pages.
    assert!(shown["catalog"].as_array().unwrap().contains(&"/StructTreeRoot".into()));
    assert!(printed("pdfinfo", &["-struct-text"], &pdf, &[]).contains("Own 2"));
}

#[test]
fn a_choice_of_pages_is_of_the_whole() {
    let around = joined(
        vec![pdf(None, Foreign::new(texts("Cover", 2)).bytes(), None)],
        vec![pdf(None, Foreign::new(texts("Terms", 2)).bytes(), None)],
    );
    let choose = |pages: &str| Finish { pages: Some(PageRange::new(pages).unwrap()), ..around.clone() };
    let docx = ours(3);
    assert_eq!(lines(&made(&docx, &choose("2-3,5,-1"))), ["Cover 2", "Own 1", "Own 3", "Terms 2"]);
    // None of the document's own.
    assert_eq!(lines(&made(&docx, &choose("1,-1"))), ["Cover 1", "Terms 2"]);
    let alone = |pages| Finish { pages: Some(PageRange::new(pages).unwrap()), ..Finish::default() };
    let pdf = made(&docx, &alone("2"));
    assert_eq!(lines(&pdf), ["Own 2"]);
    assert_eq!(read(&pdf)["bookmarks"], serde_json::json!([["Own 2", 0]]));
    let error = convert(&docx, &alone("4-")).unwrap_err();
    assert!(matches!(error, PdfError::NoneChosen { pages: 3 }), "{error}");
    // Its tags are whole.
    let chosen = Finish { conformance: Some(Conformance::Ua1), ..alone("1-2") };
    let letter = (platen_samples::SAMPLES[0].docx)();
    made(&letter, &chosen);
}

#[test]
fn a_stamp_counts_all_pages_and_is_text() {
    let stamp = Stamp::new("Seite {page} von {pages} – Größe", Position::BottomRight, true).unwrap();
    let mut turned = Foreign::new(texts("Terms", 2));
    turned.page(1).set("Rotate", 90);
    let finish = Finish {
        stamp: Some(stamp),
        watermark: Some(Watermark::new("DRAFT").unwrap()),
        ..joined(vec![], vec![pdf(None, turned.bytes(), None)])
    };
    let pdf = made(&ours(2), &finish);
    let text = printed("pdftotext", &[], &pdf, &["-"]);
    let pages: Vec<&str> = text.split('\u{c}').collect();
    assert!(!pages[0].contains("Seite"), "{text}");
    for (at, number) in [(1, 2), (2, 3), (3, 4)] {
        assert!(pages[at].contains(&format!("Seite {number} von 4 – Größe")), "{text}");
    }
    // Upright in the lower right corner, of the turned page, too.
    for page in ["3", "4"] {
        let words = printed("pdftotext", &["-bbox", "-f", page, "-l", page], &pdf, &["-"]);
        let [width, height] = if page == "3" { [595.0, 842.0] } else { [842.0, 595.0] };
        let word = &words[words.find(">Seite").unwrap() - 110..];
        let word = &word[word.find("<word").unwrap()..];
        let [x, y] = ["xMin=\"", "yMin=\""].map(|name| number_behind(word, name));
        assert!(
            x > width * 0.6 && x < width - 36.0 && y > height - 60.0,
            "{page}: {x} {y} of {width} {height}"
        );
    }
    // Its font is in the file, and it is no content.
    assert!(printed("pdffonts", &[], &pdf, &[]).contains("Carlito"));
    // A page of ours that was stamped, stamped again.
    let again = Finish {
        stamp: Some(Stamp::new("Again {page}", Position::TopLeft, false).unwrap()),
        ..joined(vec![terms(pdf)], vec![])
    };
    let text = printed("pdftotext", &[], &made(&docx("Last"), &again), &["-"]);
    assert!(text.contains("Seite 4 von 4") && text.contains("Again 5"), "{text}");
}

fn number_behind(text: &str, name: &str) -> f64 {
    let rest = &text[text.find(name).unwrap() + name.len()..];
    rest[..rest.find('"').unwrap()].parse().unwrap()
}

#[test]
fn a_stamp_keeps_the_standard() {
    let stamp = Stamp::new("Page {page}", Position::default(), false).unwrap();
    for conformance in [Conformance::A2b, Conformance::Ua1] {
        let finish =
            Finish { stamp: Some(stamp.clone()), conformance: Some(conformance), ..Finish::default() };
        let letter = (platen_samples::SAMPLES[0].docx)();
        let pdf = made(&letter, &finish);
        assert!(printed("pdftotext", &[], &pdf, &["-"]).contains("Page 1"));
        if conformance.archive().is_some() {
            assert_eq!(super::archive::faults(&pdf), Vec::<String>::new());
        }
    }
}

#[test]
fn no_standard_is_promised_of_what_others_made() {
    let around = joined(vec![], vec![pdf(None, Foreign::new(["Terms"]).bytes(), None)]);
    for conformance in Conformance::ALL {
        let error =
            convert(&ours(1), &Finish { conformance: Some(conformance), ..around.clone() }).unwrap_err();
        assert!(matches!(error, PdfError::Unsupported(_)), "{error}");
        assert!(error.to_string().contains(conformance.title()) && error.to_string().contains("`append`"));
    }
}

#[test]
fn what_runs_or_leads_away_stays_behind_and_is_told() {
    let mut foreign = Foreign::new(texts("Terms", 3));
    let script = dictionary! { "S" => "JavaScript", "JS" => Object::string_literal("app.alert(1)") };
    let launch = dictionary! { "S" => "Launch", "F" => Object::string_literal("calc.exe") };
    let address = |address: &str| {
        let action = dictionary! { "S" => "URI", "URI" => Object::string_literal(address) };
        dictionary! { "Subtype" => "Link", "A" => action }
    };
    let [_, second, third] = foreign.pages.clone().try_into().unwrap();
    let to =
        |page| dictionary! { "Subtype" => "Link", "Dest" => vec![Object::Reference(page), "Fit".into()] };
    let look = dictionary! {
        "Type" => "XObject", "Subtype" => "Form", "BBox" => [0, 0, 80, 20].map(Object::Integer).to_vec(),
    };
    let look = foreign.document.add_object(Stream::new(look, b"0 0 80 20 re S".to_vec()));
    let file = foreign.document.add_object(Stream::new(dictionary! { "Type" => "EmbeddedFile" }, vec![1]));
    foreign.annotate(
        0,
        vec![
            address("https://example.org/terms"),
            address("javascript:alert(1)"),
            address("file:///etc/passwd"),
            dictionary! { "Subtype" => "Link", "A" => launch.clone() },
            to(second),
            to(third),
            dictionary! {
                "Subtype" => "Widget", "FT" => "Tx", "T" => Object::string_literal("name"),
                "AP" => dictionary! { "N" => look }, "AA" => dictionary! { "K" => script.clone() },
            },
            dictionary! {
                "Subtype" => "FileAttachment", "FS" => dictionary! { "EF" => dictionary! { "F" => file } },
            },
            dictionary! { "Subtype" => "Highlight", "QuadPoints" => vec![1.into(); 8], "A" => launch },
        ],
    );
    foreign.page(0).set("AA", dictionary! { "O" => script.clone() });
    let widgets = foreign.page(0).get(b"Annots").unwrap().clone();
    foreign.catalog().set("OpenAction", script.clone());
    foreign.catalog().set("AcroForm", dictionary! { "Fields" => widgets });
    let scripts = dictionary! { "Names" => vec![Object::string_literal("a"), script.into()] };
    foreign.catalog().set("Names", dictionary! { "JavaScript" => scripts });

    let finish = joined(vec![], vec![pdf(Some("Terms"), foreign.bytes(), Some("1-2"))]);
    let Converted { pdf, warnings } = convert(&ours(1), &finish).unwrap();
    printed("qpdf", &["--check"], &pdf, &[]);
    let plain = printed("qpdf", &["--qdf", "--object-streams=disable"], &pdf, &["-"]);
    for word in
        ["JavaScript", "Launch", "calc.exe", "javascript", "passwd", "/AA <<", "AcroForm", "EmbeddedFile"]
    {
        assert!(!plain.contains(word), "{word}");
    }
    let shown = read(&pdf);
    let kinds = serde_json::json!(["/Link", "/Link", "/Stamp", "/Highlight"]);
    assert_eq!(shown["pages"][1]["annotations"], kinds, "{shown}");
    assert!(plain.contains("https://example.org/terms"));
    let told: Vec<_> = warnings.as_slice().iter().map(|warning| warning.code.as_str()).collect();
    assert_eq!(told, ["object-removed", "not-drawn"], "{warnings:?}");
}

#[test]
fn pages_keep_their_sizes_layers_and_bookmarks() {
    let mut foreign = Foreign::new(texts("Plan", 3));
    foreign.page(0).set("MediaBox", [0, 0, 1000, 500].map(Object::Integer).to_vec());
    foreign.page(0).set("CropBox", [100, 0, 900, 500].map(Object::Integer).to_vec());
    foreign.page(1).set("Rotate", -90);
    let layer = dictionary! { "Type" => "OCG", "Name" => Object::string_literal("Draft") };
    let layer = foreign.document.add_object(layer);
    foreign.catalog().set(
        "OCProperties",
        dictionary! { "OCGs" => vec![layer.into()], "D" => dictionary! { "OFF" => vec![layer.into()] } },
    );
    let hidden = b"/OC /L BDC BT /AA 20 Tf 50 600 Td (Secret) Tj ET EMC".to_vec();
    let hidden = foreign.document.add_object(Stream::new(dictionary! {}, hidden));
    let drawn = foreign.page(0).get(b"Contents").unwrap().clone();
    foreign.page(0).set("Contents", vec![drawn, hidden.into()]);
    let resources = foreign.page(0).get_mut(b"Resources").unwrap().as_dict_mut().unwrap();
    resources.set("Properties", dictionary! { "L" => layer });
    // Chapter > Section, in a circle; one that leads to a page that is not taken.
    let [root, chapter, section, lost] = [(); 4].map(|()| foreign.document.new_object_id());
    let title = Object::string_literal;
    let place = |page| vec![Object::Reference(page), "Fit".into()];
    let pages = foreign.pages.clone();
    for (id, item) in [
        (root, dictionary! { "First" => chapter, "Last" => lost, "Count" => 2 }),
        (
            chapter,
            dictionary! { "Title" => title("Chapter"), "Dest" => place(pages[0]), "First" => section, "Next" => lost },
        ),
        (
            section,
            dictionary! { "Title" => title("Section"), "Dest" => place(pages[1]), "Next" => section, "First" => chapter },
        ),
        (lost, dictionary! { "Title" => title("Lost"), "Dest" => place(pages[2]), "Next" => chapter }),
    ] {
        foreign.document.objects.insert(id, item.into());
    }
    foreign.catalog().set("Outlines", root);

    let bytes = foreign.bytes();
    let pdf_at = |name| joined(vec![pdf(name, bytes.clone(), Some("1-2"))], vec![]);
    let made_pdf = made(&ours(1), &pdf_at(Some("Plans")));
    let shown = read(&made_pdf);
    let plans = serde_json::json!([["Plans", 0], [["Chapter", 0], [["Section", 1]]], ["Own 1", 2]]);
    assert_eq!(shown["bookmarks"], plans);
    assert_eq!(shown["pages"][0]["size"], serde_json::json!([1000.0, 500.0]));
    assert_eq!(shown["pages"][1]["turn"], 270);
    let without = read(&made(&ours(1), &pdf_at(None)));
    assert_eq!(without["bookmarks"], serde_json::json!([["Chapter", 0], [["Section", 1]], ["Own 1", 2]]));
    // What is hidden stays hidden: nothing black where it would stand.
    assert!(read(&made_pdf)["hidden"] == 1);
}

#[test]
fn hostile_pdfs_are_refused_or_harmless() {
    let good = Foreign::new(texts("Terms", 2)).bytes();
    let docx = ours(1);
    let tried = |content: Vec<u8>| convert(&docx, &joined(vec![], vec![pdf(Some("x"), content, None)]));
    let refused = |content: Vec<u8>, word: &str| {
        let error = tried(content).unwrap_err();
        assert!(matches!(error, PdfError::Joined { .. }), "{error}");
        assert!(error.to_string().contains(word) && error.to_string().contains("`append/0`"), "{error}");
    };
    refused(b"%PDF-1.7".to_vec(), "not a PDF");
    refused(docx.clone(), "not a PDF");
    // Cut anywhere: refused, or what can be read of it.
    for share in 1..20 {
        let _ = tried(good[..good.len() * share / 20].to_vec());
    }
    // With a password, also where that is empty.
    let protected = convert(&docx, &Finish { protection: protection(None), ..Finish::default() });
    refused(protected.unwrap().pdf, "password");
    let mut form = Foreign::new(["Please wait"]);
    form.catalog().set("AcroForm", dictionary! { "XFA" => Object::string_literal("x") });
    refused(form.bytes(), "XFA");
    refused(Foreign::new(Vec::<String>::new()).bytes(), "no page");
    let out_of_range = joined(vec![pdf(None, good.clone(), Some("3-"))], vec![]);
    let error = convert(&docx, &out_of_range).unwrap_err();
    assert!(
        error.to_string().contains("`prepend/0`") && error.to_string().contains("none of the 2"),
        "{error}"
    );

    // A page tree that leads back to itself, and one that lists a page very often.
    let mut circle = Foreign::new(texts("Terms", 2));
    let root = circle.document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    circle.set_kids(vec![circle.pages[0], root, circle.pages[1]]);
    let _ = tried(circle.bytes());
    let mut many = Foreign::new(["Terms"]);
    many.set_kids(vec![many.pages[0]; 20_000]);
    let _ = tried(many.bytes());
    // A count that is not true.
    let mut huge = Foreign::new(["Terms"]);
    let root = huge.document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    huge.document.get_dictionary_mut(root).unwrap().set("Count", i64::MAX);
    assert_eq!(lines(&tried(huge.bytes()).unwrap().pdf), ["Own 1", "Terms"]);
    // Objects one in another.
    let mut deep = Foreign::new(["Terms"]).bytes();
    let place = deep.windows(7).position(|part| part == b"/Parent").unwrap();
    let nest = [b"/Group ".to_vec(), b"[".repeat(100_000), b"]".repeat(100_000), b" ".to_vec()].concat();
    deep.splice(place..place, nest);
    let _ = tried(deep);
    // Drawings that lead to themselves.
    let mut form = Foreign::new(["Terms"]);
    let own = form.document.new_object_id();
    let resources = dictionary! { "XObject" => dictionary! { "X" => own } };
    let drawing = dictionary! { "Type" => "XObject", "Subtype" => "Form", "Resources" => resources.clone() };
    form.document.objects.insert(own, Stream::new(drawing, b"/X Do".to_vec()).into());
    form.page(0).set("Resources", resources);
    tried(form.bytes()).unwrap();
    // Objects that inflate without end.
    let mut bomb = Document::with_version("1.7");
    let head = dictionary! { "Type" => "ObjStm", "N" => 1, "First" => 4 };
    let mut stream = Stream::new(head, [b"9 0 ".to_vec(), vec![b' '; 300 << 20]].concat());
    stream.compress().unwrap();
    bomb.add_object(stream);
    let mut bytes = Vec::new();
    bomb.save_to(&mut bytes).unwrap();
    assert!(tried(bytes).is_err());
    // The children are as they were.
    assert_eq!(lines(&tried(good).unwrap().pdf), ["Own 1", "Terms 1", "Terms 2"]);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a seed, and a number of rounds")]
fn random_pages_come_in_the_order_that_is_asked() {
    let seed = std::env::var("PLATEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(36);
    let count = std::env::var("COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    for number in 0..count {
        let mut chance = Chance::new(seed + number);
        let own = chance.one(&[1, 2, 3, 4]);
        let docx = ours(own);
        let mut expected: Vec<String> = Vec::new();
        let mut lists = [Vec::new(), Vec::new()];
        for (list, name) in lists.iter_mut().zip(["Before", "Behind"]) {
            for file in 0..chance.below(3) {
                let all = texts(&format!("{name} {file}"), 1 + chance.below(9));
                let (range, chosen) = choice(&mut chance, all.len());
                let range = (!chosen.is_empty()).then_some(range);
                let chosen = if range.is_some() { chosen } else { (0..all.len()).collect() };
                expected.extend(chosen.iter().map(|page| all[*page].clone()));
                list.push(pdf(None, Foreign::new(&all).bytes(), range.as_deref()));
            }
            if name == "Before" {
                expected.extend(texts("Own", own));
            }
        }
        let [prepend, append] = lists;
        let (range, chosen) = choice(&mut chance, expected.len());
        let pages = Some(PageRange::new(&range).unwrap());
        let finish = Finish { pages, ..joined(prepend, append) };
        match convert(&docx, &finish) {
            Ok(Converted { pdf, .. }) => {
                let expected: Vec<_> = chosen.iter().map(|page| expected[*page].clone()).collect();
                let shown = read(&pdf);
                let read: Vec<_> =
                    shown["pages"].as_array().unwrap().iter().map(|page| &page["text"]).collect();
                assert_eq!(
                    read,
                    expected.iter().collect::<Vec<_>>(),
                    "PLATEN_SEED={}: {range}",
                    seed + number
                );
            }
            Err(PdfError::NoneChosen { .. }) => {
                assert!(chosen.is_empty(), "PLATEN_SEED={}: {range}", seed + number);
            }
            Err(error) => panic!("PLATEN_SEED={}: {error}", seed + number),
        }
    }
}

/// A text of ranges, and the pages of `count` that it names, counted from zero.
fn choice(chance: &mut Chance, count: usize) -> (String, Vec<usize>) {
    let mut named = vec![false; count];
    let mut parts = Vec::new();
    for _ in 0..=chance.below(2) {
        let (from, to) = (chance.below(count + 2), chance.below(count + 2));
        let mut name = |at: usize| {
            let from_end = at < count && chance.once_in(3);
            if from_end { format!("-{}", count - at) } else { (at + 1).to_string() }
        };
        let part = if from == to { name(from) } else { format!("{}-{}", name(from), name(to)) };
        parts.push(part);
        for (at, named) in named.iter_mut().enumerate() {
            *named |= from <= at && at <= to;
        }
    }
    (parts.join(","), (0..count).filter(|at| named[*at]).collect())
}
