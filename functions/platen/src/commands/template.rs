//! `platen template`: the templates of a data folder or a deployment.

use std::path::{Path, PathBuf};

use http::Method;
use platen_docx::Diagnostic;
use platen_service::Service;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::page::Page;
use platen_service::reach::Reach;
use platen_service::service::registry::{Registration, TemplateSummary};
use platen_service::store::TemplateFilter;
use platen_service::templates::{Status, TemplateChange, TemplateRecord};
use serde::Serialize;
use uuid::Uuid;

use crate::enclosures::EnclosureArgs;
use crate::failure::Failure;
use crate::place::{OneArgs, RemoveArgs, Tenant, TenantArgs};
use crate::remote::{Client, templates};
use crate::table::ListArgs;
use crate::{confirm, files, home, operator, report, umask};

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
        /// Register drafts: they are used only by requests that name their version, until they are published
        #[arg(long)]
        draft: bool,
        #[command(flatten)]
        enclosures: EnclosureArgs,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Make a version of a template the current one: its draft, or any version without errors
    Publish {
        /// The template's id, as `platen template list` prints it
        #[arg(value_parser = home::parse_id)]
        id: Uuid,
        /// The version; without it the draft
        #[arg(long, value_name = "NUMBER")]
        version: Option<u32>,
        #[command(flatten)]
        place: TenantArgs,
    },
    /// Print all templates, also rejected and disabled ones
    List {
        #[command(flatten)]
        list: ListArgs,
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
    /// Remove a template with all its versions; asks on a terminal
    #[command(alias = "delete")]
    Remove(RemoveArgs),
}

/// Runs the command.
///
/// # Errors
/// The place, file or template does not exist, a template is rejected, or the store does not answer.
pub fn run(args: Args) -> Result<(), Failure> {
    home::block_on(async {
        match args.command.place().client()? {
            Some(client) => on_service(&client, args.command).await,
            None => in_folder(args.command).await,
        }
    })
}

impl Command {
    fn place(&self) -> &TenantArgs {
        match self {
            Command::Add { place, .. }
            | Command::Publish { place, .. }
            | Command::List { place, .. }
            | Command::Download { place, .. } => place,
            Command::Show(one) | Command::Disable(one) | Command::Enable(one) => &one.place,
            Command::Remove(args) => &args.one.place,
        }
    }
}

async fn on_service(client: &Client, command: Command) -> Result<(), Failure> {
    match command {
        Command::Add { files, draft, enclosures, .. } => {
            templates::add(client, &files, draft, &enclosures).await
        }
        Command::Publish { id, version, .. } => templates::publish(client, id, version).await,
        Command::List { list, .. } => templates::list(client, list).await,
        Command::Show(OneArgs { id, .. }) => templates::show(client, id).await,
        Command::Download { id, output, version, .. } => {
            templates::download(client, id, &output, version).await
        }
        Command::Disable(OneArgs { id, .. }) => {
            templates::change(client, id, Method::POST, "/disable", "disabled").await
        }
        Command::Enable(OneArgs { id, .. }) => {
            templates::change(client, id, Method::POST, "/enable", "enabled").await
        }
        Command::Remove(RemoveArgs { one: OneArgs { id, .. }, yes }) => {
            if confirm::is_asked(yes) {
                let known = client.get(&format!("/api/templates/{id}")).await?;
                confirm::removal(&shown(known["name"].as_str().unwrap_or_default()))?;
            }
            templates::change(client, id, Method::DELETE, "", "removed").await
        }
    }
}

async fn in_folder(command: Command) -> Result<(), Failure> {
    match command {
        Command::Add { files, draft, enclosures, place } => add(place, files, draft, &enclosures).await,
        Command::Publish { id, version, place } => publish(place, TemplateId(id), version).await,
        Command::List { list: args, place } => list(place, args).await,
        Command::Show(OneArgs { id, place }) => show(place, TemplateId(id)).await,
        Command::Download { id, output, version, place } => {
            download(place, TemplateId(id), output, version).await
        }
        Command::Disable(OneArgs { id, place }) => set_disabled(place, TemplateId(id), true).await,
        Command::Enable(OneArgs { id, place }) => set_disabled(place, TemplateId(id), false).await,
        Command::Remove(RemoveArgs { one: OneArgs { id, place }, yes }) => {
            remove(place, TemplateId(id), yes).await
        }
    }
}

/// A template as it is printed: what callers of the service see of it, and what its operator needs besides.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    #[serde(flatten)]
    summary: TemplateSummary,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft_version: Option<u32>,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    versions: Vec<View>,
}

impl View {
    fn new(record: TemplateRecord, versions: Vec<View>) -> View {
        let (status, draft_version, diagnostics) = (record.status, record.draft, record.diagnostics.clone());
        View { summary: record.into(), status, draft_version, diagnostics, versions }
    }
}

async fn add(
    place: TenantArgs,
    paths: Vec<PathBuf>,
    draft: bool,
    enclosures: &EnclosureArgs,
) -> Result<(), Failure> {
    let tenant = place.open_or_first().await?;
    let service = tenant.service();
    let mut added = Vec::new();
    let mut rejected = 0;
    for path in &paths {
        let record = register(&service, tenant.id, path, draft, enclosures).await?;
        let action = if record.version > 1 { "replaceTemplate" } else { "registerTemplate" };
        tenant.note(action, record.template_id.0, &record.name).await;
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
    draft: bool,
    enclosures: &EnclosureArgs,
) -> Result<TemplateRecord, Failure> {
    let registration = Registration {
        draft,
        added_by: Some(operator::name()),
        ..Registration::new(files::name_of(path)?, enclosures.put_into(path)?)
    };
    Ok(service.templates().register(subscription, registration).await?)
}

async fn list(place: TenantArgs, args: ListArgs) -> Result<(), Failure> {
    let Tenant { stores, id, .. } = place.open().await?;
    let mut views = Vec::new();
    for number in 1.. {
        let page = Page { number, size: PAGE_SIZE };
        let listed = stores.templates.list(id, TemplateFilter::ALL, page).await?;
        let last = listed.items.len() < PAGE_SIZE as usize;
        views.extend(listed.items.into_iter().map(|record| View::new(record, Vec::new())));
        if last {
            break;
        }
    }
    args.print(&views, &templates::COLUMNS)
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
    let file = tenant.service().templates().file(&Reach::whole(tenant.id), id, version).await?;
    files::write(&output, &file.bytes)?;
    if output.is_file() {
        umask::release(&output);
    }
    Ok(())
}

async fn publish(place: TenantArgs, id: TemplateId, version: Option<u32>) -> Result<(), Failure> {
    let tenant = place.open().await?;
    let published = tenant.service().templates().publish(&Reach::whole(tenant.id), id, version, None).await?;
    tenant.note("publishTemplate", id.0, &published.summary.name).await;
    report::note(&format!("version {} of template {id} is published", published.summary.version));
    Ok(())
}

async fn remove(place: TenantArgs, id: TemplateId, yes: bool) -> Result<(), Failure> {
    let tenant = place.open().await?;
    let known = tenant.stores.templates.template(tenant.id, id).await?.ok_or_else(|| unknown(id))?;
    if confirm::is_asked(yes) {
        confirm::removal(&shown(&known.name))?;
    }
    if tenant.stores.templates.remove(tenant.id, id, None).await? {
        tenant.note("deleteTemplate", id.0, &known.name).await;
        report::note(&format!("template {id} is removed"));
        return Ok(());
    }
    Err(unknown(id))
}

async fn set_disabled(place: TenantArgs, id: TemplateId, disabled: bool) -> Result<(), Failure> {
    let tenant = place.open().await?;
    let known = tenant.stores.templates.template(tenant.id, id).await?.ok_or_else(|| unknown(id))?;
    if tenant.stores.templates.change(tenant.id, id, TemplateChange::Disabled(disabled), None).await? {
        let action = if disabled { "disableTemplate" } else { "enableTemplate" };
        tenant.note(action, id.0, &known.name).await;
        report::note(&format!("template {id} is {}", if disabled { "disabled" } else { "enabled" }));
        return Ok(());
    }
    Err(unknown(id))
}

fn shown(name: &str) -> String {
    format!("the template \"{name}\" with all its versions")
}

fn unknown(id: TemplateId) -> Failure {
    Failure::Input(format!("template {id} not found; `platen template list` shows all templates"))
}
