//! Links to forms: lists, creates and deletes them; and handles the form for the people who get one.

use jiff::Timestamp;
use platen_docx::discover::ContentControl;
use platen_pdf::PageImage;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::generation::{Document, IdempotencyKey};
use crate::contract::create_form_link::read_filled;
use crate::contract::{AtEnd, CreateFormLink, GenerateDocument, Options, TemplateSource};
use crate::form_links::{FormLink, FormResult};
use crate::format::Format;
use crate::http::{Request, Response, guid};
use crate::ids::TemplateId;
use crate::keys::{KeyRecord, Scope};
use crate::page::{Page, Paged};
use crate::plan::RequestRate;
use crate::problem::{Code, Problem};
use crate::subscriptions::{Caller, OpenForm};

/// Requests per minute with one link: more than people make, and too few for whoever finds one to take the service from others.
const PER_MINUTE: u32 = 30;

/// A link to a form, without its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormLink)]
pub struct FormLinkView {
    /// Its id.
    pub link_id: Uuid,
    /// What people call it.
    pub name: String,
    /// The template whose form it opens.
    pub template_id: TemplateId,
    /// What is made.
    #[schema(value_type = String)]
    pub format: Format,
    /// Whether it is over after the first document.
    pub once: bool,
    /// What becomes of the document.
    pub result: FormResult,
    /// When it was made.
    #[serde(serialize_with = "crate::time::write")]
    pub created_at: Timestamp,
    /// From when on it is refused.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub expires_at: Option<Timestamp>,
    /// When somebody last made a document with it, to within some minutes; `null` when nobody has.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub last_used_at: Option<Timestamp>,
}

/// A link that was just made.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewFormLink {
    /// What is listed of it.
    #[serde(flatten)]
    pub listed: FormLinkView,
    /// The address to send to people. It is shown only in this answer.
    pub url: String,
}

/// What a form asks for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// The template's name.
    pub name: String,
    /// What is said of the template.
    pub description: Option<String>,
    /// What is made.
    #[schema(value_type = String)]
    pub format: Format,
    /// Whether the link is over after the first document.
    pub once: bool,
    /// What becomes of the document.
    pub result: FormResult,
    /// From when on the link is refused.
    #[serde(serialize_with = "crate::time::write_optional")]
    pub expires_at: Option<Timestamp>,
    /// Content controls of the template.
    pub content_controls: Vec<ContentControl>,
    /// A JSON Schema (2020-12) of `data`.
    pub schema: Value,
    /// A `data` object with sample values.
    pub model: Value,
}

impl NewFormLink {
    /// Where it is.
    pub fn path(&self) -> String {
        format!("/api/formLinks/{}", self.listed.link_id)
    }
}

/// What the service does with links to forms: [`Service::form_links`].
#[derive(Clone, Copy)]
pub struct FormLinks<'a>(pub(super) &'a Service);

impl FormLinks<'_> {
    /// A page of the subscription's links, or of those to one template, the newest first. Those that have expired are left out.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn list(
        self,
        caller: &Caller,
        template: Option<TemplateId>,
        page: Page,
    ) -> Result<Paged<FormLinkView>, Problem> {
        let mut links = Vec::new();
        for link in self.of(caller).await?.into_iter().rev() {
            let is_asked = template.is_none_or(|only| link.template_id == only);
            if is_asked && self.0.within(&caller.reach).has(Some(link.template_id)).await? {
                links.push(link);
            }
        }
        Ok(Paged::of_all(page, links))
    }

    /// Makes a link.
    ///
    /// # Errors
    /// `invalid-body`, `unknown-template`, `limit-exceeded` when the subscription has as many as it may, `unavailable`.
    pub async fn create(self, request: &Request) -> Result<NewFormLink, Problem> {
        let CreateFormLink { name, form, expires_at } = CreateFormLink::read(request, &self.0.limits)?;
        let (trail, caller) = (request.head().trail(), request.caller()?);
        trail.target_named(Some(name.clone()));
        let found = self.0.within(&caller.reach).template(form.template).await?;
        found.ok_or_else(Problem::unknown_template)?;
        let pages = self.0.base_url(request.head()).ok_or_else(Problem::no_address)?;
        let (used, most) = (self.of(caller).await?.len(), self.0.limits.keys);
        if used >= most {
            let detail = format!(
                "The subscription has {used} links to forms (limit `keys`: {most}). Delete some of them first."
            );
            return Err(Problem::new(Code::LimitExceeded, detail));
        }
        let made = KeyRecord::generate(caller.subscription_id(), name, Scope::Fill, Some(expires_at));
        let (secret, record) = made.map_err(Problem::internal)?;
        let record =
            KeyRecord { requests: RequestRate::new(PER_MINUTE, PER_MINUTE), form: Some(form), ..record };
        self.0.stores.subscriptions.put_key(&record).await?;
        let listed = listed(record).ok_or_else(|| Problem::internal("a link to a form has none"))?;
        Ok(NewFormLink { listed, url: pages.join(&format!("/#/form/{}", secret.reveal())) })
    }

    /// Deletes a link.
    ///
    /// # Errors
    /// `unknown-form-link`, `unavailable`.
    pub async fn delete(self, request: &Request, link: &str) -> Result<(), Problem> {
        let caller = request.caller()?;
        let known = self.of(caller).await?.into_iter().find(|known| guid(link) == Some(known.link_id));
        let known = known.ok_or_else(Problem::unknown_form_link)?;
        if !self.0.within(&caller.reach).has(Some(known.template_id)).await? {
            return Err(Problem::unknown_form_link());
        }
        request.head().trail().target_named(Some(known.name));
        let deleted = self.0.stores.subscriptions.delete_key(caller.subscription_id(), known.link_id).await?;
        deleted.then_some(()).ok_or_else(Problem::unknown_form_link)
    }

    /// What the form of the caller's link asks for.
    ///
    /// # Errors
    /// `invalid-link` when the link is over, `unknown-template`, `template-error`,
    /// `unavailable`.
    pub async fn open(self, request: &Request) -> Result<Form, Problem> {
        let OpenForm { link, expires_at, is_used } = form_of(request.caller()?)?.clone();
        if link.once && is_used {
            return Err(used_link());
        }
        request.head().trail().template(link.template);
        let work = request.work()?;
        let (record, compiled) = self.0.templates().usable(work, link.template, None, link.format).await?;
        let FormLink { format, once, result, .. } = link;
        let make = move || {
            let discovery = compiled.discovery();
            Ok(Form {
                name: record.name,
                description: record.description,
                format,
                once,
                result,
                expires_at,
                content_controls: discovery.content_controls.clone(),
                schema: discovery.schema.clone(),
                model: discovery.model(),
            })
        };
        self.0.work(work, make).await
    }

    /// Makes a document of what somebody filled in, once where the link is for one document.
    ///
    /// # Errors
    /// `invalid-body`, `invalid-link` when the link is over, and those of
    /// `generateDocument`.
    pub async fn fill(self, request: &Request) -> Result<Response, Problem> {
        let caller = request.caller()?;
        let OpenForm { link, expires_at, .. } = form_of(caller)?.clone();
        let (trail, generation) = (request.head().trail(), self.0.generation());
        trail.template(link.template);
        trail.format(link.format);
        let data = generation.read_sent(request, "", read_filled).await?;
        let key = match link.once {
            true => Some(IdempotencyKey::of_link(caller.key_id, expires_at, request.body())),
            false => generation.idempotency_key(request).await?,
        };
        let is_used = |problem: &Problem| link.once && problem.code() == Code::IdempotencyMismatch;
        let made = self.make(request, key.as_ref(), &link, data).await;
        let response = made.map_err(|problem| if is_used(&problem) { used_link() } else { problem })?;
        let subscriptions = &self.0.stores.subscriptions;
        subscriptions.note_key_use(caller.subscription_id(), caller.key_id, Timestamp::now());
        Ok(response)
    }

    async fn make(
        self,
        request: &Request,
        key: Option<&IdempotencyKey>,
        link: &FormLink,
        data: Value,
    ) -> Result<Response, Problem> {
        let (caller, work, generation) = (request.caller()?, request.work()?, self.0.generation());
        let wanted = |format, data, preview| GenerateDocument {
            source: TemplateSource::Registered { template: link.template, version: None },
            format,
            image: PageImage::FIRST,
            file_name: None,
            data,
            options: Options::default(),
            preview,
            at_end: AtEnd::default(),
        };
        if link.result == FormResult::Keep {
            // What is wrong is told now: the person does not see the job, and could not correct anything later.
            generation.generate(caller, wanted(Format::Docx, data.clone(), true), work).await?;
            let wanted = wanted(link.format, data, false);
            return generation.start_job(caller, key, wanted, work).await?.answer();
        }
        let wanted = wanted(link.format, data, false);
        let document: Document = match key {
            Some(key) => generation.generate_once(caller, key, wanted, work).await?,
            None => generation.generate(caller, wanted, work).await?,
        };
        document.into_response(request.head())
    }

    /// The subscription's links that have not expired, the oldest first.
    async fn of(self, caller: &Caller) -> Result<Vec<FormLinkView>, Problem> {
        let (keys, now) =
            (self.0.stores.subscriptions.keys(caller.subscription_id()).await?, Timestamp::now());
        Ok(keys.into_iter().filter(|key| key.is_valid(now)).filter_map(listed).collect())
    }
}

/// A key as it is listed, if it is a link to a form.
fn listed(key: KeyRecord) -> Option<FormLinkView> {
    let FormLink { template, format, once, result } = key.form?;
    Some(FormLinkView {
        link_id: key.id,
        name: key.label,
        template_id: template,
        format,
        once,
        result,
        created_at: key.created_at,
        expires_at: key.expires_at,
        last_used_at: key.last_used_at,
    })
}

/// The form that a caller was sent a link to.
fn form_of(caller: &Caller) -> Result<&OpenForm, Problem> {
    // Nobody else was let in.
    caller.form.as_ref().ok_or_else(|| Problem::internal("a caller of a form has none"))
}

fn used_link() -> Problem {
    let detail = "This link was for one document, which was made. Ask whoever sent it for another one.";
    Problem::new(Code::InvalidLink, detail)
}
