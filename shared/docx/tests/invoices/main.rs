//! E-invoices that are made of data by a mapping: random ones are judged by factur-x (Python) with the XSD and the Schematron of their
//! profile and read back by lxml; the sums are computed here once more, in whole cents.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod carried;
#[path = "../language/generated/chance.rs"]
mod chance;
mod random_invoice;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use chance::Chance;
use platen_docx::{Budget, InvoiceForm, Limits, MappingError, RenderError, RenderOptions};
use random_invoice::{Drawn, PROFILES, drawn};
use serde_json::{Value, json};

/// A mapping of every term that the random data have.
const MAPPING: &str = include_str!("mapping.json");

fn form(mapping: &Value) -> Result<InvoiceForm, Vec<(String, String)>> {
    let limits = Limits::default();
    match InvoiceForm::compile(mapping.clone(), &limits, &Budget::of(&limits)) {
        Ok(form) => Ok(form),
        Err(MappingError::Faults(faults)) => {
            Err(faults.into_iter().map(|fault| (fault.pointer, fault.detail)).collect())
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// The XML, or each error with its place.
fn made(form: &InvoiceForm, data: &Value) -> Result<String, Vec<(String, String)>> {
    match form.make(data, &RenderOptions::default(), &Budget::of(&Limits::default())) {
        Ok(xml) => Ok(String::from_utf8(xml).unwrap()),
        Err(RenderError::Data(errors)) => {
            Err(errors.into_iter().map(|error| (error.pointer, error.detail)).collect())
        }
        Err(other) => panic!("{other}"),
    }
}

/// What factur-x and lxml find wrong with each file of a folder.
fn judged(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = root.join(".work/einvoice/bin/python");
    assert!(python.is_file(), "{} is missing: run `make setup-test`", python.display());
    let output = Command::new(python).arg(root.join("tests/einvoice/judge.py")).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn random_data_become_invoices_that_others_take_and_read_the_same() {
    let form = form(&serde_json::from_str(MAPPING).unwrap()).unwrap();
    let asked = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let (seed, count) = (asked("PLATEN_SEED").unwrap_or(1), asked("COUNT").unwrap_or(60));
    println!("PLATEN_SEED={seed} COUNT={count}");
    let (folder, mut chance) = (tempfile::tempdir().unwrap(), Chance::new(seed));
    for number in 0..count {
        let profile = PROFILES[number as usize % PROFILES.len()];
        let Drawn { mut data, said, totals } = drawn(profile, &mut chance);
        let xml = made(&form, &data).unwrap_or_else(|errors| panic!("{profile}: {errors:#?}\n{data:#}"));
        // XRECHNUNG is judged as what it is made of.
        let name = format!("{number:03}-{}", profile.to_lowercase().replace(' ', "-"));
        fs::write(folder.path().join(format!("{name}.xml")), &xml).unwrap();
        fs::write(folder.path().join(format!("{name}.json")), said.to_string()).unwrap();
        // Of data that contradict themselves none is made.
        let (term, rule) = totals[chance.below(totals.len())];
        let place = data.pointer_mut(&format!("/totals/{term}")).unwrap();
        *place = json!("1234567.89");
        let errors = made(&form, &data).unwrap_err();
        let told = errors.iter().any(|(pointer, detail)| {
            pointer == &format!("/totals/{term}") && detail.contains(&format!("{rule}: "))
        });
        assert!(told, "{rule}: {errors:#?}");
    }
    for (name, faults) in judged(folder.path()) {
        let xml = fs::read_to_string(folder.path().join(&name)).unwrap();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{xml}");
    }
}

#[test]
fn what_is_missing_is_told_with_the_term_the_rule_and_the_field() {
    let of_all = form(&json!({
        "profile": "{{ profile|default('BASIC') }}", "number": "{{ no }}", "date": "{{ day }}", "currency": "EUR", "dueDate": "{{ due }}",
        "seller": {"name": "A", "vatId": "DE1", "country": "DE"},
        "buyer": {"name": "{{ customer.first }} {{ customer.last }}", "country": "{{ customer.address.country|upper }}"},
        "lines": {"for": "item in order.items", "name": "{{ item.text }}", "quantity": "{{ item.count }}", "unit": "C62",
                  "price": "{{ item.price }}", "vatRate": "{{ rate }}"},
        "totals": {"gross": "{{ sums.gross }}"},
    }));
    let of_all = of_all.unwrap();
    let data = json!({
        "no": "7", "day": "2026-01-31", "due": "2026-02-28", "rate": 19, "customer": {"address": {"country": "fr"}},
        "order": {"items": [{"text": "a", "count": 1, "price": 0.1}, {"count": 2, "price": 0.2}, {"text": "c", "count": "x", "price": 1}]},
        "sums": {"gross": 9},
    });
    let errors = made(&of_all, &data).unwrap_err();
    for (pointer, words) in [
        (
            "/customer/first",
            "BR-07: the buyer's name (BT-44) is missing; the mapping takes it from `{{ customer.first }} {{ customer.last }}`",
        ),
        ("/order/items/1/text", "BR-25: the name of the item (BT-153) is missing"),
        ("/order/items/2/count", "the quantity (BT-129) is `x`; it must be a decimal number"),
        ("/sums/gross", "BR-CO-15: the total with VAT (BT-112) is `9.00`"),
    ] {
        let told = errors.iter().any(|(at, detail)| at == pointer && detail.contains(words));
        assert!(told, "{pointer}, {words}: {errors:#?}");
    }
    let whole = json!({"profile": "BASIC", "lines": {"for": "item in items", "price": "{{ item.price }}"}});
    let errors = made(&form(&whole).unwrap(), &json!({"items": [{"price": 1}]})).unwrap_err();
    assert!(
        errors.iter().any(|(_, detail)| detail.contains("BR-02") && detail.contains("add it")),
        "{errors:#?}"
    );
}

#[test]
fn faulty_texts_are_told_with_their_place_in_the_mapping() {
    let rows = [
        (json!({"number": "{{ a +"}), "/number", "never closed"),
        (json!({"number": "{% if a %}x"}), "/number", "unexpected end"),
        (json!({"number": "{%p if a %}x{%p endif %}"}), "/number", "paragraphs"),
        (json!({"number": "{{ __id() }}"}), "/number", "__id"),
        (json!({"lines": {"for": "item of items", "name": "x"}}), "/lines/for", "item"),
        (json!({"lines": {"for": "item in items %}{% if x", "name": "x"}}), "/lines/name", "end"),
    ];
    for (members, pointer, words) in rows {
        let mut mapping = json!({"profile": "BASIC", "lines": {"for": "item in items"}});
        mapping.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        let faults = form(&mapping).unwrap_err();
        let told = faults.iter().any(|(at, detail)| at == pointer && detail.contains(words));
        assert!(told, "{mapping}: {faults:?}");
    }
}

#[test]
fn values_stay_in_their_terms_and_large_data_in_their_bounds() {
    let mapping = json!({"profile": "MINIMUM", "number": "{{ no }}", "lines": {"for": "i in items", "name": "{{ i.name }}"}});
    let form = form(&mapping).unwrap();
    let hostile = json!({"no": "a\u{1f}b\u{1e}c\u{1d}<d>", "items": [{"name": "\u{1f}\u{1f}"}]});
    let errors = made(&form, &hostile).unwrap_err();
    assert!(!errors.iter().any(|(_, detail)| detail.contains("BT-1)")), "{errors:?}");
    let items: Vec<Value> = (0..20_001).map(|_| json!({})).collect();
    let errors = made(&form, &json!({"no": "1", "items": items})).unwrap_err();
    assert!(errors.len() == 1 && errors[0].1.contains("20000 lines"), "{errors:?}");
}
