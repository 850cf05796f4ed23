//! Writing an invoice in CII.

use platen_ooxml::xml::characters::escape;

use crate::filled::Row;
use crate::terms::{From, Group, INVOICE, Kind, Term};

/// The root, with the namespaces that Factur-X names (D16B).
const ROOT: &str = "<rsm:CrossIndustryInvoice xmlns:rsm=\"urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100\" \
    xmlns:ram=\"urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100\" \
    xmlns:udt=\"urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100\" \
    xmlns:qdt=\"urn:un:unece:uncefact:data:standard:QualifiedDataType:100\">";

/// What a text comes in of a line: room for one.
const LINE_BYTES: usize = 1_200;

/// All that an invoice says, ready to be written.
pub(crate) struct Ready {
    pub(crate) invoice: Row,
    pub(crate) lines: Vec<Row>,
    pub(crate) allowances: Vec<Row>,
    pub(crate) charges: Vec<Row>,
    pub(crate) vat: Vec<Row>,
}

impl Ready {
    fn rows(&self, group: Group) -> &[Row] {
        match group {
            Group::Lines => &self.lines,
            Group::Allowances => &self.allowances,
            Group::Charges => &self.charges,
            Group::Vat => &self.vat,
        }
    }
}

/// Writes what a profile with terms up to `from` takes.
pub(crate) fn write(ready: &Ready, from: From) -> Vec<u8> {
    let mut xml =
        Xml { out: String::with_capacity(4_096 + LINE_BYTES * ready.lines.len()), open: Vec::new(), from };
    xml.out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.out.push_str(ROOT);
    for (place, term) in INVOICE.iter().enumerate() {
        let Kind::Here(group) = term.kind else {
            xml.term(INVOICE, place, &ready.invoice, 0);
            continue;
        };
        if term.from > from {
            continue;
        }
        xml.go(term.path.split('/'), 0);
        let Some(group) = group else { continue };
        for row in ready.rows(group) {
            let around = xml.open.len();
            xml.open(group.element());
            for place in 0..group.terms().len() {
                xml.term(group.terms(), place, row, around + 1);
            }
            xml.close(around);
        }
    }
    xml.close(0);
    xml.out.push_str("</rsm:CrossIndustryInvoice>\n");
    xml.out.into_bytes()
}

struct Xml {
    out: String,
    open: Vec<&'static str>,
    from: From,
}

impl Xml {
    /// Writes what a row says of a term, below the first `base` elements that are open.
    fn term(&mut self, terms: &'static [Term], place: usize, row: &Row, base: usize) {
        let term = &terms[place];
        if term.path.is_empty() || term.from > self.from {
            return;
        }
        let said = |name: &str| {
            let place = terms.iter().position(|term| term.name == name)?;
            row.get(place)?.as_deref()
        };
        let text = match term.kind {
            Kind::Beside(text, other) => said(other).map(|_| text),
            _ => row.get(place).and_then(|text| text.as_deref()),
        };
        let Some(text) = text else { return };
        let mut steps = term.path.split('/');
        let leaf = steps.next_back().unwrap_or_default();
        self.go(steps, base);
        let around = self.open.len();
        if let Kind::Date | Kind::FormattedDate = term.kind {
            self.open(leaf);
            let prefix = if term.kind == Kind::Date { "udt" } else { "qdt" };
            let day =
                format!("<{prefix}:DateTimeString format=\"102\">{}</{prefix}:DateTimeString>", escape(text));
            self.out.push_str(&day);
            self.close(around);
            return;
        }
        let name = tagged(leaf, around);
        self.out.push('<');
        self.out.push_str(&name);
        if let Some((attribute, of, otherwise)) = term.attribute {
            let value = said(of).unwrap_or(otherwise);
            if !value.is_empty() {
                self.out.push_str(&format!(" {attribute}=\"{}\"", escape(value)));
            }
        }
        self.out.push('>');
        self.out.push_str(&escape(text));
        self.out.push_str(&format!("</{name}>"));
    }

    /// Opens the elements of a way below the first `base`, and closes those that do not lie on it.
    fn go(&mut self, steps: impl Iterator<Item = &'static str>, base: usize) {
        let mut depth = base;
        for step in steps {
            if self.open.get(depth) != Some(&step) {
                self.close(depth);
                self.open(step);
            }
            depth += 1;
        }
        self.close(depth);
    }

    fn open(&mut self, step: &'static str) {
        let name = tagged(step, self.open.len());
        self.out.push_str(&format!("<{name}>"));
        self.open.push(step);
    }

    /// Closes all elements but the first `depth`.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(step) = self.open.pop() else { return };
            let name = tagged(step, self.open.len());
            self.out.push_str(&format!("</{name}>"));
        }
    }
}

/// The name of an element with its prefix, in so many others.
fn tagged(step: &str, depth: usize) -> String {
    let local = step.split('#').next().unwrap_or_default();
    let prefix = match (depth, local) {
        (0, _) => "rsm",
        (_, "Indicator") => "udt",
        _ => "ram",
    };
    format!("{prefix}:{local}")
}
