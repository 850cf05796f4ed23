//! `rows|chart("month", ["income", "cost"])`: the points of a chart, of a list.

use std::collections::HashMap;

use minijinja::value::ValueKind;
use minijinja::{Error, State, Value};

use super::arguments::Arguments;
use super::bound::Bound;
use crate::expression::fault::{misused, wrong_list};
use crate::expression::{RenderState, member, wrong};
use platen_rich::{Kind, Label, Points, Rich, Series, check_size};

/// The parameters of the filter in the order of their positions.
pub(super) const PARAMETERS: &[&str] = &["category", "values", "series", "names", "size", "alt", IN_PAIRS];

/// The argument that compiled templates give where numbers, not categories, place a chart's points.
pub(crate) const IN_PAIRS: &str = "__in_pairs";

/// Bytes that a value of a series counts.
const VALUE: usize = 64;

/// What an author asks for.
struct Asked {
    category: Category,
    /// Members of an element, as paths with dots.
    values: Vec<String>,
    /// The member that names the series that an element belongs to, or is.
    series: Option<String>,
    /// Names of the series of `values`.
    names: Vec<Option<String>>,
    /// Members with the sizes of bubbles.
    sizes: Vec<String>,
}

/// Where categories come from.
enum Category {
    /// Each element is a row; this member of it is its category.
    Member(String),
    /// Each element is a series; these are the categories of all of them.
    List(Value),
}

/// The points of a list; nothing of nothing.
pub(super) fn make(state: &State, value: &Value, args: &Arguments) -> Result<Value, Error> {
    let asked = Asked::of(args)?;
    if value.is_undefined() || value.is_none() || value.downcast_object_ref::<Rich>().is_some() {
        return Ok(value.clone());
    }
    let Some(render) = RenderState::of(state) else { return Ok(Value::from("")) };
    let bound = Bound::of(state);
    let in_pairs = args.get(IN_PAIRS).is_some();
    let label = |value: &Value| match in_pairs {
        true => Ok(number(value)?.map_or(Label::Nothing, Label::Number)),
        false => label(value),
    };
    let items = bound.collect(value)?;
    render.meter.spend(VALUE.saturating_mul(items.len()).saturating_mul(asked.values.len().max(1)))?;
    let points = match &asked.category {
        Category::List(labels) => {
            let labels: Vec<Label> = bound.collect(labels)?.iter().map(&label).collect::<Result<_, _>>()?;
            render.meter.spend(VALUE.saturating_mul(items.len()).saturating_mul(labels.len()))?;
            few(labels.len(), items.len())?;
            asked.of_series(bound, &items, labels)?
        }
        Category::Member(category) => {
            let label = |item: &Value| label(&member(item.clone(), category));
            let labels: Vec<Label> = items.iter().map(label).collect::<Result<_, _>>()?;
            match &asked.series {
                None => {
                    few(items.len(), asked.values.len())?;
                    asked.of_rows(&items, labels)?
                }
                Some(series) => asked.of_cells(&items, labels, series)?,
            }
        }
    };
    let mut members = serde_json::Map::from_iter([(Kind::Chart.member().to_owned(), points.to_json())]);
    members.extend(args.get("alt").map(|alt| ("alt".to_owned(), alt.to_string().into())));
    Ok(Value::from_object(Rich::new(Kind::Chart, members, render.bounds())))
}

impl Asked {
    /// Reads the arguments. What depends on no data is checked here, so that a wrong literal is an error at registration.
    fn of(args: &Arguments) -> Result<Asked, Error> {
        let example = "as in `chart(\"month\", [\"income\", \"cost\"])`";
        let category = match args.get("category") {
            None => return Err(misused(format!("a chart needs the member with its categories, {example}"))),
            Some(category) => match category.as_str() {
                Some(path) => Category::Member(path.to_owned()),
                None if is_list(category) => Category::List(category.clone()),
                None => return Err(wrong(category, "category", "the name of a member, or a list")),
            },
        };
        let values = paths(args, "values")?;
        if values.is_empty() {
            return Err(misused(format!("a chart needs the members with its values, {example}")));
        }
        let series = paths(args, "series")?.pop();
        let one = series.is_some() || matches!(category, Category::List(_));
        if one && values.len() > 1 {
            let message = "with `series`, or a list of categories, a chart takes its values from one member";
            return Err(misused(message));
        }
        let names: Vec<Option<String>> = match args.get("names") {
            None => Vec::new(),
            Some(_) if one => {
                return Err(misused("`names` goes with a list of members; here the data names the series"));
            }
            Some(names) if is_list(names) => {
                let text = |name: Value| (!name.is_none() && !name.is_undefined()).then(|| name.to_string());
                names.try_iter()?.take(values.len() + 1).map(text).collect()
            }
            Some(names) => vec![Some(names.to_string())],
        };
        if names.len() > values.len() {
            return Err(misused("there are more `names` than `values`"));
        }
        let sizes = paths(args, "size")?;
        if !sizes.is_empty() && sizes.len() != values.len() {
            return Err(misused("`size` names one member for each of `values`"));
        }
        Ok(Asked { category, values, series, names, sizes })
    }

    /// Each element is a point of all series.
    fn of_rows(&self, items: &[Value], labels: Vec<Label>) -> Result<Points, Error> {
        let column = |path: &String| -> Result<Vec<Option<f64>>, Error> {
            items.iter().map(|item| number(&member(item.clone(), path))).collect()
        };
        let series = self.values.iter().enumerate().map(|(index, path)| {
            Ok(Series {
                name: self.names.get(index).cloned().flatten(),
                member: Some(path.rsplit('.').next().unwrap_or(path).to_owned()),
                values: column(path)?,
                sizes: self.sizes.get(index).map(column).transpose()?,
            })
        });
        Ok(Points { series: series.collect::<Result<_, Error>>()?, labels })
    }

    /// Each element is a point of one series. Those of one category and series are added up.
    fn of_cells(&self, items: &[Value], of: Vec<Label>, by: &str) -> Result<Points, Error> {
        let mut labels: Vec<Label> = Vec::new();
        let mut series: Vec<Series> = Vec::new();
        let (mut rows, mut columns) = (HashMap::new(), HashMap::new());
        let mut cells = Vec::with_capacity(items.len());
        for (item, label) in items.iter().zip(of) {
            let key = match &label {
                Label::Nothing => String::new(),
                Label::Number(number) => number.to_string(),
                Label::Text(text) => text.clone(),
            };
            let row = *rows.entry(key).or_insert_with(|| {
                labels.push(label);
                labels.len() - 1
            });
            let name = text(&member(item.clone(), by));
            let column = *columns.entry(name.clone()).or_insert_with(|| {
                series.push(Series { name: Some(name), member: None, values: Vec::new(), sizes: None });
                series.len() - 1
            });
            cells.push((row, column, item));
        }
        few(labels.len(), series.len())?;
        for series in &mut series {
            series.values = vec![None; labels.len()];
            series.sizes = self.sizes.first().map(|_| vec![None; labels.len()]);
        }
        for (row, column, item) in cells {
            let cell =
                |path: Option<&String>| path.map_or(Ok(None), |path| number(&member(item.clone(), path)));
            let (value, size) = (cell(self.values.first())?, cell(self.sizes.first())?);
            add(&mut series[column].values[row], value);
            if let Some(sizes) = &mut series[column].sizes {
                add(&mut sizes[row], size);
            }
        }
        Ok(Points { labels, series })
    }

    /// Each element is a series, with a list of values.
    fn of_series(&self, bound: Bound, items: &[Value], labels: Vec<Label>) -> Result<Points, Error> {
        let list = |item: &Value, path: &String| -> Result<Vec<Option<f64>>, Error> {
            let list = member(item.clone(), path);
            if list.is_none() || list.is_undefined() {
                return Ok(vec![None; labels.len()]);
            }
            if !is_list(&list) {
                return Err(wrong(&list, "list", "a list of the values of a series"));
            }
            let mut values = bound.collect(&list)?.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            if values.len() > labels.len() {
                let wanted = format!("a list of {} values, one for each category", labels.len());
                return Err(wrong(&list, "list for this chart", &wanted));
            }
            values.resize(labels.len(), None);
            Ok(values)
        };
        let series = items.iter().map(|item| {
            Ok(Series {
                name: self.series.as_ref().map(|path| text(&member(item.clone(), path))),
                member: None,
                values: self.values.first().map(|path| list(item, path)).transpose()?.unwrap_or_default(),
                sizes: self.sizes.first().map(|path| list(item, path)).transpose()?,
            })
        });
        let series = series.collect::<Result<_, Error>>()?;
        Ok(Points { labels, series })
    }
}

/// The members that an argument names: one, or a list of them.
fn paths(args: &Arguments, name: &str) -> Result<Vec<String>, Error> {
    let Some(given) = args.get(name) else { return Ok(Vec::new()) };
    let path = |value: &Value| match value.as_str() {
        Some(path) => Ok(path.to_owned()),
        None => Err(wrong(value, "member", "the name of a member")),
    };
    match given.as_str() {
        Some(_) => Ok(vec![path(given)?]),
        None if is_list(given) => given.try_iter()?.map(|value| path(&value)).collect(),
        None => Err(wrong(given, "member", "the name of a member, or a list of them")),
    }
}

fn is_list(value: &Value) -> bool {
    matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable)
}

fn few(labels: usize, series: usize) -> Result<(), Error> {
    check_size(labels, series).map_err(|message| wrong_list(format!("the list {message}")))
}

fn label(value: &Value) -> Result<Label, Error> {
    match value.kind() {
        ValueKind::None | ValueKind::Undefined => Ok(Label::Nothing),
        ValueKind::Number => Ok(f64::try_from(value.clone()).map_or(Label::Nothing, Label::Number)),
        ValueKind::Seq | ValueKind::Iterable | ValueKind::Map => {
            Err(wrong(value, "category", "a text or a number"))
        }
        _ => Ok(Label::Text(value.to_string())),
    }
}

fn add(sum: &mut Option<f64>, number: Option<f64>) {
    if let Some(number) = number {
        *sum = Some(sum.unwrap_or(0.0) + number);
    }
}

fn text(value: &Value) -> String {
    if value.is_none() { String::new() } else { value.to_string() }
}

/// A number, or a text that is one; nothing for nothing.
fn number(value: &Value) -> Result<Option<f64>, Error> {
    let number = match value.kind() {
        ValueKind::None | ValueKind::Undefined => return Ok(None),
        ValueKind::Number => f64::try_from(value.clone()).ok(),
        ValueKind::String => match value.to_string().trim() {
            "" => return Ok(None),
            text => text.parse().ok(),
        },
        _ => None,
    };
    match number.filter(|number| number.is_finite()) {
        None => Err(wrong(value, "number", "a number that the chart can draw")),
        number => Ok(number),
    }
}
