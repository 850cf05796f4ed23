//! E-mails: one that a job or one of its documents asked for, written and handed to the operator's mail server.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{AsyncSmtpTransport, Error};
use lettre::{Address, AsyncTransport, Message, Tokio1Executor};
use platen_outbound::Failed;
use platen_service::Service;
use platen_service::email::{Encryption, Login, SmtpSettings};
use platen_service::jobs::{Email, JobRecord, JobStore, Written};
use platen_service::problem::Problem;
use secrecy::ExposeSecret;
use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::{Deliverer, kept, link};

/// Connections to the mail server at the same time: Exchange Online, for one, takes three of a sender.
const CONNECTIONS: usize = 2;

/// For each answer of the server.
const ANSWER: Duration = Duration::from_secs(30);

/// Bytes of an attachment that are read at once.
const PIECE_BYTES: usize = 512 << 10;

/// Hands e-mails to the operator's mail server.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    turns: Semaphore,
}

/// What an e-mail is about.
pub(crate) struct About<'a> {
    pub(crate) job: &'a JobRecord,
    /// The same at each try, and unlike those of all other e-mails.
    pub(crate) id: String,
    /// What its templates know as `result`.
    pub(crate) result: Value,
    pub(crate) file: File<'a>,
}

/// A file to attach: bytes of a job's archive.
pub(crate) struct File<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) range: Range<u64>,
}

/// Whether the operator's mail server answers, and lets this service in.
///
/// # Errors
/// Why not.
pub async fn test_smtp(settings: &SmtpSettings) -> Result<(), String> {
    match Mailer::new(settings)?.test().await? {
        true => Ok(()),
        false => Err("the mail server closes the connection".to_owned()),
    }
}

impl Deliverer {
    /// Tries to send the e-mail about a result. `None` when there is no time left for it.
    pub(crate) async fn mail_result(
        &self,
        service: &Service,
        job: &JobRecord,
        email: Option<&Email>,
        end: Instant,
    ) -> Result<Option<Result<(), Failed>>, Problem> {
        let (name, kind) = (job.archive_name(), job.settings.archive_kind().media_type());
        let link = link(service, job, email.and_then(|email| email.link_base.as_deref())).await?;
        let documents = Some((job.progress.total, job.progress.failed));
        let about = About {
            job,
            id: job.job_id.to_string(),
            result: Email::result(job.job_id, &name, documents, link.as_ref()),
            file: File { name: &name, kind, range: 0..job.archive_bytes.unwrap_or_default() },
        };
        Ok(self.mail(service, email, about, end).await)
    }

    /// Tries to send an e-mail, when its turn comes. `None` when that is not before `end`.
    pub(crate) async fn mail(
        &self,
        service: &Service,
        email: Option<&Email>,
        about: About<'_>,
        end: Instant,
    ) -> Option<Result<(), Failed>> {
        let mailer = match self.mailer.get_or_init(|| service.smtp().map(Mailer::new)) {
            Some(Ok(mailer)) => mailer,
            Some(Err(error)) => return Some(Err(Failed::Passing(error.clone()))),
            None => {
                let detail = "this process has no mail server (PLATEN_SMTP_URL)";
                return Some(Err(Failed::Passing(detail.to_owned())));
            }
        };
        let left = || Some(end.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero());
        let _turn = mailer.turn(left()?).await?;
        Some(mailer.send(service, email, about, left()?).await)
    }
}

impl Mailer {
    fn new(settings: &SmtpSettings) -> Result<Mailer, String> {
        let told = |error: Error| format!("TLS cannot be had: {error}");
        let trust = || TlsParameters::new(settings.host.clone()).map_err(told);
        let tls = match settings.encryption {
            Encryption::FromStart => Tls::Wrapper(trust()?),
            Encryption::StartTls => Tls::Required(trust()?),
            Encryption::Off => Tls::None,
        };
        let address: Address = settings.from.parse().map_err(|error| format!("the sender: {error}"))?;
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(settings.host.clone())
            .port(settings.port)
            .tls(tls)
            .timeout(Some(ANSWER))
            // Servers distrust who introduces itself as 127.0.0.1.
            .hello_name(ClientId::Domain(address.domain().to_owned()));
        if let Some(Login { user, password }) = &settings.login {
            let password = password.expose_secret().to_owned();
            transport = transport.credentials(Credentials::new(user.clone(), password));
        }
        let from = Mailbox::new(settings.from_name.clone(), address);
        Ok(Mailer { transport: transport.build(), from, turns: Semaphore::new(CONNECTIONS) })
    }

    /// Waits for a turn, for so long at most.
    async fn turn(&self, time: Duration) -> Option<SemaphorePermit<'_>> {
        timeout(time, self.turns.acquire()).await.ok()?.ok()
    }

    /// Whether the server answers, and lets this service in.
    async fn test(&self) -> Result<bool, String> {
        self.transport.test_connection().await.map_err(|error| failed(&error).to_string())
    }

    /// Tries to send an e-mail.
    async fn send(
        &self,
        service: &Service,
        email: Option<&Email>,
        about: About<'_>,
        time: Duration,
    ) -> Result<(), Failed> {
        let email = email.ok_or_else(|| Failed::Refused("it is no longer kept".to_owned()))?;
        // Checked again: what is allowed may have changed since the request.
        if !email.recipients().all(|address| service.limits().recipients.allow(address)) {
            return Err(Failed::Refused(
                "a recipient is no longer allowed (PLATEN_SMTP_RECIPIENTS)".to_owned(),
            ));
        }
        let About { job, id, result, file } = about;
        let attachment = match email.attach {
            true => Some(read(service, job, file).await?),
            false => None,
        };
        let written = write(service, email, job, result).await?;
        let message = self.message(email, &id, written, attachment).map_err(Failed::Refused)?;
        match timeout(time, self.transport.send(message)).await {
            Ok(sent) => sent.map(drop).map_err(|error| failed(&error)),
            Err(_) => Err(Failed::TooSlow(time)),
        }
    }

    fn message(
        &self,
        email: &Email,
        id: &str,
        written: Written,
        attachment: Option<SinglePart>,
    ) -> Result<Message, String> {
        let mailbox = |address: &String| {
            let address = address.parse().map_err(|error| format!("a recipient's address: {error}"))?;
            Ok::<_, String>(Mailbox::new(None, address))
        };
        // No program should answer it by itself (RFC 3834, 5).
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let mut message = Message::builder()
            .from(self.from.clone())
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .date_now()
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .subject(written.subject);
        for address in &email.to {
            message = message.to(mailbox(address)?);
        }
        for address in &email.cc {
            message = message.cc(mailbox(address)?);
        }
        let text = SinglePart::plain(written.text);
        let made = match attachment {
            Some(attachment) => message.multipart(MultiPart::mixed().singlepart(text).singlepart(attachment)),
            None => message.singlepart(text),
        };
        made.map_err(|error| error.to_string())
    }
}

/// Fills the templates: not on the reactor's time.
async fn write(service: &Service, email: &Email, job: &JobRecord, result: Value) -> Result<Written, Failed> {
    let (email, options) = (email.clone(), job.settings.render_options());
    let limits = service.limits().docx.clone();
    let write = move || email.write(result, &options, &limits);
    let written = tokio::task::spawn_blocking(write).await;
    // The text is the caller's own; its faults were looked for when the request came.
    let written = written.map_err(|error| Failed::Passing(error.to_string()))?;
    written.map_err(|faults| {
        let faults: Vec<String> = faults.into_iter().map(|(_, detail)| detail).collect();
        Failed::Refused(faults.join("; "))
    })
}

/// The file as a part of the e-mail.
async fn read(service: &Service, job: &JobRecord, file: File<'_>) -> Result<SinglePart, Failed> {
    kept(job)?;
    let File { name, kind, range } = file;
    let (bytes, most) = (range.end - range.start, service.limits().email_attachment_bytes);
    if bytes > most {
        return Err(Failed::Refused(format!(
            "the result has {bytes} bytes; at most {most} can be attached (limit `email_attachment_bytes`)"
        )));
    }
    let kind = ContentType::parse(kind).map_err(|error| Failed::Refused(error.to_string()))?;
    let jobs: Arc<dyn JobStore> = service.stores().jobs.clone();
    let mut content = Vec::new();
    let mut offset = range.start;
    while offset < range.end {
        let left = usize::try_from(range.end - offset).unwrap_or(usize::MAX);
        let piece = jobs.read_archive(job.job_id, offset, PIECE_BYTES.min(left)).await;
        let piece = piece.map_err(|error| Failed::Passing(error.to_string()))?;
        let piece = piece.filter(|piece| !piece.is_empty());
        let piece = piece.ok_or_else(|| Failed::Refused("the result is no longer kept".to_owned()))?;
        content.extend_from_slice(&piece);
        offset += piece.len() as u64;
    }
    Ok(Attachment::new(name.to_owned()).body(content, kind))
}

/// What the server's answer means. Refusals of the sender's login are the operator's to fix, so they are tried again (RFC 4954, 6).
fn failed(error: &Error) -> Failed {
    // The server repeats addresses, which do not belong into logs.
    let words = error.to_string();
    let words: Vec<&str> =
        words.split_whitespace().map(|word| if word.contains('@') { "..." } else { word }).collect();
    let text = words.join(" ");
    let is_login = error.status().is_some_and(|code| (530..540).contains(&u16::from(code)));
    match error.is_permanent() && !is_login {
        true => Failed::Refused(format!("the mail server refuses it: {text}")),
        false => Failed::Passing(format!("the mail server: {text}")),
    }
}
