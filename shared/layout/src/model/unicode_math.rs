//! Equations as one line of text, for people who cannot see them (Unicode Technical Note 28, "UnicodeMath").

use super::equation::{Fence, FractionKind, Frame, Grid, Nary, Node};

/// The text of a row.
pub(crate) fn of(row: &[Node]) -> String {
    let mut out = String::new();
    write(row, &mut out);
    out
}

/// The depth of rows in one another is bounded where they are read.
fn write(row: &[Node], out: &mut String) {
    for node in row {
        one(node, out);
    }
}

fn one(node: &Node, out: &mut String) {
    match node {
        Node::Text(text) => out.push_str(&text.text),
        Node::Break => out.push(' '),
        Node::Number => out.push('#'),
        Node::Fraction { kind, over, under, .. } => {
            operand(over, out);
            out.push(match kind {
                FractionKind::NoBar => '¦',
                _ => '/',
            });
            operand(under, out);
        }
        Node::Radical { degree, base, .. } => {
            out.push('√');
            if degree.is_empty() {
                operand(base, out);
            } else {
                out.push('(');
                write(degree, out);
                out.push('&');
                write(base, out);
                out.push(')');
            }
        }
        Node::Scripts { base, sub, sup, is_before, .. } => {
            if !is_before {
                operand(base, out);
            }
            scripts(sub.as_deref(), sup.as_deref(), out);
            if *is_before {
                operand(base, out);
            }
        }
        Node::Nary(Nary { sign, sub, sup, base, .. }) => {
            out.push(*sign);
            scripts(sub.as_deref(), sup.as_deref(), out);
            out.push(' ');
            write(base, out);
        }
        Node::Fence(Fence { open, separator, close, parts, .. }) => {
            out.extend(*open);
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    out.extend(*separator);
                }
                write(part, out);
            }
            out.extend(*close);
        }
        Node::Grid(Grid { rows, is_lines, .. }) => {
            out.push(if *is_lines { '█' } else { '■' });
            out.push('(');
            for (at, row) in rows.iter().enumerate() {
                if at > 0 {
                    out.push('@');
                }
                for (at, cell) in row.iter().enumerate() {
                    if at > 0 {
                        out.push('&');
                    }
                    write(cell, out);
                }
            }
            out.push(')');
        }
        Node::Accent { sign, base, .. } => {
            operand(base, out);
            out.push(*sign);
        }
        Node::Bar { is_over, base, .. } => {
            out.push(if *is_over { '¯' } else { '▁' });
            operand(base, out);
        }
        Node::Box { base, .. } => write(base, out),
        Node::Border { base, frame: Frame { .. }, .. } => {
            out.push('▭');
            operand(base, out);
        }
        Node::Function { name, base, .. } => {
            write(name, out);
            if !matches!(base.first(), Some(Node::Fence(_))) {
                out.push(' ');
            }
            write(base, out);
        }
        Node::Limit { is_over, base, limit, .. } => {
            operand(base, out);
            out.push(if *is_over { '┴' } else { '┬' });
            operand(limit, out);
        }
        Node::Group { sign, base, .. } => {
            out.push(*sign);
            operand(base, out);
        }
        Node::Phantom { kind, base } => {
            if kind.is_shown {
                write(base, out);
            }
        }
    }
}

fn scripts(sub: Option<&[Node]>, sup: Option<&[Node]>, out: &mut String) {
    for (sign, script) in [('_', sub), ('^', sup)] {
        if let Some(script) = script.filter(|script| !script.is_empty()) {
            out.push(sign);
            operand(script, out);
        }
    }
}

/// A row in brackets, if it is more than one word or number.
fn operand(row: &[Node], out: &mut String) {
    let text = of(row);
    let is_plain = text.chars().all(char::is_alphanumeric) || matches!(row, [Node::Fence(_)]);
    if is_plain {
        out.push_str(&text);
    } else {
        out.push('(');
        out.push_str(&text);
        out.push(')');
    }
}
