//! The Lambda function of the callback queue.

use std::process::ExitCode;
use std::sync::LazyLock;

use platen_callbacks::{Deliverer, Told};
use platen_lambda::Next;
use platen_service::problem::Problem;

/// Made once per instance.
static DELIVERER: LazyLock<Result<Deliverer, String>> =
    LazyLock::new(|| Deliverer::new().map_err(|error| error.to_string()));

fn main() -> ExitCode {
    platen_lambda::serve_messages(|home, message| {
        Box::pin(async move {
            let deliverer = DELIVERER.as_ref().map_err(Problem::internal)?;
            Ok(match deliver_callback::handle(home.service(), deliverer, &message.body).await? {
                Told::Over => Next::Done,
                Told::Again(wait) => Next::Again(wait),
            })
        })
    })
}
