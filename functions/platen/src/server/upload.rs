//! PUT to a signed link: items for a job, written down as they come.

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Body;
use platen_service::Service;
use platen_service::http::{Admitted, Head, Response, no_content};
use platen_service::problem::Problem;
use tokio::time::{Instant, timeout_at};

use super::Patience;
use super::body::ReadError;

/// Takes a body in. Nothing of it is held in memory, and nothing stays of one that is not whole.
pub(super) async fn take_in<B>(
    service: &Service,
    patience: &Patience,
    head: &Head,
    admitted: &Admitted,
    mut body: B,
) -> Result<Response, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut upload = service.begin_upload(head, admitted.param("uploadId")).await?;
    let end = Instant::now() + patience.upload;
    let mut length = 0u64;
    loop {
        let step = end.min(Instant::now() + patience.body_progress);
        let frame = match timeout_at(step, body.frame()).await {
            Err(_) => return Err(ReadError::TooSlow.into()),
            Ok(Some(Err(_))) => return Err(ReadError::Broken.into()),
            Ok(Some(Ok(frame))) => frame,
            Ok(None) => break,
        };
        let Ok(data) = frame.into_data() else { continue };
        // Counted as it comes: a declared length may lie.
        length += data.len() as u64;
        if length > admitted.body_limit() {
            return Err(admitted.too_large());
        }
        upload.write(data).await?;
    }
    upload.finish().await?;
    Ok(no_content())
}
