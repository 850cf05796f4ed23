//! `/api/templates`: registering, replacing, describing, publishing, fetching, hiding and removing templates, for keys that may manage; and what
//! templates are begun from, `/api/samples`.

mod samples;

use platen_service::Service;
use platen_service::format::Format;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, created, file, json, long_json, no_content, revalidated};
use platen_service::ids::TemplateId;
use platen_service::page::Page;
use platen_service::problem::Problem;
use platen_service::service::registry::{DescribeTemplate, ManagedTemplate, TemplateChanges, TemplateUpload};
use platen_service::store::TemplateFilter;
use platen_service::templates::Revision;

/// The operations.
pub const OPERATIONS: &[RouteId] = &[
    RouteId::ListTemplates,
    RouteId::RegisterTemplate,
    RouteId::CheckTemplate,
    RouteId::MarkTemplate,
    RouteId::MigrateTemplate,
    RouteId::MakeStarter,
    RouteId::ListSamples,
    RouteId::GetSample,
    RouteId::GetSamplePicture,
    RouteId::GetTemplate,
    RouteId::GetTemplateFile,
    RouteId::GetTemplateThumbnail,
    RouteId::GetTemplateChanges,
    RouteId::ReplaceTemplate,
    RouteId::DescribeTemplate,
    RouteId::PublishTemplate,
    RouteId::DeleteTemplate,
    RouteId::DisableTemplate,
    RouteId::EnableTemplate,
];

/// Answers with what became of the templates.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `payload-too-large`, `unknown-template`, `template-changed`, `template-error` for a file
/// that was recorded as rejected, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let (caller, limits) = (request.caller()?, service.limits());
    let reach = &caller.reach;
    let id = || TemplateId::of_path_segment(&request);
    let seen = || Revision::of_request(&request);
    match request.route().id {
        RouteId::ListTemplates => {
            let page = Page::from_query(&request, limits)?;
            let mut query = request.query();
            let [search, label, name] = ["search", "label", "name"].map(|name| query.optional_text(name));
            query.finish(Some(()))?;
            let filter = TemplateFilter {
                label: label.as_deref(),
                name: name.as_deref(),
                ..TemplateFilter::containing(search.as_deref().unwrap_or_default())
            };
            json(&service.templates().list_managed(caller, page, filter).await?)
        }
        RouteId::RegisterTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            let made = service.templates().upload(caller, request.work()?, None, upload, seen()?).await?;
            made.revision.tag(created(&made, &made.path())?)
        }
        RouteId::CheckTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            long_json(service.templates().check(request.work()?, upload).await?).await
        }
        RouteId::MarkTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            long_json(service.templates().mark(request.work()?, upload).await?).await
        }
        RouteId::MigrateTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            long_json(service.templates().migrate(request.work()?, upload).await?).await
        }
        RouteId::MakeStarter => samples::starter(&request, limits),
        RouteId::ListSamples => samples::list(),
        RouteId::GetSample => samples::file(&request),
        RouteId::GetSamplePicture => samples::picture(service, &request).await,
        RouteId::GetTemplate => {
            let details = service.templates().managed(caller, id()?).await?;
            details.in_force.revision.tag(json(&details)?)
        }
        RouteId::GetTemplateFile => {
            let (id, version) = (id()?, version(&request)?);
            let found = service.templates().file(reach, id, version).await?;
            file(found.bytes, found.media_type, &found.file_name)
        }
        RouteId::GetTemplateThumbnail => {
            let bytes = service.templates().thumbnail(request.work()?, id()?, version(&request)?).await?;
            revalidated(file(bytes, Format::Png.media_type(), "thumbnail.png")?)
        }
        RouteId::ReplaceTemplate => {
            let (id, upload) = (id()?, TemplateUpload::read(&request, limits).await?);
            tagged(&service.templates().upload(caller, request.work()?, Some(id), upload, seen()?).await?)
        }
        RouteId::GetTemplateChanges => {
            let (id, (version, since)) = (id()?, TemplateChanges::from_query(&request)?);
            json(&service.templates().changes(request.work()?, id, version, since).await?)
        }
        RouteId::DescribeTemplate => {
            let (id, words) = (id()?, DescribeTemplate::read(&request, limits)?);
            tagged(&service.templates().describe(reach, id, &words, seen()?).await?)
        }
        RouteId::PublishTemplate => {
            let (id, version) = (id()?, version(&request)?);
            tagged(&service.templates().publish(reach, id, version, seen()?).await?)
        }
        RouteId::DeleteTemplate => {
            let id = id()?;
            // Afterwards nothing tells what it was called.
            let known = service.within(reach).template(id).await?;
            request.head().trail().target_named(known.map(|known| known.name));
            service.templates().delete(reach, id, seen()?).await.map(|()| no_content())
        }
        RouteId::DisableTemplate => {
            tagged(&service.templates().set_disabled(reach, id()?, true, seen()?).await?)
        }
        RouteId::EnableTemplate => {
            tagged(&service.templates().set_disabled(reach, id()?, false, seen()?).await?)
        }
        other => Err(Problem::internal(format!("{other:?} is not an operation of this function"))),
    }
}

/// A template with the tag of its state.
fn tagged(template: &ManagedTemplate) -> Result<Response, Problem> {
    template.revision.tag(json(template)?)
}

/// The version that the query names, if it names one.
fn version(request: &Request) -> Result<Option<u32>, Problem> {
    let mut query = request.query();
    let version = query.version();
    query.finish(Some(version))
}
