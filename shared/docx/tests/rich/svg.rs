//! SVG pictures: what a document holds of one, and what is refused before it is drawn.

use platen_docx::{Bounds, Limits, RenderOptions, Template};
use platen_svg::{DrawSvg, SvgDrawing};
use serde_json::{Value, json};

use crate::{WORDS, base64, fault, pack, part, render};

fn svg(size: &str, inner: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" {size}>{inner}</svg>"
    )
}

fn image(svg: &str) -> Value {
    json!({"x": {"$image": format!("data:image/svg+xml;base64,{}", base64(svg.as_bytes())), "alt": "A & B"}})
}

fn host() -> Vec<u8> {
    pack::package(&pack::document(WORDS), &[])
}

/// Width, height and pixels (four bytes each) of the only PNG of a document.
fn drawn(document: &[u8]) -> (u32, u32, Vec<u8>) {
    let png = pack::entries(document).into_iter().find(|e| e.name.ends_with(".png")).unwrap().content;
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

const STAR: &str = "<path d=\"M10 0 L20 20 H0 Z\" fill=\"#c00\"/>";

#[test]
fn a_document_holds_the_drawing_and_the_svg() {
    let document =
        render(host(), &image(&svg("width=\"96\" height=\"48\" viewBox=\"0 0 40 20\"", STAR))).unwrap();
    let names: Vec<String> =
        pack::entries(&document).into_iter().map(|e| e.name).filter(|n| n.contains("media")).collect();
    assert_eq!(names, ["word/media/platen1.png", "word/media/platen2.svg"]);
    let body = part(&document, "word/document.xml");
    assert!(body.contains("<wp:extent cx=\"914400\" cy=\"457200\"/>"), "{body}");
    assert!(body.contains("r:embed=\"rIdP1\"><a:extLst"), "{body}");
    let vector = "uri=\"{96DAC541-7B7A-43D3-8B79-37D633B846F1}\"><asvg:svgBlip";
    assert!(
        body.contains(vector) && body.contains("r:embed=\"rIdP2\"/></a:ext></a:extLst></a:blip>"),
        "{body}"
    );
    let types = part(&document, "[Content_Types].xml");
    assert!(types.contains("<Default Extension=\"svg\" ContentType=\"image/svg+xml\"/>"), "{types}");
    let (width, height, pixels) = drawn(&document);
    assert_eq!((width, height), (256, 128));
    let at = |x: u32, y: u32| &pixels[((y * width + x) * 4) as usize..][..4];
    assert_eq!(at(64, 100), [0xCC, 0, 0, 0xFF]);
    assert_eq!(at(250, 10), [0; 4]);
}

#[test]
fn the_sender_s_size_counts_and_sharpens_the_drawing() {
    let mut data = image(&svg("width=\"20\" height=\"20\"", STAR));
    data["x"]["width"] = json!("10cm");
    let document = render(host(), &data).unwrap();
    assert!(part(&document, "word/document.xml").contains("<wp:extent cx=\"3600000\" cy=\"3600000\"/>"));
    assert_eq!(drawn(&document).0, 866);
}

#[test]
fn what_runs_or_loads_something_does_not_arrive() {
    let inner = format!(
        "<script>alert(1)</script><style>.a{{fill:red}}</style><g onclick=\"x()\" class=\"a\">{STAR}</g>\
         <a xlink:href=\"https://evil.example/\">{STAR}</a><foreignObject><iframe src=\"x\"/></foreignObject>\
         <use xlink:href=\"https://evil.example/a.svg#b\"/><text x=\"0\" y=\"18\">Hi</text>"
    );
    let size = "width=\"20\" height=\"20\"";
    let with_doctype = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/x.dtd\">\n{}",
        svg(size, &inner)
    );
    let document = render(host(), &image(&with_doctype)).unwrap();
    let svg = part(&document, "word/media/platen2.svg");
    for gone in ["script", "onclick", "evil", "foreign", "iframe", "DOCTYPE", "<text"] {
        assert!(!svg.contains(gone), "{gone}: {svg}");
    }
    assert!(svg.matches("<path").count() >= 3, "{svg}");
}

#[test]
fn text_is_drawn_in_bundled_fonts() {
    let text = |family: &str| {
        let inner =
            format!("<text x=\"2\" y=\"30\" font-size=\"28\" font-family=\"{family}\">Wiwi \u{e9}</text>");
        let document = render(host(), &image(&svg("width=\"120\" height=\"40\"", &inner))).unwrap();
        drawn(&document).2
    };
    let (sans, serif, mono) = (text("Segoe UI"), text("Times New Roman, serif"), text("Consolas"));
    for pixels in [&sans, &serif, &mono] {
        assert!(pixels.chunks(4).filter(|p| p[3] > 128).count() > 500);
    }
    assert_eq!(sans, text("Arial"));
    assert!(sans != serif && serif != mono && sans != mono);
}

#[test]
fn a_placeholder_gets_both_and_loses_the_old_vector() {
    for blip in [
        "<a:blip r:embed=\"rId9\"/>",
        "<a:blip r:embed=\"rId9\"><a:lum bright=\"1\"/><a:extLst><a:ext uri=\"{old}\"/></a:extLst></a:blip>",
    ] {
        let body = format!(
            "<w:p><w:r><w:drawing><wp:inline><wp:extent cx=\"400\" cy=\"100\"/><wp:docPr id=\"1\" name=\"n\" descr=\"{{{{ x }}}}\"/>\
             <a:graphic><a:graphicData><pic:blipFill xmlns:pic=\"urn:p\">{blip}</pic:blipFill></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
        );
        let data = image(&svg("width=\"20\" height=\"20\"", STAR));
        let document = render(pack::package(&pack::document(&body), &[]), &data).unwrap();
        let body = part(&document, "word/document.xml");
        assert!(
            body.contains("<wp:extent cx=\"100\" cy=\"100\"/>") && body.contains("descr=\"A &amp; B\""),
            "{body}"
        );
        assert_eq!(body.matches("svgBlip").count(), 1, "{body}");
        assert!(
            body.contains("r:embed=\"rIdP2\"/></a:ext></a:extLst></a:blip>") && !body.contains("{old}"),
            "{body}"
        );
    }
}

#[test]
fn broken_pictures_are_named() {
    for (picture, says) in [
        ("<svg".to_owned(), "broken SVG"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>".to_owned(), "broken SVG"),
        ("<html><svg/></html>".to_owned(), "broken SVG"),
        (
            "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_owned(),
            "entities",
        ),
        (svg("width=\"1000000000\" height=\"1000000000\"", ""), "image_pixels"),
        (
            svg("width=\"1\" height=\"1\"", "<image href=\"file:///etc/passwd\" width=\"1\" height=\"1\"/>"),
            "nothing is fetched",
        ),
        (
            svg(
                "width=\"1\" height=\"1\"",
                "<image href=\"data:image/svg+xml;base64,PHN2Zy8+\" width=\"1\" height=\"1\"/>",
            ),
            "nothing is fetched",
        ),
        (svg("width=\"1\" height=\"1\"", "<style>rect{fill:url(#p)}</style>"), "style sheet"),
        (svg("width=\"1\" height=\"1\"", "<style>.a{fill:\\75 rl(#p)}</style>"), "escapes"),
    ] {
        let said = fault(host(), &image(&picture));
        assert!(said.contains(says), "{picture}: {said}");
    }
}

/// Ten of something in each of so many, one inside the other.
fn nested(levels: usize, inner: impl Fn(usize) -> String) -> String {
    (0..levels).map(inner).collect()
}

/// Pictures of some kilobytes that would become billions of elements. (What is dear to draw though its elements are few
/// ends with the process that draws: see the children's tests of `platen-pdf`.)
fn bombs() -> Vec<(&'static str, String)> {
    let size = "width=\"1000\" height=\"1000\"";
    let ten = |what: String| what.repeat(10);
    let rect = "<rect width=\"1000\" height=\"1000\"";
    let points =
        |n: u64| (0..n).map(|i| format!("{},{} ", i * 7919 % 1000, i * 104_729 % 997)).collect::<String>();
    vec![
        ("use", nested(12, |i| format!("<g id=\"g{}\">{}</g>", i + 1, ten(format!("<use xlink:href=\"#g{i}\"/>"))))
            + "<rect id=\"g0\" width=\"1\" height=\"1\"/>"),
        ("patterns", nested(12, |i| {
            let fill = format!("<rect width=\"9\" height=\"9\" fill=\"url(#p{})\"/>", i + 1);
            format!("<pattern id=\"p{i}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">{}</pattern>", ten(fill))
        }) + &format!("<pattern id=\"p12\" width=\"1\" height=\"1\">{rect}/></pattern>{rect} fill=\"url(#p0)\"/>")),
        ("classes", format!("<style>{}</style>", nested(12, |i| format!(".c{i}{{fill:url(#p{i})}}")))
            + &nested(12, |i| {
                let fill = format!("<rect width=\"9\" height=\"9\" class=\"c{}\"/>", i + 1);
                format!("<pattern id=\"p{i}\" width=\"10\" height=\"10\">{}</pattern>", ten(fill))
            })
            + &format!("{rect} class=\"c0\"/>")),
        ("masks", nested(12, |i| {
            let masked = format!("<rect width=\"9\" height=\"9\" mask=\"url(#m{})\"/>", i + 1);
            format!("<mask id=\"m{i}\">{}</mask>", ten(masked))
        }) + &format!("<mask id=\"m12\">{rect}/></mask>{rect} mask=\"url(#m0)\"/>")),
        ("clips", nested(12, |i| {
            let clipped = format!("<rect width=\"9\" height=\"9\" clip-path=\"url(#c{})\"/>", i + 1);
            format!("<clipPath id=\"c{i}\">{}</clipPath>", ten(clipped))
        }) + &format!("<clipPath id=\"c12\">{rect}/></clipPath>{rect} style=\"clip-path: url('#c0')\"/>")),
        ("markers", format!("<marker id=\"m\">{}</marker>", "<path d=\"M0 0H1\"/>".repeat(100))
            + &format!("<polyline marker-mid=\"url(#m)\" points=\"{}\"/>", points(5000))),
        ("deep", format!("{}{}", "<g>".repeat(5000), "</g>".repeat(5000))),
        ("chain", nested(500, |i| format!("<pattern id=\"p{i}\" width=\"1\" height=\"1\"><rect fill=\"url(#p{})\"/></pattern>", i + 1))),
        ("style rules", format!("<style>{}</style>{}", ".a{fill:red}".repeat(20_000), "<g class=\"a\"/>".repeat(10_000))),
        ("references by style", format!("<style>{}</style>{}", ".a{fill:url(#p)}".repeat(2_000), "<g class=\"a\"/>".repeat(9_000))),
        ("text", format!("<text>{}</text>", "W".repeat(200_000))),
    ]
    .into_iter()
    .map(|(name, inner)| (name, svg(size, &inner)))
    .collect()
}

#[test]
fn bombs_are_refused() {
    for (name, bomb) in bombs() {
        assert!(bomb.len() < 1 << 20, "{name} is no bomb");
        let said = fault(host(), &image(&bomb));
        let known = ["svg_elements", "svg_matches", "nests deeper", "nodes limit"];
        assert!(known.iter().any(|word| said.contains(word)), "{name}: {said}");
    }
}

#[test]
fn limits_can_be_lowered() {
    let template = |limits: Limits| Template::compile(host(), &limits).unwrap();
    let data = image(&svg("width=\"20\" height=\"20\"", &STAR.repeat(50)));
    let few = template(Limits { svg_elements: 40, ..Limits::default() });
    assert!(few.render(&data, &RenderOptions::default()).is_err());
    let rules =
        image(&svg("width=\"20\" height=\"20\"", &format!("<style>.a{{}}.b{{}}</style>{}", STAR.repeat(50))));
    let few = template(Limits { svg_matches: 100, ..Limits::default() });
    let error = few.render(&rules, &RenderOptions::default()).unwrap_err().to_string();
    assert!(error.contains("/x: ") && error.contains("svg_matches (100)"), "{error}");
}

/// Draws nothing, and records the longer side that each picture is asked for.
#[derive(Default)]
struct Noting(std::sync::Mutex<Vec<Option<u64>>>);

impl DrawSvg for Noting {
    fn draw(&self, svg: &[u8], longer_side: Option<u64>, _: Bounds<'_>) -> Result<SvgDrawing, String> {
        self.0.lock().unwrap().push(longer_side);
        match svg.windows(4).any(|word| word == b"rect") {
            true => Err("is a picture with corners".to_owned()),
            false => Ok(SvgDrawing { png: "png".into(), svg: "svg".into(), width: 96.0, height: 48.0 }),
        }
    }
}

#[test]
fn another_drawer_takes_the_place_of_ours() {
    let drawer = std::sync::Arc::new(Noting::default());
    let template = Template::compile(host(), &Limits::default()).unwrap().with_svg(drawer.clone());
    let mut data = image(&svg("", "<circle/>"));
    data["x"]["width"] = json!("1in");
    let document = template.render(&data, &RenderOptions::default()).unwrap();
    assert_eq!(part(&document, "word/media/platen1.png"), "png");
    assert_eq!(part(&document, "word/media/platen2.svg"), "svg");
    let error =
        template.render(&image(&svg("", "<rect/>")), &RenderOptions::default()).unwrap_err().to_string();
    assert!(error.contains("/x: ") && error.contains("is a picture with corners"), "{error}");
    assert_eq!(*drawer.0.lock().unwrap(), [Some(914_400), None]);
}
