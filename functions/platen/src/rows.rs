//! How the rows of a CSV file or an Excel workbook become items.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use platen_service::uploads::Choices;

use crate::failure::Failure;
use crate::files;

/// Arguments that say what columns mean.
#[derive(Debug, Default, clap::Args)]
pub struct RowArgs {
    /// Fill a field from a column, as in `customer.name=Client`; or a JSON file of such pairs. Columns that are called like a
    /// field need none
    #[arg(long, value_name = "FIELD=COLUMN|FILE")]
    map: Vec<String>,
    /// Make one document of the rows that have the same value in this column; columns of lists (`items[].name`) have an
    /// element per row
    #[arg(long, value_name = "COLUMN")]
    group_by: Option<String>,
    /// The workbook's sheet [default: the first one with rows]
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    /// Language that numbers and dates of the rows are written in (`de` for 1.234,50) [default: --locale]
    #[arg(long, value_name = "LOCALE")]
    rows_locale: Option<String>,
}

impl RowArgs {
    /// What the arguments say. `locale` is that of the documents.
    ///
    /// # Errors
    /// A file of pairs cannot be read.
    pub fn choices(&self, locale: Option<&str>) -> Result<Choices, Failure> {
        let mut map = BTreeMap::new();
        for entry in &self.map {
            match entry.split_once('=') {
                Some((field, column)) => {
                    map.insert(field.trim().to_owned(), column.trim().to_owned());
                }
                None => map.extend(pairs(&PathBuf::from(entry))?),
            }
        }
        let locale = self.rows_locale.as_deref().or(locale).map(str::to_owned);
        Ok(Choices { map, group_by: self.group_by.clone(), sheet: self.sheet.clone(), locale })
    }
}

fn pairs(path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let bytes = files::read("the map", path)?;
    serde_json::from_slice(&bytes).map_err(|error| {
        Failure::Input(format!(
            "{}: {error}; write an object of fields and columns, such as {{\"customer.name\": \"Client\"}}",
            files::shown(path)
        ))
    })
}
