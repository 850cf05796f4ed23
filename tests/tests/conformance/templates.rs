//! Templates and their versions.

use std::sync::Arc;

use bytes::Bytes;
use jiff::Timestamp;
use platen_docx::{Diagnostic, Severity};
use platen_service::ids::TemplateId;
use platen_service::page::Page;
use platen_service::plan::Plan;
use platen_service::reach::Labels;
use platen_service::store::{StoreError, TemplateFilter};
use platen_service::subscriptions::Subscription;
use platen_service::templates::{About, NewVersion, Revision, Status, TemplateChange, TemplateRecord};

use sha2::{Digest, Sha256};

use crate::home::{Home, template, tenant};

const ALL: Page = Page { number: 1, size: 100 };

/// A ready version, or with `None` a rejected one.
fn version(id: TemplateId, name: &str, content: Option<&str>) -> NewVersion {
    let file = content.unwrap_or("rejected");
    let sha256 = Sha256::digest(file).into();
    NewVersion {
        number: None,
        template_id: id,
        name: name.to_owned(),
        description: Some("for tests".to_owned()),
        file_name: format!("{name}.docx"),
        size_bytes: file.len() as u64,
        sha256,
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

/// A draft, or with `None` one with errors.
fn draft(id: TemplateId, content: Option<&str>) -> NewVersion {
    NewVersion { draft: true, ..version(id, "L", content) }
}

fn remark(message: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        place: "body".into(),
        part: "word/document.xml".into(),
        excerpt: "{{ x }}".into(),
        caret: 3,
        width: 1,
        message: message.into(),
        hint: Some("fix it".into()),
    }
}

pub async fn a_version_reads_back_as_it_was_recorded(home: Home) {
    let templates = &home.stores.templates;
    let new = NewVersion {
        diagnostics: vec![remark("odd")],
        description: None,
        ..version(template(1), "Zöe \u{1f4c4}", Some("v1"))
    };
    let made = templates.add_version(tenant(1), new).await.unwrap();
    let found = templates.template(tenant(1), template(1)).await.unwrap().unwrap();
    assert_eq!(made, found);
    assert_eq!((found.version, found.status, found.name.as_str()), (1, Status::Ready, "Zöe \u{1f4c4}"));
    assert_eq!((found.size_bytes, found.placeholder_count, found.content_control_count), (2, 3, 1));
    assert_eq!((found.description, found.diagnostics), (None, vec![remark("odd")]));
    assert_eq!(found.created_at, found.updated_at);
    assert_eq!(templates.package(tenant(1), template(1), 1).await.unwrap().unwrap(), "v1");
}

pub async fn versions_count_until_the_storage_is_full_and_they_are_removed(home: Home) {
    let (templates, storage) = (&home.stores.templates, &home.stores.storage);
    let plan = Plan { storage_bytes: Some(12), ..Plan::default() };
    let subscription = Subscription { id: tenant(1), name: "Small".to_owned(), active: true, plan };
    home.stores.subscriptions.put_subscription(&subscription).await.unwrap();
    let add = async |number, content| {
        templates.add_version(tenant(1), version(template(number), "L", content)).await
    };
    let total = async || storage.stored(tenant(1)).await.unwrap().total();
    assert_eq!(total().await, 0);
    // Each with two bytes of remarks, `[]`.
    add(1, Some("v1")).await.unwrap();
    add(1, None).await.unwrap();
    add(2, Some("v3")).await.unwrap();
    add(2, Some("v3")).await.unwrap();
    assert_eq!(total().await, 10, "the same file again is nothing more, a rejected one is not kept");
    let full = add(2, Some("v4")).await.unwrap_err();
    assert!(
        matches!(full, StoreError::Limit { limit: "storage_bytes", used: 10, wanted: 4, allowed: 12 }),
        "{full:?}"
    );
    assert_eq!(templates.template(tenant(1), template(2)).await.unwrap().unwrap().version, 1);
    assert!(templates.remove(tenant(1), template(1), None).await.unwrap());
    assert_eq!(total().await, 4);
    add(2, Some("v4")).await.unwrap();
    assert!(templates.remove(tenant(1), template(2), None).await.unwrap());
    assert_eq!((total().await, storage.stored(tenant(2)).await.unwrap().total()), (0, 0));
}

pub async fn a_new_version_comes_into_force_and_the_old_one_stays(home: Home) {
    let templates = &home.stores.templates;
    let first = templates.add_version(tenant(1), version(template(1), "Letter", Some("v1"))).await.unwrap();
    let second = templates.add_version(tenant(1), version(template(1), "Letter", Some("v2"))).await.unwrap();
    assert_eq!((second.version, second.created_at), (2, first.created_at));
    assert_eq!(templates.template(tenant(1), template(1)).await.unwrap().unwrap(), second);
    // Each record tells of the whole template, too.
    let first = TemplateRecord { changes: 2, ..first };
    assert_eq!(templates.version(tenant(1), template(1), 1).await.unwrap().unwrap(), first);
    assert_eq!(templates.version(tenant(1), template(1), 3).await.unwrap(), None);
    assert_eq!(templates.versions(tenant(1), template(1), 9).await.unwrap(), [second.clone(), first]);
    assert_eq!(templates.versions(tenant(1), template(1), 1).await.unwrap(), [second]);
    assert_eq!(templates.package(tenant(1), template(1), 1).await.unwrap().unwrap(), "v1");
    assert_eq!(templates.list(tenant(1), TemplateFilter::READY, ALL).await.unwrap().total, 1);
}

pub async fn the_same_file_again_is_no_new_version_unless_another_came_between(home: Home) {
    let templates = &home.stores.templates;
    for (content, number) in [("a", 1), ("a", 1), ("b", 2), ("b", 2), ("a", 3)] {
        let made = templates.add_version(tenant(1), version(template(1), "L", Some(content))).await.unwrap();
        assert_eq!(made.version, number, "{content}");
    }
    let rejected = NewVersion { package: None, ..version(template(1), "L", Some("a")) };
    let made = templates.add_version(tenant(1), rejected).await.unwrap();
    assert_eq!(made.version, 4, "the same file with another outcome is another version");
    let renamed = version(template(1), "M", Some("c"));
    for (name, number) in [("L", 5), ("M", 6), ("M", 6)] {
        let new = NewVersion { name: name.to_owned(), ..renamed.clone() };
        assert_eq!(templates.add_version(tenant(1), new).await.unwrap().version, number, "{name}");
    }
}

pub async fn a_rejected_version_leaves_the_ready_one_in_force(home: Home) {
    let templates = &home.stores.templates;
    let rejected = templates.add_version(tenant(1), version(template(1), "L", None)).await.unwrap();
    assert_eq!((rejected.version, rejected.status), (1, Status::Rejected));
    assert_eq!(templates.template(tenant(1), template(1)).await.unwrap().unwrap().status, Status::Rejected);
    assert_eq!(templates.list(tenant(1), TemplateFilter::READY, ALL).await.unwrap().total, 0);
    assert_eq!(templates.list(tenant(1), TemplateFilter::ALL, ALL).await.unwrap().total, 1);
    assert_eq!(templates.package(tenant(1), template(1), 1).await.unwrap(), None);

    templates.add_version(tenant(1), version(template(1), "L", Some("good"))).await.unwrap();
    templates.add_version(tenant(1), version(template(1), "L", None)).await.unwrap();
    let in_force = templates.template(tenant(1), template(1)).await.unwrap().unwrap();
    assert_eq!((in_force.version, in_force.status), (2, Status::Ready));
    assert_eq!(templates.versions(tenant(1), template(1), 9).await.unwrap().len(), 3);
}

pub async fn disabling_hides_and_outlives_new_versions(home: Home) {
    let templates = &home.stores.templates;
    templates.add_version(tenant(1), version(template(1), "L", Some("v1"))).await.unwrap();
    assert!(templates.change(tenant(1), template(1), TemplateChange::Disabled(true), None).await.unwrap());
    templates.add_version(tenant(1), version(template(1), "L", Some("v2"))).await.unwrap();
    assert_eq!(templates.template(tenant(1), template(1)).await.unwrap().unwrap().status, Status::Disabled);
    assert_eq!(templates.list(tenant(1), TemplateFilter::READY, ALL).await.unwrap().total, 0);
    assert!(templates.change(tenant(1), template(1), TemplateChange::Disabled(false), None).await.unwrap());
    assert_eq!(templates.template(tenant(1), template(1)).await.unwrap().unwrap().status, Status::Ready);
    assert!(!templates.change(tenant(1), template(9), TemplateChange::Disabled(true), None).await.unwrap());
}

pub async fn a_draft_waits_until_it_is_published(home: Home) {
    let templates = &home.stores.templates;
    let (tenant, id) = (tenant(1), template(1));
    let in_force = async || {
        let found = templates.template(tenant, id).await.unwrap().unwrap();
        (found.version, found.status, found.draft)
    };
    let add = async |new| templates.add_version(tenant, new).await.unwrap().version;
    let publish =
        async |version| templates.change(tenant, id, TemplateChange::Publish(version), None).await.unwrap();
    let ready = async || templates.list(tenant, TemplateFilter::READY, ALL).await.unwrap().total;

    // Of a template that has nothing else it is what is shown, and is no template to make documents from.
    assert_eq!(add(draft(id, Some("d1"))).await, 1);
    assert_eq!((in_force().await, ready().await), ((1, Status::Draft, Some(1)), 0));
    assert_eq!(add(draft(id, None)).await, 2);
    assert_eq!((in_force().await, ready().await), ((2, Status::Rejected, Some(2)), 0));
    assert_eq!(add(draft(id, Some("d3"))).await, 3);
    assert_eq!(in_force().await, (3, Status::Draft, Some(3)));
    assert_eq!(
        templates.versions(tenant, id, 9).await.unwrap().len(),
        1,
        "each took the place of the one before"
    );
    assert_eq!(templates.version(tenant, id, 1).await.unwrap(), None);
    assert_eq!(templates.package(tenant, id, 1).await.unwrap(), None);

    assert!(publish(3).await);
    assert_eq!((in_force().await, ready().await), ((3, Status::Ready, None), 1));
    assert_eq!(add(draft(id, Some("d4"))).await, 4);
    assert_eq!(add(draft(id, Some("d4"))).await, 4, "the same file again");
    assert_eq!(in_force().await, (3, Status::Ready, Some(4)));
    let waiting = templates.version(tenant, id, 4).await.unwrap().unwrap();
    assert_eq!(waiting.status, Status::Draft);
    assert_eq!(templates.package(tenant, id, 4).await.unwrap().unwrap(), "d4", "it can be tried");

    // A rejected file between leaves it; a published one takes its place in the order of things.
    assert_eq!(add(version(id, "L", None)).await, 5);
    assert_eq!(in_force().await, (3, Status::Ready, Some(4)));
    assert_eq!(add(version(id, "L", Some("v6"))).await, 6);
    assert_eq!(in_force().await, (6, Status::Ready, None));

    // Any version without errors can be published, an old one too.
    assert!(publish(3).await);
    assert_eq!(in_force().await, (3, Status::Ready, None));
    assert!(publish(4).await);
    assert_eq!(in_force().await, (4, Status::Ready, None));
    for unusable in [1, 5, 99] {
        assert!(!publish(unusable).await, "{unusable}");
    }
    assert_eq!(in_force().await, (4, Status::Ready, None));
    // The newest file again, while another one is in force: it is wanted, so it comes.
    assert_eq!(add(version(id, "L", Some("v6"))).await, 7);
    assert_eq!(in_force().await, (7, Status::Ready, None));
}

pub async fn the_room_of_a_replaced_draft_is_free_again(home: Home) {
    let (templates, storage) = (&home.stores.templates, &home.stores.storage);
    let total = async || storage.stored(tenant(1)).await.unwrap().total();
    templates.add_version(tenant(1), version(template(1), "L", Some("same"))).await.unwrap();
    for content in ["draft one", "2", "same", "draft four"] {
        templates.add_version(tenant(1), draft(template(1), Some(content))).await.unwrap();
        // Each with two bytes of remarks, `[]`.
        assert_eq!(total().await, 4 + 2 + content.len() as u64 + 2, "{content}");
    }
    let kept = templates.package(tenant(1), template(1), 1).await.unwrap().unwrap();
    assert_eq!(kept, "same", "a draft that had the same file took nothing of it");
}

pub async fn a_template_is_described_without_a_new_version(home: Home) {
    let templates = &home.stores.templates;
    let added_by = Some("Anna".to_owned());
    let new = NewVersion { added_by: added_by.clone(), ..version(template(1), "Letter", Some("v1")) };
    templates.add_version(tenant(1), new).await.unwrap();
    let about = |name: &str, labels: &[&str]| About {
        name: name.to_owned(),
        description: None,
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
    };
    let describe = async |about| {
        templates.change(tenant(1), template(1), TemplateChange::About(about), None).await.unwrap()
    };
    assert!(describe(about("Äußerung", &["HR", "Zürich"])).await);
    let found = templates.template(tenant(1), template(1)).await.unwrap().unwrap();
    assert_eq!((found.version, found.name.as_str(), found.description), (1, "Äußerung", None));
    assert_eq!((found.labels, found.added_by), (vec!["HR".to_owned(), "Zürich".to_owned()], added_by));

    templates.add_version(tenant(1), version(template(2), "Other", Some("v1"))).await.unwrap();
    let labelled = async |label| {
        let filter = TemplateFilter { label: Some(label), ..TemplateFilter::READY };
        let listed = templates.list(tenant(1), filter, ALL).await.unwrap();
        listed.items.into_iter().map(|item| item.name).collect::<Vec<_>>()
    };
    assert_eq!(labelled("zÜRICH").await, ["Äußerung"]);
    assert_eq!((labelled("Zür").await, labelled("").await), (Vec::<String>::new(), Vec::new()));

    // What somebody reaches, and how many that are; a new template comes with labels, a known one keeps its own.
    let one = NewVersion { labels: vec!["Sales".to_owned()], ..version(template(3), "Price", Some("v1")) };
    templates.add_version(tenant(1), one).await.unwrap();
    let again = NewVersion { labels: vec!["HR".to_owned()], ..version(template(3), "Price", Some("v2")) };
    assert_eq!(templates.add_version(tenant(1), again).await.unwrap().labels, ["Sales"]);
    let reached = async |labels: &[&str]| {
        let labels = Labels::new(&labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>());
        let filter = TemplateFilter { within: labels.as_ref(), ..TemplateFilter::READY };
        let listed = templates.list(tenant(1), filter, Page { number: 1, size: 1 }).await.unwrap();
        (listed.total, listed.items.into_iter().map(|item| item.name).collect::<Vec<_>>())
    };
    assert_eq!(reached(&["hr", "sales"]).await, (2, vec!["Price".to_owned()]));
    assert_eq!(reached(&["hr"]).await, (1, vec!["Äußerung".to_owned()]));
    assert_eq!(reached(&["legal"]).await, (0, Vec::new()));

    // A file under its own name is what it was; the labels outlive a new version.
    let same = NewVersion { description: None, ..version(template(1), "Äußerung", Some("v1")) };
    let same = NewVersion { file_name: "Letter.docx".to_owned(), ..same };
    assert_eq!(templates.add_version(tenant(1), same.clone()).await.unwrap().version, 1);
    let next = templates.add_version(tenant(1), version(template(1), "Next", Some("v2"))).await.unwrap();
    assert_eq!((next.version, next.name.as_str(), next.labels.len()), (2, "Next", 2));
    let rejected = templates.add_version(tenant(1), version(template(1), "Bad", None)).await.unwrap();
    assert_eq!((rejected.version, rejected.name.as_str()), (3, "Next"));
    assert!(!templates.change(tenant(2), template(1), TemplateChange::Disabled(true), None).await.unwrap());
}

pub async fn of_two_changes_of_one_state_the_later_is_refused(home: Home) {
    let templates = &home.stores.templates;
    let (tenant, id) = (tenant(1), template(1));
    let first = templates.add_version(tenant, version(id, "L", Some("v1"))).await.unwrap().revision();
    let seen = async || templates.template(tenant, id).await.unwrap().unwrap().revision();
    assert_eq!(seen().await, first);
    let hide = |seen| templates.change(tenant, id, TemplateChange::Disabled(true), seen);
    assert!(hide(Some(first)).await.unwrap());
    let second = seen().await;
    assert_ne!(second, first);

    let stale = |result: Result<bool, StoreError>| matches!(result, Err(StoreError::Stale));
    assert!(stale(hide(Some(first)).await));
    assert!(stale(templates.change(tenant, id, TemplateChange::Publish(1), Some(first)).await));
    assert!(stale(templates.remove(tenant, id, Some(first)).await));
    let late = NewVersion { seen: Some(first), ..version(id, "L", Some("v2")) };
    assert!(matches!(templates.add_version(tenant, late).await, Err(StoreError::Stale)));
    assert_eq!(seen().await, second, "nothing was done");

    let now = NewVersion { seen: Some(second), ..version(id, "L", Some("v2")) };
    assert_eq!(templates.add_version(tenant, now).await.unwrap().version, 2);
    // The same file again is no change, whoever sends it.
    let third = seen().await;
    templates.add_version(tenant, version(id, "L", Some("v2"))).await.unwrap();
    assert_eq!(seen().await, third);
    // A template that was made again is not the one that was seen.
    assert!(templates.remove(tenant, id, Some(third)).await.unwrap());
    let mut again = templates.add_version(tenant, version(id, "L", Some("v1"))).await.unwrap().revision();
    assert_ne!(again, first);
    again = Revision { changes: again.changes + 7, ..again };
    assert!(stale(templates.remove(tenant, id, Some(again)).await));
}

pub async fn removing_takes_all_versions_and_nothing_else(home: Home) {
    let templates = &home.stores.templates;
    templates.add_version(tenant(1), version(template(1), "L", Some("own"))).await.unwrap();
    templates.add_version(tenant(1), version(template(1), "L", Some("shared"))).await.unwrap();
    templates.add_version(tenant(1), version(template(2), "M", Some("shared"))).await.unwrap();
    assert!(templates.remove(tenant(1), template(1), None).await.unwrap());
    assert!(!templates.remove(tenant(1), template(1), None).await.unwrap());
    assert_eq!(templates.template(tenant(1), template(1)).await.unwrap(), None);
    assert_eq!(templates.versions(tenant(1), template(1), 9).await.unwrap(), []);
    assert_eq!(templates.package(tenant(1), template(1), 1).await.unwrap(), None);
    assert!(!templates.change(tenant(1), template(1), TemplateChange::Disabled(true), None).await.unwrap());
    assert_eq!(templates.package(tenant(1), template(2), 1).await.unwrap().unwrap(), "shared");
    let again = templates.add_version(tenant(1), version(template(1), "L", Some("own"))).await.unwrap();
    assert_eq!((again.version, again.status), (1, Status::Ready), "it restarts");
}

pub async fn lists_are_by_name_in_pages(home: Home) {
    let templates = &home.stores.templates;
    for (number, name) in [(1, "banana"), (2, "Apple"), (3, "cherry"), (4, "apple"), (5, "Banana")] {
        templates.add_version(tenant(1), version(template(number), name, Some(name))).await.unwrap();
    }
    let mut names = Vec::new();
    for number in 1..=4 {
        let page = templates.list(tenant(1), TemplateFilter::READY, Page { number, size: 2 }).await.unwrap();
        assert_eq!(page.total, 5);
        names.push(page.items.into_iter().map(|item| item.name).collect::<Vec<_>>());
    }
    assert_eq!(names, [vec!["Apple", "apple"], vec!["banana", "Banana"], vec!["cherry"], vec![]]);
    let last = Page { number: u32::MAX, size: 100 };
    assert_eq!(templates.list(tenant(1), TemplateFilter::READY, last).await.unwrap().items, []);
}

pub async fn lists_are_searched_by_name_in_either_case(home: Home) {
    let templates = &home.stores.templates;
    for (number, name, content) in [
        (1, "Äpfel", Some("a")),
        (2, "Birnen 100%", Some("b")),
        (3, "äpfel, faul", None),
        (4, "Trauben", Some("t")),
    ] {
        templates.add_version(tenant(1), version(template(number), name, content)).await.unwrap();
    }
    let found = async |text: &str| {
        let filter = TemplateFilter::containing(text);
        let page = templates.list(tenant(1), filter, Page { number: 1, size: 2 }).await.unwrap();
        (page.total, page.items.into_iter().map(|item| item.name).collect::<Vec<_>>())
    };
    assert_eq!(found("ÄPFEL").await, (2, vec!["Äpfel".to_owned(), "äpfel, faul".to_owned()]));
    assert_eq!(found("00%").await, (1, vec!["Birnen 100%".to_owned()]));
    assert_eq!(found(".DOCX").await.0, 4, "file names are searched too");
    assert_eq!(found("_").await, (0, vec![]));
}

pub async fn nothing_of_another_tenant_is_there(home: Home) {
    let templates = &home.stores.templates;
    templates.add_version(tenant(1), version(template(1), "Secret", Some("secret"))).await.unwrap();
    let (other, id) = (tenant(2), template(1));
    assert_eq!(templates.template(other, id).await.unwrap(), None);
    assert_eq!(templates.version(other, id, 1).await.unwrap(), None);
    assert_eq!(templates.versions(other, id, 9).await.unwrap(), []);
    assert_eq!(templates.package(other, id, 1).await.unwrap(), None);
    assert_eq!(templates.list(other, TemplateFilter::ALL, ALL).await.unwrap().total, 0);
    assert!(!templates.change(other, id, TemplateChange::Disabled(true), None).await.unwrap());
    assert!(!templates.remove(other, id, None).await.unwrap());
    // The same id may be another template there, and neither sees the other.
    templates.add_version(other, version(id, "Mine", Some("mine"))).await.unwrap();
    assert_eq!(templates.package(tenant(1), id, 1).await.unwrap().unwrap(), "secret");
    assert_eq!(templates.template(tenant(1), id).await.unwrap().unwrap().name, "Secret");
}

pub async fn versions_that_arrive_at_once_are_all_numbered(home: Home) {
    let templates = Arc::new(home.stores.templates);
    let adding: Vec<_> = (0..6)
        .map(|number| {
            let templates = templates.clone();
            // Two of each: the second delivery of a file is no version, unless another one came between.
            let content = format!("content {}", number / 2);
            tokio::spawn(async move {
                templates.add_version(tenant(1), version(template(1), "L", Some(&content))).await.unwrap();
            })
        })
        .collect();
    for task in adding {
        task.await.unwrap();
    }
    let versions = templates.versions(tenant(1), template(1), 9).await.unwrap();
    let numbers: Vec<u32> = versions.iter().rev().map(|version| version.version).collect();
    let expected: Vec<u32> = (1..).take(numbers.len()).collect();
    assert_eq!(numbers, expected, "no number is missing, none is there twice");
    assert!((3..=6).contains(&numbers.len()), "{numbers:?}");
    assert_eq!(templates.template(tenant(1), template(1)).await.unwrap().unwrap(), versions[0]);
    for number in numbers {
        assert!(templates.package(tenant(1), template(1), number).await.unwrap().is_some());
    }
}

pub async fn remarks_of_any_length_are_kept(home: Home) {
    let templates = &home.stores.templates;
    let remarks: Vec<Diagnostic> =
        (0..2_000).map(|n| remark(&format!("remark {n} {}", "x".repeat(200)))).collect();
    let new = NewVersion { diagnostics: remarks.clone(), ..version(template(1), "L", None) };
    let made = templates.add_version(tenant(1), new).await.unwrap();
    assert_eq!(made.diagnostics, remarks);
    let listed = templates.list(tenant(1), TemplateFilter::ALL, ALL).await.unwrap();
    assert_eq!(listed.items, [made]);
    assert!(templates.remove(tenant(1), template(1), None).await.unwrap());
}
