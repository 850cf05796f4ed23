//! The area where templates arrive.

use platen_service::store::Incoming;

use crate::home::{Home, tenant};

pub async fn objects_are_read_within_their_subscription_only(home: Home) {
    home.outside.arrive(tenant(1), "letters/a b+ü.docx", b"12345").await;
    let store = &home.stores.incoming;
    let read = |number: u8, path: &'static str, max: u64| async move {
        store.incoming(tenant(number), path, max).await.unwrap()
    };
    let found = Incoming::Found { bytes: "12345".into(), template_id: None };
    assert_eq!(read(1, "letters/a b+ü.docx", 5).await, found);
    assert_eq!(read(1, "letters/a b+ü.docx", 4).await, Incoming::TooLarge { bytes: 5 });
    assert_eq!(read(2, "letters/a b+ü.docx", 5).await, Incoming::Absent);
    let climb = format!("../{}/letters/a b+ü.docx", tenant(1));
    assert_eq!(store.incoming(tenant(2), &climb, 5).await.unwrap(), Incoming::Absent);
    for path in ["letters/b.docx", "../../platen.db", "/etc/hostname", "", "./letters/a b+ü.docx"] {
        assert_eq!(read(1, path, 1 << 20).await, Incoming::Absent, "{path}");
    }
}
