//! A chart's part: its series, and the points in it for programs that do not open the workbook (ECMA-376 part 1, 21.2).

use std::fmt::Write;

use super::super::resources::shortened;
use super::cells::{Area, of_formula, quoted};
use super::grid::{GENERAL, Grid, Labels, Of};
use super::points::Points;
use platen_ooxml::xml::characters::{escape, is_xml_char};
use platen_ooxml::xml::{Changes, Kind, NodeId, Tree, changed};

/// A chart as its template has it.
pub(super) struct Chart<'t> {
    tree: &'t Tree,
    /// `c:ser` in the order of drawing, each with the way in which it holds points.
    series: Vec<(NodeId, Holds)>,
}

/// How a series holds its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// `c:cat` and `c:val`
    Categories,
    /// `c:xVal` and `c:yVal`
    Pairs,
    /// The same with `c:bubbleSize`.
    Bubbles,
}

/// Names of a series' points in the order of their elements.
const POINTS: [&str; 5] = ["cat", "val", "xVal", "yVal", "bubbleSize"];
/// What stands behind them (CT_LineSer, CT_BarSer, CT_BubbleSer and so on).
const BEHIND: [&str; 4] = ["smooth", "shape", "bubble3D", "extLst"];

impl<'t> Chart<'t> {
    /// Reads a part.
    ///
    /// # Errors
    /// It has no series to go by.
    pub fn read(tree: &'t Tree) -> Result<Chart<'t>, String> {
        let mut series: Vec<(NodeId, Holds)> = Vec::new();
        for node in tree.nodes().filter(|n| tree.local(*n) == "ser") {
            let Some(plot) = tree.parent(node).filter(|n| tree.local(*n).ends_with("Chart")) else {
                continue;
            };
            let holds = match tree.local(plot) {
                "scatterChart" => Holds::Pairs,
                "bubbleChart" => Holds::Bubbles,
                _ => Holds::Categories,
            };
            series.push((node, holds));
        }
        series.sort_by_key(|(node, _)| number(tree, *node, "order"));
        if series.is_empty() {
            return Err("has no series as an example: keep at least one with sample values".to_owned());
        }
        Ok(Chart { tree, series })
    }

    /// The relationship of its workbook.
    pub fn workbook(&self) -> Option<String> {
        let data = self.tree.nodes().find(|n| self.tree.local(*n) == "externalData")?;
        self.tree.attr(data, "id")
    }

    /// Whether numbers, not categories, say where its points are (scatter and bubble charts).
    pub fn in_pairs(&self) -> bool {
        self.series.iter().any(|(_, holds)| *holds != Holds::Categories)
    }

    /// Where `points` go, as far as the chart alone tells.
    ///
    /// # Errors
    /// The points do not fit this kind of chart.
    pub fn grid<'p>(&self, points: &'p Points) -> Result<Grid<'p>, String> {
        let tree = self.tree;
        let formulas = self.series.iter().flat_map(|(node, _)| tree.descendants(*node));
        let formulas = formulas.filter(|n| tree.local(*n) == "f").map(|n| text(tree, n));
        let (mut sheet, mut old): (Option<String>, Option<Area>) = (None, None);
        for formula in formulas {
            let Some((of, area)) = of_formula(&formula) else { continue };
            if sheet.get_or_insert_with(|| of.to_owned()) == of {
                old = Some(old.map_or(area, |old| old.around(area)));
            }
        }
        let labels = self
            .series
            .iter()
            .find_map(|(node, _)| tree.children(*node).find(|n| matches!(tree.local(*n), "cat" | "xVal")));
        let numbers = labels.filter(|n| tree.children(*n).any(|n| tree.local(n).starts_with("num")));
        let format = numbers.map(|n| {
            let code = tree.descendants(n).find(|n| tree.local(*n) == "formatCode");
            code.map_or_else(|| GENERAL.to_owned(), |n| text(tree, n))
        });
        let since_1904 = tree.nodes().any(|n| {
            tree.local(n) == "date1904" && !matches!(tree.attr(n, "val").as_deref(), Some("0" | "false"))
        });
        let labels = Labels::of(&points.labels, format, since_1904);
        if let (true, Labels::Texts(texts)) = (self.in_pairs(), &labels)
            && let Some(text) = texts.iter().find(|text| !text.is_empty())
        {
            return Err(format!(
                "has the x value {:?}; charts of this kind need numbers as x values",
                shortened(text)
            ));
        }
        let names = (0..points.series.len().max(1)).map(|index| self.name(points, index)).collect();
        let corner = old.map_or((1, 1), |old| (old.top, old.left));
        let sized = self.series.iter().any(|(_, holds)| *holds == Holds::Bubbles);
        let grid = Grid {
            sheet: sheet.unwrap_or_else(|| quoted("Sheet1")),
            old,
            corner,
            points,
            labels,
            names,
            sized,
        };
        match grid.area().fits() {
            true => Ok(grid),
            false => Err("has more points than fit into its data sheet".to_owned()),
        }
    }

    /// The name of a series: the one that the data gives it, its own in the template, or that of its values.
    fn name(&self, points: &Points, index: usize) -> String {
        let series = points.series.get(index);
        let given = series.and_then(|series| series.name.clone());
        let own = || {
            let (node, _) = self.series.get(index)?;
            let name = self.tree.children(*node).find(|n| self.tree.local(*n) == "tx")?;
            let name = self.tree.descendants(name).find(|n| self.tree.local(*n) == "v")?;
            Some(text(self.tree, name))
        };
        let member = || series.and_then(|series| series.member.clone());
        let name = given.or_else(own).or_else(member).unwrap_or_default();
        let shown = name.chars().map(|c| if c.is_control() { ' ' } else { c });
        shown.filter(|c| is_xml_char(*c)).take(LONGEST_NAME).collect()
    }

    /// The part with the points of a grid.
    pub fn written(&self, grid: &Grid<'_>) -> String {
        let tree = self.tree;
        let wanted = grid.names.len();
        let mut changes = Changes::new();
        let next = 1 + self.series.iter().map(|(node, _)| number(tree, *node, "idx")).max().unwrap_or(0);
        for (index, (node, holds)) in self.series.iter().enumerate() {
            let mut out = String::new();
            if index < wanted {
                self.series(*node, *holds, index, None, grid, &mut out);
            }
            if index + 1 == self.series.len() {
                for further in self.series.len()..wanted {
                    let (steps, id) = (further - index, next + (further - self.series.len()) as u64);
                    self.series(*node, *holds, further, Some((steps, id)), grid, &mut out);
                }
            }
            changes.push((tree.range(*node), out));
        }
        // Series that a reader has filtered out have points of the old sheet.
        let hidden = tree.nodes().filter(|n| {
            let local = tree.local(*n);
            local.starts_with("filtered") && local.ends_with("Series")
        });
        let hidden = hidden.filter_map(|n| tree.parent(n).filter(|p| tree.local(*p) == "ext"));
        changes.extend(hidden.map(|n| (tree.range(n), String::new())));
        changed(tree.source(), changes)
    }

    /// Writes a series; a new one is made of the last in the template, so many steps behind it and with an id.
    fn series(
        &self,
        node: NodeId,
        holds: Holds,
        index: usize,
        new: Option<(usize, u64)>,
        grid: &Grid<'_>,
        out: &mut String,
    ) {
        let tree = self.tree;
        let c = tree.prefix(node);
        let Kind::Element { open, close, .. } = tree.kind(node) else { return };
        let count = grid.points.labels.len();
        let recolored =
            |xml: &str| new.map_or_else(|| Some(xml.to_owned()), |(steps, _)| recolored(xml, steps));
        let mut points = Some(self.points(c, holds, index, grid));
        let mut name = Some(self.name_of(c, index, grid));
        out.push_str(&tree.source()[open]);
        for child in tree.children(node).filter(|n| tree.is_element(*n)) {
            let local = tree.local(child);
            if !matches!(local, "idx" | "order") {
                out.extend(name.take());
            }
            if POINTS.contains(&local) || BEHIND.contains(&local) {
                out.extend(points.take());
            }
            match (local, new) {
                ("tx" | "cat" | "val" | "xVal" | "yVal" | "bubbleSize", _) => {}
                ("idx", Some((_, id))) => {
                    let _ = write!(out, "<{c}idx val=\"{id}\"/>");
                }
                ("order", Some((_, id))) => {
                    let _ = write!(out, "<{c}order val=\"{id}\"/>");
                }
                // Looks of single points, and the id of the series.
                ("dPt" | "extLst", Some(_)) => {}
                ("dPt", None) if number(tree, child, "idx") >= count as u64 => {}
                ("dLbls", _) => out.push_str(&self.labels(child, if new.is_some() { 0 } else { count })),
                ("spPr" | "marker", _) => out.extend(recolored(tree.outer(child))),
                _ => out.push_str(tree.outer(child)),
            }
        }
        out.extend(name);
        out.extend(points);
        out.push_str(&tree.source()[close]);
    }

    /// The labels of a series without those of points that do not exist.
    fn labels(&self, node: NodeId, count: usize) -> String {
        let tree = self.tree;
        let base = tree.range(node).start;
        let gone = tree.children(node).filter(|n| tree.local(*n) == "dLbl");
        let gone = gone.filter(|n| number(tree, *n, "idx") >= count as u64).map(|n| tree.range(n));
        changed(tree.outer(node), gone.map(|r| (r.start - base..r.end - base, String::new())).collect())
    }

    fn name_of(&self, c: &str, index: usize, grid: &Grid<'_>) -> String {
        let name = escape(&grid.names[index]);
        let formula = escape(&grid.formula(Of::Name(index))).into_owned();
        format!(
            "<{c}tx><{c}strRef><{c}f>{formula}</{c}f><{c}strCache><{c}ptCount val=\"1\"/>\
             <{c}pt idx=\"0\"><{c}v>{name}</{c}v></{c}pt></{c}strCache></{c}strRef></{c}tx>"
        )
    }

    /// The categories and values of a series.
    fn points(&self, c: &str, holds: Holds, index: usize, grid: &Grid<'_>) -> String {
        let count = grid.points.labels.len();
        let (labels, values) = if holds == Holds::Categories { ("cat", "val") } else { ("xVal", "yVal") };
        let mut out = String::new();
        let formula = grid.formula(Of::Labels);
        match &grid.labels {
            Labels::Numbers(numbers, format) => {
                let numbers = numbers.iter().map(|n| n.map(|n| n.to_string()));
                push(&mut out, c, labels, ("num", Some(format)), &formula, (count, numbers));
            }
            Labels::Texts(texts) => {
                let texts = texts.iter().map(|text| Some(escape(text).into_owned()));
                push(&mut out, c, labels, ("str", None), &formula, (count, texts));
            }
        }
        let format = self.format_of(index);
        let numbers = grid.values(index).iter().map(|n| n.map(|n| n.to_string()));
        let formula = grid.formula(Of::Values(index));
        push(&mut out, c, values, ("num", Some(&format)), &formula, (count, numbers));
        if holds == Holds::Bubbles {
            let formula = grid.formula(Of::Sizes(index));
            let numbers = grid.sizes(index).into_iter().map(|n| n.map(|n| n.to_string()));
            push(&mut out, c, "bubbleSize", ("num", Some(GENERAL)), &formula, (count, numbers));
        }
        out
    }

    /// The number format of a series' values.
    fn format_of(&self, index: usize) -> String {
        let tree = self.tree;
        let series = self.series.get(index).or(self.series.last()).map(|(node, _)| *node);
        let values =
            series.and_then(|node| tree.children(node).find(|n| matches!(tree.local(*n), "val" | "yVal")));
        let code = values.and_then(|node| tree.descendants(node).find(|n| tree.local(*n) == "formatCode"));
        code.map_or_else(|| GENERAL.to_owned(), |n| text(tree, n))
    }
}

/// Characters of a name; a column of a table has no more (18.5.1.3).
const LONGEST_NAME: usize = 255;

/// Writes one kind of points: the formula, and what its cells hold. `c` is the prefix, `kind` is `num` with a number format or
/// `str`; what is nothing has no point.
fn push(
    out: &mut String,
    c: &str,
    element: &str,
    (kind, format): (&str, Option<&str>),
    formula: &str,
    (count, values): (usize, impl Iterator<Item = Option<String>>),
) {
    // Writing to a string cannot fail.
    let _ = write!(out, "<{c}{element}><{c}{kind}Ref><{c}f>{}</{c}f><{c}{kind}Cache>", escape(formula));
    if let Some(format) = format {
        let _ = write!(out, "<{c}formatCode>{}</{c}formatCode>", escape(format));
    }
    let _ = write!(out, "<{c}ptCount val=\"{count}\"/>");
    for (index, value) in values.enumerate() {
        if let Some(value) = value {
            let _ = write!(out, "<{c}pt idx=\"{index}\"><{c}v>{value}</{c}v></{c}pt>");
        }
    }
    let _ = write!(out, "</{c}{kind}Cache></{c}{kind}Ref></{c}{element}>");
}

/// The looks of a series as those of one that follows: the next of the theme's six accents. Without an accent they are
/// nothing, and the program that draws the chart takes the next; what has no color at all stays.
fn recolored(xml: &str, steps: usize) -> Option<String> {
    const ACCENT: &str = "val=\"accent";
    if !xml.contains("Clr ") {
        return Some(xml.to_owned());
    }
    let mut pieces = xml.split(ACCENT);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    let mut any = false;
    for piece in pieces {
        let (digit, rest) = piece.split_at_checked(1)?;
        let accent = digit.parse::<usize>().ok()?.checked_sub(1)?;
        let _ = write!(out, "{ACCENT}{}{rest}", (accent + steps) % 6 + 1);
        any = true;
    }
    any.then_some(out)
}

/// The number in the `val` of a child; 0 without one.
fn number(tree: &Tree, node: NodeId, child: &str) -> u64 {
    let child = tree.children(node).find(|n| tree.local(*n) == child);
    child.and_then(|n| tree.attr(n, "val")?.parse().ok()).unwrap_or(0)
}

fn text(tree: &Tree, node: NodeId) -> String {
    tree.children(node).map(|n| tree.chars(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_series_takes_the_next_accents() {
        let looks = "<a:schemeClr val=\"accent5\"><a:x/></a:schemeClr><a:schemeClr val=\"accent6\"/>";
        let next = "<a:schemeClr val=\"accent1\"><a:x/></a:schemeClr><a:schemeClr val=\"accent2\"/>";
        assert_eq!(recolored(looks, 2).as_deref(), Some(next));
        assert_eq!(recolored("<a:srgbClr val=\"FF0000\"/>", 1), None);
        let none = "<c:marker><c:symbol val=\"none\"/></c:marker>";
        assert_eq!(recolored(none, 1).as_deref(), Some(none));
    }
}
