//! The table of a template's translations: read and checked, and what its author and its translators are told of it.

use std::collections::{BTreeMap, HashSet};

use minijinja::Environment;
use platen_einvoice::MappingFault;
use platen_locale::{Locale, WANTED};
use platen_ooxml::{Budget, Diagnostic, Limits, reference_token};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::compile::{Enclosure, check_names};
use crate::expression::Wordings;
use crate::invoice::MappingError;
use crate::pattern::remark;
use crate::render::environment;
use crate::stack::on_large_stack;
use crate::text::scan::{Delimiter, Found, Scope, Tag, scan};
use crate::text::syntax;
use crate::text::wording::key;

/// Languages of a table.
const LANGUAGES: usize = 100;

/// Faults that are told one by one, and texts of the table that the template does not have.
const LISTED: usize = 100;

/// The texts of a template that can be translated, and its table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Translations {
    /// The texts between `trans` and `endtrans` in the order of the template: the keys of the table.
    pub keys: Vec<String>,
    /// What each language of the table lacks.
    pub languages: BTreeMap<String, LanguageTexts>,
    /// The table that the template's file carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub table: Option<Value>,
}

/// One language of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LanguageTexts {
    /// The template's texts that have no translation.
    pub missing: Vec<String>,
    /// How many more there are, which are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// Bytes of missing texts that are listed of all languages. Attack: a hundred languages that lack each of twenty thousand texts.
const MISSING: usize = 1 << 20;

impl Translations {
    pub(crate) fn of(wordings: &Wordings, keys: &[String], table: Option<&Value>) -> Translations {
        let mut left = MISSING;
        let languages = wordings.languages.iter().map(|(tag, texts)| {
            let mut language = LanguageTexts { missing: Vec::new(), more: 0 };
            for key in keys.iter().filter(|key| !texts.contains_key(*key)) {
                match left.checked_sub(key.len()) {
                    Some(rest) if language.more == 0 => {
                        left = rest;
                        language.missing.push(key.clone());
                    }
                    _ => language.more += 1,
                }
            }
            (tag.clone(), language)
        });
        Translations { keys: keys.to_vec(), languages: languages.collect(), table: table.cloned() }
    }

    /// A table to fill in: what there is already, and an empty text for each that a language lacks.
    #[must_use]
    pub fn starter(&self, languages: &[String]) -> Value {
        let mut table = self.table.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
        for language in languages {
            let same = |other: &&String| Locale::parse(other) == Locale::parse(language);
            let known = table.keys().find(same).unwrap_or(language).clone();
            let texts = table.entry(known).or_insert_with(|| json!({}));
            let Some(texts) = texts.as_object_mut() else { continue };
            let known: HashSet<String> = texts.keys().map(|text| key(text)).collect();
            let missing = self.keys.iter().filter(|key| !known.contains(*key));
            texts.extend(missing.map(|key| (key.clone(), json!(""))));
        }
        Value::Object(table)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Reads a table: by language tag, by the template's text, the translation.
///
/// # Errors
/// All that is wrong with it, each with its place; the budget has ended.
pub(crate) fn read(table: &Value, limits: &Limits, budget: &Budget) -> Result<Wordings, MappingError> {
    let read = on_large_stack(|| {
        let mut reader = Reader { limits, budget, env: bare(limits)?, faults: Vec::new() };
        let languages = reader.languages(table);
        match reader.faults.is_empty() {
            true => Ok(Wordings { languages, ..Wordings::default() }),
            false => Err(reader.faults),
        }
    });
    budget.check().map_err(MappingError::Exhausted)?;
    read.map_err(MappingError::Faults)
}

fn bare(limits: &Limits) -> Result<Environment<'static>, Vec<MappingFault>> {
    let env = environment(
        &std::sync::Arc::default(),
        &std::sync::Arc::default(),
        &std::sync::Arc::default(),
        limits,
    );
    env.map_err(|error| vec![MappingFault::new("", error.to_string())])
}

struct Reader<'a> {
    limits: &'a Limits,
    budget: &'a Budget,
    env: Environment<'static>,
    faults: Vec<MappingFault>,
}

type Texts = BTreeMap<String, String>;

impl Reader<'_> {
    fn languages(&mut self, table: &Value) -> BTreeMap<String, Texts> {
        let mut languages = BTreeMap::new();
        let Some(members) = table.as_object() else {
            self.fault("", "the translations must be an object with a member for each language, such as {\"de\": {\"Dear {{ name }}\": \"Liebe(r) {{ name }}\"}}");
            return languages;
        };
        if members.len() > LANGUAGES {
            self.fault(
                "",
                format!("the translations have {} languages; at most {LANGUAGES} are allowed", members.len()),
            );
            return languages;
        }
        for (tag, texts) in members {
            let pointer = format!("/{}", reference_token(tag));
            let Some(locale) = Locale::parse(tag) else {
                self.fault(pointer, format!("{tag:?} is not a language; use {WANTED}"));
                continue;
            };
            let Some(texts) = texts.as_object() else {
                let wanted = "must be an object: the template's texts, each with its translation";
                self.fault(pointer, format!("the translations into `{tag}` {wanted}"));
                continue;
            };
            let texts = self.texts(tag, &pointer, texts);
            if languages.insert(locale.tag.id.to_string(), texts).is_some() {
                self.fault(pointer, format!("the language `{tag}` is given twice, in two spellings"));
            }
        }
        languages
    }

    fn texts(&mut self, tag: &str, pointer: &str, texts: &Map<String, Value>) -> Texts {
        let mut read = Texts::new();
        for (text, translation) in texts {
            let pointer = format!("{pointer}/{}", reference_token(text));
            let key = key(text);
            self.budget.count((text.len() + translation.as_str().map_or(0, str::len)) as u64);
            let fault = match translation.as_str() {
                None => Some("it is not a text".to_owned()),
                Some(translation) if translation.trim().is_empty() => {
                    Some("it is empty: write the translation, or remove this line".to_owned())
                }
                Some(translation) => self.wrong(translation),
            };
            if let Some(fault) = fault {
                self.fault(pointer, format!("the translation into `{tag}` of `{key}`: {fault}"));
            } else if key.is_empty() {
                self.fault(pointer, format!("a text to translate into `{tag}` is empty: remove this line"));
            } else if read.insert(key.clone(), translation.as_str().unwrap_or_default().to_owned()).is_some()
            {
                self.fault(
                    pointer,
                    format!("`{key}` is translated into `{tag}` twice: remove one of the lines"),
                );
            }
        }
        read
    }

    /// What is wrong with the tags of a translation.
    fn wrong(&self, text: &str) -> Option<String> {
        scan(text).find_map(|found| match found {
            Found::Tag(tag) => self.wrong_tag(&tag),
            Found::Escape { .. } => None,
            Found::Unclosed { closing, .. } => Some(format!(
                "a tag is never closed; add `{closing}`, or type `{{_{{` to write the characters"
            )),
        })
    }

    fn wrong_tag(&self, tag: &Tag) -> Option<String> {
        let original = &tag.original;
        if tag.delimiter != Delimiter::Variable || tag.scope > Scope::Run {
            return Some(format!(
                "{original} cannot stand in a translation, which has only values such as `{{{{ name }}}}`; remove it"
            ));
        }
        if tag.range.len() > self.limits.tag_bytes {
            return Some(format!("a tag is longer than {} bytes", self.limits.tag_bytes));
        }
        if tag.code.is_empty() {
            return Some(
                "a tag is empty; write the name of a field between the braces, or remove it".to_owned(),
            );
        }
        let fault = match syntax::read(tag) {
            Ok((syntax, _)) => match syntax::reserved(&syntax) {
                Some(fault) => Some(fault),
                None => check_names::usable(&syntax, &self.env).into_iter().next(),
            },
            Err(fault) => Some(fault),
        }?;
        let hint = fault.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        Some(format!("{original}: {}{hint}", fault.message))
    }

    fn fault(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        match self.faults.len() {
            ..LISTED => self.faults.push(MappingFault::new(pointer, detail)),
            LISTED => self.faults.push(MappingFault::new("", "more texts are wrong, which are not listed")),
            _ => {}
        }
    }
}

/// What the author is told of translations of texts that the template does not have. A template that looks values up has keys
/// that no one can know, but none with tags.
pub(crate) fn unknown_keys(wordings: &Wordings, keys: &[String], takes_values: bool) -> Vec<Diagnostic> {
    let known: HashSet<&str> = keys.iter().map(String::as_str).collect();
    let mut unknown: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (tag, texts) in &wordings.languages {
        let strange = texts.keys().filter(|key| !known.contains(key.as_str()));
        for key in strange.filter(|key| !takes_values || key.contains("{{")) {
            unknown.entry(key).or_default().push(tag);
        }
    }
    let told = unknown.into_iter().take(LISTED).map(|(key, tags)| {
        let message = format!("the template has no text `{key}` to translate ({})", tags.join(", "));
        let hint = match nearest(key, keys) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                "write the text as `platen inspect` lists it, or remove this line of the table".to_owned()
            }
        };
        let place = Enclosure::Translations.label().to_owned();
        Diagnostic { place, ..remark("", &(0..0), message) }.warning().hint(hint)
    });
    told.collect()
}

/// The text that shares most at its beginning and end, at least half.
fn nearest<'k>(key: &str, keys: &'k [String]) -> Option<&'k str> {
    let shared = |other: &str| {
        let begin = key.chars().zip(other.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
        let rest = (key.chars().count().min(other.chars().count())) - begin;
        let end = key.chars().rev().zip(other.chars().rev()).take(rest).take_while(|(a, b)| a == b).count();
        begin + end
    };
    let found = keys.iter().map(|other| (shared(other), other)).max_by_key(|(shared, _)| *shared)?;
    let longer = key.chars().count().max(found.1.chars().count());
    (2 * found.0 >= longer).then_some(found.1.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(table: &Value) -> Vec<(String, String)> {
        let limits = Limits::default();
        match read(table, &limits, &Budget::of(&limits)) {
            Ok(_) => Vec::new(),
            Err(MappingError::Faults(faults)) => {
                faults.into_iter().map(|fault| (fault.pointer, fault.detail)).collect()
            }
            Err(MappingError::Exhausted(exhausted)) => panic!("{exhausted}"),
        }
    }

    #[test]
    fn each_fault_is_told_with_its_language_its_text_and_what_to_do() {
        for (table, pointer, words) in [
            (json!([]), "", "a member for each language"),
            (json!({"german": {}}), "/german", "\"german\" is not a language; use a language tag"),
            (json!({"de": []}), "/de", "the translations into `de` must be an object"),
            (json!({"DE": {}, "de": {}}), "/de", "given twice"),
            (json!({"de": {"a/b": " "}}), "/de/a~1b", "into `de` of `a/b`: it is empty: write"),
            (json!({"de": {"a": 1}}), "/de/a", "it is not a text"),
            (json!({"de": {" ": "x"}}), "/de/ ", "is empty: remove this line"),
            (json!({"de": {"a  {{ x }}": "1", "a {{x}}": "2"}}), "/de/a {{x}}", "twice"),
            (json!({"fr": {"a": "{{ b"}}), "/fr/a", "into `fr` of `a`: a tag is never closed; add `}}`"),
            (json!({"fr": {"a": "{{ }}"}}), "/fr/a", "a tag is empty"),
            (
                json!({"fr": {"a": "{% if b %}c{% endif %}"}}),
                "/fr/a",
                "{% if b %} cannot stand in a translation",
            ),
            (json!({"fr": {"a": "{# b #}"}}), "/fr/a", "cannot stand in a translation"),
            (json!({"fr": {"a": "{{p b }}"}}), "/fr/a", "cannot stand in a translation"),
            (json!({"fr": {"a": "{{ b|dat }}"}}), "/fr/a", "no filter called `dat`; did you mean `date`?"),
            (json!({"fr": {"a": "{{ b + }}"}}), "/fr/a", "{{ b + }}: "),
            (json!({"fr": {"a": "{{ __id() }}"}}), "/fr/a", "reserved"),
        ] {
            let found = faults(&table);
            let [(at, detail)] = found.as_slice() else { panic!("{table}: {found:?}") };
            assert!(at == pointer && detail.contains(words), "{table}: {at} {detail}");
        }
        let many: Map<String, Value> = (0..300).map(|n| (n.to_string(), json!(""))).collect();
        assert_eq!(faults(&json!({ "de": many })).len(), LISTED + 1);
        let many: Map<String, Value> = (0..=LANGUAGES).map(|n| (n.to_string(), json!({}))).collect();
        assert!(faults(&Value::Object(many))[0].1.contains("101 languages"));
    }

    #[test]
    fn a_starter_keeps_what_there_is_and_asks_for_the_rest() {
        let keys = ["Dear {{ name }}".to_owned(), "Total".to_owned()];
        let table = json!({"de": {"Dear {{name}}": "Guten Tag {{ name }}"}, "it": {"Total": "Totale"}});
        let limits = Limits::default();
        let wordings = read(&table, &limits, &Budget::of(&limits)).unwrap();
        let found = Translations::of(&wordings, &keys, Some(&table));
        assert_eq!(found.languages["de"].missing, ["Total"]);
        let starter = found.starter(&["DE".to_owned(), "fr".to_owned()]);
        let wanted = json!({
            "de": {"Dear {{name}}": "Guten Tag {{ name }}", "Total": ""},
            "it": {"Total": "Totale"},
            "fr": {"Dear {{ name }}": "", "Total": ""},
        });
        assert_eq!(starter, wanted);
    }
}
