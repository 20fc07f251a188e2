//! The lines above the rows.

use super::lines::TextLine;
use crate::decimal::whole;

/// The statements of the head.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct TrcHeader {
    /// Frames a second.
    pub(super) rate: Option<f64>,
    pub(super) frames: Option<f64>,
    pub(super) unit: String,
    /// The name of the file in its first line, without folders.
    pub(super) file: String,
    /// Number of points.
    pub(super) points: Option<f64>,
}

/// The names of the values that are read.
const NAMES: [&str; 4] = ["DataRate", "NumFrames", "NumMarkers", "Units"];

impl TrcHeader {
    /// Reads the lines above the labels: the first one, and pairs of names and values.
    pub(super) fn read(lines: &[TextLine<'_>]) -> Self {
        let mut head = Self::default();
        let text = |cell: &[u8]| String::from_utf8_lossy(cell).into_owned();
        if let Some(first) = lines.first() {
            let file = first.cells().skip(1).filter(|cell| !cell.is_empty()).last().map(text).unwrap_or_default();
            let base = file.rsplit(['/', '\\']).next().unwrap_or_default();
            // The version and the order of axes are no file.
            if whole(base.as_bytes()).is_none() && !base.ends_with(')') {
                head.file = base.chars().take(200).collect();
            }
        }
        for pair in lines.get(1..).unwrap_or_default().windows(2) {
            let [names, values] = pair else { continue };
            for (name, value) in names.cells().zip(values.cells()) {
                match NAMES.iter().position(|known| name.eq_ignore_ascii_case(known.as_bytes())) {
                    Some(0) => head.rate = whole(value),
                    Some(1) => head.frames = whole(value),
                    Some(2) => head.points = whole(value),
                    Some(_) => head.unit = text(value),
                    None => {}
                }
            }
        }
        head
    }

    /// Metres per unit.
    pub(super) fn metres(&self) -> Option<f64> {
        match self.unit.to_ascii_lowercase().as_str() {
            "mm" | "millimeters" | "millimetres" => Some(0.001),
            "cm" | "centimeters" | "centimetres" => Some(0.01),
            "m" | "meters" | "metres" => Some(1.0),
            "in" | "inches" => Some(0.0254),
            _ => None,
        }
    }
}

/// Whether a line has the labels: `Frame#`, `Time`, and a name for each point.
pub(super) fn has_labels(line: TextLine<'_>) -> bool {
    line.first().get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"Frame"))
}

/// The labels of a line. They stand in every cell, in every second one, or over the first of the three cells of their point; there an empty one keeps
/// its place.
pub(super) fn labels(line: TextLine<'_>, name_bytes: usize) -> Vec<String> {
    let cells: Vec<&[u8]> = line.cells().skip(2).collect();
    let is_first = |at: usize| at.is_multiple_of(3);
    let in_threes = line.text.contains(&b'\t')
        && cells.len() > 1
        && cells.iter().enumerate().all(|(at, cell)| is_first(at) || cell.is_empty());
    let end = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    let named = cells.into_iter().take(end).enumerate();
    let labels = named.filter(|(at, cell)| if in_threes { is_first(*at) } else { !cell.is_empty() });
    labels
        .map(|(_, cell)| {
            let label = String::from_utf8_lossy(cell);
            let end = (0..=name_bytes.min(label.len())).rev().find(|end| label.is_char_boundary(*end));
            label.get(..end.unwrap_or(0)).unwrap_or_default().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines;
    use super::*;

    fn of(text: &str) -> TrcHeader {
        TrcHeader::read(&lines(text.as_bytes()).collect::<Vec<_>>())
    }

    #[test]
    fn values_stand_under_their_names() {
        let head =
            of("PathFileType\t4\t(X/Y/Z)\tC:\\a\\walk.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t  3\t2\tmm\n");
        assert_eq!(
            (head.rate, head.frames, head.points, head.metres()),
            (Some(60.0), Some(3.0), Some(2.0), Some(0.001))
        );
        assert_eq!(head.file, "walk.trc");
        let blanks = of("PathFileType 4 (X/Y/Z)\nDataRate CameraRate Units\n60 60 m\n");
        assert_eq!((blanks.rate, blanks.metres(), blanks.file.as_str()), (Some(60.0), Some(1.0), ""));
    }

    #[test]
    fn labels_stand_in_any_cells() {
        let found = |text: &'static str| labels(TextLine { at: 0, text: text.as_bytes() }, 100).join(",");
        assert_eq!(found("Frame#\tTime\ta\t\t\tb\t\t"), "a,b");
        assert_eq!(found("Frame#\tTime\ta\t\t\t\t\t\tb"), "a,,b", "the second one has no name");
        assert_eq!(found("Frame#\tTime\ta\tb\tc"), "a,b,c");
        assert_eq!(found("Frame#\tTime\t\ta\t\tb"), "a,b");
        assert_eq!(found("Frame# Time a b"), "a,b");
        assert_eq!(found("Frame#\tTime\t"), "");
    }
}
