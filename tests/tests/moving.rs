//! Templates of other products beside the products themselves (docxtemplater, easy-template-x, docx-templates): what each makes of
//! its template, and what Platen makes of the migrated one with the same data, says the same.

mod generated;

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use platen_docx::{Budget, Limits, Missing, RenderOptions, Template, migrate};
use platen_tests::fixtures::blocks;
use platen_tests::witnesses::node;
use serde_json::{Value, json};

/// By product: `name`, `body` (paragraphs, and tables as `{"rows": [[cell]]}`), `data`, `left`, how many marks stay, and
/// `differs`, what the migrated template and the product say where that is not the same (COMPATIBILITY.md tells why).
const CASES: &str = include_str!("moving/cases.json");

const PRODUCTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/moving/products.cjs");

#[test]
fn migrated_templates_say_what_their_product_does() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let (mut asked, mut names, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for (product, list) in cases.as_object().unwrap() {
        for case in list.as_array().unwrap() {
            let name = format!("{product}: {}", case["name"]);
            let source = blocks(&case["body"]);
            let limits = Limits::default();
            let migrated = migrate(source.clone(), &limits, &Budget::of(&limits)).unwrap();
            let left = case["left"].as_u64().unwrap_or_default() as usize;
            if migrated.untouched_count != left {
                faults.push(format!("{name}: {left} marks should stay: {:?}", migrated.untouched));
            }
            // What stays is told: documents show it, and say something else than those of the product.
            if left > 0 {
                continue;
            }
            let options = RenderOptions { missing: Missing::Error, ..RenderOptions::default() };
            let ours = Template::compile(migrated.docx, &limits)
                .map_err(|error| error.to_string())
                .and_then(|template| template.render(&case["data"], &options).map_err(|e| e.to_string()));
            match ours {
                Ok(ours) => {
                    let shown = STANDARD.encode(&ours);
                    asked.push(json!({"product": "", "template": shown, "data": null}));
                    let template = STANDARD.encode(&source);
                    asked.push(json!({"product": product, "template": template, "data": case["data"]}));
                    names.push((name, &case["differs"]));
                }
                Err(error) => faults.push(format!("{name}: {error}")),
            }
        }
    }
    let said: Vec<Value> = serde_json::from_str(&node(PRODUCTS, "products", &json!(asked))).unwrap();
    for ((name, differs), pair) in names.iter().zip(said.chunks(2)) {
        let (ours, theirs) = (&pair[0], &pair[1]);
        let fits = match differs {
            Value::Null => ours == theirs && theirs.as_array().is_some_and(|said| !said.is_empty()),
            differs => *ours == differs["ours"] && *theirs == differs["theirs"],
        };
        if !fits {
            faults.push(format!("{name}:\n  ours   {ours}\n  theirs {theirs}"));
        }
    }
    assert!(names.len() > 40, "only {} were compared", names.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Generated cases of each product in a usual run.
const USUAL: u64 = 100;

/// `COUNT` says how many cases there are, `PLATEN_SEED` which is the first.
#[test]
fn generated_templates_of_others_say_what_their_product_does() {
    #[expect(clippy::disallowed_methods, reason = "configuration of the test, not of the service")]
    let number = |name: &str| std::env::var(name).ok().map(|number| number.parse::<u64>().unwrap());
    let (first, count) = (number("PLATEN_SEED").unwrap_or(1), number("COUNT").unwrap_or(USUAL * 4));
    let limits = Limits::default();
    let (mut asked, mut compared, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in first..first + count {
        let generated::Case { product, body, data } = generated::case(seed);
        let source = blocks(&body);
        let migrated = migrate(source.clone(), &limits, &Budget::of(&limits)).unwrap();
        let name = format!("PLATEN_SEED={seed} {product}: {body}\n  {data}");
        if migrated.untouched_count > 0 {
            faults.push(format!("{name}\n  stays: {:?}", migrated.untouched));
            continue;
        }
        let template = match Template::compile(migrated.docx, &limits) {
            Ok(template) => template,
            Err(error) => {
                faults.push(format!("{name}\n  is refused: {error}"));
                continue;
            }
        };
        match template.render(&data, &RenderOptions::default()) {
            Ok(ours) => {
                asked.push(json!({"product": "", "template": STANDARD.encode(&ours), "data": null}));
                asked.push(json!({"product": product, "template": STANDARD.encode(&source), "data": data}));
                let has_notes = migrated.rewritten.iter().any(|mark| mark.note.is_some());
                compared.push((product, name, has_notes));
            }
            // What the data is refused for says where the migrated template asks for something else.
            Err(_) => *told.entry(product).or_default() += 1,
        }
    }
    let said: Vec<Value> = serde_json::from_str(&node(PRODUCTS, "products", &json!(asked))).unwrap();
    let mut same: BTreeMap<&str, usize> = BTreeMap::new();
    for ((product, name, has_notes), pair) in compared.into_iter().zip(said.chunks(2)) {
        match (&pair[0], &pair[1]) {
            (ours, theirs) if ours == theirs => *same.entry(product).or_default() += 1,
            // A mark's note says what was assumed of it.
            _ if has_notes => *told.entry(product).or_default() += 1,
            (ours, theirs) => faults.push(format!("{name}\n  ours   {ours}\n  theirs {theirs}")),
        }
    }
    println!("the same: {same:?}, told: {told:?}, silently different: {}", faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let few: Vec<_> = generated::PRODUCTS
        .iter()
        .filter(|name| same[**name] / 2 < told.get(**name).copied().unwrap_or(0))
        .collect();
    assert!(few.is_empty(), "{few:?} are told of too often");
}
