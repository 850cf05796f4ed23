//! What each operation does, takes and answers.

use platen_service::http::routes::{Auth, BodyKind, Route, RouteId};
use platen_service::problem::Code;

use crate::answers::Answer;
use crate::parameters::Parameter;

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
    /// A template's file, alone or in a form.
    Template,
    /// Items of a job, in one of the forms that uploads have.
    Items,
}

pub(crate) const TEMPLATES: &str = "Templates";
pub(crate) const DOCUMENTS: &str = "Documents";
pub(crate) const JOBS: &str = "Bulk jobs";
pub(crate) const ADMINISTRATION: &str = "Administration";
pub(crate) const SERVICE: &str = "Service";

/// All problems of an operation, in the contract's order.
pub(crate) fn problems(route: &Route, operation: &Operation) -> Vec<Code> {
    let mut codes = operation.problems.to_vec();
    if route.auth != Auth::Public {
        codes.extend([
            Code::MissingKey,
            Code::InvalidKey,
            Code::SubscriptionInactive,
            Code::RateLimited,
            Code::Unavailable,
        ]);
    }
    if route.auth == Auth::Manage {
        codes.push(Code::MissingScope);
    }
    match route.body {
        BodyKind::None => {}
        BodyKind::Empty => codes.extend([Code::InvalidBody, Code::PayloadTooLarge]),
        BodyKind::Json | BodyKind::Bulk | BodyKind::Template => {
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
            description: "The templates that documents can be made from, by name. Templates that were rejected or disabled are not among them.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
            ],
            body: Body::None,
            answer: Answer::Json("PagedTemplates"),
            problems: &[InvalidQuery],
        },
        RouteId::GenerateTemplateMetadata => Operation {
            tag: TEMPLATES,
            summary: "Discover a template's fields",
            description: "Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template's author.",
            parameters: vec![Parameter::TemplateIdInQuery],
            body: Body::None,
            answer: Answer::Json("Metadata"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::GenerateModel => Operation {
            tag: TEMPLATES,
            summary: "Make a starter payload",
            description: "A `data` object with typed sample values, which generateDocument accepts unchanged.",
            parameters: vec![Parameter::TemplateIdInQuery],
            body: Body::None,
            answer: Answer::Json("Model"),
            problems: &[InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::GenerateDocument => Operation {
            tag: DOCUMENTS,
            summary: "Make one document",
            description: "Answers with the file. The same request makes the same bytes. With `preview` the document bears a mark and does not count. With the format `.png` the file is a picture of the `page`, with `dpi` pixels to the inch. The header `Platen-Warnings` says how many warnings there are: what the document lacks, or shows differently from Word. With `Accept: multipart/mixed` the answer has two parts, the file and `{\"warnings\": [{code, detail, hint, part, text, count}]}`.",
            parameters: vec![Parameter::IdempotencyKey],
            body: Body::Json("GenerateDocumentDto"),
            answer: Answer::Document,
            problems: &[
                InvalidQuery,
                InvalidData,
                UnknownTemplate,
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
            description: "One document per item, packed into a ZIP archive or, with `merge`, joined into one PDF. Answers at once; poll the job at `Location` until its `status` is `Completed` and `zipUrl` names the archive. An item whose data does not fit the template fails alone and is listed with its reason. Warnings of the documents are listed with the index of their item.",
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
            description: "Where a job stands. `zipUrl` is signed afresh at each read and holds for an hour; the archive is kept for a day.",
            parameters: vec![Parameter::JobIdInPath],
            body: Body::None,
            answer: Answer::Json("Job"),
            problems: &[UnknownJob],
        },
        RouteId::ListBulkGenerationJobs => Operation {
            tag: JOBS,
            summary: "List a template's jobs",
            description: "The jobs made from a template, newest first: all of them, or one page where `pageNumber` and `pageSize` are given, whose `Link` names the others.",
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
            description: "The subscription's jobs from all its templates, newest first. `Link` names the other pages.",
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
            description: "Ends a job that is not over; one that is stays as it is. Answers with the job.",
            parameters: vec![Parameter::JobIdInPath],
            body: Body::None,
            answer: Answer::Json("Job"),
            problems: &[UnknownJob],
        },
        RouteId::GetArchive => Operation {
            tag: JOBS,
            summary: "Fetch an archive",
            description: "What a job's `zipUrl` names. The signature is the key: do not build such links, read the job.",
            parameters: vec![Parameter::JobIdInPath, Parameter::LinkExpires, Parameter::LinkSignature],
            body: Body::None,
            answer: Answer::Archive,
            problems: &[InvalidLink, UnknownJob, RateLimited, Unavailable],
        },
        RouteId::CreateBulkUpload => Operation {
            tag: JOBS,
            summary: "Get a ticket for an upload",
            description: "Where to PUT items that are too many for one request: a JSON array of objects, JSON Lines, CSV or an Excel workbook whose first row names the columns, plain or with gzip. Start the job then with `itemsUploadId` in place of `items`.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("UploadTicket"),
            problems: &[LimitExceeded, InvalidQuery],
        },
        RouteId::PutBulkUpload => Operation {
            tag: JOBS,
            summary: "Upload items",
            description: "What a ticket's `uploadUrl` names. The signature is the key: do not build such links, ask for a ticket.",
            parameters: vec![Parameter::UploadIdInPath, Parameter::LinkExpires, Parameter::LinkSignature],
            body: Body::Items,
            answer: Answer::Stored,
            problems: &[LimitExceeded, InvalidLink, RateLimited, Unavailable],
        },
        RouteId::ListTemplates => Operation {
            tag: ADMINISTRATION,
            summary: "List all templates",
            description: "All templates by name, rejected ones with their errors and disabled ones included.",
            parameters: vec![
                Parameter::PageNumber { required: true },
                Parameter::PageSize { required: true },
                Parameter::Search,
            ],
            body: Body::None,
            answer: Answer::Json("PagedManagedTemplates"),
            problems: &[InvalidQuery],
        },
        RouteId::RegisterTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Register a template",
            description: "A file becomes a template. Its id follows from its file name: the same file name again is a new version of the same template, and the same file again changes nothing. A file with errors answers `template-error` with all of them, and is listed as rejected; a version that was in force stays so. In the AWS home a request carries a file of at most 4.4 MB, which is the platform's bound; larger ones go to the bucket's `incoming/` or through `platen template add --aws`.",
            parameters: vec![Parameter::FileName, Parameter::Name, Parameter::Description],
            body: Body::Template,
            answer: Answer::Created("ManagedTemplate"),
            problems: &[LimitExceeded, InvalidQuery, TemplateError],
        },
        RouteId::CheckTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Check a template",
            description: "What a file asks for, or all its errors. Nothing is recorded.",
            parameters: Vec::new(),
            body: Body::Template,
            answer: Answer::Json("TemplateCheck"),
            problems: &[InvalidQuery, TemplateError],
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
            description: "The templates that come with the service, to start one's own from.",
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
            description: "A template with its newest versions, a hundred at most, newest first, and the remarks on each.",
            parameters: vec![Parameter::TemplateIdInPath],
            body: Body::None,
            answer: Answer::Json("TemplateDetails"),
            problems: &[UnknownTemplate],
        },
        RouteId::GetTemplateFile => Operation {
            tag: ADMINISTRATION,
            summary: "Download a template",
            description: "The file as it was registered, of the version in force or of the one asked for. The file of a rejected version is not kept.",
            parameters: vec![Parameter::TemplateIdInPath, Parameter::Version],
            body: Body::None,
            answer: Answer::TemplateFile,
            problems: &[InvalidQuery, UnknownTemplate],
        },
        RouteId::GetTemplateThumbnail => Operation {
            tag: TEMPLATES,
            summary: "See a template",
            description: "A small picture of the first page of the version in force, with its fields as they stand in the file. It takes its turn among PDFs as a preview does, and does not count.",
            parameters: vec![Parameter::TemplateIdInPath],
            body: Body::None,
            answer: Answer::Picture,
            problems: &[UnknownTemplate, TemplateError, LimitExceeded],
        },
        RouteId::ReplaceTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Register a new version",
            description: "A file becomes the next version of a template, whatever its name. What is not given (`name`, `description`, `fileName`) stays. Running jobs end with the version that they began with.",
            parameters: vec![
                Parameter::TemplateIdInPath,
                Parameter::FileName,
                Parameter::Name,
                Parameter::Description,
            ],
            body: Body::Template,
            answer: Answer::Json("ManagedTemplate"),
            problems: &[LimitExceeded, InvalidQuery, UnknownTemplate, TemplateError],
        },
        RouteId::DeleteTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Remove a template",
            description: "Removes a template with all its versions. Running jobs end with their own copy of it.",
            parameters: vec![Parameter::TemplateIdInPath],
            body: Body::None,
            answer: Answer::Done,
            problems: &[UnknownTemplate],
        },
        RouteId::DisableTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Disable a template",
            description: "Hides a template from generation, until it is enabled again. New versions stay hidden too.",
            parameters: vec![Parameter::TemplateIdInPath],
            body: Body::None,
            answer: Answer::Json("ManagedTemplate"),
            problems: &[UnknownTemplate],
        },
        RouteId::EnableTemplate => Operation {
            tag: ADMINISTRATION,
            summary: "Enable a template",
            description: "Shows a disabled template to generation again.",
            parameters: vec![Parameter::TemplateIdInPath],
            body: Body::None,
            answer: Answer::Json("ManagedTemplate"),
            problems: &[UnknownTemplate],
        },
        RouteId::GetSubscription => Operation {
            tag: SERVICE,
            summary: "Read limits and usage",
            description: "The bounds that hold for the key's subscription, and what it used this month.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("Subscription"),
            problems: &[],
        },
        RouteId::Health => Operation {
            tag: SERVICE,
            summary: "Ask whether the service answers",
            description: "For load balancers and monitors.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Json("Health"),
            problems: &[Unavailable],
        },
        RouteId::Ready => Operation {
            tag: SERVICE,
            summary: "Ask whether the service is ready for requests",
            description: "For load balancers: 503 with everything that is in the way while the server starts or stops, its store does not answer, its disk is full, or no PDF can be made.",
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
        RouteId::Docs => Operation {
            tag: SERVICE,
            summary: "Read the reference page",
            description: "This document as one HTML page, which asks no other host for anything. Each problem's `type` names its section.",
            parameters: Vec::new(),
            body: Body::None,
            answer: Answer::Page,
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
