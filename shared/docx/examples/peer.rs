//! Platen's part in the comparison with other document generators (`make bench-peers`): the same modes as theirs.
//!
//! ```text
//! peer ENGINE empty
//! peer ENGINE once  TEMPLATE DATA OUT
//! peer ENGINE warm  TEMPLATE DATA N
//! peer ENGINE batch TEMPLATE DATA N OUT.zip
//! ```
//!
//! ENGINE is `platen`, which compiles the template once, or `platen-recompiling`, which compiles it for each document
//! as most of the others do. `warm` and `batch` print their figures as JSON; times are in milliseconds.

#![expect(clippy::print_stdout, reason = "the figures are the output")]

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;
use std::{env, iter};

use bytes::Bytes;
use platen_docx::{Limits, RenderOptions, Template};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [_, "empty"] => Ok(()),
        [engine, "once", template, data, out] => {
            Ok(fs::write(out, Engine::new(engine, template)?.fill(&read(data)?)?)?)
        }
        [engine, "warm", template, data, n] => {
            warm(&Engine::new(engine, template)?, &read(data)?, n.parse()?)
        }
        [engine, "batch", template, data, n, out] => {
            batch(&Engine::new(engine, template)?, &read(data)?, n.parse()?, Path::new(out))
        }
        _ => Err("usage: peer ENGINE empty|once|warm|batch ...".into()),
    }
}

enum Engine {
    Compiled(Box<Template>),
    Recompiling(Bytes),
}

impl Engine {
    fn new(name: &str, template: &str) -> Result<Engine> {
        let bytes = Bytes::from(fs::read(template)?);
        Ok(match name {
            "platen-recompiling" => Engine::Recompiling(bytes),
            _ => Engine::Compiled(Box::new(Template::compile(bytes, &Limits::default())?)),
        })
    }

    fn fill(&self, data: &Value) -> Result<Vec<u8>> {
        let options = RenderOptions::default();
        Ok(match self {
            Engine::Compiled(template) => template.render(data, &options)?,
            Engine::Recompiling(bytes) => {
                Template::compile(bytes.clone(), &Limits::default())?.render(data, &options)?
            }
        })
    }
}

fn read(path: &str) -> Result<Value> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}

/// Documents one after the other, each from its own copy of the data; a third as many before, to warm up.
fn warm(engine: &Engine, data: &Value, n: usize) -> Result<()> {
    for _ in 0..n.div_ceil(3) {
        engine.fill(&data.clone())?;
    }
    let mut times = Vec::with_capacity(n);
    let mut size = 0;
    for _ in 0..n {
        let data = data.clone();
        let start = Instant::now();
        size = engine.fill(&data)?.len();
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let (median, p10, p90) = (times[n / 2], times[n / 10], times[n * 9 / 10]);
    println!("{}", json!({ "n": n, "median": median, "p10": p10, "p90": p90, "size": size }));
    Ok(())
}

/// Documents with a number each, into one archive.
fn batch(engine: &Engine, data: &Value, n: usize, out: &Path) -> Result<()> {
    let start = Instant::now();
    let mut archive = ZipWriter::new(BufWriter::new(File::create(out)?));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (number, mut data) in (1..=n).zip(iter::repeat_with(|| data.clone())) {
        let number = format!("R-{number:04}");
        data["number"] = json!(number);
        archive.start_file(format!("{number}.docx"), stored)?;
        archive.write_all(&engine.fill(&data)?)?;
    }
    archive.finish()?.flush()?;
    let total = start.elapsed().as_secs_f64() * 1e3;
    println!("{}", json!({ "n": n, "total": total, "size": fs::metadata(out)?.len() }));
    Ok(())
}
