//! The properties of a section that `{% page %}` changes: paper, margins and columns (ECMA-376 part 1, 17.6.4, 17.6.11 and 17.6.13).

use crate::expression::page_setup::{Orientation, PER_MILLIMETER, PageSetup, Size, measure, per_unit};
use platen_ooxml::order::SECTION;
use platen_ooxml::xml::properties::put_in_order;
use platen_ooxml::xml::{Changes, Kind, NodeId, Tree};

/// Letter, as Word takes it where a section does not say; its margins, and the distances of header and footer.
const USUAL_PAPER: (i64, i64) = (12240, 15840);
const USUAL_MARGIN: i64 = 1440;
const USUAL_EDGE: i64 = 720;

/// Twips in a pica.
const PER_PICA: f64 = 240.0;

/// Default distance of columns (17.6.4).
const COLUMN_SPACE: i64 = 720;

/// The least that is left for text between margins: half an inch, which Word asks of each column.
const LEAST: i64 = 720;

/// Columns that a section has at most in Word.
const MOST_COLUMNS: i64 = 45;

/// The properties of a section that a tag changes. Lengths are twips.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Properties {
    width: i64,
    height: i64,
    is_landscape: bool,
    /// Number of the paper, for printers.
    code: Option<String>,
    /// Top, right, bottom, left.
    margins: [i64; 4],
    /// Header, footer, gutter.
    edges: [i64; 3],
    columns: Columns,
    has_size: bool,
    has_margins: bool,
    has_columns: bool,
}

/// How the text of a section is divided.
#[derive(Debug, Clone, PartialEq)]
enum Columns {
    Equal {
        count: i64,
        space: i64,
    },
    /// The width of each, and the space behind it.
    Own(Vec<(i64, i64)>),
}

impl Properties {
    pub(super) fn usual() -> Properties {
        Properties {
            width: USUAL_PAPER.0,
            height: USUAL_PAPER.1,
            is_landscape: false,
            code: None,
            margins: [USUAL_MARGIN; 4],
            edges: [USUAL_EDGE, USUAL_EDGE, 0],
            columns: Columns::Equal { count: 1, space: 0 },
            has_size: false,
            has_margins: false,
            has_columns: false,
        }
    }

    pub(super) fn read(tree: &Tree, section: NodeId) -> Properties {
        let length = |node: &str, attribute: &str, usual: i64| {
            let node = tree.child_w(section, node);
            node.and_then(|node| tree.attr(node, attribute)).and_then(|text| twips(&text)).unwrap_or(usual)
        };
        let size = tree.child_w(section, "pgSz");
        let side = |name| length("pgMar", name, USUAL_MARGIN);
        let (width, height) = (length("pgSz", "w", USUAL_PAPER.0), length("pgSz", "h", USUAL_PAPER.1));
        Properties {
            width,
            height,
            is_landscape: width > height,
            code: size.and_then(|size| tree.attr(size, "code")).filter(|code| code.parse::<u32>().is_ok()),
            margins: ["top", "right", "bottom", "left"].map(side),
            edges: [("header", USUAL_EDGE), ("footer", USUAL_EDGE), ("gutter", 0)]
                .map(|(name, usual)| length("pgMar", name, usual)),
            columns: Columns::read(tree, section),
            has_size: false,
            has_margins: false,
            has_columns: false,
        }
    }

    /// The same as a tag wants it.
    ///
    /// # Errors
    /// No room would be left for text.
    pub(super) fn set_up(mut self, setup: PageSetup) -> Result<Properties, String> {
        let before = self.clone();
        match setup.size {
            Some(Size::Named(paper)) => {
                let (short, long) = (i64::from(paper.width), i64::from(paper.height));
                (self.width, self.height) = if self.is_landscape { (long, short) } else { (short, long) };
                self.code = Some(paper.code.to_string());
            }
            Some(Size::Exact(width, height)) => {
                (self.width, self.height) = (i64::from(width), i64::from(height));
                self.code = None;
            }
            None => {}
        }
        let lies = self.width > self.height;
        let landscape = setup.orientation.map_or(lies, |wanted| wanted == Orientation::Landscape);
        if lies != landscape {
            (self.width, self.height) = (self.height, self.width);
        }
        self.is_landscape = landscape;
        self.has_size = setup.size.is_some() || setup.orientation.is_some();
        if self.is_landscape != before.is_landscape {
            self.turn_margins();
        }
        for (own, wanted) in self.margins.iter_mut().zip(setup.margins) {
            *own = wanted.map_or(*own, i64::from);
        }
        self.has_margins = self.margins != before.margins;
        self.columns.stretch(before.text_width(), self.text_width());
        self.has_columns = self.columns != before.columns;
        self.check()?;
        Ok(self)
    }

    /// Turns the margins with the paper, as Word's dialog does: the left one is the top one of a page in landscape. A negative
    /// margin at the top or bottom lets nothing push the text, which no side has.
    fn turn_margins(&mut self) {
        let [top, right, bottom, left] = self.margins.map(i64::abs);
        self.margins =
            if self.is_landscape { [left, top, right, bottom] } else { [right, bottom, left, top] };
    }

    fn text_width(&self) -> i64 {
        let [_, right, _, left] = self.margins;
        self.width.saturating_sub(right.saturating_add(left)).saturating_sub(self.edges[2])
    }

    fn check(&self) -> Result<(), String> {
        let [top, right, bottom, left] = self.margins;
        let room = self.text_width() - self.columns.spaces();
        let (paper, across) = (millimeters(self.width), [left, right].map(millimeters));
        if room / self.columns.count() < LEAST {
            let columns = match self.columns.count() {
                1 => String::new(),
                count => format!(" in {count} columns"),
            };
            return Err(format!(
                "no room is left for text{columns}: the page is {paper} wide, with margins of {} and {}",
                across[0], across[1]
            ));
        }
        if self.height.saturating_sub(top.abs().saturating_add(bottom.abs())) < LEAST {
            return Err(format!(
                "no room is left for text: the page is {} high, with margins of {} and {}",
                millimeters(self.height),
                millimeters(top),
                millimeters(bottom)
            ));
        }
        Ok(())
    }

    fn size_xml(&self, prefix: &str) -> String {
        if !self.has_size {
            return String::new();
        }
        let orient = if self.is_landscape { format!(" {prefix}orient=\"landscape\"") } else { String::new() };
        let code = self.code.as_ref().map(|code| format!(" {prefix}code=\"{code}\"")).unwrap_or_default();
        format!("<{prefix}pgSz {prefix}w=\"{}\" {prefix}h=\"{}\"{orient}{code}/>", self.width, self.height)
    }

    fn margins_xml(&self, prefix: &str) -> String {
        if !self.has_margins {
            return String::new();
        }
        let names = ["top", "right", "bottom", "left", "header", "footer", "gutter"];
        let values = self.margins.iter().chain(&self.edges);
        let attributes = names.iter().zip(values).map(|(name, value)| format!(" {prefix}{name}=\"{value}\""));
        format!("<{prefix}pgMar{}/>", attributes.collect::<String>())
    }

    fn columns_xml(&self, tree: &Tree, section: NodeId, prefix: &str) -> String {
        let (Columns::Own(columns), Some(node)) = (&self.columns, tree.child_w(section, "cols")) else {
            return String::new();
        };
        let Kind::Element { open, .. } = tree.kind(node) else { return String::new() };
        if !self.has_columns {
            return String::new();
        }
        let open = tree.source()[open].trim_end_matches('>').trim_end_matches('/');
        let columns = columns
            .iter()
            .map(|(width, space)| format!("<{prefix}col {prefix}w=\"{width}\" {prefix}space=\"{space}\"/>"));
        format!("{open}>{}</{prefix}cols>", columns.collect::<String>())
    }

    /// An element of its own with what was set.
    pub(super) fn written_new(&self, prefix: &str) -> String {
        let (size, margins) = (self.size_xml(prefix), self.margins_xml(prefix));
        format!("<{prefix}sectPr>{size}{margins}</{prefix}sectPr>")
    }

    /// Notes what has changed, each in its order.
    pub(super) fn note(&self, tree: &Tree, section: NodeId, changes: &mut Changes) {
        let prefix = tree.prefix(section);
        let all = [
            ("pgSz", self.size_xml(prefix)),
            ("pgMar", self.margins_xml(prefix)),
            ("cols", self.columns_xml(tree, section, prefix)),
        ];
        for (name, xml) in all.into_iter().filter(|(_, xml)| !xml.is_empty()) {
            match tree.child_w(section, name) {
                Some(own) => changes.push((tree.range(own), xml)),
                None => put_in_order(tree, section, (name, &xml), &SECTION, changes),
            }
        }
    }
}

impl Columns {
    fn read(tree: &Tree, section: NodeId) -> Columns {
        let Some(node) = tree.child_w(section, "cols") else { return Columns::Equal { count: 1, space: 0 } };
        let number = |node, name: &str| tree.attr(node, name).and_then(|text| twips(&text));
        let is_own = matches!(tree.attr(node, "equalWidth").as_deref(), Some("0" | "false" | "off"));
        let own: Vec<(i64, i64)> = tree
            .children(node)
            .filter(|n| is_own && tree.is_w(*n, "col"))
            .take(MOST_COLUMNS as usize)
            .map(|n| (number(n, "w").unwrap_or(LEAST), number(n, "space").unwrap_or(0)))
            .collect();
        if !own.is_empty() {
            return Columns::Own(own);
        }
        let count = number(node, "num").unwrap_or(1).clamp(1, MOST_COLUMNS);
        Columns::Equal { count, space: number(node, "space").unwrap_or(COLUMN_SPACE) }
    }

    fn count(&self) -> i64 {
        match self {
            Columns::Equal { count, .. } => *count,
            Columns::Own(columns) => columns.len() as i64,
        }
    }

    /// What is between them.
    fn spaces(&self) -> i64 {
        match self {
            Columns::Equal { count, space } => space.saturating_mul(count - 1),
            Columns::Own(columns) => {
                columns.iter().rev().skip(1).fold(0, |sum, (_, space)| sum.saturating_add(*space))
            }
        }
    }

    /// Columns of widths of their own keep their shares of the text.
    fn stretch(&mut self, from: i64, to: i64) {
        let Columns::Own(columns) = self else { return };
        if from <= 0 || to <= 0 {
            return;
        }
        let share = |length: i64| i64::try_from(i128::from(length) * i128::from(to) / i128::from(from));
        for (width, space) in columns {
            *width = share(*width).unwrap_or(*width);
            *space = share(*space).unwrap_or(*space);
        }
    }
}

/// A length as sections have it: twips, or a number with a unit (`ST_UniversalMeasure`, 22.9.2.15).
fn twips(text: &str) -> Option<i64> {
    let (number, unit) = measure(text)?;
    let per_unit = match unit {
        "" => 1.0,
        "pc" | "pi" => PER_PICA,
        unit => per_unit(unit)?,
    };
    let twips = (number * per_unit).round();
    (twips.abs() <= f64::from(u32::MAX)).then_some(twips as i64)
}

/// For people: whole millimeters.
fn millimeters(twips: i64) -> String {
    format!("{:.0} mm", twips as f64 / PER_MILLIMETER)
}
