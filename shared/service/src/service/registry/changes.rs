//! Fields that one version of a template needs and another does not.

use std::collections::BTreeMap;

use platen_docx::discover::Discovery;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Templates;
use crate::format::Format;
use crate::http::Request;
use crate::ids::TemplateId;
use crate::problem::Problem;
use crate::templates::Status;
use crate::work::Work;

/// Versions among which the one before is looked for: those between were rejected.
const LOOKED_AT: u32 = 100;

/// A field, as far as a version's data must follow it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldShape {
    /// `order.items[].price`: members by dots, elements of an array by `[]`.
    pub path: String,
    /// The JSON type of a placeholder, or the kind of a content control.
    pub r#type: String,
    /// The version cannot be rendered without it.
    pub required: bool,
}

/// A field that two versions have, in different shapes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangedField {
    /// As it was.
    pub before: FieldShape,
    /// As it is.
    pub after: FieldShape,
}

/// The difference of two versions, each list by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TemplateChanges {
    /// The version.
    pub version: u32,
    /// The version that it is compared with; none when it is the first without errors.
    pub since: Option<u32>,
    /// Fields that came.
    pub added: Vec<FieldShape>,
    /// Fields that went.
    pub removed: Vec<FieldShape>,
    /// Fields with another type, or that became required or optional.
    pub changed: Vec<ChangedField>,
}

impl TemplateChanges {
    /// Reads `version` and, if it is given, `since` from the query.
    ///
    /// # Errors
    /// `invalid-query`.
    pub fn from_query(request: &Request) -> Result<(u32, Option<u32>), Problem> {
        let mut query = request.query();
        let version = query.number("version", 1, u32::MAX);
        let since = if query.has("since") { query.number("since", 1, u32::MAX) } else { None };
        query.finish(version.map(|version| (version, since)))
    }

    fn between(
        (version, after): (u32, BTreeMap<String, FieldShape>),
        before: Option<(u32, BTreeMap<String, FieldShape>)>,
    ) -> TemplateChanges {
        let (since, mut before) = before.map_or((None, BTreeMap::new()), |(since, of)| (Some(since), of));
        let (mut added, mut changed) = (Vec::new(), Vec::new());
        for (path, after) in after {
            match before.remove(&path) {
                None => added.push(after),
                Some(before) if before != after => changed.push(ChangedField { before, after }),
                Some(_) => {}
            }
        }
        TemplateChanges { version, since, added, removed: before.into_values().collect(), changed }
    }
}

/// The fields of a version by path. A field of both kinds is shown as the placeholder, whose type is the data's.
fn shapes(discovery: &Discovery) -> BTreeMap<String, FieldShape> {
    let controls = discovery.content_controls.iter().map(|control| FieldShape {
        path: control.path.clone(),
        r#type: match serde_json::to_value(control.r#type) {
            Ok(Value::String(kind)) => kind,
            _ => String::new(),
        },
        required: false,
    });
    let placeholders = discovery.placeholders.iter().map(|field| FieldShape {
        path: field.path.clone(),
        r#type: field.r#type.to_owned(),
        required: field.required,
    });
    controls.chain(placeholders).map(|shape| (shape.path.clone(), shape)).collect()
}

impl Templates<'_> {
    /// What a version asks for that another one does not; compared with the version before it that has no errors, unless
    /// `since` names another.
    ///
    /// # Errors
    /// `unknown-template`, `template-error` for a rejected version, `unavailable`.
    pub async fn changes(
        self,
        work: &Work,
        template: TemplateId,
        version: u32,
        since: Option<u32>,
    ) -> Result<TemplateChanges, Problem> {
        let after = self.shapes_of(work, template, version).await?;
        let since = match since {
            Some(since) => Some(since),
            None => self.version_before(work, template, version).await?,
        };
        let before = match since {
            Some(since) => Some((since, self.shapes_of(work, template, since).await?)),
            None => None,
        };
        self.0.work(work, move || Ok(TemplateChanges::between((version, after), before))).await
    }

    async fn version_before(
        self,
        work: &Work,
        template: TemplateId,
        version: u32,
    ) -> Result<Option<u32>, Problem> {
        let versions = self.0.within(work.reach()).versions(template, LOOKED_AT).await?;
        let before = versions.iter().find(|one| one.version < version && one.status != Status::Rejected);
        Ok(before.map(|before| before.version))
    }

    async fn shapes_of(
        self,
        work: &Work,
        template: TemplateId,
        version: u32,
    ) -> Result<BTreeMap<String, FieldShape>, Problem> {
        let (_, compiled) = self.usable(work, template, Some(version), Format::Docx).await?;
        self.0.work(work, move || Ok(shapes(compiled.discovery()))).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(of: &[(&str, &str, bool)]) -> BTreeMap<String, FieldShape> {
        let shape = |&(path, r#type, required): &(&str, &str, bool)| {
            (path.to_owned(), FieldShape { path: path.to_owned(), r#type: r#type.to_owned(), required })
        };
        of.iter().map(shape).collect()
    }

    #[test]
    fn fields_that_came_went_and_changed_are_told_apart() {
        let before =
            fields(&[("a", "any", true), ("b", "number", true), ("c", "any", true), ("d", "any", true)]);
        let after =
            fields(&[("a", "any", true), ("b", "string", true), ("c", "any", false), ("e", "array", true)]);
        let changes = TemplateChanges::between((3, after), Some((1, before)));
        let paths = |of: &[FieldShape]| of.iter().map(|shape| shape.path.clone()).collect::<Vec<_>>();
        assert_eq!((changes.version, changes.since), (3, Some(1)));
        assert_eq!(
            (paths(&changes.added), paths(&changes.removed)),
            (vec!["e".to_owned()], vec!["d".to_owned()])
        );
        let changed: Vec<_> = changes.changed.iter().map(|field| field.after.path.as_str()).collect();
        assert_eq!(changed, ["b", "c"]);
    }
}
