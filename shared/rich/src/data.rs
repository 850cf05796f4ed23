//! The caller's JSON as template values, and the lists and objects that templates create.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{DynObject, Enumerator, Object, ObjectRepr};
use serde_json::{Map, Value as Json};

use super::text_alone;
use super::value::{self as rich, Reading, Rich};
use platen_ooxml::Bounds;

/// Steps of a value that is converted.
const VALUE: u64 = 4;

/// Converts a JSON value; members keep their order. Recursion is as deep as the data, which its parser bounds (128).
/// The next check of the budget reports that it is used up.
pub fn to_value(json: &Json, bounds: Bounds<'_>) -> Value {
    bounds.budget.count(VALUE);
    match json {
        Json::Null => Value::from(()),
        Json::Bool(b) => Value::from(*b),
        Json::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => Value::from(n),
            (None, Some(n)) => Value::from(n),
            (None, None) => Value::from(n.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => {
            Value::from_object(List::new(items.iter().map(|item| to_value(item, bounds)).collect()))
        }
        Json::Object(members) if members.keys().any(|name| name.starts_with('$')) => special(members, bounds),
        Json::Object(members) => object(members, bounds),
    }
}

/// A rich value, or an object that only looks like one.
fn special(members: &Map<String, Json>, bounds: Bounds<'_>) -> Value {
    match rich::read(members) {
        Reading::Rich(kind) => Value::from_object(Rich::new(kind, members.clone(), bounds)),
        Reading::Plain | Reading::Unknown(_) => object(members, bounds),
    }
}

fn object(members: &Map<String, Json>, bounds: Bounds<'_>) -> Value {
    let members = members.iter().map(|(k, v)| (Value::from(k.as_str()), to_value(v, bounds)));
    Value::from_object(Record::new(members.collect()))
}

impl Object for Rich {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.members.get(key.as_str()?).map(|value| to_value(value, self.bounds()))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.members.keys().map(|name| Value::from(name.as_str())).collect())
    }

    fn render(self: &Arc<Self>, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(text_alone::of(self))
    }
}

/// How many lists and objects stand inside one another in a value, as far as these two types know: the ones that are
/// kept are made of nothing else.
pub fn depth(value: &Value) -> Option<usize> {
    let list = value.downcast_object_ref::<List>().map(|list| list.depth);
    list.or_else(|| value.downcast_object_ref::<Record>().map(|record| record.depth))
}

fn depth_around<'v>(values: impl Iterator<Item = &'v Value>) -> usize {
    1 + values.filter_map(|value| depth(value).or_else(|| of_tuple(value))).max().unwrap_or(0)
}

/// The same of a tuple, which does not know it. A list that took a tuple for a plain value could hold itself in one, again
/// and again. Recursion is as deep as tuples in tuples, which the expression or `keep` bounds.
fn of_tuple(value: &Value) -> Option<usize> {
    let items: Vec<Value> = value.is_tuple().then(|| value.try_iter().ok())??.collect();
    Some(depth_around(items.iter()))
}

/// A list that knows how deep it is.
#[derive(Debug)]
pub struct List {
    items: Vec<Value>,
    depth: usize,
}

impl List {
    /// A list of these.
    pub fn new(items: Vec<Value>) -> List {
        List { depth: depth_around(items.iter()), items }
    }

    /// What is in it.
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// Lists and objects inside of one another, this one counted.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

impl Object for List {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.items.get(key.as_usize()?).cloned()
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.items.len())
    }

    fn enumerator_len(self: &Arc<Self>) -> Option<usize> {
        Some(self.items.len())
    }
}

/// Up to so many members a walk through them is quicker than hashing, of which most time went into building maps.
const FEW: usize = 16;

/// An object, its members in their order.
#[derive(Debug)]
pub struct Record {
    members: Vec<(Value, Value)>,
    /// Where members of a large object stand.
    places: HashMap<Value, usize>,
    depth: usize,
}

impl Record {
    /// Of members with one name the last counts.
    pub fn new(members: Vec<(Value, Value)>) -> Record {
        let places = match members.len() {
            ..=FEW => HashMap::new(),
            _ => members.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect(),
        };
        Record { depth: depth_around(members.iter().map(|(_, value)| value)), members, places }
    }

    /// How many members it has.
    pub fn size(&self) -> usize {
        self.members.len()
    }
}

impl Object for Record {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        if !self.places.is_empty() {
            return Some(self.members.get(*self.places.get(key)?)?.1.clone());
        }
        match key.as_str() {
            Some(name) => self.get_value_by_str(name),
            None => self.members.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone()),
        }
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if !self.places.is_empty() {
            return self.get_value(&Value::from(key));
        }
        self.members.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        // One name after the other: a loop that ends at the first must not pay for all.
        let record = self.clone();
        let names = (0..self.members.len())
            .map(move |place| record.members.get(place).map(|(name, _)| name.clone()).unwrap_or_default());
        Enumerator::Iter(Box::new(names))
    }

    fn enumerator_len(self: &Arc<Self>) -> Option<usize> {
        Some(self.members.len())
    }

    /// As MiniJinja compares objects, without the copies that it makes of their members: sorting and `unique` compare each
    /// object with many. It has to do so itself where names differ, or where lists or objects have to be compared.
    fn custom_cmp(self: &Arc<Self>, other: &DynObject) -> Option<Ordering> {
        let other = other.downcast_ref::<Record>()?;
        let same_names = || self.members.iter().zip(&other.members).all(|(one, two)| one.0 == two.0);
        if self.size() != other.size() || !same_names() {
            return None;
        }
        for ((_, one), (_, two)) in self.members.iter().zip(&other.members) {
            if one.kind() != two.kind() || one.as_object().is_some() {
                return None;
            }
            // Zero is less zero, and yet another number in the order of all.
            match one.cmp(two) {
                Ordering::Equal => {}
                _ if one == two => return None,
                order => return Some(order),
            }
        }
        Some(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platen_ooxml::{Budget, Limits};

    fn value(json: &Json) -> Value {
        let limits = Limits::default();
        to_value(json, Bounds { limits: &limits, budget: &Budget::of(&limits) })
    }

    #[test]
    fn objects_of_either_size_look_alike_to_templates() {
        let small = serde_json::json!({"b": 1, "a": "x", "c": null});
        let mut large = small.clone();
        for i in 0..20 {
            large[format!("k{i}")] = i.into();
        }
        for json in [small, large] {
            let text = minijinja::render!(
                "{{ o.b }} {{ o['a'] }} {{ o.none is undefined }} {{ o.c is none }} {% for k, v in o|items %}{{ k }},{% endfor %} {{ 'a' in o }} {{ o is mapping }}",
                o => value(&json)
            );
            assert!(text.starts_with("1 x True True b,a,c,"), "{text}");
            assert!(text.ends_with(" True True"), "{text}");
        }
    }

    /// The same in MiniJinja's own lists and objects.
    fn plain(json: &Json) -> Value {
        match json {
            Json::Array(items) => Value::from(items.iter().map(plain).collect::<Vec<_>>()),
            Json::Object(members) => {
                Value::from_pairs(members.iter().map(|(name, value)| (name.as_str(), plain(value))))
            }
            other => value(other),
        }
    }

    #[test]
    fn objects_are_compared_as_minijinja_compares_them() {
        let objects = [
            serde_json::json!({}),
            serde_json::json!({"a": 1, "b": "x"}),
            serde_json::json!({"a": 1.0, "b": "x"}),
            serde_json::json!({"b": "x", "a": 1}),
            serde_json::json!({"a": 1, "b": "y"}),
            serde_json::json!({"a": 2, "b": "x"}),
            serde_json::json!({"a": "1", "b": "x"}),
            serde_json::json!({"a": true, "b": "x"}),
            serde_json::json!({"a": null, "b": "x"}),
            serde_json::json!({"a": 0.0, "b": 1}),
            serde_json::json!({"a": -0.0, "b": 1}),
            serde_json::json!({"a": [1], "b": {"c": 1, "d": 2}}),
            serde_json::json!({"a": [1], "b": {"d": 2, "c": 1}}),
            serde_json::json!({"a": 1, "b": "x", "c": 1}),
        ];
        for one in &objects {
            for two in &objects {
                let (ours, theirs) = ((value(one), value(two)), (plain(one), plain(two)));
                assert_eq!(ours.0 == ours.1, theirs.0 == theirs.1, "{one} and {two}");
                assert_eq!(ours.0.cmp(&ours.1), theirs.0.cmp(&theirs.1), "{one} and {two}");
            }
        }
    }

    #[test]
    fn lists_look_like_lists_and_know_their_depth() {
        let value = value(&serde_json::json!([1, [2, {"a": [3]}]]));
        let text = minijinja::render!(
            "{{ l }} {{ l[1][0] }} {{ l[-1]|length }} {{ l is sequence }} {{ l == l }} {{ l|last }}",
            l => value.clone()
        );
        assert_eq!(text, "[1, [2, {'a': [3]}]] 2 2 True True [2, {'a': [3]}]");
        assert_eq!(depth(&value), Some(4));
    }
}
