//! Fields that set characters over one another (17.16.5.22, `EQ \o` and `EQ \s`): Word writes them for enclosed characters,
//! and used to for readings.

use std::iter::Peekable;
use std::sync::Arc;

use crate::bounds::WIDEST;
use crate::model::run::RunStyle;
use crate::model::story::composed::{Composed, Layer, LayerAlign};
use crate::model::story::{Inline, InlineKind};

/// Switches inside one another.
const MAX_DEPTH: usize = 8;

/// A character of the instruction, and its style.
type Letter = (char, Arc<RunStyle>);

/// A part of an instruction.
enum Part {
    Text(Letter),
    Over(Vec<Vec<Part>>, LayerAlign),
    Raised(f64, Vec<Part>),
}

/// Whether a field of this instruction is one.
pub(super) fn is_equation(instruction: &str) -> bool {
    instruction.split_whitespace().next().is_some_and(|name| name.eq_ignore_ascii_case("EQ"))
}

/// The result of a field. `styles` are those of its text, each from its byte on. `None`: the field needs more than texts at
/// one place.
pub(super) fn inlines(instruction: &str, styles: &[(usize, Arc<RunStyle>)]) -> Option<Vec<Inline>> {
    let name = instruction.find(|c: char| !c.is_whitespace())? + "EQ".len();
    let mut styles = styles.iter().peekable();
    let mut style = styles.next()?.1.clone();
    let letters = instruction.char_indices().map(|(at, c)| {
        while let Some((_, own)) = styles.next_if(|(from, _)| *from <= at) {
            style = own.clone();
        }
        (at, (c, style.clone()))
    });
    let letters: Vec<Letter> = letters.filter(|(at, _)| *at >= name).map(|(_, letter)| letter).collect();
    let mut reader = Instruction { letters: letters.into_iter().peekable(), align: None, depth: 0 };
    let parts = reader.parts(&[])?;
    let align = reader.align;
    let trimmed = parts.into_iter().skip_while(|part| matches!(part, Part::Text((' ', _))));
    trimmed.map(|part| inline(part, align)).collect()
}

fn inline(part: Part, align: Option<LayerAlign>) -> Option<Inline> {
    let (layers, own) = match part {
        Part::Text((c, style)) => {
            return Some(Inline { kind: InlineKind::Text(c.to_string()), style, link: None });
        }
        Part::Raised(rise, parts) => (vec![layer(vec![Part::Raised(rise, parts)])?], LayerAlign::Left),
        Part::Over(elements, align) => {
            let layers: Option<Vec<Layer>> = elements.into_iter().map(layer).collect();
            (layers?, align)
        }
    };
    let mut layers = layers;
    // The base is read first.
    layers.sort_by(|a, b| a.rise.abs().total_cmp(&b.rise.abs()));
    let style = layers.iter().find_map(|layer| layer.text.first())?.style.clone();
    let kind = InlineKind::Composed(Box::new(Composed::Over { layers, align: align.unwrap_or(own) }));
    Some(Inline { kind, style, link: None })
}

/// An element as one text.
fn layer(parts: Vec<Part>) -> Option<Layer> {
    let mut layer = Layer { text: Vec::new(), rise: 0.0 };
    for part in parts {
        match part {
            Part::Text((c, style)) => {
                layer.text.push(Inline { kind: InlineKind::Text(c.to_string()), style, link: None });
            }
            Part::Raised(rise, parts) => {
                layer.rise = rise;
                layer.text.append(&mut self::layer(parts)?.text);
            }
            Part::Over(..) => return None,
        }
    }
    Some(layer)
}

/// An instruction while it is read.
struct Instruction<I: Iterator<Item = Letter>> {
    letters: Peekable<I>,
    /// The alignment from a switch after `\*`.
    align: Option<LayerAlign>,
    depth: usize,
}

impl<I: Iterator<Item = Letter>> Instruction<I> {
    /// Reads up to one of `ends`, which is left.
    fn parts(&mut self, ends: &[char]) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        while let Some(letter) = self.letters.next_if(|(c, _)| !ends.contains(c)) {
            if letter.0 != '\\' {
                parts.push(Part::Text(letter));
                continue;
            }
            let (switch, style) = self.letters.next()?;
            match switch.to_ascii_lowercase() {
                '*' => self.format(),
                'o' => parts.push(self.over()?),
                's' => parts.push(self.raised()?),
                '\\' | '(' | ')' | ',' | ';' => parts.push(Part::Text((switch, style))),
                _ => return None,
            }
        }
        Some(parts)
    }

    /// A switch of all fields: of those only the alignment of readings counts.
    fn format(&mut self) {
        while self.letters.next_if(|(c, _)| *c == ' ').is_some() {}
        let is_quoted = self.letters.next_if(|(c, _)| *c == '"').is_some();
        let ends = |c: char| if is_quoted { c == '"' } else { c == ' ' || c == '\\' };
        let mut word = String::new();
        while let Some((c, _)) = self.letters.next_if(|(c, _)| !ends(*c)) {
            word.push(c);
        }
        self.letters.next_if(|(c, _)| is_quoted && *c == '"');
        self.align = match word.as_str() {
            "jc0" => Some(LayerAlign::Center),
            "jc1" => Some(LayerAlign::Letters),
            "jc2" => Some(LayerAlign::Spaces),
            "jc3" => Some(LayerAlign::Left),
            "jc4" => Some(LayerAlign::Right),
            _ => self.align,
        };
    }

    /// The options of a switch (`\ac`, `\up 9`), as words, up to its bracket.
    fn options(&mut self) -> Option<Vec<String>> {
        let mut options: Vec<String> = Vec::new();
        loop {
            match self.letters.next()?.0 {
                '(' => return Some(options),
                '\\' => options.push(String::new()),
                c => options.last_mut().into_iter().for_each(|option| option.push(c.to_ascii_lowercase())),
            }
        }
    }

    fn over(&mut self) -> Option<Part> {
        let align = match self.options()?.first().map(|option| option.trim().to_owned()).as_deref() {
            Some("al") => LayerAlign::Left,
            Some("ar") => LayerAlign::Right,
            Some("ad") => LayerAlign::Spaces,
            _ => LayerAlign::Center,
        };
        let mut elements = Vec::new();
        loop {
            elements.push(self.element()?);
            if self.letters.next()?.0 == ')' {
                return Some(Part::Over(elements, align));
            }
        }
    }

    fn raised(&mut self) -> Option<Part> {
        let mut rise = 0.0;
        for option in self.options()? {
            let points = |text: &str| text.trim().parse::<f64>().ok().filter(|points| points.is_finite());
            rise = match (option.get(..2), option.get(2..).and_then(points)) {
                (Some("up"), points) => points.unwrap_or(2.0),
                (Some("do"), points) => -points.unwrap_or(2.0),
                _ => rise,
            };
        }
        let element = self.element()?;
        (self.letters.next()?.0 == ')').then_some(Part::Raised(rise.clamp(-WIDEST, WIDEST), element))
    }

    fn element(&mut self) -> Option<Vec<Part>> {
        self.depth += 1;
        let parts = (self.depth <= MAX_DEPTH).then(|| self.parts(&[',', ';', ')']))?;
        self.depth -= 1;
        parts
    }
}
