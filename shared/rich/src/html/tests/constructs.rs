//! Each construct that is taken over.

use insta::assert_snapshot;

use super::*;
use crate::list_kind::Marker;

#[test]
fn text_without_blocks_stays_inline_and_looks_as_the_text_around() {
    let around = "<w:rFonts w:ascii=\"Arial\"/><w:i/><w:sz w:val=\"18\"/>";
    assert_snapshot!(shown(with_resources(&[], around, |r| compose(
        "plain <b>bold <i>both</i></b> &amp; &lt;<br>&euro;",
        r
    ))));
    assert_eq!(html(""), "inline\n");
    assert_eq!(html(" \n "), "inline\n");
    assert_eq!(html("<p> </p>"), "inline\n");
}

#[test]
fn formatting() {
    assert_snapshot!(html(
        "<strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <del>d</del> <ins>n</ins> H<sub>2</sub>O m<sup>2</sup> \
         <code>c</code> <mark>m</mark> <font color=red>f</font>"
    ));
}

#[test]
fn inline_styles() {
    assert_snapshot!(html(
        "<span style='color:#123456;background-color:yellow'>c</span><span style='font-weight:bold;font-style:italic'>w</span>\
         <b>b<span style='font-weight:normal'>n</span></b><span style='text-decoration:underline line-through'>d</span>\
         <span style='font-size:200%'>s<span style='font-size:0.5em'>r</span></span><span style='font-family:Evil;position:fixed'>x</span>"
    ));
}

#[test]
fn blocks() {
    assert_snapshot!(html(
        "before<h1>One</h1><h6>Six</h6><p style='text-align:center'>p1<p>p2 <div>d1<div style='text-align:right'>d2</div>d3</div>\
         <blockquote>q1<blockquote><p>q2</p></blockquote></blockquote><hr><dl><dt>t<dd>d</dl>\
         <div style='background-color:#eee'>shaded</div><center>c</center>after"
    ));
}

#[test]
fn headings_take_the_templates_styles() {
    let styles = [
        (StyleKind::Paragraph, "heading 1", "berschrift1"),
        (StyleKind::Paragraph, "list paragraph", "ListParagraph"),
        (StyleKind::Character, "hyperlink", "Hyperlink"),
        (StyleKind::Table, "table grid", "TableGrid"),
    ];
    let source =
        "<h1>A <i>b</i></h1><ul><li><a href='https://example.com/'>l</a></ul><table><tr><td>c</table>";
    assert_snapshot!(shown(with_resources(&styles, "<w:sz w:val=\"18\"/>", |r| compose(source, r))));
}

#[test]
fn preformatted_text_keeps_its_lines_and_spaces() {
    assert_snapshot!(html("<pre>\nfn  main() {\n\t<b>x</b>\n}\n</pre>"));
}

#[test]
fn white_space_collapses() {
    assert_eq!(text("  a \n\t b  <b> c </b> d <br> e  "), "a b c d\ne");
    assert_eq!(text("<p>a</p>\n\n<p> b <span> </span> </p> c"), "a|b|c");
    assert_eq!(text("a&nbsp; &nbsp;b<p>&nbsp;</p>"), "a\u{A0} \u{A0}b|\u{A0}");
    // A break at a paragraph's end starts no line.
    assert_eq!(text("<p>a<br></p><p><br></p><p>b<br><br></p>"), "a||b\n");
}

#[test]
fn lists_have_numbers_of_their_own_and_levels() {
    assert_snapshot!(html(
        "<ol start=3><li>three<li>four<ul><li>bullet<ol><li>deep</ol></ul>still four</ol>\
         <ol><li><p>one</p><p>more of one</p><li><li><ul><li>in an empty one</ul></ol><li>without a list"
    ));
    with_resources(&[], "", |r| {
        compose("<ol start=3><li>a</ol><ul><li>b</ul><ol start=-2 type=I><li>c</ol>", r).unwrap();
        assert_eq!(
            format!("{:?}", r.lists),
            "[List { num: 1, kind: ListKind { marker: Number(None), start: 3 } }, List { num: 2, kind: ListKind { marker: Bullet(None), start: 1 } }, List { num: 3, kind: ListKind { marker: Number(Some(UpperRoman)), start: 1 } }]"
        );
    });
}

#[test]
fn an_item_can_ask_for_its_number() {
    let source = "<ol type=a><li>a<ul><li value=4>bullet</ul><li value=7>g<ol><li value=3>iii</ol><li>h<li value=x>i</ol>";
    with_resources(&[], "", |r| {
        let written = shown(compose(source, r));
        let numbers = ["1", "2", "3", "4", "3", "3"].map(|num| format!("<w:numId w:val=\"{num}\"/>"));
        let found = written
            .split("<w:numId")
            .skip(1)
            .map(|rest| format!("<w:numId{}/>", rest.split("/>").next().unwrap()));
        assert_eq!(found.collect::<Vec<_>>(), numbers);
        let starts =
            r.lists.iter().map(|list| (list.kind.start, matches!(list.kind.marker, Marker::Number(_))));
        assert_eq!(starts.collect::<Vec<_>>(), [(1, true), (1, false), (7, true), (3, true)]);
    });
}

#[test]
fn lists_end_at_the_ninth_level() {
    let source = "<ul><li>x".repeat(12);
    let levels = html(&source);
    assert_eq!(levels.matches("<w:ilvl w:val=\"8\"/>").count(), 4, "{levels}");
}

#[test]
fn links() {
    assert_snapshot!(html(
        "<a href='https://example.com/a b?x=1&amp;y=2'>web <b>bold</b></a> <a href=mailto:a@example.com>mail</a> \
         <a href='tel:+411'>tel</a> <a href='#here'>anchor</a> <a name=x>name</a> <a href=' HTTPS://EXAMPLE.COM/\n'>x<a href=http://example.com/2>y</a>z"
    ));
    let inside = with_resources(&[], "", |r| {
        r.in_link = true;
        compose("<a href='https://example.com'>x</a>", r)
    });
    assert!(!shown(inside).contains("hyperlink"));
}

#[test]
fn pictures() {
    let shown = html(&format!("<p>a<img src='{DOT}' alt='a \"dot\"' width=20 height='10px'>b</p>"));
    assert!(shown.contains("cx=\"190500\" cy=\"95250\""), "{shown}");
    assert!(shown.contains("descr=\"a &quot;dot&quot;\""), "{shown}");
    // Nothing is fetched.
    assert_eq!(text("x <img src='http://169.254.169.254/latest' alt='the logo'> y"), "x the logo y");
    assert_eq!(text("x<img src='logo.png' alt='the logo'>y"), "x the logo y");
    assert_eq!(text("<img src='file:///etc/passwd'><img>"), "");
    assert_eq!(
        html("<img src='data:image/png;base64,AAAA'>"),
        "error: holds a picture that is not a picture; pictures are PNG, JPEG, GIF, WebP, BMP, TIFF or SVG"
    );
}

#[test]
fn plain_text_of_a_value() {
    assert_eq!(
        super::super::plain(
            "<h1>A</h1>b<br>c<script>x</script><table><tr><td>d</table>",
            crate::tests::bounds()
        ),
        "A\nb\nc\nd"
    );
    assert_eq!(markdown::plain("*a*\n\n- b", crate::tests::bounds()), "a\nb");
}

#[test]
fn markdown_of_one_paragraph_is_inline() {
    assert_snapshot!(md("some **bold** and *soft* `code` ~~gone~~ <sub>raw</sub> <https://example.com>"));
    assert_eq!(md("plain"), "inline\n<w:r><w:t>plain</w:t></w:r>");
}

#[test]
fn markdown() {
    assert_snapshot!(md(
        "# Title\n\nA paragraph\nof two lines  \nand a break.\n\n3. three\n4. four\n   - nested\n\n- [ ] open\n- [x] done\n\n\
         > quoted\n\n```rust\nlet x = \"<b>\";\n```\n\n| a | b |\n|---|--:|\n| 1 | **2** |\n\n---\n\n\
         ![alt](http://evil.example/x.png) [bad](javascript:alert(1))\n\n<script>alert(1)</script>\n"
    ));
}

#[test]
fn paragraphs_look_as_the_one_in_whose_place_they_stand() {
    let source = "<p>a<h2>b</h2><ul><li>c<blockquote>d</blockquote></ul><blockquote>e</blockquote><p style='text-align:left'>f\
                  <table><tr><td>g</table><hr>";
    assert_snapshot!(shown(with_resources(&[], "", |r| {
        r.paragraph = "<w:pStyle w:val=\"BodyText\"/><w:pageBreakBefore/><w:numPr><w:ilvl w:val=\"0\"/></w:numPr>\
                       <w:spacing w:after=\"60\"/><w:ind w:left=\"567\"/><w:jc w:val=\"both\"/><w:rPr><w:b/></w:rPr><w:sectPr/>"
            .to_owned();
        compose(source, r)
    })));
}
