//! Event-source mappings as Lambda runs them: they take messages off a queue, hand each to a function's real binary, delete
//! what is done, and let the rest come again. And what can happen to a function meanwhile.

use std::time::Duration;

use aws_sdk_sqs::types::{MessageSystemAttributeName, QueueAttributeName, SendMessageBatchRequestEntry};
use serde_json::{Value, json};
use tokio::runtime::Handle;

use crate::function::{Ended, Function};
use crate::runtime_api::Outcome;

/// The most messages of one SendMessageBatch.
const BATCH: usize = 10;

/// A message as a mapping takes it.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The message's id.
    pub id: String,
    /// Its body.
    pub body: String,
    /// How often it was delivered, this time included.
    pub attempt: u32,
    handle: String,
    attributes: Value,
}

/// What happens to a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is worked on, and its message deleted once that is done.
    Fair,
    /// The same, but the message comes again though it is done.
    Again,
    /// The function is killed (SIGKILL) after this time, unless it answers before.
    Killed(Duration),
    /// The function stands still (SIGSTOP) from the beginning, and is killed at its deadline.
    Hangs,
}

/// A queue, as those around a deployment see it.
#[derive(Clone)]
pub struct Queue {
    client: aws_sdk_sqs::Client,
    url: String,
    runtime: Handle,
}

impl Queue {
    /// The queue of this URL.
    pub fn new(client: aws_sdk_sqs::Client, url: &str, runtime: Handle) -> Queue {
        Queue { client, url: url.to_owned(), runtime }
    }

    /// The next message that is to be seen.
    pub fn receive(&self) -> Option<Delivery> {
        self.runtime.block_on(async {
            let all = MessageSystemAttributeName::All;
            let receive =
                self.client.receive_message().queue_url(&self.url).message_system_attribute_names(all);
            let message = receive.send().await.unwrap().messages?.into_iter().next()?;
            let attributes = message.attributes.unwrap();
            let attributes: serde_json::Map<_, _> = attributes
                .into_iter()
                .map(|(name, value)| (name.as_str().to_owned(), value.into()))
                .collect();
            let attempt = attributes["ApproximateReceiveCount"].as_str().unwrap().parse().unwrap();
            let (id, body) = (message.message_id.unwrap(), message.body.unwrap());
            let handle = message.receipt_handle.unwrap();
            Some(Delivery { id, body, attempt, handle, attributes: attributes.into() })
        })
    }

    /// Deletes a message.
    pub fn delete(&self, delivery: &Delivery) {
        let delete = self.client.delete_message().queue_url(&self.url).receipt_handle(&delivery.handle);
        self.runtime.block_on(delete.send()).unwrap();
    }

    /// Shows a message again, as if its time had passed. It may have been shown, and taken, before.
    pub fn show(&self, delivery: &Delivery) {
        let show = self.client.change_message_visibility().queue_url(&self.url);
        let show = show.receipt_handle(&delivery.handle).visibility_timeout(0);
        let _ = self.runtime.block_on(show.send());
    }

    /// Puts messages in.
    pub fn send(&self, bodies: &[String]) {
        for bodies in bodies.chunks(BATCH) {
            let entries = bodies.iter().enumerate().map(|(id, body)| {
                let entry = SendMessageBatchRequestEntry::builder().id(id.to_string()).message_body(body);
                entry.message_group_id(uuid::Uuid::nil().to_string()).build().unwrap()
            });
            let send = self.client.send_message_batch().queue_url(&self.url);
            let sent = self.runtime.block_on(send.set_entries(Some(entries.collect())).send()).unwrap();
            assert!(sent.failed.is_empty(), "{sent:?}");
        }
    }

    /// How many messages it holds, those that are hidden among them.
    pub fn count(&self) -> u32 {
        let counts = [
            QueueAttributeName::ApproximateNumberOfMessages,
            QueueAttributeName::ApproximateNumberOfMessagesNotVisible,
        ];
        let ask = self.client.get_queue_attributes().queue_url(&self.url);
        let ask = ask.set_attribute_names(Some(counts.to_vec()));
        let found = self.runtime.block_on(ask.send()).unwrap().attributes.unwrap();
        counts.iter().map(|name| found[name].parse::<u32>().unwrap()).sum()
    }

    /// The event that a function is given for a delivery.
    pub fn event(&self, delivery: &Delivery) -> String {
        let record = json!({
            "messageId": delivery.id, "receiptHandle": delivery.handle,
            "body": delivery.body, "attributes": delivery.attributes, "messageAttributes": {},
            "eventSource": "aws:sqs",
            "eventSourceARN": format!("arn:aws:sqs:eu-central-1:000000000000:{}", self.url.rsplit('/').next().unwrap()),
            "awsRegion": "eu-central-1"
        });
        json!({ "Records": [record] }).to_string()
    }
}

/// One instance of a function, and the queue that it works off.
pub struct Instance {
    queue: Queue,
    function: Function,
    time: Duration,
    hurries: bool,
}

impl Instance {
    /// An instance that has so much time for a message. One that fails is shown again at once, as if its time had passed.
    pub fn new(queue: Queue, function: Function, time: Duration) -> Instance {
        Instance { queue, function, time, hurries: true }
    }

    /// Leaves a message that fails hidden for as long as its function wants.
    pub fn patient(self) -> Instance {
        Instance { hurries: false, ..self }
    }

    /// What its function logged.
    pub fn log(&self) -> String {
        self.function.log()
    }

    /// The most memory that the function had so far, in bytes.
    pub fn most_memory(&self) -> u64 {
        self.function.most_memory()
    }

    /// Takes a message and works it off. `None` when there is none; else its fate, which is not [`Fate::Killed`] where the
    /// function was faster.
    pub fn work(&mut self, fate: impl Fn(&Delivery) -> Fate) -> Option<Fate> {
        let delivery = self.queue.receive()?;
        let (event, fate) = (self.queue.event(&delivery), fate(&delivery));
        let outcome = match fate {
            Fate::Fair | Fate::Again => match self.function.invoke_within(event, self.time) {
                Ended::Settled(outcome) => Some(outcome),
                Ended::TimedOut | Ended::Exited(..) => None,
            },
            Fate::Killed(after) => self.function.invoke_or_kill(event, after),
            Fate::Hangs => {
                self.function.hang(event, self.time);
                None
            }
        };
        let Some(outcome) = outcome else {
            self.function.replace();
            self.queue.show(&delivery);
            return Some(fate);
        };
        if fate != Fate::Again && is_done(&outcome) {
            self.queue.delete(&delivery);
        } else if self.hurries || fate == Fate::Again {
            self.queue.show(&delivery);
        }
        Some(if matches!(fate, Fate::Killed(_)) { Fate::Fair } else { fate })
    }
}

/// Whether the function wants no message of its batch again.
fn is_done(outcome: &Outcome) -> bool {
    let Outcome::Response(answer) = outcome else { return false };
    let answer: Value = serde_json::from_slice(answer).unwrap();
    answer["batchItemFailures"].as_array().unwrap().is_empty()
}
