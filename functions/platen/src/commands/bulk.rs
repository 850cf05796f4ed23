//! `platen bulk`: a document for each item of a file, packed into one archive or joined into one file.
//!
//! It is a job of the one-machine home, in a hidden folder beside the archive: the same chunks, queue and workers. So it can
//! be killed at any moment; run again with the same template, items and choices, it goes on where it was.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_docx::{CompileError, Controls, Limits, Missing, Pattern, RenderOptions, Warning};
use platen_service::Service;
use platen_service::contract::{AtEnd, Bundle, GenerateDocumentsBulk, Items, Options, TemplateSource};
use platen_service::format::Format;
use platen_service::ids::{JobId, UploadId};
use platen_service::jobs::{ArchiveKind, ItemWarning, JobRecord, Status};
use platen_service::links::BaseUrl;
use platen_service::service::registry::Registration;
use platen_service::templates::{Status as TemplateStatus, TemplateRecord};
use platen_service::uploads::Choices;
use platen_store_embedded::EmbeddedStore;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::render::{self, ControlsChoice, MissingChoice};
use crate::failure::Failure;
use crate::fields::FieldArgs;
use crate::home::{self, Home, SUBSCRIPTION};
use crate::items::{ItemArgs, ItemFile};
use crate::progress::Progress;
use crate::remote::{Client, RemoteArgs, documents};
use crate::rows::RowArgs;
use crate::{files, place, report, templates, umask, workers};

/// Between two looks at the job.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Bytes that are copied at once.
const PIECE_BYTES: usize = 4 << 20;

/// Failed items that are named; the archive's `errors.json` has all of them.
const NAMED_FAILURES: usize = 20;

/// Warnings of documents that are read, of which the same are told once.
const READ_WARNINGS: usize = 1_000;

/// Arguments of `platen bulk`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The template, a .docx or .dotx file; with `--url` also the id or name of one that the service has
    template: PathBuf,
    #[command(flatten)]
    items: ItemArgs,
    /// What the documents are made as
    #[arg(long, default_value = ".docx", value_parser = parse_format)]
    format: Format,
    /// How each document is called, such as `Invoice {{ number }}` [default: the template's name]
    #[arg(long, value_name = "PATTERN")]
    file_name: Option<String>,
    /// The archive to write, or the PDF or Word document with --merge
    #[arg(short, long, value_name = "OUT.zip")]
    output: PathBuf,
    /// Join the documents into one: a PDF with a bookmark each, or a Word document with a section each
    #[arg(long)]
    merge: bool,
    /// What happens to fields that an item does not hold
    #[arg(long, value_enum, default_value_t = MissingChoice::Error)]
    missing: MissingChoice,
    /// Language of dates, numbers and currencies, as a BCP 47 tag (`de-CH`)
    #[arg(long)]
    locale: Option<String>,
    /// The day that the template calls `today` (`2026-01-31`); no clock is read
    #[arg(long)]
    today: Option<jiff::civil::Date>,
    /// What becomes of the content controls of a .docx
    #[arg(long, value_enum, default_value_t = ControlsChoice::Keep)]
    controls: ControlsChoice,
    /// Show the values that errors of the data are about, as far as they are short; they may be personal
    #[arg(long)]
    error_data: bool,
    #[command(flatten)]
    rows: RowArgs,
    #[command(flatten)]
    fields: FieldArgs,
    #[command(flatten)]
    remote: RemoteArgs,
}

fn parse_format(text: &str) -> Result<Format, String> {
    Format::parse(text).ok_or_else(|| "use `.docx` or `.pdf`".to_owned())
}

/// Makes the archive.
///
/// # Errors
/// Everything that hinders it. When items fail the archive is there all the same, and the exit code is 1.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.format != Format::Docx && args.controls != ControlsChoice::Keep {
        let text = "`--controls` applies to .docx files only; leave it out for PDFs";
        return Err(Failure::Input(text.to_owned()));
    }
    args.items.media_type()?;
    if let Some(pattern) = &args.file_name {
        Pattern::compile(pattern, &Limits::default()).map_err(|error| wrong_pattern(&error))?;
    }
    if files::is_stream(&args.template) && args.items.is_stream() {
        let text = "stdin cannot be both the template and the items; put one of them into a file";
        return Err(Failure::Input(text.to_owned()));
    }
    let rows = args.rows.choices(args.locale.as_deref())?;
    if let Some(client) = args.remote.instead_of(&args.template)? {
        return home::block_on(on_service(&client, &args, &rows));
    }
    let items = args.items.open()?;
    let template = files::read("the template", &args.template)?;
    let template = templates::with_included(&args.template, template, &templates::limits()?);
    let template = template.map_err(|error| {
        report::compile_error(&files::shown(&args.template), &error);
        Failure::Reported
    })?;
    let template = template.bytes().clone();
    let id = identity(&args, &items, &rows, &template)?;
    let name = args.output.file_name().ok_or_else(|| {
        Failure::Input(format!(
            "{} is not a file name; name an archive, such as out.zip",
            args.output.display()
        ))
    })?;
    let folder = args.output.with_file_name(format!(".{}.platen", name.to_string_lossy()));
    let discarded = args.output.with_file_name(format!(".{}.platen.old", name.to_string_lossy()));
    // One that was killed over it.
    let _ = fs::remove_dir_all(&discarded);
    let home = Home::of_its_own(folder.clone())?;
    let (service, queue) = home.service_and_queue()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Internal(format!("no runtime: {error}")))?;
    let made = runtime.block_on(make(
        Arc::new(service),
        queue,
        &args,
        &folder,
        Source { template, items, rows },
        id,
    ));
    drop(runtime);
    if !matches!(made, Err(Failure::Internal(_))) {
        // What the input hinders would be hindered again: there is nothing to go on with. A folder goes file by file, and a
        // run that is killed meanwhile would leave one that looks like an unfinished run: its name goes first.
        let _ = fs::rename(&folder, &discarded);
        let _ = fs::remove_dir_all(&discarded);
    }
    made
}

/// Has a service make the documents of one of its templates.
async fn on_service(client: &Client, args: &Args, rows: &Choices) -> Result<(), Failure> {
    let items = args.items.open()?;
    let mut options = render::service_options(args.missing, args.controls, &args.fields);
    options["locale"] = json!(args.locale);
    options["today"] = json!(args.today);
    options["errorData"] = json!(args.error_data);
    let mut wanted = json!({ "format": args.format.extension(), "options": options });
    if let Some(pattern) = &args.file_name {
        wanted["fileName"] = json!(pattern);
    }
    if args.merge {
        wanted["merge"] = json!(true);
    }
    if !items.media_type.contains("json") {
        wanted["rows"] =
            json!({ "map": rows.map, "groupBy": rows.group_by, "sheet": rows.sheet, "locale": rows.locale });
    }
    let items = (items.media_type, files::read("the items", items.path())?);
    documents::bulk(client, &args.template, items, wanted, &args.output).await
}

fn wrong_pattern(error: &CompileError) -> Failure {
    report::compile_error("--file-name", error);
    Failure::Reported
}

/// What makes two runs the same run: template, items and choices.
fn identity(args: &Args, items: &ItemFile, rows: &Choices, template: &[u8]) -> Result<Uuid, Failure> {
    let unreadable = |error: io::Error| Failure::file("read the items", items.path(), &error);
    let mut file = fs::File::open(items.path()).map_err(unreadable)?;
    let mut hash = Sha256::new();
    io::copy(&mut file, &mut hash).map_err(unreadable)?;
    hash.update(Sha256::digest(template));
    let made = (args.format.extension(), args.merge);
    let (missing, controls) = (Missing::from(args.missing), Controls::from(args.controls));
    let choices = (&args.file_name, missing, &args.locale, &args.today, controls, args.error_data);
    let choices = serde_json::to_vec(&(made, choices, args.fields.wanted(), rows));
    hash.update(choices.map_err(|error| Failure::Internal(error.to_string()))?);
    Ok(Uuid::new_v5(&Uuid::NAMESPACE_OID, &hash.finalize()))
}

/// What documents are made of.
struct Source {
    template: Bytes,
    items: ItemFile,
    /// How they become items, where they are rows.
    rows: Choices,
}

async fn make(
    service: Arc<Service>,
    queue: Arc<EmbeddedStore>,
    args: &Args,
    folder: &Path,
    source: Source,
    id: Uuid,
) -> Result<(), Failure> {
    let job = JobId(id);
    if service.stores().jobs.job(SUBSCRIPTION, job).await?.is_some() {
        report::note("resuming an earlier run");
    } else {
        start(&service, args, source, job).await?;
    }
    let running = workers::start(&service, &queue).await?;
    let record = watch(&service, job).await?;
    drop(running);
    if record.progress.status != Status::Completed {
        return Err(Failure::Input(record.error.unwrap_or_else(|| "the archive was not made".to_owned())));
    }
    save(&service, &record, folder, &args.output).await?;
    tell_warnings(&service, &record).await?;
    tell_failures(&service, &record).await
}

/// Records the job: the template, the items, the choices.
async fn start(service: &Service, args: &Args, source: Source, job: JobId) -> Result<(), Failure> {
    let Source { template, items, rows } = source;
    place::ensure_first(service.stores()).await?;
    let template = register(service, &args.template, template).await?;
    let upload = UploadId(Uuid::new_v4());
    take_in(service, &items, upload).await?;
    let subscription = service.stores().subscriptions.subscription(SUBSCRIPTION).await?;
    let subscription =
        subscription.ok_or_else(|| Failure::Internal("the subscription is missing".to_owned()))?;
    let render = RenderOptions {
        missing: args.missing.into(),
        locale: args.locale.clone(),
        today: args.today,
        controls: args.controls.into(),
        error_data: args.error_data,
        ..RenderOptions::default()
    };
    let wanted = GenerateDocumentsBulk {
        source: TemplateSource::Registered { template: template.template_id, version: None },
        format: args.format,
        file_name: args.file_name.clone(),
        items: Items::Uploaded(upload),
        rows,
        options: Options { render, update_fields: args.fields.wanted(), ..Options::default() },
        bundle: if args.merge { Bundle::Merged } else { Bundle::Zip },
        at_end: AtEnd::default(),
    };
    let started = service.jobs().start_as(&subscription, job, wanted).await;
    let started = started.map_err(|problem| match problem.errors() {
        [] => problem.into(),
        errors => {
            for error in errors {
                let place = if error.pointer == "/fileName" { "--file-name" } else { items.name.as_str() };
                report::error(&format!("{place}: {}", error.detail));
            }
            Failure::Reported
        }
    })?;
    for warning in started.warnings {
        report::warning(&format!("{}: {warning}", items.name));
    }
    Ok(())
}

async fn register(service: &Service, path: &Path, bytes: Bytes) -> Result<TemplateRecord, Failure> {
    let name = path.file_name().map_or_else(|| "template".into(), |name| name.to_string_lossy().into_owned());
    let registration = Registration::new(name, bytes);
    let record = service.templates().register(SUBSCRIPTION, registration).await?;
    if record.status != TemplateStatus::Ready {
        report::diagnostics(&files::shown(path), &record.diagnostics);
        return Err(Failure::Reported);
    }
    Ok(record)
}

/// Copies the items into the folder: they may change while the job runs, and the job does not.
async fn take_in(service: &Service, items: &ItemFile, upload: UploadId) -> Result<(), Failure> {
    let path = items.path();
    let uploads = &service.stores().uploads;
    let base =
        BaseUrl::parse("http://localhost").ok_or_else(|| Failure::Internal("no address".to_owned()))?;
    let until = Timestamp::now() + SignedDuration::from_hours(24);
    uploads.new_upload(SUBSCRIPTION, upload, &base, until, u32::MAX).await?;
    let receiving = uploads.receive(upload, Some(items.media_type), None).await?;
    let mut receiving = receiving.ok_or_else(|| Failure::Internal("the items find no place".to_owned()))?;
    let unreadable = |error: io::Error| Failure::file("read the items", path, &error);
    let mut items = fs::File::open(path).map_err(unreadable)?;
    loop {
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        (&mut items).take(PIECE_BYTES as u64).read_to_end(&mut piece).map_err(unreadable)?;
        if piece.is_empty() {
            return Ok(receiving.finish().await?);
        }
        receiving.write(Bytes::from(piece)).await?;
    }
}

/// Shows how far the job is until it is over.
async fn watch(service: &Service, job: JobId) -> Result<JobRecord, Failure> {
    let mut shown: Option<Progress> = None;
    loop {
        let record = service.stores().jobs.any_job(job).await?;
        let record = record.ok_or_else(|| Failure::Internal("the job is missing".to_owned()))?;
        let (total, failed) = (u64::from(record.progress.total), u64::from(record.progress.failed));
        let settled = u64::from(record.progress.done) + failed;
        let shown = shown.get_or_insert_with(|| Progress::new(total, settled));
        if record.progress.status.is_over() {
            shown.finish(settled, failed);
            return Ok(record);
        }
        shown.show(settled, failed);
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Writes the archive to its place: whole, or not at all. It is staged in the run's own folder, which goes at the end
/// of this run or of the next one: a kill leaves nothing beside the archive.
async fn save(service: &Service, record: &JobRecord, folder: &Path, output: &Path) -> Result<(), Failure> {
    let unwritable = |error: io::Error| Failure::file("write", output, &error);
    let staged_path = folder.join("finished");
    let mut staged = fs::File::create(&staged_path).map_err(unwritable)?;
    let mut offset = 0;
    while let Some(piece) = service.stores().jobs.read_archive(record.job_id, offset, PIECE_BYTES).await? {
        if piece.is_empty() {
            break;
        }
        offset += piece.len() as u64;
        staged.write_all(&piece).map_err(unwritable)?;
    }
    if record.archive_bytes != Some(offset) {
        let text =
            format!("the archive in {} is cut short; remove that folder and run again", folder.display());
        return Err(Failure::Internal(text));
    }
    drop(staged);
    umask::release(&staged_path);
    fs::rename(&staged_path, output).map_err(unwritable)
}

/// Tells what documents lack: most of it comes of the template and is the same for all of them.
async fn tell_warnings(service: &Service, record: &JobRecord) -> Result<(), Failure> {
    if record.warned == 0 {
        return Ok(());
    }
    let mut told: Vec<(Warning, Vec<u32>)> = Vec::new();
    for ItemWarning { index, warning } in service.stores().jobs.warnings(record.job_id, READ_WARNINGS).await?
    {
        // What it stands beside is another text in each document.
        let warning = Warning { text: None, count: 1, ..warning };
        match told.iter_mut().find(|(known, _)| *known == warning) {
            Some((_, items)) => items.push(index),
            None => told.push((warning, vec![index])),
        }
    }
    for (warning, items) in told.iter().take(NAMED_FAILURES) {
        let (first, more) = (items.first().copied().unwrap_or_default(), items.len().saturating_sub(1));
        let others = if more == 0 { String::new() } else { format!(" and {more} others") };
        report::warning(&format!("item {first}{others}: {warning}"));
    }
    let (warned, made) = (record.warned, record.progress.done);
    report::note(&format!("{warned} of {made} documents have warnings"));
    Ok(())
}

async fn tell_failures(service: &Service, record: &JobRecord) -> Result<(), Failure> {
    let failed = record.progress.failed;
    if failed == 0 {
        return Ok(());
    }
    for failure in service.stores().jobs.failures(record.job_id, NAMED_FAILURES).await? {
        report::error(&format!("item {}: {}", failure.index, failure.error));
    }
    let total = record.progress.total;
    let rest = match record.settings.archive_kind() {
        ArchiveKind::Zip => "the archive contains the others, and `errors.json` with all reasons",
        ArchiveKind::Merged(_) | ArchiveKind::Single(_) => "the file holds the others",
    };
    Err(Failure::Input(format!("{failed} of {total} items failed; {rest}")))
}
