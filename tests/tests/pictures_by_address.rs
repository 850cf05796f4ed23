//! Pictures that the data names by address, fetched from a server of the test's own.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use platen_tests::fixtures::{docx, entry};
use platen_tests::server::Server;
use serde_json::{Value, json};

/// Eight by four red pixels.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAEUlEQVR4nGM4IWeDFTFQTwIAJs0kQUd4wtwAAAAASUVORK5CYII=";

/// Serves pictures on loopback, and counts who asks for what.
struct Pictures {
    port: u16,
    asked: Arc<Mutex<HashMap<String, usize>>>,
}

impl Pictures {
    fn serve() -> Pictures {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, asked) = (listener.local_addr().unwrap().port(), Arc::new(Mutex::new(HashMap::new())));
        let seen = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let seen = seen.clone();
                std::thread::spawn(move || answer(stream.unwrap(), &seen));
            }
        });
        Pictures { port, asked }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    fn asked(&self, path: &str) -> usize {
        self.asked.lock().unwrap().get(path).copied().unwrap_or_default()
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

fn answer(stream: TcpStream, seen: &Mutex<HashMap<String, usize>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut header = String::new();
    while reader.read_line(&mut header).is_ok_and(|bytes| bytes > 2) {
        header.clear();
    }
    let path = line.split(' ').nth(1).unwrap().split('?').next().unwrap().trim_start_matches('/');
    let times = {
        let mut seen = seen.lock().unwrap();
        let times = seen.entry(path.to_owned()).or_default();
        *times += 1;
        *times
    };
    let png = STANDARD.decode(PNG).unwrap();
    let (status, body) = match path {
        "gone.png" => ("404 Not Found", Vec::new()),
        "moved.png" => ("302 Found\r\nlocation: http://127.0.0.1:1/", Vec::new()),
        "busy.png" if times == 1 => ("503 Service Unavailable", Vec::new()),
        "large.png" => ("200 OK", vec![0; 3_000]),
        "text.png" => ("200 OK", b"no picture".to_vec()),
        "slow.png" => {
            std::thread::sleep(std::time::Duration::from_secs(10));
            ("200 OK", png)
        }
        _ => ("200 OK", png),
    };
    let mut stream = stream;
    // Who was too impatient is gone.
    let _ = write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(&body);
}

fn server(hosts: &str, limits: &str) -> Server {
    let trusted =
        [("PLATEN_CALLBACKS", "anywhere"), ("PLATEN_PICTURE_HOSTS", hosts), ("PLATEN_LIMITS", limits)];
    Server::configured(&trusted)
}

fn generate(server: &Server, template: &str, format: &str, data: &Value) -> platen_tests::client::Reply {
    let body = json!({ "templateId": template, "format": format, "data": data });
    server.post("/api/generateDocument", body.to_string())
}

fn errors(reply: &platen_tests::client::Reply) -> Vec<(String, String)> {
    let problem = reply.json();
    assert_eq!((reply.status.as_u16(), problem["code"].as_str()), (400, Some("invalid-data")), "{problem}");
    let text = |error: &Value, name: &str| error[name].as_str().unwrap().to_owned();
    let errors = problem["errors"].as_array().unwrap();
    errors.iter().map(|error| (text(error, "pointer"), text(error, "detail"))).collect()
}

#[test]
fn pictures_come_from_hosts_that_are_listed() {
    let pictures = Pictures::serve();
    let server = server(&pictures.host(), "");
    let template = server
        .template("picture.docx", &docx(&["{{ logo }}", "{% for p in people %}{{ p.photo }}{% endfor %}"]));
    let busy = pictures.url("busy.png");
    let data = json!({
        "logo": { "$image": pictures.url("logo.png"), "width": "4cm" },
        "people": [{ "photo": { "$image": busy } }, { "photo": { "$image": busy } }],
    });
    let reply = generate(&server, &template, ".docx", &data);
    assert_eq!(reply.status, 200, "{:?}", reply.body);
    // 4 cm in EMU, and half as high.
    assert!(entry(&reply.body, "word/document.xml").contains(r#"cx="1440000" cy="720000""#));
    assert_eq!((pictures.asked("logo.png"), pictures.asked("busy.png")), (1, 2), "one try, and a second one");
    let reply = generate(&server, &template, ".pdf", &data);
    assert_eq!(reply.status, 200, "{:?}", reply.body);
    assert!(reply.body.starts_with(b"%PDF"));
}

#[test]
fn each_picture_that_does_not_come_is_named_with_the_reason() {
    let pictures = Pictures::serve();
    let server = server(&pictures.host(), "fetch_time=1,fetched_bytes=2000,fetched_pictures=6");
    let template = server.template("picture.docx", &docx(&["{% for p in pictures %}{{ p }}{% endfor %}"]));
    let image = |url: String| json!({ "$image": url });
    let names = ["gone.png?signature=1", "moved.png", "large.png", "slow.png"];
    let mut wanted: Vec<Value> = names.iter().map(|name| image(pictures.url(name))).collect();
    wanted.push(image("http://127.0.0.1:9/other.png".to_owned()));
    wanted.push(image(format!("http://a@127.0.0.1:{}/x.png", pictures.port)));
    let found = errors(&generate(&server, &template, ".docx", &json!({ "pictures": wanted })));
    let reasons = [
        "answered 404 Not Found",
        "answered 302 Found; send the address that it leads to",
        "it has more than 2000 bytes",
        "it did not come within 1 s (`fetch_time`)",
        "`127.0.0.1:9` is not among the hosts that the operator lists (`PLATEN_PICTURE_HOSTS`)",
        "it must not have a user or password before its host",
    ];
    assert_eq!(found.len(), reasons.len(), "{found:?}");
    for (index, ((pointer, detail), reason)) in found.iter().zip(reasons).enumerate() {
        assert_eq!(pointer, &format!("/data/pictures/{index}"));
        assert!(detail.ends_with(reason) && !detail.contains("signature"), "{detail}");
    }
    wanted.push(image(pictures.url("more.png")));
    let found = errors(&generate(&server, &template, ".docx", &json!({ "pictures": wanted })));
    assert!(
        found[0].1.contains("names 7 pictures by address; the limit `fetched_pictures` is 6"),
        "{found:?}"
    );
    assert_eq!(pictures.asked("more.png"), 0);
    let found = errors(&generate(
        &server,
        &template,
        ".docx",
        &json!({ "pictures": [image(pictures.url("text.png"))] }),
    ));
    assert!(found[0].1.contains("is not a picture"), "{found:?}");
}

#[test]
fn the_documents_of_a_job_share_a_picture_and_fail_alone() {
    let pictures = Pictures::serve();
    let server = server(&pictures.host(), "");
    let template = server.template("picture.docx", &docx(&["{{ name }} {{ logo }}"]));
    let mut items: Vec<Value> = (0..40)
        .map(
            |index| json!({ "name": format!("No. {index}"), "logo": { "$image": pictures.url("logo.png") } }),
        )
        .collect();
    items[7]["logo"]["$image"] = pictures.url("gone.png").into();
    let body = json!({ "templateId": template, "format": ".docx", "items": items });
    let reply = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    let job = server.ended(server.key(), reply.json()["jobId"].as_str().unwrap());
    assert_eq!((&job["status"], &job["failedGenerationCount"]), (&json!("Completed"), &json!(1)), "{job}");
    let failed = &job["failedGenerations"][0];
    assert_eq!(failed["globalIndex"], "7", "{job}");
    assert!(failed["error"].as_str().unwrap().contains("/logo: the picture at"), "{failed}");
    // As many as threads may ask before the first has it.
    assert!((1..=16).contains(&pictures.asked("logo.png")), "{}", pictures.asked("logo.png"));
}

#[test]
fn nothing_is_fetched_unless_hosts_are_listed() {
    let pictures = Pictures::serve();
    let server = server("", "");
    let template = server.template("picture.docx", &docx(&["{{ logo }}"]));
    let data = json!({ "logo": { "$image": pictures.url("logo.png") } });
    let found = errors(&generate(&server, &template, ".docx", &data));
    assert!(found[0].1.contains("PLATEN_PICTURE_HOSTS"), "{found:?}");
    assert_eq!(pictures.asked("logo.png"), 0);
}
