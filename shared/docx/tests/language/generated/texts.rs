//! Random texts to translate, split into random runs: the document has the words of the translation that is known from how it was
//! drawn, in Platen's eyes and in python-docx's.

use std::collections::BTreeMap;

use platen_docx::{Budget, Enclosure, Limits, RenderOptions, Template, with_enclosure};
use serde_json::{Value, json};

use super::chance::Chance;
use super::judge::Judge;
use crate::pack::{document, entries, package};
use crate::rules;
use crate::xml::Element;

const WORDS: [&str; 12] =
    ["tea", "<b>", "A & B", "größer", "\"now\"", "{ }", "50 %", "l’été", "if", "else", "{_{", "e\u{301}"];
const FIELDS: [&str; 4] = ["name", "no", "of.day", "x"];
const LANGUAGES: [&str; 3] = ["de", "de-AT", "fr"];

/// A text to translate and its words in each language, as a reader sees them.
struct Drawn {
    source: String,
    translations: BTreeMap<&'static str, (String, String)>,
    seen: String,
}

/// A text with tags, and what it shows.
fn text(chance: &mut Chance, data: &Value) -> (String, String) {
    let (mut written, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..1 + chance.below(5) {
        if chance.once_in(3) {
            let field = chance.one(&FIELDS);
            let space = chance.one(&["", " "]);
            written.push(format!("{{{{{space}{field}{space}}}}}"));
            let value = field.split('.').fold(data, |data, step| &data[step]);
            seen.push(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        } else {
            let word = chance.one(&WORDS);
            written.push(word.to_owned());
            seen.push(word.replace("{_{", "{{"));
        }
    }
    (written.join(" "), seen.join(" "))
}

fn drawn(chance: &mut Chance, number: usize, data: &Value) -> Drawn {
    let (source, seen) = text(chance, data);
    let mut translations = BTreeMap::new();
    for language in LANGUAGES {
        if !chance.once_in(3) {
            translations.insert(language, text(chance, data));
        }
    }
    // So that no two have one key, and each has words.
    Drawn { source: format!("No{number} {source}"), seen: format!("No{number} {seen}"), translations }
}

/// A text in runs that begin anywhere.
fn runs(chance: &mut Chance, text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    let mut end = |run: &mut String, chance: &mut Chance| {
        let look = if chance.once_in(2) { "<w:rPr><w:noProof/></w:rPr>" } else { "" };
        let text = quick_xml::escape::escape(run.as_str()).into_owned();
        out.push_str(&format!("<w:r>{look}<w:t xml:space=\"preserve\">{text}</w:t></w:r>"));
        run.clear();
    };
    for c in text.chars() {
        run.push(c);
        if chance.once_in(9) {
            end(&mut run, chance);
        }
    }
    end(&mut run, chance);
    format!("<w:p>{out}</w:p>")
}

/// The words of a text in a language, with those of the languages that it falls back to.
fn expected(drawn: &Drawn, language: &str) -> String {
    let chain: &[&str] = if language == "de-AT" { &["de-AT", "de"] } else { &[language] };
    let found = chain.iter().find_map(|tag| drawn.translations.get(tag));
    found.map_or(&drawn.seen, |(_, seen)| seen).clone()
}

#[test]
fn texts_in_random_runs_become_their_translations() {
    let data = json!({"name": "Ada <A&B>", "no": 7, "of": {"day": "{{ x }}"}, "x": "é"});
    let limits = Limits::default();
    let mut judge = Judge::start();
    for seed in super::seeds() {
        let mut chance = Chance::new(seed);
        let texts: Vec<Drawn> =
            (0..1 + chance.below(4)).map(|number| drawn(&mut chance, number, &data)).collect();
        let alone = chance.once_in(2);
        let mut body = String::new();
        for drawn in &texts {
            let text = match alone {
                true => drawn.source.clone(),
                false => format!("[{{% trans %}}{}{{% endtrans %}}]", drawn.source),
            };
            body.push_str(&runs(&mut chance, &text));
        }
        if alone {
            body = runs(&mut chance, "{% trans %}") + &body + &runs(&mut chance, "{% endtrans %}");
        }
        let mut table = json!({});
        for drawn in &texts {
            for (language, (written, _)) in &drawn.translations {
                table[language][&drawn.source] = json!(written);
            }
        }
        let plain = package(&document(&body), &[]);
        let carried = (Enclosure::Translations, Some(&table));
        let file = with_enclosure(plain, carried, &limits, &Budget::of(&limits)).unwrap().to_vec();
        let template = Template::compile(file.clone(), &limits)
            .unwrap_or_else(|error| panic!("PLATEN_SEED={seed}: {error}\n{body}\n{table}"));
        for language in ["de", "de-AT", "fr", "es"] {
            let options = RenderOptions { locale: Some(language.to_owned()), ..RenderOptions::default() };
            let made = template
                .render(&data, &options)
                .unwrap_or_else(|e| panic!("PLATEN_SEED={seed}: {e}\n{body}"));
            rules::check(&file, &made, &format!("PLATEN_SEED={seed}"));
            let part = entries(&made).into_iter().find(|entry| entry.name == "word/document.xml").unwrap();
            let root = Element::parse(std::str::from_utf8(&part.content).unwrap()).unwrap();
            let of = |drawn: &Drawn| match alone {
                true => expected(drawn, language),
                false => format!("[{}]", expected(drawn, language)),
            };
            let wanted: Vec<String> = texts.iter().map(of).collect();
            assert_eq!(root.paragraphs(), wanted, "PLATEN_SEED={seed} {language}\n{body}\n{table}");
            judge.read(&made);
            let read = judge.answer();
            let read: Vec<&str> =
                read["texts"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!(read, wanted, "python-docx, PLATEN_SEED={seed} {language}");
        }
    }
}
