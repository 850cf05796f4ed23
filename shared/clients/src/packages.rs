//! The generated modules of the client packages: a method for each operation, a type for each shape, an error for each
//! problem.

use std::collections::BTreeSet;

use heck::ToShoutySnakeCase;
use minijinja::{Environment, Error, context};
use platen_openapi::CODES;
use platen_openapi::calls::{Call, Content, Input, calls};
use platen_openapi::samples::environment;
use platen_openapi::values::value;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Generated;
use crate::names::{exported, unexported};
use crate::types::{
    CSHARP, GO, JAVA, Language, PHP, PYTHON, TYPESCRIPT, go_pointer, name, php_class, php_native, php_or_null,
};

/// A package's modules, each a template, and where it goes.
const PYTHON_MODULES: [(&str, &str); 3] = [
    ("python/src/platen_client/_operations.py", include_str!("python/operations.j2")),
    ("python/src/platen_client/models.py", include_str!("python/models.j2")),
    ("python/src/platen_client/problems.py", include_str!("python/problems.j2")),
];
const TYPESCRIPT_MODULES: [(&str, &str); 3] = [
    ("typescript/src/operations.ts", include_str!("typescript/operations.j2")),
    ("typescript/src/models.ts", include_str!("typescript/models.j2")),
    ("typescript/src/problems.ts", include_str!("typescript/problems.j2")),
];
const JAVA_MODULES: [(&str, &str); 6] = [
    (
        "java/src/main/java/io/github/platen/client/Operations.java",
        concat!("{%- set is_async = false -%}", include_str!("java/operations.j2")),
    ),
    (
        "java/src/main/java/io/github/platen/client/AsyncOperations.java",
        concat!("{%- set is_async = true -%}", include_str!("java/operations.j2")),
    ),
    ("java/src/main/java/io/github/platen/client/Parameters.java", include_str!("java/parameters.j2")),
    ("java/src/main/java/io/github/platen/client/Models.java", include_str!("java/models.j2")),
    ("java/src/main/java/io/github/platen/client/Problems.java", include_str!("java/problems.j2")),
    ("java/pom.xml", include_str!("java/pom.j2")),
];
const CSHARP_MODULES: [(&str, &str); 4] = [
    ("csharp/Operations.cs", include_str!("csharp/operations.j2")),
    ("csharp/Models.cs", include_str!("csharp/models.j2")),
    ("csharp/Problems.cs", include_str!("csharp/problems.j2")),
    ("csharp/Platen.Client.csproj", include_str!("csharp/project.j2")),
];
const GO_MODULES: [(&str, &str); 3] = [
    ("go/operations.go", include_str!("go/operations.j2")),
    ("go/models.go", include_str!("go/models.j2")),
    ("go/problems.go", include_str!("go/problems.j2")),
];
const PHP_MODULES: [(&str, &str); 3] = [
    ("php/src/Operations.php", include_str!("php/operations.j2")),
    ("php/src/Models.php", include_str!("php/models.j2")),
    ("php/src/Problems.php", include_str!("php/problems.j2")),
];

/// A method of a client.
#[derive(Serialize)]
struct Method<'a> {
    /// Its name: the operation's.
    id: String,
    summary: String,
    call: &'a Call<'a>,
    /// A header that is always the same.
    fixed: Option<(&'a str, &'a Value)>,
    inputs: Vec<Typed<&'a Input<'a>>>,
    body: Option<Typed<&'a Content<'a>>>,
    answer: String,
}

/// Something and its type.
#[derive(Serialize)]
struct Typed<T> {
    is: T,
    kind: String,
}

/// A shape: an object with its members, or another name of a type.
#[derive(Serialize)]
struct Model<'a> {
    name: &'a str,
    description: &'a str,
    /// The shapes whose members it has too.
    bases: Vec<&'a str>,
    members: Vec<Member<'a>>,
    /// The type, where it is no object with members.
    alias: Option<String>,
    /// A member has the name of a word of Python, which no class can have.
    is_reserved: bool,
    /// Whether requests have it.
    is_sent: bool,
    /// The texts that it is one of.
    choices: Vec<&'a str>,
}

#[derive(Serialize)]
struct Member<'a> {
    name: &'a str,
    description: &'a str,
    required: bool,
    kind: String,
}

pub(crate) fn files() -> Result<Vec<Generated>, Error> {
    let mut files = render(&PYTHON_MODULES, &PYTHON, "models.", ["File", "bytes"])?;
    files.extend(render(&TYPESCRIPT_MODULES, &TYPESCRIPT, "models.", ["File", "Bytes"])?);
    files.extend(render(&JAVA_MODULES, &JAVA, "Models.", ["PlatenFile", "byte[]"])?);
    files.extend(render(&CSHARP_MODULES, &CSHARP, "Models.", ["PlatenFile", "byte[]"])?);
    files.extend(render(&GO_MODULES, &GO, "", ["File", "[]byte"])?);
    files.extend(render(&PHP_MODULES, &PHP, "Models\\", ["File", "string"])?);
    Ok(files)
}

/// `files` are the types of a file that is answered and of one that is sent.
fn render(
    modules: &[(&str, &str)],
    language: &Language,
    prefix: &str,
    files: [&str; 2],
) -> Result<Vec<Generated>, Error> {
    let calls: Vec<Call<'static>> = calls().into_iter().filter(|call| !call.is_for_browsers).collect();
    let methods: Vec<Method<'_>> =
        calls.iter().flat_map(|call| methods(call, language, prefix, files)).collect();
    let models = models(language, &sent(&calls));
    let codes = &platen_openapi::document()["components"]["schemas"]["Problem"]["properties"]["code"][CODES];
    let codes: Vec<&str> = codes.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let environment = filters(environment());
    let version = env!("CARGO_PKG_VERSION");
    let given = context! { methods => value(&methods)?, models => value(&models)?, codes => codes, version => version };
    let module = |(path, template): &(&str, &str)| {
        let text = environment.render_str(template, given.clone())?;
        Ok(Generated::text(path, &(text.trim_start().to_owned() + "\n")))
    };
    modules.iter().map(module).collect()
}

fn filters(mut environment: Environment<'static>) -> Environment<'static> {
    environment.add_filter("constant", |name: &str| name.to_shouty_snake_case());
    // A required value of Java, which the literal `1` fits.
    environment.add_filter("primitive", |kind: &str| match kind {
        "Integer" => "int".to_owned(),
        "Long" | "Double" | "Boolean" => kind.to_lowercase(),
        _ => kind.to_owned(),
    });
    environment.add_filter("nullable", |kind: &str| (CSHARP.or_null)(kind));
    environment.add_filter("exported", |name: &str| exported(name));
    environment.add_filter("unexported", |name: &str| unexported(name));
    // What a method of Go returns.
    environment.add_filter("pointer", |kind: &str| {
        let is_struct = kind.starts_with(|letter: char| letter.is_ascii_uppercase());
        if is_struct { format!("*{kind}") } else { kind.to_owned() }
    });
    environment.add_filter("optional", go_pointer);
    // The same in an answer, where an empty list means as much as none.
    environment.add_filter("absent", |kind: &str| match kind.trim_start_matches('*') {
        list if list.starts_with("[]") => list.to_owned(),
        _ => go_pointer(kind),
    });
    environment.add_filter("commented", |text: &str, before: &str| {
        text.trim_end().replace("\n\n", "\n").replace('\n', &format!("\n{before}// "))
    });
    environment.add_filter("or_null", php_or_null);
    environment.add_filter("native", php_native);
    environment.add_filter("class", |kind: &str| php_class(kind).to_owned());
    // Text of a comment that is read as XML or HTML.
    environment.add_filter("marked", |text: &str| text.replace('&', "&amp;").replace('<', "&lt;"));
    // A comment's text: no sign in it may end the comment.
    environment.add_filter("said", |text: &str| text.replace("*/", "*\\/").replace('\\', "\\\\"));
    environment
}

/// The methods of an operation: two where it makes a thing at once or, with `Prefer`, in the background, so that each has one
/// kind of answer.
fn methods<'a>(
    call: &'a Call<'a>,
    language: &Language,
    prefix: &str,
    files: [&str; 2],
) -> impl Iterator<Item = Method<'a>> {
    let prefer = call.inputs.iter().find(|input| input.name == "Prefer");
    let kinds: Vec<String> = call
        .answers
        .iter()
        .map(|answer| if answer.is_file { files[0].to_owned() } else { language.of(answer.schema, prefix) })
        .collect();
    let typed = |input: &'a Input<'a>| Typed { is: input, kind: language.of(input.schema, prefix) };
    let method = |later: bool| Method {
        id: if later { format!("{}Later", call.id) } else { call.id.to_owned() },
        summary: if later { format!("{} in the background", call.summary) } else { call.summary.to_owned() },
        call,
        fixed: prefer.filter(|_| later).map(|prefer| (prefer.name, &prefer.example)),
        inputs: call.inputs.iter().filter(|input| input.name != "Prefer").map(typed).collect(),
        body: call.body.as_ref().map(|body| Typed {
            is: body,
            kind: if body.is_file { files[1].to_owned() } else { language.sent().of(body.schema, prefix) },
        }),
        answer: kinds.get(usize::from(later)).map_or(language.nothing, String::as_str).to_owned(),
    };
    let later = prefer.is_some() && kinds.len() > 1;
    [Some(method(false)), later.then(|| method(true))].into_iter().flatten()
}

/// The names of the shapes of requests, and of those inside them.
fn sent(calls: &[Call<'static>]) -> BTreeSet<&'static str> {
    fn reach(schema: &'static Value, found: &mut BTreeSet<&'static str>) {
        if let Some(name) = name(schema).filter(|name| found.insert(name)) {
            reach(&platen_openapi::document()["components"]["schemas"][name], found);
        }
        let (members, items) = (schema.as_object(), schema.as_array());
        members
            .into_iter()
            .flat_map(Map::values)
            .chain(items.into_iter().flatten())
            .for_each(|inner| reach(inner, found));
    }
    let mut found = BTreeSet::new();
    calls.iter().filter_map(|call| call.body.as_ref()).for_each(|body| reach(body.schema, &mut found));
    found
}

fn models(language: &Language, sent: &BTreeSet<&str>) -> Vec<Model<'static>> {
    let schemas = platen_openapi::document()["components"]["schemas"].as_object().into_iter().flatten();
    let mut models: Vec<Model<'_>> = schemas
        .map(|(name, schema)| match sent.contains(name.as_str()) {
            true => Model { is_sent: true, ..model(name, schema, &language.sent()) },
            false => model(name, schema, language),
        })
        .collect();
    // Python reads from above: a shape comes after those whose members it has, and other names of types before them all.
    models.sort_by_key(|model| depth(model.name));
    models
}

/// How many shapes it has below it.
fn depth(of: &str) -> usize {
    let schema = &platen_openapi::document()["components"]["schemas"][of];
    let parts = schema["allOf"].as_array().into_iter().flatten();
    parts.filter_map(name).map(|base| depth(base) + 1).max().unwrap_or(0)
}

fn model(name: &'static str, schema: &'static Value, language: &Language) -> Model<'static> {
    let parts: Vec<&Value> =
        schema["allOf"].as_array().map_or_else(|| vec![schema], |parts| parts.iter().collect());
    let members: Vec<Member<'_>> = parts.iter().flat_map(|part| members(part, language)).collect();
    let bases: Vec<&str> = parts.iter().filter_map(|part| crate::types::name(part)).collect();
    let alias = (members.is_empty() && bases.is_empty()).then(|| language.of(schema, ""));
    let description = schema["description"].as_str().unwrap_or_default();
    let is_reserved =
        members.iter().any(|member| ["class", "from", "global", "in", "is"].contains(&member.name));
    // Open lists, too: what is known has a name.
    let choices = ["enum", CODES].iter().filter_map(|list| schema[*list].as_array()).flatten();
    let choices = choices.filter_map(Value::as_str).collect();
    Model { name, description, bases, members, alias, is_reserved, is_sent: false, choices }
}

fn members(schema: &'static Value, language: &Language) -> Vec<Member<'static>> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, inner)| Member {
            name,
            description: inner["description"]
                .as_str()
                .or_else(|| inner["oneOf"][0]["description"].as_str())
                .unwrap_or_default(),
            required: required.contains(&name.as_str()),
            kind: language.of(inner, ""),
        })
        .collect()
}
