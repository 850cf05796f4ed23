//! Errors of the SDKs as [`StoreError`].

use std::error::Error;
use std::fmt::Write;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use platen_service::store::StoreError;

/// A call that did not work out after all its tries: throttling, timeouts, connections, and what a deployment got wrong
/// (no such table, access denied). All of them may be fixed while the request is repeated. Conditions that do not hold
/// are answers, and are read before this.
pub(crate) fn unavailable<E, R>(call: &str, failed: SdkError<E, R>) -> StoreError
where
    E: ProvideErrorMetadata + Error + 'static,
    R: std::fmt::Debug + 'static,
{
    let mut text = format!("{call}: ");
    match failed.as_service_error().and_then(|error| error.code().map(|code| (code, error.message()))) {
        Some((code, message)) => {
            text.push_str(code);
            if let Some(message) = message {
                // Writing to a string does not fail.
                let _ = write!(text, ": {message}");
            }
        }
        None => {
            let _ = write!(text, "{failed}");
            let mut source = failed.source();
            while let Some(cause) = source {
                let _ = write!(text, ": {cause}");
                source = cause.source();
            }
        }
    }
    StoreError::Unavailable(text)
}

/// A call that the SDK refused to build: a bug of ours, kept from the caller.
pub(crate) fn unbuilt(failed: impl Error) -> StoreError {
    StoreError::Damaged(failed.to_string())
}

/// A part of a store that does not exist.
pub(crate) fn not_made(what: &str, name: &str) -> StoreError {
    StoreError::Unavailable(format!("{what} {name} not found; `platen store create` makes it"))
}
