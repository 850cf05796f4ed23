//! The log line of a panic.

/// Logs where a thread panicked, and never the message: it may quote a document's text. Call it once, in `main`.
pub fn log_location_only() {
    std::panic::set_hook(Box::new(|panic| {
        let (file, line) = panic.location().map_or(("unknown", 0), |place| (place.file(), place.line()));
        tracing::error!(
            file,
            line,
            "a thread panicked; the message is left out, since it may quote a document"
        );
    }));
}
