//! Errors about values of the data, for their sender.

use std::{fmt, io};

use serde::Serialize;
use serde_json::Value;

/// One value of the data that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct DataError {
    /// JSON Pointer (RFC 6901) into the data, such as `/items/3/price`.
    pub pointer: String,
    /// What is wrong, and what belongs there.
    pub detail: String,
    /// The value there as JSON, its beginning if it is long; only where the caller asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Bytes of a value that stand beside an error.
const VALUE_BYTES: usize = 200;

impl DataError {
    /// An error at a place of the data, which does not show what stands there.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> DataError {
        DataError { pointer: pointer.into(), detail: detail.into(), value: None }
    }

    /// The same with the value that stands there. An error about the whole of the data shows nothing.
    pub fn with_value(self, data: &Value) -> DataError {
        let found = Some(&self.pointer).filter(|p| !p.is_empty()).and_then(|pointer| data.pointer(pointer));
        DataError { value: found.map(beginning), ..self }
    }
}

/// The first bytes of a value's JSON; no more of it is written.
fn beginning(value: &Value) -> String {
    struct First(Vec<u8>);
    impl io::Write for First {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let left = VALUE_BYTES + 1 - self.0.len();
            self.0.extend_from_slice(bytes.get(..left).unwrap_or(bytes));
            if self.0.len() > VALUE_BYTES { Err(io::ErrorKind::WriteZero.into()) } else { Ok(bytes.len()) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut first = First(Vec::new());
    let whole = serde_json::to_writer(&mut first, value).is_ok();
    let text = String::from_utf8_lossy(&first.0).into_owned();
    if whole { text } else { format!("{} ...", &text[..text.floor_char_boundary(VALUE_BYTES)]) }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.detail)?;
        match &self.value {
            Some(value) => write!(f, " (the data: {value})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_as_far_as_it_is_short() {
        let data = serde_json::json!({"a": [{"b": "x"}], "long": "\u{e4}".repeat(300)});
        let shown = |pointer: &str| DataError::new(pointer, "is wrong").with_value(&data).value;
        assert_eq!(shown("/a").as_deref(), Some(r#"[{"b":"x"}]"#));
        assert_eq!((shown(""), shown("/c")), (None, None));
        let long = shown("/long").unwrap();
        assert!(long.ends_with("\u{e4} ...") && long.len() <= VALUE_BYTES + 4, "{long}");
    }
}
