//! Configuration: the one place that reads the environment.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::callback::Callbacks;
use crate::email::{Recipients, SmtpSettings};
use crate::http::{Networks, Origins};
use crate::links::BaseUrl;
use crate::pictures::PictureHosts;
use crate::secret_key::SecretKey;
use crate::sign_in::SignInSettings;
use crate::{Limits, audit};

use percent_encoding::percent_decode_str;
use platen_pdf::{ChildSettings, SandboxMode, Signer};

/// The largest value of a limit: more than any machine has bytes, and little enough for clocks to count in seconds.
const MOST: u64 = 1_000_000_000_000;

/// The settings from the environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// `PLATEN_STORE`: where records and bytes live. Default `embedded`.
    pub store: Store,
    /// `PLATEN_FONTS`: a folder of fonts that come before the service's own.
    pub fonts: Option<PathBuf>,
    /// `PDF_CHILD_MEMORY_MIB`: memory of one process that creates PDFs, in bytes; see [`Config::pdf_child_memory_bytes`] for
    /// the default.
    pub pdf_child_memory: Option<u64>,
    /// Memory of the instance that this function runs in, in bytes.
    pub instance_memory: Option<u64>,
    /// `PLATEN_SANDBOX`: whether the processes that read documents are confined: `on` (the default, as far as the kernel
    /// allows), `required` (what the kernel lacks is an error), `off`.
    pub sandbox: SandboxMode,
    /// `PDF_CHILD_DOCUMENTS`: documents after which such a process is replaced. Default
    /// [`platen_pdf::ChildSettings::CONVERSIONS`], which says why.
    pub pdf_child_documents: u32,
    /// `PLATEN_SECRET_KEY`, or the content of the file that `PLATEN_SECRET_KEY_FILE` names: what seals the secrets of a data
    /// folder. Several are separated by commas: the first one seals, and all of them open, so that a key can be replaced.
    /// Default: a key in the folder itself.
    pub secret_keys: Vec<SecretKey>,
    /// `PUBLIC_URL`: the address that callers know the service by, for the links in answers. Default: the address that each
    /// request was sent to. A service behind a proxy needs it. On AWS, a function without requests takes `PLATEN_API_URL`, the
    /// address of the gateway, in its place.
    pub public_url: Option<BaseUrl>,
    /// `PLATEN_OIDC_ISSUER` and the variables beside it: how people sign in. Default: with keys alone.
    pub sign_in: Option<SignInSettings>,
    /// `PLATEN_AUDIT_LOG`: where each request leaves a line of JSON: `stderr` (the default), `off`, or a file to append to.
    pub audit: audit::Destination,
    /// `PLATEN_TRUSTED_PROXIES`: addresses and networks, such as `127.0.0.1,10.0.0.0/8`, whose `X-Forwarded-For` tells whose
    /// request it is. Default none.
    pub trusted_proxies: Networks,
    /// `PLATEN_CORS_ORIGINS`: origins such as `https://app.example.org`, separated by commas, whose pages may call the service
    /// from a browser; `*` for all. Default none.
    pub cors_origins: Origins,
    /// `PLATEN_PICTURE_HOSTS`: hosts such as `img.example.org,*.cdn.example.org` that pictures in the data are fetched from.
    /// Default none: nothing is fetched.
    pub picture_hosts: PictureHosts,
    /// `PLATEN_SIGNING_KEY`, or the file that `PLATEN_SIGNING_KEY_FILE` names: a private key and its certificates in PEM, which sign
    /// PDFs. Default none.
    pub signer: Option<Arc<Signer>>,
    /// `PLATEN_SMTP_URL`, or the file that `PLATEN_SMTP_URL_FILE` names, and `PLATEN_SMTP_FROM`: the mail server that e-mails are handed
    /// to, and their sender. Default none.
    pub smtp: Option<Arc<SmtpSettings>>,
    /// `PLATEN_METRICS_LISTEN`: an address of its own for `GET /metrics`, without a key. Default none.
    pub metrics_listen: Option<String>,
    /// `OTEL_EXPORTER_OTLP_ENDPOINT` and the variables beside it: where spans are sent. Default nowhere.
    pub traces: Option<Traces>,
    /// `PLATEN_METRICS_NAMESPACE`: CloudWatch's namespace of a function's figures, so that several deployments of an account
    /// stay apart. Default `Platen`.
    pub metrics_namespace: String,
    /// `PLATEN_LOG`: what is logged, such as `info,platen_service=debug` (tracing's directives). Default `info`.
    pub log: String,
    /// `PLATEN_LIMITS`: bounds that differ from the default, such as `job_items=5000,zip_url_life=600`, by the names that
    /// errors use; durations in seconds. `PLATEN_CALLBACKS`: which addresses callbacks of jobs may lead to, `public` (the
    /// default: those of the internet, by https) or `anywhere` (also those of private networks, also by http).
    /// `PLATEN_SMTP_RECIPIENTS`: domains and addresses that e-mails may go to, separated by commas; `*` for all. Default none: no e-mail
    /// is sent.
    pub limits: Limits,
}

/// A store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Store {
    /// SQLite and files in a folder (`PLATEN_DATA`, default `platen-data`).
    Embedded {
        /// The folder.
        data: PathBuf,
    },
    /// S3, DynamoDB and SQS (`PLATEN_STORE=aws`). Region, credentials and endpoint are the SDK's own variables.
    Aws(Box<AwsSettings>),
}

/// The resources of a deployment, as `infra/template.yaml` names them to its functions, or those of a store that `platen store create`
/// made. Of that one `PLATEN_STORE_NAME` says what all names begin with; a variable of its own names one thing otherwise. A queue is
/// named by its URL, or by its name, whose URL is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwsSettings {
    /// `PLATEN_TABLE`: the DynamoDB table of all records.
    pub table: String,
    /// `PLATEN_TEMPLATES_BUCKET`: where templates arrive and stay.
    pub templates_bucket: String,
    /// `PLATEN_JOBS_BUCKET`: items, documents and archives of jobs, all of which expire.
    pub jobs_bucket: String,
    /// `PLATEN_RENDER_QUEUE_URL`: the queue of chunks.
    pub render_queue_url: String,
    /// `PLATEN_ASSEMBLE_QUEUE_URL`: the queue of archives.
    pub assemble_queue_url: String,
    /// `PLATEN_CUT_QUEUE_URL`: the queue of uploads that are to be cut.
    pub cut_queue_url: String,
    /// `PLATEN_INTAKE_DEAD_LETTERS_URL`: where requests from the intake queue go that are wrong. Only the function that
    /// reads them needs it.
    pub intake_dead_letters_url: Option<String>,
    /// `PLATEN_INTAKE_QUEUE_URL`: the queue of requests for jobs. Processes that poll need it, as the next three.
    pub intake_queue_url: Option<String>,
    /// `PLATEN_RENDER_DEAD_LETTERS_URL`: where messages of the queue of chunks go that were delivered too often.
    pub render_dead_letters_url: Option<String>,
    /// `PLATEN_ASSEMBLE_DEAD_LETTERS_URL`: likewise those of archives and uploads.
    pub assemble_dead_letters_url: Option<String>,
    /// `PLATEN_CALLBACK_DEAD_LETTERS_URL`: likewise for ends that could not be reported. The operator looks at them.
    pub callback_dead_letters_url: Option<String>,
    /// `PLATEN_CALLBACK_QUEUE_URL`: the queue of ends of jobs to report. Only the function that fills it needs it.
    pub callback_queue_url: Option<String>,
    /// `PLATEN_EVENT_BUS`: the event bus that all ends are put on, of the same function.
    pub event_bus: Option<String>,
    /// `PLATEN_STACK`: what these events call the deployment.
    pub stack: Option<String>,
    /// `PLATEN_SECRETS_TABLE`: the DynamoDB table of the secrets that callbacks are signed with, apart from all other records
    /// so that only who signs may read them. That function and the operator's commands need it.
    pub secrets_table: Option<String>,
    /// Whether the end of a job is noted for the processes that queue its callbacks: with `PLATEN_STORE_NAME`. On AWS the table's
    /// stream tells a function.
    pub outbox: bool,
    /// `PLATEN_S3_PUBLIC_URL`: the address of S3 in links, where callers do not reach the one that this process has.
    pub s3_public_url: Option<BaseUrl>,
}

/// Least memory of a PDF process, in MiB: its stack alone is 256.
const LEAST_CHILD_MEMORY_MIB: u64 = 512;

/// The variable in which Lambda gives the instance's memory, in MiB.
const INSTANCE_MEMORY: &str = "AWS_LAMBDA_FUNCTION_MEMORY_SIZE";

/// Everything that is wrong with the environment, a sentence each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError(Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// The destination of spans: a collector that speaks OTLP over HTTP (OpenTelemetry, "OTLP Exporter Configuration").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traces {
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: its address, without `/v1/traces`.
    pub endpoint: String,
    /// `OTEL_EXPORTER_OTLP_HEADERS`: headers that it asks for, as `name=value,name=value`, the values percent-encoded.
    pub headers: Vec<(String, String)>,
    /// `OTEL_SERVICE_NAME`: what the service is called there. Default `platen`.
    pub service: String,
}

impl Traces {
    fn of(get: impl Fn(&str) -> Option<String>) -> Option<Traces> {
        let endpoint = get("OTEL_EXPORTER_OTLP_ENDPOINT")?.trim_end_matches('/').to_owned();
        let headers = get("OTEL_EXPORTER_OTLP_HEADERS").unwrap_or_default();
        let headers = headers.split(',').filter(|pair| !pair.trim().is_empty()).map(|pair| {
            // What is no pair is told of as a name that no header has.
            let (name, value) = pair.split_once('=').unwrap_or(("", pair));
            // As in W3C Baggage: `Basic%20...` is one word there.
            let value = percent_decode_str(value.trim()).decode_utf8_lossy();
            (name.trim().to_owned(), value.into_owned())
        });
        let service = get("OTEL_SERVICE_NAME").unwrap_or_else(|| "platen".to_owned());
        Some(Traces { endpoint, headers: headers.collect(), service })
    }
}

impl Config {
    /// Reads the environment of the process.
    ///
    /// # Errors
    /// [`ConfigError`] with every wrong variable.
    pub fn from_env() -> Result<Config, ConfigError> {
        Config::from_env_with(None)
    }

    /// The same, with a word for `PLATEN_STORE` that comes before the environment's.
    ///
    /// # Errors
    /// [`ConfigError`] with every wrong variable.
    pub fn from_env_with(store: Option<&str>) -> Result<Config, ConfigError> {
        #[expect(clippy::disallowed_methods, reason = "this is the place")]
        let variable = |name: &str| std::env::var(name).ok();
        Config::read(|name| match store {
            Some(store) if name == "PLATEN_STORE" => Some(store.to_owned()),
            _ => variable(name),
        })
    }

    /// Reads from anything that knows variables by name. Empty ones count as unset.
    ///
    /// # Errors
    /// [`ConfigError`] with every wrong variable.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Config, ConfigError> {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut errors = Vec::new();
        let data = PathBuf::from(get("PLATEN_DATA").unwrap_or_else(|| "platen-data".to_owned()));
        let store = match get("PLATEN_STORE").as_deref() {
            None | Some("embedded") => Store::Embedded { data },
            Some("aws") => Store::Aws(Box::new(aws(get, &mut errors))),
            Some(other) => {
                errors.push(format!("PLATEN_STORE is `{other}`; it must be `embedded` or `aws`."));
                Store::Embedded { data }
            }
        };
        let mut number = |name: &str, least: u64, most: u64, default: u64| {
            let Some(text) = get(name) else { return default };
            match text.parse() {
                Ok(number) if (least..=most).contains(&number) => number,
                _ => {
                    errors.push(format!(
                        "{name} is `{text}`; it must be a whole number from {least} to {most}."
                    ));
                    default
                }
            }
        };
        let instance = number(INSTANCE_MEMORY, 1, u32::MAX.into(), 0);
        let memory = number("PDF_CHILD_MEMORY_MIB", LEAST_CHILD_MEMORY_MIB, 1 << 20, 0);
        let documents = number("PDF_CHILD_DOCUMENTS", 1, u32::MAX.into(), ChildSettings::CONVERSIONS.into());
        let sandbox = get("PLATEN_SANDBOX").unwrap_or_else(|| SandboxMode::default().to_string());
        let sandbox = sandbox.parse().unwrap_or_else(|()| {
            errors.push(format!("PLATEN_SANDBOX is `{sandbox}`; it must be `on`, `required` or `off`."));
            SandboxMode::default()
        });
        let fonts = get("PLATEN_FONTS").map(PathBuf::from);
        if let Some(folder) = fonts.as_ref().filter(|folder| !folder.is_dir()) {
            errors.push(format!("PLATEN_FONTS is `{}`, which is not a folder.", folder.display()));
        }
        let mut limits = Limits::default();
        for pair in get("PLATEN_LIMITS").as_deref().unwrap_or_default().split(',') {
            if let Err(error) = set_limit(&mut limits, pair.trim()) {
                errors.push(error);
            }
        }
        limits.callbacks = match get("PLATEN_CALLBACKS").as_deref() {
            None | Some("public") => Callbacks::Public,
            Some("anywhere") => Callbacks::Anywhere,
            Some(other) => {
                errors.push(format!("PLATEN_CALLBACKS is `{other}`; it must be `public` or `anywhere`."));
                Callbacks::Public
            }
        };
        let secret_keys = secret_keys(get, &mut errors);
        let signer = signer(get, &mut errors);
        let is_alone = matches!(store, Store::Embedded { .. });
        let smtp;
        (smtp, limits.recipients) = mail(get, is_alone, &mut errors);
        let public_url = address(["PUBLIC_URL", "PLATEN_API_URL"], get, &mut errors);
        let trusted_proxies = listed(
            "PLATEN_TRUSTED_PROXIES",
            get,
            "addresses and networks such as `127.0.0.1,10.0.0.0/8`",
            &mut errors,
        );
        let cors_origins = listed(
            "PLATEN_CORS_ORIGINS",
            get,
            "origins such as `https://app.example.org`, without a path, or `*`",
            &mut errors,
        );
        let picture_hosts = listed(
            "PLATEN_PICTURE_HOSTS",
            get,
            "hosts such as `img.example.org,*.cdn.example.org`, without a scheme or a path",
            &mut errors,
        );
        let sign_in = SignInSettings::read(get, &mut errors);
        if !errors.is_empty() {
            return Err(ConfigError(errors));
        }
        Ok(Config {
            store,
            fonts,
            pdf_child_memory: (memory > 0).then_some(memory << 20),
            instance_memory: (instance > 0).then_some(instance << 20),
            sandbox,
            pdf_child_documents: u32::try_from(documents).unwrap_or(u32::MAX),
            secret_keys,
            public_url,
            sign_in,
            audit: get("PLATEN_AUDIT_LOG")
                .map_or(audit::Destination::Stderr, |text| audit::Destination::parse(&text)),
            trusted_proxies,
            cors_origins,
            picture_hosts,
            signer,
            smtp,
            metrics_listen: get("PLATEN_METRICS_LISTEN"),
            traces: Traces::of(get),
            metrics_namespace: get("PLATEN_METRICS_NAMESPACE").unwrap_or_else(|| "Platen".to_owned()),
            log: get("PLATEN_LOG").unwrap_or_else(|| "info".to_owned()),
            limits,
        })
    }
}

impl Config {
    /// Memory of one process that creates PDFs, in bytes: the configured value, or the engine's need
    /// ([`platen_pdf::ChildSettings::MEMORY_BYTES`] says why). In a function at most the instance's memory, so that a process
    /// that needs more ends before Lambda ends the instance.
    pub fn pdf_child_memory_bytes(&self) -> u64 {
        let needed = || ChildSettings::MEMORY_BYTES.min(self.instance_memory.unwrap_or(u64::MAX));
        self.pdf_child_memory.unwrap_or_else(needed)
    }
}

/// A list of `form` that a variable has, none without it.
fn listed<T>(name: &str, get: impl Fn(&str) -> Option<String>, form: &str, errors: &mut Vec<String>) -> T
where
    T: FromStr<Err: fmt::Display> + Default,
{
    get(name).unwrap_or_default().parse().unwrap_or_else(|wrong| {
        errors.push(format!("{name} has `{wrong}`; it must be a list of {form}."));
        T::default()
    })
}

/// The address that the first of these variables names.
fn address<const N: usize>(
    names: [&str; N],
    get: impl Fn(&str) -> Option<String>,
    errors: &mut Vec<String>,
) -> Option<BaseUrl> {
    let (name, text) = names.into_iter().find_map(|name| Some((name, get(name)?)))?;
    let address = BaseUrl::parse(&text);
    if address.is_none() {
        errors.push(format!("{name} is `{text}`; it must be an address such as `https://docs.example.org`."));
    }
    address
}

fn aws(get: impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> AwsSettings {
    let store = get("PLATEN_STORE_NAME");
    let s3_public_url = address(["PLATEN_S3_PUBLIC_URL"], &get, errors);
    let some =
        |name: &str, rest: &str| get(name).or_else(|| store.as_ref().map(|store| format!("{store}{rest}")));
    let mut wanted = |name: &str, rest: &str| {
        some(name, rest).unwrap_or_else(|| {
            errors.push(format!("{name} is not set; PLATEN_STORE=aws needs it, or PLATEN_STORE_NAME."));
            String::new()
        })
    };
    AwsSettings {
        table: wanted("PLATEN_TABLE", ""),
        templates_bucket: wanted("PLATEN_TEMPLATES_BUCKET", "-templates"),
        jobs_bucket: wanted("PLATEN_JOBS_BUCKET", "-jobs"),
        render_queue_url: wanted("PLATEN_RENDER_QUEUE_URL", "-render"),
        assemble_queue_url: wanted("PLATEN_ASSEMBLE_QUEUE_URL", "-assemble"),
        cut_queue_url: wanted("PLATEN_CUT_QUEUE_URL", "-cut"),
        intake_dead_letters_url: some("PLATEN_INTAKE_DEAD_LETTERS_URL", "-intake-dead-letters"),
        intake_queue_url: some("PLATEN_INTAKE_QUEUE_URL", "-intake"),
        render_dead_letters_url: some("PLATEN_RENDER_DEAD_LETTERS_URL", "-render-dead-letters"),
        assemble_dead_letters_url: some("PLATEN_ASSEMBLE_DEAD_LETTERS_URL", "-assemble-dead-letters"),
        callback_dead_letters_url: some("PLATEN_CALLBACK_DEAD_LETTERS_URL", "-callback-dead-letters"),
        callback_queue_url: some("PLATEN_CALLBACK_QUEUE_URL", "-callbacks"),
        event_bus: get("PLATEN_EVENT_BUS"),
        stack: get("PLATEN_STACK"),
        secrets_table: some("PLATEN_SECRETS_TABLE", "-secrets"),
        outbox: store.is_some(),
        s3_public_url,
    }
}

/// Reads the keys that seal secrets. No message repeats what was set: it may be most of a key.
fn secret_keys(get: impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Vec<SecretKey> {
    let Some((name, text)) = secret("PLATEN_SECRET_KEY", get, errors) else { return Vec::new() };
    let keys: Option<Vec<SecretKey>> = text.split(',').map(SecretKey::parse).collect();
    keys.unwrap_or_else(|| {
        errors.push(format!(
            "{name} has no key: a key is 32 random bytes as 64 hexadecimal digits or in base64, such as \
             `openssl rand -base64 32` prints."
        ));
        Vec::new()
    })
}

/// A secret that stands in a variable, or in the file that the variable with `_FILE` names; and the name of the one that is set.
fn secret(
    name: &str,
    get: impl Fn(&str) -> Option<String>,
    errors: &mut Vec<String>,
) -> Option<(String, String)> {
    let of_file = format!("{name}_FILE");
    match (get(name), get(&of_file)) {
        (None, None) => None,
        (Some(_), Some(_)) => {
            errors.push(format!("{name} and {of_file} are both set; set one."));
            None
        }
        (Some(text), None) => Some((name.to_owned(), text)),
        (None, Some(file)) => match std::fs::read_to_string(&file) {
            Ok(text) => Some((of_file, text)),
            Err(error) => {
                errors.push(format!("{of_file} is `{file}`, which cannot be read: {error}."));
                None
            }
        },
    }
}

/// What signs PDFs.
fn signer(get: impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Option<Arc<Signer>> {
    let (name, pem) = secret("PLATEN_SIGNING_KEY", get, errors)?;
    match Signer::from_pem(pem.as_bytes()) {
        Ok(signer) => Some(Arc::new(signer)),
        Err(error) => {
            errors.push(format!("{name} cannot be used: {error}."));
            None
        }
    }
}

/// What e-mails are sent by, and to whom. With shared stores, a process that only takes requests needs no more than the latter.
fn mail(
    get: impl Fn(&str) -> Option<String>,
    is_alone: bool,
    errors: &mut Vec<String>,
) -> (Option<Arc<SmtpSettings>>, Recipients) {
    let form = "domains and addresses such as `example.com,ada@example.org`, or `*`";
    let recipients: Recipients = listed("PLATEN_SMTP_RECIPIENTS", &get, form, errors);
    let Some((name, url)) = secret("PLATEN_SMTP_URL", &get, errors) else {
        if is_alone && !recipients.is_empty() {
            errors.push(
                "PLATEN_SMTP_RECIPIENTS is set without PLATEN_SMTP_URL, the mail server; set both."
                    .to_owned(),
            );
        }
        return (None, recipients);
    };
    if recipients.is_empty() {
        errors.push(format!("{name} is set without PLATEN_SMTP_RECIPIENTS, a list of {form}."));
    }
    match SmtpSettings::parse(&name, &url, &get("PLATEN_SMTP_FROM").unwrap_or_default()) {
        Ok(settings) => (Some(Arc::new(settings)), recipients),
        Err(error) => {
            errors.push(error);
            (None, recipients)
        }
    }
}

/// Sets a bound by `name=value`; an empty text sets none.
fn set_limit(limits: &mut Limits, pair: &str) -> Result<(), String> {
    if pair.is_empty() {
        return Ok(());
    }
    let wrong =
        || format!("PLATEN_LIMITS has `{pair}`; a limit is a name, `=` and a whole number from 1 to {MOST}.");
    let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
    let value = value.parse().ok().filter(|value| (1..=MOST).contains(value)).ok_or_else(wrong)?;
    if limits.set(name, value) {
        return Ok(());
    }
    Err(format!("PLATEN_LIMITS has the unknown limit `{name}`."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn an_empty_environment_is_the_embedded_default() {
        let config = read(&[("PLATEN_STORE", "")]).unwrap();
        assert_eq!(config.store, Store::Embedded { data: "platen-data".into() });
        assert_eq!((&config.fonts, config.log.as_str()), (&None, "info"));
        assert_eq!((config.pdf_child_memory_bytes(), config.pdf_child_documents), (832 << 20, 1_000));
        assert_eq!(config.sandbox, SandboxMode::On);
    }

    #[test]
    fn e_mails_need_a_server_a_sender_and_recipients() {
        let all = [
            ("PLATEN_SMTP_URL", "smtp://mail.example.com"),
            ("PLATEN_SMTP_FROM", "office@example.com"),
            ("PLATEN_SMTP_RECIPIENTS", "example.com"),
        ];
        let config = read(&all).unwrap();
        assert_eq!(config.smtp.unwrap().from, "office@example.com");
        assert!(config.limits.recipients.allow("ada@example.com"));
        for (left_out, _) in all {
            let rest: Vec<_> = all.into_iter().filter(|(name, _)| *name != left_out).collect();
            let error = read(&rest).unwrap_err().to_string();
            assert!(error.contains(left_out), "{error}");
        }
        // With shared stores, those who take requests know no more than who may get e-mails.
        let shared = [("PLATEN_STORE", "aws"), ("PLATEN_STORE_NAME", "platen"), all[2]];
        assert!(read(&shared).unwrap().smtp.is_none());
    }

    #[test]
    fn values_of_a_collectors_headers_are_percent_encoded() {
        let set = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318/"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Basic%20eA==, x-key=of the collector"),
        ];
        let traces = read(&set).unwrap().traces.unwrap();
        assert_eq!(traces.endpoint, "http://127.0.0.1:4318");
        let expected = [("authorization", "Basic eA=="), ("x-key", "of the collector")];
        assert_eq!(traces.headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn the_processes_that_make_pdfs_are_set() {
        let config = read(&[("PDF_CHILD_MEMORY_MIB", "512"), ("PDF_CHILD_DOCUMENTS", "1")]).unwrap();
        assert_eq!((config.pdf_child_memory_bytes(), config.pdf_child_documents), (512 << 20, 1));
        for (instance, expected) in [("600", 600 << 20), ("10240", 832 << 20)] {
            let config = read(&[(INSTANCE_MEMORY, instance)]).unwrap();
            assert_eq!(config.pdf_child_memory_bytes(), expected);
        }
        assert_eq!(read(&[("PLATEN_SANDBOX", "required")]).unwrap().sandbox, SandboxMode::Required);
    }

    #[test]
    fn all_wrong_variables_are_named_at_once() {
        let error = read(&[
            ("PLATEN_STORE", "redis"),
            ("PDF_CHILD_MEMORY_MIB", "511"),
            ("PDF_CHILD_DOCUMENTS", "many"),
            ("PLATEN_SANDBOX", "maybe"),
            ("PLATEN_FONTS", "/nonexistent"),
            ("PLATEN_TRUSTED_PROXIES", "127.0.0.1, the proxy"),
        ]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "PLATEN_STORE is `redis`; it must be `embedded` or `aws`.\n\
             PDF_CHILD_MEMORY_MIB is `511`; it must be a whole number from 512 to 1048576.\n\
             PDF_CHILD_DOCUMENTS is `many`; it must be a whole number from 1 to 4294967295.\n\
             PLATEN_SANDBOX is `maybe`; it must be `on`, `required` or `off`.\n\
             PLATEN_FONTS is `/nonexistent`, which is not a folder.\n\
             PLATEN_TRUSTED_PROXIES has `the proxy`; it must be a list of addresses and networks such as \
             `127.0.0.1,10.0.0.0/8`."
        );
    }

    const AWS: [(&str, &str); 7] = [
        ("PLATEN_STORE", "aws"),
        ("PLATEN_TABLE", "t"),
        ("PLATEN_TEMPLATES_BUCKET", "b"),
        ("PLATEN_JOBS_BUCKET", "j"),
        ("PLATEN_RENDER_QUEUE_URL", "https://sqs/r"),
        ("PLATEN_ASSEMBLE_QUEUE_URL", "https://sqs/a"),
        ("PLATEN_CUT_QUEUE_URL", "https://sqs/c"),
    ];

    #[test]
    fn a_deployments_resources_are_all_needed() {
        let Store::Aws(aws) = read(&AWS).unwrap().store else { panic!("another store") };
        assert_eq!((aws.table.as_str(), aws.intake_dead_letters_url), ("t", None));
        for left_out in 1..AWS.len() {
            let mut some = AWS.to_vec();
            let (name, _) = some.remove(left_out);
            let error = read(&some).unwrap_err().to_string();
            assert_eq!(error, format!("{name} is not set; PLATEN_STORE=aws needs it, or PLATEN_STORE_NAME."));
        }
    }

    #[test]
    fn the_name_of_a_store_names_all_that_it_has() {
        let named = [("PLATEN_STORE", "aws"), ("PLATEN_STORE_NAME", "shop"), ("PLATEN_TABLE", "t")];
        let Store::Aws(aws) = read(&named).unwrap().store else { panic!("another store") };
        assert_eq!((aws.table.as_str(), aws.jobs_bucket.as_str(), aws.outbox), ("t", "shop-jobs", true));
        assert_eq!(aws.assemble_dead_letters_url.as_deref(), Some("shop-assemble-dead-letters"));
        let wrong = read(&[
            ("PLATEN_STORE", "aws"),
            ("PLATEN_STORE_NAME", "shop"),
            ("PLATEN_S3_PUBLIC_URL", "s3:9000"),
        ]);
        assert!(wrong.unwrap_err().to_string().starts_with("PLATEN_S3_PUBLIC_URL is `s3:9000`; it must be"));
    }

    #[test]
    fn secret_keys_are_read_and_never_repeated() {
        let (one, two) = ("01".repeat(32), "02".repeat(32));
        let keys = |name: &str, value: &str| read(&[(name, value)]).map(|config| config.secret_keys);
        assert_eq!(keys("PLATEN_SECRET_KEY", &format!("{one}, {two}")).unwrap().len(), 2);
        let file = std::env::temp_dir().join(format!("platen-key-{}", uuid::Uuid::new_v4()));
        std::fs::write(
            &file,
            format!(
                "{one}
"
            ),
        )
        .unwrap();
        let path = file.to_str().unwrap();
        assert_eq!(keys("PLATEN_SECRET_KEY_FILE", path).unwrap(), [SecretKey::from_bytes([1; 32])]);
        let both = read(&[("PLATEN_SECRET_KEY", one.as_str()), ("PLATEN_SECRET_KEY_FILE", path)]);
        assert!(both.unwrap_err().to_string().contains("both set"));
        std::fs::remove_file(&file).unwrap();
        assert!(keys("PLATEN_SECRET_KEY_FILE", path).unwrap_err().to_string().contains("cannot be read"));
        let error = keys("PLATEN_SECRET_KEY", &one[1..]).unwrap_err().to_string();
        assert!(error.starts_with("PLATEN_SECRET_KEY has no key") && !error.contains(&one[1..]), "{error}");
    }

    #[test]
    fn limits_that_can_be_set_are_those_of_the_documentation() {
        let mut is_settable = false;
        for line in include_str!("../../../docs/limits.md").lines().filter(|line| line.starts_with('|')) {
            if line.ends_with("| Name |") || line.ends_with("| Name in errors |") {
                is_settable = line.ends_with("| Name |");
            }
            let last = line.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
            // Of a command, not of `PLATEN_LIMITS`.
            let names = last.split('`').skip(1).step_by(2).filter(|name| !name.contains(' '));
            for name in names.filter(|_| is_settable) {
                assert!(Limits::default().set(name, 1_000_000), "{name}");
            }
        }
    }

    #[test]
    fn limits_are_set_by_the_names_that_errors_use() {
        let limits = read(&[("PLATEN_LIMITS", "job_items=5, zip_url_life=600,")]).unwrap().limits;
        assert_eq!((limits.job_items, limits.zip_url_life.as_secs()), (5, 600));
        assert_eq!(limits.document_bytes, Limits::default().document_bytes);
        let wrong = "job_items=many,archive_bytes=0,item_time=1000000000001,speed=7,x";
        assert_eq!(
            read(&[("PLATEN_LIMITS", wrong)]).unwrap_err().to_string(),
            "PLATEN_LIMITS has `job_items=many`; a limit is a name, `=` and a whole number from 1 to 1000000000000.\n\
             PLATEN_LIMITS has `archive_bytes=0`; a limit is a name, `=` and a whole number from 1 to 1000000000000.\n\
             PLATEN_LIMITS has `item_time=1000000000001`; a limit is a name, `=` and a whole number from 1 to \
             1000000000000.\n\
             PLATEN_LIMITS has the unknown limit `speed`.\n\
             PLATEN_LIMITS has `x`; a limit is a name, `=` and a whole number from 1 to 1000000000000."
        );
    }
}
