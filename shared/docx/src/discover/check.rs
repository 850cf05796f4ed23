//! Compares data with the fields before a render, so that the sender hears of every fault at once.
//!
//! This runs before every document: while the data fits, nothing is allocated.

use serde_json::{Map, Value};

use super::control_fields;
use super::field_tree::Node;
use super::fits::fits;
use super::want::Want;
use crate::options::{Missing, RenderOptions, TODAY};
use crate::spelling::nearest;
use platen_ooxml::{Budget, Exhausted, beginning, reference_token};
use platen_rich::{DataError, Faults, Kind, Reading};

/// Members of an object among which a misspelled name is looked for.
const COMPARED: usize = 1_000;

/// Members by which other languages tell how long a list is.
const LENGTHS: [&str; 3] = ["count", "length", "size"];

/// Everything in `data` that does not fit; absent required fields count when the options say so.
pub(super) fn check(
    root: &Node,
    data: &Value,
    options: &RenderOptions,
    budget: &Budget,
) -> Result<Vec<DataError>, Exhausted> {
    let (missing, has_today) = (options.missing == Missing::Error, options.today.is_some());
    let mut check = Check { faults: Faults::default(), missing, has_today, budget };
    let at = At { value: Some(data), step: Step::Root, scope: true, around: None };
    if data.is_object() {
        check.object(root, &at);
    } else {
        check.fault(&at, || format!("is {}; the data must be an object", kind(data)));
    }
    budget.check()?;
    Ok(check.faults.into_list())
}

struct Check<'b> {
    faults: Faults,
    missing: bool,
    /// The options name a day, which data may do without.
    has_today: bool,
    budget: &'b Budget,
}

/// A place in the data, with the places around it.
struct At<'a> {
    /// Nothing where the data holds nothing.
    value: Option<&'a Value>,
    step: Step<'a>,
    /// Content controls look for their names here.
    scope: bool,
    around: Option<&'a At<'a>>,
}

enum Step<'a> {
    Root,
    Member(&'a str),
    Element(usize),
}

impl Check<'_> {
    /// Recurses as deep as the tree, whose depth is bounded.
    fn visit(&mut self, node: &Node, at: &At<'_>) {
        // Nothing is told once the budget has ended.
        if self.budget.spend(1).is_err() {
            return;
        }
        let Some(value) = at.value.filter(|value| !value.is_null()) else { return self.absent(node, at) };
        if node.guard && is_false(value) {
            return;
        }
        let fits = match (&node.want, value) {
            (Want::Array | Want::Container { .. }, Value::Array(items)) => {
                if self.missing && items.len() < node.needed {
                    return self.fault(at, || format!("has {}; {}", elements(items.len()), reached(node)));
                }
                if let Some(count) = node.unpacked.filter(|count| *count != items.len()) {
                    return self.fault(at, || format!("has {} elements; it must have {count}", items.len()));
                }
                if let Some(element) = &node.element {
                    for (index, item) in items.iter().enumerate() {
                        let step = Step::Element(index);
                        self.visit(
                            element,
                            &At { value: Some(item), step, scope: element.scope, around: Some(at) },
                        );
                    }
                }
                true
            }
            (Want::Container { object: true }, Value::Object(members))
                if self.missing && members.len() < node.needed =>
            {
                return self.fault(at, || format!("has {} members; {}", members.len(), reached(node)));
            }
            (Want::Container { object }, Value::Object(_)) => *object,
            (Want::Object, Value::Object(_)) => {
                self.object(node, at);
                true
            }
            (Want::Container { .. } | Want::Characters, Value::String(text))
                if self.missing
                    && text.chars().nth(node.needed.saturating_sub(1)).is_none()
                    && node.needed > 0 =>
            {
                return self.fault(at, || format!("is {text:?}; {}", reached(node)));
            }
            (
                Want::Printable | Want::Text | Want::Source(_) | Want::Suggestion(_) | Want::Picture,
                Value::Object(members),
            ) => {
                self.members(node, members, at);
                match (platen_rich::read(members), &node.text_only) {
                    (Reading::Rich(kind), _) if node.want == Want::Picture => kind == Kind::Image,
                    (Reading::Rich(_), Some(control)) => {
                        return self.fault(at, || {
                            format!("is rich content; the content control {control:?} takes only plain text")
                        });
                    }
                    (Reading::Rich(_), None) => true,
                    (Reading::Plain, _) => false,
                    (Reading::Unknown(name), _) => {
                        return self.fault(at, || {
                            format!(
                                "has the member {:?}; allowed are {}",
                                shortened(&name),
                                platen_rich::known()
                            )
                        });
                    }
                }
            }
            (want, value) => fits(want, value),
        };
        if !fits && !node.lenient {
            self.fault(at, || match value {
                Value::Array(_) if node.members.iter().any(|(name, _)| LENGTHS.contains(&name.as_str())) => {
                    "is an array; it must be an object (for the number of its elements write `|length` in the template)".to_owned()
                }
                Value::String(text) if node.want == Want::Truth => format!(
                    "is {:?}, which a condition takes for true; send false, or leave it out",
                    shortened(text)
                ),
                Value::String(text) => format!("is {:?}; it must be {}", shortened(text), node.want),
                _ => format!("is {}; it must be {}", kind(value), node.want),
            });
        }
    }

    /// Members of a rich value that neither its kind nor the template knows: a misspelled one would do nothing.
    fn members(&mut self, node: &Node, members: &Map<String, Value>, at: &At<'_>) {
        let Reading::Rich(kind) = platen_rich::read(members) else { return };
        let known = kind.members();
        let is_known = |name: &str| known.contains(&name) || node.members.iter().any(|(own, _)| own == name);
        for name in kind.texts() {
            let Some(value) = members.get(*name).filter(|value| !value.is_string() && !value.is_null())
            else {
                continue;
            };
            self.no_text(name, value, at);
        }
        // What it is made of must be there as well.
        let content = members.get(kind.member()).filter(|content| kind.is_of_text() && !content.is_string());
        if let Some(content) = content {
            self.no_text(kind.member(), content, at);
        }
        for name in members.keys().filter(|name| !name.starts_with('$') && !is_known(name)) {
            self.fault(at, || {
                let name = shortened(name);
                match (nearest(name, known.iter().copied()), known.is_empty()) {
                    (Some(near), _) => format!("has the member {name:?}: did you mean {near:?}?"),
                    (None, true) => {
                        format!("has the member {name:?}, which has no meaning beside its $ member")
                    }
                    (None, false) => format!("has the member {name:?}; allowed are {}", known.join(", ")),
                }
            });
        }
    }

    fn no_text(&mut self, name: &str, value: &Value, around: &At<'_>) {
        let at = At { value: Some(value), step: Step::Member(name), scope: false, around: Some(around) };
        self.fault(&at, || format!("is {}; it must be a text", kind(value)));
    }

    fn object(&mut self, node: &Node, at: &At<'_>) {
        self.budget.count(node.members.len() as u64);
        let object = at.value.and_then(Value::as_object);
        for (name, member) in &node.members {
            let value = object.and_then(|object| object.get(name));
            let is_today = name == TODAY && matches!(at.step, Step::Root);
            if is_today && self.has_today && value.is_none() {
                continue;
            }
            if value.is_some() || (member.required && self.missing) {
                self.visit(member, &At { value, step: Step::Member(name), scope: false, around: Some(at) });
            }
        }
        if let (Some(node), Some(object)) = (&node.any_member, object) {
            for (name, value) in object {
                self.visit(
                    node,
                    &At { value: Some(value), step: Step::Member(name), scope: false, around: Some(at) },
                );
            }
        }
    }

    /// Null prints as nothing, which is a value; where the template needs something else it counts as absent.
    fn absent(&mut self, node: &Node, at: &At<'_>) {
        let null = at.value.is_some();
        let will_do = if null { node.takes_null() } else { !node.required };
        if !self.missing || will_do {
            return;
        }
        if node.control.as_deref().is_some_and(|name| found_further_out(name, at)) {
            return;
        }
        // One error for each field tells more than one for the object around them.
        if node.want == Want::Object && node.members.iter().any(|(_, member)| member.required) {
            return self.object(node, at);
        }
        let how = if null { "null" } else { "missing" };
        let want = if node.lenient { &Want::Anything } else { &node.want };
        self.fault(at, || match at.dotted().or(at.misspelt().map(str::to_owned)) {
            _ if at.is_today() => {
                format!(
                    "is {how}; templates have no clock: send the date with the data, or as the option `today`"
                )
            }
            Some(path) if path.contains('.') => {
                format!("is {how}; it must be {want} (the data has {path:?}: a dot leads to the member of an object)")
            }
            Some(near) => {
                format!("is {how}; it must be {want} (the data has {near:?}; did you mean that?)")
            }
            None => format!("is {how}; it must be {want}"),
        });
    }

    fn fault(&mut self, at: &At<'_>, detail: impl FnOnce() -> String) {
        self.faults.add(|| DataError::new(at.pointer(), detail()));
    }
}

impl At<'_> {
    /// The day that options may name as well.
    fn is_today(&self) -> bool {
        let at_root = self.around.is_some_and(|around| matches!(around.step, Step::Root));
        at_root && matches!(self.step, Step::Member(TODAY))
    }

    /// A member of the data around that is spelled almost as the one that is missing here.
    fn misspelt(&self) -> Option<&str> {
        let Step::Member(name) = self.step else { return None };
        let around = self.around?.value?.as_object()?;
        // Case counts little: `customerName` for `CustomerName` is the commonest slip.
        let others = || around.keys().take(COMPARED).map(String::as_str).filter(|key| *key != name);
        let same = others().find(|key| key.eq_ignore_ascii_case(name));
        let other = || nearest(name, others());
        same.or_else(other)
    }

    /// A member that has the path to here for its name: `customer.name`.
    fn dotted(&self) -> Option<String> {
        let Step::Member(name) = self.step else { return None };
        let mut path = name.to_owned();
        let mut around = self.around;
        while let Some(At { value: None, step: Step::Member(name), around: further, .. }) = around {
            path = format!("{name}.{path}");
            around = *further;
        }
        let is_one_name = path.contains('.') && around?.value?.as_object()?.contains_key(&path);
        is_one_name.then_some(path)
    }

    /// The JSON Pointer (RFC 6901) to here.
    fn pointer(&self) -> String {
        let mut pointer = self.around.map(At::pointer).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Member(name) => {
                pointer.push('/');
                pointer.push_str(&reference_token(name));
            }
            Step::Element(index) => pointer.push_str(&format!("/{index}")),
        }
        pointer
    }
}

/// A content control's name may be a literal member, and may stand further out than its repeating section.
fn found_further_out(name: &str, at: &At<'_>) -> bool {
    let mut next = Some(at);
    while let Some(here) = next {
        next = here.around;
        let Some(value) = here.value.filter(|_| here.scope) else { continue };
        let path = control_fields::steps(name).into_iter().try_fold(value, |value, step| value.get(step));
        if value.get(name).or(path).is_some_and(|value| !value.is_null()) {
            return true;
        }
    }
    false
}

fn elements(count: usize) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}

fn reached(node: &Node) -> String {
    format!("the template uses element {} of it", node.needed)
}

/// What a condition takes for false.
fn is_false(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> &str {
    beginning(text, 40)
}
