//! Writes the sample templates and their data into a folder: `cargo run -p platen-samples --example write_samples DIR`.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| "samples".into()));
    fs::create_dir_all(&folder)?;
    for sample in platen_samples::GALLERY {
        let path = folder.join(sample.file_name);
        fs::write(&path, (sample.docx)())?;
        fs::write(path.with_extension("json"), format!("{:#}\n", (sample.data)()))?;
    }
    Ok(())
}
