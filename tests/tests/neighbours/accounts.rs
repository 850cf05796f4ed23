//! Work that takes as long as work may, on account of several subscriptions and in jobs, and what a neighbour notices of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http::Method;
use platen_service::ids::TemplateId;
use platen_tests::seed;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{ALONE, Street, packages, packed};

/// The neighbour's job and its single document end by then. Without shares by time they would wait for minutes.
const JOBS: Duration = Duration::from_secs(15);

/// Of 150 of its letters, at most so many may wait for the moment in which nobody knows yet whose work is long, besides those
/// that this machine makes late by itself.
const UNLUCKY: usize = 5;

/// Letters that tell how many are late where nobody else asks for anything.
const UNDISTURBED: usize = 50;

fn is_late(took: &Duration) -> bool {
    *took > super::P99
}

fn endless() -> Value {
    json!({ "$image": packages::endless_svg() })
}

impl Street {
    /// How long a letter takes.
    fn timed_letter(&self) -> Duration {
        let began = Instant::now();
        assert_eq!(self.letter(), 200);
        began.elapsed()
    }

    fn neighbours(&self, method: Method, path: &str, prefer: &str, body: String) -> Value {
        let headers = [
            ("x-functions-key", seed::FOREIGN_KEY),
            ("content-type", "application/json"),
            ("prefer", prefer),
        ];
        let reply = self.server.send(method, path, &headers, body);
        assert!(reply.status.is_success(), "{}", reply.status);
        serde_json::from_slice(&reply.body).unwrap()
    }
}

#[test]
fn a_job_of_slow_documents() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let street = Street::new();
    let items = vec![json!({ "name": endless() }); 60];
    let body = json!({ "templateId": street.greedy, "format": ".docx", "items": items }).to_string();
    let greedy = street.call("/api/generateDocumentsBulk", "application/json", packed(body.as_bytes()), true);
    assert_eq!(greedy, 202);
    std::thread::sleep(Duration::from_secs(2));
    let began = Instant::now();
    let items = vec![json!({ "name": "Ada" }); 20];
    let job = json!({ "templateId": street.neighbour, "format": ".pdf", "items": items }).to_string();
    let job = street.neighbours(Method::POST, "/api/generateDocumentsBulk", "", job);
    let single = json!({ "templateId": street.neighbour, "format": ".docx", "data": { "name": "Ada" } });
    let single =
        street.neighbours(Method::POST, "/api/generateDocument", "respond-async", single.to_string());
    for (name, job) in [("a single document", single), ("a job of 20 PDFs", job)] {
        let path = format!("/api/bulkGenerationJobs/{}", job["jobId"].as_str().unwrap());
        loop {
            let job = street.neighbours(Method::GET, &path, "", String::new());
            if job["status"] == "Completed" {
                break;
            }
            assert!(began.elapsed() < JOBS, "{name}: {job}");
            std::thread::sleep(Duration::from_millis(100));
        }
        println!("{name} beside a job of slow documents: {:?}", began.elapsed());
    }
}

#[test]
fn several_accounts_of_slow_documents() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for accounts in [2_u128, 5] {
        let street = Street::new();
        let data = street.server.data();
        let template = |who: Uuid| seed::template(&data, who, "letter.docx", packages::letter());
        let accounts: Vec<(String, TemplateId)> = (0..accounts)
            .map(|number| {
                let who = Uuid::from_u128(0xe0 + number);
                let key = format!("plk_SlowTenantKeyOfTheTests{number:016}");
                seed::tenant(&data, who, &key, true);
                (key, template(who))
            })
            .collect();
        let late_alone = (0..UNDISTURBED).filter(|_| is_late(&street.timed_letter())).count();
        let (stop, next) = (AtomicBool::new(false), AtomicUsize::new(0));
        let mut took = std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let (key, template) = &accounts[next.fetch_add(1, Ordering::Relaxed) % accounts.len()];
                        let body = json!({ "templateId": template, "format": ".docx", "data": { "name": endless() } });
                        let headers = [
                            ("x-functions-key", key.as_str()),
                            ("content-type", "application/json"),
                            ("content-encoding", "gzip"),
                        ];
                        let body = packed(body.to_string().as_bytes());
                        let reply = street.server.send(Method::POST, "/api/generateDocument", &headers, body);
                        assert!(reply.status.as_u16() < 500 || reply.status == 503, "{}", reply.status);
                    }
                });
            }
            let mut took = Vec::new();
            for _ in 0..150 {
                let began = Instant::now();
                let status = street.letter();
                if status != 200 {
                    stop.store(true, Ordering::Relaxed);
                }
                assert_eq!(status, 200, "a letter is refused after {:?}", began.elapsed());
                took.push(began.elapsed());
                std::thread::sleep(Duration::from_millis(100));
            }
            stop.store(true, Ordering::Relaxed);
            took
        });
        took.sort();
        let p50 = took[took.len() / 2];
        println!("{} accounts: p50 {p50:?}, the longest {:?}", accounts.len(), took.last());
        let late = took.iter().filter(|took| is_late(took)).count();
        assert!(
            late <= UNLUCKY + 150 / UNDISTURBED * late_alone,
            "{} accounts: {late} letters took longer than {:?}, and {late_alone} of {UNDISTURBED} before",
            accounts.len(),
            super::P99
        );
    }
}
