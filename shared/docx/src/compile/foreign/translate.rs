//! Marks of other products as tags of ours: each mark's new text, or why it stays.

use std::collections::{BTreeSet, HashMap};

use super::dialect::Dialect;
use super::foreign_expression::{Scope, computed, condition, is_field_name, roots, value};
use super::holder::Holder;
use super::mark::{Mark, What};
use super::reason::Reason;
use super::script;
use super::sections::{Block, Kind, kinds, pair};

/// What becomes of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct New {
    pub text: String,
    /// What was assumed, for the author to look at.
    pub assumed: Option<&'static str>,
}

const ROW: &str = "taken for one value: if it is a list in the program, write `{%tr for ... %}` and `{%tr endfor %}` in rows around its row";
const MEMBER: &str = "taken for a member of the list's elements: for a value of the data itself leave out what stands before the dot";
const DOTTED: &str = "taken for a member of an object; without an expression parser, docxtemplater and easy-template-x look it up as one name with a dot in it";
const PROGRAM: &str = "a template cannot run program code";
const IN_LOOP: &str =
    "a value that is set in a loop is forgotten at the end of its turn: let the data contain it";

/// Reads the marks of a part, in their order. Those of Carbone are `super::carbone`'s.
pub(super) fn translate(marks: &[Mark], holders: &[Holder]) -> Vec<Result<New, Reason>> {
    let marks = &resolved(marks);
    let blocks = pair(marks);
    let kinds = kinds(marks, &blocks);
    let mut run = Run {
        marks,
        by_open: blocks.iter().map(|block| (block.open, block)).collect(),
        ends: HashMap::new(),
        scope: Scope::default(),
        stays: Vec::new(),
        kinds,
        has_parser: marks.iter().any(is_calculated),
    };
    run.scope.outside(outside(marks, &run));
    (0..marks.len())
        .map(|index| run.mark(index, holders.get(index).is_some_and(|holder| holder.is_row)))
        .collect()
}

/// Marks with what their names stand for in the place of the names.
fn resolved(marks: &[Mark]) -> Vec<Mark> {
    let known: HashMap<&str, &What> = marks
        .iter()
        .filter_map(|mark| match &mark.what {
            What::Alias(name, what) => Some((name.as_str(), &**what)),
            _ => None,
        })
        .collect();
    let what = |mark: &Mark| match &mark.what {
        What::Aliased(name) => match known.get(name.as_str()) {
            Some(what) => (*what).clone(),
            None => What::strange("nothing of this name was found"),
        },
        what => what.clone(),
    };
    marks.iter().map(|mark| Mark { what: what(mark), ..mark.clone() }).collect()
}

/// Names that stand outside of all loops.
fn outside(marks: &[Mark], run: &Run<'_>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut until = 0;
    for (index, mark) in marks.iter().enumerate() {
        if index >= until
            && let What::Value(code)
            | What::If(code)
            | What::Unless(code)
            | What::Section(code)
            | What::Rich(code, _) = &mark.what
        {
            names.extend(roots(code));
        }
        if let (Some(block), Some((Kind::Loop, _))) = (run.by_open.get(&index), run.kinds.get(&index)) {
            until = until.max(block.close);
        }
    }
    names
}

struct Run<'m> {
    marks: &'m [Mark],
    by_open: HashMap<usize, &'m Block>,
    kinds: HashMap<usize, (Kind, Option<&'static str>)>,
    /// The ends of blocks that began: what they are, and the elements that they stand around.
    ends: HashMap<usize, Result<(Kind, &'static str), ()>>,
    scope: Scope,
    /// The ends of sections that stay as they are: whose members the names in them are is not known.
    stays: Vec<usize>,
    /// A mark of docxtemplater calculates: its program has an expression parser, which takes dots for members.
    has_parser: bool,
}

impl Run<'_> {
    fn mark(&mut self, index: usize, in_row: bool) -> Result<New, Reason> {
        let mark = &self.marks[index];
        self.stays.retain(|end| *end >= index);
        let (element, what) = match &mark.what {
            What::Around(element, what) => (*element, &**what),
            what => ("", what),
        };
        let in_loop = self.scope.is_in_loop();
        match what {
            What::Strange(why) => Err(why.clone()),
            What::Rest => Err(String::new()),
            What::Alias(..) => Ok(plain("")),
            What::Value(_) | What::Rich(..) if !self.stays.is_empty() => {
                Err("the section around it stays as it is".to_owned())
            }
            What::Value(code) => {
                let (written, assumed) = value(mark.dialect, code, &self.scope)?;
                let is_member = code.contains('.');
                let assumed = match mark.dialect {
                    Dialect::Velocity if is_member && in_row && !in_loop => Some(ROW),
                    Dialect::Braces if !self.has_parser && is_dotted(code) => Some(DOTTED),
                    _ => assumed,
                };
                Ok(New { text: format!("{{{{ {written} }}}}"), assumed })
            }
            What::Rich(code, note) => {
                let code = computed(mark.dialect, code, &self.scope)?.code;
                Ok(New { text: format!("{{{{ {code} }}}}"), assumed: Some(note) })
            }
            What::Run(code) => self.assign(code, mark.dialect, in_loop),
            What::Else | What::ElseIf(_) if self.ends.is_empty() => Err("it is not in a block".to_owned()),
            What::Else => Ok(plain("{% else %}")),
            What::ElseIf(code) => {
                let script::Translated { code, assumed, .. } = condition(mark.dialect, code, &self.scope)?;
                Ok(New { text: format!("{{% elif {code} %}}"), assumed })
            }
            What::End(_) => match self.ends.remove(&index) {
                Some(Ok((kind, element))) => {
                    if kind == Kind::Loop {
                        self.scope.leave();
                    }
                    Ok(plain(&format!("{{%{element} end{} %}}", kind.word())))
                }
                Some(Err(())) => Err("its beginning stays as it is".to_owned()),
                None => Err("it ends nothing".to_owned()),
            },
            What::If(code) if mark.dialect == Dialect::Spaced => Ok(plain(&format!("{{% {code} %}}"))),
            _ => {
                let Some(block) = self.by_open.get(&index).copied() else {
                    return Err(match what {
                        What::Section(_) if mark.dialect == Dialect::Handlebars => {
                            "its end is missing; for a table of poi-tl write `{%tr for ... %}`".to_owned()
                        }
                        _ => "its end is missing".to_owned(),
                    });
                };
                let made = match (element, &mark.what) {
                    ("", What::Around(..)) => {
                        Err("it repeats an element that no tag here stands for".to_owned())
                    }
                    _ => self.begin(index, what, element),
                };
                let kept = made.as_ref().map(|(kind, _)| (*kind, element)).map_err(|_| ());
                if kept.is_err() {
                    match what {
                        What::For(Some(item), code) => {
                            self.scope.tear(item, &format!("the loop over {code}"));
                        }
                        What::For(None, _) | What::Section(_) => self.stays.push(block.close),
                        _ => {}
                    }
                }
                self.ends.insert(block.close, kept);
                made.map(|(_, new)| new)
            }
        }
    }

    /// The tag that begins a block.
    fn begin(&mut self, index: usize, what: &What, element: &str) -> Result<(Kind, New), Reason> {
        let dialect = self.marks[index].dialect;
        let (kind, mut assumed) = self.kinds.get(&index).copied().unwrap_or((Kind::Condition, None));
        let mut asked = |code: &str| -> Result<String, Reason> {
            let written = condition(dialect, code, &self.scope)?;
            // A value would be missed; a condition is false without it.
            let is_member = dialect == Dialect::Braces
                && self.scope.is_in_loop()
                && written.code.contains('.')
                && !written.code.contains("|default(");
            assumed = assumed.or(written.assumed).or(is_member.then_some(MEMBER));
            Ok(written.code)
        };
        let text = match (what, kind) {
            (What::If(code) | What::Section(code), Kind::Condition) => {
                format!("{{%{element} if {} %}}", asked(code)?)
            }
            (What::Unless(code), _) => {
                let code = asked(code)?;
                let is_whole = is_field_name(&code) || !code.contains(' ');
                let code = if is_whole { code } else { format!("({code})") };
                format!("{{%{element} if not {code} %}}")
            }
            (What::For(item, code), _) => {
                let list = computed(dialect, code, &self.scope)?.code;
                let item = self.scope.enter(item.as_deref(), code);
                format!("{{%{element} for {item} in {list} %}}")
            }
            (What::Section(code), Kind::Loop) => {
                let list = computed(dialect, code, &self.scope)?.code;
                let item = self.scope.enter(None, code);
                format!("{{%{element} for {item} in {list} %}}")
            }
            (What::Rows(list), _) => {
                let code = computed(dialect, list, &self.scope)?.code;
                let item = self.scope.enter_rows(list);
                format!("{{%{element} for {item} in {code} %}}")
            }
            _ => return Err("it starts nothing".to_owned()),
        };
        Ok((kind, New { text, assumed }))
    }

    /// `a = b; c = d`
    fn assign(&mut self, code: &str, dialect: Dialect, in_loop: bool) -> Result<New, Reason> {
        let mut text = String::new();
        let mut names = Vec::new();
        let (mut failed, mut assumed) = (None, None);
        for statement in code.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            let Some((name, value)) = statement.split_once('=').filter(|(_, value)| !value.starts_with('='))
            else {
                failed = failed.or(Some(PROGRAM.to_owned()));
                continue;
            };
            let words = name.trim().trim_end_matches(['+', '-', '*', '/']).trim();
            let word = words.rsplit(' ').next().unwrap_or_default().trim_start_matches('$').to_owned();
            let written = match name.trim().strip_prefix(words) {
                _ if in_loop && dialect != Dialect::Braces => Err(IN_LOOP.to_owned()),
                Some("") => computed(dialect, value, &self.scope),
                Some(sign) => computed(dialect, &format!("{words} {sign} ({value})"), &self.scope),
                None => Err(PROGRAM.to_owned()),
            };
            let mut kind = script::Kind::Any;
            match written {
                Ok(written) => {
                    text.push_str(&format!("{{% set {word} = {} %}}", written.code));
                    (kind, assumed) = (written.kind, assumed.or(written.assumed));
                }
                Err(reason) => failed = failed.or(Some(reason)),
            }
            names.push((word, kind));
        }
        match failed {
            None => {
                names.iter().for_each(|(name, kind)| self.scope.set(name, *kind));
                Ok(New { text, assumed })
            }
            Some(reason) => {
                names.iter().for_each(|(name, _)| self.scope.tear(name, code));
                Err(reason)
            }
        }
    }
}

/// A mark of docxtemplater's that is more than a name.
fn is_calculated(mark: &Mark) -> bool {
    match &mark.what {
        What::Run(_) => mark.dialect == Dialect::Braces,
        What::Value(code) | What::Section(code) | What::Unless(code) => {
            mark.dialect == Dialect::Braces
                && !is_field_name(code)
                && code.contains(|c: char| "+*/<>=!?|([".contains(c))
        }
        _ => false,
    }
}

/// `customer.name`
fn is_dotted(code: &str) -> bool {
    let code = code.strip_prefix("this.").unwrap_or(code);
    code.trim_matches('.').contains('.')
}

fn plain(text: &str) -> New {
    New { text: text.to_owned(), assumed: None }
}
