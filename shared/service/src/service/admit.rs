//! The door: everything that can be decided before a request's body is read.

use std::time::Duration;

use bytes::Bytes;
use http::header;
use jiff::Timestamp;
use serde_json::Value;

use super::generation::SMALL_BODY_BYTES;
use super::{Service, registry};
use crate::contract::LISTS;
use crate::http::outline::weigh_outline;
use crate::http::rates::Rate;
use crate::http::routes::{self, BodyKind};
use crate::http::{Admitted, BodyBound, Head, RawBody, Request, body, form};
use crate::ids::SubscriptionId;
use crate::keys::{ApiKey, KEY_HEADER, KeyRecord, Scope};
use crate::plan::{Bucket, RequestRate, Taken};
use crate::problem::{Code, Problem};
use crate::sign_in::{Claim, SESSION_HEADER, session_ended};
use crate::subscriptions::Caller;
use crate::work::{Budgets, HeldMemory, Received, run};

/// Bytes of body that an operation without one reads to find out that there is one.
const EMPTY_BODY_BYTES: u64 = 64 << 10;

/// Bytes of a form around the file of a template: its other fields, and what is between them.
const FORM_BYTES: u64 = 64 << 10;

impl Service {
    /// Finds the operation and checks the key, the subscription, the media type and the declared length.
    ///
    /// # Errors
    /// `unknown-route`, `method-not-allowed`, `missing-key`, `invalid-key`, `subscription-inactive`, `missing-scope`,
    /// `rate-limited`, `unsupported-media-type`, `payload-too-large`, `unavailable`; of a session `session-ended` and
    /// `cross-site-request`.
    pub async fn admit(&self, head: &Head) -> Result<Admitted, Problem> {
        let (route, params) = routes::find(head.method(), head.path())?;
        head.trail().route(route, &params);
        let caller = match route.auth.scope() {
            None => None,
            Some(needed) => Some(self.let_in(head, needed).await?),
        };
        let bound = self.bound(route.body, head)?;
        let budgets = Budgets::new(&self.limits, head.time_left());
        let received = caller.as_ref().map(|caller| self.receiving.begin(caller.subscription_id()));
        let admitted = Admitted { route, params, caller, bound, budgets, received };
        let declared = head.header("content-length").and_then(|length| length.parse::<u64>().ok());
        if route.body != BodyKind::None && declared.is_some_and(|length| length > bound.bytes) {
            return Err(admitted.too_large());
        }
        Ok(admitted)
    }

    /// How large a body may be, once its media type is known to be right.
    fn bound(&self, body: BodyKind, head: &Head) -> Result<BodyBound, Problem> {
        let limits = &self.limits;
        let json = BodyBound {
            limit: "request_bytes",
            bytes: limits.request_bytes,
            expanded: limits.request_expanded_bytes,
        };
        let file = limits.docx.package_bytes;
        let of_file = |bytes| BodyBound { limit: "package_bytes", bytes, expanded: bytes };
        Ok(match body {
            BodyKind::None => BodyBound { bytes: 0, ..json },
            BodyKind::Empty => BodyBound { bytes: EMPTY_BODY_BYTES, ..json },
            BodyKind::File if form::is_document(head) => {
                body::check_encoding(head)?;
                of_file(file)
            }
            BodyKind::Document | BodyKind::File if form::is_form(head) => {
                body::check_encoding(head)?;
                of_file(file + json.bytes)
            }
            BodyKind::Json | BodyKind::Document | BodyKind::File => {
                body::check_media_type(head)?;
                json
            }
            BodyKind::Upload => BodyBound { limit: "upload_bytes", bytes: limits.upload_bytes, ..json },
            BodyKind::Template => {
                registry::check_media_type(head)?;
                of_file(file + FORM_BYTES)
            }
            BodyKind::Bulk => {
                body::check_media_type(head)?;
                let bytes = limits.bulk_request_bytes;
                BodyBound { limit: "bulk_request_bytes", bytes, expanded: bytes }
            }
        })
    }

    /// Adds the body as it arrived, and undoes its content encoding: in memory what is small, under a turn and off the
    /// reactor what is large, was packed, or lies on disk.
    ///
    /// # Errors
    /// `payload-too-large` over a bound, `invalid-body` when it is not the gzip that it says, `unavailable` when no turn
    /// comes within [`Limits::render_wait`](crate::Limits::render_wait); as [`Service::parse`].
    pub async fn receive(&self, admitted: Admitted, head: &Head, body: RawBody) -> Result<Request, Problem> {
        let (limits, kind) = (self.limits(), admitted.route.body);
        // A home that forgot the bound, or a gateway that hands over whole bodies, must not pass it by.
        if kind != BodyKind::None && body.len() > admitted.bound.bytes {
            return Err(admitted.too_large());
        }
        let expanded = admitted.bound.expanded;
        let (body, turn) = match kind {
            BodyKind::None => (Bytes::new(), None),
            // Kept as it came: its encoding is undone when it is read.
            BodyKind::Upload => (body.read()?, None),
            _ => match body.plain(head, limits.large_body_bytes)? {
                Ok(plain) => (plain, None),
                Err(body) => {
                    let caller = admitted.caller.as_ref().ok_or_else(Problem::missing_key)?;
                    let turn = self.large_bodies.take(caller.subscription_id(), limits.render_wait).await?;
                    let head = head.clone();
                    let read = move || body::decode(&head, body, expanded).map(|body| (body, turn));
                    let (body, turn) = run((), read).await?;
                    // A small one that was packed needs its turn no longer.
                    let is_large = body.len() as u64 > limits.large_body_bytes;
                    (body, is_large.then_some(turn))
                }
            },
        };
        let body = body::unmarked(body);
        if kind == BodyKind::Empty && !body::says_nothing(&body) {
            return Err(Problem::new(
                Code::InvalidBody,
                "This operation takes no body. Leave it out; the parameters belong in the query.",
            ));
        }
        let memory = match &admitted.caller {
            Some(caller) if is_json(kind, head) => {
                let texts = if kind == BodyKind::Bulk { LISTS } else { &[] };
                Some(self.weigh(caller.subscription_id(), &body, texts).await?)
            }
            _ => None,
        };
        Ok(Request::new(head, admitted, body, (turn, memory)))
    }

    /// Takes the memory that the values of a JSON text will take, before any of them is held. The members named `texts` of an
    /// object stay texts.
    async fn weigh(
        &self,
        who: SubscriptionId,
        text: &Bytes,
        texts: &'static [&'static str],
    ) -> Result<HeldMemory, Problem> {
        let bytes = match text.len() > SMALL_BODY_BYTES {
            true => {
                let (text, limits) = (text.clone(), self.limits.clone());
                run((), move || weigh_outline(&text, texts, &limits)).await?
            }
            false => weigh_outline(text, texts, &self.limits)?,
        };
        self.memory.take(who, bytes, self.limits.render_wait).await
    }

    /// Whose key it is, or whose session.
    pub(crate) async fn authenticate(&self, head: &Head) -> Result<Caller, Problem> {
        let mut all = head.headers().get_all(KEY_HEADER).iter();
        let given = all.next();
        // Which of two keys counts, this service and a proxy before it may see differently.
        if all.next().is_some() {
            let detail = format!("The header `{KEY_HEADER}` was sent more than once. Send one key.");
            return Err(Problem::new(Code::InvalidQuery, detail));
        }
        let key = given.map(|value| value.to_str().unwrap_or_default()).or_else(|| bearer(head));
        if let (None, Some(token)) = (given, key)
            && let Some(sign_in) = self.signs(token)
        {
            // Boxed: it is rare, and each request would carry its state.
            return Box::pin(self.recognize(head, sign_in, token)).await;
        }
        let is_given = key.is_some();
        let claim = self.claim(head, key)?;
        let key = ApiKey::from_header(claim.as_ref().map(Claim::secret).or(key).unwrap_or_default());
        // A missing key is hashed and looked up like any other, and an unknown one runs the comparison, so that the time
        // of the answer does not tell one kind of wrong key from another.
        let hash = key.hash();
        let found = self.stores.subscriptions.key(&hash).await?;
        let now = Timestamp::now();
        let same = found.as_ref().map_or(ApiKey::from_header("").hash(), |(record, _)| record.hash) == hash;
        match found {
            Some((record, subscription))
                if same
                    && record.is_valid(now)
                    && !self.is_idle(&record, now)
                    && may_be_let_in_by(&record, claim.as_ref()) =>
            {
                if !subscription.active {
                    return Err(Problem::new(
                        Code::SubscriptionInactive,
                        "The subscription that this key belongs to is not active. Ask its operator to activate it.",
                    ));
                }
                // Of a link to a form it is noted when somebody has filled it in.
                if record.form.is_none() {
                    self.stores.subscriptions.note_key_use(subscription.id, record.id, now);
                }
                self.tell_of_key(subscription.id, &record, now).await;
                let caller = Caller::of(record, subscription);
                head.trail().caller(&caller);
                Ok(caller)
            }
            _ if claim.is_some() => Err(session_ended()),
            _ if !is_given => Err(Problem::missing_key()),
            _ => Err(Problem::new(
                Code::InvalidKey,
                format!(
                    "The key in the header `{}` is not valid. Check that it is complete, not disabled and not expired.",
                    if given.is_some() { KEY_HEADER } else { "Authorization" }
                ),
            )),
        }
    }

    /// The claim of a request without a key.
    fn claim(&self, head: &Head, key: Option<&str>) -> Result<Option<Claim>, Problem> {
        match self.own_pages(head) {
            Some(pages) if key.is_none() => pages.claimed(head),
            _ => Ok(None),
        }
    }

    /// Whether a session was not used for so long that its person has left it, perhaps on a computer that others use.
    fn is_idle(&self, record: &KeyRecord, now: Timestamp) -> bool {
        let Some(sign_in) = self.sign_in.as_ref().filter(|_| record.person.is_some()) else { return false };
        let unused = now.duration_since(record.last_used_at.unwrap_or(record.created_at));
        Duration::try_from(unused).is_ok_and(|unused| unused > sign_in.settings.idle)
    }

    /// Whether the request has a key that may administer: for what the operator looks at, outside of the table of routes.
    ///
    /// # Errors
    /// `missing-key`, `invalid-key`, `subscription-inactive`, `missing-scope`, `rate-limited`, `unavailable`.
    pub async fn authorize_manager(&self, head: &Head) -> Result<(), Problem> {
        self.let_in(head, Scope::Manage).await.map(|_| ())
    }

    /// Whether the request has a key, for an address outside of the table of routes that takes a body: whose it is, and what
    /// counts the body's bytes as they come.
    ///
    /// # Errors
    /// As [`Service::authorize_manager`], but `missing-scope`.
    pub async fn authorize_sender(&self, head: &Head) -> Result<(SubscriptionId, Received), Problem> {
        let who = self.let_in(head, Scope::Generate).await?.subscription_id();
        Ok((who, self.receiving.begin(who)))
    }

    /// Reads JSON that came outside of the table of routes: takes the memory that its values will take, then builds them off the
    /// reactor.
    ///
    /// # Errors
    /// `invalid-body` when it is not JSON, `payload-too-large` over `json_values` or `json_memory_bytes`, `unavailable` when the
    /// memory does not come free within [`Limits::render_wait`](crate::Limits::render_wait).
    pub async fn parse(&self, who: SubscriptionId, text: Bytes) -> Result<(Value, HeldMemory), Problem> {
        let memory = self.weigh(who, &text, &[]).await?;
        let limits = self.limits.clone();
        run((), move || Ok((body::parse_json(&text, &limits)?, memory))).await
    }

    /// The caller, if it has the right.
    async fn let_in(&self, head: &Head, needed: Scope) -> Result<Caller, Problem> {
        let caller = self.authenticate(head).await?;
        caller.holds(needed)?;
        self.grant(head, caller).await
    }

    /// Takes the request from what the plan allows. One client in a loop must not take the machine from its neighbors.
    async fn grant(&self, head: &Head, caller: Caller) -> Result<Caller, Problem> {
        let subscription = caller.subscription_id();
        let bounds = [
            // The key's own bound first: what it refuses takes nothing from the others.
            (caller.requests, Bucket::Key(subscription, caller.key_id), "key", "key"),
            (
                caller.subscription.plan.requests,
                Bucket::Subscription(subscription),
                "subscription",
                "subscription's plan",
            ),
        ];
        let mut requests_left: Option<u32> = None;
        for (rate, bucket, name, whose) in bounds {
            let Some(rate) = rate else { continue };
            let taken = self.stores.subscriptions.take_request(bucket, rate, Timestamp::now()).await?;
            let left = if let Taken::Granted { left } = taken { left } else { 0 };
            head.trail().rate(Rate { name, bound: rate, left });
            if let Taken::Refused { wait } = taken {
                return Err(rate_limited(whose, rate, wait));
            }
            requests_left = Some(requests_left.map_or(left, |least| least.min(left)));
        }
        Ok(Caller { requests_left, ..caller })
    }
}

/// Whether what was sent may be sent so. A session in the place of a key, or a key in that of the pane's session, came from nobody
/// whom it was given to.
fn may_be_let_in_by(record: &KeyRecord, claim: Option<&Claim>) -> bool {
    match claim {
        None => record.person.is_none(),
        Some(Claim::Cookie(_)) => true,
        Some(Claim::Pane(_)) => record.person.is_some(),
    }
}

/// Whether a body is JSON that is parsed when it is there. The fields of a form are weighed as they are read.
fn is_json(kind: BodyKind, head: &Head) -> bool {
    match kind {
        BodyKind::Json | BodyKind::Bulk => true,
        BodyKind::Document => !form::is_form(head),
        BodyKind::File => !form::is_form(head) && !form::is_document(head),
        BodyKind::None | BodyKind::Empty | BodyKind::Upload | BodyKind::Template => false,
    }
}

/// The answer to a request that came too soon. Seconds are rounded up: a caller that waits this long is admitted.
fn rate_limited(whose: &str, rate: RequestRate, wait: Duration) -> Problem {
    let detail = format!(
        "Too many requests for this {whose} (per minute: {}, at once: {}). Send this one again later.",
        rate.per_minute(),
        rate.burst()
    );
    Problem::new(Code::RateLimited, detail).retry_after(wait.as_millis().div_ceil(1000).max(1) as u64)
}

impl Caller {
    /// Lets a caller pass who has a scope, or more.
    ///
    /// # Errors
    /// `missing-scope`.
    pub(crate) fn holds(&self, needed: Scope) -> Result<(), Problem> {
        if needed == Scope::Fill && self.form.is_none() {
            let detail = "This key opens no form. POST /api/formLinks makes a link to one; with a key, call generateDocument.";
            return Err(Problem::new(Code::MissingScope, detail));
        }
        // Keys and what was done are of all templates, whatever a store says of the caller.
        let is_of_all = needed == Scope::Administer;
        if self.scope >= needed && (!is_of_all || self.reach.labels().is_none()) {
            return Ok(());
        }
        let may_not = match needed {
            Scope::Administer => "manage keys",
            Scope::Compose => "send templates and documents of its own",
            _ => "manage templates",
        };
        let detail = match &self.person {
            Some(_) => {
                format!("Your role may not {may_not}. Ask whoever manages your groups for another role.")
            }
            None => format!("This key may not {may_not}. Use a key with the scope `{}`.", needed.as_str()),
        };
        Err(Problem::new(Code::MissingScope, detail))
    }
}

/// The key that came as `Authorization: Bearer` (RFC 6750, 2.1), for programs that have a place for such a one alone. It does
/// not count beside our own header, nor beside a session's: a proxy may use it for itself.
fn bearer(head: &Head) -> Option<&str> {
    if head.headers().contains_key(SESSION_HEADER) {
        return None;
    }
    let mut all = head.headers().get_all(header::AUTHORIZATION).iter();
    let (only, None) = (all.next()?, all.next()) else { return None };
    let (scheme, key) = only.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}
