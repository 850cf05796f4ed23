//! What a caller can send to harm a service like this one: made here, so that no hostile file lies in the repository.

pub mod child;
pub mod data;
pub mod document;
pub mod mutations;
pub mod outside;
pub mod packages;
pub mod templates;
pub mod zip;

/// A template that is sent, and the data with it.
pub struct Case {
    /// Told when it fails.
    pub name: String,
    /// The template.
    pub template: Vec<u8>,
    /// The data as it is sent.
    pub data: Vec<u8>,
    /// What the outcome must be.
    pub expected: Expected,
}

/// What has to come of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// It is refused, as a template or when it is rendered.
    Refused,
    /// It may be refused or not: only what it costs counts.
    Any,
}

impl Case {
    /// A case that has to be refused.
    pub fn refused(name: impl Into<String>, template: Vec<u8>) -> Case {
        Case { name: name.into(), template, data: b"{}".to_vec(), expected: Expected::Refused }
    }

    /// A case of which only the cost counts.
    pub fn harmless(name: impl Into<String>, template: Vec<u8>) -> Case {
        Case { expected: Expected::Any, ..Case::refused(name, template) }
    }

    /// The same with data.
    pub fn with_data(mut self, data: impl Into<Vec<u8>>) -> Case {
        self.data = data.into();
        self
    }
}
