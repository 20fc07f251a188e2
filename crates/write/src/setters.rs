//! Setters of the options of all writers.

use super::{
    AcclaimOptions, AnimEvent, AnimOptions, BoneOptions, BvhOptions, Conversion, CsvOptions, Excerpt, GltfOptions,
    Moments, MotionNodes, RotationOrder, Sampling, SegmentOptions, SkelBone, SkelOptions, Space, TargetOptions,
    Thinning, X3dOptions,
};
use marey::model::Axis;
use marey::setters;

setters!(Excerpt { moments: Moments } optional { behaviour: usize, rate: f64, space: Space, metres_per_unit: f64, up: Axis, in_place: u16 });
setters!(Conversion { moments: Moments, in_place: bool, mirror: bool } optional { behaviour: usize, rate: f64, metres_per_unit: f64, up: Axis, source_metres: f64, source_up: Axis });
setters!(BvhOptions { sampling: Sampling, orders: Vec<(u16, RotationOrder)>, leave_out_still_channels: bool, sites: bool, portable: bool } optional { order: RotationOrder, positions: Vec<u16>, length_decimals: usize, angle_decimals: usize, time_decimals: usize });
setters!(AcclaimOptions { sampling: Sampling, documentation: String, skins: Vec<String>, mass_factor: f64, bones: Vec<BoneOptions> } optional { name: String, skeleton_file: String, length_decimals: usize, angle_decimals: usize });
setters!(SkelOptions { bones: Vec<SkelBone>, sites: bool } optional { name: String });
setters!(AnimOptions { sampling: Sampling, events: Vec<AnimEvent>, distance: f32, moving: bool, sites: bool });
setters!(X3dOptions { description: String, segments: Vec<SegmentOptions>, motions: MotionNodes, skin: bool, normals: bool } optional { title: String, name: String, level: u8, metres_per_unit: f64, thinning: Thinning, length_decimals: usize, rotation_decimals: usize });
setters!(GltfOptions { mesh: bool, sites: bool, pictures: Vec<(String, Vec<u8>)> });
setters!(CsvOptions { positions: bool, rotations: bool });
setters!(TargetOptions {
    bvh: BvhOptions,
    acclaim: AcclaimOptions,
    skel: SkelOptions,
    anim: AnimOptions,
    x3d: X3dOptions,
    gltf: GltfOptions,
    csv: CsvOptions
});
