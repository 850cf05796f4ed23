//! Jobs whose messages come twice, at once, and in any order.

use std::sync::Arc;

use bytes::Bytes;
use jiff::Timestamp;
use platen_service::jobs::{ArchiveKind, NewJob, Part, Status, Task};
use platen_service::plan::month_of;
use platen_tests::random::Random;

use crate::home::{Home, at, template, tenant};
use crate::jobs::{job_id, record, settle, start};

pub async fn results_that_come_twice_and_at_once_count_once(home: Home) {
    let (home, job, mut random) = (Arc::new(home), job_id(1), Random::new());
    let new = record(job, tenant(1), template(1), 60, 5);
    assert!(start(&home, new.clone()).await);
    // Each chunk two to five times. Of every chunk one item fails.
    let mut deliveries: Vec<u32> = Vec::new();
    for chunk in 0..new.chunks() {
        deliveries.extend(std::iter::repeat_n(chunk, 2 + random.below(4)));
    }
    random.shuffle(&mut deliveries);
    let settling: Vec<_> = deliveries
        .into_iter()
        .map(|chunk| {
            let home = home.clone();
            let first = new.items_of(chunk).start;
            tokio::spawn(async move {
                let settled = settle(&home, job, Part::chunk(chunk), &[first, first + 2], &[first + 1]).await;
                home.stores.jobs.queue_next(job, Task::Render(Part::chunk(chunk))).await.unwrap();
                usize::from(settled)
            })
        })
        .collect();
    let mut settled = 0;
    for task in settling {
        settled += task.await.unwrap();
    }
    assert_eq!(settled, 20, "each chunk once");
    let progress = home.stores.jobs.any_job(job).await.unwrap().unwrap().progress;
    assert_eq!((progress.done, progress.failed, progress.pending()), (40, 20, 0));
    let assemblies = home.outside.messages().await.into_iter().filter(|(_, task)| *task == Task::Assemble);
    // More than one is harmless, none is a job that never ends.
    assert!(assemblies.count() >= 1);
    let failed: Vec<u32> =
        home.stores.jobs.failures(job, 100).await.unwrap().iter().map(|failure| failure.index).collect();
    assert_eq!(failed, (0..20).map(|chunk| chunk * 3 + 1).collect::<Vec<_>>());
    let now = Timestamp::now();
    for completes in [true, false] {
        let archive = home.stores.jobs.new_archive(job, ArchiveKind::Zip).await.unwrap();
        assert_eq!(archive.complete(now, now).await.unwrap(), completes);
    }
    let counted = home.stores.subscriptions.documents(tenant(1), &month_of(now)).await.unwrap();
    assert_eq!(counted, 40, "documents count once, by the end of their job at the latest");
}

/// More chunks than one shard of counters has, all of them settled at once.
pub async fn many_workers_at_once_count_every_chunk_once(home: Home) {
    let (home, job) = (Arc::new(home), job_id(1));
    let new = record(job, tenant(1), template(1), 500, 5);
    assert!(start(&home, new.clone()).await);
    let mut chunks: Vec<u32> = (0..new.chunks()).collect();
    Random::new().shuffle(&mut chunks);
    let working: Vec<_> = chunks
        .into_iter()
        .map(|chunk| {
            let (home, mut items) = (home.clone(), new.items_of(chunk));
            tokio::spawn(async move {
                // Of every tenth chunk one item fails.
                let failed: Vec<u32> =
                    if chunk % 10 == 3 { items.next().into_iter().collect() } else { vec![] };
                let done: Vec<u32> = items.collect();
                assert!(settle(&home, job, Part::chunk(chunk), &done, &failed).await, "chunk {chunk}");
                home.stores.jobs.queue_next(job, Task::Render(Part::chunk(chunk))).await.unwrap();
            })
        })
        .collect();
    for task in working {
        task.await.unwrap();
    }
    let jobs = &home.stores.jobs;
    let progress = jobs.any_job(job).await.unwrap().unwrap().progress;
    assert_eq!((progress.done, progress.failed, progress.pending()), (483, 17, 0));
    let messages = home.outside.messages().await;
    assert!(messages.contains(&(job, Task::Assemble)), "the last of them all queues the assembly");
    assert!(!messages.iter().any(|(_, task)| matches!(task, Task::Render(Part { item: Some(_), .. }))));

    let all = jobs.documents_of(job, 0..new.chunks()).await.unwrap().unwrap();
    let failures = jobs.failures_of(job, 0..new.chunks()).await.unwrap().unwrap();
    let indices = all.iter().map(|document| document.index);
    let mut indices: Vec<u32> = indices.chain(failures.iter().map(|failure| failure.index)).collect();
    assert!(all.is_sorted_by_key(|document| document.index));
    indices.sort_unstable();
    assert_eq!(indices, (0..500).collect::<Vec<_>>());
    let documents = jobs.documents_of(job, 163..1_000).await.unwrap().unwrap();
    let failures = jobs.failures_of(job, 163..1_000).await.unwrap().unwrap();
    assert_eq!((documents[0].index, failures[0].index), (490, 489));
    assert_eq!(jobs.documents_of(job, 167..168).await.unwrap(), None);
    let first: Vec<u32> = jobs.failures(job, 3).await.unwrap().iter().map(|failure| failure.index).collect();
    assert_eq!(first, [9, 39, 69]);
}

/// Whoever cancels may die at any moment; whoever works on then ends what it began.
pub async fn a_cancel_amid_the_work_keeps_what_is_counted(home: Home) {
    let (home, mut random) = (Arc::new(home), Random::new());
    for number in 0..3 {
        let job = job_id(number);
        let new = record(job, tenant(number), template(1), 90, 5);
        assert!(start(&home, new.clone()).await);
        let working: Vec<_> = (0..new.chunks())
            .map(|chunk| {
                let (home, items) = (home.clone(), new.items_of(chunk).collect::<Vec<_>>());
                tokio::spawn(async move {
                    let settled = settle(&home, job, Part::chunk(chunk), &items, &[]).await;
                    if settled { items.len() } else { 0 }
                })
            })
            .collect();
        let wait = std::time::Duration::from_millis(random.below(60) as u64);
        let cancel = home.stores.jobs.cancel_job(tenant(number), job, Timestamp::now());
        let canceled = tokio::time::timeout(wait, cancel).await.is_ok();
        let mut settled = 0;
        for task in working {
            settled += task.await.unwrap();
        }
        let (jobs, mut refused) = (&home.stores.jobs, canceled);
        for chunk in 0..new.chunks() {
            let documents = jobs.documents_of(job, chunk..chunk + 1).await.unwrap().unwrap();
            let pending = jobs.pending_items(job, Part::chunk(chunk)).await.unwrap();
            refused |= pending.is_none() && documents.is_empty();
        }
        let found = jobs.any_job(job).await.unwrap().unwrap();
        assert!(!refused || found.progress.status == Status::Canceled, "job {number}: {found:?}");
        let found = jobs.cancel_job(tenant(number), job, Timestamp::now()).await.unwrap().unwrap().0;
        assert_eq!((found.progress.status, found.progress.done as usize), (Status::Canceled, settled));
        let month = month_of(Timestamp::now());
        let counted = home.stores.subscriptions.documents(tenant(number), &month).await.unwrap();
        assert_eq!(counted as usize, settled, "what was made is counted");
    }
}

pub async fn of_a_cancel_and_a_completion_one_wins(home: Home) {
    let (home, mut random) = (Arc::new(home), Random::new());
    for number in 0..8 {
        let job = job_id(number);
        assert!(start(&home, record(job, tenant(1), template(1), 3, 5)).await);
        assert!(settle(&home, job, Part::chunk(0), &[0, 1, 2], &[]).await);
        let wait = std::time::Duration::from_millis(random.below(20) as u64);
        let (canceling, completing) = (home.clone(), home.clone());
        let cancel = tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            canceling.stores.jobs.cancel_job(tenant(1), job, at(60)).await.unwrap().unwrap().1
        });
        let complete = tokio::spawn(async move {
            let mut archive = completing.stores.jobs.new_archive(job, ArchiveKind::Zip).await.unwrap();
            archive.write("zip".into()).await.unwrap();
            archive.complete(at(70), at(1_000)).await.unwrap()
        });
        let (canceled, completed) = (cancel.await.unwrap(), complete.await.unwrap());
        assert!(canceled != completed, "job {number}: canceled {canceled}, completed {completed}");
        let found = home.stores.jobs.any_job(job).await.unwrap().unwrap();
        let (status, ended, bytes) = match completed {
            true => (Status::Completed, at(70), Some(3)),
            false => (Status::Canceled, at(60), None),
        };
        assert_eq!(
            (found.progress.status, found.ended_at, found.archive_bytes),
            (status, Some(ended), bytes)
        );
    }
}

pub async fn a_job_that_is_started_twice_at_once_is_one(home: Home) {
    let home = Arc::new(home);
    for number in 0..5 {
        let starting: Vec<_> = (0..10u32)
            .map(|attempt| {
                let home = home.clone();
                tokio::spawn(async move {
                    let new = record(job_id(number), tenant(1), template(1), 1, 5);
                    let mut items = home.stores.jobs.new_items(tenant(1), job_id(number)).await.unwrap();
                    items.chunk(vec![Bytes::from(attempt.to_string())]).await.unwrap();
                    let template = Bytes::from(attempt.to_string());
                    items
                        .create(NewJob {
                            record: new,
                            template,
                            protection: None,
                            addresses: None,
                            cutting: None,
                        })
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut created = Vec::new();
        for (attempt, task) in starting.into_iter().enumerate() {
            if task.await.unwrap() {
                created.push(attempt.to_string());
            }
        }
        assert_eq!(created.len(), 1);
        let jobs = &home.stores.jobs;
        let items = jobs.pending_items(job_id(number), Part::chunk(0)).await.unwrap().unwrap();
        assert_eq!(items.items, [(0, Bytes::from(created[0].clone()))], "the winner's items");
        assert_eq!(jobs.job_template(job_id(number)).await.unwrap(), created[0]);
    }
}
