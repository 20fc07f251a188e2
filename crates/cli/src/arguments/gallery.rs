//! The arguments of `marey gallery` and `marey index`.

use std::fmt;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use marey_write::Target;

use super::{PictureLook, ReadingArguments, Tier, exit_help};

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(crate) struct GalleryArguments {
    #[command(flatten)]
    pub(crate) clips: ClipArguments,
    /// The files themselves, as downloads
    #[arg(long, value_enum, default_value = "copy")]
    pub(crate) originals: Originals,
    /// The address of the site: writes sitemap.xml, feed.xml and previews of links [default: that in gallery.toml]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// A folder with marey-player.js and what comes with it: the pages then play the motions
    #[arg(long, value_name = "FOLDER")]
    pub(crate) player: Option<String>,
    /// Draws the posters with the player in a browser without a window, in light and dark, instead of as vector pictures: Chromium,
    /// Chrome or Edge, found or at PATH. Needs --player
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) browser: Option<String>,
    /// An option for the browser, such as --browser-flag=--no-sandbox for root in a container; may be repeated
    #[arg(long, value_name = "FLAG", requires = "browser", allow_hyphen_values = true)]
    pub(crate) browser_flag: Vec<String>,
    /// Seconds that the browser may take to start, and for a clip
    #[arg(long, value_name = "SECONDS", requires = "browser", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) browser_timeout: u64,
    /// A file of labels that is not in DIR: CSV, TSV, Parquet or JSON; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Vec<String>,
    /// A folder with what `marey index` wrote, with the same options: clips come from there, and what is missing is made
    #[arg(long, value_name = "PARTS")]
    pub(crate) from: Option<String>,
    /// Writes nothing: prints in what OUT differs from what would be written, and fails if it does
    #[arg(long, conflicts_with = "from")]
    pub(crate) check: bool,
    /// The folder of motions, with all folders in it, or a zip or tar archive
    #[arg(value_name = "DIR")]
    pub(crate) folder: String,
    /// The folder of the site: a new or empty one, or that of an earlier run
    #[arg(value_name = "OUT")]
    pub(crate) out: String,
}

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(crate) struct IndexArguments {
    #[command(flatten)]
    pub(crate) clips: ClipArguments,
    /// Which part of the motions to make, such as 3/64 for the third of 64; together the parts have each motion once
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    pub(crate) shard: Shard,
    /// The folder of motions, with all folders in it, or a zip or tar archive
    #[arg(value_name = "DIR")]
    pub(crate) folder: String,
    /// The folder of the part: a new or empty one, or that of an earlier run
    #[arg(value_name = "PART")]
    pub(crate) out: String,
}

/// The options on which the files of a clip depend.
#[derive(Debug, Args)]
pub(crate) struct ClipArguments {
    /// How exact the packed motions are: tiny (5 mm off on average), standard (1.5 mm) or faithful (99 of 100 positions within 2 mm)
    #[arg(short, long, value_enum, default_value = "standard")]
    pub(crate) quality: Tier,
    /// Packs no motion: much faster; the player then plays the originals
    #[arg(long)]
    pub(crate) no_packing: bool,
    /// Formats to convert the motions to, as downloads: bvh, asf, skel, x3d, gltf, glb, vrma, csv, npz, npy [default: those in gallery.toml]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    pub(crate) formats: Vec<Target>,
    /// Draws the pictures as PNG, too, for previews of links (Open Graph): some services show no SVG [default: if the address of the site is
    /// known]
    #[arg(long)]
    pub(crate) previews: bool,
    /// Draws no PNG, though the address is known
    #[arg(long, conflicts_with = "previews")]
    pub(crate) no_previews: bool,
    /// The look of the figures on the pictures and in the player; with `body` only persons wear one
    #[arg(long, value_enum, default_value = "bones")]
    pub(crate) look: PictureLook,
    /// Takes what links in DIR lead to, also outside of it; without it that is left out and listed
    #[arg(long)]
    pub(crate) follow_links: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

impl ClipArguments {
    /// Whether previews of links are drawn. `has_url`: the address of the site is known, without which no page names them.
    pub(crate) fn wants_previews(&self, has_url: bool) -> bool {
        self.previews || has_url && !self.no_previews
    }
}

/// Reads the name of a format: that of its first file.
pub(crate) fn format(name: &str) -> Result<Target, String> {
    Target::ALL.iter().copied().find(|target| target.extensions().first() == Some(&name)).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().filter_map(|target| target.extensions().first().copied()).collect();
        format!("expected one of {}, found `{name}`", names.join(", "))
    })
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

/// One of several equal parts of the motions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Counted from 0.
    part: usize,
    parts: usize,
}

impl Shard {
    /// Whether the part has the motion of this index. Neighbours, which are often alike in size, are in different parts.
    pub(crate) fn has(self, index: usize) -> bool {
        index % self.parts == self.part
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `K/N`, with K from 1 to N.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match numbers {
            Some((part, parts)) if (1..=parts).contains(&part) => Ok(Self { part: part - 1, parts }),
            _ => Err("expected a part and their number, such as 3/64".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts {
            1 => f.write_str("all"),
            parts => write!(f, "part {} of {parts}", self.part + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_together_have_each_motion_once() {
        for parts in 1..6 {
            let shards: Vec<Shard> = (1..=parts).map(|part| format!("{part}/{parts}").parse().unwrap()).collect();
            for index in 0..20 {
                assert_eq!(shards.iter().filter(|shard| shard.has(index)).count(), 1);
            }
        }
    }

    #[test]
    fn other_texts_are_no_parts() {
        for text in ["", "/", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1/99999999999999999999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
