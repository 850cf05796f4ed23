//! Requests of Bruno (docs.usebruno.com, Bru Tag Reference).

use super::walk::{After, Given, Step, TEMPLATE, Target, Words, body, variables};

const WORDS: Words = Words {
    status: "res.getStatus()",
    json: "res.getBody()",
    set: "bru.setVar",
    test: "test",
    expect: "expect",
    again: "{ await bru.sleep(500); bru.runner.setNextRequest(req.getName()); }",
};

pub(super) fn request(at: usize, step: &Step, steps: &[Step]) -> String {
    let call = &step.call;
    let of = |place: &'static str| step.inputs.iter().filter(move |input| input.place == place);
    let kind = match &step.body {
        None => "none",
        Some(content) if content.is_file => "file",
        Some(_) => "json",
    };
    let url = match step.target {
        Target::Link(link) => format!("{{{{{link}}}}}"),
        Target::Path => {
            format!("{{{{baseUrl}}}}{}{}", call.path.replace('{', ":").replace('}', ""), query(step))
        }
    };
    let mut text = format!(
        "meta {{\n  name: {}\n  type: http\n  seq: {at}\n}}\n\n{} {{\n  url: {url}\n  body: {kind}\n  auth: none\n}}\n",
        call.summary,
        call.method.to_lowercase(),
    );
    for (title, place) in [("params:query", "query"), ("params:path", "path"), ("headers", "header")] {
        let line = |input: &Given| {
            let off = if input.is_sent { "" } else { "~" };
            format!("  {off}{}: {}\n", input.name, input.value)
        };
        let mut lines: Vec<String> = of(place).map(line).collect();
        if place == "header" {
            lines.extend(headers(step));
        }
        if !lines.is_empty() {
            text += &format!("\n{title} {{\n{}}}\n", lines.concat());
        }
    }
    match &step.body {
        Some(content) if content.is_file => {
            text += &format!(
                "\nbody:file {{\n  file: @file({TEMPLATE}) @contentType({})\n}}\n",
                content.media_type
            );
        }
        Some(content) => text += &format!("\nbody:json {{\n  {}\n}}\n", body(content).replace('\n', "\n  ")),
        None => {}
    }
    let After { keep, test } = After::of(step, steps, &WORDS);
    if !keep.is_empty() {
        text += &format!("\nscript:post-response {{\n  {}\n}}\n", keep.join("\n  "));
    }
    text += &format!("\ntests {{\n  {test}\n}}\n");
    text + &format!("\ndocs {{\n  {}\n}}\n", call.description.replace('\n', "\n  "))
}

fn query(step: &Step) -> String {
    let sent = step.inputs.iter().filter(|input| input.place == "query" && input.is_sent);
    let query: Vec<String> = sent.map(|input| format!("{}={}", input.name, input.value)).collect();
    if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) }
}

/// The headers beyond its parameters.
fn headers(step: &Step) -> Vec<String> {
    let key = step.call.needs_key.then(|| format!("  x-functions-key: {{{{{}}}}}\n", step.key));
    let kind = step.body.as_ref().map(|content| format!("  content-type: {}\n", content.media_type));
    key.into_iter().chain(kind).collect()
}

/// A folder's place among the others.
pub(super) fn folder(at: usize, name: &str) -> String {
    format!("meta {{\n  name: {name}\n  seq: {at}\n}}\n")
}

/// The variables of a server on this machine.
pub(super) fn environment(steps: &[Step]) -> String {
    let (secret, plain): (Vec<_>, Vec<_>) =
        variables(steps).into_iter().partition(|(name, _)| *name == "key");
    let plain: String = plain.iter().map(|(name, value)| format!("  {name}: {value}\n")).collect();
    let secret: String = secret.iter().map(|(name, _)| format!("  {name}\n")).collect();
    format!("vars {{\n{plain}}}\nvars:secret [\n{secret}]\n")
}
