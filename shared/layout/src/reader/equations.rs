//! Reads equations (22.1) into trees.

use std::sync::Arc;

use super::Reader;
use super::unfinished::Unfinished;
use crate::error::LayoutError;
use crate::model::alphabet::{Alphabet, Script};
use crate::model::equation::{
    Across, Down, Equation, Fence, FractionKind, Frame, Grid, Nary, Node, Phantom, Pitch, Row, Text,
};
use crate::model::paragraph_properties::Align;
use crate::model::run::RunStyle;
use crate::model::story::InlineKind;
use crate::read::Element;
use crate::units::TWIPS_PER_POINT;

/// Distance of rows by the rule 1, in lines (22.1.2.93); rule 2 is twice a line.
const LINE_AND_A_HALF: f64 = 1.5;

/// Bound: the greatest distance of rows, in lines.
const MOST_LINES: f64 = 64.0;

/// Attack: parts of an equation nested ten thousand times. Deeper parts are left out, with a warning.
const MAX_NESTED: usize = 24;

impl<'a> Reader<'a> {
    /// Reads an `m:oMath`, or an `m:oMathPara` of several.
    pub(super) fn equation(
        &mut self,
        element: Element<'a>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        let is_first = open.inlines.is_empty();
        let is_display = element.name() == "oMathPara";
        let mut row = Row::new();
        if is_display {
            let parts = element.children().into_iter().filter(|child| child.name() == "oMath");
            for part in parts {
                if !row.is_empty() && !matches!(row.last(), Some(Node::Break)) {
                    row.push(Node::Break);
                }
                self.math(part, 0, open, &mut row)?;
            }
            if matches!(row.last(), Some(Node::Break)) {
                row.pop();
            }
        } else {
            self.math(element, 0, open, &mut row)?;
        }
        if row.is_empty() {
            return Ok(());
        }
        if is_display && is_first {
            let own = element.child("oMathParaPr").and_then(|p| p.child("jc")).and_then(|jc| jc.val());
            let justify = own.or_else(|| self.definitions.settings.math.justify.clone());
            open.display = Some(match justify.as_deref() {
                Some("left") => Align::Start,
                Some("right") => Align::End,
                _ => Align::Center,
            });
        }
        let style = self.run_style(open.base, open.key, None);
        let small_fractions = self.definitions.settings.math.small_fractions;
        let equation = Equation { row, is_display, small_fractions, element: None };
        self.push(open, InlineKind::Equation(Box::new(equation)), &style);
        Ok(())
    }

    /// Reads the content of `parent`.
    fn math(
        &mut self,
        parent: Element<'a>,
        depth: usize,
        open: &mut Unfinished<'_>,
        out: &mut Row,
    ) -> Result<(), LayoutError> {
        if depth > MAX_NESTED {
            let detail =
                format!("parts of an equation that are nested more than {MAX_NESTED} deep are left out");
            self.undrawn.add("equation", self.part, "", detail);
            return Ok(());
        }
        for child in parent.children() {
            self.budget.spend(16)?;
            match child.name() {
                // A run of the text can stand among those of an equation.
                "r" => self.math_run(child, open, out)?,
                "oMath" | "ins" | "moveTo" | "hyperlink" | "smartTag" | "customXml" => {
                    self.math(child, depth + 1, open, out)?;
                }
                "sdt" => {
                    if let Some(content) = child.child("sdtContent") {
                        self.math(content, depth + 1, open, out)?;
                    }
                }
                _ => out.extend(self.math_object(child, depth, open)?),
            }
        }
        Ok(())
    }

    /// The content of an object's element; nothing if it is missing.
    fn part(
        &mut self,
        element: Element<'a>,
        name: &str,
        depth: usize,
        open: &mut Unfinished<'_>,
    ) -> Result<Row, LayoutError> {
        let mut row = Row::new();
        if let Some(part) = element.child(name) {
            self.math(part, depth + 1, open, &mut row)?;
        }
        Ok(row)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each object of 22.1.2")]
    fn math_object(
        &mut self,
        element: Element<'a>,
        depth: usize,
        open: &mut Unfinished<'_>,
    ) -> Result<Option<Node>, LayoutError> {
        let name = element.name();
        let properties = element.children().into_iter().find(|child| child.name().ends_with("Pr"));
        let property = |name: &str| properties.and_then(|properties| properties.child(name));
        let on = |name: &str, plain: bool| property(name).map_or(plain, Element::on);
        let value = |name: &str| property(name).and_then(Element::val);
        let sign = |name: &str, plain: char| match property(name) {
            Some(sign) => sign.val().and_then(|sign| sign.chars().next()),
            None => Some(plain),
        };
        let control = property("ctrlPr").and_then(|control| control.child("rPr"));
        let style = Arc::new(upright(&self.run_style(open.base, open.key, control)));
        let mut part = |name: &str| self.part(element, name, depth, open);
        let node = match name {
            "f" => {
                let kind = match value("type").as_deref() {
                    Some("skw") => FractionKind::Skewed,
                    Some("lin") => FractionKind::Linear,
                    Some("noBar") => FractionKind::NoBar,
                    _ => FractionKind::Bar,
                };
                Node::Fraction { kind, over: part("num")?, under: part("den")?, style }
            }
            "rad" => {
                let degree = if on("degHide", false) { Row::new() } else { part("deg")? };
                Node::Radical { degree, base: part("e")?, style }
            }
            "sSub" | "sSup" | "sSubSup" | "sPre" => {
                let has = |script: &str| name != script;
                Node::Scripts {
                    base: part("e")?,
                    sub: has("sSup").then(|| part("sub")).transpose()?,
                    sup: has("sSub").then(|| part("sup")).transpose()?,
                    is_before: name == "sPre",
                    is_aligned: on("alnScr", false),
                    style,
                }
            }
            "nary" => {
                let sign = sign("chr", '∫').unwrap_or('∫');
                let is_integral = ('∫'..='∳').contains(&sign);
                let place = value("limLoc");
                let has_limits = match place.as_deref() {
                    Some(place) => place == "undOvr",
                    None if is_integral => self.definitions.settings.math.integrals_have_limits,
                    None => self.definitions.settings.math.sums_have_limits,
                };
                let mut part = |name: &str| self.part(element, name, depth, open);
                Node::Nary(Nary {
                    sign,
                    has_limits,
                    grows: on("grow", false),
                    sub: (!on("subHide", false)).then(|| part("sub")).transpose()?,
                    sup: (!on("supHide", false)).then(|| part("sup")).transpose()?,
                    base: part("e")?,
                    style,
                })
            }
            "d" => {
                let mut parts = Vec::new();
                for child in element.children().into_iter().filter(|child| child.name() == "e") {
                    let mut row = Row::new();
                    self.math(child, depth + 1, open, &mut row)?;
                    parts.push(row);
                }
                Node::Fence(Fence {
                    open: sign("begChr", '('),
                    separator: sign("sepChr", '|'),
                    close: sign("endChr", ')'),
                    grows: on("grow", true),
                    is_centered: value("shp").as_deref() != Some("match"),
                    parts,
                    style,
                })
            }
            "m" => return self.matrix(element, properties, style, depth, open).map(Some),
            "eqArr" => return self.lines(element, properties, style, depth, open).map(Some),
            "acc" => {
                Node::Accent { sign: sign("chr", '\u{302}').unwrap_or('\u{302}'), base: part("e")?, style }
            }
            "bar" => Node::Bar { is_over: value("pos").as_deref() == Some("top"), base: part("e")?, style },
            "box" => Node::Box { base: part("e")?, is_operator: on("opEmu", false) },
            "borderBox" => {
                let is_hidden = |name: &str| on(name, false);
                let frame = Frame {
                    sides: ["hideLeft", "hideTop", "hideRight", "hideBot"].map(|side| !is_hidden(side)),
                    strikes: ["strikeH", "strikeV", "strikeBLTR", "strikeTLBR"].map(is_hidden),
                };
                Node::Border { frame, base: part("e")?, style }
            }
            "func" => Node::Function { name: part("fName")?, base: part("e")?, style },
            "limLow" | "limUpp" => {
                Node::Limit { is_over: name == "limUpp", base: part("e")?, limit: part("lim")?, style }
            }
            "groupChr" => {
                let is_over = value("pos").as_deref() == Some("top");
                let sign = sign("chr", '⏟').unwrap_or('⏟');
                Node::Group { sign, is_over, base: part("e")?, style }
            }
            "phant" => {
                let is_off = |name: &str| on(name, false);
                let kind = Phantom {
                    is_shown: on("show", true),
                    has_width: !is_off("zeroWid"),
                    has_ascent: !is_off("zeroAsc"),
                    has_descent: !is_off("zeroDesc"),
                };
                Node::Phantom { kind, base: part("e")? }
            }
            _ => return Ok(None),
        };
        Ok(Some(node))
    }

    /// A matrix (22.1.2.60).
    fn matrix(
        &mut self,
        element: Element<'a>,
        properties: Option<Element<'a>>,
        style: Arc<RunStyle>,
        depth: usize,
        open: &mut Unfinished<'_>,
    ) -> Result<Node, LayoutError> {
        let mut columns = Vec::new();
        let kinds = properties.and_then(|properties| properties.child("mcs")).map(Element::children);
        for kind in kinds.into_iter().flatten().filter_map(|column| column.child("mcPr")) {
            let count = kind.child("count").and_then(|count| count.int("val")).unwrap_or(1).clamp(1, 64);
            let across = match kind.child("mcJc").and_then(Element::val).as_deref() {
                Some("left") => Across::Left,
                Some("right") => Across::Right,
                _ => Across::Center,
            };
            columns.extend(std::iter::repeat_n(across, count as usize));
        }
        let mut rows = Vec::new();
        for row in element.children().into_iter().filter(|child| child.name() == "mr") {
            let mut cells = Vec::new();
            for cell in row.children().into_iter().filter(|child| child.name() == "e") {
                cells.push(self.part_of_grid(cell, depth, open)?);
            }
            rows.push(cells);
        }
        Ok(Node::Grid(Grid {
            rows,
            columns,
            down: down(properties),
            row_pitch: pitch(properties, "rSpRule", "rSp", 1.0),
            column_gap: pitch(properties, "cGpRule", "cGp", 0.5),
            is_lines: false,
            is_wide: false,
            style,
        }))
    }

    fn part_of_grid(
        &mut self,
        element: Element<'a>,
        depth: usize,
        open: &mut Unfinished<'_>,
    ) -> Result<Row, LayoutError> {
        self.budget.spend(32)?;
        let mut own = Row::new();
        self.math(element, depth + 1, open, &mut own)?;
        Ok(own)
    }

    /// Lines below one another (22.1.2.34): each is cut at its marks of alignment.
    fn lines(
        &mut self,
        element: Element<'a>,
        properties: Option<Element<'a>>,
        style: Arc<RunStyle>,
        depth: usize,
        open: &mut Unfinished<'_>,
    ) -> Result<Node, LayoutError> {
        let is_wide = properties.and_then(|properties| properties.child("maxDist")).is_some_and(Element::on);
        let mut rows = Vec::new();
        for line in element.children().into_iter().filter(|child| child.name() == "e") {
            let own = self.part_of_grid(line, depth, open)?;
            rows.push(cut(own, is_wide));
        }
        Ok(Node::Grid(Grid {
            rows,
            columns: Vec::new(),
            down: down(properties),
            row_pitch: pitch(properties, "rSpRule", "rSp", 1.0),
            column_gap: Pitch::Times(0.0),
            is_lines: true,
            is_wide,
            style,
        }))
    }

    fn math_run(
        &mut self,
        run: Element<'a>,
        open: &mut Unfinished<'_>,
        out: &mut Row,
    ) -> Result<(), LayoutError> {
        let own = |is_w: bool| {
            run.children().into_iter().find(|child| child.name() == "rPr" && child.is_w() == is_w)
        };
        let style = self.run_style(open.base, open.key, own(true));
        if style.is_hidden {
            return Ok(());
        }
        let math = own(false);
        let property = |name: &str| math.and_then(|math| math.child(name));
        // Text of the paragraph among the equation's is plain.
        let is_plain = run.is_w() || property("nor").is_some_and(Element::on);
        let kind = property("sty").and_then(Element::val);
        let (is_bold, is_italic) = match kind.as_deref() {
            Some("p") => (false, false),
            Some("b") => (true, false),
            Some("bi") => (true, true),
            _ => (false, true),
        };
        let script = Script::parse(property("scr").and_then(Element::val).as_deref());
        let alphabet = (!is_plain).then_some(Alphabet { script, is_bold, is_italic });
        let style = if is_plain { style } else { Arc::new(upright(&style)) };
        if property("brk").is_some() && !out.is_empty() {
            out.push(Node::Break);
        }
        let mut aligns = property("aln").is_some_and(Element::on);
        for child in run.children() {
            match child.name() {
                "t" => {
                    let text = child.text();
                    self.budget.spend(text.len() as u64)?;
                    let text = text.into_owned();
                    out.push(Node::Text(Text { text, style: style.clone(), alphabet, aligns }));
                    aligns = false;
                }
                "br" | "cr" => out.push(Node::Break),
                _ => {}
            }
        }
        Ok(())
    }
}

fn down(properties: Option<Element<'_>>) -> Down {
    match properties.and_then(|properties| properties.child("baseJc")).and_then(Element::val).as_deref() {
        Some("top") => Down::Top,
        Some("bot" | "bottom") => Down::Bottom,
        _ => Down::Center,
    }
}

/// Distance of rows (`rSpRule`, `rSp`) or columns (`cGpRule`, `cGp`): rule 3 is points, rule 4 counts in `unit`.
fn pitch(properties: Option<Element<'_>>, rule: &str, amount: &str, unit: f64) -> Pitch {
    let number =
        |name: &str| properties.and_then(|properties| properties.child(name)).and_then(|own| own.int("val"));
    let own = number(amount).unwrap_or(1).clamp(0, 20_000) as f64;
    match number(rule) {
        Some(1) => Pitch::Times(LINE_AND_A_HALF),
        Some(2) => Pitch::Times(2.0),
        Some(3) => Pitch::Exactly(own / TWIPS_PER_POINT),
        Some(4) => Pitch::Times((own * unit).min(MOST_LINES)),
        _ => Pitch::Times(1.0),
    }
}

/// A line, cut at the marks `&` of its own text; if it is as wide as the column, `#` is before its number.
fn cut(line: Row, is_wide: bool) -> Vec<Row> {
    let mut out = vec![Row::new()];
    for node in line {
        let Node::Text(text) = node else {
            if let Some(row) = out.last_mut() {
                row.push(node);
            }
            continue;
        };
        let with = |own: &str| {
            Node::Text(Text {
                text: own.to_owned(),
                style: text.style.clone(),
                alphabet: text.alphabet,
                aligns: text.aligns,
            })
        };
        for (at, stretch) in text.text.split('&').enumerate() {
            if at > 0 {
                out.push(Row::new());
            }
            let Some(row) = out.last_mut() else { continue };
            let pieces: Vec<&str> = if is_wide { stretch.splitn(2, '#').collect() } else { vec![stretch] };
            for (at, piece) in pieces.into_iter().enumerate() {
                if at > 0 {
                    row.push(Node::Number);
                }
                if !piece.is_empty() {
                    row.push(with(piece));
                }
            }
        }
    }
    out
}

/// The letters of an equation are slanted and heavy by their alphabet.
fn upright(style: &RunStyle) -> RunStyle {
    RunStyle { italic: false, bold: false, ..style.clone() }
}
