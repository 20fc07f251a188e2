//! What the columns of a table mean, by their names.

/// What a column has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnRole {
    /// The clip.
    Path,
    /// The beginning of the span, in seconds.
    Start,
    /// The end of the span, in seconds.
    End,
    /// What the label says.
    Text,
    /// A column of one's own.
    Own,
}

/// Names of columns as `plain` writes them, the most telling first: of two in a table the first here has the role.
const NAMES: [(ColumnRole, &[&str]); 4] = [
    (
        ColumnRole::Path,
        &[
            "path",
            "filepath",
            "feat_p",
            "file",
            "filename",
            "clip",
            "clip_path",
            "clip_name",
            "motion",
            "motion_path",
            "motion_name",
            "sequence",
            "sequence_name",
            "seq_name",
            "seq",
            "take",
            "take_name",
            "name",
            "motion_id",
            "clip_id",
            "sequence_id",
            "sample",
            "id",
        ],
    ),
    (
        ColumnRole::Start,
        &[
            "start",
            "start_t",
            "start_time",
            "start_s",
            "start_sec",
            "start_seconds",
            "t_start",
            "begin",
            "from",
            "onset",
        ],
    ),
    (
        ColumnRole::End,
        &["end", "end_t", "end_time", "end_s", "end_sec", "end_seconds", "t_end", "stop", "to", "until", "offset"],
    ),
    (
        ColumnRole::Text,
        &[
            "text",
            "caption",
            "sentence",
            "description",
            "label",
            "raw_label",
            "proc_label",
            "annotation",
            "action",
            "act",
        ],
    ),
];

/// The roles of columns, in their order.
pub fn roles<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<ColumnRole> {
    let plain: Vec<String> = names.into_iter().map(plain).collect();
    let mut roles = vec![ColumnRole::Own; plain.len()];
    for (role, known) in NAMES {
        let at = known.iter().find_map(|name| plain.iter().position(|own| own == name));
        if let Some(place) = at.and_then(|at| roles.get_mut(at)) {
            *place = role;
        }
    }
    roles
}

/// Lower case, `_` for blanks and hyphens, `filename` for `file_name`, and without a unit: `Start (s)` is `start`.
fn plain(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let name = name.split(['(', '[']).next().unwrap_or_default().trim();
    let plain = name.replace([' ', '-'], "_");
    match plain.as_str() {
        "file_name" => "filename".to_owned(),
        "file_path" => "filepath".to_owned(),
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_case_have_a_role() {
        use ColumnRole::{End, Own, Path, Start, Text};
        assert_eq!(roles(["Path", "START", "End", "text", "style"]), [Path, Start, End, Text, Own]);
        assert_eq!(roles(["File Name", "Start (s)", "end-time", "Caption"]), [Path, Start, End, Text]);
        assert_eq!(roles(["act", "from", "to", "clip"]), [Text, Start, End, Path]);
    }

    #[test]
    fn of_two_names_the_more_telling_one_counts() {
        assert_eq!(
            roles(["id", "path", "label", "text"]),
            [ColumnRole::Own, ColumnRole::Path, ColumnRole::Own, ColumnRole::Text]
        );
        assert_eq!(roles(["path", "path"]), [ColumnRole::Path, ColumnRole::Own]);
    }
}
