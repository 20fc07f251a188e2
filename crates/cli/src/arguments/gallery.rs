//! The arguments of `marey gallery`.

use clap::{Args, ValueEnum};

use super::{ArrayArguments, Tier, exit_help};

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(crate) struct GalleryArguments {
    /// How exact the packed motions are: tiny (5 mm off on average), standard (1.5 mm) or faithful (99 of 100 positions within 2 mm)
    #[arg(short, long, value_enum, default_value = "standard")]
    pub(crate) quality: Tier,
    /// Packs no motion: much faster; the player then plays the originals
    #[arg(long)]
    pub(crate) no_packing: bool,
    /// The files themselves, as downloads
    #[arg(long, value_enum, default_value = "copy")]
    pub(crate) originals: Originals,
    /// The address of the site: writes sitemap.xml, feed.xml and previews of links [default: that in gallery.toml]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// A folder with marey-player.js and what comes with it: the pages then play the motions
    #[arg(long, value_name = "FOLDER")]
    pub(crate) player: Option<String>,
    /// Writes nothing: prints in what OUT differs from what would be written, and fails if it does
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) arrays: ArrayArguments,
    /// The folder of motions, with all folders in it
    #[arg(value_name = "DIR")]
    pub(crate) folder: String,
    /// The folder of the site: a new or empty one, or that of an earlier run
    #[arg(value_name = "OUT")]
    pub(crate) out: String,
}

/// The originals that a gallery offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Originals {
    /// Copies of the files
    Copy,
    /// Hard links, which take no room; copies where the gallery is on another disk
    Link,
    /// No originals
    None,
}
