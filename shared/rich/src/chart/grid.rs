//! The layout of a chart's data in a sheet, as Word has it: categories in the first column, one column for each series (two with bubble
//! sizes), names in the first row.

use std::collections::HashSet;

use super::cells::{Area, Cell};
use super::points::{Label, Points};

/// See the module.
#[derive(Debug)]
pub(super) struct Grid<'p> {
    /// The sheet as formulas write it.
    pub sheet: String,
    /// The cells that the template's chart refers to.
    pub old: Option<Area>,
    /// Row and column of the corner.
    pub corner: (u32, u32),
    pub points: &'p Points,
    /// Categories as the chart takes them.
    pub labels: Labels,
    /// Names of the series.
    pub names: Vec<String>,
    /// Whether each series has sizes.
    pub sized: bool,
}

/// Categories as a chart takes them.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Labels {
    Texts(Vec<String>),
    /// Numbers, or days since 1899-12-30, with the number format that they are shown in.
    Numbers(Vec<Option<f64>>, String),
}

/// What a formula refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Labels,
    Name(usize),
    Values(usize),
    Sizes(usize),
}

impl Grid<'_> {
    /// The cells of names, categories and values: one row of points even where there is none, since a formula refers to
    /// something.
    pub fn area(&self) -> Area {
        let (top, left) = self.corner;
        let rows = self.points.labels.len().max(1) as u32;
        let columns = self.names.len() as u32 * self.width();
        Area { top, left, bottom: top + rows, right: left + columns }
    }

    /// `Sheet1!$B$2:$B$5`
    pub fn formula(&self, of: Of) -> String {
        let Area { top, left, bottom, .. } = self.area();
        let of_series = |series: usize, and: u32| left + 1 + series as u32 * self.width() + and;
        let column = |column: u32| Area { top: top + 1, left: column, bottom, right: column };
        let area = match of {
            Of::Labels => column(left),
            Of::Name(series) => Area { bottom: top, top, ..column(of_series(series, 0)) },
            Of::Values(series) => column(of_series(series, 0)),
            Of::Sizes(series) => column(of_series(series, 1)),
        };
        format!("{}!{}", self.sheet, area.absolute())
    }

    /// Gives each series a name that no other column has, as tables need it; `first` is the one of the first column.
    pub fn tell_apart(&mut self, first: &str) {
        told_apart(first, &mut self.names);
    }

    /// What stands above the columns behind the first.
    pub fn headings(&self) -> Vec<String> {
        let of_series = |name: &String| [Some(name.clone()), self.sized.then(|| format!("{name} (size)"))];
        self.names.iter().flat_map(of_series).flatten().collect()
    }

    /// The rows of cells, names first. The corner is the template's own.
    pub fn rows(&self) -> Vec<Vec<Cell>> {
        let headings = self.headings().into_iter().map(Cell::Text);
        let mut rows = vec![std::iter::once(Cell::Empty).chain(headings).collect()];
        let number = |value: Option<&Option<f64>>| value.copied().flatten().map_or(Cell::Empty, Cell::Number);
        let values: Vec<_> = (0..self.names.len()).map(|series| self.values(series)).collect();
        let sizes: Vec<_> = (0..self.names.len()).map(|series| self.sizes(series)).collect();
        for point in 0..self.points.labels.len().max(1) {
            let mut row = vec![match &self.labels {
                Labels::Texts(texts) => texts.get(point).map_or(Cell::Empty, |text| Cell::Text(text.clone())),
                Labels::Numbers(numbers, _) => number(numbers.get(point)),
            }];
            for (values, sizes) in values.iter().zip(&sizes) {
                row.push(number(values.get(point)));
                if self.sized {
                    row.push(number(sizes.get(point)));
                }
            }
            rows.push(row);
        }
        rows
    }

    /// The values of a series.
    pub fn values(&self, series: usize) -> &[Option<f64>] {
        self.points.series.get(series).map_or(&[], |series| &series.values)
    }

    /// The sizes of its bubbles: all alike where the data says none.
    pub fn sizes(&self, series: usize) -> Vec<Option<f64>> {
        match self.points.series.get(series).and_then(|series| series.sizes.clone()) {
            Some(sizes) => sizes,
            None => self.values(series).iter().map(|value| value.map(|_| 1.0)).collect(),
        }
    }

    fn width(&self) -> u32 {
        if self.sized { 2 } else { 1 }
    }
}

impl Labels {
    /// The categories of a chart whose template has them in `format` where they are numbers. Texts that are dates become days
    /// where the template has numbers.
    pub fn of(labels: &[Label], format: Option<String>, since_1904: bool) -> Labels {
        let offset = if since_1904 { 1_462.0 } else { 0.0 };
        let day = |text: &str| {
            let date: jiff::civil::Date = text.get(..10)?.parse().ok()?;
            let days = (date - jiff::civil::date(1899, 12, 30)).get_days();
            Some(f64::from(days) - offset)
        };
        let is_any = |is: &dyn Fn(&Label) -> bool| labels.iter().any(is);
        let (texts, numbers) =
            (is_any(&|l| matches!(l, Label::Text(_))), is_any(&|l| matches!(l, Label::Number(_))));
        if numbers && !texts {
            let values = labels.iter().map(|label| match label {
                Label::Number(number) => Some(*number),
                _ => None,
            });
            return Labels::Numbers(values.collect(), format.unwrap_or_else(|| GENERAL.to_owned()));
        }
        if let Some(format) = format.filter(|_| texts && !numbers) {
            let days: Option<Vec<Option<f64>>> = labels
                .iter()
                .map(|label| match label {
                    Label::Text(text) => day(text).map(Some),
                    _ => Some(None),
                })
                .collect();
            if let Some(days) = days {
                let format = if format == GENERAL { "yyyy\\-mm\\-dd".to_owned() } else { format };
                return Labels::Numbers(days, format);
            }
        }
        let text = |label: &Label| match label {
            Label::Nothing => String::new(),
            Label::Number(number) => number.to_string(),
            Label::Text(text) => text.clone(),
        };
        Labels::Texts(labels.iter().map(text).collect())
    }
}

/// Names that no two of a list share, whatever their case, and none of which is empty.
fn told_apart(first: &str, names: &mut [String]) {
    let mut taken = HashSet::from([first.to_lowercase()]);
    for (number, name) in (1..).zip(names) {
        let wished = if name.trim().is_empty() { format!("Series {number}") } else { name.clone() };
        let mut further = 1;
        *name = wished.clone();
        while !taken.insert(name.to_lowercase()) {
            further += 1;
            *name = format!("{wished} {further}");
        }
    }
}

/// The number format of what has none (ECMA-376 part 1, 18.8.30).
pub(super) const GENERAL: &str = "General";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_days_where_the_template_has_numbers() {
        let dates = [Label::Text("2026-01-31".to_owned()), Label::Nothing];
        let format = Some("mmm yy".to_owned());
        let days = Labels::Numbers(vec![Some(46_053.0), None], "mmm yy".to_owned());
        assert_eq!(Labels::of(&dates, format.clone(), false), days);
        let texts = Labels::Texts(vec!["2026-01-31".to_owned(), String::new()]);
        assert_eq!(Labels::of(&dates, None, false), texts);
        let mixed = [Label::Number(2.5), Label::Text("x".to_owned())];
        assert_eq!(Labels::of(&mixed, format, false), Labels::Texts(vec!["2.5".to_owned(), "x".to_owned()]));
        let years = Labels::of(&[Label::Number(2026.0)], None, false);
        assert_eq!(years, Labels::Numbers(vec![Some(2026.0)], GENERAL.to_owned()));
    }

    #[test]
    fn columns_of_a_table_have_names_of_their_own() {
        let mut names = ["Income", "income", "", "Month"].map(str::to_owned);
        told_apart("Month", &mut names);
        assert_eq!(names, ["Income", "income 2", "Series 3", "Month 2"]);
    }
}
