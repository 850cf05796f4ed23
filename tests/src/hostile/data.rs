//! Data that costs more than it is: JSON without end, and rich values that hold bombs.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::Case;
use super::document::{Document, paragraph};

/// All of them.
pub fn all() -> Vec<Case> {
    let mut cases = json();
    cases.extend(rich());
    cases
}

/// An object of so many members besides `a`.
pub fn members(count: usize) -> String {
    let members: String = (0..count).map(|n| format!("\"k{n}\": 1,")).collect();
    format!("{{{members}\"a\": 1}}")
}

fn template() -> Vec<u8> {
    Document::of_texts(&["{{ a }}".to_owned()]).docx()
}

fn json() -> Vec<Case> {
    [
        ("arrays a million deep", format!("{{\"a\": {}", "[".repeat(1_000_000))),
        (
            "closed arrays a million deep",
            format!("{{\"a\": {}{}}}", "[".repeat(1_000_000), "]".repeat(1_000_000)),
        ),
        ("objects a million deep", "{\"a\":".repeat(1_000_000)),
        ("a number of a million digits", format!("{{\"a\": {}}}", "9".repeat(1_000_000))),
        ("a number with a huge exponent", "{\"a\": 1e999999999}".to_owned()),
        ("a fraction of a million digits", format!("{{\"a\": 0.{}}}", "3".repeat(1_000_000))),
        ("a name of 10 MB", format!("{{\"{}\": 1, \"a\": 2}}", "a".repeat(10 << 20))),
        ("half a million members", members(500_000)),
        ("one name very often", format!("{{{}\"a\": 1}}", "\"a\": 1,".repeat(500_000))),
        ("a text of 10 MB", format!("{{\"a\": \"{}\"}}", "a\\n".repeat(3_000_000))),
        ("a text of tabs", format!("{{\"a\": \"{}\"}}", "\\t".repeat(500_000))),
        ("half a surrogate", "{\"a\": \"\\ud800\"}".to_owned()),
        ("no JSON", "a".repeat(1_000_000)),
        ("a list", "[1]".to_owned()),
        ("a million elements", format!("{{\"a\": [{}1]}}", "1,".repeat(1_000_000))),
    ]
    .into_iter()
    .map(|(name, data)| Case::harmless(format!("json: {name}"), template()).with_data(data))
    .collect()
}

fn rich() -> Vec<Case> {
    let svg = |inner: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"100\" height=\"100\">{inner}</svg>"
        );
        format!("data:image/svg+xml;base64,{}", base64(svg.as_bytes()))
    };
    let uses: String = (1..12)
        .map(|n| format!("<g id=\"g{n}\">{}</g>", format!("<use xlink:href=\"#g{}\"/>", n - 1).repeat(10)))
        .collect();
    let image = |data: String| format!("{{\"$image\": \"{data}\"}}");
    let html = |html: String| format!("{{\"$html\": {}}}", serde_json::Value::String(html));
    let markdown = |text: String| format!("{{\"$markdown\": {}}}", serde_json::Value::String(text));
    let png = |width: u32, height: u32| {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        format!("data:image/png;base64,{}", base64(&bytes))
    };
    [
        ("a picture of 4 billion by 4 billion points", image(png(u32::MAX, u32::MAX))),
        ("a picture of 60,000 by 60,000 points", image(png(60_000, 60_000))),
        ("a picture of no points", image(png(0, 0))),
        ("a picture that is text", image("data:image/png;base64,aGVsbG8=".to_owned())),
        ("a picture of a file", image("file:///etc/passwd".to_owned())),
        ("a picture of an address", image("http://127.0.0.1:9/x.png".to_owned())),
        ("an SVG that uses itself", image(svg("<g id=\"a\"><use xlink:href=\"#a\"/></g><use xlink:href=\"#a\"/>"))),
        ("an SVG of a trillion copies", image(svg(&format!("<g id=\"g0\"><rect width=\"1\" height=\"1\"/></g>{uses}<use xlink:href=\"#g11\"/>")))),
        ("an SVG as wide as the world", image(format!("data:image/svg+xml;base64,{}", base64(b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"999999999\" height=\"999999999\"><rect width=\"9\" height=\"9\"/></svg>")))),
        ("an SVG with entities", image(format!("data:image/svg+xml;base64,{}", base64(b"<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY f \"&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;\">]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><text>&f;&f;&f;&f;</text></svg>")))),
        ("an SVG that loads a file", image(svg("<image xlink:href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/>"))),
        ("an SVG a hundred thousand deep", image(svg(&format!("{}{}", "<g>".repeat(100_000), "</g>".repeat(100_000))))),
        ("an SVG with large blurs", image(svg("<filter id=\"f\"><feGaussianBlur stdDeviation=\"99999\"/></filter><rect width=\"99999\" height=\"99999\" filter=\"url(#f)\"/>"))),
        ("an SVG of a million shapes", image(svg(&"<circle r=\"9\"/>".repeat(300_000)))),
        ("HTML a million deep", html("<div>".repeat(1_000_000))),
        ("HTML of lists in lists", html("<ul><li>".repeat(100_000))),
        ("HTML of tables in tables", html("<table><tr><td>".repeat(100_000))),
        ("HTML with huge spans", html("<table><tr><td colspan=999999999 rowspan=999999999>a</td></tr></table>".to_owned())),
        ("HTML of many spans", html(format!("<table>{}</table>", "<tr><td rowspan=1000 colspan=1000>a</td></tr>".repeat(1_000)))),
        ("HTML of a million tags", html("<b></b>".repeat(1_000_000))),
        ("HTML of misnested tags", html("<b><i><a>x</b></i>".repeat(50_000))),
        ("HTML with a long attribute", html(format!("<p style=\"{}\">a</p>", "color:red;".repeat(1_000_000)))),
        ("HTML with pictures of files", html("<img src=\"file:///etc/passwd\"><img src=\"http://127.0.0.1:9/\">".to_owned())),
        ("HTML with a script", html("<script>while(1);</script><iframe src=\"file:///etc/passwd\"></iframe>".to_owned())),
        ("Markdown of brackets", markdown("[".repeat(1_000_000))),
        ("Markdown of quotes in quotes", markdown(">".repeat(1_000_000))),
        ("Markdown of stars", markdown("*a ".repeat(500_000))),
        ("Markdown of lists in lists", markdown("- ".repeat(100_000))),
        ("Markdown of a wide table", markdown(format!("{}\n{}\n{}", "|a".repeat(10_000), "|-".repeat(10_000), "|b\n".repeat(10_000)))),
        ("Markdown of references", markdown(format!("[a]: {}\n{}", "x".repeat(10_000), "[a]".repeat(100_000)))),
        ("a code of 10 MB", format!("{{\"$qr\": \"{}\"}}", "a".repeat(10 << 20))),
        ("a document that is no document", "{\"$docx\": \"aGVsbG8=\"}".to_owned()),
        ("a document in itself", format!("{{\"$docx\": \"{}\"}}", base64(&Document::of_body(&paragraph("{{ a }}").repeat(5_000)).docx()))),
        ("a document that is a bomb", format!("{{\"$docx\": \"{}\"}}", base64(&super::packages::bombs().swap_remove(0).template))),
        ("an SVG with a font of its own", image(svg("<style>@font-face{font-family:f;src:url(data:font/ttf;base64,AAEAAAAKAIAAAwAgT1MvMgAAAAAAAACsAAAAYGNtYXD//////////w==)}</style><text font-family=\"f\" font-size=\"99999999\">a</text>"))),
        ("an SVG with patterns in patterns", image(svg("<pattern id=\"p\" width=\"0.0001\" height=\"0.0001\"><rect width=\"1\" height=\"1\" fill=\"url(#p)\"/></pattern><rect width=\"100\" height=\"100\" fill=\"url(#p)\"/>"))),
        ("an SVG in an SVG in an SVG", image((0..6).fold(svg("<rect width=\"9\" height=\"9\"/>"), |inner, _| svg(&format!("<image xlink:href=\"{inner}\" width=\"9\" height=\"9\"/>").repeat(4))))),
        ("a picture whose points are a bomb", image(png_bomb())),
        ("a link to a script", "{\"$link\": \"javascript:alert(1)\", \"text\": \"a\"}".to_owned()),
    ]
    .into_iter()
    .map(|(name, value)| Case::harmless(format!("rich: {name}"), template()).with_data(format!("{{\"a\": {value}}}")))
    .collect()
}

/// A whole PNG of 30,000 by 30,000 black points: some three megabytes that are nearly a gigabyte.
fn png_bomb() -> String {
    const SIDE: u32 = 30_000;
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        let mut crc = Crc::new();
        crc.update(kind);
        crc.update(data);
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend([kind.as_slice(), data, &crc.sum().to_be_bytes()].concat());
    };
    chunk(b"IHDR", &[&SIDE.to_be_bytes()[..], &SIDE.to_be_bytes(), &[8, 0, 0, 0, 0]].concat());
    let mut points = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row = vec![0; SIDE as usize + 1];
    for _ in 0..SIDE {
        points.write_all(&row).unwrap();
    }
    chunk(b"IDAT", &points.finish().unwrap());
    chunk(b"IEND", &[]);
    format!("data:image/png;base64,{}", base64(&bytes))
}

/// RFC 4648, 4.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63] as char;
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
