//! Draws SVG pictures in children: the cost of a filter or a pattern is known only when it is done, and a child can be
//! killed.

use std::sync::Arc;

use platen_svg::{DrawInProcess, DrawSvg, SvgDrawing};

use platen_ooxml::{Bounds, Budget, Limits};
use uuid::Uuid;

use super::message::{Answer, Job};
use super::worker::Worker;
use super::{ChildSettings, Pool, Role};
use crate::PdfError;

/// A picture of a few shapes, by which a child reads its fonts.
const FIRST: &[u8] =
    b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text y='9'>A</text></svg>";

/// The children that draw SVG pictures. None is started before the first picture comes.
#[derive(Clone)]
pub struct SvgChildren(Arc<Pool>);

impl SvgChildren {
    /// As many children as `settings` say, which are not those of the engine.
    #[must_use]
    pub fn new(settings: ChildSettings) -> SvgChildren {
        SvgChildren(Arc::new(Pool::new(settings, Role::Drawing)))
    }

    /// What draws for one tenant: its children draw for no other.
    #[must_use]
    pub fn of(&self, tenant: Option<Uuid>) -> Arc<dyn DrawSvg> {
        Arc::new(Drawer { pool: self.0.clone(), tenant })
    }
}

struct Drawer {
    pool: Arc<Pool>,
    tenant: Option<Uuid>,
}

impl DrawSvg for Drawer {
    fn draw(&self, svg: &[u8], longer_side: Option<u64>, bounds: Bounds<'_>) -> Result<SvgDrawing, String> {
        let Bounds { limits, budget } = bounds;
        let job = Job::Draw { limits: limits.clone(), longer_side, time: budget.time_left() };
        match self.pool.answer(&job, svg, self.tenant, budget) {
            Ok((answer, body)) => drawing(answer, body),
            Err(PdfError::Exhausted(exhausted)) => Err(exhausted.to_string()),
            Err(PdfError::Engine | PdfError::Killed | PdfError::Limit { .. }) => {
                Err("is an SVG picture that takes too much memory, or stopped the program that draws pictures; simplify it, or send it as PNG"
                    .to_owned())
            }
            Err(error) => {
                tracing::error!(%error, "no SVG picture can be drawn");
                Err("is an SVG picture, which cannot be drawn at the moment; try again later".to_owned())
            }
        }
    }
}

fn drawing(answer: Answer, body: Vec<u8>) -> Result<SvgDrawing, String> {
    match answer {
        Answer::Drawing { width, height, png_bytes } if png_bytes <= body.len() => {
            let mut png = bytes::Bytes::from(body);
            let svg = png.split_off(png_bytes);
            Ok(SvgDrawing { png, svg, width, height })
        }
        Answer::NoDrawing(reason) => Err(reason),
        _ => Err("is an SVG picture that cannot be drawn".to_owned()),
    }
}

/// Draws in the child.
pub(super) fn worker() -> Worker {
    let limits = Limits::default();
    // A child that cannot draw this says so of the picture that it is sent.
    let _ = DrawInProcess.draw(FIRST, None, Bounds { limits: &limits, budget: &Budget::of(&limits) });
    Box::new(|job, svg| match job {
        Job::Draw { limits, longer_side, time } => {
            let budget = Budget::new("render_time", time, limits.work_steps);
            match DrawInProcess.draw(svg, longer_side, Bounds { limits: &limits, budget: &budget }) {
                Ok(SvgDrawing { png, svg, width, height }) => {
                    let answer = Answer::Drawing { width, height, png_bytes: png.len() };
                    (answer, [png, svg].concat())
                }
                Err(reason) => (Answer::NoDrawing(reason), Vec::new()),
            }
        }
        _ => (Answer::NoDrawing("is a document".to_owned()), Vec::new()),
    })
}
