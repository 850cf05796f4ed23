//! The engine, as its callers see it: children that convert.

use std::path::PathBuf;

use super::{Children, InChildren};
use crate::Capabilities;
use crate::children::{ChildSettings, Role};
use crate::finish::Conformance;

/// Lays documents out itself, with bundled fonts and the widths of those that documents name, in children: a document
/// that makes the engine abort, hang or take too much memory costs itself alone.
///
/// In preparation: what it does not draw as Word does is among the warnings.
pub struct Platen(Children);

impl Platen {
    /// Makes the engine. `folders` are the operator's font folders, the first with the highest rank. A child is started
    /// when the first document needs one, or by [`crate::Engine::warm_up`].
    #[must_use]
    pub fn new(folders: Vec<PathBuf>, children: ChildSettings) -> Platen {
        Platen(Children::new(children.clone(), Role::Platen { folders }, Vec::new(), children))
    }
}

impl InChildren for Platen {
    const NAME: &'static str = "platen";
    const CAPABILITIES: Capabilities = Capabilities { conformance: &[Conformance::A2b, Conformance::Ua1] };
    const CHECKS: bool = true;

    fn children(&self) -> &Children {
        &self.0
    }
}
