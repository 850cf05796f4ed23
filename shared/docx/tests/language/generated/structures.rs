//! Random structures: whatever a check of the template accepts is rendered, and the document pleases every judge that the
//! template pleases: the rules of all documents, python-docx, and the Open XML SDK's validator.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use platen_docx::{Controls, Limits, Missing, RenderOptions, Template};
use serde_json::{Value, json};

use super::judge::Judge;
use super::seeds;
use super::structures_grammar::{Structure, Structures};
use crate::office;
use crate::pack::{self, entries};
use crate::rules;
use crate::xml::{Element, Node};

/// Documents that are validated in one go: the validator takes a second to start, and reads one file.
const BATCH: usize = 250;

/// Whole packages that the validator sees besides, in each run.
const WHOLE: usize = 8;

/// Failures of a kind that are made smaller and told.
const TOLD: usize = 3;

/// How long one of them is made smaller.
const SHRINKING: Duration = Duration::from_secs(20);

/// A picture of one pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn package(made: &Structure) -> Vec<u8> {
    let story = |kind: &str, list: &[String], from: usize, before: &str, extra: &str| -> String {
        let notes = list.iter().enumerate();
        let notes =
            notes.map(|(i, text)| format!("<w:{kind} w:id=\"{}\"{extra}>{text}</w:{kind}>", i + from));
        before.to_owned() + &notes.collect::<String>()
    };
    let separators = "<w:footnote w:type=\"separator\" w:id=\"0\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
         <w:footnote w:type=\"continuationSeparator\" w:id=\"1\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>";
    let levels = "<w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/><w:lvlJc w:val=\"left\"/></w:lvl>";
    let header = if made.header.is_empty() { "<w:p/>" } else { &made.header };
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let others = [
        ("header1", header.to_owned()),
        ("footnotes", story("footnote", &made.notes, 2, separators, "")),
        ("comments", story("comment", &made.comments, 1, "", " w:author=\"A\"")),
        (
            "numbering",
            format!("<w:abstractNum w:abstractNumId=\"0\">{levels}</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"),
        ),
        (
            "styles",
            "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>\
             <w:style w:type=\"paragraph\" w:styleId=\"Heading1\"><w:name w:val=\"heading 1\"/></w:style>"
                .to_owned(),
        ),
        (
            "links",
            format!(
                "<Relationship Id=\"link1\" Type=\"{office}/hyperlink\" Target=\"http://example.com\" TargetMode=\"External\"/>\
                 <Relationship Id=\"pic1\" Type=\"{office}/image\" Target=\"media/image1.png\"/>"
            ),
        ),
    ];
    let body =
        format!("{}<w:sectPr><w:headerReference w:type=\"default\" r:id=\"rId2\"/></w:sectPr>", made.body);
    let made = pack::package(&pack::document(&body), &others);
    let mut parts: Vec<(String, Vec<u8>)> = entries(&made).into_iter().map(|e| (e.name, e.content)).collect();
    let types = String::from_utf8(std::mem::take(&mut parts[0].1)).unwrap();
    let png =
        "<Default Extension=\"png\" ContentType=\"image/png\"/><Override PartName=\"/word/document.xml\"";
    parts[0].1 = types.replacen("<Override PartName=\"/word/document.xml\"", png, 1).into_bytes();
    // The header's pictures and links are its own.
    let links =
        entries(&pack::zip(&parts)).into_iter().find(|e| e.name == "word/_rels/document.xml.rels").unwrap();
    for part in ["header1", "footnotes", "comments"] {
        let own = String::from_utf8(links.content.clone()).unwrap();
        let kept: String = own.split_inclusive("/>").filter(|r| !r.contains("Id=\"rId")).collect();
        let kept = match kept.contains("<Relationships") {
            true => kept,
            false => format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{kept}"
            ),
        };
        parts.push((format!("word/_rels/{part}.xml.rels"), kept.into_bytes()));
    }
    parts.push(("word/media/image1.png".to_owned(), STANDARD.decode(PIXEL).unwrap()));
    pack::zip(&parts)
}

/// Data with values for all names, and data with as little as there can be.
fn data(plenty: bool) -> Value {
    let inserted = pack::package(&pack::document("<w:p><w:r><w:t>inserted</w:t></w:r></w:p><w:p/>"), &[]);
    let rich = |value: Value| if plenty { value } else { Value::Null };
    let item =
        |name: &str| json!({"s1": name, "name": name, "html": {"$html": "<b>in</b>"}, "lines": "a\nb"});
    json!({
        "s1": if plenty { "x" } else { "" },
        "s2": "two & <three>",
        "lines": if plenty { "one\ntwo\tthree" } else { "" },
        "n1": if plenty { 7 } else { 0 },
        "b1": plenty, "b2": !plenty,
        "o": {"name": "Ann"},
        "empty": "",
        "none1": if plenty { json!("some") } else { Value::Null },
        "items": if plenty { vec![item("a"), item("b"), item("c")] } else { Vec::new() },
        "choice": "1", "day": "2026-11-24",
        "html": rich(json!({"$html": "<p>one <b>two</b></p><ul><li>three</li></ul><table><tr><td>four</td></tr></table>"})),
        "md": rich(json!({"$markdown": "one **two**\n\n- three\n- four"})),
        "img": rich(json!({"$image": PIXEL, "alt": "dot"})),
        "link": rich(json!({"$link": "https://example.com/a?b=c&d", "text": "here"})),
        "rich": rich(json!({"$richText": [{"text": "bold", "bold": true}, {"text": " plain"}]})),
        "docx": rich(json!({"$docx": STANDARD.encode(inserted)})),
    })
}

fn options(seed: u64) -> RenderOptions {
    let controls =
        [Controls::Keep, Controls::Keep, Controls::Remove, Controls::Lock][(seed / 7 % 4) as usize];
    RenderOptions { missing: Missing::Empty, controls, ..RenderOptions::default() }
}

/// A document, or why there is none; `None` where the check refuses the template.
fn document(package: &[u8], seed: u64, plenty: bool) -> Option<Result<Vec<u8>, String>> {
    let template = Template::compile(package.to_vec(), &Limits::default()).ok()?;
    Some(template.render(&data(plenty), &options(seed)).map_err(|error| error.to_string()))
}

/// What a refusal is about, without its place and the names in it.
fn reason(error: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut quoted) = (0_usize, false);
    for c in error.lines().next().unwrap_or_default().chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            '"' => quoted = !quoted,
            c if depth == 0 && !quoted && !c.is_ascii_digit() => out.push(c),
            _ => {}
        }
    }
    out.split_once(": ").map_or(out.clone(), |(_, what)| what.trim().to_owned())
}

/// What our own rules and python-docx say of a document, each kind with its words.
fn faults(
    package: &[u8],
    document: &Result<Vec<u8>, String>,
    judge: &mut Judge,
) -> Option<(&'static str, String)> {
    let document = match document {
        Ok(document) => document,
        Err(error) => return Some(("is not rendered", error.clone())),
    };
    let broken = rules::broken(package, document);
    if let Some(first) = broken.first() {
        return Some(("breaks a rule", first.clone()));
    }
    judge.read(document);
    let answer = judge.answer();
    // python-docx looks for no cell or row in a control, and misses it above a cell that is merged.
    let is_blind = |error: &str| {
        let misses =
            error.contains("no `tc` element at grid_offset") || error.contains("no tr above topmost tr");
        let holds = |name: &str| stories(document).contains(&format!("<w:sdtContent><w:{name}>"));
        misses && (holds("tc") || holds("tr"))
    };
    if let Some(error) = answer["raises"].as_str().filter(|error| !is_blind(error)) {
        judge.read(package);
        if judge.answer()["raises"].is_null() {
            return Some(("python-docx does not open it", error.to_owned()));
        }
    }
    None
}

/// All blocks of a package's stories.
fn stories(package: &[u8]) -> String {
    let mut out = String::new();
    for entry in entries(package) {
        let is_story = ["document", "header1", "footnotes", "comments"]
            .iter()
            .any(|name| entry.name == format!("word/{name}.xml"));
        if !is_story {
            continue;
        }
        let text = String::from_utf8(entry.content).unwrap();
        let Ok(root) = Element::parse(&text) else { continue };
        for holder in
            root.all().into_iter().filter(|e| ["body", "hdr", "footnote", "comment"].contains(&e.local()))
        {
            for child in holder.elements().filter(|e| e.local() != "sectPr") {
                child.write(&mut out);
            }
        }
    }
    out
}

/// What the validator says of the schema of each of these documents, in one run: their blocks stand in one document, each in a
/// control.
fn schema_errors(documents: &[&[u8]]) -> Vec<BTreeSet<String>> {
    let controls =
        documents.iter().map(|d| format!("<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>", stories(d)));
    let all = pack::package(&pack::document(&controls.collect::<String>()), &[]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.docx");
    fs::write(&path, all).unwrap();
    let mut found = vec![BTreeSet::new(); documents.len()];
    for error in office::errors(&path) {
        let text = |name: &str| error[name].as_str().unwrap_or_default();
        assert_ne!(text("errorType"), "Exception", "{error}");
        let at = text("xPath").strip_prefix("/w:document[1]/w:body[1]/w:sdt[");
        let number = at.and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
        // Its schema has smart tags nowhere, and says so in other words in each place.
        let is_fault = text("errorType") == "Schema" && !text("description").contains("smartTag'");
        if let Some(number) = number.filter(|_| is_fault) {
            // What could stand there depends on what stands before it: a template's own fault has other words elsewhere.
            let words = text("description").split(" List of possible").next().unwrap_or_default();
            found[number - 1].insert(format!("{}: {words}", text("id")));
        }
    }
    found
}

/// A template and its document.
type Pair = (Vec<u8>, Vec<u8>);

/// Errors of documents that their templates do not have.
fn new_schema_errors(pairs: &[(Vec<u8>, Vec<u8>)]) -> Vec<Vec<String>> {
    let documents: Vec<&[u8]> = pairs.iter().map(|(_, document)| document.as_slice()).collect();
    let found = schema_errors(&documents);
    let suspects: Vec<usize> = (0..pairs.len()).filter(|at| !found[*at].is_empty()).collect();
    let templates: Vec<&[u8]> = suspects.iter().map(|at| pairs[*at].0.as_slice()).collect();
    let known = if templates.is_empty() { Vec::new() } else { schema_errors(&templates) };
    let mut new = vec![Vec::new(); pairs.len()];
    for (at, known) in suspects.into_iter().zip(known) {
        new[at] = found[at].difference(&known).cloned().collect();
    }
    new
}

/// Everything that is one element less, or has an element's content in its place.
fn smaller(made: &Structure) -> Vec<Structure> {
    let fewer = |list: &[String]| -> Vec<Vec<String>> {
        let without = |at: usize| [&list[..at], &[String::from("<w:p/>")], &list[at + 1..]].concat();
        (0..list.len()).map(without).collect()
    };
    let is_plain = |text: &String| text == "<w:p/>";
    let mut out: Vec<Structure> = Vec::new();
    if !made.header.is_empty() {
        out.push(Structure { header: String::new(), ..made.clone() });
    }
    if !made.notes.iter().all(is_plain) {
        out.extend(fewer(&made.notes).into_iter().map(|notes| Structure { notes, ..made.clone() }));
    }
    if !made.comments.iter().all(is_plain) {
        out.extend(fewer(&made.comments).into_iter().map(|comments| Structure { comments, ..made.clone() }));
    }
    out.extend(smaller_xml(&made.body).into_iter().map(|body| Structure { body, ..made.clone() }));
    out
}

fn smaller_xml(xml: &str) -> Vec<String> {
    let Ok(root) = Element::parse(&format!("<w:body>{xml}</w:body>")) else { return Vec::new() };
    let mut list: Vec<Element> = without_one(&root);
    // The largest steps first.
    list.sort_by_key(|e| e.all().len());
    let inner = |e: &Element| {
        let mut out = String::new();
        e.elements().for_each(|child| child.write(&mut out));
        out
    };
    // What is no document any more shows nothing of the fault.
    let known: BTreeSet<String> = rules::faults(&root).into_iter().collect();
    let sound = |e: &&Element| rules::faults(e).iter().all(|fault| known.contains(fault));
    list.iter().filter(sound).map(inner).filter(|s| s.contains("<w:p")).collect()
}

fn without_one(element: &Element) -> Vec<Element> {
    let mut list = Vec::new();
    for at in 0..element.children.len() {
        let with = |instead: &[Node]| {
            let mut made = element.clone();
            made.children.splice(at..=at, instead.iter().cloned());
            made
        };
        let Node::Element(child) = &element.children[at] else { continue };
        list.push(with(&[]));
        if !["sdtPr", "drawing", "pict", "pPr", "rPr"].contains(&child.local())
            && child.elements().next().is_some()
        {
            list.push(with(&child.children));
            list.extend(without_one(child).into_iter().map(|less| with(&[Node::Element(less)])));
        }
    }
    list
}

/// The smallest document that still fails alike.
fn shrink(made: &Structure, seed: u64, plenty: bool, kind: &str, judge: &mut Judge) -> (Structure, String) {
    let mut fails = |made: &Structure| -> Option<String> {
        let package = package(made);
        let document = document(&package, seed, plenty)?;
        let (found, words) = faults(&package, &document, judge)?;
        (found == kind).then_some(words)
    };
    let (mut smallest, mut words) = (made.clone(), String::new());
    let started = Instant::now();
    'smaller: loop {
        for candidate in smaller(&smallest) {
            if started.elapsed() > SHRINKING {
                break 'smaller;
            }
            if let Some(found) = fails(&candidate) {
                (smallest, words) = (candidate, found);
                continue 'smaller;
            }
        }
        break;
    }
    (smallest, words)
}

/// The same for the validator, which sees all candidates at once.
fn shrink_for_schema(made: &Structure, seed: u64, plenty: bool, error: &str) -> (Structure, String) {
    let mut smallest = made.clone();
    let started = Instant::now();
    while started.elapsed() < SHRINKING {
        let candidates = smaller(&smallest);
        let rendered: Vec<(Structure, Pair)> = candidates
            .into_iter()
            .take(400)
            .filter_map(|made| {
                let package = package(&made);
                let document = document(&package, seed, plenty)?.ok()?;
                Some((made, (package, document)))
            })
            .collect();
        let (made, pairs): (Vec<Structure>, Vec<_>) = rendered.into_iter().unzip();
        let found = if pairs.is_empty() { Vec::new() } else { new_schema_errors(&pairs) };
        let Some(at) = found.iter().position(|errors| errors.iter().any(|e| e == error)) else { break };
        smallest = made[at].clone();
    }
    let package = package(&smallest);
    let out = document(&package, seed, plenty).and_then(Result::ok).map(|d| stories(&d)).unwrap_or_default();
    (smallest, format!("{error}\n{out}"))
}

#[test]
fn random_structures_please_every_judge() {
    let seeds = seeds();
    let mut judge = Judge::start();
    let (mut refused, mut rendered, mut whole) = (0, 0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut told = String::new();
    let mut tell = |seed: u64, plenty: bool, kind: &str, made: &Structure, words: &str| {
        let cut: String = words.chars().take(6_000).collect();
        let _ = writeln!(
            told,
            "\nPLATEN_SEED={seed} COUNT=1 (data {}, {:?}): {kind}\nbody: {}\nheader: {}\nnotes: {:?}\ncomments: {:?}\n{cut}",
            if plenty { "full" } else { "empty" },
            options(seed).controls,
            made.body,
            made.header,
            made.notes,
            made.comments
        );
    };
    let all: Vec<u64> = seeds.collect();
    let folder = tempfile::tempdir().unwrap();
    for batch in all.chunks(BATCH) {
        let (mut pairs, mut of) = (Vec::new(), Vec::new());
        for seed in batch {
            let made = Structures::document(*seed);
            let package = package(&made);
            if let Err(error) = Template::compile(package.clone(), &Limits::default()) {
                refused += 1;
                *reasons.entry(reason(&error.to_string())).or_default() += 1;
                continue;
            }
            let plenty = seed % 4 != 0;
            let Some(document) = document(&package, *seed, plenty) else { continue };
            rendered += 1;
            if let Some((kind, words)) = faults(&package, &document, &mut judge) {
                let count = kinds.entry(kind).or_default();
                *count += 1;
                if *count <= TOLD {
                    let (small, smaller_words) = shrink(&made, *seed, plenty, kind, &mut judge);
                    let words = if smaller_words.is_empty() { &words } else { &smaller_words };
                    tell(*seed, plenty, kind, &small, words);
                }
            } else if let Ok(document) = document {
                pairs.push((package, document));
                of.push((*seed, plenty, made));
            }
        }
        for ((seed, plenty, made), errors) in of.iter().zip(new_schema_errors(&pairs)) {
            let Some(error) = errors.first() else { continue };
            let count = kinds.entry("breaks the schema").or_default();
            *count += 1;
            if *count <= TOLD {
                let (small, words) = shrink_for_schema(made, *seed, *plenty, error);
                tell(*seed, *plenty, "breaks the schema", &small, &words);
            }
        }
        let share = (WHOLE * batch.len()).div_ceil(all.len().min(4_000));
        for ((package, document), (seed, plenty, made)) in pairs.iter().zip(&of).take(share) {
            whole += 1;
            let new = office::new_findings(package, document, folder.path(), "whole");
            if let Some(error) = new.first() {
                *kinds.entry("breaks the schema as a whole").or_default() += 1;
                let words = format!("{error}\n{}", stories(document));
                tell(*seed, *plenty, "breaks the schema as a whole", made, &words);
            }
        }
    }
    println!(
        "{} documents: {refused} refused by the check, {rendered} rendered and judged, {whole} as a whole; {kinds:?}",
        all.len()
    );
    println!("refused: {reasons:?}");
    assert!(kinds.is_empty(), "{kinds:?}\n{told}");
}
