//! parts to templates
mod flow;
mod scan;
