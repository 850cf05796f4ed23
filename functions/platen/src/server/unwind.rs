//! A net under handlers: a panic in one request must not leave its client without an answer.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Drives a future; a panic becomes an error with its message. What the future shared with others must be sound after
/// a panic: the service's caches are, since their locks are taken over from panicked holders.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, String> {
    let mut future = pin!(future);
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Err(panic) => Poll::Ready(Err(message(panic.as_ref()))),
    })
    .await
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_with_its_message() {
        assert_eq!(caught(async { 7 }).await, Ok(7));
        let failed: Result<(), _> = caught(async { panic!("lost my {}", "keys") }).await;
        assert_eq!(failed, Err("lost my keys".to_owned()));
    }
}
