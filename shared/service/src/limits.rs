//! Every bound of the service as one value that is passed in. An error names the field that it hit.

use std::time::Duration;

/// Bounds on what one request, one template or one process may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request body as it arrives (compressed, if it is).
    pub request_bytes: u64,
    /// Bytes of a request body after `Content-Encoding: gzip` is undone.
    pub request_expanded_bytes: u64,
    /// JSON values (numbers, strings, arrays, objects ...) of one request body: two bytes of text make one value of
    /// 72 bytes in memory.
    pub json_values: usize,
    /// Entries of one page of a list.
    pub page_size: u32,
    /// Bytes of a file-name pattern.
    pub file_name_pattern_bytes: usize,
    /// Bytes of an `Idempotency-Key`.
    pub idempotency_key_bytes: usize,
    /// How long an `Idempotency-Key` is remembered.
    pub idempotency_retention: Duration,
    /// How long a request with an `Idempotency-Key` counts as in progress when its process died.
    pub idempotency_lease: Duration,
    /// Compiled templates kept in memory.
    pub cached_templates: usize,
    /// Estimated bytes of all compiled templates kept in memory.
    pub cached_template_bytes: usize,
    /// Documents made at the same time.
    pub concurrent_renders: usize,
    /// How long a request waits for its turn to render before it is told to come back.
    pub render_wait: Duration,
    /// Bytes of one finished document, either format.
    pub document_bytes: u64,
    /// Bounds on packages, templates and renders.
    pub docx: platen_docx::Limits,
    /// Bounds on conversions to PDF.
    pub pdf: platen_pdf::PdfLimits,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            request_bytes: 10 << 20,
            request_expanded_bytes: 20 << 20,
            json_values: 2_000_000,
            page_size: 100,
            file_name_pattern_bytes: 1_000,
            idempotency_key_bytes: 255,
            idempotency_retention: Duration::from_secs(24 * 3600),
            idempotency_lease: Duration::from_secs(60),
            cached_templates: 200,
            cached_template_bytes: 256 << 20,
            concurrent_renders: std::thread::available_parallelism().map_or(2, |n| n.get() * 2),
            render_wait: Duration::from_secs(5),
            document_bytes: 100 << 20,
            docx: platen_docx::Limits::default(),
            pdf: platen_pdf::PdfLimits::default(),
        }
    }
}
