//! Ends of jobs that are told: from the record, by the stream's function, to the queue, to the function's real binary, to a
//! receiver. The queue hides a message forever unless the function says when it must come again.

use std::process::Command;
use std::time::Duration;

use jiff::Timestamp;
use platen_service::ids::JobId;
use platen_service::jobs::DeliveryStatus;
use platen_tests::binaries;
use platen_tests::deployment::{Deployment, RECIPIENTS, Working};
use platen_tests::event_source::{Fate, Instance};
use platen_tests::function::{Ended, Function};
use platen_tests::mail_server::{MailServer, Mode};
use platen_tests::receiver::{ERROR, OK, Receiver, SILENCE, until};
use platen_tests::runtime_api::Outcome;
use serde_json::{Value, json};

use super::docx;

fn body(deployment: &Deployment, callback: &str) -> Value {
    let template = deployment.template("note.docx", docx(&["Dear {{ name }}"]));
    json!({
        "templateId": template, "format": ".docx", "items": [{ "name": "A" }, {}], "callbackUrl": callback,
    })
}

/// Starts a job whose second item fails.
fn start(deployment: &Deployment, callback: &str) -> JobId {
    deployment.start_job(&body(deployment, callback).to_string())
}

/// A job that ended, its message in the callback queue.
fn ended(deployment: &Deployment, callback: &str) -> JobId {
    let job = start(deployment, callback);
    deployment.work(job, Working::default(), |_| Fate::Fair);
    assert!(deployment.queue_callback(job));
    job
}

fn deliverer(deployment: &Deployment, variables: &[(&str, &str)]) -> Instance {
    let function = deployment.function_with("deliver-callback", variables);
    Instance::new(deployment.callback_queue(), function, Duration::from_secs(60)).patient()
}

/// Works off what comes to be seen until the queue is empty.
fn work_off(deployment: &Deployment, instance: &mut Instance, fate: impl Fn(u32) -> Fate) {
    let queue = deployment.callback_queue();
    until(|| {
        instance.work(|delivery| fate(delivery.attempt));
        (queue.count() == 0).then_some(())
    });
}

/// `platen key webhook` on the deployment.
fn secret(deployment: &Deployment, words: &[&str]) -> String {
    let subscription = deployment.subscription().to_string();
    let mut command: Command = binaries::command("platen");
    let command = command.args(["key", "webhook", "--aws", "--subscription", &subscription]).args(words);
    let endpoint = format!("http://{}", deployment.aws().address());
    let printed = command.envs(deployment.aws().environment(&endpoint)).env("AWS_REGION", "eu-central-1");
    let printed = printed.output().unwrap();
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    String::from_utf8(printed.stdout).unwrap().trim().to_owned()
}

#[test]
fn who_asked_for_it_is_told_of_the_end_and_nobody_else() {
    let deployment = Deployment::start("");
    let receiver = Receiver::new(&[OK]);
    let job = ended(&deployment, &receiver.url());
    let silent = super::numbered(&deployment, 1);
    deployment.work(silent, Working::default(), |_| Fate::Fair);
    assert!(!deployment.queue_callback(silent), "nobody asked");
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let told = receiver.received();
    assert_eq!((told.len(), told[0].header("webhook-id")), (1, job.to_string().as_str()));
    let event = json!({
        "type": "job.ended", "jobId": job, "templateId": deployment.job(job).template_id, "status": "Completed", "totalCount": 2,
        "failedGenerationCount": 1,
    });
    assert_eq!(told[0].event(), event);
    assert!(told[0].is_genuine(&secret(&deployment, &[])));

    let canceled = start(&deployment, &receiver.url());
    let cancel = deployment.stores().jobs.cancel_job(deployment.subscription(), canceled, Timestamp::now());
    deployment.block_on(cancel).unwrap();
    assert!(deployment.queue_callback(canceled));
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    assert_eq!(receiver.received()[1].event()["status"], "Canceled");
}

#[test]
fn a_result_is_put_where_its_caller_wants_it() {
    let deployment = Deployment::start("callback_retry=1");
    let store = Receiver::new(&[ERROR, OK]);
    let mut body = body(&deployment, "");
    body["deliver"] = json!({ "url": store.url() });
    let job = deployment.start_job(&body.to_string());
    deployment.work(job, Working::default(), |_| Fate::Fair);
    assert!(deployment.queue_callback(job), "the filter chooses deliveries too");
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let record = deployment.job(job);
    let delivery = record.delivery().unwrap();
    assert_eq!((delivery.status, delivery.tries), (DeliveryStatus::Delivered, 2), "{}", instance.log());
    assert_eq!(store.received()[1].bytes.len() as u64, record.archive_bytes.unwrap());
    let addresses = deployment.stores().jobs.job_addresses(job);
    assert!(deployment.block_on(addresses).unwrap().is_none(), "nothing is left to do with them");
}

#[test]
fn a_result_is_sent_by_e_mail() {
    let deployment = Deployment::start("callback_retry=1");
    let mail = MailServer::start(Mode::StartTls);
    let mut body = body(&deployment, "");
    // The first try of this one is refused for the moment.
    let email =
        json!({ "to": ["busy@example.com"], "subject": "For you", "text": "{{ result.totalCount }}" });
    body["email"] = email;
    let job = deployment.start_job(&body.to_string());
    deployment.work(job, Working::default(), |_| Fate::Fair);
    assert!(deployment.queue_callback(job), "the filter chooses e-mails too");
    let url = format!("smtp://platen:s3%3Asame@localhost:{}", mail.port);
    let settings = [
        ("PLATEN_SMTP_URL", url.as_str()),
        ("PLATEN_SMTP_FROM", "office@example.com"),
        ("PLATEN_SMTP_RECIPIENTS", RECIPIENTS),
        ("SSL_CERT_FILE", &mail.certificate()),
    ];
    let mut instance = deliverer(&deployment, &settings);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let record = deployment.job(job);
    let email = record.email().unwrap();
    assert_eq!((email.status, email.tries), (DeliveryStatus::Delivered, 2), "{}", instance.log());
    let sent = mail.wait_for(1).remove(0);
    assert_eq!(
        (sent["text"].as_str().unwrap().trim(), &sent["recipients"][0]),
        ("2", &json!("busy@example.com"))
    );
    assert_eq!(sent["files"][0]["name"], "note.zip");
    let addresses = deployment.stores().jobs.job_addresses(job);
    assert!(deployment.block_on(addresses).unwrap().is_none(), "nothing is left to do with them");
    assert!(!instance.log().contains("busy@"), "{}", instance.log());
}

/// Calls the function of webhooks with a method and a path, and returns the answer.
fn webhooks(function: &mut Function, method: &str, path: &str, body: &Value) -> Value {
    let mut event: Value = serde_json::from_str(&platen_tests::fixtures::event("manage-webhooks")).unwrap();
    (event["rawPath"], event["rawQueryString"], event["body"]) =
        (json!(path), json!(""), json!(body.to_string()));
    event["headers"]["content-type"] = json!("application/json");
    event["requestContext"]["http"]["method"] = json!(method);
    let Ended::Settled(Outcome::Response(answer)) = function.invoke(event.to_string()) else {
        panic!("{}", function.log())
    };
    serde_json::from_slice(&answer).unwrap()
}

#[test]
fn webhooks_are_told_until_they_are_deleted_or_gone() {
    let deployment = Deployment::start("callback_retry=1");
    let gone = "HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n";
    let (good, leaves) = (Receiver::new(&[ERROR, OK]), Receiver::new(&[gone]));
    let mut function = deployment.function("manage-webhooks");
    let made = [&good, &leaves]
        .map(|receiver| webhooks(&mut function, "POST", "/api/webhooks", &json!({ "url": receiver.url() })));
    assert!(made.iter().all(|answer| answer["statusCode"] == 201), "{made:?}");
    // It needs nothing at its end itself: the filter must choose it because of the webhooks.
    let job = deployment.start_job(&body(&deployment, "").to_string());
    deployment.work(job, Working::default(), |_| Fate::Fair);
    assert!(deployment.queue_callback(job), "the filter chooses jobs that webhooks are told of");
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let told = good.received();
    assert_eq!((told.len(), told[1].event()["jobId"].clone()), (2, json!(job)), "{}", instance.log());
    assert!(told[1].is_genuine(&secret(&deployment, &[])));
    let left = deployment.block_on(deployment.stores().webhooks.webhooks(deployment.subscription())).unwrap();
    assert_eq!((left.len(), leaves.received().len()), (1, 1), "who is gone is deleted");

    let place =
        made[0]["multiValueHeaders"]["location"][0].as_str().or(made[0]["headers"]["location"].as_str());
    let path = format!("/api/{}", place.unwrap().split_once("/api/").unwrap().1);
    for _ in 0..2 {
        assert_eq!(webhooks(&mut function, "DELETE", &path, &Value::Null)["statusCode"], 204);
    }
    let silent = deployment.start_job(&body(&deployment, "").to_string());
    deployment.work(silent, Working::default(), |_| Fate::Fair);
    assert!(!deployment.queue_callback(silent), "nobody is to be told");
}

#[test]
fn messages_to_webhooks_are_queued_delivered_and_sent_again() {
    let deployment = Deployment::start("callback_retry=1,callback_tries=2");
    let receiver = Receiver::new(&[ERROR, ERROR, OK]);
    let mut function = deployment.function("manage-webhooks");
    let events = json!({ "url": receiver.url(), "events": ["template.published"] });
    let made = webhooks(&mut function, "POST", "/api/webhooks", &events);
    let made: Value = serde_json::from_str(made["body"].as_str().unwrap()).unwrap();
    let webhook = made["webhookId"].as_str().unwrap();
    let path = format!("/api/webhooks/{webhook}");
    assert_eq!(webhooks(&mut function, "POST", &format!("{path}/test"), &Value::Null)["statusCode"], 201);
    assert_eq!(deployment.queue_messages(webhook), 1);
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let tries = receiver.received();
    assert_eq!(
        (tries.len(), tries[1].event()["type"].clone()),
        (2, json!("webhook.test")),
        "{}",
        instance.log()
    );
    assert!(tries[0].is_genuine(made["secret"].as_str().unwrap()));
    assert_eq!(deployment.queue_messages(webhook), 0, "it was given up");

    let since = json!({ "since": made["createdAt"] });
    let again = webhooks(&mut function, "POST", &format!("{path}/redeliver"), &since);
    assert_eq!(again["body"], json!({ "count": 1, "hasMore": false }).to_string());
    assert_eq!(deployment.queue_messages(webhook), 1);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let told = receiver.received();
    assert_eq!((told.len(), told[2].header("webhook-id")), (3, tries[0].header("webhook-id")));
}

#[test]
fn documents_are_put_and_told_one_by_one() {
    let deployment = Deployment::start("callback_retry=1,callback_tries=3");
    let template = deployment.template("note.docx", docx(&["Dear {{ name }}"]));
    let (store, never, told) = (Receiver::new(&[OK]), Receiver::new(&[ERROR]), Receiver::new(&[ERROR, OK]));
    let body = json!({ "templateId": template, "format": ".docx", "documents": [
        { "data": { "name": "Ada" } },
        { "data": { "name": "Grace" }, "deliver": { "url": store.url() }, "callbackUrl": told.url() },
        { "data": { "name": "Alan" }, "deliver": { "url": never.url() } },
        { "data": {}, "deliver": { "url": store.url() }, "callbackUrl": told.url() },
    ] });
    let job = deployment.start_job(&body.to_string());
    deployment.work(job, Working::default(), |_| Fate::Fair);
    assert!(deployment.queue_callback(job), "the filter chooses documents too");
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let documents = deployment.job(job).deliveries.documents;
    let states: Vec<_> = documents
        .iter()
        .map(|(index, each)| {
            let [put, told] =
                [&each.delivery, &each.callback].map(|each| each.as_ref().map(|each| each.status));
            (*index, put, told)
        })
        .collect();
    let (delivered, failed) = (Some(DeliveryStatus::Delivered), Some(DeliveryStatus::Failed));
    let expected = [(1, delivered, delivered), (2, failed, None), (3, None, delivered)];
    assert_eq!(states, expected, "{}", instance.log());
    let tries: u32 = [1, 3].iter().map(|index| documents[index].callback.as_ref().unwrap().tries).sum();
    assert_eq!((never.received().len(), store.received().len(), tries), (3, 1, 3));
    assert!(store.received()[0].bytes.starts_with(b"PK"));
    let events: Vec<Value> = told.received()[1..].iter().map(|told| told.event()).collect();
    assert!(events.iter().any(|event| event["index"] == 1 && event["delivery"] == "Delivered"), "{events:?}");
    assert!(events.iter().any(|event| event["index"] == 3 && event["status"] == "Failed"), "{events:?}");
}

#[test]
fn a_receiver_that_fails_is_asked_again_later() {
    let deployment = Deployment::start("callback_retry=1");
    let receiver = Receiver::new(&[ERROR, "no HTTP at all\r\n\r\n", OK]);
    let job = ended(&deployment, &receiver.url());
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    let told = receiver.received();
    assert_eq!(told.len(), 3, "{}", instance.log());
    assert!(told.iter().all(|each| each.header("webhook-id") == job.to_string()));
    let waits: Vec<Value> = instance
        .log()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["message"] == "callback failed and is tried again")
        .map(|line| line["wait_s"].clone())
        .collect();
    assert_eq!(waits, [1, 2]);
}

#[test]
fn a_receiver_that_never_answers_well_is_given_up_with_the_reason() {
    let deployment = Deployment::start("callback_retry=1,callback_tries=2");
    let receiver = Receiver::new(&[ERROR]);
    ended(&deployment, &receiver.url());
    let mut instance = deliverer(&deployment, &[]);
    work_off(&deployment, &mut instance, |_| Fate::Fair);
    assert_eq!(receiver.received().len(), 2);
    let log = instance.log();
    assert!(log.contains("callback given up") && log.contains("the receiver answered 500"), "{log}");
}

#[test]
fn a_function_that_is_killed_in_the_middle_loses_nothing() {
    let deployment = Deployment::start("callback_retry=1");
    let receiver = Receiver::new(&[SILENCE, SILENCE, OK]);
    let job = ended(&deployment, &receiver.url());
    let mut instance = deliverer(&deployment, &[]);
    // It waits for the answer when it is killed.
    work_off(&deployment, &mut instance, |attempt| match attempt {
        1 | 2 => Fate::Killed(Duration::from_secs(2)),
        _ => Fate::Fair,
    });
    let told = receiver.received();
    assert!(told.iter().all(|each| each.header("webhook-id") == job.to_string()));
    assert_eq!(told.len(), 3, "{}", instance.log());
}

#[test]
fn nothing_inside_is_called_from_a_function() {
    let deployment = Deployment::start("");
    let public = [("PLATEN_CALLBACKS", "public")];
    let mut function = deployment.function_with("generate-documents-bulk", &public);
    let mut event: Value =
        serde_json::from_str(&platen_tests::fixtures::event("generate-documents-bulk")).unwrap();
    for inside in ["https://10.0.0.1/", "https://169.254.169.254/latest/meta-data/", "http://example.com/"] {
        event["body"] = body(&deployment, inside).to_string().into();
        let Ended::Settled(Outcome::Response(answer)) = function.invoke(event.to_string()) else {
            panic!("{}", function.log())
        };
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["statusCode"], 400, "{inside}");
        assert!(answer["body"].as_str().unwrap().contains("/callbackUrl"), "{answer}");
    }
    // What a record says is checked again, and so is where a name leads.
    let trap = Receiver::new(&[OK]);
    let mut instance = deliverer(&deployment, &public);
    for inside in [trap.url(), format!("https://localhost:{}/", trap.port)] {
        ended(&deployment, &inside);
        work_off(&deployment, &mut instance, |_| Fate::Fair);
    }
    let log = instance.log();
    assert_eq!(log.matches("callback given up").count(), 2, "{log}");
    assert!(log.contains("must begin with https://") && log.contains("a public host name"), "{log}");
    assert!(trap.received().is_empty());
}

#[test]
fn after_a_rotation_both_secrets_hold() {
    let deployment = Deployment::start("");
    let receiver = Receiver::new(&[OK]);
    let before = secret(&deployment, &[]);
    let now = secret(&deployment, &["--rotate"]);
    assert_eq!([secret(&deployment, &[]) == now, before == now], [true, false]);
    ended(&deployment, &receiver.url());
    work_off(&deployment, &mut deliverer(&deployment, &[]), |_| Fate::Fair);
    let told = receiver.received().remove(0);
    assert!(told.is_genuine(&now) && told.is_genuine(&before));
}
