//! Reads a written sample independently of the generator, for the tests.

use glam::{DMat3, DVec3};
use std::collections::HashMap;

#[derive(Default)]
pub struct BvhNode {
    pub name: String,
    pub parent: Option<usize>,
    pub offset: DVec3,
    channels: Vec<String>,
}

pub struct File {
    pub nodes: Vec<BvhNode>,
    pub frame_time: f64,
    pub rows: Vec<Vec<f64>>,
    index: HashMap<String, usize>,
}

impl File {
    pub fn read(text: &str) -> Self {
        let (head, motion) = text.split_once("MOTION\n").unwrap();
        let mut nodes: Vec<BvhNode> = Vec::new();
        let mut open = Vec::new();
        for line in head.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["ROOT" | "JOINT", name] => {
                    nodes.push(BvhNode { name: (*name).into(), parent: open.last().copied(), ..BvhNode::default() });
                    open.push(nodes.len() - 1);
                }
                ["End", "Site"] => {
                    let parent = *open.last().unwrap();
                    let name = format!("{}End", nodes[parent].name);
                    nodes.push(BvhNode { name, parent: Some(parent), ..BvhNode::default() });
                    open.push(nodes.len() - 1);
                }
                ["OFFSET", x, y, z] => {
                    let [x, y, z] = [x, y, z].map(|n| n.parse().unwrap());
                    nodes[*open.last().unwrap()].offset = DVec3::new(x, y, z);
                }
                ["CHANNELS", count, names @ ..] => {
                    assert_eq!(count.parse::<usize>().unwrap(), names.len());
                    nodes[*open.last().unwrap()].channels = names.iter().map(|n| (*n).into()).collect();
                }
                ["}"] => drop(open.pop().unwrap()),
                ["{"] | ["HIERARCHY"] => (),
                other => panic!("{other:?}"),
            }
        }
        assert!(open.is_empty());
        let mut lines = motion.lines();
        let frames: usize = lines.next().unwrap().strip_prefix("Frames: ").unwrap().parse().unwrap();
        let frame_time = lines.next().unwrap().strip_prefix("Frame Time: ").unwrap().parse().unwrap();
        let row = |line: &str| -> Vec<f64> { line.split(' ').map(|n| n.parse().unwrap()).collect() };
        let rows: Vec<Vec<f64>> = lines.map(row).collect();
        assert_eq!(rows.len(), frames);
        let channels: usize = nodes.iter().map(|n| n.channels.len()).sum();
        assert!(rows.iter().all(|r| r.len() == channels && r.iter().all(|n| n.is_finite())));
        let index = nodes.iter().enumerate().map(|(i, n)| (n.name.clone(), i)).collect();
        Self { nodes, frame_time, rows, index }
    }

    pub fn node(&self, name: &str) -> usize {
        self.index[name]
    }

    pub fn channel(&self, joint: &str, name: &str) -> Vec<f64> {
        let before: usize = self.nodes[..self.node(joint)].iter().map(|n| n.channels.len()).sum();
        let at = before + self.nodes[self.node(joint)].channels.iter().position(|c| c == name).unwrap();
        self.rows.iter().map(|r| r[at]).collect()
    }

    pub fn world(&self, frame: usize) -> Vec<(DVec3, DMat3)> {
        let mut values = self.rows[frame].iter();
        let mut world: Vec<(DVec3, DMat3)> = Vec::new();
        for node in &self.nodes {
            let (mut at, mut turn) = (node.offset, DMat3::IDENTITY);
            for channel in &node.channels {
                let value = *values.next().unwrap();
                let angle = value.to_radians();
                match channel.as_str() {
                    "Xposition" => at.x = value,
                    "Yposition" => at.y = value,
                    "Zposition" => at.z = value,
                    "Xrotation" => turn *= DMat3::from_rotation_x(angle),
                    "Yrotation" => turn *= DMat3::from_rotation_y(angle),
                    "Zrotation" => turn *= DMat3::from_rotation_z(angle),
                    other => panic!("{other}"),
                }
            }
            let (origin, frame) = node.parent.map_or((DVec3::ZERO, DMat3::IDENTITY), |p| world[p]);
            world.push((origin + frame * at, frame * turn));
        }
        world
    }

    pub fn worlds(&self) -> Vec<Vec<(DVec3, DMat3)>> {
        (0..self.rows.len()).map(|f| self.world(f)).collect()
    }
}
