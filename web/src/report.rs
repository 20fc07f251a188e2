//! What the shell reads at every picture: numbers that lie in the module's memory, so that reading them takes no call.

use glam::Vec3;
use marey::model::Motion;
use marey_stage::scene::{Figure, Scene};

/// One number after the other, in the order of the shell's `report.js`, which the test below compares. Places of what
/// there is none of are filled with NaN. The pose, and what follows from it, is the one of the last step.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Report {
    /// Seconds in the clip's own time.
    time: f64,
    /// Seconds from the first frame to the last one that has arrived.
    duration: f64,
    /// The frame at or before now, counted from 0.
    frame: f64,
    /// Frames that have arrived.
    frame_count: f64,
    /// Seconds from frame to frame.
    frame_time: f64,
    /// Which one plays: its index.
    behaviour: f64,
    /// Metres between the grid lines that are plain to see.
    grid_spacing: f64,
    /// The ends of an edge of the grid's squares, CSS x, y, x, y; none where it would lie on something.
    ground_edge: [f64; 4],
    /// The highlighted joint: CSS x, y; none while it is behind the camera.
    joint_screen: [f64; 2],
    /// The same joint: x, y, z in the file's axes and units.
    joint_world: [f64; 3],
    /// The same joint: its rotation against its parent, x, y, z, w.
    joint_rotation: [f64; 4],
    /// x, y, z in the file's axes and units; none while it is not shown.
    mass_centre: [f64; 3],
    /// 1 while the camera goes where the figure goes.
    follows: f64,
    /// Pictures drawn since the stage was made.
    draw_count: f64,
    /// About how many bytes of the module's memory the clip takes.
    bytes: f64,
}

impl Report {
    /// What a scene tells now.
    pub fn new(scene: &Scene, draw_count: u32) -> Self {
        let time = scene.clock.time();
        let figure = scene.figure();
        let motion = figure.map(Figure::motion);
        let joint = scene.highlighted();
        let pose = figure.map(Figure::pose);
        let world = joint.zip(pose).and_then(|(joint, pose)| pose.world.get(joint));
        let rotation = joint.zip(pose).and_then(|(joint, pose)| pose.rotations.get(joint));
        Self {
            time,
            duration: motion.map_or(0.0, Motion::duration),
            frame: motion.map_or(0, |motion| motion.locate(time).from) as f64,
            frame_count: motion.map_or(0, Motion::frame_count) as f64,
            frame_time: motion.map_or(0.0, Motion::frame_time),
            behaviour: figure.map_or(0, Figure::behaviour) as f64,
            grid_spacing: f64::from(scene.grid_spacing()),
            ground_edge: numbers(scene.measure_on_screen().map(|[a, b]| [a.x, a.y, b.x, b.y])),
            joint_screen: numbers(joint.and_then(|joint| scene.joint_on_screen(joint)).map(|at| at.to_array())),
            joint_world: numbers(world.map(|world| Vec3::from(world.translation).to_array())),
            joint_rotation: numbers(rotation.map(|rotation| rotation.to_array())),
            mass_centre: numbers(scene.mass_centre().map(|at| at.to_array())),
            follows: f64::from(u8::from(scene.follows())),
            draw_count: f64::from(draw_count),
            bytes: figure.map_or(0, Figure::bytes) as f64,
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

    /// Every field and the place of its first number.
    fn places() -> Vec<(String, usize)> {
        macro_rules! fields {
            ($($name:ident)*) => { [$((stringify!($name), offset_of!(Report, $name))),*] };
        }
        let fields = fields!(time duration frame frame_count frame_time behaviour grid_spacing ground_edge joint_screen joint_world
            joint_rotation mass_centre follows draw_count bytes);
        fields.map(|(name, offset)| (camel_case(name), offset / size_of::<f64>())).to_vec()
    }

    fn camel_case(name: &str) -> String {
        let mut words = name.split('_');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
    }

    #[test]
    fn every_number_lies_where_the_shell_reads_it() {
        let shell = include_str!("../../www/player/report.js");
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
        assert_eq!(end * size_of::<f64>(), size_of::<Report>());
    }

    #[test]
    fn of_what_there_is_none_of_there_are_no_numbers() {
        let Report {
            time, duration, frame, joint_screen, joint_world, joint_rotation, mass_centre, draw_count, ..
        } = Report::new(&Scene::new(), 3);
        assert_eq!([time, duration, frame, draw_count], [0.0, 0.0, 0.0, 3.0]);
        let all = [&joint_screen[..], &joint_world, &joint_rotation, &mass_centre].concat();
        assert!(all.iter().all(|number| number.is_nan()), "{all:?}");
    }
}
