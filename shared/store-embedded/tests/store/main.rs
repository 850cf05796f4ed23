//! What only the embedded store is asked: its files, other processes, power cuts. What every store is asked stands in the
//! conformance suite (`tests/tests/conformance`).

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod crash;
mod incoming;
mod jobs;
mod keys;
mod migration;
mod open;
mod private;
mod storage;
mod templates;
mod usage;

use bytes::Bytes;
use jiff::Timestamp;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::plan::Plan;
use platen_service::subscriptions::Subscription;
use platen_service::templates::NewVersion;
use platen_store_embedded::EmbeddedStore;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use uuid::Uuid;

/// A store in a folder of its own, which goes with it.
struct Home {
    store: EmbeddedStore,
    folder: TempDir,
}

fn home() -> Home {
    let folder = TempDir::new().unwrap();
    Home { store: EmbeddedStore::open(folder.path()).unwrap(), folder }
}

fn tenant(number: u8) -> SubscriptionId {
    SubscriptionId(Uuid::from_u128(u128::from(number)))
}

fn subscription(number: u8) -> Subscription {
    Subscription { id: tenant(number), name: format!("Tenant {number}"), active: true, plan: Plan::default() }
}

fn template(number: u8) -> TemplateId {
    TemplateId(Uuid::from_u128(0x7e << 64 | u128::from(number)))
}

/// A ready version, or with `None` a rejected one.
fn version(id: TemplateId, name: &str, content: Option<&str>) -> NewVersion {
    let file = content.unwrap_or("rejected");
    NewVersion {
        number: None,
        template_id: id,
        name: name.to_owned(),
        description: Some("for tests".to_owned()),
        file_name: format!("{name}.docx"),
        size_bytes: file.len() as u64,
        sha256: Sha256::digest(file).into(),
        labels: Vec::new(),
        package: content.map(|content| Bytes::copy_from_slice(content.as_bytes())),
        placeholder_count: 3,
        content_control_count: 1,
        at: Timestamp::now(),
        diagnostics: Vec::new(),
        draft: false,
        added_by: None,
        seen: None,
    }
}
