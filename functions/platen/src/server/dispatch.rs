//! From operations to their handlers, the same ones that run as Lambda functions.

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response};
use platen_service::problem::Problem;

/// Calls the handler of the request's operation.
///
/// # Errors
/// The handler's own.
pub async fn dispatch(service: &Service, request: Request) -> Result<Response, Problem> {
    match request.route().id {
        RouteId::GetTemplates => get_templates::handle(service, request).await,
        RouteId::GenerateTemplateMetadata | RouteId::GetTemplateSchema => {
            generate_template_metadata::handle(service, request).await
        }
        RouteId::GenerateModel => generate_model::handle(service, request).await,
        RouteId::GenerateDocument | RouteId::Convert | RouteId::GetForm | RouteId::FillForm => {
            generate_document::handle(service, request).await
        }
        RouteId::GenerateDocumentsBulk => generate_documents_bulk::handle(service, request).await,
        RouteId::GetBulkGenerationJob => get_bulk_generation_job::handle(service, request).await,
        RouteId::ListBulkGenerationJobs | RouteId::ListAllBulkGenerationJobs => {
            list_bulk_generation_jobs::handle(service, request).await
        }
        RouteId::CancelBulkGenerationJob => cancel_bulk_generation_job::handle(service, request).await,
        // In the cloud the object store answers the links of these two itself.
        RouteId::GetArchive => service.jobs().linked_archive(&request).await?.answer(request.head()),
        RouteId::PutBulkUpload => service.uploads().put(request).await,
        RouteId::CreateBulkUpload => create_bulk_upload::handle(service, request).await,
        RouteId::ListTemplates
        | RouteId::RegisterTemplate
        | RouteId::CheckTemplate
        | RouteId::MarkTemplate
        | RouteId::MigrateTemplate
        | RouteId::MakeStarter
        | RouteId::ListSamples
        | RouteId::GetSample
        | RouteId::GetSamplePicture
        | RouteId::GetTemplate
        | RouteId::GetTemplateFile
        | RouteId::GetTemplateThumbnail
        | RouteId::GetTemplateChanges
        | RouteId::ReplaceTemplate
        | RouteId::DescribeTemplate
        | RouteId::PublishTemplate
        | RouteId::DeleteTemplate
        | RouteId::DisableTemplate
        | RouteId::EnableTemplate => manage_templates::handle(service, request).await,
        RouteId::GetSubscription => get_subscription::handle(service, request).await,
        RouteId::ListKeys
        | RouteId::CreateKey
        | RouteId::DeleteKey
        | RouteId::ListBlockedPeople
        | RouteId::BlockPerson
        | RouteId::AllowPerson
        | RouteId::ListFormLinks
        | RouteId::CreateFormLink
        | RouteId::DeleteFormLink
        | RouteId::ListEvents
        | RouteId::GetSession
        | RouteId::SignIn
        | RouteId::FinishSignIn
        | RouteId::SignOut => manage_access::handle(service, request).await,
        RouteId::ListWebhooks
        | RouteId::CreateWebhook
        | RouteId::DeleteWebhook
        | RouteId::RotateWebhook
        | RouteId::TestWebhook
        | RouteId::ListWebhookMessages
        | RouteId::RedeliverMessage
        | RouteId::RedeliverFailed => manage_webhooks::handle(service, request).await,
        RouteId::Health
        | RouteId::Ready
        | RouteId::OpenApi
        | RouteId::Swagger
        | RouteId::Docs
        | RouteId::DocsScript
        | RouteId::Guide => describe_service::handle(service, request).await,
    }
}
