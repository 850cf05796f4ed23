//! parts to templates
