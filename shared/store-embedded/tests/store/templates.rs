//! Versions of templates.

use platen_docx::{Diagnostic, Severity};
use platen_service::contract::Page;
use platen_service::store::{TemplateFilter, TemplateStore};
use platen_service::templates::Status;

use super::{home, template, tenant, version};

const ALL: Page = Page { number: 1, size: 100 };

#[tokio::test]
async fn a_version_reads_back_as_it_was_recorded() {
    let home = home();
    let remark = Diagnostic {
        severity: Severity::Warning,
        place: "body".into(),
        part: "word/document.xml".into(),
        excerpt: "{{ x }}".into(),
        caret: 3,
        width: 1,
        message: "odd".into(),
        hint: Some("mend it".into()),
    };
    let new = platen_service::templates::NewVersion {
        diagnostics: vec![remark.clone()],
        ..version(template(1), "Letter", Some("v1"))
    };
    let made = home.store.add_version(tenant(1), new).await.unwrap();
    let found = home.store.template(tenant(1), template(1)).await.unwrap().unwrap();
    assert_eq!(made, found);
    assert_eq!((found.version, found.status, found.name.as_str()), (1, Status::Ready, "Letter"));
    assert_eq!((found.size_bytes, found.placeholder_count, found.content_control_count), (2, 3, 1));
    assert_eq!(found.diagnostics, [remark]);
    assert_eq!(found.created_at, found.updated_at);
    assert_eq!(home.store.package(tenant(1), template(1), 1).await.unwrap().unwrap(), "v1");
}

#[tokio::test]
async fn a_new_version_comes_into_force_and_the_old_one_stays() {
    let home = home();
    let first = home.store.add_version(tenant(1), version(template(1), "Letter", Some("v1"))).await.unwrap();
    let second = home.store.add_version(tenant(1), version(template(1), "Letter", Some("v2"))).await.unwrap();
    assert_eq!((second.version, second.created_at), (2, first.created_at));
    assert_eq!(home.store.template(tenant(1), template(1)).await.unwrap().unwrap(), second);
    assert_eq!(home.store.versions(tenant(1), template(1)).await.unwrap(), [second, first]);
    assert_eq!(home.store.package(tenant(1), template(1), 1).await.unwrap().unwrap(), "v1");
    assert_eq!(home.store.list(tenant(1), TemplateFilter::Ready, ALL).await.unwrap().total, 1);
}

#[tokio::test]
async fn the_same_file_again_is_no_new_version_unless_another_came_between() {
    let home = home();
    for (content, number) in [("a", 1), ("a", 1), ("b", 2), ("b", 2), ("a", 3)] {
        let made = home.store.add_version(tenant(1), version(template(1), "L", Some(content))).await.unwrap();
        assert_eq!(made.version, number, "{content}");
    }
}

#[tokio::test]
async fn a_rejected_version_leaves_the_ready_one_in_force() {
    let home = home();
    let rejected = home.store.add_version(tenant(1), version(template(1), "L", None)).await.unwrap();
    assert_eq!((rejected.version, rejected.status), (1, Status::Rejected));
    assert_eq!(home.store.template(tenant(1), template(1)).await.unwrap().unwrap().status, Status::Rejected);
    assert_eq!(home.store.list(tenant(1), TemplateFilter::Ready, ALL).await.unwrap().total, 0);
    assert_eq!(home.store.list(tenant(1), TemplateFilter::All, ALL).await.unwrap().total, 1);
    assert_eq!(home.store.package(tenant(1), template(1), 1).await.unwrap(), None);

    home.store.add_version(tenant(1), version(template(1), "L", Some("good"))).await.unwrap();
    home.store.add_version(tenant(1), version(template(1), "L", None)).await.unwrap();
    let in_force = home.store.template(tenant(1), template(1)).await.unwrap().unwrap();
    assert_eq!((in_force.version, in_force.status), (2, Status::Ready));
    assert_eq!(home.store.versions(tenant(1), template(1)).await.unwrap().len(), 3);
}

#[tokio::test]
async fn disabling_hides_and_outlives_new_versions() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    assert!(home.store.set_disabled(tenant(1), template(1), true).await.unwrap());
    home.store.add_version(tenant(1), version(template(1), "L", Some("v2"))).await.unwrap();
    assert_eq!(home.store.template(tenant(1), template(1)).await.unwrap().unwrap().status, Status::Disabled);
    assert_eq!(home.store.list(tenant(1), TemplateFilter::Ready, ALL).await.unwrap().total, 0);
    assert!(home.store.set_disabled(tenant(1), template(1), false).await.unwrap());
    assert_eq!(home.store.template(tenant(1), template(1)).await.unwrap().unwrap().status, Status::Ready);
    assert!(!home.store.set_disabled(tenant(1), template(9), true).await.unwrap());
}

#[tokio::test]
async fn removing_takes_all_versions_and_only_the_files_that_nobody_else_names() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("own"))).await.unwrap();
    home.store.add_version(tenant(1), version(template(1), "L", Some("shared"))).await.unwrap();
    home.store.add_version(tenant(1), version(template(2), "M", Some("shared"))).await.unwrap();
    assert!(home.store.remove(tenant(1), template(1)).await.unwrap());
    assert!(!home.store.remove(tenant(1), template(1)).await.unwrap());
    assert_eq!(home.store.template(tenant(1), template(1)).await.unwrap(), None);
    assert_eq!(home.store.package(tenant(1), template(1), 1).await.unwrap(), None);
    assert_eq!(home.store.package(tenant(1), template(2), 1).await.unwrap().unwrap(), "shared");
    let left = std::fs::read_dir(home.folder.path().join("packages").join(tenant(1).to_string())).unwrap();
    assert_eq!(left.count(), 1);
}

#[tokio::test]
async fn lists_are_by_name_in_pages() {
    let home = home();
    for (number, name) in [(1, "banana"), (2, "Apple"), (3, "cherry"), (4, "apple"), (5, "Banana")] {
        home.store.add_version(tenant(1), version(template(number), name, Some(name))).await.unwrap();
    }
    let mut names = Vec::new();
    for number in 1..=4 {
        let page = home.store.list(tenant(1), TemplateFilter::Ready, Page { number, size: 2 }).await.unwrap();
        assert_eq!(page.total, 5);
        names.push(page.items.into_iter().map(|item| item.name).collect::<Vec<_>>());
    }
    assert_eq!(names, [vec!["Apple", "apple"], vec!["banana", "Banana"], vec!["cherry"], vec![]]);
    let last = Page { number: u32::MAX, size: 100 };
    assert_eq!(home.store.list(tenant(1), TemplateFilter::Ready, last).await.unwrap().items, []);
}

#[tokio::test]
async fn nothing_of_another_tenant_is_there() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "Secret", Some("secret"))).await.unwrap();
    let (other, id) = (tenant(2), template(1));
    assert_eq!(home.store.template(other, id).await.unwrap(), None);
    assert_eq!(home.store.version(other, id, 1).await.unwrap(), None);
    assert_eq!(home.store.versions(other, id).await.unwrap(), []);
    assert_eq!(home.store.package(other, id, 1).await.unwrap(), None);
    assert_eq!(home.store.list(other, TemplateFilter::All, ALL).await.unwrap().total, 0);
    assert!(!home.store.set_disabled(other, id, true).await.unwrap());
    assert!(!home.store.remove(other, id).await.unwrap());
    // The same id may be another template there, and neither sees the other.
    home.store.add_version(other, version(id, "Mine", Some("mine"))).await.unwrap();
    assert_eq!(home.store.package(tenant(1), id, 1).await.unwrap().unwrap(), "secret");
    assert_eq!(home.store.template(tenant(1), id).await.unwrap().unwrap().name, "Secret");
}

#[tokio::test]
async fn a_lost_file_is_damage_and_not_an_unknown_template() {
    let home = home();
    home.store.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    std::fs::remove_dir_all(home.folder.path().join("packages").join(tenant(1).to_string())).unwrap();
    let error = home.store.package(tenant(1), template(1), 1).await.unwrap_err();
    assert!(matches!(error, platen_service::store::StoreError::Damaged(_)), "{error}");
}
