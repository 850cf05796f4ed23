//! Effects: of pictures' colours (20.1.8), and shadows of shapes (20.1.8.45).

use super::Reader;
use crate::bounds::THICKEST;
use crate::drawing::Ink;
use crate::model::drawing_colour::ink;
use crate::model::shape_look::Shadow;
use crate::model::theme::Format;
use crate::pages::Recolour;
use crate::read::Element;

/// Tolerance: share by which a shadow may be larger or smaller than its shape and is drawn as large. A guess.
const SAME_SIZE: f64 = 0.1;

/// Bound: the longest distance of a shadow, in points. A guess.
const FARTHEST_SHADOW: f64 = 200.0;

/// Changes of one picture that are kept.
const MAX_CHANGES: usize = 8;

impl<'a> Reader<'a> {
    /// The changes of colours in an `a:blip`, in their order.
    pub(super) fn recolours(&mut self, blip: Element<'a>) -> Vec<Recolour> {
        let mut out = Vec::new();
        for child in blip.children().into_iter().take(MAX_CHANGES) {
            let colour = |element: Element<'_>| ink(element, self.theme, None);
            out.extend(match child.name() {
                "grayscl" => Some(Recolour::Grey),
                "biLevel" => Some(Recolour::BlackWhite(child.share("thresh").unwrap_or(0.5).clamp(0.0, 1.0))),
                "lum" => Some(Recolour::Light {
                    bright: child.share("bright").unwrap_or(0.0).clamp(-1.0, 1.0),
                    contrast: child.share("contrast").unwrap_or(0.0).clamp(-1.0, 1.0),
                }),
                "alphaModFix" => Some(Recolour::Opacity(child.share("amt").unwrap_or(1.0).clamp(0.0, 1.0))),
                "duotone" => {
                    let own = child.children();
                    let at = |number: usize| {
                        crate::model::drawing_colour::colour(*own.get(number)?, self.theme, None)
                    };
                    at(0).zip(at(1)).map(|(dark, light)| Recolour::Duotone(dark.colour, light.colour))
                }
                "clrChange" => child.child("clrFrom").and_then(colour).map(|own| Recolour::Clear(own.colour)),
                "extLst" => None,
                other => {
                    let detail = format!("the effect {other} of a picture is left out");
                    self.undrawn.add("picture-effect", self.part, "", detail);
                    None
                }
            });
        }
        out.retain(|own| {
            *own != Recolour::Opacity(1.0) && *own != Recolour::Light { bright: 0.0, contrast: 0.0 }
        });
        out
    }

    /// The effects behind a shape, the lowest first: its own shadow and glow, or those of its style.
    pub(super) fn shadows(
        &mut self,
        properties: Option<Element<'a>>,
        style: Option<Element<'a>>,
    ) -> Vec<Shadow> {
        let own = properties.and_then(|p| p.child("effectLst").or_else(|| p.child("effectDag")));
        let mut is_left_out = properties.is_some_and(|p| p.child("sp3d").is_some());
        let shadows = match own {
            Some(list) => self.effects(list, None, &mut is_left_out),
            None => {
                let reference = style.and_then(|style| style.child("effectRef"));
                let colour = reference.and_then(|own| ink(own, self.theme, None));
                let format = reference.and_then(|own| self.theme.format(Format::Effect, own.int("idx")?));
                is_left_out |= format.is_some_and(|own| own.child("sp3d").is_some());
                let list = format.and_then(|own| own.child("effectLst"));
                list.map(|list| self.effects(list, colour, &mut is_left_out)).unwrap_or_default()
            }
        };
        if is_left_out {
            let detail = "a reflection, soft edge, bevel or other effect of a shape is left out";
            self.undrawn.add("shape-effect", self.part, "", detail);
        }
        shadows
    }

    fn effects(&self, list: Element<'_>, colour: Option<Ink>, is_left_out: &mut bool) -> Vec<Shadow> {
        let (mut shadow, mut glow) = (None, None);
        for child in list.children().into_iter().take(MAX_CHANGES) {
            let ink = ink(child, self.theme, colour);
            match child.name() {
                "glow" => {
                    let radius = child.emu("rad").unwrap_or(0.0).clamp(0.0, THICKEST);
                    glow = ink.map(|ink| Shadow { offset: (0.0, 0.0), blur: radius * 2.0, ink });
                }
                "outerShdw" => {
                    // A shadow on the ground, of another size or slanted, is drawn as one on the wall behind.
                    let is_other =
                        |name: &str| child.share(name).is_some_and(|share| (share - 1.0).abs() > SAME_SIZE);
                    *is_left_out |=
                        is_other("sx") || is_other("sy") || child.int("kx").is_some_and(|kx| kx != 0);
                    let degrees = child.degrees("dir").unwrap_or(0.0);
                    let (sin, cos) = degrees.to_radians().sin_cos();
                    let distance = child.emu("dist").unwrap_or(0.0).clamp(0.0, FARTHEST_SHADOW);
                    shadow = ink.map(|ink| Shadow {
                        offset: (cos * distance, sin * distance),
                        blur: child.emu("blurRad").unwrap_or(0.0).clamp(0.0, THICKEST),
                        ink,
                    });
                }
                _ => *is_left_out = true,
            }
        }
        shadow.into_iter().chain(glow).collect()
    }
}
