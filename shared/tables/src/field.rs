//! The fields of a JSON Schema that cells can fill.

use serde_json::Value;

/// What a field takes.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Whatever can be written; text stays text.
    Open,
    /// Text.
    Text,
    /// A number.
    Number,
    /// True or false.
    YesNo,
    /// A date, or with `time` a point in time.
    Date {
        /// A point in time.
        time: bool,
    },
    /// One of these.
    Choice(Vec<String>),
    /// A picture, as a `data:` address.
    Picture,
    /// A list of single values.
    List(Box<Kind>),
    /// Data of a form that the schema does not tell, as JSON.
    Json,
}

/// A step from the data to a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A member of an object. `required`: the object cannot do without it.
    Member {
        /// Its name.
        name: String,
        /// Whether the object cannot do without it.
        required: bool,
    },
    /// The elements of an array.
    Each,
}

/// A field that a cell fills.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// `customer.name`, `items[].price`.
    pub path: String,
    /// The way to it.
    pub steps: Vec<Step>,
    /// Its title and those around it, or their names: `Customer name`, `items price`.
    pub label: String,
    /// Its own title.
    pub title: Option<String>,
    /// What it takes.
    pub kind: Kind,
    /// Nothing (null) will do where it is required.
    pub takes_null: bool,
}

impl Field {
    /// Whether every item needs it: it, and all objects around it.
    #[must_use]
    pub fn is_required(&self) -> bool {
        all_required(&self.steps)
    }

    /// Whether every item needs the outermost list that it is inside of.
    #[must_use]
    pub fn is_list_required(&self) -> bool {
        all_required(self.steps.split(|step| *step == Step::Each).next().unwrap_or_default())
    }

    /// Whether every element of that list needs it.
    #[must_use]
    pub fn is_required_in_list(&self) -> bool {
        let inside = self.steps.iter().position(|step| *step == Step::Each).map_or(0, |at| at + 1);
        all_required(self.steps.get(inside..).unwrap_or_default())
    }

    /// How many lists it is inside of.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.steps.iter().filter(|step| **step == Step::Each).count()
    }

    /// The path of the outermost list that it is inside of: `items`.
    #[must_use]
    pub fn list(&self) -> Option<&str> {
        self.path.split_once("[]").map(|(list, _)| list)
    }

    /// What an empty cell is where the field is needed: no, or nothing. `None`: it needs a value.
    pub(crate) fn blank(&self) -> Option<&'static str> {
        match self.kind {
            Kind::YesNo => Some("false"),
            _ => self.takes_null.then_some("null"),
        }
    }

    /// The first member's name.
    pub(crate) fn root(&self) -> Option<&str> {
        self.steps.iter().find_map(|step| match step {
            Step::Member { name, .. } => Some(name.as_str()),
            Step::Each => None,
        })
    }

    /// The last member's name.
    pub(crate) fn name(&self) -> &str {
        let mut names = self.steps.iter().rev().filter_map(|step| match step {
            Step::Member { name, .. } => Some(name.as_str()),
            Step::Each => None,
        });
        names.next().unwrap_or_default()
    }
}

fn all_required(steps: &[Step]) -> bool {
    steps.iter().all(|step| !matches!(step, Step::Member { required: false, .. }))
}

/// The fields of a template's schema, in its order. Groups and lists of groups give their members; a list of single values
/// is one field.
#[must_use]
pub fn fields(schema: &Value) -> Vec<Field> {
    let mut found = Vec::new();
    members(schema, &Around::default(), &mut found);
    found
}

/// What stands around a field.
#[derive(Default, Clone)]
struct Around {
    path: String,
    label: String,
    steps: Vec<Step>,
}

/// Recurses as deep as the schema, whose depth the template bounds.
fn members(schema: &Value, around: &Around, found: &mut Vec<Field>) {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let mut here = around.clone();
        here.steps.push(Step::Member { name: name.clone(), required: required.contains(&name.as_str()) });
        let dot = if here.path.is_empty() { "" } else { "." };
        here.path = format!("{}{dot}{name}", here.path);
        let title = inner["title"].as_str();
        let space = if here.label.is_empty() { "" } else { " " };
        here.label = format!("{}{space}{}", here.label, title.unwrap_or(name));
        visit(inner, title, here, found);
    }
}

fn visit(schema: &Value, title: Option<&str>, mut here: Around, found: &mut Vec<Field>) {
    let is_picture = schema["properties"]["$image"].is_object();
    if !is_picture && schema["properties"].as_object().is_some_and(|members| !members.is_empty()) {
        return members(schema, &here, found);
    }
    let items = &schema["items"];
    if types(schema) == ["array"] && (items["properties"].is_object() || types(items) == ["array"]) {
        here.path.push_str("[]");
        here.steps.push(Step::Each);
        return visit(items, items["title"].as_str().or(title), here, found);
    }
    let Around { path, label, steps } = here;
    let takes_null = takes_null(schema);
    found.push(Field { path, steps, label, title: title.map(str::to_owned), kind: kind(schema), takes_null });
}

/// The schema's types but null.
fn types(schema: &Value) -> Vec<&str> {
    let one = schema["type"].as_str().into_iter();
    let several = schema["type"].as_array().into_iter().flatten().filter_map(Value::as_str);
    one.chain(several).filter(|name| *name != "null").collect()
}

fn takes_null(schema: &Value) -> bool {
    match (&schema["enum"], &schema["type"]) {
        (Value::Array(entries), _) => entries.contains(&Value::Null),
        (_, Value::Array(types)) => types.iter().any(|name| name == "null"),
        (_, one) => one.is_null(),
    }
}

fn kind(schema: &Value) -> Kind {
    if let Some(entries) = schema["enum"].as_array() {
        return Kind::Choice(entries.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    }
    match types(schema).as_slice() {
        ["number" | "integer"] => Kind::Number,
        // The first type is the one to ask for: a condition takes more than yes and no.
        ["boolean", ..] => Kind::YesNo,
        ["array"] => Kind::List(Box::new(kind(&schema["items"]))),
        ["object"] if schema["properties"]["$image"].is_object() => Kind::Picture,
        ["object"] => Kind::Json,
        ["string"] => match schema["anyOf"][0]["format"].as_str() {
            Some(format) => Kind::Date { time: format == "date-time" },
            None => Kind::Text,
        },
        _ => Kind::Open,
    }
}

/// The element of a list of single values, as a field of its own.
pub(crate) fn element(field: &Field) -> Option<Field> {
    let Kind::List(kind) = &field.kind else { return None };
    let mut steps = field.steps.clone();
    steps.push(Step::Each);
    let (path, kind) = (format!("{}[]", field.path), (**kind).clone());
    Some(Field { path, steps, kind, takes_null: true, ..field.clone() })
}
