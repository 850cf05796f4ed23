//! The table: a new shape is one line.

use base64::Engine;
use platen_docx::{Budget, Enclosure, Limits, Missing, Pattern, RenderOptions, Template, with_enclosure};
use platen_ooxml::package::Package;
use serde_json::{Value, json};

use super::Shape;
use super::pack::{document, package, part, zip};

const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

const fn shape(name: &'static str, n: usize, work: fn(usize, &Limits, &Budget)) -> Shape {
    Shape { name, n, work }
}

/// `make` of all numbers below n.
fn each(n: usize, make: impl Fn(usize) -> String) -> String {
    (0..n).map(make).collect()
}

fn p(inner: &str) -> String {
    format!("<w:p><w:r><w:t>{inner}</w:t></w:r></w:p>")
}

/// A complex field up to its result.
fn code(code: &str) -> String {
    let char = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    format!("{}<w:r><w:instrText>{code}</w:instrText></w:r>{}", char("begin"), char("separate"))
}

const END: &str = "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>";

/// A control of a name around a text.
fn control(name: &str, properties: &str) -> String {
    format!(
        "<w:sdt><w:sdtPr><w:tag w:val=\"{name}\"/>{properties}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
        p("old")
    )
}

fn bound(name: &str, xpath: &str) -> String {
    control(
        name,
        &format!(
            "<w:dataBinding w:xpath=\"{xpath}\" w:storeItemID=\"{{00000000-0000-0000-0000-000000000001}}\"/><w:text/>"
        ),
    )
}

fn compile(bytes: Vec<u8>, limits: &Limits, budget: &Budget) -> Option<Template> {
    Template::compile_within(bytes, limits, budget).ok()
}

fn body(body: &str, limits: &Limits, budget: &Budget) {
    compile(package(&document(body), &[]), limits, budget);
}

fn parts(main: &str, others: &[(&str, String)], limits: &Limits, budget: &Budget) {
    compile(package(&document(main), others), limits, budget);
}

/// A document of this body, rendered with data, in each way that absent fields can be taken.
fn fill(main: &str, data: &Value, limits: &Limits, budget: &Budget) {
    filled(package(&document(main), &[]), data, limits, budget);
}

fn filled(bytes: Vec<u8>, data: &Value, limits: &Limits, budget: &Budget) {
    let Some(template) = compile(bytes, limits, budget) else { return };
    for missing in [Missing::Error, Missing::Empty, Missing::Keep] {
        let _ = template.render_within(data, &RenderOptions { missing, ..RenderOptions::default() }, budget);
    }
}

/// An expression about a list of objects, and about an object with as many members.
fn ordered(expression: &str, n: usize, limits: &Limits, budget: &Budget) {
    let list: Vec<Value> = (0..n).map(|i| json!({ "text": format!("t{}", i * 7919 % n), "at": i })).collect();
    let object: Value = (0..n).map(|i| (format!("m{}", i * 7919 % n), json!(i))).collect();
    fill(&p(&format!("{{{{ {expression} }}}}")), &json!({ "list": list, "object": object }), limits, budget);
}

/// One field that is this rich value.
fn rich(value: &Value, limits: &Limits, budget: &Budget) {
    fill(&p("{{ v }}"), &json!({ "v": value }), limits, budget);
}

fn html(text: &str, limits: &Limits, budget: &Budget) {
    rich(&json!({ "$html": text }), limits, budget);
}

fn markdown(text: &str, limits: &Limits, budget: &Budget) {
    rich(&json!({ "$markdown": text }), limits, budget);
}

/// One field that is a sub-document.
fn sub(main: &str, others: &[(&str, String)], limits: &Limits, budget: &Budget) {
    let bytes = package(&document(main), others);
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    rich(&json!({ "$docx": text }), limits, budget);
}

fn open(bytes: Vec<u8>, limits: &Limits, budget: &Budget) {
    let _ = Package::open_within(bytes, limits, budget);
}

/// A package with these relationships of its main part.
fn related(relationships: &str) -> Vec<u8> {
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
    let of =
        |inner: &str| format!("<Relationships xmlns=\"{PACKAGE}/relationships\">{inner}</Relationships>");
    let types = format!(
        "<Types xmlns=\"{PACKAGE}/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" \
         ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>"
    );
    let parts = [
        ("[Content_Types].xml", types),
        ("_rels/.rels", of(&relationship(0, "officeDocument", "word/document.xml"))),
        ("word/document.xml", document(&p("x"))),
        ("word/styles.xml", part("w:styles", "")),
        ("word/_rels/document.xml.rels", of(relationships)),
    ];
    zip(&parts.map(|(name, content)| (name.to_owned(), content)))
}

fn relationship(id: usize, kind: &str, target: &str) -> String {
    format!(
        "<Relationship Id=\"x{id}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}\" Target=\"{target}\"/>"
    )
}

/// A template that carries translations.
fn worded(texts: &str, table: &Value, limits: &Limits, budget: &Budget) {
    let carried = (Enclosure::Translations, Some(table));
    let Ok(file) = with_enclosure(package(&document(texts), &[]), carried, limits, budget) else { return };
    filled(file.to_vec(), &json!({"a": 1}), limits, budget);
}

pub const SHAPES: &[Shape] = &[
    shape("texts to translate", 200, |n, limits, budget| {
        let texts = each(n, |i| p(&format!("{{% trans %}}Text {i} {{{{ a }}}}{{% endtrans %}}")));
        let words = |word: &str| {
            Value::Object(
                (0..n).map(|i| (format!("Text {i} {{{{ a }}}}"), json!(format!("{word} {i}")))).collect(),
            )
        };
        worded(&texts, &json!({"de": words("Satz"), "fr": words("Mots {{ a }}")}), limits, budget);
    }),
    shape("texts to translate in one paragraph", 200, |n, limits, budget| {
        let text = each(n, |_| "{% trans %}A &amp; B{% endtrans %}".to_owned());
        worded(&p(&text), &json!({"de": {"A & B": "A und B"}}), limits, budget);
    }),
    shape("texts to translate of nothing, never closed", 2000, |n, limits, budget| {
        body(&p(&each(n, |_| "{% trans %}{% endtrans %}{% trans %}".to_owned())), limits, budget);
    }),
    shape("a text to translate in many runs", 400, |n, limits, budget| {
        let run = |i: usize| format!("<w:r><w:rPr><w:sz w:val=\"{i}\"/></w:rPr><w:t>a&amp;</w:t></w:r>");
        let runs = each(n, run);
        let text = format!(
            "<w:p><w:r><w:t>{{% trans %}}</w:t></w:r>{runs}<w:r><w:t>{{% endtrans %}}</w:t></w:r></w:p>"
        );
        worded(&text, &json!({"de": {"a&".repeat(n): "kurz"}}), limits, budget);
    }),
    shape("translations of no text", 200, |n, limits, budget| {
        let table: Value = (0..n).map(|i| (format!("Nothing {i}"), json!("Nichts"))).collect();
        worded(&p("{% trans %}Text{% endtrans %}"), &json!({ "de": table }), limits, budget);
    }),
    // Those of the findings.
    shape("namespaces x elements of their prefixes", 1_000, |n, l, b| {
        let declared = each(n, |i| format!(" xmlns:n{i}=\"urn:{i}\""));
        let elements = each(n, |i| format!("<n{i}:x/>"));
        body(&format!("<w:p{declared}>{elements}<w:r><w:t>{{{{ a }}}}</w:t></w:r></w:p>"), l, b);
    }),
    shape("namespaces x a million elements", 2_500, |n, l, b| {
        let declared = each(n, |i| format!(" xmlns:n{i}=\"{W}\""));
        body(&format!("<w:p{declared}>{}</w:p>", "<x/>".repeat(10 * n)), l, b);
    }),
    shape("namespaces of a sub-document", 750, |n, l, b| {
        let declared = each(n, |i| format!(" xmlns:n{i}=\"urn:{i}\""));
        let main = format!("<w:document xmlns:w=\"{W}\"{declared}><w:body>{}</w:body></w:document>", {
            each(n, |i| format!("<w:p><n{i}:x/></w:p>"))
        });
        let text = base64::engine::general_purpose::STANDARD.encode(package(&main, &[]));
        rich(&json!({ "$docx": text }), l, b);
    }),
    shape("styles of a sub-document, in a chain", 625, |n, l, b| {
        let styles = each(n, |i| {
            format!(
                "<w:style w:styleId=\"s{i}\"><w:name w:val=\"n{i}\"/><w:basedOn w:val=\"s{}\"/></w:style>",
                i + 1
            )
        });
        let main = "<w:p><w:pPr><w:pStyle w:val=\"s0\"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>";
        sub(main, &[("styles", styles)], l, b);
    }),
    shape("lists of a sub-document", 625, |n, l, b| {
        let defined = each(n, |i| {
            format!("<w:abstractNum w:abstractNumId=\"{i}\"><w:lvl w:ilvl=\"0\"/></w:abstractNum>")
        });
        let lists =
            each(n, |i| format!("<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"{i}\"/></w:num>", i + 1));
        let main = each(n, |i| {
            format!("<w:p><w:pPr><w:numPr><w:numId w:val=\"{}\"/></w:numPr></w:pPr></w:p>", i + 1)
        });
        sub(&main, &[("numbering", defined + &lists)], l, b);
    }),
    shape("entries of a drop-down list", 5_000, |n, l, b| {
        let items = each(n, |i| format!("<w:listItem w:displayText=\"Entry {i}\" w:value=\"{i}\"/>"));
        body(&control("c", &format!("<w:dropDownList>{items}</w:dropDownList>")), l, b);
    }),
    shape("controls bound to children of one element", 750, |n, l, b| {
        let item = format!("<a>{}</a>", each(n, |i| format!("<b>{i}</b>")));
        parts(
            &each(n, |i| bound(&format!("c{i}"), &format!("/a[1]/b[{}]", i + 1))),
            &[("item1", item)],
            l,
            b,
        );
    }),
    // Compile: tags.
    shape("merge fields in one paragraph", 250, |n, l, b| {
        let field = |i| format!("{}<w:r><w:t>«a{i}»</w:t></w:r>{END}", code(&format!("MERGEFIELD a{i}")));
        body(&format!("<w:p>{}</w:p>", each(n, field)), l, b);
    }),
    shape("fields in what fields show", 250, |n, l, b| {
        let open = code("MERGEFIELD a").repeat(n);
        body(&format!("<w:p>{open}{}</w:p>", END.repeat(n)), l, b);
    }),
    shape("lists of a mail merge that never end", 250, |n, l, b| {
        let field =
            |i| format!("{}<w:r><w:t>x</w:t></w:r>{END}", code(&format!("MERGEFIELD TableStart:a{i}")));
        body(&format!("<w:p>{}</w:p>", each(n, field)), l, b);
    }),
    shape("check boxes of a form", 250, |n, l, b| {
        let data = |i| format!("<w:ffData><w:name w:val=\"a{i}\"/><w:checkBox/></w:ffData>");
        let open = |i| format!("<w:r><w:fldChar w:fldCharType=\"begin\">{}</w:fldChar></w:r>{END}", data(i));
        body(&format!("<w:p>{}</w:p>", each(n, open)), l, b);
    }),
    shape("marks of other products", 500, |n, l, b| body(&p(&"{#a}{b}[c] {/a} ${d}".repeat(n)), l, b)),
    shape("marks that never end", 2_000, |n, l, b| body(&p(&"{#[{a &lt;&lt;${+++".repeat(n)), l, b)),
    shape("marks that are rewritten", 500, |n, l, b| {
        let marks = each(n, |i| p(&format!("{{#a{i}}}{{b}}{{^c}}{{d.e[i].f}}{{d.e{i}[i].f}}")));
        let _ = platen_docx::migrate(package(&document(&marks), &[]), l, b);
    }),
    shape("tags in one paragraph", 500, |n, l, b| body(&p(&each(n, |i| format!("{{{{ a{i} }}}} "))), l, b)),
    shape("tags in paragraphs of their own", 500, |n, l, b| {
        body(&each(n, |i| p(&format!("{{{{ a{i} }}}}"))), l, b)
    }),
    shape("blocks in one run", 375, |n, l, b| body(&p(&"{% if a %}x{% endif %}".repeat(n)), l, b)),
    shape("blocks of paragraphs", 375, |n, l, b| {
        body(&(p("{%p if a %}") + &p("x") + &p("{%p endif %}")).repeat(n), l, b);
    }),
    shape("blocks of rows", 250, |n, l, b| {
        let row = |text: &str| format!("<w:tr><w:tc>{}</w:tc></w:tr>", p(text));
        let rows = row("{%tr for x in xs %}") + &row("{{ x }}") + &row("{%tr endfor %}");
        body(&format!("<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid>{}</w:tbl>", rows.repeat(n)), l, b);
    }),
    shape("cells that a loop repeats, row by row", 250, |n, l, b| {
        let cell = |text: &str| format!("<w:tc>{}</w:tc>", p(text));
        let row = format!(
            "<w:tr>{}{}{}</w:tr>",
            cell("{%tc for x in xs %}"),
            cell("{{ x }}"),
            cell("{%tc endfor %}")
        );
        body(&format!("<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid>{}</w:tbl>", row.repeat(n)), l, b);
    }),
    shape("statements about one cell", 375, |n, l, b| {
        let tags = "{% for x in xs %}{% cellbg x %}{% vm %}{% endfor %}".repeat(n);
        body(&format!("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>", p(&tags)), l, b);
    }),
    shape("run tags in one run", 375, |n, l, b| body(&p(&"{%r if a %}x{%r endif %}".repeat(n)), l, b)),
    shape("runs split around tags, without properties", 250, |n, l, b| {
        let text = "<w:t>x {%r if a %} y {%r endif %} z</w:t>".repeat(n);
        body(&format!("<w:p><w:r>{text}</w:r></w:p>"), l, b);
    }),
    shape("tags behind white space", 500, |n, l, b| {
        let tags = "{% if a %}{% endif %}".repeat(n);
        body(&(p(&(" ".repeat(20 * n) + &tags)) + &p("x")), l, b);
    }),
    shape("values of a macro printed in one paragraph", 250, |n, l, b| {
        let declared = p("{%p macro m() %}") + &p("x") + &p("{%p endmacro %}");
        body(&(declared + &p(&"{{ m() }}".repeat(n))), l, b);
    }),
    shape("tags in a field's code", 375, |n, l, b| {
        let code = format!("HYPERLINK {}", "\"{{ a }}\" ".repeat(n));
        body(&format!("<w:p><w:r><w:instrText>{code}</w:instrText></w:r></w:p>"), l, b);
    }),
    shape("references to texts that fields set", 5_000, |n, l, b| {
        let field = |words: String| format!("<w:p>{}{END}</w:p>", code(&words));
        let sets = each(n, |at| field(format!("SET b{at} x")));
        body(&(sets + &each(n, |at| field(format!("REF b{at}")))), l, b);
    }),
    shape("openings that never close", 5_000, |n, l, b| body(&p(&"{{ a ".repeat(n)), l, b)),
    shape("quotes that never close", 750, |n, l, b| body(&p(&"{{'}} ".repeat(n)), l, b)),
    shape("escapes", 2_500, |n, l, b| body(&p(&"{_{ ".repeat(n)), l, b)),
    shape("unknown keywords", 250, |n, l, b| body(&p(&each(n, |i| format!("{{% frobnicate{i} %}}"))), l, b)),
    shape("ends that close nothing", 500, |n, l, b| body(&p(&"{% endif %}".repeat(n)), l, b)),
    shape("blocks that never end, and others that do", 500, |n, l, b| {
        body(&p(&("{% for x in y %}".repeat(n) + &"{% endif %}".repeat(n))), l, b);
    }),
    shape("joins", 250, |n, l, b| body(&p("x {%- if a -%} y {%- endif -%}").repeat(n), l, b)),
    shape("text in a header's paragraphs, each with a tag", 375, |n, l, b| {
        parts(&p("x"), &[("header1", p("{% if a %}x{% endif %}").repeat(n))], l, b);
    }),
    // Compile: what the part holds besides.
    shape("bookmarks in a loop, in one run", 500, |n, l, b| {
        let bookmarks = each(n, |i| format!("<w:bookmarkStart w:id=\"{i}\" w:name=\"b{i}\"/>"));
        body(
            &format!(
                "{}<w:p><w:r><w:rPr/>{bookmarks}<w:t>x</w:t></w:r></w:p>{}",
                p("{%p for x in y %}"),
                p("{%p endfor %}")
            ),
            l,
            b,
        );
    }),
    shape("drawings' ids in a loop", 500, |n, l, b| {
        let ids = each(n, |i| format!("<w:r><w:drawing><wp:docPr id=\"{i}\"/></w:drawing></w:r>"));
        body(&format!("{}<w:p>{ids}</w:p>{}", p("{%p for x in y %}"), p("{%p endfor %}")), l, b);
    }),
    shape("linked pictures, each with a remark", 500, |n, l, b| {
        body(&"<w:p><w:r><a:blip r:link=\"x\"/></w:r></w:p>".repeat(n), l, b);
    }),
    shape("controls without a name, each with a remark", 375, |n, l, b| {
        body(&control("", "<w:text/>").repeat(n), l, b)
    }),
    shape("controls of one name", 375, |n, l, b| body(&control("c", "<w:text/>").repeat(n), l, b)),
    shape("controls beside tags", 375, |n, l, b| {
        body(&each(n, |i| control(&format!("c{i}"), "<w:text/>") + &p("{{ a }}")), l, b);
    }),
    shape("repeating sections", 200, |n, l, b| {
        let section = |i: usize| {
            format!(
                "<w:sdt><w:sdtPr><w:tag w:val=\"s{i}\"/><w15:repeatingSection/></w:sdtPr><w:sdtContent><w:sdt><w:sdtPr>\
                 <w15:repeatingSectionItem/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>",
                control("c", "<w:text/>")
            )
        };
        body(&each(n, section), l, b);
    }),
    shape("controls bound to attributes of one element", 500, |n, l, b| {
        let item = format!("<a{}/>", each(n, |i| format!(" x{i}=\"\"")));
        parts(&each(n, |i| bound(&format!("c{i}"), &format!("/a[1]/@x{i}"))), &[("item1", item)], l, b);
    }),
    shape("attributes of one element", 5_000, |n, l, b| {
        body(
            &format!("<w:p{}><w:r><w:t>{{{{ a }}}}</w:t></w:r></w:p>", each(n, |i| format!(" x{i}=\"\""))),
            l,
            b,
        );
    }),
    shape("references in text", 2_500, |n, l, b| body(&p(&("&lt;".repeat(n) + "{{ a }}")), l, b)),
    shape("fields", 500, |n, l, b| {
        let field =
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>";
        body(&format!("<w:p>{}</w:p>", field.repeat(n)), l, b);
    }),
    // Packages.
    shape("relationships of one part", 750, |n, l, b| {
        open(related(&each(n, |i| relationship(i, "header", &format!("h{i}.xml")))), l, b);
    }),
    shape("relationships to one store", 250, |n, l, b| {
        compile(related(&each(n, |i| relationship(i, "customXml", "styles.xml"))), l, b);
    }),
    shape("attributes of one relationship", 1_250, |n, l, b| {
        open(related(&format!("<Relationship {}/>", each(n, |i| format!(" x{i}=\"\"")))), l, b);
    }),
    shape("parts", 100, |n, l, b| {
        let names: Vec<String> = (0..n).map(|i| format!("header{i}")).collect();
        let others: Vec<(&str, String)> = names.iter().map(|name| (name.as_str(), p("{{ a }}"))).collect();
        parts(&p("x"), &others, l, b);
    }),
    // Discovery, data.
    shape("members of one object", 500, |n, l, b| body(&p(&each(n, |i| format!("{{{{ a.m{i} }}}}"))), l, b)),
    shape("values set again and again", 375, |n, l, b| {
        body(&p(&"{% set a = a or b %}{{ a }}".repeat(n)), l, b)
    }),
    shape("absent fields, each told", 250, |n, l, b| {
        fill(
            &each(n, |i| p(&format!("{{% if x %}}{{{{ a{i} }}}}{{% endif %}}"))),
            &json!({ "x": true }),
            l,
            b,
        );
    }),
    shape("wrong values, each told", 750, |n, l, b| {
        let rows: Vec<Value> = (0..n).map(|_| json!({ "a": [] })).collect();
        fill(&p("{% for r in rows %}{{ r.a|number }}{% endfor %}"), &json!({ "rows": rows }), l, b);
    }),
    shape("misspelt members of a large object", 500, |n, l, b| {
        let data: serde_json::Map<String, Value> = (0..n).map(|i| (format!("membre{i}"), json!(1))).collect();
        fill(&p(&each(n.min(64), |i| format!("{{{{ member{i} }}}}"))), &json!(data), l, b);
    }),
    shape("rows of a loop", 750, |n, l, b| {
        let rows: Vec<Value> = (0..n).map(|i| json!({ "name": format!("Item {i}"), "price": i })).collect();
        fill(
            &p("{% for r in rows %}{{ r.name }}: {{ r.price * 2 }} {% endfor %}"),
            &json!({ "rows": rows }),
            l,
            b,
        );
    }),
    // Orders: objects are compared member by member.
    shape("objects that are unique", 2_048, |n, l, b| ordered("list|unique|list|length", n, l, b)),
    shape("objects in order", 2_048, |n, l, b| ordered("list|sort|length", n, l, b)),
    shape("objects in the order of a member", 2_048, |n, l, b| {
        ordered("list|sort(attribute='text')|length", n, l, b);
    }),
    shape("members of which one is least", 2_048, |n, l, b| {
        ordered("(list|map(attribute='at')|min) ~ (list|map(attribute='text')|max)", n, l, b);
    }),
    shape("groups of objects", 2_048, |n, l, b| ordered("list|groupby('text')|list|length", n, l, b)),
    shape("members of an object, in order", 2_048, |n, l, b| ordered("object|dictsort|length", n, l, b)),
    shape("chosen entries of a list, in a loop", 250, |n, l, b| {
        // Each turn writes the list.
        let items = each(100, |i| format!("<w:listItem w:displayText=\"Entry {i}\" w:value=\"{i}\"/>"));
        let list = control("c", &format!("<w:dropDownList>{items}</w:dropDownList>"));
        let section = format!(
            "<w:sdt><w:sdtPr><w:tag w:val=\"rows\"/><w15:repeatingSection/></w:sdtPr><w:sdtContent><w:sdt><w:sdtPr>\
             <w15:repeatingSectionItem/></w:sdtPr><w:sdtContent>{list}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>"
        );
        let rows: Vec<Value> = (0..n).map(|i| json!({ "c": (i % 100).to_string() })).collect();
        fill(&section, &json!({ "rows": rows }), l, b);
    }),
    shape("captured tables with columns that vary", 125, |n, l, b| {
        let rows: Vec<usize> = (0..n).collect();
        let cell = |text: &str| format!("<w:tc>{}</w:tc>", p(text));
        let row = |text: &str| format!("<w:tr>{}</w:tr>", cell(text));
        let cells =
            format!("<w:tr>{}{}{}</w:tr>", cell("{%tc for y in z %}"), cell("x"), cell("{%tc endfor %}"));
        let table = row("{%tr for x in rows %}") + &cells + &row("{%tr endfor %}");
        fill(
            &format!("<w:tbl><w:tblGrid><w:gridCol w:w=\"9\"/></w:tblGrid>{table}</w:tbl>"),
            &json!({ "rows": rows, "z": [1, 2] }),
            l,
            b,
        );
    }),
    shape("a pattern, filled", 5_000, |n, l, b| {
        let pattern = Pattern::compile_within("{{ a }} {{ a }}", l, b);
        let _ = pattern.unwrap().render_within(&json!({ "a": "x".repeat(n) }), &RenderOptions::default(), b);
    }),
    // Rich values.
    shape("html: elements", 750, |n, l, b| html(&"<b>x</b> ".repeat(n), l, b)),
    shape("html: items of a flat list, of all kinds and levels", 250, |n, l, b| {
        let kinds = ["bullet", "ordered", "checked", "unchecked"];
        let items =
            each(n, |i| format!("<li data-list=\"{}\" class=\"ql-indent-{}\">x", kinds[i % 4], i * 7 % 10));
        html(&format!("<ol>{items}</ol>"), l, b);
    }),
    shape("html: paragraphs of lists that Word copied", 250, |n, l, b| {
        let item = |i: usize| {
            format!(
                "<p style='mso-list:l{} level{} lfo1'><span style='mso-list:Ignore'>{i}.</span>x",
                i % 50,
                i * 7 % 9 + 1
            )
        };
        html(&each(n, item), l, b);
    }),
    shape("html: lists that each ask for numbers of their own", 250, |n, l, b| {
        html(
            &format!(
                "<ol>{}</ol>",
                each(n, |i| format!("<li value={i} style='list-style-type:upper-roman'>x"))
            ),
            l,
            b,
        );
    }),
    shape("html: indents in indents", 250, |n, l, b| {
        html(
            &("<div style='padding-left:1px;direction:rtl'>".repeat(50) + "<p>x</p>" + &"</div>".repeat(50))
                .repeat(n / 25),
            l,
            b,
        );
    }),
    shape("html: ids, and links to them", 250, |n, l, b| {
        html(&each(n, |i| format!("<p id=a{i}><a href=#a{}>x</a>", i * 7 % n)), l, b);
    }),
    shape("html: words of two directions", 500, |n, l, b| {
        html(&format!("<p dir=rtl>{}", "א a ".repeat(n)), l, b)
    }),
    shape("html: properties that are left out", 500, |n, l, b| {
        html(&format!("<p style='{}'>x", each(n, |i| format!("a{}:1;", "b".repeat(i % 20)))), l, b);
    }),
    shape("markdown: footnotes", 100, |n, l, b| {
        markdown(&each(n, |i| format!("x[^{i}]\n\n[^{i}]: note\n\n")), l, b)
    }),
    shape("html: elements that never end", 750, |n, l, b| html(&"<b>x".repeat(n), l, b)),
    shape("html: paragraphs with styles", 500, |n, l, b| {
        html(&"<p style=\"color:red;font-size:2em\">x</p>".repeat(n), l, b)
    }),
    shape("html: one style attribute", 1_250, |n, l, b| {
        html(&format!("<p style=\"{}\">x</p>", "color:red;".repeat(n)), l, b)
    }),
    shape("html: attributes of many elements", 500, |n, l, b| {
        html(&format!("<p {}>x</p>", each(200, |i| format!("a{i}=\"\" "))).repeat(n.div_ceil(50)), l, b);
    }),
    shape("html: signs that begin no tag", 2_500, |n, l, b| html(&"< <3 <! <? </ & &# &x".repeat(n), l, b)),
    shape("html: comments", 1_000, |n, l, b| html(&"<!-- - -- --! <b> -->x<!DOCTYPE x>".repeat(n), l, b)),
    shape("html: a comment that never ends", 5_000, |n, l, b| {
        html(&format!("<!--{}", "- -- <! ".repeat(n)), l, b)
    }),
    shape("html: scripts and styles", 1_000, |n, l, b| {
        html(&"<script>a<b</script><style>x</style><title>&lt;</title>y".repeat(n), l, b)
    }),
    shape("html: links", 500, |n, l, b| {
        html(&each(n, |i| format!("<a href=\"https://x.example/{i}\">x</a>")), l, b)
    }),
    shape("html: lists", 375, |n, l, b| html(&"<ul><li>a<li>b</ul>".repeat(n), l, b)),
    shape("html: rows of a table", 375, |n, l, b| {
        html(&format!("<table>{}</table>", "<tr><td>a<td>b".repeat(n)), l, b)
    }),
    shape("html: cells that reach down", 250, |n, l, b| {
        html(&format!("<table><tr>{}{}</table>", "<td rowspan=0>a".repeat(20), "<tr><td>b".repeat(n)), l, b);
    }),
    shape("html: entities", 2_500, |n, l, b| html(&"&amp;&nbsp;".repeat(n), l, b)),
    shape("html: preformatted lines", 1_250, |n, l, b| {
        html(&format!("<pre>{}</pre>", "a\n".repeat(n)), l, b)
    }),
    shape("html: one picture in many places", 75, |n, l, b| {
        let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        html(&format!("<img src=\"data:image/png;base64,{dot}\">").repeat(n), l, b);
    }),
    shape("markdown: paragraphs", 750, |n, l, b| markdown(&"a *b* c\n\n".repeat(n), l, b)),
    shape("markdown: openings of emphasis", 1_250, |n, l, b| markdown(&"*a **b ".repeat(n), l, b)),
    shape("markdown: brackets that never close", 1_250, |n, l, b| markdown(&"[a](".repeat(n), l, b)),
    shape("markdown: references", 500, |n, l, b| {
        markdown(&each(n, |i| format!("[a{i}]: /u\n[a{i}] ")), l, b)
    }),
    shape("markdown: lists and quotes", 750, |n, l, b| markdown(&"- a\n  > b\n".repeat(n), l, b)),
    shape("paragraphs of a listing", 1_250, |n, l, b| rich(&json!({ "$listing": "x\u{7}".repeat(n) }), l, b)),
    shape("runs of rich text", 750, |n, l, b| {
        let runs: Vec<Value> =
            (0..n).map(|i| json!({ "text": format!("{i}"), "bold": true, "style": "x" })).collect();
        rich(&json!({ "$richText": runs }), l, b);
    }),
    shape("rich values in one paragraph", 375, |n, l, b| {
        let rows: Vec<Value> = (0..n).map(|i| json!({ "$html": format!("<b>{i}</b>") })).collect();
        fill(&p("{% for r in rows %}{{ r }}{% endfor %}"), &json!({ "rows": rows }), l, b);
    }),
    shape("wrong rich values, each told", 375, |n, l, b| {
        let rows: Vec<Value> = (0..n).map(|i| json!({ "$image": format!("no {i}") })).collect();
        fill(&p("{% for r in rows %}{{ r }}{% endfor %}"), &json!({ "rows": rows }), l, b);
    }),
    shape("rich values in cells of one row", 125, |n, l, b| {
        let row = format!("<w:tr>{}</w:tr>", format!("<w:tc>{}</w:tc>", p("{{ v }}")).repeat(n));
        let grid = "<w:gridCol w:w=\"9\"/>".repeat(n);
        fill(
            &format!("<w:tbl><w:tblGrid>{grid}</w:tblGrid>{row}</w:tbl>"),
            &json!({ "v": { "$html": "<b>x</b>" } }),
            l,
            b,
        );
    }),
    shape("footnotes of a sub-document", 375, |n, l, b| {
        let notes = each(n, |i| format!("<w:footnote w:id=\"{i}\">{}</w:footnote>", p("x")));
        let main = each(n, |i| format!("<w:p><w:r><w:footnoteReference w:id=\"{i}\"/></w:r></w:p>"));
        sub(&main, &[("footnotes", notes)], l, b);
    }),
    shape("styles of one id in a sub-document", 375, |n, l, b| {
        let styles = each(n, |i| format!("<w:style w:styleId=\"s{i}\"><w:name w:val=\"n{i}\"/></w:style>"));
        let main = each(n, |i| format!("<w:p><w:pPr><w:pStyle w:val=\"s{i}\"/></w:pPr></w:p>"));
        sub(&main, &[("styles", styles)], l, b);
    }),
    shape("bookmarks of a sub-document", 750, |n, l, b| {
        sub(&format!("<w:p>{}</w:p>", each(n, |i| format!("<w:bookmarkStart w:id=\"{i}\"/>"))), &[], l, b);
    }),
    shape("paragraphs of a sub-document", 750, |n, l, b| sub(&p("a:b c:d").repeat(n), &[], l, b)),
    shape("styles of the template, for a rich value", 750, |n, l, b| {
        let styles = each(n, |i| format!("<w:style w:styleId=\"s{i}\"><w:name w:val=\"n{i}\"/></w:style>"));
        let bytes = package(&document(&p("{{ v }}")), &[("styles", styles)]);
        filled(bytes, &json!({ "v": { "$html": "<h1>x</h1>" } }), l, b);
    }),
    shape("comments of the template", 500, |n, l, b| {
        let comments = each(n, |i| format!("<w:comment w:id=\"{i}\">{}</w:comment>", p("{{ a }}")));
        parts(&p("x"), &[("comments", comments)], l, b);
    }),
    shape("prefixes other than Word's", 750, |n, l, b| {
        let inner = "<x:p><x:r><x:t>{{ a }}</x:t></x:r></x:p>".repeat(n);
        let main = format!("<x:document xmlns:x=\"{W}\"><x:body>{inner}</x:body></x:document>");
        compile(package(&main, &[]), l, b);
    }),
    shape("charts' labels", 500, |n, l, b| {
        parts(
            &p("x"),
            &[("chart1", part("c:chart", &"<a:p><a:r><a:t>{{ a }}</a:t></a:r></a:p>".repeat(n)))],
            l,
            b,
        );
    }),
    shape("points of a chart", 2_000, |n, l, b| {
        let rows: Vec<Value> = (0..n).map(|i| json!({ "x": format!("c{i}"), "y": i })).collect();
        charted("{{ rows|chart(&quot;x&quot;, &quot;y&quot;) }}", "", &json!({ "rows": rows }), l, b);
    }),
    shape("points of a chart, found by their series", 2_000, |n, l, b| {
        let rows: Vec<Value> =
            (0..n).map(|i| json!({ "x": format!("c{}", i / 4), "y": i, "s": i % 4 })).collect();
        let tag = "{{ rows|chart(&quot;x&quot;, &quot;y&quot;, series=&quot;s&quot;) }}";
        charted(tag, "", &json!({ "rows": rows }), l, b);
    }),
    shape("charts of a loop", 50, |n, l, b| {
        let rows: Vec<Value> = (0..n).map(|i| json!({ "l": [{ "x": "c", "y": i }] })).collect();
        charted("{{ r.l|chart(&quot;x&quot;, &quot;y&quot;) }}", "", &json!({ "rows": rows }), l, b);
    }),
    shape("pages of the sections of a loop", 1_000, |n, l, b| {
        let section = "<w:p><w:pPr><w:sectPr><w:pgSz w:w=\"12240\" w:h=\"15840\"/></w:sectPr></w:pPr></w:p>";
        let (open, close) = (p("{%p for r in rows %}"), p("{%p endfor %}"));
        let main =
            format!("{open}{}{section}{close}", p("{% page size=r.size %}{% page left=&quot;1in&quot; %}"));
        let rows: Vec<Value> =
            (0..n).map(|i| json!({ "size": if i % 2 == 0 { "A4" } else { "A5" } })).collect();
        filled(package(&document(&main), &[]), &json!({ "rows": rows }), l, b);
    }),
    shape("page tags of one section", 2_000, |n, l, b| {
        let main = p("{% for r in rows %}{% page size=&quot;A4&quot; %}{% endfor %}");
        filled(package(&document(&main), &[]), &json!({ "rows": vec![1; n] }), l, b);
    }),
    shape("other cells of a chart's sheet", 1_000, |n, l, b| {
        let cells = each(n, |i| format!("<row r=\"{}\"><c r=\"F1\"><v>1</v></c></row>", i + 10));
        let data = json!({ "rows": [{ "x": "c", "y": 1 }] });
        charted("{{ rows|chart(&quot;x&quot;, &quot;y&quot;) }}", &cells, &data, l, b);
    }),
];

/// A chart whose alternative text is a tag, in a loop over `rows` where the tag says `r`, with more rows in its sheet.
fn charted(tag: &str, more: &str, data: &Value, limits: &Limits, budget: &Budget) {
    const C: &str = "http://schemas.openxmlformats.org/drawingml/2006/chart";
    let drawing = format!(
        "<w:p><w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"c\" descr=\"{tag}\"/><a:graphic><a:graphicData \
         uri=\"{C}\"><c:chart xmlns:c=\"{C}\" r:id=\"chart1\"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    );
    let main = match tag.contains("r.") {
        true => format!("{}{drawing}{}", p("{%p for r in rows %}"), p("{%p endfor %}")),
        false => drawing,
    };
    let series = "<c:chart><c:plotArea><c:barChart><c:ser><c:idx val=\"0\"/><c:order val=\"0\"/><c:cat/><c:val><c:numRef>\
                  <c:f>Sheet1!$B$2:$B$3</c:f></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>\
                  <c:externalData r:id=\"rId1\"/>";
    let sheet = format!("<sheetData><row r=\"1\"><c r=\"B1\"/></row>{more}</sheetData>");
    let others = [("chart1", series.to_owned()), ("sheet1", sheet)];
    filled(package(&document(&main), &others), data, limits, budget);
}
