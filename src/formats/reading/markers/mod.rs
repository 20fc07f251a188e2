//! Points in space with labels: the markers of optical motion capture, as C3D and TRC record them. A reader fills a [`Recording`]; all
//! else about points is here, because it is the same in both formats.
//!
//! - [`recording`]: labels, places, and which points are no points; [`labels`] has the subject before a colon.
//! - [`sets`]: the table of marker sets, with the sticks between their markers; [`rigid`] joins other points whose distance stays.
//! - [`upright`]: the vertical, from the feet to the trunk, where the file does not state it.
//! - [`figure`]: the points with their sticks, which are [links](crate::model::Skeleton::links), or a person; [`centres`]: the joint centres of a person among
//!   the points.
//! - [`clip`]: the clip. A hidden point stays where it was last seen, is not drawn, and has the
//!   [visibility](crate::model::Clip::visibility) 0.
//!
//! | code | cause; what was done |
//! |---|---|
//! | `markers.far` | places past 1e11; such a point is hidden there |
//! | `markers.zeros` | no point has a place other than the origin; told |
//! | `markers.unit` | a person of another size than people have, by the unit in the file; told |

mod centres;
mod clip;
mod figure;
mod labels;
mod recording;
mod rigid;
mod sets;
mod upright;

pub(crate) use clip::NoClip;
pub(crate) use recording::Recording;
