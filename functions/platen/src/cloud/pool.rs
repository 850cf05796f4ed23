//! Polls queues and works off what they give, as event-source mappings and functions do on AWS.
//!
//! A message that was taken is hidden from other processes for a short while, and that is prolonged for as long as this process has
//! it: what a process had that died is soon another's. Who may begin next is told by [`Shares`], as on one machine.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use platen_service::config::AwsSettings;
use platen_service::ids::SubscriptionId;
use platen_service::jobs::{Deadline, GiveWay};
use platen_service::work::{Shares, Slot};
use platen_store_aws::work::{Delivery, Handler, Worker};
use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};
use uuid::Uuid;

use crate::workers::GIVE_WAY;

/// How long a message is hidden at a time.
const HIDDEN: Duration = Duration::from_secs(30);

/// When that is prolonged: two tries may fail.
const PROLONG: Duration = Duration::from_secs(10);

/// How often it is looked what is to be prolonged, and who waits.
const TICK: Duration = Duration::from_secs(1);

/// How long a queue is left alone that does not answer.
const TROUBLE: Duration = Duration::from_secs(2);

/// How long work is awaited at the end that was asked to stop: less than orchestrators wait.
pub(super) const DRAIN: Duration = Duration::from_secs(20);

/// Callbacks on their way at the same time: each waits for its receiver.
const CALLBACKS: usize = 16;

/// A queue, and who works it off.
struct Line {
    queue: String,
    handler: Handler,
    /// Messages that this process has of it at the same time, those that wait for their turn among them.
    places: usize,
    /// The same while all of them are worked on: one more is taken then, so that it is known whose work waits.
    most: usize,
}

/// A message that this process has.
struct Held {
    line: usize,
    delivery: Delivery,
    since: Instant,
    hidden_since: Instant,
}

/// A message that is worked on.
struct Running {
    held: Held,
    since: Instant,
    slot: Slot,
    give_way: GiveWay,
}

/// Queues whose work shares slots.
pub struct Pool {
    worker: Arc<Worker>,
    lines: Vec<Line>,
    shares: Shares,
    start: Instant,
    waiting: Vec<Held>,
    running: HashMap<Id, Running>,
    work: JoinSet<()>,
    /// Calls that wait for messages, and their lines.
    asked: HashMap<Id, usize>,
    asking: JoinSet<Vec<Delivery>>,
}

/// The pools of a process: one for what computes, with as many slots as the machine bears, and one for what waits for others.
pub fn all(worker: &Arc<Worker>) -> [Pool; 2] {
    let AwsSettings {
        render_queue_url,
        assemble_queue_url,
        cut_queue_url,
        intake_queue_url,
        callback_queue_url,
        render_dead_letters_url,
        assemble_dead_letters_url,
        ..
    } = worker.aws().settings();
    let line = |queue: &String, handler: Handler, places| Line {
        queue: queue.clone(),
        handler,
        places,
        most: places,
    };
    let some = |queue: &Option<String>, handler: Handler, places| {
        queue.as_ref().map(|queue| line(queue, handler, places))
    };
    let cores = std::thread::available_parallelism().map_or(2, NonZeroUsize::get);
    let shares = Shares::of_workers(cores);
    let jobs = vec![
        Line {
            most: shares.most() + 1,
            ..line(render_queue_url, render_chunk::work, cores + cores.div_ceil(2))
        },
        line(assemble_queue_url, assemble_archive::work, 2),
        line(cut_queue_url, assemble_archive::work, 2),
    ];
    let others = [
        some(intake_queue_url, start_queued_job::work, 2),
        some(callback_queue_url, deliver_callback::work, CALLBACKS),
        some(render_dead_letters_url, settle_dead_letters::work, 1),
        some(assemble_dead_letters_url, settle_dead_letters::work, 1),
    ];
    let others = others.into_iter().flatten().collect();
    [Pool::new(worker, jobs, shares), Pool::new(worker, others, Shares::unbounded())]
}

impl Pool {
    fn new(worker: &Arc<Worker>, lines: Vec<Line>, shares: Shares) -> Pool {
        Pool {
            worker: worker.clone(),
            lines,
            shares,
            start: Instant::now(),
            waiting: Vec::new(),
            running: HashMap::new(),
            work: JoinSet::new(),
            asked: HashMap::new(),
            asking: JoinSet::new(),
        }
    }

    /// Works until the process is told to stop, and hands back what it has then.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut tick = tokio::time::interval(TICK);
        loop {
            self.begin();
            self.ask();
            tokio::select! {
                Some(answered) = self.asking.join_next_with_id() => self.take(answered),
                Some(ended) = self.work.join_next_with_id() => self.end(ended),
                _ = tick.tick() => {
                    self.prolong();
                    self.give_way();
                    self.let_others_pass();
                }
                _ = stop.wait_for(|stop| *stop) => break,
            }
        }
        self.drain().await;
    }

    /// Begins what may begin now: of whoever had least, what came first.
    fn begin(&mut self) {
        let now = self.start.elapsed();
        while let Some((at, _)) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, held)| self.shares.may_begin(whose(held), now))
            .min_by_key(|(_, held)| self.shares.used(whose(held), now))
        {
            let held = self.waiting.remove(at);
            let (slot, give_way) = (self.shares.begin(whose(&held), now), GiveWay::default());
            let deadline = Deadline::after(self.worker.service().limits().work_time).or_when(&give_way);
            let (worker, delivery) = (self.worker.clone(), held.delivery.clone());
            let handler = self.lines[held.line].handler;
            let begun = self.work.spawn(async move {
                if !worker.work_off(handler, delivery.clone(), deadline, None).await {
                    return;
                }
                if let Err(error) = worker.aws().delete_message(&delivery).await {
                    tracing::warn!(message_id = delivery.id, %error, "a message that is done comes again");
                }
            });
            self.running.insert(begun.id(), Running { held, since: Instant::now(), slot, give_way });
        }
    }

    /// Asks queues for as many messages as there are places.
    fn ask(&mut self) {
        for (at, line) in self.lines.iter().enumerate() {
            let (held, waits) = (self.held(at), self.waiting.iter().any(|held| held.line == at));
            let room = line.places.saturating_sub(held).max(usize::from(!waits && held < line.most));
            if room == 0 || self.asked.values().any(|asked| *asked == at) {
                continue;
            }
            let (worker, queue) = (self.worker.clone(), line.queue.clone());
            let asked = self.asking.spawn(async move {
                match worker.aws().receive(&queue, room, HIDDEN).await {
                    Ok(deliveries) => deliveries,
                    Err(error) => {
                        tracing::warn!(queue, %error, "a queue does not answer; trying again");
                        tokio::time::sleep(TROUBLE).await;
                        Vec::new()
                    }
                }
            });
            self.asked.insert(asked.id(), at);
        }
    }

    /// How many messages of a line this process has.
    fn held(&self, line: usize) -> usize {
        let running = self.running.values().map(|running| &running.held);
        self.waiting.iter().chain(running).filter(|held| held.line == line).count()
    }

    fn take(&mut self, answered: Result<(Id, Vec<Delivery>), JoinError>) {
        let (id, deliveries) = answered.unwrap_or_else(|failed| (failed.id(), Vec::new()));
        let Some(line) = self.asked.remove(&id) else { return };
        let now = Instant::now();
        let held = |delivery| Held { line, delivery, since: now, hidden_since: now };
        self.waiting.extend(deliveries.into_iter().map(held));
    }

    fn end(&mut self, ended: Result<(Id, ()), JoinError>) {
        let id = ended.map_or_else(|failed| failed.id(), |(id, ())| id);
        if let Some(running) = self.running.remove(&id) {
            self.shares.end(running.slot, self.start.elapsed());
        }
    }

    /// Keeps messages hidden that this process has.
    fn prolong(&mut self) {
        let running = self.running.values_mut().map(|running| &mut running.held);
        for held in self.waiting.iter_mut().chain(running) {
            if held.hidden_since.elapsed() < PROLONG {
                continue;
            }
            held.hidden_since = Instant::now();
            let (worker, delivery) = (self.worker.clone(), held.delivery.clone());
            tokio::spawn(async move {
                let kept = worker.aws().show_after(&delivery.queue, &delivery.receipt, HIDDEN).await;
                if let Err(error) = kept {
                    tracing::debug!(message_id = delivery.id, %error, "a message may come to another process too");
                }
            });
        }
    }

    /// Asks work that has gone on for a while to record what it has made, where another subscription's waits.
    fn give_way(&self) {
        for Running { held, since, give_way, .. } in self.running.values() {
            let others_wait = || self.waiting.iter().any(|waiting| whose(waiting) != whose(held));
            if since.elapsed() > GIVE_WAY && others_wait() {
                give_way.ask();
            }
        }
    }

    /// Where all places of a queue are taken, puts messages at its end that wait for their subscription's turn: those of others may be behind
    /// them. One that was begun before keeps its name, by which its tries are counted.
    fn let_others_pass(&mut self) {
        let full: Vec<bool> =
            self.lines.iter().enumerate().map(|(at, line)| self.held(at) >= line.places).collect();
        let passes =
            |held: &mut Held| full[held.line] && held.delivery.received == 1 && held.since.elapsed() >= TICK;
        for held in self.waiting.extract_if(.., passes) {
            let worker = self.worker.clone();
            tokio::spawn(async move {
                if let Err(error) = worker.aws().send_to_end(&held.delivery).await {
                    tracing::debug!(message_id = held.delivery.id, %error, "a message was not put behind others");
                }
            });
        }
    }

    /// Hands back what has not begun, asks the rest to stop, and waits for it a while.
    async fn drain(mut self) {
        let mut back = JoinSet::new();
        self.running.values().for_each(|running| running.give_way.ask());
        let mut tick = tokio::time::interval(TICK);
        let end = tokio::time::sleep(DRAIN);
        let mut end = std::pin::pin!(end);
        loop {
            for held in self.waiting.drain(..) {
                let worker = self.worker.clone();
                back.spawn(async move { worker.hand_back(&held.delivery).await });
            }
            if self.running.is_empty() && self.asked.is_empty() {
                break;
            }
            tokio::select! {
                Some(answered) = self.asking.join_next_with_id() => self.take(answered),
                Some(ended) = self.work.join_next_with_id() => self.end(ended),
                _ = tick.tick() => self.prolong(),
                () = &mut end => break,
            }
        }
        for (_, Running { held, .. }) in self.running.drain() {
            let worker = self.worker.clone();
            back.spawn(async move { worker.hand_back(&held.delivery).await });
        }
        while back.join_next().await.is_some() {}
    }
}

/// Whose a message is. Those of queues that do not tell are one subscription's.
fn whose(held: &Held) -> SubscriptionId {
    held.delivery.whose.unwrap_or(SubscriptionId(Uuid::nil()))
}
