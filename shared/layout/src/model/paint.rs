//! Fills of shapes (20.1.8), independent of their size.

use std::sync::Arc;

use super::drawing_colour::ink;
use super::pattern::Pattern;
use super::theme::Theme;
use crate::bounds::COARSE_ROUNDING;
use crate::drawing::{Gradient, GradientForm, Ink, Paint, PatternPaint, PicturePaint};
use crate::pages::Rect;
use crate::read::Element;

/// Colours of a gradient that are kept. Attack: a million of them.
const MAX_STOPS: usize = 64;

/// The fill of a shape.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fill {
    Plain(Ink),
    Gradient(Arc<Shading>),
    Picture(Arc<PictureFill>),
    Pattern(Arc<Pattern>),
}

/// A picture that fills a shape (20.1.8.14).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PictureFill {
    /// Name of its part.
    pub part: Arc<str>,
    /// How much of the shape stays free at each side: left, top, right, bottom.
    pub insets: [f64; 4],
    /// How many times its own size a tile is, if it is tiled.
    pub tile: Option<(f64, f64)>,
    pub opacity: f64,
}

/// A gradient (20.1.8.33).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shading {
    /// Places from 0 to 1, and the colours there.
    pub stops: Vec<(f64, Ink)>,
    pub form: Form,
}

/// The direction of a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// Degrees clockwise from left to right; whether the angle stretches with the shape.
    Linear { angle: f64, is_scaled: bool },
    /// From a rectangle within the shape outwards: its middle, as shares of the shape.
    Outwards { focus: (f64, f64) },
}

impl Fill {
    /// One colour in place of it: the average of a gradient.
    pub fn ink(&self) -> Ink {
        match self {
            Fill::Plain(ink) => *ink,
            Fill::Gradient(shading) => shading.average(),
            // Neither light nor dark: nobody knows before it is drawn.
            Fill::Picture(own) => Ink { colour: [192; 3], opacity: own.opacity },
            Fill::Pattern(own) => mixed(own.fore, own.ground, own.coverage()),
        }
    }

    /// It over a rectangle.
    pub fn over(&self, rect: Rect) -> Paint {
        match self {
            Fill::Plain(ink) => Paint::Plain(*ink),
            Fill::Gradient(shading) => Paint::Gradient(Box::new(shading.over(rect))),
            Fill::Pattern(own) => {
                let Pattern { bits, fore, ground } = **own;
                Paint::Pattern(Box::new(PatternPaint { bits, fore, ground, corner: (rect.x, rect.y) }))
            }
            Fill::Picture(own) => {
                let [left, top, right, bottom] = own.insets;
                let rect = Rect {
                    x: rect.x + rect.width * left,
                    y: rect.y + rect.height * top,
                    width: (rect.width * (1.0 - left - right)).max(0.0),
                    height: (rect.height * (1.0 - top - bottom)).max(0.0),
                };
                Paint::Picture(Box::new(PicturePaint {
                    part: own.part.clone(),
                    rect,
                    tile: own.tile,
                    opacity: own.opacity,
                }))
            }
        }
    }

    /// A picture, over all of the shape or side by side.
    pub fn picture(part: Arc<str>, tile: Option<(f64, f64)>, opacity: f64) -> Fill {
        Fill::Picture(Arc::new(PictureFill { part, insets: [0.0; 4], tile, opacity }))
    }

    /// It with its colours changed.
    pub fn changed(&self, change: impl Fn(Ink) -> Ink) -> Fill {
        match self {
            Fill::Plain(ink) => Fill::Plain(change(*ink)),
            Fill::Gradient(shading) => {
                let stops = shading.stops.iter().map(|(at, ink)| (*at, change(*ink))).collect();
                Fill::Gradient(Arc::new(Shading { stops, form: shading.form }))
            }
            Fill::Picture(own) => Fill::Picture(own.clone()),
            Fill::Pattern(own) => {
                let (fore, ground) = (change(own.fore), change(own.ground));
                Fill::Pattern(Arc::new(Pattern { fore, ground, ..**own }))
            }
        }
    }
}

impl Shading {
    /// Reads an `a:gradFill`; none if it has no colours.
    pub fn read(element: Element<'_>, theme: &Theme, placeholder: Option<Ink>) -> Option<Shading> {
        let mut stops: Vec<(f64, Ink)> = element
            .child("gsLst")?
            .children()
            .into_iter()
            .take(MAX_STOPS)
            .filter_map(|stop| {
                Some((stop.share("pos").unwrap_or(0.0).clamp(0.0, 1.0), ink(stop, theme, placeholder)?))
            })
            .collect();
        stops.sort_by(|a, b| a.0.total_cmp(&b.0));
        if stops.is_empty() {
            return None;
        }
        let form = match (element.child("path"), element.child("lin")) {
            (Some(path), _) => {
                let focus = path.child("fillToRect");
                let side = |name| focus.and_then(|focus| focus.share(name)).unwrap_or(0.0).clamp(-1.0, 2.0);
                Form::Outwards {
                    focus: ((side("l") + 1.0 - side("r")) / 2.0, (side("t") + 1.0 - side("b")) / 2.0),
                }
            }
            (None, own) => Form::Linear {
                angle: own.and_then(|own| own.degrees("ang")).unwrap_or(0.0),
                is_scaled: own.and_then(|own| own.flag("scaled")) == Some(true),
            },
        };
        Some(Shading { stops, form })
    }

    /// The average of its colours.
    pub fn average(&self) -> Ink {
        let stops = &self.stops;
        let (Some(first), Some(last)) = (stops.first(), stops.last()) else {
            return Ink { colour: [0; 3], opacity: 0.0 };
        };
        let ends = [(0.0, first.1), (1.0, last.1)];
        let all = ends.iter().take(1).chain(stops).chain(ends.iter().skip(1));
        let mut sum = (0.0, first.1);
        for (from, to) in all.clone().zip(all.skip(1)) {
            let length = (to.0.min(1.0) - from.0.max(0.0)).max(0.0);
            let whole = sum.0 + length;
            if whole > 0.0 {
                sum = (whole, mixed(mixed(from.1, to.1, 0.5), sum.1, length / whole));
            }
        }
        sum.1
    }

    fn over(&self, rect: Rect) -> Gradient {
        let centre = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
        let form = match self.form {
            Form::Linear { angle, is_scaled } => {
                let (mut sin, mut cos) = angle.to_radians().sin_cos();
                if is_scaled {
                    let length = (cos * rect.width).hypot(sin * rect.height).max(COARSE_ROUNDING);
                    (cos, sin) = (cos * rect.width / length, sin * rect.height / length);
                }
                // From corner to corner, as far as they lie apart in that direction.
                let reach = (cos * rect.width).abs() / 2.0 + (sin * rect.height).abs() / 2.0;
                GradientForm::Linear {
                    from: (centre.0 - cos * reach, centre.1 - sin * reach),
                    to: (centre.0 + cos * reach, centre.1 + sin * reach),
                }
            }
            Form::Outwards { focus } => {
                let middle = (rect.x + rect.width * focus.0, rect.y + rect.height * focus.1);
                let far = |at: f64, from: f64, size: f64| (at - from).abs().max((from + size - at).abs());
                let radius = far(middle.0, rect.x, rect.width).hypot(far(middle.1, rect.y, rect.height));
                GradientForm::Radial { centre: middle, radius }
            }
        };
        Gradient { stops: self.stops.clone(), form }
    }
}

/// A share of one colour with the rest of another.
pub(crate) fn mixed(a: Ink, b: Ink, share: f64) -> Ink {
    let between = |a: f64, b: f64| a * share + b * (1.0 - share);
    let channel = |at: usize| between(f64::from(a.colour[at]), f64::from(b.colour[at])).round() as u8;
    Ink { colour: [channel(0), channel(1), channel(2)], opacity: between(a.opacity, b.opacity) }
}
