//! An archive whose worker dies during its upload is continued: what was sent is not sent again.

use std::time::Duration;

use aws_sdk_dynamodb::types::{AttributeValue, Select};
use platen_service::ids::JobId;
use platen_service::jobs::Status;
use platen_tests::deployment::Deployment;
use platen_tests::event_source::{Fate, Instance};
use platen_tests::fixtures::{docx, with_picture};
use platen_tests::function::Ended;
use serde_json::json;

/// Each document has 64 KB: an archive of 11 parts, whose finished ones are recorded by four.
const ITEMS: usize = 1_350;

/// How many records of finished parts there are.
fn recorded(deployment: &Deployment, job: JobId) -> i32 {
    let text = |text: String| AttributeValue::S(text);
    let client = aws_sdk_dynamodb::Client::new(deployment.aws().config());
    let query = client.query().table_name(&deployment.aws().settings().table).select(Select::Count);
    let query = query.key_condition_expression("pk = :pk AND begins_with(sk, :parts)");
    let query = query.expression_attribute_values(":pk", text(format!("JOB#{job}")));
    deployment
        .block_on(query.expression_attribute_values(":parts", text("PARTS#".into())).send())
        .unwrap()
        .count
}

#[test]
fn an_archive_is_gone_on_with_after_its_worker_died() {
    let deployment = Deployment::start("");
    let template = deployment.template("template.docx", with_picture(&docx(&["Number {{ n }}"]), 64_000));
    let items: Vec<_> = (0..ITEMS).map(|n| json!({ "n": n })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "items": items });
    let job = deployment.start_job(&body.to_string());
    let minute = Duration::from_secs(60);
    let mut renderer = Instance::new(deployment.render_queue(), deployment.function("render-chunk"), minute);
    while renderer.work(|_| Fate::Fair).is_some() {}

    let queue = deployment.queue(&deployment.aws().settings().assemble_queue_url);
    let mut message = queue.receive().unwrap();
    let mut function = deployment.function("assemble-archive");
    let mut kills = 0;
    while recorded(&deployment, job) == 0 {
        // A little longer each time, until four parts are through.
        let wait = Duration::from_millis(150 + 100 * kills);
        assert_eq!(function.invoke_or_kill(queue.event(&message), wait), None, "it was faster than {wait:?}");
        kills += 1;
        function.replace();
        message.attempt = 1;
    }
    let ended = function.invoke_within(queue.event(&message), minute);
    assert!(matches!(ended, Ended::Settled(_)), "{ended:?}");
    assert!(function.log().contains("the upload of an archive goes on"), "{}", function.log());
    let job = deployment.job(job);
    assert_eq!((job.progress.status, job.progress.done as usize), (Status::Completed, ITEMS));
    let names = deployment.entry_names(&job);
    assert_eq!(names, (0..ITEMS).map(|n| format!("{n}.docx")).collect::<Vec<_>>());
}
