//! A body for every motion: one closed, smooth mannequin around the joints of a person.
//!
//! The figure is brought into a pose of the generator's own, so that rest poses do not matter: [`bind_pose`]. Its bones tell how large the
//! person is ([`measures`]), and a coarse cage is put around them: [`trunk`] and [`head`], [`leg`], [`arm`] and [`hand`] are one surface, and
//! [`fingers`] are tubes that begin inside the palm. One step of [subdivision](marey_kernels::subdivision) makes it smooth, its weights
//! included. [`binds`] has the joints that move it, and helpers between them; [`plain`] shares these out among the joints. Lengths of tables
//! are metres of a person of 1.75 m.
//!
//! ```no_run
//! use marey::body::BodyMap;
//! use marey::look::body_of;
//!
//! # let bytes: &[u8] = &[];
//! let mut clip = marey::formats::parse("walk.bvh", bytes, marey::Limits::default())?;
//! clip.skin = Some(body_of(&clip)?.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arm;
mod bind_pose;
mod binds;
mod builder;
mod cage;
mod fingers;
mod hand;
mod head;
mod leg;
mod measures;
mod person;
mod plain;
mod refusal;
mod sole;
mod trunk;
mod turn_words;
mod turning;
mod weights;

use glam::{Mat3, Vec3};
use marey_kernels::subdivision::SmoothSurface;
use marey_kernels::surface::{folds, normals};

use self::bind_pose::{BindPose, SIGNS};
use self::binds::BodyBinds;
use self::builder::{BodySide, Builder};
use self::cage::Cage;
use self::leg::FootPlace;
use self::measures::BodyMeasures;
use self::person::Person;
pub use self::plain::plain_body;
pub use self::refusal::{BodyPart, NoBody};
use self::sole::FootStanding;
pub use self::turning::BodyTurns;
use crate::body::{BodyMap, NoMap, Subject};
use crate::model::{Clip, Skin, SkinCorner, SkinParts, Turn};
use crate::pose::rotation_of;

/// The usual length of a leg from hip to ankle, metres.
const LEG: f32 = 0.8606;
/// Points this near to the sole are on it, and those of the foot are this near to the ankle.
const ON_SOLE: f32 = 0.004;
const NEAR_FOOT: f32 = 0.3;
/// How fast the surface darkens with the depth of a fold, and how much darker the deepest fold is: points below the chin, in the armpits and
/// between the legs see less of the sky than others.
const DARKENING: f32 = 2.2;
const DARKEST: f32 = 0.55;

/// The body of a clip's figure, by its first motion, in the unit and up axis that the clip states or that are guessed.
///
/// # Errors
/// [`NoBody`] if the figure is no person, or one whose parts do not fit each other.
pub fn body_of(clip: &Clip) -> Result<Skin, NoBody> {
    let subject = Subject::new(clip, 0).map_err(|_| NoMap::NoMotion)?;
    generated_body(&subject, &BodyMap::whole_of_subject(&subject)?)
}

/// A body around the joints of a person: up to 3,000 points with four binds at most, a [generated](Skin::generated) skin. It is made
/// from the bones' lengths and from how the feet stand, and fits every motion of the skeleton. The same joints give the same body.
///
/// `map`: the parts of the subject's skeleton, all of them. The skin's space has the file's axes and unit.
///
/// # Errors
/// [`NoBody`] if the joints are not those of a whole person.
pub fn generated_body(subject: &Subject<'_>, map: &BodyMap) -> Result<Skin, NoBody> {
    let person = Person::new(subject, map)?;
    let leg = |side: &crate::body::SideMap| {
        person.reference.way(side.thigh, side.shin).length() + person.reference.way(side.shin, side.foot).length()
    };
    let k = map.sides.iter().map(leg).sum::<f32>() / (2.0 * LEG);
    let standing = FootStanding::of_feet(&person, k);
    let floor = subject.survey.ground * person.metres_per_unit;
    let standing_ankle = FootStanding::ankle(&standing, floor);
    let bind = BindPose::new(&person, &standing);
    let measures = BodyMeasures::new(&person, &bind)?;
    let binds = BodyBinds::new(&person, &bind);
    let sides = [0, 1].map(|index: usize| BodySide {
        index,
        sign: SIGNS[index],
        map: &map.sides[index],
        binds: &binds.sides[index],
    });
    let mut builder = Builder {
        person: &person,
        bind: &bind,
        measures: &measures,
        binds: &binds,
        standing_ankle,
        cage: Cage::default(),
    };
    let trunk = builder.add_trunk(sides);
    builder.add_head(&trunk, sides);
    for side in sides {
        builder.add_leg(&trunk, side);
        builder.add_arm(&trunk, side);
    }
    let mut surface = builder.cage.smooth(binds.len());
    for side in sides {
        let ankle = bind.place(side.map.foot);
        level_sole(&mut surface, &builder, side, ankle);
    }
    let (skin, turns) = parts(&person, &bind, surface, binds);
    Ok(Skin::new("body", skin, subject.skeleton())?.with_turns(turns)?)
}

/// Makes a foot's sole flat.
fn level_sole(surface: &mut SmoothSurface, builder: &Builder<'_>, side: BodySide<'_>, ankle: Vec3) {
    let k = builder.measures.k;
    let sole = ankle.y - FootPlace::new(builder, side).ankle;
    for point in &mut surface.points {
        let is_near = (*point - ankle).with_y(0.0).length() < NEAR_FOOT * k && point.x * side.sign > 0.0;
        if is_near && point.y < sole + ON_SOLE * k {
            point.y = sole;
        }
    }
}

/// The lists of the model's skin, in the file's axes and unit, and how its last binds turn.
fn parts(person: &Person<'_>, bind: &BindPose, surface: SmoothSurface, binds: BodyBinds) -> (SkinParts, Vec<Turn>) {
    let to_file = Mat3::from_quat(rotation_of(&person.upright).inverse());
    let factor = person.metres_per_unit.recip();
    let (binds, turns, places) = binds.into_parts(person, bind);
    let mut influences = Vec::with_capacity(4 * surface.points.len());
    let mut corners = Vec::with_capacity(surface.points.len());
    let normals = normals(&surface.points, &surface.triangles);
    let folds = folds(&surface.points, &normals, &surface.triangles, [DARKENING, DARKEST]);
    for (((point, normal), weights), fold) in surface.points.iter().zip(normals).zip(&surface.weights).zip(folds) {
        let first = influences.len();
        for (bind, weight) in weights.iter().filter(|(_, weight)| *weight > 0.0) {
            influences.push([*weight, 0.0, 0.0, f32::from(places + *bind)]);
        }
        let mut corner = SkinCorner::rigid(to_file * *point * factor, to_file * normal, first as u32);
        corner.influences = (influences.len() - first) as u16;
        corner.colour = [(255.0 * fold) as u8, 0, 0, 0];
        corners.push(corner);
    }
    (SkinParts { binds, influences, corners, triangles: surface.triangles, ..SkinParts::default() }, turns)
}
