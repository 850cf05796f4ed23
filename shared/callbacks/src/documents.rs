//! Documents of a job that are put or sent by e-mail, or whose ends are told, one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt};
use jiff::Timestamp;
use platen_outbound::Failed;
use platen_service::Service;
use platen_service::callback::CallbackSecrets;
use platen_service::jobs::{
    Addresses, Callback, Delivery, DocumentAtEnd, DocumentDelivery, Email, JobRecord, Outcome,
};
use platen_service::problem::Problem;

use crate::email::{About, File};
use crate::{ArchiveBody, Deliverer, after, kept, log};

/// Documents on their way at the same time.
const AT_ONCE: usize = 8;

/// E-mails of documents between two records of what came of them: so many come twice if the process dies, at most.
const EMAILS: usize = 25;

impl Deliverer {
    /// Does what is due of the documents' own. What is not begun until `end` stays due.
    pub(crate) async fn deliver_documents(
        &self,
        service: &Service,
        job: &mut JobRecord,
        addresses: &Addresses,
        end: Instant,
    ) -> Result<(), Problem> {
        let now = Timestamp::now();
        let is_due = |each: &DocumentDelivery| each.all().any(|delivery| delivery.is_due(now));
        let mut emails = 0;
        let is_in_time = |(_, each): &(&u32, &DocumentDelivery)| {
            emails += usize::from(each.email.as_ref().is_some_and(|email| email.is_due(now)));
            emails <= EMAILS
        };
        let documents =
            job.deliveries.documents.iter().filter(|(_, each)| is_due(each)).take_while(is_in_time);
        let due: BTreeMap<u32, DocumentDelivery> =
            documents.map(|(index, each)| (*index, each.clone())).collect();
        if due.is_empty() {
            return Ok(());
        }
        let indices: BTreeSet<u32> = due.keys().copied().collect();
        let outcomes = service.jobs().outcomes(job, &indices).await?;
        let secrets = service.stores().subscriptions.callback_secrets(job.subscription).await?;
        let trying = Trying { deliverer: self, service, job, secrets: &secrets, end };
        let tries = due.into_iter().map(|(index, before)| {
            let (asked, outcome) = (addresses.documents.get(&index), outcomes.get(&index));
            trying.document(index, before, asked, outcome)
        });
        let tried: Vec<(u32, DocumentDelivery)> =
            stream::iter(tries).buffer_unordered(AT_ONCE).collect().await;
        job.deliveries.documents.extend(tried);
        Ok(())
    }
}

/// What tries of all documents share.
struct Trying<'a> {
    deliverer: &'a Deliverer,
    service: &'a Service,
    job: &'a JobRecord,
    secrets: &'a CallbackSecrets,
    end: Instant,
}

impl Trying<'_> {
    /// Does what is due of one document.
    async fn document(
        &self,
        index: u32,
        before: DocumentDelivery,
        asked: Option<&DocumentAtEnd>,
        outcome: Option<&Outcome>,
    ) -> (u32, DocumentDelivery) {
        let DocumentDelivery { mut delivery, mut callback, mut email } = before;
        let gone = Outcome::Failed("the document is missing".to_owned());
        let outcome = outcome.unwrap_or(&gone);
        if !matches!(outcome, Outcome::Made { .. }) {
            // There is nothing to put or to send, and never will be.
            (delivery, email) = (None, None);
        }
        if let Some(before) = self.due(&delivery) {
            let tried = self.put(asked, outcome).await;
            delivery = Some(self.tried(index, "document", before, tried));
        }
        let is_put = !delivery.as_ref().is_some_and(Delivery::is_pending);
        if let Some(before) = self.due(&callback).filter(|_| is_put) {
            let now = Timestamp::now();
            let signing = self.secrets.signing(now, self.service.limits().callback_secret_overlap);
            let status = delivery.as_ref().map(|delivery| delivery.status);
            let event = Callback::of_document(self.job, index, outcome, status, signing, now);
            let url = asked.and_then(|asked| asked.callback_url.as_deref());
            let tried = self.deliverer.post(self.service.limits(), url, event).await;
            callback = Some(self.tried(index, "callback", before, tried));
        }
        if let Some(before) = self.due(&email)
            && let Some(tried) = self.mail(index, asked, outcome).await
        {
            email = Some(self.tried(index, "e-mail", before, tried));
        }
        (index, DocumentDelivery { delivery, callback, email })
    }

    /// What is due, while there is time for a try.
    fn due(&self, delivery: &Option<Delivery>) -> Option<Delivery> {
        let is_time = !self.left().is_zero();
        delivery.clone().filter(|delivery| is_time && delivery.is_due(Timestamp::now()))
    }

    fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    fn tried(&self, index: u32, what: &str, before: Delivery, tried: Result<(), Failed>) -> Delivery {
        let tried = after(before, tried, self.service.limits());
        log(self.job, Some(index), what, &tried, self.service.limits());
        tried
    }

    async fn mail(
        &self,
        index: u32,
        asked: Option<&DocumentAtEnd>,
        outcome: &Outcome,
    ) -> Option<Result<(), Failed>> {
        let Outcome::Made { file_name, range } = outcome else { return Some(Ok(())) };
        let job = self.job;
        let about = About {
            job,
            id: format!("{}.{index}", job.job_id),
            // No link: it would lead to the documents of others.
            result: Email::result(job.job_id, file_name, None, None),
            file: File {
                name: file_name,
                kind: outcome.media_type().unwrap_or_default(),
                range: range.clone(),
            },
        };
        let email = asked.and_then(|asked| asked.email.as_ref());
        self.deliverer.mail(self.service, email, about, self.end).await
    }

    async fn put(&self, asked: Option<&DocumentAtEnd>, outcome: &Outcome) -> Result<(), Failed> {
        let Outcome::Made { range, .. } = outcome else { return Ok(()) };
        kept(self.job)?;
        let (jobs, kind) = (self.service.stores().jobs.clone(), outcome.media_type().unwrap_or_default());
        let body = ArchiveBody::part(jobs, self.job.job_id, range.clone());
        let deliver = asked.and_then(|asked| asked.deliver.as_ref());
        self.deliverer.put(self.service, deliver, kind, range.end - range.start, body, self.left()).await
    }
}
