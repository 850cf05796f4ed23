//! All limits on what a package, a template or a render may cost, in one value that callers pass in.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bounds on untrusted input. An error names the field that it hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of the package file itself.
    pub package_bytes: u64,
    /// Entries of the package.
    pub package_entries: usize,
    /// Bytes of all entries together, inflated.
    pub expanded_bytes: u64,
    /// Inflated to compressed bytes of one entry that inflates to more than `ratio_from_bytes`, or for a picture
    /// `picture_ratio_from_bytes`.
    pub compression_ratio: u64,
    /// Entries that inflate to less than this may compress as well as they like (an empty page does). A larger part that
    /// compresses so well takes ten times its size in memory once it is a tree.
    pub ratio_from_bytes: u64,
    /// The same for pictures: a scan of a white page compresses as well, and `expanded_bytes` bounds all of them together.
    pub picture_ratio_from_bytes: u64,
    /// Bytes of `[Content_Types].xml` and all relationships together, inflated; also of settings that have to change.
    pub index_bytes: u64,
    /// Elements inside elements of one XML part.
    pub xml_depth: usize,
    /// Elements, attributes and text nodes of one XML part.
    pub xml_nodes: usize,
    /// Bytes of one tag, delimiters included.
    pub tag_bytes: usize,
    /// Tags of a whole template.
    pub tags: usize,
    /// Blocks (`for`, `if`, repeating sections) inside blocks.
    pub block_depth: usize,
    /// Fields that a template's tags name, each place counted: what discovery keeps of a template.
    pub fields: usize,
    /// Pixels of one picture in the data.
    pub image_pixels: u64,
    /// Elements of one SVG picture, each as often as references repeat it; 64 bytes of a path's data and a character
    /// of text count as one too.
    pub svg_elements: usize,
    /// Simple selectors of the style sheets in one SVG picture, times its elements and attributes.
    pub svg_matches: u64,
    /// MiniJinja instructions of one render.
    pub fuel: u64,
    /// Elements, and lines of preformatted text, of one HTML or Markdown value; also cells of a table in it, once
    /// spans are filled in.
    pub html_elements: usize,
    /// Elements inside elements of one HTML or Markdown value.
    pub html_depth: usize,
    /// Bytes of one value that a filter or method makes; an element of a list counts 64.
    pub value_bytes: usize,
    /// Lists and objects inside one another, in a value that a template makes.
    pub value_depth: usize,
    /// Templates filled from the data (`$docx` with `data`) inside one another, and templates that include one another.
    pub subdocument_depth: usize,
    /// Bytes that the expressions of one render read and make: a text counts when it is made and when it is gone
    /// through, an element of a list 32, what macros and `set` blocks hold once.
    pub work_bytes: u64,
    /// Bytes of all rendered parts of one document together, before compression.
    pub output_bytes: u64,
    /// Steps of all work on one request together, as [`crate::Budget`] counts them.
    pub work_steps: u64,
    /// Wall-clock time of all work on one request together.
    pub render_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            package_bytes: 50 << 20,
            package_entries: 10_000,
            expanded_bytes: 100 << 20,
            compression_ratio: 200,
            ratio_from_bytes: 1 << 20,
            picture_ratio_from_bytes: 32 << 20,
            index_bytes: 4 << 20,
            xml_depth: 256,
            xml_nodes: 4_000_000,
            tag_bytes: 2_000,
            tags: 20_000,
            block_depth: 32,
            fields: 100_000,
            image_pixels: 50_000_000,
            svg_elements: 100_000,
            svg_matches: 10_000_000,
            fuel: 20_000_000,
            html_elements: 50_000,
            html_depth: 100,
            value_bytes: 8 << 20,
            value_depth: 160,
            subdocument_depth: 4,
            work_bytes: 64 << 20,
            output_bytes: 64 << 20,
            work_steps: 4_000_000_000,
            render_time: Duration::from_secs(10),
        }
    }
}
