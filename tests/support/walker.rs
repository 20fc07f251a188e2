//! A person who walks.

use marey::Limits;
use marey::formats::parse;
use marey::model::Clip;

/// A person who walks along Z: each foot rests for half a second and swings 1.2 m forward in the next, the right one half a second
/// after the left. `height` of the swing, centimetres.
pub fn walker(frames: u16, height: f32) -> Clip {
    parse("walk.bvh", walker_text(frames, height).as_bytes(), Limits::default()).unwrap()
}

/// The same as the text of a BVH.
pub fn walker_text(frames: u16, height: f32) -> String {
    let leg = |side: &str, x: f32| {
        format!(
            "JOINT {side}UpLeg {{ OFFSET {x} 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}Leg {{ OFFSET 0 -42 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}Foot {{ OFFSET 0 -42 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
             End Site {{ OFFSET 0 -6 14 }} }} }} }}"
        )
    };
    let arm = |side: &str, x: f32| {
        format!(
            "JOINT {side}Arm {{ OFFSET {x} 45 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}ForeArm {{ OFFSET {x} 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}Hand {{ OFFSET {x} 0 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site {{ OFFSET {x} 0 0 }} }} }} }}"
        )
    };
    let mut text = format!(
        "HIERARCHY ROOT Hips {{ OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation {} {} {} {}
         JOINT Spine {{ OFFSET 0 30 0 CHANNELS 3 Zrotation Xrotation Yrotation JOINT Head {{ OFFSET 0 30 0
         CHANNELS 3 Zrotation Xrotation Yrotation End Site {{ OFFSET 0 18 0 }} }} }} }}
         MOTION\nFrames: {frames}\nFrame Time: 0.02\n",
        leg("Left", 9.0),
        leg("Right", -9.0),
        arm("Left", 24.0),
        arm("Right", -24.0),
    );
    for frame in 0..frames {
        let time = f32::from(frame) * 0.02;
        let hips = 120.0 * time;
        // The foot's place on the ground and its height.
        let foot = |phase: f32| {
            let cycles = time + phase;
            let swing = ((cycles.fract() - 0.5) * 2.0).max(0.0);
            let forward = 120.0 * (cycles.floor() - phase + swing);
            (forward - hips, height * (swing * std::f32::consts::PI).sin())
        };
        let (left, right) = (foot(0.0), foot(0.5));
        let leg = |(z, y): (f32, f32)| format!("0 0 0 0 0 0 0 {} {z} 0 0 0", y - 42.0);
        text += &format!("0 90 {hips} 0 0 0 {} {} {} {}\n", leg(left), leg(right), "0 ".repeat(18), "0 ".repeat(6));
    }
    text
}
