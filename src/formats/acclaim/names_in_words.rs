//! Bone names in words. The format's text proposes names `class_side_position_bone_segment_division`, in which only the bone is
//! required and most words may be contracted; the CMU captures have names of their own.

/// Words and contractions of bones. `tail` is only in the text's examples.
const BONES: &[(&str, &str)] = &[
    ("root", "root"),
    ("basebone", "base"),
    ("base", "base"),
    ("head", "head"),
    ("neck", "neck"),
    ("shoulder", "shoulder"),
    ("shld", "shoulder"),
    ("torso", "torso"),
    ("trs", "torso"),
    ("waist", "waist"),
    ("wst", "waist"),
    ("hip", "hip"),
    ("leg", "leg"),
    ("foot", "foot"),
    ("toe", "toe"),
    ("toes", "toes"),
    ("arm", "arm"),
    ("hand", "hand"),
    ("finger", "finger"),
    ("f", "finger"),
    ("fingers", "fingers"),
    ("fngs", "fingers"),
    ("tail", "tail"),
];

/// Numbers of limbs and digits. The text contracts them to two letters and ends the list with "etc.".
const SEGMENTS: &[(&str, &str)] = &[
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("ten", "tenth"),
];

/// Bone names of the CMU captures, which many skeletons use; limbs follow an `l` or `r`.
const LIMBS: &[(&str, &str)] = &[
    ("hipjoint", "hip joint"),
    ("femur", "femur"),
    ("tibia", "tibia"),
    ("foot", "foot"),
    ("toes", "toes"),
    ("clavicle", "clavicle"),
    ("humerus", "humerus"),
    ("radius", "radius"),
    ("wrist", "wrist"),
    ("hand", "hand"),
    ("fingers", "fingers"),
    ("thumb", "thumb"),
];
const SPINE: &[(&str, &str)] = &[
    ("lowerback", "lower back"),
    ("upperback", "upper back"),
    ("lowerneck", "lower neck"),
    ("upperneck", "upper neck"),
];

/// A bone's name in words, such as `left upper arm`. `None` if it follows neither convention or is in words already.
pub(super) fn label(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let label = by_convention(&name).or_else(|| by_cmu(&name))?;
    (label != name).then_some(label)
}

fn find<'a>(table: &[(&str, &'a str)], word: &str) -> Option<&'a str> {
    table.iter().find(|(key, _)| *key == word).map(|(_, value)| *value)
}

fn side(word: &str) -> Option<&'static str> {
    find(&[("left", "left"), ("l", "left"), ("right", "right"), ("r", "right")], word)
}

fn position(word: &str) -> Option<&'static str> {
    find(&[("up", "upper"), ("u", "upper"), ("mid", "middle"), ("m", "middle"), ("low", "lower"), ("l", "lower")], word)
}

/// Number of a segment, from 0, by its word or that word's first two letters.
fn segment(word: &str) -> Option<usize> {
    let is = |full: &str| word == full || (word.len() == 2 && full.starts_with(word));
    SEGMENTS.iter().position(|(full, _)| is(full))
}

fn division(word: &str) -> Option<&str> {
    (!word.is_empty() && word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit())).then_some(word)
}

/// Reads the words in the order of the convention: the first lone `l` is the side, the next one the position.
fn by_convention(name: &str) -> Option<String> {
    let mut words = name.split('_').peekable();
    if name.contains('_') {
        words.next_if_eq(&"h");
    }
    let side = words.peek().and_then(|word| side(word));
    if side.is_some() {
        words.next();
    }
    let position = words.peek().and_then(|word| position(word));
    if position.is_some() {
        words.next();
    }
    let bone = find(BONES, words.next()?)?;
    let segment = words.peek().and_then(|word| segment(word));
    if segment.is_some() {
        words.next();
    }
    let dummy = words.next_if_eq(&"dummy").is_some();
    let division = words.peek().and_then(|word| division(word));
    if division.is_some() {
        words.next();
    }
    if words.next().is_some() {
        return None;
    }
    let digit = digit(bone, segment);
    let mut parts: Vec<&str> = side.into_iter().collect();
    // "left upper thumb" is no English: append the position after a digit.
    if digit.is_none() {
        parts.extend(segment.and_then(ordinal).into_iter().chain(position));
    }
    parts.push(digit.as_deref().unwrap_or(bone));
    let mut label = parts.join(" ");
    if let (true, Some(position)) = (digit.is_some(), position) {
        label = format!("{label}, {position}");
    }
    if let Some(number) = division {
        label = format!("{label} {number}");
    }
    if dummy {
        label += " (dummy)";
    }
    Some(label)
}

fn ordinal(segment: usize) -> Option<&'static str> {
    SEGMENTS.get(segment).map(|(_, ordinal)| *ordinal)
}

/// The common name of a finger or toe: "finger_one = thumb, toe_one = big toe".
fn digit(bone: &str, segment: Option<usize>) -> Option<String> {
    let name = match (bone, segment) {
        ("finger", Some(0)) => "thumb",
        ("finger", Some(1)) => "index finger",
        ("finger", Some(2)) => "middle finger",
        ("finger", Some(3)) => "ring finger",
        ("finger", Some(4)) => "little finger",
        ("toe", Some(0)) => "big toe",
        ("finger" | "toe", Some(segment)) => return Some(format!("{} {bone}", ordinal(segment)?)),
        ("finger" | "toe", None) => bone,
        _ => return None,
    };
    Some(name.to_owned())
}

fn by_cmu(name: &str) -> Option<String> {
    if let Some(label) = find(SPINE, name) {
        return Some(label.to_owned());
    }
    let (side, rest) = match name.strip_prefix('l') {
        Some(rest) => ("left", rest),
        None => ("right", name.strip_prefix('r')?),
    };
    find(LIMBS, rest).map(|bone| format!("{side} {bone}"))
}

#[cfg(test)]
mod tests {
    use super::label;

    fn all(pairs: &[(&str, &str)]) {
        for (name, expected) in pairs {
            assert_eq!(label(name).as_deref(), Some(*expected), "{name}");
        }
    }

    #[test]
    fn every_example_of_the_two_texts_is_read() {
        all(&[
            ("h_waist", "waist"),
            ("h_torso_1", "torso 1"),
            ("h_torso_5", "torso 5"),
            ("h_left_up_arm", "left upper arm"),
            ("h_L_fingers", "left fingers"),
            ("h_L_finger_one", "left thumb"),
            ("h_left_up_finger_one", "left thumb, upper"),
            ("L_l_toe_th", "left third toe, lower"),
            ("L_finger_one", "left thumb"),
            ("L_up_finger_one", "left thumb, upper"),
            ("h_left_shoulder", "left shoulder"),
            ("h_left_low_arm", "left lower arm"),
            ("h_left_hand", "left hand"),
            ("h_right_shoulder", "right shoulder"),
            ("h_neck_1", "neck 1"),
            ("h_head", "head"),
            ("h_left_hip", "left hip"),
            ("h_left_low_leg", "left lower leg"),
            ("h_right_foot", "right foot"),
            ("h_right_toes", "right toes"),
            ("h_tail", "tail"),
            ("h_R_hip", "right hip"),
            ("h_L_hip", "left hip"),
        ]);
    }

    #[test]
    fn both_forms_mix_in_any_case() {
        all(&[
            ("H_LEFT_UP_ARM", "left upper arm"),
            ("r_u_leg", "right upper leg"),
            ("r_mid_f_tw", "right index finger, middle"),
            ("h_trs_dummy", "torso (dummy)"),
            ("h_left_hip_dummy", "left hip (dummy)"),
            ("L_fngs", "left fingers"),
            ("r_shld", "right shoulder"),
            ("h_wst", "waist"),
            ("basebone", "base"),
            ("left_low_arm_two", "left second lower arm"),
            ("left_up_arm_2", "left upper arm 2"),
            ("l_toe_on", "left big toe"),
            ("f_fi", "little finger"),
            ("toe_six", "sixth toe"),
            ("low_leg", "lower leg"),
        ]);
    }

    #[test]
    fn a_first_letter_is_the_side_and_a_second_the_position() {
        all(&[
            ("l_leg", "left leg"),
            ("l_l_leg", "left lower leg"),
            ("r_l_leg", "right lower leg"),
            ("h_l_m_toe_two", "left second toe, middle"),
            ("m_arm", "middle arm"),
            ("l_f", "left finger"),
        ]);
    }

    #[test]
    fn the_names_of_the_cmu_captures_are_read() {
        all(&[
            ("lfemur", "left femur"),
            ("rclavicle", "right clavicle"),
            ("lhipjoint", "left hip joint"),
            ("ltoes", "left toes"),
            ("rwrist", "right wrist"),
            ("rfingers", "right fingers"),
            ("RThumb", "right thumb"),
            ("lowerback", "lower back"),
            ("upperneck", "upper neck"),
        ]);
    }

    #[test]
    fn names_outside_the_conventions_or_plain_already_have_no_label() {
        for name in [
            "",
            "_",
            "h",
            "l",
            "h_",
            "root",
            "head",
            "thorax",
            "LowerSpineJoint_dum",
            "left",
            "left_up",
            "h_left_up_arm_",
            "h_left_up_arm_extra",
            "arm_left",
            "h__arm",
            "torso_1_2",
            "l_up_low_arm",
            "rotor",
            "lamp",
            "h_left_wing",
            "arm_99999",
            "\u{0}",
            "linke_hand",
        ] {
            assert_eq!(label(name), None, "{name}");
        }
    }
}
