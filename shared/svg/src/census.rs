//! What an SVG picture would become once its references are followed, counted before anything follows them: a pattern
//! of ten shapes that each have a pattern of ten shapes, and so on, is a page of text and a billion shapes.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId};

use platen_ooxml::Limits;

/// Elements inside elements, and references inside what is referred to: readers and painters recurse.
const DEPTH: usize = 64;
/// Bytes of a path's data that cost as much as an element.
const PATH_BYTES: usize = 64;

/// Counts all elements, each as often as references repeat it, with the characters of its text and its paths' data.
///
/// # Errors
/// More than [`Limits::svg_elements`], or nested deeper than readers go.
pub(super) fn check(document: &Document<'_>, limits: &Limits) -> Result<(), String> {
    let mut census = Census { limit: limits.svg_elements as u64, ..Census::default() };
    for node in document.descendants().filter(Node::is_element) {
        if let Some(id) = node.attribute("id") {
            census.ids.insert(id, node);
        }
        census.longest_path = census.longest_path.max(path_bytes(node));
        if node.tag_name().name() == "style" {
            census.read_style(node.text().unwrap_or_default())?;
        }
    }
    census.weigh(document.root_element(), 0).map(|_| ())
}

#[derive(Default)]
struct Census<'a, 'input> {
    ids: HashMap<&'a str, Node<'a, 'input>>,
    /// Declarations with references, by the class that has them.
    classes: HashMap<String, String>,
    longest_path: usize,
    limit: u64,
    /// Nothing for an element that is being weighed: what leads back to it is not followed by readers.
    known: HashMap<NodeId, Option<Weight>>,
}

#[derive(Clone, Copy)]
struct Weight {
    elements: u64,
    depth: usize,
}

impl<'a, 'input> Census<'a, 'input> {
    fn weigh(&mut self, node: Node<'a, 'input>, level: usize) -> Result<Weight, String> {
        let nested = Err(format!("is an SVG picture that nests deeper than {DEPTH} levels"));
        if level > DEPTH {
            return nested;
        }
        match self.known.get(&node.id()) {
            Some(Some(weight)) if level + weight.depth > DEPTH => return nested,
            Some(weight) => return Ok(weight.unwrap_or(Weight { elements: 0, depth: 0 })),
            None => self.known.insert(node.id(), None),
        };
        let mut depth = 0;
        let mut add = |census: &mut Self, target: Node<'a, 'input>| {
            let weight = census.weigh(target, level + 1)?;
            depth = depth.max(weight.depth + 1);
            Ok::<u64, String>(weight.elements)
        };
        let mut inside = 1 + (path_bytes(node) / PATH_BYTES + characters(node)) as u64;
        for child in node.children().filter(Node::is_element) {
            inside = inside.saturating_add(add(self, child)?);
        }
        // What is painted with a pattern is painted with it wherever it inherits it; other references count once.
        let (mut painted, mut beside) = (1_u64, 0_u64);
        for (property, target) in self.references(node) {
            let elements = add(self, target)?;
            match property.as_str() {
                "href" => inside = inside.saturating_add(elements),
                "fill" | "stroke" => painted = painted.saturating_add(elements),
                marker if marker.starts_with("marker") => {
                    // One at each point, and a point takes two bytes at least.
                    let bytes = if node.has_children() { self.longest_path } else { path_bytes(node).max(4) };
                    painted = painted.saturating_add(elements.saturating_mul(bytes as u64 / 2));
                }
                _ => beside = beside.saturating_add(elements),
            }
        }
        let elements = inside.saturating_mul(painted).saturating_add(beside);
        if elements > self.limit {
            let limit = self.limit;
            return Err(format!(
                "is an SVG picture with more elements than the limit svg_elements ({limit})"
            ));
        }
        let weight = Weight { elements, depth };
        self.known.insert(node.id(), Some(weight));
        Ok(weight)
    }

    /// The elements that an element refers to, with the property that does.
    fn references(&self, node: Node<'a, 'input>) -> Vec<(String, Node<'a, 'input>)> {
        let mut found = Vec::new();
        let mut note = |property: &str, id: &str| {
            let target = self.ids.get(id).filter(|n| !n.tag_name().name().ends_with("Gradient"));
            found.extend(target.map(|target| (property.to_owned(), *target)));
        };
        for attribute in node.attributes() {
            let value = attribute.value().trim();
            match attribute.name() {
                "href" => note("href", value.trim_start_matches('#')),
                "style" => declarations(value, &mut note),
                "class" => {
                    for class in value.split_ascii_whitespace() {
                        declarations(self.classes.get(class).map_or("", String::as_str), &mut note);
                    }
                }
                name => urls(value).for_each(|id| note(name, id)),
            }
        }
        found
    }

    /// Keeps the declarations of a style sheet that refer to something.
    fn read_style(&mut self, css: &str) -> Result<(), String> {
        // Escapes could hide a reference from the count.
        if css.contains('\\') {
            return Err("is an SVG picture with escapes in its style sheet, which are not read".to_owned());
        }
        for rule in css.split('}') {
            let Some((selectors, body)) = rule.rsplit_once('{') else { continue };
            if !body.contains("url(") {
                continue;
            }
            let selectors = selectors.rsplit("*/").next().unwrap_or_default();
            for selector in selectors.split(',').map(str::trim) {
                let class = selector.strip_prefix('.').unwrap_or_default();
                let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
                if class.is_empty() || !class.chars().all(plain) {
                    return Err(format!(
                        "is an SVG picture whose style sheet has a url() for {selector:?}; only classes may have one"
                    ));
                }
                let known = self.classes.entry(class.to_owned()).or_default();
                known.push(';');
                known.push_str(body);
            }
        }
        Ok(())
    }
}

/// Names each reference of CSS declarations (`fill: url(#a); stroke: red`).
fn declarations(css: &str, note: &mut impl FnMut(&str, &str)) {
    for declaration in css.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let property = property.rsplit("*/").next().unwrap_or_default().trim();
        urls(value).for_each(|id| note(property, id));
    }
}

/// The ids in `url(#id)`.
fn urls(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let (inside, _) = rest.split_once(')')?;
        inside.trim().trim_matches(['"', '\'']).trim().strip_prefix('#')
    })
}

fn path_bytes(node: Node<'_, '_>) -> usize {
    let data = ["d", "points"].into_iter().filter_map(|name| node.attribute(name));
    data.map(str::len).sum()
}

/// Characters of text that are drawn: each becomes a path.
fn characters(node: Node<'_, '_>) -> usize {
    if !matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "tref" | "a") {
        return 0;
    }
    node.children().filter(Node::is_text).filter_map(|n| n.text()).map(|text| text.chars().count()).sum()
}
