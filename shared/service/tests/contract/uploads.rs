//! Items that are uploaded before their job.

use std::io::Write;

use http::Method;
use platen_service::Limits;
use serde_json::{Value, json};

use super::doubles::Engine;
use super::{Home, docx};

/// Headers and body of an upload.
type Form<'a> = (&'a [(&'a str, &'a str)], Vec<u8>);

/// A ticket: its id, and the path of its link.
async fn ticket(home: &Home) -> (String, String) {
    let reply = home.post("/api/bulkUploads", "").header("host", "docs.example").send().await;
    assert_eq!(reply.status(), 201);
    let ticket = super::json(&reply);
    assert!(ticket["expiresAt"].is_string());
    let url = ticket["uploadUrl"].as_str().unwrap();
    let path = url.strip_prefix("http://docs.example").unwrap().to_owned();
    (ticket["uploadId"].as_str().unwrap().to_owned(), path)
}

async fn put(home: &Home, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> u16 {
    let mut call = super::Call { body: body.into(), ..home.call(Method::PUT, path).key(None) };
    for (name, value) in headers {
        call = call.header(name, value);
    }
    call.send().await.status().as_u16()
}

async fn template(home: &Home) -> Value {
    json!(home.register("greeting.docx", docx(&["Dear {{ name }}, {{ place }}"])).await.template_id)
}

fn job_of(template: &Value, upload: &str) -> Value {
    json!({ "templateId": template, "format": ".docx", "fileName": "{{ name }}", "itemsUploadId": upload })
}

#[tokio::test]
async fn json_lines_csv_and_gzip_give_the_same_job() {
    let home = Home::new().await;
    let template = template(&home).await;
    let items: Vec<Value> =
        (0..60).map(|n| json!({ "name": format!("N{n}"), "place": format!("\"P\", {n}") })).collect();
    let lines: String = items.iter().map(|item| format!("{item}\n")).collect();
    let csv: String = (0..60).map(|n| format!("N{n},\"\"\"P\"\", {n}\"\r\n")).collect();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(lines.as_bytes()).unwrap();
    let inline =
        json!({ "templateId": template, "format": ".docx", "fileName": "{{ name }}", "items": items });
    let wanted = home.start(&inline).await;
    home.work().await;
    let wanted = home.entries(&wanted).await;
    assert_eq!(wanted.len(), 60);
    let forms: [Form; 4] = [
        (&[("content-type", "application/json")], json!(items).to_string().into_bytes()),
        (&[("content-type", "application/jsonl; charset=utf-8")], lines.into_bytes()),
        (&[("content-type", "text/csv")], format!("name,place\r\n{csv}").into_bytes()),
        (&[("content-type", "application/x-ndjson"), ("content-encoding", "gzip")], packed.finish().unwrap()),
    ];
    for (headers, body) in forms {
        let (upload, path) = ticket(&home).await;
        assert_eq!(put(&home, &path, headers, body).await, 204);
        let job = home.start(&job_of(&template, &upload)).await;
        home.work().await;
        assert_eq!(home.job(&job).await["completedCount"], 60);
        assert!(home.entries(&job).await == wanted, "{headers:?}");
    }
}

#[tokio::test]
async fn what_is_wrong_is_named_with_its_line_and_starts_nothing() {
    let limits = Limits { job_items: 80_000, upload_expanded_bytes: 4 << 20, ..Limits::default() };
    let home = Home::with(limits, Engine::Works).await;
    let template = template(&home).await;
    let refused = async |headers: &[(&str, &str)], body: Vec<u8>| {
        let (upload, path) = ticket(&home).await;
        assert_eq!(put(&home, &path, headers, body).await, 204);
        let reply = home.bulk(&job_of(&template, &upload)).send().await;
        assert_eq!(reply.status(), 400);
        let error = super::json(&reply)["errors"][0].clone();
        assert_eq!(error["pointer"], "/itemsUploadId");
        error["detail"].as_str().unwrap().to_owned()
    };
    let lines: (&str, &str) = ("content-type", "application/jsonl");
    let good = "{\"name\":\"a\",\"place\":1}\n";
    let bad = format!("{}{{\"name\":}}\n{good}", good.repeat(70_000));
    assert_eq!(refused(&[lines], bad.into_bytes()).await, "line 70001, column 9: expected value");
    assert_eq!(
        refused(&[lines], good.repeat(80_001).into_bytes()).await,
        "the upload contains more than the 80000 objects allowed (limit `job_items`)"
    );
    assert_eq!(refused(&[lines], Vec::new()).await, "the upload must contain at least one object");
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let long = format!("{{\"name\":\"{}\",\"place\":1}}\n", "x".repeat(1_000));
    bomb.write_all(long.repeat(10_000).as_bytes()).unwrap();
    let packed = [lines, ("content-encoding", "gzip")];
    assert_eq!(
        refused(&packed, bomb.finish().unwrap()).await,
        "it expands to more bytes than the limit `upload_expanded_bytes`"
    );
    assert!(refused(&packed, b"no gzip".to_vec()).await.contains("gzip"));
    let listed = format!("/api/bulkGenerationJobs/byTemplate/{}", template.as_str().unwrap());
    assert_eq!(super::json(&home.get(&listed).send().await), json!([]));
}

#[tokio::test]
async fn tickets_are_their_tenants_and_their_links_narrow() {
    let home = Home::new().await;
    let template = template(&home).await;
    let (upload, path) = ticket(&home).await;
    let json_type = [("content-type", "application/json")];
    let nothing_yet = home.bulk(&job_of(&template, &upload)).send().await;
    assert_eq!(nothing_yet.status(), 400);
    for wrong in [
        path.replace("expires=1", "expires=2"),
        path.replace(&upload, "00000000-0000-4000-8000-000000000000"),
        path.split('?').next().unwrap().to_owned(),
        path.replace(&upload, "x"),
        // Other spellings of the same id.
        path.replace(&upload, &upload.to_uppercase()),
        path.replace(&upload, &upload.replace('-', "")),
        path.replace(&upload, &format!("%7B{upload}%7D")),
    ] {
        assert_eq!(put(&home, &wrong, &json_type, b"[{}]".to_vec()).await, 403, "{wrong}");
    }
    assert_eq!(put(&home, &path, &[("content-type", "application/zip")], b"PK".to_vec()).await, 415);
    assert_eq!(put(&home, &path, &[("content-encoding", "br")], b"[{}]".to_vec()).await, 415);
    assert_eq!(put(&home, &path, &json_type, b"[{\"name\":1,\"place\":2}]".to_vec()).await, 204);
    let other = home.tenant(platen_service::ids::SubscriptionId(uuid::Uuid::from_u128(2))).await;
    let foreign = home.bulk(&job_of(&template, &upload)).key(Some(&other)).send().await;
    assert_eq!(foreign.status(), 404, "the template is foreign too");
    let both = json!({ "templateId": template, "format": ".docx", "items": [{}], "itemsUploadId": upload });
    assert_eq!(super::json(&home.bulk(&both).send().await)["errors"][0]["pointer"], "/itemsUploadId");
    let job = home.start(&job_of(&template, &upload)).await;
    home.work().await;
    assert_eq!(home.job(&job).await["completedCount"], 1);
}

#[tokio::test]
async fn rows_are_typed_mapped_and_grouped() {
    let home = Home::new().await;
    let body =
        "{{ number }} {{ customer.name }} {% for i in items %}{{ i.name }}: {{ i.price + 1 }} {% endfor %}";
    let template = json!(home.register("order.docx", docx(&[body])).await.template_id);
    let (upload, path) = ticket(&home).await;
    let rows = "Number;Client;Name;Price;Ref\nA;Ada;Desk;1.234,5;x\nA;Ada;Lamp;2;x\nB;Bo;Chair;;y\n";
    assert_eq!(put(&home, &path, &[("content-type", "text/csv")], rows.as_bytes().to_vec()).await, 204);
    let job = |rows: Value| json!({ "templateId": template, "format": ".docx", "fileName": "{{ number }}", "itemsUploadId": upload, "rows": rows });
    let map = json!({ "customer.name": "Client" });
    let faults = async |rows: Value| {
        let reply = home.bulk(&job(rows)).send().await;
        assert_eq!(reply.status(), 400);
        let errors = super::json(&reply)["errors"].clone();
        errors
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["detail"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let unclear = faults(json!({})).await;
    assert!(
        unclear[0].starts_with("column \"Name\": may mean the fields `customer.name` and `items[].name`")
    );
    let unfilled = faults(json!({ "map": { "items[].name": "Name" } })).await;
    assert_eq!(
        unfilled,
        [
            "no column fills the field `customer.name`, which the template needs; give a column this name, or map one to it"
        ]
    );
    let grouped = json!({ "map": map, "groupBy": "number", "locale": "de" });
    assert_eq!(
        faults(grouped.clone()).await,
        ["row 4, column \"Price\": is empty, but the template needs a value"]
    );
    assert_eq!(
        faults(json!({ "map": map, "sheet": "x" })).await,
        ["only Excel workbooks have sheets; a CSV file has none"]
    );
    assert_eq!(faults(json!({ "map": [], "locale": "?", "grupBy": "x" })).await.len(), 3);
    let (second, path) = ticket(&home).await;
    let rows = rows.replace(";;", ";3,5;");
    assert_eq!(put(&home, &path, &[("content-type", "text/csv")], rows.into_bytes()).await, 204);
    let mut wanted = job(grouped);
    wanted["itemsUploadId"] = json!(second);
    let reply = home.bulk(&wanted).send().await;
    assert_eq!(reply.status(), 202);
    let started = super::json(&reply);
    assert_eq!(started["warnings"][0]["code"], "unused-column");
    assert!(started["warnings"][0]["detail"].as_str().unwrap().contains("\"Ref\""));
    home.work().await;
    let entries = home.entries(started["jobId"].as_str().unwrap()).await;
    let text = |name: &str| {
        let (_, bytes) = entries.iter().find(|(entry, _)| entry == name).unwrap();
        let package = platen_ooxml::package::Package::open(bytes.clone(), &Default::default()).unwrap();
        let part = package.part("word/document.xml").unwrap();
        String::from_utf8(package.read(part).unwrap()).unwrap()
    };
    assert!(text("A.docx").contains("A Ada Desk: 1235.5 Lamp: 3 "), "{}", text("A.docx"));
    assert!(text("B.docx").contains("B Bo Chair: 4.5 "));
}
