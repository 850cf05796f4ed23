//! Opening data folders.

use platen_service::store::TemplateStore;
use platen_store_embedded::{EmbeddedStore, OpenError, ServeLock, Settings};

use super::{home, template, tenant, version};

#[tokio::test]
async fn what_a_crash_left_is_swept_and_what_is_named_stays() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    let packages = home.folder.path().join("packages").join(tenant(1).to_string());
    std::fs::write(packages.join("ab".repeat(32)), "renamed, not recorded").unwrap();
    std::fs::write(home.folder.path().join("tmp/unfinished"), "half").unwrap();
    drop(home.store);
    let again = EmbeddedStore::open(home.folder.path()).unwrap();
    assert_eq!(std::fs::read_dir(&packages).unwrap().count(), 1);
    assert_eq!(std::fs::read_dir(home.folder.path().join("tmp")).unwrap().count(), 0);
    assert_eq!(again.package(tenant(1), template(1), 1).await.unwrap().unwrap(), "v1");
}

#[test]
fn a_folder_of_a_newer_program_is_left_alone() {
    let home = home();
    let database = rusqlite::Connection::open(home.folder.path().join("platen.db")).unwrap();
    database.pragma_update(None, "user_version", 1000).unwrap();
    let error = EmbeddedStore::open(home.folder.path()).err().unwrap();
    assert!(matches!(error, OpenError::Newer { found: 1000, .. }), "{error}");
    assert!(error.to_string().ends_with("upgrade platen"));
    let error = EmbeddedStore::administer(home.folder.path(), &Settings::default()).err().unwrap();
    assert!(matches!(error, OpenError::Newer { found: 1000, .. }), "{error}");
}

#[test]
fn only_who_serves_a_folder_brings_it_up_to_date() {
    let folder = tempfile::TempDir::new().unwrap();
    super::migration::earlier(folder.path());
    let version = || -> u32 {
        let database = rusqlite::Connection::open(folder.path().join("platen.db")).unwrap();
        database.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    };
    let before = version();
    let error = EmbeddedStore::administer(folder.path(), &Settings::default()).err().unwrap();
    assert!(matches!(error, OpenError::Older { found, .. } if found == before), "{error}");
    assert!(error.to_string().contains("`platen serve`"), "{error}");
    assert_eq!(version(), before, "an earlier server may be at work in it");
    let lock = ServeLock::take(folder.path()).unwrap();
    drop(EmbeddedStore::serve(lock, &Settings::default()).unwrap());
    assert!(version() > before);
    EmbeddedStore::administer(folder.path(), &Settings::default()).unwrap();
}

#[tokio::test]
async fn files_of_others_among_ours_are_left_alone_and_hinder_nothing() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    let packages = home.folder.path().join("packages");
    let stray = [packages.join("notes.txt"), packages.join(tenant(1).to_string()).join("notes.txt")];
    for path in &stray {
        std::fs::write(path, "of somebody else").unwrap();
    }
    assert!(home.store.remove(tenant(1), template(1), None).await.unwrap());
    drop(home.store);
    EmbeddedStore::open(home.folder.path()).unwrap();
    assert!(stray.iter().all(|path| path.is_file()));
    assert_eq!(std::fs::read_dir(packages.join(tenant(1).to_string())).unwrap().count(), 1);
}

#[test]
fn a_path_that_is_a_file_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = EmbeddedStore::open(file.path()).err().unwrap().to_string();
    assert!(error.contains(&file.path().display().to_string()), "{error}");
}

#[cfg(unix)]
#[test]
fn a_new_folder_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::TempDir::new().unwrap();
    let folder = parent.path().join("a/b");
    EmbeddedStore::open(&folder).unwrap();
    assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn processes_that_start_together_all_open_a_new_folder() {
    for _ in 0..10 {
        let folder = tempfile::TempDir::new().unwrap();
        std::thread::scope(|scope| {
            let openers: Vec<_> =
                (0..6).map(|_| scope.spawn(|| EmbeddedStore::open(folder.path()).map(|_| ()))).collect();
            for opener in openers {
                opener.join().unwrap().unwrap();
            }
        });
    }
}
