//! The bounds of connections, over real sockets and with little patience.

use std::io::Cursor;
use std::net::SocketAddr;

use docx_rs::{Docx, Paragraph, Run};
use platen_service::ids::TemplateId;
use platen_service::service::registry::Registration;
use platen_service::{Limits, NoEngine, Stores};
use platen_store_embedded::EmbeddedStore;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::home::SUBSCRIPTION;
use crate::welcome::{self, Welcome};

const HEALTH: &str = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
const SHORT: Duration = Duration::from_millis(100);

/// A server in this process.
struct Hasty {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
    service: Arc<Service>,
    key: String,
    _data: TempDir,
}

impl Hasty {
    async fn start() -> Hasty {
        Hasty::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Bounds)) -> Hasty {
        Hasty::limited(Limits::default(), change).await
    }

    async fn limited(limits: Limits, change: impl FnOnce(&mut Bounds)) -> Hasty {
        let patience =
            Patience { head: SHORT, handshake: SHORT, body_progress: SHORT, ..Patience::default() };
        let mut bounds = Bounds { patience, ..Bounds::default() };
        change(&mut bounds);
        let data = tempfile::tempdir().unwrap();
        let stores = Stores::all_in_one(Arc::new(EmbeddedStore::open(data.path()).unwrap()));
        let service = Arc::new(Service::new(stores, Arc::new(NoEngine), limits));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let audit = Arc::new(audit::Log::open(&audit::Destination::Off).unwrap());
        let setup = Setup {
            tls: None,
            service: service.clone(),
            metrics: None,
            audit,
            bounds,
            origins: "https://app.example.org".parse().unwrap(),
        };
        let served = tokio::spawn(serve(listener, setup, async {
            let _ = stopped.await;
        }));
        Hasty { address, stop: Some(stop), served, service, key: String::new(), _data: data }
    }

    /// The same with a subscription and a key of it.
    async fn with_key(self) -> Hasty {
        let Welcome::New(key) = welcome::prepare(&self.service).await.unwrap() else { unreachable!() };
        Hasty { key: key.reveal().to_owned(), ..self }
    }

    /// Registers a template of one paragraph.
    async fn template(&self, path: &str, text: &str) -> TemplateId {
        let paragraph = Paragraph::new().add_run(Run::new().add_text(text));
        let mut file = Cursor::new(Vec::new());
        Docx::new().add_paragraph(paragraph).build().pack(&mut file).unwrap();
        let registration = Registration::new(path, file.into_inner());
        self.service.templates().register(SUBSCRIPTION, registration).await.unwrap().template_id
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// All that a client gets to read that says this and then waits.
    async fn heard(&self, said: &str) -> String {
        let mut stream = self.connect().await;
        // The server may have answered and gone before all is said.
        let _ = stream.write_all(said.as_bytes()).await;
        read_to_end(&mut stream).await
    }
}

async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is reset gives what came before.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_client_that_is_answered_before_it_has_sent_all_reads_the_answer() {
    let hasty = Hasty::start().await;
    for framing in ["content-length: 8388608", "transfer-encoding: chunked"] {
        let mut stream = hasty.connect().await;
        stream
            .write_all(format!("POST /none HTTP/1.1\r\nhost: x\r\n{framing}\r\n\r\n").as_bytes())
            .await
            .unwrap();
        // Sent after the answer, which a connection that is reset loses.
        tokio::time::sleep(SHORT).await;
        for _ in 0..128 {
            stream.write_all(&[b'0'; 64 << 10]).await.unwrap();
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 404"), "{framing}: {answer}");
    }
}

#[tokio::test]
async fn a_head_that_never_ends_is_given_up() {
    let text = Hasty::start().await.heard("GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
    assert!(!text.contains("200 OK"), "{text}");
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_is_given_up() {
    let server = Hasty::start().await;
    let mut stream = server.connect().await;
    let mut sent = 0;
    // Each byte comes in time; all of them do not.
    for byte in HEALTH.bytes().cycle() {
        if stream.write_all(&[byte]).await.is_err() || sent == 1_000 {
            break;
        }
        sent += 1;
        tokio::time::sleep(SHORT / 10).await;
    }
    assert!(sent < 1_000, "the server listened to {sent} bytes");
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_its_answer() {
    let text = Hasty::start().await.heard(HEALTH).await;
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
}

#[tokio::test]
async fn heads_of_many_or_large_headers_are_refused() {
    let server = Hasty::start().await;
    let head = |rest: &str| format!("GET /api/health HTTP/1.1\r\nhost: x\r\n{rest}\r\n");
    for (rest, status) in [
        ((0..63).map(|number| format!("x-{number}: 1\r\n")).collect::<String>(), 200),
        ((0..64).map(|number| format!("x-{number}: 1\r\n")).collect(), 431),
        (format!("x-large: {}\r\n", "a".repeat(32 << 10)), 200),
        (format!("x-large: {}\r\n", "a".repeat(256 << 10)), 431),
    ] {
        let text = server.heard(&head(&rest)).await;
        assert!(text.starts_with(&format!("HTTP/1.1 {status}")), "{} bytes: {text}", rest.len());
    }
    let path = format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(256 << 10));
    let text = server.heard(&path).await;
    assert!(text.starts_with("HTTP/1.1 4"), "{text}");
}

/// The head of a request with a body that never comes whole: its connection is busy.
fn unfinished(key: &str) -> String {
    format!(
        "POST /api/generateDocument HTTP/1.1\r\nhost: x\r\nx-functions-key: {key}\r\ncontent-length: 9\r\n\r\n{{"
    )
}

#[tokio::test]
async fn a_connection_too_many_takes_the_place_of_an_idle_one() {
    let server = Hasty::with(|bounds| {
        (bounds.connections, bounds.patience.head) = (2, Duration::from_secs(600));
    });
    let server = server.await;
    let (mut silent, mut slow) = (server.connect().await, server.connect().await);
    slow.write_all(b"GET /api/health HTTP/1.1\r\nhost: ").await.unwrap();
    let mut served = Vec::new();
    for _ in 0..2 {
        let mut third = server.connect().await;
        third.write_all(HEALTH.as_bytes()).await.unwrap();
        let mut begin = [0; 15];
        third.read_exact(&mut begin).await.unwrap();
        assert_eq!(&begin, b"HTTP/1.1 200 OK");
        served.push(third);
    }
    assert_eq!((read_to_end(&mut silent).await, read_to_end(&mut slow).await), Default::default());
}

#[tokio::test]
async fn a_connection_too_many_waits_while_all_others_are_at_work() {
    let server = Hasty::with(|bounds| {
        bounds.connections = 1;
        bounds.patience.body_progress = 5 * SHORT;
    });
    let server = server.await.with_key().await;
    let mut first = server.connect().await;
    first.write_all(unfinished(&server.key).as_bytes()).await.unwrap();
    // It has begun to be read.
    tokio::time::sleep(SHORT).await;
    let mut second = server.connect().await;
    second.write_all(HEALTH.as_bytes()).await.unwrap();
    let mut byte = [0];
    let answered = timeout(SHORT / 2, second.read(&mut byte)).await;
    assert!(answered.is_err(), "the second one is not served while the first is at work");
    let text = read_to_end(&mut second).await;
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_no_more() {
    let server = Hasty::with(|bounds| {
        bounds.connections_per_address = 1;
        bounds.patience.body_progress = Duration::from_secs(600);
    });
    let server = server.await.with_key().await;
    let mut idle = server.connect().await;
    let mut busy = server.connect().await;
    assert_eq!(read_to_end(&mut idle).await, "", "it gave way to the other one");
    busy.write_all(unfinished(&server.key).as_bytes()).await.unwrap();
    tokio::time::sleep(SHORT).await;
    assert_eq!(server.heard(HEALTH).await, "", "there is no place beside one that is at work");
}

#[tokio::test]
async fn a_body_that_drips_is_given_up() {
    let server = Hasty::with(|bounds| {
        let patience = &mut bounds.patience;
        (patience.body_progress, patience.body_grace) = (Duration::from_secs(600), SHORT);
        patience.body_rate = 1 << 20;
    });
    let server = server.await.with_key().await;
    let mut stream = server.connect().await;
    let head = unfinished(&server.key).replace("length: 9", "length: 9000");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut sent = 0;
    let answer = loop {
        let mut begin = [0; 12];
        match timeout(SHORT / 10, stream.read_exact(&mut begin)).await {
            Ok(read) => break read.map(|_| begin),
            // Each byte comes in time; all of them do not.
            Err(_) => {
                assert!(sent < 1_000, "the server listened to {sent} bytes");
                let _ = stream.write_all(b" ").await;
                sent += 1;
            }
        }
    };
    assert_eq!(&answer.unwrap(), b"HTTP/1.1 400");
}

#[tokio::test]
async fn heads_that_others_may_read_differently_are_refused() {
    let server = Hasty::start().await.with_key().await;
    let key = &server.key;
    for head in [
        "GET /api/health HTTP/1.1\nhost: x\n\n".to_owned(),
        "GET /api/health HTTP/1.1\r\nhost: x\n\r\n".to_owned(),
        "\nGET /api/health HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET /api/health HTTP/1.1\r\n\r\n".to_owned(),
        "GET /api/health HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n".to_owned(),
        "GET http://y/api/health HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET /api/health HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n".to_owned(),
        "GET /api/health HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n".to_owned(),
        "GET /api/health HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: 1\r\n\r\n".to_owned(),
        format!("GET /api/getSubscription HTTP/1.1\r\nhost: x\r\nx-functions-key: {key}\r\nx-functions-key: {key}\r\n\r\n"),
    ] {
        // A second request behind it must find no answer.
        let behind = if head.contains("x-functions-key") { "" } else { HEALTH };
        let text = server.heard(&format!("{head}{behind}")).await;
        assert!(text.starts_with("HTTP/1.1 400"), "{head:?}: {text}");
        assert_eq!(text.matches("HTTP/1.1 ").count(), 1, "{head:?}: {text}");
    }
    let whole =
        server.heard("GET http://x/api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    assert!(whole.starts_with("HTTP/1.1 200"), "a whole address of the same host: {whole}");
    let old = server.heard("GET /api/health HTTP/1.0\r\n\r\n").await;
    assert!(old.starts_with("HTTP/1.0 200"), "HTTP/1.0 has no Host: {old}");
}

#[tokio::test]
async fn a_server_that_was_told_to_stop_says_so_and_serves_until_its_delay_is_over() {
    let mut server = Hasty::with(|bounds| bounds.patience.shutdown_delay = Duration::from_secs(3600)).await;
    let ready = |answer: String| answer.starts_with("HTTP/1.1 200");
    let is_ready = "GET /api/health/ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    assert!(ready(server.heard(is_ready).await));
    server.stop.take().unwrap().send(()).unwrap();
    while ready(server.heard(is_ready).await) {}
    assert!(ready(server.heard(HEALTH).await), "whoever still comes is served");
    assert!(!server.served.is_finished());
}

#[tokio::test]
async fn requests_in_one_piece_are_all_answered() {
    let server = Hasty::start().await.with_key().await;
    let body = "POST /api/none HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\na\nb\n";
    let key = &server.key;
    let chunked = |body: &str| {
        let head = format!("POST /api/webhooks HTTP/1.1\r\nhost: x\r\nx-functions-key: {key}\r\n");
        format!("{head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n{body}")
    };
    let whole = chunked("1;x=y\r\n{\r\n1\r\n}\r\n0\r\nx-sum: 1\r\n\r\n");
    let statuses = async |said: &str| {
        let text = server.heard(said).await;
        text.match_indices("HTTP/1.1 ").map(|(at, _)| text[at + 9..at + 12].to_owned()).collect::<Vec<_>>()
    };
    let all = statuses(&format!("{HEALTH}{body}{HEALTH}{whole}{HEALTH}{whole}")).await;
    assert_eq!(all, ["200", "404", "200", "400", "200", "400"]);
    // Behind what is no chunked body, nothing is taken for a request.
    let broken = chunked("1;x\n{\r\n1\r\n}\r\n0\r\n\r\n");
    let all = statuses(&format!("{HEALTH}{broken}{HEALTH}")).await;
    assert!(all.len() <= 2 && all.first().is_some_and(|status| status == "200"), "{all:?}");
}

#[tokio::test]
async fn wrong_keys_are_answered_so_often_and_right_ones_always() {
    let server = Hasty::with(|bounds| bounds.wrong_keys_per_minute = 3).await.with_key().await;
    let call =
        |key: &str| format!("GET /api/getSubscription HTTP/1.1\r\nhost: x\r\nx-functions-key: {key}\r\n\r\n");
    for status in ["401", "401", "401", "429"] {
        let text = server.heard(&call("plk_wrong")).await;
        assert!(text.starts_with(&format!("HTTP/1.1 {status}")), "{text}");
        assert_eq!(text.contains("retry-after: "), status == "429");
    }
    assert!(server.heard(&call(&server.key)).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn work_ends_when_its_client_has_gone() {
    // One turn, and work of an hour: without an end to it nobody else gets the turn.
    let mut limits =
        Limits { concurrent_renders: 1, render_wait: Duration::from_secs(60), ..Limits::default() };
    limits.docx.render_time = Duration::from_secs(3_600);
    (limits.docx.fuel, limits.docx.work_steps, limits.docx.work_bytes) = (1 << 60, 1 << 60, 1 << 60);
    let server = Hasty::limited(limits, |bounds| bounds.patience.head = Duration::from_secs(600)).await;
    let server = server.with_key().await;
    let loops = "{% for a in range(10000) %}{% for b in range(10000) %}{% for c in range(10000) %}{% if a > c + b * 9 %}{% endif %}\
        {% endfor %}{% endfor %}{% endfor %}";
    let generate = |template: TemplateId| {
        let body = format!(r#"{{"templateId":"{template}","format":".docx","data":{{}}}}"#);
        let (key, length) = (&server.key, body.len());
        format!(
            "POST /api/generateDocument HTTP/1.1\r\nhost: x\r\nx-functions-key: {key}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
    };
    let (slow, quick) = (server.template("slow.docx", loops).await, server.template("quick.docx", "x").await);
    let mut impatient = server.connect().await;
    impatient.write_all(generate(slow).as_bytes()).await.unwrap();
    let answered = timeout(5 * SHORT, read_to_end(&mut impatient)).await;
    assert!(answered.is_err(), "it does not take long: {answered:?}");
    drop(impatient);
    let text = server.heard(&generate(quick)).await;
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
}

#[tokio::test]
async fn idle_connections_do_not_hold_up_the_end() {
    let mut server = Hasty::with(|bounds| bounds.patience.head = Duration::from_secs(600)).await;
    let mut idle = server.connect().await;
    idle.write_all(HEALTH.as_bytes()).await.unwrap();
    let mut begin = [0; 15];
    idle.read_exact(&mut begin).await.unwrap();
    assert_eq!(&begin, b"HTTP/1.1 200 OK");
    server.stop.take().unwrap().send(()).unwrap();
    server.served.await.unwrap();
}

/// A frame of HTTP/2 (RFC 9113, 4.1).
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The begin of a connection that speaks HTTP/2 at once: preface and settings.
fn begin_http_2() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &[])].concat()
}

/// `GET /api/health` of the host `x` (RFC 7541, 6).
fn health_of_http_2() -> Vec<u8> {
    [&[0x82, 0x86, 0x41, 1, b'x', 0x44, 11], b"/api/health".as_slice()].concat()
}

/// The frames that came, as kind and payload.
fn frames(mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut found = Vec::new();
    while let Some((head, rest)) = bytes.split_at_checked(9) {
        let length = usize::from(head[1]) << 8 | usize::from(head[2]);
        let (payload, next) = rest.split_at(length.min(rest.len()));
        found.push((head[3], payload.to_vec()));
        bytes = next;
    }
    found
}

/// All frames that a client gets that says this.
async fn heard_http_2(hasty: &Hasty, said: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut stream = hasty.connect().await;
    // The server may have answered and gone before all is said.
    let _ = stream.write_all(said).await;
    let mut bytes = Vec::new();
    // A connection that speaks HTTP/2 stays open.
    let _ = tokio::time::timeout(SHORT * 20, stream.read_to_end(&mut bytes)).await;
    frames(&bytes)
}

#[tokio::test]
async fn http_2_without_tls_is_answered() {
    let hasty = Hasty::start().await;
    let said = [begin_http_2(), frame(1, 5, 1, &health_of_http_2())].concat();
    let heard = heard_http_2(&hasty, &said).await;
    // `:status: 200` is the eighth entry of the static table.
    assert!(heard.iter().any(|(kind, payload)| *kind == 1 && payload[0] == 0x88), "{heard:?}");
    assert!(heard.iter().any(|(kind, payload)| *kind == 0 && payload.starts_with(b"{")), "{heard:?}");
    // HTTP/1.1 behind a preface that is not whole is read by nobody.
    let hidden = hasty.heard(&format!("PRI * HTTP/2.0\r\n\r\n{HEALTH}")).await;
    assert!(!hidden.contains("200 OK"), "{hidden}");
    // Who begins and goes no further has the patience of a head.
    assert_eq!(hasty.heard("PRI * HT").await, "");
}

#[tokio::test]
async fn requests_of_http_2_that_are_given_up_at_once_end_the_connection() {
    const CALM: u8 = 11;
    let hasty = Hasty::start().await;
    let mut said = begin_http_2();
    for number in 0..1_000 {
        said.extend(frame(1, 5, 2 * number + 1, &health_of_http_2()));
        said.extend(frame(3, 0, 2 * number + 1, &8u32.to_be_bytes()));
    }
    let heard = heard_http_2(&hasty, &said).await;
    let away = heard.iter().find(|(kind, _)| *kind == 7);
    assert!(away.is_some_and(|(_, payload)| payload[7] == CALM), "{heard:?}");
    assert!(
        hasty
            .heard(&HEALTH.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"))
            .await
            .starts_with("HTTP/1.1 200")
    );
}

#[tokio::test]
async fn headers_of_http_2_without_end_are_cut() {
    let hasty = Hasty::start().await;
    // One literal header after the other (RFC 7541, 6.2.2), and no frame that ends them.
    let header = [&[0x00, 1, b'a', 100], [b'b'; 100].as_slice()].concat();
    let many = header.repeat(150);
    let mut said = [begin_http_2(), frame(1, 1, 1, &[health_of_http_2(), many.clone()].concat())].concat();
    for _ in 0..100 {
        said.extend(frame(9, 0, 1, &many));
    }
    let heard = heard_http_2(&hasty, &said).await;
    let ends =
        |(kind, payload): &(u8, Vec<u8>)| *kind == 7 || *kind == 3 || (*kind == 1 && payload[0] != 0x88);
    assert!(heard.iter().any(ends), "{heard:?}");
}
