//! The end of a connection whose client may still be sending (RFC 9112, 9.6). A system that closes a connection with unread
//! bytes resets it, and the client loses the answer that told it why.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long the client has to read the answer and to close.
const TIME: Duration = Duration::from_secs(5);

/// Bytes that are thrown away meanwhile.
const BYTES: usize = 64 << 20;

/// What is still waited for after the answer.
pub(super) struct Lingering {
    time: Pin<Box<Sleep>>,
    left: usize,
}

impl Lingering {
    pub(super) fn new() -> Lingering {
        Lingering { time: Box::pin(sleep(TIME)), left: BYTES }
    }

    /// Reads what comes and throws it away, until the client closes, or has had its time or its bytes.
    pub(super) fn poll<S: AsyncRead + Unpin>(
        &mut self,
        stream: &mut S,
        context: &mut Context<'_>,
    ) -> Poll<()> {
        let mut bytes = [0; 8 << 10];
        while self.left > 0 && self.time.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            // A connection that is broken needs no more care.
            let read = ready!(Pin::new(&mut *stream).poll_read(context, &mut buffer));
            let came = buffer.filled().len();
            if read.is_err() || came == 0 {
                break;
            }
            self.left = self.left.saturating_sub(came);
        }
        Poll::Ready(())
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex, repeat};

    use super::*;

    #[tokio::test]
    async fn it_ends_with_the_client_or_with_its_bytes() {
        let (mut client, mut server) = duplex(16);
        let mut lingering = Lingering::new();
        let sends = async {
            client.write_all(&[0; 100]).await.unwrap();
            drop(client);
        };
        tokio::join!(sends, poll_fn(|context| lingering.poll(&mut server, context)));
        assert_eq!(lingering.left, BYTES - 100);
        let mut endless = Lingering::new();
        let mut zeros = repeat(0).take(u64::MAX);
        poll_fn(|context| endless.poll(&mut zeros, context)).await;
        assert_eq!(endless.left, 0);
    }
}
