//! Descriptions of a template by people: its name, its purpose, the labels to find it by. They record no version.

use serde_json::Value;

use super::ManagedTemplate;
use super::Templates;
use super::upload::fault;
use crate::Limits;
use crate::contract::Fields;
use crate::http::Request;
use crate::http::body::parse_json;
use crate::ids::TemplateId;
use crate::problem::{Code, FieldError, Problem};
use crate::reach::{Labels, Reach};
use crate::service::within::Changed;
use crate::store::StoreError;
use crate::templates::{About, Revision, TemplateChange};

/// How often a change is tried while others change the same template.
const TRIES: u32 = 5;

/// Other words for a template. What is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DescribeTemplate {
    /// Its name for people.
    pub name: Option<String>,
    /// Its purpose; an empty text removes it.
    pub description: Option<String>,
    /// The labels to find it by, each once.
    pub labels: Option<Vec<String>>,
}

impl DescribeTemplate {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `invalid-body` with every fault at once.
    pub fn read(request: &Request, limits: &Limits) -> Result<DescribeTemplate, Problem> {
        DescribeTemplate::parse(parse_json(request.body(), limits)?, limits)
    }

    /// Reads a body.
    ///
    /// # Errors
    /// As [`DescribeTemplate::read`].
    pub fn parse(body: Value, limits: &Limits) -> Result<DescribeTemplate, Problem> {
        let mut fields = Fields::of_body(body)?;
        let (name, description) = (fields.string_or_empty("name"), fields.string_or_empty("description"));
        let labels = fields.texts("labels").map(|labels| Labels::each_once(&labels));
        let emptied = description.as_deref() == Some("");
        for (member, text) in [("name", &name), ("description", &description)] {
            let wrong = text.as_deref().and_then(|text| fault(member, text, limits));
            if let Some(wrong) = wrong.filter(|_| !(member == "description" && emptied)) {
                fields.fault(member, wrong.detail);
            }
        }
        for (index, label) in labels.iter().flatten().enumerate() {
            if let Some(detail) = Labels::fault(label, limits.template_label_bytes) {
                fields.fault_at("labels", index, detail);
            }
        }
        let most = limits.template_labels;
        if let Some(count) = labels.as_ref().map(Vec::len).filter(|count| *count > most) {
            fields.fault(
                "labels",
                format!("`labels` holds {count} labels; at most {most} are taken (limit `template_labels`)"),
            );
        }
        fields.finish()?;
        Ok(DescribeTemplate { name, description, labels })
    }

    /// The words with those that stay.
    fn over(&self, name: String, description: Option<String>, labels: Vec<String>) -> About {
        About {
            name: self.name.clone().unwrap_or(name),
            description: self.description.clone().or(description).filter(|text| !text.is_empty()),
            labels: self.labels.clone().unwrap_or(labels),
        }
    }
}

/// The answer to labels that would hide the template from the caller who gives them.
fn out_of_reach(reach: &Reach) -> Problem {
    let own = reach.labels().map(Labels::listed).unwrap_or_default();
    let detail =
        format!("keep one of your own labels ({own}): without one you would not see the template anymore");
    Problem::with_errors(
        Code::InvalidBody,
        "The template would be out of your reach.",
        vec![FieldError::new("/labels", detail)],
    )
}

impl Templates<'_> {
    /// Gives a template other words.
    ///
    /// # Errors
    /// `unknown-template`, `template-changed` when it is not as it was seen, `unavailable`.
    pub async fn describe(
        self,
        reach: &Reach,
        template: TemplateId,
        words: &DescribeTemplate,
        seen: Option<Revision>,
    ) -> Result<ManagedTemplate, Problem> {
        for attempt in 1.. {
            let known = self.recorded(reach, template, None).await?;
            let revision = known.revision();
            let about = words.over(known.name, known.description, known.labels);
            let change = TemplateChange::About(about);
            let seen_now = Some(seen.unwrap_or(revision));
            let changed = self.0.within(reach).change(template, change, seen_now).await;
            match changed {
                // What was left out has changed meanwhile, and the caller did not say that it matters.
                Err(StoreError::Stale) if seen.is_none() && attempt < TRIES => {}
                Err(failed) => return Err(failed.into()),
                Ok(Changed::Unknown) => break,
                Ok(Changed::OutOfReach) => return Err(out_of_reach(reach)),
                Ok(Changed::Done) => return Ok(self.recorded(reach, template, None).await?.into()),
            }
        }
        Err(Problem::unknown_template())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(body: Value) -> Result<DescribeTemplate, Problem> {
        DescribeTemplate::parse(body, &Limits::default())
    }

    #[test]
    fn an_empty_description_takes_the_known_one_away() {
        let about =
            |body| parse(body).unwrap().over("A".to_owned(), Some("old".to_owned()), vec!["x".to_owned()]);
        assert_eq!(about(json!({})).description.as_deref(), Some("old"));
        let emptied = about(json!({ "description": "", "name": "B" }));
        assert_eq!(
            (emptied.name.as_str(), emptied.description, emptied.labels),
            ("B", None, vec!["x".to_owned()])
        );
    }

    #[test]
    fn all_faults_are_told() {
        let many: Vec<String> = (0..21).map(|number| format!("l{number}")).collect();
        for (body, pointers) in [
            (json!({ "name": " ", "labels": ["", "a\nb"] }), vec!["/name", "/labels/0", "/labels/1"]),
            (json!({ "labels": many }), vec!["/labels"]),
            (json!({ "labels": [1], "title": "x" }), vec!["/labels", "/title"]),
            (json!({ "description": "x".repeat(2_001) }), vec!["/description"]),
        ] {
            let problem = parse(body).unwrap_err();
            let found: Vec<&str> = problem.errors().iter().map(|error| error.pointer.as_str()).collect();
            assert_eq!(found, pointers);
        }
    }
}
