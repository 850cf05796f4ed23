//! The document as Swagger 2.0 with the extensions for Power Platform's custom connectors
//! (learn.microsoft.com/connectors/custom-connectors/openapi-extensions): a drop-down of templates, the fields of the chosen template as
//! inputs, and descriptions for people.

use platen_service::links::BaseUrl;
use serde_json::{Map, Value, json};

use crate::calls::{Call, Content, Input, calls};
use crate::example::resolve;
use crate::plain::{plain, title};

/// Where the product is described.
const SITE: &str = env!("CARGO_PKG_REPOSITORY");

/// The Swagger 2.0 document of the service at an address; without one, a reader takes the address it was read from.
pub fn swagger(base: Option<&BaseUrl>) -> Value {
    let openapi = crate::document();
    let mut document = json!({
        "swagger": "2.0",
        "info": {
            "title": openapi["info"]["title"],
            "version": openapi["info"]["version"],
            "description": openapi["info"]["description"],
            "contact": openapi["info"]["contact"],
            "license": { "name": openapi["info"]["license"]["name"] },
        },
        // What the platform shows beside the connector, and what it calls when somebody makes a connection.
        "x-ms-connector-metadata": [
            { "propertyName": "Website", "propertyValue": SITE },
            { "propertyName": "Privacy policy", "propertyValue": format!("{SITE}/blob/main/SECURITY.md") },
            { "propertyName": "Categories", "propertyValue": "Content and Files;Productivity" },
        ],
        "x-ms-capabilities": { "testConnection": { "operationId": "getSubscription", "parameters": {} } },
        "basePath": "/",
        "consumes": ["application/json"],
        "produces": ["application/json"],
        "paths": paths(),
        "definitions": definitions(),
        "securityDefinitions": { "key": openapi["components"]["securitySchemes"]["key"] },
        "security": [{ "key": [] }],
        "tags": openapi["tags"],
    });
    if let (Some((scheme, host, path)), Some(members)) = (base.map(BaseUrl::parts), document.as_object_mut())
    {
        members.insert("schemes".to_owned(), json!([scheme]));
        members.insert("host".to_owned(), json!(host));
        members.insert("basePath".to_owned(), json!(path));
    }
    document
}

fn paths() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for call in calls() {
        let item = paths.entry(call.path).or_insert_with(|| json!({}));
        item[call.method.to_lowercase()] = operation(&call);
        if let Some(schema) = call.notice {
            item["x-ms-notification-content"] =
                json!({ "description": "How the job ended.", "schema": plain(schema) });
        }
    }
    Value::Object(paths)
}

fn operation(call: &Call<'_>) -> Value {
    let mut operation = json!({
        "operationId": call.id,
        "tags": [call.tag],
        "summary": call.summary,
        "description": call.description,
        "parameters": call.inputs.iter().map(parameter).chain(call.body.as_ref().map(body)).collect::<Vec<_>>(),
        "responses": responses(call.source),
    });
    if let Some(visibility) = visibility(call) {
        operation["x-ms-visibility"] = json!(visibility);
    }
    if call.notice.is_some() {
        // Designers show it among what flows begin with.
        operation["summary"] = json!("When a job ends");
        operation["x-ms-trigger"] = json!("single");
        operation["x-ms-trigger-hint"] = json!("To see it work, start a job.");
    }
    if let Some(content) = call.source["requestBody"]["content"].as_object() {
        // A form is another way to send the same file.
        operation["consumes"] =
            content.keys().filter(|kind| *kind != "multipart/form-data").cloned().collect();
    }
    if !call.needs_key {
        operation["security"] = json!([]);
    }
    let kinds = media_types(call.source);
    if !kinds.is_empty() {
        operation["produces"] = json!(kinds);
    }
    operation
}

/// Designers show what makes documents first, and nothing that no flow calls.
fn visibility(call: &Call<'_>) -> Option<&'static str> {
    let makes = call.method == "POST" && call.body.as_ref().is_some_and(|body| !body.is_file);
    match (call.is_for_flows, makes) {
        (false, _) if call.notice.is_some() => Some("important"),
        (false, _) => Some("internal"),
        (true, true) => Some("important"),
        (true, false) => None,
    }
}

fn media_types(operation: &Value) -> Vec<&String> {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let mut kinds: Vec<&String> = responses
        .flat_map(|(_, response)| response["content"].as_object().into_iter().flat_map(Map::keys))
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn parameter(input: &Input<'_>) -> Value {
    let mut parameter = plain(input.schema);
    if let Some(members) = parameter.as_object_mut() {
        members.insert("name".to_owned(), json!(input.name));
        members.insert("in".to_owned(), json!(input.place));
        members.insert("required".to_owned(), json!(input.required));
        members.insert("description".to_owned(), json!(input.description));
        members.insert("x-ms-summary".to_owned(), json!(title(input.name)));
        let visibility = if input.required { "important" } else { "advanced" };
        members.insert("x-ms-visibility".to_owned(), json!(visibility));
        if input.place == "path" {
            members.insert("x-ms-url-encoding".to_owned(), json!("single"));
        }
        if input.name == "templateId" {
            choose_template(members);
        }
        // People should not need to know about pages to see the first one.
        if input.required && ["pageNumber", "pageSize"].contains(&input.name) {
            members.insert("default".to_owned(), input.example.clone());
        }
    }
    parameter
}

fn body(content: &Content<'_>) -> Value {
    let schema =
        if content.is_file { json!({ "type": "string", "format": "binary" }) } else { plain(content.schema) };
    json!({
        "name": "body",
        "in": "body",
        "required": true,
        "description": if content.is_file { "The file." } else { "What to do." },
        "x-ms-summary": if content.is_file { "File content" } else { "Request" },
        "x-ms-visibility": "important",
        "schema": schema,
    })
}

fn responses(operation: &Value) -> Value {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let mut plain: Map<String, Value> =
        responses.map(|(status, response)| (status.clone(), self::response(response))).collect();
    if plain.contains_key("200") {
        // Designers take the shape of the output from one answer.
        for (_, other) in plain.iter_mut().filter(|(status, _)| ["202", "206"].contains(&status.as_str())) {
            if let Some(other) = other.as_object_mut() {
                other.remove("schema");
            }
        }
    }
    Value::Object(plain)
}

fn response(response: &Value) -> Value {
    let mut plain_response = json!({ "description": response["description"] });
    let content = response["content"].as_object().and_then(|content| content.iter().next());
    if let Some((media_type, inner)) = content {
        plain_response["schema"] = if media_type.starts_with("text/") {
            json!({ "type": "string" })
        } else {
            plain(&inner["schema"])
        };
    }
    let headers = response["headers"].as_object().into_iter().flatten();
    let headers: Map<String, Value> =
        headers.map(|(name, header)| (name.clone(), self::header(header))).collect();
    plain_response["headers"] = Value::Object(headers);
    plain_response
}

fn header(header: &Value) -> Value {
    let header = resolve(header);
    json!({ "description": header["description"], "type": header["schema"]["type"] })
}

fn definitions() -> Value {
    let schemas = crate::document()["components"]["schemas"].as_object().into_iter().flatten();
    let mut definitions: Map<String, Value> =
        schemas.map(|(name, schema)| (name.clone(), plain(schema))).collect();
    for definition in definitions.values_mut() {
        // Requests alone have members that are refused when they are not known.
        let is_request = definition["additionalProperties"] == false;
        let Some(members) =
            definition.get_mut("properties").and_then(Value::as_object_mut).filter(|_| is_request)
        else {
            continue;
        };
        let Some(template) = members.get_mut("templateId").and_then(Value::as_object_mut) else { continue };
        choose_template(template);
        let reference = json!({ "$ref": format!("#/definitions/{DATA}") });
        if let Some(data) = members.get_mut("data") {
            *data = reference.clone();
        }
        if let Some(items) = members.get_mut("items") {
            items["items"] = reference;
        }
    }
    for call in calls().iter().filter(|call| call.notice.is_some()) {
        let shape = call.body.as_ref().and_then(|body| body.schema["$ref"].as_str()?.rsplit('/').next());
        if let Some(url) = shape.and_then(|shape| definitions.get_mut(shape)?.pointer_mut("/properties/url"))
        {
            // The platform fills it in.
            url["x-ms-notification-url"] = json!(true);
            url["x-ms-visibility"] = json!("internal");
        }
    }
    definitions.insert(DATA.to_owned(), fields());
    Value::Object(definitions)
}

/// A drop-down of the templates in place of an id to paste. The older extension is for designers that do not know the newer.
fn choose_template(parameter: &mut Map<String, Value>) {
    let pages = json!({ "pageNumber": 1, "pageSize": 100 });
    parameter.insert("x-ms-summary".to_owned(), json!("Template"));
    parameter.insert(
        "x-ms-dynamic-values".to_owned(),
        json!({
            "operationId": "getTemplates", "parameters": pages,
            "value-collection": "items", "value-path": "templateId", "value-title": "name",
        }),
    );
    let constant = json!({ "pageNumber": { "value": 1 }, "pageSize": { "value": 100 } });
    parameter.insert(
        "x-ms-dynamic-list".to_owned(),
        json!({
            "operationId": "getTemplates", "parameters": constant,
            "itemsPath": "items", "itemValuePath": "templateId", "itemTitlePath": "name",
        }),
    );
}

/// The shape of a template's data. A shape of its own: designers take the extensions for fields at the root of one alone.
const DATA: &str = "TemplateData";

/// The fields of the chosen template in place of an object to write.
fn fields() -> Value {
    json!({
        "type": "object",
        "description": "The values of the template's fields.",
        "x-ms-dynamic-schema": {
            "operationId": "getTemplateSchema", "parameters": { "templateId": { "parameter": "templateId" } },
            "value-path": "schema",
        },
        "x-ms-dynamic-properties": {
            "operationId": "getTemplateSchema",
            "parameters": { "templateId": { "parameterReference": "body/templateId" } },
            "itemValuePath": "schema",
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn operations(document: &Value) -> BTreeSet<(String, String, String)> {
        let paths = document["paths"].as_object().unwrap().iter();
        let named = paths.flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("x-"));
            methods.map(move |(method, operation)| {
                (path.clone(), method.clone(), operation["operationId"].to_string())
            })
        });
        named.collect()
    }

    #[test]
    fn both_documents_have_the_same_operations() {
        let document = swagger(None);
        assert_eq!(operations(&document), operations(crate::document()));
        assert!(document.get("host").is_none());
    }

    #[test]
    fn it_names_the_address() {
        let document = swagger(BaseUrl::parse("https://docs.example.org/platen").as_ref());
        assert_eq!(document["schemes"], json!(["https"]));
        assert_eq!(
            (&document["host"], &document["basePath"]),
            (&json!("docs.example.org"), &json!("/platen"))
        );
    }

    /// What Microsoft asks of a connector that it certifies.
    #[test]
    fn it_says_whose_it_is_and_each_operation_has_one_output() {
        let document = swagger(None);
        assert!(document["info"]["contact"]["url"].as_str().unwrap().starts_with("https://"));
        assert_eq!(document["x-ms-connector-metadata"].as_array().unwrap().len(), 3);
        let tested = document["x-ms-capabilities"]["testConnection"]["operationId"].to_string();
        assert!(operations(&document).iter().any(|(.., id)| *id == tested));
        for item in document["paths"].as_object().unwrap().values() {
            for operation in item.as_object().unwrap().values() {
                let responses = operation["responses"].as_object().into_iter().flatten();
                let outputs = responses
                    .filter(|(status, answer)| status.as_str() < "300" && !answer["schema"].is_null());
                assert!(outputs.count() <= 1, "{operation}");
            }
        }
    }

    #[test]
    fn every_parameter_has_words_for_people() {
        let document = swagger(None);
        for operation in document["paths"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|item| item.as_object().unwrap().values())
        {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(parameter["x-ms-summary"].is_string(), "{parameter}");
                assert!(parameter["x-ms-visibility"].is_string(), "{parameter}");
            }
        }
        let request = &document["definitions"]["GenerateDocumentDto"]["properties"];
        assert_eq!(request["templateId"]["x-ms-dynamic-values"]["operationId"], "getTemplates");
        assert_eq!(request["data"]["$ref"], "#/definitions/TemplateData");
        assert_eq!(request["format"]["enum"], json!([".docx", ".pdf", ".png"]));
        let data = &document["definitions"]["TemplateData"];
        assert_eq!(data["x-ms-dynamic-properties"]["operationId"], "getTemplateSchema");
        assert!(operations(&document).iter().any(|(.., id)| id == "\"getTemplateSchema\""));
    }
}
