//! PROMISES 19: overload answers, it does not fall.

use platen_service::plan::{Plan, RequestRate};
use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;
use platen_tests::function::Ended;
use platen_tests::runtime_api::Outcome;
use serde_json::{Value, json};

use super::{counts, docx};

/// Three times as many requests as the tenant may send at once. What was accepted is done, the rest was told when to come back.
#[test]
fn what_is_too_much_is_told_to_come_back_and_what_is_accepted_is_done() {
    let deployment = Deployment::start("");
    let template = deployment.template("template.docx", docx(&["Number {{ n }}"]));
    deployment.set_plan(Plan { requests: RequestRate::new(1, 5), ..Plan::default() });
    let items: Vec<_> = (0..20).map(|n| json!({ "n": n })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "items": items }).to_string();
    let mut event: Value =
        serde_json::from_str(&platen_tests::fixtures::event("generate-documents-bulk")).unwrap();
    event["body"] = body.into();
    let mut function = deployment.function("generate-documents-bulk");
    let (mut accepted, mut refused) = (Vec::new(), 0);
    for number in 0..15 {
        event["headers"]["idempotency-key"] = format!("request-{number}").into();
        let Ended::Settled(Outcome::Response(answer)) = function.invoke(event.to_string()) else {
            panic!("no answer: {}", function.log())
        };
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
        match answer["statusCode"].as_u64() {
            Some(202) => accepted.push(serde_json::from_value(body["jobId"].clone()).unwrap()),
            Some(429) => {
                assert_eq!(body["code"], "rate-limited", "{body}");
                let wait: u64 = answer["headers"]["retry-after"].as_str().unwrap().parse().unwrap();
                assert!((1..=60).contains(&wait), "{wait} s");
                refused += 1;
            }
            _ => panic!("{answer}"),
        }
    }
    // A slow machine may have earned another one meanwhile.
    assert!((5..=7).contains(&accepted.len()), "{} accepted", accepted.len());
    assert_eq!(accepted.len() + refused, 15);
    for job in accepted {
        deployment.work(job, Working::default(), |_| Fate::Fair);
        counts(&deployment.job(job), 20, 0);
    }
}
