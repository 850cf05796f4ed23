//! Parts to templates: tags and content controls become MiniJinja source, everything else is copied.
//!
//! Beneath are `text::flow` (the text as a reader sees it), `text::scan` and `text::syntax` (tags in it, and what they say). Here a
//! part goes through [`passes`]: [`blocks`] (which tags belong together), [`scope`] (what they act on), [`controls`], [`repeat`] (ids
//! and holders), and is written by `text::marks`.

mod blocks;
mod chart_tags;
pub(crate) mod check_names;
mod check_scopes;
mod compiler;
pub(crate) mod controls;
mod data_stores;
mod document_language;
pub(crate) mod drop;
mod effects;
mod enclosure;
pub(crate) mod find;
pub(crate) mod foreign;
mod include_tags;
mod lift;
mod links;
mod list_restarts;
mod misplaced;
mod notes;
mod parts;
mod passes;
mod plain_text;
mod repeat;
pub(crate) mod scope;
mod shapes;
pub(crate) mod site;
mod styles;
mod trans_tags;
mod trim;

pub(crate) use chart_tags::Charts;
pub(crate) use compiler::Compiler;
pub(crate) use controls::choices::Choices;
pub use controls::choices::ListItem;
pub(crate) use controls::control_site::ControlSite;
pub use controls::control_site::{ControlKind, Location};
pub(crate) use data_stores::Stores;
pub(crate) use document_language::language;
pub(crate) use effects::page_mark;
pub use enclosure::Enclosure;
pub(crate) use include_tags::{Include, includes};
pub(crate) use links::Links;
pub(crate) use notes::Notes;
pub(crate) use parts::{free_ids, settings, text_parts};
pub(crate) use styles::{StyleIds, Styles, known_style};
pub(crate) use trans_tags::TransTags;
