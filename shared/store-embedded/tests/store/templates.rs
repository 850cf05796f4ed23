//! Files of templates.

use std::fs::File;
use std::time::{Duration, Instant};

use platen_service::store::{StoreError, TemplateStore};

use super::{home, template, tenant, version};

#[tokio::test]
async fn removing_takes_all_versions_and_only_the_files_that_nobody_else_names() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("own"))).await.unwrap();
    home.store.add_version(tenant(1), version(template(1), "L", Some("shared"))).await.unwrap();
    home.store.add_version(tenant(1), version(template(2), "M", Some("shared"))).await.unwrap();
    assert!(home.store.remove(tenant(1), template(1), None).await.unwrap());
    assert!(!home.store.remove(tenant(1), template(1), None).await.unwrap());
    assert_eq!(home.store.template(tenant(1), template(1)).await.unwrap(), None);
    assert_eq!(home.store.package(tenant(1), template(1), 1).await.unwrap(), None);
    assert_eq!(home.store.package(tenant(1), template(2), 1).await.unwrap().unwrap(), "shared");
    let left = std::fs::read_dir(home.folder.path().join("packages").join(tenant(1).to_string())).unwrap();
    assert_eq!(left.count(), 1);
}

#[tokio::test]
async fn a_file_that_was_changed_is_damage_until_the_same_one_is_registered_again() {
    let home = home();
    let new = || version(template(1), "L", Some("what was written"));
    home.store.add_version(tenant(1), new()).await.unwrap();
    let tenants = home.folder.path().join("packages").join(tenant(1).to_string());
    let file = std::fs::read_dir(&tenants).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&file, "what was changed").unwrap();
    let error = home.store.package(tenant(1), template(1), 1).await.unwrap_err();
    assert!(matches!(&error, StoreError::Damaged(text) if text.contains("version 1")), "{error}");
    let again = home.store.add_version(tenant(1), new()).await.unwrap();
    assert_eq!(again.version, 1, "it is the same version");
    assert_eq!(home.store.package(tenant(1), template(1), 1).await.unwrap().unwrap(), "what was written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_two_templates_register_and_remove_at_once_is_there_for_who_has_it() {
    let home = home();
    for _ in 0..30 {
        let keep = home.store.add_version(tenant(1), version(template(1), "L", Some("shared")));
        let other = async {
            home.store.add_version(tenant(1), version(template(2), "M", Some("shared"))).await.unwrap();
            home.store.remove(tenant(1), template(2), None).await.unwrap();
        };
        let (kept, ()) = tokio::join!(keep, other);
        let kept = kept.unwrap();
        assert_eq!(
            home.store.package(tenant(1), template(1), kept.version).await.unwrap().unwrap(),
            "shared"
        );
        home.store.remove(tenant(1), template(1), None).await.unwrap();
    }
}

#[tokio::test]
async fn what_a_backup_needs_stays_until_it_has_it() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    let tenants = home.folder.path().join("packages").join(tenant(1).to_string());
    let files = || std::fs::read_dir(&tenants).unwrap().count();
    // As a backup does while it gives second names.
    let path = home.folder.path().join("removals.lock");
    let lock = File::options().create(true).truncate(false).write(true).open(path).unwrap();
    lock.lock().unwrap();
    assert!(home.store.remove(tenant(1), template(1), None).await.unwrap(), "nobody waits for it");
    assert_eq!((home.store.template(tenant(1), template(1)).await.unwrap(), files()), (None, 1));
    drop(lock);
    // It is swept by itself then.
    let end = Instant::now() + Duration::from_secs(60);
    while files() > 0 {
        assert!(Instant::now() < end, "the file stays");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_lost_file_is_damage_and_not_an_unknown_template() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    std::fs::remove_dir_all(home.folder.path().join("packages").join(tenant(1).to_string())).unwrap();
    let error = home.store.package(tenant(1), template(1), 1).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
}
