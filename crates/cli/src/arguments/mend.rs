//! The arguments of `marey mend`.

use clap::{Args, ValueEnum};
use marey_write::Target;

use super::{ReadingArguments, SpanArguments, exit_help, target};

#[derive(Debug, Args)]
#[command(
    after_help = exit_help(),
    override_usage = "marey mend [OPTIONS] IN... -o OUT\n       marey mend --report [--json] [OPTIONS] IN..."
)]
pub(crate) struct MendArguments {
    /// The file or the folder to write; `-` is standard output
    #[arg(short, long, value_name = "OUT", required_unless_present = "report")]
    pub(crate) output: Option<String>,
    /// The format; needed where OUT is a folder or standard output
    #[arg(short, long, value_parser = target())]
    pub(crate) format: Option<Target>,
    /// Only tells what was found and what these steps would do, unless there is an OUT, too
    #[arg(long)]
    pub(crate) report: bool,
    /// Prints JSON: an array with an object for each motion
    #[arg(long)]
    pub(crate) json: bool,
    /// Which of several motions of a file [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) behaviour: Option<String>,
    #[command(flatten)]
    pub(crate) span: SpanArguments,
    /// Frames a second, interpolated before all other steps
    #[arg(long, value_name = "RATE")]
    pub(crate) fps: Option<f64>,
    /// Leaves gaps as they are: missing values, zeros, frozen limbs, hips at the origin
    #[arg(long)]
    pub(crate) no_gaps: bool,
    /// The longest gap that a curve bridges; longer ones follow the rest of the body, 0.05 to 2
    #[arg(long, value_name = "SECONDS", default_value = "0.4", value_parser = within::<5, 200>)]
    pub(crate) longest_gap: f64,
    /// Which jumps of one to five frames are filled
    #[arg(long, value_enum, default_value = "root")]
    pub(crate) spikes: MendSpikes,
    /// Smaller jumps of a joint are no spikes: degrees, 5 to 180
    #[arg(long, value_name = "DEGREES", default_value = "25", value_parser = within::<500, 18000>)]
    pub(crate) spike_degrees: f64,
    /// Takes out noise: `auto` where there is some, `on`, `off`, or how much of the measured noise, 0.3 to 3
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) smooth: String,
    /// Levels the floor that the feet stand on
    #[arg(long)]
    pub(crate) level: bool,
    /// Cuts a cycle out and closes it, so that it repeats without a seam
    #[arg(long = "loop")]
    pub(crate) cycle: bool,
    /// The shortest cycle, seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = within::<10, 1_000_000>)]
    pub(crate) least_loop: f64,
    /// Makes the path follow from the feet: changes how far the figure travels
    #[arg(long)]
    pub(crate) path: bool,
    /// Holds feet while they stand
    #[arg(long)]
    pub(crate) feet: bool,
    /// Takes out travel and turning, evenly
    #[arg(long)]
    pub(crate) in_place: bool,
    /// Replaces files that exist already, but never one of those that are read
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Motions and the files that they need, in any order; folders, with all folders in them; links; `-` is standard input
    #[arg(required = true, value_name = "IN")]
    pub(crate) files: Vec<String>,
}

/// Which spikes are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MendSpikes {
    /// None
    Off,
    /// Those of the figure's place
    Root,
    /// Those of joints, too
    Joints,
}

/// Parses a number between two numbers, given in hundredths.
fn within<const LEAST: u32, const MOST: u32>(text: &str) -> Result<f64, String> {
    let (least, most) = (f64::from(LEAST) / 100.0, f64::from(MOST) / 100.0);
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from {least} to {most}"))
}
