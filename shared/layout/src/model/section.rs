//! Sections (17.6): paper, margins, columns, headers, numbering of pages and notes.

use super::border::Borders;
use super::stance::{CharacterGrid, Stance};
use super::table_properties::VAlign;
use super::text_direction::{TextDirection, Turn};
use crate::bounds::WIDEST;
use crate::number_format::NumberFormat;
use crate::read::Element;

/// How a section starts (17.18.77).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SectionStart {
    Continuous,
    NextColumn,
    #[default]
    NextPage,
    EvenPage,
    OddPage,
}

/// One column of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Column {
    pub width: f64,
    /// Gap after it.
    pub space: f64,
}

/// Grid of lines (17.6.5), where it is switched on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Grid {
    /// Points from line to line.
    pub pitch: f64,
}

/// When numbers of notes start again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum NoteRestart {
    #[default]
    Continuous,
    Section,
    Page,
}

/// Numbering of footnotes or endnotes (17.11).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct NoteSettings {
    pub format: NumberFormat,
    pub start: Option<i64>,
    pub restart: NoteRestart,
}

impl NoteSettings {
    /// The label of the note that is this many from where the numbers start.
    pub fn number(self, count: i64) -> String {
        self.format.write(self.start.unwrap_or(1).saturating_add(count - 1))
    }

    /// Takes what `element` states.
    pub fn lay(&mut self, element: Element<'_>) {
        for child in element.children() {
            match child.name() {
                "numFmt" => self.format = NumberFormat::read(child),
                "numStart" => self.start = child.int("val"),
                "numRestart" => {
                    self.restart = match child.val().as_deref() {
                        Some("eachSect") => NoteRestart::Section,
                        Some("eachPage") => NoteRestart::Page,
                        _ => NoteRestart::Continuous,
                    };
                }
                _ => {}
            }
        }
    }
}

/// Kinds of headers and footers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum HeaderKind {
    Default,
    First,
    Even,
}

/// Relationships of a section's headers (or footers), one of each kind.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct HeaderRefs {
    refs: [Option<String>; 3],
}

impl HeaderRefs {
    /// The relationship of one kind.
    pub fn get(&self, kind: HeaderKind) -> Option<&str> {
        self.refs[kind as usize].as_deref()
    }

    /// Kinds that are missing are those of the section before.
    fn inherit(&mut self, before: &HeaderRefs) {
        for (own, before) in self.refs.iter_mut().zip(&before.refs) {
            if own.is_none() {
                own.clone_from(before);
            }
        }
    }
}

/// Borders of pages (17.6.10).
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PageBorders {
    pub borders: Borders,
    /// Whether distances count from the paper's edge, not from the text.
    pub from_page: bool,
    pub on_first: bool,
    pub on_others: bool,
}

/// Line numbers (17.6.8).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LineNumbers {
    pub every: i64,
    pub start: i64,
    /// Distance to the text, if the section has one.
    pub distance: Option<f64>,
    /// Whether they start again on each page; on each section; never.
    pub restart: NoteRestart,
}

/// Properties of a section. Lengths in points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Section {
    pub start: SectionStart,
    pub width: f64,
    pub height: f64,
    pub top: f64,
    pub bottom: f64,
    pub left: f64,
    pub right: f64,
    pub header: f64,
    pub footer: f64,
    pub gutter: f64,
    pub gutter_right: bool,
    pub columns: Vec<Column>,
    pub column_line: bool,
    pub headers: HeaderRefs,
    pub footers: HeaderRefs,
    pub has_first_page: bool,
    pub page_start: Option<i64>,
    pub page_format: NumberFormat,
    pub align: VAlign,
    pub grid: Option<Grid>,
    pub borders: Option<PageBorders>,
    pub line_numbers: Option<LineNumbers>,
    pub is_rtl: bool,
    /// Settings of footnotes and endnotes.
    pub notes: [NoteSettings; 2],
    pub characters: Option<CharacterGrid>,
    pub direction: TextDirection,
    /// The section as its paper, its headers and its floating objects see it, where its lines run down or up the page: all
    /// else here is turned with them.
    pub upright: Option<Box<Section>>,
}

/// Bound: the smallest paper that is drawn, half an inch (a guess), and the largest that Word has, in points.
const PAPER: (f64, f64) = (36.0, WIDEST);

/// Default width and height of paper, in points: Letter, as Word has it.
const USUAL_PAPER: (f64, f64) = (612.0, 792.0);

/// Default margins of a section, and distance of header and footer, in points: an inch and half an inch, as Word has them.
const USUAL_MARGIN: f64 = 72.0;
const USUAL_HEADER: f64 = 36.0;

/// Default distance of columns, in points: 720 twips (17.6.4).
const COLUMN_SPACE: f64 = 36.0;

/// Unit: parts of a point in which a grid adds to characters (17.6.5).
const GRID_PARTS: f64 = 4096.0;

/// Bound: the least width of text that a section has, in points, whatever its margins say. A guess: a word of one letter.
const LEAST_TEXT: f64 = 12.0;

impl Section {
    /// Reads a `w:sectPr`; what it leaves out of headers is inherited from `before`.
    pub fn read(element: Option<Element<'_>>, before: Option<&Section>, notes: [NoteSettings; 2]) -> Section {
        let mut section = Section {
            start: SectionStart::NextPage,
            width: USUAL_PAPER.0,
            height: USUAL_PAPER.1,
            top: USUAL_MARGIN,
            bottom: USUAL_MARGIN,
            left: USUAL_MARGIN,
            right: USUAL_MARGIN,
            header: USUAL_HEADER,
            footer: USUAL_HEADER,
            gutter: 0.0,
            gutter_right: false,
            columns: Vec::new(),
            column_line: false,
            headers: HeaderRefs::default(),
            footers: HeaderRefs::default(),
            has_first_page: false,
            page_start: None,
            page_format: NumberFormat::Decimal,
            align: VAlign::Top,
            grid: None,
            borders: None,
            line_numbers: None,
            is_rtl: false,
            notes,
            characters: None,
            direction: TextDirection::Horizontal,
            upright: None,
        };
        let mut columns = None;
        for child in element.map(Element::children).unwrap_or_default() {
            match child.name() {
                "cols" => columns = Some(child),
                _ => section.read_property(child),
            }
        }
        if let Some(before) = before {
            section.headers.inherit(&before.headers);
            section.footers.inherit(&before.footers);
        }
        section.turn();
        section.columns = read_columns(columns, section.text_width());
        section.column_line = columns.is_some_and(|columns| columns.flag("sep") == Some(true));
        section
    }

    /// Tells the grid of characters the size of the document's text.
    pub fn set_size(&mut self, size: f64) {
        for own in [Some(&mut self.characters), self.upright.as_mut().map(|paper| &mut paper.characters)] {
            if let Some(grid) = own.and_then(Option::as_mut) {
                grid.cell = (size + grid.extra).max(1.0);
            }
        }
    }

    /// Turns everything that the lines run along and across.
    fn turn(&mut self) {
        if !self.direction.is_turned() {
            return;
        }
        let paper = self.clone();
        let gutter = if paper.gutter_right { (0.0, paper.gutter) } else { (paper.gutter, 0.0) };
        let (left, right) = (paper.left + gutter.0, paper.right + gutter.1);
        let (top, bottom) = (paper.top.abs(), paper.bottom.abs());
        (self.width, self.height) = (paper.height, paper.width);
        (self.left, self.top, self.right, self.bottom) = match self.direction.turn() {
            Turn::Anticlockwise => (bottom, left, top, right),
            _ => (top, right, bottom, left),
        };
        (self.header, self.footer, self.gutter) = (0.0, 0.0, 0.0);
        self.upright = Some(Box::new(paper));
    }

    /// The section as its paper sees it.
    pub fn paper(&self) -> &Section {
        self.upright.as_deref().unwrap_or(self)
    }

    /// The matrix that leads from its lines to its paper, if they are turned.
    pub fn transform(&self) -> Option<[f64; 6]> {
        match self.direction.turn() {
            Turn::None => None,
            Turn::Clockwise => Some([0.0, 1.0, -1.0, 0.0, self.paper().width, 0.0]),
            Turn::Anticlockwise => Some([0.0, -1.0, 1.0, 0.0, 0.0, self.paper().height]),
        }
    }

    /// A place of its lines, on the paper.
    pub fn on_paper(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.transform().unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// How its characters are placed in its lines.
    pub fn stance(&self) -> Stance {
        Stance { turned_back: self.direction.turned_back(), grid: self.characters }
    }

    /// Width between the margins.
    pub fn text_width(&self) -> f64 {
        (self.width - self.left - self.right - self.gutter).max(LEAST_TEXT)
    }

    /// Left edges of its columns, from the text's. In a section from right to left they count from the right (17.6.1).
    pub fn column_edges(&self) -> Vec<f64> {
        let mut at = 0.0;
        let edge = |column: &Column| {
            let edge = if self.is_rtl { self.text_width() - at - column.width } else { at };
            at += column.width + column.space;
            edge
        };
        self.columns.iter().map(edge).collect()
    }

    /// Whether its columns are of several widths.
    pub fn has_unequal_columns(&self) -> bool {
        let first = self.columns.first().map_or(0.0, |column| column.width);
        self.columns.iter().any(|column| (column.width - first).abs() > 0.5)
    }

    fn read_property(&mut self, child: Element<'_>) {
        let points = |name: &str, default: f64| child.points(name).unwrap_or(default);
        match child.name() {
            "type" => {
                self.start = match child.val().as_deref() {
                    Some("continuous") => SectionStart::Continuous,
                    Some("nextColumn") => SectionStart::NextColumn,
                    Some("evenPage") => SectionStart::EvenPage,
                    Some("oddPage") => SectionStart::OddPage,
                    _ => SectionStart::NextPage,
                };
            }
            "pgSz" => {
                self.width = points("w", USUAL_PAPER.0).clamp(PAPER.0, PAPER.1);
                self.height = points("h", USUAL_PAPER.1).clamp(PAPER.0, PAPER.1);
            }
            "pgMar" => {
                self.top = points("top", USUAL_MARGIN);
                self.bottom = points("bottom", USUAL_MARGIN);
                self.left = points("left", USUAL_MARGIN);
                self.right = points("right", USUAL_MARGIN);
                self.header = points("header", USUAL_HEADER).max(0.0);
                self.footer = points("footer", USUAL_HEADER).max(0.0);
                self.gutter = points("gutter", 0.0).max(0.0);
            }
            "headerReference" | "footerReference" => {
                let kind = match child.attr("type").as_deref() {
                    Some("first") => HeaderKind::First,
                    Some("even") => HeaderKind::Even,
                    _ => HeaderKind::Default,
                };
                let refs =
                    if child.name() == "headerReference" { &mut self.headers } else { &mut self.footers };
                refs.refs[kind as usize] = child.attr("id");
            }
            "titlePg" => self.has_first_page = child.on(),
            "pgNumType" => {
                self.page_start = child.int("start");
                self.page_format = NumberFormat::parse(child.attr("fmt").as_deref().unwrap_or("decimal"));
            }
            "vAlign" => self.align = VAlign::parse(child.val().as_deref()),
            "docGrid" => {
                let is_on =
                    matches!(child.attr("type").as_deref(), Some("lines" | "linesAndChars" | "snapToChars"));
                let pitch = child.points("linePitch").filter(|pitch| *pitch >= 1.0);
                self.grid = pitch.filter(|_| is_on).map(|pitch| Grid { pitch });
                let extra = child.int("charSpace").unwrap_or(0).clamp(-40_960, 409_600) as f64 / GRID_PARTS;
                self.characters = match child.attr("type").as_deref() {
                    Some("linesAndChars") => Some(CharacterGrid { extra, snaps: false, cell: 0.0 }),
                    Some("snapToChars") => Some(CharacterGrid { extra, snaps: true, cell: 0.0 }),
                    _ => None,
                };
            }
            "pgBorders" => {
                let display = child.attr("display");
                self.borders = Some(PageBorders {
                    borders: Borders::read(child),
                    from_page: child.attr("offsetFrom").as_deref() == Some("page"),
                    on_first: display.as_deref() != Some("notFirstPage"),
                    on_others: display.as_deref() != Some("firstPage"),
                });
            }
            "lnNumType" => {
                let every = child.int("countBy").unwrap_or(0);
                self.line_numbers = (every > 0).then(|| LineNumbers {
                    every,
                    start: child.int("start").unwrap_or(0),
                    distance: child.points("distance").filter(|distance| *distance > 0.0),
                    restart: match child.attr("restart").as_deref() {
                        Some("continuous") => NoteRestart::Continuous,
                        Some("newSection") => NoteRestart::Section,
                        _ => NoteRestart::Page,
                    },
                });
            }
            "rtlGutter" => self.gutter_right = child.on(),
            "textDirection" => self.direction = TextDirection::of_flow(child.val().as_deref()),
            "bidi" => self.is_rtl = child.on(),
            "footnotePr" => self.notes[0].lay(child),
            "endnotePr" => self.notes[1].lay(child),
            _ => {}
        }
    }
}

/// Columns that a section can have: Word has 45.
const MAX_COLUMNS: usize = 45;

fn read_columns(element: Option<Element<'_>>, width: f64) -> Vec<Column> {
    let Some(element) = element else { return vec![Column { width, space: 0.0 }] };
    let own: Vec<Column> = element
        .children()
        .into_iter()
        .filter(|child| child.name() == "col")
        .take(MAX_COLUMNS)
        .map(|column| Column {
            width: column.points("w").unwrap_or(width).clamp(LEAST_TEXT, PAPER.1),
            space: column.points("space").unwrap_or(0.0).max(0.0),
        })
        .collect();
    if element.flag("equalWidth") == Some(false) && !own.is_empty() {
        return own;
    }
    let count = element.int("num").unwrap_or(1).clamp(1, MAX_COLUMNS as i64) as usize;
    let space = element.points("space").unwrap_or(COLUMN_SPACE).max(0.0);
    let each = ((width - space * (count - 1) as f64) / count as f64).max(LEAST_TEXT);
    vec![Column { width: each, space }; count]
}
