//! The Swagger 2.0 document as Power Platform uses it: read by a parser of others, and followed by a mock of a flow's
//! designer, which calls what the document tells it to call, in the designer's order.

use std::path::Path;
use std::process::Command;

use http::Method;
use platen_tests::fixtures::docx;
use platen_tests::receiver::{OK, Receiver};
use platen_tests::server::Server;
use serde_json::{Map, Value, json};

/// A connector that was imported.
struct Connector<'a> {
    server: &'a Server,
    document: Value,
}

impl<'a> Connector<'a> {
    fn import(server: &'a Server) -> Connector<'a> {
        Connector { server, document: server.get("/api/swagger.json").json() }
    }

    /// The operation of an id, with its method and path.
    fn operation(&self, id: &str) -> (Method, String, &Value) {
        let paths = self.document["paths"].as_object().unwrap().iter();
        let mut all = paths.flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("x-"));
            methods.map(move |(method, operation)| (path, method, operation))
        });
        let (path, method, operation) = all.find(|(.., operation)| operation["operationId"] == id).unwrap();
        (method.to_uppercase().parse().unwrap(), path.clone(), operation)
    }

    /// Calls an operation as a flow does: values in their places, and a body of JSON, `{}` where there is none.
    fn call(&self, id: &str, values: &Map<String, Value>) -> platen_tests::client::Reply {
        let (method, mut path, operation) = self.operation(id);
        let (mut query, mut body) = (Vec::new(), None);
        for parameter in operation["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let Some(value) = values.get(name).or_else(|| parameter.get("default")) else {
                assert!(parameter["required"] != true, "{id} needs {name}");
                continue;
            };
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            match parameter["in"].as_str().unwrap() {
                "path" => path = path.replace(&format!("{{{name}}}"), &text),
                "query" => query.push(format!("{name}={text}")),
                "body" => body = Some(value.to_string()),
                _ => {}
            }
        }
        let key = [("x-functions-key", self.server.key()), ("content-type", "application/json")];
        self.server.send(method, &format!("{path}?{}", query.join("&")), &key, body.unwrap_or_default())
    }

    fn definition(&self, reference: &Value) -> &Value {
        self.document.pointer(reference["$ref"].as_str().unwrap().strip_prefix('#').unwrap()).unwrap()
    }

    /// The shape of an operation's body.
    fn body(&self, id: &str) -> &Value {
        let parameters = self.operation(id).2["parameters"].as_array().unwrap();
        let body = parameters.iter().find(|parameter| parameter["in"] == "body").unwrap();
        self.definition(&body["schema"])
    }

    /// The choices of a drop-down: titles and values.
    fn choices(&self, of: &Value) -> Vec<(String, Value)> {
        let list = &of["x-ms-dynamic-values"];
        let reply = self.call(list["operationId"].as_str().unwrap(), list["parameters"].as_object().unwrap());
        let found = reply.json()[list["value-collection"].as_str().unwrap()].as_array().unwrap().clone();
        let [title, value] =
            ["value-title", "value-path"].map(|path| list[path].as_str().unwrap().to_owned());
        found
            .into_iter()
            .map(|item| (item[&title].as_str().unwrap().to_owned(), item[&value].clone()))
            .collect()
    }

    /// The trigger of the connector: its id, and the shape of what it brings.
    fn trigger(&self) -> (String, &Value) {
        let mut items = self.document["paths"].as_object().unwrap().values();
        let item = items.find(|item| item.get("x-ms-notification-content").is_some()).unwrap();
        let mut operations = item.as_object().unwrap().values();
        let operation = operations.find(|operation| operation["x-ms-trigger"] == "single").unwrap();
        let shape = self.definition(&item["x-ms-notification-content"]["schema"]);
        (operation["operationId"].as_str().unwrap().to_owned(), shape)
    }

    /// The fields that a dynamic object has once `body/templateId` is chosen, by both extensions.
    fn fields(&self, reference: &Value, template: &Value) -> Value {
        let object = self.definition(reference);
        let (older, newer) = (&object["x-ms-dynamic-schema"], &object["x-ms-dynamic-properties"]);
        assert_eq!(older["parameters"]["templateId"]["parameter"], "templateId");
        assert_eq!(newer["parameters"]["templateId"]["parameterReference"], "body/templateId");
        let values = Map::from_iter([("templateId".to_owned(), template.clone())]);
        let ask = |extension: &Value, path: &str| {
            let reply = self.call(extension["operationId"].as_str().unwrap(), &values);
            assert_eq!(reply.status, 200, "{:?}", reply.body);
            reply.json()[extension[path].as_str().unwrap()].clone()
        };
        let fields = ask(newer, "itemValuePath");
        assert_eq!(fields, ask(older, "value-path"));
        fields
    }
}

#[test]
fn a_flow_makes_documents() {
    let server = Server::start();
    let paragraphs = [
        "Dear {{ name }}, you owe {{ total|number }}.",
        "{% for item in items %}{{ item.label }} {% endfor %}",
    ];
    server.template("dunning.docx", &docx(&paragraphs));
    let connector = Connector::import(&server);
    assert_eq!(connector.document["host"], server.address());
    assert_eq!(connector.document["schemes"], json!(["http"]));

    // The maker adds the action, opens the drop-down, and gets the fields of what they choose.
    let action = connector.body("generateDocument");
    let choices = connector.choices(&action["properties"]["templateId"]);
    let (_, template) = choices.into_iter().find(|(title, _)| title == "dunning").unwrap();
    let fields = connector.fields(&action["properties"]["data"], &template);
    assert_eq!(fields["type"], "object");
    let members = fields["properties"].as_object().unwrap();
    assert_eq!(members.keys().collect::<Vec<_>>(), ["name", "total", "items"]);
    assert_eq!(
        (&members["name"]["type"], &members["name"]["x-ms-summary"]),
        (&json!("string"), &json!("Name"))
    );
    assert_eq!(members["items"]["items"]["properties"]["label"]["type"], "string");

    // The flow runs.
    let data = json!({ "name": "Ada", "total": 17, "items": [{ "label": "Desk" }] });
    let body = json!({ "templateId": template, "format": ".docx", "data": data });
    let reply = connector.call("generateDocument", &Map::from_iter([("body".to_owned(), body)]));
    assert_eq!(reply.status, 200, "{:?}", reply.body);
    assert!(reply.body.starts_with(b"PK"));

    // And makes many.
    let item = &connector.body("generateDocumentsBulk")["properties"]["items"]["items"];
    assert_eq!(connector.fields(item, &template), fields);
    let body = json!({ "templateId": template, "format": ".docx", "items": [data, data] });
    let started = connector.call("generateDocumentsBulk", &Map::from_iter([("body".to_owned(), body)]));
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = server.ended(server.key(), started.json()["jobId"].as_str().unwrap());
    assert_eq!((&job["status"], &job["completedCount"]), (&json!("Completed"), &json!(2)));
}

#[test]
fn a_flow_begins_when_a_job_ends() {
    let server = Server::configured(&[("PLATEN_CALLBACKS", "anywhere")]);
    let template = server.template("dunning.docx", &docx(&["Dear {{ name }}"]));
    let connector = Connector::import(&server);
    // The maker chooses the trigger, and may choose a template. The platform fills in the address.
    let (trigger, shape) = connector.trigger();
    let body = connector.body(&trigger);
    let members = body["properties"].as_object().unwrap();
    let (address, _) = members.iter().find(|(_, member)| member["x-ms-notification-url"] == true).unwrap();
    assert_eq!(members[address]["x-ms-visibility"], "internal");
    let choices = connector.choices(&members["templateId"]);
    let (_, chosen) = choices.into_iter().find(|(title, _)| title == "dunning").unwrap();
    assert_eq!(chosen, json!(template));

    // The flow is switched on: it subscribes, and keeps where to unsubscribe.
    let flow = Receiver::new(&[OK]);
    let asked = json!({ address: flow.url(), "templateId": chosen });
    let subscribed = connector.call(&trigger, &Map::from_iter([("body".to_owned(), asked)]));
    assert_eq!(subscribed.status, 201, "{:?}", subscribed.body);
    let place = subscribed.header("location").to_owned();
    let start = || {
        let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "Ada" }] });
        let started = connector.call("generateDocumentsBulk", &Map::from_iter([("body".to_owned(), body)]));
        started.json()["jobId"].as_str().unwrap().to_owned()
    };
    let job = start();
    let told = flow.wait_for(1).remove(0);
    let secret = server.command(&["key", "webhook"]).output().unwrap().stdout;
    assert!(told.is_genuine(String::from_utf8(secret).unwrap().trim()));
    let event = told.event();
    assert_eq!((&event["jobId"], &event["status"]), (&json!(job), &json!("Completed")));
    let known = shape["properties"].as_object().unwrap();
    assert!(event.as_object().unwrap().keys().all(|member| known.contains_key(member)), "{event}");
    assert!(
        shape["required"].as_array().unwrap().iter().all(|name| event.get(name.as_str().unwrap()).is_some())
    );

    // It is switched off: DELETE on the very address that the answer gave, and again, since it missed the answer.
    let (host, path) = place.strip_prefix("http://").unwrap().split_once('/').unwrap();
    assert_eq!(host, server.address());
    let key = [("x-functions-key", server.key())];
    for _ in 0..2 {
        assert_eq!(server.send(Method::DELETE, &format!("/{path}"), &key, "").status, 204);
    }
    let last = server.ended(server.key(), &start());
    assert_eq!((&last["status"], last.get("webhooks")), (&json!("Completed"), None));
    assert_eq!(flow.received().len(), 1);
}

#[test]
fn the_swagger_document_is_valid() {
    let server = Server::start();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // Node looks for modules beside the program.
    std::os::unix::fs::symlink(
        root.join(".work/typescript/node_modules").canonicalize().unwrap(),
        server.scratch().join("node_modules"),
    )
    .unwrap();
    let program = server.scratch().join("swagger.mjs");
    std::fs::copy(root.join("tests/clients/swagger.mjs"), &program).unwrap();
    let output = Command::new("node")
        .arg(program)
        .arg(format!("http://{}/api/swagger.json", server.address()))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
