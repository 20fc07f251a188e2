//! Standing humans by ISO/IEC 19774-1 (HAnim), at levels of articulation 1 to 4, one of level 2 in a skin, and a
//! waving one.
//!
//! Names, levels and segments are the reader's. `centres.txt` has the positions of the joints in metres, Y up, facing +Z, the feet on
//! y = 0; `sites.txt` has those of the sites. Both leave out the right side, which mirrors the left, and have middle points at x = 0,
//! where the standard's are a few millimetres aside.
//!
//! Sources:
//! - Joints of levels 1 to 3 without the foot: the figure of Annex A of 19774:2006, with the new names.
//! - The foot: Annex A has three joints, all on the ground. An example of level 4 by the Web3D Consortium has all joints in a foot of 21 cm,
//!   enlarged here by a quarter, to Annex A's 26 cm, about the ball of the second toe. The example has the big toe's last joint at 0 0 0;
//!   here it is placed by proportion.
//! - The hand of level 4 (`midcarpal`): half way from the wrist to the joint below, where the example has them beneath the knuckles.
//! - Sites: Annex A. Those marked `*`, the foot's and those that the first version did not have, are placed by anatomy.

mod flesh;
mod skin;
#[allow(dead_code, unused_imports, reason = "the reader's tables; its checks are its own")]
#[path = "../../../../../src/formats/hanim/figure/standard/mod.rs"]
mod standard;
#[cfg(test)]
mod tests;
mod wave;
mod x3d;

use anyhow::Result;
use glam::DVec3;

const CENTRES: &str = include_str!("centres.txt");
const SITES: &str = include_str!("sites.txt");

/// A figure with every rotation at 0.
pub struct Human {
    pub level: u8,
    /// Parents first.
    pub joints: Vec<HumanJoint>,
    pub sites: Vec<HumanSite>,
}

pub struct HumanJoint {
    pub name: String,
    pub parent: Option<usize>,
    pub segment: String,
    pub centre: DVec3,
}

pub struct HumanSite {
    pub name: String,
    /// Index of the joint whose segment it is on.
    pub joint: usize,
    pub at: DVec3,
}

impl Human {
    pub fn new(level: u8) -> Self {
        let standard = standard::joints();
        let centre = places(CENTRES);
        let kept: Vec<usize> = (0..standard.len()).filter(|at| standard[*at].level <= level).collect();
        let joints: Vec<HumanJoint> = kept
            .iter()
            .map(|at| {
                let joint = &standard[*at];
                // The nearest ancestor that this level has.
                let above = std::iter::successors(joint.parent, |above| standard[*above].parent);
                let parent = above.filter_map(|above| kept.binary_search(&above).ok()).next();
                HumanJoint {
                    name: joint.name.clone(),
                    parent,
                    segment: joint.segment.clone(),
                    centre: centre(&joint.name),
                }
            })
            .collect();
        let at = places(SITES);
        let sites = standard::sites().into_iter().map(|site| {
            let segment = &site.segments[4 - usize::from(level)];
            let joint = joints.iter().position(|joint| joint.segment == *segment);
            // A test proves that every level has the segments of its sites.
            HumanSite { joint: joint.unwrap_or_default(), at: at(&site.name), name: site.name }
        });
        Self { level, sites: sites.collect(), joints }
    }

    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }
}

/// The position of a name in a list, mirrored for the right side.
fn places(list: &'static str) -> impl Fn(&str) -> DVec3 {
    let lines: Vec<Vec<&str>> = list.lines().map(|line| line.split(' ').collect()).collect();
    move |name| {
        let (listed, sign) = match name.strip_prefix("r_") {
            Some(rest) => (format!("l_{rest}"), -1.0),
            None => (name.to_owned(), 1.0),
        };
        let line = lines.iter().find(|line| line[0] == listed);
        let number = |at: usize| line.and_then(|line| line.get(at)?.parse::<f64>().ok()).unwrap_or(f64::NAN);
        DVec3::new(sign * number(1), number(2), number(3))
    }
}

pub fn files() -> Result<Vec<(String, String)>> {
    let standing = |level| Ok((format!("human-loa{level}.x3d"), x3d::standing(&Human::new(level))?));
    let mut files = (1..=4).map(standing).collect::<Result<Vec<_>>>()?;
    let human = Human::new(2);
    files.push(("human.x3d".into(), x3d::in_skin(&human)?));
    let gestures = wave::gestures(&human);
    files.push(("wave.x3d".into(), x3d::by_interpolators(&human, &gestures)?));
    files.push(("wave-motion.x3d".into(), x3d::by_motion(&human, &gestures[0])?));
    Ok(files)
}
