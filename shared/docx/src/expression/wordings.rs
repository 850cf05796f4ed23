//! The texts of a template in other languages.

use std::collections::BTreeMap;

use crate::text::wording::key;
use platen_locale::Locale;
use platen_ooxml::Warning;

/// Translations of the texts of one template.
#[derive(Debug, Default)]
pub(crate) struct Wordings {
    /// By language tag, by the text's key.
    pub languages: BTreeMap<String, BTreeMap<String, String>>,
    /// The language of the template itself.
    pub own: Locale,
}

impl Wordings {
    /// Bytes of all texts.
    pub fn bytes(&self) -> usize {
        let texts = self.languages.values().flatten();
        texts.map(|(key, text)| key.len() + text.len()).sum()
    }

    /// The translations of a text, that of `de-AT` before that of `de`.
    pub fn of<'w>(&'w self, key: &str) -> Vec<(&'w str, &'w str)> {
        let found = self.languages.iter();
        let found = found.filter_map(|(tag, texts)| Some((tag.as_str(), texts.get(key)?.as_str())));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(tag, _)| std::cmp::Reverse(tag.len()));
        found
    }

    /// The texts of a language, before those of the ones that it falls back to (RFC 4647, 3.4: `de-AT`, then `de`).
    fn chain(&self, locale: &Locale) -> Vec<&BTreeMap<String, String>> {
        let mut chain: Vec<_> = self.languages.iter().filter(|(tag, _)| locale.is_below(tag)).collect();
        chain.sort_by_key(|(tag, _)| std::cmp::Reverse(tag.len()));
        chain.into_iter().map(|(_, texts)| texts).collect()
    }

    /// Whether texts stand in this language as they are: it is the template's own, and has no translations.
    pub fn is_own(&self, locale: &Locale) -> bool {
        locale.language() == self.own.language() && !self.languages.keys().any(|tag| locale.is_below(tag))
    }

    /// A text of the data in a language. The second is what is told where there is none.
    pub fn value(&self, text: &str, locale: &Locale) -> Result<String, Option<Box<Warning>>> {
        let key = key(text);
        match self.chain(locale).into_iter().find_map(|texts| texts.get(&key)) {
            // Data is no template.
            Some(found) if !found.contains("{{") => Ok(found.clone()),
            _ if self.is_own(locale) => Err(None),
            _ => {
                let detail =
                    format!("a value has no translation into \"{}\"; it is written as it is", locale.tag.id);
                Err(Some(Box::new(Warning::new(UNTRANSLATED, detail).beside(text).hint(HINT))))
            }
        }
    }

    /// What is told of a document in which some of the template's texts are not translated.
    pub fn warning(&self, keys: &[String], locale: &Locale) -> Option<Warning> {
        if self.is_own(locale) {
            return None;
        }
        let chain = self.chain(locale);
        let mut missing = keys.iter().filter(|key| !chain.iter().any(|texts| texts.contains_key(*key)));
        let first = missing.next()?;
        let (count, all, tag) = (1 + missing.count(), keys.len(), &locale.tag.id);
        let detail = format!(
            "{count} of the template's {all} texts to translate {} no translation into \"{tag}\"; where they are shown, they are as the template has them",
            if count == 1 { "has" } else { "have" }
        );
        Some(Warning::new(UNTRANSLATED, detail).beside(first).hint(HINT))
    }
}

const UNTRANSLATED: &str = "not-translated";
const HINT: &str = "add it to the template's translations";
