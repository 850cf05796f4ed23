//! Templates that include registered ones.

use http::StatusCode;
use platen_service::ids::SubscriptionId;
use platen_service::service::registry::Registration;
use platen_service::templates::{Status, TemplateChange, TemplateRecord};
use serde_json::json;
use uuid::Uuid;

use super::{Home, TENANT, docx, entry_text, json};

async fn text(home: &Home, template: &TemplateRecord) -> String {
    let data = json!({ "name": "Ada", "company": "C" });
    let body = json!({ "templateId": template.template_id, "format": ".docx", "data": data });
    let reply = home.generate(&body).send().await;
    assert_eq!(reply.status(), StatusCode::OK, "{:?}", reply.body());
    entry_text(reply.body(), "word/document.xml")
}

#[tokio::test]
async fn what_is_included_stays_as_it_was_at_registration() {
    let home = Home::new().await;
    home.register("terms.docx", docx(&["Terms of {{ company }}"])).await;
    let letter = || home.register("letter.docx", docx(&["Dear {{ name }}", "{% include \"terms\" %}"]));
    let first = letter().await;
    assert_eq!((first.status, first.placeholder_count), (Status::Ready, 2), "{:?}", first.diagnostics);
    home.register("terms.docx", docx(&["New terms of {{ company }}"])).await;
    assert!(text(&home, &first).await.contains(">Terms of C<"));
    // The same file again is another version: it holds something else.
    let second = letter().await;
    assert_eq!(second.version, 2);
    assert!(text(&home, &second).await.contains(">New terms of C<"));
    assert_eq!(letter().await.version, 2);
}

#[tokio::test]
async fn what_cannot_be_included_is_an_error_at_registration() {
    let home = Home::new().await;
    let hidden = home.register("hidden.docx", docx(&["x"])).await.template_id;
    home.service
        .stores()
        .templates
        .change(TENANT, hidden, TemplateChange::Disabled(true), None)
        .await
        .unwrap();
    home.register("wrong.docx", docx(&["{% if x %}"])).await;
    for path in ["one/twin.docx", "two/twin.docx"] {
        home.register(path, docx(&["x"])).await;
    }
    let other = SubscriptionId(Uuid::from_u128(77));
    home.tenant(other).await;
    let theirs = Registration::new("theirs.docx", docx(&["x"]));
    home.service.templates().register(other, theirs).await.unwrap();
    home.register("self.docx", docx(&["x"])).await;
    for (name, told) in [
        ("gone", "\"gone\" is not registered"),
        ("theirs", "\"theirs\" is not registered"),
        ("hidden", "\"hidden\" is disabled"),
        ("wrong", "\"wrong\" was rejected"),
        ("twin", "\"twin\" is the name of several templates"),
        ("self", "\"self\" includes itself"),
    ] {
        let path = if name == "self" { "self.docx" } else { "letter.docx" };
        let record = home.register(path, docx(&["first", &format!("{{% include '{name}' %}}")])).await;
        assert_eq!(record.status, Status::Rejected, "{name}");
        let [fault] = record.diagnostics.as_slice() else { panic!("{:?}", record.diagnostics) };
        assert!(fault.message.contains(told), "{fault:?}");
        assert_eq!(fault.place, "body, paragraph 2");
    }
}

#[tokio::test]
async fn controls_of_a_finished_document_are_chosen_by_the_request() {
    let home = Home::new().await;
    let template = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let ask = async |format: &str, controls: &str| {
        let options = json!({ "controls": controls });
        let body =
            json!({ "templateId": template, "format": format, "data": { "name": "A" }, "options": options });
        home.generate(&body).send().await
    };
    for controls in ["keep", "remove", "lock"] {
        assert_eq!(ask(".docx", controls).await.status(), StatusCode::OK, "{controls}");
    }
    for (format, controls) in [(".docx", "drop"), (".pdf", "remove")] {
        let reply = ask(format, controls).await;
        assert_eq!(reply.status(), StatusCode::BAD_REQUEST);
        assert_eq!(json(&reply)["errors"][0]["pointer"], "/options/controls");
    }
}
