//! Finds the word that a misspelled one resembles.

/// Characters of a word that may be a slip of another.
const LONGEST_WORD: usize = 100;

/// The word of a list that a misspelled one is nearest to, if any is near.
pub fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let length = word.chars().count();
    // Two texts are compared letter by letter with letter: long ones are nobody's slip.
    if length > LONGEST_WORD {
        return None;
    }
    let most = length / 3;
    let near = words.filter(|w| w.len() <= 4 * LONGEST_WORD && w.chars().count().abs_diff(length) <= most);
    let (score, best) =
        near.map(|w| (strsim::damerau_levenshtein(word, w), w)).min_by_key(|(score, _)| *score)?;
    (score <= most).then_some(best)
}
