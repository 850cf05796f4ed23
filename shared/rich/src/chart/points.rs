//! What a chart shows: `{"categories": ["Jan", "Feb"], "series": [{"name": "Income", "values": [12, null]}]}`.

use serde_json::{Map, Value as Json};

/// Series that Excel and Word draw in one chart.
const SERIES: usize = 255;
/// Points of all series together.
const POINTS: usize = 50_000;

/// Categories and the series over them.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    /// The categories, in their order.
    pub labels: Vec<Label>,
    /// The series over them.
    pub series: Vec<Series>,
}

/// A category, or the x value of a scatter or bubble chart.
#[derive(Debug, Clone, PartialEq)]
pub enum Label {
    /// None is given.
    Nothing,
    /// A number, which a chart in pairs draws by.
    Number(f64),
    /// A name.
    Text(String),
}

/// One series. It has as many values as there are categories; where one is nothing, the chart has a gap.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Without one it keeps the name that it has in the template.
    pub name: Option<String>,
    /// The name of one that the template does not have.
    pub member: Option<String>,
    /// One for each category.
    pub values: Vec<Option<f64>>,
    /// Sizes of bubbles; none of them means that all are alike.
    pub sizes: Option<Vec<Option<f64>>>,
}

impl Points {
    /// No points at all.
    pub const NONE: Points = Points { labels: Vec::new(), series: Vec::new() };

    /// Points of JSON, which the data brings or [`Points::to_json`] has made.
    ///
    /// # Errors
    /// What is wrong with it, in words for its sender.
    pub fn of_json(content: &Json) -> Result<Points, String> {
        let list = |members: &Map<String, Json>, name: &str| match members.get(name) {
            Some(Json::Array(items)) => Ok(items.clone()),
            None | Some(Json::Null) => Ok(Vec::new()),
            Some(_) => Err(format!("has {name} that are not a list")),
        };
        let shape = "must be {\"categories\": [...], \"series\": [{\"name\": \"...\", \"values\": [...]}]}";
        let Json::Object(members) = content else { return Err(shape.to_owned()) };
        if let Some(other) = members.keys().find(|name| !matches!(name.as_str(), "categories" | "series")) {
            return Err(format!("has the unknown member {other:?}; it {shape}"));
        }
        let labels = list(members, "categories")?.iter().map(label).collect::<Result<Vec<_>, _>>()?;
        let series = list(members, "series")?;
        check(labels.len(), series.len())?;
        let series = series.iter().map(|series| {
            let Json::Object(members) = series else { return Err(shape.to_owned()) };
            let text = |name: &str| members.get(name).and_then(Json::as_str).map(str::to_owned);
            let numbers = |name: &str| {
                let mut values = list(members, name)?.iter().map(number).collect::<Result<Vec<_>, _>>()?;
                if values.len() > labels.len() {
                    return Err(format!(
                        "has a series of {} {name} for {} categories",
                        values.len(),
                        labels.len()
                    ));
                }
                values.resize(labels.len(), None);
                Ok(values)
            };
            let sizes = members.get("sizes").filter(|sizes| !sizes.is_null()).map(|_| numbers("sizes"));
            Ok(Series {
                name: text("name"),
                member: text("member"),
                values: numbers("values")?,
                sizes: sizes.transpose()?,
            })
        });
        Ok(Points { series: series.collect::<Result<_, _>>()?, labels })
    }

    /// As JSON.
    pub fn to_json(&self) -> Json {
        let numbers = |values: &[Option<f64>]| Json::from_iter(values.iter().copied().map(Json::from));
        let labels = self.labels.iter().map(|label| match label {
            Label::Nothing => Json::Null,
            Label::Number(number) => Json::from(*number),
            Label::Text(text) => Json::from(text.as_str()),
        });
        let series = self.series.iter().map(|series| {
            serde_json::json!({
                "name": series.name,
                "member": series.member,
                "values": numbers(&series.values),
                "sizes": series.sizes.as_deref().map(numbers),
            })
        });
        serde_json::json!({ "categories": labels.collect::<Json>(), "series": series.collect::<Json>() })
    }
}

/// Whether a chart may have so many points.
///
/// # Errors
/// What it has too many of, in words for the sender of the data.
pub fn check(labels: usize, series: usize) -> Result<(), String> {
    // Attack: a series for each of a million rows, each with a million points.
    if series > SERIES {
        return Err(format!("has {series} series; a chart can have at most {SERIES}"));
    }
    if labels.saturating_mul(series.max(1)) > POINTS {
        return Err(format!(
            "has {labels} points in {series} series; a chart can have at most {POINTS} points"
        ));
    }
    Ok(())
}

fn label(value: &Json) -> Result<Label, String> {
    match value {
        Json::Null => Ok(Label::Nothing),
        Json::Number(number) => Ok(number.as_f64().map_or(Label::Nothing, Label::Number)),
        Json::String(text) => Ok(Label::Text(text.clone())),
        _ => Err("has a category that is neither a text nor a number".to_owned()),
    }
}

fn number(value: &Json) -> Result<Option<f64>, String> {
    match value {
        Json::Null => Ok(None),
        Json::Number(number) => Ok(number.as_f64()),
        _ => Err("has a value that is not a number".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_what_their_json_says() {
        let json = serde_json::json!({
            "categories": ["Jan", 2, null],
            "series": [{"name": "Income", "values": [1, null]}, {"values": [1, 2, 3], "sizes": [4]}],
        });
        let points = Points::of_json(&json).unwrap();
        assert_eq!(points.labels, [Label::Text("Jan".to_owned()), Label::Number(2.0), Label::Nothing]);
        assert_eq!(points.series[0].values, [Some(1.0), None, None]);
        assert_eq!(points.series[1].sizes, Some(vec![Some(4.0), None, None]));
        assert_eq!(Points::of_json(&points.to_json()).unwrap(), points);
        for (json, wrong) in [
            ("[]", "must be"),
            (r#"{"points": []}"#, "unknown member \"points\""),
            (r#"{"categories": 3}"#, "has categories that are not a list"),
            (r#"{"categories": [{}]}"#, "neither a text nor a number"),
            (r#"{"categories": [1], "series": [{"values": ["x"]}]}"#, "not a number"),
            (r#"{"categories": [1], "series": [{"values": [1, 2]}]}"#, "2 values for 1 categories"),
        ] {
            let error = Points::of_json(&serde_json::from_str(json).unwrap()).unwrap_err();
            assert!(error.contains(wrong), "{json}: {error}");
        }
        assert!(check(50_000, 1).is_ok() && check(0, 255).is_ok());
        assert!(check(50_001, 1).is_err() && check(1, 256).is_err() && check(200, 251).is_err());
    }
}
