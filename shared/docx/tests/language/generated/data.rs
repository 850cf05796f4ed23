//! Random data for the names of [`super::expressions`]: empty lists, missing members, null, texts with line breaks and what
//! is special in XML.

use serde_json::{Map, Value, json};

use super::chance::Chance;

const TEXTS: [&str; 14] = [
    "Ann",
    "pear",
    "a",
    "",
    "x",
    "Zürich & Co",
    "<b>bold</b>",
    "two\nlines",
    "tab\there",
    "  wide  ",
    "it's \"q\"",
    "a b c",
    "é",
    "100 %",
];

pub fn text(chance: &mut Chance) -> Value {
    json!(chance.one(&TEXTS))
}

pub fn number(chance: &mut Chance) -> Value {
    chance.one(&[0, 1, 2, 3, 7, -4, 12, 100]).into()
}

fn decimal(chance: &mut Chance) -> Value {
    json!(chance.one(&[0.5, 19.25, 2.0, -1.5, 3.75]))
}

/// A member that may be null or missing.
fn loose(members: &mut Map<String, Value>, name: &str, value: Value, chance: &mut Chance) {
    match chance.below(6) {
        0 => {}
        1 => drop(members.insert(name.to_owned(), Value::Null)),
        _ => drop(members.insert(name.to_owned(), value)),
    }
}

fn list(chance: &mut Chance, mut one: impl FnMut(&mut Chance) -> Value) -> Value {
    let count = chance.one(&[0, 1, 2, 2, 3, 4]);
    (0..count).map(|_| one(chance)).collect()
}

fn item(chance: &mut Chance) -> Value {
    let mut members = Map::new();
    loose(&mut members, "name", text(chance), chance);
    members.insert("qty".to_owned(), number(chance));
    members.insert("price".to_owned(), decimal(chance));
    members.insert("ok".to_owned(), json!(chance.once_in(2)));
    members.insert("tags".to_owned(), list(chance, text));
    Value::Object(members)
}

pub fn data(chance: &mut Chance) -> Value {
    let mut members = Map::new();
    loose(&mut members, "s1", text(chance), chance);
    members.insert("s2".to_owned(), text(chance));
    members.insert("n1".to_owned(), number(chance));
    members.insert("n2".to_owned(), decimal(chance));
    loose(&mut members, "b1", json!(chance.once_in(2)), chance);
    members.insert("b2".to_owned(), json!(chance.once_in(2)));
    let mut o = Map::new();
    loose(&mut o, "first", text(chance), chance);
    if !chance.once_in(4) {
        o.insert("sub".to_owned(), json!({"x": text(chance)}));
    }
    if !chance.once_in(5) {
        members.insert("o".to_owned(), Value::Object(o));
    }
    members.insert("words".to_owned(), list(chance, text));
    members.insert("nums".to_owned(), list(chance, number));
    if !chance.once_in(8) {
        members.insert("items".to_owned(), list(chance, item));
    }
    members.insert("color".to_owned(), json!(chance.one(&["FF8800", "00ff00", "auto"])));
    Value::Object(members)
}
