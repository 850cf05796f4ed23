//! Upload tickets: items that do not fit into one request are first put to a signed link, as a JSON array, JSON Lines, CSV
//! or an Excel workbook, and then named by `itemsUploadId`.

mod upload_store;

pub use platen_tables::{Choices, Format};
pub use upload_store::{NewUpload, Upload, UploadStore};

use crate::problem::{Code, FieldError, Problem};

/// The answer to an upload with such faults.
pub(crate) fn refused(faults: Vec<String>) -> Problem {
    let detail = match faults.as_slice() {
        [first, _, ..] => {
            format!("The uploaded items cannot be used: {first}. See `errors` for {} faults.", faults.len())
        }
        faults => format!("The uploaded items cannot be used: {}.", faults.concat()),
    };
    let errors = faults.into_iter().map(|fault| FieldError::new("/itemsUploadId", fault));
    Problem::with_errors(Code::InvalidBody, detail, errors.collect())
}
