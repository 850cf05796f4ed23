//! The service's domain: Platen's operations for a caller, independent of where they run. Both homes (AWS Lambda and
//! `platen serve`) call it in the same way:
//!
//! ```no_run
//! # use platen_service::{Service, http::{Head, Request, Response, finish}, problem::Problem};
//! # async fn read(limit: u64) -> Result<bytes::Bytes, Problem> { Ok(bytes::Bytes::new()) }
//! # async fn dispatch(s: &Service, r: Request) -> Result<Response, Problem> { platen_service::service::health::handle(s, r).await }
//! # async fn answer(service: &Service, head: Head) -> Response {
//! let made = async {
//!     let admitted = service.admit(&head).await?;          // route and key, from the head alone
//!     let _gone = admitted.budgets().cancel_on_drop();     // work ends when this future is dropped
//!     let body = read(admitted.body_limit()).await?;       // only now is the body read, up to its bound
//!     let request = service.receive(admitted, &head, body.into()).await?;
//!     dispatch(service, request).await                     // a `match` on `request.route().id`
//! };
//! let result = made.await;
//! finish(&head, result)                                    // problems become problem+json, failures one log line
//! # }
//! ```
//!
//! Errors, by layer: a store returns [`store::StoreError`], a caller gets [`problem::Problem`]; `platen_docx` and
//! `platen_pdf` have their own, mapped in [`service::generation`].

pub mod audit;
pub mod callback;
pub mod config;
pub mod contract;
pub mod email;
pub mod events;
pub mod figures;
pub mod file_name;
pub mod form_links;
pub mod format;
pub mod http;
pub mod ids;
pub mod jobs;
pub mod keys;
mod limits;
pub mod links;
mod machine;
pub mod moving;
mod no_engine;
pub mod page;
pub mod panics;
pub mod pictures;
pub mod plan;
pub mod problem;
pub mod reach;
pub mod secret_key;
pub mod service;
pub mod sign_in;
pub mod storage;
pub mod store;
pub mod subscriptions;
pub mod templates;
pub mod time;
pub mod trace;
pub mod uploads;
pub mod webhooks;
pub mod work;

pub use limits::Limits;
pub use no_engine::NoEngine;
pub use service::{Service, Stores};
