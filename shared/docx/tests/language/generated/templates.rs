//! Random templates: docxtpl and Platen write the same paragraphs, tables and texts, or differ for a reason that stands in
//! COMPATIBILITY.md.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use platen_docx::{Limits, Missing, RenderOptions, Template};
use serde_json::Value;

use super::chance::Chance;
use super::data::data;
use super::grammar::Grammar;
use super::judge::Judge;
use super::node::Made;
use super::theirs::theirs;
use super::visible::visible;
use super::{ours, seeds};
use crate::pack::entries;
use crate::rules;
use crate::xml::Element;

/// Templates that are rendered in one go: docxtpl works while Platen does.
const BATCH: usize = 64;

/// Failures that are made smaller and told.
const TOLD: usize = 8;

/// What came of a template and data.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Shows(Vec<Vec<String>>),
    /// Not a document: why.
    Refuses(String),
    Broken(String),
}

struct Case {
    seed: u64,
    made: Made,
    data: Vec<Value>,
}

impl Case {
    fn of(seed: u64) -> Case {
        let mut chance = Chance::new(!seed);
        let data = (0..3).map(|_| data(&mut chance)).collect();
        Case { seed, made: Grammar::template(seed, seed % 2 == 1), data }
    }
}

fn ours(made: &Made, data: &[Value]) -> Vec<Outcome> {
    let package = ours::package(made);
    let compiled = match Template::compile(package.clone(), &Limits::default()) {
        Ok(compiled) => compiled,
        Err(error) => return vec![Outcome::Refuses(format!("check: {error}")); data.len()],
    };
    let options = RenderOptions { missing: Missing::Empty, ..RenderOptions::default() };
    let render = |data| match catch_unwind(AssertUnwindSafe(|| compiled.render(data, &options))) {
        Ok(Ok(document)) => shown(&package, &document),
        Ok(Err(error)) => Outcome::Refuses(format!("render: {error}")),
        Err(_) => Outcome::Broken("it panics".to_owned()),
    };
    data.iter().map(render).collect()
}

/// What a document shows, unless it breaks a rule that all documents keep.
fn shown(template: &[u8], document: &[u8]) -> Outcome {
    let text = |bytes: &[u8], name: &str| -> Option<String> {
        let found = entries(bytes).into_iter().find(|e| e.name == name)?;
        Some(String::from_utf8(found.content).unwrap())
    };
    let mut parts = Vec::new();
    for name in ["word/document.xml", "word/header1.xml"] {
        let Some(part) = text(document, name) else { continue };
        let root = match Element::parse(&part) {
            Ok(root) => root,
            Err(error) => return Outcome::Broken(format!("{name}: {error}\n{part}")),
        };
        let before = Element::parse(&text(template, name).unwrap_or_default());
        let known = before.map(|root| rules::faults(&root)).unwrap_or_default();
        let faults: Vec<String> = rules::faults(&root).into_iter().filter(|f| !known.contains(f)).collect();
        if !faults.is_empty() {
            return Outcome::Broken(format!("{name}: {}\n{part}", faults.join(", ")));
        }
        parts.push(visible(&root));
    }
    Outcome::Shows(parts)
}

fn theirs_shown(answer: &Value) -> Vec<Outcome> {
    let one = |answer: &Value| {
        if let Some(parts) = answer["parts"].as_array() {
            let parts = parts.iter().map(|part| visible(&Element::parse(part.as_str().unwrap()).unwrap()));
            return Outcome::Shows(parts.collect());
        }
        match answer["malformed"].as_str() {
            Some(error) => Outcome::Broken(error.to_owned()),
            None => Outcome::Refuses(answer["raises"].as_str().unwrap().to_owned()),
        }
    };
    answer.as_array().unwrap().iter().map(one).collect()
}

/// What a pair of outcomes means. A rule is named by what docxtpl does.
fn verdict(ours: &Outcome, theirs: &Outcome) -> Result<&'static str, ()> {
    match (ours, theirs) {
        (Outcome::Broken(_), _) => Err(()),
        (ours, theirs) if ours == theirs => Ok("same"),
        (_, Outcome::Broken(_)) => Ok("docxtpl writes a malformed file"),
        (Outcome::Refuses(_), Outcome::Refuses(_)) => Ok("both refuse"),
        (Outcome::Refuses(error), _) if error.contains("cannot leave the") => {
            Ok("a jump out of a `with` or `set` block is refused")
        }
        (Outcome::Refuses(error), _) if error.contains("cannot end the turn of its loop here") => {
            Ok("a jump out of a cell that can be empty is refused")
        }
        (Outcome::Refuses(error), _) if error.contains("is an array; it must be a text") => {
            Ok("a list that is printed is refused")
        }
        (_, Outcome::Refuses(_)) => Ok("docxtpl raises"),
        _ => Err(()),
    }
}

/// Whether a template fails with data, and how.
fn failure(made: &Made, data: &Value, judge: &mut Judge) -> Option<(Outcome, Outcome)> {
    judge.render(&theirs(made).package, std::slice::from_ref(data));
    let ours = ours(made, std::slice::from_ref(data)).remove(0);
    let theirs = theirs_shown(&judge.answer()).remove(0);
    verdict(&ours, &theirs).is_err().then_some((ours, theirs))
}

/// A kind of failure: a smaller template must fail alike.
fn kind(failure: &(Outcome, Outcome)) -> String {
    match failure {
        (Outcome::Broken(_), _) => "broken".to_owned(),
        (Outcome::Refuses(error), _) => error.chars().filter(|c| !c.is_numeric()).take(24).collect(),
        (_, Outcome::Shows(_)) => "differs".to_owned(),
        (_, _) => "other".to_owned(),
    }
}

/// The smallest template that still fails with the data, found piece by piece.
fn shrink(made: &Made, data: &Value, judge: &mut Judge) -> Option<(Made, (Outcome, Outcome))> {
    let mut smallest = made.clone();
    let mut found = failure(made, data, judge)?;
    let wanted = kind(&found);
    let mut tries = 600;
    'smaller: while tries > 0 {
        for candidate in smallest.smaller() {
            tries -= 1;
            if let Some(failure) = failure(&candidate, data, judge).filter(|f| kind(f) == wanted) {
                (smallest, found) = (candidate, failure);
                continue 'smaller;
            }
            if tries == 0 {
                break;
            }
        }
        break;
    }
    Some((smallest, found))
}

#[test]
fn random_templates_give_what_docxtpl_gives() {
    let seeds = seeds();
    let mut judge = Judge::start();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rules_used: BTreeMap<String, usize> = BTreeMap::new();
    let mut failed: Vec<(u64, usize)> = Vec::new();
    let all: Vec<u64> = seeds.collect();
    for batch in all.chunks(BATCH) {
        let cases: Vec<Case> = batch.iter().map(|seed| Case::of(*seed)).collect();
        for case in &cases {
            let theirs = theirs(&case.made);
            for (rule, _) in theirs.rules {
                *rules_used.entry(format!("{rule:?}")).or_default() += 1;
            }
            judge.render(&theirs.package, &case.data);
        }
        let mine: Vec<Vec<Outcome>> = cases.iter().map(|case| ours(&case.made, &case.data)).collect();
        for (case, mine) in cases.iter().zip(mine) {
            for (at, (ours, theirs)) in mine.iter().zip(theirs_shown(&judge.answer())).enumerate() {
                match verdict(ours, &theirs) {
                    Ok(verdict) => *counts.entry(verdict).or_default() += 1,
                    Err(()) => failed.push((case.seed, at)),
                }
            }
        }
    }
    println!("{} templates: {counts:?}\ntemplates in which a rule applies: {rules_used:?}", all.len());
    let mut told = String::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (seed, at) in &failed {
        let case = Case::of(*seed);
        let Some(first) = failure(&case.made, &case.data[*at], &mut judge) else { continue };
        let count = kinds.entry(kind(&first)).or_default();
        *count += 1;
        if *count > TOLD {
            continue;
        }
        let Some((made, (ours, theirs_outcome))) = shrink(&case.made, &case.data[*at], &mut judge) else {
            continue;
        };
        let _ = writeln!(
            told,
            "\nPLATEN_SEED={seed} COUNT=1, data {at}\ntemplate: {}\ndocxtpl's: {}\ndata: {}\nPlaten:  {ours:?}\ndocxtpl: {theirs_outcome:?}",
            ours::body(&made),
            theirs(&made).body,
            case.data[*at]
        );
    }
    assert!(failed.is_empty(), "{} of {} fail: {kinds:?}\n{told}", failed.len(), all.len() * 3);
}
