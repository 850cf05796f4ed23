//! Prints the layout tree of a document: `cargo run -p platen-layout --example layout -- FILE.docx`.

use std::io::Write;

use platen_docx::Limits;
use platen_docx::package::Package;
use platen_fonts::{FontFolders, Library};
use platen_layout::{LayoutOptions, layout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a .docx file")?;
    let limits = Limits::default();
    let package = Package::open(std::fs::read(path)?, &limits)?;
    let library = Library::new(FontFolders { folders: Vec::new(), system: true });
    let laid = layout(&package, &library, &LayoutOptions::new(&limits))?;
    std::io::stdout().lock().write_all(laid.to_text().as_bytes())?;
    Ok(())
}
