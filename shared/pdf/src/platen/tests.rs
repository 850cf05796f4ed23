//! Pages built by hand, written, and read by an independent program.

use std::process::Command;
use std::sync::Arc;

use platen_fonts::{Features, FontFolders, Itemise, Library, Request};
use platen_layout::{
    Clip, Destination, GlyphRun, Group, Heading, Item, Laid, Page, PlacedGlyph, Rect, Rule, Target,
};
use platen_ooxml::package::Package;

use super::Typesetter;
use super::kept::Kept;
use super::making::Making;
use super::write::pdf;
use crate::PdfLimits;
use crate::finish::{Finish, Properties};

/// Text of one font on one baseline.
fn line(library: &Library, (family, bold, italic): (&str, bool, bool), text: &str, y: f64) -> Vec<Item> {
    let choice = library.select(&Request::new(family, bold, italic));
    let size = 14.0;
    let mut x = 40.0;
    let items =
        library.itemise(text, &Itemise { choice, right_to_left: false, levels: None, language: None });
    let mut drawn = Vec::new();
    for item in items {
        let glyphs = library.shape(text, &item, None, Features::default()).glyphs;
        let stretch = &text[item.range.clone()];
        let mut clusters: Vec<u32> = glyphs.iter().map(|glyph| glyph.cluster).collect();
        clusters.sort_unstable();
        let placed: Vec<PlacedGlyph> = glyphs
            .iter()
            .map(|glyph| {
                let next = clusters.iter().find(|cluster| **cluster > glyph.cluster);
                let start = glyph.cluster as usize - item.range.start;
                let end = next.map_or(stretch.len(), |next| *next as usize - item.range.start);
                let offset = [glyph.x_offset, glyph.y_offset].map(|own| f64::from(own) * size);
                PlacedGlyph::new(glyph.id, f64::from(glyph.advance) * size, offset.into(), start..end)
            })
            .collect();
        let run = GlyphRun {
            face: item.choice.face,
            synthetic_bold: item.choice.synthetic_bold,
            synthetic_italic: item.choice.synthetic_italic,
            size,
            scale: 1.0,
            colour: [0, 0, 0],
            x,
            y,
            glyphs: placed,
            text: stretch.to_owned(),
            is_rtl: item.is_right_to_left(),
            is_spaced: false,
            link: None,
            element: None,
        };
        x += run.width();
        drawn.push(Item::Glyphs(run));
    }
    drawn
}

fn laid(items: Vec<Item>) -> Laid {
    let page = Page { width: 595.0, height: 842.0, items };
    Laid {
        pages: vec![page],
        pictures: Default::default(),
        outline: Vec::new(),
        destinations: Vec::new(),
        structure: Vec::new(),
        undrawn: Vec::new(),
    }
}

fn written(mut laid: Laid, library: &Library) -> Vec<u8> {
    let package =
        Package::open(include_bytes!("../blank.docx").as_slice(), &platen_ooxml::Limits::default()).unwrap();
    let (limits, properties) = (PdfLimits::default(), Properties::default());
    let budget = platen_ooxml::Budget::of(&limits.package);
    let making = Making {
        library,
        kept: &Kept::default(),
        package: &package,
        limits: &limits,
        budget: &budget,
        properties: &properties,
        conformance: None,
        selection: None,
    };
    pdf(&mut laid, &making).unwrap().pdf
}

/// What a program of poppler-utils prints of the PDF.
fn poppler(program: &str, arguments: &[&str], pdf: &[u8], after: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output = Command::new(program).args(arguments).arg(&file).args(after).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// One line for each kind of face: bundled, fitted, signs, variable, synthetic, other scripts.
const SPECIMEN: [(&str, bool, bool, &str); 22] = [
    ("Calibri", false, false, "Calibri: Handgloves fjord 0123456789 ÄÖÜ ß é"),
    ("Calibri Light", false, false, "Calibri Light: Handgloves fjord 0123456789 ÄÖÜ"),
    ("Aptos", false, false, "Aptos: Handgloves fjord 0123456789 ÄÖÜ ß é"),
    ("Aptos", true, false, "Aptos bold: Handgloves fjord 0123456789 ÄÖÜ"),
    ("Aptos", true, true, "Aptos bold italic: Handgloves fjord 0123456789"),
    ("Consolas", false, false, "Consolas: Handgloves fjord 0123456789 {}"),
    ("Verdana", false, false, "Verdana: Handgloves fjord 0123456789"),
    ("Tahoma", false, true, "Tahoma italic: Handgloves fjord 0123456789"),
    ("Century Gothic", false, false, "Century Gothic: Handgloves fjord 0123456789"),
    ("Garamond", false, false, "Garamond: Handgloves fjord 0123456789"),
    ("Georgia", true, false, "Georgia bold: Handgloves fjord 0123456789"),
    ("Arial Black", false, false, "Arial Black: Handgloves 0123456789"),
    ("Arial Narrow", false, false, "Arial Narrow: Handgloves fjord 0123456789"),
    ("Lucida Fax", false, false, "Lucida Fax: Handgloves fjord 0123456789"),
    ("Segoe UI", false, true, "Segoe UI italic: Handgloves fjord 0123456789"),
    ("Open Sans", false, false, "Open Sans: Handgloves fjord 0123456789"),
    ("Candara", false, false, "Candara: Handgloves fjord 0123456789"),
    ("Symbol", false, false, "\u{f0b7}\u{f061}\u{f062}\u{f067}\u{f0e5}\u{f0ae}\u{f0b3}"),
    (
        "Wingdings",
        false,
        false,
        "\u{f0a7}\u{f0d8}\u{f0fc}\u{f0fe}\u{f0a8}\u{f0e0}\u{f04a}\u{f028}\u{f06c}\u{f071}",
    ),
    ("Times New Roman", false, false, "שלום עולם и Привет, κόσμε"),
    ("Arial", true, false, "हिन्दी नमस्ते ไทยสวัสดี வணக்கம் নমস্কার"),
    ("MS Mincho", false, false, "MS Mincho: half width 0123"),
];

fn specimen(library: &Library) -> Laid {
    let lines = SPECIMEN.iter().zip(1..);
    let items = lines.flat_map(|((family, bold, italic, text), number)| {
        line(library, (family, *bold, *italic), text, 30.0 * f64::from(number))
    });
    laid(items.collect())
}

#[test]
fn every_kind_of_face_is_drawn_and_read_back() {
    let library = Library::new(FontFolders::default());
    let pdf = written(specimen(&library), &library);
    let text = poppler("pdftotext", &["-layout"], &pdf, &["-"]);
    for (.., wanted) in SPECIMEN.iter().filter(|(.., text)| text.is_ascii()) {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    for wanted in ["•αβγ∑→≥", "▪➢✔☑", "ÄÖÜ ß é", "हिन्दी नमस्ते", "ไทยสวัสดี", "வணக்கம்", "নমস্কার", "Привет"]
    {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    let fonts = poppler("pdffonts", &[], &pdf, &[]);
    let embedded = fonts.lines().skip(2).filter(|font| font.contains("yes yes yes")).count();
    assert_eq!(
        embedded,
        fonts.lines().skip(2).count(),
        "embedded, subset, with a way back to text:\n{fonts}"
    );
    assert!(pdf.len() < 200_000, "{} bytes: the faces are subset", pdf.len());
    assert!(fonts.contains("PlatenSans-BoldItalic") && fonts.contains("Carlito"), "{fonts}");
    assert_eq!(pdf, written(specimen(&library), &library), "the same pages, the same bytes");
}

#[test]
fn links_headings_and_rules_are_there() {
    let library = Library::new(FontFolders::default());
    let rect = Rect { x: 100.0, y: 100.0, width: 50.0, height: 12.0 };
    let link = |target| Item::Link { rect, target: Arc::new(target), element: None };
    let rule = Rule {
        from: (40.0, 40.0),
        to: (200.0, 40.0),
        width: 1.0,
        colour: [255, 0, 0],
        dash: platen_layout::Dash::Dashed,
    };
    let group = Group {
        transform: [1.0, 0.0, 0.0, 1.0, 10.0, 10.0],
        clip: Some(Clip::Rect(rect)),
        opacity: 1.0,
        items: Arc::new([Item::Rule(rule)]),
    };
    let items = vec![
        link(Target::Uri("https://example.com/a".into())),
        link(Target::Bookmark("there".into())),
        link(Target::Bookmark("nowhere".into())),
        Item::Fill { rect, colour: [0, 128, 0] },
        Item::Group(group),
    ];
    let mut laid = laid(items);
    laid.destinations = vec![Destination { name: "there".into(), page: 0, x: 10.0, y: 20.0 }];
    let heading = |level, title: &str| Heading { level, title: title.to_owned(), page: 0, y: 30.0 };
    laid.outline = vec![heading(0, "One"), heading(1, "One and one"), heading(0, "Two")];
    let pdf = written(laid, &library);
    let file = lopdf::Document::load_mem(&pdf).unwrap();
    let objects = file.objects.values().filter_map(|object| object.as_dict().ok());
    let annotations = objects
        .clone()
        .filter(|dict| dict.get(b"Subtype").is_ok_and(|of| of.as_name().is_ok_and(|n| n == b"Link")));
    assert_eq!(annotations.count(), 2, "the one to nowhere is no link");
    let titles = objects.filter(|dict| dict.has(b"Title") && dict.has(b"Parent"));
    assert_eq!(titles.count(), 3);
}

#[test]
fn a_document_becomes_the_same_bytes_whatever_was_converted_before() {
    let aptos = |text: &str| {
        let fonts = docx_rs::RunFonts::new().ascii("Aptos").hi_ansi("Aptos");
        let run = docx_rs::Run::new().add_text(text).fonts(fonts);
        let mut file = std::io::Cursor::new(Vec::new());
        let docx = docx_rs::Docx::new().add_paragraph(docx_rs::Paragraph::new().add_run(run));
        docx.build().pack(&mut file).unwrap();
        file.into_inner()
    };
    // The logo, styles and faces of the samples, and a fitted face with glyphs that only one of two documents draws, with the
    // same glyphs in another order, and with the same glyphs again.
    let mut documents: Vec<Vec<u8>> = platen_samples::SAMPLES.iter().map(|sample| (sample.docx)()).collect();
    documents.extend(["Žofie", "Ada", "Ωmega", "daA", "Ada, Ada"].map(aptos));
    let (limits, finish) = (PdfLimits::default(), Finish::default());
    let convert =
        |engine: &mut Typesetter, docx: &[u8]| engine.convert(docx, &limits, &finish, None).unwrap();
    let cold: Vec<_> = documents.iter().map(|docx| convert(&mut Typesetter::new(Vec::new()), docx)).collect();
    let mut engine = Typesetter::new(Vec::new());
    for at in (0..documents.len()).chain((0..documents.len()).rev()) {
        assert!(convert(&mut engine, &documents[at]) == cold[at], "document {at}");
    }
}

/// The forms of a file, and how often its pages themselves draw a form and a line.
fn streams(pdf: &[u8]) -> (usize, usize, usize) {
    let file = lopdf::Document::load_mem(pdf).unwrap();
    let is_form = |stream: &&lopdf::Stream| {
        stream.dict.get(b"Subtype").is_ok_and(|of| of.as_name().is_ok_and(|name| name == b"Form"))
    };
    let forms = file.objects.values().filter_map(|object| object.as_stream().ok()).filter(is_form);
    let (mut drawn, mut lines) = (0, 0);
    for page in file.get_pages().into_values() {
        let content = file.get_and_decode_page_content(page).unwrap();
        drawn += content.operations.iter().filter(|own| own.operator == "Do").count();
        lines += content.operations.iter().filter(|own| own.operator == "l").count();
    }
    (forms.count(), drawn, lines)
}

#[test]
fn what_repeats_on_each_page_is_drawn_once() {
    let library = Library::new(FontFolders::default());
    let rule = |at: f64| {
        let (from, to) = ((0.0, at), (50.0, at));
        Item::Rule(Rule { from, to, width: 1.0, colour: [0; 3], dash: platen_layout::Dash::Solid })
    };
    let logo: Arc<[Item]> = (0..100).map(|at| rule(f64::from(at))).collect();
    let pages = |items: &dyn Fn() -> Arc<[Item]>| {
        let page = |at: f64| {
            let group = Group { items: items(), ..Group::new([1.0, 0.0, 0.0, 1.0, at, 40.0], Vec::new()) };
            Page { width: 595.0, height: 842.0, items: vec![Item::Group(group)] }
        };
        let pages = [40.0, 50.0, 60.0].map(page).into();
        written(Laid { pages, ..laid(Vec::new()) }, &library)
    };
    assert_eq!(streams(&pages(&|| Arc::clone(&logo))), (1, 3, 0));
    assert_eq!(streams(&pages(&|| logo.to_vec().into())), (0, 0, 300));
}
