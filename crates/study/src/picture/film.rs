//! The frames of a film: one camera for a whole motion, still or beside the figure.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::{DVec2, DVec3};

use super::poster::{PITCH, TURN};
use super::scene::{FigureParts, HEIGHT, OnSheet, Painter, SheetScene, SvgUse, theme_text};
use super::shapes::PictureView;
use super::{Figure, PictureError};
use marey::checked::Checked;
use marey::look::Theme;
use marey::setters;

/// The most that the figure takes of the height and of the width.
const SHARES: (f64, f64) = (0.82, 0.88);
/// A still camera is used if the figure is then at least this large, as a share of its size beside a camera that follows it.
const STILL: f64 = 0.6;
/// Moments in a second that are looked at to find the camera, and the most of them in all.
const LOOKS: f64 = 30.0;
const MOST_LOOKS: usize = 240;
/// The camera's way is the mean of the figure's over so many seconds, so that it does not sway with each step.
const CALM: f64 = 1.0;
/// A figure that goes this many times its height is seen across its path.
const TRAVELS: f64 = 1.5;
/// A camera across the path is turned this far towards the figure's face: radians.
const TOWARDS_FACE: f64 = 0.3;

/// The place of the camera, as the player's `camera` names it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum FilmCamera {
    /// Before the figure.
    Front,
    /// Behind it.
    Back,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Above it.
    Top,
    /// From the front, a little to the side and above; across the path of a figure that travels.
    #[default]
    Home,
    /// In this direction, radians.
    Angles {
        /// From +Z towards +X on the stage.
        yaw: f64,
        /// Over the horizon.
        pitch: f64,
    },
}

impl FilmCamera {
    /// Reads a name, or degrees as `yaw,pitch`. More numbers, which the player writes behind these, count for nothing: a film's camera finds its
    /// distance itself.
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text.trim() {
            "front" => Self::Front,
            "back" => Self::Back,
            "left" => Self::Left,
            "right" => Self::Right,
            "top" => Self::Top,
            "home" => Self::Home,
            numbers => {
                let mut numbers = numbers.split(',').map(|number| number.trim().parse::<f64>().ok());
                let mut next = || numbers.next().flatten().filter(|number| number.is_finite());
                let (yaw, pitch) = (next()?, next()?);
                Self::Angles { yaw: yaw.to_radians(), pitch: pitch.clamp(-90.0, 90.0).to_radians() }
            }
        })
    }
}

/// How a film is drawn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FilmLook {
    /// Pixels.
    pub size: (u32, u32),
    /// The colours.
    pub theme: Theme,
    /// The place of the camera.
    pub camera: FilmCamera,
    /// Whether the camera goes with the figure; without it, if the figure would be small otherwise.
    pub follows: Option<bool>,
}

impl Default for FilmLook {
    fn default() -> Self {
        Self { size: (640, 360), theme: Theme::Light, camera: FilmCamera::default(), follows: None }
    }
}

setters!(FilmLook { size: (u32, u32), theme: Theme, camera: FilmCamera } optional { follows: bool });

/// A figure before a camera, ready to draw any moment. See [`Figure::reel`].
#[derive(Debug)]
pub struct Reel {
    view: PictureView,
    look: FilmLook,
    scale: f64,
    from: f64,
    /// Seconds between two middles.
    step: f64,
    /// Places on the floor below the middle of the picture at equal distances of time; a single one for a still camera.
    grounds: Vec<DVec3>,
    /// From such a place to the middle of the picture, in the view.
    up: DVec2,
}

impl Figure<'_> {
    /// Finds a camera that has the figure in sight from one moment to another (seconds).
    ///
    /// # Errors
    /// [`PictureError::Nothing`] if there is no figure with a finite size, [`PictureError::TooFar`].
    pub fn reel(&mut self, [from, to]: [f64; 2], look: &FilmLook) -> Result<Reel, PictureError> {
        let count = (((to - from) * LOOKS).ceil() as usize + 1).min(MOST_LOOKS);
        let step = (to - from) / (count.max(2) - 1) as f64;
        let moments: Vec<f64> = (0..count).map(|index| from + step * index as f64).collect();
        let path: Vec<DVec3> = moments.iter().map(|moment| self.carrier(*moment)).collect();
        let view = self.film_view(look.camera, &path);
        let floor: Vec<DVec3> = path.iter().map(|at| DVec3::new(at.x, 0.0, at.z)).collect();
        let calm = calmed(&floor, step);
        // Boxes around the figure at all moments: on the stage, and around its own place.
        let mut still = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        let mut moving = still;
        for (moment, place) in moments.iter().zip(calm.iter().map(|ground| view.flat(*ground))) {
            let FigureParts { low, high, .. } = FigureParts::new(self, *moment, &view)?;
            still = [still.at(0).min(low), still.at(1).max(high)];
            moving = [moving.at(0).min(low - place), moving.at(1).max(high - place)];
        }
        let width = HEIGHT * f64::from(look.size.0) / f64::from(look.size.1.max(1));
        let scale_of = |[low, high]: [DVec2; 2]| {
            let size = high - low;
            (SHARES.0 * HEIGHT / size.y).min(SHARES.1 * width / size.x)
        };
        let scales = (scale_of(still), scale_of(moving));
        let follows = look.follows.unwrap_or(scales.0 < STILL * scales.1);
        let (scale, [low, high]) = if follows { (scales.1, moving) } else { (scales.0, still) };
        if !scale.is_finite() || scale <= 0.0 {
            return Err(PictureError::Nothing);
        }
        let middle = 0.5 * (low + high);
        let (grounds, up) = if follows {
            (calm, middle)
        } else {
            let ground = calm.iter().sum::<DVec3>() / calm.len().max(1) as f64;
            (vec![ground], middle - view.flat(ground))
        };
        Ok(Reel { view, look: look.clone(), scale, from, step, grounds, up })
    }

    fn film_view(&self, camera: FilmCamera, path: &[DVec3]) -> PictureView {
        let facing = self.facing();
        let front = facing.x.atan2(facing.z);
        let (yaw, pitch) = match camera {
            FilmCamera::Front => (front, 0.0),
            FilmCamera::Back => (front + PI, 0.0),
            FilmCamera::Left => (front + FRAC_PI_2, 0.0),
            FilmCamera::Right => (front - FRAC_PI_2, 0.0),
            FilmCamera::Top => (front, FRAC_PI_2),
            FilmCamera::Home => (self.home_yaw(front, path), PITCH),
            FilmCamera::Angles { yaw, pitch } => (yaw, pitch),
        };
        PictureView::from_above(yaw, pitch)
    }

    /// The yaw from which a figure is seen best: across its path, on the side of its face, or else a little beside its front.
    fn home_yaw(&self, front: f64, path: &[DVec3]) -> f64 {
        let way = path.last().zip(path.first()).map_or(DVec3::ZERO, |(last, first)| *last - *first);
        if DVec2::new(way.x, way.z).length() < TRAVELS * self.height() {
            return front + TURN;
        }
        let along = way.x.atan2(way.z);
        let turn_to = |yaw: f64| (front - yaw + PI).rem_euclid(TAU) - PI;
        let sides = (along + FRAC_PI_2, along - FRAC_PI_2);
        let side = if turn_to(sides.0).abs() <= turn_to(sides.1).abs() { sides.0 } else { sides.1 };
        side + turn_to(side).clamp(-TOWARDS_FACE, TOWARDS_FACE)
    }
}

impl Reel {
    /// The colour of captions on its background.
    pub fn ink(&self) -> [u8; 3] {
        theme_text(self.look.theme)
    }

    /// Whether the camera stands still, so that the same part of the stage is seen in every frame.
    pub fn is_still(&self) -> bool {
        self.grounds.len() < 2
    }

    /// Draws a moment (seconds) of the figure on a painter, whose sheet has the film's proportions.
    ///
    /// # Errors
    /// [`PictureError::Nothing`] if the figure has no finite place then, [`PictureError::TooFar`].
    pub fn paint(&self, figure: &mut Figure<'_>, moment: f64, painter: &mut dyn Painter) -> Result<(), PictureError> {
        self.scene(figure, moment)?.paint(self.look.theme, painter);
        Ok(())
    }

    /// Draws a moment (seconds) as SVG, with a caption at the lower left, which may be empty.
    ///
    /// # Errors
    /// As [`paint`](Self::paint).
    pub fn svg(&self, figure: &mut Figure<'_>, moment: f64, caption: &str) -> Result<String, PictureError> {
        Ok(self.scene(figure, moment)?.svg(self.look.size, SvgUse::Frame(self.look.theme, caption)))
    }

    fn scene(&self, figure: &mut Figure<'_>, moment: f64) -> Result<SheetScene<'_>, PictureError> {
        let parts = FigureParts::new(figure, moment, &self.view)?;
        let width = HEIGHT * f64::from(self.look.size.0) / f64::from(self.look.size.1.max(1));
        let ground = self.ground(moment);
        let sheet = OnSheet { scale: self.scale, middle: self.view.flat(ground) + self.up, width };
        Ok(SheetScene::new(figure, moment, parts, &self.view, sheet, Some(ground)))
    }

    /// The place on the floor below the middle of the picture at a moment (seconds).
    fn ground(&self, moment: f64) -> DVec3 {
        let last = self.grounds.len().saturating_sub(1);
        let place = if self.step > 0.0 { ((moment - self.from) / self.step).clamp(0.0, last as f64) } else { 0.0 };
        let before = place.floor() as usize;
        self.grounds.at(before).lerp(self.grounds.at((before + 1).min(last)), place.fract())
    }
}

/// Means of the places over [`CALM`] seconds around each. `step`: seconds between places.
fn calmed(places: &[DVec3], step: f64) -> Vec<DVec3> {
    let reach = if step > 0.0 { (0.5 * CALM / step).round() as usize } else { 0 };
    (0..places.len())
        .map(|index| {
            // As many on both sides, so that the ends stay where they are.
            let reach = reach.min(index).min(places.len() - 1 - index);
            let around = places.get(index - reach..=index + reach).unwrap_or_default();
            around.iter().sum::<DVec3>() / around.len().max(1) as f64
        })
        .collect()
}
