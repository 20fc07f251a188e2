//! Checks of a file: each is a question with an answer, and with the words that say what was found.

use marey::body::Unit;

use super::facts::FileFacts;
use super::text::TextJoint;

/// Names in a message; the others are counted.
const NAMES_SHOWN: usize = 4;
/// Letters of a word in a message.
const LETTERS_SHOWN: usize = 20;
/// Names of avatars of Second Life that are no bones' names.
const SECOND_LIFE: &str = "hip abdomen chest neck head lCollar lShldr lForeArm lHand rCollar rShldr rForeArm rHand lThigh lShin lFoot rThigh \
    rShin rFoot figureHair";
/// The letters that part the names in a path of an animation in three.js.
const PATH_LETTERS: [char; 4] = [':', '/', '[', ']'];

/// A question about a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Check {
    /// The bytes are UTF-8.
    Utf8,
    /// No byte order mark.
    NoMark,
    /// The first line is HIERARCHY and nothing else.
    FirstLine,
    /// Names of letters, digits and `_` alone.
    WordNames,
    /// Names without blanks.
    NamesWithoutBlanks,
    /// Names without the letters that part the names in a path of three.js.
    TrackNames,
    /// Joints of these names, exactly as written.
    Names(&'static str),
    /// The same, behind the last colon.
    OwnNames(&'static str),
    /// The same, in any case and behind any prefix.
    LooseNames(&'static str),
    /// Names that contain these words, behind the last colon.
    NamesWith(&'static str),
    /// One root.
    OneRoot,
    /// Six channels on the root and three on all others, or six on all: told by the last CHANNELS.
    ThreeOrSixAlike,
    /// Three or six channels on each joint.
    ThreeOrSix,
    /// Six channels on the root.
    SixOnTheRoot,
    /// One rotation order for all joints.
    OneOrder,
    /// Three different rotations on each joint.
    ThreeRotations,
    /// Positions before rotations.
    PositionsFirst,
    /// The root's positions are X, Y, Z.
    RootPositions,
    /// Only one joint has positions.
    OnlyRootMoves,
    /// No joint below the root has both positions and an offset.
    NotDisplaced,
    /// Channels are counted rightly and spelled as in the specification.
    ChannelSpelling,
    /// Numbers with one blank between, and no empty row.
    SingleBlanks,
    /// No empty line.
    NoBlankLines,
    /// No empty line behind the head of the motion.
    NoBlankRows,
    /// As many rows as `Frames:` says.
    RowsEqual,
    /// No more rows.
    RowsNotMore,
    /// No fewer rows.
    RowsNotFewer,
    /// Each row has as many numbers as there are channels.
    RowWidth,
    /// Each row has at least so many.
    RowWidthAtLeast,
    /// All words of the rows, and the frame time, are numbers.
    Numbers,
    /// Offsets of three plain numbers.
    PlainOffsets,
    /// `End Site` in these letters, alone on its line.
    EndSite,
    /// `End` in these letters and alone, whatever follows.
    EndWord,
    /// `End Site` in these letters somewhere in its line.
    EndSiteWords,
    /// Braces, joints, offsets and channels on lines of their own.
    OwnLines,
    /// All legs and forearms along +x at rest.
    RestAlongX,
    /// Legs along -y, the left arm along +x, the right one along -x.
    RestT,
    /// The left forearm and hand along +x.
    RestSoma,
    /// The root's offset is zero.
    RootOffsetZero,
    /// Thirty frames a second.
    ThirtyFrames,
    /// A frame time above zero.
    PositiveFrameTime,
    /// At most a minute.
    AMinute,
    /// At least two frames.
    TwoFrames,
    /// A root that Second Life takes.
    SecondLifeRoot,
    /// Nine of ten names that Second Life knows.
    SecondLifeNames,
    /// The unit has so many metres. The words say how tall a person becomes.
    Metres(f64),
    /// Up is +y.
    UpIsY,
    /// Positions replace the root's offset.
    PositionsReplace,
}

impl Check {
    /// Whether the file is as it should be; `None` where that is not known.
    pub(super) fn passes(self, facts: &FileFacts) -> Option<bool> {
        let text = &facts.text;
        let joints = &text.joints;
        let counts = || joints.iter().map(TextJoint::channel_count);
        let all = |is: &dyn Fn(&TextJoint) -> bool| joints.iter().all(is);
        let along = |names: &[(&str, &str)]| names.iter().all(|(name, axis)| facts.axis(name) == *axis);
        let rows = text.rows.as_ref();
        Some(match self {
            Self::Utf8 => text.is_utf8,
            Self::NoMark => !text.has_mark,
            Self::FirstLine => text.starts_exactly,
            Self::WordNames => all(&|joint| is_word(&joint.name)),
            Self::NamesWithoutBlanks => all(&|joint| !joint.name.is_empty() && !joint.name.contains(' ')),
            Self::TrackNames => all(&|joint| !joint.name.contains(PATH_LETTERS)),
            Self::Names(_) | Self::OwnNames(_) | Self::NamesWith(_) | Self::LooseNames(_) => {
                self.missing(facts).is_empty()
            }
            Self::OneRoot => text.roots == 1,
            Self::ThreeOrSixAlike => {
                let last = counts().next_back().unwrap_or(0);
                let others = counts().skip(1).all(|count| count == last);
                let root = counts().next();
                others && (last == 3 || last == 6) && root == Some(6)
            }
            Self::ThreeOrSix => counts().all(|count| count == 3 || count == 6),
            Self::SixOnTheRoot => counts().next() == Some(6),
            Self::OneOrder => self.orders(facts).len() == 1,
            Self::ThreeRotations => all(&|joint| {
                let order = joint.order();
                order.len() == 3 && ['X', 'Y', 'Z'].iter().all(|axis| order.contains(*axis))
            }),
            Self::PositionsFirst => all(&TextJoint::positions_come_first),
            Self::RootPositions => joints.first().is_some_and(|root| root.position_letters() == "XYZ"),
            Self::OnlyRootMoves => facts.moving <= 1,
            Self::NotDisplaced => facts.displaced == 0,
            Self::ChannelSpelling => !joints.is_empty() && all(&TextJoint::channels_are_plain),
            Self::SingleBlanks => rows.is_none_or(|rows| !rows.has_tabs && !rows.has_double_blanks && rows.blank == 0),
            Self::NoBlankLines => text.blank_lines == 0,
            Self::NoBlankRows => text.blank_lines_of_motion == 0,
            Self::RowsEqual => rows.map(|rows| rows.count) == text.frames,
            Self::RowsNotMore => text.row_count() <= text.frames.unwrap_or(0),
            Self::RowsNotFewer => text.row_count() >= text.frames.unwrap_or(0),
            Self::RowWidth => {
                let width = text.width();
                rows.and_then(|rows| rows.widths) == Some((width, width))
            }
            Self::RowWidthAtLeast => {
                rows.and_then(|rows| rows.widths).is_some_and(|(fewest, _)| fewest >= text.width())
            }
            Self::Numbers => text.frame_time.is_some() && rows.is_none_or(|rows| rows.bad_word.is_none()),
            Self::PlainOffsets => !text.has_odd_offset,
            Self::EndSite => text.ends.iter().all(|end| end == "End Site"),
            Self::EndWord => text.ends.iter().all(|end| end.split_whitespace().next() == Some("End")),
            Self::EndSiteWords => text.ends.iter().all(|end| end.contains("End Site")),
            Self::OwnLines => text.lines_are_apart,
            Self::RestAlongX => along(&REST_ALONG_X),
            Self::RestT => along(&REST_T),
            Self::RestSoma => along(&REST_SOMA),
            Self::RootOffsetZero => facts.root_offset()? < FileFacts::ZERO_OFFSET,
            Self::ThirtyFrames => (1.0 / text.frame_time.filter(|time| *time != 0.0)? - 30.0).abs() < 0.5,
            Self::PositiveFrameTime => text.frame_time.is_some_and(|time| time > 0.0),
            Self::AMinute => {
                let time = text.frame_time.unwrap_or(0.0);
                text.frames.unwrap_or(0) as f64 * time <= 60.0 + 2.0 * time
            }
            Self::TwoFrames => text.frames.unwrap_or(0) >= 2,
            Self::SecondLifeRoot => {
                let root = joints.first().map_or("", |root| root.name.as_str());
                ["hip", "mPelvis", "avatar_mPelvis"].contains(&root)
            }
            Self::SecondLifeNames => {
                let known = joints.iter().filter(|joint| is_of_second_life(&joint.name)).count();
                known as f64 >= 0.9 * joints.len().max(1) as f64
            }
            Self::Metres(metres) => (facts.scale?.unit.metres() / metres - 1.0).abs() < 1e-6,
            Self::UpIsY => facts.up? == marey::model::Axis::Y,
            Self::PositionsReplace => !facts.adds_positions,
        })
    }

    /// A sentence on what was found in the file instead; empty where there is nothing to add.
    pub(super) fn found(self, facts: &FileFacts) -> String {
        let text = &facts.text;
        let joints = &text.joints;
        match self {
            Self::Names(_) | Self::OwnNames(_) | Self::NamesWith(_) | Self::LooseNames(_) => {
                format!("Missing: {}.", listed(&self.missing(facts)))
            }
            Self::WordNames => format!("Here: {}.", listed(&named(joints, |name| !is_word(name)))),
            Self::NamesWithoutBlanks => {
                format!("Here: {}.", listed(&named(joints, |name| name.is_empty() || name.contains(' '))))
            }
            Self::TrackNames => format!("Here: {}.", listed(&named(joints, |name| name.contains(PATH_LETTERS)))),
            Self::ThreeOrSixAlike | Self::ThreeOrSix | Self::SixOnTheRoot => {
                let count = |wanted: usize| joints.iter().filter(|joint| joint.channel_count() == wanted).count();
                let (six, three, of) = (count(6), count(3), joints.len());
                let root = joints.first().map_or(0, TextJoint::channel_count);
                format!("Here the root has {root}; joints with 6: {six} of {of}, with 3: {three}.")
            }
            Self::OneOrder => format!("Here joints have {}.", self.orders(facts).join(", ")),
            Self::ThreeRotations => {
                let odd = joints.iter().find(|joint| joint.order().len() != 3);
                odd.map_or(String::new(), |joint| format!("Here `{}` has {}.", joint.name, joint.order().len()))
            }
            Self::RootPositions => match joints.first().map(TextJoint::position_letters) {
                Some(letters) if !letters.is_empty() => format!("Here the root has {letters}."),
                _ => "Here the root has no positions.".to_owned(),
            },
            Self::OnlyRootMoves => format!("Here {} joints have positions.", facts.moving),
            Self::NotDisplaced => match facts.displaced {
                1 => "Here one joint has both.".to_owned(),
                displaced => format!("Here {displaced} joints have both."),
            },
            Self::RowsEqual | Self::RowsNotMore | Self::RowsNotFewer => {
                let said = text.frames.map_or("no number".to_owned(), |frames| frames.to_string());
                format!("Here `Frames:` says {said}, and the number of rows is {}.", text.row_count())
            }
            Self::RowWidth | Self::RowWidthAtLeast => match text.rows.as_ref().and_then(|rows| rows.widths) {
                Some((low, high)) if low == high => format!("Here are {} channels, and rows of {low}.", text.width()),
                Some((low, high)) => format!("Here are {} channels, and rows of {low} to {high}.", text.width()),
                None => "Here are no rows.".to_owned(),
            },
            Self::Numbers => match text.rows.as_ref().and_then(|rows| rows.bad_word.as_deref()) {
                Some(word) => format!("Here it is `{}`.", word.chars().take(LETTERS_SHOWN).collect::<String>()),
                None => "Here it is the frame time.".to_owned(),
            },
            Self::EndSite | Self::EndWord | Self::EndSiteWords => {
                let odd = text.ends.iter().find(|end| *end != "End Site");
                odd.map_or(String::new(), |end| {
                    format!("Here: `{}`.", end.chars().take(LETTERS_SHOWN).collect::<String>())
                })
            }
            Self::RestAlongX => pointing(facts, &REST_ALONG_X),
            Self::RestT => pointing(facts, &REST_T),
            Self::RestSoma => pointing(facts, &REST_SOMA),
            Self::RootOffsetZero => {
                facts.root_offset().map_or(String::new(), |offset| format!("Here it has a part of {offset}."))
            }
            Self::ThirtyFrames => text.frame_time.map_or(String::new(), |time| {
                let (rate, whole) = (1.0 / time, (1.0 / time).round());
                let rate = if (rate - whole).abs() < 0.01 { format!("{whole}") } else { format!("{rate:.2}") };
                format!("This file has {rate} a second.")
            }),
            Self::AMinute => {
                let seconds = text.frames.unwrap_or(0) as f64 * text.frame_time.unwrap_or(0.0);
                format!("This one lasts {seconds:.1} s.")
            }
            Self::SecondLifeRoot => joints.first().map_or(String::new(), |root| format!("Here it is `{}`.", root.name)),
            Self::SecondLifeNames => format!("Here: {}.", listed(&named(joints, |name| !is_of_second_life(name)))),
            Self::Metres(metres) => {
                let unit = facts.scale.map_or("another unit", |scale| in_words(scale.unit));
                match facts.height_with(metres) {
                    Some(height) => format!("This file is in {unit}: it sees a person of {height:.2} m."),
                    None => format!("This file is in {unit}."),
                }
            }
            Self::UpIsY => facts.up.map_or(String::new(), |up| format!("Here {} is up.", up.name())),
            _ => String::new(),
        }
    }

    /// The names that a check asks for and the file lacks.
    fn missing(self, facts: &FileFacts) -> Vec<String> {
        let written = || facts.text.joints.iter().map(|joint| joint.name.as_str());
        let own = || written().map(|name| name.rsplit(':').next().unwrap_or_default());
        let lacks = |names: &str, has: &dyn Fn(&str) -> bool| -> Vec<String> {
            names.split_ascii_whitespace().filter(|name| !has(name)).map(str::to_owned).collect()
        };
        match self {
            Self::Names(names) => lacks(names, &|name| written().any(|own| own == name)),
            Self::OwnNames(names) => lacks(names, &|name| own().any(|own| own == name)),
            Self::NamesWith(names) => lacks(names, &|name| own().any(|own| own.contains(name))),
            Self::LooseNames(names) => lacks(names, &|name| facts.has_own(name)),
            _ => Vec::new(),
        }
    }

    /// The different rotation orders.
    fn orders(self, facts: &FileFacts) -> Vec<String> {
        let mut orders: Vec<String> =
            facts.text.joints.iter().map(TextJoint::order).filter(|order| !order.is_empty()).collect();
        orders.sort_unstable();
        orders.dedup();
        orders
    }
}

const REST_ALONG_X: [(&str, &str); 5] =
    [("LeftLeg", "+x"), ("LeftFoot", "+x"), ("RightLeg", "+x"), ("LeftForeArm", "+x"), ("RightForeArm", "+x")];
const REST_T: [(&str, &str); 4] =
    [("LeftLeg", "-y"), ("RightLeg", "-y"), ("LeftForeArm", "+x"), ("RightForeArm", "-x")];
const REST_SOMA: [(&str, &str); 2] = [("LeftForeArm", "+x"), ("LeftHand", "+x")];

/// The unit in a sentence.
pub(super) fn in_words(unit: Unit) -> &'static str {
    match unit {
        Unit::Metre => "metres",
        Unit::Centimetre => "centimetres",
        Unit::Millimetre => "millimetres",
        Unit::Inch => "inches",
        Unit::Cmu => "cmu",
        Unit::Decimetre => "decimetres",
        Unit::Custom(_) => "another unit",
    }
}

/// The first joint that points elsewhere than it should.
fn pointing(facts: &FileFacts, wanted: &[(&str, &str)]) -> String {
    let odd = wanted.iter().map(|(name, axis)| (name, facts.axis(name), axis)).find(|(_, found, axis)| found != *axis);
    match odd {
        Some((name, "nowhere", _)) => format!("Here is no {name}."),
        Some((name, "mixed", _)) => format!("Here {name} points between the axes."),
        Some((name, found, _)) => format!("Here {name} points along {}.", found.trim_start_matches('+')),
        None => String::new(),
    }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

fn is_of_second_life(name: &str) -> bool {
    let bone = name.strip_prefix("avatar_").unwrap_or(name).strip_prefix('m');
    SECOND_LIFE.split_ascii_whitespace().any(|known| known == name)
        || bone.is_some_and(|bone| bone.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

fn named(joints: &[TextJoint], is: impl Fn(&str) -> bool) -> Vec<String> {
    joints.iter().map(|joint| joint.name.clone()).filter(|name| is(name)).collect()
}

/// `Hips, Spine, Neck, Head and 12 more`.
fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(NAMES_SHOWN).map(String::as_str).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
