//! Files of templates.

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
async fn a_lost_file_is_damage_and_not_an_unknown_template() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    std::fs::remove_dir_all(home.folder.path().join("packages").join(tenant(1).to_string())).unwrap();
    let error = home.store.package(tenant(1), template(1), 1).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
}
