//! What a tool is.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use rmcp::handler::server::tool::schema_for_input;
use rmcp::model::{self, CallToolResult, JsonObject, ToolAnnotations};
use rmcp::schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::folder::Folder;
use super::progress::Progress;
use crate::failure::Failure;
use crate::remote::Client;

/// The arguments about files, which only a process on the user's own machine takes.
const FILES: [&str; 4] = ["saveTo", "itemsFile", "map", "groupBy"];

/// What a tool works with.
#[derive(Clone)]
pub struct Session {
    /// The service, called with the key of whoever calls the tool.
    pub client: Arc<Client>,
    /// The folder whose files tools may read and write, if there is one.
    pub folder: Option<Arc<Folder>>,
    /// Who wants to know how far the call is, if anybody does.
    pub progress: Option<Progress>,
}

impl Session {
    /// A file that an argument names; `kinds` are the extensions that are right.
    ///
    /// # Errors
    /// There is no folder, or the file is not in it.
    pub fn file(&self, argument: &str, path: &Path, kinds: &[&str]) -> Result<PathBuf, Failure> {
        match &self.folder {
            Some(folder) => folder.file(argument, path, kinds),
            None => Err(Failure::Input(format!(
                "`{argument}` needs a folder: start `platen mcp` with `--files FOLDER`, or leave `{argument}` out"
            ))),
        }
    }
}

/// What a call may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Reads,
    /// It adds a document, a job or a draft.
    Adds,
    /// It ends something.
    Ends,
}

/// A tool; the type is what it is called with, and what its schema is made from.
#[async_trait]
pub trait Tool: DeserializeOwned + JsonSchema + Send + 'static {
    /// Its name for programs.
    const NAME: &'static str;
    /// Its name for people.
    const TITLE: &'static str;
    /// What it does and when to use it, for the model that chooses it.
    const DESCRIPTION: &'static str;
    /// What a call may change.
    const EFFECT: Effect;
    /// The schema of what it answers, from [`super::output`].
    const OUTPUT: fn() -> Value;

    /// Does it.
    async fn call(self, session: &Session) -> Result<CallToolResult, Failure>;
}

type Called<'a> = Pin<Box<dyn Future<Output = Result<CallToolResult, Failure>> + Send + 'a>>;

/// A tool in a table.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    define: fn() -> model::Tool,
    call: for<'a> fn(&'a Session, JsonObject) -> Called<'a>,
}

impl Entry {
    /// The entry of a tool.
    pub const fn of<T: Tool>() -> Entry {
        Entry { name: T::NAME, define: define::<T>, call: call::<T> }
    }

    /// Its definition. Without a folder it takes no files.
    pub fn definition(&self, has_folder: bool) -> model::Tool {
        let mut tool = (self.define)();
        if !has_folder
            && let Some(Value::Object(members)) = Arc::make_mut(&mut tool.input_schema).get_mut("properties")
        {
            FILES.iter().for_each(|name| drop(members.shift_remove(*name)));
        }
        tool
    }

    /// Calls it.
    ///
    /// # Errors
    /// The arguments are wrong, or the tool fails.
    pub async fn call(&self, session: &Session, arguments: JsonObject) -> Result<CallToolResult, Failure> {
        (self.call)(session, arguments).await
    }
}

fn define<T: Tool>() -> model::Tool {
    let is_read = T::EFFECT == Effect::Reads;
    let hints = ToolAnnotations::new()
        .read_only(is_read)
        .destructive(T::EFFECT == Effect::Ends)
        .idempotent(T::EFFECT != Effect::Adds)
        .open_world(false);
    // A type that derives its schema from named members is always an object; the tests list every tool.
    let schema = schema_for_input::<T>().unwrap_or_default();
    let tool = model::Tool::new(T::NAME, T::DESCRIPTION, schema).with_title(T::TITLE).with_annotations(hints);
    match (T::OUTPUT)() {
        Value::Object(output) => tool.with_raw_output_schema(Arc::new(output)),
        _ => tool,
    }
}

fn call<T: Tool>(session: &Session, arguments: JsonObject) -> Called<'_> {
    Box::pin(async move {
        let tool = T::deserialize(Value::Object(arguments)).map_err(|error| {
            Failure::Input(format!(
                "the arguments of `{}` are wrong: {error}; see its `inputSchema`",
                T::NAME
            ))
        })?;
        tool.call(session).await
    })
}
