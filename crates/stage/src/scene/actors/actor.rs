//! One actor: which clip it shows, when, where, and in which colours.

use glam::{Affine3A, Vec3, Vec3A};

use marey::compact::maths::{sin_cos, wrap};
use marey::look::Tint;

/// A figure on the stage beside the clip's own, or the clip's own with another place and other colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Actor {
    /// The clip: 0 for the stage's own, from 1 on the other clips in the order in which they were added.
    pub clip: usize,
    /// Its time.
    pub when: When,
    /// Its displacement on the stage, metres, after it was turned.
    pub offset: Vec3,
    /// How far it is turned around the stage's vertical axis, radians, from +X to -Z.
    pub turn: f32,
    /// Its highlighted joint.
    pub highlighted: Option<usize>,
    /// Its colours.
    pub tint: Tint,
}

/// The time of an actor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum When {
    /// The actor stands still at a moment of its clip, seconds.
    At(f64),
    /// The actor plays with the stage's clock.
    Plays {
        /// The clock's time at which its clip begins, seconds.
        start: f64,
        /// Its speed; 1 is that of the clock.
        rate: f64,
        /// Behaviour before its clip begins and after it ended.
        beyond: Beyond,
    },
    /// The actor is the clip's own figure, at the clock's time.
    Own,
    /// The actor is the clip's own figure, which is not drawn.
    Hidden,
}

/// Behaviour of an actor before its clip begins and after it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Beyond {
    /// The actor stands, translucent, as it begins or ends.
    #[default]
    Holds,
    /// The actor is not drawn.
    Leaves,
    /// The clip begins again.
    Loops,
    /// The actor is never drawn; the clock has room for it.
    Unseen,
}

impl Default for Actor {
    fn default() -> Self {
        Self { clip: 0, when: When::At(0.0), offset: Vec3::ZERO, turn: 0.0, highlighted: None, tint: Tint::default() }
    }
}

impl Actor {
    /// The numbers of one actor for [`from_numbers`](Self::from_numbers).
    pub const NUMBERS: usize = 16;

    /// An actor from its clip, kind (0 stands, 1 plays, 2 the clip's own figure, 3 that one hidden), moment or start, rate, what it does
    /// beyond its clip (0 holds, 1 leaves, 2 loops, 3 it is unseen within it, too), displacement along x and z, turn, highlighted joint
    /// (-1 for none), colour (r, g, b), `share`, `greyed`, `right`, `opacity`.
    pub fn from_numbers(numbers: &[f64; Self::NUMBERS]) -> Self {
        let [clip, kind, moment, rate, beyond, x, z, turn, highlighted, r, g, b, share, greyed, right, opacity] =
            *numbers;
        let when = match kind as u32 {
            0 => When::At(moment),
            1 => When::Plays {
                start: moment,
                rate,
                beyond: match beyond as u32 {
                    0 => Beyond::Holds,
                    1 => Beyond::Leaves,
                    2 => Beyond::Loops,
                    _ => Beyond::Unseen,
                },
            },
            2 => When::Own,
            _ => When::Hidden,
        };
        Self {
            // The cast turns NaN into 0 and saturates large values.
            clip: clip as usize,
            when,
            offset: Vec3::new(x as f32, 0.0, z as f32),
            turn: turn as f32,
            highlighted: (highlighted >= 0.0).then_some(highlighted as usize),
            tint: Tint {
                colour: [r as f32, g as f32, b as f32],
                share: share as f32,
                greyed: greyed as f32,
                right: right as f32,
                opacity: opacity as f32,
            },
        }
    }

    /// From where its clip puts the figure to where it stands.
    pub(in crate::scene) fn place(&self) -> Affine3A {
        let (sine, cosine) = sin_cos(self.turn);
        let (x, z) = (Vec3A::new(cosine, 0.0, -sine), Vec3A::new(sine, 0.0, cosine));
        Affine3A::from_cols(x, Vec3A::Y, z, self.offset.into())
    }

    /// Whether it may be drawn beside the clip's own figure.
    pub(super) fn stands_beside(&self) -> bool {
        !matches!(self.when, When::Own | When::Hidden | When::Plays { beyond: Beyond::Unseen, .. })
    }

    /// The time in its clip of `duration` seconds while the clock shows `clock`, and whether the clip plays then; `None` if the actor has
    /// left.
    pub(super) fn moment(&self, clock: f64, duration: f64) -> Option<(f64, bool)> {
        let When::Plays { start, rate, beyond } = self.when else {
            return Some((if let When::At(moment) = self.when { moment } else { clock }, true));
        };
        let time = (clock - start) * rate;
        // A pose has no time that it could be beyond.
        if duration == 0.0 && matches!(beyond, Beyond::Holds | Beyond::Loops) {
            return Some((0.0, true));
        }
        if beyond != Beyond::Unseen && (0.0..=duration).contains(&time) {
            return Some((time, true));
        }
        match beyond {
            Beyond::Holds => Some((if time > 0.0 { duration } else { 0.0 }, false)),
            Beyond::Loops => Some((wrap(time, duration), true)),
            Beyond::Leaves | Beyond::Unseen => None,
        }
    }
}

/// The look of an actor that waits for its clip to begin, or has ended.
pub(super) fn faint(tint: Tint) -> Tint {
    Tint { greyed: 0.5, opacity: tint.opacity * 0.4, ..tint }
}
