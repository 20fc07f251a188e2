//! What is known of an array beside its numbers.

/// What is known of an array beside its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::formats::arrays) struct Hints {
    /// The key is one of positions.
    pub(in crate::formats::arrays) is_positions: bool,
    /// The key is one of rotations.
    pub(in crate::formats::arrays) is_rotations: bool,
}

impl Hints {
    /// What a key tells.
    pub(in crate::formats::arrays) fn of_key(key: &str) -> Self {
        const ROTATIONS: [&str; 12] = [
            "rot",
            "theta",
            "orient",
            "quat",
            "axis",
            "angle",
            "fullpose",
            "full_pose",
            "smpl_pose",
            "body_pose",
            "pose_body",
            "6d",
        ];
        const STARTS: [&str; 10] =
            ["position", "xyz", "landmark", "marker", "coord", "verts", "vertices", "pos_", "pos/", "pos "];
        const WITHIN: [&str; 6] = ["keyp", "kp2d", "kp3d", "skeleton", "body_pos_w", "body_pos"];
        let key = key.to_ascii_lowercase();
        let key = key.as_str();
        let is_rotations =
            ROTATIONS.iter().any(|word| key.contains(word)) && !key.contains("pose_w") || key.contains("pose_world");
        let is_joints = key.find("joint").is_some_and(|at| {
            let rest = key.get(at + 5..).unwrap_or_default();
            let rest = rest.strip_prefix('_').unwrap_or(rest);
            !["rot", "vel", "ang"].iter().any(|word| rest.starts_with(word))
        });
        let starts = |word: &str| {
            key.starts_with(word) || ["_", "/", " "].iter().any(|before| key.contains(&format!("{before}{word}")))
        };
        let is_positions = is_joints
            || WITHIN.iter().any(|word| key.contains(word))
            || STARTS.iter().any(|word| starts(word))
            || key == "pos"
            || key.ends_with("_pos");
        Self { is_positions: is_positions && !is_rotations, is_rotations }
    }
}
