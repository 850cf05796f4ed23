//! The work queues, and the queues of messages that failed.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_sqs::types::{MessageSystemAttributeName, QueueAttributeName, SendMessageBatchRequestEntry};
use platen_service::store::StoreError;
use uuid::Uuid;

use super::probe::{Engine, Feature, Finding, Lack, Probed, Without, answered, ensure, lack};
use super::{Made, Part, SetUp};
use crate::error::{unavailable, unbuilt};
use crate::jobs::trace_header;
use crate::mailbox::{delivery, queue_url};
use crate::work::Delivery;

/// Seconds for which a queue of work keeps a message, and one of dead letters.
const KEPT: &str = "345600";
const DEAD_KEPT: &str = "1209600";

/// How often a scratch queue is asked for what was sent to it, for a second each time.
const LOOKS: u32 = 10;

/// The trace of nobody's request.
const TRACE: &str = "Root=1-00000000-000000000000000000000000";

/// Groups, named by subscriptions as those of the service are.
const NOBODY: &str = "00000000-0000-0000-0000-000000000001";
const NO_OTHER: &str = "00000000-0000-0000-0000-000000000002";

const MESSAGES: Feature = Feature {
    engine: Engine::Sqs,
    name: "messages that are hidden, shown again and counted",
    without: Without::Refused("work whose process dies is done by another one"),
};
const GROUPS: Feature = Feature {
    engine: Engine::Sqs,
    name: "group ids on standard queues",
    without: Without::Refused("tenants share the workers: the work of one does not wait behind another's"),
};
const REDRIVE: Feature = Feature {
    engine: Engine::Sqs,
    name: "dead letters after some deliveries",
    without: Without::Refused("work that nobody can do ends as a failure that is told"),
};

/// A queue: its name, and what it is to be like.
struct Queue<'a> {
    name: &'a str,
    /// Seconds for which a message is hidden that somebody works at.
    hidden: &'static str,
    /// Where messages go, after so many deliveries.
    dead: Option<(&'a str, u32)>,
}

impl SetUp {
    /// All queues, those of dead letters first.
    fn queues(&self) -> Vec<Queue<'_>> {
        let settings = &self.store.settings;
        let render_dead = settings.render_dead_letters_url.as_deref().map(queue_name);
        let assemble_dead = settings.assemble_dead_letters_url.as_deref().map(queue_name);
        let intake_dead = settings.intake_dead_letters_url.as_deref().map(queue_name);
        let callback_dead = settings.callback_dead_letters_url.as_deref().map(queue_name);
        let dead = [render_dead, assemble_dead, intake_dead, callback_dead].into_iter().flatten();
        let mut queues: Vec<_> = dead.map(|name| Queue { name, hidden: "360", dead: None }).collect();
        let work = [
            (Some(queue_name(&settings.render_queue_url)), "360", render_dead, 10),
            (Some(queue_name(&settings.assemble_queue_url)), "960", assemble_dead, 10),
            (Some(queue_name(&settings.cut_queue_url)), "960", assemble_dead, 10),
            (settings.intake_queue_url.as_deref().map(queue_name), "360", intake_dead, 10),
            // Tries of a callback are its worker's to count.
            (settings.callback_queue_url.as_deref().map(queue_name), "1800", callback_dead, 100),
        ];
        queues.extend(work.into_iter().filter_map(|(name, hidden, dead, most)| {
            Some(Queue { name: name?, hidden, dead: dead.map(|dead| (dead, most)) })
        }));
        queues
    }

    pub(super) async fn create_queues(&self) -> Result<Vec<Part>, StoreError> {
        let mut parts = Vec::new();
        for queue in self.queues() {
            let policy = match queue.dead {
                None => None,
                Some((dead, most)) => {
                    Some(redrive(&self.queue_arn(&queue_url(&self.store.sqs, dead).await?).await?, most))
                }
            };
            let kept = if queue.dead.is_some() { KEPT } else { DEAD_KEPT };
            let attributes = [
                (QueueAttributeName::VisibilityTimeout, Some(queue.hidden.to_owned())),
                (QueueAttributeName::MessageRetentionPeriod, Some(kept.to_owned())),
                (QueueAttributeName::RedrivePolicy, policy),
            ];
            let attributes: HashMap<_, _> =
                attributes.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
            let made = self.make_queue(queue.name, attributes).await?;
            parts.push(Part { name: format!("queue {}", queue.name), made });
        }
        Ok(parts)
    }

    async fn make_queue(
        &self,
        name: &str,
        attributes: HashMap<QueueAttributeName, String>,
    ) -> Result<Made, StoreError> {
        let sqs = &self.store.sqs;
        if let Ok(known) = sqs.get_queue_url().queue_name(name).send().await {
            // CreateQueue refuses a queue that is there with other attributes.
            let set = sqs.set_queue_attributes().set_queue_url(known.queue_url);
            let set = set.set_attributes(Some(attributes)).send().await;
            return set.map(|_| Made::Known).map_err(|failed| unavailable("SetQueueAttributes", failed));
        }
        let made = sqs.create_queue().queue_name(name).set_attributes(Some(attributes)).send().await;
        made.map(|_| Made::New).map_err(|failed| unavailable("CreateQueue", failed))
    }

    async fn queue_arn(&self, url: &str) -> Result<String, StoreError> {
        let got = self.store.sqs.get_queue_attributes().queue_url(url);
        let got = got.attribute_names(QueueAttributeName::QueueArn).send().await;
        let got = got.map_err(|failed| unavailable("GetQueueAttributes", failed))?.attributes;
        let arn = got.and_then(|mut attributes| attributes.remove(&QueueAttributeName::QueueArn));
        arn.ok_or_else(|| StoreError::Unavailable("GetQueueAttributes: no ARN".to_owned()))
    }

    pub(super) async fn check_queues(&self) -> Result<Vec<Finding>, StoreError> {
        for queue in self.queues() {
            queue_url(&self.store.sqs, queue.name).await?;
        }
        // Queues of their own: whatever were sent to the others, a process that is running might take.
        let name = format!(
            "{}-check-{}",
            queue_name(&self.store.settings.render_queue_url),
            Uuid::new_v4().simple()
        );
        let made = self.store.sqs.create_queue().queue_name(&name).send().await;
        let url = made.map_err(|failed| unavailable("CreateQueue", failed))?.queue_url.unwrap_or_default();
        let found = self.probe_queue(&url, &name).await;
        let deleted = self.store.sqs.delete_queue().queue_url(&url).send().await;
        let found = found?;
        deleted.map_err(|failed| unavailable("DeleteQueue", failed))?;
        Ok(found)
    }

    async fn probe_queue(&self, url: &str, name: &str) -> Result<Vec<Finding>, StoreError> {
        let groups = GROUPS.found(self.groups(url).await)?;
        // As the service sends them, if that can be; what else the engine has is told all the same.
        let group = groups.lacks.is_none().then_some(NOBODY);
        let messages = MESSAGES.found(self.messages(url, group).await)?;
        let redrive = REDRIVE.found(self.redrive(url, name, group).await)?;
        Ok(vec![messages, groups, redrive])
    }

    async fn send_to(&self, url: &str, group: Option<&str>) -> Probed {
        let entry = |id: &str| {
            let entry = SendMessageBatchRequestEntry::builder().id(id).message_body("{}").delay_seconds(0);
            let entry = entry.set_message_group_id(group.map(str::to_owned));
            entry.set_message_system_attributes(trace_header(TRACE)?).build().map_err(unbuilt)
        };
        let batch = self.store.sqs.send_message_batch().queue_url(url).entries(entry("0")?);
        let sent = batch.send().await.map_err(lack("SendMessageBatch"))?;
        match sent.failed.first() {
            Some(failed) => {
                let said = failed.message.as_deref().unwrap_or_default();
                Err(Lack::Lacks(format!("SendMessageBatch: {}: {said}", failed.code)))
            }
            None => Ok(()),
        }
    }

    /// Takes a message; none after so many looks is none.
    async fn take(&self, url: &str, looks: u32) -> Result<Option<Delivery>, Lack> {
        for _ in 0..looks {
            let receive = self.store.sqs.receive_message().queue_url(url).wait_time_seconds(1);
            let receive = receive.message_system_attribute_names(MessageSystemAttributeName::All);
            let received = receive.send().await.map_err(lack("ReceiveMessage"))?;
            if let Some(message) = received.messages.unwrap_or_default().pop() {
                return Ok(Some(delivery(url, message)));
            }
        }
        Ok(None)
    }

    async fn show(&self, message: &Delivery) -> Probed {
        answered(self.store.show_after(&message.queue, &message.receipt, Duration::ZERO).await)
    }

    async fn messages(&self, url: &str, group: Option<&str>) -> Probed {
        self.send_to(url, group).await?;
        for count in [1, 2] {
            let Some(message) = self.take(url, LOOKS).await? else {
                return ensure(false, "a message that was sent, or shown again, is not received");
            };
            ensure(message.received == count, "deliveries of a message are not counted")?;
            ensure(self.take(url, 1).await?.is_none(), "a message that somebody works at is not hidden")?;
            if count == 1 {
                self.show(&message).await?;
            } else {
                answered(self.store.delete_message(&message).await)?;
            }
        }
        Ok(())
    }

    async fn groups(&self, url: &str) -> Probed {
        for group in [NOBODY, NO_OTHER] {
            self.send_to(url, Some(group)).await?;
        }
        for _ in 0..2 {
            let Some(message) = self.take(url, LOOKS).await? else {
                return ensure(false, "a message with a group id is not received while another is at work");
            };
            answered(self.store.delete_message(&message).await)?;
            ensure(message.whose.is_some(), "a message does not tell its group id")?;
        }
        Ok(())
    }

    async fn redrive(&self, url: &str, name: &str, group: Option<&str>) -> Probed {
        let made = self.store.sqs.create_queue().queue_name(format!("{name}-dead")).send().await;
        let dead = made.map_err(lack("CreateQueue"))?.queue_url.unwrap_or_default();
        let probed = self.moves_to(url, &dead, group).await;
        let deleted = self.store.sqs.delete_queue().queue_url(&dead).send().await;
        probed?;
        deleted.map(|_| ()).map_err(lack("DeleteQueue"))
    }

    async fn moves_to(&self, url: &str, dead: &str, group: Option<&str>) -> Probed {
        let policy = redrive(&self.queue_arn(dead).await?, 1);
        let set = self.store.sqs.set_queue_attributes().queue_url(url);
        let set = set.attributes(QueueAttributeName::RedrivePolicy, policy).send().await;
        set.map_err(lack("SetQueueAttributes"))?;
        self.send_to(url, group).await?;
        if let Some(message) = self.take(url, LOOKS).await? {
            self.show(&message).await?;
        }
        for _ in 0..LOOKS {
            // Engines move a message when somebody asks for it.
            if self.take(url, 1).await?.is_some() {
                return ensure(false, "a message is delivered again after its last delivery");
            }
            if self.take(dead, 1).await?.is_some() {
                return Ok(());
            }
        }
        ensure(false, "a message does not go to the dead letters after its last delivery")
    }
}

fn redrive(arn: &str, most: u32) -> String {
    format!(r#"{{"deadLetterTargetArn":"{arn}","maxReceiveCount":{most}}}"#)
}

/// The name of a queue, given as a name or as an address.
fn queue_name(field: &str) -> &str {
    field.rsplit_once('/').map_or(field, |(_, name)| name)
}
