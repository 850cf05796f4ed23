//! The bounds of connections, over real sockets and with little patience.

use std::net::SocketAddr;

use platen_service::{Limits, NoEngine, Stores};
use platen_store_embedded::EmbeddedStore;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;

const HEALTH: &str = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
const SHORT: Duration = Duration::from_millis(100);

/// A server in this process.
struct Hasty {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
    _data: TempDir,
}

impl Hasty {
    async fn start() -> Hasty {
        Hasty::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Bounds)) -> Hasty {
        let patience =
            Patience { head: SHORT, handshake: SHORT, body_progress: SHORT, ..Patience::default() };
        let mut bounds = Bounds { patience, ..Bounds::default() };
        change(&mut bounds);
        let data = tempfile::tempdir().unwrap();
        let stores = Stores::all_in_one(Arc::new(EmbeddedStore::open(data.path()).unwrap()));
        let service = Arc::new(Service::new(stores, Arc::new(NoEngine), Limits::default()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let audit = Arc::new(audit::Log::open(&audit::Destination::Off).unwrap());
        let setup = Setup { tls: None, service, metrics: None, audit, bounds };
        let served = tokio::spawn(serve(listener, setup, async {
            let _ = stopped.await;
        }));
        Hasty { address, stop: Some(stop), served, _data: data }
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
    String::from_utf8(bytes).unwrap()
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

#[tokio::test]
async fn a_connection_too_many_waits_for_its_turn() {
    let server = Hasty::with(|bounds| bounds.connections = 1).await;
    let first = server.connect().await;
    let mut second = server.connect().await;
    second.write_all(HEALTH.as_bytes()).await.unwrap();
    let mut byte = [0];
    // The first one says nothing, and loses its place when the patience ends.
    let answered = timeout(SHORT / 2, second.read(&mut byte)).await;
    assert!(answered.is_err(), "the second one is not served while the first is there");
    let text = read_to_end(&mut second).await;
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
    drop(first);
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
