//! `/api/templates`: registering, replacing, fetching, hiding and removing templates, for keys that may manage; and what
//! templates are begun from, `/api/samples`.

mod samples;

use platen_service::Service;
use platen_service::contract::{Format, Page};
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response, created, file, json, no_content};
use platen_service::problem::Problem;
use platen_service::templates::{TemplateId, TemplateUpload};

/// The operations.
pub const OPERATIONS: &[RouteId] = &[
    RouteId::ListTemplates,
    RouteId::RegisterTemplate,
    RouteId::CheckTemplate,
    RouteId::MigrateTemplate,
    RouteId::MakeStarter,
    RouteId::ListSamples,
    RouteId::GetSample,
    RouteId::GetSamplePicture,
    RouteId::GetTemplate,
    RouteId::GetTemplateFile,
    RouteId::GetTemplateThumbnail,
    RouteId::ReplaceTemplate,
    RouteId::DeleteTemplate,
    RouteId::DisableTemplate,
    RouteId::EnableTemplate,
];

/// Answers with what became of the templates.
///
/// # Errors
/// `invalid-query`, `invalid-body`, `payload-too-large`, `unknown-template`, `template-error` for a file that was recorded
/// as rejected, `unavailable`.
pub async fn handle(service: &Service, request: Request) -> Result<Response, Problem> {
    let (caller, limits) = (request.caller()?, service.limits());
    let id = || TemplateId::of_path_segment(&request);
    match request.route().id {
        RouteId::ListTemplates => {
            let page = Page::from_query(&request, limits)?;
            let mut query = request.query();
            let search = query.optional_text("search");
            let search = query.finish(Some(search))?.unwrap_or_default();
            json(&service.list_managed(caller, page, &search).await?)
        }
        RouteId::RegisterTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            let made = service.upload_template(request.work()?, upload).await?;
            created(&made, &made.path())
        }
        RouteId::CheckTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            json(&service.check_template(request.work()?, upload).await?)
        }
        RouteId::MigrateTemplate => {
            let upload = TemplateUpload::read(&request, limits).await?;
            json(&service.migrate_template(request.work()?, upload).await?)
        }
        RouteId::MakeStarter => samples::starter(&request, limits),
        RouteId::ListSamples => samples::list(),
        RouteId::GetSample => samples::file(&request),
        RouteId::GetSamplePicture => samples::picture(service, &request).await,
        RouteId::GetTemplate => json(&service.managed_template(caller, id()?).await?),
        RouteId::GetTemplateFile => {
            let id = id()?;
            let mut query = request.query();
            let version = match query.has("version") {
                true => query.number("version", 1, u32::MAX).map(Some),
                false => Some(None),
            };
            let version = query.finish(version)?;
            let found = service.template_file(caller.subscription_id(), id, version).await?;
            file(found.bytes, found.media_type, &found.file_name)
        }
        RouteId::GetTemplateThumbnail => {
            let bytes = service.template_thumbnail(request.work()?, id()?).await?;
            file(bytes, Format::Png.media_type(), "thumbnail.png")
        }
        RouteId::ReplaceTemplate => {
            let (id, upload) = (id()?, TemplateUpload::read(&request, limits).await?);
            json(&service.replace_template(request.work()?, id, upload).await?)
        }
        RouteId::DeleteTemplate => service.delete_template(caller, id()?).await.map(|()| no_content()),
        RouteId::DisableTemplate => json(&service.set_template_disabled(caller, id()?, true).await?),
        RouteId::EnableTemplate => json(&service.set_template_disabled(caller, id()?, false).await?),
        other => Err(Problem::internal(format!("{other:?} is not an operation of this function"))),
    }
}
