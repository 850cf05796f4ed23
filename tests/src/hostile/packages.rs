//! Files that are no honest package: ZIPs that lie, bombs, XML that never ends, formats that are refused.

use super::document::{Document, OFFICE, W, WORD, paragraph, relationships};
use super::mutations::Numbers;
use super::zip::{Entry, archive};
use super::{Case, Expected};

/// All of them.
pub fn all() -> Vec<Case> {
    let mut cases = bombs();
    cases.extend(containers());
    cases.extend(xml());
    cases.extend(formats());
    cases
}

fn letter() -> Document {
    Document::of_texts(&["Dear {{ name }},".to_owned()])
}

/// Small files that inflate to large ones (row 4 of the promises).
pub fn bombs() -> Vec<Case> {
    let zeros = vec![b' '; 64 << 20];
    let mut cases = Vec::new();
    let with = |change: &dyn Fn(&mut Vec<Entry>)| {
        let mut entries = letter().entries();
        change(&mut entries);
        archive(&entries)
    };
    let bomb = Entry::deflated("word/media/a.bin", &zeros);
    cases.push(("one part of 64 MiB in 64 KiB", with(&|entries| entries.push(bomb.clone()))));
    cases.push((
        "a main part of 64 MiB",
        with(&|entries| {
            entries.pop();
            entries.push(Entry::deflated("word/document.xml", &zeros));
        }),
    ));
    cases.push((
        "content types of 64 MiB",
        with(&|entries| entries[0] = Entry::deflated("[Content_Types].xml", &zeros)),
    ));
    cases.push((
        "a part that says it is small",
        with(&|entries| entries.push(Entry { size: 10, ..bomb.clone() })),
    ));
    cases.push((
        "a part that says it is huge",
        with(&|entries| entries.push(Entry { size: u32::MAX - 1, ..Entry::deflated("word/a.bin", b"a") })),
    ));
    cases.push((
        "forty parts that share one body",
        with(&|entries| {
            let at = entries.iter().map(|e| 30 + e.local_name.len() as u32 + e.packed_size).sum::<u32>();
            entries.push(bomb.clone());
            for number in 0..40 {
                let name = format!("word/media/{number}.bin");
                entries.push(Entry {
                    packed: Vec::new(),
                    offset: Some(at),
                    name: name.clone(),
                    local_name: name,
                    ..bomb.clone()
                });
            }
        }),
    ));
    cases.push((
        "entries that overlap",
        with(&|entries| {
            let inner = Entry::stored("word/inner.bin", b"inner");
            let mut outer = Entry::stored("word/outer.bin", &archive(std::slice::from_ref(&inner)));
            outer.packed_size += 40;
            entries.push(outer);
            entries.push(inner);
        }),
    ));
    cases.push((
        "ten thousand parts and more",
        with(&|entries| {
            entries.extend((0..10_100).map(|number| Entry::stored(&format!("word/{number}.bin"), b"")))
        }),
    ));
    cases.push((
        "many parts of half a megabyte",
        with(&|entries| {
            let part = Entry::deflated("a", &zeros[..1 << 19]);
            let named = |number| format!("word/media/{number}.bin");
            entries.extend((0..400).map(|n| Entry { name: named(n), local_name: named(n), ..part.clone() }));
        }),
    ));
    let inner = archive(&[Entry::deflated("a", &zeros)]);
    let nested = archive(&[Entry::deflated("b", &inner)]);
    cases.push((
        "a bomb in a bomb",
        with(&|entries| {
            entries.pop();
            entries.push(Entry::deflated("word/document.xml", &nested));
        }),
    ));
    cases.into_iter().map(|(name, bytes)| Case::refused(format!("bomb: {name}"), bytes)).collect()
}

/// Directories that say one thing and mean another.
fn containers() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: &str, change: &dyn Fn(&mut Vec<Entry>)| {
        let mut entries = letter().entries();
        change(&mut entries);
        cases.push(Case::refused(format!("package: {name}"), archive(&entries)));
    };
    for name in [
        "/etc/passwd",
        "../../etc/passwd",
        "word/../../x.xml",
        "word\\document2.xml",
        "C:/x.xml",
        "word//x.xml",
        "./word/x.xml",
        "word/x\0.xml",
        "word/./x.xml",
        "word/x./y.xml",
    ] {
        add(&format!("an entry named {name:?}"), &|entries| entries.push(Entry::stored(name, b"x")));
    }
    add("one name twice", &|entries| entries.push(Entry::stored("word/document.xml", b"x")));
    add("one name twice but for its case", &|entries| entries.push(Entry::stored("WORD/Document.XML", b"x")));
    add("a local header with another name", &|entries| {
        entries[2].local_name = "word/styles.xmlxxx".to_owned()
    });
    add("a wrong checksum", &|entries| entries[2].crc ^= 1);
    add("an encrypted entry", &|entries| entries[2].flags |= 1);
    add("an unknown compression", &|entries| entries[2].method = 99);
    add("an entry behind the end", &|entries| entries[2].offset = Some(0x7FFF_FFFF));
    add("an entry cut short", &|entries| {
        let half = entries[2].packed.len() / 2;
        entries[2].packed.truncate(half);
        entries[2].packed_size = half as u32;
    });
    add("no main part", &|entries| {
        entries.pop();
    });
    add("no content types", &|entries| {
        entries.remove(0);
    });
    add("no relationships", &|entries| {
        entries.remove(1);
    });
    let whole = letter().docx();
    for (name, bytes) in [
        ("nothing", Vec::new()),
        ("a file of text", b"Dear {{ name }},".to_vec()),
        ("the end of a ZIP alone", b"PK\x05\x06".iter().copied().chain([0; 18]).collect()),
        ("half a file", whole[..whole.len() / 2].to_vec()),
        ("a file without its last byte", whole[..whole.len() - 1].to_vec()),
        (
            "a gigabyte of entries in a few bytes",
            b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0".to_vec(),
        ),
    ] {
        cases.push(Case::refused(format!("package: {name}"), bytes));
    }
    cases
}

/// XML that costs more than it is.
#[expect(clippy::too_many_lines, reason = "a table")]
fn xml() -> Vec<Case> {
    let mut cases = Vec::new();
    let main = |before: &str, body: &str| {
        Document::of_main(
            format!("{before}<w:document xmlns:w=\"{W}\"><w:body>{body}</w:body></w:document>").into_bytes(),
        )
        .docx()
    };
    let laughs: String =
        (1..10).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let hello = paragraph("{{ name }}");
    for (name, before) in [
        ("a DOCTYPE", "<!DOCTYPE w:document>".to_owned()),
        ("an entity bomb", format!("<!DOCTYPE x [<!ENTITY l0 \"lol\">{laughs}]>")),
        ("one large entity", format!("<!DOCTYPE x [<!ENTITY a \"{}\">]>", "a".repeat(100_000))),
        ("an external entity", "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>".to_owned()),
        ("an external DTD", "<!DOCTYPE x SYSTEM \"http://127.0.0.1:9/x.dtd\">".to_owned()),
        ("a parameter entity", "<!DOCTYPE x [<!ENTITY % a SYSTEM \"http://127.0.0.1:9/x\"> %a;]>".to_owned()),
    ] {
        cases.push(Case::refused(format!("xml: {name}"), main(&before, &hello)));
    }
    cases.push(Case::refused(
        "xml: an unknown entity",
        main("", "<w:p><w:r><w:t>{{ a }}&b;</w:t></w:r></w:p>"),
    ));
    for depth in [300, 1_000_000] {
        let body = format!("{}{hello}{}", "<w:x>".repeat(depth), "</w:x>".repeat(depth));
        cases.push(Case::refused(format!("xml: {depth} elements deep"), main("", &body)));
        cases.push(Case::refused(
            format!("xml: {depth} elements never closed"),
            main("", &"<w:x>".repeat(depth)),
        ));
    }
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect();
    let any = |name: &str, body: String| Case::harmless(format!("xml: {name}"), main("", &body));
    cases.push(any("a hundred thousand attributes", format!("<w:p{attributes}/>{hello}")));
    cases.push(any("an attribute of 10 MB", format!("<w:p w:a=\"{}\"/>{hello}", "a ".repeat(5_000_000))));
    cases.push(any(
        "a text of 10 MB",
        format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>{hello}", "ab ".repeat(3_333_333)),
    ));
    cases.push(any("a million paragraphs", format!("{}{hello}", "<w:p/>".repeat(1_000_000))));
    cases.push(any("five million elements", format!("{}{hello}", "<w:p/>".repeat(5_000_000))));
    cases.push(any(
        "a million namespaces",
        (0..100_000).map(|n| format!("<w:p xmlns:n{n}=\"urn:{n}\"/>")).collect::<String>() + &hello,
    ));
    cases.push(any("a comment of 10 MB", format!("<!--{}-->{hello}", "a ".repeat(5_000_000))));
    cases.push(any("a million comments", format!("{}{hello}", "<!---->".repeat(1_000_000))));
    cases.push(any("a million instructions", format!("{}{hello}", "<?a?>".repeat(1_000_000))));
    cases.push(any(
        "a million runs in a paragraph",
        format!("<w:p>{}</w:p>{hello}", "<w:r><w:t>a</w:t></w:r>".repeat(300_000)),
    ));
    cases.push(any(
        "a tag over a hundred thousand runs",
        format!(
            "<w:p>{}</w:p>",
            "{{a}}"
                .chars()
                .map(|c| format!("<w:r><w:t>{c}</w:t></w:r>{}", "<w:r/>".repeat(100_000)))
                .collect::<String>()
        ),
    ));
    cases.push(any(
        "fifty thousand content controls",
        "<w:sdt><w:sdtPr><w:tag w:val=\"a\"/><w:text/></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>"
            .repeat(50_000),
    ));
    cases.push(any(
        "nested tables",
        format!("{}{hello}{}", "<w:tbl><w:tr><w:tc>".repeat(80), "</w:tc></w:tr></w:tbl>".repeat(80)),
    ));
    cases.push(Case::refused(
        "xml: U+0001",
        main("", "<w:p><w:r><w:t>{{ x }}\u{1}{ x }\u{1}</w:t></w:r></w:p>"),
    ));
    cases.push(Case::refused("xml: not well-formed", main("", "<w:p><w:r></w:p></w:r>{{ a }}")));
    cases.push(Case::refused(
        "xml: not UTF-8",
        Document::of_main([b"<w:document>".as_slice(), &[0xFF, 0xFE, 0x80]].concat()).docx(),
    ));
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><!DOCTYPE a><a/>"
                .encode_utf16()
                .flat_map(u16::to_le_bytes),
        )
        .collect();
    cases.push(Case::refused("xml: a DOCTYPE in UTF-16", Document::of_main(utf16).docx()));
    let cyclic = Document::of_body(&hello)
        .with(
            "word/_rels/a.xml.rels",
            relationships(&format!("<Relationship Id=\"a\" Type=\"{OFFICE}/header\" Target=\"a.xml\"/>")),
        )
        .with("word/a.xml", "<a/>")
        .related("a", "header", "a.xml", false)
        .related("b", "officeDocument", "document.xml", false);
    cases.push(
        Case { expected: Expected::Any, ..Case::refused("xml: relationships in a circle", cyclic.docx()) }
            .with_data("{\"name\": \"Ada\"}"),
    );
    let many: String = (0..30_000)
        .map(|n| format!("<Relationship Id=\"r{n}\" Type=\"{OFFICE}/image\" Target=\"media/{n}.png\"/>"))
        .collect();
    let mut document = Document::of_body(&hello);
    document.relationships = many;
    cases.push(Case::harmless("xml: thirty thousand relationships", document.docx()));
    cases
}

/// Formats that are refused with the reason, whatever their name says.
fn formats() -> Vec<Case> {
    let compound = [&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], [0; 4096].as_slice()].concat();
    let mut cases = vec![
        Case::refused("format: an OLE compound file", compound.clone()),
        Case::refused("format: RTF", b"{\\rtf1\\ansi {{ name }}}".to_vec()),
        Case::refused("format: HTML", b"<html><body>{{ name }}</body></html>".to_vec()),
        Case::refused("format: a PDF", b"%PDF-1.7\n".to_vec()),
    ];
    let typed = |kind: &str| {
        let mut entries = letter().entries();
        let types = format!(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"{kind}\"/></Types>"
        );
        entries[0] = Entry::stored("[Content_Types].xml", types.as_bytes());
        archive(&entries)
    };
    for kind in [
        "application/vnd.ms-word.document.macroEnabled.main+xml",
        "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
        "text/html",
        "",
    ] {
        cases.push(Case::refused(format!("format: a main part of type {kind:?}"), typed(kind)));
    }
    for (name, part, kind) in [
        ("macros", "word/vbaProject.bin", "application/vnd.ms-office.vbaProject"),
        ("ActiveX", "word/activeX/activeX1.bin", "application/vnd.ms-office.activeX"),
        (
            "an OLE object",
            "word/embeddings/oleObject1.bin",
            "application/vnd.openxmlformats-officedocument.oleObject",
        ),
    ] {
        let relation = match name {
            "macros" => "vbaProject",
            "ActiveX" => "control",
            _ => "oleObject",
        };
        let target = part.trim_start_matches("word/");
        let document = letter()
            .with(part, compound.clone())
            .typed(&format!("/{part}"), kind)
            .related("x", relation, target, false);
        // An object's data is removed, and the rest of the document used.
        let case = if relation == "oleObject" { Case::harmless } else { Case::refused };
        cases.push(case(format!("format: {name}"), document.docx()));
    }
    let header = Document::of_body(&paragraph("{{ name }}"))
        .typed("/word/none.xml", &format!("{WORD}.header+xml"))
        .related("h", "header", "none.xml", false);
    cases.push(Case::harmless("format: a header that does not exist", header.docx()));
    cases
}

/// A document whose text is in fonts that it brings along: one of noise, one whose tables lie outside of it, and one that is
/// as large as its name is short.
pub fn embedded_fonts() -> Vec<u8> {
    let tables = |count: u16| {
        let mut font = vec![0, 1, 0, 0];
        font.extend(count.to_be_bytes());
        font.extend([0; 6]);
        for _ in 0..count.min(64) {
            font.extend(*b"glyf");
            font.extend([0xFF; 12]);
        }
        font
    };
    let mut numbers = Numbers(5);
    let noise = (0..2 << 20).map(|_| numbers.below(256) as u8).collect();
    let fonts = [vec![0xA5; 4_096], tables(u16::MAX), [tables(64), noise].concat()];
    let body: String = (0..fonts.len())
        .map(|n| {
            format!("<w:p><w:r><w:rPr><w:rFonts w:ascii=\"Evil {n}\" w:hAnsi=\"Evil {n}\"/></w:rPr><w:t>text</w:t></w:r></w:p>")
        })
        .collect();
    let (mut document, mut rows, mut links) = (Document::of_body(&body), String::new(), String::new());
    for (n, font) in fonts.into_iter().enumerate() {
        rows += &format!(
            "<w:font w:name=\"Evil {n}\"><w:embedRegular r:id=\"f{n}\" \
             w:fontKey=\"{{00000000-0000-0000-0000-000000000000}}\"/></w:font>"
        );
        links +=
            &format!("<Relationship Id=\"f{n}\" Type=\"{OFFICE}/font\" Target=\"fonts/font{n}.odttf\"/>");
        let part = format!("word/fonts/font{n}.odttf");
        document = document
            .typed(&format!("/{part}"), "application/vnd.openxmlformats-officedocument.obfuscatedFont")
            .with(&part, font);
    }
    let table = format!("<w:fonts xmlns:w=\"{W}\" xmlns:r=\"{OFFICE}\">{rows}</w:fonts>");
    document
        .related("t", "fontTable", "fontTable.xml", false)
        .typed("/word/fontTable.xml", &format!("{WORD}.fontTable+xml"))
        .with("word/fontTable.xml", table)
        .with("word/_rels/fontTable.xml.rels", relationships(&links))
        .docx()
}
