//! Collections of requests for Bruno and Postman: one request for each operation, in folders. All of them can be sent from the
//! first to the last.

mod bruno;
mod postman;
mod walk;

use serde_json::{Map, json};

use crate::Generated;
use walk::{NAME, TEMPLATE, folders, steps};

pub(crate) fn files() -> Vec<Generated> {
    let steps = steps();
    let mut files = vec![
        Generated::text(
            "postman/platen.postman_collection.json",
            &format!("{:#}\n", postman::collection(&steps)),
        ),
        Generated::text(
            "bruno/bruno.json",
            &format!("{:#}\n", json!({ "version": "1", "name": NAME, "type": "collection" })),
        ),
        Generated::text("bruno/environments/Local.bru", &bruno::environment(&steps)),
    ];
    for folder in ["bruno", "postman"] {
        files.push(Generated { path: format!("{folder}/{TEMPLATE}"), bytes: template() });
    }
    for (at, (folder, steps_of_it)) in folders(&steps).into_iter().enumerate() {
        files.push(Generated::text(&format!("bruno/{folder}/folder.bru"), &bruno::folder(at + 1, folder)));
        for (at, step) in steps_of_it.into_iter().enumerate() {
            // Counted within the folder: a new operation changes no other folder.
            let path = format!("bruno/{folder}/{}.bru", step.call.summary);
            files.push(Generated::text(&path, &bruno::request(at + 1, step, &steps)));
        }
    }
    files
}

/// A template that takes the data of the document's examples.
fn template() -> Vec<u8> {
    let data = Map::from_iter([("name".to_owned(), json!("Ada")), ("number".to_owned(), json!(17))]);
    platen_samples::starter("A template to try things with", &data).unwrap_or_default()
}
