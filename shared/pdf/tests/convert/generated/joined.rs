//! Random documents as one: its pages are those of the documents one by one.

use super::page_grammar::{Draft, draft};
use super::{packed, seeds};
use crate::joined::{joined, pages};

/// The draft and its second half, which ends as it does: documents of one template.
fn documents(draft: &Draft) -> Vec<Vec<u8>> {
    let half = Draft { blocks: draft.blocks[draft.blocks.len() / 2..].to_vec(), ..draft.clone() };
    [draft, &half, draft].map(packed::package).to_vec()
}

/// Of random seeds: lists that skip levels, space below the last paragraph, and an empty one on a page of its own. Each was wrong
/// once.
const FOUND: [u64; 5] = [209_487, 1_047_332, 314_205, 1_780_442, 104_752];

#[test]
fn joined_generated_documents_have_the_pages_of_the_single_ones() {
    let mut wrong = Vec::new();
    for seed in seeds().chain(FOUND) {
        let draft = draft(seed);
        let documents = documents(&draft);
        let single: Vec<String> =
            documents.iter().flat_map(|document| pages(&crate::pdf(document))).collect();
        let all = pages(&crate::pdf(&joined(&documents)));
        if let Some(at) = (0..all.len().max(single.len())).find(|at| all.get(*at) != single.get(*at)) {
            let kind = draft.kind;
            let page = at + 1;
            wrong.push(format!(
                "PLATEN_SEED={seed} COUNT=1 {kind}: page {page}:\n{:?}\n{:?}",
                all.get(at),
                single.get(at)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
