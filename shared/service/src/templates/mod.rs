//! The stored form of templates.

mod revision;
mod template_record;

pub use revision::Revision;
pub use template_record::{
    About, NewVersion, Standing, Status, TemplateChange, TemplateRecord, TemplateState,
};
