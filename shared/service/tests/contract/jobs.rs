//! What becomes of bulk jobs, over the handlers and the embedded store, its messages worked off one by one.

use std::time::Duration;

use platen_service::Limits;
use platen_service::ids::JobId;
use platen_service::jobs::{Deadline, JobStore, Part, Step, Task};
use platen_service::templates::TemplateChange;
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, TENANT, docx};

fn items(count: usize) -> Vec<Value> {
    (0..count).map(|number| json!({ "name": format!("N{number}") })).collect()
}

async fn greeting(home: &Home) -> Uuid {
    home.register("greeting.docx", docx(&["Dear {{ name }}"])).await.template_id.0
}

fn a_minute() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

#[tokio::test]
async fn a_pattern_that_names_what_is_nowhere_is_refused() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let with = |pattern: &str, items: Value, missing: &str| {
        json!({ "templateId": template, "format": ".docx", "fileName": pattern, "items": items,
            "options": { "missing": missing } })
    };
    let reply = home.bulk(&with("{{ nmae }} {{ place }}", json!(items(30)), "error")).send().await;
    assert_eq!((reply.status().as_u16(), super::code(&reply).as_str()), (400, "invalid-body"));
    let errors = super::json(&reply)["errors"].clone();
    assert_eq!(errors[0]["pointer"], "/fileName");
    assert_eq!(
        errors[0]["detail"],
        "`fileName` uses the field `nmae`, which neither the template nor any item has; did you mean `name`?"
    );
    assert_eq!(
        errors[1]["detail"],
        "`fileName` uses the field `place`, which neither the template nor any item has"
    );
    // The template's own fields, those of any item, those with a default, and those that may be missing.
    let mut sparse = items(30);
    sparse[29]["number"] = json!(7);
    for body in [
        with("{{ name }}", json!(items(1)), "error"),
        with("{{ number }}", json!(sparse), "error"),
        with("{{ name }} {{ nick | default('x') }}", json!(items(2)), "error"),
        with("{{ nmae }}", json!(items(1)), "empty"),
    ] {
        assert_eq!(home.bulk(&body).send().await.status(), 202, "{body}");
    }
    let jobs = home.get(&format!("/api/bulkGenerationJobs/byTemplate/{template}")).send().await;
    assert_eq!(super::json(&jobs).as_array().unwrap().len(), 4, "what is refused is no job");
}

#[tokio::test]
async fn the_jobs_of_all_templates_are_listed_by_pages() {
    let home = Home::new().await;
    let mut started = Vec::new();
    for name in ["a.docx", "b.docx", "c.docx"] {
        let template = home.register(name, docx(&["Dear {{ name }}"])).await.template_id;
        let body = json!({ "templateId": template, "format": ".docx", "items": items(1) });
        started.push(home.start(&body).await);
    }
    home.work().await;
    started.reverse();
    let page = async |number: u32| {
        let page = format!("/api/bulkGenerationJobs?pageNumber={number}&pageSize=2");
        let reply = home.get(&page).header("host", "docs.example").send().await;
        let links = reply.headers()["link"].to_str().unwrap().to_owned();
        (super::json(&reply), links)
    };
    let (first, links) = page(1).await;
    let listed = [&first[0], &first[1]];
    assert_eq!(listed.map(|job| job["jobId"].as_str().unwrap()), [&started[0], &started[1]], "newest first");
    // As a job that is read alone: finished, with a link of its own.
    for job in listed {
        let mut alone = home.job(job["jobId"].as_str().unwrap()).await;
        assert!(job["zipUrl"].as_str().unwrap().starts_with("http://docs.example/"), "{job}");
        alone["zipUrl"] = job["zipUrl"].clone();
        alone["zipUrlExpiresAt"] = job["zipUrlExpiresAt"].clone();
        assert_eq!(&alone, job);
    }
    let at = |number: u32, rel: &str| {
        format!("<http://docs.example/api/bulkGenerationJobs?pageNumber={number}&pageSize=2>; rel=\"{rel}\"")
    };
    assert_eq!(links, [at(1, "first"), at(2, "last"), at(2, "next")].join(", "));
    let (second, links) = page(2).await;
    assert_eq!((second.as_array().unwrap().len(), &second[0]["jobId"]), (1, &json!(started[2])));
    assert_eq!(links, [at(1, "first"), at(2, "last"), at(1, "prev")].join(", "));
    assert_eq!(page(3).await.0, json!([]));
    let unbounded = home.get("/api/bulkGenerationJobs").send().await;
    assert_eq!(super::code(&unbounded), "invalid-query");
    assert_eq!(super::json(&unbounded)["errors"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_job_keeps_the_template_that_it_began_with() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let body = json!({ "templateId": template, "format": ".docx", "items": items(30) });
    let before =
        home.generate(&json!({ "templateId": template, "format": ".docx", "data": { "name": "N29" } }));
    let before = before.send().await.into_body();
    let replaced = home.start(&body).await;
    assert_eq!(home.step(a_minute()).await.unwrap().1.unwrap(), Step::Done);
    home.register("greeting.docx", docx(&["Hello {{ name }}, {{ title }}"])).await;
    let templates = &home.service.stores().templates;
    let id = platen_service::ids::TemplateId(template);
    assert!(templates.change(TENANT, id, TemplateChange::Disabled(true), None).await.unwrap());
    home.work().await;
    assert_eq!(home.entries(&replaced).await[29].1, before, "the version that the job began with");
    assert_eq!(home.bulk(&body).send().await.status(), 404, "a disabled template takes no new job");

    assert!(templates.change(TENANT, id, TemplateChange::Disabled(false), None).await.unwrap());
    let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A", "title": "B" }] });
    let removed = home.start(&body).await;
    assert!(templates.remove(TENANT, id, None).await.unwrap());
    home.work().await;
    assert_eq!(home.job(&removed).await["status"], "Completed");
    let listed = home.get(&format!("/api/bulkGenerationJobs/byTemplate/{template}")).send().await;
    assert_eq!(
        super::json(&listed).as_array().unwrap().len(),
        2,
        "a template that is gone still has its jobs"
    );
}

#[tokio::test]
async fn an_archive_over_its_limit_fails_the_job_with_the_limit() {
    let home = Home::with(Limits { archive_bytes: 20_000, ..Limits::default() }, Engine::Works).await;
    let template = greeting(&home).await;
    let job = home.start(&json!({ "templateId": template, "format": ".docx", "items": items(100) })).await;
    home.work().await;
    let job = home.job(&job).await;
    assert_eq!((job["status"].as_str(), &job["zipUrl"]), (Some("Failed"), &Value::Null));
    assert!(job["errorMessage"].as_str().unwrap().contains("`archive_bytes`"), "{job}");
    assert_eq!(job["completedCount"], 25, "the other chunks are not made");
}

#[tokio::test]
async fn whoever_cancels_may_keep_what_is_made() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let body = json!({ "templateId": template, "format": ".docx", "items": items(60) });
    let (job, untouched) = (home.start(&body).await, home.start(&body).await);
    assert_eq!(home.step(a_minute()).await.unwrap().1.unwrap(), Step::Done);
    let keep = async |id: &str, query: &str| {
        home.post(&format!("/api/bulkGenerationJobs/{id}/cancel?archive={query}"), "").send().await
    };
    assert_eq!(super::code(&keep(&job, "yes").await), "invalid-query");
    assert_eq!(super::code(&keep(&Uuid::from_u128(7).to_string(), "true").await), "unknown-job");
    assert_eq!(super::json(&keep(&job, "true").await)["status"], "Running");
    let nothing = super::json(&keep(&untouched, "true").await);
    assert_eq!(nothing["status"], "Canceled", "it has no document: {nothing}");
    home.work().await;
    let ended = home.job(&job).await;
    assert_eq!(
        (ended["status"].as_str(), &ended["completedCount"], &ended["failedGenerationCount"]),
        (Some("Completed"), &json!(25), &json!(35))
    );
    let first = &ended["failedGenerations"][0];
    assert_eq!(
        (&first["globalIndex"], first["error"].as_str()),
        (
            &json!("25"),
            Some(
                "The job ended before this document was made: it was canceled, or too many documents in a row took too long (limit `job_overruns`)."
            )
        )
    );
    assert_eq!(home.entries(&job).await.len(), 26, "25 documents and errors.json");
    assert_eq!(super::json(&keep(&job, "true").await)["status"], "Completed", "it stays as it is");
}

#[tokio::test]
async fn late_and_doubled_messages_change_nothing() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let job = home.start(&json!({ "templateId": template, "format": ".docx", "items": items(60) })).await;
    let id = JobId(job.parse().unwrap());
    let again = async |attempt| {
        for task in [
            Task::Assemble,
            Task::Dispatch,
            Task::Render(Part::chunk(0)),
            Task::Render(Part::chunk(2)),
            Task::Render(Part::chunk(9)),
            Task::Render(Part::item(0, 3)),
        ] {
            assert_eq!(
                home.service.jobs().step(id, task, attempt, a_minute()).await.unwrap(),
                Step::Done,
                "{task:?}"
            );
        }
    };
    again(1).await;
    home.work().await;
    let done = home.job(&job).await;
    assert_eq!((done["status"].as_str(), done["completedCount"].as_u64()), (Some("Completed"), Some(60)));
    let archive = home.entries(&job).await;
    assert_eq!(archive.len(), 60);
    again(1).await;
    again(2).await;
    again(9).await;
    let mut after = home.job(&job).await;
    after["zipUrl"] = done["zipUrl"].clone();
    after["zipUrlExpiresAt"] = done["zipUrlExpiresAt"].clone();
    assert_eq!(after, done);
    assert_eq!(home.entries(&job).await, archive);

    let cancelled =
        home.start(&json!({ "templateId": template, "format": ".docx", "items": items(60) })).await;
    assert_eq!(home.step(a_minute()).await.unwrap().1.unwrap(), Step::Done);
    let reply = home.post(&format!("/api/bulkGenerationJobs/{cancelled}/cancel"), "").send().await;
    assert_eq!(super::json(&reply)["status"], "Canceled");
    let id = JobId(cancelled.parse().unwrap());
    for task in [Task::Render(Part::chunk(1)), Task::Render(Part::chunk(2)), Task::Assemble] {
        assert_eq!(home.service.jobs().step(id, task, 1, a_minute()).await.unwrap(), Step::Done);
    }
    let job = home.job(&cancelled).await;
    assert_eq!((job["status"].as_str(), job["completedCount"].as_u64()), (Some("Canceled"), Some(25)));
    assert!(home.step(a_minute()).await.is_none(), "nothing is left in the queue");
    let unknown = JobId(Uuid::from_u128(77));
    assert_eq!(home.service.jobs().step(unknown, Task::Assemble, 1, a_minute()).await.unwrap(), Step::Done);
    assert!(
        home.service.jobs().step(unknown, Task::Dispatch, 1, a_minute()).await.is_err(),
        "its record may come yet"
    );
}

#[tokio::test]
async fn a_worker_without_time_records_what_is_made_and_hands_the_rest_back() {
    let home = Home::with(Limits::default(), Engine::Slow(Duration::from_millis(600))).await;
    let template = greeting(&home).await;
    let job = home.start(&json!({ "templateId": template, "format": ".pdf", "items": items(5) })).await;
    // A fifth of the time is kept for the document that was begun last.
    let (delivery, step) = home.step(Deadline::after(Duration::from_secs(2))).await.unwrap();
    assert_eq!((delivery.task, step.unwrap()), (Task::Render(Part::chunk(0)), Step::Done));
    let made = home.job(&job).await["completedCount"].as_u64().unwrap();
    assert!((1..=3).contains(&made), "{made}");
    let (rest, step) = home.step(Deadline::after(Duration::ZERO)).await.unwrap();
    assert!(matches!(rest.task, Task::Render(Part { item: Some(_), .. })), "the rest is queued item by item");
    assert!(!matches!(step, Ok(Step::Done)), "without any time nothing is begun");
    home.work().await;
    let job = home.job(&job).await;
    assert_eq!((job["completedCount"].as_u64(), job["status"].as_str()), (Some(5), Some("Completed")));
}

#[tokio::test]
async fn failed_items_show_their_data_only_if_asked() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let mut request =
        json!({ "templateId": template, "format": ".docx", "items": [{ "name": ["Ada", "Grace"] }] });
    for (options, shown) in [(json!({}), false), (json!({ "errorData": true }), true)] {
        request["options"] = options;
        let job = home.start(&request).await;
        home.work().await;
        let error = home.job(&job).await["failedGenerations"][0]["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with("/name: is an array"), "{error}");
        assert_eq!(error.ends_with(r#" (the data: ["Ada","Grace"])"#), shown, "{error}");
    }
}

#[tokio::test]
async fn a_part_that_is_given_up_harms_no_other() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let job = home.start(&json!({ "templateId": template, "format": ".docx", "items": items(30) })).await;
    let id = JobId(job.parse().unwrap());
    // A worker died at the first chunk: its second try splits it.
    assert_eq!(
        home.service.jobs().step(id, Task::Render(Part::chunk(0)), 2, a_minute()).await.unwrap(),
        Step::Done
    );
    assert_eq!(home.job(&job).await["completedCount"], 0);
    // Two workers more died while they rendered one of its items: it has a try left, for the first death may have been another's.
    let slow = Task::Render(Part::item(0, 6));
    assert_eq!(home.service.jobs().step(id, slow, 3, a_minute()).await.unwrap(), Step::Done);
    assert_eq!(home.job(&job).await["completedCount"], 1);
    // Another one takes its worker down three times.
    let poison = Task::Render(Part::item(0, 7));
    assert_eq!(home.service.jobs().step(id, poison, 4, a_minute()).await.unwrap(), Step::Done);
    // A worker that was thought dead comes to its end: too late.
    home.work().await;
    let job_view = home.job(&job).await;
    assert_eq!(
        (job_view["status"].as_str(), job_view["completedCount"].as_u64()),
        (Some("Completed"), Some(29))
    );
    let failure = &job_view["failedGenerations"][0];
    assert_eq!(failure["globalIndex"], "7");
    assert!(failure["error"].as_str().unwrap().starts_with("The item was tried 3 times"), "{failure}");
    let names: Vec<String> = home.entries(&job).await.into_iter().map(|(name, _)| name).collect();
    assert_eq!((names.len(), names[29].as_str()), (30, "errors.json"));

    let lost = home.start(&json!({ "templateId": template, "format": ".docx", "items": items(1) })).await;
    let id = JobId(lost.parse().unwrap());
    // Restarts end a worker at its archive more often than the archive does.
    assert!(home.service.jobs().step(id, Task::Assemble, 12, a_minute()).await.is_ok());
    assert_eq!(home.job(&lost).await["status"], "Pending");
    assert_eq!(home.service.jobs().step(id, Task::Assemble, 13, a_minute()).await.unwrap(), Step::Done);
    let lost = home.job(&lost).await;
    assert_eq!(lost["status"], "Failed");
    assert_eq!(lost["errorMessage"], "The archive was tried 12 times and could not be assembled.");
}

#[tokio::test]
async fn pages_of_jobs_name_their_neighbours() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    for _ in 0..5 {
        home.start(&json!({ "templateId": template, "format": ".docx", "items": items(1) })).await;
    }
    let path = format!("/api/bulkGenerationJobs/byTemplate/{template}");
    let page = async |query: &str| {
        let reply = home.get(&format!("{path}{query}")).send().await;
        let link = reply.headers().get("link").map(|link| link.to_str().unwrap().to_owned());
        (super::json(&reply).as_array().unwrap().len(), link.unwrap_or_default().replace(&path, ""))
    };
    assert_eq!(page("").await, (5, String::new()));
    let link = |number, name| format!("<?pageNumber={number}&pageSize=2>; rel=\"{name}\"");
    for (number, count, links) in [
        (1, 2, vec![link(1, "first"), link(3, "last"), link(2, "next")]),
        (2, 2, vec![link(1, "first"), link(3, "last"), link(1, "prev"), link(3, "next")]),
        (3, 1, vec![link(1, "first"), link(3, "last"), link(2, "prev")]),
        (9, 0, vec![link(1, "first"), link(3, "last"), link(3, "prev")]),
    ] {
        assert_eq!(page(&format!("?pageNumber={number}&pageSize=2")).await, (count, links.join(", ")));
    }
}

#[tokio::test]
async fn one_key_from_many_callers_is_one_job() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let body = json!({ "templateId": template, "format": ".docx", "items": items(3) });
    for round in 0..5 {
        let calls =
            (0..100).map(|_| home.bulk(&body).header("idempotency-key", &format!("round-{round}")).send());
        let mut ids = std::collections::BTreeSet::new();
        let mut set = Vec::new();
        for call in calls {
            set.push(Box::pin(call));
        }
        for reply in join_all(set).await {
            match reply.status().as_u16() {
                202 => {
                    ids.insert(super::json(&reply)["jobId"].as_str().unwrap().to_owned());
                }
                409 => assert_eq!(super::code(&reply), "request-in-progress"),
                other => panic!("{other}"),
            }
        }
        assert_eq!(ids.len(), 1);
        let listed = home.get(&format!("/api/bulkGenerationJobs/byTemplate/{template}")).send().await;
        assert_eq!(super::json(&listed).as_array().unwrap().len(), round + 1);
    }
    let other = json!({ "templateId": template, "format": ".docx", "items": items(4) });
    let reply = home.bulk(&other).header("idempotency-key", "round-0").send().await;
    assert_eq!(super::code(&reply), "idempotency-mismatch");
}

/// All of them at once, in one task: each goes on whenever another waits.
async fn join_all<T>(mut calls: Vec<std::pin::Pin<Box<impl Future<Output = T>>>>) -> Vec<T> {
    let mut done = Vec::new();
    std::future::poll_fn(|context| {
        calls.retain_mut(|call| match call.as_mut().poll(context) {
            std::task::Poll::Ready(value) => {
                done.push(value);
                false
            }
            std::task::Poll::Pending => true,
        });
        if calls.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done
}

#[tokio::test]
async fn links_are_absolute_and_lead_to_one_archive_for_a_time() {
    let limits = Limits { zip_url_life: Duration::from_secs(1), ..Limits::default() };
    let home = Home::with(limits, Engine::Works).await;
    let template = greeting(&home).await;
    let job = home.start(&json!({ "templateId": template, "format": ".docx", "items": items(1) })).await;
    home.work().await;
    let view = home.job(&job).await;
    let url = view["zipUrl"].as_str().unwrap();
    let path = url.strip_prefix("http://docs.example").unwrap();
    assert!(path.starts_with(&format!("/api/archives/{job}?expires=")), "{url}");
    let open = async |path: &str| home.get(path).key(None).send().await;
    assert_eq!(open(path).await.status(), 200);
    for changed in [
        path.replace("expires=1", "expires=2"),
        path.replace(&job, &Uuid::from_u128(5).to_string()),
        path.replace(&job, &job.to_uppercase()),
        path.replace(&job, &job.replace('-', "")),
        path.replace(&job, &format!("%7B{job}%7D")),
    ] {
        let reply = open(&changed).await;
        assert_eq!((reply.status().as_u16(), super::code(&reply).as_str()), (403, "invalid-link"));
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(open(path).await.status(), 403, "expired");
    assert_ne!(home.job(&job).await["zipUrl"], view["zipUrl"], "signed afresh");
}

#[tokio::test]
async fn a_job_that_merges_makes_one_pdf_of_what_did_not_fail() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let wanted = |format: &str, items: Value, pdf: Value| {
        json!({ "templateId": template, "format": format, "fileName": "{{ name }}", "items": items, "merge": true,
            "options": { "pdf": pdf } })
    };
    let three = json!([{ "name": "Ann" }, { "other": 1 }, { "name": "ann" }]);
    let job = home.start(&wanted(".pdf", three, Value::Null)).await;
    home.work().await;
    let view = home.job(&job).await;
    assert_eq!((view["status"].as_str(), view["completedCount"].as_u64()), (Some("Completed"), Some(2)));
    assert_eq!(view["failedGenerations"][0]["globalIndex"], "1");
    let link = view["zipUrl"].as_str().unwrap().strip_prefix("http://docs.example").unwrap();
    let headers = home.get(link).key(None).send().await.headers().clone();
    assert_eq!(headers["content-type"], "application/pdf");
    assert!(headers["content-disposition"].to_str().unwrap().contains("greeting.pdf"));
    let bytes = home.store.read_archive(JobId(job.parse().unwrap()), 0, 1 << 20).await.unwrap().unwrap();
    assert_eq!(view["zipSizeBytes"], bytes.len());
    let merged = lopdf::Document::load_mem(&bytes).unwrap();
    let contents = merged.get_toc().unwrap().toc;
    let contents: Vec<_> = contents.iter().map(|entry| (entry.title.as_str(), entry.page)).collect();
    assert_eq!((contents.as_slice(), merged.get_pages().len()), ([("Ann", 1), ("ann (2)", 2)].as_slice(), 2));

    let job = home.start(&wanted(".pdf", json!([{}, {}]), Value::Null)).await;
    home.work().await;
    let view = home.job(&job).await;
    assert_eq!((view["status"].as_str(), &view["zipUrl"]), (Some("Failed"), &Value::Null));
    assert_eq!(view["errorMessage"], "All items failed; there is nothing to merge.");
    assert_eq!(view["failedGenerations"].as_array().unwrap().len(), 2);

    for (format, pdf, words) in [
        (".pdf", json!({ "password": "open sesame" }), "`password`"),
        (".pdf", json!({ "permissions": {} }), "`permissions`"),
        (".pdf", json!({ "conformance": "ua-1" }), "`ua-1`"),
    ] {
        let reply = home.bulk(&wanted(format, json!(items(1)), pdf)).send().await;
        assert_eq!((reply.status().as_u16(), super::code(&reply).as_str()), (400, "invalid-body"));
        let errors = super::json(&reply)["errors"].clone();
        assert_eq!(
            (errors.as_array().unwrap().len(), &errors[0]["pointer"]),
            (1, &json!("/merge")),
            "{errors}"
        );
        assert!(errors[0]["detail"].as_str().unwrap().contains(words), "{errors}");
    }
}

#[tokio::test]
async fn what_cannot_be_merged_fails_the_job_with_its_name() {
    let home = Home::with(Limits::default(), Engine::MakesNoPage).await;
    let template = greeting(&home).await;
    let body = json!({ "templateId": template, "format": ".pdf", "items": items(2), "merge": true });
    let job = home.start(&body).await;
    home.work().await;
    let view = home.job(&job).await;
    assert_eq!(
        (view["status"].as_str(), view["errorMessage"].as_str()),
        (Some("Failed"), Some("The document `greeting` cannot be merged: it has no page."))
    );
}

#[tokio::test]
async fn pdfs_of_a_job_have_what_was_asked_and_the_passwords_go_with_the_job() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let options = json!({ "pdf": {
        "password": "open sesame", "ownerPassword": "mine", "permissions": { "print": false },
        "watermark": "DRAFT", "conformance": "none",
    } });
    let body = json!({ "templateId": template, "format": ".pdf", "items": items(7), "options": options });
    let job = home.start(&body).await;
    let id = JobId(job.parse().unwrap());
    assert!(home.store.job_protection(id).await.unwrap().is_some());
    home.work().await;
    let entries = home.entries(&job).await;
    assert_eq!((entries.len(), entries[0].0.as_str()), (7, "greeting.pdf"));
    for (name, bytes) in &entries {
        let pdf = lopdf::Document::load_mem(bytes).unwrap();
        assert!(pdf.authenticate_owner_password("mine").is_ok(), "{name}");
        assert!(pdf.authenticate_user_password("open sesame").is_ok(), "{name}");
        // Bits 3 and 12 permit printing, bit 5 copying (ISO 32000-2, table 22).
        let permitted = pdf.get_encrypted().unwrap().get(b"P").unwrap().as_i64().unwrap();
        assert_eq!((permitted & 0x804, permitted & 0x10), (0, 0x10), "{name}");
    }
    assert!(home.store.job_protection(id).await.unwrap().is_none());
    for options in [json!({ "pdf": { "password": "" } }), json!({ "pdf": { "watermark": " " } })] {
        let body = json!({ "templateId": template, "format": ".pdf", "items": items(1), "options": options });
        assert_eq!(home.bulk(&body).send().await.status(), 400);
    }
}

#[tokio::test]
async fn a_home_with_too_much_work_takes_no_more_and_loses_none() {
    let home = Home::with(Limits { backlog_items: 50, ..Limits::default() }, Engine::Works).await;
    let template = greeting(&home).await;
    let body = json!({ "templateId": template, "format": ".docx", "items": items(30) });
    let first = home.start(&body).await;
    let refused = home.bulk(&body).send().await;
    assert_eq!((refused.status().as_u16(), super::code(&refused).as_str()), (503, "unavailable"));
    assert_eq!(refused.headers()["retry-after"], "10");
    home.work().await;
    assert_eq!(home.job(&first).await["completedCount"], 30);
    let second = home.start(&body).await;
    home.work().await;
    assert_eq!(home.job(&second).await["completedCount"], 30);
}

#[tokio::test]
async fn a_list_of_jobs_names_no_more_failures_than_one_job() {
    let home = Home::with(Limits { listed_failures: 4, ..Limits::default() }, Engine::Works).await;
    let template = greeting(&home).await;
    let wrong: Vec<Value> = (0..3).map(|_| json!({})).collect();
    for _ in 0..3 {
        let job = home.start(&json!({ "templateId": template, "format": ".docx", "items": wrong })).await;
        home.work().await;
        assert_eq!(home.job(&job).await["failedGenerations"].as_array().unwrap().len(), 3);
    }
    for list in ["?pageNumber=1&pageSize=9", &format!("/byTemplate/{template}")] {
        let listed = super::json(&home.get(&format!("/api/bulkGenerationJobs{list}")).send().await);
        let jobs = listed.as_array().unwrap().iter();
        let (named, counted): (Vec<usize>, Vec<u64>) = jobs
            .map(|job| {
                let named = job["failedGenerations"].as_array().unwrap().len();
                (named, job["failedGenerationCount"].as_u64().unwrap())
            })
            .unzip();
        assert_eq!((named, counted), (vec![3, 1, 0], vec![3, 3, 3]), "{list}");
    }
}

/// The texts of a package's paragraphs.
fn paragraphs(docx: &[u8]) -> Vec<String> {
    let package =
        platen_ooxml::package::Package::open(docx.to_vec(), &platen_ooxml::Limits::default()).unwrap();
    let text = package.read(package.part(package.main_document()).unwrap()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let pieces = |paragraph: &str| {
        let texts =
            paragraph.split("<w:t").skip(1).filter_map(|text| text.split_once('>')?.1.split_once('<'));
        texts.map(|(text, _)| text).collect::<String>()
    };
    text.split("</w:p>").map(pieces).collect()
}

#[tokio::test]
async fn a_job_that_merges_makes_one_word_document_with_a_section_each() {
    let home = Home::new().await;
    let template = greeting(&home).await;
    let wanted =
        |items: Value| json!({ "templateId": template, "format": ".docx", "items": items, "merge": true });
    let job = home.start(&wanted(json!([{ "name": "Ann" }, { "other": 1 }, { "name": "Bob" }]))).await;
    home.work().await;
    let view = home.job(&job).await;
    assert_eq!((view["status"].as_str(), view["completedCount"].as_u64()), (Some("Completed"), Some(2)));
    let link = view["zipUrl"].as_str().unwrap().strip_prefix("http://docs.example").unwrap();
    let headers = home.get(link).key(None).send().await.headers().clone();
    assert!(headers["content-disposition"].to_str().unwrap().contains("greeting.docx"));
    let bytes = home.store.read_archive(JobId(job.parse().unwrap()), 0, 1 << 20).await.unwrap().unwrap();
    let texts = paragraphs(&bytes);
    let (ann, bob) =
        (texts.iter().position(|t| t.contains("Ann")), texts.iter().position(|t| t.contains("Bob")));
    assert!(ann.is_some() && ann < bob, "{texts:?}");

    let job = home.start(&wanted(json!([{}]))).await;
    home.work().await;
    assert_eq!(home.job(&job).await["errorMessage"], "All items failed; there is nothing to merge.");

    let other = home.register("other.docx", super::docx(&["{{ name }}"])).await.template_id;
    let document = |template: &str, format: &str| json!({ "templateId": template, "format": format, "data": { "name": "A" } });
    let (own, other) = (template.to_string(), other.to_string());
    for (second, words) in [(document(&other, ".docx"), "one template"), (document(&own, ".pdf"), "`format`")]
    {
        let body = json!({ "templateId": template, "format": ".docx", "merge": true,
            "documents": [document(&own, ".docx"), second] });
        let reply = home.bulk(&body).send().await;
        assert_eq!((reply.status().as_u16(), super::code(&reply).as_str()), (400, "invalid-body"));
        let errors = super::json(&reply)["errors"].clone();
        assert!(
            errors[0]["pointer"] == "/merge" && errors[0]["detail"].as_str().unwrap().contains(words),
            "{errors}"
        );
    }
}

#[tokio::test]
async fn word_documents_that_are_too_many_for_one_file_fail_the_job_with_the_limit() {
    let docx = platen_docx::Limits { xml_nodes: 400, ..platen_docx::Limits::default() };
    let home = Home::with(Limits { docx, ..Limits::default() }, Engine::Works).await;
    let template = greeting(&home).await;
    let body = json!({ "templateId": template, "format": ".docx", "items": items(100), "merge": true });
    let job = home.start(&body).await;
    home.work().await;
    let view = home.job(&job).await;
    let error = view["errorMessage"].as_str().unwrap();
    assert!(
        view["status"] == "Failed" && error.contains("xml_nodes (400)") && error.contains("`merge`"),
        "{error}"
    );
}
