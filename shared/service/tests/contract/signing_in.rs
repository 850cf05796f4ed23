//! People sign in, work with a session, and sign out; and what others try on the way. The provider is a double: what a real
//! one's tokens must be is tested in `platen-oidc`.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use platen_service::config::Config;
use platen_service::http::Response;
use platen_service::keys::{KeyRecord, Person, Scope};
use platen_service::links::BaseUrl;
use platen_service::plan::Plan;
use platen_service::sign_in::{Attempt, Identity, IdentityProvider, SignIn, SignInError};
use platen_service::subscriptions::Subscription;
use serde_json::{Value, json};

use super::{Call, Home, TENANT, code};

const OWN: &str = "https://docs.example.org";

/// Knows people by codes such as `ada:admins`, and refuses the same one twice in a row.
#[derive(Default)]
struct Desk(Mutex<Option<String>>);

#[async_trait]
impl IdentityProvider for Desk {
    async fn authorization_url(&self, attempt: &Attempt, to: &str) -> Result<String, SignInError> {
        Ok(format!("https://login.example/?state={}&to={to}", attempt.state()))
    }

    async fn sign_out_url(&self, back: &str) -> Result<Option<String>, SignInError> {
        Ok(Some(format!("https://login.example/out?back={back}")))
    }

    async fn recognize(&self, token: &str, audiences: &[String]) -> Result<Identity, SignInError> {
        let [_, name, group] = token.split('.').collect::<Vec<_>>()[..] else { unreachable!() };
        match name {
            "away" => Err(SignInError::Unavailable("no answer".to_owned())),
            _ if audiences[0] != format!("{OWN}/mcp") => Err(SignInError::Refused("for another".to_owned())),
            "mallory" => Err(SignInError::Refused("not ours".to_owned())),
            _ => {
                let person = Person { subject: name.to_owned(), name: name.to_owned(), email: None };
                Ok(Identity { person, groups: vec![group.to_owned()] })
            }
        }
    }

    async fn identify(&self, code: &str, _: &Attempt, _: &str) -> Result<Identity, SignInError> {
        let (name, group) = code.split_once(':').ok_or(SignInError::Refused("no such code".to_owned()))?;
        // The last one only, so that a test can sign the same people in again.
        if self.0.lock().unwrap().replace(code.to_owned()).as_deref() == Some(code) {
            return Err(SignInError::Refused("the code was redeemed".to_owned()));
        }
        let email = Some(format!("{name}@example.org"));
        let person = Person { subject: name.to_owned(), name: name.to_owned(), email };
        Ok(Identity { person, groups: vec![group.to_owned()] })
    }
}

/// A home where people sign in.
async fn home() -> Home {
    let home = Home::new().await;
    let settings = Config::read(|name| {
        Some(match name {
            "PLATEN_OIDC_ISSUER" => "https://login.example".to_owned(),
            "PLATEN_OIDC_NAME" => "Example Login".to_owned(),
            "PLATEN_OIDC_CLIENT_ID" => "platen".to_owned(),
            "PLATEN_OIDC_GROUPS" => {
                "admins=administrator; press=author; office=operator; hr=author:HR".to_owned()
            }
            _ => return None,
        })
    });
    let settings = settings.unwrap().sign_in.unwrap();
    let sign_in = SignIn::new(settings, BaseUrl::parse(OWN), Some(TENANT), Some(Arc::new(Desk::default())));
    Home { service: home.service.with_sign_in(Some(sign_in.unwrap())), ..home }
}

/// The value of a cookie that an answer sets.
fn cookie(response: &Response, name: &str) -> Option<String> {
    let lines = response.headers().get_all("set-cookie").iter().map(|line| line.to_str().unwrap().to_owned());
    let mut values = lines.filter_map(|line| {
        let (found, rest) = line.split_once('=')?;
        (found == name).then(|| rest.split(';').next().unwrap().to_owned())
    });
    values.next()
}

fn location(response: &Response) -> &str {
    response.headers()["location"].to_str().unwrap()
}

/// Goes to the provider: the attempt's cookie, and its state.
async fn begin(home: &Home) -> (String, String) {
    let away = home.get("/api/sign-in").key(None).send().await;
    assert_eq!(away.status(), 303);
    let to = location(&away);
    assert!(
        to.starts_with("https://login.example/?state=")
            && to.ends_with(&format!("{OWN}/api/sign-in/callback"))
    );
    let state = to.split(['=', '&']).nth(1).unwrap().to_owned();
    (cookie(&away, "__Host-platen-sign-in").unwrap(), state)
}

async fn come_back(home: &Home, attempt: &str, query: &str) -> Response {
    let call = home.get(&format!("/api/sign-in/callback?{query}")).key(None);
    call.header("cookie", &format!("__Host-platen-sign-in={attempt}")).send().await
}

/// Signs somebody in: the session's cookie.
async fn sign_in(home: &Home, who: &str) -> String {
    let (attempt, state) = begin(home).await;
    let back = come_back(home, &attempt, &format!("code={who}&state={state}")).await;
    assert_eq!((back.status().as_u16(), location(&back)), (303, "https://docs.example.org/"));
    assert_eq!(cookie(&back, "__Host-platen-sign-in").as_deref(), Some(""), "the attempt is over");
    cookie(&back, "__Host-platen").unwrap()
}

/// A request as the console sends it.
fn by_session<'a>(call: Call<'a>, session: &str) -> Call<'a> {
    call.key(None).header("cookie", &format!("a=b; __Host-platen={session}")).header("x-platen-session", "1")
}

/// The answers of errors of signed-in people.
pub async fn rows() -> Vec<(&'static str, Response)> {
    let home = home().await;
    let session = sign_in(&home, "ada:admins").await;
    let foreign =
        by_session(home.post("/api/sign-out", ""), &session).header("origin", "https://evil.example");
    vec![
        ("cross-site-request", foreign.send().await),
        ("session-ended", by_session(home.get("/api/getSubscription"), "plk_nobody").send().await),
    ]
}

#[tokio::test]
async fn groups_give_roles_and_roles_give_rights() {
    let home = home().await;
    for (who, scope, templates, keys) in [
        ("ada:admins", "administer", 200, 200),
        ("bo:press", "manage", 200, 403),
        ("cy:office", "generate", 403, 403),
    ] {
        let session = sign_in(&home, who).await;
        let get = async |path: &str| by_session(home.get(path), &session).send().await;
        let known = super::json(&get("/api/getSubscription").await);
        let name = who.split(':').next().unwrap();
        assert_eq!(known["key"]["scope"], scope);
        assert_eq!(known["key"]["person"]["email"], format!("{name}@example.org"));
        assert_eq!(get("/api/templates?pageNumber=1&pageSize=1").await.status(), templates, "{who}");
        assert_eq!(get("/api/keys?pageNumber=1&pageSize=1").await.status(), keys, "{who}");
    }
}

#[tokio::test]
async fn a_group_gives_the_templates_of_its_department() {
    let home = home().await;
    let session = sign_in(&home, "hal:hr").await;
    home.register("secret.docx", super::docx(&["x"])).await;
    let known = super::json(&by_session(home.get("/api/getSubscription"), &session).send().await);
    assert_eq!((&known["key"]["templateLabels"], &known["usage"]["templates"]), (&json!(["HR"]), &json!(0)));
    let by_token = home.get("/api/getSubscription").key(None).header("authorization", "Bearer eyJ.hal.hr");
    assert_eq!(super::json(&by_token.send().await)["key"]["templateLabels"], json!(["HR"]));
}

#[tokio::test]
async fn a_program_that_somebody_sends_brings_a_token() {
    let home = home().await;
    let get = async |path: &str, token: &str| {
        home.get(path).key(None).header("authorization", &format!("Bearer {token}")).send().await
    };
    let known = super::json(&get("/api/getSubscription", "eyJ.ada.office").await);
    assert_eq!(
        (&known["key"]["scope"], &known["key"]["person"]["name"]),
        (&json!("generate"), &json!("ada"))
    );
    let keys = "/api/keys?pageNumber=1&pageSize=1";
    assert_eq!(get(keys, "eyJ.bo.admins").await.status(), 200);
    for (token, refusal) in [
        ("eyJ.ada.office", "missing-scope"),
        ("eyJ.ada.nobody", "missing-scope"),
        ("eyJ.mallory.admins", "invalid-key"),
        ("eyJ.away.admins", "unavailable"),
        ("eyJ.ada", "invalid-key"),
        ("ada.a.admins", "invalid-key"),
    ] {
        assert_eq!(code(&get(keys, token).await), refusal, "{token}");
    }
    // A key beside it counts, and a token in the place of a key does not.
    let both = home.get(keys).header("authorization", "Bearer eyJ.ada.office").send().await;
    assert_eq!(both.status(), 200);
    assert_eq!(code(&home.get(keys).key(Some("eyJ.bo.admins")).send().await), "invalid-key");
    let unknown = Home::new().await;
    let call = unknown.get(keys).key(None).header("authorization", "Bearer eyJ.bo.admins");
    assert_eq!(code(&call.send().await), "invalid-key", "there is no provider");
}

#[tokio::test]
async fn whoever_has_no_role_and_whoever_comes_back_wrongly_is_told_and_not_let_in() {
    let home = home().await;
    let (attempt, state) = begin(&home).await;
    let other = begin(&home).await;
    let good = format!("code=ada:admins&state={state}");
    for (attempt, query, reason) in [
        (&attempt, "code=eve:strangers&state=", "no-role"),
        (&attempt, "code=nothing&state=", "failed"),
        (&attempt, "error=access_denied&state=", "denied"),
        (&attempt, "error=server_error&error_description=%3Cb%3E&state=", "failed"),
        (&attempt, "state=", "failed"),
        (&attempt, "code=a:admins&code=b:admins&state=", "failed"),
    ] {
        let back = come_back(&home, attempt, &format!("{query}{state}")).await;
        assert_eq!(location(&back), format!("{OWN}/#/sign-in/{reason}"), "{query}");
        assert_eq!(cookie(&back, "__Host-platen"), None, "{query}");
    }
    // Begun by another browser, or by none; with no state, or that of another attempt.
    let wrong_state = format!("code=ada:admins&state={}", other.1);
    for (attempt, query) in [
        (&other.0, &good),
        (&String::new(), &good),
        (&attempt, &wrong_state),
        (&attempt, &"code=ada:admins".to_owned()),
    ] {
        assert_eq!(location(&come_back(&home, attempt, query).await), format!("{OWN}/#/sign-in/expired"));
    }
    // Nowhere but to the console, whatever else is asked for.
    let led = come_back(
        &home,
        &attempt,
        &format!("{good}&return=https://evil.example&redirect_uri=//evil.example"),
    )
    .await;
    assert_eq!(location(&led), "https://docs.example.org/");
    let replayed = come_back(&home, &attempt, &good).await;
    assert_eq!(location(&replayed), format!("{OWN}/#/sign-in/failed"), "a code is redeemed once");
    let inactive = Subscription { id: TENANT, name: String::new(), active: false, plan: Plan::default() };
    home.service.stores().subscriptions.put_subscription(&inactive).await.unwrap();
    let (attempt, state) = begin(&home).await;
    let back = come_back(&home, &attempt, &format!("code=bo:press&state={state}")).await;
    assert_eq!(location(&back), format!("{OWN}/#/sign-in/inactive"));
}

#[tokio::test]
async fn a_session_counts_from_pages_of_this_service_only() {
    let home = home().await;
    let session = sign_in(&home, "ada:admins").await;
    let path = "/api/templates/0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071/disable";
    // The cookie alone, as any page, form or picture of another site makes a browser send it.
    let bare =
        home.post(path, "").key(None).header("cookie", &format!("__Host-platen={session}")).send().await;
    assert_eq!(code(&bare), "missing-key");
    for origin in
        [None, Some("https://evil.example"), Some("null"), Some("https://docs.example.org.evil.example")]
    {
        let mut call = by_session(home.post(path, ""), &session);
        if let Some(origin) = origin {
            call = call.header("origin", origin);
        }
        let refused = call.send().await;
        assert_eq!(
            (refused.status().as_u16(), code(&refused).as_str()),
            (403, "cross-site-request"),
            "{origin:?}"
        );
    }
    let own = by_session(home.post(path, ""), &session).header("origin", OWN).send().await;
    assert_eq!(code(&own), "unknown-template");
    // A session is no key, and a cookie without the prefix could come from another host.
    assert_eq!(code(&home.get("/api/getSubscription").key(Some(&session)).send().await), "invalid-key");
    let unprefixed = home.get("/api/getSubscription").key(None).header("x-platen-session", "1");
    assert_eq!(
        code(&unprefixed.header("cookie", &format!("platen={session}")).send().await),
        "session-ended"
    );
}

#[tokio::test]
async fn a_session_ends_by_its_person_and_by_an_administrator() {
    let home = home().await;
    let [one, two] = [sign_in(&home, "ada:admins").await, sign_in(&home, "bo:press").await];
    let ask = async |session: &str| super::json(&by_session(home.get("/api/session"), session).send().await);
    assert_eq!(ask(&one).await["provider"], "Example Login");
    assert_eq!(ask(&one).await["person"]["name"], "ada");
    assert_eq!(ask("plk_nobody").await["person"], Value::Null);
    let keys = super::json(&by_session(home.get("/api/keys?pageNumber=1&pageSize=9"), &one).send().await);
    let theirs = keys["items"].as_array().unwrap().iter().find(|key| key["name"] == "bo").unwrap();
    let remove = home.call(Method::DELETE, &format!("/api/keys/{}", theirs["keyId"].as_str().unwrap()));
    assert_eq!(by_session(remove, &one).header("origin", OWN).send().await.status(), 204);
    let ended = by_session(home.get("/api/getSubscription"), &two).send().await;
    assert_eq!((ended.status().as_u16(), code(&ended).as_str()), (401, "session-ended"));

    let foreign = by_session(home.post("/api/sign-out", ""), &one).header("origin", "https://evil.example");
    assert_eq!(code(&foreign.send().await), "cross-site-request");
    assert_eq!(ask(&one).await["person"]["name"], "ada");
    let out = by_session(home.post("/api/sign-out", ""), &one).header("origin", OWN).send().await;
    assert_eq!((out.status().as_u16(), cookie(&out, "__Host-platen").as_deref()), (200, Some("")));
    assert_eq!(super::json(&out), json!({ "providerUrl": format!("https://login.example/out?back={OWN}/") }));
    assert_eq!(ask(&one).await["person"], Value::Null);
    // What people did can be read: who signed in and out, and who ended whose session.
    let audit = super::json(&home.get("/api/audit?pageSize=9").send().await);
    let seen: Vec<_> =
        audit["items"].as_array().unwrap().iter().map(|event| (&event["action"], &event["who"])).collect();
    let expected =
        [("signOut", "ada"), ("deleteKey", "ada"), ("finishSignIn", "bo"), ("finishSignIn", "ada")];
    assert_eq!(
        seen.iter().map(|(a, w)| (a.as_str().unwrap(), w.as_str().unwrap())).collect::<Vec<_>>(),
        expected
    );
}

#[tokio::test]
async fn a_session_expires_and_a_person_has_only_so_many() {
    let home = home().await;
    let first = sign_in(&home, "ada:admins").await;
    let ask = async |session: &str| {
        by_session(home.get("/api/getSubscription"), session).send().await.status().as_u16()
    };
    for _ in 0..5 {
        // Between them another code: each is redeemed once.
        sign_in(&home, "bo:press").await;
        sign_in(&home, "ada:admins").await;
    }
    assert_eq!(ask(&first).await, 200);
    let stores = &home.service.stores().subscriptions;
    for _ in 0..5 {
        sign_in(&home, "bo:press").await;
        sign_in(&home, "ada:admins").await;
    }
    assert_eq!(ask(&first).await, 401, "ten browsers signed in after it");
    let sessions = stores.keys(TENANT).await.unwrap();
    let adas = sessions.iter().filter(|key| key.person.as_ref().is_some_and(|person| person.name == "ada"));
    assert_eq!(adas.count(), 10);
    // Half a working day later than it lasts.
    let last = sessions.last().unwrap();
    assert!(last.is_valid(last.created_at) && !last.is_valid(last.expires_at.unwrap()));
}

#[tokio::test]
async fn without_a_provider_nobody_signs_in_and_cookies_mean_nothing() {
    let home = Home::new().await;
    for path in ["/api/sign-in", "/api/sign-in/callback?code=x&state=y"] {
        assert_eq!(code(&home.get(path).key(None).send().await), "unknown-route");
    }
    let known = super::json(&home.get("/api/session").key(None).send().await);
    assert_eq!(known, json!({ "provider": null, "person": null, "remembered": false }));
    // Nothing tells at which address the pages are.
    assert_eq!(code(&by_session(home.get("/api/getSubscription"), &home.key).send().await), "missing-key");
}

/// A request of the pane in Word, which has no cookie.
fn by_pane<'a>(call: Call<'a>, secret: &str) -> Call<'a> {
    call.key(None).header("x-platen-session", secret).header("origin", OWN)
}

#[tokio::test]
async fn whoever_signs_in_from_word_comes_back_to_the_add_in_with_the_session() {
    let home = home().await;
    let begin_there = async || {
        let away = home.get("/api/sign-in?from=word").key(None).send().await;
        let state = location(&away).split(['=', '&']).nth(1).unwrap().to_owned();
        (cookie(&away, "__Host-platen-sign-in").unwrap(), state)
    };
    let (attempt, state) = begin_there().await;
    let back = come_back(&home, &attempt, &format!("code=bo:press&state={state}")).await;
    let secret =
        location(&back).strip_prefix("https://docs.example.org/addin/#/signed-in/").unwrap().to_owned();
    // The browser keeps nothing: the session is the pane's.
    assert_eq!(cookie(&back, "__Host-platen"), None);
    assert_eq!(cookie(&back, "__Host-platen-sign-in").as_deref(), Some(""));
    let known = super::json(&by_pane(home.get("/api/getSubscription"), &secret).send().await);
    assert_eq!(known["key"]["person"]["name"], "bo");
    // It is no key, a key is none of it, and pages of other sites may not use it.
    assert_eq!(code(&home.get("/api/getSubscription").key(Some(&secret)).send().await), "invalid-key");
    assert_eq!(code(&by_pane(home.get("/api/getSubscription"), &home.key).send().await), "session-ended");
    let foreign = home.post("/api/sign-out", "").key(None).header("x-platen-session", &secret);
    assert_eq!(code(&foreign.header("origin", "https://evil.example").send().await), "cross-site-request");
    assert_eq!(by_pane(home.post("/api/sign-out", ""), &secret).send().await.status(), 200);
    assert_eq!(code(&by_pane(home.get("/api/getSubscription"), &secret).send().await), "session-ended");

    let (attempt, state) = begin_there().await;
    let back = come_back(&home, &attempt, &format!("code=eve:strangers&state={state}")).await;
    assert_eq!(location(&back), format!("{OWN}/addin/#/sign-in/no-role"));
    let wrong = home.get("/api/sign-in?from=https://evil.example").key(None).send().await;
    assert_eq!(code(&wrong), "invalid-query");
}

/// A request of a page whose browser remembers a key.
fn remembered<'a>(call: Call<'a>, host: &str, cookie: &str) -> Call<'a> {
    call.key(None).header("host", host).header("x-platen-session", "1").header("cookie", cookie)
}

#[tokio::test]
async fn a_key_is_remembered_in_a_cookie_and_ends_with_the_key() {
    let host = "docs.example.org";
    for home in [home().await, Home::new().await] {
        let is_secure = home.service.has_sign_in();
        let (name, own) =
            if is_secure { ("__Host-platen", OWN.to_owned()) } else { ("platen", format!("http://{host}")) };
        let key = home.generating_key().await;
        let remember = home.get("/api/session?remember=true").key(Some(&key)).header("host", host);
        let made = remember.send().await;
        assert_eq!(super::json(&made)["remembered"], true);
        let line = made.headers()["set-cookie"].to_str().unwrap().to_owned();
        assert!(line.contains("; HttpOnly; SameSite=Lax") && line.contains("Max-Age=2592000"), "{line}");
        assert_eq!(line.contains("; Secure"), is_secure);
        let kept = cookie(&made, name).unwrap();

        let by_cookie = |call| remembered(call, host, &format!("{name}={kept}"));
        let known = super::json(&by_cookie(home.get("/api/session")).send().await);
        assert_eq!((&known["remembered"], &known["person"]), (&json!(true), &Value::Null));
        let may = super::json(&by_cookie(home.get("/api/getSubscription")).send().await);
        assert_eq!((&may["key"]["scope"], &may["key"]["person"]), (&json!("generate"), &Value::Null));
        // Only from pages of this service, and never by the cookie alone.
        let foreign = by_cookie(home.post("/api/sign-out", "")).header("origin", "https://evil.example");
        assert_eq!(code(&foreign.send().await), "cross-site-request");
        let bare = home.get("/api/getSubscription").key(None).header("host", host);
        assert_eq!(code(&bare.header("cookie", &format!("{name}={kept}")).send().await), "missing-key");
        // Signing out forgets it here; the key stays one.
        let out = by_cookie(home.post("/api/sign-out", "")).header("origin", &own).send().await;
        assert_eq!((out.status().as_u16(), cookie(&out, name).as_deref()), (200, Some("")));
        assert_eq!(super::json(&out), json!({ "providerUrl": null }));
        assert_eq!(home.get("/api/getSubscription").key(Some(&key)).send().await.status(), 200);
        // A key that is removed lets nobody in, wherever it is remembered.
        let keys = super::json(&home.get("/api/keys?pageNumber=1&pageSize=9").send().await);
        let items = keys["items"].as_array().unwrap();
        let theirs = items.iter().find(|key| key["scope"] == "generate").unwrap();
        let gone = home.call(Method::DELETE, &format!("/api/keys/{}", theirs["keyId"].as_str().unwrap()));
        assert_eq!(gone.send().await.status(), 204);
        assert_eq!(code(&by_cookie(home.get("/api/getSubscription")).send().await), "session-ended");
        assert_eq!(super::json(&by_cookie(home.get("/api/session")).send().await)["remembered"], false);
        let wrong = home.get("/api/session?remember=true").key(Some("plk_wrong")).header("host", host);
        assert_eq!(code(&wrong.send().await), "invalid-key");
    }
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends() {
    let home = home().await;
    let stores = &home.service.stores().subscriptions;
    let person = Person { subject: "ada".to_owned(), name: "ada".to_owned(), email: None };
    for (begun, used, status) in
        [(119, None, 200), (121, None, 401), (600, Some(119), 200), (600, Some(121), 401)]
    {
        let ago = |minutes| Timestamp::now() - SignedDuration::from_mins(minutes);
        let (secret, record) = KeyRecord::generate(TENANT, "ada".to_owned(), Scope::Generate, None).unwrap();
        let person = Some(person.clone());
        let record = KeyRecord { person, created_at: ago(begun), ..record };
        stores.put_key(&record).await.unwrap();
        if let Some(used) = used {
            stores.note_key_use(TENANT, record.id, ago(used));
        }
        let answer = by_session(home.get("/api/getSubscription"), secret.reveal()).send().await;
        assert_eq!(answer.status(), status, "{begun} {used:?}");
    }
    // A key is a program's, which may come once a year.
    let (key, record) = KeyRecord::generate(TENANT, "k".to_owned(), Scope::Generate, None).unwrap();
    let created_at = Timestamp::now() - SignedDuration::from_hours(24 * 365);
    stores.put_key(&KeyRecord { created_at, ..record }).await.unwrap();
    assert_eq!(home.get("/api/getSubscription").key(Some(key.reveal())).send().await.status(), 200);
}

#[test]
fn an_address_that_could_be_listened_to_is_refused_at_the_start() {
    let settings = || {
        let get = |name: &str| match name {
            "PLATEN_OIDC_ISSUER" => Some("https://login.example".to_owned()),
            "PLATEN_OIDC_CLIENT_ID" => Some("platen".to_owned()),
            "PLATEN_OIDC_GROUPS" => Some("office=operator".to_owned()),
            _ => None,
        };
        Config::read(get).unwrap().sign_in.unwrap()
    };
    let refused = |base: Option<&str>, first| {
        let base = base.and_then(BaseUrl::parse);
        SignIn::new(settings(), base, first, None).err().unwrap_or_default()
    };
    assert!(refused(None, Some(TENANT)).contains("PUBLIC_URL is required"));
    assert!(refused(Some("http://docs.example.org"), Some(TENANT)).contains("needs an https address"));
    assert!(refused(Some(OWN), None).contains("the group `office` no subscription"));
    assert_eq!(refused(Some("http://127.0.0.1:8080"), Some(TENANT)), "");
}

#[tokio::test]
async fn whoever_is_blocked_is_out_at_once_and_stays_out() {
    let home = home().await;
    let (session, other) = (sign_in(&home, "bo:press").await, sign_in(&home, "ada:press").await);
    let second = sign_in(&home, "bo:press").await;
    let known =
        async |session: &str| by_session(home.get("/api/getSubscription"), session).send().await.status();
    let subject = super::json(&by_session(home.get("/api/getSubscription"), &session).send().await)["key"]["person"]
        ["subject"]
        .clone();
    let block = async || {
        let body = json!({ "subject": subject, "name": "Bo" });
        let made = home.send_json(Method::POST, "/api/blockedPeople", &body).send().await;
        assert_eq!(made.status(), 201);
        super::json(&made)
    };
    let (made, again) = tokio::join!(block(), block());
    assert_eq!(made["blockId"], again["blockId"], "two at once are one");
    assert_eq!(
        [known(&session).await, known(&second).await, known(&other).await].map(|s| s.as_u16()),
        [401, 401, 200]
    );
    let refused = async |who: &str| {
        let (attempt, state) = begin(&home).await;
        location(&come_back(&home, &attempt, &format!("code={who}&state={state}")).await).to_owned()
    };
    assert_eq!(refused("bo:admins").await, "https://docs.example.org/#/sign-in/blocked");
    let token = home.get("/api/getSubscription").key(None).header("authorization", "Bearer eyJ.bo.admins");
    assert_eq!(super::code(&token.send().await), "missing-scope");
    assert_eq!(block().await["blockId"], made["blockId"], "once more changes nothing");
    let list = "/api/blockedPeople?pageNumber=1&pageSize=10";
    let listed = super::json(&home.get(list).send().await);
    assert_eq!((&listed["totalCount"], &listed["items"][0]["person"]["name"]), (&json!(1), &json!("Bo")));
    // It is no key, and nobody's session.
    let keys = super::json(&home.get("/api/keys?pageNumber=1&pageSize=10").send().await);
    assert!(!keys.to_string().contains(made["blockId"].as_str().unwrap()), "{keys}");
    let path = format!("/api/keys/{}", made["blockId"].as_str().unwrap());
    assert_eq!(home.call(Method::DELETE, &path).send().await.status(), 404);
    let path = format!("/api/blockedPeople/{}", made["blockId"].as_str().unwrap());
    assert_eq!(home.call(Method::DELETE, &path).send().await.status(), 204);
    assert_eq!(known(&sign_in(&home, "bo:press").await).await, 200);
    let wrong = home
        .send_json(Method::POST, "/api/blockedPeople", &json!({ "subject": "a\nb", "name": "" }))
        .send()
        .await;
    assert_eq!(super::json(&wrong)["errors"].as_array().map(Vec::len), Some(2));
}
