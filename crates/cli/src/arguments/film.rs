//! The arguments of `marey film`.

use clap::{Args, ValueEnum};
use marey_study::picture::FilmCamera;

use super::{PictureLook, PictureTheme, ReadingArguments, SpanArguments, exit_help};

#[derive(Debug, Args)]
#[command(after_help = exit_help())]
pub(crate) struct FilmArguments {
    /// The folder to write. It gets films.json, too, by which a later run keeps the films that are finished
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: String,
    /// The format [default: gif; with --player webm]
    #[arg(short, long, value_enum)]
    pub(crate) format: Option<FilmFormat>,
    /// Width and height, pixels
    #[arg(long, value_name = "WxH", default_value = "640x360", value_parser = size)]
    pub(crate) size: (u32, u32),
    /// Frames a second [default: 20 for GIF, else 30]
    #[arg(long, value_name = "RATE")]
    pub(crate) fps: Option<f64>,
    /// 1 is real time, 0.5 half as fast
    #[arg(long, value_name = "FACTOR", default_value = "1")]
    pub(crate) speed: f64,
    #[command(flatten)]
    pub(crate) span: SpanArguments,
    /// The look of the figures; with `body` only persons wear one
    #[arg(long, value_enum, default_value = "bones")]
    pub(crate) look: PictureLook,
    /// Light or dark
    #[arg(long, value_enum, default_value = "light")]
    pub(crate) theme: PictureTheme,
    /// From where: front, back, left, right, top, home (a little beside the front, or across the path), or degrees as YAW,PITCH. With
    /// --player anything that the player's `camera` takes
    #[arg(long, value_name = "CAMERA", default_value = "home", allow_hyphen_values = true)]
    pub(crate) camera: String,
    /// Whether the camera goes with the figure
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) follow: FilmFollow,
    /// A text at the lower left, in which {name} is the motion's name and {time} the time
    #[arg(long, value_name = "TEXT", num_args = 0..=1, require_equals = true, default_missing_value = "{name}  {time}", default_value = "", hide_default_value = true)]
    pub(crate) caption: String,
    /// Which of several motions of a file [default: a film of each]
    #[arg(long, value_name = "NAME")]
    pub(crate) behaviour: Option<String>,
    /// The unit of the files, where the one they state, or the guess, is wrong
    #[arg(long, value_name = "UNIT")]
    pub(crate) source_unit: Option<String>,
    /// The up axis of the files, where the guess is wrong
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    pub(crate) source_up: Option<String>,
    /// A folder with marey-player.js and what comes with it: the player itself makes the films, in a browser without a window (Chromium, Chrome
    /// or Edge). Without it, or without a browser, the program draws them itself
    #[arg(long, value_name = "FOLDER")]
    pub(crate) player: Option<String>,
    /// The browser for --player
    #[arg(long, value_name = "PATH", requires = "player")]
    pub(crate) browser: Option<String>,
    /// An option for the browser, such as --browser-flag=--no-sandbox for root in a container; may be repeated
    #[arg(long, value_name = "FLAG", requires = "player", allow_hyphen_values = true)]
    pub(crate) browser_flag: Vec<String>,
    /// Seconds that the browser may take to start, and for a clip without a sign of life
    #[arg(long, value_name = "SECONDS", requires = "player", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) browser_timeout: u64,
    /// Makes all films again, and replaces files that exist already
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Motions and the files that they need, in any order; folders, with all folders in them; links; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
}

impl FilmArguments {
    /// The camera of a film that the program draws itself.
    pub(crate) fn drawn_camera(&self) -> Result<FilmCamera, String> {
        FilmCamera::from_text(&self.camera).ok_or_else(|| {
            let forms = "front, back, left, right, top, home, or degrees as YAW,PITCH";
            format!("expected --camera to be {forms}, found `{}`", self.camera)
        })
    }
}

/// The kind of a film's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FilmFormat {
    /// An animated picture, for pages and messages
    Gif,
    /// Numbered pictures in a folder, for an encoder
    Png,
    /// Numbered vector pictures in a folder
    Svg,
    /// A video for pages; needs --player
    Webm,
    /// A video for all programs, where the browser can write it; needs --player
    Mp4,
}

impl FilmFormat {
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Webm => "webm",
            Self::Mp4 => "mp4",
        }
    }

    /// Whether a film is a folder of pictures.
    pub(crate) fn is_numbered(self) -> bool {
        matches!(self, Self::Png | Self::Svg)
    }
}

/// Whether the camera of a film goes with the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FilmFollow {
    /// If the figure travels far
    Auto,
    /// Always
    On,
    /// Never
    Off,
}

/// Reads `640x360`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let most = marey_film::MOST_PIXELS;
    let side = |text: &str| text.trim().parse().ok().filter(|side| (16..=most).contains(side));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("expected pixels such as 640x360, from 16 to {most}"))
}
