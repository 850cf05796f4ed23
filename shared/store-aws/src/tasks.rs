//! Runs calls at the same time, up to a limit: a round trip to S3 or SQS takes about ten milliseconds, so others can run meanwhile.

use tokio::task::JoinSet;

use platen_service::store::StoreError;

/// Calls on their way at once.
const MOST: usize = 64;

/// Bytes on their way at once; a call with more goes alone.
const MOST_BYTES: usize = 32 << 20;

/// Calls on their way. Dropping it stops them.
pub(crate) struct Tasks<T> {
    running: JoinSet<Result<(usize, T), StoreError>>,
    bytes: usize,
    done: Vec<T>,
}

impl<T: Send + 'static> Tasks<T> {
    pub(crate) fn new() -> Tasks<T> {
        Tasks { running: JoinSet::new(), bytes: 0, done: Vec::new() }
    }

    /// Begins a call that sends so many bytes, as soon as there is room. Fails when an earlier one failed.
    pub(crate) async fn add(
        &mut self,
        bytes: usize,
        call: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<(), StoreError> {
        while self.running.len() >= MOST || (self.bytes + bytes > MOST_BYTES && !self.running.is_empty()) {
            self.next().await?;
        }
        self.bytes += bytes;
        self.running.spawn(async move { call.await.map(|made| (bytes, made)) });
        Ok(())
    }

    /// Waits for all of them. What they made comes in no order.
    pub(crate) async fn finish(&mut self) -> Result<Vec<T>, StoreError> {
        while !self.running.is_empty() {
            self.next().await?;
        }
        Ok(std::mem::take(&mut self.done))
    }

    async fn next(&mut self) -> Result<(), StoreError> {
        if let Some(ended) = self.running.join_next().await {
            let (bytes, made) = ended.map_err(|failed| StoreError::Unavailable(failed.to_string()))??;
            self.bytes -= bytes;
            self.done.push(made);
        }
        Ok(())
    }
}
