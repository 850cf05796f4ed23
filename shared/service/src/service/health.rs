//! `GET /api/health`: whether this process answers, and `GET /api/health/ready`: whether it should be sent work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use platen_pdf::{PdfError, SandboxReport};
use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use crate::http::{Request, Response, json};
use crate::keys::KEY_HEADER;
use crate::problem::{Code, FieldError, Problem};
use crate::storage::StorageState;
use crate::store::StoreError;

/// That the service answers.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: a service that cannot reach its storage answers with a problem.
    #[schema(pattern = "^ok$", examples("ok"))]
    status: &'static str,
    /// The version that runs.
    version: &'static str,
    /// The room on the disk of a service that has one; for keys that may manage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = DiskHealth)]
    disk: Option<DiskHealth>,
    /// What confines the processes that read documents, once the first of them has started; for keys that may manage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    sandbox: Option<SandboxReport>,
}

/// The room on the disk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiskHealth {
    /// Bytes that are free.
    free_bytes: u64,
    /// Bytes that must stay free.
    reserve_bytes: u64,
    /// Whether fewer are: templates, uploads and jobs are refused.
    is_low: bool,
}

impl Health {
    /// What everybody may know.
    const PUBLIC: Health =
        Health { status: "ok", version: env!("CARGO_PKG_VERSION"), disk: None, sandbox: None };
}

/// Answers 200 when the store does. A key that may manage sees more; without one, and with any other, it is the same answer:
/// a monitor must not take a service for dead because its key has expired.
///
/// # Errors
/// `unavailable` when the store does not answer.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    service.stores.subscriptions.ping().await?;
    let head = request.head();
    if !head.headers().contains_key(KEY_HEADER) || service.authorize_manager(head).await.is_err() {
        return json(&Health::PUBLIC);
    }
    let disk = service.storage_state().map(|StorageState { free, reserve, is_low }| DiskHealth {
        free_bytes: free,
        reserve_bytes: reserve,
        is_low,
    });
    json(&Health { disk, sandbox: service.engine.sandbox(), ..Health::PUBLIC })
}

/// Answers 200 when the service can do all of its work, so that a load balancer may send it
/// some.
///
/// # Errors
/// `unavailable` with everything that is in the way.
pub async fn ready(service: &Service, _request: Request) -> Result<Response, Problem> {
    let mut faults = Vec::new();
    if service.is_stopping() {
        faults.push(FieldError::new("/server", "the server is stopping"));
    }
    if let Err(error) = service.stores.subscriptions.ping().await {
        tracing::warn!(%error, "not ready because of the store");
        let fault = match error {
            StoreError::Damaged(_) | StoreError::Corrupt(_) => {
                "the store is damaged; see the log for what to restore"
            }
            _ => "the store does not answer",
        };
        faults.push(FieldError::new("/store", fault));
    }
    if let Some(disk) = service.storage_state().filter(|disk| disk.is_low) {
        let fault = format!(
            "the disk is almost full ({} bytes are free, {} are kept in reserve), so no template, upload or job is taken",
            disk.free, disk.reserve
        );
        faults.push(FieldError::new("/disk", fault));
    }
    match service.engine_state.get() {
        State::Unknown | State::Ready => {}
        State::Starting => faults.push(FieldError::new("/pdf", "the PDF engine is starting")),
        State::Failed => {
            service.engine_state.try_again(&service.engine);
            faults.push(FieldError::new("/pdf", "PDFs cannot be made; see the log for the reason"));
        }
    }
    if faults.is_empty() {
        return json(&Health::PUBLIC);
    }
    let detail = match faults.as_slice() {
        [only] => format!("The service is not ready: {}.", only.detail),
        several => format!("The service is not ready for {} reasons; see `errors`.", several.len()),
    };
    Err(Problem::with_errors(Code::Unavailable, detail, faults).retry_after(RETRY_S))
}

/// Seconds until somebody who spreads requests looks again.
const RETRY_S: u64 = 5;

/// Whether PDFs can be made, as far as is known. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct EngineState(Arc<AtomicU8>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum State {
    /// Nobody asked yet.
    Unknown = 0,
    /// The engine warms up.
    Starting = 1,
    /// It works.
    Ready = 2,
    /// It does not start, or its processes do not.
    Failed = 3,
}

impl EngineState {
    fn get(&self) -> State {
        match self.0.load(Ordering::Relaxed) {
            1 => State::Starting,
            2 => State::Ready,
            3 => State::Failed,
            _ => State::Unknown,
        }
    }

    fn set(&self, state: State) {
        self.0.store(state as u8, Ordering::Relaxed);
    }

    /// What a conversion, or a start, tells of the engine. A document that fails is no fault of the engine.
    pub(crate) fn learn<T>(&self, outcome: &Result<T, PdfError>) {
        match outcome {
            Ok(_) => self.set(State::Ready),
            Err(PdfError::Child(_) | PdfError::Sandbox(_)) => {
                self.set(State::Failed);
            }
            Err(_) => {}
        }
    }

    /// Starts the engine again, on a thread of its own. Nobody else would: who is not ready gets no requests.
    fn try_again(&self, engine: &Arc<dyn platen_pdf::Engine>) {
        self.set(State::Starting);
        let (state, engine) = (self.clone(), engine.clone());
        tokio::task::spawn_blocking(move || state.warm_up(engine.as_ref()));
    }

    fn warm_up(&self, engine: &dyn platen_pdf::Engine) {
        let warm = engine.warm_up();
        if let Err(error) = &warm {
            tracing::error!(%error, "no PDF can be made");
            // Whatever it is: an engine that cannot make its first document makes no other.
            self.set(State::Failed);
            return;
        }
        self.learn(&warm);
    }
}

impl Service {
    /// Begins to get the PDF engine ready, as a home does at its start: meanwhile requests are taken, and the first PDF finds
    /// fonts and a process ready. It takes a thread of the caller's own.
    pub fn warm_up(&self) -> impl FnOnce() + Send + use<> {
        let (state, engine) = (self.engine_state.clone(), self.engine.clone());
        state.set(State::Starting);
        move || state.warm_up(engine.as_ref())
    }
}
