//! The kind of a node, by the name of its type.

use std::borrow::Cow;

use super::encoding::SceneEncoding;

/// The node types that the reader knows. Nodes of any other type only contain nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NodeKind {
    Humanoid,
    Joint,
    Segment,
    Site,
    Displacer,
    Motion,
    /// A pose of the humanoid, given by its joints.
    Pose,
    Transform,
    /// Shows one of its children.
    Switch,
    /// Shows its first child when seen from near by.
    Lod,
    TimeSensor,
    OrientationInterpolator,
    PositionInterpolator,
    ScalarInterpolator,
    CoordinateInterpolator,
    /// Changes the speed at which fractions advance.
    EaseInEaseOut,
    Viewpoint,
    /// Geometry and its appearance.
    Shape,
    /// Would run a program.
    Script,
    /// Would load another file.
    Inline,
    Other,
}

impl NodeKind {
    /// By the name of the type. VRML97 has no nodes for humanoids: its files declare prototypes with the names that
    /// HAnim 1.0 and 1.1 proposed, which have no prefix.
    pub(crate) fn of(type_name: &str, encoding: SceneEncoding) -> Self {
        let bare = match type_name.strip_prefix("HAnim").or_else(|| type_name.strip_prefix("Hanim")) {
            Some(bare) => Some(bare),
            None if encoding == SceneEncoding::Vrml => Some(type_name),
            None => None,
        };
        match bare {
            Some("Humanoid") => return Self::Humanoid,
            Some("Joint") => return Self::Joint,
            Some("Segment") => return Self::Segment,
            Some("Site") => return Self::Site,
            Some("Displacer") => return Self::Displacer,
            Some("Motion") => return Self::Motion,
            // Without the prefix the name is too common.
            Some("Pose") if bare != Some(type_name) => return Self::Pose,
            _ => {}
        }
        match type_name {
            "Transform" => Self::Transform,
            "Switch" => Self::Switch,
            "LOD" => Self::Lod,
            "TimeSensor" => Self::TimeSensor,
            "OrientationInterpolator" | "SquadOrientationInterpolator" => Self::OrientationInterpolator,
            "PositionInterpolator" | "SplinePositionInterpolator" => Self::PositionInterpolator,
            "ScalarInterpolator" | "SplineScalarInterpolator" => Self::ScalarInterpolator,
            "CoordinateInterpolator" => Self::CoordinateInterpolator,
            "EaseInEaseOut" => Self::EaseInEaseOut,
            "Viewpoint" | "OrthoViewpoint" => Self::Viewpoint,
            "Shape" => Self::Shape,
            "Script" => Self::Script,
            "Inline" => Self::Inline,
            _ => Self::Other,
        }
    }

    /// The type of a prototype's instance. HAnim's own prototypes have no prefix, in X3D either.
    pub(super) fn of_instance(prototype: &str) -> Cow<'_, str> {
        match prototype {
            "Humanoid" | "Joint" | "Segment" | "Site" | "Displacer" => Cow::Owned(format!("HAnim{prototype}")),
            _ => Cow::Borrowed(prototype),
        }
    }
}
