//! Random data of every template's own schema: what fits is rendered, and what does not is refused. A failure names the
//! template and the seed; `SEED=n` runs that one alone, `ROUNDS=n` more of them.

use std::fs;
use std::path::{Path, PathBuf};

use platen_docx::{Limits, RenderError, RenderOptions, Template};
use serde_json::{Map, Value, json};

use crate::fixture::Fixture;
use crate::models::NEVER;
use crate::others;

/// Random data for each template, unless `ROUNDS` says how many.
const ROUNDS: u64 = 8;

/// Templates that need more than their schema says, and why.
const MORE_THAN_THE_SCHEMA: [(&str, &str); 26] = [
    ("blocks/captured-or-a-text", BY_CONDITION),
    ("charts/lists-of-series", "a list is as long as another one"),
    ("controls/bound-repeating-sections", FURTHER_OUT),
    ("controls/bound-repeating-sections-kept", FURTHER_OUT),
    ("controls/bound-repeating-sections-of-nothing", FURTHER_OUT),
    ("controls/dropping-a-picture", "an empty object counts as nothing, which drops the picture"),
    ("controls/repeating-sections-nested", FURTHER_OUT),
    ("errors/comparing-a-list-with-a-number", KINDS),
    ("errors/sorting-texts-and-numbers", KINDS),
    ("html/error-too-many-columns", BY_PLACE),
    ("languages/error-number-of-the-data", BY_CONDITION),
    ("languages/error-today-is-missing", NOT_WRITTEN),
    ("languages/pythons-percent", BY_PLACE),
    ("languages/today-of-the-data", NOT_WRITTEN),
    ("languages/today-of-the-request", NOT_WRITTEN),
    ("missing/choice-without-else", BY_CONDITION),
    ("missing/error-loop-over-nothing", BY_CONDITION),
    ("missing/error-macros-given-nothing", BY_CONDITION),
    ("missing/error-made-of-nothing", BY_CONDITION),
    ("missing/error-on-the-way-taken", BY_CONDITION),
    ("missing/error-variables-made-of-nothing", BY_CONDITION),
    ("missing/keep-loops-over-nothing", BY_CONDITION),
    ("missing/macros-given-nothing-they-take", BY_CONDITION),
    ("values/arguments-of-filters-by-place-or-name", KINDS),
    ("values/expressions", BY_PLACE),
    ("contract.docx", BY_CONDITION),
];

const BY_CONDITION: &str = "the value of one field decides whether another is needed";
const BY_PLACE: &str = "an element is reached by its place, in a text or a list that may be too short";
const FURTHER_OUT: &str = "a name that an element does not have is looked up around it";
const KINDS: &str = "the values of several fields must be of one kind, whichever that is";
const NOT_WRITTEN: &str =
    "a text that is no date is refused where it is computed with, and null beside it ends that";

/// What is said of a field that only the way through the template asks for.
const BY_WAY: &str = "has no value";

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

/// Data that fits: the model with other types where there are several, other numbers of elements, without what is optional,
/// and with null where it may be.
fn fitting(schema: &Value, model: &Value, random: &mut Random) -> Value {
    if takes(schema, "null") && random.below(6) == 0 {
        return Value::Null;
    }
    match model {
        Value::Object(members) if schema["properties"].is_object() => {
            let mut kept = Map::new();
            for (name, value) in members {
                if is_required(schema, name) || random.below(4) > 0 {
                    kept.insert(name.clone(), fitting(&schema["properties"][name], value, random));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) if !items.is_empty() && schema["items"].is_object() => {
            // Templates may reach elements by their places.
            let count =
                schema["maxItems"].as_u64().map_or(items.len() + random.below(3), |most| most as usize);
            (0..count).map(|i| fitting(&schema["items"], &items[i % items.len()], random)).collect()
        }
        // Only certain texts will do for some.
        value
            if schema["type"].is_array()
                && ["examples", "anyOf", "format", "contentMediaType"]
                    .iter()
                    .all(|name| schema[name].is_null()) =>
        {
            let others =
                [json!("text"), json!(""), json!(7), json!(0.5), json!(false), json!([1]), json!({"a": 1})];
            let mut fits: Vec<Value> = others.into_iter().filter(|other| fits_type(schema, other)).collect();
            fits.push(value.clone());
            fits.swap_remove(random.below(fits.len()))
        }
        other => other.clone(),
    }
}

/// The same with one thing that does not fit, and what that is; nothing where all fits.
fn misfit(schema: &Value, fitting: &Value, random: &mut Random) -> Option<(Value, String)> {
    let mut faults = Vec::new();
    collect(schema, fitting, String::new(), &mut faults);
    if faults.is_empty() {
        return None;
    }
    let (pointer, wrong) = faults.swap_remove(random.below(faults.len()));
    let mut data = fitting.clone();
    Some(match wrong {
        Some(wrong) => {
            *data.pointer_mut(&pointer).unwrap() = wrong.clone();
            (data, format!("{wrong} at {pointer}"))
        }
        None => {
            let (around, name) = pointer.rsplit_once('/').unwrap();
            let name = name.replace("~1", "/").replace("~0", "~");
            data.pointer_mut(around).unwrap().as_object_mut().unwrap().remove(&name);
            (data, format!("nothing at {pointer}"))
        }
    })
}

/// Where something wrong may be put, and what; nothing stands for taking away what is there.
fn collect(schema: &Value, value: &Value, at: String, faults: &mut Vec<(String, Option<Value>)>) {
    let is_typed = !schema["type"].is_null();
    let wrong = match value {
        Value::String(_) if schema["enum"].is_array() => Some(json!("none of these")),
        Value::String(_) if schema["anyOf"].is_array() => Some(json!("no date")),
        // Numbers and booleans become text by themselves, and texts that are numbers become numbers.
        Value::Number(_) if is_typed && !takes(schema, "string") => Some(json!("x")),
        Value::Array(_) if is_typed && !takes(schema, "boolean") => Some(json!(7)),
        Value::Object(_) if is_typed && !takes(schema, "string") && !at.is_empty() => Some(json!("x")),
        _ if schema["maxLength"] == 0 => Some(json!("maybe")),
        Value::Bool(_) if is_typed && !takes(schema, "string") => Some(json!("maybe")),
        Value::String(_) if is_typed && !takes(schema, "object") => Some(json!({"a": 1})),
        _ => None,
    };
    if wrong.is_some() && !takes(schema, "null") && schema["enum"].is_null() {
        faults.push((at.clone(), Some(Value::Null)));
    }
    faults.extend(wrong.map(|wrong| (at.clone(), Some(wrong))));
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let below = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                if is_required(schema, name) {
                    faults.push((below.clone(), None));
                }
                collect(&schema["properties"][name], member, below, faults);
            }
        }
        Value::Array(items) => {
            if schema["minItems"].as_u64().is_some_and(|least| least > 0) {
                faults.push((at.clone(), Some(json!([]))));
            }
            for (index, item) in items.iter().enumerate() {
                collect(&schema["items"], item, format!("{at}/{index}"), faults);
            }
        }
        _ => {}
    }
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.contains(&json!(name)))
}

/// Whether a schema names the type of a value, and allows its length.
fn fits_type(schema: &Value, value: &Value) -> bool {
    match value {
        Value::String(text) => takes(schema, "string") && (schema["maxLength"].is_null() || text.is_empty()),
        Value::Number(number) => {
            takes(schema, "number")
                || takes(schema, "integer") && number.as_f64().is_some_and(|n| n.fract() == 0.0)
        }
        Value::Bool(_) => takes(schema, "boolean"),
        Value::Array(_) => takes(schema, "array"),
        Value::Object(_) => takes(schema, "object"),
        Value::Null => takes(schema, "null"),
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
    let groups = fs::read_dir(&cases).unwrap().map(|group| group.unwrap().path());
    let mut folders: Vec<PathBuf> =
        groups.flat_map(|group| fs::read_dir(group).unwrap()).map(|case| case.unwrap().path()).collect();
    folders.sort();
    let more = MORE_THAN_THE_SCHEMA.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    folders.retain(|folder| !NEVER.iter().chain(&more).any(|known| folder.ends_with(known)));
    let fixtures = folders.into_iter().filter_map(|folder| {
        let fixture = Fixture::read(&folder);
        let name = folder.strip_prefix(&cases).unwrap().display().to_string();
        Some((name, Template::compile(fixture.package, &fixture.limits).ok()?))
    });
    let samples = platen_samples::GALLERY.iter().filter(|sample| !more.contains(&sample.file_name));
    let samples = samples.map(|sample| {
        (sample.file_name.to_owned(), Template::compile((sample.docx)(), &Limits::default()).unwrap())
    });
    fixtures.chain(samples).collect()
}

fn setting(name: &str) -> Option<u64> {
    std::env::var_os(name).map(|number| number.to_str().unwrap().parse().unwrap())
}

#[test]
fn random_data_renders_if_and_only_if_it_fits() {
    let odd: Vec<String> =
        templates().iter().flat_map(|(name, template)| disagreements(name, template)).collect();
    assert!(odd.is_empty(), "{} disagreements:\n{}", odd.len(), odd.join("\n\n"));
}

/// Templates that people use, in the folder that `PLATEN_TEMPLATES` names, and those beside the project.
#[test]
fn random_data_of_templates_of_others_renders_if_and_only_if_it_fits() {
    let given = std::env::var_os("PLATEN_TEMPLATES").map(PathBuf::from);
    if given.is_none() {
        println!("PLATEN_TEMPLATES names no folder with templates");
    }
    let beside = ["cases/content-controls", "cases/docxtpl"].into_iter().filter_map(others::folder);
    let (mut compiled, mut odd) = (0, Vec::new());
    for (name, bytes) in beside.chain(given).flat_map(|folder| others::documents(&folder)) {
        // Some need what their host program gives them, and beside templates lies what was made of them.
        let Ok(template) = Template::compile(bytes, &Limits::default()) else { continue };
        compiled += 1;
        // Which of their fields depend on others is nowhere written down.
        odd.extend(disagreements(&name, &template).into_iter().filter(|odd| !odd.contains(BY_WAY)));
    }
    println!("{compiled} templates, {} disagreements", odd.len());
    assert!(odd.is_empty(), "{}", odd.join("\n\n"));
}

/// Data that fits a template's schema and is refused, and data that does not and is rendered.
fn disagreements(name: &str, template: &Template) -> Vec<String> {
    let rounds = 0..setting("ROUNDS").unwrap_or(ROUNDS);
    let mut odd = Vec::new();
    let schema = &template.discovery().schema;
    let model = template.discovery().model();
    for seed in setting("SEED").map_or(rounds, |seed| seed..seed + 1) {
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
    odd
}
