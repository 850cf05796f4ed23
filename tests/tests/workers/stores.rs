//! A store that fails is nobody's fault but the service's: it costs no item a try, and never stands as an item's reason.

use std::collections::BTreeSet;
use std::sync::Mutex;

use platen_tests::deployment::{Deployment, Working, task_of};
use platen_tests::event_source::Fate;

use super::{counts, numbered};

/// The job's copy of its template is gone for the first deliveries, more of them than an item has tries, and then there again.
#[test]
fn a_store_that_recovers_costs_no_item_a_try() {
    let deployment = Deployment::start("chunk_items_docx=5");
    let job = numbered(&deployment, 20);
    let (bucket, s3) = (&deployment.aws().settings().jobs_bucket, deployment.aws().s3());
    let listed = deployment.block_on(s3.list_objects_v2().bucket(bucket).prefix("jobs/").send()).unwrap();
    let keys = listed.contents().iter().filter_map(|object| object.key());
    let key = keys.into_iter().find(|key| key.ends_with("template.docx")).unwrap().to_owned();
    let template = deployment.block_on(s3.get_object().bucket(bucket).key(&key).send()).unwrap();
    let template = deployment.block_on(template.body.collect()).unwrap().into_bytes();
    deployment.block_on(s3.delete_object().bucket(bucket).key(&key).send()).unwrap();
    let parts = Mutex::new(BTreeSet::new());
    deployment.work(job, Working::default(), |delivery| {
        let (task, chunk, item) = task_of(delivery);
        if task == "render" {
            parts.lock().unwrap().insert((chunk, item));
            if delivery.attempt == 5 {
                let put = s3.put_object().bucket(bucket).key(&key).body(template.clone().into());
                deployment.block_on(put.send()).unwrap();
            }
        }
        Fate::Fair
    });
    counts(&deployment.job(job), 20, 0);
    let parts = parts.into_inner().unwrap();
    assert!(
        parts.len() == 4 && parts.iter().all(|(_, item)| item.is_none()),
        "no chunk was split: {parts:?}"
    );
}

#[test]
fn a_store_that_stays_away_is_told_as_the_services_fault() {
    let deployment = Deployment::start("");
    let job = numbered(&deployment, 2);
    let (bucket, s3) = (&deployment.aws().settings().jobs_bucket, deployment.aws().s3());
    let listed = deployment.block_on(s3.list_objects_v2().bucket(bucket).prefix("jobs/").send()).unwrap();
    for object in listed.contents().iter().filter(|object| object.key().unwrap().ends_with("template.docx")) {
        let delete = s3.delete_object().bucket(bucket).key(object.key().unwrap());
        deployment.block_on(delete.send()).unwrap();
    }
    deployment.work(job, Working::default(), |_| Fate::Fair);
    counts(&deployment.job(job), 0, 2);
    for failure in deployment.block_on(deployment.stores().jobs.failures(job, 10)).unwrap() {
        assert!(failure.error.contains("storage failed") && !failure.error.contains("tried"), "{failure:?}");
    }
}
