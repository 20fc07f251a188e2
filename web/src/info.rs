//! The stage's clip as a plain JavaScript object.

use js_sys::Object;
use marey::body::Side;
use marey::body::{StatureFrom, Unit};
use marey::model::{About, Confidence, JointKind, MarkKind, PositionMode, Time};
use marey::{Location, Warning};
use marey_stage::scene::{StageFigure, liveliness};

use crate::objects::{list, set};

/// Describes a figure's clip; the shell's `types.d.ts` has the shape. Values come from the file or are guessed; the user's
/// corrections do not change them.
pub fn info(figure: &StageFigure) -> Object {
    let (clip, defaults) = (figure.clip(), figure.defaults());
    let (skeleton, source) = (&clip.skeleton, &clip.source);
    let frame_count = |behaviour: usize| clip.behaviours.get(behaviour).map_or(0, |one| one.motion.frame_count());
    let duration = |behaviour: usize| figure.file_time(behaviour).start_of(frame_count(behaviour).saturating_sub(1));
    let moves = if clip.behaviours.len() > 1 { liveliness(clip) } else { Vec::new() };
    let info = Object::new();
    set(&info, "format", source.format.name());
    set(&info, "name", clip.name.as_str());
    set(&info, "frameCount", frame_count(0) as f64);
    set(&info, "frameTime", figure.file_time(0).step());
    set(&info, "duration", duration(0));
    set(&info, "complete", figure.is_complete());
    set(
        &info,
        "behaviours",
        list(clip.behaviours.iter().enumerate().map(|(index, behaviour)| {
            let out = Object::new();
            set(&out, "name", behaviour.name.as_str());
            set(&out, "frameCount", frame_count(index) as f64);
            set(&out, "duration", duration(index));
            set(&out, "moves", moves.get(index).copied().unwrap_or_default());
            set(&out, "keyed", matches!(figure.file_time(index), Time::Keys(_)));
            out
        })),
    );
    set(
        &info,
        "joints",
        list((0..skeleton.len()).map(|joint| {
            let out = Object::new();
            set(&out, "name", skeleton.names().get(joint).map_or("", |name| name));
            set(&out, "parent", skeleton.parent(joint).map_or(-1.0, |parent| parent as f64));
            set(&out, "endSite", skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point()));
            set(
                &out,
                "side",
                match figure.sides().get(joint) {
                    Some(Side::Left) => "left",
                    Some(Side::Right) => "right",
                    _ => "middle",
                },
            );
            set(&out, "channels", source.channels.get(joint).map_or("", |channels| channels));
            set(&out, "label", clip.about.labels.get(joint).map_or("", |label| label));
            out
        })),
    );
    // `from` distinguishes values stated in the file, the format's usual values, and guesses.
    let named = |key: &str, name: &str, from: &str, confidence: Confidence, maybe: &str| {
        let out = Object::new();
        set(&out, key, name);
        set(&out, "from", from);
        set(&out, "confidence", confidence as u8);
        set(&out, "maybe", maybe);
        out
    };
    let scale = &defaults.scale;
    let from = match source.metres_per_unit {
        None => "guess",
        Some(_) if source.unit_stated => "file",
        // An object that is not a person may be too large for the format's unit.
        Some(_) if scale.confidence != Confidence::Sure => "guess",
        Some(_) => "format",
    };
    let rather = scale.rather.map_or("", Unit::name);
    // Warns about a person who is a giant or tiny in the unit that the file or its format states.
    let giant = scale.rather.map(|unit| Warning {
        code: "unit.giant".into(),
        message: ["in this unit the figure is not of a person's size; its limbs suggest ", unit.name()].concat(),
        location: None,
        count: 1,
        noun: "".into(),
        more: Vec::new(),
        file: String::new(),
    });
    let unit_info = named("name", scale.unit.name(), from, scale.confidence, rather);
    set(&unit_info, "metres", scale.unit.metres());
    set(&unit_info, "factor", source.length_factor);
    set(&info, "unit", unit_info);
    let rate = Object::new();
    set(&rate, "guessed", !source.rate_stated);
    set(&rate, "handSpeed", defaults.hand_speed);
    set(&info, "rate", rate);
    let (from, guess) = (if source.up.is_some() { "format" } else { "guess" }, &defaults.up_guess);
    set(&info, "up", named("axis", defaults.up.name(), from, guess.confidence, guess.second.name()));
    let mode = match defaults.position_mode {
        Some(PositionMode::Replace) => "replace",
        Some(PositionMode::Add) => "add",
        None => "none",
    };
    set(&info, "positions", named("mode", mode, "guess", source.position_confidence, ""));
    let floor = Object::new();
    set(&floor, "height", f64::from(defaults.floor.0) * scale.unit.metres() / source.length_factor);
    set(&floor, "stance", defaults.floor.1);
    set(&info, "floor", floor);
    set(&info, "extent", defaults.extent);
    set(&info, "stature", scale.stature.unwrap_or(0.0));
    set(
        &info,
        "statureFrom",
        match defaults.stature_from {
            None => "",
            Some(StatureFrom::Legs) => "legs",
            Some(StatureFrom::Arms) => "arms",
            Some(StatureFrom::Hands) => "hands",
        },
    );
    set(
        &info,
        "warnings",
        list(clip.warnings.iter().chain(&giant).map(|warning| {
            let out = Object::new();
            set(&out, "code", &*warning.code);
            set(&out, "message", warning.message.as_str());
            set(&out, "file", warning.file.as_str());
            set(&out, "count", warning.count as f64);
            set(&out, "noun", &*warning.noun);
            place(&out, warning.location);
            let more = warning.more.iter().map(|one| {
                let out = Object::new();
                set(&out, "message", one.message.as_str());
                place(&out, one.location);
                out
            });
            set(&out, "more", list(more));
            out
        })),
    );
    set(&info, "warningsDropped", clip.warnings_dropped as f64);
    set(&info, "viewpoints", list(clip.viewpoints.iter().map(|viewpoint| viewpoint.name.as_str())));
    set(&info, "massCount", clip.masses.len() as f64);
    // A generated body is no skin of the file.
    let skin = clip.skin.as_ref().filter(|skin| skin.generated().is_none());
    set(&info, "skin", skin.map_or("", |skin| skin.name()));
    let (triangles, segments) = skin.map_or((0, 0), |skin| (skin.triangles().len(), skin.segments()));
    set(&info, "skinned", triangles > segments);
    set(&info, "segments", segments > 0);
    let pictures = skin.iter().flat_map(|skin| skin.pictures());
    set(&info, "pictures", list(pictures.map(String::as_str)));
    let sites = skeleton.kinds().iter().filter(|&&kind| kind == JointKind::Site);
    set(&info, "siteCount", sites.count() as f64);
    about(&info, &clip.about);
    info
}

/// Sets line and column for a location in a text file. Byte offsets in binary files are only for programs.
fn place(out: &Object, location: Option<Location>) {
    if let Some(Location { line, column, .. }) = location.filter(|at| at.line > 0) {
        set(out, "line", line);
        set(out, "column", column);
    }
}

/// Sets the texts about the clip: files, notes and marks.
fn about(info: &Object, about: &About) {
    set(info, "skeletonFile", about.skeleton_file.as_str());
    set(info, "skeletonDoubt", about.skeleton_doubt.as_str());
    set(info, "skins", list(about.skins.iter().map(String::as_str)));
    set(
        info,
        "notes",
        list(about.notes.iter().map(|(title, text)| {
            let out = Object::new();
            set(&out, "title", title.as_str());
            set(&out, "text", text.as_str());
            out
        })),
    );
    set(
        info,
        "marks",
        list(about.marks.iter().map(|mark| {
            let out = Object::new();
            set(
                &out,
                "kind",
                match mark.kind {
                    MarkKind::Limit => "limit",
                    MarkKind::Event => "event",
                    MarkKind::Missing => "missing",
                },
            );
            set(&out, "behaviour", mark.behaviour as f64);
            set(&out, "joint", mark.joint.map_or(-1.0, f64::from));
            set(&out, "first", mark.first as f64);
            set(&out, "last", mark.last as f64);
            set(&out, "at", mark.at as f64);
            set(&out, "text", mark.text.as_str());
            out
        })),
    );
    set(info, "marksDropped", about.marks_dropped as f64);
}
