//! Checks on each part of a package that LibreOffice may parse.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::{PdfError, PdfLimits};

/// Walks the parts of one document and counts against its limits.
pub(crate) struct Checker<'a> {
    limits: &'a PdfLimits,
    elements: usize,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(limits: &'a PdfLimits) -> Self {
        Checker { limits, elements: 0 }
    }

    /// Checks one part. What a part is for is not asked: the engine follows relationships without regard to types.
    pub(crate) fn check(&mut self, name: &str, bytes: &[u8]) -> Result<(), PdfError> {
        // The engine parses text as UTF-8 or not at all.
        match std::str::from_utf8(bytes) {
            Ok(text) => self.check_text(text),
            Err(_) => self.check_picture(name, bytes),
        }
    }

    fn check_text(&mut self, text: &str) -> Result<(), PdfError> {
        let mut reader = Reader::from_str(text);
        // The engine's parser refuses wrong end tags by itself.
        reader.config_mut().check_end_names = false;
        let (mut depth, mut tables) = (0_usize, 0_usize);
        loop {
            match reader.read_event() {
                Ok(Event::Start(start)) => {
                    self.count(&start)?;
                    depth += 1;
                    tables += usize::from(is_table(start.local_name().into_inner()));
                    self.check_depth(depth, tables)?;
                }
                Ok(Event::End(end)) => {
                    depth = depth.saturating_sub(1);
                    tables = tables.saturating_sub(usize::from(is_table(end.local_name().into_inner())));
                }
                Ok(Event::Empty(start)) => self.count(&start)?,
                Ok(Event::Eof) => return Ok(()),
                Ok(_) => {}
                Err(_) => return self.check_tags(text),
            }
        }
    }

    /// Attack: elements or tables inside each other, thousands deep. The engine walks and lays them out recursively:
    /// its stack overflows, which aborts the process, and its time grows with the cube of the depth.
    fn check_depth(&self, depth: usize, tables: usize) -> Result<(), PdfError> {
        if tables > self.limits.table_nesting {
            return Err(PdfError::limit(
                "table_nesting",
                format!("{} tables inside each other", self.limits.table_nesting),
            ));
        }
        if depth > self.limits.xml_depth {
            return Err(PdfError::limit(
                "xml_depth",
                format!("{} elements inside each other", self.limits.xml_depth),
            ));
        }
        Ok(())
    }

    /// Attack: millions of small elements, each of which costs the engine a hundred times its bytes.
    fn count(&mut self, start: &BytesStart<'_>) -> Result<(), PdfError> {
        self.elements += 1;
        if self.elements > self.limits.elements {
            return Err(PdfError::limit("elements", format!("{} elements", self.limits.elements)));
        }
        self.check_repeats(start)
    }

    /// Attack: a chart that says it has a billion points, a cell that says it spans a billion columns, a section that
    /// says it has two billion columns of text. The engine allocates that many.
    fn check_repeats(&self, start: &BytesStart<'_>) -> Result<(), PdfError> {
        let (limit, most, what) = ("repeats", self.limits.repeats, "points of a chart or columns of a cell");
        let columns = ("text_columns", self.limits.text_columns, "columns of text");
        let (attribute, (limit, most, what)) = match start.local_name().into_inner() {
            "ptCount" | "gridSpan" | "gridBefore" | "gridAfter" => ("val", (limit, most, what)),
            "pt" => ("idx", (limit, most, what)),
            "td" | "th" => ("colspan", (limit, most, what)),
            "cols" => ("num", columns),
            _ => return Ok(()),
        };
        let mut values =
            start.attributes().flatten().filter(|a| a.key.local_name().into_inner() == attribute);
        // What is no number counts as none to the engine; what is larger than any number is too large. Digits may be
        // written as references.
        let too_many = values.any(|a| {
            let value = quick_xml::escape::unescape(&a.value).unwrap_or_default();
            let digits = value.trim().trim_start_matches('+');
            digits.bytes().all(|byte| byte.is_ascii_digit())
                && !digits.is_empty()
                && digits.parse().map_or(true, |count: usize| count > most)
        });
        if too_many { Err(PdfError::limit(limit, format!("{most} {what}"))) } else { Ok(()) }
    }

    /// Attack: deep nesting in text that is no XML to us but becomes HTML to the engine, which repairs it first and
    /// may decode quoted-printable (`=3C`).
    fn check_tags(&self, text: &str) -> Result<(), PdfError> {
        if text.matches('<').count() + text.matches("=3C").count() + text.matches("=3c").count()
            > self.limits.html_tags
        {
            return Err(PdfError::limit(
                "html_tags",
                format!("{} tags in one imported part", self.limits.html_tags),
            ));
        }
        Ok(())
    }

    /// Attack: a picture of a few kilobytes that inflates to gigabytes.
    fn check_picture(&self, name: &str, bytes: &[u8]) -> Result<(), PdfError> {
        // What has no readable size is no picture to the engine either.
        let Ok(size) = imagesize::blob_size(bytes) else { return Ok(()) };
        let pixels = (size.width as u64).saturating_mul(size.height as u64);
        if pixels > self.limits.picture_pixels {
            tracing::debug!(part = name, pixels, "a picture is too large");
            return Err(PdfError::limit(
                "picture_pixels",
                format!("{} pixels in one picture", self.limits.picture_pixels),
            ));
        }
        Ok(())
    }
}

/// A table of WordprocessingML, DrawingML (`tbl`) or HTML.
fn is_table(local_name: &str) -> bool {
    matches!(local_name, "tbl" | "table")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit_of(text: &str, limits: &PdfLimits) -> Option<&'static str> {
        match Checker::new(limits).check("word/document.xml", text.as_bytes()) {
            Ok(()) => None,
            Err(PdfError::Limit { limit, .. }) => Some(limit),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn each_limit_is_kept_and_named() {
        let limits =
            PdfLimits { table_nesting: 2, xml_depth: 6, elements: 8, html_tags: 4, ..PdfLimits::default() };
        let nested = |open: &str, close: &str, times| open.repeat(times) + &close.repeat(times);
        assert_eq!(limit_of(&nested("<w:tbl>", "</w:tbl>", 2), &limits), None);
        assert_eq!(limit_of(&nested("<w:tbl>", "</w:tbl>", 3), &limits), Some("table_nesting"));
        assert_eq!(limit_of(&nested("<x:tbl a='1'>", "</x:tbl>", 3), &limits), Some("table_nesting"));
        assert_eq!(limit_of(&"<w:tbl></w:tbl>".repeat(8), &limits), None);
        assert_eq!(limit_of(&nested("<a>", "</a>", 6), &limits), None);
        assert_eq!(limit_of(&nested("<a>", "</a>", 7), &limits), Some("xml_depth"));
        assert_eq!(limit_of(&"<a/>".repeat(9), &limits), Some("elements"));
        assert_eq!(limit_of("<a> < b", &limits), None);
        assert_eq!(limit_of("=3Cb>=3cb>=3Cb> < <", &limits), Some("html_tags"));
    }

    #[test]
    fn counts_that_the_engine_would_allocate_are_bounded() {
        let limits = PdfLimits { repeats: 100, ..PdfLimits::default() };
        for (text, limit) in [
            ("<c:ptCount val='100'/>", None),
            ("<c:ptCount val='101'/>", Some("repeats")),
            ("<c:pt idx='4294967295'><c:v>1</c:v></c:pt>", Some("repeats")),
            ("<w:gridSpan w:val='99999999999999999999999'/>", Some("repeats")),
            ("<td colspan='+1000000000'>x</td>", Some("repeats")),
            ("<w:gridSpan w:val='1&#48;1'/>", Some("repeats")),
            ("<w:cols w:num='45'/>", None),
            ("<w:cols w:num='46'/>", Some("text_columns")),
            ("<w:cols w:num='&#x32;147483647'/>", Some("text_columns")),
            ("<dgm:pt modelId='4294967295'/>", None),
            ("<c:pt idx='x'/><w:gridSpan w:val='-1'/><w:gridSpan/>", None),
        ] {
            assert_eq!(limit_of(text, &limits), limit, "{text}");
        }
    }

    #[test]
    fn a_picture_is_measured_by_its_head() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend(20_000_u32.to_be_bytes().repeat(2));
        png.extend([8, 6, 0, 0, 0]);
        let limits = PdfLimits::default();
        let error = Checker::new(&limits).check("word/media/image1.png", &png).unwrap_err();
        assert!(matches!(error, PdfError::Limit { limit: "picture_pixels", .. }), "{error}");
        assert!(Checker::new(&limits).check("word/media/image1.png", b"\xff no picture").is_ok());
    }
}
