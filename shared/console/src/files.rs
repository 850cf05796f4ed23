//! The files of `dist/`, with what a browser is told of them.

use std::io::Read;
use std::sync::LazyLock;

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzEncoder;
use sha2::{Digest, Sha256};

/// A file of the console or the add-in.
#[derive(Debug)]
pub struct File {
    /// Where it is asked for: `/` or `/console/app.js`.
    pub path: &'static str,
    /// Its `Content-Type`.
    pub media_type: &'static str,
    /// It as it is.
    pub bytes: Bytes,
    /// It with gzip.
    pub packed: Option<Bytes>,
    /// Its strong entity tag (RFC 9110, 8.8.3), quotes included.
    pub etag: String,
}

impl File {
    /// A file that was made for one request, which goes out as it is.
    pub(crate) fn made(path: &'static str, media_type: &'static str, text: String) -> File {
        let etag = etag(text.as_bytes());
        File { path, media_type, bytes: text.into(), packed: None, etag }
    }

    /// Whether it is a picture of the add-in's.
    pub(crate) fn is_icon(&self) -> bool {
        self.media_type == PNG
    }
}

const HTML: &str = "text/html; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
const JSON: &str = "application/json";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! dist {
    ($path:literal, $media_type:expr, $file:literal) => {
        ($path, $media_type, include_bytes!(concat!("../dist/", $file)).as_slice())
    };
}

/// Path, media type, content. A test compares the table with the folder.
static SOURCES: [(&str, &str, &[u8]); 35] = [
    dist!("/", HTML, "index.html"),
    dist!("/console/app.js", JAVASCRIPT, "console/app.js"),
    dist!("/console/later.js", JAVASCRIPT, "console/later.js"),
    dist!("/console/chunk.js", JAVASCRIPT, "console/chunk.js"),
    dist!("/console/chunk2.js", JAVASCRIPT, "console/chunk2.js"),
    dist!("/console/chunk3.js", JAVASCRIPT, "console/chunk3.js"),
    dist!("/console/csv.js", JAVASCRIPT, "console/csv.js"),
    dist!("/console/json.js", JAVASCRIPT, "console/json.js"),
    dist!("/console/xlsx.js", JAVASCRIPT, "console/xlsx.js"),
    dist!("/console/tags.json", JSON, "console/tags.json"),
    dist!("/console/guide/de.json", JSON, "console/guide/de.json"),
    dist!("/console/guide/es.json", JSON, "console/guide/es.json"),
    dist!("/console/guide/fr.json", JSON, "console/guide/fr.json"),
    dist!("/console/guide/pt.json", JSON, "console/guide/pt.json"),
    dist!("/console/languages/de.json", JSON, "console/languages/de.json"),
    dist!("/console/languages/es.json", JSON, "console/languages/es.json"),
    dist!("/console/languages/fr.json", JSON, "console/languages/fr.json"),
    dist!("/console/languages/pt.json", JSON, "console/languages/pt.json"),
    dist!("/console/style.css", CSS, "console/style.css"),
    dist!("/console/icon.svg", SVG, "console/icon.svg"),
    dist!("/console/placeholder.svg", SVG, "console/placeholder.svg"),
    dist!("/console/control.svg", SVG, "console/control.svg"),
    dist!("/console/list.svg", SVG, "console/list.svg"),
    dist!("/console/licences.txt", "text/plain; charset=utf-8", "console/licences.txt"),
    dist!("/addin/", HTML, "addin/index.html"),
    dist!("/addin/addin.js", JAVASCRIPT, "addin/addin.js"),
    dist!("/addin/chunk.js", JAVASCRIPT, "addin/chunk.js"),
    dist!("/addin/csv.js", JAVASCRIPT, "addin/csv.js"),
    dist!("/addin/json.js", JAVASCRIPT, "addin/json.js"),
    dist!("/addin/xlsx.js", JAVASCRIPT, "addin/xlsx.js"),
    dist!("/addin/pane.css", CSS, "addin/pane.css"),
    dist!("/addin/icon-16.png", PNG, "addin/icon-16.png"),
    dist!("/addin/icon-32.png", PNG, "addin/icon-32.png"),
    dist!("/addin/icon-64.png", PNG, "addin/icon-64.png"),
    dist!("/addin/icon-80.png", PNG, "addin/icon-80.png"),
];

/// All files, packed when they are first asked for.
pub fn files() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| SOURCES.iter().map(file).collect());
    &FILES
}

fn file(&(path, media_type, bytes): &(&'static str, &'static str, &'static [u8])) -> File {
    let mut packed = Vec::new();
    // Reading from memory does not fail; if it did, the file would go out as it is.
    let packed = match GzEncoder::new(bytes, Compression::best()).read_to_end(&mut packed) {
        Ok(_) => Some(packed.into()),
        Err(_) => None,
    };
    File { path, media_type, bytes: Bytes::from_static(bytes), packed, etag: etag(bytes) }
}

fn etag(bytes: &[u8]) -> String {
    format!("\"{}\"", hex::encode(&Sha256::digest(bytes)[..12]))
}
