//! The arguments of `marey measure`.

use clap::{Args, ValueEnum};
use marey_study::gait::Zero;

use super::{ReadingArguments, exit_help};

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(crate) struct MeasureArguments {
    /// Between two joints; may be repeated, as all measures
    #[arg(long, value_name = "A,B")]
    pub(crate) distance: Vec<String>,
    /// At the joint B, between the directions to A and C
    #[arg(long, value_name = "A,B,C")]
    pub(crate) angle: Vec<String>,
    /// Between the direction from A to B and the vertical
    #[arg(long, value_name = "A,B")]
    pub(crate) vertical: Vec<String>,
    /// Of a joint over the floor
    #[arg(long, value_name = "JOINT")]
    pub(crate) height: Vec<String>,
    /// Of a joint
    #[arg(long, value_name = "JOINT")]
    pub(crate) speed: Vec<String>,
    /// Of a joint: the length of its acceleration
    #[arg(long, value_name = "JOINT")]
    pub(crate) acceleration: Vec<String>,
    /// How fast a joint turns relative to its parent
    #[arg(long, value_name = "JOINT")]
    pub(crate) angular_speed: Vec<String>,
    /// Speed of the centre of mass
    #[arg(long)]
    pub(crate) centre: bool,
    /// Length, width and cadence of the last step
    #[arg(long)]
    pub(crate) steps: bool,
    /// Whether each foot stands on the ground: 1 or 0
    #[arg(long)]
    pub(crate) contacts: bool,
    /// How fast each foot slides while it stands on the ground
    #[arg(long)]
    pub(crate) slide: bool,
    /// The angles of pelvis, trunk, hips, knees, ankles, shoulders and elbows, with the signs of clinics
    #[arg(long)]
    pub(crate) joint_angles: bool,
    /// With joint angles and --gait: the rotations of limbs, too, of which only the shape is known
    #[arg(long)]
    pub(crate) rotations: bool,
    /// The pose in which angles are zero: `rest`, `straightest` or a frame (f120) [default: the rest pose if a person stands in it, else the
    /// straightest frame]
    #[arg(long, value_name = "POSE", value_parser = zero)]
    pub(crate) zero: Option<Zero>,
    /// The walk in place of its frames
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) gait: Option<GaitRows>,
    /// A foot on the ground is slower than this, metres a second [default: 0.6 statures a second]
    #[arg(long, value_name = "M/S", value_parser = positive)]
    pub(crate) contact_speed: Option<f64>,
    /// A foot on the ground is at most this far above its lowest usual place, metres [default: 0.045 statures]
    #[arg(long, value_name = "M", value_parser = positive)]
    pub(crate) contact_height: Option<f64>,
    /// The format
    #[arg(short, long, value_enum, default_value = "csv")]
    pub(crate) format: MeasureFormat,
    /// Which of several motions of a file [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) behaviour: Option<String>,
    /// The unit of the files, where the one they state, or the guess, is wrong
    #[arg(long, value_name = "UNIT")]
    pub(crate) source_unit: Option<String>,
    /// The up axis of the files, where the guess is wrong
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(crate) source_up: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Motions and the files that they need, in any order; folders, with all folders in them; links; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
}

/// How measures are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MeasureFormat {
    /// A table
    Csv,
    /// An array with an object for each motion
    Json,
    /// Arrays for NumPy
    Npz,
    /// With --gait: the curves of one walk as a picture
    Svg,
}

/// What `--gait` prints as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GaitRows {
    /// Stride, step, cadence, stance and so on: a row for each number, left and right
    Table,
    /// Joint angles over the gait cycle: a row for each cycle and percent
    Cycles,
    /// A row for each motion
    Clips,
}

/// A pose that is zero.
fn zero(text: &str) -> Result<Zero, String> {
    match text {
        "rest" => Ok(Zero::RestPose),
        "straightest" => Ok(Zero::Straightest),
        // A frame as `--from` has it, or its number alone.
        _ => {
            let number = text.strip_prefix('f').unwrap_or(text).parse();
            number.map(Zero::Frame).map_err(|_| "expected rest, straightest or a frame (f120)".into())
        }
    }
}

/// A number above zero.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".into())
}
