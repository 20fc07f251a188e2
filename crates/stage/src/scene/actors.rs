//! Actors: figures beside the clip's own. Those that stand still at moments of the clip make a chronophotograph, those that play a little
//! earlier or later are ghosts, and those of other clips are compared with it.
//!
//! All figures of one clip share its frames. The page chooses who is there: `www/actors`, and tools such as `www/tools/ghosts`.

mod actor;

use glam::{Affine3A, Vec2, Vec3};

use super::{ClockWarp, Scene, StageFigure, View};
use marey::compact::maths::yaw;
use marey::look::{FigureLook, Instances};
use marey::model::Bounds;

use self::actor::faint;
pub use actor::{Actor, Beyond, When};

/// Most actors.
const MOST: usize = 100;
/// Steps in which the motions of other clips are framed.
const STEPS: u16 = 16;
/// Moments nearer to each other are the same, seconds.
const SAME: f64 = 1e-3;
/// Elevation of the camera that sees standing actors, radians: low, but the floor shows.
pub(super) const PITCH: f32 = 0.12;

/// A drawn actor.
#[derive(Debug, Clone, Default)]
struct Posed {
    /// Its number among all actors.
    actor: usize,
    clip: usize,
    instances: Instances,
}

/// The actors and their instances.
#[derive(Debug, Clone, Default)]
pub(super) struct Actors {
    all: Vec<Actor>,
    /// The box of each drawn actor's joints, head and hands, stage space.
    pub(super) boxes: Vec<Bounds>,
    /// The drawn figures, in order.
    drawn: Vec<Posed>,
    /// The camera's yaw in the home view, if that shows the actors where they stand now.
    yaw: Option<f32>,
    /// The actors are to be posed again.
    pub(super) stale: bool,
}

impl Actors {
    /// Replaces the actors.
    #[inline(never)]
    fn set(&mut self, all: Vec<Actor>, yaw: Option<f32>) {
        *self = Self { all, yaw, stale: true, ..Self::default() };
    }

    /// Removes the actors.
    pub(super) fn clear(&mut self) {
        self.set(Vec::new(), None);
    }

    /// Whether the camera frames the actors where they stand.
    pub(super) fn are_framed(&self) -> bool {
        self.yaw.is_some()
    }

    /// Number of the actors.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Copies the actors without their poses.
    pub(super) fn unposed(&self) -> Self {
        Self { all: self.all.clone(), yaw: self.yaw, stale: true, ..Self::default() }
    }
}

impl Scene {
    /// Replaces the actors, at most 100; none removes them. The first that is the clip's own figure changes that. Actors that stand still
    /// come in order of time.
    ///
    /// With a `yaw` the camera frames the actors where they stand, in the home view from there, when they come, and later unless the user
    /// moved it. Without, it frames the motions of all clips.
    pub fn set_actors(&mut self, mut actors: Vec<Actor>, yaw: Option<f32>) {
        actors.truncate(MOST);
        let yaw = yaw.filter(|_| !actors.is_empty());
        if self.actors.yaw.is_some() != yaw.is_some() {
            self.framed = Some(View::Home);
        }
        self.actors.set(actors, yaw);
        self.refresh();
    }

    /// Exchanges one of the other clips, counted from 0, with the clip of another scene, so that the methods of that scene act on it; the
    /// same call once more exchanges them back, which must be done before the next picture. A number beyond the last adds places for
    /// clips.
    pub fn lend(&mut self, index: usize, other: &mut Self) {
        while self.others.len() <= index.min(MOST) {
            self.others.push(None);
        }
        if let Some(place) = self.others.get_mut(index) {
            std::mem::swap(place, &mut other.figure);
        }
    }

    /// Lets actors of the clip follow a warp in place of their start and rate, until the next call. A warp without moments ends it.
    pub fn set_warp(&mut self, warp: ClockWarp) {
        if let Some(figure) = &mut self.figure {
            figure.warp = Some(warp).filter(|warp| warp.step > 0.0 && !warp.moments.is_empty());
        }
    }

    /// Removes one of the other clips, counted from 0, and all actors, whose numbers change.
    pub fn remove_other(&mut self, index: usize) {
        if index < self.others.len() {
            self.others.remove(index);
            self.actors.clear();
            self.refresh();
        }
    }

    /// Lets the clock run from the start of the figure that starts first, at 0 at the latest, to the end of the one that ends last.
    pub(super) fn set_clock_ends(&mut self) {
        let mut begin = 0.0_f64;
        let mut end = self.figure.as_ref().map_or(0.0, |figure| figure.motion().duration());
        for actor in &self.actors.all {
            if let When::Plays { start, rate, .. } = actor.when
                && let Some(figure) = self.other(actor.clip)
                && figure.warp.is_none()
                && rate > 0.0
            {
                begin = begin.min(start);
                end = end.max(start + figure.motion().duration() / rate);
            }
        }
        self.clock.set_ends(begin, end);
        self.clock.set_loop_start(self.figure.as_ref().map_or(0.0, StageFigure::first_moment));
    }

    fn other(&self, clip: usize) -> Option<&StageFigure> {
        self.others.get(clip.wrapping_sub(1))?.as_ref()
    }

    /// Poses the actors if something has changed.
    pub(super) fn pose_actors(&mut self, clock: f64) {
        let plays = self.actors.all.iter().any(|actor| matches!(actor.when, When::Plays { .. }));
        if !std::mem::take(&mut self.actors.stale) && !plays {
            return;
        }
        let plain = self.look();
        let (interpolation, in_place) = (self.interpolation, self.in_place);
        let Actors { all, boxes, drawn, .. } = &mut self.actors;
        boxes.clear();
        let mut count = 0;
        for (number, actor) in all.iter().enumerate() {
            if !actor.stands_beside() {
                continue;
            }
            let figure = match actor.clip {
                0 => &mut self.figure,
                clip => match self.others.get_mut(clip - 1) {
                    Some(other) => other,
                    None => continue,
                },
            };
            let Some(figure) = figure else { continue };
            let own = || actor.moment(clock, figure.motion().duration());
            let warp = figure.warp.as_ref().filter(|_| matches!(actor.when, When::Plays { .. }));
            let Some((moment, on)) = warp.map_or_else(own, |warp| Some(warp.at(clock))) else { continue };
            let tint = if on { actor.tint } else { faint(actor.tint) };
            let look = FigureLook { palette: tint.palette(plain.palette), highlighted: actor.highlighted, ..plain };
            if drawn.len() == count {
                drawn.push(Posed::default());
            }
            // The lists of the picture before are used again.
            let Some(posed) = drawn.get_mut(count) else { break };
            count += 1;
            (posed.actor, posed.clip) = (number, actor.clip);
            figure.write(moment, interpolation, in_place, &actor.place(), &look, &mut posed.instances);
            boxes.push(box_of(&posed.instances));
        }
        drawn.truncate(count);
    }

    pub(super) fn own_actor(&self) -> Option<&Actor> {
        self.actors.all.iter().find(|actor| matches!(actor.when, When::Own | When::Hidden))
    }

    /// How the clip's own figure is drawn: beside other clips translucent while the clock is before its start or after its end.
    pub(super) fn own_look(&self) -> FigureLook {
        let mut look = self.look();
        if let Some(own) = self.own_actor() {
            let duration = self.figure.as_ref().map_or(0.0, |figure| figure.motion().duration());
            let plays = duration == 0.0 || (0.0..=duration).contains(&self.posed);
            look.palette = if plays { own.tint } else { faint(own.tint) }.palette(look.palette);
        }
        look
    }

    /// From where the clip puts its own figure to where it is drawn: among standing actors, where those of its moment stand.
    pub(super) fn own_place(&self) -> Affine3A {
        if let Some(own) = self.own_actor() {
            return own.place();
        }
        let mut place = Affine3A::IDENTITY;
        if self.actors.yaw.is_none() {
            return place;
        }
        let all = &self.actors.all;
        let moment = |actor: &Actor| if let When::At(moment) = actor.when { moment } else { f64::INFINITY };
        let after = all.partition_point(|actor| moment(actor) <= self.posed);
        if let (Some(before), Some(after)) = (all.get(after.saturating_sub(1)), all.get(after).or(all.last())) {
            let between = moment(after) - moment(before);
            let share = if between > 0.0 { ((self.posed - moment(before)) / between) as f32 } else { 0.0 };
            place.translation = before.offset.lerp(after.offset, share).into();
        }
        place
    }

    /// Whether the clip's own figure is drawn: not if it is hidden, and not where another stands at the same moment, unless a joint is
    /// highlighted.
    pub fn shows_own(&self) -> bool {
        let highlighted = self.highlighted.is_some();
        self.actors.all.iter().all(|actor| match actor.when {
            When::At(moment) => highlighted || (moment - self.posed).abs() > SAME,
            when => when != When::Hidden,
        })
    }

    /// The boxes of actors that the camera frames where they stand, stage space, and the yaw from which to see them.
    pub(super) fn standing_boxes(&mut self) -> Option<(&[Bounds], f32)> {
        let yaw = self.actors.yaw?;
        self.pose_actors(self.posed);
        Some((&self.actors.boxes, yaw))
    }

    /// Boxes of the other clips at moments over the whole clock, stage space; none if there are only figures of the own clip. Then
    /// the same boxes from where the own figure's carrier joint is at their moments: on the ground below it, or at the joint if
    /// `climbing`.
    pub(super) fn other_boxes(&mut self, climbing: bool) -> [Vec<Bounds>; 2] {
        let [mut boxes, mut about_joint] = [Vec::new(), Vec::new()];
        if self.actors.all.iter().any(|actor| actor.clip > 0) {
            let (begin, end, place) = (self.clock.begin(), self.clock.end(), self.own_place());
            for step in 0..=STEPS {
                let moment = begin + (end - begin) * f64::from(step) / f64::from(STEPS);
                self.actors.stale = true;
                self.pose_actors(moment);
                boxes.extend_from_slice(&self.actors.boxes);
                if let Some(figure) = &mut self.figure {
                    let own = figure.carrier_at(moment, self.interpolation, self.in_place);
                    let at = place.transform_point3(own) * Vec3::new(1.0, f32::from(climbing), 1.0);
                    about_joint.extend(self.actors.boxes.iter().map(|one| one.shifted(-at)));
                }
            }
            self.actors.stale = true;
        }
        [boxes, about_joint]
    }

    /// The drawn figures and their instances, the clip's own first, as of the last [`advance`](Self::advance) or
    /// [`settle`](Self::settle).
    #[inline(never)]
    pub fn drawn(&self) -> Vec<(&StageFigure, &Instances)> {
        let mut all = Vec::new();
        if let Some(figure) = self.figure.as_ref().filter(|_| self.shows_own()) {
            all.push((figure, &self.instances));
        }
        for Posed { clip, instances, .. } in &self.actors.drawn {
            let figure = if *clip == 0 { self.figure.as_ref() } else { self.other(*clip) };
            if let Some(figure) = figure {
                all.push((figure, instances));
            }
        }
        all
    }

    /// For choosing moments: the figure's height (metres), its facing as a yaw, then x, y, z of its carrier joint on the stage at each of
    /// these moments; empty without a clip.
    pub fn carriers(&mut self, moments: &[f64]) -> Vec<f32> {
        let mut out = Vec::new();
        let Some(figure) = &mut self.figure else { return out };
        let facing = figure.facing().unwrap_or(Vec3::Z);
        out.extend_from_slice(&[figure.height(), yaw(facing.x, facing.z)]);
        for moment in moments {
            let place = figure.carrier_at(*moment, self.interpolation, self.in_place);
            out.extend_from_slice(&place.to_array());
        }
        // The pose belongs to the instances.
        figure.pose_at(self.posed, self.interpolation);
        out
    }

    /// The actor at a point in the picture and its joint, counted from 0: the one with a joint nearest to the point, at most `reach` CSS
    /// pixels away.
    pub fn pick_actor(&self, x: f32, y: f32, reach: f32) -> Option<(usize, usize)> {
        let view_projection = self.camera.view_projection();
        let mut best = (reach, None);
        for Posed { actor, instances, .. } in &self.actors.drawn {
            for (index, joint) in instances.joints.iter().enumerate().filter(|(_, joint)| joint.start_radius > 0.0) {
                let seen = self.camera.to_screen(&view_projection, joint.end.into());
                let off = seen.map_or(f32::INFINITY, |at| at.distance(Vec2::new(x, y)));
                if off <= best.0 {
                    best = (off, Some((*actor, index)));
                }
            }
        }
        best.1
    }
}

/// The box of a figure's joints, head and hands.
fn box_of(figure: &Instances) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for joint in &figure.joints {
        if joint.start_radius > 0.0 {
            bounds.include(joint.end.into());
        }
    }
    for solid in &figure.solids {
        for pole in solid.poles() {
            bounds.include(pole);
        }
    }
    bounds
}

#[cfg(test)]
mod tests;
