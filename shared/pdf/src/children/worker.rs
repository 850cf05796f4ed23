//! The work of a child.

use super::message::{Answer, Job};

/// What a child does with a message.
pub(super) type Worker = Box<dyn FnMut(Job, &[u8]) -> (Answer, Vec<u8>)>;
