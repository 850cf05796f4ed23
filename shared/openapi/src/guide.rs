//! A page on writing templates, to read or print: three pictures, then every statement and filter with its result. The console shows the
//! same examples and pictures.

use minijinja::{Environment, context};
use serde_json::Value;

use crate::values::value;

const PICTURES: [&str; 3] = [
    include_str!("guide/placeholder.svg"),
    include_str!("guide/control.svg"),
    include_str!("guide/list.svg"),
];

/// Writes the page.
///
/// # Errors
/// The page's template does not render, which a test rules out.
pub fn guide_page() -> Result<String, minijinja::Error> {
    let guide: Value = serde_json::from_str(platen_docx::GUIDE)
        .map_err(|error| minijinja::Error::new(minijinja::ErrorKind::BadSerialization, error.to_string()))?;
    let data = serde_json::to_string_pretty(&guide["data"]).unwrap_or_default();
    let mut environment = Environment::new();
    environment.add_template("guide.html", include_str!("guide/guide.html"))?;
    let page = environment.get_template("guide.html")?;
    page.render(context! { groups => value(&guide["groups"])?, data, pictures => PICTURES.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_example_and_asks_nobody_for_anything() {
        let page = guide_page().unwrap();
        assert!(page.matches("<svg").count() == 3 && page.matches("<tr>").count() > 60, "{page}");
        assert!(page.contains("{% for item in items %}") && page.contains("Ada Lovelace"));
        for outside in ["https://", "<script", "@import", "url(", "href=\"http"] {
            assert!(!page.replace("https:&#x2f;&#x2f;example.com", "").contains(outside), "{outside}");
        }
    }
}
