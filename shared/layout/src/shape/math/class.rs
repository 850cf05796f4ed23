//! Classes of atoms and the space between them (The TeXbook, chapter 18; UTR 25).

/// Spaces between signs, in em: three, four and five eighteenths, as TeX has them.
pub(super) const THIN: f64 = 3.0 / 18.0;
const MEDIUM: f64 = 4.0 / 18.0;
const THICK: f64 = 5.0 / 18.0;

/// The class of an atom, which decides the space to its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Ordinary,
    /// A sum, an integral, the name of a function.
    Operator,
    /// An operator with what it applies to: a sum, a function.
    Applied,
    Binary,
    Relation,
    Open,
    Close,
    Punctuation,
    /// White space that the author typed.
    Space,
}

/// Signs that compare, and arrows.
const RELATIONS: &str = "=<>∝∣∥∶∷∻≍≎≏⊢⊣⊥⊦⊧⊨⊩⊪⊫⊬⊭⊮⊯⋈⋮⋯⋰⋱⟂";
/// Signs between two operands.
const BINARIES: &str = "+−±×÷∓∔∖∗∘∙∧∨∩∪≀⊎⊓⊔⋄⋅⋆⋇⋉⋊⋋⋌⋎⋏⋒⋓·†‡•∸⨯⨿△▽◁▷○◦";

/// Class of a character.
pub(super) fn of(c: char) -> Class {
    match c {
        ' ' | '\u{A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{205F}' => Class::Space,
        '(' | '[' | '{' | '⟨' | '⌈' | '⌊' | '⟦' | '⟪' | '⟬' | '⟮' | '⦃' | '⦅' => {
            Class::Open
        }
        ')' | ']' | '}' | '⟩' | '⌉' | '⌋' | '⟧' | '⟫' | '⟭' | '⟯' | '⦄' | '⦆' | '!' | '?' => {
            Class::Close
        }
        ',' | ';' => Class::Punctuation,
        '∏'..='∑' | '∫'..='∳' | '⋀'..='⋃' | '⨀'..='⨜' => Class::Operator,
        c if BINARIES.contains(c) => Class::Binary,
        '⊕'..='⊡' | '⊺'..='⊽' | '⨝'..='⩖' => Class::Binary,
        c if RELATIONS.contains(c) => Class::Relation,
        '∈'..='∍'
        | '∼'..='≿'
        | '⊀'..='⊌'
        | '⊏'..='⊒'
        | '⊰'..='⊹'
        | '⋍'
        | '⋐'
        | '⋑'
        | '⋔'..='⋭'
        | '⋲'..='⋿' => Class::Relation,
        '←'..='⇿' | '⟰'..='⟿' | '⤀'..='⥿' | '⩦'..='⫿' => Class::Relation,
        _ => Class::Ordinary,
    }
}

/// Space between two atoms at full size, in em. In scripts there is none (three documents of Word's: `5−k`, `15−3`).
pub(super) fn gap(left: Class, right: Class) -> f64 {
    use Class::{Applied, Binary, Close, Open, Operator, Ordinary, Punctuation, Relation};
    // It begins as an operator and ends as a letter.
    let left = if left == Applied { Ordinary } else { left };
    let right = if right == Applied { Operator } else { right };
    match (left, right) {
        (Relation, Relation) | (Relation, Close | Punctuation) | (Open, _) => 0.0,
        (Relation, _) | (_, Relation) => THICK,
        (Binary, _) | (_, Binary) => MEDIUM,
        (Punctuation, _) => THIN,
        (Operator, Ordinary | Operator) | (Ordinary | Close, Operator) => THIN,
        _ => 0.0,
    }
}

/// Signs between two operands that have none on one side are ordinary: `-1`, `(+x)`.
pub(super) fn settle(classes: &mut [Class]) {
    let mut before = None;
    for at in 0..classes.len() {
        let Some(own) = classes.get(at).copied() else { break };
        if own == Class::Space {
            continue;
        }
        let after = classes.iter().skip(at + 1).find(|class| **class != Class::Space);
        let has_left = !matches!(
            before,
            None | Some(Class::Binary | Class::Relation | Class::Open | Class::Punctuation | Class::Operator)
        );
        let has_right = !matches!(after, None | Some(Class::Relation | Class::Close | Class::Punctuation));
        let own = if own == Class::Binary && !(has_left && has_right) { Class::Ordinary } else { own };
        if let Some(class) = classes.get_mut(at) {
            *class = own;
        }
        before = Some(own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(text: &str) -> Vec<Class> {
        let mut classes: Vec<Class> = text.chars().map(of).collect();
        settle(&mut classes);
        classes
    }

    #[test]
    fn signs_without_an_operand_are_ordinary() {
        use Class::{Binary, Open, Ordinary, Relation, Space};
        assert_eq!(settled("a−b"), [Ordinary, Binary, Ordinary]);
        assert_eq!(settled("−b=− c"), [Ordinary, Ordinary, Relation, Ordinary, Space, Ordinary]);
        assert_eq!(settled("(+x"), [Open, Ordinary, Ordinary]);
        assert_eq!(settled("5×"), [Ordinary, Ordinary]);
    }
}
