//! What the fuzz targets run, and what must hold of it. The workspace's tests run the same on the seeds and findings.

#![forbid(unsafe_code)]

mod targets;

pub use targets::{compile, draw, invoice, layout, names, package, pdf, rich, subdocument, tags, xml};
