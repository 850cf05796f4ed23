//! `platen doctor`: what is wrong with an installation, and how to fix it.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use http::Method;
use platen_samples::SAMPLES;
use platen_service::config::{Config, Store};
use platen_store_embedded::{Damage, Examined, Serving, examine};
use serde::Serialize;
use serde_json::Value;

#[cfg(feature = "aws")]
use super::store;
use super::trial;
use crate::failure::Failure;
use crate::home::{self, DataFolder, Home};
use crate::pdf::{self, Converter, PdfArgs};
use crate::remote::{Call, Client, RemoteArgs};
use crate::table::ListArgs;

/// Free space below which a service soon refuses work.
const LOW_BYTES: u64 = 2 << 30;

/// Arguments of `platen doctor`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    data: DataFolder,
    /// The address that `platen serve` is to listen on
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    #[command(flatten)]
    remote: RemoteArgs,
    /// Have the service make three documents, one of them as a job; they count like any, and the key must have the scope `compose`
    #[arg(long)]
    make: bool,
    #[command(flatten)]
    list: ListArgs,
}

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// As it should be.
    Ok,
    /// It works, and may surprise.
    Note,
    /// It does not work.
    Wrong,
}

/// What one look found.
#[derive(Debug, Serialize)]
struct Finding {
    what: &'static str,
    state: State,
    /// What was found and, where it is wrong, how to fix it.
    finding: String,
}

/// The looks so far.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn ok(&mut self, what: &'static str, finding: impl Into<String>) {
        self.0.push(Finding { what, state: State::Ok, finding: finding.into() });
    }

    fn note(&mut self, what: &'static str, finding: impl Into<String>) {
        self.0.push(Finding { what, state: State::Note, finding: finding.into() });
    }

    fn wrong(&mut self, what: &'static str, finding: impl Into<String>) {
        self.0.push(Finding { what, state: State::Wrong, finding: finding.into() });
    }

    /// Notes what came of a try.
    fn tried(&mut self, what: &'static str, result: Result<String, Failure>) {
        match result {
            Ok(finding) => self.ok(what, finding),
            Err(failure) => self.wrong(what, failure.to_string()),
        }
    }
}

/// Looks at everything, and prints what it found.
///
/// # Errors
/// Something is wrong.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut found = Findings::default();
    match args.remote.client() {
        Ok(Some(client)) => home::block_on(async {
            service(&client, &mut found).await;
            if args.make {
                trial::make(&client).await.into_iter().for_each(|(what, result)| found.tried(what, result));
            }
            Ok(())
        })?,
        Ok(None) if args.make => {
            let which = "`--make` is for a running service: name it by `--url` or `--profile`";
            return Err(Failure::Input(which.to_owned()));
        }
        Ok(None) => machine(args.data, &args.listen, &mut found),
        Err(failure) => found.wrong("service", failure.to_string()),
    }
    args.list.print(&found.0, &[("", "state"), ("WHAT", "what"), ("FINDING", "finding")])?;
    match found.0.iter().filter(|it| it.state == State::Wrong).count() {
        0 => Ok(()),
        1 => Err(Failure::Input("1 thing is wrong".to_owned())),
        wrong => Err(Failure::Input(format!("{wrong} things are wrong"))),
    }
}

/// Looks at a running service.
async fn service(client: &Client, found: &mut Findings) {
    for (what, path) in [("health", "/api/health"), ("readiness", "/api/health/ready")] {
        let reply = client.send(&Call::new(Method::GET, path)).await;
        found.tried(what, reply.map(|_| format!("{}{path} answers", client.base())));
    }
    let subscription = client.get("/api/getSubscription").await;
    found.tried(
        "key",
        subscription.map(|it: Value| {
            let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            format!("{} may {}", word(&it["key"]["name"]), word(&it["key"]["scope"]))
        }),
    );
}

/// Looks at this machine.
fn machine(data: DataFolder, listen: &str, found: &mut Findings) {
    let config = match Config::from_env() {
        Ok(config) => config,
        // Nothing else can be told without it.
        Err(error) => return found.wrong("settings", error.to_string()),
    };
    found.ok("settings", "the environment is understood");
    match (&config.store, data.is_named()) {
        #[cfg(feature = "aws")]
        (Store::Aws(settings), false) => match home::block_on(store::engines(settings)) {
            Ok(engines) => engines.into_iter().for_each(|engine| found.tried("store", engine)),
            Err(failure) => found.wrong("store", failure.to_string()),
        },
        #[cfg(not(feature = "aws"))]
        (Store::Aws(_), false) => found.wrong("store", crate::serving::WITHOUT_AWS),
        _ => match data.served_with(config.clone()) {
            Ok(home) => {
                folder(&home, found);
                disk(home.path(), found);
                port(&home, listen, found);
            }
            Err(failure) => found.wrong("folder", failure.to_string()),
        },
    }
    fonts(&config, found);
    if let Some(settings) = &config.smtp {
        let tested = home::block_on(async {
            let tested = platen_callbacks::test_smtp(settings).await;
            tested.map_err(|error| Failure::Input(format!("no e-mail can be sent: {error}")))
        });
        found.tried("e-mail", tested.map(|()| format!("{}:{} takes e-mails", settings.host, settings.port)));
    }
    documents(&config, found);
    if config.public_url.is_none() {
        found.note("PUBLIC_URL", "not set: other machines can only call the service when it is");
    }
}

fn folder(home: &Home, found: &mut Findings) {
    let path = home.path();
    if !path.exists() {
        let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return match tempfile::tempdir_in(parent) {
            Ok(_) => found.note("folder", format!("{} is made by the first `platen serve`", path.display())),
            Err(error) => {
                found.wrong("folder", Failure::file("make a folder in", parent, &error).to_string())
            }
        };
    }
    let opened = home.stores().map(|_| format!("{} holds a store that opens", path.display()));
    found.tried("folder", opened);
    stored(path, found);
    if let Err(error) = tempfile::tempfile_in(path) {
        found.wrong("folder", Failure::file("write into", path, &error).to_string());
    }
}

/// Reads everything that is stored, and compares it with its records.
fn stored(path: &Path, found: &mut Findings) {
    const REPAIR: &str = "register the template again, or copy the file from a backup";
    match examine(path) {
        Ok(Examined { packages, jobs, orphans, damaged }) => {
            for damage in &damaged {
                let repair = match damage {
                    Damage::Database(_) => "stop the server and restore a backup",
                    Damage::Version { .. } => REPAIR,
                    Damage::Job { .. } => "start the job again",
                    Damage::Upload { .. } => "upload the items again",
                };
                found.wrong("stored files", format!("{damage}: {repair}"));
            }
            if damaged.is_empty() {
                let text =
                    format!("{packages} template files and {jobs} jobs are whole, and so is the database");
                found.ok("stored files", text);
            }
            if orphans > 0 {
                let text =
                    format!("{orphans} belong to nothing anymore: the next start of the server removes them");
                found.note("stored files", text);
            }
        }
        Err(error) => found.wrong("stored files", error.to_string()),
    }
}

fn disk(path: &Path, found: &mut Findings) {
    let existing = path.ancestors().find(|it| it.is_dir()).unwrap_or(Path::new("."));
    match rustix::fs::statvfs(existing) {
        Ok(disk) => {
            let free = disk.f_bavail * disk.f_frsize;
            let text = format!("{} MiB free in {}", free >> 20, existing.display());
            if free < LOW_BYTES {
                found
                    .wrong("disk", format!("{text}; below the reserve new work is refused: free some space"));
            } else {
                found.ok("disk", text);
            }
        }
        Err(error) => {
            found.wrong("disk", format!("the free space of {} is not known: {error}", existing.display()))
        }
    }
}

fn port(home: &Home, listen: &str, found: &mut Findings) {
    if let Some(serving) = Serving::of(home.path()) {
        let process = serving.pid.map_or_else(String::new, |pid| format!("process {pid} "));
        let address = serving.address.map_or_else(String::new, |address| format!(" at {address}"));
        return found.ok("port", format!("{process}serves the folder{address}"));
    }
    if TcpListener::bind(listen).is_ok() {
        return found.ok("port", format!("{listen} is free"));
    }
    let url = format!("http://{listen}");
    let answers = Client::new(&url, None).and_then(|client| {
        home::block_on(async { client.send(&Call::new(Method::GET, "/api/health")).await.map(drop) })
    });
    match answers {
        Ok(()) => found.wrong(
            "port",
            format!("another Platen service answers at {listen}, which does not serve this folder; choose another address with `--listen`"),
        ),
        Err(_) => found.wrong(
            "port",
            format!("cannot listen on {listen}: another program uses it, or this machine does not have the address; choose another one with `--listen`"),
        ),
    }
}

fn fonts(config: &Config, found: &mut Findings) {
    let Some(folder) = &config.fonts else {
        return found
            .ok("fonts", "the bundled ones and the system's; PLATEN_FONTS names a folder of your own");
    };
    match fs::read_dir(folder) {
        Ok(entries) => {
            let is_font = |path: &Path| {
                let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
                ["ttf", "otf", "ttc"].contains(&extension.to_ascii_lowercase().as_str())
            };
            let count = entries.flatten().filter(|entry| is_font(&entry.path())).count();
            let text = format!("{count} font files in {}", folder.display());
            if count == 0 { found.note("fonts", text) } else { found.ok("fonts", text) }
        }
        Err(error) => found
            .wrong("fonts", Failure::file("read the fonts of PLATEN_FONTS in", folder, &error).to_string()),
    }
}

/// Makes a PDF, which needs the engine and the sandbox.
fn documents(config: &Config, found: &mut Findings) {
    let Some(sample) = SAMPLES.first() else { return };
    let made =
        Converter::new(&PdfArgs::default()).and_then(|it| it.convert("a sample", &(sample.docx)(), None));
    found.tried("PDF", made.map(|made| format!("one of {} bytes was made", made.pdf.len())));
    let confined = pdf::engine(config)
        .and_then(|engine| engine.warm_up().map_err(|error| Failure::Input(error.to_string())));
    found.tried(
        "sandbox",
        confined.map(|()| "the processes that read documents start and confine themselves".to_owned()),
    );
}
