//! The encodings of scenes.

use crate::formats::sniff::Kind as FileKind;

/// How a file writes its nodes, and so how a field's text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::formats) enum SceneEncoding {
    /// X3D XML: attributes.
    Xml,
    /// ClassicVRML and VRML97.
    Vrml,
    Json,
}

impl SceneEncoding {
    /// The encoding of a kind of file; `None` if it is not a scene.
    pub(in crate::formats) fn of(kind: FileKind) -> Option<Self> {
        match kind {
            FileKind::X3d => Some(Self::Xml),
            FileKind::X3dv | FileKind::Vrml => Some(Self::Vrml),
            FileKind::X3dJson => Some(Self::Json),
            _ => None,
        }
    }
}
