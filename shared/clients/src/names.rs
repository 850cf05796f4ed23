//! Names as Go has them.

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Words that Go writes in one case (go.dev/wiki/CodeReviewComments, "Initialisms"), of those that the document has.
const INITIALISMS: [&str; 7] = ["api", "html", "http", "id", "json", "uri", "url"];

/// A name that other packages see: `templateId` is `TemplateID`.
pub(crate) fn exported(name: &str) -> String {
    words(name).map(|word| whole(&word)).collect()
}

/// One that no other package sees: `templateId` is `templateID`.
pub(crate) fn unexported(name: &str) -> String {
    words(name).enumerate().map(|(at, word)| if at == 0 { word } else { whole(&word) }).collect()
}

fn words(name: &str) -> impl Iterator<Item = String> {
    name.to_snake_case().split('_').map(str::to_owned).collect::<Vec<_>>().into_iter()
}

fn whole(word: &str) -> String {
    if INITIALISMS.contains(&word) { word.to_ascii_uppercase() } else { word.to_upper_camel_case() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialisms_have_one_case() {
        let names = ["templateId", "zipUrl", "Idempotency-Key", "openApi", "idea", "id"].map(exported);
        assert_eq!(names, ["TemplateID", "ZipURL", "IdempotencyKey", "OpenAPI", "Idea", "ID"]);
        assert_eq!(["jobId", "id", "pageNumber"].map(unexported), ["jobID", "id", "pageNumber"]);
    }
}
