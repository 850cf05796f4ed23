//! What the fuzz targets run, and what must hold of it. The workspace's tests run the same on the seeds and findings.

mod targets;

pub use targets::{names, package, pdf, tags, xml};
