//! Lines of text about one clip, which has the name of the file: those of HumanML3D, and plain ones.

use crate::label::stem;
use crate::rows::Rows;
use crate::spans::place;

/// A line of HumanML3D, `caption#tokens#start#end`: its caption and its times, which are 0 or `nan` for the whole clip.
pub fn of_humanml3d(line: &str) -> Option<(&str, &str, &str)> {
    let mut parts = line.rsplitn(3, '#');
    let (end, start, rest) = (parts.next()?.trim(), parts.next()?.trim(), parts.next()?);
    let is_number = |text: &str| text.len() < 40 && text.parse::<f64>().is_ok();
    let (caption, _) = rest.split_once('#')?;
    (is_number(start) && is_number(end)).then_some((caption, start, end))
}

/// Reads a label a line. They belong to every clip with the file's name: beside texts of HumanML3D lie several arrays of each motion.
pub fn read(text: &str, rows: &mut Rows) {
    let name = stem(rows.name()).to_owned();
    rows.of_all_namesakes();
    for (index, line) in text.lines().enumerate() {
        if rows.is_full() {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        // `###` is a line of HumanML3D in which nothing is filled in.
        let is_unfilled = line.trim().chars().all(|letter| letter == '#');
        let unfilled = if is_unfilled { ("", "", "") } else { (line, "", "") };
        let (caption, start, end) = of_humanml3d(line).unwrap_or(unfilled);
        let time = |text: &str| if text.eq_ignore_ascii_case("nan") { String::new() } else { text.to_owned() };
        let (place, wrong) = place(&time(start), &time(end));
        for sentence in wrong {
            rows.remark(index + 1, sentence);
        }
        if let Some(place) = place {
            rows.label(index + 1, &name, place, caption, Vec::new());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Labels, read};

    fn lines(text: &str) -> Labels {
        read("texts/000021.txt", text.as_bytes()).unwrap()
    }

    #[test]
    fn a_line_of_humanml3d_has_a_caption_and_a_span() {
        let labels =
            lines("someone walks.#someone/PRON walk/VERB#0.0#0.0\r\nsomeone turns.#x/NOUN#1.5#3\nlast#x#nan#nan\n");
        let rows: Vec<_> = labels.rows.iter().map(|row| (row.text.as_str(), row.start, row.end, row.line)).collect();
        assert_eq!(
            rows,
            [("someone walks.", None, None, 1), ("someone turns.", Some(1.5), Some(3.0), 2), ("last", None, None, 3)]
        );
        assert_eq!(labels.rows[0].path, "000021");
    }

    #[test]
    fn plain_lines_hold_for_the_whole_clip() {
        let labels = lines("a dance # of two\n\n  second take  \n");
        assert_eq!(
            labels.rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(),
            ["a dance # of two", "second take"]
        );
    }

    #[test]
    fn an_end_before_its_start_is_told_and_the_label_left_out() {
        let labels = lines("a#b#3#1\nc#d#1#3\n");
        assert_eq!(labels.rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["c"]);
        assert_eq!(labels.remarks[0].to_string(), "line 1: the end `1` is before the start `3`: the label is left out");
    }

    #[test]
    fn a_line_without_a_caption_is_no_label() {
        let labels = lines("###\n#walk/VERB#0.0#0.0\nwalks.#walk/VERB#0.0#0.0\n #x/NOUN#1#2\n");
        assert_eq!(labels.rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["walks."]);
        assert_eq!(labels.remarks.iter().map(|remark| remark.line).collect::<Vec<_>>(), [1, 2, 4]);
        assert!(labels.remarks.iter().all(|remark| remark.text == "has no text: it is no label"));
    }
}
