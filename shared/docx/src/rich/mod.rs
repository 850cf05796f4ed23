//! Rich content from data: pictures, links, codes, formatted text, sub-documents.

pub(crate) mod fragment;
pub(crate) mod inventory;
pub(crate) mod length;
pub(crate) mod numbering;
pub(crate) mod resources;
