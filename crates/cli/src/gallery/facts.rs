//! The facts about a clip, and its file `facts.json`, by which a later run finds out what is done already.

use std::path::Path;

use marey::body::{Rig, Subject, rigs, survey};
use marey::model::{Clip, Confidence, JointKind};
use marey_film::Canvas;
use marey_study::gait::{GaitOptions, Number, Statistic, walk};
use marey_study::measure::{Measure, ankles, measure};
use marey_study::picture::{Figure, POSTER_SIZE, Reading};
use serde_json::{Value, json};

use super::labelled::ClipLabel;
use super::sameness::MotionMark;

/// The names of the numbers of a gait.
const GAIT: [&str; 3] = ["cadence_steps_min", "speed_m_s", "stride_m"];

/// Facts of a clip. Paths are relative to the folder of motions, with `/`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ClipFacts {
    /// Hash of all that its files are made of: the same key, the same files.
    pub(super) key: String,
    /// SHA-256 of the file.
    pub(super) hash: String,
    /// Bytes of the file.
    pub(super) bytes: u64,
    pub(super) path: String,
    pub(super) skeleton: Option<String>,
    pub(super) format: String,
    pub(super) joints: usize,
    /// The convention of the joints' names, for programs; `None`: no known one.
    pub(super) rig: Option<String>,
    pub(super) motions: usize,
    pub(super) frames: usize,
    /// Frames a second, 0 for a single pose.
    pub(super) rate: f64,
    /// Whether the file states its rate.
    pub(super) rate_stated: bool,
    pub(super) seconds: f64,
    /// Length of the path along the floor, metres; `None` if nothing tells the unit.
    pub(super) travel: Option<f64>,
    /// How far joints move about their mean places, as a share of the figure's height; `None` without a figure.
    pub(super) liveliness: Option<f64>,
    /// Stature of a person, metres.
    pub(super) stature: Option<f64>,
    /// Metres of a unit of the file; `None` if nothing tells it.
    pub(super) unit: Option<f64>,
    /// How fast feet slide while they stand on the ground, millimetres a second: the mean of both; `None` if none stands.
    pub(super) slide: Option<f64>,
    /// What the motion is compared with others by.
    pub(super) motion: MotionMark,
    /// Steps a minute, metres a second, and metres of a stride of a person who walks or runs; `None` without two cycles of each foot.
    pub(super) gait: Option<[f64; 3]>,
    /// The moment of the poster, seconds; `None`: there is no poster.
    pub(super) moment: Option<f64>,
    /// The poster is there as a PNG, too.
    pub(super) preview: bool,
    /// The key of the browser's posters that drew this one; `None` for the vector picture.
    pub(super) drawn_by: Option<String>,
    /// The reason why a browser could not draw it.
    pub(super) not_drawn: Option<String>,
    /// Pictures of the skin, relative to the folder of the file that names them.
    pub(super) pictures: Vec<String>,
    /// Bytes of the packed motion; `None`: it is not packed.
    pub(super) packed: Option<u64>,
    /// Mean distance of packed joints from those of the file, millimetres.
    pub(super) packed_mean_mm: Option<f64>,
    /// Files of other formats: their extensions, and bytes.
    pub(super) converted: Vec<(String, u64)>,
    /// `PLACE: code: message`, in file order.
    pub(super) warnings: Vec<String>,
    /// What somebody wrote about it, from files of labels.
    pub(super) labels: Vec<ClipLabel>,
}

/// Pictures of a figure at its most telling moment: an SVG, and a PNG if it was asked for.
#[derive(Default)]
pub(super) struct ClipPictures {
    pub(super) poster: Option<String>,
    pub(super) preview: Option<Vec<u8>>,
}

/// How a figure is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct WantedPictures {
    /// As a PNG, too.
    pub(super) preview: bool,
    /// A person wears a body.
    pub(super) body: bool,
}

impl ClipFacts {
    /// Facts of a clip's first motion, and the figure's pictures.
    pub(super) fn of(
        clip: &Clip,
        path: &str,
        skeleton: Option<String>,
        wanted: WantedPictures,
    ) -> (Self, ClipPictures) {
        let mut facts = Self {
            key: String::new(),
            hash: String::new(),
            bytes: 0,
            path: path.to_owned(),
            skeleton,
            format: clip.source.format.name().to_owned(),
            joints: clip.skeleton.kinds().iter().filter(|kind| **kind == JointKind::Joint).count(),
            rig: Rig::of_clip(clip).id.map(str::to_owned),
            motions: clip.behaviours.len(),
            frames: 0,
            rate: 0.0,
            rate_stated: clip.source.rate_stated,
            seconds: 0.0,
            travel: None,
            liveliness: None,
            stature: None,
            unit: None,
            slide: None,
            motion: MotionMark::default(),
            gait: None,
            moment: None,
            preview: false,
            drawn_by: None,
            not_drawn: None,
            pictures: clip.skin.as_ref().map_or(Vec::new(), |skin| skin.pictures().to_vec()),
            packed: None,
            packed_mean_mm: None,
            converted: Vec::new(),
            warnings: clip.warnings.iter().map(warning).collect(),
            labels: Vec::new(),
        };
        if clip.warnings_dropped > 0 {
            facts.warnings.push(format!("and {} more", clip.warnings_dropped));
        }
        let Some(first) = clip.behaviours.first() else { return (facts, ClipPictures::default()) };
        let motion = &first.motion;
        facts.frames = motion.frame_count();
        facts.seconds = finite(motion.duration());
        facts.rate = if motion.frame_time() > 0.0 { finite(1.0 / motion.frame_time()) } else { 0.0 };
        let seen = survey(&clip.skeleton, motion, clip.source.up);
        let scale = seen.scale(&clip.source);
        let is_known = scale.confidence != Confidence::Unknown;
        if let Ok(subject) = Subject::surveyed(clip, 0, seen) {
            facts.motion = MotionMark::of(&subject);
            facts.gait = is_known.then(|| gait(&subject)).flatten();
            facts.slide = is_known.then(|| slide(&subject)).flatten();
        }
        facts.stature = scale.stature.filter(|_| is_known).map(finite);
        facts.unit = Some(finite(scale.unit.metres())).filter(|_| is_known);
        let Ok(mut figure) = Figure::new(clip, 0, &Reading::default()) else {
            return (facts, ClipPictures::default());
        };
        facts.travel = is_known.then(|| figure.travel());
        if wanted.body && clip.skin.is_none() {
            // What is no person stays bones.
            figure.wear_body().ok();
        }
        let telling = figure.telling();
        facts.liveliness = Some(telling.liveliness);
        let poster = figure.poster(telling.moment).ok();
        facts.moment = poster.as_ref().map(|_| telling.moment);
        let preview = facts.moment.filter(|_| wanted.preview).and_then(|moment| preview(&mut figure, moment));
        facts.preview = preview.is_some();
        (facts, ClipPictures { poster, preview })
    }

    /// The name that pages show: that of the file without its extension.
    pub(super) fn name(&self) -> &str {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem)
    }

    /// The folder of the file, empty at the top.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The rig's name for people: `Mixamo names`.
    pub(super) fn rig_name(&self) -> Option<&'static str> {
        rigs().find(|rig| Some(rig.id) == self.rig.as_deref()).map(|rig| rig.name)
    }

    /// `120 fps`, without decimals where the frame time is a rounded reciprocal.
    pub(super) fn rate_text(&self) -> String {
        let whole = self.rate.round();
        let is_whole = whole >= 1.0 && (self.rate / whole - 1.0).abs() < 5e-4;
        if is_whole { format!("{whole} fps") } else { format!("{:.2} fps", self.rate) }
    }

    pub(super) fn json(&self) -> Value {
        let mut object = json!({
            "key": self.key, "sha256": self.hash, "bytes": self.bytes, "path": self.path, "skeleton": self.skeleton, "name": self.name(), "format": self.format,
            "joints": self.joints, "rig": self.rig, "rig_name": self.rig_name(), "motions": self.motions, "frames": self.frames, "fps": self.rate, "fps_stated": self.rate_stated,
            "seconds": self.seconds, "travel_m": self.travel, "liveliness": self.liveliness, "stature_m": self.stature, "unit_m": self.unit,
            "slide_mm_s": self.slide, "content_hash": self.motion.hash, "boxes_m": self.motion.boxes, "poster_s": self.moment, "preview": self.preview,
            "drawn_by": self.drawn_by, "not_drawn": self.not_drawn, "pictures": self.pictures,
            "packed_bytes": self.packed, "packed_mean_mm": self.packed_mean_mm, "converted": self.converted, "warnings": self.warnings,
        });
        object["labels"] = self.labels.iter().map(ClipLabel::json).collect();
        for (index, name) in GAIT.into_iter().enumerate() {
            object[name] = self.gait.and_then(|gait| gait.get(index).copied()).into();
        }
        object
    }

    /// The content of its file.
    pub(super) fn text(&self) -> String {
        format!("{:#}\n", self.json())
    }

    /// Reads a file of facts. `None` if it is missing or was not written by this program.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let value: Value = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        let whole = |key: &str| usize::try_from(value.get(key)?.as_u64()?).ok();
        let number = |key: &str| value.get(key)?.as_f64();
        let warnings = value.get("warnings")?.as_array()?.iter();
        let pictures = value.get("pictures")?.as_array()?.iter();
        let converted = value.get("converted")?.as_array()?.iter();
        let boxes = value.get("boxes_m")?.as_array()?.iter();
        let file = |file: &Value| Some((file.get(0)?.as_str()?.to_owned(), file.get(1)?.as_u64()?));
        let gait = GAIT.map(number);
        let labels = value.get("labels").and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            key: text("key")?,
            hash: text("sha256")?,
            bytes: value.get("bytes")?.as_u64()?,
            path: text("path")?,
            skeleton: text("skeleton"),
            format: text("format")?,
            joints: whole("joints")?,
            rig: text("rig"),
            motions: whole("motions")?,
            frames: whole("frames")?,
            rate: number("fps")?,
            rate_stated: value.get("fps_stated")?.as_bool()?,
            seconds: number("seconds")?,
            travel: number("travel_m"),
            liveliness: number("liveliness"),
            stature: number("stature_m"),
            unit: number("unit_m"),
            slide: number("slide_mm_s"),
            motion: MotionMark { hash: text("content_hash")?, boxes: boxes.map(Value::as_f64).collect::<Option<_>>()? },
            gait: match gait {
                [Some(cadence), Some(speed), Some(stride)] => Some([cadence, speed, stride]),
                _ => None,
            },
            moment: number("poster_s"),
            preview: value.get("preview")?.as_bool()?,
            drawn_by: text("drawn_by"),
            not_drawn: text("not_drawn"),
            pictures: pictures.map(|picture| picture.as_str().map(str::to_owned)).collect::<Option<_>>()?,
            packed: value.get("packed_bytes")?.as_u64(),
            packed_mean_mm: number("packed_mean_mm"),
            converted: converted.map(file).collect::<Option<_>>()?,
            warnings: warnings.map(|warning| warning.as_str().map(str::to_owned)).collect::<Option<_>>()?,
            labels: labels.map(ClipLabel::read).collect::<Option<_>>()?,
        })
    }
}

/// The file of a clip's facts in the site.
pub(super) fn facts_path(slug: &str) -> String {
    format!("clips/{slug}/facts.json")
}

fn warning(warning: &marey::Warning) -> String {
    let place = warning.location.map_or(String::new(), |place| format!("{place}: "));
    format!("{place}{}: {warning}", warning.code)
}

/// The numbers of [`GAIT`] for a person who walks.
fn gait(subject: &Subject<'_>) -> Option<[f64; 3]> {
    let walk = walk(subject, &GaitOptions::default());
    let mean = |number: Number| Statistic::of_both(&walk, number).mean;
    Some([mean(Number::Cadence)?, mean(Number::Speed)?, mean(Number::StrideLength)?]).filter(|_| walk.is_regular())
}

/// The mean speed of the feet of a person while they stand on the ground, millimetres a second.
fn slide(subject: &Subject<'_>) -> Option<f64> {
    let feet: Vec<Measure> = ankles(subject).into_iter().map(Measure::Slide).collect();
    if feet.is_empty() || subject.motion().frame_count() < 2 {
        return None;
    }
    let measured = measure(subject, &feet);
    let slides: Vec<f64> = measured.values.into_iter().flatten().filter(|slide| slide.is_finite()).collect();
    (!slides.is_empty()).then(|| slides.iter().sum::<f64>() / slides.len() as f64)
}

/// JSON has no infinities.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// Pixels of the preview for each of the poster.
const PREVIEW_SCALE: u32 = 3;

/// The poster of a moment (seconds) in the light colours as a PNG of 1080 by 720, for services that show no SVG in previews of links. `None`
/// if it cannot be drawn.
fn preview(figure: &mut Figure<'_>, moment: f64) -> Option<Vec<u8>> {
    let mut canvas = Canvas::new(PREVIEW_SCALE * POSTER_SIZE.0, PREVIEW_SCALE * POSTER_SIZE.1)?;
    figure.paint_poster(moment, &mut canvas).ok()?;
    canvas.png()
}
