//! How the rows of a table become items.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::{Fault, quoted};
use crate::field::{Field, fields};
use crate::format::Format;
use crate::writing::Writing;

/// What the sender of rows says of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// Fields, by their paths, and the headings of the columns that fill them. The headings themselves tell the rest.
    pub map: BTreeMap<String, String>,
    /// The heading of the column whose value rows of one item share. Without it each row is an item.
    pub group_by: Option<String>,
    /// The workbook's sheet; the first one with rows without it.
    pub sheet: Option<String>,
    /// The language that numbers and dates are written in (BCP 47).
    pub locale: Option<String>,
}

/// How rows become items: what the template asks for, and what the sender says.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(crate) fields: Vec<Field>,
    pub(crate) choices: Choices,
    pub(crate) writing: Option<Writing>,
    /// A field without which there is no document must have a column and a value.
    pub(crate) is_strict: bool,
}

impl Plan {
    /// Makes a plan for a template's JSON Schema. `is_strict`: fields that the template needs must be filled.
    ///
    /// # Errors
    /// The locale is none.
    pub fn new(schema: &Value, choices: Choices, is_strict: bool) -> Result<Plan, Fault> {
        let writing = match &choices.locale {
            Some(tag) => Some(Writing::of(tag).ok_or_else(|| {
                Fault::new(format!(
                    "the locale {} is unknown; use a language tag such as en-US or de-CH",
                    quoted(tag)
                ))
            })?),
            None => None,
        };
        Ok(Plan { fields: fields(schema), choices, writing, is_strict })
    }

    /// Whether the choices mean something for a format.
    pub(crate) fn check(&self, format: Format) -> Result<(), Fault> {
        let Choices { map, group_by, sheet, .. } = &self.choices;
        if !format.has_columns() && (!map.is_empty() || group_by.is_some() || sheet.is_some()) {
            return Err(Fault::new(
                "a map, a grouping column and a sheet are for CSV and Excel; JSON items already have the form of the template's data",
            ));
        }
        if format != Format::Xlsx && sheet.is_some() {
            return Err(Fault::new("only Excel workbooks have sheets; a CSV file has none"));
        }
        Ok(())
    }
}

/// Something about a table that its sender should know, though its items are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A column that fills no field. Its cells are members of the items under its heading, as they are.
    UnusedColumn {
        /// The heading.
        heading: String,
    },
    /// Columns without a heading are left out.
    NoHeading {
        /// The letters of the first of them.
        column: String,
    },
    /// A field that the template needs and no column fills.
    Unfilled {
        /// Its path.
        path: String,
    },
}

impl Note {
    /// A stable word for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Note::UnusedColumn { .. } => "unused-column",
            Note::NoHeading { .. } => "column-without-heading",
            Note::Unfilled { .. } => "unfilled-field",
        }
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::UnusedColumn { heading } => {
                write!(f, "the column {} fills no field of the template", quoted(heading))
            }
            Note::NoHeading { column } => write!(f, "the column {column} has no heading and is left out"),
            Note::Unfilled { path } => {
                write!(f, "no column fills the field `{path}`, which the template needs")
            }
        }
    }
}
