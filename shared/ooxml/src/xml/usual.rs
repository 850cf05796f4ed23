//! Converts documents of other programs to the form that Word writes: WordprocessingML with the prefix `w:` and no CDATA sections. The
//! compiler writes this form, which must fit the text around it.

use super::namespaces::Ns;
use super::parse::XmlError;
use super::{Kind, Tree, characters};
use crate::Bounds;

const CDATA: &str = "<![CDATA[";

impl Tree {
    /// The same part in the usual form.
    ///
    /// # Errors
    /// As [`Tree::parse`].
    pub fn usual(self, bounds: Bounds<'_>) -> Result<Tree, XmlError> {
        let foreign = |n| self.ns(n) == Ns::W && self.prefix(n) != "w:";
        if !self.nodes().any(foreign) && !self.source.contains(CDATA) {
            return Ok(self);
        }
        let mut out = String::with_capacity(self.source.len() * 5 / 4);
        let mut at = 0;
        // Ends of elements that are renamed: their end tags come later.
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for node in self.nodes() {
            let start = self.range(node).start;
            while let Some((end, name)) = ends.pop_if(|(end, _)| *end <= start) {
                self.rename(&mut out, &mut at, end + 2, name);
            }
            match self.kind(node) {
                Kind::Element { local, open, close, .. } if foreign(node) => {
                    self.rename(&mut out, &mut at, open.start + 1, local.start);
                    if !close.is_empty() {
                        ends.push((close.start, close.start + 2 + local.start - open.start - 1));
                    }
                    if self.parent(node).is_none() && self.attr_range(node, "w").is_none() {
                        let uri = self.uri(node).unwrap_or_default();
                        out.push_str(&self.source[at..local.end]);
                        out.push_str(&format!(" xmlns:w=\"{uri}\""));
                        at = local.end;
                    }
                }
                Kind::Text(range) if self.source[range.clone()].contains(CDATA) => {
                    out.push_str(&self.source[at..range.start]);
                    out.push_str(&characters::escape(&characters::decode(&self.source[range.clone()])));
                    at = range.end;
                }
                _ => {}
            }
        }
        while let Some((end, name)) = ends.pop() {
            self.rename(&mut out, &mut at, end + 2, name);
        }
        out.push_str(&self.source[at..]);
        Tree::parse(out.into_bytes(), bounds)
    }

    /// Copies up to a tag's name, and writes `w:` in the place of its prefix, which ends before `local`.
    fn rename(&self, out: &mut String, at: &mut usize, name: usize, local: usize) {
        out.push_str(&self.source[*at..name]);
        out.push_str("w:");
        *at = local;
    }

    /// The URI that an element's own prefix is bound to by the element itself.
    fn uri(&self, node: super::NodeId) -> Option<String> {
        let prefix = self.prefix(node).trim_end_matches(':');
        self.attr(node, if prefix.is_empty() { "xmlns" } else { prefix })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limits};

    const W: &str = "http://purl.oclc.org/ooxml/wordprocessingml/main";

    fn usual(xml: &str) -> String {
        let limits = Limits::default();
        let bounds = Bounds { limits: &limits, budget: &Budget::of(&limits) };
        Tree::parse(xml.as_bytes().to_vec(), bounds).unwrap().usual(bounds).unwrap().source
    }

    #[test]
    fn other_prefixes_become_the_usual_one() {
        assert_eq!(
            usual(&format!(
                "<x:a xmlns:x=\"{W}\"><!-- c --><x:b x:val=\"1\"/><y/><x:c>t<x:d></x:d></x:c> </x:a>"
            )),
            format!(
                "<w:a xmlns:w=\"{W}\" xmlns:x=\"{W}\"><!-- c --><w:b x:val=\"1\"/><y/><w:c>t<w:d></w:d></w:c> </w:a>"
            )
        );
        assert_eq!(
            usual(&format!("<a xmlns=\"{W}\"><b/></a>")),
            format!("<w:a xmlns:w=\"{W}\" xmlns=\"{W}\"><w:b/></w:a>")
        );
        let usual_already = format!("<w:a xmlns:w=\"{W}\"><w:b/></w:a>");
        assert_eq!(usual(&usual_already), usual_already);
    }

    #[test]
    fn cdata_becomes_text() {
        assert_eq!(usual("<a>1 &lt; <![CDATA[<b>]]><c/></a>"), "<a>1 &lt; &lt;b&gt;<c/></a>");
    }
}
