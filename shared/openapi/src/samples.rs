//! A call of each operation in several languages, to copy. All but curl use the clients of shared/clients, whose methods come from the
//! same [`Call`].

use heck::{ToLowerCamelCase, ToSnakeCase, ToUpperCamelCase};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value as Rendered};
use serde::Serialize;
use serde_json::Value;

use crate::calls::Call;
use crate::example::{resolve, shape};
use crate::values::value;

/// A language's name, and its sample's template.
const LANGUAGES: [(&str, &str); 5] = [
    ("curl", include_str!("samples/curl.j2")),
    ("Python", include_str!("samples/python.j2")),
    ("TypeScript", include_str!("samples/typescript.j2")),
    ("C#", include_str!("samples/csharp.j2")),
    ("Java", include_str!("samples/java.j2")),
];

/// An operation in one language.
#[derive(Debug, Serialize)]
pub struct Sample {
    /// The language's name.
    pub language: &'static str,
    /// The code. `BASE` and `KEY` stand for the service's address and the caller's key.
    pub code: String,
}

/// An operation in every language.
///
/// # Errors
/// A template does not render, which a test rules out.
pub fn samples(call: &Call<'_>) -> Result<Vec<Sample>, Error> {
    let environment = environment();
    let call = value(call)?;
    let render = |(language, template)| {
        let code = environment.render_str(template, minijinja::context! { call => call.clone() })?;
        Ok(Sample { language, code })
    };
    LANGUAGES.into_iter().map(render).collect()
}

/// What templates of code have besides MiniJinja's own filters. Nothing is escaped: code is no HTML.
pub fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("snake", |name: &str| name.to_snake_case());
    environment.add_filter("camel", |name: &str| name.to_lower_camel_case());
    environment.add_filter("pascal", |name: &str| name.to_upper_camel_case());
    environment.add_filter("json", |value: Rendered| json(&value).map(|value| value.to_string()));
    environment.add_filter("pretty", pretty);
    environment.add_filter("python", |value: Rendered| json(&value).map(|value| python(&value, "\n")));
    environment.add_filter("java", |body: Rendered| Classes::Java.content(&body));
    environment.add_filter("csharp", |body: Rendered| Classes::CSharp.content(&body));
    environment.add_filter("indented", |text: &str| text.replace('\n', "\n    "));
    environment.add_filter("address", address);
    environment
}

/// A value as JSON in lines.
pub(crate) fn pretty(value: Rendered) -> Result<String, Error> {
    Ok(format!("{:#}", json(&value)?))
}

fn json(value: &Rendered) -> Result<Value, Error> {
    serde_json::to_value(value).map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))
}

/// JSON as a literal of Python.
fn python(value: &Value, line: &str) -> String {
    let inner = format!("{line}    ");
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| python(item, line)).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let members: String = members
                .iter()
                .map(|(name, value)| {
                    format!("{inner}{}: {},", Value::from(name.as_str()), python(value, &inner))
                })
                .collect();
            format!("{{{members}{line}}}")
        }
        // What JSON escapes, Python escapes in the same way.
        other => other.to_string(),
    }
}

/// A language that has a class for each shape, and writes other objects in its own way.
#[derive(Clone, Copy)]
enum Classes {
    Java,
    CSharp,
}

impl Classes {
    /// A body's example.
    fn content(self, body: &Rendered) -> Result<String, Error> {
        Ok(self.expression(&json(&body.get_attr("schema")?)?, &json(&body.get_attr("example")?)?, "\n"))
    }

    /// A value that fits a schema as an expression; `line` begins a line.
    fn expression(self, schema: &Value, value: &Value, line: &str) -> String {
        match (value, shape(schema)) {
            (Value::Array(items), _) => {
                let schema = &resolve(schema)["items"];
                let items: Vec<String> =
                    items.iter().map(|item| self.expression(schema, item, line)).collect();
                match self {
                    Classes::Java => format!("List.of({})", items.join(", ")),
                    Classes::CSharp => format!("new[] {{ {} }}", items.join(", ")),
                }
            }
            (Value::Object(members), Some(shape)) => {
                let inner = format!("{line}    ");
                let members = members.iter().map(|(name, value)| {
                    let value = self.expression(&resolve(schema)["properties"][name], value, &inner);
                    match self {
                        Classes::Java => format!("{inner}.{name}({value})"),
                        Classes::CSharp => format!("{inner}{} = {value},", name.to_upper_camel_case()),
                    }
                });
                let members: String = members.collect();
                match self {
                    Classes::Java => format!("new {shape}(){members}"),
                    Classes::CSharp => format!("new {shape}{line}{{{members}{line}}}"),
                }
            }
            (Value::Object(members), None) => {
                let members = members.iter().map(|(name, value)| match self {
                    Classes::Java => format!("\"{name}\", {}", self.expression(&Value::Null, value, line)),
                    Classes::CSharp => format!("{name} = {}", self.expression(&Value::Null, value, line)),
                });
                let members: Vec<String> = members.collect();
                match self {
                    Classes::Java => format!("Map.of({})", members.join(", ")),
                    Classes::CSharp => format!("new {{ {} }}", members.join(", ")),
                }
            }
            // What JSON escapes, both escape in the same way.
            (other, _) => other.to_string(),
        }
    }
}

/// The path and query with the examples of what a call needs.
fn address(call: Rendered) -> Result<String, Error> {
    let (mut path, mut query) =
        (json(&call.get_attr("path")?)?.as_str().unwrap_or_default().to_owned(), Vec::new());
    for input in call.get_attr("inputs")?.try_iter()? {
        let (name, example) = (input.get_attr("name")?, input.get_attr("example")?);
        match input.get_attr("place")?.as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &example.to_string()),
            Some("query") if input.get_attr("required")?.is_true() => query.push(format!("{name}={example}")),
            _ => {}
        }
    }
    Ok(if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::calls;

    fn sample(id: &str, language: &str) -> String {
        let calls = calls();
        let call = calls.iter().find(|call| call.id == id).unwrap();
        let samples = samples(call).unwrap();
        samples.into_iter().find(|sample| sample.language == language).unwrap().code
    }

    #[test]
    fn every_operation_has_one_in_every_language() {
        for call in calls() {
            for sample in samples(&call).unwrap() {
                assert!(!sample.code.contains("undefined"), "{}: {}", call.id, sample.code);
            }
        }
    }

    #[test]
    fn they_say_what_the_operation_needs() {
        assert_eq!(
            sample("getTemplates", "curl"),
            "curl \"$BASE/api/getTemplates?pageNumber=1&pageSize=20\" \\\n  -H \"x-functions-key: $KEY\""
        );
        assert_eq!(
            sample("deleteTemplate", "Python"),
            "from platen_client import Platen\n\nwith Platen(BASE, KEY) as platen:\n    platen.delete_template(\"0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071\")"
        );
        let typescript = sample("generateDocument", "TypeScript");
        assert!(typescript.contains("await platen.generateDocument({\n  \"templateId\""), "{typescript}");
        let csharp = sample("generateDocument", "C#");
        assert!(
            csharp.contains("GenerateDocumentAsync(new GenerateDocumentDto\n{\n    TemplateId ="),
            "{csharp}"
        );
        assert!(csharp.contains("Data = new { name = \"Ada\", number = 17 },"), "{csharp}");
        let java = sample("generateDocument", "Java");
        assert!(java.contains("new GenerateDocumentDto()\n    .templateId("), "{java}");
        assert!(java.contains("    .data(Map.of(\"name\", \"Ada\", \"number\", 17)));"), "{java}");
    }
}
