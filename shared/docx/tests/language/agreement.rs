//! Random data of every template's own schema: what fits renders, what does not is refused. A failure prints its seed;
//! `SEED=n` runs that one alone.

use std::fs;
use std::path::{Path, PathBuf};

use platen_docx::{Limits, RenderError, RenderOptions, Template};
use serde_json::{Map, Value, json};

use crate::fixture::Fixture;
use crate::models::NEVER;

/// Random data for each template.
const ROUNDS: u64 = 12;

/// Templates of which no schema tells all: what they ask for depends on the data, or they give a text a meaning of its own.
const MORE_THAN_TYPES: [&str; 0] = [];

/// A generator of numbers (xorshift64*): the same seed gives the same data everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

/// Data that fits: the model, with other numbers of elements, without what is optional, and with null where it may be.
fn fitting(schema: &Value, model: &Value, random: &mut Random) -> Value {
    if takes(schema, "null") && random.below(6) == 0 {
        return Value::Null;
    }
    match model {
        Value::Object(members) if schema["properties"].is_object() => {
            let required = |name: &String| schema["required"].as_array().is_some_and(|r| r.contains(&json!(name)));
            let mut kept = Map::new();
            for (name, value) in members {
                if required(name) || random.below(4) > 0 {
                    kept.insert(name.clone(), fitting(&schema["properties"][name], value, random));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) if !items.is_empty() && schema["items"].is_object() => {
            // Templates may reach elements by their places.
            let count = items.len() + random.below(3);
            (0..count).map(|i| fitting(&schema["items"], &items[i % items.len()], random)).collect()
        }
        other => other.clone(),
    }
}

/// The same with one value that cannot stand where it stands, and where that is; nothing where all may stand everywhere.
fn misfit(schema: &Value, fitting: &Value, random: &mut Random) -> Option<(Value, String)> {
    let mut places = Vec::new();
    collect(schema, fitting, String::new(), &mut places);
    if places.is_empty() {
        return None;
    }
    let (pointer, wrong) = places.swap_remove(random.below(places.len()));
    let mut data = fitting.clone();
    *data.pointer_mut(&pointer).unwrap() = wrong.clone();
    Some((data, format!("{wrong} at {pointer}")))
}

/// Where something else may be put, and what.
fn collect(schema: &Value, value: &Value, at: String, places: &mut Vec<(String, Value)>) {
    let wrong = match value {
        Value::String(_) if schema["enum"].is_array() => Some(json!("none of these")),
        Value::String(_) if schema["anyOf"].is_array() => Some(json!("no date")),
        // Numbers and booleans become text by themselves.
        Value::String(_) if takes(schema, "string") && !takes(schema, "object") => Some(json!({"a": 1})),
        Value::Number(_) if takes(schema, "number") && !takes(schema, "string") => Some(json!("x")),
        Value::Bool(_) if takes(schema, "boolean") && !takes(schema, "string") => Some(json!("maybe")),
        Value::Array(_) if takes(schema, "array") => Some(json!(7)),
        Value::Object(_) if takes(schema, "object") && !at.is_empty() => Some(json!("x")),
        _ => None,
    };
    places.extend(wrong.map(|wrong| (at.clone(), wrong)));
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let step = name.replace('~', "~0").replace('/', "~1");
                collect(&schema["properties"][name], member, format!("{at}/{step}"), places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(&schema["items"], item, format!("{at}/{index}"), places);
            }
        }
        _ => {}
    }
}

/// Whether a schema names a type.
fn takes(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::Array(kinds) => kinds.contains(&json!(kind)),
        one => one == kind,
    }
}

/// All fixtures and samples that compile: what they are called, and the template.
fn templates() -> Vec<(String, Template)> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let groups = fs::read_dir(cases).unwrap().map(|group| group.unwrap().path());
    let mut folders: Vec<PathBuf> =
        groups.flat_map(|group| fs::read_dir(group).unwrap()).map(|case| case.unwrap().path()).collect();
    folders.sort();
    let never = |folder: &PathBuf| NEVER.iter().chain(&MORE_THAN_TYPES).any(|never| folder.ends_with(never));
    let fixtures = folders.into_iter().filter(|folder| !never(folder)).filter_map(|folder| {
        let fixture = Fixture::read(&folder);
        Some((folder.display().to_string(), Template::compile(fixture.package, &fixture.limits).ok()?))
    });
    let samples = platen_samples::SAMPLES.iter().map(|sample| {
        (sample.file_name.to_owned(), Template::compile((sample.docx)(), &Limits::default()).unwrap())
    });
    fixtures.chain(samples).collect()
}

#[test]
fn random_data_renders_if_and_only_if_it_fits() {
    let only: Option<u64> = std::env::var("SEED").ok().map(|seed| seed.parse().unwrap());
    let mut odd = Vec::new();
    for (name, template) in templates() {
        let schema = &template.discovery().schema;
        let model = template.discovery().model();
        for seed in only.map_or(0..ROUNDS, |seed| seed..seed + 1) {
            let mut random = Random::new(seed + 1);
            let data = fitting(schema, &model, &mut random);
            if let Err(error) = template.render(&data, &RenderOptions::default()) {
                odd.push(format!("{name}, seed {seed}: fits and is refused: {error}\n{data}"));
            }
            let Some((data, wrong)) = misfit(schema, &data, &mut random) else { continue };
            match template.render(&data, &RenderOptions::default()) {
                Err(RenderError::Data(_)) => {}
                Err(other) => odd.push(format!("{name}, seed {seed}: {wrong} is no error of the data: {other}")),
                Ok(_) => odd.push(format!("{name}, seed {seed}: {wrong} does not fit and renders\n{data}")),
            }
        }
    }
    assert!(odd.is_empty(), "{} disagreements:\n{}", odd.len(), odd.join("\n\n"));
}
