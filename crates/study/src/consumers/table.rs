//! The programs and what they require: a row each. The rows were read out of the programs' sources, and tried with the programs themselves where
//! these run; `read_at` says which version.

use super::checks::Check;

/// A program that reads BVH.
#[derive(Debug)]
pub struct Consumer {
    /// Name for programs: `gmr-lafan1`.
    pub id: &'static str,
    /// Name for people: `GMR, LAFAN1`.
    pub name: &'static str,
    /// What it does with a motion, in a few words.
    pub does: &'static str,
    /// The source that was read, and its version.
    pub read_at: &'static str,
    /// The command that makes a file for it.
    pub command: &'static str,
    pub(super) requirements: &'static [Requirement],
}

/// What follows where a requirement is not met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The program stops, or leaves the file out.
    Stops,
    /// The program goes on, and the motion is wrong.
    Spoils,
    /// Good to know; no file is checked for it.
    Note,
}

/// A requirement of a program.
#[derive(Debug)]
pub(super) struct Requirement {
    pub(super) code: &'static str,
    /// `None`: good to know.
    pub(super) check: Option<Check>,
    pub(super) effect: Effect,
    /// What the program does, and what follows where the requirement is not met.
    pub(super) words: &'static str,
    /// The command that mends it, without its files.
    pub(super) mend: &'static str,
}

/// All programs, in the order of the guide.
pub fn consumers() -> &'static [Consumer] {
    &CONSUMERS
}

/// The program with this [`id`](Consumer::id), in any case.
pub fn consumer(id: &str) -> Option<&'static Consumer> {
    CONSUMERS.iter().find(|consumer| consumer.id.eq_ignore_ascii_case(id))
}

const fn stops(code: &'static str, check: Check, words: &'static str, mend: &'static str) -> Requirement {
    Requirement { code, check: Some(check), effect: Effect::Stops, words, mend }
}

const fn spoils(code: &'static str, check: Check, words: &'static str, mend: &'static str) -> Requirement {
    Requirement { code, check: Some(check), effect: Effect::Spoils, words, mend }
}

const fn note(code: &'static str, words: &'static str, mend: &'static str) -> Requirement {
    Requirement { code, check: None, effect: Effect::Note, words, mend }
}

const CENTIMETRE: Check = Check::Metres(0.01);
const REWRITE: &str = "marey convert";
const TO_CENTIMETRES: &str = "marey convert --unit cm";
const TO_METRES: &str = "marey convert --unit m";
const TO_LAFAN1: &str = "marey convert --as lafan1";
const TO_NOKOV: &str = "marey convert --as nokov";
const TO_SOMA: &str = "marey convert --as soma";
const TO_MIXAMO: &str = "marey convert --as mixamo";
const TO_SECOND_LIFE: &str = "marey convert --as second-life";

const LAFAN1_NAMES: Check = Check::Names(
    "Hips Spine2 LeftUpLeg RightUpLeg LeftLeg RightLeg LeftFoot RightFoot LeftToe RightToe LeftArm RightArm LeftForeArm RightForeArm \
     LeftHand RightHand",
);
const NOKOV_NAMES: Check = Check::Names(
    "Hips Spine1 LeftUpLeg RightUpLeg LeftLeg RightLeg LeftFoot RightFoot LeftArm RightArm LeftForeArm RightForeArm LeftHand RightHand",
);
const SOMA_NAMES: Check = Check::OwnNames(
    "Hips Chest Neck1 LeftArm LeftForeArm LeftHand LeftLeg LeftShin LeftFoot LeftToeBase RightArm RightForeArm RightHand RightLeg RightShin \
     RightFoot RightToeBase",
);
const MIXAMO_NAMES: Check =
    Check::LooseNames("Hips Spine Spine1 Spine2 Neck Head LeftUpLeg LeftLeg LeftFoot LeftArm LeftForeArm LeftHand");
const MIXAMO_WITH_ENDS: Check = Check::NamesWith(
    "Hips LeftUpLeg LeftLeg LeftFoot LeftToeBase LeftToe_End Spine Spine1 Spine2 Neck Head LeftShoulder LeftArm LeftForeArm LeftHand",
);

/// What both of GMR's formats require, with the command that makes a file for the format.
macro_rules! gmr {
    ($names:expr, $rest:expr, $rest_words:literal, $mend:expr) => {
        &[
            stops("names", $names, "GMR asks for joints by name, and ends with KeyError.", $mend),
            stops(
                "channels",
                Check::ThreeOrSixAlike,
                "GMR takes 6 channels on the root and 3 on every other joint, or 6 on every joint.",
                $mend,
            ),
            stops(
                "blanks",
                Check::SingleBlanks,
                "Numbers are parted by tabs or several blanks, or a row is empty: GMR splits at single blanks, and stops.",
                REWRITE,
            ),
            stops("blank-lines", Check::NoBlankLines, "An empty line stops GMR's reader.", REWRITE),
            stops("rows", Check::RowsNotMore, "With more rows than it was told GMR ends with IndexError.", REWRITE),
            stops(
                "offset-spelling",
                Check::PlainOffsets,
                "An OFFSET has a plus sign, a capital E or a comma, or too few numbers: GMR does not find it.",
                REWRITE,
            ),
            stops("end-site", Check::EndSiteWords, "With another spelling of End Site GMR stops.", REWRITE),
            spoils(
                "word-names",
                Check::WordNames,
                "GMR cuts a name off where there is no letter, digit or underscore.",
                $mend,
            ),
            spoils(
                "one-order",
                Check::OneOrder,
                "GMR reads all joints in the root's rotation order, and limbs twist.",
                $mend,
            ),
            spoils(
                "positions-first",
                Check::PositionsFirst,
                "Rotations stand before positions: GMR takes them for places.",
                REWRITE,
            ),
            spoils("rows-fewer", Check::RowsNotFewer, "With fewer rows than it was told GMR fills up with the rest pose.", REWRITE),
            spoils("unit", CENTIMETRE, "GMR divides lengths by 100.", TO_CENTIMETRES),
            spoils("up", Check::UpIsY, "GMR turns +Y up: a person with another axis up lies down.", "marey convert --up y"),
            spoils("rest", $rest, $rest_words, $mend),
            spoils(
                "rate",
                Check::ThirtyFrames,
                "GMR plays each row for a thirtieth of a second.",
                "marey convert --fps 30",
            ),
        ]
    };
}

static CONSUMERS: [Consumer; 21] = [
    Consumer {
        id: "gmr-lafan1",
        name: "GMR, LAFAN1",
        does: "plays motions on humanoid robots: `--format lafan1`",
        read_at: "YanjieZe/GMR, general_motion_retargeting/utils/lafan1.py and lafan_vendor/extract.py",
        command: TO_LAFAN1,
        requirements: gmr!(
            LAFAN1_NAMES,
            Check::RestAlongX,
            "GMR's tables take LAFAN1's rest pose, in which every bone is along its own +x, and turn its targets by the difference.",
            TO_LAFAN1
        ),
    },
    Consumer {
        id: "gmr-nokov",
        name: "GMR, Nokov",
        does: "plays motions on humanoid robots: `--format nokov`",
        read_at: "YanjieZe/GMR, general_motion_retargeting/utils/lafan1.py and lafan_vendor/extract.py",
        command: TO_NOKOV,
        requirements: gmr!(
            NOKOV_NAMES,
            Check::RestT,
            "GMR's table for Nokov takes a T-pose with legs along -y, left arm along x, right arm along -x.",
            TO_NOKOV
        ),
    },
    Consumer {
        id: "lafan1-repo",
        name: "LAFAN1's own tools",
        does: "reads the data set LAFAN1",
        read_at: "ubisoft/ubisoft-laforge-animation-dataset@9408460, lafan1/extract.py",
        command: TO_LAFAN1,
        requirements: &[
            stops(
                "same-reader",
                Check::ThreeOrSixAlike,
                "The reader takes 6 channels on the root and 3 on every other joint, or 6 on every joint.",
                TO_LAFAN1,
            ),
            spoils(
                "joint-index",
                LAFAN1_NAMES,
                "Joints 3, 4, 7 and 8 are taken for feet and toes, which they are in LAFAN1's tree.",
                TO_LAFAN1,
            ),
            note(
                "file-name",
                "The name of the file is split at `_` into clip and subject: it needs exactly one, as in `walk1_subject1.bvh`.",
                "",
            ),
        ],
    },
    Consumer {
        id: "soma",
        name: "SOMA's retargeter",
        does: "plays motions of SOMA's figure on robots",
        read_at: "NVIDIA/soma-retargeter, of two forks (meetsitaram@c49b79d), soma_retargeter/assets/bvh.py and animation/animation_buffer.py",
        command: TO_SOMA,
        requirements: &[
            stops(
                "end-site",
                Check::EndSite,
                "With another spelling of End Site the reader ends with IndexError.",
                REWRITE,
            ),
            stops(
                "braces",
                Check::OwnLines,
                "A brace, or a keyword in other letters, does not stand on a line of its own as expected.",
                REWRITE,
            ),
            stops(
                "rate",
                Check::PositiveFrameTime,
                "The frame time is 0 or missing: the reader divides by it.",
                "marey convert --fps 30",
            ),
            spoils(
                "names",
                SOMA_NAMES,
                "Joints are found by name, LeftLeg as the thigh and LeftShin as the shin, and those that are missing stand still without a word.",
                TO_SOMA,
            ),
            spoils(
                "local-frames",
                Check::RestSoma,
                "Rotations are copied by name, so that bones must lie along x at rest as SOMA's do.",
                TO_SOMA,
            ),
            spoils("unit", CENTIMETRE, "The reader takes centimetres.", TO_CENTIMETRES),
            note(
                "offset-6",
                "SOMA's own files have six numbers behind OFFSET; the last three are the joint's orientation, and no fault.",
                "",
            ),
        ],
    },
    Consumer {
        id: "animated-drawings",
        name: "Animated Drawings",
        does: "makes children's drawings of people move",
        read_at: "facebookresearch/AnimatedDrawings@74ee7f0, animated_drawings/model/bvh.py",
        command: REWRITE,
        requirements: &[
            stops(
                "first-line",
                Check::FirstLine,
                "The first line must be HIERARCHY and nothing else: no byte order mark, no blank.",
                REWRITE,
            ),
            stops("rows", Check::RowsEqual, "The number of rows must be the one that is told.", REWRITE),
            stops(
                "blanks",
                Check::SingleBlanks,
                "Numbers are parted by tabs or several blanks, or a row is empty.",
                REWRITE,
            ),
            spoils(
                "root-xyz",
                Check::RootPositions,
                "The first three numbers of a row are taken for x, y and z of the root.",
                REWRITE,
            ),
            spoils(
                "joint-positions",
                Check::OnlyRootMoves,
                "Positions of other joints than the root are dropped.",
                TO_MIXAMO,
            ),
            note(
                "config",
                "A motion needs two YAML files: its scale to metres, up axis and joints on the ground, and which joint moves which part.",
                "",
            ),
        ],
    },
    Consumer {
        id: "second-life",
        name: "Second Life",
        does: "plays uploaded animations on avatars",
        read_at: "FirestormViewer/phoenix-firestorm@009558fe, indra/llcharacter/llbvhloader.cpp",
        command: TO_SECOND_LIFE,
        requirements: &[
            stops(
                "root",
                Check::SecondLifeRoot,
                "The root must be `hip` or `mPelvis`, or the upload is refused.",
                TO_SECOND_LIFE,
            ),
            stops(
                "line-order",
                Check::OwnLines,
                "The loader takes one statement a line: a brace, or a keyword in other letters, is elsewhere.",
                REWRITE,
            ),
            stops("length", Check::AMinute, "An animation lasts at most 60 s.", "marey convert --to 60"),
            stops("frames", Check::TwoFrames, "An animation needs at least two frames.", TO_SECOND_LIFE),
            spoils(
                "names",
                Check::SecondLifeNames,
                "Joints that Second Life does not know are left out without a word.",
                TO_SECOND_LIFE,
            ),
            spoils(
                "channels",
                Check::ThreeOrSix,
                "Each joint needs 3 or 6 channels, or all later numbers slip.",
                TO_SECOND_LIFE,
            ),
            spoils("unit", Check::Metres(0.0254), "Second Life reads inches.", "marey convert --unit in"),
            note(
                "reference-frame",
                "The first frame is never played: what equals it all along is left out, and the last frame is only blended to.",
                TO_SECOND_LIFE,
            ),
        ],
    },
    Consumer {
        id: "blender",
        name: "Blender",
        does: "imports BVH as an armature with keys",
        read_at: "Blender 4.2 and 5.0, io_anim_bvh/import_bvh.py",
        command: TO_METRES,
        requirements: &[
            stops("utf8", Check::Utf8, "The file is not UTF-8: the import ends with UnicodeDecodeError.", REWRITE),
            stops(
                "bom",
                Check::NoMark,
                "A byte order mark stands before HIERARCHY: Blender says that this is no BVH.",
                REWRITE,
            ),
            stops("rotations", Check::ThreeRotations, "Each joint needs three different rotations.", REWRITE),
            stops("rows", Check::RowWidthAtLeast, "A row is too short.", REWRITE),
            stops("numbers", Check::Numbers, "A word among the numbers is none.", REWRITE),
            spoils("unit", Check::Metres(1.0), "Blender takes a unit for a metre.", TO_METRES),
            spoils(
                "add",
                Check::PositionsReplace,
                "Positions of this file are added to the root's OFFSET, and Blender puts them in its place.",
                REWRITE,
            ),
            note(
                "frames",
                "The first row is at frame 1. `Update Scene Duration` ends a scene that was shorter one frame after the motion.",
                "",
            ),
        ],
    },
    Consumer {
        id: "three",
        name: "three.js",
        does: "shows BVH in a browser: BVHLoader",
        read_at: "mrdoob/three.js@012f562, examples/jsm/loaders/BVHLoader.js",
        command: REWRITE,
        requirements: &[
            stops("one-root", Check::OneRoot, "BVHLoader takes one ROOT only.", REWRITE),
            spoils(
                "joint-positions",
                Check::NotDisplaced,
                "BVHLoader adds OFFSET to positions, so that bones of joints with positions become twice as long.",
                REWRITE,
            ),
            spoils(
                "root-offset",
                Check::RootOffsetZero,
                "BVHLoader adds the root's OFFSET to its positions: the person hangs in the air.",
                REWRITE,
            ),
            spoils(
                "spelling",
                Check::ChannelSpelling,
                "A channel has another name than Xposition to Zrotation, or a wrong count: all later numbers slip.",
                REWRITE,
            ),
            spoils("names", Check::NamesWithoutBlanks, "A name ends at its first blank.", REWRITE),
            spoils(
                "track-names",
                Check::TrackNames,
                "A joint with a colon or slash in its name is not found and stands still; at a square bracket playing stops.",
                REWRITE,
            ),
        ],
    },
    Consumer {
        id: "bvh2vrma",
        name: "bvh2vrma",
        does: "makes VRM animations",
        read_at: "vrm-c/bvh2vrma@da148d9, src/lib/bvh-converter/",
        command: TO_NOKOV,
        requirements: &[
            spoils("unit", CENTIMETRE, "The converter takes centimetres.", TO_CENTIMETRES),
            spoils(
                "rest",
                Check::RestT,
                "The rest pose must be a standing T with the left side along +x, or sides and limbs are mixed up.",
                TO_NOKOV,
            ),
            note(
                "spine",
                "At least two bones must lie between the hips and the bone that carries neck and arms.",
                TO_NOKOV,
            ),
        ],
    },
    Consumer {
        id: "univrm",
        name: "UniVRM",
        does: "plays BVH in Unity",
        read_at: "vrm-c/UniVRM@0feffcd, Assets/UniGLTF/Runtime/UniHumanoid/Format/Bvh.cs",
        command: REWRITE,
        requirements: &[
            stops("first-line", Check::FirstLine, "The first line must be HIERARCHY and nothing else.", REWRITE),
            stops("names", Check::NamesWithoutBlanks, "A name has a blank.", REWRITE),
            stops(
                "channels",
                Check::ChannelSpelling,
                "A channel has another name than Xposition to Zrotation, or a wrong count.",
                REWRITE,
            ),
            stops("rows", Check::RowWidth, "Each row needs a number for each channel, on one line.", REWRITE),
        ],
    },
    Consumer {
        id: "jlpm-motion-matching",
        name: "MotionMatching for Unity",
        does: "searches motions while a game runs",
        read_at: "JLPM22/MotionMatching@35fc8ee, com.jlpm.motionmatching/Runtime/BVH/BVHImporter.cs",
        command: TO_NOKOV,
        requirements: &[
            spoils(
                "joint-positions",
                Check::OnlyRootMoves,
                "Only the root may have positions, or all later numbers slip by three.",
                TO_NOKOV,
            ),
            spoils("root-offset", Check::RootOffsetZero, "The root's OFFSET is ignored.", REWRITE),
            spoils("root", Check::SixOnTheRoot, "The root must have 6 channels.", TO_NOKOV),
            note("t-pose", "It wants a second BVH of the same names that begins with a T-pose.", ""),
        ],
    },
    Consumer {
        id: "bevy-motion-matching",
        name: "bevy_motion_matching",
        does: "searches motions while a game runs",
        read_at: "voxell-tech/bevy_motion_matching@dab0065, src/motion/motion_asset.rs and src/player.rs",
        command: TO_MIXAMO,
        requirements: &[
            spoils(
                "names",
                MIXAMO_NAMES,
                "Bones are found by the model's names, and those that are missing stand still.",
                TO_MIXAMO,
            ),
            note(
                "rate",
                "The frame time must equal the program's setting to the last digit, such as 0.016667, or the clip is left out.",
                "",
            ),
        ],
    },
    Consumer {
        id: "deep-motion-editing",
        name: "deep-motion-editing",
        does: "retargets motions with a network",
        read_at: "DeepMotionEditing/deep-motion-editing@74fff8f, retargeting/datasets/bvh_parser.py",
        command: TO_MIXAMO,
        requirements: &[stops(
            "names",
            MIXAMO_WITH_ENDS,
            "All names of one of its lists must be there, such as Mixamo's with ends.",
            TO_MIXAMO,
        )],
    },
    Consumer {
        id: "ganimator",
        name: "GANimator",
        does: "learns from one motion",
        read_at: "PeizhuoLi/ganimator@2943064, bvh/bvh_parser.py and bvh_io.py",
        command: TO_MIXAMO,
        requirements: &[
            stops("names", MIXAMO_WITH_ENDS, "All of Mixamo's names with ends must be there.", TO_MIXAMO),
            note(
                "prefix",
                "A prefix is cut off at `:` only: `mixamorig:Hips` is taken, `mixamorig_Hips` is not.",
                TO_MIXAMO,
            ),
            note(
                "unit",
                "Lengths are divided by 100 where the y of the root's OFFSET is above 10, and only there.",
                "",
            ),
        ],
    },
    Consumer {
        id: "pymotion",
        name: "pymotion",
        does: "reads motions into NumPy",
        read_at: "UPC-ViRVIG/pymotion@27c933c and upc-pymotion 0.3.4, pymotion/io/bvh.py and ops/skeleton.py",
        command: REWRITE,
        requirements: &[
            stops("channels", Check::ThreeOrSix, "Each joint needs 3 or 6 channels.", REWRITE),
            stops("blank-lines", Check::NoBlankRows, "An empty line among the rows stops its reader.", REWRITE),
            stops("end-site", Check::EndSiteWords, "Another spelling of End Site is not known.", REWRITE),
            spoils(
                "joint-positions",
                Check::OnlyRootMoves,
                "`fk` places joints by their OFFSET: positions of other joints than the root are left out.",
                TO_NOKOV,
            ),
        ],
    },
    Consumer {
        id: "pybvh",
        name: "pybvh",
        does: "reads motions into NumPy",
        read_at: "pybvh 0.9.0, pybvh/io.py",
        command: TO_NOKOV,
        requirements: &[
            stops("utf8", Check::Utf8, "The file is not UTF-8: the reader ends with UnicodeDecodeError.", REWRITE),
            stops("one-root", Check::OneRoot, "The reader takes one ROOT only.", REWRITE),
            stops("root", Check::SixOnTheRoot, "The root must have 3 positions and 3 rotations.", REWRITE),
            stops("joint-positions", Check::OnlyRootMoves, "Only the root may have positions.", TO_NOKOV),
            stops("rotations", Check::ThreeRotations, "Each joint needs three different rotations.", REWRITE),
            stops(
                "spelling",
                Check::ChannelSpelling,
                "A channel has another name than Xposition to Zrotation, or a wrong count.",
                REWRITE,
            ),
            stops("end", Check::EndWord, "With another spelling of End the reader loses count of the braces.", REWRITE),
            stops("rate", Check::PositiveFrameTime, "The frame time is 0 or missing.", "marey convert --fps 30"),
            stops("rows", Check::RowsEqual, "The number of rows must be the one that is told.", REWRITE),
            stops("width", Check::RowWidth, "Each row needs a number for each channel.", REWRITE),
            stops("numbers", Check::Numbers, "A word among the numbers is none.", REWRITE),
            spoils("names", Check::NamesWithoutBlanks, "A name ends at its first blank.", REWRITE),
        ],
    },
    Consumer {
        id: "momask",
        name: "MoMask",
        does: "makes motions of text, and reads BVH",
        read_at: "EricGuo5513/momask-codes@94a6636, visualization/BVH_mod.py and joints2bvh.py",
        command: REWRITE,
        requirements: &[
            stops(
                "reader",
                Check::ThreeOrSixAlike,
                "Its reader takes 6 channels on the root and 3 on every other joint, or 6 on every joint.",
                TO_LAFAN1,
            ),
            note(
                "output",
                "What it writes has LAFAN1's names, in metres, at 20 frames a second and with another rest pose: GMR does not take it.",
                TO_LAFAN1,
            ),
        ],
    },
    Consumer {
        id: "hhtools",
        name: "human-humanoid-tools",
        does: "plays motions on humanoid robots",
        read_at: "Roboparty/human-humanoid-tools@10a5628, hhtools/io/bvh.py and bvh_detect.py",
        command: TO_LAFAN1,
        requirements: &[
            stops("rows", Check::RowsEqual, "The number of rows must be the one that is told.", REWRITE),
            spoils("unit", CENTIMETRE, "It takes centimetres unless it is told.", TO_CENTIMETRES),
            note(
                "names",
                "It knows SOMA's, LAFAN1's, Motive's and Xsens' names; any other rig is taken for LAFAN1's.",
                TO_LAFAN1,
            ),
        ],
    },
    Consumer {
        id: "robot-retarget-online",
        name: "Robot Retarget Online",
        does: "plays motions on humanoid robots, in a browser",
        read_at: "ImChong/Robot_Retarget_Online@b436951, src/lib/bvh/lafan1.ts",
        command: TO_LAFAN1,
        requirements: &[
            stops("names", LAFAN1_NAMES, "It takes LAFAN1's names only.", TO_LAFAN1),
            spoils("unit", CENTIMETRE, "It takes centimetres.", TO_CENTIMETRES),
        ],
    },
    Consumer {
        id: "bvhview",
        name: "BVHView",
        does: "shows BVH",
        read_at: "orangeduck/BVHView@8691d20, bvhview.c",
        command: REWRITE,
        requirements: &[stops(
            "spelling",
            Check::ChannelSpelling,
            "A channel has another name than Xposition to Zrotation, or a wrong count.",
            REWRITE,
        )],
    },
    Consumer {
        id: "fairmotion",
        name: "fairmotion",
        does: "reads motions into Python",
        read_at: "facebookresearch/fairmotion@e400e56, fairmotion/data/bvh.py",
        command: TO_METRES,
        requirements: &[
            spoils("unit", Check::Metres(1.0), "It takes metres unless it is given a scale.", TO_METRES),
            note("channels", "Each joint needs 1, 3 or 6 channels.", REWRITE),
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_unique_and_every_point_has_a_command() {
        let ids: BTreeSet<&str> = consumers().iter().map(|consumer| consumer.id).collect();
        assert_eq!(ids.len(), consumers().len());
        for consumer in consumers() {
            let codes: BTreeSet<&str> = consumer.requirements.iter().map(|requirement| requirement.code).collect();
            assert_eq!(codes.len(), consumer.requirements.len(), "{}", consumer.id);
            assert!(consumer.command.starts_with("marey "), "{}", consumer.id);
            for requirement in consumer.requirements {
                assert_eq!(requirement.check.is_none(), requirement.effect == Effect::Note, "{}", requirement.code);
                let is_command = requirement.mend.starts_with("marey ");
                assert!(
                    is_command || requirement.check.is_none() && requirement.mend.is_empty(),
                    "{}",
                    requirement.code
                );
                assert!(requirement.words.ends_with('.'), "{}", requirement.words);
            }
        }
    }

    #[test]
    fn a_program_is_found_by_its_name() {
        assert_eq!(consumer("GMR-lafan1").map(|consumer| consumer.name), Some("GMR, LAFAN1"));
        assert!(consumer("nothing").is_none());
    }
}
