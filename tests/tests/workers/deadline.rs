//! PROMISES 12: deadlines are kept.

use std::time::Duration;

use platen_tests::deployment::{Deployment, Working, task_of};
use platen_tests::event_source::{Fate, Instance};
use serde_json::json;

use super::{counts, docx};

/// Items of the job, all in one chunk.
const ITEMS: usize = 100;

#[test]
fn a_message_that_is_handed_back_is_there_again_at_once_and_one_that_failed_later() {
    let deployment = Deployment::start("");
    let job = super::numbered(&deployment, 1);
    let queue = deployment.render_queue();
    let mut function = deployment.function("render-chunk");
    let first = queue.receive().unwrap();
    let answer = function.invoke_within(queue.event(&first), Duration::from_millis(500));
    assert!(format!("{answer:?}").contains("itemIdentifier"), "{answer:?}");
    let again = queue.receive().unwrap();
    assert_eq!((again.body.as_str(), again.attempt), (first.body.as_str(), 2));
    queue.show(&again);
    deployment.work(job, Working::default(), |_| Fate::Fair);
    counts(&deployment.job(job), 1, 0);

    queue.send(&[r#"{"jobId":"00000000-0000-4000-8000-000000000000","task":"dispatch"}"#.to_owned()]);
    let unknown = queue.receive().unwrap();
    let answer = function.invoke(queue.event(&unknown));
    assert!(format!("{answer:?}").contains("itemIdentifier"), "{answer:?}");
    assert!(queue.receive().is_none(), "what failed is not tried again at once");
}

/// A worker with too little time for its chunk makes what it can, and hands the rest back item by item; it is never stopped by
/// its deadline.
#[test]
fn a_worker_whose_time_is_short_hands_the_rest_back() {
    let deployment = Deployment::start(&format!("chunk_items_docx={ITEMS}"));
    // More than a hundred milliseconds of computing for each item.
    let template = deployment.template(
        "template.docx",
        docx(&["{% for a in range(1200) %}{% for b in range(250) %}{{ n }}{% endfor %}{% endfor %}"]),
    );
    let items: Vec<_> = (0..ITEMS).map(|n| json!({ "n": n })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "items": items });
    let job = deployment.start_job(&body.to_string());
    let mut renderer =
        Instance::new(deployment.render_queue(), deployment.function("render-chunk"), Duration::from_secs(5));
    assert_eq!(renderer.work(|_| Fate::Fair), Some(Fate::Fair), "it answered in time");
    let progress = deployment.job(job).progress;
    assert!(progress.done > 0 && progress.pending() > 0, "some are made, some are not: {progress:?}");
    let rest = deployment.block_on(deployment.aws().drain(&deployment.aws().settings().render_queue_url));
    assert_eq!(rest.len() as u32, progress.pending(), "the rest waits item by item");
    deployment
        .render_queue()
        .send(&rest.into_iter().map(|message| message.body.unwrap()).collect::<Vec<_>>());
    drop(renderer);
    deployment.work(job, Working::default(), |delivery| {
        let (task, _, item) = task_of(delivery);
        assert!(task != "render" || item.is_some());
        Fate::Fair
    });
    counts(&deployment.job(job), ITEMS, 0);
}
