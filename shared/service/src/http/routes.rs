//! The one table of routes. It feeds the local server, the functions, the tests and the OpenAPI document.

use http::Method;
use uuid::Uuid;

use super::guid;
use crate::keys::Scope;
use crate::problem::{Code, Problem};

/// Operations, named as in the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the contract's own")]
pub enum RouteId {
    GetTemplates,
    GenerateTemplateMetadata,
    GetTemplateSchema,
    GenerateModel,
    GenerateDocument,
    Convert,
    GetForm,
    FillForm,
    GenerateDocumentsBulk,
    GetBulkGenerationJob,
    ListBulkGenerationJobs,
    ListAllBulkGenerationJobs,
    CancelBulkGenerationJob,
    GetArchive,
    CreateBulkUpload,
    PutBulkUpload,
    ListWebhooks,
    CreateWebhook,
    DeleteWebhook,
    RotateWebhook,
    TestWebhook,
    ListWebhookMessages,
    RedeliverMessage,
    RedeliverFailed,
    ListTemplates,
    RegisterTemplate,
    CheckTemplate,
    MarkTemplate,
    MigrateTemplate,
    MakeStarter,
    ListSamples,
    GetSample,
    GetSamplePicture,
    GetTemplate,
    GetTemplateFile,
    GetTemplateThumbnail,
    GetTemplateChanges,
    ReplaceTemplate,
    DescribeTemplate,
    PublishTemplate,
    DeleteTemplate,
    DisableTemplate,
    EnableTemplate,
    ListFormLinks,
    CreateFormLink,
    DeleteFormLink,
    GetSubscription,
    ListKeys,
    CreateKey,
    DeleteKey,
    ListBlockedPeople,
    BlockPerson,
    AllowPerson,
    ListEvents,
    GetSession,
    SignIn,
    FinishSignIn,
    SignOut,
    Health,
    Ready,
    OpenApi,
    Swagger,
    Docs,
    DocsScript,
    Guide,
}

impl RouteId {
    /// The operation's name for programs: `getTemplates`.
    pub fn operation(self) -> String {
        let name = format!("{self:?}");
        name[..1].to_ascii_lowercase() + &name[1..]
    }
}

/// The callers that an operation admits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// Anyone.
    Public,
    /// A link to a form, and no other key.
    Form,
    /// A valid key of an active subscription.
    Key,
    /// One that may send files of its own.
    Compose,
    /// One that may administer templates.
    Manage,
    /// One that may administer keys.
    Administer,
}

impl Auth {
    /// The scope that a key must have; `None` where none is asked for.
    pub fn scope(self) -> Option<Scope> {
        match self {
            Auth::Public => None,
            Auth::Form => Some(Scope::Fill),
            Auth::Key => Some(Scope::Generate),
            Auth::Compose => Some(Scope::Compose),
            Auth::Manage => Some(Scope::Manage),
            Auth::Administer => Some(Scope::Administer),
        }
    }
}

/// The body of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// None; one that comes is dropped unread.
    None,
    /// None; one that comes is an error, since its sender believes that it matters.
    Empty,
    /// JSON, at most `request_bytes` of it.
    Json,
    /// JSON, at most `request_bytes` of it; or a form with its members and a file, `docx.package_bytes` larger.
    Document,
    /// JSON, at most `bulk_request_bytes` of it.
    Bulk,
    /// As `Document`; or the file alone, with the members in the query.
    File,
    /// Items for a job, at most `upload_bytes` of them, which a home takes in as they come.
    Upload,
    /// A template's file, alone or in a form, at most `docx.package_bytes` of it.
    Template,
}

/// An operation.
#[derive(Debug, PartialEq, Eq)]
pub struct Route {
    /// Its id.
    pub id: RouteId,
    /// Its method.
    pub method: Method,
    /// Its path; `{name}` stands for one segment.
    pub path: &'static str,
    /// The callers that it admits.
    pub auth: Auth,
    /// Its body.
    pub body: BodyKind,
}

const TEMPLATE: &str = "/api/templates/{templateId}";

static ROUTES: &[Route] = &[
    route(RouteId::GetTemplates, Method::GET, "/api/getTemplates", Auth::Key, BodyKind::None),
    route(
        RouteId::GenerateTemplateMetadata,
        Method::GET,
        "/api/generateTemplateMetadata",
        Auth::Key,
        BodyKind::None,
    ),
    route(RouteId::GetTemplateSchema, Method::GET, "/api/getTemplateSchema", Auth::Key, BodyKind::None),
    route(RouteId::GenerateModel, Method::POST, "/api/generateModel", Auth::Key, BodyKind::Empty),
    route(RouteId::GenerateDocument, Method::POST, "/api/generateDocument", Auth::Key, BodyKind::Document),
    route(RouteId::Convert, Method::POST, "/api/convert", Auth::Compose, BodyKind::File),
    // What somebody without an account may do, who was sent a link.
    route(RouteId::GetForm, Method::GET, "/api/form", Auth::Form, BodyKind::None),
    route(RouteId::FillForm, Method::POST, "/api/form", Auth::Form, BodyKind::Json),
    route(
        RouteId::GenerateDocumentsBulk,
        Method::POST,
        "/api/generateDocumentsBulk",
        Auth::Key,
        BodyKind::Bulk,
    ),
    route(
        RouteId::GetBulkGenerationJob,
        Method::GET,
        "/api/bulkGenerationJobs/{jobId}",
        Auth::Key,
        BodyKind::None,
    ),
    route(
        RouteId::ListBulkGenerationJobs,
        Method::GET,
        "/api/bulkGenerationJobs/byTemplate/{templateId}",
        Auth::Key,
        BodyKind::None,
    ),
    route(
        RouteId::ListAllBulkGenerationJobs,
        Method::GET,
        "/api/bulkGenerationJobs",
        Auth::Key,
        BodyKind::None,
    ),
    route(
        RouteId::CancelBulkGenerationJob,
        Method::POST,
        "/api/bulkGenerationJobs/{jobId}/cancel",
        Auth::Key,
        BodyKind::Empty,
    ),
    // Their signature is their key: programs that fetch archives and put items hold no other.
    route(RouteId::GetArchive, Method::GET, "/api/archives/{jobId}", Auth::Public, BodyKind::None),
    route(RouteId::CreateBulkUpload, Method::POST, "/api/bulkUploads", Auth::Key, BodyKind::Empty),
    route(RouteId::PutBulkUpload, Method::PUT, "/api/uploads/{uploadId}", Auth::Public, BodyKind::Upload),
    // Whoever may start jobs may be told of their ends.
    route(RouteId::ListWebhooks, Method::GET, "/api/webhooks", Auth::Key, BodyKind::None),
    route(RouteId::CreateWebhook, Method::POST, "/api/webhooks", Auth::Key, BodyKind::Json),
    route(RouteId::DeleteWebhook, Method::DELETE, "/api/webhooks/{webhookId}", Auth::Key, BodyKind::None),
    route(
        RouteId::RotateWebhook,
        Method::POST,
        "/api/webhooks/{webhookId}/rotate",
        Auth::Key,
        BodyKind::Empty,
    ),
    route(RouteId::TestWebhook, Method::POST, "/api/webhooks/{webhookId}/test", Auth::Key, BodyKind::Empty),
    route(
        RouteId::ListWebhookMessages,
        Method::GET,
        "/api/webhooks/{webhookId}/messages",
        Auth::Key,
        BodyKind::None,
    ),
    route(
        RouteId::RedeliverMessage,
        Method::POST,
        "/api/webhooks/{webhookId}/messages/{messageId}/redeliver",
        Auth::Key,
        BodyKind::Empty,
    ),
    route(
        RouteId::RedeliverFailed,
        Method::POST,
        "/api/webhooks/{webhookId}/redeliver",
        Auth::Key,
        BodyKind::Json,
    ),
    route(RouteId::ListTemplates, Method::GET, "/api/templates", Auth::Manage, BodyKind::None),
    route(RouteId::RegisterTemplate, Method::POST, "/api/templates", Auth::Manage, BodyKind::Template),
    route(RouteId::CheckTemplate, Method::POST, "/api/templates/check", Auth::Manage, BodyKind::Template),
    route(RouteId::MarkTemplate, Method::POST, "/api/templates/mark", Auth::Manage, BodyKind::Template),
    route(RouteId::MigrateTemplate, Method::POST, "/api/templates/migrate", Auth::Manage, BodyKind::Template),
    route(RouteId::MakeStarter, Method::POST, "/api/templates/starter", Auth::Manage, BodyKind::Json),
    // They are everybody's, and hold nothing of any subscription.
    route(RouteId::ListSamples, Method::GET, "/api/samples", Auth::Key, BodyKind::None),
    route(RouteId::GetSample, Method::GET, "/api/samples/file", Auth::Key, BodyKind::None),
    route(RouteId::GetSamplePicture, Method::GET, "/api/samples/picture", Auth::Key, BodyKind::None),
    route(RouteId::GetTemplate, Method::GET, TEMPLATE, Auth::Manage, BodyKind::None),
    route(
        RouteId::GetTemplateFile,
        Method::GET,
        "/api/templates/{templateId}/file",
        Auth::Manage,
        BodyKind::None,
    ),
    // Whoever may make documents from a template may see what it looks like.
    route(
        RouteId::GetTemplateThumbnail,
        Method::GET,
        "/api/templates/{templateId}/thumbnail",
        Auth::Key,
        BodyKind::None,
    ),
    route(
        RouteId::GetTemplateChanges,
        Method::GET,
        "/api/templates/{templateId}/changes",
        Auth::Manage,
        BodyKind::None,
    ),
    route(RouteId::ReplaceTemplate, Method::PUT, TEMPLATE, Auth::Manage, BodyKind::Template),
    route(RouteId::DescribeTemplate, Method::PATCH, TEMPLATE, Auth::Manage, BodyKind::Json),
    route(
        RouteId::PublishTemplate,
        Method::POST,
        "/api/templates/{templateId}/publish",
        Auth::Manage,
        BodyKind::Empty,
    ),
    route(RouteId::DeleteTemplate, Method::DELETE, TEMPLATE, Auth::Manage, BodyKind::None),
    route(
        RouteId::DisableTemplate,
        Method::POST,
        "/api/templates/{templateId}/disable",
        Auth::Manage,
        BodyKind::Empty,
    ),
    route(
        RouteId::EnableTemplate,
        Method::POST,
        "/api/templates/{templateId}/enable",
        Auth::Manage,
        BodyKind::Empty,
    ),
    // Who may change a template may say who fills it in.
    route(RouteId::ListFormLinks, Method::GET, "/api/formLinks", Auth::Manage, BodyKind::None),
    route(RouteId::CreateFormLink, Method::POST, "/api/formLinks", Auth::Manage, BodyKind::Json),
    route(RouteId::DeleteFormLink, Method::DELETE, "/api/formLinks/{linkId}", Auth::Manage, BodyKind::None),
    route(RouteId::GetSubscription, Method::GET, "/api/getSubscription", Auth::Key, BodyKind::None),
    route(RouteId::ListKeys, Method::GET, "/api/keys", Auth::Administer, BodyKind::None),
    route(RouteId::CreateKey, Method::POST, "/api/keys", Auth::Administer, BodyKind::Json),
    route(RouteId::DeleteKey, Method::DELETE, "/api/keys/{keyId}", Auth::Administer, BodyKind::None),
    route(RouteId::ListBlockedPeople, Method::GET, "/api/blockedPeople", Auth::Administer, BodyKind::None),
    route(RouteId::BlockPerson, Method::POST, "/api/blockedPeople", Auth::Administer, BodyKind::Json),
    route(
        RouteId::AllowPerson,
        Method::DELETE,
        "/api/blockedPeople/{blockId}",
        Auth::Administer,
        BodyKind::None,
    ),
    route(RouteId::ListEvents, Method::GET, "/api/audit", Auth::Administer, BodyKind::None),
    // A browser that has no session yet begins one here; what a session may is checked by what it asks for.
    route(RouteId::GetSession, Method::GET, "/api/session", Auth::Public, BodyKind::None),
    route(RouteId::SignIn, Method::GET, "/api/sign-in", Auth::Public, BodyKind::None),
    route(RouteId::FinishSignIn, Method::GET, "/api/sign-in/callback", Auth::Public, BodyKind::None),
    route(RouteId::SignOut, Method::POST, "/api/sign-out", Auth::Public, BodyKind::None),
    route(RouteId::Health, Method::GET, "/api/health", Auth::Public, BodyKind::None),
    route(RouteId::Ready, Method::GET, "/api/health/ready", Auth::Public, BodyKind::None),
    route(RouteId::OpenApi, Method::GET, "/api/openapi.json", Auth::Public, BodyKind::None),
    route(RouteId::Swagger, Method::GET, "/api/swagger.json", Auth::Public, BodyKind::None),
    route(RouteId::Docs, Method::GET, "/api/docs", Auth::Public, BodyKind::None),
    route(RouteId::DocsScript, Method::GET, "/api/docs/try.js", Auth::Public, BodyKind::None),
    route(RouteId::Guide, Method::GET, "/api/docs/templates", Auth::Public, BodyKind::None),
];

const fn route(id: RouteId, method: Method, path: &'static str, auth: Auth, body: BodyKind) -> Route {
    Route { id, method, path, auth, body }
}

/// All operations.
pub fn routes() -> &'static [Route] {
    ROUTES
}

/// The variable segments of a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(Vec<(&'static str, String)>);

impl Params {
    /// The segment at `{name}`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The id that the path names, if it names one.
    pub(crate) fn id(&self) -> Option<Uuid> {
        self.0.iter().find_map(|(_, value)| guid(value))
    }
}

/// Finds the operation of a method and path.
///
/// # Errors
/// `unknown-route` when no operation has the path, `method-not-allowed` when only other methods have it.
pub fn find(method: &Method, path: &str) -> Result<(&'static Route, Params), Problem> {
    let mut known = None;
    for (route, params) in of_path(path) {
        if route.method == *method {
            return Ok((route, params));
        }
        known.get_or_insert(route.path);
    }
    let Some(known) = known else {
        return Err(Problem::new(
            Code::UnknownRoute,
            "No operation has this path. Paths start with /api, for example /api/getTemplates.",
        ));
    };
    let methods = methods(path);
    let words: Vec<&str> = methods.iter().map(|method| method.as_str()).collect();
    let detail = format!("{known} is called with {}.", words.join(" or "));
    Err(Problem::new(Code::MethodNotAllowed, detail).allow(allow(&methods)))
}

/// The value of `Allow` for a path with operations of these methods: HEAD is GET without the answer's body, and OPTIONS has
/// the same header (RFC 9110, 9.3.2, 9.3.7).
pub fn allow(methods: &[&Method]) -> String {
    let mut words: Vec<&str> = methods.iter().map(|method| method.as_str()).collect();
    words.extend(methods.contains(&&Method::GET).then_some("HEAD"));
    words.push("OPTIONS");
    words.join(", ")
}

/// The methods that operations of a path have.
pub fn methods(path: &str) -> Vec<&'static Method> {
    of_path(path).map(|(route, _)| &route.method).collect()
}

/// The operations of a path. One that has a path word for word leaves none to those with `{name}` in its place, as in an
/// API gateway. Case does not count, nor does a slash at the end: programs written for the platforms that this interface
/// takes after (Azure Functions, ASP.NET) spell paths as they like.
fn of_path(path: &str) -> impl Iterator<Item = (&'static Route, Params)> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let found = routes().iter().filter_map(|route| Some((route, matches(route.path, path)?)));
    let found: Vec<(&Route, Params)> = found.collect();
    let is_literal = |params: &Params| params.0.is_empty();
    let literal = found.iter().any(|(_, params)| is_literal(params));
    found.into_iter().filter(move |(_, params)| !literal || is_literal(params))
}

fn matches(pattern: &'static str, path: &str) -> Option<Params> {
    let mut params = Params::default();
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(params),
            (Some(want), Some(have)) => {
                match want.strip_prefix('{').and_then(|want| want.strip_suffix('}')) {
                    Some(name) if !have.is_empty() => params.0.push((name, have.to_owned())),
                    None if want.eq_ignore_ascii_case(have) => {}
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_found_and_no_two_are_the_same() {
        for route in routes() {
            assert_eq!(find(&route.method, route.path).unwrap().0, route);
        }
    }

    #[test]
    fn other_paths_are_unknown() {
        for path in ["", "/", "/api", "/api/", "/api/getTemplates//", "//api/getTemplates", "*"] {
            assert_eq!(find(&Method::GET, path).unwrap_err().code(), Code::UnknownRoute, "{path}");
        }
    }

    #[test]
    fn paths_are_found_in_any_case_and_with_a_slash_at_the_end() {
        for (path, operation) in [
            ("/api/gettemplates", RouteId::GetTemplates),
            ("/API/GetTemplates/", RouteId::GetTemplates),
            ("/api/BulkGenerationJobs/", RouteId::ListAllBulkGenerationJobs),
            ("/api/bulkgenerationjobs/bytemplate/7", RouteId::ListBulkGenerationJobs),
            ("/api/Health/Ready/", RouteId::Ready),
        ] {
            assert_eq!(find(&Method::GET, path).unwrap().0.id, operation, "{path}");
        }
        assert_eq!(find(&Method::POST, "/api/Templates/Check").unwrap().0.id, RouteId::CheckTemplate);
        let (_, params) = find(&Method::GET, "/api/ARCHIVES/Ab").unwrap();
        assert_eq!(params.get("jobId"), Some("Ab"), "values stay as they came");
    }

    #[test]
    fn other_methods_are_named() {
        for method in [Method::POST, Method::HEAD, Method::OPTIONS, Method::DELETE] {
            assert_eq!(
                find(&method, "/api/getTemplates").unwrap_err().code(),
                Code::MethodNotAllowed,
                "{method}"
            );
        }
    }

    #[test]
    fn a_path_with_several_operations_names_all_their_methods() {
        let problem = find(&Method::POST, "/api/templates/7").unwrap_err();
        assert_eq!(
            problem.detail(),
            "/api/templates/{templateId} is called with GET or PUT or PATCH or DELETE."
        );
        assert_eq!(methods("/api/templates/check"), [&Method::POST]);
        assert_eq!(find(&Method::GET, "/api/templates/check").unwrap_err().code(), Code::MethodNotAllowed);
        assert_eq!(methods("/api/templates/7/enable"), [&Method::POST]);
        assert!(methods("/api").is_empty());
    }

    #[test]
    fn variable_segments_are_taken_whole_and_never_empty() {
        let params = matches("/jobs/{id}/x", "/jobs/a%2Fb/x").unwrap();
        assert_eq!((params.get("id"), params.get("other")), (Some("a%2Fb"), None));
        assert_eq!(matches("/jobs/{id}", "/jobs/"), None);
        assert_eq!(matches("/jobs/{id}", "/jobs/a/b"), None);
    }
}
