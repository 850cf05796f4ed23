//! Arabic lines that are spread by lengthening joins (`w:jc` with `lowKashida` and similar).

use crate::shape::{Kind, Shaped, arabic};

/// A letter of a word: its cluster, and its first and last characters.
#[derive(Clone, Copy)]
struct Letter {
    cluster: usize,
    first: char,
    last: char,
}

/// Lengthens one join of each word, each by `most` em at most; answers with what is left over. `widths` are those of
/// `clusters`.
pub(crate) fn lengthen(
    shaped: &Shaped<'_>,
    clusters: std::ops::Range<usize>,
    widths: &mut [f64],
    free: f64,
    most: f64,
) -> f64 {
    let mut places = Vec::new();
    let mut word: Vec<Letter> = Vec::new();
    for at in clusters.clone() {
        match letter(shaped, at) {
            Some(letter) => word.push(letter),
            None => places.extend(place(&std::mem::take(&mut word))),
        }
    }
    places.extend(place(&word));
    let run = |place: usize| shaped.clusters.get(place).and_then(|cluster| shaped.run(cluster));
    // No join is lengthened by less than the glyph that does it.
    let least = |place: usize| run(place).and_then(|run| Some(run.kashida?.1 * run.size)).unwrap_or(f64::MAX);
    places.retain(|place| least(*place) <= free);
    let widest = places.iter().map(|place| least(*place)).fold(0.0, f64::max);
    if places.is_empty() || widest <= 0.0 {
        return free;
    }
    // Where not all words take one, those that do are spread over the line.
    let count = places.len().min((free / widest) as usize);
    let all = places.len();
    let places: Vec<usize> =
        (0..count).filter_map(|at| places.get((2 * at + 1) * all / (2 * count)).copied()).collect();
    let mut left = free;
    for place in places {
        let size = run(place).map_or(0.0, |run| run.size);
        let own = (free / count as f64).min((most * size).max(least(place)));
        if let Some(width) = widths.get_mut(place - clusters.start) {
            *width += own;
            left -= own;
        }
    }
    left
}

fn letter(shaped: &Shaped<'_>, at: usize) -> Option<Letter> {
    let cluster = shaped.clusters.get(at).filter(|cluster| cluster.kind == Kind::Text)?;
    let text = shaped.text.get(cluster.text.start as usize..cluster.text.end as usize)?;
    let (first, last) = arabic::ends(text).filter(|(first, _)| arabic::joins_before(*first))?;
    Some(Letter { cluster: at, first, last })
}

/// The join of a word that is lengthened: the one of the highest rank, the last of several (Microsoft's published order for
/// justified Arabic).
fn place(word: &[Letter]) -> Option<usize> {
    let ranked = word.windows(2).enumerate().filter_map(|(at, pair)| {
        let [own, next] = pair else { return None };
        let behind = word.get(at + 2);
        Some((rank(*own, *next, behind.copied())?, own.cluster))
    });
    ranked.rev().min_by_key(|(rank, _)| *rank).map(|(_, place)| place)
}

/// The rank of the join between two letters, 1 is the highest.
fn rank(own: Letter, next: Letter, behind: Option<Letter>) -> Option<u8> {
    if !arabic::joins_next(own.last) {
        return None;
    }
    let is_final = behind.is_none() || !arabic::joins_next(next.last);
    Some(match (own.last, next.first) {
        ('\u{640}', _) => 1,
        ('س' | 'ش' | 'ص' | 'ض', _) => 2,
        (_, 'ة' | 'ه' | 'د' | 'ذ') if is_final => 3,
        (_, 'ا' | 'أ' | 'إ' | 'آ' | 'ط' | 'ظ' | 'ل' | 'ك' | 'ک' | 'گ') if is_final => 4,
        (_, 'ب' | 'ت' | 'ث' | 'ن' | 'ي' | 'ئ' | 'پ' | 'ی')
            if behind.is_some_and(|own| matches!(own.first, 'ر' | 'ز' | 'ي' | 'ى' | 'ی')) =>
        {
            5
        }
        (_, 'و' | 'ع' | 'غ' | 'ق' | 'ف') if is_final => 6,
        _ if is_final => 7,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengthened(word: &str) -> String {
        let letters = word.chars().enumerate().map(|(cluster, c)| Letter { cluster, first: c, last: c });
        let place = place(&letters.collect::<Vec<_>>());
        let shown = |(at, c): (usize, char)| if Some(at) == place { format!("{c}ـ") } else { c.to_string() };
        word.chars().enumerate().map(shown).collect()
    }

    #[test]
    fn the_join_of_the_highest_rank_is_lengthened() {
        assert_eq!(lengthened("مسلم"), "مسـلم");
        assert_eq!(lengthened("محمد"), "محمـد");
        assert_eq!(lengthened("كتاب"), "كتـاب");
        assert_eq!(lengthened("كبير"), "كبـير");
        assert_eq!(lengthened("معلم"), "معلـم");
        assert_eq!(lengthened("دار"), "دار");
    }
}
