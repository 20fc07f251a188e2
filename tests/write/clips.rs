//! Clips to write, and how to read the files again.

use glam::Vec3;
use marey::model::{Clip, JointKind};
use marey_write::Excerpt;

use support::{self, case, cases};

/// All that can be read, but for figures that hang from a site: rotations of a body without its root. Written, that is a joint.
pub fn clips() -> Vec<(String, Clip)> {
    let hangs_from_site = |clip: &Clip| clip.skeleton.kinds().first() == Some(&JointKind::Site);
    let cases = cases();
    let all = cases.iter().filter_map(|case| Some((case.name.clone(), case.read().ok()?)));
    all.filter(|(_, clip)| !hangs_from_site(clip)).collect()
}

pub fn clip(format: &str, name: &str) -> Clip {
    case(format, name).read().unwrap()
}

pub fn read(name: &str, bytes: impl AsRef<[u8]>) -> Clip {
    read_set(&[(name, bytes)])
}

pub fn read_set(files: &[(&str, impl AsRef<[u8]>)]) -> Clip {
    let mut clips = support::read_set(files);
    let texts: Vec<_> = files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes.as_ref())).collect();
    assert_eq!(clips.len(), 1, "{}", texts.join("\n"));
    let (name, clip) = clips.remove(0);
    let clip = clip.unwrap_or_else(|refusal| panic!("{name}: {refusal}\n{}", texts.join("\n")));
    // Written files need no repair. A fixture's own peculiarities may be reported again: a rate in place of the frame
    // time, a slow rate, a skeleton that does not turn, a bone that moves against its flags.
    let expected =
        ["bvh.frame-time-long", "bvh.frame-time-slow", "bvh.reference-frame", "asf.positional", "anim.forbidden"];
    let odd = clip.warnings.iter().find(|warning| !expected.contains(&&*warning.code));
    assert_eq!(odd, None, "{name}: {}", texts.join("\n"));
    clip
}

pub fn excerpt_options(change: impl FnOnce(&mut Excerpt)) -> Excerpt {
    let mut excerpt_options = Excerpt::default();
    change(&mut excerpt_options);
    excerpt_options
}

/// A point of a figure with Y up in the same figure with Z up.
pub fn with_z_up(point: Vec3) -> Vec3 {
    Vec3::new(point.x, -point.z, point.y)
}

pub fn each(mut visit: impl FnMut(&str, &Clip, usize)) {
    for (name, clip) in clips() {
        for behaviour in 0..clip.behaviours.len() {
            visit(&name, &clip, behaviour);
        }
    }
}
