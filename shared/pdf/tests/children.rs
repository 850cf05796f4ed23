//! Conversions in child processes. Without libtest's harness, since the children are this program started again.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use docx_rs::{Docx, Paragraph, Pic, Run};
use platen_ooxml::{Bounds, Budget, Exhausted, Limits};
use platen_pdf::merge::{InProcess, Merge, MergeError};
use platen_pdf::{
    ChildSettings, Engine, Passage, PdfError, PdfLimits, PdfOptions, Platen, SandboxMode, SvgChildren,
};
use platen_svg::{DrawInProcess, DrawSvg};
use uuid::Uuid;

const CHILD: &str = "child-of-the-test";

fn main() {
    if std::env::args().any(|argument| argument == CHILD) {
        platen_pdf::serve().unwrap();
        return;
    }
    let _left_open = rustix::io::dup(fs::File::open("/etc/passwd").unwrap()).unwrap();
    many_at_once_give_the_same_bytes();
    what_is_wrong_with_a_document_is_told();
    a_lost_child_costs_its_own_document();
    what_somebody_kills_is_tried_again_once();
    a_child_that_grew_large_is_not_kept();
    a_budget_ends_the_conversion();
    no_child_serves_two_tenants();
    children_are_confined();
    pictures_are_drawn_in_children();
    passages_are_found_on_their_pages();
    pdfs_are_joined_in_a_child();
    programs_that_are_no_converters_are_told_apart();
}

fn settings() -> ChildSettings {
    let arguments = vec![OsString::from(CHILD)];
    let settings = ChildSettings::of_this_program(arguments).unwrap();
    ChildSettings { sandbox: SandboxMode::Required, ..settings }
}

fn engine(change: impl FnOnce(&mut ChildSettings)) -> Platen {
    let mut settings = settings();
    change(&mut settings);
    Platen::new(Vec::new(), settings)
}

/// Made once: docx-rs writes the time into it.
fn letter() -> Vec<u8> {
    static LETTER: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    LETTER.get_or_init(|| pack(Docx::new().add_paragraph(paragraph("Dear Ada")))).clone()
}

fn many_at_once_give_the_same_bytes() {
    // Also when each child is replaced after every second document.
    let engine = engine(|settings| settings.conversions = 2);
    let (letter, options) = (letter(), PdfOptions::default());
    let expected = engine.convert(&letter, &options).unwrap().pdf;
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(engine.convert(&letter, &options).unwrap().pdf, expected);
                }
            });
        }
    });
}

fn what_is_wrong_with_a_document_is_told() {
    let engine = engine(|_| {});
    let error = engine.convert(b"garbage", &PdfOptions::default()).unwrap_err();
    assert!(matches!(error, PdfError::Package(_)) && error.to_string().starts_with("the file "), "{error}");
    let limits = PdfLimits { pages: 1, ..PdfLimits::default() };
    let two_pages = pack((0..100).fold(Docx::new(), |docx, _| docx.add_paragraph(paragraph("A line."))));
    let error = engine.convert(&two_pages, &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Limit { limit: "pages", .. }), "{error}");
}

fn a_lost_child_costs_its_own_document() {
    // It wants more memory than a child may have.
    let small = engine(|settings| settings.memory_bytes = 420 << 20);
    let (letter, large, options) = (letter(), with_large_picture(), PdfOptions::default());
    let expected = small.convert(&letter, &options).unwrap().pdf;
    thread::scope(|scope| {
        let lost = scope.spawn(|| small.convert(&large, &options));
        while !lost.is_finished() {
            assert_eq!(small.convert(&letter, &options).unwrap().pdf, expected);
        }
        let error = lost.join().unwrap().unwrap_err();
        assert!(error.to_string().contains("the limit pdf_memory (420 MiB)"), "{error}");
    });
    assert_eq!(small.convert(&letter, &options).unwrap().pdf, expected);

    // It is killed while it waits: nobody notices.
    children().into_iter().for_each(|child| kill("-KILL", child));
    thread::sleep(Duration::from_millis(100));
    assert_eq!(small.convert(&letter, &options).unwrap().pdf, expected);
}

fn what_somebody_kills_is_tried_again_once() {
    let engine = engine(|settings| settings.most = NonZeroUsize::MIN);
    let (document, options) = (document_of(3_000), PdfOptions::default());
    let expected = engine.convert(&document, &options).unwrap().pdf;
    // Each at its work: the child that waits is the first.
    let converted = |signals: &[&str]| {
        thread::scope(|scope| {
            let working = scope.spawn(|| engine.convert(&document, &options));
            let mut before = Vec::new();
            for signal in signals {
                let at_work = loop {
                    match children().into_iter().find(|child| !before.contains(child)) {
                        Some(child) => break child,
                        None => thread::sleep(Duration::from_millis(1)),
                    }
                };
                thread::sleep(Duration::from_millis(50));
                assert!(!working.is_finished(), "a document that takes longer is needed");
                kill(signal, at_work);
                before.push(at_work);
            }
            working.join().unwrap().map(|converted| converted.pdf)
        })
    };
    assert_eq!(converted(&["-KILL"]).unwrap(), expected);
    assert!(matches!(converted(&["-KILL", "-KILL"]), Err(PdfError::Killed)));
    // What a child does by itself is its document's fault.
    assert!(matches!(converted(&["-ABRT"]), Err(PdfError::Engine)));
    assert_eq!(engine.convert(&document, &options).unwrap().pdf, expected);
}

fn a_child_that_grew_large_is_not_kept() {
    // What a letter leaves in a child fits into the default and not into a mebibyte.
    for (bytes, kept) in [(ChildSettings::KEPT_BYTES, 1), (1 << 20, 0)] {
        let engine = engine(|settings| settings.kept_bytes = bytes);
        for _ in 0..2 {
            engine.convert(&letter(), &PdfOptions::default()).unwrap();
            assert_eq!(children().len(), kept, "{bytes} bytes");
        }
    }
}

fn a_budget_ends_the_conversion() {
    let engine = engine(|settings| settings.most = NonZeroUsize::MIN);
    let limits = PdfLimits { time: Duration::ZERO, ..PdfLimits::default() };
    let error = engine.convert(&letter(), &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Exhausted(Exhausted::Time { limit: "pdf_time", .. })), "{error}");

    // The caller's budget counts, and not the limit.
    let budget = Budget::new("render_time", Duration::ZERO, u64::MAX);
    let options = PdfOptions { budget: Some(budget), ..PdfOptions::default() };
    let error = engine.convert(&letter(), &options).unwrap_err();
    assert!(matches!(error, PdfError::Exhausted(Exhausted::Time { limit: "render_time", .. })), "{error}");

    // A caller who goes ends the work at once, and makes room for the next.
    let (budget, long) = (Budget::new("pdf_time", Duration::from_secs(60), u64::MAX), long_document());
    let options = PdfOptions { budget: Some(budget.clone()), ..PdfOptions::default() };
    thread::scope(|scope| {
        let working = scope.spawn(|| engine.convert(&long, &options));
        thread::sleep(Duration::from_millis(100));
        assert!(!working.is_finished(), "a document that takes longer is needed");
        budget.cancel();
        let error = working.join().unwrap().unwrap_err();
        assert!(matches!(error, PdfError::Exhausted(Exhausted::Cancelled)), "{error}");
    });
    assert!(children().is_empty(), "the child of the cancelled document still runs");
    engine.convert(&letter(), &PdfOptions::default()).unwrap();
}

fn no_child_serves_two_tenants() {
    let two = NonZeroUsize::new(2).unwrap();
    let engine = engine(|settings| (settings.most, settings.kept) = (two, two));
    engine.warm_up().unwrap();
    let of = |tenant: u128| PdfOptions { tenant: Some(Uuid::from_u128(tenant)), ..PdfOptions::default() };
    let (letter, options) = (letter(), [of(1), of(2), of(3), PdfOptions::default()]);
    let expected = engine.convert(&letter, &options[0]).unwrap().pdf;
    // Which children there are after each tenant's document.
    let served = |who: usize| {
        assert_eq!(engine.convert(&letter, &options[who]).unwrap().pdf, expected);
        children().into_iter().collect::<BTreeSet<u32>>()
    };
    let first = served(0);
    // Two at most have read a tenant's bytes, and one waits that has read none.
    assert_eq!(first.len(), 2);
    assert_eq!(served(0), first, "the same tenant is served by the same child");
    let second = served(1);
    assert_eq!((second.len(), first.difference(&second).count()), (3, 0), "there is room for two tenants");
    assert_eq!(served(0), second);
    let third = served(2);
    // The second tenant's child waited longest.
    assert_eq!((third.len(), second.difference(&third).count()), (3, 1));
    let fourth = served(1);
    assert_eq!(
        (fourth.len(), third.difference(&fourth).count()),
        (3, 1),
        "the first tenant's child had to go"
    );
    // Who has no subscription is a tenant too.
    assert_eq!(fourth.difference(&served(3)).count(), 1);
}

fn children_are_confined() {
    let engine = engine(|_| {});
    assert_eq!(engine.sandbox(), None);
    engine.warm_up().unwrap();
    let report = engine.sandbox().unwrap();
    assert!(report.is_whole() && report.landlock_abi.is_some(), "{report:?}");
    // The one that converts, and not the next one, which may have just been started.
    let ready = children();
    assert_eq!(ready.len(), 1);
    engine.convert(&letter(), &PdfOptions::default()).unwrap();
    for child in ready {
        let status = fs::read_to_string(format!("/proc/{child}/status")).unwrap();
        let none = format!("CapEff:\t{:016x}", 0);
        for line in ["NoNewPrivs:\t1", "Seccomp:\t2", &none] {
            assert!(status.contains(line), "{line} is missing in {status}");
        }
        // Left open by whoever started this process, and not passed on.
        let open = fs::read_dir(format!("/proc/{child}/fd")).unwrap().flatten();
        let open = open.map(|file| fs::read_link(file.path()).unwrap_or_default());
        assert!(!open.into_iter().any(|file| file.starts_with("/etc")), "{child}");
        let environment = fs::read(format!("/proc/{child}/environ")).unwrap();
        let names: Vec<_> =
            environment.split(|byte| *byte == 0).filter_map(|v| v.split(|b| *b == b'=').next()).collect();
        let known: [&[u8]; 2] = [b"HOME", b""];
        assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
        let limits = fs::read_to_string(format!("/proc/{child}/limits")).unwrap();
        for (name, most) in [("Max core file size", "0"), ("Max file size", "0"), ("Max processes", "0")] {
            let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
            assert_eq!(line[name.len()..].split_whitespace().next(), Some(most), "{line}");
        }
    }
}

fn pictures_are_drawn_in_children() {
    let settings = ChildSettings { most: NonZeroUsize::MIN, ..settings() };
    let drawer = SvgChildren::new(settings).of(Some(Uuid::from_u128(1)));
    let limits = Limits::default();
    let long = || Budget::new("render_time", Duration::from_secs(60), u64::MAX);
    let svg = |inner: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" height=\"50\">{inner}</svg>")
    };
    let star = svg("<path d=\"M0 0H9V9Z\"/><text x=\"5\" y=\"40\">Hello</text>");
    let draw = |drawer: &dyn DrawSvg, svg: &str, budget: &Budget| {
        drawer.draw(svg.as_bytes(), Some(1_000_000), Bounds { limits: &limits, budget })
    };
    let drawn = draw(&*drawer, &star, &long()).unwrap();
    assert_eq!(drawn, draw(&DrawInProcess, &star, &long()).unwrap());
    let error = draw(&*drawer, "<svg", &long()).unwrap_err();
    assert_eq!(error, draw(&DrawInProcess, "<svg", &long()).unwrap_err());

    // Nothing tells what these cost but drawing them, which takes hours or gigabytes.
    let rect = "<rect width=\"99\" height=\"50\"";
    let kernel = format!(
        "<filter id=\"f\"><feMorphology radius=\"900\" operator=\"dilate\"/></filter>{rect} filter=\"url(#f)\"/>"
    );
    let layers = format!("{}{rect}/>{}", "<g opacity=\".5\">".repeat(60), "</g>".repeat(60)).repeat(400);
    let octaves = format!(
        "<filter id=\"f\"><feTurbulence baseFrequency=\".05\" numOctaves=\"999999999\"/></filter>{rect} filter=\"url(#f)\"/>"
    );
    for bomb in [kernel, layers, octaves] {
        let budget = Budget::new("render_time", Duration::from_millis(700), u64::MAX);
        let began = Instant::now();
        let error = draw(&*drawer, &svg(&bomb), &budget).unwrap_err();
        let took = began.elapsed();
        assert!(error.contains("render_time") || error.contains("memory"), "{error}: {bomb:.80}");
        // Not a measure of speed: it would take minutes.
        assert!(took < Duration::from_secs(20), "{took:?}: {bomb:.80}");
        assert_eq!(draw(&*drawer, &star, &long()).unwrap(), drawn);
    }
}

fn passages_are_found_on_their_pages() {
    let engine = engine(|_| {});
    let mut docx = Docx::new();
    for text in ["Dear {{ name }},", "one {{ x }} two", "three {{ x }} four"] {
        docx = docx.add_paragraph(paragraph(text));
    }
    let next = Paragraph::new().page_break_before(true);
    let mut caps = Run::new().add_text("small ");
    caps.run_property = caps.run_property.caps();
    docx = docx.add_paragraph(next.add_run(caps).add_run(Run::new().add_text("{% if a").bold()).add_run(
        Run::new().add_text(" %} and a text so long that it takes more than the one line that a page has room for: {% if bb %}"),
    ));
    let docx = pack(docx);
    let passage = |text: &str, tag: &str| {
        let start = text[..text.find(tag).unwrap()].chars().count();
        Passage { text: text.to_owned(), meant: start..start + tag.chars().count() }
    };
    let passages = vec![
        passage("{{ x }}", "{{ x }}"),
        passage("{{ x }}", "{{ x }}"),
        passage("Small {% if a %} and a text", "{% if a %}"),
        // Its surroundings are not those of the page.
        passage("elsewhere {{ name }}", "{{ name }}"),
        passage("{{ nobody }}", "{{ nobody }}"),
        passage("", ""),
        passage("for: {% if bb %}", "{% if bb %}"),
    ];
    let found = engine.find(&docx, passages, &PdfOptions::default()).unwrap();
    let pages: Vec<_> = found.iter().map(|found| found.as_ref().map(|found| found.page)).collect();
    assert_eq!(pages, [Some(1), Some(1), Some(2), Some(1), None, None, Some(2)]);
    let mark = |at: usize| {
        let marks = &found[at].as_ref().unwrap().marks;
        assert_eq!(marks.len(), 1, "{marks:?}");
        marks[0]
    };
    let (first, second, caps, name) = (mark(0), mark(1), mark(2), mark(3));
    assert!(name.top < first.top && first.top < second.top, "{found:?}");
    assert!(first.left > name.left - first.width && second.left > first.left, "behind a longer word");
    for mark in [first, second, caps, name] {
        assert!(mark.left > 0.05 && mark.left + mark.width < 0.95 && mark.width > 0.02, "{mark:?}");
        assert!(mark.top > 0.05 && mark.top + mark.height < 0.95 && mark.height > 0.008, "{mark:?}");
    }
    // It begins on one line and ends on the next.
    let broken = &found[6].as_ref().unwrap().marks;
    assert_eq!(broken.len(), 2, "{broken:?}");
    assert!(broken[0].top < broken[1].top && broken[0].left > broken[1].left, "{broken:?}");
}

fn pdfs_are_joined_in_a_child() {
    let engine = engine(|_| {});
    let pdf = engine.convert(&letter(), &PdfOptions::default()).unwrap().pdf;
    let merged = |merger: &mut dyn Merge| {
        let mut bytes = merger.add("One", &pdf).unwrap();
        bytes.extend(merger.add("Two", &pdf).unwrap());
        bytes.extend(merger.finish(Some("Both")).unwrap());
        bytes
    };
    let before = children().len();
    let mut merger = engine.merger(&PdfLimits::default()).unwrap();
    assert_eq!(children().len(), before, "it starts with the first document");
    assert_eq!(merged(&mut *merger), merged(&mut InProcess::default()));
    assert_eq!(children().len(), before + 1);
    drop(merger);
    assert_eq!(children().len(), before, "it ends with the file");

    let mut merger = engine.merger(&PdfLimits::default()).unwrap();
    assert!(matches!(merger.finish(None), Err(MergeError::Empty)));
    let MergeError::Document { title, reason } = merger.add("Bad", b"%PDF-1.7 and no more").unwrap_err()
    else {
        panic!("it is the document's fault")
    };
    assert!(title == "Bad" && !reason.is_empty(), "{reason}");
    // What takes too long, or more memory than there is, is told of the document as well.
    for (limits, memory, says) in
        [(Duration::ZERO, 1 << 30, "pdf_time"), (Duration::from_secs(60), 330 << 20, "stopped")]
    {
        let engine = self::engine(|settings| settings.memory_bytes = memory);
        let mut merger = engine.merger(&PdfLimits { time: limits, ..PdfLimits::default() }).unwrap();
        let large = [pdf.as_slice(), &vec![b' '; 120 << 20]].concat();
        match merger.add("Large", &large) {
            Err(MergeError::Document { reason, .. }) => assert!(reason.contains(says), "{reason}"),
            other => panic!("{other:?}"),
        }
    }
}

fn programs_that_are_no_converters_are_told_apart() {
    let letter = letter();
    // One that cannot be started is for the operator to fix.
    let missing = engine(|settings| settings.program = "/nowhere/platen".into());
    assert!(matches!(missing.convert(&letter, &PdfOptions::default()), Err(PdfError::Child(_))));
    assert!(matches!(missing.warm_up(), Err(PdfError::Child(_))));
    // One that speaks another language is not waited for.
    let other = engine(|settings| settings.program = "/bin/true".into());
    assert!(matches!(other.convert(&letter, &PdfOptions::default()), Err(PdfError::Engine)));
}

fn kill(signal: &str, process: u32) {
    let status = std::process::Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(status.unwrap().success());
}

/// The processes that convert for this one.
fn children() -> Vec<u32> {
    let own = std::process::id();
    let tasks = fs::read_dir(format!("/proc/{own}/task")).unwrap().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<_>>()).collect()
}

fn paragraph(text: &str) -> Paragraph {
    Paragraph::new().add_run(Run::new().add_text(text))
}

fn pack(docx: Docx) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    docx.build().pack(&mut file).unwrap();
    file.into_inner()
}

/// Seconds of work.
fn long_document() -> Vec<u8> {
    document_of(20_000)
}

fn document_of(paragraphs: u32) -> Vec<u8> {
    let line = "All work and no play makes Jack a dull boy. ".repeat(20);
    pack((0..paragraphs).fold(Docx::new(), |docx, _| docx.add_paragraph(paragraph(&line))))
}

/// A few hundred kilobytes that decode to 196 MB.
fn with_large_picture() -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 5_700, 5_700);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let row: Vec<u8> = (0..5_700_u32).flat_map(|x| [(x % 251) as u8, 80, 160, 128]).collect();
    encoder.write_header().unwrap().write_image_data(&row.repeat(5_700)).unwrap();
    let picture = Pic::new_with_dimensions(png, 5_700, 5_700).size(3_000_000, 3_000_000);
    pack(Docx::new().add_paragraph(Paragraph::new().add_run(Run::new().add_image(picture))))
}
