//! The room of a chart that title and legend leave to the plot.

use super::canvas::{At, Canvas, Text, rectangle};
use crate::error::LayoutError;
use crate::model::story::charted::{Chart, Manual, Title};
use crate::pages::Rect;

/// Bound: the least side of a plot, in points, and its greatest.
pub(super) const LEAST_PLOT: f64 = 5.0;
const MOST_PLOT: f64 = 1e5;

/// How much of the chart's breadth its title may take, as a share. A guess.
const TITLE_ROOM: f64 = 0.8;

/// Space that a title's box has around its text, in points: beside, and above and below. A guess.
const BOX: (f64, f64) = (3.0, 2.0);

/// Distance of the plot from the edges of the chart, where no labels stand between, in points. Fitted to charts that are not on
/// record.
pub(super) const MARGIN: f64 = 11.0;

/// Distance of the title from the upper edge, and of what is below it, in points. Fitted to charts that are not on record.
const TITLE: f64 = 7.0;

/// The remaining room of a chart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub whole: Rect,
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Room {
    pub fn of(whole: Rect) -> Room {
        Room {
            whole,
            left: whole.x,
            top: whole.y,
            right: whole.x + whole.width,
            bottom: whole.y + whole.height,
        }
    }

    pub fn width(&self) -> f64 {
        (self.right - self.left).max(1.0)
    }

    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(1.0)
    }
}

impl Manual {
    /// The corner of something that would stand at a place by itself.
    pub(super) fn corner(&self, whole: Rect, auto: (f64, f64)) -> (f64, f64) {
        let of = |share: Option<f64>, is_edge: bool, (start, size): (f64, f64), auto: f64| match share {
            Some(share) if is_edge => start + size * share,
            Some(share) => auto + size * share,
            None => auto,
        };
        (
            of(self.x, self.is_edge.0, (whole.x, whole.width), auto.0),
            of(self.y, self.is_edge.1, (whole.y, whole.height), auto.1),
        )
    }

    /// The place of something that has a size of its own here.
    pub(super) fn rect(&self, whole: Rect, auto: Rect) -> Rect {
        let (x, y) = self.corner(whole, (auto.x, auto.y));
        let width = self.width.map_or(auto.width, |share| whole.width * share);
        let height = self.height.map_or(auto.height, |share| whole.height * share);
        Rect { x, y, width: width.clamp(1.0, MOST_PLOT), height: height.clamp(1.0, MOST_PLOT) }
    }
}

/// A rectangle around what has a corner and a size, with space beside it and above and below.
pub(super) fn widened((x, y): (f64, f64), (width, height): (f64, f64), (beside, above): (f64, f64)) -> Rect {
    Rect { x: x - beside, y: y - above, width: width + beside * 2.0, height: height + above * 2.0 }
}

/// Draws the chart's title and takes its room.
pub(super) fn title(chart: &Chart, room: &mut Room, canvas: &mut Canvas<'_, '_>) -> Result<(), LayoutError> {
    let Some(title) = &chart.title else { return Ok(()) };
    let lines = measure(title, room.width() * TITLE_ROOM, canvas)?;
    let (width, height) = size(&lines);
    let auto = (room.left + (room.width() - width) / 2.0, room.top + TITLE);
    let corner = title.layout.map_or(auto, |own| own.corner(room.whole, auto));
    block(title, &lines, corner, canvas)?;
    if !title.is_over {
        room.top += TITLE + height;
    }
    Ok(())
}

/// Lines of a title, those that are too long broken between words.
pub(super) fn measure(title: &Title, width: f64, canvas: &Canvas<'_, '_>) -> Result<Vec<Text>, LayoutError> {
    let mut out = Vec::new();
    for line in &title.lines {
        let whole = canvas.rich(line)?;
        match line.as_slice() {
            [(text, style)] if whole.width > width => out.extend(wrapped(text, style, width, canvas)?),
            _ => out.push(whole),
        }
    }
    Ok(out)
}

/// A text in lines no longer than a width, as far as its words allow.
pub(super) fn wrapped(
    text: &str,
    style: &std::sync::Arc<crate::model::run::RunStyle>,
    width: f64,
    canvas: &Canvas<'_, '_>,
) -> Result<Vec<Text>, LayoutError> {
    let mut out = Vec::new();
    let space = canvas.text(" ", style)?.width;
    let (mut line, mut length) = (String::new(), 0.0);
    for word in text.split_whitespace() {
        let own = canvas.text(word, style)?.width;
        if !line.is_empty() && length + space + own > width {
            out.push(canvas.text(&line, style)?);
            line.clear();
            length = 0.0;
        }
        if !line.is_empty() {
            line.push(' ');
            length += space;
        }
        line.push_str(word);
        length += own;
    }
    if !line.is_empty() {
        out.push(canvas.text(&line, style)?);
    }
    Ok(out)
}

/// Width and height of lines one below the other.
pub(super) fn size(lines: &[Text]) -> (f64, f64) {
    (lines.iter().map(|line| line.width).fold(0.0, f64::max), lines.iter().map(Text::height).sum())
}

/// Draws lines, centred in their block.
pub(super) fn block(
    title: &Title,
    lines: &[Text],
    (x, y): (f64, f64),
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    let (width, height) = size(lines);
    let around = widened((x, y), (width, height), BOX);
    canvas.area(rectangle(around), &title.area);
    let mut top = y;
    for line in lines {
        canvas.put(line, (x + width / 2.0, top), (At::Middle, At::Start))?;
        top += line.height();
    }
    Ok(())
}

/// Draws lines of a title, turned about the middle of their block.
pub(super) fn turned(
    title: &Title,
    lines: &[Text],
    (x, y): (f64, f64),
    degrees: f64,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), LayoutError> {
    let (width, height) = size(lines);
    if degrees == 0.0 {
        return block(title, lines, (x - width / 2.0, y - height / 2.0), canvas);
    }
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut down = -height / 2.0;
    for line in lines {
        let middle = down + line.height() / 2.0;
        canvas.turn(line, (x - sin * middle, y + cos * middle), degrees, (At::Middle, At::Middle))?;
        down += line.height();
    }
    Ok(())
}
