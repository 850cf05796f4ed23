//! The incoming folder.

use platen_service::store::{Incoming, IncomingStore};

use super::{home, tenant};

#[tokio::test]
async fn objects_are_read_within_their_subscription_only() {
    let home = home();
    let folder = home.folder.path().join("incoming").join(tenant(1).to_string());
    std::fs::create_dir_all(folder.join("letters")).unwrap();
    std::fs::write(folder.join("letters/a.docx"), "12345").unwrap();
    let read = |number: u8, path: &'static str, max: u64| {
        let store = &home.store;
        async move { store.incoming(tenant(number), path, max).await.unwrap() }
    };
    let found = Incoming::Found { bytes: "12345".into(), template_id: None };
    assert_eq!(read(1, "letters/a.docx", 5).await, found);
    assert_eq!(read(1, "letters/a.docx", 4).await, Incoming::TooLarge { bytes: 5 });
    let climb = format!("../{}/letters/a.docx", tenant(1));
    assert_eq!(home.store.incoming(tenant(2), &climb, 5).await.unwrap(), Incoming::Absent);
    for path in [
        "letters",
        "letters/b.docx",
        "letters/a.docx/x",
        "../../platen.db",
        "/etc/hostname",
        "",
        "./letters/a.docx",
    ] {
        assert_eq!(read(1, path, 1 << 20).await, Incoming::Absent, "{path}");
    }
    assert_eq!(read(2, "letters/a.docx", 5).await, Incoming::Absent);
}
