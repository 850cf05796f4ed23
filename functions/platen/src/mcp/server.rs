//! The protocol's side: which tools there are, and what becomes of a call.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};

use super::answer;
use super::documents::{CheckData, MakeDocument};
use super::folder::Folder;
use super::jobs::{CancelJob, GetJob, StartJob};
use super::progress::Progress;
use super::templates::{DescribeTemplate, DraftTemplate, FindTemplates, StarterData};
use super::tool::{Entry, Session};
use crate::failure::Failure;
use crate::remote::Client;

/// In the order in which an agent comes to need them.
const TOOLS: [Entry; 9] = [
    Entry::of::<FindTemplates>(),
    Entry::of::<DescribeTemplate>(),
    Entry::of::<StarterData>(),
    Entry::of::<CheckData>(),
    Entry::of::<MakeDocument>(),
    Entry::of::<StartJob>(),
    Entry::of::<GetJob>(),
    Entry::of::<CancelJob>(),
    Entry::of::<DraftTemplate>(),
];

const INSTRUCTIONS: &str = "Platen makes Word and PDF documents from templates and JSON data. Find a template with \
    find_templates, read its fields with describe_template or take sample data from starter_data, then call make_document, or \
    start_job for many documents. Errors say what to change. Never invent values that the user has not given: ask for them, or offer to \
    leave them empty.";

/// The tools, on one service.
pub struct Tools {
    session: Session,
    /// The arguments of the only call, where they were read before, and what is held for as long as it lasts.
    arguments: Mutex<Option<(JsonObject, Box<dyn Send>)>>,
}

impl Tools {
    /// Tools that call this service, and may use the files of a folder.
    pub fn new(client: Client, folder: Option<Folder>) -> Tools {
        let session = Session { client: Arc::new(client), folder: folder.map(Arc::new), progress: None };
        Tools { session, arguments: Mutex::default() }
    }

    /// The same for a single call, whose arguments are not in its message but these. `held` is held while they are.
    #[must_use]
    pub fn called_with(self, arguments: JsonObject, held: impl Send + 'static) -> Tools {
        Tools { arguments: Mutex::new(Some((arguments, Box::new(held)))), ..self }
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("platen", env!("CARGO_PKG_VERSION")).with_title("Platen");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let definition = |entry: &Entry| entry.definition(self.session.folder.is_some());
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(definition).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let entry = TOOLS.iter().find(|entry| entry.name == name)?;
        Some(entry.definition(self.session.folder.is_some()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let read = self.arguments.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (arguments, _held) = match read {
            Some((arguments, held)) => (arguments, Some(held)),
            None => (request.arguments.unwrap_or_default(), None),
        };
        let Some(entry) = TOOLS.iter().find(|entry| entry.name == request.name) else {
            let names = TOOLS.map(|entry| entry.name).join(", ");
            let text = format!("tool `{}` not found; the tools are {names}", request.name);
            return Ok(answer::failed(&Failure::Input(text)).into());
        };
        let session = Session { progress: Progress::asked(&context), ..self.session.clone() };
        // Whoever hung up or canceled waits for nothing: what the call asks of the service ends with it.
        let called = context.ct.run_until_cancelled(entry.call(&session, arguments)).await;
        let called = called.unwrap_or_else(|| Err(Failure::Input("the call was canceled".to_owned())));
        Ok(called.unwrap_or_else(|failure| answer::failed(&failure)).into())
    }
}
