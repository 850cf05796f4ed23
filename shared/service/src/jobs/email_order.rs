//! An e-mail about a result: whom it goes to, and the templates of its subject and text.

use std::fmt;

use platen_docx::{Budget, Pattern, RenderError, RenderOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::ids::JobId;
use crate::links::Link;
use crate::problem::diagnostics_of;
use crate::time;

/// Characters of a subject: far more than anybody reads, and less than mail servers refuse.
const SUBJECT_CHARACTERS: usize = 250;

/// The name by which templates of e-mails know the result.
const RESULT: &str = "result";

/// An e-mail that is sent when a job is over.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Email {
    /// Whom it goes to.
    pub to: Vec<String>,
    /// Who gets a copy.
    #[serde(default)]
    pub cc: Vec<String>,
    /// The template of its subject.
    pub subject: String,
    /// The template of its text.
    pub text: String,
    /// Whether the result is attached.
    pub attach: bool,
    /// The start of the link to the result: the address of the service, as the request knows it.
    #[serde(default)]
    pub link_base: Option<String>,
    /// The members of the document's data that the templates name.
    #[serde(default)]
    pub data: Map<String, Value>,
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email([redacted])")
    }
}

/// What an e-mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// One line.
    pub subject: String,
    /// Lines that end in `\n`.
    pub text: String,
}

/// A fault of a template: `subject` or `text`, and what is wrong in words for its author.
pub type EmailFault = (&'static str, String);

impl Email {
    /// All who get it.
    pub fn recipients(&self) -> impl Iterator<Item = &String> {
        self.to.iter().chain(&self.cc)
    }

    /// What templates know as `result`: of a job with its documents and those that failed, and a link to the result if there is one.
    pub fn result(job: JobId, file_name: &str, documents: Option<(u32, u32)>, link: Option<&Link>) -> Value {
        let mut result = json!({ "jobId": job, "fileName": file_name });
        if let Some((total, failed)) = documents {
            (result["totalCount"], result["failedGenerationCount"]) = (total.into(), failed.into());
        }
        if let Some(Link { url, expires_at }) = link {
            result["zipUrl"] = url.as_str().into();
            result["zipUrlExpiresAt"] = time::text(*expires_at).into();
        }
        result
    }

    /// The members of the data that the templates name.
    ///
    /// # Errors
    /// All that is wrong with the templates.
    pub(crate) fn fields(
        &self,
        limits: &platen_docx::Limits,
        budget: &Budget,
    ) -> Result<Vec<String>, Vec<EmailFault>> {
        let (mut named, mut faults) = (Vec::new(), Vec::new());
        for (member, pattern) in self.templates() {
            match compile(member, pattern, limits, budget) {
                Ok(pattern) => named.extend(pattern.fields()),
                Err(wrong) => faults.extend(wrong),
            }
        }
        named.retain(|name| name != RESULT);
        if faults.is_empty() { Ok(named) } else { Err(faults) }
    }

    /// Fills the templates.
    ///
    /// # Errors
    /// All that is wrong with them, or with the data.
    pub fn write(
        &self,
        result: Value,
        options: &RenderOptions,
        limits: &platen_docx::Limits,
    ) -> Result<Written, Vec<EmailFault>> {
        self.write_within(result, options, limits, &Budget::of(limits))
    }

    /// The same, within the budget of a request that has others.
    pub(crate) fn write_within(
        &self,
        result: Value,
        options: &RenderOptions,
        limits: &platen_docx::Limits,
        budget: &Budget,
    ) -> Result<Written, Vec<EmailFault>> {
        let mut data = self.data.clone();
        data.insert(RESULT.to_owned(), result);
        let data = Value::Object(data);
        let [subject, text] = self.templates().map(|(member, pattern)| {
            let pattern = compile(member, pattern, limits, budget)?;
            let filled = pattern.render_within(&data, options, budget);
            filled.map_err(|error| vec![(member, told(member, error, &pattern, &data))])
        });
        let subject = subject.and_then(|subject| one_line(&subject));
        match (subject, text) {
            (Ok(subject), Ok(text)) => Ok(Written { subject, text: lines(&text) }),
            (subject, text) => Err([subject.err(), text.err()].into_iter().flatten().flatten().collect()),
        }
    }

    fn templates(&self) -> [(&'static str, &str); 2] {
        [("subject", &self.subject), ("text", &self.text)]
    }
}

fn compile(
    member: &'static str,
    pattern: &str,
    limits: &platen_docx::Limits,
    budget: &Budget,
) -> Result<Pattern, Vec<EmailFault>> {
    Pattern::compile_within(pattern, limits, budget).map_err(|error| {
        let told = diagnostics_of(error).into_iter().map(|fault| {
            let hint = fault.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            let place =
                if fault.excerpt.is_empty() { String::new() } else { format!(" at `{}`", fault.excerpt) };
            (member, format!("`{member}`{place}: {}{hint}", fault.message))
        });
        told.collect()
    })
}

/// Why a template cannot be filled.
fn told(member: &str, error: RenderError, pattern: &Pattern, data: &Value) -> String {
    match error {
        RenderError::Data(_) => {
            let unknown = pattern.fields().into_iter().filter(|name| data.get(name).is_none());
            let unknown: Vec<String> = unknown.take(10).map(|name| format!("`{name}`")).collect();
            let which = if unknown.is_empty() { String::new() } else { format!(": {}", unknown.join(", ")) };
            format!(
                "`{member}` prints a field that has no value{which}; it knows `{RESULT}` and the data of a single document"
            )
        }
        RenderError::Template(faults) => {
            let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            format!("`{member}`: {}", faults.join("; "))
        }
        other => format!("`{member}`: {other}"),
    }
}

/// Attack: a value with line breaks, which would end the header and add others. A subject is one line, whatever it is made of.
fn one_line(text: &str) -> Result<String, Vec<EmailFault>> {
    let is_break = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    let words: Vec<&str> =
        text.split(|letter| letter == ' ' || is_break(letter)).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.chars().count() {
        0 => Err(vec![("subject", "`subject` makes an empty line".to_owned())]),
        many if many > SUBJECT_CHARACTERS => {
            let detail = format!(
                "`subject` makes a line of {many} characters; at most {SUBJECT_CHARACTERS} are allowed"
            );
            Err(vec![("subject", detail)])
        }
        _ => Ok(line),
    }
}

/// Line breaks of all kinds as one, and nothing else that controls a terminal or a mail program.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn email(subject: &str, text: &str, data: Value) -> Email {
        let Value::Object(data) = data else { panic!("{data}") };
        let (subject, text) = (subject.to_owned(), text.to_owned());
        let to = vec!["ada@example.com".to_owned()];
        Email { to, cc: Vec::new(), subject, text, attach: true, link_base: None, data }
    }

    fn write(email: &Email) -> Result<Written, Vec<EmailFault>> {
        let (limits, job) = (platen_docx::Limits::default(), JobId(Uuid::nil()));
        let result = Email::result(job, "Brief.pdf", Some((3, 1)), None);
        email.write(result, &RenderOptions::default(), &limits)
    }

    #[test]
    fn templates_know_the_data_and_the_result() {
        let text = "Guten Tag {{ name }},\r\n{% if result.failedGenerationCount %}{{ result.failedGenerationCount }} of \
                    {{ result.totalCount }} failed{% endif %}\n";
        let written =
            write(&email("Für {{ name }}: {{ result.fileName }}", text, json!({ "name": "Ada" }))).unwrap();
        assert_eq!(written.subject, "Für Ada: Brief.pdf");
        assert_eq!(written.text, "Guten Tag Ada,\n1 of 3 failed\n");
        let mail = email("{{ name | upper }} {{ result.jobId }}", "{{ sum.net }}", json!({}));
        let limits = platen_docx::Limits::default();
        assert_eq!(mail.fields(&limits, &Budget::of(&limits)).unwrap(), ["name", "sum"]);
    }

    #[test]
    fn faults_say_where_they_are() {
        let faults = write(&email("{{ name", "{% if x %}", json!({}))).unwrap_err();
        let members: Vec<&str> = faults.iter().map(|(member, _)| *member).collect();
        assert_eq!(members, ["subject", "text"], "{faults:?}");
        assert!(faults[0].1.contains("never closed") && faults[0].1.contains("{{ name"), "{faults:?}");
        let faults = write(&email("a", "{{ nmae }}", json!({ "name": "Ada" }))).unwrap_err();
        assert!(faults[0].1.contains("no value: `nmae`"), "{faults:?}");
        let faults = write(&email("{{ name }}", "b", json!({ "name": "\r\n" }))).unwrap_err();
        assert!(faults[0].1.contains("empty line"), "{faults:?}");
        let faults = write(&email("{{ name }}", "b", json!({ "name": "x".repeat(300) }))).unwrap_err();
        assert!(faults[0].1.contains("300 characters"), "{faults:?}");
    }

    proptest! {
        /// Attack: data that adds a header, or hides one in a character that some mail program takes for a line break.
        #[test]
        fn a_subject_is_one_line(name in any::<String>(), more in "[\\r\\n\\t a:]{0,8}") {
            let data = json!({ "name": format!("{name}{more}") });
            let mail = email("Re: {{ name }}", "{{ name }}", data);
            if let Ok(written) = write(&mail) {
                prop_assert!(!written.subject.chars().any(char::is_control), "{:?}", written.subject);
                prop_assert!(!written.text.contains(['\r', '\0', '\u{1b}']), "{:?}", written.text);
            }
        }
    }
}
