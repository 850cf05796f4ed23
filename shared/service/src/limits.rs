//! Every limit of the service as one value that is passed in. An error names the field that it hit.

use std::time::Duration;

use crate::callback::Callbacks;
use crate::email::Recipients;
use crate::machine;

/// Bounds on what one request, one template or one process may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request body as it arrives (compressed, if it is).
    pub request_bytes: u64,
    /// Bytes of a request body after `Content-Encoding: gzip` is undone.
    pub request_expanded_bytes: u64,
    /// JSON values (numbers, strings, arrays, objects ...) of one request body, or of one item of a job.
    pub json_values: usize,
    /// Bytes that they take in memory, weighed while they are read: two bytes of text make a value of 96, eight an object of 602.
    pub json_memory_bytes: u64,
    /// Bytes that those of all requests and items take that are worked on; of one subscription three quarters. By default a
    /// quarter of the memory of the machine, or of what the process may take of it.
    pub all_json_memory_bytes: u64,
    /// Bytes of a call of a tool at `/mcp` (one machine).
    pub mcp_bytes: u64,
    /// Entries of one page of a list.
    pub page_size: u32,
    /// Bytes of a template's name, and of its file name.
    pub template_name_bytes: usize,
    /// Bytes of a template's description.
    pub template_description_bytes: usize,
    /// Labels of a template.
    pub template_labels: usize,
    /// Bytes of a label.
    pub template_label_bytes: usize,
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
    /// How long a request waits for its turn to render before it is refused with `Retry-After`.
    pub render_wait: Duration,
    /// PDFs created at the same time for requests; bulk jobs create others beside them, one per worker.
    pub concurrent_pdfs: usize,
    /// How long a rendered document waits for its turn to become a PDF.
    pub pdf_wait: Duration,
    /// Requests of one subscription that may wait for a turn.
    pub waiting_requests: usize,
    /// Bytes of one finished document, either format.
    pub document_bytes: u64,
    /// Bytes of a bulk request's body, as it arrives and expanded.
    pub bulk_request_bytes: u64,
    /// Bytes of an upload of items, as it arrives.
    pub upload_bytes: u64,
    /// Bytes of an upload of items after gzip is undone.
    pub upload_expanded_bytes: u64,
    /// Bytes of an upload that is read while its request waits; a larger one is cut into chunks by a worker (on AWS).
    pub read_at_once_bytes: u64,
    /// How long an upload's link holds.
    pub upload_life: Duration,
    /// Upload tickets of one subscription that are open at the same time: handed out, not expired, nothing uploaded.
    pub open_uploads: u32,
    /// Keys of a subscription, without the sessions of people. Each list of keys reads all of them.
    pub keys: usize,
    /// Webhooks of a subscription. Each job reads all of them as it starts, and tells those that fit at its end.
    pub webhooks: usize,
    /// How long it is known who did what.
    pub audit_life: Duration,
    /// Bytes of the disk that are kept free: below, templates, uploads and jobs are refused, so that documents can still be made
    /// and archives be fetched. `None` is 1 GiB, or a twentieth of a disk that is smaller than 20 GiB.
    pub disk_reserve_bytes: Option<u64>,
    /// Bytes of one item of an upload.
    pub item_bytes: usize,
    /// Bytes of the items of an upload whose rows are still being put together.
    pub grouped_bytes: usize,
    /// Large bodies (over `large_body_bytes`) that are in memory at the same time.
    pub concurrent_bulk_requests: usize,
    /// Bytes of a body that is kept in memory while it arrives. A larger one goes to disk until its turn comes.
    pub large_body_bytes: u64,
    /// Bytes a second that a body must arrive at, after a while of grace (one machine).
    pub body_rate: u64,
    /// Connections of one address at the same time (one machine).
    pub connections_per_address: usize,
    /// Calls with a wrong key that one address may make in a minute (one machine).
    pub wrong_keys_per_minute: u32,
    /// Bytes of all bodies that are arriving or being worked on.
    pub received_bytes: u64,
    /// The same of one subscription.
    pub subscription_received_bytes: u64,
    /// Items of one job.
    pub job_items: usize,
    /// Different templates, or versions of them, that the documents of one job may have.
    pub job_templates: usize,
    /// Documents of a job that are delivered, or whose ends are reported, one by one.
    pub job_deliveries: usize,
    /// Items of one chunk that become .docx. A chunk is what a crash repeats, and what is held in memory.
    pub chunk_items_docx: usize,
    /// Items of one chunk that become PDF, at most; those of a small job that came with its items are smaller.
    pub chunk_items_pdf: usize,
    /// Threads that render the items of one chunk.
    pub chunk_threads: usize,
    /// How often a piece of work is tried: a chunk, and then each item that it is split into, for the chunk may have failed
    /// over any of them. Queueing and assembling a job are tried four times as often: nothing of a stranger runs in them.
    pub work_tries: u32,
    /// Documents of a job, one after the other, that may take longer than they may (`pdf_time`, `render_time`) before the job ends
    /// with what it has.
    pub job_overruns: usize,
    /// How long a worker waits for the next item of its part. When none comes to its end, those that did are recorded, and
    /// each of the others is tried alone: an item that hangs holds up its own chunk, and for no longer.
    pub item_time: Duration,
    /// How long a piece of work may take before it is tried again.
    pub work_time: Duration,
    /// Items of all jobs that may wait for their results before a home with so many workers and no more takes no new job.
    pub backlog_items: u64,
    /// Failed items that a job lists; `errors.json` in its archive lists all of them.
    pub listed_failures: usize,
    /// Warnings of documents that a job lists.
    pub listed_warnings: usize,
    /// Bytes of the documents of one archive.
    pub archive_bytes: u64,
    /// Different addresses of pictures in the data of one document, where `PLATEN_PICTURE_HOSTS` has them fetched.
    pub fetched_pictures: usize,
    /// Bytes of all pictures of one document that are fetched.
    pub fetched_bytes: u64,
    /// How long all pictures of one document may take to come.
    pub fetch_time: Duration,
    /// The addresses that callbacks can lead to.
    pub callbacks: Callbacks,
    /// The addresses that e-mails can go to.
    pub recipients: Recipients,
    /// Recipients of one e-mail.
    pub email_recipients: usize,
    /// Bytes of the template of an e-mail's text.
    pub email_text_bytes: usize,
    /// Bytes of the data that an e-mail's templates name, as JSON: they are kept until it is sent.
    pub email_data_bytes: usize,
    /// Bytes of a file that is attached to an e-mail. Most mail servers take 10 to 25 MB, in base64.
    pub email_attachment_bytes: u64,
    /// Whether there is a key that signs PDFs.
    pub signs: bool,
    /// How often a callback is tried.
    pub callback_tries: u32,
    /// How long it is waited after the first try that failed; doubled after each other one.
    pub callback_retry: Duration,
    /// For one try to put a result where its caller wants it.
    pub delivery_time: Duration,
    /// How long callbacks are signed with the secret before too after a new one was made.
    pub callback_secret_overlap: Duration,
    /// How long an archive is kept.
    pub archive_life: Duration,
    /// How long a link to an archive holds.
    pub zip_url_life: Duration,
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
            json_memory_bytes: 256 << 20,
            all_json_memory_bytes: machine::memory() / 4,
            mcp_bytes: 1 << 20,
            page_size: 100,
            template_name_bytes: 255,
            template_description_bytes: 2_000,
            template_labels: 20,
            template_label_bytes: 60,
            file_name_pattern_bytes: 1_000,
            idempotency_key_bytes: 255,
            idempotency_retention: Duration::from_secs(24 * 3600),
            idempotency_lease: Duration::from_secs(60),
            cached_templates: 200,
            cached_template_bytes: 256 << 20,
            concurrent_renders: std::thread::available_parallelism().map_or(2, |n| n.get() * 2),
            render_wait: Duration::from_secs(5),
            concurrent_pdfs: std::thread::available_parallelism().map_or(2, |n| n.get() + 1),
            pdf_wait: Duration::from_secs(30),
            waiting_requests: 200,
            document_bytes: 100 << 20,
            bulk_request_bytes: 128 << 20,
            concurrent_bulk_requests: 4,
            large_body_bytes: 1 << 20,
            body_rate: 1_024,
            connections_per_address: 256,
            wrong_keys_per_minute: 30,
            received_bytes: 2 << 30,
            subscription_received_bytes: 512 << 20,
            upload_bytes: 2 << 30,
            upload_expanded_bytes: 8 << 30,
            read_at_once_bytes: 8 << 20,
            upload_life: Duration::from_secs(3600),
            open_uploads: 100,
            keys: 1_000,
            webhooks: 20,
            audit_life: Duration::from_secs(400 * 24 * 3600),
            disk_reserve_bytes: None,
            item_bytes: 10 << 20,
            grouped_bytes: 32 << 20,
            job_items: 100_000,
            job_templates: 20,
            job_deliveries: 500,
            chunk_items_docx: 25,
            chunk_items_pdf: 25,
            chunk_threads: 1,
            work_tries: 3,
            job_overruns: 20,
            item_time: Duration::from_secs(60),
            work_time: Duration::from_secs(300),
            backlog_items: 1_000_000,
            listed_failures: 1_000,
            listed_warnings: 1_000,
            archive_bytes: 32 << 30,
            fetched_pictures: 100,
            fetched_bytes: 20 << 20,
            fetch_time: Duration::from_secs(5),
            callbacks: Callbacks::Public,
            recipients: Recipients::default(),
            email_recipients: 20,
            email_text_bytes: 8_000,
            email_data_bytes: 16 << 10,
            email_attachment_bytes: 10 << 20,
            signs: false,
            callback_tries: 12,
            callback_retry: Duration::from_secs(10),
            delivery_time: Duration::from_secs(240),
            callback_secret_overlap: Duration::from_secs(24 * 3600),
            archive_life: Duration::from_secs(24 * 3600),
            zip_url_life: Duration::from_secs(3600),
            docx: platen_docx::Limits::default(),
            pdf: platen_pdf::PdfLimits::default(),
        }
    }
}

impl Limits {
    /// Sets the bound of a name, that of the field; durations in seconds. `false` when there is none that can be set.
    ///
    /// What keeps recursion off the end of a stack (how deep, how long a tag) cannot be: a larger value would be a crash.
    pub(crate) fn set(&mut self, name: &str, value: u64) -> bool {
        let count = usize::try_from(value).unwrap_or(usize::MAX);
        let seconds = Duration::from_secs(value);
        match name {
            "request_bytes" => self.request_bytes = value,
            "request_expanded_bytes" => self.request_expanded_bytes = value,
            "json_values" => self.json_values = count,
            "json_memory_bytes" => self.json_memory_bytes = value,
            "all_json_memory_bytes" => self.all_json_memory_bytes = value,
            "mcp_bytes" => self.mcp_bytes = value,
            "template_name_bytes" => self.template_name_bytes = count,
            "template_description_bytes" => self.template_description_bytes = count,
            "template_labels" => self.template_labels = count,
            "template_label_bytes" => self.template_label_bytes = count,
            "file_name_pattern_bytes" => self.file_name_pattern_bytes = count,
            "idempotency_key_bytes" => self.idempotency_key_bytes = count,
            "idempotency_retention" => self.idempotency_retention = seconds,
            "idempotency_lease" => self.idempotency_lease = seconds,
            "cached_templates" => self.cached_templates = count,
            "cached_template_bytes" => self.cached_template_bytes = count,
            "concurrent_renders" => self.concurrent_renders = count,
            "render_wait" => self.render_wait = seconds,
            "concurrent_pdfs" => self.concurrent_pdfs = count,
            "pdf_wait" => self.pdf_wait = seconds,
            "waiting_requests" => self.waiting_requests = count,
            "document_bytes" => self.document_bytes = value,
            "bulk_request_bytes" => self.bulk_request_bytes = value,
            "upload_bytes" => self.upload_bytes = value,
            "upload_expanded_bytes" => self.upload_expanded_bytes = value,
            "read_at_once_bytes" => self.read_at_once_bytes = value,
            "upload_life" => self.upload_life = seconds,
            "open_uploads" => self.open_uploads = u32::try_from(value).unwrap_or(u32::MAX),
            "keys" => self.keys = count,
            "webhooks" => self.webhooks = count,
            "audit_life" => self.audit_life = seconds,
            "disk_reserve_bytes" => self.disk_reserve_bytes = Some(value),
            "item_bytes" => self.item_bytes = count,
            "grouped_bytes" => self.grouped_bytes = count,
            "concurrent_bulk_requests" => self.concurrent_bulk_requests = count,
            "large_body_bytes" => self.large_body_bytes = value,
            "body_rate" => self.body_rate = value,
            "connections_per_address" => self.connections_per_address = count,
            "wrong_keys_per_minute" => {
                self.wrong_keys_per_minute = u32::try_from(value).unwrap_or(u32::MAX);
            }
            "received_bytes" => self.received_bytes = value,
            "subscription_received_bytes" => self.subscription_received_bytes = value,
            "job_items" => self.job_items = count,
            "job_templates" => self.job_templates = count,
            "job_deliveries" => self.job_deliveries = count,
            "chunk_items_docx" => self.chunk_items_docx = count,
            "chunk_items_pdf" => self.chunk_items_pdf = count,
            "work_tries" => self.work_tries = u32::try_from(value).unwrap_or(u32::MAX),
            "job_overruns" => self.job_overruns = count,
            "item_time" => self.item_time = seconds,
            "work_time" => self.work_time = seconds,
            "backlog_items" => self.backlog_items = value,
            "listed_failures" => self.listed_failures = count,
            "listed_warnings" => self.listed_warnings = count,
            "archive_bytes" => self.archive_bytes = value,
            "fetched_pictures" => self.fetched_pictures = count,
            "fetched_bytes" => self.fetched_bytes = value,
            "fetch_time" => self.fetch_time = seconds,
            "email_recipients" => self.email_recipients = count,
            "email_text_bytes" => self.email_text_bytes = count,
            "email_data_bytes" => self.email_data_bytes = count,
            "email_attachment_bytes" => self.email_attachment_bytes = value,
            "callback_tries" => self.callback_tries = u32::try_from(value).unwrap_or(u32::MAX),
            "callback_retry" => self.callback_retry = seconds,
            "delivery_time" => self.delivery_time = seconds,
            "callback_secret_overlap" => self.callback_secret_overlap = seconds,
            "archive_life" => self.archive_life = seconds,
            "zip_url_life" => self.zip_url_life = seconds,
            // A document is as large as its template, and what converts it opens it again.
            "package_bytes" => (self.docx.package_bytes, self.pdf.package.package_bytes) = (value, value),
            "expanded_bytes" => (self.docx.expanded_bytes, self.pdf.package.expanded_bytes) = (value, value),
            "render_time" => self.docx.render_time = seconds,
            "pdf_time" => self.pdf.time = seconds,
            "pages" => self.pdf.pages = count,
            "attachment_bytes" => self.pdf.attachment_bytes = value,
            "all_attachment_bytes" => self.pdf.all_attachment_bytes = value,
            "joined_bytes" => self.pdf.joined_bytes = value,
            "all_joined_bytes" => self.pdf.all_joined_bytes = value,
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not by their names: what the interface promises, what the home sets, variables of their own, what follows from the key that signs, and whole values of bounds.
    const OTHERWISE: [&str; 7] =
        ["page_size", "chunk_threads", "callbacks", "recipients", "signs", "docx", "pdf"];

    #[test]
    fn every_limit_is_set_by_its_name_which_stands_in_the_documents() {
        let shown = format!("{:#?}", Limits::default());
        let mut names = fields(&shown);
        assert!(names.len() > 30 && OTHERWISE.iter().all(|name| names.contains(name)), "{names:?}");
        names.retain(|name| !OTHERWISE.contains(name));
        names.extend(["package_bytes", "expanded_bytes", "render_time", "pdf_time", "pages"]);
        names.extend(["attachment_bytes", "all_attachment_bytes", "joined_bytes", "all_joined_bytes"]);
        let page = page();
        for name in names {
            let mut limits = Limits::default();
            assert!(limits.set(name, 7) && limits != Limits::default(), "{name}");
            assert!(page.contains(&format!("`{name}`")), "docs/limits.md does not name {name}");
        }
        assert!(OTHERWISE.iter().all(|name| !Limits::default().set(name, 7)));
    }

    #[test]
    fn every_bound_of_templates_and_conversions_stands_in_the_documents() {
        let (docx, pdf) = (platen_docx::Limits::default(), platen_pdf::PdfLimits::default());
        let shown = [format!("{docx:#?}"), format!("{pdf:#?}")];
        let names: Vec<&str> = shown.iter().flat_map(|shown| fields(shown)).collect();
        assert!(names.len() > 30, "{names:?}");
        let page = page();
        for name in names.into_iter().filter(|name| !["package", "time"].contains(name)) {
            assert!(page.contains(&format!("`{name}`")), "docs/limits.md does not name {name}");
        }
    }

    /// Names of a value's fields, of its `{:#?}`.
    fn fields(shown: &str) -> Vec<&str> {
        let fields = shown.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
        fields.map(|(name, _)| name).filter(|name| !name.starts_with(' ')).collect()
    }

    fn page() -> String {
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md")).unwrap()
    }
}
