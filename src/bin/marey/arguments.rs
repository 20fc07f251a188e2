//! What the program is told. The comments of the fields are its help, its manual page and its completions.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use marey::write::Target;

/// Exit statuses, and when the program ends with each.
pub(super) const EXIT_STATUSES: [(u8, &str); 3] = [
    (0, "done"),
    (1, "a file was refused (FILE:LINE:COLUMN: code: message), a check failed, or a file could not be read or written"),
    (2, "wrong usage"),
];

/// The end of each command's help.
fn exit_help() -> String {
    let told: Vec<String> = EXIT_STATUSES.iter().map(|(status, when)| format!("{status}: {when}")).collect();
    format!("Exit status: {}.", told.join("; "))
}

/// Commands for the manual page, and what each is for.
pub(super) const EXAMPLES: [(&str, &str); 10] = [
    ("marey info march.asf march.amc", "What a motion holds, with the skeleton that it needs"),
    ("marey info --json motions/", "The same of all motions of a folder, for programs"),
    ("marey positions --frames 0-10 walk.bvh", "Where all joints are in the first eleven frames"),
    ("marey convert walk.bvh walk.glb", "A motion in another format"),
    ("marey convert --from 1 --to 3.5 --fps 30 walk.bvh part.csv", "A part of it, thirty frames a second"),
    ("marey convert --format glb motions/ out/", "All motions of a folder; out/ gets the same folders"),
    ("marey check --deny all motions/", "Fails where a file is refused or has a warning"),
    ("marey link --page https://you.example/player/ walk.bvh", "A link that has the motion in it"),
    ("marey info \"https://you.example/player/#clip=...\"", "What such a link holds"),
    ("marey man > /usr/local/share/man/man1/marey.1", "Installs this page"),
];

/// Reads skeletal motion: BVH, Acclaim ASF/AMC, The Sims SKEL/ANIM, HAnim in X3D and VRML.
#[derive(Debug, Parser)]
#[command(name = "marey", version, after_help = exit_help(), disable_help_subcommand = false)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Prints what files hold, for people
    Info(InfoArguments),
    /// Prints world positions of all joints as one JSON object
    ///
    /// Positions are in the file's own axes and units, but for the X of The Sims' files, which is negated. Without a selection,
    /// the first, quarter, half, three quarters and last frame are printed.
    Positions(PositionsArguments),
    /// Writes motions in another format, whole or in part
    ///
    /// The format is told by the extension of OUT: .bvh, .asf or .amc (both are written), .skel or .anim (likewise), .x3d, .gltf,
    /// .glb, .csv, .npz. OUT may be a folder, for as many motions as are given, or `-` for standard output; both need --format.
    /// Of a folder that is read, all motions are written, in the same folders below OUT.
    Convert(Box<ConvertArguments>),
    /// Reads all motions of folders and fails where one is refused, or has a warning that is denied
    ///
    /// Motions find the files that they need (skeletons, skins, keys) beside them, or else in the nearest folder above that has
    /// any. A file that is refused does not stop the check.
    Check(CheckArguments),
    /// Packs a motion into the text of a link, or a small file
    ///
    /// Prints what belongs behind `#clip=` in a link to the player. Joints are off by a few millimetres of a figure 1.8 m tall.
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
    /// Prints a JSON array with an object for each motion
    #[arg(long)]
    pub(super) json: bool,
    /// Motions, and the files that they need, in any order; folders, searched to the bottom; links with a motion in them; `-` is
    /// standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct PositionsArguments {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// One of several motions in a file; the first is taken without it
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    /// One of several figures (a file may have more than one root), counted from 1, or `all`; the first is taken without it
    #[arg(long, value_name = "N")]
    pub(super) figure: Option<String>,
    /// A motion, and the files that it needs, in any order, a folder, or a link; `-` is standard input. Of several motions the
    /// first is printed
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct Selection {
    /// Frames, counted from 0: 0,10,25, a range (0-10, or 20- to the end), or `all`
    #[arg(long, value_name = "LIST")]
    pub(super) frames: Option<String>,
    /// Seconds; between frames the pose is interpolated: 0,0.5
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) times: Option<String>,
    /// Parts of the duration, from 0 to 1: 0,0.1
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) fractions: Option<String>,
    /// The pose without motion
    #[arg(long)]
    pub(super) rest: bool,
}

/// What a file is written as, by the extension of any of its files.
fn target() -> impl TypedValueParser<Value = Target> {
    let value = |target: &Target| {
        let (name, others) = target.extensions().split_first()?;
        Some(PossibleValue::new(*name).aliases(others).help(match target {
            Target::Bvh => "Biovision Hierarchy",
            Target::Asf => "Acclaim: a skeleton (.asf), and a motion (.amc) of the same name",
            Target::Skel => "The Sims Online: a skeleton (.skel), and a motion (.anim) of the same name",
            Target::X3d => "An HAnim figure in X3D, with all behaviours",
            Target::Gltf => "glTF 2.0 as text, with all behaviours",
            Target::Glb => "glTF 2.0 binary, with all behaviours",
            Target::Csv => "A table of numbers",
            Target::Npz => "Arrays for NumPy",
        }))
    };
    let values: Vec<PossibleValue> = Target::ALL.iter().filter_map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| Target::from_extension(&name).ok_or("not a format that is written"))
}

#[derive(Debug, Args)]
#[command(after_help = exit_help(), override_usage = "marey convert [OPTIONS] IN... OUT")]
pub(super) struct ConvertArguments {
    /// The format of files in a folder, or on standard output
    #[arg(short, long, value_parser = target())]
    pub(super) format: Option<Target>,
    /// One of several motions in a file. Without it X3D and glTF get all; of the others a folder gets a file for each, and a
    /// single file the first
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    #[command(flatten)]
    pub(super) span: SpanArguments,
    /// So many frames a second, mixed from those of the file. Without it BVH and ASF/AMC get uneven keys at the rate of the
    /// densest, 30 to 240
    #[arg(long, value_name = "RATE")]
    pub(super) fps: Option<f64>,
    /// The unit of what is written: m, cm, mm, dm, in, cmu, or metres in one unit; without it the file's own
    #[arg(long, value_name = "UNIT")]
    pub(super) unit: Option<String>,
    /// The axis that is up in what is written: x, y, z, -x, -y or -z; without it the file's own
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(super) up: Option<String>,
    /// The unit that the files are in, where what they state, or the guess, is wrong
    #[arg(long, value_name = "UNIT")]
    pub(super) source_unit: Option<String>,
    /// The axis that is up in the files, likewise
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(super) source_up: Option<String>,
    /// Takes the way along the ground out of the motion
    #[arg(long)]
    pub(super) in_place: bool,
    /// glTF: without the meshes, of bones and skin, that make the figure visible
    #[arg(long)]
    pub(super) no_mesh: bool,
    /// BVH and glTF: with the sites of HAnim figures
    #[arg(long)]
    pub(super) sites: bool,
    /// CSV: which columns each joint has
    #[arg(long, value_enum, default_value = "positions")]
    pub(super) columns: Columns,
    /// Replaces files that are there; never one of those that are read
    #[arg(long)]
    pub(super) force: bool,
    /// Prints a JSON array with an object for each file that was written: its name, its size, and what is told of it
    #[arg(long)]
    pub(super) json: bool,
    /// IN: motions, and the files that they need, in any order; folders, searched to the bottom; links with a motion in them.
    /// OUT: the file or the folder to write
    #[arg(required = true, num_args = 1.., value_name = "PATH")]
    pub(super) files: Vec<String>,
}

/// Which part of a motion.
#[derive(Debug, Args)]
pub(super) struct SpanArguments {
    /// From this moment on: seconds (12.5), minutes (2:03) or a frame (f120)
    #[arg(long, value_name = "TIME")]
    pub(super) from: Option<String>,
    /// Up to this moment
    #[arg(long, value_name = "TIME")]
    pub(super) to: Option<String>,
    /// From one frame to another, both included, counted from 0: 10-120, 10- to the end, or `all`
    #[arg(long, value_name = "A-B", conflicts_with_all = ["from", "to"])]
    pub(super) frames: Option<String>,
}

/// What a table tells of each joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Columns {
    /// Where it is in the world
    Positions,
    /// How it is turned against its parent, as a quaternion
    Rotations,
    /// Both
    Both,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct CheckArguments {
    /// Fails at warnings of this code, or of all that begin so (`bvh.`, or `all`); may be given several times, or as a list
    /// with commas
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(super) deny: Vec<String>,
    /// Takes warnings out of --deny, and lets refusals of this code pass
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(super) allow: Vec<String>,
    /// Prints one JSON object: each file with its warnings, and the sums
    #[arg(long)]
    pub(super) json: bool,
    /// Prints only what fails
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Folders, searched to the bottom, files, or links with a motion in them
    #[arg(required = true, value_name = "FOLDER")]
    pub(super) places: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(super) struct LinkArguments {
    /// How good: tiny (5 mm off on average), standard (1.5 mm) or faithful (99 of 100 places within 2 mm)
    #[arg(short, long, value_enum, default_value = "standard", group = "goal")]
    pub(super) quality: Tier,
    /// Millimetres off on average
    #[arg(long, value_name = "MM", group = "goal")]
    pub(super) mean: Option<f32>,
    /// As good as so many characters can be
    #[arg(long, value_name = "N", group = "goal")]
    pub(super) characters: Option<usize>,
    #[command(flatten)]
    pub(super) span: SpanArguments,
    /// One of several motions in a file; the first is taken without it
    #[arg(long, value_name = "NAME")]
    pub(super) behaviour: Option<String>,
    /// What it is called; without it as the clip is
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Prints a whole link to this page, which shows the player
    #[arg(long, value_name = "URL")]
    pub(super) page: Option<String>,
    /// Writes a .marey file instead, which can be longer than a link; for several motions a folder
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<String>,
    /// Replaces a file that is there
    #[arg(long)]
    pub(super) force: bool,
    /// Prints a JSON object for each motion, a line each: the text, its size, and how far off joints are
    #[arg(long)]
    pub(super) json: bool,
    /// Motions, and the files that they need, in any order; folders, searched to the bottom; links; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

/// How good a packed motion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Tier {
    /// 5 mm off on average: planted feet slide
    Tiny,
    /// 1.5 mm off on average
    Standard,
    /// 99 of 100 places within 2 mm
    Faithful,
}
