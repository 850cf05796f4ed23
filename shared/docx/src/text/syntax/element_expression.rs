//! The expressions that sums and averages compute for each element (`sum("qty * price")`), parsed when the template is
//! compiled.

use super::grammar::{Parser, ended};
use super::syntax_fault::Fault;
use super::tree::{Argument, Expr, How, Operator, Syntax};

/// Parts of an expression, each of which costs a step for each element.
const MOST: usize = 40;

/// Writes the expressions in the arguments of a tag's aggregates as lists in postfix order, which `filters::aggregate` computes.
pub(crate) fn aggregates(syntax: &mut Syntax) -> Vec<Fault> {
    let mut faults = Vec::new();
    for expr in syntax.expressions_mut() {
        expr.rewrite(&mut |expr| match expr {
            Expr::Filter { of, name, mut arguments } if matches!(name.as_str(), "sum" | "avg") => {
                let named = |how: &How| matches!(how, How::Named(name) if name == "attribute");
                let code = arguments.iter_mut().enumerate().find_map(|(index, argument)| match argument {
                    Argument { how, value: Expr::Text(code) } => {
                        let is_it = index == 0 && *how == How::Positional || named(how);
                        (is_it && code.contains(['*', '+', '-', '/', '('])).then(|| code.clone())
                    }
                    _ => None,
                });
                if let Some(code) = code {
                    let program = program(&code).unwrap_or_else(|fault| {
                        faults.push(fault);
                        Vec::new()
                    });
                    let it = arguments.iter_mut().find(|argument| argument.value == Expr::Text(code.clone()));
                    it.into_iter().for_each(|argument| argument.value = Expr::List(program.clone()));
                }
                Expr::Filter { of, name, arguments }
            }
            expr => expr,
        });
    }
    faults
}

fn program(code: &str) -> Result<Vec<Expr>, Fault> {
    let wrong = |message: String| Fault {
        message: format!("`{code}` cannot be computed for each element: {message}"),
        hint: Some(
            "multiply, divide, add and subtract members and numbers: `sum(\"qty * price\")`".to_owned(),
        ),
        at: 0,
    };
    let mut parser = Parser::new(code);
    let expr = parser.expr().and_then(|expr| ended(&parser, expr)).map_err(|fault| wrong(fault.message))?;
    let mut steps = Vec::new();
    let written = push(&expr, &mut steps);
    match written {
        Some(()) if steps.len() <= MOST => Ok(steps),
        Some(()) => Err(wrong(format!("it has more than {MOST} parts"))),
        None => Err(wrong("only numbers can be computed".to_owned())),
    }
}

/// Recursion is as deep as the parser's, which is bounded.
fn push(expr: &Expr, steps: &mut Vec<Expr>) -> Option<()> {
    match expr {
        Expr::Integer(_) | Expr::Float(_) => steps.push(expr.clone()),
        Expr::Name(_) | Expr::Member(..) => steps.push(Expr::Text(format!(".{}", path(expr)?))),
        Expr::Negative(of) => {
            steps.push(Expr::Integer(0));
            push(of, steps)?;
            steps.push(Expr::Text("-".to_owned()));
        }
        Expr::Binary(operator, left, right) => {
            let sign = match operator {
                Operator::Add => "+",
                Operator::Subtract => "-",
                Operator::Multiply => "*",
                Operator::Divide => "/",
                _ => return None,
            };
            push(left, steps)?;
            push(right, steps)?;
            steps.push(Expr::Text(sign.to_owned()));
        }
        _ => return None,
    }
    Some(())
}

fn path(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Name(name) => Some(name.clone()),
        Expr::Member(of, name) => Some(format!("{}.{name}", path(of)?)),
        _ => None,
    }
}
