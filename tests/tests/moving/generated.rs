//! Templates of other products that nobody wrote, in the syntax that their manuals describe, and data for them.

use platen_tests::random::Random;
use serde_json::{Map, Value, json};

/// The products, as [`super::PRODUCTS`] calls them.
pub const PRODUCTS: [&str; 4] =
    ["docxtemplater", "docxtemplater with expressions", "easy-template-x", "docx-templates"];

/// A template (as [`platen_tests::fixtures::blocks`] reads it) and data for it.
pub struct Case {
    pub product: &'static str,
    pub body: Value,
    pub data: Value,
}

/// What an object of the data has.
#[derive(Debug, Clone, Copy)]
struct Kind {
    texts: &'static [&'static str],
    numbers: &'static [&'static str],
    booleans: &'static [&'static str],
    lists: &'static [(&'static str, &'static Kind)],
}

const TAG: Kind = Kind { texts: &["label"], numbers: &[], booleans: &["isShown"], lists: &[] };

const ITEM: Kind = Kind {
    texts: &["title", "remark"],
    numbers: &["price", "count"],
    booleans: &["isOpen"],
    lists: &[("tags", &TAG)],
};

const ROOT: Kind = Kind {
    texts: &["name", "city"],
    numbers: &["age", "rate"],
    booleans: &["isVip", "hasHouse"],
    lists: &[("items", &ITEM), ("people", &ITEM)],
};

const TEXTS: [&str; 8] = ["Ada", "x & y", "<b>", "", "a \"q\"", "0", "é", "two words"];

/// The template and the data of a seed.
pub fn case(seed: u64) -> Case {
    let product = PRODUCTS[(seed % 4) as usize];
    let mut made = Made { chance: Random::with_seed(seed), product, around: vec![("", &ROOT)] };
    let count = 1 + made.chance.below(4);
    // The first mark tells whose document it is.
    let body: Vec<Value> =
        std::iter::once(json!(made.mark("name"))).chain((0..count).flat_map(|_| made.block(2))).collect();
    Case { product, body: json!(body), data: object(&ROOT, &mut made.chance) }
}

fn object(kind: &Kind, chance: &mut Random) -> Value {
    let mut members = Map::new();
    for name in kind.texts {
        members.insert((*name).to_owned(), json!(TEXTS[chance.below(TEXTS.len())]));
    }
    for name in kind.numbers {
        let numbers =
            [json!(0), json!(1), json!(2), json!(17), json!(-3), json!(1.25), json!(0.25), json!(1234567)];
        members.insert((*name).to_owned(), numbers[chance.below(numbers.len())].clone());
    }
    for name in kind.booleans {
        members.insert((*name).to_owned(), json!(chance.below(2) == 0));
    }
    for (name, element) in kind.lists {
        let list: Vec<Value> = (0..chance.below(4)).map(|_| object(element, chance)).collect();
        members.insert((*name).to_owned(), json!(list));
    }
    Value::Object(members)
}

struct Made {
    chance: Random,
    product: &'static str,
    /// The data and the elements of the loops around, innermost last, and what their lists are called.
    around: Vec<(&'static str, &'static Kind)>,
}

impl Made {
    fn one<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.chance.below(list.len())].clone()
    }

    /// Paragraphs and tables.
    fn block(&mut self, depth: usize) -> Vec<Value> {
        match self.chance.below(8) {
            0 | 1 if depth > 0 && !self.lists().is_empty() => {
                let (open, close) = self.enter_list();
                let inner = self.inner(depth);
                self.around.pop();
                [vec![json!(open)], inner, vec![json!(close)]].concat()
            }
            2 | 3 if depth > 0 => {
                let (open, close) = self.condition();
                let inner = self.inner(depth);
                [vec![json!(open)], inner, vec![json!(close)]].concat()
            }
            4 => {
                let mut rows = vec![json!(["Name", "Price"])];
                let wrapped = self.chance.below(3) > 0 && !self.lists().is_empty();
                let around = match wrapped {
                    true => self.enter_list(),
                    false => self.condition(),
                };
                let (first, last) = (self.inline(0), self.inline(0));
                rows.push(json!([format!("{}{first}", around.0), format!("{last}{}", around.1)]));
                if wrapped {
                    self.around.pop();
                }
                rows.push(json!(["Total", self.inline(0)]));
                vec![json!({ "rows": rows })]
            }
            _ => vec![json!(self.inline(2))],
        }
    }

    fn inner(&mut self, depth: usize) -> Vec<Value> {
        (0..1 + self.chance.below(2)).flat_map(|_| self.block(depth - 1)).collect()
    }

    /// What stands in a paragraph.
    fn inline(&mut self, depth: usize) -> String {
        let mut out = String::new();
        for _ in 0..1 + self.chance.below(3) {
            let piece = match self.chance.below(7) {
                0 => self.one(&["Dear ", "word, ", "x: ", "(a) "]).to_owned(),
                1 if depth > 0 && !self.lists().is_empty() => {
                    let (open, close) = self.enter_list();
                    let inner = self.inline(depth - 1);
                    self.around.pop();
                    format!("{open}{inner}{close}")
                }
                2 if depth > 0 => {
                    let (open, close) = self.condition();
                    // docx-templates takes no condition in another one of the same line.
                    let inner = if self.product == "docx-templates" { 0 } else { depth - 1 };
                    format!("{open}{}{close}", self.inline(inner))
                }
                _ => self.value(),
            };
            out.push_str(&piece);
            out.push(' ');
        }
        out.trim_end().to_owned()
    }

    /// A place in the data, as the product names it, and the kind of what it holds: mostly the innermost element.
    fn holder(&mut self) -> (String, &'static Kind) {
        let level = match self.chance.below(4) {
            0 => self.chance.below(self.around.len()),
            _ => self.around.len() - 1,
        };
        (self.place(level), self.around[level].1)
    }

    /// How the product names what an element has: most look for a name further out themselves.
    fn place(&self, level: usize) -> String {
        match (self.product, level) {
            ("docx-templates", 1..) => format!("$it{level}."),
            _ => String::new(),
        }
    }

    fn value(&mut self) -> String {
        let (at, kind) = self.holder();
        // True and false are written in another way (COMPATIBILITY.md).
        let names: Vec<&str> = kind.texts.iter().chain(kind.numbers).copied().collect();
        let mut code = format!("{at}{}", self.one(&names));
        if self.computes() && self.chance.below(3) == 0 && !kind.numbers.is_empty() {
            let (a, b, text) = (self.one(kind.numbers), self.one(kind.numbers), self.one(kind.texts));
            code = match self.chance.below(5) {
                0 => format!("{at}{a} + {at}{b}"),
                1 => format!("{at}{a} * 2"),
                2 => format!("{at}{a} - {at}{b}"),
                3 => format!("{at}{a} > 1 ? \"many\" : \"few\""),
                _ => format!("{at}{text} + \"!\""),
            };
        }
        self.mark(&code)
    }

    fn mark(&mut self, code: &str) -> String {
        match self.product {
            "docx-templates" => {
                let form = self.one(&["", "INS ", "= "]);
                format!("+++{form}{code}+++")
            }
            _ => format!("{{{code}}}"),
        }
    }

    /// Whether the product has expressions.
    fn computes(&self) -> bool {
        matches!(self.product, "docxtemplater with expressions" | "docx-templates")
    }

    /// The lists that a loop may go through here: where each is, its name, and what it holds. Products differ in what a list in
    /// itself shows.
    fn lists(&self) -> Vec<(usize, &'static str, &'static Kind)> {
        let is_open = |name: &str| self.around.iter().any(|(open, _)| *open == name);
        let levels = self.around.iter().enumerate();
        levels
            .flat_map(|(level, (_, kind))| kind.lists.iter().map(move |(name, kind)| (level, *name, *kind)))
            .filter(|(_, name, _)| !is_open(name))
            .collect()
    }

    /// A loop's marks. What stands between them is about an element.
    fn enter_list(&mut self) -> (String, String) {
        let lists = self.lists();
        let (outer, name, element) = self.one(&lists);
        let (at, level) = (self.place(outer), self.around.len());
        self.around.push((name, element));
        match self.product {
            "docx-templates" => {
                (format!("+++FOR it{level} IN {at}{name}+++"), format!("+++END-FOR it{level}+++"))
            }
            _ => (format!("{{#{name}}}"), self.end(name)),
        }
    }

    fn condition(&mut self) -> (String, String) {
        let (at, kind) = self.holder();
        let mut code = format!("{at}{}", self.one(kind.booleans));
        if self.computes() && !kind.numbers.is_empty() {
            let (number, text) = (self.one(kind.numbers), self.one(kind.texts));
            code = match self.chance.below(6) {
                0 => format!("{at}{number} > 1"),
                1 => format!("{at}{number} <= 17 && {code}"),
                2 => format!("{at}{text} == \"Ada\""),
                3 => format!("!{code}"),
                4 => format!("{code} || {at}{number} == 2"),
                _ => code,
            };
        }
        match self.product {
            "docx-templates" => (format!("+++IF {code}+++"), "+++END-IF+++".to_owned()),
            "docxtemplater" if self.chance.below(3) == 0 => (format!("{{^{code}}}"), self.end(&code)),
            _ => (format!("{{#{code}}}"), self.end(&code)),
        }
    }

    /// The end of a section, with its name or without.
    fn end(&mut self, name: &str) -> String {
        if self.chance.below(2) == 0 { "{/}".to_owned() } else { format!("{{/{name}}}") }
    }
}
