//! A small document tree of its own: the library's parser does not check the library's output.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Node>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// Reads one XML document; the error says where it is not well formed.
    pub fn parse(source: &str) -> Result<Element, String> {
        let mut reader = Reader::from_str(source);
        let mut open: Vec<Element> = vec![Element::new("")];
        loop {
            let at = reader.buffer_position();
            let event = reader.read_event().map_err(|e| format!("byte {at}: {e}"))?;
            let parent = open.last_mut().ok_or("an end tag too many")?;
            match event {
                Event::Start(start) => open.push(Element::of(&start)?),
                Event::Empty(start) => parent.children.push(Node::Element(Element::of(&start)?)),
                Event::End(_) => {
                    let done = open.pop().ok_or("an end tag too many")?;
                    open.last_mut().ok_or("an end tag too many")?.children.push(Node::Element(done));
                }
                Event::Text(text) => parent.text(&text),
                Event::CData(text) => parent.text(&text),
                Event::GeneralRef(name) => {
                    let reference = format!("&{};", &*name);
                    let text =
                        quick_xml::escape::unescape(&reference).map_err(|e| format!("byte {at}: {e}"))?;
                    parent.text(&text);
                }
                Event::Eof => break,
                Event::DocType(_) => return Err("a DOCTYPE".to_owned()),
                _ => {}
            }
        }
        let [document] = open.as_slice() else { return Err("an element is not closed".to_owned()) };
        let roots: Vec<&Element> = document.elements().collect();
        match roots.as_slice() {
            [root] => Ok((*root).clone()),
            _ => Err(format!("{} root elements", roots.len())),
        }
    }

    fn new(name: &str) -> Element {
        Element { name: name.to_owned(), attributes: Vec::new(), children: Vec::new() }
    }

    fn of(start: &BytesStart<'_>) -> Result<Element, String> {
        let mut element = Element::new(start.name().as_ref());
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|e| format!("<{}>: {e}", element.name))?;
            if attribute.value.contains('<') {
                return Err(format!("<{}>: an attribute holds a tag", element.name));
            }
            let value = quick_xml::escape::unescape(&attribute.value).map_err(|e| e.to_string())?;
            element.attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
        }
        Ok(element)
    }

    fn text(&mut self, text: &str) {
        match self.children.last_mut() {
            Some(Node::Text(before)) => before.push_str(text),
            _ => self.children.push(Node::Text(text.to_owned())),
        }
    }

    /// The name without its prefix.
    pub fn local(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or_default()
    }

    /// The value of an attribute, by local name.
    pub fn attribute(&self, local: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(name, _)| name.rsplit(':').next() == Some(local));
        found.map(|(_, value)| value.as_str())
    }

    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The element and all below it, in document order.
    pub fn all(&self) -> Vec<&Element> {
        let mut list = vec![self];
        for child in self.elements() {
            list.extend(child.all());
        }
        list
    }

    /// Texts of the paragraphs in document order, with breaks and tabs as characters; a text box's paragraph counts
    /// for itself and for the one around it.
    pub fn paragraphs(&self) -> Vec<String> {
        let paragraphs = self.all().into_iter().filter(|e| e.local() == "p" && !e.name.starts_with("a:"));
        paragraphs.map(Element::words).collect()
    }

    /// The text in it, with breaks and tabs as characters.
    pub fn words(&self) -> String {
        let mut out = String::new();
        for element in self.all() {
            match element.name.rsplit(':').next() {
                Some("t") => out.extend(element.children.iter().filter_map(|c| match c {
                    Node::Text(text) => Some(text.as_str()),
                    Node::Element(_) => None,
                })),
                Some("br" | "cr") => {
                    out.push(if element.attribute("type") == Some("page") { '\u{C}' } else { '\n' })
                }
                Some("tab") if element.attributes.is_empty() => out.push('\t'),
                _ => {}
            }
        }
        out
    }

    /// Writes the element as XML.
    pub fn write(&self, out: &mut String) {
        let escape = quick_xml::escape::escape;
        out.push_str(&format!("<{}", self.name));
        for (name, value) in &self.attributes {
            out.push_str(&format!(" {name}=\"{}\"", escape(value)));
        }
        out.push('>');
        for child in &self.children {
            match child {
                Node::Element(element) => element.write(out),
                Node::Text(text) => out.push_str(&escape(text)),
            }
        }
        out.push_str(&format!("</{}>", self.name));
    }

    /// The element's content as indented XML, short elements on one line. Character data is written as it is, so that a
    /// snapshot reads like the document; white space between elements is left out.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        for child in &self.children {
            pretty(child, 0, &mut out);
        }
        out
    }
}

const WIDTH: usize = 150;

fn pretty(node: &Node, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let line = one_line(node);
    match node {
        Node::Text(text) if text.trim().is_empty() => {}
        Node::Element(element)
            if line.len() > WIDTH && element.elements().next().is_some() || element.local() == "tr" =>
        {
            let tags = one_line(&Node::Element(Element { children: Vec::new(), ..element.clone() }));
            out.push_str(&format!("{indent}{}>\n", tags.trim_end_matches("/>")));
            for child in &element.children {
                pretty(child, depth + 1, out);
            }
            out.push_str(&format!("{indent}</{}>\n", element.name));
        }
        _ => out.push_str(&format!("{indent}{line}\n")),
    }
}

fn one_line(node: &Node) -> String {
    let element = match node {
        Node::Text(text) => return text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'"),
        Node::Element(element) => element,
    };
    let attributes: String = element
        .attributes
        .iter()
        .map(|(name, value)| format!(" {name}=\"{}\"", value.escape_debug()))
        .collect();
    if element.children.is_empty() {
        return format!("<{}{attributes}/>", element.name);
    }
    let blank = |c: &Node| {
        matches!(c, Node::Text(text) if text.trim().is_empty()) && element.elements().next().is_some()
    };
    let inner: String = element.children.iter().filter(|c| !blank(c)).map(one_line).collect();
    format!("<{name}{attributes}>{inner}</{name}>", name = element.name)
}
