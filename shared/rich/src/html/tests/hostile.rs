//! HTML as nobody should write it, and as attackers do.

use super::*;

#[test]
fn mis_nested_tags_read_as_in_browsers() {
    let runs = |source: &str| {
        let document = reader::read(source, 22, crate::tests::bounds()).unwrap();
        let mut out = String::new();
        for block in &document.blocks {
            let super::super::Block::Paragraph(paragraph) = block else { continue };
            for inline in &paragraph.content {
                if let super::super::Content::Text(text) = &inline.content {
                    let mark = |on: Option<bool>, mark| if on == Some(true) { mark } else { "" };
                    let (b, i) = (mark(inline.format.bold, "*"), mark(inline.format.italic, "_"));
                    out.push_str(&format!("{b}{i}{text}{i}{b}"));
                }
            }
            out.push('|');
        }
        out
    };
    assert_eq!(runs("<b>a<i>b</b>c</i>d"), "*a**_b_*_c_d|");
    assert_eq!(runs("<b><p>a</p></b>b"), "*a*|b|");
    assert_eq!(runs("<b><p>a</b>b</p>c"), "*a*b|c|");
    assert_eq!(runs("<p><b>a<p>b</b>c"), "*a*|*b*c|");
    assert_eq!(runs("<p><span style='font-weight:bold'>a<p>b</span>c"), "*a*|bc|");
    assert_eq!(runs("a</b></i></p></div></table></li></ul>b"), "ab|");
    assert_eq!(runs("<div><b>a</div>b</b>c"), "*a*|*b*c|");
    assert_eq!(runs("<h1>a<h2>b</h1>c"), "a|b|c|");
    assert_eq!(runs("<p>a<ul><li>b</p>c<li><p>d</ul>e"), "a|bc|d|e|");
    assert_eq!(runs("<i>a<table><tr><td></i>b<b>c<td>d</table>e"), "_a_|_e_|");
    assert_eq!(runs(&format!("{}a{}b", "<b>".repeat(50), "</b>".repeat(3))), "*a*b|");
}

#[test]
fn what_runs_or_loads_is_dropped_with_its_content() {
    for source in [
        "<script>alert('<b>')</script>",
        "<SCRIPT SRC=http://evil.example/x.js></SCRIPT>",
        "<style>p{background:url(http://evil.example)}</style>",
        "<iframe src=http://evil.example>in</iframe>",
        "<object data=x><param><b>in</b></object>",
        "<embed src=x>",
        "<form action=x><input value=in><button>in</button></form>",
        "<svg onload=alert(1)><text>in</text><svg></svg>in</svg>",
        "<math><mi>in</mi></math>",
        "<template><p>in</template>",
        "<!-- in --><!doctype html><?php in ?><![CDATA[in]]>",
        "<noframes><p>in</noframes><noembed>in</noembed><title>in</title>",
        "<link rel=import href=x><meta http-equiv=refresh content=0><base href=x>",
    ] {
        assert_eq!(text(&format!("a{source}b")), "ab", "{source}");
    }
    // An end that never comes takes the rest with it.
    for source in ["<script>x", "<svg>x", "<form><p>x", "<!-- x", "<style><p>x"] {
        assert_eq!(text(&format!("a{source}")), "a", "{source}");
    }
    assert_eq!(text("a<svg/>b"), "ab");
}

#[test]
fn attributes_carry_nothing_over() {
    let shown = html(
        "<p onclick=\"alert('evil')\" class=evil id=evil style=\"background:url('evil');width:expression(evil)\" lang=evil>\
         <a href=https://example.com onmouseover=evil target=evil title=evil>x</a><w:p evil>y</w:p></p>",
    );
    assert!(!shown.contains("evil"), "{shown}");
}

#[test]
fn links_that_run_or_read_lose_their_target() {
    for href in [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "java&#10;script:alert(1)",
        "&#106;avascript:alert(1)",
        "\u{1}javascript:alert(1)",
        "vbscript:x",
        "data:text/html;base64,PHNjcmlwdD4=",
        "file:///etc/passwd",
        "\\\\host\\share",
        "//host/x",
        "ms-word:ofe|u|http://evil.example",
        "x",
        "",
        ":",
        "http",
    ] {
        let shown = html(&format!("<a href='{href}'>text</a>"));
        assert_eq!(shown, "inline\n<w:r><w:t>text</w:t></w:r>", "{href}");
    }
    let long = html(&format!("<a href='https://example.com/{}'>text</a>", "x".repeat(100_000)));
    assert!(!long.contains("hyperlink"));
}

#[test]
fn text_is_escaped_and_control_characters_go() {
    assert_eq!(
        html(
            "&lt;w:p/&gt; ]]&gt; &amp;amp; \" ' \u{0}\u{1}\u{b}\u{fffe}&#0;&#1;&#xD800;&#x110000; {{ x }} {% y %} \u{1F600}"
        ),
        "inline\n<w:r><w:t>&lt;w:p/&gt; ]]&gt; &amp;amp; \" ' \u{fffd}\u{fffd}\u{fffd} {{ x }} {% y %} \u{1F600}</w:t></w:r>"
    );
}

#[test]
fn deep_nesting_is_refused_without_a_large_stack() {
    // Each of these ends a reader that recurses; the thread has what a server's has in a debug build.
    let refuse = || {
        for (open, wanted) in [
            ("<div>", "deeper than 100"),
            ("<ul>", "deeper than 100"),
            ("<ul><li>", "deeper than 100"),
            ("<table><tr><td>", "deeper than 10 "),
            ("<span>", "deeper than 100"),
            ("<blockquote>", "deeper than 100"),
            ("<b>", "more than 50000 elements"),
            ("<b style='color:red'><i>", "more than 50000 elements"),
            ("<p>", "more than 50000 elements"),
            ("<svg>", "more than 50000 elements"),
            ("<unknown>", "more than 50000 elements"),
            ("<table>", "deeper than 10 "),
            ("<br>", "more than 50000 elements"),
        ] {
            let shown = html(&open.repeat(100_000));
            assert!(shown.starts_with("error: ") && shown.contains(wanted), "{open}: {shown:.200}");
        }
        assert_eq!(html(&format!("<pre>{}</pre>", "\n".repeat(100_000))).get(..6), Some("error:"));
        for markdown in
            ["> ", "- ", "* ", "**", "[", "![", "`", "| ", "1. ", "*_", "<b>", "[a](", "\n- ", "<!--", "&"]
        {
            let _ = md(&markdown.repeat(20_000));
        }
        for soup in [
            "</b>",
            "<",
            "<a ",
            "&amp",
            "</",
            "<!--",
            "<b",
            "<a href='",
            "<table><caption>",
            "&#",
            "<p></div>",
        ] {
            let _ = html(&soup.repeat(20_000));
        }
        let _ = html(&format!("<p {}>", "a=1 ".repeat(100_000)));
        let _ = html(&format!("<p {}>", (0..100_000).map(|i| format!("a{i} ")).collect::<String>()));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(refuse).unwrap().join().unwrap();
}

#[test]
fn a_large_text_is_taken_whole() {
    let words = "word <b>bold</b> ".repeat(20_000);
    assert_eq!(text(&words).len(), "word bold ".len() * 20_000 - 1);
}

#[test]
fn a_tag_of_thousands_of_attributes_is_refused_before_the_tokenizer_sees_it() {
    for tag in ["a ".repeat(10_000), "a=\"\"".repeat(10_000), "a='>' ".repeat(10_000), "/".repeat(10_000)] {
        for html in [format!("<p {tag}>x</p>"), format!("x</p {tag}>"), format!("<p {tag}")] {
            let error = composed(&html).unwrap_err();
            assert!(error.contains("more than 250 attributes"), "{error}");
        }
    }
    let style = "color:red; ".repeat(10_000);
    assert!(
        composed(&format!("<p style=\"{style}\" title='a > b'>{}</p>", "a < b, \"c\" ".repeat(1_000)))
            .is_ok()
    );
}
