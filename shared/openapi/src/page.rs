//! The reference page: the OpenAPI document as one HTML page, readable without scripts or other hosts. With scripts, readers can try each
//! operation with their key. Each problem has a section with its code as anchor: `/api/docs#invalid-data`.

use std::collections::BTreeMap;

use minijinja::{Environment, Value as Rendered, context};
use platen_service::problem::Code;
use serde::Serialize;
use serde_json::{Value, json};

use crate::calls::{Call, calls};
use crate::fitting::CODES;
use crate::problems::remedy;
use crate::samples::{Sample, pretty, samples};
use crate::values::value;

/// Writes the page.
///
/// # Errors
/// The page's template does not render, which a test rules out.
pub fn page() -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_filter("kind", kind);
    environment.add_filter("prose", prose);
    environment.add_filter("pretty", pretty);
    environment.add_template("reference.html", include_str!("reference.html"))?;
    let problems: Vec<Value> = Code::ALL
        .into_iter()
        .map(|code| {
            json!({
                "code": code.as_str(), "status": code.status().as_u16(), "title": code.title(), "remedy": remedy(code),
            })
        })
        .collect();
    let page = environment.get_template("reference.html")?;
    page.render(context! {
        api => value(crate::document())?, problems => value(&Value::from(problems))?, calls => value(&sampled()?)?,
    })
}

/// Operations by their ids, each with its samples.
fn sampled() -> Result<BTreeMap<&'static str, Sampled>, minijinja::Error> {
    calls().into_iter().map(|call| Ok((call.id, Sampled { samples: samples(&call)?, call }))).collect()
}

#[derive(Serialize)]
struct Sampled {
    #[serde(flatten)]
    call: Call<'static>,
    samples: Vec<Sample>,
}

/// Text of the document as HTML: paragraphs at empty lines, `code` between backticks.
fn prose(text: String) -> Rendered {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut html = String::from("<p>");
    for (index, piece) in escaped.replace("\n\n", "</p><p>").split('`').enumerate() {
        if index > 0 {
            html.push_str(if index % 2 == 1 { "<code>" } else { "</code>" });
        }
        html.push_str(piece);
    }
    html.push_str("</p>");
    Rendered::from_safe_string(html)
}

/// A schema in a few words: its type, or a link to the shape that it refers to.
fn kind(schema: Rendered) -> Rendered {
    let schema = serde_json::to_value(&schema).unwrap_or_default();
    Rendered::from_safe_string(words(&schema))
}

fn words(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    for choices in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choices].as_array() {
            return choices.iter().map(words).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(values) = schema["enum"].as_array().or(schema[CODES].as_array()) {
        let values: Vec<String> = values.iter().map(|value| format!("<code>{value}</code>")).collect();
        return values.join(", ");
    }
    let single = |name: &str| match name {
        "array" => format!("array of {}", words(&schema["items"])),
        name => match schema["format"].as_str() {
            Some(format) => format!("{name} ({format})"),
            None => name.to_owned(),
        },
    };
    match &schema["type"] {
        Value::String(name) => single(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(single).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_and_operation_has_its_section() {
        let page = page().unwrap();
        for code in Code::ALL {
            assert!(page.contains(&format!("id=\"{}\"", code.as_str())), "{}", code.as_str());
        }
        for path in platen_service::http::routes::routes() {
            assert!(page.contains(&format!("<code>{}</code>", path.path)), "{}", path.path);
        }
    }

    #[test]
    fn every_link_of_the_page_leads_somewhere_on_it() {
        let page = page().unwrap();
        for link in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let anchor = link.strip_prefix('#');
            let found = anchor.is_some_and(|anchor| page.contains(&format!("id=\"{anchor}\"")));
            assert!(found || link == "openapi.json", "{link}");
        }
    }

    #[test]
    fn the_page_asks_nobody_for_anything() {
        let page = page().unwrap();
        // Addresses and calls in samples are text.
        for outside in ["src=\"http", "href=\"http"] {
            assert!(!page.contains(outside), "{outside}");
        }
        let style = page.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).unwrap();
        for outside in ["@import", "url("] {
            assert!(!style.contains(outside), "{outside}");
        }
        assert_eq!((page.matches("<style").count(), page.matches("style=\"").count()), (1, 0));
        assert_eq!(page.matches("<script").count(), 1);
        assert!(page.contains("<script src=\"docs/try.js\" defer></script>"));
    }

    #[test]
    fn prose_is_escaped() {
        assert_eq!(prose("a < `b`\n\nc".into()).to_string(), "<p>a &lt; <code>b</code></p><p>c</p>");
    }
}
