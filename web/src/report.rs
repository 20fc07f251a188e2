//! Numbers that the shell reads after every picture, directly from the module's memory, without a call.

use glam::Vec3;
use marey::model::Motion;
use marey_stage::scene::{Scene, StageFigure};

/// Consecutive numbers in the order of the shell's `report.js` (a test below compares the two). NaN marks a missing value.
/// The pose and the values derived from it are those of the last step.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct StageReport {
    /// Seconds in the clip's own time.
    time: f64,
    /// Seconds from the first frame to the last one received, of the figure that ends last.
    duration: f64,
    /// Where the clock begins, seconds: below 0 if another clip starts before this one.
    begin: f64,
    /// The current frame: the last one that starts at or before now, counted from 0.
    frame: f64,
    /// Frames received.
    frame_count: f64,
    /// Seconds per frame.
    frame_time: f64,
    /// Index of the behaviour that plays.
    behaviour: f64,
    /// Metres between clearly visible grid lines.
    grid_spacing: f64,
    /// Both ends of the grid square's edge that the page labels, CSS x, y, x, y; missing if there is no free place for it.
    ground_edge: [f64; 4],
    /// The highlighted joint: CSS x, y; missing while it is behind the camera.
    joint_screen: [f64; 2],
    /// The highlighted joint: x, y, z in the file's axes and units.
    joint_world: [f64; 3],
    /// The highlighted joint: its rotation relative to its parent, x, y, z, w.
    joint_rotation: [f64; 4],
    /// The centre of mass: x, y, z in the file's axes and units; missing while it is hidden.
    mass_centre: [f64; 3],
    /// 1 while the camera follows the figure.
    follows: f64,
    /// Frames written since the stage was created.
    draw_count: f64,
    /// Approximate memory of the clip in bytes.
    bytes: f64,
}

impl StageReport {
    /// Collects the current values of a scene.
    pub fn new(scene: &Scene, draw_count: u32) -> Self {
        let time = scene.clock.time();
        let figure = scene.figure();
        let motion = figure.map(StageFigure::motion);
        let joint = scene.highlighted();
        let pose = figure.map(StageFigure::pose);
        let world = joint.zip(pose).and_then(|(joint, pose)| pose.world.get(joint));
        let rotation = joint.zip(pose).and_then(|(joint, pose)| pose.rotations.get(joint));
        Self {
            time,
            duration: scene.clock.end(),
            begin: scene.clock.begin(),
            // Files round their frame times: at 2.6 s begins frame 156 of 0.0166667 s each.
            frame: motion.map_or(0, |motion| motion.locate(time + 0.01 * motion.frame_time()).from) as f64,
            frame_count: motion.map_or(0, Motion::frame_count) as f64,
            frame_time: motion.map_or(0.0, Motion::frame_time),
            behaviour: figure.map_or(0, StageFigure::behaviour) as f64,
            grid_spacing: f64::from(scene.grid_spacing()),
            ground_edge: numbers(scene.measure_on_screen().map(|[a, b]| [a.x, a.y, b.x, b.y])),
            joint_screen: numbers(joint.and_then(|joint| scene.joint_on_screen(joint)).map(|at| at.to_array())),
            joint_world: numbers(world.map(|world| Vec3::from(world.translation).to_array())),
            joint_rotation: numbers(rotation.map(|rotation| rotation.to_array())),
            mass_centre: numbers(scene.mass_centre().map(|at| at.to_array())),
            follows: f64::from(u8::from(scene.follows())),
            draw_count: f64::from(draw_count),
            bytes: figure.map_or(0, StageFigure::bytes) as f64,
        }
    }
}

fn numbers<const N: usize>(from: Option<[f32; N]>) -> [f64; N] {
    from.map_or([f64::NAN; N], |from| from.map(f64::from))
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    /// Every field and the index of its first number.
    fn places() -> Vec<(String, usize)> {
        macro_rules! fields {
            ($($name:ident)*) => { [$((stringify!($name), offset_of!(StageReport, $name))),*] };
        }
        let fields = fields!(time duration begin frame frame_count frame_time behaviour grid_spacing ground_edge joint_screen joint_world
            joint_rotation mass_centre follows draw_count bytes);
        fields.map(|(name, offset)| (camel_case(name), offset / size_of::<f64>())).to_vec()
    }

    fn camel_case(name: &str) -> String {
        let mut words = name.split('_');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
    }

    #[test]
    fn every_number_is_where_the_script_reads_it() {
        let shell = include_str!("../../www/player/recovery/report.js");
        let (_, list) = shell.split_once("const FIELDS = {").unwrap();
        let (list, _) = list.split_once("};").unwrap();
        let mut end = 0;
        let mut listed = Vec::new();
        for line in list.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.is_empty()) {
            let (name, count) = line.trim_end_matches(',').split_once(": ").unwrap();
            listed.push((name.to_owned(), end));
            end += count.parse::<usize>().unwrap();
        }
        assert_eq!(listed, places());
        assert_eq!(end * size_of::<f64>(), size_of::<StageReport>());
    }

    #[test]
    fn absent_values_are_nan() {
        let StageReport {
            time,
            duration,
            frame,
            joint_screen,
            joint_world,
            joint_rotation,
            mass_centre,
            draw_count,
            ..
        } = StageReport::new(&Scene::new(), 3);
        assert_eq!([time, duration, frame, draw_count], [0.0, 0.0, 0.0, 3.0]);
        let all = [&joint_screen[..], &joint_world, &joint_rotation, &mass_centre].concat();
        assert!(all.iter().all(|number| number.is_nan()), "{all:?}");
    }
}
