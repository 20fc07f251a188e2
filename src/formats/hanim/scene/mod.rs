//! The scene of a file: its nodes and their fields, whatever the encoding they are written in.
//!
//! - [`xml`], [`vrml`] with its [`vrml_tokens`], [`json`]: the readers of the encodings. Each feeds the [`builder`].
//! - [`tree`]: the scene. [`node`]: what it is made of. [`node_kind`]: which nodes play a part.
//! - [`fields`]: fields as numbers, words and texts. [`text`]: quotes, escapes and entities.

mod builder;
mod encoding;
mod fields;
mod json;
mod node;
mod node_kind;
mod text;
mod tree;
mod vrml;
mod vrml_tokens;
mod xml;

use std::rc::Rc;

use self::builder::SceneBuilder;
pub(in crate::formats) use self::encoding::SceneEncoding;
pub(super) use self::fields::number;
pub(super) use self::node::{FieldValue, NodeId, SceneNode, TextSpan};
pub(super) use self::node_kind::NodeKind;
pub(super) use self::tree::{SceneTree, shown};
use super::report::HanimStop;

/// Reads a whole file. Where the text breaks off or breaks the encoding's grammar, the tree has everything before that
/// place, and the stop says what is wrong.
pub(super) fn read(text: &Rc<String>, encoding: SceneEncoding) -> (SceneTree, Option<HanimStop>) {
    let mut builder = SceneBuilder::new(text, encoding);
    let stop = match encoding {
        SceneEncoding::Xml => xml::read(text, &mut builder),
        SceneEncoding::Vrml => vrml::read(text, &mut builder),
        SceneEncoding::Json => json::read(text, &mut builder),
    };
    (builder.finish(), stop.err())
}
