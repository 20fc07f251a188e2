//! The options of `convert` that select a part of a clip and its space.

use marey::body::{partners, survey};
use marey::model::{Axis, Clip, Confidence, Skeleton};
use marey::write::{Excerpt, Space, Target, WriteError, excerpt};

use super::Stop;
use crate::arguments::ConvertArguments;
use crate::span::Span;
use crate::units::{axis, metres};

pub(super) struct ExcerptOptions {
    span: Span,
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
            span: Span::new(&arguments.span)?,
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
            Target::Gltf | Target::Glb => ("glTF is in metres with +Y up", Some(1.0)),
            Target::Skel => ("The Sims' files are in thirds of a metre with +Y up", Some(1.0 / 3.0)),
            Target::X3d => ("X3D has +Y up", None),
            Target::Bvh | Target::Asf | Target::Csv | Target::Npz => return Ok(()),
        };
        let other_unit =
            self.unit.zip(metres).is_some_and(|(asked, fixed): (f64, f64)| (asked / fixed - 1.0).abs() > 1e-6);
        if other_unit || self.up.is_some_and(|up| up != Axis::Y) {
            return Err(Stop::Usage(format!("{what}: leave --unit and --up out")));
        }
        Ok(())
    }

    /// Makes the excerpt of a clip, and notes on what the user may want to correct: unsure guesses and a chosen rate.
    pub(super) fn excerpt(
        &self,
        clip: &Clip,
        behaviour: Option<usize>,
        target: Target,
    ) -> Result<(Clip, Vec<String>), WriteError> {
        let motion = clip.behaviours.get(behaviour.unwrap_or(0)).map(|behaviour| &behaviour.motion);
        let Some(motion) = motion else { return Ok((excerpt(clip, &Excerpt::default())?, Vec::new())) };
        let mut wanted = Excerpt::default();
        wanted.behaviour = behaviour;
        wanted.moments = self.span.moments(motion);
        wanted.rate = self.fps.or_else(|| target.rate(motion));
        let up = self.source_up.or(clip.source.up);
        let seen = survey(&clip.skeleton, motion, up);
        let scale = seen.scale(&clip.source);
        let metres = self.source_unit.unwrap_or(scale.unit.metres() / clip.source.length_factor);
        let is_fixed = !matches!(target, Target::Bvh | Target::Asf | Target::Csv | Target::Npz);
        let mut notes = Vec::new();
        if let Some(rate) = wanted.rate.filter(|_| self.fps.is_none() && target.fixed_rate().is_none()) {
            notes.push(format!(
                "its keys are unevenly spaced; written at {rate} frames a second (choose another rate with --fps)"
            ));
        }
        let unsure = |confidence: Confidence| matches!(confidence, Confidence::Unsure | Confidence::Unknown);
        if (is_fixed || self.unit.is_some()) && self.source_unit.is_none() && unsure(scale.confidence) {
            notes.push(format!("its unit is an unsure guess: {metres} m (correct it with --source-unit)"));
        }
        if (is_fixed || self.up.is_some() || self.in_place) && up.is_none() && unsure(seen.up_guess.confidence) {
            notes.push(format!("its up axis is an unsure guess: {} (correct it with --source-up)", seen.up.name()));
        }
        wanted.space = Some(Space { metres_per_unit: metres, up: seen.up });
        wanted.metres_per_unit = self.unit.filter(|_| target != Target::Skel);
        wanted.up = self.up;
        wanted.in_place = if self.in_place { u16::try_from(seen.carrier).ok() } else { None };
        let mut part = excerpt(clip, &wanted)?;
        if self.mirror {
            part = part.mirror()?;
            notes.extend(without_partners(&part.skeleton));
        }
        Ok((part, notes))
    }
}

/// A note that names the joints which mirroring leaves as they are.
fn without_partners(skeleton: &Skeleton) -> Option<String> {
    let joints = partners(skeleton).into_iter().zip(skeleton.names()).zip(skeleton.kinds());
    let alone = joints.filter(|((partner, _), kind)| partner.is_none() && !kind.is_point());
    let names: Vec<&str> = alone.map(|((_, name), _)| &**name).collect();
    let listed = names.get(..3).unwrap_or(&names).join(", ");
    let more = if names.len() > 3 { format!(" and {} more", names.len() - 3) } else { String::new() };
    let note = format!("only one side of the figure has these joints, which are not mirrored: {listed}{more}");
    (!names.is_empty()).then_some(note)
}
