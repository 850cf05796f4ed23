//! The items of a bulk job: a file, or stdin.

use std::io;
use std::path::{Path, PathBuf};

use platen_service::uploads::Format;
use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::files;

/// Arguments that name the items.
#[derive(Debug, clap::Args)]
pub struct ItemArgs {
    /// The items: CSV (.csv) or an Excel workbook (.xlsx) with column names in the first row, a JSON array of objects (.json),
    /// or an object per line (.jsonl); `-` for stdin, with --items-type
    items: PathBuf,
    /// How items from stdin are written
    #[arg(long, value_name = "TYPE", value_parser = ["csv", "xlsx", "json", "jsonl"])]
    items_type: Option<String>,
}

/// Items that can be read as often as needed.
pub struct ItemFile {
    /// What messages call them.
    pub name: String,
    /// Their media type.
    pub media_type: &'static str,
    path: PathBuf,
    /// What stdin had: items are read more than once, and may be larger than the memory. The file goes with this.
    _spooled: Option<NamedTempFile>,
}

impl ItemArgs {
    /// Whether stdin has the items.
    pub fn is_stream(&self) -> bool {
        files::is_stream(&self.items)
    }

    /// The items' media type.
    ///
    /// # Errors
    /// Nothing tells it.
    pub fn media_type(&self) -> Result<&'static str, Failure> {
        let extension = match (&self.items_type, self.is_stream()) {
            (Some(kind), true) => Some(kind.as_str()),
            (None, false) => self.items.extension().and_then(|extension| extension.to_str()),
            (None, true) => {
                let text =
                    "`--items-type` must tell how the items from stdin are written: csv, xlsx, json or jsonl";
                return Err(Failure::Input(text.to_owned()));
            }
            (Some(_), false) => {
                let text = "`--items-type` is for items from stdin; the name of a file tells its own type";
                return Err(Failure::Input(text.to_owned()));
            }
        };
        extension.and_then(Format::type_of_extension).ok_or_else(|| {
            Failure::Input(format!(
                "{}: the name must end in .csv, .xlsx, .json or .jsonl, which sets the format of the items",
                self.items.display()
            ))
        })
    }

    /// Takes the items, all of stdin if it has them.
    ///
    /// # Errors
    /// Nothing tells their type, or stdin cannot be read.
    pub fn open(&self) -> Result<ItemFile, Failure> {
        let (name, media_type) = (files::shown(&self.items), self.media_type()?);
        if !self.is_stream() {
            return Ok(ItemFile { name, media_type, path: self.items.clone(), _spooled: None });
        }
        let unreadable = |error: io::Error| Failure::file("read the items", &self.items, &error);
        let mut file = NamedTempFile::new().map_err(unreadable)?;
        io::copy(&mut io::stdin().lock(), &mut file).map_err(unreadable)?;
        Ok(ItemFile { name, media_type, path: file.path().to_owned(), _spooled: Some(file) })
    }
}

impl ItemFile {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
