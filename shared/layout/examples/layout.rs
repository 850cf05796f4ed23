//! Prints the layout tree of a document: `cargo run -p platen-layout --example layout -- FILE.docx`. With `words` behind
//! it: page, x, baseline, width, size and text of each word, separated by tabs. A third argument names a file that gets the
//! document with its fields updated.

use std::io::Write;

use platen_fonts::{FontFolders, Library};
use platen_layout::{Fields, Item, Kept, LayoutOptions, layout, update_fields};
use platen_ooxml::Limits;
use platen_ooxml::package::{Change, Package};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a .docx file")?;
    let limits = Limits::default();
    let package = Package::open(std::fs::read(path)?, &limits)?;
    let library = Library::new(FontFolders { folders: Vec::new(), system: true });
    let mut options = LayoutOptions::new(&limits);
    if let Some(changed) = std::env::args().nth(3) {
        options.fields = Fields::Updated;
        options.now = "2026-03-05T14:07:09".parse().ok();
        let updated = update_fields(&package, &library, &options, &Kept::default())?;
        let parts: Vec<_> =
            updated.parts.iter().map(|(place, text)| (*place, Change::Replace(text))).collect();
        std::fs::write(changed, package.write(&parts, &[])?)?;
        writeln!(std::io::stderr(), "{:#?}", updated.undrawn)?;
    }
    let laid = layout(&package, &library, &options)?;
    let mut out = std::io::stdout().lock();
    if std::env::args().nth(2).as_deref() == Some("words") {
        for (number, page) in laid.pages.iter().enumerate() {
            writeln!(out, "page\t{}\t{}", page.width, page.height)?;
            words(&page.items, (0.0, 0.0), number, &mut out)?;
        }
    } else {
        out.write_all(laid.to_text().as_bytes())?;
    }
    Ok(())
}

fn words(items: &[Item], by: (f64, f64), page: usize, out: &mut impl Write) -> std::io::Result<()> {
    for item in items {
        match item {
            Item::Glyphs(run) => {
                let mut x = run.x + by.0;
                let (mut from, mut word) = (x, String::new());
                for glyph in &run.glyphs {
                    let text = run.text.get(glyph.range()).unwrap_or_default();
                    if text.trim().is_empty() {
                        flush(&mut word, (from, x, run.y + by.1, run.size), page, out)?;
                        from = x + f64::from(glyph.advance);
                    } else {
                        word.push_str(text);
                    }
                    x += f64::from(glyph.advance);
                }
                flush(&mut word, (from, x, run.y + by.1, run.size), page, out)?;
            }
            Item::Group(group) => {
                words(&group.items, (by.0 + group.transform[4], by.1 + group.transform[5]), page, out)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn flush(
    word: &mut String,
    (from, to, y, size): (f64, f64, f64, f64),
    page: usize,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if !word.is_empty() {
        writeln!(out, "{page}\t{from}\t{y}\t{}\t{size}\t{word}", to - from)?;
    }
    word.clear();
    Ok(())
}
