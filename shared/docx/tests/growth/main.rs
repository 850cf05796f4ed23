//! Work grows with its input and no faster: each line of a table makes an input of a size and works on it, and the steps
//! that its budget counts at n, 2n and 4n may grow 2.2 times each. Steps are the same on every machine.
//!
//! A search that counts nothing would not show in steps; sizes are such that it shows as a test that takes minutes.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../language/pack.rs"]
#[expect(dead_code, reason = "shared with other tests")]
mod pack;
mod shapes;

use platen_docx::{Budget, CompileError, Exhausted, Limits, Missing, RenderError, RenderOptions, Template};
use platen_ooxml::package::Package;

/// An input of a size, and what is done with it.
pub struct Shape {
    /// In words.
    pub name: &'static str,
    /// The smallest size.
    pub n: usize,
    /// Works on an input of this size within the budget. Whether the input is accepted does not matter.
    pub work: fn(usize, &Limits, &Budget),
}

/// How much faster than its input work may grow: some of it is done once, some n log n times.
const FASTEST: f64 = 2.2;

/// Steps that the work takes when it may take so many.
fn steps(shape: &Shape, n: usize, allowed: u64) -> u64 {
    // Room for the largest input; what is counted is not what limits refuse.
    let limits = Limits {
        tags: 1 << 20,
        html_elements: 1 << 20,
        fields: 1 << 22,
        fuel: 1 << 40,
        compression_ratio: 1 << 20,
        ..Limits::default()
    };
    let budget = Budget::new("render_time", std::time::Duration::MAX, allowed);
    (shape.work)(n, &limits, &budget);
    budget.spent()
}

#[test]
fn steps_grow_with_the_input_and_no_faster() {
    let mut table = String::new();
    let mut fast = Vec::new();
    for shape in shapes::SHAPES {
        let began = std::time::Instant::now();
        let counts = [1, 2, 4].map(|times| steps(shape, times * shape.n, u64::MAX));
        let growth = [counts[1] as f64 / counts[0] as f64, counts[2] as f64 / counts[1] as f64];
        let took = began.elapsed();
        // Each element of the input is some work: less was not counted.
        let is_counted = counts[2] > counts[0] + 3 * shape.n as u64;
        let is_fast = growth.iter().any(|growth| *growth > FASTEST) || !is_counted;
        let mark = if is_fast { " <--" } else { "" };
        let line = format!(
            "{:<48} n = {:>6}: {:>11} {:>11} {:>11}  x {:.2} x {:.2}  {took:.1?}{mark}\n",
            shape.name, shape.n, counts[0], counts[1], counts[2], growth[0], growth[1]
        );
        table.push_str(&line);
        fast.extend(is_fast.then_some(shape.name));
    }
    assert!(fast.is_empty(), "too fast, or not counted: {fast:?}\n{table}");
}

/// All work ends soon after the budget has.
#[test]
fn work_ends_with_its_budget() {
    let mut late = Vec::new();
    for shape in shapes::SHAPES {
        let whole = steps(shape, shape.n, u64::MAX);
        let spent = steps(shape, shape.n, whole / 3);
        // Some loops are asked once for all of their elements, and what is open is closed.
        if spent > whole / 3 + whole / 4 + 50_000 {
            late.push(format!("{}: {spent} of {whole}", shape.name));
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

#[test]
fn there_are_forty_shapes_at_least_and_no_two_of_one_name() {
    let names: std::collections::BTreeSet<&str> = shapes::SHAPES.iter().map(|shape| shape.name).collect();
    assert_eq!(names.len(), shapes::SHAPES.len());
    assert!(names.len() >= 40, "{}", names.len());
}

/// What each phase answers when its budget has ended, and when its caller has gone.
#[test]
fn the_end_of_a_budget_is_told_by_its_limit() {
    let limits = Limits::default();
    let bytes = pack::package(&pack::document("<w:p><w:r><w:t>{{ a }}</w:t></w:r></w:p>"), &[]);
    let data = serde_json::json!({ "a": "x" });
    let of = |steps| Budget::new("render_time", std::time::Duration::MAX, steps);
    let gone = of(u64::MAX);
    gone.cancel();

    let opened = Package::open_within(bytes.clone(), &limits, &of(100)).unwrap_err();
    assert_eq!(opened.limit(), Some("work_steps"));
    let compiled = Template::compile_within(bytes.clone(), &limits, &of(10_000)).unwrap_err();
    assert_eq!((compiled.limit(), compiled.to_string().contains("10000 steps")), (Some("work_steps"), true));
    let compiled = Template::compile_within(bytes.clone(), &limits, &gone).unwrap_err();
    assert!(matches!(compiled, CompileError::Exhausted(Exhausted::Cancelled)), "{compiled}");

    let template = Template::compile(bytes, &limits).unwrap();
    let options = RenderOptions::default();
    let late = Budget::new("render_time", std::time::Duration::ZERO, u64::MAX);
    let rendered = template.render_within(&data, &options, &late).unwrap_err();
    assert!(matches!(rendered, RenderError::Limit { limit: "render_time", .. }), "{rendered}");
    let rendered = template.render_within(&data, &options, &gone).unwrap_err();
    assert!(matches!(rendered, RenderError::Cancelled), "{rendered}");

    // One deadline for compiling, and for both passes of a render.
    let shared = of(u64::MAX);
    let spent = |data: &serde_json::Value, missing| {
        let before = shared.spent();
        let _ = template.render_within(data, &RenderOptions { missing, ..RenderOptions::default() }, &shared);
        shared.spent() - before
    };
    let once = spent(&data, Missing::Error);
    assert!(spent(&serde_json::json!({}), Missing::Keep) >= once / 2 && shared.spent() > once);
}
