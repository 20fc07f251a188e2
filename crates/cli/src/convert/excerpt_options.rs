//! The options of `convert` that select a part of a clip and its space.

use marey::model::{Axis, Clip};
use marey_study::targets::{Made, MakeError, fit};
use marey_write::{Choice, Conversion, Target};

use super::Stop;
use crate::arguments::ConvertArguments;
use crate::span::TimeSpan;
use crate::units::{axis, metres};

pub(super) struct ExcerptOptions {
    span: TimeSpan,
    fps: Option<f64>,
    unit: Option<f64>,
    up: Option<Axis>,
    source_unit: Option<f64>,
    source_up: Option<Axis>,
    in_place: bool,
    mirror: bool,
}

impl ExcerptOptions {
    pub(super) fn new(arguments: &ConvertArguments) -> Result<Self, Stop> {
        let unit = |text: &Option<String>| text.as_deref().map(metres).transpose();
        let up = |text: &Option<String>| text.as_deref().map(axis).transpose();
        if let Some(fps) = arguments.fps.filter(|fps| !(fps.is_finite() && *fps > 0.0)) {
            return Err(Stop::Usage(format!("expected --fps to be above 0, found {fps}")));
        }
        Ok(Self {
            span: TimeSpan::new(&arguments.span)?,
            fps: arguments.fps,
            unit: unit(&arguments.unit)?,
            up: up(&arguments.up)?,
            source_unit: unit(&arguments.source_unit)?,
            source_up: up(&arguments.source_up)?,
            in_place: arguments.in_place,
            mirror: arguments.mirror,
        })
    }

    /// Refuses `--unit` and `--up` for formats with a fixed unit and up axis.
    pub(super) fn check_target(&self, target: Target) -> Result<(), Stop> {
        let (what, metres) = match target {
            Target::Gltf | Target::Glb | Target::Vrma => ("glTF is in metres with +Y up", Some(1.0)),
            Target::Skel => ("The Sims' files are in thirds of a metre with +Y up", Some(1.0 / 3.0)),
            Target::X3d => ("X3D has +Y up", None),
            Target::Bvh | Target::Asf | Target::Csv | Target::Npz | Target::Npy => return Ok(()),
        };
        let other_unit =
            self.unit.zip(metres).is_some_and(|(asked, fixed): (f64, f64)| (asked / fixed - 1.0).abs() > 1e-6);
        if other_unit || self.up.is_some_and(|up| up != Axis::Y) {
            return Err(Stop::Usage(format!("{what}: leave --unit and --up out")));
        }
        Ok(())
    }

    /// The files of a format, of one behaviour or of all.
    pub(super) fn conversion(&self, clip: &Clip, behaviour: Option<usize>) -> Conversion {
        let mut wanted = Conversion::default();
        wanted.behaviour = behaviour;
        if let Some(chosen) = clip.behaviours.get(behaviour.unwrap_or(0)) {
            wanted.moments = self.span.moments(&chosen.motion);
        }
        wanted.rate = self.fps;
        wanted.metres_per_unit = self.unit;
        wanted.up = self.up;
        wanted.source_metres = self.source_unit;
        wanted.source_up = self.source_up;
        wanted.in_place = self.in_place;
        wanted.mirror = self.mirror;
        wanted
    }

    /// The excerpt of a clip for a format.
    pub(super) fn excerpt(&self, clip: &Clip, behaviour: Option<usize>, target: Target) -> Result<Made, MakeError> {
        fit(clip, &self.conversion(clip, behaviour), target)
    }
}

/// The sentence about a choice that the user may want to correct, with the option for it.
pub(crate) fn note(choice: &Choice) -> Option<String> {
    Some(match choice {
        Choice::Rate(rate) => {
            let rate = (rate * 1000.0).round() / 1000.0;
            format!("its keys are unevenly spaced; written at {rate} frames a second (choose another rate with --fps)")
        }
        Choice::Unit(metres) => {
            format!("its unit is an unsure guess: {metres} m (correct it with --source-unit)")
        }
        Choice::Up(up) => format!("its up axis is an unsure guess: {} (correct it with --source-up)", up.name()),
        Choice::Readable(metres) => {
            format!(
                "written in units of {metres} m, since the format states no unit and others would be guessed wrong (choose with --unit)"
            )
        }
        Choice::WithoutPartner(names) => {
            let listed = names.get(..3).unwrap_or(names).join(", ");
            let more = if names.len() > 3 { format!(" and {} more", names.len() - 3) } else { String::new() };
            format!("only one side of the figure has these joints, which are not mirrored: {listed}{more}")
        }
        _ => return None,
    })
}
