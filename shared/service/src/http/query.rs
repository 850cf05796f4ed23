//! The query string.

use uuid::Uuid;

use super::{NO_GUID, digits, guid};
use crate::problem::{Code, FieldError, Problem};

/// A parsed query, which collects every fault before it complains. Parameters that no operation reads are left alone, as
/// gateways and caches add some.
#[derive(Debug)]
pub struct Query {
    pairs: Vec<(String, String)>,
    errors: Vec<FieldError>,
}

impl Query {
    pub(crate) fn parse(query: &str) -> Query {
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Query { pairs, errors: Vec::new() }
    }

    /// The first two values under a name, in any case of it, as the platforms read it that this interface takes after.
    fn given(&self, name: &str) -> [Option<&String>; 2] {
        let is_named = |(known, _): &&(String, String)| known.eq_ignore_ascii_case(name);
        let mut values = self.pairs.iter().filter(is_named).map(|(_, value)| value);
        [values.next(), values.next()]
    }

    /// The value of a parameter that must be there, once.
    fn required(&mut self, name: &str) -> Option<String> {
        let detail = match self.given(name) {
            [Some(value), None] if !value.is_empty() => return Some(value.clone()),
            // Two values: programs on the way may disagree on which one counts.
            [Some(_), Some(_)] => format!("`{name}` is given more than once"),
            _ => format!("`{name}` is required"),
        };
        self.fault(name, detail);
        None
    }

    /// A text, where it is given.
    pub fn optional_text(&mut self, name: &str) -> Option<String> {
        let [first, second] = self.given(name).map(|value| value.cloned());
        if second.is_some() {
            self.fault(name, format!("`{name}` is given more than once"));
        }
        first.filter(|text| !text.is_empty())
    }

    /// Whether a parameter is given. An empty one is not: programs that fill forms send it for what was left out.
    pub fn has(&self, name: &str) -> bool {
        self.given(name).into_iter().flatten().any(|value| !value.is_empty())
    }

    /// A text, required.
    pub fn text(&mut self, name: &str) -> Option<String> {
        self.required(name)
    }

    /// A whole number between two bounds, required.
    pub fn number(&mut self, name: &str, min: u32, max: u32) -> Option<u32> {
        let text = self.required(name)?;
        match digits(&text) {
            Some(number) if (min..=max).contains(&number) => Some(number),
            _ if max == u32::MAX => {
                self.fault(name, format!("`{name}` must be a whole number, {min} or more"));
                None
            }
            _ => {
                self.fault(name, format!("`{name}` must be a whole number from {min} to {max}"));
                None
            }
        }
    }

    /// `version`: the number of a template's version, where it is given.
    pub fn version(&mut self) -> Option<u32> {
        if self.has("version") { self.number("version", 1, u32::MAX) } else { None }
    }

    /// `true` or `false`, where it is given; `false` without it.
    pub fn flag(&mut self, name: &str) -> bool {
        let text = self.optional_text(name).map(|text| text.to_ascii_lowercase());
        match text.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => {
                self.fault(name, format!("`{name}` must be `true` or `false`"));
                false
            }
        }
    }

    /// A GUID, required.
    pub fn uuid(&mut self, name: &str) -> Option<Uuid> {
        let text = self.required(name)?;
        let uuid = guid(&text);
        if uuid.is_none() {
            self.fault(name, format!("`{name}` {NO_GUID}"));
        }
        uuid
    }

    /// Notes a fault of a parameter.
    pub(crate) fn fault(&mut self, name: &str, detail: String) {
        self.errors.push(FieldError::of_parameter(name, detail));
    }

    /// Hands over what was read.
    ///
    /// # Errors
    /// `invalid-query` with every fault when there was one, or when `value` is `None`.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Problem> {
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => Err(invalid(self.errors)),
        }
    }
}

/// `invalid-query` with its faults.
pub(crate) fn invalid(errors: Vec<FieldError>) -> Problem {
    let detail = match errors.as_slice() {
        [only] => format!("{}.", only.detail),
        several => format!("{} parameters are wrong; see `errors`.", several.len()),
    };
    Problem::with_errors(Code::InvalidQuery, detail, errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(query: &str) -> Result<(u32, u32), Problem> {
        let mut query = Query::parse(query);
        let (number, size) = (query.number("pageNumber", 1, u32::MAX), query.number("pageSize", 1, 100));
        query.finish(number.zip(size))
    }

    #[test]
    fn right_ones_are_read() {
        assert_eq!(page("pageNumber=3&pageSize=100&utm_source=x").unwrap(), (3, 100));
        assert_eq!(page("pageSize=%31&pageNumber=4294967295").unwrap(), (u32::MAX, 1));
        assert_eq!(page("PageSize=10&PAGENUMBER=2").unwrap(), (2, 10));
        assert!(page("pageSize=10&pagesize=20&pageNumber=1").is_err(), "given twice");
    }

    #[test]
    fn all_faults_are_listed() {
        let cases = [
            ("", ["`pageNumber` is required", "`pageSize` is required"]),
            (
                "pageNumber=0&pageSize=101",
                [
                    "`pageNumber` must be a whole number, 1 or more",
                    "`pageSize` must be a whole number from 1 to 100",
                ],
            ),
            (
                "pageNumber=%2B1&pageSize=10&pageSize=20",
                ["`pageNumber` must be a whole number, 1 or more", "`pageSize` is given more than once"],
            ),
            (
                "pageNumber=4294967296&pageSize=",
                ["`pageNumber` must be a whole number, 1 or more", "`pageSize` is required"],
            ),
        ];
        for (query, details) in cases {
            let problem = page(query).unwrap_err();
            let found: Vec<&str> = problem.errors().iter().map(|error| error.detail.as_str()).collect();
            assert_eq!(
                (problem.code(), found.as_slice()),
                (Code::InvalidQuery, details.as_slice()),
                "{query}"
            );
        }
    }

    #[test]
    fn empty_ones_are_left_out() {
        let mut query = Query::parse("version=&draft=&label=&draft2=TRUE");
        assert_eq!((query.version(), query.flag("draft"), query.flag("draft2")), (None, false, true));
        assert_eq!((query.optional_text("label"), query.has("label")), (None, false));
        query.finish(Some(())).unwrap();
    }

    #[test]
    fn guids_are_read_in_any_case() {
        for (text, good) in [
            ("0197B1C2-3D4E-7F80-9A1B-2C3D4E5F6071", true),
            ("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f607", false),
            ("{0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071}", true),
            ("../etc/passwd", false),
        ] {
            let mut query = Query::parse(&format!("templateId={text}"));
            let id = query.uuid("templateId");
            assert_eq!(query.finish(id).is_ok(), good, "{text}");
        }
    }
}
