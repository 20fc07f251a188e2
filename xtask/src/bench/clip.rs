//! Clips of any length for the measures: a figure that marches on the spot, with 31 joints, 96 channels, 120 frames a second and four
//! decimals, as in the best known motion library.

use std::f64::consts::TAU;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context, Result};

/// Name, parent, offset from the parent in centimetres.
type BenchJoint = (&'static str, usize, [f64; 3]);

const JOINTS: [BenchJoint; 31] = [
    ("Hips", 0, [0.0, 0.0, 0.0]),
    ("LeftHipJoint", 0, [0.0, 0.0, 0.0]),
    ("LeftUpLeg", 1, [8.8, -4.0, 0.0]),
    ("LeftLeg", 2, [0.0, -42.9, 0.0]),
    ("LeftFoot", 3, [0.0, -43.1, 0.0]),
    ("LeftToeBase", 4, [0.0, -5.0, 12.0]),
    ("RightHipJoint", 0, [0.0, 0.0, 0.0]),
    ("RightUpLeg", 6, [-8.8, -4.0, 0.0]),
    ("RightLeg", 7, [0.0, -42.9, 0.0]),
    ("RightFoot", 8, [0.0, -43.1, 0.0]),
    ("RightToeBase", 9, [0.0, -5.0, 12.0]),
    ("LowerBack", 0, [0.0, 8.0, -1.0]),
    ("Spine", 11, [0.0, 12.0, -1.0]),
    ("Spine1", 12, [0.0, 13.0, -0.5]),
    ("Neck", 13, [0.0, 19.5, 0.5]),
    ("Neck1", 14, [0.0, 4.0, 1.0]),
    ("Head", 15, [0.0, 4.6, 1.0]),
    ("LeftShoulder", 13, [2.5, 12.4, 3.0]),
    ("LeftArm", 17, [16.8, 1.0, -3.5]),
    ("LeftForeArm", 18, [32.5, 0.0, 0.0]),
    ("LeftHand", 19, [25.5, 0.0, 0.0]),
    ("LeftFingers", 20, [9.4, 0.0, 0.0]),
    ("LeftFingerTips", 21, [5.0, 0.0, 0.0]),
    ("LeftThumb", 20, [2.0, -1.0, 3.0]),
    ("RightShoulder", 13, [-2.5, 12.4, 3.0]),
    ("RightArm", 24, [-16.8, 1.0, -3.5]),
    ("RightForeArm", 25, [-32.5, 0.0, 0.0]),
    ("RightHand", 26, [-25.5, 0.0, 0.0]),
    ("RightFingers", 27, [-9.4, 0.0, 0.0]),
    ("RightFingerTips", 28, [-5.0, 0.0, 0.0]),
    ("RightThumb", 27, [-2.0, -1.0, 3.0]),
];

const RATE: f64 = 120.0;
/// The march repeats after so many frames: more text than a branch predictor remembers.
const CYCLE: usize = 1320;

/// Writes a clip of `bytes` bytes and at most a row more, in the format of the path's extension. An AMC gets its ASF beside it.
pub fn write(path: &Path, bytes: usize) -> Result<()> {
    if path.extension().is_some_and(|extension| extension == "amc") {
        return write_amc(path, bytes);
    }
    let rows: Vec<String> = (0..CYCLE).map(row).collect();
    let header = hierarchy();
    let (mut size, mut frames) = (header.len(), 0);
    for row in rows.iter().cycle() {
        if size >= bytes {
            break;
        }
        size += row.len();
        frames += 1;
    }
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut out = BufWriter::new(file);
    write!(out, "{header}MOTION\nFrames: {frames}\nFrame Time: {:.7}\n", 1.0 / RATE)?;
    for row in rows.iter().cycle().take(frames) {
        out.write_all(row.as_bytes())?;
    }
    Ok(out.flush()?)
}

fn write_amc(path: &Path, bytes: usize) -> Result<()> {
    std::fs::write(path.with_extension("asf"), skeleton())?;
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut out = BufWriter::new(file);
    let rows: Vec<String> = (0..CYCLE).map(amc_row).collect();
    let mut size = out.write(b":FULLY-SPECIFIED\n:DEGREES\n")?;
    for (frame, row) in (1..).zip(rows.iter().cycle()) {
        if size >= bytes {
            break;
        }
        let number = format!("{frame}\n");
        out.write_all(number.as_bytes())?;
        out.write_all(row.as_bytes())?;
        size += number.len() + row.len();
    }
    Ok(out.flush()?)
}

fn skeleton() -> String {
    let mut text = String::from(
        ":version 1.10\n:name clip\n:units\n mass 1\n length 1\n angle deg\n:root\n order TX TY TZ RZ RY RX\n axis XYZ\n \
         position 0 0 0\n orientation 0 0 0\n:bonedata\n",
    );
    for (index, (name, _, offset)) in JOINTS.iter().enumerate().skip(1) {
        let [x, y, z] = offset;
        let length = (x * x + y * y + z * z).sqrt().max(1e-3);
        let [x, y, z] = offset.map(|value| value / length);
        let axis = (index * 7) % 40;
        let _ =
            write!(text, " begin\n id {index}\n name {name}\n direction {x:.6} {y:.6} {z:.6}\n length {length:.4}\n");
        let _ = write!(text, " axis {axis} 0 {axis} XYZ\n dof rx ry rz\n end\n");
    }
    text.push_str(":hierarchy\n begin\n");
    for (parent, (name, ..)) in JOINTS.iter().enumerate() {
        let children = JOINTS.iter().enumerate().skip(1).filter(|(_, joint)| joint.1 == parent);
        let children: String = children.map(|(_, joint)| format!(" {}", joint.0)).collect();
        if !children.is_empty() {
            let _ = writeln!(text, " {}{children}", if parent == 0 { "root" } else { name });
        }
    }
    text + " end\n"
}

/// A frame of the AMC, a line for each bone.
fn amc_row(frame: usize) -> String {
    let row = row(frame);
    let mut numbers = row.trim_end().split(' ');
    let mut text = String::new();
    for (index, (name, ..)) in JOINTS.iter().enumerate() {
        let (name, count) = if index == 0 { ("root", 6) } else { (*name, 3) };
        text.push_str(name);
        for number in numbers.by_ref().take(count) {
            let _ = write!(text, " {number}");
        }
        text.push('\n');
    }
    text
}

fn hierarchy() -> String {
    let mut text = String::from("HIERARCHY\n");
    let mut open: Vec<usize> = Vec::new();
    for (index, (name, parent, offset)) in JOINTS.iter().enumerate() {
        while open.last().is_some_and(|last| last != parent) {
            open.pop();
            let _ = writeln!(text, "{}}}", "\t".repeat(open.len()));
        }
        let tab = "\t".repeat(open.len());
        let (kind, channels) = if index == 0 { ("ROOT", "6 Xposition Yposition Zposition") } else { ("JOINT", "3") };
        let [x, y, z] = offset;
        let _ = write!(text, "{tab}{kind} {name}\n{tab}{{\n{tab}\tOFFSET {x:.4} {y:.4} {z:.4}\n");
        let _ = writeln!(text, "{tab}\tCHANNELS {channels} Zrotation Yrotation Xrotation");
        let is_leaf = !JOINTS.iter().skip(index + 1).any(|(_, parent, _)| *parent == index);
        if is_leaf {
            let [x, y, z] = offset.map(|v| v * 0.6);
            let _ = write!(text, "{tab}\tEnd Site\n{tab}\t{{\n{tab}\t\tOFFSET {x:.4} {y:.4} {z:.4}\n{tab}\t}}\n");
        }
        open.push(index);
    }
    for depth in (0..open.len()).rev() {
        let _ = writeln!(text, "{}}}", "\t".repeat(depth));
    }
    text
}

/// A row of the BVH: its numbers change smoothly and do not repeat within the cycle.
fn row(frame: usize) -> String {
    let time = frame as f64 / RATE;
    let wave = |beats: f64, phase: f64| (TAU * (beats * time / (CYCLE as f64 / RATE) + phase)).sin();
    let mut text = format!("{:.4} {:.4} {:.4}", 2.0 * wave(11.0, 0.2), 95.0 + wave(22.0, 0.0), 3.0 * wave(1.0, 0.0));
    for (index, (name, _, _)) in JOINTS.iter().enumerate() {
        let right = name.starts_with("Right");
        let phase = if right { 0.5 } else { 0.0 } + 0.013 * index as f64;
        let side = if right { 1.0 } else { -1.0 };
        let lowered = if name.ends_with("Arm") && !name.contains("Fore") { 70.0 * side } else { 0.0 };
        let swing = if name.contains("Leg") || name.contains("Arm") { 28.0 } else { 10.5 };
        let z = lowered + 10.5 * wave(11.0, phase) + 1.5 * wave(3.0, phase);
        let y = 10.5 * wave(11.0, phase + 0.3) + 2.0 * wave(7.0, phase);
        let x = swing * wave(11.0, phase) + 1.5 * wave(5.0, phase);
        let _ = write!(text, " {z:.4} {y:.4} {x:.4}");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clip_has_the_requested_shape_and_size() {
        let path = std::env::temp_dir().join(format!("xtask-clip-{}.bvh", std::process::id()));
        write(&path, 1_000_000).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!((1_000_000..1_001_500).contains(&text.len()), "{}", text.len());
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert_eq!(text.matches("End Site").count(), 7);
        let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Frame Time")).skip(1).collect();
        assert!(text.contains(&format!("Frames: {}\n", rows.len())));
        for row in &rows {
            assert_eq!(row.split(' ').count(), 96);
        }
        let a_number = rows.iter().map(|row| row.len() + 1).sum::<usize>() as f64 / (96 * rows.len()) as f64;
        assert!((7.7..7.95).contains(&a_number), "{a_number} bytes a number");
    }
}
