//! One file, one template: lines `control KIND NAME [VALUE=TEXT ...]`, a line `---`, then the source.

use std::fmt::Write;

use super::*;

#[test]
fn every_case_is_described_as_recorded() {
    insta::glob!("cases/*.txt", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (head, source) = text.split_once("---\n").unwrap();
        let controls: Vec<_> = head.lines().map(site).collect();
        let found = of(source, &controls);
        insta::assert_snapshot!(describe(&found));
        let model = found.model();
        assert_eq!(found.check(&model, true), [], "the model does not fit its own template");
    });
}

fn site(line: &str) -> ControlSite {
    let words: Vec<&str> = line.split(' ').collect();
    let kind = match words[1] {
        "plainText" => ControlKind::PlainText,
        "richText" => ControlKind::RichText,
        "checkBox" => ControlKind::CheckBox,
        "dropDownList" => ControlKind::DropDownList,
        "comboBox" => ControlKind::ComboBox,
        "date" => ControlKind::Date,
        "picture" => ControlKind::Picture,
        "repeatingSection" => ControlKind::RepeatingSection,
        other => panic!("no kind {other}"),
    };
    let items: Vec<_> = words[3..].iter().filter_map(|item| item.split_once('=')).collect();
    list(kind, &words[2].replace('_', " "), &items)
}

fn describe(found: &Discovery) -> String {
    let mut text = String::new();
    for field in &found.placeholders {
        let flag = |on: bool, name: &'static str| if on { name } else { "" };
        let (required, repeats) = (flag(field.required, " required"), flag(field.repeats, " repeats"));
        write!(text, "{} {} {}{required}{repeats}", field.path, field.kind, field.r#type).unwrap();
        if !field.filters.is_empty() {
            write!(text, " |{}", field.filters.join("|")).unwrap();
        }
        writeln!(text, "  {} x{}", field.expression, field.locations.len()).unwrap();
    }
    for control in &found.content_controls {
        let repeats = if control.repeats { " repeats" } else { "" };
        writeln!(text, "[{}] {:?}{repeats} x{}", control.path, control.r#type, control.locations.len())
            .unwrap();
    }
    writeln!(text, "\nmodel {:#}", found.model()).unwrap();
    writeln!(text, "\nschema {:#}", found.schema).unwrap();
    writeln!(text, "\nwithout data").unwrap();
    for error in found.check(&serde_json::json!({}), true) {
        writeln!(text, "{error}").unwrap();
    }
    text
}
