//! The arguments of `marey retarget`.

use clap::Args;
use marey_write::Target;

use super::{ReadingArguments, exit_help, target};

#[derive(Debug, Args)]
#[command(
    after_help = exit_help(),
    override_usage = "marey retarget [OPTIONS] IN... --onto FIGURE -o OUT\n       marey retarget --map FILE..."
)]
pub(crate) struct RetargetArguments {
    /// The figure, and again for each file that it needs
    #[arg(long, value_name = "FIGURE", required_unless_present = "map")]
    pub(crate) onto: Vec<String>,
    /// The file or the folder to write; `-` is standard output
    #[arg(short, long, value_name = "OUT", required_unless_present = "map")]
    pub(crate) output: Option<String>,
    /// The format; needed where OUT is a folder or standard output
    #[arg(short, long, value_parser = target())]
    pub(crate) format: Option<Target>,
    /// Keeps each foot in place while it stands on the ground
    #[arg(long, conflicts_with = "no_feet")]
    pub(crate) still_feet: bool,
    /// Leaves the feet alone: limbs point exactly as in the motion, and feet slide where proportions differ
    #[arg(long)]
    pub(crate) no_feet: bool,
    /// A JSON file with names of joints that belong together, where the names were misunderstood: {"motion's joint": "figure's joint"}
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<String>,
    /// Prints JSON: an array with an object for each motion, with both maps and how good the result is
    #[arg(long)]
    pub(crate) report: bool,
    /// Only prints JSON: which joints of a file are which parts of the body
    #[arg(long, conflicts_with_all = ["onto", "output", "format", "still_feet", "no_feet", "pairs", "report"])]
    pub(crate) map: bool,
    /// Which of several motions of a file [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) behaviour: Option<String>,
    /// Replaces files that exist already, but never one of those that are read
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Motions and the files that they need, in any order; folders, with all folders in them; links; `-` is standard input
    #[arg(required = true, value_name = "IN")]
    pub(crate) files: Vec<String>,
}
