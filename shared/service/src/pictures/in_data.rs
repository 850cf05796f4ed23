//! Where data name pictures by address.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use platen_docx::DataError;
use platen_ooxml::reference_token;
use serde_json::{Map, Value};

/// The member that holds a picture.
const IMAGE: &str = "$image";

/// Places of an address that an error names; of the others it gives the number.
const NAMED: usize = 5;

/// Where an address stands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// JSON Pointers of the first of them.
    pointers: Vec<String>,
}

impl Named {
    /// What is wrong with the address, at each place.
    pub(super) fn errors<'a>(self, address: &'a str, why: &'a str) -> impl Iterator<Item = DataError> + 'a {
        let detail = move || format!("the picture at {} was not fetched: {why}", shortened(address));
        self.pointers.into_iter().map(move |pointer| DataError::new(&pointer, detail()))
    }
}

/// An address without its query, which may hold a signature.
fn shortened(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// The address of an object that is a picture by address.
fn address(members: &Map<String, Value>) -> Option<&str> {
    let text = members.get(IMAGE)?.as_str()?.trim();
    let is_address = ["https:", "http:"].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(scheme))
    });
    is_address.then_some(text)
}

/// All addresses, and where they stand.
pub(super) fn named(data: &Value) -> BTreeMap<String, Named> {
    let mut found = BTreeMap::new();
    collect(data, &mut String::new(), &mut found);
    found
}

fn collect(value: &Value, pointer: &mut String, found: &mut BTreeMap<String, Named>) {
    let length = pointer.len();
    match value {
        Value::Object(members) => {
            if let Some(address) = address(members) {
                let named = found.entry(address.to_owned()).or_default();
                if named.pointers.len() < NAMED {
                    named.pointers.push(pointer.clone());
                }
            }
            for (name, value) in members {
                pointer.push('/');
                pointer.push_str(&reference_token(name));
                collect(value, pointer, found);
                pointer.truncate(length);
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                pointer.push_str(&format!("/{index}"));
                collect(value, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

/// Puts each picture, as base64, in the place of its address.
pub(super) fn place(value: &mut Value, pictures: &HashMap<String, Bytes>) {
    match value {
        Value::Object(members) => {
            let picture = address(members).and_then(|address| pictures.get(address));
            if let Some(picture) = picture {
                members.insert(IMAGE.to_owned(), Value::String(STANDARD.encode(picture)));
            }
            members.values_mut().for_each(|value| place(value, pictures));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| place(value, pictures)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn addresses_are_found_and_replaced_at_any_depth() {
        let mut data = json!({
            "logo": { "$image": " HTTPS://a.example/x.png ", "width": "4cm" },
            "a/b": [1, { "$image": "data:image/png;base64,AAAA" }, { "again": { "$image": "HTTPS://a.example/x.png" } }],
            "link": { "$link": "https://a.example/" },
            "text": "https://a.example/x.png",
        });
        let found = named(&data);
        assert_eq!(found.len(), 1);
        let pointers = &found["HTTPS://a.example/x.png"].pointers;
        assert_eq!(pointers, &["/logo", "/a~1b/2/again"]);
        let pictures = [("HTTPS://a.example/x.png".to_owned(), Bytes::from_static(b"abc"))];
        place(&mut data, &pictures.into_iter().collect());
        assert_eq!(data["logo"], json!({ "$image": "YWJj", "width": "4cm" }));
        assert_eq!(data["a/b"][2]["again"]["$image"], "YWJj");
        assert_eq!(data["text"], "https://a.example/x.png");
    }

    #[test]
    fn errors_keep_signatures_to_themselves() {
        let data = json!([{ "$image": "https://a.example/x.png?secret=1" }]);
        let errors: Vec<_> = named(&data)
            .into_iter()
            .flat_map(|(address, named)| named.errors(&address, "no").collect::<Vec<_>>())
            .collect();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].pointer, "/0");
        assert_eq!(errors[0].detail, "the picture at https://a.example/x.png was not fetched: no");
    }
}
