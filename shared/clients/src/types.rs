//! JSON Schemas as types of Python, TypeScript, Java, C#, Go and PHP. What the types of a language cannot say (lengths, patterns) is
//! left out: the service says it with its answer.

use serde_json::Value;

/// How a language writes types.
#[derive(Clone, Copy)]
pub(crate) struct Language {
    pub(crate) any: &'static str,
    pub(crate) null: &'static str,
    /// What a method without an answer returns.
    pub(crate) nothing: &'static str,
    pub(crate) text: &'static str,
    pub(crate) integer: &'static str,
    /// An integer of 64 bits.
    pub(crate) long: &'static str,
    pub(crate) number: &'static str,
    pub(crate) boolean: &'static str,
    pub(crate) list: fn(&str) -> String,
    pub(crate) map: fn(&str) -> String,
    /// An object with any members, as it is answered.
    pub(crate) object: &'static str,
    /// The same in a request: where classes are written as JSON by themselves, any of the caller's.
    pub(crate) sent_object: &'static str,
    /// One of these texts, each written as a literal of JSON.
    pub(crate) choice: fn(&[String]) -> String,
    pub(crate) or_null: fn(&str) -> String,
    /// Whether a type can have another name.
    pub(crate) has_aliases: bool,
}

pub(crate) const PYTHON: Language = Language {
    any: "Any",
    null: "None",
    nothing: "None",
    text: "str",
    integer: "int",
    long: "int",
    number: "float",
    boolean: "bool",
    list: |of| format!("list[{of}]"),
    map: |of| format!("dict[str, {of}]"),
    object: "dict[str, Any]",
    sent_object: "dict[str, Any]",
    choice: |values| format!("Literal[{}]", values.join(", ")),
    or_null: |of| format!("{of} | None"),
    has_aliases: true,
};

pub(crate) const TYPESCRIPT: Language = Language {
    any: "unknown",
    null: "null",
    nothing: "void",
    text: "string",
    integer: "number",
    long: "number",
    number: "number",
    boolean: "boolean",
    list: |of| if of.contains(' ') { format!("({of})[]") } else { format!("{of}[]") },
    map: |of| format!("{{ [name: string]: {of} }}"),
    object: "{ [name: string]: unknown }",
    sent_object: "{ [name: string]: unknown }",
    choice: |values| values.join(" | "),
    or_null: |of| format!("{of} | null"),
    has_aliases: true,
};

/// Choices are texts: an `enum` would fail on one that a later service adds.
pub(crate) const JAVA: Language = Language {
    any: "Object",
    null: "null",
    nothing: "void",
    text: "String",
    integer: "Integer",
    long: "Long",
    number: "Double",
    boolean: "Boolean",
    list: |of| if of == "Object" { "List<?>".to_owned() } else { format!("List<{of}>") },
    map: |of| format!("Map<String, {of}>"),
    object: "Map<String, Object>",
    sent_object: "Object",
    choice: |_| "String".to_owned(),
    or_null: str::to_owned,
    has_aliases: false,
};

/// Choices are texts, as in Java.
pub(crate) const CSHARP: Language = Language {
    any: "JToken",
    null: "null",
    nothing: "void",
    text: "string",
    integer: "int",
    long: "long",
    number: "double",
    boolean: "bool",
    list: |of| if of == "object" { "IEnumerable<object>".to_owned() } else { format!("List<{of}>") },
    map: |of| format!("IDictionary<string, {of}>"),
    object: "JObject",
    sent_object: "object",
    choice: |_| "string".to_owned(),
    or_null: |of| {
        if ["int", "long", "double", "bool"].contains(&of) { format!("{of}?") } else { of.to_owned() }
    },
    has_aliases: false,
};

/// Choices are texts, as in Java. A list of anything may be one of the caller's types.
pub(crate) const GO: Language = Language {
    any: "any",
    null: "null",
    nothing: "",
    text: "string",
    integer: "int",
    long: "int64",
    number: "float64",
    boolean: "bool",
    list: |of| if of == "any" { of.to_owned() } else { format!("[]{of}") },
    map: |of| format!("map[string]{of}"),
    object: "map[string]any",
    sent_object: "any",
    choice: |_| "string".to_owned(),
    or_null: go_pointer,
    has_aliases: false,
};

/// A type of Go that can be nil.
pub(crate) fn go_pointer(of: &str) -> String {
    let is_pointer = of == "any" || of.starts_with('*') || of.starts_with("map[");
    if is_pointer { of.to_owned() } else { format!("*{of}") }
}

/// The types of comments, which say more than those of the language.
pub(crate) const PHP: Language = Language {
    any: "mixed",
    null: "null",
    nothing: "void",
    text: "string",
    integer: "int",
    long: "int",
    number: "float",
    boolean: "bool",
    list: |of| format!("list<{of}>"),
    map: |of| format!("array<string, {of}>"),
    object: "\\stdClass",
    sent_object: "array<string, mixed>|object",
    choice: |_| "string".to_owned(),
    or_null: php_or_null,
    has_aliases: false,
};

/// A type of PHP's comments with null.
pub(crate) fn php_or_null(of: &str) -> String {
    if of == "mixed" || of.ends_with("|null") { of.to_owned() } else { format!("{of}|null") }
}

/// A type of PHP's comments as the language itself has it.
pub(crate) fn php_native(of: &str) -> String {
    let bare = of.trim_end_matches("|null");
    let native = match bare.split_once('<') {
        Some((_, rest)) if rest.ends_with("|object") => "array|object",
        Some(_) => "array",
        None => bare,
    };
    match (bare.len() < of.len(), native.contains('|')) {
        (true, true) => format!("{native}|null"),
        (true, false) => format!("?{native}"),
        _ => native.to_owned(),
    }
}

/// The class that a type of PHP is of, or a list of; empty where it is neither.
pub(crate) fn php_class(of: &str) -> &str {
    let bare = of.trim_end_matches("|null");
    let inner = bare.strip_prefix("list<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(bare);
    let name = inner.rsplit('\\').next().unwrap_or(inner);
    if name.starts_with(|letter: char| letter.is_ascii_uppercase()) { inner } else { "" }
}

impl Language {
    /// The language of requests.
    pub(crate) fn sent(&self) -> Self {
        Self { object: self.sent_object, ..*self }
    }

    /// The type of what a schema describes; named schemas have `prefix` before their names.
    pub(crate) fn of(&self, schema: &Value, prefix: &str) -> String {
        if let Some(name) = name(schema) {
            let target = &platen_openapi::document()["components"]["schemas"][name];
            let is_alias = target["properties"].is_null() && target["allOf"].is_null();
            return if is_alias && !self.has_aliases {
                self.of(target, prefix)
            } else {
                format!("{prefix}{name}")
            };
        }
        for choices in ["oneOf", "anyOf", "allOf"] {
            if let Some(choices) = schema[choices].as_array() {
                return self.joined(choices.iter().map(|choice| self.of(choice, prefix)));
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
            return (self.choice)(&values);
        }
        match &schema["type"] {
            Value::Array(kinds) => self
                .joined(kinds.iter().filter_map(Value::as_str).map(|kind| self.single(kind, schema, prefix))),
            Value::String(kind) => self.single(kind, schema, prefix),
            _ => self.any.to_owned(),
        }
    }

    fn single(&self, kind: &str, schema: &Value, prefix: &str) -> String {
        match kind {
            "string" => self.text.to_owned(),
            "integer" if schema["format"] == "int64" => self.long.to_owned(),
            "integer" => self.integer.to_owned(),
            "number" => self.number.to_owned(),
            "boolean" => self.boolean.to_owned(),
            "null" => self.null.to_owned(),
            "array" => (self.list)(&self.of(&schema["items"], prefix)),
            _ => match &schema["additionalProperties"] {
                values @ Value::Object(_) => (self.map)(&self.of(values, prefix)),
                _ => self.object.to_owned(),
            },
        }
    }

    /// One of these, where null is written in the language's way. (Java and C# have no type for two others; no shape needs one.)
    fn joined(&self, types: impl Iterator<Item = String>) -> String {
        let mut types: Vec<String> = types.collect();
        types.dedup();
        let all = types.len();
        types.retain(|kind| kind != self.null);
        let joined = types.join(" | ");
        if types.len() < all { (self.or_null)(&joined) } else { joined }
    }
}

/// The name of the schema that a reference leads to.
pub(crate) fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}
