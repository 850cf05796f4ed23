//! The requests of a collection in an order in which each can be sent after the one before, and what each hands on to those that
//! follow: ids, links, and the key of a link to a form.

use platen_openapi::calls::{Call, Content, Input, calls};
use serde_json::{Value, json};

/// What the collections are called.
pub(super) const NAME: &str = "Platen";

/// The file that requests with a file send; it lies beside them.
pub(super) const TEMPLATE: &str = "template.docx";

/// The groups of operations in the walk's order: nothing is made of a template before there is one.
const ORDER: [&str; 6] = ["Service", "Administration", "Templates", "Documents", "Bulk jobs", "Access"];

/// The folder of what removes things again.
const LAST: &str = "Clean up";

/// What stands in for an operation's address and key: a link that the service signed, or a key that opens one form.
const HANDED_ON: [(&str, Target, &str); 4] = [
    ("getArchive", Target::Link("zipUrl"), "key"),
    ("putBulkUpload", Target::Link("uploadUrl"), "key"),
    ("getForm", Target::Path, "formKey"),
    ("fillForm", Target::Path, "formKey"),
];

/// Inputs that a request can do without in another form, with what they are here.
const GIVEN: [(&str, &str, &str); 3] = [
    ("registerTemplate", "fileName", TEMPLATE),
    ("convert", "format", ".pdf"),
    ("publishTemplate", "version", "1"),
];

/// Where a request goes.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// To its operation's path.
    Path,
    /// To the address that this variable holds.
    Link(&'static str),
}

/// A request of the walk.
pub(super) struct Step {
    pub call: Call<'static>,
    /// The folder that it stands in.
    pub folder: &'static str,
    pub target: Target,
    /// The variable that holds its key.
    pub key: &'static str,
    /// What it carries.
    pub body: Option<Content<'static>>,
    pub inputs: Vec<Given>,
}

/// A parameter of a request.
pub(super) struct Given {
    pub name: &'static str,
    pub place: &'static str,
    pub description: &'static str,
    pub value: String,
    /// Whether it is sent; what is not sent is there to be switched on.
    pub is_sent: bool,
}

/// All steps.
pub(super) fn steps() -> Vec<Step> {
    let mut steps: Vec<Step> = calls().into_iter().filter(|call| !call.is_for_browsers).map(step).collect();
    let rank = |step: &Step| ORDER.iter().position(|folder| *folder == step.folder).unwrap_or(ORDER.len());
    // Whoever waits for a job's end can fetch its archive, and whoever has a ticket can upload: links come after the rest of
    // their group, which hands them on.
    steps.sort_by_key(|step| (rank(step), matches!(step.target, Target::Link(_))));
    // What was made of something goes before it does.
    let cleaning = steps.partition_point(|step| step.folder != LAST);
    steps[cleaning..].reverse();
    steps
}

/// The steps by folder.
pub(super) fn folders(steps: &[Step]) -> Vec<(&'static str, Vec<&Step>)> {
    let mut folders: Vec<(&str, Vec<&Step>)> = Vec::new();
    for step in steps {
        match folders.iter_mut().find(|(name, _)| *name == step.folder) {
            Some((_, known)) => known.push(step),
            None => folders.push((step.folder, vec![step])),
        }
    }
    folders
}

fn step(mut call: Call<'static>) -> Step {
    let known = HANDED_ON.iter().find(|(id, ..)| *id == call.id);
    let (target, key) = known.map_or((Target::Path, "key"), |&(_, target, key)| (target, key));
    let inputs = match target {
        Target::Path => call.inputs.iter().map(|input| given(call.id, input)).collect(),
        Target::Link(_) => Vec::new(),
    };
    Step {
        folder: if call.method == "DELETE" { LAST } else { call.tag },
        target,
        key,
        body: file(&call).or_else(|| call.body.take()),
        inputs,
        call,
    }
}

fn given(operation: &str, input: &Input<'static>) -> Given {
    let given = GIVEN.iter().find(|(id, name, _)| *id == operation && *name == input.name);
    let value = match (given, &input.example) {
        (Some((_, _, value)), _) => (*value).to_owned(),
        _ if input.name.ends_with("Id") => format!("{{{{{}}}}}", input.name),
        (None, Value::String(text)) => text.clone(),
        (None, other) => other.to_string(),
    };
    Given {
        name: input.name,
        place: input.place,
        description: input.description,
        value,
        is_sent: input.required || given.is_some(),
    }
}

/// The body of an operation that takes a file as it is.
fn file(call: &Call<'static>) -> Option<Content<'static>> {
    let contents = call.source["requestBody"]["content"].as_object()?;
    let (media_type, content) =
        contents.iter().find(|(name, _)| name.ends_with("wordprocessingml.document"))?;
    let schema = &content["schema"];
    Some(Content { media_type, schema, shape: None, is_file: true, example: Value::Null })
}

/// A body to begin with, with variables for ids.
pub(super) fn body(content: &Content<'_>) -> String {
    let mut example = content.example.clone();
    if let Some(id) = example.get_mut("templateId") {
        *id = json!("{{templateId}}");
    }
    format!("{example:#}")
}

/// The variables: where the service is and a key, which a person sets, and what requests hand on.
pub(super) fn variables(steps: &[Step]) -> Vec<(&'static str, &'static str)> {
    let mut variables = vec![("baseUrl", "http://127.0.0.1:8080"), ("key", "")];
    variables.extend(handed_on(steps).into_iter().map(|name| (name, "")));
    variables
}

/// What requests hand on.
fn handed_on(steps: &[Step]) -> Vec<&'static str> {
    let inputs = steps.iter().flat_map(|step| &step.inputs);
    let ids = inputs.map(|input| input.name).filter(|name| name.ends_with("Id"));
    let of_others = steps.iter().flat_map(|step| match step.target {
        Target::Link(link) => [link, step.key],
        Target::Path => [step.key, step.key],
    });
    let mut names: Vec<&str> = ids.chain(of_others.filter(|name| *name != "key")).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A program's words for what each of the two programs calls in its own way.
pub(super) struct Words {
    pub status: &'static str,
    pub json: &'static str,
    pub set: &'static str,
    pub test: &'static str,
    pub expect: &'static str,
    /// Waits, and sends the same request again.
    pub again: &'static str,
}

/// What is run after an answer.
pub(super) struct After {
    /// Keeps what the requests that come next need. What a list shows is not kept: the next request might delete it.
    pub keep: Vec<String>,
    /// That the answer is one of the good ones.
    pub test: String,
}

impl After {
    pub(super) fn of(step: &Step, steps: &[Step], words: &Words) -> After {
        let Words { status, json, set, test, expect, again } = words;
        let responses = step.call.source["responses"].as_object().into_iter().flatten();
        let good: Vec<&str> =
            responses.map(|(status, _)| status.as_str()).filter(|status| *status < "400").collect();
        let good = good.join(", ");
        let test = format!("{test}(\"It is answered well\", () => {expect}([{good}]).to.include({status}));");
        let mut keep = Vec::new();
        if step.call.id == "getBulkGenerationJob" {
            // Its archive is there once it has ended.
            keep.extend([
                format!("const job = {json};"),
                format!("if ({status} === 200 && job.zipUrl) {set}(\"zipUrl\", job.zipUrl);"),
                format!("if ({status} === 200 && !job.endTime) {again}"),
            ]);
        } else if good.contains("201") || good.contains("202") {
            let names = json!(handed_on(steps));
            keep.extend([
                format!("if ([201, 202].includes({status})) {{"),
                format!("  const made = {json};"),
                format!("  for (const name of {names}) if (made[name]) {set}(name, made[name]);"),
            ]);
            if step.call.id == "createFormLink" {
                keep.push(format!("  {set}(\"formKey\", made.url.split(\"/form/\")[1]);"));
            }
            keep.push("}".to_owned());
        }
        After { keep, test }
    }
}
