//! Random documents as parts of a package: blocks of one kind or two, each with words that occur nowhere else.

use super::chance::Chance;
use super::table_grammar;

/// A document before it is packed. Blocks can be taken out one by one.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) kind: &'static str,
    pub(super) blocks: Vec<String>,
    /// The last section's properties.
    pub(super) section: String,
    pub(super) styles: String,
    pub(super) numbering: String,
    pub(super) notes: Vec<String>,
}

/// Chance, and what was said so far.
pub(super) struct Writer {
    pub(super) chance: Chance,
    words: usize,
    notes: Vec<String>,
}

/// Faces that both engines have.
const FACES: [&str; 4] = ["Carlito", "Liberation Serif", "Liberation Sans", "Liberation Mono"];

/// The face of text that is broken into lines, 10 points high: its letters are 6 points wide. LibreOffice rounds
/// widths, so whether a word fits by a hair is no question here: lines are a multiple of 6 points and 3 more wide.
const BROKEN: &str = "Liberation Mono";

/// Widths of text on a page, in twips: each a multiple of 6 points and 3 more, in one, two and three columns. Heights are, too:
/// lines are 12 points high, and spaces multiples of 6.
const WIDTHS: [i64; 2] = [9_060, 4_500];

/// Between columns, in twips.
const BETWEEN: i64 = 300;

/// Kinds of documents.
pub(super) const KINDS: [&str; 9] =
    ["faces", "spacing", "keeps", "tabs", "lists", "tables", "columns", "notes", "bidi"];

/// Spreads seeds that follow each other.
const SPREAD: u64 = 0x2545_f491_4f6c_dd1d;

impl Chance {
    /// A number from `first` to `last` in steps.
    pub(super) fn step(&mut self, first: i64, last: i64, step: i64) -> i64 {
        first + step * self.below(((last - first) / step + 1) as usize) as i64
    }

    /// The text, once in so many times.
    pub(super) fn maybe(&mut self, times: usize, text: &str) -> String {
        if self.once_in(times) { text.to_owned() } else { String::new() }
    }
}

impl Writer {
    pub(super) fn new(seed: u64) -> Writer {
        Writer { chance: Chance::new(seed.wrapping_mul(SPREAD)), words: 0, notes: Vec::new() }
    }

    /// A word of a few letters and its own number.
    pub(super) fn word(&mut self) -> String {
        const SYLLABLES: [&str; 12] =
            ["mo", "ne", "su", "ri", "can", "del", "hum", "bi", "o", "ex", "mus", "u"];
        self.words += 1;
        let syllables: String = (0..1 + self.chance.below(2)).map(|_| self.chance.one(&SYLLABLES)).collect();
        format!("{syllables}{}", self.words)
    }

    pub(super) fn words(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }

    /// Properties of a run.
    pub(super) fn run_properties(&mut self) -> String {
        let bold = self.chance.maybe(8, "<w:b/>");
        // Of one size: LibreOffice adds what a multiple of a line adds above the text, Word below it. Raised text has another size
        // in each.
        format!("<w:rPr>{bold}</w:rPr>")
    }

    pub(super) fn run(&mut self, count: usize) -> String {
        let properties = self.run_properties();
        let text = self.words(count);
        run(&properties, &text)
    }

    /// Runs of so many words in all.
    pub(super) fn runs(&mut self, count: usize) -> String {
        if self.chance.once_in(3) && count > 3 {
            let first = 1 + self.chance.below(count - 1);
            format!("{}{}{}", self.run(first), run("", " "), self.run(count - first))
        } else {
            self.run(count)
        }
    }

    /// `spacing` of a paragraph.
    pub(super) fn spacing(&mut self) -> String {
        let mut text = String::new();
        if self.chance.once_in(2) {
            text.push_str(&format!(" w:before=\"{}\"", self.chance.step(0, 480, 120)));
        }
        if self.chance.once_in(2) {
            text.push_str(&format!(" w:after=\"{}\"", self.chance.step(0, 480, 120)));
        }
        match self.chance.below(6) {
            0 => {
                text.push_str(&format!(" w:line=\"{}\" w:lineRule=\"auto\"", self.chance.step(240, 480, 20)))
            }
            1 => text
                .push_str(&format!(" w:line=\"{}\" w:lineRule=\"atLeast\"", self.chance.step(240, 480, 120))),
            2 => text
                .push_str(&format!(" w:line=\"{}\" w:lineRule=\"exact\"", self.chance.step(240, 480, 120))),
            _ => {}
        }
        format!("<w:spacing{text}/>")
    }

    pub(super) fn indents(&mut self) -> String {
        let left = self.chance.step(0, 1440, 120);
        let right = if self.chance.once_in(3) { self.chance.step(0, 720, 120) } else { 0 };
        let first = match self.chance.below(3) {
            0 => format!(" w:firstLine=\"{}\"", self.chance.step(0, 720, 120)),
            1 => format!(" w:hanging=\"{}\"", self.chance.step(0, left.max(120), 120)),
            _ => String::new(),
        };
        format!("<w:ind w:left=\"{left}\" w:right=\"{right}\"{first}/>")
    }

    /// A paragraph with these properties and so many words.
    pub(super) fn paragraph(&mut self, properties: &str, count: usize) -> String {
        let runs = if count == 0 { String::new() } else { self.runs(count) };
        paragraph(properties, &runs)
    }

    pub(super) fn plain(&mut self, most: usize) -> String {
        let count = 1 + self.chance.below(most);
        let text = self.words(count);
        paragraph("", &run("", &text))
    }

    /// A footnote with so many words: its reference.
    fn note(&mut self, count: usize) -> String {
        let text = self.words(count);
        let id = self.notes.len() + 1;
        self.notes.push(format!(
            "<w:footnote w:id=\"{id}\"><w:p>{}{}</w:p></w:footnote>",
            "<w:r><w:footnoteRef/><w:br/></w:r>",
            run("<w:rPr><w:sz w:val=\"20\"/></w:rPr>", &text),
        ));
        format!("<w:r><w:footnoteReference w:id=\"{id}\"/></w:r>")
    }
}

pub(super) fn run(properties: &str, text: &str) -> String {
    format!("<w:r>{properties}<w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

pub(super) fn paragraph(properties: &str, runs: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>")
}

/// A document of one kind.
pub(super) fn draft(seed: u64) -> Draft {
    let mut w = Writer::new(seed);
    let kind = match super::said("KIND") {
        Some(name) => *KINDS.iter().find(|kind| **kind == name).expect("one of the kinds of documents"),
        None => w.chance.one(&KINDS),
    };
    let face = BROKEN;
    let size = 20;
    let own = w.spacing();
    let styles = format!(
        "<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii=\"{face}\" w:hAnsi=\"{face}\" w:cs=\"{face}\" w:eastAsia=\"{face}\"/><w:sz w:val=\"{size}\"/><w:szCs w:val=\"{size}\"/><w:lang w:val=\"en-US\"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:line=\"240\" w:lineRule=\"atLeast\"/></w:pPr></w:pPrDefault></w:docDefaults>\
         <w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>\
         <w:style w:type=\"paragraph\" w:customStyle=\"1\" w:styleId=\"Own\"><w:name w:val=\"Own\"/><w:basedOn w:val=\"Normal\"/><w:pPr>{own}{}</w:pPr></w:style>\
         <w:style w:type=\"table\" w:default=\"1\" w:styleId=\"TableNormal\"><w:name w:val=\"Normal Table\"/><w:tblPr><w:tblInd w:w=\"0\" w:type=\"dxa\"/><w:tblCellMar><w:top w:w=\"0\" w:type=\"dxa\"/><w:left w:w=\"120\" w:type=\"dxa\"/><w:bottom w:w=\"0\" w:type=\"dxa\"/><w:right w:w=\"120\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr></w:style>",
        w.chance.maybe(2, "<w:contextualSpacing/>"),
    );
    let mut numbering = String::new();
    let blocks: Vec<String> = match kind {
        "faces" => blocks(&mut w, 6, faced),
        "spacing" => blocks(&mut w, 10, spaced),
        "keeps" => blocks(&mut w, 14, kept),
        "tabs" => blocks(&mut w, 10, tabbed),
        "lists" => {
            numbering = levels(&mut w);
            blocks(&mut w, 12, listed)
        }
        "tables" => blocks(&mut w, 2, table_grammar::between),
        "columns" => blocks(&mut w, 8, section_part),
        "notes" => blocks(&mut w, 8, noted),
        _ => blocks(&mut w, 8, turned),
    };
    let columns = if kind == "columns" { columns(&mut w) } else { String::new() };
    Draft {
        kind,
        blocks,
        section: format!(
            "{}{columns}",
            match kind {
                "columns" => paper_of(9_060, 3_540, 720),
                // Where rows and notes go on is another matter in LibreOffice.
                "tables" | "notes" | "tabs" => paper_of(9_060, 12_060, 1_080),
                _ => paper(&mut w),
            }
        ),
        styles,
        numbering,
        notes: w.notes,
    }
}

/// One block to so many: rules show in few.
fn blocks(w: &mut Writer, most: usize, mut block: impl FnMut(&mut Writer) -> String) -> Vec<String> {
    (0..1 + w.chance.below(most)).map(|_| block(w)).collect()
}

fn paper(w: &mut Writer) -> String {
    let (width, height) = (w.chance.one(&WIDTHS), w.chance.one(&[2_940, 5_940, 12_060]));
    paper_of(width, height, w.chance.one(&[720, 1_080, 1_440]))
}

fn paper_of(width: i64, height: i64, margin: i64) -> String {
    let (width, height) = (width + 2 * margin, height + 2 * margin);
    format!(
        "<w:pgSz w:w=\"{width}\" w:h=\"{height}\"/><w:pgMar w:top=\"{margin}\" w:right=\"{margin}\" w:bottom=\"{margin}\" w:left=\"{margin}\" w:header=\"400\" w:footer=\"400\" w:gutter=\"0\"/>"
    )
}

/// Few words in all faces and sizes.
fn faced(w: &mut Writer) -> String {
    let own = w.spacing();
    let runs: String = (0..1 + w.chance.below(3))
        .map(|_| {
            let (face, size) = (w.chance.one(&FACES), w.chance.step(14, 60, 1));
            let text = format!("{} ", w.word());
            let bold = w.chance.maybe(4, "<w:b/>");
            run(&format!("<w:rPr><w:rFonts w:ascii=\"{face}\" w:hAnsi=\"{face}\"/>{bold}<w:sz w:val=\"{size}\"/></w:rPr>"), &text)
        })
        .collect();
    paragraph(&own, &runs)
}

fn spaced(w: &mut Writer) -> String {
    let style = w.chance.maybe(2, "<w:pStyle w:val=\"Own\"/>");
    let own = if w.chance.once_in(2) { w.spacing() } else { String::new() };
    let indents = if w.chance.once_in(3) { w.indents() } else { String::new() };
    // Contextual spacing is the style's: where one of two paragraphs asks for it, Word takes back its share of the gap alone
    // (19 probes), LibreOffice another.
    let align = w.chance.one(&["left", "left", "center", "right"]);
    let border = w.chance.maybe(
        8,
        "<w:pBdr><w:top w:val=\"single\" w:sz=\"8\" w:space=\"5\" w:color=\"000000\"/><w:bottom w:val=\"single\" w:sz=\"8\" w:space=\"5\" w:color=\"000000\"/></w:pBdr>",
    );
    // A box is not parted by the end of a page: whether it is closed there is not known of Word.
    let most = if border.is_empty() { 40 } else { 3 };
    let count = if w.chance.once_in(6) { 0 } else { 1 + w.chance.below(most) };
    w.paragraph(&format!("{style}{border}{own}{indents}<w:jc w:val=\"{align}\"/>"), count)
}

fn kept(w: &mut Writer) -> String {
    let next = w.chance.maybe(4, "<w:keepNext/>");
    let lines = w.chance.maybe(5, "<w:keepLines/>");
    let before = w.chance.maybe(16, "<w:pageBreakBefore/>");
    let widows = w.chance.maybe(5, "<w:widowControl w:val=\"0\"/>");
    // Space before behind a break is what exceeds the space after before it in Word (60 probes), all of it in LibreOffice.
    let own = if w.chance.once_in(3) && before.is_empty() { w.spacing() } else { String::new() };
    // Paragraphs that stay with the next are short: LibreOffice does not part them, 17.3.1.15 asks for a part of them only.
    let count = 1 + w.chance.below(if next.is_empty() { 70 } else { 3 });
    w.paragraph(&format!("{next}{lines}{before}{widows}{own}"), count)
}

fn tabbed(w: &mut Writer) -> String {
    // Stops far enough from one another for what stands between them.
    let stops: Vec<i64> =
        (0..1 + w.chance.below(3)).map(|at| 2_000 + 2_600 * at as i64 + w.chance.step(0, 480, 120)).collect();
    let tabs: String = stops
        .iter()
        .map(|stop| {
            let kind = w.chance.one(&["left", "left", "right", "center"]);
            format!("<w:tab w:val=\"{kind}\" w:pos=\"{stop}\"/>")
        })
        .collect();
    let indents = w.chance.maybe(3, "<w:ind w:left=\"240\" w:hanging=\"120\"/>");
    let mut runs = String::new();
    for part in 0..1 + w.chance.below(stops.len() + 1) {
        if part > 0 {
            runs.push_str("<w:r><w:tab/></w:r>");
        }
        let text = w.word();
        runs.push_str(&run("", &text));
    }
    paragraph(&format!("<w:tabs>{tabs}</w:tabs>{indents}"), &runs)
}

fn levels(w: &mut Writer) -> String {
    let mut text =
        String::from("<w:abstractNum w:abstractNumId=\"0\"><w:multiLevelType w:val=\"multilevel\"/>");
    for level in 0..4 {
        let format = w.chance.one(&["decimal", "lowerLetter", "upperRoman", "lowerRoman", "bullet"]);
        let label = if format == "bullet" {
            "-".to_owned()
        } else if w.chance.once_in(2) {
            (1..=level + 1).map(|part| format!("%{part}.")).collect()
        } else {
            format!("%{})", level + 1)
        };
        let suffix = w.chance.one(&["", "", "", "<w:suff w:val=\"space\"/>", "<w:suff w:val=\"nothing\"/>"]);
        let left = w.chance.step(720, 1_800, 120);
        let hanging = w.chance.step(50, 650, 120);
        let tab = if w.chance.once_in(4) {
            format!("<w:tabs><w:tab w:val=\"num\" w:pos=\"{}\"/></w:tabs>", w.chance.step(360, 2_400, 120))
        } else {
            String::new()
        };
        text.push_str(&format!(
            "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"{}\"/><w:numFmt w:val=\"{format}\"/>{suffix}<w:lvlText w:val=\"{label}\"/><w:lvlJc w:val=\"left\"/><w:pPr>{tab}<w:ind w:left=\"{left}\" w:hanging=\"{hanging}\"/></w:pPr><w:rPr><w:rFonts w:ascii=\"{BROKEN}\" w:hAnsi=\"{BROKEN}\" w:hint=\"default\"/></w:rPr></w:lvl>",
            w.chance.one(&[1, 1, 1, 7, 98])
        ));
    }
    text.push_str("</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>");
    text
}

fn listed(w: &mut Writer) -> String {
    let level = w.chance.below(4);
    let own = if w.chance.once_in(6) { w.spacing() } else { String::new() };
    // No label is exactly as wide as its room.
    let left = w.chance.step(480, 1_440, 120);
    let indents = w.chance.maybe(6, &format!("<w:ind w:left=\"{left}\" w:hanging=\"350\"/>"));
    let number = if w.chance.once_in(6) {
        String::new()
    } else {
        format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"1\"/></w:numPr>")
    };
    // Of one size: LibreOffice gives labels that of the last run.
    let count = 1 + w.chance.below(30);
    let text = w.words(count);
    paragraph(&format!("{number}{own}{indents}"), &run("", &text))
}

fn columns(w: &mut Writer) -> String {
    let count = 1 + w.chance.below(3);
    format!("<w:cols w:num=\"{count}\" w:space=\"{BETWEEN}\"/>")
}

fn section_part(w: &mut Writer) -> String {
    let count = 1 + w.chance.below(60);
    let text = w.words(count);
    let is_first = w.words == count;
    let breaks =
        if is_first { w.chance.maybe(2, "<w:r><w:br w:type=\"page\"/></w:r>") } else { String::new() };
    let section = if w.chance.once_in(3) {
        // LibreOffice leaves blank sheets out of its PDFs.
        let kind = w.chance.one(&["continuous", "nextPage"]);
        // The same paper in each section: what one page of two sections looks like is another question.
        format!(
            "<w:sectPr><w:type w:val=\"{kind}\"/>{}</w:sectPr>",
            format_args!("{}{}", paper_of(9_060, 3_540, 720), columns(w))
        )
    } else {
        String::new()
    };
    // Widow control holds in balanced columns, of LibreOffice's not in all.
    paragraph(&format!("<w:widowControl w:val=\"0\"/>{section}"), &format!("{breaks}{}", run("", &text)))
}

fn noted(w: &mut Writer) -> String {
    let first = 1 + w.chance.below(50);
    let before = w.words(first);
    let note = if w.chance.once_in(2) {
        let count = 1 + w.chance.below(30);
        w.note(count)
    } else {
        String::new()
    };
    // LibreOffice always raises the number, so nothing stands behind it.
    paragraph("", &format!("{}{note}", run("", &format!("{before} "))))
}

fn turned(w: &mut Writer) -> String {
    let own = if w.chance.once_in(3) { w.spacing() } else { String::new() };
    let indents = if w.chance.once_in(2) { w.indents() } else { String::new() };
    let align = w.chance.one(&["left", "start", "center", "right", "end"]);
    let count = 1 + w.chance.below(30);
    w.paragraph(&format!("<w:bidi/>{own}{indents}<w:jc w:val=\"{align}\"/>"), count)
}
