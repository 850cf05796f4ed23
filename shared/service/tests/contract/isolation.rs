//! A foreign tenant's template answers byte for byte like one that does not exist.

use platen_service::subscriptions::SubscriptionId;
use serde_json::json;
use uuid::Uuid;

use super::{Call, Home, docx};

#[tokio::test]
async fn foreign_ids_are_unknown_ids() {
    let home = Home::new().await;
    let foreign = home.register("secret.docx", docx(&["{{ name }}"])).await.template_id.0;
    let other = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let unknown = Uuid::from_u128(77);
    type Make = fn(&Home, Uuid) -> Call<'_>;
    let operations: [(&str, Make); 3] = [
        ("metadata", |home, id| home.get(&format!("/api/generateTemplateMetadata?templateId={id}"))),
        ("model", |home, id| home.post(&format!("/api/generateModel?templateId={id}"), "")),
        ("document", |home, id| {
            home.generate(&json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } }))
        }),
    ];
    for (name, make) in operations {
        assert_eq!(make(&home, foreign).send().await.status(), 200, "{name}: its owner may");
        let (one, two) = (
            make(&home, foreign).key(Some(&other)).send().await,
            make(&home, unknown).key(Some(&other)).send().await,
        );
        assert_eq!(one.status(), 404, "{name}");
        assert_eq!(
            (one.status(), one.headers(), one.body()),
            (two.status(), two.headers(), two.body()),
            "{name}"
        );
    }
    let listed = home.get("/api/getTemplates?pageNumber=1&pageSize=10").key(Some(&other)).send().await;
    assert_eq!(super::json(&listed)["totalCount"], 0);
}
