//! One case: a folder with `body.xml` (inner XML of the body) or `document.xml` (the whole part), other parts by name
//! (`header1.xml`, `footnotes.xml`, `item1.xml`: see [`crate::pack::package`]), `data.json`, and `options.json`
//! (`missing`, `locale`, `today`, `controls`, `errorData`, and `limits` to lower); `translations.json` is what the file carries.

use std::fs;
use std::path::{Path, PathBuf};

use platen_docx::{Budget, Enclosure, Limits, Missing, RenderOptions, with_enclosure};
use serde_json::Value;

use crate::pack;

/// Settings for a snapshot that stands in the folder of its case.
pub fn recorded_beside(folder: &Path) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.remove_snapshot_suffix();
    settings.remove_input_file();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

pub struct Fixture {
    pub folder: PathBuf,
    pub package: Vec<u8>,
    pub data: Value,
    pub options: RenderOptions,
    pub limits: Limits,
}

impl Fixture {
    pub fn read(folder: &Path) -> Fixture {
        let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
        let json = |name: &str| text(name).map(|t| serde_json::from_str::<Value>(&t).unwrap());
        let document = match (text("body.xml"), text("document.xml")) {
            (Some(body), None) => pack::document(body.trim()),
            (None, Some(document)) => document,
            _ => panic!("{}: either body.xml or document.xml", folder.display()),
        };
        let mut others: Vec<(String, String)> = Vec::new();
        let mut names: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        for path in names {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.extension().is_some_and(|e| e == "xml") && name != "body" && name != "document" {
                others.push((name, fs::read_to_string(&path).unwrap().trim().to_owned()));
            }
        }
        let others: Vec<(&str, String)> = others.iter().map(|(n, c)| (n.as_str(), c.clone())).collect();
        let settings = json("options.json").unwrap_or_default();
        let mut limits = Limits::default();
        for (name, value) in settings["limits"].as_object().into_iter().flatten() {
            let value = value.as_u64().unwrap();
            match name.as_str() {
                "tags" => limits.tags = value as usize,
                "tag_bytes" => limits.tag_bytes = value as usize,
                "block_depth" => limits.block_depth = value as usize,
                "fuel" => limits.fuel = value,
                "output_bytes" => limits.output_bytes = value,
                "value_bytes" => limits.value_bytes = value as usize,
                "xml_depth" => limits.xml_depth = value as usize,
                other => panic!("{}: limit {other}", folder.display()),
            }
        }
        let mut package = pack::package(&document, &others);
        if let Some(table) = json("translations.json") {
            let carried = (Enclosure::Translations, Some(&table));
            package = with_enclosure(package, carried, &limits, &Budget::of(&limits)).unwrap().to_vec();
        }
        Fixture {
            folder: folder.to_owned(),
            package,
            data: json("data.json").unwrap_or_else(|| Value::Object(Default::default())),
            options: options(&settings),
            limits,
        }
    }
}

/// The options of a request as JSON; nothing stands for the usual ones.
pub fn options(settings: &Value) -> RenderOptions {
    RenderOptions {
        missing: match settings["missing"].as_str() {
            None | Some("error") => Missing::Error,
            Some("empty") => Missing::Empty,
            Some("keep") => Missing::Keep,
            Some(other) => panic!("missing: {other}"),
        },
        locale: settings["locale"].as_str().map(str::to_owned),
        today: settings["today"].as_str().map(|day| day.parse().unwrap()),
        controls: serde_json::from_value(settings["controls"].clone()).unwrap_or_default(),
        error_data: settings["errorData"].as_bool().unwrap_or_default(),
        ..RenderOptions::default()
    }
}
