//! E-mails of jobs, over real sockets: a mail server that asks for encryption and a password, and Python's `email` as the judge of
//! what arrived.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use platen_tests::fixtures::{docx, entry};
use platen_tests::mail_server::{MailServer, Mode};
use platen_tests::receiver::until;
use platen_tests::server::Server;
use serde_json::{Value, json};

/// A server whose e-mails go to this one, with a password and, but for `more`, as an operator would set it.
fn server(mail: &MailServer, more: &[(&str, &str)]) -> Server {
    let (url, certificate) = (format!("smtp://platen:s3%3Asame@localhost:{}", mail.port), mail.certificate());
    let usual = [
        ("PLATEN_SMTP_URL", url.as_str()),
        ("PLATEN_SMTP_FROM", "Büro Müller <office@example.com>"),
        ("PLATEN_SMTP_RECIPIENTS", "example.com,ada@example.org"),
        ("PLATEN_LIMITS", "callback_retry=1,callback_tries=4"),
        ("SSL_CERT_FILE", &certificate),
    ];
    let usual = usual.into_iter().filter(|(name, _)| more.iter().all(|(other, _)| other != name));
    Server::configured(&usual.chain(more.iter().copied()).collect::<Vec<_>>())
}

fn start(server: &Server, body: &Value) -> String {
    let reply = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    reply.json()["jobId"].as_str().unwrap().to_owned()
}

/// A job of two documents, one of which fails, with an e-mail.
fn body(server: &Server, email: &Value) -> Value {
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }, {}], "email": email })
}

fn email(to: &str) -> Value {
    json!({ "to": [to], "subject": "Done", "text": "{{ result.fileName }}" })
}

/// What `platen doctor` says of the mail server, whose settings are those of a server.
fn doctor(mail: &MailServer, password: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut doctor = platen_tests::binaries::command("platen");
    doctor.args(["doctor", "--data"]).arg(folder.path().join("data")).args(["--listen", "127.0.0.1:0"]);
    doctor
        .env("PLATEN_SMTP_URL", format!("smtp://platen:{password}@localhost:{}", mail.port))
        .env("PLATEN_SMTP_FROM", "office@example.com")
        .env("PLATEN_SMTP_RECIPIENTS", "*")
        .env("SSL_CERT_FILE", mail.certificate());
    let found: Value = serde_json::from_slice(&doctor.output().unwrap().stdout).unwrap();
    found.as_array().unwrap().iter().find(|look| look["what"] == "e-mail").unwrap().to_string()
}

/// The job, once its e-mails are over.
fn over(server: &Server, job: &str) -> Value {
    let is_pending = |each: &Value| each["email"]["status"] == "Pending";
    until(|| {
        let job = server.get(&format!("/api/bulkGenerationJobs/{job}")).json();
        let documents = job["documentDeliveries"].as_array().cloned().unwrap_or_default();
        (!is_pending(&job) && !documents.iter().any(is_pending)).then_some(job)
    })
}

fn header<'a>(mail: &'a Value, name: &str) -> &'a str {
    let mut headers = mail["headers"].as_array().unwrap().iter();
    headers.find(|header| header[0] == name).map_or("", |header| header[1].as_str().unwrap())
}

fn file(mail: &Value) -> Vec<u8> {
    STANDARD.decode(mail["files"][0]["content"].as_str().unwrap()).unwrap()
}

/// What a signed link leads to.
fn linked(server: &Server, link: &str) -> Vec<u8> {
    let (_, path) = link.split_once("/api/").unwrap();
    server.send(http::Method::GET, &format!("/api/{path}"), &[], "").body.to_vec()
}

#[test]
fn a_document_is_attached_and_its_data_fills_the_texts() {
    let mail = MailServer::start(Mode::StartTls);
    let server = server(&mail, &[]);
    let name = "Jürgen\r\nBcc: eve@example.com";
    let body = json!({
        "templateId": server.template("note.docx", &docx(&["Dear {{ name }}"])), "format": ".docx", "fileName": "Größe",
        "data": { "name": name, "sum": 1234.5, "unused": "x".repeat(100_000) }, "options": { "locale": "de" },
        "email": {
            "to": ["jürgen@example.com".replace('ü', "ue"), "ADA@example.org"], "cc": ["boss@example.com"],
            "subject": "Rechnung für {{ name }}: {{ sum | number('#,##0.00') }} €",
            "text": "Guten Tag {{ name }},\n\nanbei {{ result.fileName }}.\n.\nGruß\n{{ result.zipUrl }}",
        },
    });
    let headers = [
        ("x-functions-key", server.key()),
        ("content-type", "application/json"),
        ("prefer", "respond-async"),
    ];
    let send =
        |headers: &[_]| server.send(http::Method::POST, "/api/generateDocument", headers, body.to_string());
    let at_once = send(&headers[..2]);
    assert_eq!((at_once.status.as_u16(), &at_once.json()["errors"][0]["pointer"]), (400, &json!("/email")));
    let started = send(&headers);
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = over(&server, started.json()["jobId"].as_str().unwrap());
    assert_eq!(job["email"], json!({ "status": "Delivered", "tries": 1 }), "{}", server.log());
    let sent = mail.wait_for(1).remove(0);
    assert_eq!(sent["defects"], json!([]));
    assert_eq!(sent["sender"], "office@example.com");
    assert_eq!(sent["recipients"], json!(["juergen@example.com", "ADA@example.org", "boss@example.com"]));
    assert_eq!(header(&sent, "From"), "Büro Müller <office@example.com>");
    assert_eq!(header(&sent, "Cc"), "boss@example.com");
    assert_eq!(header(&sent, "Subject"), "Rechnung für Jürgen Bcc: eve@example.com: 1.234,50 €");
    assert_eq!(header(&sent, "Bcc"), "", "a line break in the data adds no header");
    assert_eq!(header(&sent, "Auto-Submitted"), "auto-generated");
    assert_eq!(header(&sent, "Message-ID"), format!("<{}@example.com>", job["jobId"].as_str().unwrap()));
    let text = sent["text"].as_str().unwrap();
    let (text, link) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(text, "Guten Tag Jürgen\nBcc: eve@example.com,\n\nanbei Größe.docx.\n.\nGruß");
    assert_eq!(sent["files"][0]["name"], "Größe.docx");
    assert_eq!(
        sent["files"][0]["type"],
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    );
    assert!(entry(&file(&sent), "word/document.xml").contains("Dear Jürgen"));
    assert_eq!(file(&sent), linked(&server, link));
    // Neither answers nor the log nor the folder show who got it, or what it said.
    let shown = [job.to_string(), server.log()].concat();
    let kept = std::fs::read(server.data().join("platen.db")).unwrap();
    for secret in ["juergen@", "Rechnung für", "s3:same"] {
        assert!(!shown.contains(secret) && !String::from_utf8_lossy(&kept).contains(secret), "{secret}");
    }
}

#[test]
fn the_end_of_a_job_is_told_with_its_figures_and_a_link() {
    let mail = MailServer::start(Mode::Tls);
    let url = format!("smtps://platen:s3%3Asame@127.0.0.1:{}", mail.port);
    let server = server(&mail, &[("PLATEN_SMTP_URL", &url)]);
    let text = "{{ result.totalCount }}{% if result.failedGenerationCount %}, {{ result.failedGenerationCount }} failed\
                {% endif %}: {{ result.zipUrl }} until {{ result.zipUrlExpiresAt | date('yyyy') }}";
    let order = json!({ "to": ["ada@example.com"], "subject": "Done", "text": text, "attach": false });
    let job = over(&server, &start(&server, &body(&server, &order)));
    assert_eq!(job["email"]["status"], "Delivered", "{job}");
    let sent = mail.wait_for(1).remove(0);
    let text = sent["text"].as_str().unwrap();
    let (figures, rest) = text.split_once(": ").unwrap();
    let (link, until) = rest.split_once(" until ").unwrap();
    assert_eq!((figures, until.trim().len(), sent["files"].clone()), ("2, 1 failed", 4, json!([])));
    assert!(linked(&server, link).starts_with(b"PK"), "{link}");
}

#[test]
fn documents_of_a_job_are_sent_one_by_one() {
    let mail = MailServer::start(Mode::StartTls);
    let server = server(&mail, &[]);
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let document = |name: Value, to: &str| {
        let order =
            json!({ "to": [to], "subject": "For {{ name }}", "text": "{{ result.fileName }} {{ name }}" });
        json!({ "data": name, "email": order })
    };
    let body = json!({ "templateId": template, "format": ".docx", "options": { "missing": "empty" }, "documents": [
        document(json!({ "name": "Ada" }), "ada@example.com"),
        { "data": { "name": "Grace" } },
        document(json!({ "name": "Alan" }), "nobody@example.com"),
        document(json!({ "name": "Edsger" }), "busy@example.com"),
    ] });
    let job = over(&server, &start(&server, &body));
    let all = job["documentDeliveries"].as_array().unwrap();
    let ends: Vec<_> = all
        .iter()
        .map(|each| (each["index"].clone(), each["email"]["status"].clone(), each["email"]["tries"].clone()))
        .collect();
    let expected = [(0, "Delivered", 1), (2, "Failed", 1), (3, "Delivered", 2)];
    assert_eq!(
        ends,
        expected.map(|(index, status, tries)| (json!(index), json!(status), json!(tries))),
        "{job}"
    );
    let error = all[1]["email"]["error"].as_str().unwrap();
    assert!(
        error.contains("550") && error.contains("nobody is called so") && !error.contains('@'),
        "{error}"
    );
    assert!(!server.log().contains("nobody@"), "{}", server.log());
    let mut sent = mail.wait_for(2);
    sent.sort_by_key(|sent| header(sent, "Subject").to_owned());
    let subjects: Vec<&str> = sent.iter().map(|sent| header(sent, "Subject")).collect();
    assert_eq!(subjects, ["For Ada", "For Edsger"]);
    assert_eq!(sent[1]["text"].as_str().unwrap().trim(), "note (4).docx Edsger");
    assert!(entry(&file(&sent[1]), "word/document.xml").contains("Dear Edsger"));
    let id = format!("<{}.3@example.com>", job["jobId"].as_str().unwrap());
    assert_eq!(header(&sent[1], "Message-ID"), id);
}

#[test]
fn many_e_mails_of_a_job_all_arrive() {
    let mail = MailServer::start(Mode::StartTls);
    let server = server(&mail, &[]);
    let mut body = body(&server, &Value::Null);
    body.as_object_mut().unwrap().remove("items");
    let document = |number: usize| json!({ "data": { "name": number }, "email": email("ada@example.com") });
    body["documents"] = (0..60).map(document).collect();
    let job = over(&server, &start(&server, &body));
    let all = job["documentDeliveries"].as_array().unwrap();
    assert!(all.iter().all(|each| each["email"] == json!({ "status": "Delivered", "tries": 1 })), "{job}");
    let sent = mail.wait_for(60);
    let ids: std::collections::BTreeSet<&str> = sent.iter().map(|sent| header(sent, "Message-ID")).collect();
    assert_eq!((sent.len(), ids.len()), (60, 60));
}

#[test]
fn an_e_mail_outlives_the_process_and_waits_for_the_mail_server() {
    let mail = MailServer::start(Mode::StartTls);
    let mut server = server(&mail, &[("PLATEN_LIMITS", "callback_retry=1,callback_tries=20")]);
    let again = mail.stop();
    let job = start(&server, &body(&server, &email("ada@example.com")));
    let key = server.key().to_owned();
    let tried = |server: &Server| {
        let reply = server.send(
            http::Method::GET,
            &format!("/api/bulkGenerationJobs/{job}"),
            &[("x-functions-key", &key)],
            "",
        );
        reply.json()["email"].clone()
    };
    until(|| Some(tried(&server)).filter(|email| email["tries"] == 1));
    server.kill_and_restart();
    let email = tried(&server);
    assert_eq!(email["status"], "Pending", "{email}");
    assert!(email["error"].as_str().is_some_and(|error| error.contains("the mail server")), "{email}");
    let mail = again(Mode::StartTls);
    assert_eq!(mail.wait_for(1).len(), 1);
    let email = until(|| Some(tried(&server)).filter(|email| email["status"] != "Pending"));
    assert_eq!(email["status"], "Delivered", "{email}");
}

#[test]
fn what_cannot_be_sent_is_given_up_with_the_reason() {
    let mail = MailServer::start(Mode::StartTls);
    let limits = "callback_retry=1,callback_tries=2,email_attachment_bytes=100";
    let server = server(&mail, &[("PLATEN_LIMITS", limits)]);
    let job = over(&server, &start(&server, &body(&server, &email("ada@example.com"))));
    let error = job["email"]["error"].as_str().unwrap();
    assert!(error.contains("`email_attachment_bytes`"), "{job}");
    assert_eq!((&job["email"]["status"], &job["email"]["tries"]), (&json!("Failed"), &json!(1)));
    let again = mail.stop();
    let order = json!({ "to": ["ada@example.com"], "subject": "a", "text": "b", "attach": false });
    let job = over(&server, &start(&server, &body(&server, &order)));
    assert_eq!((&job["email"]["status"], &job["email"]["tries"]), (&json!("Failed"), &json!(2)), "{job}");
    assert!(server.log().contains("e-mail given up"), "{}", server.log());
    // A job without a result has nothing to send.
    let mut nothing = body(&server, &order);
    nothing.as_object_mut().unwrap().remove("items");
    nothing["data"] = json!({});
    let headers = [
        ("x-functions-key", server.key()),
        ("content-type", "application/json"),
        ("prefer", "respond-async"),
    ];
    let started =
        server.send(http::Method::POST, "/api/generateDocument", &headers, nothing.to_string()).json();
    let started = started["jobId"].as_str().unwrap();
    server.ended(server.key(), started);
    let job = over(&server, started);
    assert_eq!((&job["status"], job.get("email")), (&json!("Failed"), None), "{job}");
    assert!(again(Mode::StartTls).received().is_empty());
}

/// Attack: somebody between this service and the mail server, who takes the password or the e-mail.
#[test]
fn nothing_is_sent_to_a_server_that_is_not_trusted_or_not_encrypted() {
    let another = MailServer::start(Mode::Tls);
    for (mode, is_trusted, fault) in [(Mode::StartTls, false, "certificate"), (Mode::Plain, true, "STARTTLS")]
    {
        let mail = MailServer::start(mode);
        let certificate = if is_trusted { mail.certificate() } else { another.certificate() };
        let more =
            [("SSL_CERT_FILE", certificate.as_str()), ("PLATEN_LIMITS", "callback_retry=1,callback_tries=1")];
        let server = server(&mail, &more);
        let job = over(&server, &start(&server, &body(&server, &email("ada@example.com"))));
        assert_eq!(job["email"]["status"], "Failed", "{job}");
        assert!(job["email"]["error"].as_str().unwrap().contains(fault), "{job}");
        assert!(mail.received().is_empty());
    }
    // An operator can allow the latter.
    let mail = MailServer::start(Mode::Plain);
    let url = format!("smtp://platen:s3%3Asame@127.0.0.1:{}?tls=none", mail.port);
    let server = server(&mail, &[("PLATEN_SMTP_URL", &url)]);
    let job = over(&server, &start(&server, &body(&server, &email("ada@example.com"))));
    assert_eq!((&job["email"]["status"], mail.wait_for(1).len()), (&json!("Delivered"), 1), "{job}");
}

#[test]
fn a_wrong_password_is_tried_again_for_the_operator_to_fix() {
    let mail = MailServer::start(Mode::StartTls);
    let url = format!("smtp://platen:wrong@localhost:{}", mail.port);
    let more = [("PLATEN_SMTP_URL", url.as_str()), ("PLATEN_LIMITS", "callback_retry=1,callback_tries=2")];
    let server = server(&mail, &more);
    let job = over(&server, &start(&server, &body(&server, &email("ada@example.com"))));
    assert_eq!((&job["email"]["status"], &job["email"]["tries"]), (&json!("Failed"), &json!(2)), "{job}");
    assert!(job["email"]["error"].as_str().unwrap().contains("535"), "{job}");
    assert!(mail.received().is_empty() && !server.log().contains("wrong"));
    let [wrong, right] = ["wrong", "s3%3Asame"].map(|password| doctor(&mail, password));
    assert!(wrong.contains("wrong") && wrong.contains("535"), "{wrong}");
    assert!(right.contains("ok") && right.contains("takes e-mails"), "{right}");
}
