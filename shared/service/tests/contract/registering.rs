//! Templates that arrive as objects.

use http::StatusCode;
use platen_docx::Template;
use platen_service::Limits;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::templates::Status;
use register_template::ObjectCreated;
use serde_json::json;
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, TENANT, docx};

fn drop_file(home: &Home, path: &str, bytes: &[u8]) -> ObjectCreated {
    let place = home.folder.path().join("incoming").join(TENANT.to_string()).join(path);
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::write(place, bytes).unwrap();
    ObjectCreated { subscription: TENANT, path: path.to_owned() }
}

#[tokio::test]
async fn the_same_path_is_a_new_version_of_the_same_template() {
    let home = Home::new().await;
    let object = drop_file(&home, "letters/Welcome letter.docx", &docx(&["one {{ name }}"]));
    let first = register_template::handle(&home.service, &object).await.unwrap().unwrap();
    assert_eq!(first.template_id, TemplateId::of_path(TENANT, "letters/Welcome letter.docx"));
    assert_eq!((first.version, first.status, first.placeholder_count), (1, Status::Ready, 1));
    assert_eq!((first.name.as_str(), first.file_name.as_str()), ("Welcome letter", "Welcome letter.docx"));

    // The event comes twice.
    let again = register_template::handle(&home.service, &object).await.unwrap().unwrap();
    assert_eq!(again, first);

    drop_file(&home, "letters/Welcome letter.docx", &docx(&["two {{ name }}"]));
    let second = register_template::handle(&home.service, &object).await.unwrap().unwrap();
    assert_eq!((second.version, second.template_id), (2, first.template_id));
}

#[tokio::test]
async fn a_faulty_version_is_recorded_and_the_ready_one_stays_in_force() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let rejected = home.register("a.docx", docx(&["{% if x %}{{ y"])).await;
    assert_eq!((rejected.version, rejected.status), (2, Status::Rejected));
    assert!(!rejected.diagnostics.is_empty());
    let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } });
    assert_eq!(home.generate(&body).send().await.status(), StatusCode::OK);
    let listed = home.get("/api/getTemplates?pageNumber=1&pageSize=10").send().await;
    assert_eq!(super::json(&listed)["items"][0]["version"], 1);
}

#[tokio::test]
async fn files_over_the_bound_are_rejected_unread() {
    let mut limits = Limits::default();
    limits.docx.package_bytes = 10;
    let home = Home::with(limits, Engine::Works).await;
    let object = drop_file(&home, "big.docx", &[b'P'; 11]);
    let record = register_template::handle(&home.service, &object).await.unwrap().unwrap();
    assert_eq!((record.status, record.size_bytes), (Status::Rejected, 11));
    assert!(record.diagnostics[0].message.contains("package_bytes"), "{:?}", record.diagnostics);
}

#[tokio::test]
async fn objects_that_are_gone_or_nobodys_are_passed_over() {
    let home = Home::new().await;
    let gone = ObjectCreated { subscription: TENANT, path: "gone.docx".to_owned() };
    assert_eq!(register_template::handle(&home.service, &gone).await.unwrap(), None);
    let nobody = SubscriptionId(Uuid::from_u128(99));
    let folder = home.folder.path().join("incoming").join(nobody.to_string());
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.docx"), docx(&["x"])).unwrap();
    let object = ObjectCreated { subscription: nobody, path: "a.docx".to_owned() };
    assert_eq!(register_template::handle(&home.service, &object).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bounded_cache_still_serves_every_template() {
    let limits = Limits { cached_templates: 2, cached_template_bytes: 1, ..Limits::default() };
    let home = Home::with(limits, Engine::Works).await;
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(home.register(&format!("{number}.docx"), docx(&["{{ name }}"])).await.template_id);
    }
    for id in ids.iter().chain(ids.iter().rev()) {
        let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } });
        let (one, two) = tokio::join!(home.generate(&body).send(), home.generate(&body).send());
        assert_eq!((one.status(), one.body()), (StatusCode::OK, two.body()));
    }
}

/// A small file may hold a long text, or many tags: the cache counts what they take, and not what they are packed to.
#[test]
fn a_template_weighs_what_it_takes_in_memory() {
    let weight = |docx: Vec<u8>| Template::compile(docx, &Default::default()).unwrap().memory_bytes();
    let text = "The same words again. ".repeat(40_000);
    let of_text = weight(docx(&["{{ name }}", &text]));
    assert!((2 * text.len()..4 * text.len()).contains(&of_text), "{of_text}");
    let of_tags = weight(docx(&vec!["{{ name|upper }}"; 3_000]));
    assert!((3_000 * 1_536..3_000 * 4_096).contains(&of_tags), "{of_tags}");
}
