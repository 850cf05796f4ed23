//! Documents that nobody wrote, laid out by LibreOffice too, in faces that both have: the same words have to stand in the
//! same places. What LibreOffice does otherwise than Word is left out where the documents are made up, with its reason. Two
//! differences are left, in one document of 75: of balanced columns LibreOffice sometimes makes the last one the longest, in Word
//! it is the first; a paragraph that is kept whole and higher than a page starts a page in LibreOffice, even below one that stays
//! with it.
//!
//! `PLATEN_SEED` is the first seed (each document adds one), `COUNT` how many documents there are, `KIND` of which kind.

#[path = "../../../../docx/tests/language/generated/chance.rs"]
mod chance;
mod compared;
mod joined;
mod packed;
mod page_grammar;
mod page_tags;
mod table_grammar;

use std::collections::BTreeMap;
use std::ops::Range;

use page_grammar::{Draft, draft};

/// Documents of a usual run.
const USUAL: u64 = 40;

/// What a run is asked for.
fn said(name: &str) -> Option<String> {
    std::env::var_os(name).map(|text| text.into_string().unwrap())
}

fn seeds() -> Range<u64> {
    let number = |name: &str| said(name).map(|text| text.parse::<u64>().unwrap());
    let (first, count) = (number("PLATEN_SEED").unwrap_or(1), number("COUNT").unwrap_or(USUAL));
    println!("PLATEN_SEED={first} COUNT={count}");
    first..first + count
}

/// As many documents as LibreOffice is given at once.
const AT_ONCE: usize = 100;

/// What differs first in each document, `None` where nothing does.
fn differences(drafts: &[Draft]) -> Vec<Option<String>> {
    drafts.chunks(AT_ONCE).flat_map(differences_of).collect()
}

fn differences_of(drafts: &[Draft]) -> Vec<Option<String>> {
    let documents: Vec<Vec<u8>> = drafts.iter().map(packed::package).collect();
    let theirs = crate::libreoffice::pdfs(&documents);
    documents
        .iter()
        .zip(theirs)
        .map(|(docx, theirs)| compared::first_difference(&crate::pdf(docx), &theirs))
        .collect()
}

/// The draft with as few blocks as still differ.
fn smallest(draft: &Draft) -> Draft {
    let mut least = draft.clone();
    loop {
        let shorter: Vec<Draft> = (0..least.blocks.len())
            .map(|at| {
                let mut shorter = least.clone();
                shorter.blocks.remove(at);
                shorter
            })
            .filter(|shorter| !shorter.blocks.is_empty())
            .collect();
        if shorter.is_empty() {
            return least;
        }
        let found = differences(&shorter).iter().position(Option::is_some);
        match found {
            Some(at) => least = shorter[at].clone(),
            None => return least,
        }
    }
}

#[test]
fn generated_documents_are_laid_out_as_by_libreoffice() {
    let seeds = seeds();
    let drafts: Vec<Draft> = seeds.clone().map(draft).collect();
    let found = differences(&drafts);
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (draft, difference) in drafts.iter().zip(&found) {
        let counts = kinds.entry(draft.kind).or_default();
        counts.0 += 1;
        counts.1 += usize::from(difference.is_some());
    }
    println!("documents and those that differ: {kinds:?}");
    let all: Vec<(u64, &Draft, &String)> = seeds
        .zip(&drafts)
        .zip(&found)
        .filter_map(|((seed, draft), difference)| Some((seed, draft, difference.as_ref()?)))
        .collect();
    for (seed, draft, difference) in &all {
        println!("PLATEN_SEED={seed} COUNT=1 {}: {difference}", draft.kind);
    }
    if let Some((seed, draft, _)) = all.first() {
        let least = smallest(draft);
        let difference = differences(std::slice::from_ref(&least)).remove(0).unwrap_or_default();
        println!("the smallest of PLATEN_SEED={seed} that differs: {difference}\n{least:#?}");
    }
    assert!(all.is_empty(), "{} of {} documents differ", all.len(), drafts.len());
}
