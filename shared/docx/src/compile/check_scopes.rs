//! Finds names that have a value, but not the one that their author means: a `set` in a loop ends with the turn, a loop's
//! variable with the loop. Nothing fails for them, and documents show 0, or ask for data that nobody has.

use std::collections::{BTreeMap, BTreeSet};

use super::site::Site;
use crate::spelling::nearest;
use crate::text::flow::Flow;
use crate::text::report::Remarks;
use crate::text::syntax::print::expression;
use crate::text::syntax::{Expr, Fault, Operator, Syntax, Target};

/// Words of other languages, and how they are written here.
const CONSTANTS: [(&str, &str); 8] = [
    ("TRUE", "true"),
    ("FALSE", "false"),
    ("NONE", "none"),
    ("NULL", "none"),
    ("Null", "none"),
    ("null", "none"),
    ("nil", "none"),
    ("undefined", "none"),
];

/// Warns of the tags of a part, given in document order; alternative texts and the like come behind it, and are left out.
pub(super) fn check(sites: &[Site], flows: &[Flow], remarks: &mut Remarks<'_>) {
    let mut pass = Pass { frames: vec![Frame::default()], ..Pass::default() };
    for (index, site) in sites.iter().enumerate().filter(|(_, site)| flows[site.flow].plain.is_none()) {
        pass.site(index, &site.syntax);
    }
    pass.misspelled();
    for (index, fault) in pass.faults {
        let site = &sites[index];
        remarks.warn(site.flow, &site.tag.range, fault.message, fault.hint);
    }
}

/// What one statement gives values to, up to its end.
#[derive(Default)]
struct Frame<'s> {
    ends: &'static str,
    /// Names, and those of them that a `set` gave their value.
    names: BTreeMap<&'s str, bool>,
    /// A loop's tag, its variables, and the list.
    each: Option<(usize, Vec<&'s str>, &'s Expr)>,
    /// Names of values outside that were read in this loop.
    read: BTreeSet<&'s str>,
    /// Values that a turn of this loop gives names from outside.
    lost: BTreeMap<&'s str, Lost<'s>>,
}

/// A `set` in a loop of a name from outside.
#[derive(Clone, Copy)]
struct Lost<'s> {
    site: usize,
    value: Option<&'s Expr>,
    each: (usize, &'s Expr),
}

/// A name of the data, read in a loop.
struct Read<'s> {
    site: usize,
    name: &'s str,
    member: bool,
    variables: Vec<&'s str>,
}

#[derive(Default)]
struct Pass<'s> {
    frames: Vec<Frame<'s>>,
    /// Loops that have ended, by their variables.
    ended: BTreeMap<&'s str, &'s Expr>,
    /// Names that only loops that have ended gave a new value, by the depth of the frame that has the old one.
    lost: BTreeMap<&'s str, (usize, Lost<'s>)>,
    /// Names of the data that are read outside of loops, or looped over.
    data: BTreeSet<&'s str>,
    /// Variables of loops that are read.
    used: BTreeSet<&'s str>,
    reads: Vec<Read<'s>>,
    faults: Vec<(usize, Fault)>,
}

impl<'s> Pass<'s> {
    fn site(&mut self, index: usize, syntax: &'s Syntax) {
        match syntax {
            Syntax::For { target, items, condition, .. } => {
                if let Expr::Name(name) = items {
                    self.data.insert(name);
                }
                self.read(index, items);
                let names = target.names();
                self.open("endfor", names.iter().copied());
                if let Some(frame) = self.frames.last_mut() {
                    frame.each = Some((index, names, items));
                }
                condition.iter().for_each(|condition| self.read(index, condition));
            }
            Syntax::With(list) => {
                list.iter().for_each(|(_, value)| self.read(index, value));
                self.open("endwith", list.iter().flat_map(|(target, _)| target.names()));
            }
            Syntax::Macro(name, parameters) => {
                syntax.expressions().into_iter().for_each(|default| self.read(index, default));
                self.bind(name, false);
                self.open("endmacro", parameters.iter().map(|(name, _)| name.as_str()));
            }
            Syntax::Call(parameters, called) => {
                self.read(index, called);
                self.open("endcall", parameters.iter().map(|(name, _)| name.as_str()));
            }
            Syntax::Set(target, value) => {
                self.read(index, value);
                self.set(index, target, Some(value));
            }
            Syntax::Capture(target, filter) => {
                filter.iter().for_each(|filter| self.read(index, filter));
                self.set(index, target, None);
            }
            Syntax::Word(word) => self.close(word),
            _ => syntax.expressions().into_iter().for_each(|expr| self.read(index, expr)),
        }
    }

    fn open(&mut self, ends: &'static str, names: impl Iterator<Item = &'s str>) {
        let names = names.map(|name| (name, false)).collect();
        self.frames.push(Frame { ends, names, ..Frame::default() });
    }

    fn close(&mut self, word: &str) {
        // Ends that fit nothing are told where blocks are paired.
        if self.frames.len() == 1 || self.frames.last().is_none_or(|frame| frame.ends != word) {
            return;
        }
        let Some(Frame { each: Some((_, variables, items)), lost, .. }) = self.frames.pop() else { return };
        self.ended.extend(variables.into_iter().map(|name| (name, items)));
        for (name, lost) in lost {
            if let Some(depth) = self.depth(name) {
                self.lost.insert(name, (depth, lost));
                // A loop around it has lost it, too.
                if let Some(frame) = self.frames[depth + 1..].iter_mut().find(|frame| frame.each.is_some()) {
                    frame.lost.entry(name).or_insert(lost);
                }
            }
        }
    }

    fn bind(&mut self, name: &'s str, is_set: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.names.insert(name, is_set);
        }
    }

    /// The innermost frame that gives the name a value.
    fn depth(&self, name: &str) -> Option<usize> {
        self.frames.iter().rposition(|frame| frame.names.contains_key(name))
    }

    fn set(&mut self, site: usize, target: &'s Target, value: Option<&'s Expr>) {
        let names = match target {
            Target::Name(path) if path.len() > 1 => return,
            target => target.names(),
        };
        for name in names {
            self.lost.remove(name);
            self.set_name(site, name, value);
            self.bind(name, true);
        }
    }

    fn set_name(&mut self, site: usize, name: &'s str, value: Option<&'s Expr>) {
        let Some(depth) = self.depth(name).filter(|depth| self.frames[*depth].names[name]) else { return };
        let inner = &self.frames[depth + 1..];
        if inner.iter().any(|frame| frame.ends == "endmacro") {
            return;
        }
        let Some(at) = inner.iter().position(|frame| frame.each.is_some()) else { return };
        let frame = &mut self.frames[depth + 1 + at];
        let Some((each, _, items)) = frame.each else { return };
        let lost = Lost { site, value, each: (each, items) };
        let counts = matches!(value, Some(Expr::Binary(_, left, right))
            if [left, right].iter().any(|side| ***side == Expr::name(name)));
        if counts || frame.read.contains(name) {
            self.tell_lost(name, lost);
        } else {
            frame.lost.entry(name).or_insert(lost);
        }
    }

    fn tell_lost(&mut self, name: &str, Lost { site, value, each: (_, items) }: Lost<'_>) {
        let message = format!(
            "this value of `{name}` is gone when the turn of the loop ends: in the next turn, and behind the loop, it is what it was before"
        );
        let sum = value.and_then(|value| summed(name, value)).map(|what| {
            format!("write `{{{{ {}|sum({what:?}) }}}}`, or keep it in a namespace: ", expression(items))
        });
        let hint = format!(
            "{}`{{% set ns = namespace({name}=0) %}}` before the loop, `{{% set ns.{name} = ... %}}` in it, and `ns.{name}` where you read it",
            sum.unwrap_or_else(|| "keep it in a namespace: ".to_owned())
        );
        if !self.faults.iter().any(|(told, fault)| *told == site && fault.message == message) {
            self.faults.push((site, Fault { message, hint: Some(hint), at: 0 }));
        }
    }

    /// All names that an expression reads; a function's name is none.
    fn read(&mut self, site: usize, expr: &'s Expr) {
        let (of, arguments) = match expr {
            Expr::Name(name) => return self.name(site, name, false),
            Expr::Member(of, _) | Expr::Item(of, _) if matches!(&**of, Expr::Name(_)) => (Some(of), 1),
            Expr::Call(of, _) if matches!(&**of, Expr::Name(_)) => (None, 1),
            _ => (None, 0),
        };
        if let Some(Expr::Name(name)) = of.map(|of| &**of) {
            self.name(site, name, true);
        }
        expr.parts().into_iter().skip(arguments).for_each(|part| self.read(site, part));
    }

    fn name(&mut self, site: usize, name: &'s str, member: bool) {
        match self.depth(name) {
            Some(depth) => {
                if self.frames[depth].each.is_some() {
                    self.used.insert(name);
                }
                if let Some((_, lost)) = self.lost.get(name).copied().filter(|(at, _)| *at == depth) {
                    self.tell_lost(name, lost);
                }
                let inner = self.frames[depth + 1..].iter_mut();
                inner.for_each(|frame| {
                    frame.read.insert(name);
                });
            }
            None if name == "loop" => {}
            None => self.of_data(site, name, member),
        }
    }

    /// A name that no tag gives a value to.
    fn of_data(&mut self, site: usize, name: &'s str, member: bool) {
        if let Some((word, means)) = CONSTANTS.iter().find(|(word, _)| *word == name) {
            let message = format!("`{word}` is read as a field of the data");
            self.faults.push((site, Fault { message, hint: Some(format!("write `{means}`")), at: 0 }));
            return;
        }
        let loops = self.frames.iter().filter_map(|frame| frame.each.as_ref());
        let variables: Vec<&str> = loops.flat_map(|(_, variables, _)| variables.iter().copied()).collect();
        if let (Some(items), false) = (self.ended.get(name), self.data.contains(name)) {
            let message = format!(
                "`{name}` is the variable of a loop that ends before: here it is read as a field of the data"
            );
            let hint = format!(
                "put the tag before `{{% endfor %}}`, or name one element, as in `{{{{ {}|last }}}}`",
                expression(items)
            );
            self.faults.push((site, Fault { message, hint: Some(hint), at: 0 }));
            // Once is enough.
            self.data.insert(name);
        } else if variables.is_empty() {
            self.data.insert(name);
        } else {
            self.reads.push(Read { site, name, member, variables });
        }
    }

    /// Names that are read in loops only, and look like those of the loops' variables.
    fn misspelled(&mut self) {
        let mut told = BTreeSet::new();
        for Read { site, name, member, variables } in &self.reads {
            let near = nearest(name, variables.iter().copied()).filter(|near| !is_of_several(name, near));
            let Some(near) = near.filter(|near| *member || !self.used.contains(near)) else { continue };
            if !self.data.contains(name) && told.insert(*name) {
                let message =
                    format!("`{name}` is not the variable of a loop around it: it is read from the data");
                let hint = Some(format!("did you mean `{near}`?"));
                self.faults.push((*site, Fault { message, hint, at: 0 }));
            }
        }
    }
}

/// `items` and `item2` are more than slips of `item`.
fn is_of_several(name: &str, variable: &str) -> bool {
    let longer = name.strip_prefix(variable).or_else(|| variable.strip_prefix(name));
    longer.is_some_and(|rest| rest.chars().all(|c| c == 's' || c.is_ascii_digit()))
}

/// What `sum` takes instead of `total = total + item.qty * item.price`.
fn summed(name: &str, value: &Expr) -> Option<String> {
    let Expr::Binary(Operator::Add, left, right) = value else { return None };
    let added = match (**left == Expr::name(name), **right == Expr::name(name)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    let member = |expr: &Expr| match expr {
        Expr::Member(of, member) if matches!(&**of, Expr::Name(_)) => Some(member.clone()),
        _ => None,
    };
    match &**added {
        Expr::Binary(Operator::Multiply, a, b) => Some(format!("{} * {}", member(a)?, member(b)?)),
        added => member(added),
    }
}
