//! A provider that lies: tokens that it did not sign, or signed for others, let nobody in.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use platen_service::config::Config;
use platen_service::sign_in::{Attempt, IdentityProvider, SignInError};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const REDIRECT: &str = "https://docs.example.org/api/sign-in/callback";

/// A key of a provider.
struct Key(EcdsaKeyPair);

impl Key {
    fn new() -> Key {
        let (chance, algorithm) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &chance).unwrap();
        Key(EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &chance).unwrap())
    }

    /// The public half (RFC 7518, 6.2.1).
    fn jwk(&self) -> Value {
        let point = self.0.public_key().as_ref();
        let part = |range| URL_SAFE_NO_PAD.encode(&point[range]);
        json!({ "kty": "EC", "crv": "P-256", "kid": "one", "x": part(1..33), "y": part(33..65) })
    }

    fn sign(&self, header: &Value, claims: &Value) -> String {
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = self.0.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// A provider on this machine, which answers what it is told to.
struct Desk {
    issuer: String,
    key: Key,
    token: Arc<Mutex<String>>,
    /// The forms that the token endpoint was sent, with the header beside them.
    sent: Arc<Mutex<Vec<String>>>,
}

impl Desk {
    async fn open() -> Desk {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let desk = Desk { issuer, key: Key::new(), token: Arc::default(), sent: Arc::default() };
        let description = json!({
            "issuer": desk.issuer,
            "authorization_endpoint": format!("{}/auth?tenant=7", desk.issuer),
            "token_endpoint": format!("{}/token", desk.issuer),
            "jwks_uri": format!("{}/keys", desk.issuer),
            "end_session_endpoint": format!("{}/out?tenant=7", desk.issuer),
        });
        let keys = json!({ "keys": [desk.key.jwk(), { "kty": "oct", "kid": "shared", "k": "c2VjcmV0" }] });
        let (token, sent) = (desk.token.clone(), desk.sent.clone());
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = vec![0; 16 << 10];
                let length = stream.read(&mut request).await.unwrap();
                let request = String::from_utf8_lossy(&request[..length]).into_owned();
                let (status, body) = match request.split(' ').nth(1).unwrap() {
                    "/.well-known/openid-configuration" => (200, description.to_string()),
                    "/keys" => (200, keys.to_string()),
                    _ => {
                        sent.lock().unwrap().push(request.clone());
                        match token.lock().unwrap().as_str() {
                            "" => (400, json!({ "error": "invalid_grant" }).to_string()),
                            token => (200, json!({ "id_token": token, "token_type": "Bearer" }).to_string()),
                        }
                    }
                };
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        desk
    }

    fn provider(&self) -> Arc<dyn IdentityProvider> {
        self.provider_with(&self.issuer)
    }

    fn provider_with(&self, issuer: &str) -> Arc<dyn IdentityProvider> {
        let config = Config::read(|name| {
            let text = match name {
                "PLATEN_OIDC_ISSUER" => issuer,
                "PLATEN_OIDC_CLIENT_ID" => "platen",
                "PLATEN_OIDC_CLIENT_SECRET" => "s3:cret",
                "PLATEN_OIDC_GROUPS" => "office=operator",
                _ => return None,
            };
            Some(text.to_owned())
        });
        platen_oidc::provider(&config.unwrap().sign_in.unwrap())
    }

    /// What a good token says.
    fn claims(&self, attempt: &Attempt) -> Value {
        json!({
            "iss": self.issuer, "aud": "platen", "sub": "7", "exp": 4_000_000_000_u32, "iat": 1_700_000_000,
            "nonce": attempt.nonce(), "name": "Ada", "email": "ada@example.org", "groups": ["office", "press"],
        })
    }

    async fn redeem(&self, attempt: &Attempt, token: &str) -> Result<Vec<String>, SignInError> {
        token.clone_into(&mut self.token.lock().unwrap());
        let identity = self.provider().identify("the code", attempt, REDIRECT).await;
        identity.map(|identity| identity.groups)
    }
}

fn header() -> Value {
    json!({ "alg": "ES256", "kid": "one" })
}

#[tokio::test]
async fn the_provider_is_told_who_signs_out_where_and_leads_back() {
    let desk = Desk::open().await;
    let url = desk.provider().sign_out_url("https://docs.example.org/").await.unwrap().unwrap();
    let query = "client_id=platen&post_logout_redirect_uri=https%3A%2F%2Fdocs.example.org%2F";
    assert_eq!(url, format!("{}/out?tenant=7&{query}", desk.issuer));
}

#[tokio::test]
async fn a_good_token_tells_who_signed_in() {
    let (desk, attempt) = (Desk::open().await, Attempt::begin().unwrap());
    let url = desk.provider().authorization_url(&attempt, REDIRECT).await.unwrap();
    assert!(
        url.starts_with(&format!("{}/auth?tenant=7&response_type=code&client_id=platen&", desk.issuer)),
        "{url}"
    );
    assert!(
        url.contains(&format!("code_challenge={}&code_challenge_method=S256", attempt.challenge())),
        "{url}"
    );
    assert!(!url.contains(&attempt.verifier()), "whoever sees the address could redeem the code");
    let token = desk.key.sign(&header(), &desk.claims(&attempt));
    assert_eq!(desk.redeem(&attempt, &token).await.unwrap(), ["office", "press"]);
    let sent = desk.sent.lock().unwrap().join("\n");
    assert!(sent.contains(&format!("code_verifier={}", attempt.verifier())), "{sent}");
    // The secret is form-encoded first (RFC 6749, 2.3.1): `platen:s3%3Acret`.
    assert!(sent.contains("Basic cGxhdGVuOnMzJTNBY3JldA=="), "{sent}");
    let shared = desk.key.sign(&header(), &{
        let mut claims = desk.claims(&attempt);
        (claims["aud"], claims["azp"]) = (json!(["other", "platen"]), json!("platen"));
        claims
    });
    assert!(desk.redeem(&attempt, &shared).await.is_ok(), "one of several programs");
    let soon = desk.key.sign(&header(), &{
        let mut claims = desk.claims(&attempt);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        (claims["aud"], claims["iat"]) = (json!(["platen"]), json!(now + 30));
        claims
    });
    assert!(desk.redeem(&attempt, &soon).await.is_ok(), "a clock that is half a minute fast");
}

#[tokio::test]
async fn tokens_for_others_of_others_and_of_another_time_let_nobody_in() {
    let (desk, attempt) = (Desk::open().await, Attempt::begin().unwrap());
    for (what, member, value) in [
        ("another audience", "aud", json!("other")),
        ("no audience", "aud", Value::Null),
        ("another issuer", "iss", json!("https://login.example.org")),
        ("no issuer", "iss", Value::Null),
        ("expired", "exp", json!(1_700_000_000)),
        ("no end", "exp", Value::Null),
        ("an end that is no number", "exp", json!("4000000000")),
        ("not yet valid", "nbf", json!(3_999_999_999_u32)),
        ("another attempt's", "nonce", json!(Attempt::begin().unwrap().nonce())),
        ("no nonce", "nonce", Value::Null),
        ("another program's", "azp", json!("other")),
        ("nobody's", "sub", Value::Null),
        ("an empty person's", "sub", json!("")),
        ("a blank person's", "sub", json!(" ")),
        ("a person's with a long name", "sub", json!("7".repeat(256))),
        ("a person's with control characters", "sub", json!("7\u{0}")),
        ("issued in the future", "iat", json!(3_999_999_999_u32)),
        ("issued at no time", "iat", Value::Null),
        ("for several programs, issued to none", "aud", json!(["platen", "other"])),
    ] {
        let mut claims = desk.claims(&attempt);
        if value.is_null() {
            claims.as_object_mut().unwrap().remove(member);
        } else {
            claims[member] = value;
        }
        let refused = desk.redeem(&attempt, &desk.key.sign(&header(), &claims)).await;
        assert!(matches!(refused, Err(SignInError::Refused(_))), "{what}: {refused:?}");
    }
}

#[tokio::test]
async fn an_access_token_for_this_service_tells_whom_it_speaks_for() {
    let desk = Desk::open().await;
    let audiences = ["https://docs.example.org/mcp".to_owned(), "api://platen".to_owned()];
    let claims = |member: &str, value: Value| {
        let mut claims = json!({
            "iss": desk.issuer, "aud": "https://docs.example.org/mcp", "sub": "7", "exp": 4_000_000_000_u32,
            "iat": 1_700_000_000, "client_id": "assistant", "azp": "assistant", "name": "Ada", "groups": ["office"],
        });
        claims[member] = value;
        claims
    };
    let recognize = async |claims: &Value| {
        let header = json!({ "alg": "ES256", "kid": "one", "typ": "at+jwt" });
        desk.provider().recognize(&desk.key.sign(&header, claims), &audiences).await
    };
    for audience in [json!("api://platen"), json!(["https://docs.example.org/mcp", "https://other.example"])]
    {
        let identity = recognize(&claims("aud", audience)).await.unwrap();
        assert_eq!((identity.person.name.as_str(), identity.groups), ("Ada", vec!["office".to_owned()]));
    }
    for (what, member, value) in [
        ("for this service's own sign-in", "aud", json!("platen")),
        ("for another service", "aud", json!("https://other.example/mcp")),
        ("an ID token", "nonce", json!("n")),
        ("of another issuer", "iss", json!("https://login.example.org")),
        ("expired", "exp", json!(1_700_000_000)),
        ("nobody's", "sub", json!("")),
    ] {
        let refused = recognize(&claims(member, value)).await;
        assert!(matches!(refused, Err(SignInError::Refused(_))), "{what}: {refused:?}");
    }
    let foreign = Key::new().sign(&header(), &claims("sub", json!("7")));
    assert!(matches!(desk.provider().recognize(&foreign, &audiences).await, Err(SignInError::Refused(_))));
}

#[tokio::test]
async fn tokens_that_the_provider_did_not_sign_let_nobody_in() {
    let (desk, attempt) = (Desk::open().await, Attempt::begin().unwrap());
    let claims = desk.claims(&attempt);
    let good = desk.key.sign(&header(), &claims);
    let mut parts: Vec<&str> = good.split('.').collect();
    let other = URL_SAFE_NO_PAD.encode(json!({ "sub": "root" }).to_string());
    parts[1] = &other;
    let unsigned = |header: Value| {
        format!("{}.{}.", URL_SAFE_NO_PAD.encode(header.to_string()), good.split('.').nth(1).unwrap())
    };
    for (what, token) in [
        ("another's key", Key::new().sign(&header(), &claims)),
        ("changed", parts.join(".")),
        ("not signed", unsigned(json!({ "alg": "none" }))),
        ("not signed, with a key", unsigned(json!({ "alg": "none", "kid": "one" }))),
        ("a shared secret", desk.key.sign(&json!({ "alg": "HS256", "kid": "shared" }), &claims)),
        ("the public key as a secret", desk.key.sign(&json!({ "alg": "HS256", "kid": "one" }), &claims)),
        ("another kind of key", desk.key.sign(&json!({ "alg": "RS256", "kid": "one" }), &claims)),
        ("a key that nobody has", desk.key.sign(&json!({ "alg": "ES256", "kid": "two" }), &claims)),
        ("no key, of several", desk.key.sign(&json!({ "alg": "ES256" }), &claims)),
        ("an extension that must be understood", {
            let header = json!({ "alg": "ES256", "kid": "one", "crit": ["b64"], "b64": true });
            desk.key.sign(&header, &claims)
        }),
        ("no token", "x".to_owned()),
        ("a code that was redeemed before", String::new()),
    ] {
        let refused = desk.redeem(&attempt, &token).await;
        assert!(matches!(refused, Err(SignInError::Refused(_))), "{what}: {refused:?}");
    }
    assert!(desk.redeem(&attempt, &good).await.is_ok());
}

#[tokio::test]
async fn a_provider_that_is_away_or_somebody_else_is_told_apart() {
    let (desk, attempt) = (Desk::open().await, Attempt::begin().unwrap());
    let away = desk.provider_with("http://127.0.0.1:9").authorization_url(&attempt, REDIRECT).await;
    assert!(matches!(away, Err(SignInError::Unavailable(_))), "{away:?}");
    // The description is found, and is another provider's.
    let other = desk.issuer.replace("127.0.0.1", "localhost");
    let other = desk.provider_with(&other).authorization_url(&attempt, REDIRECT).await;
    assert!(matches!(other, Err(SignInError::Refused(_))), "{other:?}");
}
