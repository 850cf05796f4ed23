//! `platen template`: the templates of a data folder or a deployment.

use std::path::{Path, PathBuf};

use platen_docx::Diagnostic;
use platen_service::Service;
use platen_service::contract::Page;
use platen_service::store::TemplateFilter;
use platen_service::subscriptions::SubscriptionId;
use platen_service::templates::{Registration, Status, TemplateId, TemplateRecord, TemplateSummary};
use serde::Serialize;
use uuid::Uuid;

use crate::failure::Failure;
use crate::home;
use crate::place::{OneArgs, Tenant, TenantArgs};
use crate::{files, report, umask};

/// Templates that are read from the store at a time.
const PAGE_SIZE: u32 = 100;

/// Arguments of `platen template`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Register templates; a file of the same name is a new version of the same template
    Add {
        /// The templates, .docx or .dotx files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print all templates as JSON, also rejected and disabled ones
    List {
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print one template as JSON, with its versions and all remarks on it
    Show(OneArgs),
    /// Write a template's file, as it was registered
    Download {
        /// The template's id, as `platen template list` prints it
        #[arg(value_parser = home::parse_id)]
        id: Uuid,
        /// The file to write (`-` for stdout)
        #[arg(short, long, value_name = "OUT")]
        output: PathBuf,
        /// One of its versions; without it the one in force
        #[arg(long, value_name = "NUMBER")]
        version: Option<u32>,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Hide a template from generation
    Disable(OneArgs),
    /// Show a disabled template to generation again
    Enable(OneArgs),
    /// Remove a template with all its versions
    Remove(OneArgs),
}

/// Runs the command.
///
/// # Errors
/// The place, file or template does not exist, a template is rejected, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Add { files, place } => home::block_on(add(place, files)),
        Command::List { place } => home::block_on(list(place)),
        Command::Show(OneArgs { id, place }) => home::block_on(show(place, TemplateId(id))),
        Command::Download { id, output, version, place } => {
            home::block_on(download(place, TemplateId(id), output, version))
        }
        Command::Disable(OneArgs { id, place }) => home::block_on(set_disabled(place, TemplateId(id), true)),
        Command::Enable(OneArgs { id, place }) => home::block_on(set_disabled(place, TemplateId(id), false)),
        Command::Remove(OneArgs { id, place }) => home::block_on(remove(place, TemplateId(id))),
    }
}

/// A template as it is printed: what callers of the service see of it, and what its operator needs besides.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    #[serde(flatten)]
    summary: TemplateSummary,
    status: Status,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    versions: Vec<View>,
}

impl View {
    fn new(record: TemplateRecord, versions: Vec<View>) -> View {
        let (status, diagnostics) = (record.status, record.diagnostics.clone());
        View { summary: record.into(), status, diagnostics, versions }
    }
}

async fn add(place: TenantArgs, paths: Vec<PathBuf>) -> Result<(), Failure> {
    let tenant = place.open_or_first().await?;
    let service = tenant.service();
    let mut added = Vec::new();
    let mut rejected = 0;
    for path in &paths {
        let record = register(&service, tenant.id, path).await?;
        report::diagnostics(&files::shown(path), &record.diagnostics);
        rejected += usize::from(record.status == Status::Rejected);
        added.push(View::new(record, Vec::new()));
    }
    files::print_json(&added)?;
    if rejected > 0 {
        let total = paths.len();
        return Err(Failure::Input(format!(
            "{rejected} of {total} rejected; fix what is named above and add the file again"
        )));
    }
    Ok(())
}

async fn register(
    service: &Service,
    subscription: SubscriptionId,
    path: &Path,
) -> Result<TemplateRecord, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.filter(|_| !files::is_stream(path)).ok_or_else(|| {
        Failure::Input(format!("{} has no file name that could name a template; name a file", path.display()))
    })?;
    let registration = Registration::new(name, files::read("the template", path)?);
    Ok(service.register_template(subscription, registration).await?)
}

async fn list(place: TenantArgs) -> Result<(), Failure> {
    let Tenant { stores, id, .. } = place.open().await?;
    let mut views = Vec::new();
    for number in 1.. {
        let page = Page { number, size: PAGE_SIZE };
        let listed = stores.templates.list(id, TemplateFilter::All, page).await?;
        let last = listed.items.len() < PAGE_SIZE as usize;
        views.extend(listed.items.into_iter().map(|record| View::new(record, Vec::new())));
        if last {
            break;
        }
    }
    files::print_json(&views)
}

async fn show(place: TenantArgs, id: TemplateId) -> Result<(), Failure> {
    let tenant = place.open().await?;
    let templates = &tenant.stores.templates;
    let record = templates.template(tenant.id, id).await?.ok_or_else(|| unknown(id))?;
    let versions = templates.versions(tenant.id, id, u32::MAX).await?;
    let versions = versions.into_iter().map(|version| View::new(version, Vec::new())).collect();
    files::print_json(&View::new(record, versions))
}

async fn download(
    place: TenantArgs,
    id: TemplateId,
    output: PathBuf,
    version: Option<u32>,
) -> Result<(), Failure> {
    let tenant = place.open().await?;
    if tenant.stores.templates.template(tenant.id, id).await?.is_none() {
        return Err(unknown(id));
    }
    let file = tenant.service().template_file(tenant.id, id, version).await?;
    files::write(&output, &file.bytes)?;
    if output.is_file() {
        umask::release(&output);
    }
    Ok(())
}

async fn remove(place: TenantArgs, id: TemplateId) -> Result<(), Failure> {
    let tenant = place.open().await?;
    if tenant.stores.templates.remove(tenant.id, id).await? {
        report::note(&format!("template {id} is removed"));
        return Ok(());
    }
    Err(unknown(id))
}

async fn set_disabled(place: TenantArgs, id: TemplateId, disabled: bool) -> Result<(), Failure> {
    let tenant = place.open().await?;
    if tenant.stores.templates.set_disabled(tenant.id, id, disabled).await? {
        report::note(&format!("template {id} is {}", if disabled { "disabled" } else { "enabled" }));
        return Ok(());
    }
    Err(unknown(id))
}

fn unknown(id: TemplateId) -> Failure {
    Failure::Input(format!("template {id} not found; `platen template list` shows all templates"))
}
