//! PUT to a signed link: items for a job, written down as they come.

use bytes::Bytes;
use hyper::body::Body;
use platen_service::Service;
use platen_service::http::{Admitted, Head, Response, no_content};
use platen_service::problem::Problem;

use super::Patience;
use super::body::Arriving;

/// Takes a body in. Nothing of it is held in memory, and nothing stays of one that is not whole.
pub(super) async fn take_in<B>(
    service: &Service,
    patience: &Patience,
    head: &Head,
    admitted: &Admitted,
    body: B,
) -> Result<Response, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut upload = service.uploads().begin(head, admitted.param("uploadId")).await?;
    let mut arriving = Arriving::new(body, patience, patience.upload);
    while let Some(data) = arriving.next().await? {
        // Counted as it comes: a declared length may lie.
        if arriving.length() > admitted.body_limit() {
            return Err(admitted.too_large());
        }
        head.trail().received(data.len() as u64);
        upload.write(data).await?;
    }
    upload.finish().await?;
    Ok(no_content())
}
