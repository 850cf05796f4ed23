//! The page tree, balanced, written as its nodes fill up (ISO 32000-1, 7.7.3).

use std::io;

use lopdf::{Dictionary, Object};

use super::sink::Target;

/// Children of a node.
const CHILDREN: usize = 32;

/// The nodes that are not full yet, from the one above the pages up.
pub(crate) struct Pages(Vec<Node>);

struct Node {
    id: u32,
    kids: Vec<Object>,
    /// Pages below it.
    count: i64,
}

impl Node {
    fn new(sink: &mut impl Target) -> Node {
        Node { id: sink.allocate(), kids: Vec::new(), count: 0 }
    }

    fn write(self, parent: Option<u32>, sink: &mut impl Target) -> io::Result<()> {
        let mut node = Dictionary::new();
        node.set("Type", Object::Name(b"Pages".to_vec()));
        node.set("Kids", self.kids);
        node.set("Count", self.count);
        if let Some(parent) = parent {
            node.set("Parent", (parent, 0));
        }
        sink.write(self.id, Object::Dictionary(node))
    }
}

impl Pages {
    pub(crate) fn new(sink: &mut impl Target) -> Pages {
        Pages(vec![Node::new(sink)])
    }

    /// Takes the next page in; the number of the node that is its parent.
    pub(crate) fn add(&mut self, page: u32, sink: &mut impl Target) -> io::Result<u32> {
        if self.0[0].kids.len() == CHILDREN {
            self.close(0, sink)?;
        }
        self.0[0].kids.push(Object::Reference((page, 0)));
        self.0[0].count += 1;
        Ok(self.0[0].id)
    }

    /// Writes the full node of a level and opens the next one.
    fn close(&mut self, level: usize, sink: &mut impl Target) -> io::Result<()> {
        if level + 1 == self.0.len() {
            self.0.push(Node::new(sink));
        } else if self.0[level + 1].kids.len() == CHILDREN {
            self.close(level + 1, sink)?;
        }
        let next = Node::new(sink);
        let full = std::mem::replace(&mut self.0[level], next);
        let above = &mut self.0[level + 1];
        above.kids.push(Object::Reference((full.id, 0)));
        above.count += full.count;
        full.write(Some(above.id), sink)
    }

    /// Writes what is open; the number of the root.
    pub(crate) fn finish(self, sink: &mut impl Target) -> io::Result<u32> {
        let mut levels = self.0.into_iter().peekable();
        loop {
            let Some(node) = levels.next() else { return Err(io::ErrorKind::InvalidData.into()) };
            let id = node.id;
            match levels.peek_mut() {
                None => return node.write(None, sink).map(|()| id),
                Some(above) => {
                    above.kids.push(Object::Reference((id, 0)));
                    above.count += node.count;
                    node.write(Some(above.id), sink)?;
                }
            }
        }
    }
}
