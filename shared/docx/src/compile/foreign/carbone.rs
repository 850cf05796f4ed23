//! Carbone's marks, which express lists by the paths of values, `{d.items[i].name}`, and by a second row,
//! `{d.items[i+1].name}`.

use std::collections::{BTreeSet, HashMap};

use super::dialect::Dialect;
use super::foreign_expression::{Scope, value};
use super::holder::Holder;
use super::mark::{Mark, What};
use super::reason::Reason;
use super::translate::New;
use platen_ooxml::xml::NodeId;

/// What becomes of Carbone's marks, by their places in the list, and the rows and paragraphs that go.
pub(super) struct Carbone {
    pub made: HashMap<usize, Result<New, Reason>>,
    pub dropped: BTreeSet<NodeId>,
}

const INDEX: &str = "a condition or order in its index has no exact equivalent";

/// Reads the marks of a part with the holder of each.
pub(super) fn translate(marks: &[Mark], holders: &[Holder]) -> Carbone {
    let mut dropped = BTreeSet::new();
    // The first and last mark of each list, before its second row.
    let mut lists: Vec<(String, usize, usize)> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut ended: BTreeSet<String> = BTreeSet::new();
    let mut made = HashMap::new();
    for (index, (mark, holder)) in marks.iter().zip(holders).enumerate() {
        let What::Value(code) = &mark.what else { continue };
        if mark.dialect != Dialect::Carbone {
            continue;
        }
        let path = code.split(':').next().unwrap_or_default();
        if let Some(next) = path.find("[i+1") {
            ended.insert(path[..next].to_owned());
            dropped.insert(holder.node);
            made.insert(
                index,
                Ok(New { text: String::new(), assumed: Some("the second row of a list is removed") }),
            );
            continue;
        }
        for (at, _) in path.match_indices("[i]") {
            let list = path[..at].to_owned();
            match seen.get(&list) {
                Some(known) if !ended.contains(&list) => lists[*known].2 = index,
                Some(_) => {}
                None => {
                    seen.insert(list.clone(), lists.len());
                    lists.push((list, index, index));
                }
            }
        }
    }
    // Those around others first.
    lists.sort_by_key(|(list, first, _)| (*first, list.len()));
    let (mut before, mut after): (HashMap<usize, String>, HashMap<usize, String>) = Default::default();
    let mut items: HashMap<String, String> = HashMap::new();
    let mut names = Scope::default();
    for (list, first, last) in &lists {
        let prefix = match (
            holders[*first].is_row && holders[*last].is_row,
            first == last || holders[*first] == holders[*last],
        ) {
            (true, _) => "tr",
            (false, true) => "p",
            (false, false) if !holders[*first].is_row && !holders[*last].is_row => "p",
            _ => continue,
        };
        if !ended.contains(list) {
            continue;
        }
        let source = written(list, &items).unwrap_or_default();
        let item = names.enter(None, source.rsplit('.').next().unwrap_or_default());
        before.entry(*first).or_default().push_str(&format!("{{%{prefix} for {item} in {source} %}}"));
        let end = format!("{{%{prefix} endfor %}}");
        after.entry(*last).or_default().insert_str(0, &end);
        items.insert(list.clone(), item);
    }
    for (index, mark) in marks.iter().enumerate() {
        let What::Value(code) = &mark.what else { continue };
        if mark.dialect != Dialect::Carbone || made.contains_key(&index) {
            continue;
        }
        let (path, formatters) =
            code.split_once(':').map_or((code.as_str(), None), |(path, rest)| (path, Some(rest)));
        let new = written(path, &items).and_then(|path| {
            let code = formatters.map_or_else(|| path.clone(), |rest| format!("{path}:{rest}"));
            let (value, _) = value(Dialect::Carbone, &code, &Scope::default())?;
            let (before, after) = (before.get(&index), after.get(&index));
            let text = format!(
                "{}{{{{ {value} }}}}{}",
                before.map_or("", String::as_str),
                after.map_or("", String::as_str)
            );
            Ok(New { text, assumed: None })
        });
        made.insert(index, new);
    }
    // A list of which one end could not be written would tear the template.
    for (list, first, last) in &lists {
        if made.get(first).is_some_and(Result::is_err) != made.get(last).is_some_and(Result::is_err) {
            let why = || Err(format!("the other end of the list `{list}` could not be written"));
            made.insert(*first, why());
            made.insert(*last, why());
        }
    }
    Carbone { made, dropped }
}

/// A path without its root, with the elements of lists by their names.
fn written(path: &str, items: &HashMap<String, String>) -> Result<String, Reason> {
    let inner = path.rfind("[i]");
    let (start, rest) = match inner {
        Some(at) => {
            let item = items.get(&path[..at]).ok_or_else(|| {
                "its list is unclear: a second row or paragraph with `[i+1]` is missing".to_owned()
            })?;
            (item.clone(), &path[at + "[i]".len()..])
        }
        None => (String::new(), path.strip_prefix("d.").unwrap_or(path)),
    };
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '[' | ']');
    let indices_are_numbers = rest.split('[').skip(1).all(|index| {
        index
            .split(']')
            .next()
            .is_some_and(|index| !index.is_empty() && index.chars().all(|c| c.is_ascii_digit()))
    });
    if !rest.chars().all(is_plain) || !indices_are_numbers {
        return Err(INDEX.to_owned());
    }
    Ok(format!("{start}{rest}"))
}
