//! The place of something in a part, in words for a person who looks at the document.

use std::cell::OnceCell;
use std::collections::HashMap;

use platen_ooxml::xml::{NodeId, Tree};

/// Numbers of a part's paragraphs, tables and rows: counted when first asked for, then known, since a template may have
/// thousands of tags to remark on.
pub(crate) struct Places<'t> {
    tree: &'t Tree,
    numbers: OnceCell<Numbers>,
}

struct Numbers {
    paragraphs: Vec<NodeId>,
    tables: Vec<NodeId>,
    /// Number of each row in its own table.
    rows: HashMap<NodeId, usize>,
}

impl<'t> Places<'t> {
    pub fn new(tree: &'t Tree) -> Places<'t> {
        Places { tree, numbers: OnceCell::new() }
    }

    /// `, table 3, row 2`; outside of tables `, paragraph 7`, by all paragraphs of the part.
    pub fn of(&self, node: NodeId) -> String {
        let tree = self.tree;
        let numbers = self.numbers.get_or_init(|| Numbers::of(tree));
        let number = |list: &[NodeId], node: NodeId| list.partition_point(|n| *n <= node);
        let inside =
            |local: &str| tree.is_w(node, local).then_some(node).or_else(|| tree.ancestor_w(node, local));
        let mut place = String::new();
        if let Some(row) = inside("tr")
            && let Some(table) = tree.ancestor_w(row, "tbl")
        {
            let row = numbers.rows.get(&row).copied().unwrap_or_default();
            place = format!(", table {}, row {row}", number(&numbers.tables, table));
        } else if let Some(paragraph) =
            inside("p").or_else(|| tree.descendants(node).find(|n| tree.is_w(*n, "p")))
        {
            place = format!(", paragraph {}", number(&numbers.paragraphs, paragraph));
        }
        if tree.ancestor_w(node, "txbxContent").is_some() {
            place.push_str(", text box");
        }
        place
    }
}

impl Numbers {
    fn of(tree: &Tree) -> Numbers {
        let mut numbers = Numbers { paragraphs: Vec::new(), tables: Vec::new(), rows: HashMap::new() };
        let mut in_table: HashMap<NodeId, usize> = HashMap::new();
        for node in tree.nodes() {
            if tree.is_w(node, "p") {
                numbers.paragraphs.push(node);
            } else if tree.is_w(node, "tbl") {
                numbers.tables.push(node);
            } else if tree.is_w(node, "tr")
                && let Some(table) = tree.ancestor_w(node, "tbl")
            {
                let row = in_table.entry(table).or_default();
                *row += 1;
                numbers.rows.insert(node, *row);
            }
        }
        numbers
    }
}
