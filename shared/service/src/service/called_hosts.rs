//! Looks up the hosts that a request wants called, when it arrives.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::timeout;

use super::Service;
use crate::callback::{CallbackUrl, Callbacks, leads_inside};
use crate::jobs::Addresses;
use crate::problem::{Code, FieldError, Problem};

/// For all look-ups of a request. What is not known by then is looked up when it is called.
const PATIENCE: Duration = Duration::from_secs(2);

impl Service {
    /// Refuses the addresses of a job whose hosts lead inside.
    ///
    /// # Errors
    /// `invalid-body` that names each of them.
    pub(super) async fn check_addresses(&self, addresses: &Addresses) -> Result<(), Problem> {
        let mut called = Vec::new();
        let mut add =
            |pointer: String, url: Option<&str>| called.extend(url.map(|url| (pointer, url.to_owned())));
        add("/callbackUrl".to_owned(), addresses.callback_url.as_deref());
        add("/deliver/url".to_owned(), addresses.deliver.as_ref().map(|deliver| deliver.url.as_str()));
        for (index, asked) in &addresses.documents {
            let url = asked.deliver.as_ref().map(|deliver| deliver.url.as_str());
            add(format!("/documents/{index}/callbackUrl"), asked.callback_url.as_deref());
            add(format!("/documents/{index}/deliver/url"), url);
        }
        self.check_hosts(called).await
    }

    /// Refuses addresses, each with its place in the request, whose hosts lead inside.
    ///
    /// # Errors
    /// `invalid-body` that names each of them.
    pub(super) async fn check_hosts(&self, called: Vec<(String, String)>) -> Result<(), Problem> {
        if self.limits.callbacks == Callbacks::Anywhere {
            return Ok(());
        }
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (pointer, url) in called {
            // Checked before in all other ways.
            if let Ok(url) = CallbackUrl::presigned(&url, Callbacks::Public) {
                places.entry(url.host().to_ascii_lowercase()).or_default().push(pointer);
            }
        }
        let mut faults = Vec::new();
        let looking = async {
            for (host, pointers) in places {
                if leads_inside(host).await {
                    faults.extend(pointers);
                }
            }
        };
        // An elapsed time is no fault of the request.
        let _ = timeout(PATIENCE, looking).await;
        if faults.is_empty() {
            return Ok(());
        }
        let fault = |pointer: String| {
            let name = pointer.rsplit('/').next().unwrap_or_default();
            let detail = format!("the host of `{name}` leads to an address that is not public");
            FieldError::new(pointer, detail)
        };
        let faults: Vec<FieldError> = faults.into_iter().map(fault).collect();
        let detail = "Addresses that are called must be public. See `errors`.";
        Err(Problem::with_errors(Code::InvalidBody, detail, faults))
    }
}
