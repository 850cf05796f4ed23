//! Tokens, as the provider signed them: ID tokens, which say who signed in (Core, 2 and 3.1.3.7), and access tokens, which programs
//! bring that people have sent (RFC 9068).

use jiff::Timestamp;
use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use platen_service::keys::Person;
use platen_service::sign_in::{Identity, SignInError, SignInSettings};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::refused;

/// Signatures that are checked. Those with a shared secret are not among them: a provider's public key, taken for such a
/// secret, would let anybody sign. Neither is `none`, which signs nothing.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// Seconds by which clocks may differ.
const LEEWAY_S: u64 = 60;

/// Groups that are looked at; providers of large companies tell hundreds.
const GROUPS: usize = 2_000;

/// Bytes of a subject (Core, 2).
const SUBJECT_BYTES: usize = 255;

/// Bytes of a name or an address that are kept.
const TEXT_BYTES: usize = 200;

#[derive(Deserialize)]
struct Claims {
    sub: String,
    /// One program, or a list of them (RFC 7519, 4.1.3).
    aud: Value,
    iat: Option<f64>,
    nonce: Option<String>,
    azp: Option<String>,
    name: Option<String>,
    preferred_username: Option<String>,
    email: Option<String>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// Which key of the provider signed a token, as it says itself.
pub(crate) fn key_of(token: &str) -> Result<Option<String>, SignInError> {
    decode_header(token).map(|header| header.kid).map_err(|error| refused(&format!("the token: {error}")))
}

/// Who an access token speaks for, if the provider signed it for one of these audiences.
pub(crate) fn recognize(
    token: &str,
    keys: &JwkSet,
    settings: &SignInSettings,
    audiences: &[String],
) -> Result<Identity, SignInError> {
    let bad = |error: &dyn std::fmt::Display| refused(&format!("the access token: {error}"));
    let claims = signed(token, keys, settings, audiences).map_err(|fault| bad(&fault))?;
    // An ID token tells one program who signed in there; whoever has it was given no access by it.
    if claims.nonce.is_some() {
        return Err(bad(&"it is an ID token (it has a `nonce`)"));
    }
    check_subject(&claims)
        .and_then(|()| check_time(&claims, Timestamp::now()))
        .map_err(|fault| bad(&fault))?;
    Ok(identity(claims, settings))
}

/// Who a token says signed in, if the provider signed it for us and for this attempt.
pub(crate) fn verify(
    token: &str,
    keys: &JwkSet,
    settings: &SignInSettings,
    nonce: &str,
) -> Result<Identity, SignInError> {
    let bad = |error: &dyn std::fmt::Display| refused(&format!("the ID token: {error}"));
    let claims = signed(token, keys, settings, &[&settings.client_id]).map_err(|fault| bad(&fault))?;
    // A token of another sign-in, played again.
    if claims.nonce.as_deref() != Some(nonce) {
        return Err(bad(&"its nonce is not that of this sign-in"));
    }
    check_subject(&claims)
        .and_then(|()| check_program(&claims, &settings.client_id))
        .and_then(|()| check_time(&claims, Timestamp::now()))
        .map_err(|fault| bad(&fault))?;
    Ok(identity(claims, settings))
}

/// What a token says that the provider signed for one of these audiences, and that is not over.
fn signed<A: ToString>(
    token: &str,
    keys: &JwkSet,
    settings: &SignInSettings,
    audiences: &[A],
) -> Result<Claims, String> {
    let header = decode_header(token).map_err(|error| error.to_string())?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err("its algorithm is none that is checked".to_owned());
    }
    // RFC 7515, 4.1.11: whoever does not understand an extension that is marked critical must refuse the token. None is
    // understood here.
    if header.crit.is_some() {
        return Err("it has extensions that must be understood (`crit`)".to_owned());
    }
    let key = the_key(keys, header.kid.as_deref()).ok_or("its key is not the provider's")?;
    let key = DecodingKey::from_jwk(key).map_err(|error| error.to_string())?;
    let mut checks = Validation::new(header.alg);
    checks.leeway = LEEWAY_S;
    checks.validate_nbf = true;
    checks.set_issuer(&[&settings.issuer]);
    checks.set_audience(audiences);
    checks.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    let signed = decode::<Claims>(token, &key, &checks).map_err(|error| error.to_string())?;
    Ok(signed.claims)
}

fn identity(claims: Claims, settings: &SignInSettings) -> Identity {
    let groups = groups(claims.others.get(&settings.groups_claim));
    let name = [claims.name, claims.preferred_username, claims.email.clone()];
    let name = name.into_iter().flatten().find(|name| !name.trim().is_empty());
    let subject = claims.sub;
    let person =
        Person { name: cut(name.unwrap_or_else(|| subject.clone())), subject, email: claims.email.map(cut) };
    Identity { person, groups }
}

/// What the library does not check of a subject (Core, 2).
fn check_subject(claims: &Claims) -> Result<(), &'static str> {
    // Two people without a subject, or with long ones that were cut, would be one.
    let is_plain = !claims.sub.chars().any(char::is_control) && claims.sub.len() <= SUBJECT_BYTES;
    if claims.sub.trim().is_empty() || !is_plain {
        return Err("its subject is empty, longer than 255 bytes, or has control characters");
    }
    Ok(())
}

/// For which program an ID token was issued (Core, 3.1.3.7).
fn check_program(claims: &Claims, client_id: &str) -> Result<(), &'static str> {
    // Made for another program that shares the audience.
    match (&claims.azp, &claims.aud) {
        (Some(program), _) if program != client_id => Err("it was issued to another program"),
        (None, Value::Array(programs)) if programs.len() > 1 => {
            Err("it is for several programs and does not say which of them it was issued to (`azp`)")
        }
        _ => Ok(()),
    }
}

/// When a token was issued (Core, 2; RFC 9068, 2.2).
fn check_time(claims: &Claims, now: Timestamp) -> Result<(), &'static str> {
    let latest = now.as_second() as f64 + LEEWAY_S as f64;
    match claims.iat {
        Some(issued) if issued <= latest => Ok(()),
        Some(_) => Err("it was issued in the future"),
        None => Err("it does not say when it was issued (`iat`)"),
    }
}

/// The key of an id; without an id the only one that signs (Core, 10.1).
fn the_key<'a>(keys: &'a JwkSet, id: Option<&str>) -> Option<&'a Jwk> {
    match (id, keys.keys.as_slice()) {
        (Some(id), _) => keys.find(id),
        (None, [only]) => Some(only),
        _ => None,
    }
}

/// A list of names, or one.
fn groups(claim: Option<&Value>) -> Vec<String> {
    match claim {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(all)) => {
            all.iter().filter_map(Value::as_str).take(GROUPS).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// At most so much of a text, without control characters: it is shown and kept.
fn cut(text: String) -> String {
    let mut text: String = text.chars().filter(|character| !character.is_control()).collect();
    let end = text.floor_char_boundary(TEXT_BYTES);
    text.truncate(end);
    text
}
