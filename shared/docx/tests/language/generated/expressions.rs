//! Random expressions over the data of [`super::data`], by kind, with the names that tags around them bind.

use super::chance::Chance;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A text that may be null or missing: it is printed, never compared.
    Loose,
    Text,
    Number,
    Flag,
    /// An element of `items`.
    Item,
}

/// Names and their kinds, the innermost last.
#[derive(Debug, Clone)]
pub struct Scope {
    pub names: Vec<(String, Kind)>,
    pub in_loop: bool,
}

impl Scope {
    pub fn new() -> Scope {
        let fields = [
            ("s1", Kind::Loose),
            ("s2", Kind::Text),
            ("o.first", Kind::Loose),
            ("o.sub.x", Kind::Loose),
            ("n1", Kind::Number),
            ("n2", Kind::Number),
            ("b1", Kind::Flag),
            ("b2", Kind::Flag),
        ];
        let names = fields.map(|(name, kind)| (name.to_owned(), kind)).to_vec();
        Scope { names, in_loop: false }
    }

    pub fn with(&self, name: &str, kind: Kind) -> Scope {
        let mut scope = self.clone();
        scope.names.push((name.to_owned(), kind));
        scope
    }

    fn of(&self, kind: Kind) -> Vec<&str> {
        self.names.iter().filter(|(_, k)| *k == kind).map(|(name, _)| name.as_str()).collect()
    }

    /// A name of this kind; those bound last more often.
    fn name(&self, kind: Kind, chance: &mut Chance) -> String {
        let names = self.of(kind);
        let at = names.len() - 1 - chance.below(names.len()).min(chance.below(names.len()));
        names[at].to_owned()
    }

    /// What is printed.
    pub fn value(&self, chance: &mut Chance) -> String {
        match chance.below(8) {
            0 => self.number(2, chance),
            1 if self.in_loop => "loop.index".to_owned(),
            2 => self.flag(1, chance),
            3 => {
                format!("{} if {} else {}", self.text(1, chance), self.flag(1, chance), self.text(1, chance))
            }
            4 => self.text(2, chance),
            _ => self.loose(1, chance),
        }
    }

    /// A text of which nothing is asked.
    pub fn loose(&self, depth: usize, chance: &mut Chance) -> String {
        if depth == 0 || chance.once_in(2) {
            let item = self.of(Kind::Item).last().map(|item| format!("{item}.name"));
            return match item.filter(|_| chance.once_in(2)) {
                Some(name) => name,
                None => self.name(Kind::Loose, chance),
            };
        }
        let inner = self.loose(depth - 1, chance);
        let filter = chance.one(&[
            "upper",
            "lower",
            "title",
            "capitalize",
            "trim",
            "default('none', true)",
            "replace(\"a\", \"b\")",
            "string",
        ]);
        match chance.below(3) {
            0 => format!("{inner} ~ {}", self.text(0, chance)),
            _ => format!("{inner}|{filter}"),
        }
    }

    pub fn text(&self, depth: usize, chance: &mut Chance) -> String {
        if depth == 0 {
            return match chance.below(3) {
                0 => chance.one(&["\"x\"", "'a b'", "\"\"", "\"é < ü\""]).to_owned(),
                _ => self.name(Kind::Text, chance),
            };
        }
        let depth = depth - 1;
        match chance.below(6) {
            0 => format!("({} ~ {})", self.text(depth, chance), self.number(depth, chance)),
            1 => {
                let filter = chance.one(&[
                    "upper",
                    "lower",
                    "title",
                    "trim",
                    "replace('e', '')",
                    "reverse",
                    "center(9)",
                ]);
                format!("{}|{filter}", self.text(depth, chance))
            }
            2 => format!("words|join({})", chance.one(&["', '", "\"\"", "' & '"]).replace('&', "+")),
            3 => format!("{}[:{}]", self.name(Kind::Text, chance), 1 + chance.below(4)),
            4 => format!(
                "{}.{}",
                self.name(Kind::Text, chance),
                chance.one(&["upper()", "strip()", "replace('a', 'o')"])
            ),
            _ => self.text(depth, chance),
        }
    }

    pub fn number(&self, depth: usize, chance: &mut Chance) -> String {
        if depth == 0 {
            let item = self
                .of(Kind::Item)
                .last()
                .map(|_| chance.one(&["qty", "price"]).to_owned())
                .zip(self.of(Kind::Item).last().map(|item| (*item).to_owned()));
            return match chance.below(5) {
                0 => chance.one(&["1", "2", "10", "0.5"]).to_owned(),
                1 if self.in_loop => {
                    chance.one(&["loop.index", "loop.index0", "loop.length", "loop.revindex"]).to_owned()
                }
                2 | 3 => match item {
                    Some((member, item)) => format!("{item}.{member}"),
                    None => self.name(Kind::Number, chance),
                },
                _ => self.name(Kind::Number, chance),
            };
        }
        let depth = depth - 1;
        match chance.below(6) {
            0 | 1 => {
                let sign = chance.one(&["+", "-", "*"]);
                format!("({} {sign} {})", self.number(depth, chance), self.number(depth, chance))
            }
            2 => format!("{}|length", chance.one(&["words", "items", "nums"])),
            3 => format!("{}|{}", self.number(0, chance), chance.one(&["abs", "int", "float", "round(1)"])),
            4 => format!("nums|{}", chance.one(&["sum", "length"])),
            _ => self.number(depth, chance),
        }
    }

    pub fn flag(&self, depth: usize, chance: &mut Chance) -> String {
        if depth == 0 {
            let item = self.of(Kind::Item).last().map(|item| format!("{item}.ok"));
            return match chance.below(4) {
                0 if self.in_loop => chance.one(&["loop.first", "loop.last"]).to_owned(),
                1 | 2 if item.is_some() => item.unwrap_or_default(),
                _ => self.name(Kind::Flag, chance),
            };
        }
        let depth = depth - 1;
        match chance.below(9) {
            0 => {
                let sign = chance.one(&["==", "!=", "<", "<=", ">", ">="]);
                format!("{} {sign} {}", self.number(depth, chance), self.number(depth, chance))
            }
            1 => format!("{} {} {}", self.text(0, chance), chance.one(&["==", "!="]), self.text(0, chance)),
            2 => format!("not {}", self.flag(0, chance)),
            3 => {
                let word = chance.one(&["and", "or"]);
                format!("({} {word} {})", self.flag(depth, chance), self.flag(depth, chance))
            }
            4 => format!("{} {} {}", self.text(0, chance), chance.one(&["in", "not in"]), "words"),
            5 => format!(
                "{} is {}",
                self.name(Kind::Loose, chance),
                chance.one(&["none", "defined", "undefined"])
            ),
            6 => chance.one(&["words", "not items", "nums", "s1", "s2", "o.first"]).to_owned(),
            7 => format!("{}|int is {}", self.number(0, chance), chance.one(&["odd", "even"])),
            _ => self.flag(0, chance),
        }
    }
}
