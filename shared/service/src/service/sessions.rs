//! Signing in and out.

use std::time::Duration;

use http::header::{LOCATION, SET_COOKIE};
use http::{HeaderValue, StatusCode};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use crate::http::routes::RouteId;
use crate::http::{Head, Response, json};
use crate::keys::{KEY_HEADER, KeyRecord, Person, Scope};
use crate::problem::{Code, Problem};
use crate::reach::Labels;
use crate::sign_in::{Attempt, Cookie, Identity, SESSION_HEADER, SignIn, SignInError};
use crate::subscriptions::{Caller, Subscription};

/// How long somebody may take at the provider.
const ATTEMPT_LIFE: Duration = Duration::from_secs(600);

/// How long a browser keeps a key that somebody asked it to remember.
const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 3600);

/// Sessions of one person at once: browsers of theirs. Of more, the oldest end.
const SESSIONS: usize = 10;

/// Who is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    /// What people call the provider through whom they sign in; `null` where they cannot.
    pub provider: Option<String>,
    /// The person; `null` when nobody is signed in.
    pub person: Option<Person>,
    /// Whether the browser's cookie holds a key that is good: somebody asked the browser to remember it.
    pub remembered: bool,
}

/// A session has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedOut {
    /// Where the browser can go to sign out at the provider, too; `null` where the provider does not offer that. Until then whoever has
    /// the browser may sign in again without a password.
    pub provider_url: Option<String>,
}

/// Why nobody is signed in: the end of the address of the console's screen, which has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    Denied,
    Expired,
    Failed,
    Unavailable,
    NoRole,
    Inactive,
    Blocked,
}

impl Failure {
    fn as_str(self) -> &'static str {
        match self {
            Failure::Denied => "denied",
            Failure::Expired => "expired",
            Failure::Failed => "failed",
            Failure::Unavailable => "unavailable",
            Failure::NoRole => "no-role",
            Failure::Inactive => "inactive",
            Failure::Blocked => "blocked",
        }
    }
}

/// What a person's groups give them.
#[derive(Debug, Clone)]
pub(super) struct Granted {
    /// What they may do.
    pub(super) scope: Scope,
    /// The labels that templates have one of that they reach; `None` reaches all templates.
    pub(super) template_labels: Option<Labels>,
}

/// Why a person's groups let nobody in.
#[derive(Debug, Clone, Copy)]
pub(super) enum NoAccess {
    /// They give no role.
    NoRole,
    /// The subscription of their role is missing or inactive.
    Inactive,
    /// An administrator has blocked them.
    Blocked,
}

impl From<NoAccess> for Failure {
    fn from(why: NoAccess) -> Self {
        match why {
            NoAccess::NoRole => Failure::NoRole,
            NoAccess::Inactive => Failure::Inactive,
            NoAccess::Blocked => Failure::Blocked,
        }
    }
}

impl Service {
    /// What a person's groups give them here: a scope in a subscription.
    ///
    /// # Errors
    /// `unavailable` when the store does not answer.
    pub(super) async fn role_of(
        &self,
        sign_in: &SignIn,
        identity: &Identity,
    ) -> Result<Result<(Granted, Subscription), NoAccess>, Problem> {
        let Some(role) = sign_in.settings.roles.of(&identity.groups) else {
            tracing::info!(subject = identity.person.subject, "a person's groups give no role");
            return Ok(Err(NoAccess::NoRole));
        };
        let id = role.subscription.or(sign_in.first);
        let id = id.ok_or_else(|| Problem::internal("a role has no subscription"))?;
        let subscription = self.stores.subscriptions.subscription(id).await?;
        let Some(subscription) = subscription.filter(|subscription| subscription.active) else {
            tracing::warn!(subscription = %id, "the subscription of a role is missing or inactive");
            return Ok(Err(NoAccess::Inactive));
        };
        if self.is_blocked(id, &identity.person.subject).await? {
            tracing::info!(subject = identity.person.subject, "a person is blocked");
            return Ok(Err(NoAccess::Blocked));
        }
        Ok(Ok((Granted { scope: role.scope, template_labels: role.template_labels }, subscription)))
    }
}

impl From<SignInError> for Failure {
    fn from(error: SignInError) -> Self {
        // Here, where it is handled: the person is told less.
        tracing::warn!(%error, "nobody is signed in");
        match error {
            SignInError::Unavailable(_) => Failure::Unavailable,
            SignInError::Refused(_) => Failure::Failed,
        }
    }
}

/// What the service does with the sessions of people: [`Service::sessions`].
#[derive(Clone, Copy)]
pub struct Sessions<'a>(pub(super) &'a Service);

impl<'a> Sessions<'a> {
    /// Sends a browser to the provider, from which `from` says where it comes back to.
    ///
    /// # Errors
    /// `unknown-route` where there is none, `invalid-query`.
    pub async fn begin(self, head: &Head) -> Result<Response, Problem> {
        let sign_in = self.sign_in()?;
        let mut query = head.query();
        let from = query.optional_text("from");
        if from.as_ref().is_some_and(|from| from != "word") {
            query.fault("from", "`from` must be `word`, or left out".to_owned());
        }
        query.finish(Some(()))?;
        let attempt = Attempt::begin().map_err(Problem::internal)?;
        let attempt = if from.is_some() { attempt.in_word() } else { attempt };
        match sign_in.authorization_url(&attempt).await {
            Ok(url) => {
                let cookie = sign_in.pages.cookies.set(Cookie::Attempt, &attempt.cookie(), ATTEMPT_LIFE)?;
                redirect(&url, [cookie])
            }
            Err(failure) => sign_in.failed(failure, attempt.is_in_word()),
        }
    }

    /// Takes what a browser brings back from the provider, and begins a session. The console's is in a cookie; the add-in is told its
    /// secret, since Word's frame has no cookies.
    ///
    /// # Errors
    /// `unknown-route` where there is no provider, `unavailable` when the store does not answer. All else is told on the
    /// console's screen, to which every answer leads.
    pub async fn finish(self, head: &Head) -> Result<Response, Problem> {
        let sign_in = self.sign_in()?;
        let attempt = sign_in.attempt(head);
        let in_word = attempt.as_ref().is_some_and(Attempt::is_in_word);
        let identity = match sign_in.identify(head, attempt).await {
            Ok(identity) => identity,
            Err(failure) => return sign_in.failed(failure, in_word),
        };
        let (Granted { scope, template_labels }, subscription) =
            match self.0.role_of(sign_in, &identity).await? {
                Ok(role) => role,
                Err(why) => return sign_in.failed(why.into(), in_word),
            };
        let life = sign_in.settings.session_life;
        let end = Timestamp::now() + SignedDuration::try_from(life).map_err(Problem::internal)?;
        let Person { name, subject, .. } = identity.person.clone();
        let made = KeyRecord::generate(subscription.id, name, scope, Some(end));
        let (secret, record) = made.map_err(Problem::internal)?;
        let record = KeyRecord { person: Some(identity.person), template_labels, ..record };
        self.end_oldest(&record).await?;
        self.0.stores.subscriptions.put_key(&record).await?;
        // Whoever was blocked since then has no session, or the block ends it.
        if self.0.is_blocked(subscription.id, &subject).await? {
            self.0.stores.subscriptions.delete_key(subscription.id, record.id).await?;
            return sign_in.failed(Failure::Blocked, in_word);
        }
        let caller = Caller::of(record, subscription);
        head.trail().caller(&caller);
        self.0.events().note(head, &caller, RouteId::FinishSignIn, (None, None), "ok").await;
        let (pages, cookies) = (&sign_in.pages.address, sign_in.pages.cookies);
        let over = cookies.remove(Cookie::Attempt)?;
        if in_word {
            return redirect(&pages.join(&format!("/addin/#/signed-in/{}", secret.reveal())), [over]);
        }
        redirect(&pages.join("/"), [cookies.set(Cookie::Session, secret.reveal(), life)?, over])
    }

    /// Who is signed in, for a page that begins. With `remember` the browser is given the request's key as a cookie, which no script
    /// can read.
    ///
    /// # Errors
    /// `invalid-query`, `unavailable`; with `remember` also what is wrong with the key.
    pub async fn current(self, head: &Head) -> Result<Response, Problem> {
        let mut query = head.query();
        let remember = query.flag("remember");
        query.finish(Some(()))?;
        let provider = self.0.sign_in.as_ref().map(|sign_in| sign_in.settings.name.clone());
        let caller = match self.0.authenticate(head).await {
            Ok(caller) => Some(caller),
            Err(problem) if remember || problem.code() == Code::Unavailable => return Err(problem),
            Err(_) => None,
        };
        let key = head.header(KEY_HEADER);
        if let (true, Some(key), Some(pages)) = (remember, key, self.0.own_pages(head)) {
            let mut response = json(&SessionView { provider, person: None, remembered: true })?;
            response.headers_mut().append(SET_COOKIE, pages.cookies.set(Cookie::Session, key, REMEMBERED)?);
            return Ok(response);
        }
        let by_cookie = key.is_none() && head.headers().contains_key(SESSION_HEADER);
        let remembered = by_cookie && caller.as_ref().is_some_and(|caller| caller.person.is_none());
        json(&SessionView { provider, person: caller.and_then(|caller| caller.person), remembered })
    }

    /// Ends a session, and says where to sign out at the provider. One that is over already stays so. A key that the browser
    /// remembered is forgotten there, and stays a key.
    ///
    /// # Errors
    /// `cross-site-request`, `unavailable`.
    pub async fn end(self, head: &Head) -> Result<Response, Problem> {
        let mut by_provider = self.0.sign_in.as_ref();
        match self.0.authenticate(head).await {
            Ok(caller) if caller.person.is_some() => {
                self.0.stores.subscriptions.delete_key(caller.subscription_id(), caller.key_id).await?;
                self.0.events().note(head, &caller, RouteId::SignOut, (None, None), "ok").await;
            }
            Ok(_) => by_provider = None,
            Err(problem) if matches!(problem.code(), Code::Unavailable | Code::CrossSiteRequest) => {
                return Err(problem);
            }
            Err(_) => {}
        }
        let provider_url = match by_provider {
            Some(sign_in) => sign_in.provider_url().await,
            None => None,
        };
        let mut response = json(&SignedOut { provider_url })?;
        if let Some(pages) = self.0.own_pages(head) {
            response.headers_mut().append(SET_COOKIE, pages.cookies.remove(Cookie::Session)?);
        }
        Ok(response)
    }

    /// Ends the oldest sessions of a person who would have too many.
    async fn end_oldest(self, new: &KeyRecord) -> Result<(), Problem> {
        let (stores, now) = (&self.0.stores.subscriptions, Timestamp::now());
        let subject = |record: &KeyRecord| record.person.as_ref().map(|person| person.subject.clone());
        let mut theirs = stores.keys(new.subscription).await?;
        theirs.retain(|record| {
            record.person.is_some() && subject(record) == subject(new) && record.is_valid(now)
        });
        let too_many = (theirs.len() + 1).saturating_sub(SESSIONS);
        for oldest in &theirs[..too_many.min(theirs.len())] {
            stores.delete_key(new.subscription, oldest.id).await?;
        }
        Ok(())
    }

    fn sign_in(self) -> Result<&'a SignIn, Problem> {
        self.0.sign_in.as_ref().ok_or_else(|| {
            Problem::new(
                Code::UnknownRoute,
                "Nobody can sign in here: the operator has configured no identity provider. Use a key.",
            )
        })
    }
}

impl SignIn {
    async fn authorization_url(&self, attempt: &Attempt) -> Result<String, Failure> {
        let _turn = self.waiting.try_acquire().map_err(|_| Failure::Unavailable)?;
        let provider = self.provider.as_ref().ok_or(Failure::Unavailable)?;
        Ok(provider.authorization_url(attempt, &self.redirect_uri()).await?)
    }

    /// Where the browser can sign out at the provider. The session is over whatever the provider answers.
    async fn provider_url(&self) -> Option<String> {
        let _turn = self.waiting.try_acquire().ok()?;
        let found = self.provider.as_ref()?.sign_out_url(&self.pages.address.join("/")).await;
        found
            .inspect_err(|error| tracing::warn!(%error, "nobody is told how to sign out at the provider"))
            .ok()
            .flatten()
    }

    /// The attempt that a browser's cookie holds.
    fn attempt(&self, head: &Head) -> Option<Attempt> {
        self.pages.cookies.read(head, Cookie::Attempt).and_then(|text| Attempt::of_cookie(&text))
    }

    /// Who came back. Nothing is asked of the provider before the browser has shown that it began this attempt.
    async fn identify(&self, head: &Head, attempt: Option<Attempt>) -> Result<Identity, Failure> {
        let mut query = head.query();
        let [state, code, error] = ["state", "code", "error"].map(|name| query.optional_text(name));
        query.finish(Some(())).map_err(|_| Failure::Failed)?;
        let attempt = attempt.ok_or(Failure::Expired)?;
        if !state.is_some_and(|state| attempt.has_state(&state)) {
            return Err(Failure::Expired);
        }
        if let Some(error) = error {
            // RFC 6749, 4.1.2.1. Whatever else it says is not ours to repeat.
            return Err(if error == "access_denied" { Failure::Denied } else { Failure::Failed });
        }
        let _turn = self.waiting.try_acquire().map_err(|_| Failure::Unavailable)?;
        let provider = self.provider.as_ref().ok_or(Failure::Unavailable)?;
        Ok(provider.identify(&code.ok_or(Failure::Failed)?, &attempt, &self.redirect_uri()).await?)
    }

    /// Back to the console, or to the add-in, which says why. The attempt is over.
    fn failed(&self, failure: Failure, in_word: bool) -> Result<Response, Problem> {
        let page = if in_word { "/addin/" } else { "/" };
        let place = self.pages.address.join(&format!("{page}#/sign-in/{}", failure.as_str()));
        redirect(&place, [self.pages.cookies.remove(Cookie::Attempt)?])
    }
}

/// Sends a browser on, by GET (RFC 9110, 15.4.4).
fn redirect<const N: usize>(to: &str, cookies: [HeaderValue; N]) -> Result<Response, Problem> {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(LOCATION, HeaderValue::try_from(to).map_err(Problem::internal)?);
    for cookie in cookies {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}
