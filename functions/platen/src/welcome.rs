//! What `platen serve` does and says when it starts.

use bytes::Bytes;
use jiff::Timestamp;
use platen_samples::{SAMPLES, Sample};
use platen_service::Service;
use platen_service::format::Format;
use platen_service::ids::TemplateId;
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use platen_service::service::registry::Registration;
use serde_json::json;

use crate::commands::key;
use crate::failure::Failure;
use crate::home::SUBSCRIPTION;
use crate::place;

/// The name of the key that the first start makes.
const FIRST_KEY: &str = "first key";

/// What a folder has of keys when it is served.
pub enum Welcome {
    /// None: this one was made.
    New(ApiKey),
    /// Some, and one of them may do everything.
    Known,
    /// Some, none of which may manage keys, as those of earlier versions.
    NoAdministrator,
}

/// Prepares the data folder. On an empty one this makes the subscription, registers the samples and makes a key, which
/// is returned. The key comes last: a first start that was killed half-way is done again, and registering a sample twice
/// changes nothing.
///
/// # Errors
/// The store does not answer.
pub async fn prepare(service: &Service) -> Result<Welcome, Failure> {
    let stores = service.stores();
    place::ensure_first(stores).await?;
    if !stores.subscriptions.keys(SUBSCRIPTION).await?.is_empty() {
        return look(service).await;
    }
    for sample in SAMPLES {
        let registration = Registration {
            name: Some(sample.name.to_owned()),
            description: Some(sample.description.to_owned()),
            added_by: Some("Platen".to_owned()),
            ..Registration::new(sample.file_name, Bytes::from((sample.docx)()))
        };
        service.templates().register(SUBSCRIPTION, registration).await?;
    }
    let (made, _) = key::make(stores, SUBSCRIPTION, FIRST_KEY, Scope::Administer, None, None).await?;
    Ok(Welcome::New(made))
}

/// Looks what keys there are, and makes nothing: a store that several processes serve is prepared by the command that made it.
///
/// # Errors
/// The store does not answer.
pub async fn look(service: &Service) -> Result<Welcome, Failure> {
    let keys = service.stores().subscriptions.keys(SUBSCRIPTION).await?;
    let now = Timestamp::now();
    let administers = |key: &KeyRecord| key.scope == Scope::Administer && key.is_valid(now);
    // People who sign in may be administrators without a key.
    let known = service.has_sign_in() || keys.iter().any(administers);
    Ok(if known { Welcome::Known } else { Welcome::NoAdministrator })
}

/// What to tell whoever started the server at `base_url`. `place` is the option by which commands find what it serves.
pub fn text(base_url: &str, place: &[String], key: &Welcome) -> String {
    let served = format!("Platen serves {base_url}\n");
    let place = place.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let another = |said: &str, scope: &str| {
        format!("{served}\n{said} with\n  platen key create --label NAME{scope} {place}\n")
    };
    let key = match key {
        Welcome::New(key) => key,
        Welcome::Known => return another("Keys are shown once, when they are made. Make another one", ""),
        Welcome::NoAdministrator => {
            return another("No key may manage keys. Make one", " --scope administer");
        }
    };
    let Some(sample) = SAMPLES.first() else { return served };
    format!(
        "Platen serves {base_url}\n\nYour key, shown only now:\n  {}\n\nEnter it at {base_url} in a browser, or make a document here:\n{}\n\nThe same as PDF:\n{}\n",
        key.reveal(),
        curl(base_url, key, sample, Format::Docx),
        curl(base_url, key, sample, Format::Pdf),
    )
}

/// A command to paste into a shell, which makes a document from a sample.
fn curl(base_url: &str, key: &ApiKey, sample: &Sample, format: Format) -> String {
    let extension = format.extension();
    let body = json!({
        "templateId": TemplateId::of_path(SUBSCRIPTION, sample.file_name),
        "format": extension,
        "data": (sample.data)(),
    });
    let stem = sample.file_name.trim_end_matches(".docx");
    format!(
        "  curl -fsS {base_url}/api/generateDocument -o {stem}{extension} \\\n    -H 'x-functions-key: {}' \
         -H 'content-type: application/json' \\\n    -d {}",
        key.reveal(),
        quoted(&body.to_string())
    )
}

/// A word for a shell, whatever it holds.
fn quoted(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        for word in ["plain/path-1.docx", "", "it's", "a b", "$HOME `id` \\ \"", "{\"a\":\"l'été\"}"] {
            let script = format!("printf %s {}", quoted(word));
            let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
        }
    }
}
