//! Labels of points.

use crate::compact::sorting::sort_by;

/// The subject before the last colon of a label, which is empty without one, and the marker's own name.
pub(super) fn parts(label: &str) -> (&str, &str) {
    label.rsplit_once(':').map_or(("", label), |(subject, own)| (subject, own.trim()))
}

/// Whether software gave a point without a name this label, as `*17`.
pub(super) fn is_unlabelled(label: &str) -> bool {
    parts(label).1.starts_with('*')
}

/// The points by their own names in lower case, for each subject of a recording; the first of several points of one name.
pub(super) struct Subjects<'a>(Vec<Subject<'a>>);

/// The points of one subject.
pub(super) struct Subject<'a> {
    pub(super) name: &'a str,
    points: Vec<(String, usize)>,
}

/// Subjects that are told apart; further ones stay points without sticks.
const MOST_SUBJECTS: usize = 16;

impl<'a> Subjects<'a> {
    pub(super) fn new(labels: &'a [String]) -> Self {
        let mut subjects: Vec<Subject<'a>> = Vec::new();
        for (point, label) in labels.iter().enumerate() {
            let (name, own) = parts(label);
            let known = subjects.iter().position(|subject| subject.name == name);
            let at = match known {
                Some(at) => at,
                None if subjects.len() < MOST_SUBJECTS => {
                    subjects.push(Subject { name, points: Vec::new() });
                    subjects.len() - 1
                }
                None => continue,
            };
            if let Some(subject) = subjects.get_mut(at) {
                subject.points.push((own.to_ascii_lowercase(), point));
            }
        }
        for subject in &mut subjects {
            // Stable: of points of one name the first one stays first.
            sort_by(&mut subject.points, |(a, _), (b, _)| a.cmp(b));
        }
        Self(subjects)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Subject<'a>> {
        self.0.iter()
    }
}

impl Subject<'_> {
    /// The first point of this name, in upper or lower case.
    pub(super) fn find(&self, own: &str) -> Option<usize> {
        let own = own.to_ascii_lowercase();
        let at = self.points.partition_point(|(name, _)| *name < own);
        self.points.get(at).filter(|(name, _)| *name == own).map(|(_, point)| *point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_a_subject_before_the_last_colon() {
        assert_eq!(parts("Anna:LASI"), ("Anna", "LASI"));
        assert_eq!((parts("LASI"), parts("a:b: C7"), parts("")), (("", "LASI"), ("a:b", "C7"), ("", "")));
        assert!(is_unlabelled("*17") && is_unlabelled("Anna:*3") && !is_unlabelled("C7"));
    }

    #[test]
    fn points_are_found_by_subject_and_the_first_of_a_name_counts() {
        let labels = ["A:LASI", "B:LASI", "A:lasi", "C7"].map(str::to_owned);
        let subjects = Subjects::new(&labels);
        let found: Vec<_> = subjects.iter().map(|one| (one.name, one.find("LASI"), one.find("c7"))).collect();
        assert_eq!(found, [("A", Some(0), None), ("B", Some(1), None), ("", None, Some(3))]);
    }
}
