//! Queues in virtual time, with Amazon SQS's fair order: of several tenants' messages, those of quiet ones come first.
//!
//! What makes a tenant noisy is in the Amazon SQS Developer Guide, "How Amazon SQS fair queues work": more than a tenth of
//! all messages in flight, if those are 30 or more, or more than a tenth of the consumers' recent time. AWS calls both
//! approximate; here they are exact, and "recent" is since the tenant last had nothing waiting.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::Instant;
use uuid::Uuid;

/// The share of a noisy tenant is larger than one in so many.
const SHARE: u32 = 10;

/// Messages in flight from which on their share counts.
const IN_FLIGHT: u32 = 30;

/// The queues of a region, by their URLs.
#[derive(Debug, Default)]
pub(super) struct Queues(Mutex<HashMap<String, Arc<Queue>>>);

impl Queues {
    /// A queue; new ones are empty.
    pub(super) fn queue(&self, url: &str) -> Arc<Queue> {
        self.0.lock().unwrap().entry(url.to_owned()).or_default().clone()
    }

    /// Answers a request of the SDK.
    pub(super) fn answer(&self, operation: &str, body: &[u8]) -> Bytes {
        let request: Value = serde_json::from_slice(body).unwrap();
        let answer = match operation {
            "CreateQueue" => {
                json!({ "QueueUrl": format!("http://sqs.invalid/{}", request["QueueName"].as_str().unwrap()) })
            }
            "SendMessageBatch" => {
                let queue = self.queue(request["QueueUrl"].as_str().unwrap());
                let sent = request["Entries"].as_array().unwrap().iter().map(|entry| queue.send(entry));
                json!({ "Successful": sent.collect::<Vec<_>>(), "Failed": [] })
            }
            _ => panic!("the service does not ask queues for {operation}"),
        };
        answer.to_string().into()
    }
}

/// A queue.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    arrived: Notify,
}

/// A message.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) body: String,
    /// How often it was delivered, this time included.
    pub(super) received: u32,
    group: String,
    taken: Option<Instant>,
}

#[derive(Debug, Default)]
struct State {
    tenants: BTreeMap<String, Tenant>,
    /// Messages that are hidden until a moment.
    hidden: BTreeMap<(Instant, u64), Message>,
    /// Messages so far, by which older ones are told.
    count: u64,
    in_flight: u32,
    /// The consumers' time.
    took: Duration,
}

#[derive(Debug, Default)]
struct Tenant {
    waiting: VecDeque<(u64, Message)>,
    in_flight: u32,
    took: Duration,
}

impl Queue {
    /// Takes a message, as soon as there is one.
    pub(super) async fn receive(&self) -> Message {
        loop {
            let arrived = self.arrived.notified();
            let shown = {
                let mut state = self.state.lock().unwrap();
                state.show();
                if let Some(message) = state.take() {
                    return message;
                }
                state.hidden.first_key_value().map(|((at, _), _)| *at)
            };
            match shown {
                Some(at) => tokio::select! {
                    () = arrived => {}
                    () = tokio::time::sleep_until(at) => {}
                },
                None => arrived.await,
            }
        }
    }

    /// Takes a message if there is one.
    pub(super) fn receive_now(&self) -> Option<Message> {
        let mut state = self.state.lock().unwrap();
        state.show();
        state.take()
    }

    /// Removes a message that was taken.
    pub(super) fn delete(&self, message: &Message) {
        self.state.lock().unwrap().put_down(message);
    }

    /// Shows a message that was taken again after a while.
    pub(super) fn show_after(&self, message: Message, wait: Duration) {
        let mut state = self.state.lock().unwrap();
        state.put_down(&message);
        state.hide(message, wait);
        drop(state);
        self.arrived.notify_one();
    }

    fn send(&self, entry: &Value) -> Value {
        let text = |name: &str| entry[name].as_str().unwrap().to_owned();
        let id = Uuid::new_v4().to_string();
        let message = Message {
            id: id.clone(),
            body: text("MessageBody"),
            received: 0,
            group: text("MessageGroupId"),
            taken: None,
        };
        let delay = Duration::from_secs(entry["DelaySeconds"].as_u64().unwrap_or_default());
        let mut state = self.state.lock().unwrap();
        if delay.is_zero() {
            state.add(message);
        } else {
            state.hide(message, delay);
        }
        drop(state);
        self.arrived.notify_one();
        json!({ "Id": text("Id"), "MessageId": id, "MD5OfMessageBody": "" })
    }
}

impl State {
    fn add(&mut self, message: Message) {
        self.count += 1;
        let tenant = self.tenants.entry(message.group.clone()).or_default();
        tenant.waiting.push_back((self.count, message));
    }

    fn hide(&mut self, message: Message, wait: Duration) {
        self.count += 1;
        self.hidden.insert((Instant::now() + wait, self.count), message);
    }

    /// Shows what was hidden until now.
    fn show(&mut self) {
        let later = self.hidden.split_off(&(Instant::now(), u64::MAX));
        for (_, message) in std::mem::replace(&mut self.hidden, later) {
            self.add(message);
        }
    }

    /// The oldest message of a quiet tenant; where there is none, of the noisy tenant with the fewest in flight.
    fn take(&mut self) -> Option<Message> {
        let waits = || self.tenants.values().filter(|tenant| !tenant.waiting.is_empty());
        let oldest = |tenant: &&Tenant| tenant.waiting.front().map(|(number, _)| *number);
        let quiet = waits().filter(|tenant| !self.is_noisy(tenant)).min_by_key(oldest);
        let next = quiet.or_else(|| waits().min_by_key(|tenant| tenant.in_flight))?;
        let group = next.waiting.front()?.1.group.clone();
        let tenant = self.tenants.get_mut(&group)?;
        let (_, mut message) = tenant.waiting.pop_front()?;
        if tenant.waiting.is_empty() {
            tenant.took = Duration::ZERO;
        }
        tenant.in_flight += 1;
        self.in_flight += 1;
        message.received += 1;
        message.taken = Some(Instant::now());
        Some(message)
    }

    fn is_noisy(&self, tenant: &Tenant) -> bool {
        (tenant.in_flight >= IN_FLIGHT && tenant.in_flight * SHARE > self.in_flight)
            || tenant.took * SHARE > self.took
    }

    fn put_down(&mut self, message: &Message) {
        let took = message.taken.map_or(Duration::ZERO, |taken| taken.elapsed());
        self.took += took;
        self.in_flight -= 1;
        let tenant = self.tenants.entry(message.group.clone()).or_default();
        tenant.in_flight -= 1;
        if !tenant.waiting.is_empty() {
            tenant.took += took;
        }
    }
}
