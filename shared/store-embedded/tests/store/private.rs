//! The folder is its owner's alone, and what is secret in it is sealed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use jiff::Timestamp;
use platen_service::jobs::JobStore;
use platen_service::secret_key::SecretKey;
use platen_service::store::SubscriptionStore;
use platen_store_embedded::{EmbeddedStore, OpenError, ServeLock, Settings};
use rusqlite::Connection;
use tempfile::TempDir;

use super::jobs::{JOB, new_job};
use super::tenant;

/// All files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() { folders.push(entry) } else { files.push(entry) }
        }
    }
    files
}

/// The files that hold these bytes.
fn holding(folder: &Path, bytes: &[u8]) -> Vec<PathBuf> {
    let holds = |file: &PathBuf| fs::read(file).unwrap().windows(bytes.len()).any(|window| window == bytes);
    files(folder).into_iter().filter(holds).collect()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn with_keys(keys: &[u8]) -> Settings {
    let secret_keys = keys.iter().map(|byte| SecretKey::from_bytes([*byte; 32])).collect();
    Settings { secret_keys, ..Settings::default() }
}

#[test]
fn a_folder_that_an_administrator_made_is_made_private() {
    let folder = TempDir::new().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    drop(EmbeddedStore::open(folder.path()).unwrap());
    // As an earlier version left it.
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        fs::set_permissions(&path, Permissions::from_mode(if path.is_dir() { 0o755 } else { 0o644 }))
            .unwrap();
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let _store = EmbeddedStore::open(folder.path()).unwrap();
    assert_eq!(mode(folder.path()), 0o700);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
}

#[test]
fn one_process_serves_a_folder_and_others_administer_it() {
    let folder = TempDir::new().unwrap();
    let absent = EmbeddedStore::administer(folder.path(), &Settings::default()).err().unwrap();
    assert!(matches!(absent, OpenError::Absent { .. }), "{absent}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a command that administers makes nothing");
    let lock = ServeLock::take(folder.path()).unwrap();
    let serving = EmbeddedStore::serve(lock, &Settings::default()).unwrap();
    let second = ServeLock::take(folder.path()).unwrap_err();
    let pid = std::process::id();
    assert!(matches!(second, OpenError::Served { pid: Some(holder) } if holder == pid), "{second}");
    assert!(second.to_string().contains(&pid.to_string()), "{second}");
    EmbeddedStore::administer(folder.path(), &Settings::default()).unwrap();
    drop(serving);
    ServeLock::take(folder.path()).unwrap();
}

#[tokio::test]
async fn secrets_are_in_no_file_in_clear() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open_with(folder.path(), &with_keys(&[1])).unwrap();
    let secrets = store.callback_secrets(tenant(1)).await.unwrap();
    let rotated = store.rotate_callback_secret(tenant(1), Timestamp::now()).await.unwrap();
    let mut items = store.new_items(tenant(1), JOB).await.unwrap();
    items.chunk(vec![Bytes::from_static(b"{}")]).await.unwrap();
    assert!(items.create(new_job(Some("sesame"))).await.unwrap());
    // While the server runs, with its log, and while the job does.
    for secret in [&b"sesame"[..], secrets.current.as_bytes(), rotated.current.as_bytes()] {
        assert_eq!(holding(folder.path(), secret), [""; 0].map(PathBuf::from));
    }
    drop(store);
    let store = EmbeddedStore::open_with(folder.path(), &with_keys(&[1])).unwrap();
    assert!(store.callback_secrets(tenant(1)).await.unwrap() == rotated, "they are as they were");
    assert!(store.job_protection(JOB).await.unwrap().is_some());
    assert!(store.job_addresses(JOB).await.unwrap().is_some());
    assert!(!folder.path().join("secret.key").exists(), "the key is outside");
}

#[tokio::test]
async fn keys_are_replaced_and_a_missing_one_is_named() {
    let folder = TempDir::new().unwrap();
    let open = |keys: &[u8]| EmbeddedStore::open_with(folder.path(), &with_keys(keys));
    let own = open(&[]).unwrap();
    let secrets = own.callback_secrets(tenant(1)).await.unwrap();
    drop(own);
    assert_eq!(mode(&folder.path().join("secret.key")), 0o600);
    // From the folder's own key to one from outside, and to the next one.
    for (keys, last) in [(&[1][..], false), (&[1], false), (&[2, 1], false), (&[2], true)] {
        let store = open(keys).unwrap();
        assert!(store.callback_secrets(tenant(1)).await.unwrap() == secrets, "{keys:?}");
        assert!(!folder.path().join("secret.key").exists());
        if last {
            break;
        }
    }
    for wrong in [&[][..], &[1], &[3]] {
        let error = open(wrong).err().unwrap();
        assert!(matches!(error, OpenError::WrongKey), "{error}");
        assert!(error.to_string().contains("PLATEN_SECRET_KEY"), "{error}");
        assert!(!folder.path().join("secret.key").exists(), "a new key would open nothing");
    }
    // What needs no secret works without the key, and what needs one says so.
    let administering = EmbeddedStore::administer(folder.path(), &Settings::default()).unwrap();
    administering.subscriptions().await.unwrap();
    let error = administering.callback_secrets(tenant(1)).await.err().unwrap().to_string();
    assert!(error.contains("PLATEN_SECRET_KEY"), "{error}");
}

/// A folder as the schema before made it, with its secrets in clear.
#[tokio::test]
async fn secrets_in_clear_of_an_earlier_version_are_sealed_at_the_first_start() {
    let folder = TempDir::new().unwrap();
    super::migration::earlier(folder.path());
    let store = EmbeddedStore::open(folder.path()).unwrap();
    for secret in
        [&b"a clear password"[..], b"flows.example.com", b"token-1", &[0xa1; 32], &[0xb2; 32], &[0xb3; 32]]
    {
        assert_eq!(holding(folder.path(), secret), [""; 0].map(PathBuf::from), "{secret:?}");
    }
    let secrets = store.callback_secrets(tenant(1)).await.unwrap();
    assert_eq!(secrets.current.as_bytes(), &[0xb2; 32]);
    assert_eq!(secrets.previous.unwrap().0.as_bytes(), &[0xb3; 32]);
    let database = Connection::open(folder.path().join("platen.db")).unwrap();
    let left: u32 = database
        .query_row("SELECT count(*) FROM jobs WHERE password IS NOT NULL", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
}
