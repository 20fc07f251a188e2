//! The command line. Doc comments of fields are the help, the manual page and the completions.

mod film;
mod gallery;
mod measure;
mod mend;
mod retarget;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use marey::formats::ArrayOptions;
use marey_study::consumers::consumers;
use marey_study::targets::{TargetRig, target_rig, target_rigs};
use marey_write::Target;

pub(super) use self::film::{FilmArguments, FilmFollow, FilmFormat};
pub(super) use self::gallery::{ClipArguments, GalleryArguments, IndexArguments, Originals, format};
pub(super) use self::measure::{GaitRows, MeasureArguments, MeasureFormat};
pub(super) use self::mend::{MendArguments, MendSpikes};
pub(super) use self::retarget::RetargetArguments;

/// Exit statuses and their meanings.
pub(super) const EXIT_STATUSES: [(u8, &str); 3] = [
    (0, "done"),
    (
        1,
        "a file was refused (FILE:LINE:COLUMN: code: message), a check failed, two motions have no joint in common, or a file could not be read or written",
    ),
    (2, "wrong usage"),
];

/// The last line of each command's help.
fn exit_help() -> String {
    let statuses: Vec<String> = EXIT_STATUSES.iter().map(|(status, when)| format!("{status}: {when}")).collect();
    format!("Exit status: {}.", statuses.join("; "))
}

/// Commands for the manual page, and their purposes.
pub(super) const EXAMPLES: [(&str, &str); 21] = [
    ("marey info march.asf march.amc", "What a motion holds, with the skeleton that it needs"),
    ("marey info --json motions/", "The same for all motions of a folder, as JSON"),
    ("marey positions --frames 0-10 walk.bvh", "Where all joints are in frames 0 to 10"),
    ("marey convert walk.bvh walk.glb", "Converts a motion to another format"),
    ("marey convert --from 1 --to 3.5 --fps 30 walk.bvh part.csv", "Converts a part of it, at 30 frames a second"),
    ("marey convert --format glb motions/ out/", "Converts all motions of a folder; out/ gets the same folders"),
    ("marey convert --as lafan1 walk.bvh for-gmr.bvh", "Gives it the rig that GMR takes for LAFAN1"),
    ("marey check --deny all motions/", "Fails where a file is refused or has a warning"),
    ("marey check --for blender walk.bvh", "What Blender would stop at or get wrong, with the commands that mend it"),
    ("marey compare --offset best captured.bvh estimated.bvh", "How far the joints of two motions are from each other"),
    (
        "marey measure --angle \"left thigh,left knee,left foot\" --contacts walk.bvh",
        "The angle of the knee, and when feet are on the ground",
    ),
    ("marey retarget walk.bvh --onto figure.x3d -o out.glb", "Plays a motion on another figure"),
    ("marey mend --report captured.bvh", "What is wrong with a motion"),
    ("marey mend --spikes joints --feet captured.bvh -o mended.bvh", "Fills what is wrong and holds the feet"),
    ("marey picture --moments 12 walk.bvh walk.svg", "Draws 12 moments of a motion in one picture, for paper"),
    ("marey film --size 480x480 --caption motions/ --out films/", "Films all motions of a folder"),
    ("marey link --page https://you.example/player/ walk.bvh", "Makes a link that contains the motion"),
    ("marey info \"https://you.example/player/#clip=...\"", "What such a link contains"),
    ("marey gallery --url https://you.example/motions motions/ site/", "Writes a web site of a folder of motions"),
    ("marey index --shard 3/64 motions/ parts/3", "Makes a part of its clips, on one of several machines"),
    ("marey man > /usr/local/share/man/man1/marey.1", "Installs this manual page"),
];

/// Reads skeletal motion: BVH, FBX, glTF, VRM, C3D, TRC, Acclaim ASF/AMC, The Sims SKEL/ANIM, HAnim in X3D and VRML.
#[derive(Debug, Parser)]
#[command(name = "marey", version, after_help = exit_help(), disable_help_subcommand = false)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Prints what files contain
    Info(InfoArguments),
    /// Prints world positions of all joints as one JSON object
    ///
    /// Positions are in the file's own axes and units, except that the X of The Sims' files is negated. Without a selection, the
    /// first frame, those after a quarter, half and three quarters of the motion, and the last one are printed.
    Positions(PositionsArguments),
    /// Converts motions to another format, whole or in part
    ///
    /// The extension of OUT tells the format: .bvh, .asf or .amc (both are written), .skel or .anim (both are written), .x3d, .gltf,
    /// .glb, .csv, .npz, .npy. OUT may be a folder, for any number of motions, or `-` for standard output; both need --format. All motions
    /// of a folder are converted, and OUT gets the same folders.
    Convert(Box<ConvertArguments>),
    /// Checks all motions of folders: fails if one is refused, or has a warning that --deny names
    ///
    /// The files that a motion needs (skeleton, skins, keys) are looked for in its folder, or else in the nearest folder above that
    /// has any. The check goes on after a file that is refused. With --for it says what another program would make of each BVH.
    Check(CheckArguments),
    /// Measures how two motions differ
    ///
    /// Prints how far the joints that both have are from each other, in millimetres: in the world (MPJPE), relative to the root, and
    /// after each pose of B was moved, turned and scaled onto that of A (PA-MPJPE); the means, and the worst moments. Joints are
    /// pairs by name, or else by their place in the body. Units and up axes may differ. A is the reference: its frames and its clock
    /// count.
    Compare(CompareArguments),
    /// Measures distances, angles, heights and speeds in each frame, and when feet stand on the ground
    ///
    /// Prints a row for each frame. Joints are named as in the file, or in another spelling: `left knee` is `mixamorig:LeftKnee`. Lengths
    /// are in metres, by the unit that the file states or that is guessed from its figure; angles in degrees; speeds in metres a
    /// second. Several motions are one table, with the file in the first column.
    Measure(MeasureArguments),
    /// Plays motions on another person's figure, whatever both skeletons' names, rest poses, axes and proportions are
    ///
    /// Limbs point as in the motion, and the feet go where its feet go, scaled by the length of the legs. The parts of both bodies are
    /// found by the joints' names; what is no person is refused. The figure keeps its bones and its skin. The extension of OUT tells the
    /// format, as with `convert`.
    Retarget(Box<RetargetArguments>),
    /// Mends a motion: fills gaps, takes out noise, levels the floor, closes a cycle, holds feet
    ///
    /// Without options only what a good motion does not mind is mended: gaps, jumps of the whole figure, and noise. All else is found and told. The extension of OUT
    /// tells the format, as with `convert`; the file that is read is never changed. A note of what was done goes where the format has room for one: comments of AMC,
    /// meta of X3D, asset.extras of glTF, the key `mended` of NPZ; BVH has none.
    Mend(Box<MendArguments>),
    /// Draws several moments of a motion in one picture, as SVG
    ///
    /// A chronophotograph for paper: opaque figures from the side, so that the motion goes to the right, with their times, the path of the
    /// joint that carries the figure, a scale bar and the mean speed. Left limbs are light with a dashed outline, right limbs dark. A
    /// motion that stays in place is laid out in a row. Without OUT the picture goes to standard output.
    Picture(Box<PictureArguments>),
    /// Films motions without a window: GIF, numbered pictures, or video by the player in a browser
    ///
    /// DIR gets a film of each motion. The program draws them itself, a figure on its floor with limbs in two colours; with --player the
    /// player does it in Chromium, Chrome or Edge. The same command continues a run that was interrupted: finished films stay, a half one is
    /// made again, and so are those whose motion or options changed.
    Film(Box<FilmArguments>),
    /// Writes a static web site of a folder of motions
    ///
    /// OUT gets a page for all motions and one for each, with pictures, facts and downloads; any file server can host it under any
    /// path. DIR may have a gallery.toml (title, description, licence, citation, url, formats) and a CITATION.cff. Run it again after a
    /// change: only what changed is packed and drawn again. Files that cannot be read are listed on a page of their own.
    Gallery(Box<GalleryArguments>),
    /// Makes a part of a gallery's clips, so that several machines share the work
    ///
    /// Each run makes the files of its part of the motions; `marey gallery --from` joins them. All runs and the gallery need the
    /// same options and the same DIR, or one with the same paths. Runs may share one PART, or have one each.
    Index(Box<IndexArguments>),
    /// Packs a motion into the text of a link, or a small file
    ///
    /// Prints the text that follows `#clip=` in a link to the player. Packing loses precision: joints are off by a few millimetres,
    /// for a figure 1.8 m tall.
    Link(LinkArguments),
    /// Prints a script that completes commands and options in a shell
    ///
    /// Bash: marey completions bash > ~/.local/share/bash-completion/completions/marey
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page, in roff
    Man,
    /// Prints the version
    #[command(hide = true)]
    Version,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct InfoArguments {
    /// Prints JSON: an array with an object for each motion
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// Motions and the files that they need, in any order; folders, with all folders in them; links that contain a motion; `-` is
    /// standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct PositionsArguments {
    #[command(flatten)]
    pub(super) selection: ClipSelection,
    /// Which of several motions of a file [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    /// Which of several figures (a file may have more than one root): a number from 1, or `all` [default: 1]
    #[arg(long, value_name = "N")]
    pub(super) figure: Option<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// A motion and the files that it needs, in any order; a folder; or a link. `-` is standard input. Of several motions the first
    /// is printed
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct ClipSelection {
    /// Frames, counted from 0: 0,10,25, a range (0-10, or 20- to the end), or `all`
    #[arg(long, value_name = "LIST")]
    pub(super) frames: Option<String>,
    /// Seconds; between frames the pose is interpolated: 0,0.5. A take of an FBX counts in the seconds of its file
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) times: Option<String>,
    /// Fractions of the duration, from 0 to 1: 0,0.1
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) fractions: Option<String>,
    /// The rest pose, without motion
    #[arg(long)]
    pub(super) rest: bool,
}

/// Parses a format by the extension of any of its files.
fn target() -> impl TypedValueParser<Value = Target> {
    let value = |target: &Target| {
        let (name, others) = target.extensions().split_first()?;
        Some(PossibleValue::new(*name).aliases(others).help(match target {
            Target::Bvh => "Biovision Hierarchy",
            Target::Asf => "Acclaim: a skeleton (.asf), and a motion (.amc) of the same name",
            Target::Skel => "The Sims Online: a skeleton (.skel), and a motion (.anim) of the same name",
            Target::X3d => "An HAnim figure in X3D, with all motions",
            Target::Gltf => "glTF 2.0 as text, with all motions",
            Target::Glb => "glTF 2.0 binary, with all motions",
            Target::Vrma => "The motion of a person for VRMs, as VRM animation",
            Target::Csv => "A table of numbers",
            Target::Npz => "Arrays for NumPy",
            Target::Npy => "The positions of all joints as an array for NumPy",
        }))
    };
    let values: Vec<PossibleValue> = Target::ALL.iter().filter_map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| Target::from_extension(&name).ok_or("not a format that is written"))
}

/// Parses a rig of `--as` by its name.
fn target_rig_value() -> impl TypedValueParser<Value = &'static TargetRig> {
    let values: Vec<PossibleValue> =
        target_rigs().iter().map(|rig| PossibleValue::new(rig.id).help(rig.name)).collect();
    PossibleValuesParser::new(values).try_map(|name| target_rig(&name).ok_or("no rig of this name"))
}

#[derive(Debug, Args)]
#[command(after_help = exit_help(), override_usage = "marey convert [OPTIONS] IN... OUT")]
pub(super) struct ConvertArguments {
    /// The format; needed where OUT is a folder or standard output
    #[arg(short, long, value_parser = target())]
    pub(super) format: Option<Target>,
    /// Gives the motion the rig that another program asks for: names, tree, rest pose, rotation orders, position channels, unit, up axis
    /// and rate, of which --fps, --unit and --up choose others. A person with other joints is played on a figure of 1.75 m [format: bvh]
    #[arg(long = "as", value_name = "RIG", value_parser = target_rig_value())]
    pub(super) rig: Option<&'static TargetRig>,
    /// Which of several motions of a file. Without it, X3D and glTF get all motions; in the other formats a folder gets a file for
    /// each motion, and a single file gets the first
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    #[command(flatten)]
    pub(super) span: SpanArguments,
    /// Frames a second; frames are interpolated from those of the file. Without it, BVH and ASF/AMC get unevenly spaced keys at the
    /// rate of the densest ones, 30 to 240
    #[arg(long, value_name = "RATE")]
    pub(super) fps: Option<f64>,
    /// The unit to write: m, cm, mm, dm, in, cmu, or its length in metres [default: that of the file]
    #[arg(long, value_name = "UNIT")]
    pub(super) unit: Option<String>,
    /// The up axis to write: x, y, z, -x, -y or -z [default: that of the file]
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(super) up: Option<String>,
    /// The unit of the files that are read, where the one they state, or the guess, is wrong
    #[arg(long, value_name = "UNIT")]
    pub(super) source_unit: Option<String>,
    /// The up axis of the files that are read, where the guess is wrong
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(super) source_up: Option<String>,
    /// Removes travel along the ground, so that the figure moves on the spot
    #[arg(long)]
    pub(super) in_place: bool,
    /// Exchanges left and right: the motion in a mirror, on the same figure
    #[arg(long)]
    pub(super) mirror: bool,
    /// glTF: leaves out the meshes of bones and skin, so that only the skeleton is written
    #[arg(long)]
    pub(super) no_mesh: bool,
    /// GLB, glTF and X3D: a smooth body around the joints of a person, in place of bones or of the file's own skin
    #[arg(long, conflicts_with = "no_mesh")]
    pub(super) body: bool,
    /// BVH and glTF: includes the sites of HAnim figures
    #[arg(long)]
    pub(super) sites: bool,
    /// CSV: the columns of each joint
    #[arg(long, value_enum, default_value = "positions")]
    pub(super) columns: Columns,
    /// NPZ: writes the arrays of upc-pymotion: quaternions w x y z, no end sites
    #[arg(long)]
    pub(super) pymotion: bool,
    /// Replaces files that exist already, but never one of those that are read
    #[arg(long)]
    pub(super) force: bool,
    /// Prints JSON: an array with an object for each file that was written, with its name, size and remarks
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// IN: motions and the files that they need, in any order; folders, with all folders in them; links that contain a motion. OUT:
    /// the file or the folder to write
    #[arg(required = true, num_args = 1.., value_name = "PATH")]
    pub(super) files: Vec<String>,
}

/// Which part of a motion.
#[derive(Debug, Args)]
pub(super) struct SpanArguments {
    /// Start: seconds (12.5), minutes (2:03) or a frame (f120)
    #[arg(long, value_name = "TIME")]
    pub(super) from: Option<String>,
    /// End: seconds, minutes or a frame
    #[arg(long, value_name = "TIME")]
    pub(super) to: Option<String>,
    /// Frames, counted from 0, both ends included: 10-120, 10- to the end, or `all`
    #[arg(long, value_name = "A-B", conflicts_with_all = ["from", "to"])]
    pub(super) frames: Option<String>,
}

/// What a table tells of each joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Columns {
    /// Its position in the world
    Positions,
    /// Its rotation relative to its parent, as a quaternion
    Rotations,
    /// Both
    Both,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct CheckArguments {
    /// Fails at warnings with this code, with codes that begin so (`bvh.`), or at `all`; several with commas, or repeat the option
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(super) deny: Vec<String>,
    /// Does not fail at warnings and refusals with this code, whatever --deny says
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(super) allow: Vec<String>,
    /// Checks instead whether another program takes the files: what it would stop at, and what it would get wrong, each with the command that
    /// mends it
    #[arg(long = "for", value_name = "NAME", conflicts_with = "deny", ignore_case = true, value_parser = consumer_names())]
    pub(super) consumer: Option<String>,
    /// Prints JSON: an object with each file, its warnings, and the totals; with --for a line with an object for each file
    #[arg(long)]
    pub(super) json: bool,
    /// Prints only what fails
    #[arg(short, long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// Folders, with all folders in them; files; or links that contain a motion
    #[arg(required = true, value_name = "FOLDER")]
    pub(super) places: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct CompareArguments {
    /// Seconds from the start of A to that of B, or `best`: where the speeds of the joints are most alike [default: 0]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    pub(super) offset: Option<String>,
    /// Warps time so that A and B agree best, where one of them is slower or faster (dynamic time warping), from both starts to both
    /// ends
    #[arg(long, conflicts_with = "offset")]
    pub(super) warp: bool,
    /// Which of several motions of A [default: the first]; given again, which of B
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Vec<String>,
    /// Prints JSON: one object, with all pairs of joints and the whole warp
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// Two motions, A and then B, and the files that they need, in any order; or links. `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct PictureArguments {
    /// Number of figures, 1 to 100 [default: 8; with `distance` as many as stand beside each other without overlapping; with
    /// `contacts` one for each, up to 24]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(super) moments: Option<u8>,
    /// How the moments are spread
    #[arg(short, long, value_enum, default_value = "time")]
    pub(super) spacing: PictureSpacing,
    /// The moments themselves: seconds (0.5), minutes (2:03) or frames (f120), with commas
    #[arg(long, value_name = "LIST", conflicts_with_all = ["moments", "spacing"])]
    pub(super) at: Option<String>,
    #[command(flatten)]
    pub(super) span: SpanArguments,
    /// Which of several motions of a file [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    /// The look of the figures; `body` needs a person
    #[arg(long, value_enum, default_value = "bones")]
    pub(super) look: PictureLook,
    /// The colours of the figures
    #[arg(long, value_enum, default_value = "fade")]
    pub(super) tint: PictureTint,
    /// Light or dark paper
    #[arg(long, value_enum, default_value = "light")]
    pub(super) theme: PictureTheme,
    /// Leaves the background transparent
    #[arg(long)]
    pub(super) transparent: bool,
    /// The width in millimetres, 40 to 2000; texts keep their size
    #[arg(long, value_name = "MM", default_value = "170", value_parser = width)]
    pub(super) width: f64,
    /// A title above the figures
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// The unit of the file, where the one it states, or the guess, is wrong
    #[arg(long, value_name = "UNIT")]
    pub(super) source_unit: Option<String>,
    /// The up axis of the file, where the guess is wrong
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(super) source_up: Option<String>,
    /// Replaces a file that exists already
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// A motion and the files that it needs, in any order; or a link. `-` is standard input. The last one is the picture to write, OUT, if
    /// its name ends in .svg
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

/// How files are read where they do not say it: arrays of NumPy, a reference pose in a BVH, and joint centres among markers.
#[derive(Debug, Args)]
pub(super) struct ReadingArguments {
    /// NumPy arrays: the joints, instead of a guess
    #[arg(long, value_name = "NAME", value_parser = joints())]
    pub(super) joints: Option<String>,
    /// NumPy arrays: the meaning of the axes, a letter for each: N clips, B bodies, F frames, J joints, 3 (or 2, 4) coordinates, V all
    /// values of a frame, P all of its x, then its y, then its z; FJ3 are frames of joints with three coordinates
    #[arg(long, value_name = "LETTERS", value_parser = axes)]
    pub(super) axes: Option<String>,
    /// NumPy arrays: what the numbers are, instead of a guess: positions, or rotations of a SMPL body's joints
    #[arg(long, value_name = "WORD", value_parser = PossibleValuesParser::new(ArrayOptions::holds_words()))]
    pub(super) holds: Option<String>,
    /// BVH: leave out the first frame if it is a T-pose for reference
    #[arg(long)]
    pub(super) skip_reference: bool,
    /// C3D and TRC: read the joint centres of a person in place of the points, if the points tell them
    #[arg(long)]
    pub(super) joint_centres: bool,
}

impl ReadingArguments {
    /// The options for arrays.
    pub(super) fn arrays(&self) -> ArrayOptions {
        let mut options = ArrayOptions::default();
        if let Some(stated) = self.joints.as_deref().and_then(|joints| options.clone().with_joints(joints)) {
            options = stated;
        }
        if let Some(stated) = self.axes.as_deref().and_then(|axes| options.clone().with_axes(axes)) {
            options = stated;
        }
        self.holds.as_deref().and_then(|holds| options.clone().with_holds(holds)).unwrap_or(options)
    }
}

fn joints() -> PossibleValuesParser {
    let tables = ArrayOptions::tables()
        .map(|(name, title, count)| PossibleValue::new(name).help(format!("{title}, {count} joints")));
    let others = [
        PossibleValue::new("inferred").help("Bones where distances stay"),
        PossibleValue::new("points").help("No bones"),
        PossibleValue::new("rotations").help("Rotations of the joints of a SMPL body"),
    ];
    PossibleValuesParser::new(tables.chain(others))
}

fn consumer_names() -> PossibleValuesParser {
    PossibleValuesParser::new(consumers().iter().map(|consumer| PossibleValue::new(consumer.id).help(consumer.name)))
}

fn axes(text: &str) -> Result<String, String> {
    let stated = ArrayOptions::default().with_axes(text).map(|_| text.to_owned());
    stated.ok_or_else(|| {
        "expected F, and J with 3 or 2 or 4, or else V or P; N and B where there are clips and bodies".into()
    })
}

/// Parses a picture's width.
fn width(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width| (40.0..=2000.0).contains(width));
    width.ok_or_else(|| "expected 40 to 2000 millimetres".into())
}

/// How the moments of a picture are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureSpacing {
    /// Equal times
    Time,
    /// Equal distances along the path
    Distance,
    /// Where a foot comes down on the ground
    Contacts,
}

/// The look of the figures of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureLook {
    /// Bones, joints, head and hands
    Bones,
    /// The silhouettes of a body around the joints
    Body,
}

impl PictureLook {
    /// What the player calls it.
    pub(super) fn attribute(self) -> &'static str {
        match self {
            // A skin that came with the file is shown.
            Self::Bones => "auto",
            Self::Body => "body",
        }
    }
}

/// The colours of a picture's figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureTint {
    /// From faint to the figure's own colours
    Fade,
    /// From violet to yellow
    Viridis,
    /// The figure's own colours
    None,
}

/// The paper of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureTheme {
    /// White
    Light,
    /// Deep blue-grey
    Dark,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct LinkArguments {
    /// The quality: tiny (5 mm off on average), standard (1.5 mm) or faithful (99 of 100 positions within 2 mm)
    #[arg(short, long, value_enum, default_value = "standard", group = "goal")]
    pub(super) quality: Tier,
    /// The quality as millimetres that joints are off on average
    #[arg(long, value_name = "MM", group = "goal")]
    pub(super) mean: Option<f32>,
    /// The best quality that fits into this many characters
    #[arg(long, value_name = "N", group = "goal")]
    pub(super) characters: Option<usize>,
    #[command(flatten)]
    pub(super) span: SpanArguments,
    /// Which of several motions of a file [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    /// The title [default: the clip's name]
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Prints a complete link to this page, which has the player
    #[arg(long, value_name = "URL")]
    pub(super) page: Option<String>,
    /// Writes a .marey file instead, which may be longer than a link; for several motions, a folder
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<String>,
    /// Replaces a file that exists already
    #[arg(long)]
    pub(super) force: bool,
    /// Prints JSON: a line with an object for each motion, with the text, its size, and how far joints are off
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// Motions and the files that they need, in any order; folders, with all folders in them; links; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

/// How good a packed motion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Tier {
    /// 5 mm off on average; planted feet slide
    Tiny,
    /// 1.5 mm off on average
    Standard,
    /// 99 of 100 positions within 2 mm
    Faithful,
}
