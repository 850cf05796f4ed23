//! What a disk damaged is the operator's to repair, and nobody is told that it is the author's.

use rusqlite::Connection;
use serde_json::json;

use super::{Home, code, docx, json as body_of};

#[tokio::test]
async fn a_template_whose_file_was_changed_is_no_fault_of_its_author() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let tenants = std::fs::read_dir(home.folder.path().join("packages")).unwrap();
    let files = tenants.flat_map(|tenant| std::fs::read_dir(tenant.unwrap().path()).unwrap());
    for file in files {
        let path = file.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[30] ^= 1;
        std::fs::write(path, bytes).unwrap();
    }
    let reply =
        home.generate(&json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } })).send().await;
    assert_eq!((reply.status().as_u16(), code(&reply).as_str()), (500, "internal"));
    assert!(body_of(&reply)["detail"].as_str().unwrap().contains("damaged"), "{}", body_of(&reply));
    assert_eq!(home.get("/api/health/ready").key(None).send().await.status(), 200, "the rest works");
}

#[tokio::test]
async fn a_service_with_a_damaged_database_is_not_ready() {
    let home = Home::new().await;
    home.register("a.docx", docx(&["{{ name }}"])).await;
    let path = home.folder.path().join("platen.db");
    Connection::open(&path).unwrap().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    assert_eq!(home.get("/api/health/ready").key(None).send().await.status(), 200);
    let mut bytes = std::fs::read(&path).unwrap();
    // All pages but the first, which says where the tables begin.
    bytes[4096..].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    // Pages that were read before may be remembered; of the events none was.
    let reply = home.get("/api/audit?pageSize=5").send().await;
    assert_eq!(reply.status(), 500, "{}", body_of(&reply));
    let ready = home.get("/api/health/ready").key(None).send().await;
    let told = body_of(&ready);
    assert_eq!((ready.status().as_u16(), &told["errors"][0]["pointer"]), (503, &json!("/store")), "{told}");
    assert!(told.to_string().contains("damaged"), "{told}");
}
