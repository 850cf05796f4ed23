//! Pictures that the data names by address.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use platen_service::callback::{CallbackUrl, Callbacks};
use platen_service::config::Config;
use platen_service::pictures::{FetchPicture, Pictures};
use tokio_rustls::rustls::Error;

use crate::{Client, Failed};

/// Before the second try: a server that was busy for a moment costs nobody a document.
const PAUSE: Duration = Duration::from_millis(200);

/// Where pictures in the data come from: `None` while the operator lists no hosts.
///
/// # Errors
/// TLS cannot be had.
pub fn pictures(config: &Config) -> Result<Option<Pictures>, Error> {
    let hosts = &config.picture_hosts;
    (!hosts.is_empty()).then(|| Ok(Pictures::new(hosts.clone(), Arc::new(Client::new()?)))).transpose()
}

#[async_trait]
impl FetchPicture for Client {
    async fn fetch(&self, url: &CallbackUrl, allowed: Callbacks, most: u64) -> Result<Bytes, String> {
        let mut fetched = self.get(url, allowed, most).await;
        if fetched.as_ref().is_err_and(may_pass) {
            tokio::time::sleep(PAUSE).await;
            fetched = self.get(url, allowed, most).await;
        }
        fetched.map_err(|failed| match failed {
            Failed::Status(status) if status.is_redirection() => {
                format!("{} answered {status}; send the address that it leads to", url.host())
            }
            Failed::Status(status) => format!("{} answered {status}", url.host()),
            failed => failed.to_string(),
        })
    }
}

/// Whether the same call may succeed a moment later.
fn may_pass(failed: &Failed) -> bool {
    match failed {
        Failed::Status(status) => status.is_server_error(),
        Failed::Connection(_) | Failed::Exchange(_) | Failed::Passing(_) => true,
        Failed::Refused(_) | Failed::TooSlow(_) => false,
    }
}
