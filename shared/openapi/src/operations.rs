//! What each operation does, takes and answers.

use platen_service::http::routes::{Auth, BodyKind, Route, RouteId};
use platen_service::keys::Scope;
use platen_service::problem::Code;

use crate::answers::Answer;
use crate::parameters::{Converting, Parameter};

/// An operation in words, beyond what its [`Route`] says.
pub(crate) struct Operation {
    /// The group on the reference page.
    pub tag: &'static str,
    /// One line.
    pub summary: &'static str,
    /// What a caller should know before the first call.
    pub description: &'static str,
    pub parameters: Vec<Parameter>,
    pub body: Body,
    pub answer: Answer,
    /// Its problems beyond those of every operation of its kind.
    pub problems: &'static [Code],
}

/// What a request carries.
pub(crate) enum Body {
    None,
    /// JSON of the named schema.
    Json(&'static str),
    /// JSON of the named schema, or a form with its members, one of which is a file.
    Document(&'static str, &'static str),
    /// As `Document`; or the file alone, with the members in the query.
    File(&'static str, &'static str),
    /// A template's file, alone or in a form.
    Template,
    /// Items of a job, in one of the forms that uploads have.
    Items,
}

pub(crate) const TEMPLATES: &str = "Templates";
pub(crate) const DOCUMENTS: &str = "Documents";
pub(crate) const JOBS: &str = "Bulk jobs";
pub(crate) const ADMINISTRATION: &str = "Administration";
pub(crate) const ACCESS: &str = "Access";
pub(crate) const SERVICE: &str = "Service";

/// All problems of an operation, in the contract's order.
pub(crate) fn problems(route: &Route, operation: &Operation) -> Vec<Code> {
    let mut codes = operation.problems.to_vec();
    if route.auth != Auth::Public {
        codes.extend([
            Code::MissingKey,
            Code::InvalidKey,
            Code::SessionEnded,
            Code::CrossSiteRequest,
            Code::SubscriptionInactive,
            Code::RateLimited,
            Code::Unavailable,
        ]);
    }
    if route.auth.scope().is_some_and(|scope| scope > Scope::Generate) {
        codes.push(Code::MissingScope);
    }
    match route.body {
        BodyKind::None => {}
        BodyKind::Empty => codes.extend([Code::InvalidBody, Code::PayloadTooLarge]),
        BodyKind::Json | BodyKind::Document | BodyKind::File | BodyKind::Bulk | BodyKind::Template => {
            codes.extend([Code::InvalidBody, Code::PayloadTooLarge, Code::UnsupportedMediaType]);
        }
        BodyKind::Upload => codes.extend([Code::PayloadTooLarge, Code::UnsupportedMediaType]),
    }
    codes.push(Code::Internal);
    Code::ALL.into_iter().filter(|code| codes.contains(code)).collect()
}

/// Describes an operation.
pub(crate) fn of(id: RouteId) -> Operation {
    use Code::*;
    match id {
        RouteId::GetTemplates => Operation {
            tag: TEMPLATES,
            summary: "List templates",
            description: "The templates that you can generate documents from, sorted by name. Drafts, rejected and disabled templates are not listed.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
                Parameter::Label,
                Parameter::ExactName,
            ],
            body: Body::None,
            answer: Answer::Json("PagedTemplates"),
            problems: &[InvalidQuery],
        },
        RouteId::GenerateTemplateMetadata => Operation {
            tag: TEMPLATES,
            summary: "Discover a template's fields",
            description: "Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.",
            parameters: vec![Parameter::TemplateIdInQuery, Parameter::Version],
            body: Body::None,
            answer: Answer::Json("Metadata"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::GetTemplateSchema => Operation {
            tag: TEMPLATES,
            summary: "Read a template's fields for a designer",
            description: "The JSON Schema of the data in the form that designers of flows read: each field has one type, and nothing refers to other places. generateTemplateMetadata has the whole schema.",
            parameters: vec![Parameter::TemplateIdInQuery, Parameter::Version],
            body: Body::None,
            answer: Answer::Json("TemplateSchema"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::GenerateModel => Operation {
            tag: TEMPLATES,
            summary: "Make a starter payload",
            description: "A `data` object with typed sample values, which generateDocument accepts unchanged.",
            parameters: vec![Parameter::TemplateIdInQuery, Parameter::Version],
            body: Body::None,
            answer: Answer::Json("Model"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::GenerateDocument => Operation {
            tag: DOCUMENTS,
            summary: "Make one document",
            description: "Returns the file. The template is a registered one (`templateId`) or a file in the request (`template`). The same request always produces the same bytes. With `preview` the document has a watermark and is not counted. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The `Platen-Warnings` header gives the number of warnings: what the document lacks, or shows differently from Word. With `Prefer: respond-async` the answer is 202 with a job; when its `status` is `Completed`, `zipUrl` links to the file itself. With `Accept: multipart/mixed` the answer has two parts, the file and `{\"warnings\": [{code, detail, hint, part, text, count}]}`; with `Accept: application/vnd.platen.document+json` it is JSON, with the file in base64.",
            parameters: vec![Parameter::IdempotencyKey, Parameter::Prefer],
            body: Body::Document("GenerateDocumentDto", "template"),
            answer: Answer::Document,
            problems: &[
                InvalidQuery,
                InvalidData,
                MissingScope,
                UnknownTemplate,
                TemplateError,
                LimitExceeded,
                QuotaExceeded,
                RequestInProgress,
                IdempotencyMismatch,
            ],
        },
        RouteId::Convert => Operation {
            tag: DOCUMENTS,
            summary: "Convert a Word document",
            description: "Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled. The result counts as a document. Needs a key with the scope `compose`. The `Platen-Warnings` header gives the number of warnings; `Accept: multipart/mixed` returns them with the file, `Accept: application/vnd.platen.document+json` both as JSON, as for generateDocument. A file can be sent alone, as its bytes; the query then has what a body would have. A password needs a form or JSON.",
            parameters: [Parameter::IdempotencyKey]
                .into_iter()
                .chain(Converting::ALL.map(Parameter::Converting))
                .collect(),
            body: Body::File("ConvertDto", "file"),
            answer: Answer::Converted,
            problems: &[
                InvalidQuery,
                TemplateError,
                LimitExceeded,
                QuotaExceeded,
                RequestInProgress,
                IdempotencyMismatch,
            ],
        },
        RouteId::GenerateDocumentsBulk => Operation {
            tag: JOBS,
            summary: "Start a bulk job",
            description: "One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. With `documents` each document may have a template and a format of its own. Returns at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` links to the archive. An item whose data does not fit the template fails on its own and is listed with the reason. Warnings of the documents are listed with the index of their item.",
            parameters: vec![Parameter::IdempotencyKey],
            body: Body::Json("GenerateDocumentsBulkDto"),
            answer: Answer::Accepted("Started"),
            problems: &[
                InvalidQuery,
                UnknownTemplate,
                TemplateError,
                LimitExceeded,
                QuotaExceeded,
                RequestInProgress,
                IdempotencyMismatch,
            ],
        },
        RouteId::GetBulkGenerationJob => Operation {
            tag: JOBS,
            summary: "Read a job",
            description: "The state of a job. `zipUrl` is signed again for each request and is valid for an hour; the archive is kept for a day.",
            parameters: vec![Parameter::JobIdInPath],
            body: Body::None,
            answer: Answer::Json("Job"),
            problems: &[UnknownJob],
        },
        RouteId::ListBulkGenerationJobs => Operation {
            tag: JOBS,
            summary: "List a template's jobs",
            description: "The jobs of a template, newest first: all of them, or one page if `pageNumber` and `pageSize` are given. The `Link` header lists the other pages.",
            parameters: vec![
                Parameter::TemplateIdInPath,
                Parameter::PageNumber { required: false },
                Parameter::PageSize { required: false },
            ],
            body: Body::None,
            answer: Answer::Linked("Jobs"),
            problems: &[InvalidQuery, UnknownTemplate],
        },
        RouteId::ListAllBulkGenerationJobs => Operation {
            tag: JOBS,
            summary: "List all jobs",
            description: "The subscription's jobs for all templates, newest first. The `Link` header lists the other pages.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
            ],
            body: Body::None,
            answer: Answer::Linked("Jobs"),
            problems: &[InvalidQuery],
        },
        RouteId::CancelBulkGenerationJob => Operation {
            tag: JOBS,
            summary: "Cancel a job",
            description: "Cancels a job that is still running; a finished job stays as it is. Returns the job.",
            parameters: vec![Parameter::JobIdInPath, Parameter::Archive],
            body: Body::None,
            answer: Answer::Json("Job"),
            problems: &[InvalidQuery, UnknownJob],
        },
        RouteId::GetArchive => Operation {
            tag: JOBS,
            summary: "Fetch an archive",
            description: "The archive that a job's `zipUrl` links to. The signature authorizes the request: do not build such links, request the job.",
            parameters: vec![
                Parameter::JobIdInPath,
                Parameter::LinkExpires,
                Parameter::LinkSignature,
                Parameter::Range,
                Parameter::IfRange,
            ],
            body: Body::None,
            answer: Answer::Archive,
            problems: &[InvalidLink, UnknownJob, RangeNotSatisfiable, RateLimited, Unavailable],
        },
        RouteId::CreateBulkUpload => Operation {
            tag: JOBS,
            summary: "Get a ticket for an upload",
            description: "A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip. Then start the job with `itemsUploadId` instead of `items`.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Made("UploadTicket"),
            problems: &[LimitExceeded, InvalidQuery],
        },
        RouteId::PutBulkUpload => Operation {
            tag: JOBS,
            summary: "Upload items",
            description: "The address that a ticket's `uploadUrl` links to. The signature authorizes the request: do not build such links, request a ticket.",
            parameters: vec![Parameter::UploadIdInPath, Parameter::LinkExpires, Parameter::LinkSignature],
            body: Body::Items,
            answer: Answer::Stored,
            problems: &[LimitExceeded, InvalidLink, RateLimited, Unavailable],
        },
        RouteId::ListWebhooks => Operation {
            tag: JOBS,
            summary: "List webhooks",
            description: "The webhooks of the subscription, newest first, without their full addresses.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
            ],
            body: Body::None,
            answer: Answer::Json("PagedWebhooks"),
            problems: &[InvalidQuery],
        },
        RouteId::CreateWebhook => Operation {
            tag: JOBS,
            summary: "Make a webhook",
            description: "Makes a webhook: from now on the end of each new job of the subscription, or of each from one template, is sent to `url` as a signed message (Standard Webhooks), and sent again when it fails. A single document made with `Prefer: respond-async` is a job too. A receiver that answers 410 deletes its webhook. At most 20 webhooks. The answer shows the `secret` that the messages are signed with, once.",
            parameters: Vec::new(),
            body: Body::Json("CreateWebhook"),
            answer: Answer::Created("NewWebhook"),
            problems: &[UnknownTemplate, LimitExceeded],
        },
        RouteId::DeleteWebhook => Operation {
            tag: JOBS,
            summary: "Delete a webhook",
            description: "Nothing more is sent to the webhook's address, not even for jobs that are running. The request may be repeated within a day.",
            parameters: vec![Parameter::WebhookIdInPath],
            body: Body::None,
            answer: Answer::Done,
            problems: &[UnknownWebhook],
        },
        RouteId::RotateWebhook => Operation {
            tag: JOBS,
            summary: "Change a webhook's secret",
            description: "Makes a new secret and shows it once. Messages are signed with the one before as well for a day, so that the receiver can change over without refusing any.",
            parameters: vec![Parameter::WebhookIdInPath],
            body: Body::None,
            answer: Answer::Json("NewWebhook"),
            problems: &[UnknownWebhook],
        },
        RouteId::ListTemplates => Operation {
            tag: ADMINISTRATION,
            summary: "List all templates",
            description: "All templates sorted by name, including drafts, disabled ones and rejected ones with their errors.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
                Parameter::Search,
                Parameter::Label,
                Parameter::ExactName,
            ],
            body: Body::None,
            answer: Answer::Json("PagedManagedTemplates"),
            problems: &[InvalidQuery],
        },
        RouteId::RegisterTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Register a template",
            description: "Registers a file as a template. The id depends on the file name: the same file name again adds a version to the same template, and the same file again changes nothing. A file with errors returns `template-error` with all of them and is listed as rejected; the current version stays current. On AWS a request can carry a file of at most 4.4 MB, which is the platform's limit; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.",
            parameters: vec![
                Parameter::FileName,
                Parameter::Name,
                Parameter::Description,
                Parameter::Draft,
                Parameter::IfMatch,
            ],
            body: Body::Template,
            answer: Answer::Registered("ManagedTemplate"),
            problems: &[LimitExceeded, InvalidQuery, TemplateChanged, TemplateError],
        },
        RouteId::CheckTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Check a template",
            description: "The fields that a file needs, or all its errors. Nothing is stored.",
            parameters: Vec::new(),
            body: Body::Template,
            answer: Answer::Json("TemplateCheck"),
            problems: &[InvalidQuery, TemplateError],
        },
        RouteId::MarkTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Show the errors of a template",
            description: "Pictures of the first pages on which a file has errors, and where they are. Each mark names its error by its place in the `errors` that `POST /api/templates/check` returns for the file. Errors in text that no page shows have no mark. Nothing is stored.",
            parameters: Vec::new(),
            body: Body::Template,
            answer: Answer::Json("MarkedTemplate"),
            problems: &[InvalidQuery, TemplateError, LimitExceeded],
        },
        RouteId::MigrateTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Convert a template of another product",
            description: "Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each. Fields of a mail merge stay: templates fill them as they are. Nothing is recorded; register `file` to use it.",
            parameters: Vec::new(),
            body: Body::Template,
            answer: Answer::Json("TemplateMigration"),
            problems: &[InvalidQuery, TemplateError, LimitExceeded],
        },
        RouteId::MakeStarter => Operation {
            tag: ADMINISTRATION,
            summary: "Start a template from data",
            description: "A Word document with a tag for each field of `data`, to be laid out in Word and registered. At most 500 fields.",
            parameters: Vec::new(),
            body: Body::Json("StarterDto"),
            answer: Answer::TemplateFile,
            problems: &[LimitExceeded],
        },
        RouteId::ListSamples => Operation {
            tag: TEMPLATES,
            summary: "List samples",
            description: "The templates that come with the service, as a starting point for your own.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("Samples"),
            problems: &[],
        },
        RouteId::GetSample => Operation {
            tag: TEMPLATES,
            summary: "Download a sample",
            description: "The file of a sample. Change it in Word, and register it.",
            parameters: vec![Parameter::SampleName],
            body: Body::None,
            answer: Answer::TemplateFile,
            problems: &[InvalidQuery],
        },
        RouteId::GetSamplePicture => Operation {
            tag: TEMPLATES,
            summary: "See a sample",
            description: "A small picture of a sample's first page.",
            parameters: vec![Parameter::SampleName],
            body: Body::None,
            answer: Answer::Picture,
            problems: &[InvalidQuery, TemplateError, LimitExceeded],
        },
        RouteId::GetTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Read a template",
            description: "A template with up to a hundred of its versions, newest first, who added each and the remarks on it. The `ETag` names the state of the template, for `If-Match`.",
            parameters: vec![Parameter::TemplateIdInPath],
            body: Body::None,
            answer: Answer::Tagged("TemplateDetails"),
            problems: &[UnknownTemplate],
        },
        RouteId::GetTemplateFile => Operation {
            tag: ADMINISTRATION,
            summary: "Download a template",
            description: "The registered file, of the current version or of the requested one. Files of rejected versions are not kept.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::Version],
            body: Body::None,
            answer: Answer::TemplateFile,
            problems: &[InvalidQuery, UnknownTemplate],
        },
        RouteId::GetTemplateThumbnail => Operation {
            tag: TEMPLATES,
            summary: "See a template",
            description: "A small picture of the first page of the current version or of the requested one, with its fields as they are in the file. It waits in the queue of PDFs as a preview does, and is not counted.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::Version],
            body: Body::None,
            answer: Answer::Picture,
            problems: &[InvalidQuery, UnknownTemplate, TemplateError, LimitExceeded],
        },
        RouteId::ReplaceTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Register a new version",
            description: "Adds a file as the next version of a template, whatever its name. Members that are left out (`name`, `description`, `fileName`) stay. Running jobs continue with the version that they started with.",
            parameters: vec![
                Parameter::TemplateIdInPath,
                Parameter::FileName,
                Parameter::Name,
                Parameter::Description,
                Parameter::Draft,
                Parameter::IfMatch,
            ],
            body: Body::Template,
            answer: Answer::Tagged("ManagedTemplate"),
            problems: &[LimitExceeded, InvalidQuery, UnknownTemplate, TemplateChanged, TemplateError],
        },
        RouteId::GetTemplateChanges => Operation {
            tag: ADMINISTRATION,
            summary: "Compare versions",
            description: "The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::ComparedVersion, Parameter::Since],
            body: Body::None,
            answer: Answer::Json("TemplateChanges"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::DescribeTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Rename or label a template",
            description: "Changes the name, the description or the labels of a template without a new version. Members that are left out stay.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::IfMatch],
            body: Body::Json("DescribeTemplateDto"),
            answer: Answer::Tagged("ManagedTemplate"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateChanged],
        },
        RouteId::PublishTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Publish a version",
            description: "Makes a version the current one: the draft, or with `version` any version without errors, also one that was current before.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::PublishedVersion, Parameter::IfMatch],
            body: Body::None,
            answer: Answer::Tagged("ManagedTemplate"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateChanged, TemplateError],
        },
        RouteId::DeleteTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Remove a template",
            description: "Deletes a template with all its versions. Running jobs continue with their own copy of it.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::IfMatch],
            body: Body::None,
            answer: Answer::Done,
            problems: &[InvalidQuery, UnknownTemplate, TemplateChanged],
        },
        RouteId::DisableTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Disable a template",
            description: "Hides a template from generation until it is enabled again. New versions stay hidden, too.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::IfMatch],
            body: Body::None,
            answer: Answer::Tagged("ManagedTemplate"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateChanged],
        },
        RouteId::EnableTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Enable a template",
            description: "Makes a disabled template available for generation again.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::IfMatch],
            body: Body::None,
            answer: Answer::Tagged("ManagedTemplate"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateChanged],
        },
        RouteId::GetSubscription => Operation {
            tag: SERVICE,
            summary: "Read limits and usage",
            description: "The limits of the key's subscription and its usage this month.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("Subscription"),
            problems: &[],
        },
        RouteId::ListKeys => Operation {
            tag: ACCESS,
            summary: "List keys",
            description: "The keys of the subscription and the sessions of people who are signed in, newest first. The keys themselves are not known to the service.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
            ],
            body: Body::None,
            answer: Answer::Json("PagedKeys"),
            problems: &[InvalidQuery],
        },
        RouteId::CreateKey => Operation {
            tag: ACCESS,
            summary: "Make a key",
            description: "The answer is the only one that shows the key.",
            parameters: Vec::new(),
            body: Body::Json("CreateKey"),
            answer: Answer::Created("NewKey"),
            problems: &[LimitExceeded],
        },
        RouteId::DeleteKey => Operation {
            tag: ACCESS,
            summary: "Remove a key",
            description: "Requests with the key are refused from now on. The id of a session signs its person out.",
            parameters: vec![Parameter::KeyIdInPath],
            body: Body::None,
            answer: Answer::Done,
            problems: &[UnknownKey],
        },
        RouteId::ListEvents => Operation {
            tag: ACCESS,
            summary: "Read who did what",
            description: "Templates that came or went, jobs that were started or canceled, keys that were made or removed, people who signed in or out; newest first. They are kept for 400 days.",
            parameters: vec![Parameter::PageSize { required: true }, Parameter::BeforeEvent],
            body: Body::None,
            answer: Answer::Json("Events"),
            problems: &[InvalidQuery],
        },
        RouteId::GetSession => Operation {
            tag: ACCESS,
            summary: "Ask who is signed in",
            description: "For the service's own pages: the person whose session the browser's cookie names, or whether it holds a key; and the provider through whom people sign in.",
            parameters: vec![Parameter::Remember],
            body: Body::None,
            answer: Answer::Json("Session"),
            problems: &[InvalidQuery, MissingKey, InvalidKey, SubscriptionInactive, Unavailable],
        },
        RouteId::SignIn => Operation {
            tag: ACCESS,
            summary: "Sign in",
            description: "For browsers: leads to the provider (OpenID Connect, authorization code flow with PKCE).",
            parameters: vec![Parameter::From],
            body: Body::None,
            answer: Answer::Onward,
            problems: &[InvalidQuery, UnknownRoute],
        },
        RouteId::FinishSignIn => Operation {
            tag: ACCESS,
            summary: "Finish signing in",
            description: "For browsers that come back from the provider: begins a session and leads to the console, or to the add-in, which says so if nobody is signed in.",
            parameters: vec![Parameter::Code, Parameter::State, Parameter::Error],
            body: Body::None,
            answer: Answer::Onward,
            problems: &[UnknownRoute, Unavailable],
        },
        RouteId::SignOut => Operation {
            tag: ACCESS,
            summary: "Sign out",
            description: "For the service's own pages: ends the session that the browser's cookie names, and says where to sign out at the provider too. A remembered key is forgotten.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("SignedOut"),
            problems: &[CrossSiteRequest, Unavailable],
        },
        RouteId::Health => Operation {
            tag: SERVICE,
            summary: "Check that the service responds",
            description: "For load balancers and monitors.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("Health"),
            problems: &[Unavailable],
        },
        RouteId::Ready => Operation {
            tag: SERVICE,
            summary: "Check whether the service is ready for requests",
            description: "For load balancers: 503 with all reasons while the server starts or stops, its store does not respond, its disk is full, or PDFs cannot be made.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("Health"),
            problems: &[Unavailable],
        },
        RouteId::OpenApi => Operation {
            tag: SERVICE,
            summary: "Read this document",
            description: "OpenAPI 3.1, as JSON.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("OpenApi"),
            problems: &[],
        },
        RouteId::Swagger => Operation {
            tag: SERVICE,
            summary: "Read this document as Swagger 2.0",
            description: "For Power Platform and other programs that do not read OpenAPI 3.1: with the address of this service, and with the extensions that show templates and their fields in designers.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("OpenApi"),
            problems: &[],
        },
        RouteId::Docs => Operation {
            tag: SERVICE,
            summary: "Read the reference page",
            description: "This document as one HTML page, which loads nothing from other hosts. Each problem's `type` links to its section.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Page,
            problems: &[],
        },
        RouteId::DocsScript => Operation {
            tag: SERVICE,
            summary: "Read the reference page's script",
            description: "What the page needs to try an operation with the reader's key.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Script,
            problems: &[],
        },
        RouteId::Guide => Operation {
            tag: SERVICE,
            summary: "Read how to write a template",
            description: "For authors, to read or print: how to mark fields in Word, and every tag and filter with its result.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Page,
            problems: &[],
        },
    }
}
