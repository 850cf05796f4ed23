//! Measures what it takes to send bytes to a confined child and to get its answer, beside the work itself: the child reads
//! the bytes and refuses them at once. `exchange [TIMES]`.
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::error::Error;
use std::time::Instant;

use platen_svg::{DrawInProcess, DrawSvg};

use platen_ooxml::{Bounds, Budget, Limits};
use platen_pdf::{ChildSettings, SvgChildren};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(times) = std::env::args().nth(1) else {
        // A child has no arguments.
        return Ok(platen_pdf::serve()?);
    };
    let times: u32 = times.parse()?;
    let children = SvgChildren::new(ChildSettings::of_this_program(Vec::new())?);
    let drawers = [("in process", &DrawInProcess as &dyn DrawSvg), ("in a child", &*children.of(None))];
    let limits = Limits::default();
    for kib in [1, 8, 64] {
        // Not UTF-8: refused without a look at the rest.
        let bytes = [b"<svg>".to_vec(), vec![0xff; kib << 10]].concat();
        for (place, drawer) in drawers {
            let draw = || {
                let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
                drawer.draw(&bytes, None, bounds).is_err()
            };
            let _warm = draw();
            let start = Instant::now();
            for _ in 0..times {
                assert!(draw());
            }
            let microseconds = start.elapsed().as_secs_f64() * 1e6 / f64::from(times);
            eprintln!("{kib:>3} KiB {place}: {microseconds:.1} us");
        }
    }
    Ok(())
}
