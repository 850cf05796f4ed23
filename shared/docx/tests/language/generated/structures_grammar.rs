//! Random documents: whatever Word puts around text, around tags of every kind.

use super::chance::Chance;

/// A document as the inner XML of its stories.
#[derive(Debug, Clone, Default)]
pub struct Structure {
    pub body: String,
    pub header: String,
    pub notes: Vec<String>,
    pub comments: Vec<String>,
}

pub struct Structures {
    chance: Chance,
    ids: usize,
    out: Structure,
    /// Names that a loop around gives to its elements.
    loops: usize,
    /// How often text is torn: a wrapper begins inside of a block and ends outside of it.
    torn: bool,
    /// Where a note, a comment or a text box may not stand.
    inside_story: bool,
}

/// The names of numbers, texts and so on in [`super::structures_data`].
const VALUES: [&str; 22] = [
    "{{ s1 }}",
    "{{ s2 }}",
    "{{ n1 }}",
    "{{ lines }}",
    "{{ o.name }}",
    "{{ s1|upper }}",
    "{{ none1 }}",
    "{{- s1 }}",
    "{{ s2 -}}",
    "{{ html }}",
    "{{ md }}",
    "{{ img }}",
    "{{ link }}",
    "{{ rich }}",
    "{{ s1|qr }}",
    "{{ none1|drop(\"paragraph\") }}",
    "{{ empty|drop(\"paragraph\") }}",
    "{% color \"red\" %}",
    "{% color \"red\" if b1 else \"auto\" %}",
    "{# remark #}",
    "{% set v1 = s1 %}",
    "{{ s1|default(\"d\") }}",
];

const CONDITIONS: [&str; 6] = ["b1", "b2", "n1 > 2", "s1 == \"x\"", "not b1", "items"];

impl Structures {
    pub fn document(seed: u64) -> Structure {
        let mut chance = Chance::new(seed);
        // Most of these are refused, and so are no test of what is written.
        let torn = chance.once_in(10);
        let mut made =
            Structures { chance, ids: 0, out: Structure::default(), loops: 0, torn, inside_story: false };
        let count = 1 + made.chance.below(4);
        let body = made.blocks(count, 3);
        if made.chance.once_in(4) {
            made.inside_story = true;
            made.out.header = made.blocks(1, 1) + &made.paragraph(1);
        }
        made.out.body = body + "<w:p/>";
        made.out
    }

    fn id(&mut self) -> usize {
        self.ids += 1;
        self.ids
    }

    /// Paragraphs, tables, controls, and what tags say of them.
    fn blocks(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.block(depth)).collect()
    }

    fn block(&mut self, depth: usize) -> String {
        match self.chance.below(24) {
            0..=2 if depth > 0 => self.table(depth - 1),
            3 | 4 if depth > 0 => {
                let count = 1 + self.chance.below(2);
                let inner = self.blocks(count, depth - 1);
                self.control(inner, true, "")
            }
            5..=8 if depth > 0 => self.tagged(depth - 1),
            9 if depth > 0 => {
                let id = self.id();
                let inner = self.blocks(2, depth - 1);
                format!(
                    "<w:bookmarkStart w:id=\"{id}\" w:name=\"b{id}\"/>{inner}<w:bookmarkEnd w:id=\"{id}\"/>"
                )
            }
            10 => self.spanning_field(),
            11 if depth == 3 => {
                let content = self.inline(2, 1);
                format!(
                    "<w:p><w:pPr><w:sectPr><w:pgSz w:w=\"12240\" w:h=\"15840\"/></w:sectPr></w:pPr>{content}</w:p>"
                )
            }
            12 => {
                let tag = self.chance.one(&[
                    "{{p html }}",
                    "{{ html }}",
                    "{{ md }}",
                    "{{ docx }}",
                    "{{p docx }}",
                    "{{ img }}",
                    "{{ none1|drop(\"paragraph\") }}",
                    "{% set v2 = s1 %}",
                    "{#p remark #}",
                ]);
                let runs = self.runs(tag);
                format!("<w:p>{runs}</w:p>")
            }
            13 => {
                let tag = self.chance.one(&[
                    "{% style \"Heading 1\" %}",
                    "{% list \"restart\" %}",
                    "{% list \"continue\" %}",
                ]);
                let content = self.runs(&format!("{tag}{{{{ s1 }}}}"));
                let list = "<w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>";
                format!("<w:p>{list}{content}</w:p>")
            }
            14 if depth > 0 => {
                let (one, two) = (self.id(), self.id());
                let inner = self.paragraph(1);
                // Whole paragraphs that were inserted: their marks say so.
                let mark = format!("<w:pPr><w:rPr><w:ins w:id=\"{one}\" w:author=\"A\"/></w:rPr></w:pPr>");
                format!(
                    "<w:p>{mark}<w:ins w:id=\"{two}\" w:author=\"A\">{}</w:ins></w:p>{inner}",
                    self.clone_runs("new {{ s1 }}")
                )
            }
            _ => self.paragraph(2),
        }
    }

    fn clone_runs(&mut self, text: &str) -> String {
        self.runs(text)
    }

    fn paragraph(&mut self, depth: usize) -> String {
        let count = 1 + self.chance.below(4);
        let content = self.inline(count, depth);
        let properties = self.chance.one(&[
            "",
            "",
            "<w:pPr><w:jc w:val=\"center\"/></w:pPr>",
            "<w:pPr><w:keepNext/><w:rPr><w:b/></w:rPr></w:pPr>",
        ]);
        let id =
            if self.chance.once_in(4) { format!(" w14:paraId=\"{:08X}\"", self.id()) } else { String::new() };
        format!("<w:p{id}>{properties}{content}</w:p>")
    }

    /// A block whose tags stand in paragraphs: alone with `p` or without, or in the text.
    fn tagged(&mut self, depth: usize) -> String {
        let (open, close) = self.head();
        let count = 1 + self.chance.below(2);
        let inner = self.blocks(count, depth);
        let otherwise = match self.chance.once_in(4) {
            true if close != "endwith" => Some(self.blocks(1, depth)),
            _ => None,
        };
        let form = self.chance.below(4);
        let prefix = if form == 0 { "p" } else { "" };
        let dash = |chance: &mut Chance| if chance.once_in(8) { "-" } else { "" };
        let mut alone = |code: &str| {
            let (before, after) = (dash(&mut self.chance), dash(&mut self.chance));
            let text = format!("{{%{before}{prefix} {code} {after}%}}");
            match form {
                2 => {
                    let runs = self.runs(&format!("A {text} B"));
                    format!("<w:p>{runs}</w:p>")
                }
                3 => {
                    // In a control of its own, as some editors write it.
                    let runs = self.runs(&text);
                    let id = self.id();
                    format!(
                        "<w:sdt><w:sdtPr><w:id w:val=\"{id}\"/></w:sdtPr><w:sdtContent><w:p>{runs}</w:p></w:sdtContent></w:sdt>"
                    )
                }
                _ => {
                    let runs = self.runs(&text);
                    format!("<w:p>{runs}</w:p>")
                }
            }
        };
        let mut out = alone(&open) + &inner;
        if let Some(otherwise) = otherwise {
            out.push_str(&alone("else"));
            out.push_str(&otherwise);
        }
        out.push_str(&alone(close));
        out
    }

    fn head(&mut self) -> (String, &'static str) {
        match self.chance.below(5) {
            0 | 1 => {
                self.loops += 1;
                (format!("for it{} in items", self.loops), "endfor")
            }
            2 => ("with w = s1".to_owned(), "endwith"),
            _ => (format!("if {}", self.chance.one(&CONDITIONS)), "endif"),
        }
    }

    /// What stands in a paragraph.
    fn inline(&mut self, count: usize, depth: usize) -> String {
        let mut out = String::new();
        // Text gathers until something stands between.
        let mut text = String::new();
        for _ in 0..count {
            match self.chance.below(18) {
                0..=3 => text.push_str(self.chance.one(&["Dear ", "word ", " & ", "x", ". "])),
                4..=8 => text.push_str(self.chance.one(&VALUES)),
                9..=11 if depth > 0 => {
                    let (open, close) = self.head();
                    let prefix = if self.chance.once_in(6) { "r" } else { "" };
                    text.push_str(&format!("{{%{prefix} {open} %}}"));
                    if self.torn {
                        // What follows is wrapped together with the tag that opens.
                        let runs = self.runs(&std::mem::take(&mut text));
                        let more = self.inline(1, depth - 1);
                        out.push_str(&self.wrapped(format!("{runs}{more}")));
                    } else if self.chance.once_in(2) {
                        text.push_str(self.chance.one(&VALUES));
                    } else {
                        out.push_str(&self.runs(&std::mem::take(&mut text)));
                        out.push_str(&self.inline(1, depth - 1));
                    }
                    if self.chance.once_in(5) && close == "endfor" {
                        text.push_str("{% if loop.index == 2 %}{% break %}{% endif %}");
                    }
                    text.push_str(&format!("{{%{prefix} {close} %}}"));
                }
                12..=14 if depth > 0 => {
                    out.push_str(&self.runs(&std::mem::take(&mut text)));
                    let inner = self.inline(2, depth - 1);
                    out.push_str(&self.wrapped(inner));
                }
                15 | 16 => {
                    out.push_str(&self.runs(&std::mem::take(&mut text)));
                    out.push_str(&self.object(depth));
                }
                _ => text.push_str(" text "),
            }
        }
        out + &self.runs(&text)
    }

    /// Text in runs that are cut anywhere.
    fn runs(&mut self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let often = self.chance.one(&[4, 12, 1_000, 1_000]);
        let mut out = String::new();
        let mut piece = String::new();
        let looks = ["", "<w:rPr><w:b/></w:rPr>", "<w:rPr><w:i/><w:color w:val=\"00FF00\"/></w:rPr>"];
        let run = |piece: &str, look: &str| {
            format!("<w:r>{look}<w:t xml:space=\"preserve\">{}</w:t></w:r>", quick_xml::escape::escape(piece))
        };
        for c in text.chars() {
            piece.push(c);
            if self.chance.once_in(often) {
                out.push_str(&run(&std::mem::take(&mut piece), self.chance.one(&looks)));
                match self.chance.below(8) {
                    0 => out.push_str("<w:proofErr w:type=\"spellStart\"/>"),
                    1 => {
                        let id = self.id();
                        out.push_str(&format!(
                            "<w:bookmarkStart w:id=\"{id}\" w:name=\"b{id}\"/><w:bookmarkEnd w:id=\"{id}\"/>"
                        ));
                    }
                    2 => {
                        let id = self.id();
                        out.push_str(&format!("<w:del w:id=\"{id}\" w:author=\"A\"><w:r><w:delText>old</w:delText></w:r></w:del>"));
                    }
                    _ => {}
                }
            }
        }
        if !piece.is_empty() {
            out.push_str(&run(&piece, self.chance.one(&looks)));
        }
        out
    }

    /// Runs inside of something that Word puts around runs.
    fn wrapped(&mut self, inner: String) -> String {
        if inner.is_empty() {
            return inner;
        }
        let id = self.id();
        let kind = self.chance.below(9);
        // A tracked change takes runs and controls, but no links and fields around runs (ECMA-376 part 1, 17.13.5.18).
        if matches!(kind, 2 | 3) && ["<w:hyperlink", "<w:fldSimple"].iter().any(|tag| inner.contains(tag)) {
            return inner;
        }
        match kind {
            0 => format!("<w:hyperlink w:anchor=\"b1\">{inner}</w:hyperlink>"),
            1 => format!("<w:hyperlink r:id=\"link1\">{inner}</w:hyperlink>"),
            2 => {
                format!("<w:ins w:id=\"{id}\" w:author=\"A\" w:date=\"2026-01-01T00:00:00Z\">{inner}</w:ins>")
            }
            3 => {
                let other = self.id();
                format!(
                    "<w:moveToRangeStart w:id=\"{id}\" w:author=\"A\" w:name=\"move{id}\"/><w:moveTo w:id=\"{other}\" w:author=\"A\">{inner}</w:moveTo><w:moveToRangeEnd w:id=\"{id}\"/>"
                )
            }
            4 => format!("<w:smartTag w:uri=\"urn:x\" w:element=\"place\">{inner}</w:smartTag>"),
            5 => format!("<w:fldSimple w:instr=\" DATE \">{inner}</w:fldSimple>"),
            6 => {
                let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
                let code = self.chance.one(&[" DATE ", " HYPERLINK \"http://example.com\" ", " REF b1 "]);
                format!(
                    "{}<w:r><w:instrText xml:space=\"preserve\">{code}</w:instrText></w:r>{}{inner}{}",
                    field("begin"),
                    field("separate"),
                    field("end")
                )
            }
            _ => self.control(inner, false, ""),
        }
    }

    /// A content control; `around` names what it holds where that is a row or a cell.
    fn control(&mut self, inner: String, block: bool, around: &str) -> String {
        let id = self.id();
        let placeholder = |text: &str| match block {
            true => format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"),
            false => format!("<w:r><w:t>{text}</w:t></w:r>"),
        };
        let named = |tag: &str| format!("<w:tag w:val=\"{tag}\"/><w:id w:val=\"{id}\"/>");
        let mut drop = self.chance.one(&["", "", "", "?paragraph", "?control"]);
        // Refused outside of a row or a repeating section.
        if self.chance.once_in(20) {
            drop = self.chance.one(&["?row", "?section"]);
        }
        let (properties, inner) = match self.chance.below(9) {
            _ if !around.is_empty() => (format!("<w:id w:val=\"{id}\"/>"), inner),
            0 => (format!("{}<w:text/>", named(&format!("s1{drop}"))), placeholder("Click here")),
            1 => (format!("{}<w:text w:multiLine=\"1\"/>", named("lines")), placeholder("Click here")),
            2 => (named(&format!("none1{drop}")), placeholder("Click here")),
            3 => (
                format!(
                    "{}<w:dropDownList><w:listItem w:displayText=\"One\" w:value=\"1\"/><w:listItem w:displayText=\"Two\" w:value=\"2\"/></w:dropDownList>",
                    named("choice")
                ),
                placeholder("Choose"),
            ),
            4 => (
                format!(
                    "{}<w:date><w:dateFormat w:val=\"dd.MM.yyyy\"/><w:lid w:val=\"de-DE\"/><w:storeMappedDataAs w:val=\"date\"/><w:calendar w:val=\"gregorian\"/></w:date>",
                    named("day")
                ),
                placeholder("A date"),
            ),
            5 => (
                format!(
                    "{}<w14:checkbox><w14:checked w14:val=\"0\"/><w14:checkedState w14:val=\"2612\" w14:font=\"MS Gothic\"/><w14:uncheckedState w14:val=\"2610\" w14:font=\"MS Gothic\"/></w14:checkbox>",
                    named("b1")
                ),
                placeholder("\u{2610}"),
            ),
            6 if block => {
                let item = self.id();
                let repeated = format!(
                    "<w:sdt><w:sdtPr><w:id w:val=\"{item}\"/><w15:repeatingSectionItem/></w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>"
                );
                (format!("{}<w15:repeatingSection/>", named("items")), repeated)
            }
            7 => (format!("{}<w:richText/>", named("html")), placeholder("Rich")),
            _ => (format!("<w:id w:val=\"{id}\"/>"), inner),
        };
        format!("<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>")
    }

    /// Something in a run that is no text, or a note with its mark.
    fn object(&mut self, depth: usize) -> String {
        let id = self.id();
        match self.chance.below(10) {
            0 if !self.inside_story => {
                let text = self.inner_story();
                self.out.notes.push(text);
                let id = self.out.notes.len() + 1;
                format!("<w:r><w:footnoteReference w:id=\"{id}\"/></w:r>")
            }
            1 if !self.inside_story => {
                let text = self.inner_story();
                self.out.comments.push(text);
                let id = self.out.comments.len();
                let inner = self.inline(1, depth.saturating_sub(1));
                format!(
                    "<w:commentRangeStart w:id=\"{id}\"/>{inner}<w:commentRangeEnd w:id=\"{id}\"/><w:r><w:commentReference w:id=\"{id}\"/></w:r>"
                )
            }
            2 | 3 if !self.inside_story => {
                let text = self.inner_story();
                format!("<w:r>{}</w:r>", text_box(id, &text))
            }
            4 => format!("<w:r>{}</w:r>", picture(id, self.chance.one(&["", "{{ s1 }}", "{{ img }}", "A picture"]))),
            5 => "<m:oMath xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\"><m:r><m:t>x</m:t></m:r></m:oMath>".to_owned(),
            6 => "<w:r><w:tab/></w:r>".to_owned(),
            7 => "<w:r><w:t>a</w:t><w:br/><w:t>b</w:t></w:r>".to_owned(),
            8 => format!(
                "<w:moveFromRangeStart w:id=\"{id}\" w:author=\"A\" w:name=\"move{id}\"/><w:moveFrom w:id=\"{}\" w:author=\"A\"><w:r><w:t>gone {{{{ s1 }}}}</w:t></w:r></w:moveFrom><w:moveFromRangeEnd w:id=\"{id}\"/>",
                self.id()
            ),
            _ => "<w:r><w:br w:type=\"page\"/></w:r>".to_owned(),
        }
    }

    /// The paragraphs of a note, a comment or a text box.
    fn inner_story(&mut self) -> String {
        self.inside_story = true;
        let count = self.chance.below(2);
        let text = self.blocks(count, 1) + &self.paragraph(1);
        self.inside_story = false;
        text
    }

    /// A field whose result goes over paragraphs.
    fn spanning_field(&mut self) -> String {
        let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
        let (first, middle, last) = (self.inline(1, 1), self.block(1), self.inline(1, 1));
        format!(
            "<w:p>{}<w:r><w:instrText xml:space=\"preserve\"> TOC \\o \"1-3\" </w:instrText></w:r>{}{first}</w:p>{middle}<w:p>{last}{}</w:p>",
            field("begin"),
            field("separate"),
            field("end")
        )
    }

    fn table(&mut self, depth: usize) -> String {
        let columns = 1 + self.chance.below(3);
        let count = 1 + self.chance.below(3);
        let mut rows = String::new();
        for _ in 0..count {
            let above = !rows.is_empty();
            match self.chance.below(8) {
                0 | 1 => {
                    let (open, close) = self.head();
                    let prefix = self.chance.one(&["tr", "tr", ""]);
                    let row = self.row(above, columns, depth, "", "");
                    rows.push_str(&self.tag_row(columns, &format!("{{%{prefix} {open} %}}")));
                    rows.push_str(&row);
                    rows.push_str(&self.tag_row(columns, &format!("{{%{prefix} {close} %}}")));
                }
                2 => {
                    let (open, close) = self.head();
                    let prefix = self.chance.one(&["tr", ""]);
                    rows.push_str(&self.row(
                        above,
                        columns,
                        depth,
                        &format!("{{%{prefix} {open} %}}"),
                        &format!("{{%{prefix} {close} %}}"),
                    ));
                }
                3 => {
                    let row = self.row(above, columns, depth, "", "");
                    rows.push_str(&self.control(row, true, "row"));
                }
                4 => {
                    let effect = self.chance.one(&[
                        "{% rowbg \"FFF2CC\" if b1 else \"auto\" %}",
                        "{{ none1|drop(\"row\") }}",
                        "{% cellbg \"FF0000\" %}",
                        "{% page size=\"A4\", margins=\"2cm\" %}",
                        "{{ none1|drop(\"table\") }}",
                    ]);
                    rows.push_str(&self.row(above, columns, depth, effect, ""));
                }
                5 => {
                    // Cells by tags, each in a cell of its own.
                    let (open, close) = self.head();
                    let (one, two) =
                        (self.runs(&format!("{{%tc {open} %}}")), self.runs(&format!("{{%tc {close} %}}")));
                    let middle = self.cell(depth, "", "", "");
                    rows.push_str(&format!(
                        "<w:tr>{}{middle}{}</w:tr>",
                        cell("", &format!("<w:p>{one}</w:p>")),
                        cell("", &format!("<w:p>{two}</w:p>"))
                    ));
                }
                _ => rows.push_str(&self.row(above, columns, depth, "", "")),
            }
        }
        let grid = "<w:gridCol w:w=\"1000\"/>".repeat(columns.max(3));
        format!(
            "<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>"
        )
    }

    fn tag_row(&mut self, columns: usize, tag: &str) -> String {
        let runs = self.runs(tag);
        let rest = cell("", "<w:p/>").repeat(columns - 1);
        format!("<w:tr>{}{rest}</w:tr>", cell("", &format!("<w:p>{runs}</w:p>")))
    }

    /// A row with a text before its first cell's own and one behind its last cell's. Cells go on only with rows `above`.
    fn row(&mut self, above: bool, columns: usize, depth: usize, before: &str, after: &str) -> String {
        let mut cells = String::new();
        for column in 0..columns {
            let first = if column == 0 { before } else { "" };
            let last = if column + 1 == columns { after } else { "" };
            let merge = self.chance.one(&["", "", "", "<w:vMerge w:val=\"restart\"/>", "<w:vMerge/>"]);
            let merge = if above || merge != "<w:vMerge/>" { merge } else { "" };
            let made = self.cell(depth, merge, first, last);
            cells.push_str(&match self.chance.once_in(8) {
                true => self.control(made, true, "cell"),
                false => made,
            });
        }
        let properties = if self.chance.once_in(6) { "<w:trPr><w:tblHeader/></w:trPr>" } else { "" };
        format!("<w:tr>{properties}{cells}</w:tr>")
    }

    fn cell(&mut self, depth: usize, properties: &str, before: &str, after: &str) -> String {
        let mut inner = String::new();
        if depth > 0 && self.chance.once_in(4) {
            inner.push_str(&self.block(depth - 1));
        }
        let (first, middle, last) = (self.runs(before), self.inline(1, 1), self.runs(after));
        // What opens in a cell stands before all else in it.
        match first.is_empty() {
            true => inner.push_str(&format!("<w:p>{middle}{last}</w:p>")),
            false => inner = format!("<w:p>{first}{middle}</w:p>{inner}<w:p>{last}</w:p>"),
        }
        cell(properties, &inner)
    }
}

fn cell(properties: &str, inner: &str) -> String {
    format!("<w:tc><w:tcPr><w:tcW w:w=\"1000\" w:type=\"dxa\"/>{properties}</w:tcPr>{inner}</w:tc>")
}

/// A text box as Word writes it: a shape, and VML for programs that know none.
fn text_box(id: usize, inner: &str) -> String {
    format!(
        "<mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">\
         <wp:extent cx=\"914400\" cy=\"914400\"/><wp:docPr id=\"{id}\" name=\"Box {id}\"/><a:graphic>\
         <a:graphicData uri=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\"><wps:wsp><wps:cNvSpPr txBox=\"1\"/>\
         <wps:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"914400\" cy=\"914400\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></wps:spPr>\
         <wps:txbx><w:txbxContent>{inner}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>\
         <mc:Fallback><w:pict><v:shape id=\"s{id}\" style=\"width:72pt;height:72pt\"><v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>"
    )
}

fn picture(id: usize, alt: &str) -> String {
    let alt = if alt.is_empty() { String::new() } else { format!(" descr=\"{alt}\"") };
    format!(
        "<w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"914400\" cy=\"914400\"/>\
         <wp:docPr id=\"{id}\" name=\"Picture {id}\"{alt}/><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\">\
         <pic:pic xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:nvPicPr><pic:cNvPr id=\"{id}\" name=\"p\"/><pic:cNvPicPr/></pic:nvPicPr>\
         <pic:blipFill><a:blip r:embed=\"pic1\"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
         <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"914400\" cy=\"914400\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr>\
         </pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>"
    )
}
