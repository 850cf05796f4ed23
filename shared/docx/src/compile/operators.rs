//! The code of a tag with bounded functions in place of the operators that make values of any size.
//!
//! MiniJinja computes `+`, `*`, `~`, `[i]` and `[a:b]` itself and bounds none of them; its fuel counts each as one step.
//! Code that uses them is read as a syntax tree and written anew, with filters of `render::operators` in their place.

use minijinja::machinery::ast::{self, BinOpKind, CallArg, CompareOpKind, Expr, Stmt, UnaryOpKind};
use minijinja::machinery::parse;
use minijinja::syntax::SyntaxConfig;

use super::code;
use super::scan::Tag;

/// Writes the tag's code anew where it has to be bounded. Code that does not parse is refused elsewhere.
pub(crate) fn bound(tag: &mut Tag) {
    let Some(source) = code::statement(tag) else { return };
    let Ok(Stmt::Template(tree)) = parse(&source, "tag", SyntaxConfig::default()) else { return };
    let mut writer =
        Writer { source: &source, out: String::with_capacity(source.len() + 32), changed: false };
    let written = match (tag.keyword(), tree.children.as_slice()) {
        // It was put behind an `if` to be read.
        ("elif", [Stmt::IfCond(cond)]) => match cond.false_body.as_slice() {
            [Stmt::IfCond(cond)] => writer.condition("elif", &cond.expr),
            _ => return,
        },
        (_, [statement]) => writer.statement(statement),
        _ => return,
    };
    if written.is_some() && writer.changed {
        tag.code = writer.out;
    }
}

/// How tightly an expression holds together, as MiniJinja's parser has it; names, calls and literals hold tightest.
mod level {
    pub const CHOICE: u8 = 0;
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARISON: u8 = 4;
    pub const SUM: u8 = 5;
    pub const CONCATENATION: u8 = 6;
    pub const PRODUCT: u8 = 7;
    pub const POWER: u8 = 8;
    pub const FILTER: u8 = 9;
    pub const WHOLE: u8 = 10;
}

struct Writer<'s> {
    source: &'s str,
    out: String,
    changed: bool,
}

impl Writer<'_> {
    /// `None` for a statement that holds no expression.
    fn statement(&mut self, statement: &Stmt<'_>) -> Option<()> {
        match statement {
            Stmt::EmitExpr(emit) => self.expr(&emit.expr, level::CHOICE),
            Stmt::IfCond(cond) => return self.condition("if", &cond.expr),
            Stmt::ForLoop(each) => {
                self.out.push_str("for ");
                self.target(&each.target, false);
                self.out.push_str(" in ");
                self.kept(&each.iter, "__keep", level::OR);
                if let Some(filter) = &each.filter_expr {
                    self.out.push_str(" if ");
                    self.expr(filter, level::OR);
                }
                if each.recursive {
                    self.out.push_str(" recursive");
                }
            }
            Stmt::Set(set) => {
                self.out.push_str("set ");
                self.target(&set.target, false);
                self.out.push_str(" = ");
                let filter = if is_member(&set.target) { "__member" } else { "__keep" };
                self.kept(&set.expr, filter, level::CHOICE);
            }
            Stmt::SetBlock(set) => {
                self.out.push_str("set ");
                self.target(&set.target, false);
                if let Some(chain) = &set.filter {
                    self.out.push('|');
                    self.expr(chain, level::CHOICE);
                }
            }
            Stmt::WithBlock(with) => {
                self.out.push_str("with ");
                for (index, (target, value)) in with.assignments.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.target(target, true);
                    self.out.push_str(" = ");
                    self.kept(value, "__keep", level::CHOICE);
                }
            }
            Stmt::AutoEscape(escape) => {
                self.out.push_str("autoescape ");
                self.expr(&escape.enabled, level::CHOICE);
            }
            Stmt::FilterBlock(filter) => {
                self.out.push_str("filter ");
                self.expr(&filter.filter, level::CHOICE);
            }
            Stmt::Macro(declared) => {
                self.out.push_str("macro ");
                self.out.push_str(declared.name);
                self.parameters(declared);
            }
            Stmt::CallBlock(block) => {
                self.out.push_str("call");
                if !block.macro_decl.args.is_empty() {
                    self.parameters(&block.macro_decl);
                }
                self.out.push(' ');
                self.call(&block.call);
            }
            Stmt::Do(statement) => {
                self.out.push_str("do ");
                self.call(&statement.call);
            }
            _ => return None,
        }
        Some(())
    }

    fn condition(&mut self, keyword: &str, expr: &Expr<'_>) -> Option<()> {
        self.out.push_str(keyword);
        self.out.push(' ');
        self.expr(expr, level::OR);
        Some(())
    }

    /// What a `for` or `set` gives a value to. In parentheses where it is a list in a list.
    fn target(&mut self, target: &Expr<'_>, inner: bool) {
        let Expr::List(list) = target else { return self.expr(target, level::WHOLE) };
        self.out.push_str(if inner { "(" } else { "" });
        for item in &list.items {
            self.target(item, true);
            self.out.push_str(", ");
        }
        if list.items.len() > 1 {
            self.out.truncate(self.out.len() - 2);
        }
        self.out.push_str(if inner { ")" } else { "" });
    }

    fn parameters(&mut self, declared: &ast::Macro<'_>) {
        self.out.push('(');
        let without_default = declared.args.len().saturating_sub(declared.defaults.len());
        for (index, parameter) in declared.args.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.target(parameter, true);
            if let Some(default) =
                index.checked_sub(without_default).and_then(|index| declared.defaults.get(index))
            {
                self.out.push('=');
                self.kept(default, "__keep", level::CHOICE);
            }
        }
        self.out.push(')');
    }

    /// An expression whose value is given a name.
    fn kept(&mut self, expr: &Expr<'_>, filter: &str, level: u8) {
        match expr {
            Expr::Const(_) => self.expr(expr, level),
            // What a variable holds already is as it should be, but it may not go everywhere.
            Expr::Var(_) | Expr::GetAttr(_) if filter == "__keep" => self.expr(expr, level),
            Expr::BinOp(binary) if filtered(binary).is_some() => self.expr(expr, level),
            _ if is_number(expr) => self.expr(expr, level),
            _ => self.guarded(expr, filter),
        }
    }

    /// `(expr)|filter`
    fn guarded(&mut self, expr: &Expr<'_>, filter: &str) {
        self.expr(expr, level::FILTER);
        self.out.push('|');
        self.out.push_str(filter);
        self.changed = true;
    }

    /// Writes an expression where only one that holds together at least so tightly can stand.
    fn expr(&mut self, expr: &Expr<'_>, at_least: u8) {
        let inside = level_of(expr) < at_least;
        self.out.push_str(if inside { "(" } else { "" });
        self.bare(expr);
        self.out.push_str(if inside { ")" } else { "" });
    }

    fn bare(&mut self, expr: &Expr<'_>) {
        match expr {
            Expr::Var(name) => self.out.push_str(name.id),
            Expr::Const(constant) => {
                let span = constant.span();
                let text = self.source.get(span.start_offset as usize..span.end_offset as usize);
                self.out.push_str(text.unwrap_or_default());
            }
            Expr::Slice(slice) => {
                let bounds = [&slice.start, &slice.stop, &slice.step];
                self.expr(&slice.expr, level::FILTER);
                self.out.push_str("|__slice(");
                for (index, bound) in bounds.into_iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    match bound {
                        Some(bound) => self.expr(bound, level::CHOICE),
                        None => self.out.push_str("none"),
                    }
                }
                self.out.push(')');
                self.changed = true;
            }
            Expr::UnaryOp(unary) => match unary.op {
                UnaryOpKind::Not => {
                    self.out.push_str("not ");
                    self.expr(&unary.expr, level::NOT);
                }
                UnaryOpKind::Neg => {
                    self.out.push('-');
                    // A filter behind a negated value would apply to it.
                    let negated =
                        matches!(&unary.expr, Expr::UnaryOp(inner) if matches!(inner.op, UnaryOpKind::Neg));
                    self.expr(&unary.expr, if negated { level::FILTER } else { level::WHOLE });
                }
            },
            Expr::BinOp(binary) => self.binary(binary),
            Expr::Compare(chain) => {
                self.expr(&chain.expr, level::SUM);
                for op in &chain.ops {
                    self.out.push_str(compared(&op.op));
                    self.operand(&op.expr);
                }
            }
            Expr::IfExpr(choice) => {
                self.expr(&choice.true_expr, level::OR);
                self.out.push_str(" if ");
                self.expr(&choice.test_expr, level::OR);
                if let Some(expr) = &choice.false_expr {
                    self.out.push_str(" else ");
                    self.expr(expr, level::CHOICE);
                }
            }
            Expr::Filter(filter) => {
                if let Some(expr) = &filter.expr {
                    self.expr(expr, level::FILTER);
                    self.out.push('|');
                }
                self.out.push_str(filter.name);
                if !filter.args.is_empty() {
                    self.arguments(&filter.args, false);
                }
            }
            Expr::Test(test) => {
                self.expr(&test.expr, level::FILTER);
                self.out.push_str(" is ");
                self.out.push_str(test.name);
                if !test.args.is_empty() {
                    self.arguments(&test.args, false);
                }
            }
            Expr::GetAttr(attribute) => {
                self.expr(&attribute.expr, level::WHOLE);
                self.out.push('.');
                self.out.push_str(attribute.name);
            }
            Expr::GetItem(item) if is_near(&item.subscript_expr) => {
                self.expr(&item.expr, level::WHOLE);
                self.out.push('[');
                self.expr(&item.subscript_expr, level::CHOICE);
                self.out.push(']');
            }
            Expr::GetItem(item) => {
                self.expr(&item.expr, level::FILTER);
                self.out.push_str("|__at(");
                self.expr(&item.subscript_expr, level::CHOICE);
                self.out.push(')');
                self.changed = true;
            }
            Expr::Call(call) => self.call(call),
            Expr::List(list) => {
                self.out.push('[');
                self.items(&list.items);
                self.out.push(']');
            }
            Expr::Tuple(tuple) => {
                self.out.push('(');
                self.items(&tuple.items);
                self.out.push_str(if tuple.items.len() == 1 { ",)" } else { ")" });
            }
            Expr::Map(map) => {
                self.out.push('{');
                for (index, (key, value)) in map.keys.iter().zip(&map.values).enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.expr(key, level::CHOICE);
                    self.out.push_str(": ");
                    self.expr(value, level::CHOICE);
                }
                self.out.push('}');
            }
        }
    }

    fn items(&mut self, items: &[Expr<'_>]) {
        for (index, item) in items.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.expr(item, level::CHOICE);
        }
    }

    fn binary(&mut self, binary: &ast::BinOp<'_>) {
        if let Some(filter) = filtered(binary) {
            self.expr(&binary.left, level::FILTER);
            self.out.push('|');
            self.out.push_str(filter);
            self.out.push('(');
            self.expr(&binary.right, level::CHOICE);
            self.out.push(')');
            self.changed = true;
            return;
        }
        let level = binary_level(binary.op);
        if let Some(sign) = comparison(binary.op) {
            match binary.op {
                // A text is searched for what the left side prints.
                BinOpKind::In => self.operand(&binary.left),
                _ => self.expr(&binary.left, level::SUM),
            }
            self.out.push_str(compared(&sign));
            match binary.op {
                BinOpKind::In => self.operand(&binary.right),
                // A comparison costs no more than its smaller side.
                _ if is_literal(&binary.left) => self.expr(&binary.right, level::SUM),
                _ => self.operand(&binary.right),
            }
            return;
        }
        self.expr(&binary.left, level);
        self.out.push_str(match binary.op {
            BinOpKind::ScAnd => " and ",
            BinOpKind::ScOr => " or ",
            BinOpKind::Add => " + ",
            BinOpKind::Sub => " - ",
            BinOpKind::Mul => " * ",
            BinOpKind::Div => " / ",
            BinOpKind::FloorDiv => " // ",
            BinOpKind::Rem => " % ",
            BinOpKind::Pow => " ** ",
            _ => " ~ ",
        });
        self.expr(&binary.right, level + 1);
    }

    /// An operand of a comparison, read by MiniJinja with all that it holds.
    fn operand(&mut self, expr: &Expr<'_>) {
        if is_literal(expr) || is_number(expr) {
            return self.expr(expr, level::SUM);
        }
        self.guarded(expr, "__read");
    }

    fn call(&mut self, call: &ast::Call<'_>) {
        self.expr(&call.expr, level::WHOLE);
        self.arguments(&call.args, true);
    }

    /// `called`: they get names in a macro, which may call itself with ever more lists around them.
    fn arguments(&mut self, args: &[CallArg<'_>], called: bool) {
        self.out.push('(');
        for (index, arg) in args.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            let expr = match arg {
                CallArg::Pos(expr) => expr,
                CallArg::Kwarg(name, expr) => {
                    self.out.push_str(name);
                    self.out.push('=');
                    expr
                }
                CallArg::PosSplat(expr) => {
                    self.out.push('*');
                    self.guarded(expr, "__read");
                    continue;
                }
                CallArg::KwargSplat(expr) => {
                    self.out.push_str("**");
                    self.guarded(expr, "__read");
                    continue;
                }
            };
            match called {
                true => self.kept(expr, "__keep", level::CHOICE),
                false => self.expr(expr, level::CHOICE),
            }
        }
        self.out.push(')');
    }
}

fn level_of(expr: &Expr<'_>) -> u8 {
    match expr {
        Expr::IfExpr(_) => level::CHOICE,
        Expr::BinOp(binary) if filtered(binary).is_some() => level::FILTER,
        Expr::BinOp(binary) => binary_level(binary.op),
        Expr::Compare(_) => level::COMPARISON,
        Expr::UnaryOp(unary) => match unary.op {
            UnaryOpKind::Not => level::NOT,
            UnaryOpKind::Neg => level::FILTER,
        },
        Expr::Filter(_) | Expr::Test(_) | Expr::Slice(_) => level::FILTER,
        Expr::GetItem(item) if !is_near(&item.subscript_expr) => level::FILTER,
        _ => level::WHOLE,
    }
}

fn binary_level(op: BinOpKind) -> u8 {
    match op {
        BinOpKind::ScOr => level::OR,
        BinOpKind::ScAnd => level::AND,
        BinOpKind::Add | BinOpKind::Sub => level::SUM,
        BinOpKind::Concat => level::CONCATENATION,
        BinOpKind::Mul | BinOpKind::Div | BinOpKind::FloorDiv | BinOpKind::Rem => level::PRODUCT,
        BinOpKind::Pow => level::POWER,
        _ => level::COMPARISON,
    }
}

/// The filter that stands for an operator, unless both of its operands are numbers or what is no number is an error.
fn filtered(binary: &ast::BinOp<'_>) -> Option<&'static str> {
    let (left, right) = (&binary.left, &binary.right);
    match binary.op {
        BinOpKind::Add if !is_number(left) && !is_number(right) => Some("__add"),
        BinOpKind::Mul if is_fraction(left) || is_fraction(right) => None,
        BinOpKind::Mul if !is_number(left) || !is_number(right) => Some("__mul"),
        BinOpKind::Concat => Some("__concat"),
        _ => None,
    }
}

/// Whether an expression is a number or an error, whatever the data is.
fn is_number(expr: &Expr<'_>) -> bool {
    match expr {
        Expr::Const(constant) => constant.value.is_number(),
        Expr::UnaryOp(unary) => matches!(unary.op, UnaryOpKind::Neg),
        Expr::BinOp(binary) => match binary.op {
            BinOpKind::Sub | BinOpKind::Div | BinOpKind::FloorDiv | BinOpKind::Rem | BinOpKind::Pow => true,
            BinOpKind::Add | BinOpKind::Mul => filtered(binary).is_none(),
            _ => false,
        },
        Expr::Filter(filter) => {
            matches!(filter.name, "abs" | "count" | "float" | "int" | "length" | "round" | "wordcount")
        }
        Expr::GetAttr(attribute) => {
            matches!(&attribute.expr, Expr::Var(name) if name.id == "loop")
                && matches!(
                    attribute.name,
                    "index" | "index0" | "revindex" | "revindex0" | "length" | "depth"
                )
        }
        _ => false,
    }
}

/// A number that no text or list can be multiplied with.
fn is_fraction(expr: &Expr<'_>) -> bool {
    match expr {
        Expr::Const(constant) => constant.value.is_number() && !constant.value.is_integer(),
        Expr::BinOp(binary) => matches!(binary.op, BinOpKind::Div),
        _ => false,
    }
}

fn is_literal(expr: &Expr<'_>) -> bool {
    matches!(expr, Expr::Const(_))
        || matches!(expr, Expr::List(list) if list.as_const().is_some())
        || matches!(expr, Expr::Tuple(tuple) if tuple.as_const().is_some())
}

/// A key by which nothing has to be searched: a member's name, or a place near the beginning.
fn is_near(key: &Expr<'_>) -> bool {
    let Expr::Const(constant) = key else { return false };
    constant.value.as_str().is_some() || constant.value.as_usize().is_some_and(|place| place < 1_000)
}

fn is_member(target: &Expr<'_>) -> bool {
    match target {
        Expr::List(list) => list.items.iter().any(is_member),
        target => matches!(target, Expr::GetAttr(_)),
    }
}

fn comparison(op: BinOpKind) -> Option<CompareOpKind> {
    Some(match op {
        BinOpKind::Eq => CompareOpKind::Eq,
        BinOpKind::Ne => CompareOpKind::Ne,
        BinOpKind::Lt => CompareOpKind::Lt,
        BinOpKind::Lte => CompareOpKind::Lte,
        BinOpKind::Gt => CompareOpKind::Gt,
        BinOpKind::Gte => CompareOpKind::Gte,
        BinOpKind::In => CompareOpKind::In,
        _ => return None,
    })
}

fn compared(op: &CompareOpKind) -> &'static str {
    match op {
        CompareOpKind::Eq => " == ",
        CompareOpKind::Ne => " != ",
        CompareOpKind::Lt => " < ",
        CompareOpKind::Lte => " <= ",
        CompareOpKind::Gt => " > ",
        CompareOpKind::Gte => " >= ",
        CompareOpKind::In => " in ",
        CompareOpKind::NotIn => " not in ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::scan::{Found, scan};

    fn bounded(text: &str) -> String {
        let [Found::Tag(mut tag)] = <[Found; 1]>::try_from(scan(text)).unwrap() else { panic!("{text}") };
        bound(&mut tag);
        tag.code
    }

    #[test]
    fn operators_that_make_values_become_filters() {
        for (text, code) in [
            ("{{ a + b }}", "a|__add(b)"),
            ("{{ a + 1 }}", "a + 1"),
            ("{{ 2 * 3 }}", "2 * 3"),
            ("{{ a * b }}", "a|__mul(b)"),
            ("{{ a * 1.19 }}", "a * 1.19"),
            ("{{ 'x' * 100000000 }}", "'x'|__mul(100000000)"),
            ("{{ [1, 2] * n }}", "[1, 2]|__mul(n)"),
            ("{{ a ~ b ~ 'c' }}", "a|__concat(b)|__concat('c')"),
            ("{{ a + b * c }}", "a|__add(b|__mul(c))"),
            ("{{ (a + b) * c }}", "a|__add(b)|__mul(c)"),
            ("{{ (a - b) * c }}", "(a - b)|__mul(c)"),
            ("{{ a - b - c + d * e }}", "a - b - c + d|__mul(e)"),
            ("{{ a - (b - c) + x[i] }}", "a - (b - c) + x|__at(i)"),
            ("{{ -a * b }}", "-a|__mul(b)"),
            ("{{ -(a * b) }}", "-(a|__mul(b))"),
            ("{{ -(x|int) ~ '' }}", "-(x|int)|__concat('')"),
            ("{{ --a ~ '' }}", "--a|__concat('')"),
            ("{{ (a ~ b).upper() }}", "(a|__concat(b)).upper()"),
            ("{{ (a ~ b)|upper }}", "a|__concat(b)|upper"),
            ("{{ a ~ b if c else d }}", "a|__concat(b) if c else d"),
            ("{{ (a if b else c) ~ d }}", "(a if b else c)|__concat(d)"),
            ("{{ a ~ (b if c else d) }}", "a|__concat(b if c else d)"),
            ("{{ x is defined and a ~ b }}", "x is defined and a|__concat(b)"),
            ("{{ a ~ b is not none }}", "a|__concat(not b is none)"),
            ("{{ x[1:] }}", "x|__slice(1, none, none)"),
            ("{{ x[::-1][i][0] }}", "(x|__slice(none, none, -1)|__at(i))[0]"),
            ("{{ x['a'][0].b }}", "x['a'][0].b"),
            ("{{ x[-1] }}", "x|__at(-1)"),
            ("{{ a == b }}", "a == b|__read"),
            ("{{ a == 'b' }}", "a == 'b'"),
            ("{{ a == b|lower }}", "a == b|lower|__read"),
            ("{{ a not in b }}", "not a|__read in b|__read"),
            ("{{ a in ['x', 'y'] }}", "a|__read in ['x', 'y']"),
            ("{{ 'a' in b }}", "'a' in b|__read"),
            ("{{ 'a' == b }}", "'a' == b"),
            ("{{ 1 < a <= b }}", "1 < a|__read <= b|__read"),
            (
                "{{ f(*xs, a=[x], b=\"it's\" ~ y, **d) }}",
                "f(*xs|__read, a=[x]|__keep, b=\"it's\"|__concat(y), **d|__read)",
            ),
            ("{{ {'a': b ~ c, 'd': (1,)} }}", "{'a': b|__concat(c), 'd': (1,)}"),
            ("{% if a ~ b == 'c' %}", "if a|__concat(b) == 'c'"),
            ("{% elif a ~ b == 'c' %}", "elif a|__concat(b) == 'c'"),
            ("{% for x in xs %}", "for x in xs"),
            ("{% for x in o.xs %}", "for x in o.xs"),
            ("{% for x in o.xs|sort %}", "for x in o.xs|sort|__keep"),
            (
                "{% for k, (v, w) in xs + ys if k ~ v recursive %}",
                "for k, (v, w) in xs|__add(ys) if k|__concat(v) recursive",
            ),
            ("{% set x = [x] %}", "set x = [x]|__keep"),
            ("{% set x = 1, y %}", "set x = (1, y)|__keep"),
            ("{% set ns.x = ns %}", "set ns.x = ns|__member"),
            ("{% set x|upper|replace('a', b ~ c) %}", "set x|upper|replace('a', b|__concat(c))"),
            ("{% set x = 'a' ~ b %}", "set x = 'a'|__concat(b)"),
            ("{% with a = b ~ c, d = 2 %}", "with a = b|__concat(c), d = 2"),
            ("{% macro m(a, b=c ~ d) %}", "macro m(a, b=c|__concat(d))"),
            ("{% call(x) m(a ~ b) %}", "call(x) m(a|__concat(b))"),
            ("{% filter indent(a * b) %}", "filter indent(a|__mul(b))"),
            ("{% do f(a ~ b) %}", "do f(a|__concat(b))"),
            ("{{ a }}", "a"),
            ("{{ a + }}", "a +"),
        ] {
            assert_eq!(bounded(text), code, "{text}");
        }
    }
}
