//! The folder that receives templates.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path};

use async_trait::async_trait;
use platen_service::ids::SubscriptionId;
use platen_service::store::{Incoming, IncomingStore, StoreError};

use crate::database::blocking;
use crate::{EmbeddedStore, error};

#[async_trait]
impl IncomingStore for EmbeddedStore {
    async fn incoming(
        &self,
        subscription: SubscriptionId,
        path: &str,
        max_bytes: u64,
    ) -> Result<Incoming, StoreError> {
        // `../../other-tenant/secret.docx` and `/etc/passwd` name nothing here.
        if !Path::new(path).components().all(|part| matches!(part, Component::Normal(_))) {
            return Ok(Incoming::Absent);
        }
        let place = self.files.incoming(subscription).join(path);
        blocking(move || match read(&place, max_bytes) {
            Err(failed) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&failed.kind()) => {
                Ok(Incoming::Absent)
            }
            result => result.map_err(|failed| error::file(&failed)),
        })
        .await
    }
}

fn read(place: &Path, max_bytes: u64) -> std::io::Result<Incoming> {
    let file = File::open(place)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Ok(Incoming::Absent);
    }
    if found.len() > max_bytes {
        return Ok(Incoming::TooLarge { bytes: found.len() });
    }
    let mut bytes = Vec::new();
    // A file that grows while it is read does not pass the bound.
    file.take(max_bytes).read_to_end(&mut bytes)?;
    Ok(Incoming::Found { bytes: bytes.into(), template_id: None })
}
