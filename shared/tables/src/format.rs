//! How a file of rows is written.

use encoding_rs::Encoding;

/// How rows or items are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A JSON array of objects.
    Json,
    /// An object per line.
    JsonLines,
    /// A line of headings, then a line per row (RFC 4180), with commas, semicolons or tabs. Without a `charset`: UTF-8, UTF-16,
    /// or Windows-1252.
    Csv {
        /// The encoding that the file's content type names.
        charset: Option<&'static Encoding>,
    },
    /// An Excel workbook (ECMA-376 part 1, 18).
    Xlsx,
}

impl Format {
    /// CSV of an encoding that the file itself tells.
    pub const CSV: Format = Format::Csv { charset: None };

    /// The content type of workbooks.
    pub const XLSX_TYPE: &'static str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

    /// The format of a `Content-Type`; JSON without one. `None` for any other type, and for an unknown charset.
    #[must_use]
    pub fn of(content_type: Option<&str>) -> Option<Format> {
        let Some(content_type) = content_type else { return Some(Format::Json) };
        let (kind, parameters) = content_type.split_once(';').unwrap_or((content_type, ""));
        match kind.trim().to_ascii_lowercase().as_str() {
            "application/json" | "" => Some(Format::Json),
            "application/jsonl"
            | "application/x-ndjson"
            | "application/ndjson"
            | "application/x-jsonlines"
            | "application/json-lines" => Some(Format::JsonLines),
            "text/csv" | "application/csv" | "text/tab-separated-values" => csv(parameters),
            Format::XLSX_TYPE => Some(Format::Xlsx),
            _ => None,
        }
    }

    /// The content type that says the extension of a file's name; `None` for any other file.
    #[must_use]
    pub fn type_of_extension(extension: &str) -> Option<&'static str> {
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some("application/json"),
            "jsonl" | "ndjson" => Some("application/jsonl"),
            "csv" | "tsv" | "txt" => Some("text/csv"),
            "xlsx" => Some(Format::XLSX_TYPE),
            _ => None,
        }
    }

    /// Whether it has rows and columns, which can be mapped and grouped.
    #[must_use]
    pub fn has_columns(self) -> bool {
        matches!(self, Format::Csv { .. } | Format::Xlsx)
    }
}

fn csv(parameters: &str) -> Option<Format> {
    let charset = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"'))
    });
    match charset.map(|label| Encoding::for_label(label.as_bytes())) {
        None => Some(Format::CSV),
        Some(None) => None,
        // What is called UTF-8 often is not: the bytes tell.
        Some(Some(encoding)) if encoding == encoding_rs::UTF_8 => Some(Format::CSV),
        Some(charset) => Some(Format::Csv { charset }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types() {
        assert_eq!(Format::of(None), Some(Format::Json));
        assert_eq!(Format::of(Some("Text/CSV; charset=utf-8")), Some(Format::CSV));
        let charset = Some(encoding_rs::WINDOWS_1250);
        assert_eq!(Format::of(Some("text/csv; charset=\"cp1250\"")), Some(Format::Csv { charset }));
        assert_eq!(Format::of(Some("text/csv; charset=klingon")), None);
        assert_eq!(Format::of(Some("application/x-ndjson")), Some(Format::JsonLines));
        assert_eq!(Format::of(Some(Format::XLSX_TYPE)), Some(Format::Xlsx));
        assert_eq!(Format::of(Some("application/zip")), None);
        assert_eq!(Format::type_of_extension("TSV"), Some("text/csv"));
    }
}
