//! Names through which compiled templates reach functions that authors must not call.

use super::syntax_fault::Fault;
use super::tree::{Expr, How, Syntax, Target};

/// A name that begins with two underscores: by such names compiled templates reach what authors must not.
pub(crate) fn reserved(syntax: &Syntax) -> Option<Fault> {
    let mut found: Option<String> = None;
    let mut see = |name: &str| {
        if name.starts_with("__") || name.contains(".__") {
            found.get_or_insert_with(|| name.to_owned());
        }
    };
    syntax.bound().into_iter().for_each(&mut see);
    syntax.each(&mut |expr| match expr {
        Expr::Name(name) | Expr::Member(_, name) => see(name),
        Expr::Filter { name, arguments, .. } | Expr::Test { name, arguments, .. } => {
            see(name);
            arguments.iter().filter_map(|a| named(&a.how)).for_each(&mut see);
        }
        Expr::Call(_, arguments) => arguments.iter().filter_map(|a| named(&a.how)).for_each(&mut see),
        _ => {}
    });
    if let Syntax::Set(target, _) | Syntax::Capture(target, _) = syntax {
        members(target, &mut see);
    }
    found.map(|name| Fault {
        message: "names that start with two underscores are reserved".to_owned(),
        hint: Some(format!("give {name} another name")),
        at: 0,
    })
}

fn named(how: &How) -> Option<&str> {
    match how {
        How::Named(name) => Some(name),
        _ => None,
    }
}

fn members(target: &Target, see: &mut dyn FnMut(&str)) {
    match target {
        Target::Name(path) => path.iter().for_each(|name| see(name)),
        Target::List(targets) => targets.iter().for_each(|target| members(target, see)),
    }
}
