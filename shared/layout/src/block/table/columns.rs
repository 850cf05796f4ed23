//! Widths of columns (17.18.87).

use std::ops::Range;

use crate::model::story::{Cell, Row, Table};
use crate::model::table_properties::Width;

/// The width that a cell's content needs, in points, margins included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Need {
    /// The widest piece that cannot be broken.
    pub least: f64,
    /// The widest line, unbroken.
    pub most: f64,
}

/// Places of cells in the grid.
pub(crate) struct Spot<'a> {
    pub cell: &'a Cell,
    pub column: usize,
    pub span: usize,
}

/// The cells of a row with their grid columns.
pub(crate) fn spots(row: &Row) -> Vec<Spot<'_>> {
    let mut column = row.before;
    let mut out = Vec::with_capacity(row.cells.len());
    for cell in &row.cells {
        out.push(Spot { cell, column, span: cell.span });
        column += cell.span;
    }
    out
}

/// Those of the cells of a row that stand over some columns. Cells stand side by side in their order: only the ones in question
/// are looked at, of rows of thousands.
pub(crate) fn over<'s, 'a>(
    spots: &'s [Spot<'a>],
    column: usize,
    span: usize,
) -> impl Iterator<Item = &'s Spot<'a>> {
    let first = spots.partition_point(|spot| spot.column + spot.span <= column);
    spots.iter().skip(first).take_while(move |spot| spot.column < column + span)
}

/// Number of grid columns.
fn count(table: &Table) -> usize {
    let of_row = |row: &Row| row.before + row.after + row.cells.iter().map(|cell| cell.span).sum::<usize>();
    table.rows.iter().map(of_row).max().unwrap_or(0).max(table.grid.len())
}

/// A column while it is sized.
#[derive(Debug, Clone, Copy, Default)]
struct Sizing {
    least: f64,
    most: f64,
    preferred: Option<f64>,
}

/// The room that a table may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    /// Width of the text around it.
    pub text: f64,
    /// The width that percentages count from.
    pub whole: f64,
}

/// Widths of all grid columns. `need` tells what a cell's content needs; it is asked only where that counts.
pub(crate) fn widths<'t>(
    table: &'t Table,
    room: Room,
    mut need: impl FnMut(&'t Cell, &'t Row) -> Result<Need, crate::LayoutError>,
) -> Result<Vec<f64>, crate::LayoutError> {
    let columns = count(table);
    let wanted = match table.width {
        Width::Auto => None,
        Width::Points(points) => Some(points),
        Width::Share(share) => Some(room.whole * share),
    };
    // Percentages of cells count from the width of the table (tables of 27, 48 and 79 % in three documents, with the grids that
    // Word saved in them).
    let room = Room { whole: wanted.unwrap_or(room.whole), ..room };
    if table.is_fixed {
        return Ok(fixed(table, columns, wanted, room));
    }
    let saved = saved_grid(table, columns, wanted, room);
    // Word leaves the grid that it laid out last; it is right unless the content has outgrown it.
    let mut sizing = vec![Sizing::default(); columns];
    let mut fits = true;
    let mut check = |spot: &Spot<'_>, need: Need| {
        let own = saved.as_ref().and_then(|saved| saved.get(spot.column..spot.column + spot.span));
        fits &= own.is_none_or(|own| own.iter().sum::<f64>() + 0.5 >= need.least);
    };
    for row in &table.rows {
        for spot in spots(row).iter().filter(|spot| spot.span == 1) {
            let Some(own) = sizing.get_mut(spot.column) else { continue };
            let need = need(spot.cell, row)?;
            check(spot, need);
            let preferred = of_cell(spot.cell.width, room);
            own.least = own.least.max(need.least);
            own.most = own.most.max(need.most);
            if let Some(preferred) = preferred {
                own.preferred = Some(own.preferred.map_or(preferred, |known: f64| known.max(preferred)));
            }
        }
    }
    // What cells over several columns ask for says little of each of them (two of three columns each, in a grid of four).
    let asked: Option<f64> = sizing.iter().map(|column| column.preferred).sum();
    for row in &table.rows {
        let mut spans: Vec<Spot<'_>> = spots(row).into_iter().filter(|spot| spot.span > 1).collect();
        spans.sort_by_key(|spot| spot.span);
        for spot in spans {
            let need = need(spot.cell, row)?;
            check(&spot, need);
            spread_span(&mut sizing, &spot, need, of_cell(spot.cell.width, room));
        }
    }
    let own = autofit(&sizing, wanted, room.text);
    Ok(match saved {
        Some(saved) if fits && !contradicts(&saved, &own, asked) => saved,
        _ => own,
    })
}

fn of_cell(width: Option<Width>, room: Room) -> Option<f64> {
    match width? {
        Width::Auto => None,
        Width::Points(points) => Some(points),
        Width::Share(share) => Some(room.whole * share),
    }
}

/// The grid of the file, if it can be what Word laid out: every column has a width, and together they are as wide as the
/// table wants to be.
fn saved_grid(table: &Table, columns: usize, wanted: Option<f64>, room: Room) -> Option<Vec<f64>> {
    // Word states a width for every cell that it saves; a file without comes from a library, which does not lay out.
    let is_saved = table.rows.iter().any(|row| row.cells.iter().any(|cell| cell.width.is_some()));
    if table.grid.len() != columns || columns == 0 || !is_saved || table.grid.iter().any(|width| *width < 1.0)
    {
        return None;
    }
    let sum: f64 = table.grid.iter().sum();
    // Libraries leave a placeholder: all columns of one width that no cell asks for.
    let first = table.grid.first().copied().unwrap_or(0.0);
    let is_even = columns > 1 && table.grid.iter().all(|width| (width - first).abs() < EVEN);
    let asks = |spot: Spot<'_>| {
        spot.span == 1 && of_cell(spot.cell.width, room).is_some_and(|asked| (asked - first).abs() > 1.0)
    };
    if is_even && table.rows.iter().flat_map(spots).any(asks) {
        return None;
    }
    if let Some(wanted) = wanted {
        if (sum - wanted).abs() <= wanted * OF_WANTED {
            return Some(table.grid.clone());
        }
        // The paper has changed: the proportions of the grid stay.
        return (sum > 0.0).then(|| table.grid.iter().map(|width| width * wanted / sum).collect());
    }
    // Without a wish the cells' own widths decide, if all have one (the grid's where one of three has none, in one of Word's PDFs).
    let cells: Option<f64> =
        table.rows.first().and_then(|row| row.cells.iter().map(|cell| cell.width?.points()).sum());
    let fits = cells.is_none_or(|cells| (cells - sum).abs() <= sum * TOLERANCE);
    (fits && sum <= room.text * WIDEST_SAVED).then(|| table.grid.clone())
}

/// Tolerance: columns whose widths differ by less are of one width, in points: two twips.
const EVEN: f64 = 0.1;

/// Share of the wanted width by which the sum of saved columns may differ from it. A guess: whole twips, and the borders that
/// some writers count.
const OF_WANTED: f64 = 0.02;

/// How many times as wide as the text saved columns may be. A guess.
const WIDEST_SAVED: f64 = 1.1;

/// Share of a table's width by which a saved column may differ from what its cells come to. A guess.
const TOLERANCE: f64 = 0.03;

/// Whether cells that together want more than there is come to other widths than the saved ones: then the grid is not what
/// Word laid out (an invoice of a library: cells of 700, 4200, 1200, 1450 and 4200 twips share 9026 in Word's PDF, and the
/// grid says otherwise).
fn contradicts(saved: &[f64], own: &[f64], asked: Option<f64>) -> bool {
    let whole: f64 = saved.iter().sum();
    let differs = |(saved, own): (&f64, &f64)| (saved - own).abs() > whole * TOLERANCE;
    asked.is_some_and(|asked| asked > whole * (1.0 + TOLERANCE)) && saved.iter().zip(own).any(differs)
}

/// Fixed: the grid; no content is looked at. Columns that it does not have, or without a width, get what cells ask for, those of
/// one column first. A grid with too few columns says nothing of them (17.4.48 lets it be redefined): in a file of five columns
/// with a grid of two, the second stood for the four that the first row's cell spans.
fn fixed(table: &Table, columns: usize, wanted: Option<f64>, room: Room) -> Vec<f64> {
    let is_whole = table.grid.len() >= columns;
    let mut widths = if is_whole { table.grid.clone() } else { vec![0.0; columns] };
    if widths.iter().any(|width| *width <= 0.0) {
        let asking = |spot: Spot<'_>| {
            let range = spot.column..(spot.column + spot.span).min(columns);
            of_cell(spot.cell.width, room).map(|asked| (range, asked))
        };
        let mut cells: Vec<(Range<usize>, f64)> =
            table.rows.iter().flat_map(spots).filter_map(asking).collect();
        cells.sort_by_key(|(range, _)| range.len());
        for (range, asked) in cells {
            let own = widths.get_mut(range).unwrap_or_default();
            let sum: f64 = own.iter().sum();
            let is_open = own.iter().any(|width| *width <= 0.0);
            if (is_open || !is_whole)
                && asked > sum
                && let Some(last) = own.last_mut()
            {
                *last += asked - sum;
            }
        }
        for (width, saved) in widths.iter_mut().zip(&table.grid).filter(|(width, _)| **width <= 0.0) {
            *width = *saved;
        }
    }
    let sum: f64 = widths.iter().sum();
    if sum <= 0.0 {
        let each = wanted.unwrap_or(room.text) / columns.max(1) as f64;
        return vec![each; columns];
    }
    match wanted {
        Some(wanted) if (wanted - sum).abs() > 0.5 => {
            widths.iter().map(|width| width * wanted / sum).collect()
        }
        _ => widths,
    }
}

/// Spreads the width that a spanning cell needs beyond its columns over them; its wish becomes that of its last column.
fn spread_span(sizing: &mut [Sizing], spot: &Spot<'_>, need: Need, asked: Option<f64>) {
    let end = (spot.column + spot.span).min(sizing.len());
    let Some(own) = sizing.get_mut(spot.column..end) else { return };
    if own.is_empty() {
        return;
    }
    let least: f64 = own.iter().map(|column| column.least).sum();
    let most: f64 = own.iter().map(|column| column.most).sum();
    let count = own.len() as f64;
    if need.least > least {
        let extra = need.least - least;
        for column in own.iter_mut() {
            column.least += if least > 0.0 { extra * column.least / least } else { extra / count };
        }
    }
    if need.most > most {
        let extra = need.most - most;
        for column in own.iter_mut() {
            column.most += if most > 0.0 { extra * column.most / most } else { extra / count };
        }
    }
    if let Some(asked) = asked {
        let open = own.iter().filter(|column| column.preferred.is_none()).count();
        let known: f64 = own.iter().filter_map(|column| column.preferred).sum();
        if open == 1 && asked > known {
            for column in own.iter_mut().filter(|column| column.preferred.is_none()) {
                column.preferred = Some(asked - known);
            }
        } else if open > 1 && asked > known {
            let each = (asked - known) / open as f64;
            for column in own.iter_mut().filter(|column| column.preferred.is_none()) {
                column.preferred = Some(each);
            }
        }
    }
}

/// Widths cut to one cap, so that together they are `room` wide.
fn capped(widths: &[f64], room: f64) -> Vec<f64> {
    let mut sorted = widths.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (mut left, mut cap) = (room, f64::MAX);
    for (at, width) in sorted.iter().enumerate() {
        let each = left / (sorted.len() - at) as f64;
        if *width > each {
            cap = each;
            break;
        }
        left -= width;
    }
    widths.iter().map(|width| width.min(cap)).collect()
}

/// Autofit: between what columns need and what they would like.
fn autofit(sizing: &[Sizing], wanted: Option<f64>, text: f64) -> Vec<f64> {
    let least: Vec<f64> = sizing.iter().map(|column| column.least).collect();
    let liked: Vec<f64> =
        sizing.iter().map(|column| column.preferred.unwrap_or(column.most).max(column.least)).collect();
    let (least_sum, liked_sum): (f64, f64) = (least.iter().sum(), liked.iter().sum());
    let room = wanted.unwrap_or(text).max(1.0);
    if least_sum >= room {
        // The table grows over its own wish before a word is cut, as far as the text is wide (17.18.87, autofit). Where not
        // even that holds the longest words, the widest columns give way, so that short words stay whole.
        return capped(&least, room.max(text));
    }
    if liked_sum > room {
        let share = (room - least_sum) / (liked_sum - least_sum).max(f64::MIN_POSITIVE);
        return least.iter().zip(&liked).map(|(least, liked)| least + (liked - least) * share).collect();
    }
    let Some(wanted) = wanted else { return liked };
    // Columns that wish nothing take what is left over; if all wish, all grow.
    let surplus = wanted - liked_sum;
    let open: f64 = sizing
        .iter()
        .zip(&liked)
        .filter(|(column, _)| column.preferred.is_none())
        .map(|(_, width)| *width)
        .sum();
    let grow = |column: &Sizing, width: f64| {
        if open > 0.0 {
            if column.preferred.is_none() { width + surplus * width / open } else { width }
        } else if liked_sum > 0.0 {
            width * wanted / liked_sum
        } else {
            wanted / sizing.len().max(1) as f64
        }
    };
    sizing.iter().zip(&liked).map(|(column, width)| grow(column, *width)).collect()
}
