//! A data folder of the version before: nothing of it is lost, and what is new begins with the right figures.

use std::path::Path;

use platen_service::ids::JobId;
use platen_service::jobs::JobStore;
use platen_service::keys::{ApiKey, Scope};
use platen_service::storage::{Storage, StoredBytes};
use platen_service::store::SubscriptionStore;
use platen_store_embedded::EmbeddedStore;
use rusqlite::{Connection, params};
use secrecy::ExposeSecret;
use tempfile::TempDir;
use uuid::Uuid;

use super::tenant;

/// The schema that the version before ended with.
const SCHEMA: &str = include_str!("schema-5.sql");

pub const KEY: &str = "plk_AKeyOfTheVersionBefore";

/// Makes such a folder: a tenant with a key, two versions of a template, an upload, and jobs: one that runs, with a password,
/// one that is complete, one that failed.
pub fn earlier(folder: &Path) {
    let db = Connection::open(folder.join("platen.db")).unwrap();
    db.pragma_update(None, "journal_mode", "WAL").unwrap();
    db.execute_batch(SCHEMA).unwrap();
    db.pragma_update(None, "user_version", 5).unwrap();
    let id = tenant(1).0;
    db.execute("INSERT INTO subscriptions VALUES (?1, 'Example', TRUE, 500, 60, 10)", [id]).unwrap();
    let hash = *ApiKey::from_header(KEY).hash().as_bytes();
    db.execute(
        "INSERT INTO keys VALUES (?1, ?2, ?3, 'manage', 'old', 1790000000000000, NULL)",
        params![hash, Uuid::from_u128(7), id],
    )
    .unwrap();
    for (version, ready, size) in [(1, true, 1_000), (2, false, 5_000)] {
        db.execute(
            "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, 'Letter', NULL, 'letter.docx', ?5, ?6, 1, 0, 1790000000000000, '[]')",
            params![id, Uuid::from_u128(2), version, ready, size, [version as u8; 32]],
        )
        .unwrap();
    }
    db.execute(
        "INSERT INTO templates VALUES (?1, ?2, 1, FALSE, 1790000000000000)",
        params![id, Uuid::from_u128(2)],
    )
    .unwrap();
    db.execute(
        "INSERT INTO uploads VALUES (?1, ?2, 4000000000000000, 300, NULL, NULL)",
        params![Uuid::from_u128(3), id],
    )
    .unwrap();
    let settings = |job: u128| {
        format!(
            r#"{{"template_name":"Letter","format":".pdf","file_name":null,"missing":"error","locale":null,
            "watermark":null,"conformance":null,"merge":false,"callback_url":"https://flows.example.com/token-{job}"}}"#
        )
    };
    for (job, status, password, archive) in [
        (11u128, "Running", Some("a clear password"), None),
        (12, "Completed", None, Some(70i64)),
        (13, "Failed", None, None),
    ] {
        db.execute(
            "INSERT INTO jobs VALUES (?1, ?2, ?3, 1, ?4, ?5, 5, ?6, FALSE, 2, 1, 0, 1790000000000000, NULL, ?7,
             4000000000000000, NULL)",
            params![Uuid::from_u128(job), id, Uuid::from_u128(2), settings(job), password, status, archive],
        )
        .unwrap();
    }
    db.execute(
        r#"INSERT INTO parts VALUES (?1, 0, -1, 0, 20, FALSE, '[{"bytes":400},{"bytes":11}]', '[]', 'file')"#,
        [Uuid::from_u128(11)],
    )
    .unwrap();
    // The end of the one that failed is still to be told; that of the one that is complete was.
    db.execute("INSERT INTO callbacks VALUES (?1, 1790000000000000, 2)", [Uuid::from_u128(13)]).unwrap();
    db.execute("INSERT INTO usage VALUES (?1, '2026-11', 42)", [id]).unwrap();
    db.execute("INSERT INTO secrets VALUES ('links', ?1)", [[0xa1u8; 32]]).unwrap();
    db.execute(
        "INSERT INTO callback_secrets VALUES (?1, ?2, ?3, 1790000000000000)",
        params![id, [0xb2u8; 32], [0xb3u8; 32]],
    )
    .unwrap();
}

#[tokio::test]
async fn a_folder_of_the_version_before_keeps_all_it_has() {
    let folder = TempDir::new().unwrap();
    earlier(folder.path());
    let store = EmbeddedStore::open(folder.path()).unwrap();
    let (key, subscription) = store.key(&ApiKey::from_header(KEY).hash()).await.unwrap().unwrap();
    assert_eq!((key.scope, key.expires_at, key.last_used_at), (Scope::Manage, None, None));
    assert_eq!((subscription.plan.monthly_documents, subscription.plan.storage_bytes), (Some(500), None));
    assert_eq!(store.documents(tenant(1), "2026-11").await.unwrap(), 42);
    for (job, kept) in [(11u128, true), (12, false), (13, true)] {
        let id = JobId(Uuid::from_u128(job));
        let record = store.any_job(id).await.unwrap().unwrap();
        assert_eq!((record.settings.tells, &record.settings.callback_url), (true, &None), "{job}");
        assert!(record.asks_at_end() && record.callback().is_some(), "{job}");
        let addresses = store.job_addresses(id).await.unwrap();
        let url = addresses.map(|text| text.expose_secret().contains(&format!("/token-{job}\"")));
        assert_eq!(url, kept.then_some(true), "{job}");
    }
    let protection = store.job_protection(JobId(Uuid::from_u128(11))).await.unwrap().unwrap();
    assert_eq!(protection.expose_secret(), "a clear password");
    // Two remarks' texts of two bytes each; the rejected file is not kept.
    let templates = 1_000 + 2 * "[]".len() as u64;
    let jobs = 20 + 400 + 11 + 70;
    assert_eq!(store.stored(tenant(1)).await.unwrap(), StoredBytes { templates, uploads: 300, jobs });
    drop(store);
    EmbeddedStore::open(folder.path()).unwrap();
}
