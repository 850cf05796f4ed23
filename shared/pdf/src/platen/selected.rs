//! Some of the pages of a document that is laid out.

use platen_layout::Laid;

/// Takes out the pages that are not chosen, with the headings and places on them. What leads to them leads nowhere.
pub(super) fn retain(laid: &mut Laid, chosen: &[bool]) {
    let mut count = 0;
    let places: Vec<Option<usize>> = chosen
        .iter()
        .map(|is_chosen| {
            let place = is_chosen.then_some(count);
            count += usize::from(*is_chosen);
            place
        })
        .collect();
    let place = |page: usize| places.get(page).copied().flatten();
    let mut all = chosen.iter();
    laid.pages.retain(|_| all.next().copied().unwrap_or(false));
    laid.outline.retain_mut(|heading| place(heading.page).map(|page| heading.page = page).is_some());
    laid.destinations.retain_mut(|goal| place(goal.page).map(|page| goal.page = page).is_some());
}
