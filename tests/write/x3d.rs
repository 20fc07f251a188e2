//! HAnim figures in X3D.

use std::collections::BTreeSet;

use glam::{DAffine3, DVec3, Vec3};
use marey::model::{Axis, Clip, Format, JointKind, Viewpoint};
use marey_write::{BvhOptions, MotionNodes, SegmentOptions, Thinning, WriteError, X3dOptions};

use crate::clips::{clips, read};
use crate::tally::{Tally, UNEVEN};
use crate::world::{TOLERANCE, depth_first, difference, matrices, off_body, places, upright, upright_places};

fn by_rows() -> X3dOptions {
    let mut options = X3dOptions::default();
    options.motions = MotionNodes::Rows;
    options
}

#[test]
fn a_written_x3d_reads_back_the_same() {
    let (mut tally, mut in_rows) = (Tally::default(), 0);
    for (name, clip) in clips() {
        let Some(text) = tally.take(&name, marey_write::x3d(&clip, &X3dOptions::default())) else { continue };
        compare_x3d(&name, &clip, &text);
        match marey_write::x3d(&clip, &by_rows()) {
            Ok(text) => {
                in_rows += 1;
                compare_x3d(&name, &clip, &text);
            }
            Err(WriteError::UnevenFrames { .. }) => assert!(UNEVEN.contains(&name.as_str()), "{name}"),
            Err(WriteError::Channels { .. }) => {
                // HAnimMotion has no channels for displacers or moving points.
                let weighted = ["displaced.x3d", "moved_skin.x3d", "coordinates.x3dv", "coordinates_odd.x3dv"];
                assert!(weighted.contains(&name.as_str()), "{name}")
            }
            // Names with blanks or brackets, repeated, or empty.
            Err(WriteError::Name { .. }) => {}
            Err(other) => panic!("{name}: {other}"),
        }
    }
    tally.check(420, &[]);
    assert!(in_rows > 400, "{in_rows}");
}

fn compare_x3d(name: &str, clip: &Clip, text: &str) {
    let found = read("written.x3d", text);
    let (own, read) = (&clip.skeleton, &found.skeleton);
    // A reader meets joints first, then moving transforms without joints, then sites. A constant Transform is no joint.
    let moves = |joint: usize| {
        let of = |list: &[u16]| list.iter().any(|at| usize::from(*at) == joint);
        let motions = clip.behaviours.iter().map(|behaviour| &behaviour.motion);
        motions.into_iter().any(|motion| of(motion.rotations().joints()) || of(motion.translations().joints()))
    };
    let carries = |joint: usize| own.parents().iter().any(|parent| usize::from(*parent) == joint);
    let off_body = off_body(own);
    let has_camera = |joint: usize| clip.viewpoints.iter().any(|one| one.joint.map(usize::from) == Some(joint));
    let is_beside = |joint: usize| match own.kinds()[joint] {
        JointKind::Frame => moves(joint) && off_body[joint],
        JointKind::Site => moves(joint) && (carries(joint) || has_camera(joint)),
        _ => false,
    };
    let is_free =
        |joint: usize| own.kinds()[joint] == JointKind::Site && own.parent(joint).is_none() && !carries(joint);
    let is_site = |joint: usize| {
        own.kinds()[joint].is_point()
            && !carries(joint)
            && !is_beside(joint)
            && (own.parent(joint).is_some() || is_free(joint))
    };
    let is_node = |joint: usize| own.kinds()[joint] != JointKind::Frame || moves(joint);
    let mut order = depth_first(clip, |joint| !is_site(joint) && !is_beside(joint) && is_node(joint));
    let mut beside = depth_first(clip, is_beside);
    // A segment comes before everything else on a joint.
    beside.sort_by_key(|joint| own.kinds()[*joint] != JointKind::Site || carries(*joint));
    order.extend(beside);
    let sites_of =
        |joint: &usize| (0..own.len()).filter(|at| is_site(*at) && own.parent(*at) == Some(*joint)).collect();
    let sites: Vec<Vec<usize>> = depth_first(clip, |joint| !is_site(joint)).iter().map(sites_of).collect();
    order.extend(sites.concat());
    order.extend((0..own.len()).filter(|joint| is_free(*joint)));
    assert_eq!(order.len(), read.len(), "{name}\n{text}");
    let names = marey_write::names(own, Format::Hanim);
    let mut pairs = Vec::new();
    for (to, from) in order.iter().enumerate() {
        let mut above = std::iter::successors(own.parent(*from), |above| own.parent(*above));
        let parent =
            above.find(|above| is_node(*above)).map(|parent| order.iter().position(|at| *at == parent).unwrap());
        assert_eq!(read.parent(to), parent, "{name}");
        let is_joint = own.kinds()[*from] != JointKind::Frame && !names[*from].trim().is_empty();
        assert!(!is_joint || *read.names()[to] == *names[*from], "{name}: {}", names[*from]);
        assert!(own.kinds()[*from] != JointKind::Site || read.kinds()[to].is_point(), "{name}: {}", names[*from]);
        pairs.push((*from, to));
    }
    compare_cameras(name, clip, &found, &pairs);
    let moving = clip.behaviours.iter().any(|behaviour| behaviour.motion.frame_count() > 1);
    assert!(!moving || clip.behaviours.len() == found.behaviours.len(), "{name}");
    for behaviour in 0..found.behaviours.len() {
        let (motion, read) = (&clip.behaviours[behaviour].motion, &found.behaviours[behaviour].motion);
        let fewer = read.frame_count() < motion.frame_count();
        let off = |frame: usize| {
            // Of several frames at one moment, as at a jump, the first and the last are kept.
            let at = if fewer { read.locate(motion.frame_start(frame)).from } else { frame };
            difference(&upright_places(clip, behaviour, frame), &places(&found, behaviour, at), &pairs, 1.0)
        };
        let off = (0..motion.frame_count()).map(off).fold(0.0, f64::max);
        assert!(off < TOLERANCE, "{name}: {off}\n{text}");
        let longer = (motion.duration() - read.duration()).abs();
        assert!(longer < 1e-6 * motion.duration() || motion.frame_count() == 1, "{name}: {longer}");
    }
}

#[test]
fn a_moving_site_keeps_its_content() {
    let clip = read(
        "held.x3dv",
        "#X3D V4.0 utf8
        HAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" children HAnimJoint { name \"l_hip\" center 0 1 0
            children DEF Held HAnimSite { name \"held\" translation 0 1 1 children Shape { geometry Box { } } } } } }
        DEF T TimeSensor { } DEF P PositionInterpolator { key [ 0 1 ] keyValue [ 0 1 1 2 1 1 ] }
        ROUTE T.fraction_changed TO P.set_fraction ROUTE P.value_changed TO Held.translation",
    );
    let found = read("written.x3d", marey_write::x3d(&clip, &X3dOptions::default()).unwrap());
    assert_eq!(found.skeleton.kinds(), [JointKind::Joint, JointKind::Joint, JointKind::Site]);
    let (own, read) = (clip.skin.as_ref().unwrap(), found.skin.as_ref().unwrap());
    assert_eq!(own.triangles().len(), read.triangles().len());
    assert!(!own.triangles().is_empty());
    let followed = |clip: &Clip| {
        let skin = clip.skin.as_ref().unwrap();
        skin.corners().iter().map(|corner| skin.binds()[corner.first as usize].joint).collect::<BTreeSet<_>>()
    };
    assert_eq!((followed(&clip), followed(&found)), (BTreeSet::from([2]), BTreeSet::from([2])));
}

/// Cameras are on the counterparts of their joints, at their resting positions.
fn compare_cameras(name: &str, clip: &Clip, found: &Clip, pairs: &[(usize, usize)]) {
    assert_eq!(clip.viewpoints.len(), found.viewpoints.len(), "{name}");
    let (worlds, found_worlds) = (matrices(clip, None), matrices(found, None));
    let in_world = |camera: &Viewpoint, worlds: &[DAffine3]| {
        let world = camera.joint.map_or(DAffine3::IDENTITY, |joint| worlds[usize::from(joint)]);
        let seen = camera.in_pose(&worlds.iter().map(DAffine3::as_affine3a).collect::<Vec<_>>()).unwrap();
        (world.transform_point3(camera.position.as_dvec3()), seen.matrix3.to_cols_array_2d())
    };
    for camera in &clip.viewpoints {
        let read = found.viewpoints.iter().find(|read| read.name == camera.name).unwrap();
        assert!((read.field_of_view - camera.field_of_view).abs() < 1e-6, "{name}: {}", camera.name);
        let (at, axes) = in_world(camera, &worlds);
        let (read_at, read_axes) = in_world(read, &found_worlds);
        let at = upright(clip) * at;
        assert!(at.distance(read_at) < TOLERANCE * at.length().max(1.0), "{name}: {} {at} {read_at}", camera.name);
        for (axis, read) in axes.into_iter().zip(read_axes) {
            let axis = upright(clip).as_quat() * Vec3::from(axis);
            assert!(axis.distance(Vec3::from(read)) < 1e-5, "{name}: {} {axis} {read:?}", camera.name);
        }
        // A camera on a constant Transform is on the parent of that.
        let stands_for = |joint: u16| pairs.iter().find(|(from, _)| *from == usize::from(joint)).map(|(_, to)| *to);
        let expected = camera.joint.and_then(stands_for);
        assert!(expected.is_none() || read.joint.map(usize::from) == expected, "{name}: {}", camera.name);
    }
}

/// Two joints and an end, which the options say are in centimetres.
const BVH: &[u8] =
    b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT L Leg { OFFSET 0 -40 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -45 0 } } }
    MOTION
    Frames: 5
    Frame Time: 0.25
    0 90 0 0 0 0 0
    0 90 1 0 0 0 10
    0 90 2 0 0 0 20
    0 90 3 0 0 0 30
    0 90 3 0 0 0 0";

#[test]
fn options_set_the_texts_the_unit_and_the_segments() {
    let mut clip = read("wa<l>k.bvh", BVH);
    clip.behaviours[0].name = "1 & 2".to_owned();
    let mut options = X3dOptions::default();
    options.title = Some("It's a \"walk\"".to_owned());
    options.description = "Made & written.".to_owned();
    (options.name, options.level) = (Some("figure".to_owned()), Some(1));
    options.metres_per_unit = Some(0.01);
    let content = "<Shape><Box size='1 2 3'/></Shape>".to_owned();
    options.segments = vec![SegmentOptions { joint: 1, name: "l_calf".to_owned(), content }];
    options.thinning = Some(Thinning { rotation: 0.01, translation: 0.001 });
    (options.length_decimals, options.rotation_decimals) = (Some(2), Some(5));
    let text = marey_write::x3d(&clip, &options).unwrap();
    let expected = "<?xml version='1.0' encoding='UTF-8'?>
<X3D profile='Immersive' version='4.0'>
  <head>
    <component name='HAnim' level='2'/>
    <unit category='length' name='unit' conversionFactor='0.01'/>
    <meta name='title' content='It&#39;s a &quot;walk&quot;'/>
    <meta name='description' content='Made &amp; written.'/>
  </head>
  <Scene>
    <HAnimHumanoid DEF='hanim_figure' name='figure' version='2.0' loa='1' skeletalConfiguration='BASIC'>
      <HAnimJoint containerField='skeleton' DEF='hanim_Hips' name='Hips' center='0 90 0'>
        <HAnimJoint DEF='hanim_L_Leg' name='L Leg' center='0 50 0'>
          <HAnimSegment DEF='hanim_l_calf' name='l_calf'>
            <HAnimSite DEF='hanim_L_Leg_end_pt' name='L Leg_end' translation='0 5 0'/>
            <Shape><Box size='1 2 3'/></Shape>
          </HAnimSegment>
        </HAnimJoint>
      </HAnimJoint>
      <HAnimJoint USE='hanim_Hips' containerField='joints'/>
      <HAnimJoint USE='hanim_L_Leg' containerField='joints'/>
      <HAnimSegment USE='hanim_l_calf' containerField='segments'/>
      <HAnimSite USE='hanim_L_Leg_end_pt' containerField='sites'/>
    </HAnimHumanoid>
    <TimeSensor DEF='_1___2' cycleInterval='1' loop='true'/>
    <PositionInterpolator DEF='_1___2_Hips_translation' key='0 0.75 1' keyValue='0 0 0 0 0 3 0 0 3'/>
    <ROUTE fromNode='_1___2' fromField='fraction_changed' toNode='_1___2_Hips_translation' toField='set_fraction'/>
    <ROUTE fromNode='_1___2_Hips_translation' fromField='value_changed' toNode='hanim_Hips' toField='set_translation'/>
    <OrientationInterpolator DEF='_1___2_L_Leg_rotation' key='0 0.75 1' keyValue='0 0 1 0 1 0 0 0.5236 0 0 1 0'/>
    <ROUTE fromNode='_1___2' fromField='fraction_changed' toNode='_1___2_L_Leg_rotation' toField='set_fraction'/>
    <ROUTE fromNode='_1___2_L_Leg_rotation' fromField='value_changed' toNode='hanim_L_Leg' toField='set_rotation'/>
  </Scene>
</X3D>
";
    assert_eq!(text, expected);
    let found = read("walk.x3d", text);
    assert_eq!(found.source.metres_per_unit, Some(0.01));
    assert!(found.skin.is_some());
    assert_eq!(marey_write::x3d(&found, &X3dOptions::default()).unwrap().matches("conversionFactor='0.01'").count(), 1);
}

#[test]
fn a_motion_by_rows_needs_valid_joint_names() {
    let refused = marey_write::x3d(&read("walk.bvh", BVH), &by_rows());
    assert_eq!(refused, Err(WriteError::Name { joint: "L Leg".to_owned() }));
    let clip = read("walk.bvh", String::from_utf8_lossy(BVH).replace("L Leg", "leg"));
    let text = marey_write::x3d(&clip, &by_rows()).unwrap();
    let motion =
        "      <HAnimMotion DEF='walk' name='walk' enabled='true' loop='true' frameDuration='0.25' joints='Hips leg' \
                  channels='3 Xposition Yposition Zposition 3 Zrotation Xrotation Yrotation' values='0 0 0 0 0 0
0 0 1 0 10 0
0 0 2 0 20 0
0 0 3 0 30 0
0 0 3 0 0 0'/>
";
    assert!(text.contains(motion), "{text}");
}

#[test]
fn a_figure_with_another_up_axis_is_turned() {
    let mut clip = read("walk.bvh", BVH);
    clip.source.up = Some(Axis::Z);
    let found = read("walk.x3d", marey_write::x3d(&clip, &X3dOptions::default()).unwrap());
    let (expected, found) = (places(&clip, 0, 3), places(&found, 0, 3));
    for (a, b) in expected.into_iter().zip(found) {
        assert!(DVec3::new(a.x, a.z, -a.y).distance(b) < 1e-4, "{a} {b}");
    }
}

/// A clip written as X3D, read, written as BVH and read still has its joints in place.
#[test]
fn clips_go_from_format_to_format() {
    let mut count = 0;
    for (name, clip) in clips() {
        let there = read("there.x3d", marey_write::x3d(&clip, &X3dOptions::default()).unwrap());
        let Ok(text) = marey_write::bvh(&there, 0, &BvhOptions::default()) else { continue };
        let back = read("back.bvh", text);
        let written = |clip: &Clip| {
            depth_first(clip, |joint| {
                let kind = clip.skeleton.kinds()[joint];
                kind != JointKind::Frame && !(kind.is_point() && clip.skeleton.parent(joint).is_some())
            })
        };
        let (from, to) = (written(&clip), written(&back));
        if from.len() == to.len() {
            let pairs: Vec<(usize, usize)> = from.into_iter().zip(to).collect();
            // A single frame becomes two in X3D, where time passes, and so do many in which nothing moves.
            let frames = if name == "still_pose" { 1 } else { clip.behaviours[0].motion.frame_count() };
            assert!(frames == 1 || back.behaviours[0].motion.frame_count() == frames, "{name}");
            let off =
                |frame: usize| difference(&upright_places(&clip, 0, frame), &places(&back, 0, frame), &pairs, 1.0);
            let off = (0..frames).map(off).fold(0.0, f64::max);
            assert!(off < TOLERANCE, "{name}: {off}");
            count += 1;
        }
    }
    assert!(count > 340, "{count}");
}
