//! Templates with `{% page %}` in random sections: the pages of the PDF have the sizes and margins that are computed here, and
//! LibreOffice gives the document's pages the same sizes.

use platen_docx::{Limits, RenderOptions, Template};
use serde_json::{Value, json};

use super::chance::Chance;
use super::{AT_ONCE, said, seeds};
use crate::documents::{letter, part, with_parts};
use crate::{libreoffice, pdf, poppler};

/// Templates that LibreOffice is given.
const JUDGED: usize = 12;

/// A page in points: width, height, and the margins at the top, right, bottom and left.
type Page = [f64; 6];

/// Papers as they are known, upright, in points.
const PAPERS: [(&str, f64, f64); 5] = [
    ("A3", 841.9, 1190.55),
    ("A4", 595.3, 841.9),
    ("A5", 419.55, 595.3),
    ("Letter", 612.0, 792.0),
    ("Legal", 612.0, 1008.0),
];

/// A template under way, with its data and the pages of its sections.
struct Writer {
    chance: Chance,
    body: String,
    data: serde_json::Map<String, Value>,
    pages: Vec<Page>,
}

impl Writer {
    /// The properties of a section, and its page.
    fn properties(&mut self) -> (String, Page) {
        let (_, width, height) = self.chance.one(&PAPERS);
        let (width, height) = if self.chance.once_in(3) { (height, width) } else { (width, height) };
        let mut margin = || 20 * (30 + self.chance.below(60));
        let margins = [margin(), margin(), margin(), margin()];
        let [top, right, bottom, left] = margins;
        let kind = self.chance.one(&["", "<w:type w:val=\"nextPage\"/>"]);
        let xml = format!(
            "<w:sectPr>{kind}<w:pgSz w:w=\"{}\" w:h=\"{}\"/><w:pgMar w:top=\"{top}\" w:right=\"{right}\" w:bottom=\"{bottom}\" w:left=\"{left}\" w:header=\"300\" w:footer=\"300\" w:gutter=\"0\"/><w:cols w:space=\"708\"/></w:sectPr>",
            (width * 20.0).round(),
            (height * 20.0).round()
        );
        let [top, right, bottom, left] = margins.map(|twips| twips as f64 / 20.0);
        (xml, [width, height, top, right, bottom, left])
    }

    /// What a tag asks for, by the names of its arguments, and the page that comes of it.
    fn wishes(&mut self, page: Page) -> (Vec<(&'static str, Value)>, Page) {
        let [mut width, mut height, top, right, bottom, left] = page;
        let mut wishes = Vec::new();
        let mut lies = width > height;
        if self.chance.once_in(2) {
            if self.chance.once_in(3) {
                let sides = (100 + self.chance.below(200), 100 + self.chance.below(200));
                wishes.push(("size", json!(format!("{}mm x {} mm", sides.0, sides.1))));
                (width, height) = (sides.0 as f64 / 25.4 * 72.0, sides.1 as f64 / 25.4 * 72.0);
                lies = sides.0 > sides.1;
            } else {
                let (name, short, long) = self.chance.one(&PAPERS);
                wishes.push(("size", json!(name)));
                (width, height) = if lies { (long, short) } else { (short, long) };
            }
        }
        if self.chance.once_in(2) {
            let wanted = self.chance.one(&["landscape", "portrait"]);
            wishes.push(("orientation", json!(wanted)));
            lies = wanted == "landscape";
            (width, height) = if lies == (width > height) { (width, height) } else { (height, width) };
        }
        // The paper turns clockwise to lie, and back to stand.
        let [mut top, mut right, mut bottom, mut left] = match (page[0] > page[1], lies) {
            (false, true) => [left, top, right, bottom],
            (true, false) => [right, bottom, left, top],
            _ => [top, right, bottom, left],
        };
        if self.chance.once_in(3) {
            let lengths = [1, 2, 3, 4].map(|_| 5 + self.chance.below(25));
            let text = lengths.map(|length| format!("{length}mm")).join(" ");
            wishes.push(("margins", json!(text)));
            [top, right, bottom, left] = lengths.map(|length| length as f64 / 25.4 * 72.0);
        }
        if self.chance.once_in(4) {
            let length = 20 + self.chance.below(60);
            wishes.push(("left", json!(format!("{length}pt"))));
            left = length as f64;
        }
        if self.chance.once_in(4) {
            wishes.push(("bottom", Value::Null));
        }
        (wishes, [width, height, top, right, bottom, left])
    }

    fn paragraph(&mut self, text: &str, properties: &str) {
        self.body.push_str(&format!(
            "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\"/>{properties}</w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>"
        ));
    }

    /// The tag, somewhere in what stands on the page.
    fn text_with(&mut self, tag: &str, text: &str, end: &str) {
        match self.chance.below(5) {
            0 => {
                self.paragraph(tag, "");
                self.paragraph(text, end);
            }
            1 => self.paragraph(&format!("{tag}{text}"), end),
            2 => self.paragraph(&format!("{{% if true %}}{text}{tag}{{% endif %}}"), end),
            3 => {
                self.body.push_str("<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid><w:gridCol w:w=\"900\"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w=\"900\" w:type=\"dxa\"/></w:tcPr>");
                self.paragraph(tag, "");
                self.body.push_str("</w:tc></w:tr></w:tbl>");
                self.paragraph(text, end);
            }
            _ => {
                self.paragraph(text, "");
                self.paragraph(tag, end);
            }
        }
    }

    /// A section that stands once.
    fn single(&mut self, ends: bool) -> String {
        let (properties, mut page) = self.properties();
        let end = if ends { properties.as_str() } else { "" };
        if self.chance.once_in(4) {
            self.paragraph("SECTION", end);
        } else {
            let (wishes, wanted) = self.wishes(page);
            page = if wishes.is_empty() { page } else { wanted };
            let place = format!("s{}", self.data.len());
            let given = wishes.iter().map(|(name, value)| match value.as_str() {
                // Half of them stand in the tag.
                Some(text) if self.chance.once_in(2) => format!("{name}=\"{text}\""),
                _ => format!("{name}={place}.{name}"),
            });
            let given = given.collect::<Vec<_>>().join(", ");
            let members: serde_json::Map<_, _> =
                wishes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            self.data.insert(place, Value::Object(members));
            match given.is_empty() {
                true => self.paragraph("SECTION", end),
                false => self.text_with(&format!("{{% page {given} %}}"), "SECTION", end),
            }
        }
        self.pages.push(page);
        properties
    }

    /// A section for each element of a list.
    fn each(&mut self) {
        let (properties, page) = self.properties();
        let place = format!("l{}", self.data.len());
        let mut elements = Vec::new();
        for _ in 0..self.chance.below(4) {
            let (wishes, wanted) = self.wishes(page);
            self.pages.push(wanted);
            let members: serde_json::Map<_, _> =
                wishes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            elements.push(Value::Object(members));
        }
        self.data.insert(place.clone(), Value::Array(elements));
        let names = ["orientation", "size", "margins", "left", "bottom"];
        let given = names.map(|name| format!("{name}=e.{name}")).join(", ");
        self.paragraph(&format!("{{%p for e in {place} %}}"), "");
        self.text_with(&format!("{{% page {given} %}}"), "SECTION", "");
        self.paragraph("", &properties);
        self.paragraph("{%p endfor %}", "");
    }
}

/// A template, its data, and the pages of its document.
fn draft(seed: u64) -> (Vec<u8>, Value, Vec<Page>) {
    let writer = Writer {
        chance: Chance::new(seed),
        body: String::new(),
        data: serde_json::Map::new(),
        pages: Vec::new(),
    };
    let mut writer = writer;
    for _ in 0..writer.chance.below(4) {
        match writer.chance.once_in(2) {
            true => writer.each(),
            false => drop(writer.single(true)),
        }
    }
    let last = writer.single(false);
    let letter = letter("x");
    let whole = part(&letter, "word/document.xml");
    let (start, end) = (whole.find("<w:body>").unwrap() + "<w:body>".len(), whole.find("</w:body>").unwrap());
    let body = format!("{}{}{last}{}", &whole[..start], writer.body, &whole[end..]);
    let template = with_parts(&letter, &[("word/document.xml", body.as_bytes())]);
    (template, Value::Object(writer.data), writer.pages)
}

/// Widths and heights of a PDF's pages, as poppler reads them.
fn sizes(pdf: &[u8]) -> Vec<[f64; 2]> {
    let text = poppler::sizes(pdf);
    let of = |line: &str| -> [f64; 2] {
        let (_, size) = line.split_once("size:").unwrap();
        let mut words = size.split_whitespace().filter_map(|word| word.parse().ok());
        [words.next().unwrap(), words.next().unwrap()]
    };
    text.lines().filter(|line| line.starts_with("Page ") && line.contains("size:")).map(of).collect()
}

/// Where the first word of each page begins, as poppler reads it.
fn first_words(pdf: &[u8]) -> Vec<Option<[f64; 2]>> {
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let text = poppler::positions(pdf);
    text.split("<page ")
        .skip(1)
        .map(|page| {
            let word = page.lines().find(|line| line.contains(">SECTION</word>"));
            word.map(|line| [number(line, "xMin"), number(line, "yMin")])
        })
        .collect()
}

fn near(one: f64, two: f64, by: f64) -> bool {
    (one - two).abs() <= by
}

/// What is wrong with a PDF's pages.
fn wrong(pdf: &[u8], pages: &[Page]) -> Option<String> {
    let (sizes, words) = (sizes(pdf), first_words(pdf));
    if sizes.len() != pages.len() {
        return Some(format!("{} pages instead of {}", sizes.len(), pages.len()));
    }
    for (at, (page, (size, word))) in pages.iter().zip(sizes.iter().zip(words)).enumerate() {
        let [width, height, top, _, _, left] = *page;
        // A custom size is rounded to twentieths of a point, which poppler prints as hundredths.
        if !near(size[0], width, 0.06) || !near(size[1], height, 0.06) {
            return Some(format!("page {}: {size:?} instead of {page:?}", at + 1));
        }
        let Some([x, y]) = word else { return Some(format!("page {}: no text", at + 1)) };
        // At most a table of one line stands before the text.
        if !near(x, left, 0.3) || y < top - 3.0 || y > top + 40.0 {
            return Some(format!("page {}: text at {x}, {y} instead of {page:?}", at + 1));
        }
    }
    None
}

#[test]
fn pages_of_sections_are_as_their_tags_say() {
    let mut documents = Vec::new();
    for seed in seeds() {
        let (template, data, pages) = draft(seed);
        let compiled = Template::compile(template, &Limits::default());
        let compiled = compiled.unwrap_or_else(|error| panic!("PLATEN_SEED={seed} COUNT=1: {error}"));
        let document = compiled.render(&data, &RenderOptions::default());
        let document =
            document.unwrap_or_else(|error| panic!("PLATEN_SEED={seed} COUNT=1: {error}\n{data:#}"));
        if let Some(wrong) = wrong(&pdf(&document), &pages) {
            let text = part(&document, "word/document.xml");
            panic!("PLATEN_SEED={seed} COUNT=1: {wrong}\n{data:#}\n{text}");
        }
        documents.push((seed, document, pages));
    }
    if said("COUNT").is_none() {
        documents.truncate(JUDGED);
    }
    let files: Vec<Vec<u8>> = documents.iter().map(|(_, document, _)| document.clone()).collect();
    let theirs = files.chunks(AT_ONCE).flat_map(libreoffice::pdfs);
    for (theirs, (seed, _, pages)) in theirs.zip(&documents) {
        let theirs = sizes(&theirs);
        let fits = theirs.len() == pages.len()
            && theirs
                .iter()
                .zip(pages)
                .all(|(size, page)| near(size[0], page[0], 0.6) && near(size[1], page[1], 0.6));
        assert!(fits, "PLATEN_SEED={seed} COUNT=1: LibreOffice has {theirs:?} instead of {pages:?}");
    }
}
