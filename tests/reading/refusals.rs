//! Bad files, each as short as possible, with the code and place of their refusal. The fixtures have the words.

use std::collections::BTreeMap;

use marey::formats::Companions;
use support::{Case, cases, read_in_pieces, sound};

/// Name, content, place and code.
const BAD: &[(&str, &str, &str)] = &[
    ("a.bvh", "HIERARCHY\nJOINT a", "2:8: bvh.expected-brace"),
    ("a.bvh", "HIERARCHY\nROOT a\n", "3:1: bvh.expected-brace"),
    ("a.bvh", "HIERARCHY\nROOT a { OFFSET 0 0 0 {", "2:23: bvh.unexpected-brace"),
    ("a.bvh", "HIERARCHY\n{\n}\n", "2:1: bvh.unexpected-brace"),
    ("a.bvh", "HIERARCHY\nROOT a {\nOFFSET 0 0 0\nCHANNELS two Xrotation\n}", "4:10: bvh.unknown-channel"),
    (
        "a.bvh",
        "HIERARCHY\nROOT a {\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Wrotation\n}",
        "4:32: bvh.unknown-channel",
    ),
    ("a.bvh", "HIERARCHY\nROOT a {\nOFFSET 0 0 0\nJOINT b\n{\nOFFSET a b c\n}\n}", "6:8: bvh.expected-number"),
    ("a.bvh", "HIERARCHY\nROOT a {\nJOINT b {\nOFFSET 1 2 z\n", "4:12: bvh.expected-number"),
    ("a.bvh", "HIERARCHY\nOFFSET 0 0 0\n", "2:1: bvh.outside-joint"),
    ("a.bvh", "HIERARCHY\nMOTION\nFrames: 1\nFrame Time: 1\n0\n", "1:10: bvh.no-joints"),
    ("a.bvh", "MOTION\nFrames: 1\nFrame Time: 1\n0\n", "1:1: bvh.no-joints"),
    ("a.bvh", "HIERARCHY\n}\n", "2:2: bvh.no-joints"),
    ("a.bvh", "# a remark\n", "1:1: bvh.no-joints"),
    ("a.bvh", "0 0 0 0 0 0\n1 1 1 1 1 1\n", "1:1: bvh.syntax"),
    ("a.asf", ":version\n", "1:9: asf.no-skeleton"),
    ("a.asf", ":units\n mass 1\n length\n angle deg\n", "4:11: asf.no-skeleton"),
    ("a.asf", "\n\n:documentation\n nothing but words\n", "4:19: asf.no-skeleton"),
    ("a.asf", ":skin a.obj\n", "1:12: asf.no-skeleton"),
    ("a.asf", "begin\n id 1\nend\n", "1:1: asf.no-skeleton"),
    ("a.amc", ":FULLY-SPECIFIED\n:DEGREES\n", "1:1: amc.needs-skeleton"),
    ("a.amc", "1\nroot 0 0 0 0 0 0\narm 1\n2\n", "1:1: amc.needs-skeleton"),
    ("a.amc", "#!OML:ASF F:\\x\\the figure.ASF\n:FULLY-SPECIFIED\n1\nroot 0 0 0 0 0 0\n", "1:1: amc.needs-skeleton"),
    ("a.amc", "\n\n\n", "1:1: file.empty"),
    ("a.obj", "# nothing\n", "1:1: obj.alone"),
    ("a.obj", "mtllib a.mtl\n", "1:1: obj.alone"),
    ("a.cmx", "version 300\n0\n0\n0\n", "1:1: cmx.nothing"),
    ("a.cmx", "// a remark\n", "1:1: cmx.cut"),
    ("a.cmx", "version 299\n", "1:1: cmx.version"),
    ("a.cmx", "version 300\n1\nadult\n", "3:1: cmx.cut"),
    ("a.cmx", "version 300\n-1\n", "2:1: cmx.syntax"),
    ("a.cmx", "version 300\n1\nadult\n2000000000\n", "4:1: cmx.count"),
    ("a.cmx", "version 300\n1\nadult\n1\nROOT\nNULL\nprops\n", "7:1: cmx.syntax"),
    ("a.cmx", "version 300\n1\nadult\n1\nROOT\nNULL\n0\n| 0 0 0 |\n| 0 0 0 |\n", "9:1: cmx.syntax"),
    ("a.cmx", "version 300\n0\n0\nmany\n", "4:1: cmx.syntax"),
    ("a.cmx", "version 300\n0\n0\n1\nskill\nkeys\n1000\nfar\n", "8:1: cmx.syntax"),
    ("a.bcf", "\x01\0\0\0", "byte 0: bcf.count"),
    ("a.bcf", "\x01\0\0\0\x05adult\x01\0\0\0", "byte 10: bcf.count"),
    ("a.bcf", "\0\0", "byte 2: bcf.cut"),
    ("a.cfp", "\0\0\0", "byte 0: cfp.alone"),
    ("a.skel", "\0\0\0\x01", "byte 4: skel.cut"),
    ("a.skel", "\0\0\0\x01\x05ad", "byte 7: skel.cut"),
    ("a.skel", "\0\0\0\x01\x05adult\0\x01\0\0\0\x01", "byte 10: skel.count"),
    ("a.anim", "\0\0\0\x02\0\x01a", "byte 7: anim.cut"),
    ("a.anim", "\0\0\0\x02\0\x01a\0\0\0\0", "byte 11: anim.cut"),
    ("a.anim", "\0\0\0\x07\0\x01a\0\0\0\0", "byte 0: anim.version"),
    ("a.x3d", "<X3D", "1:1: hanim.syntax"),
    ("a.x3d", "<X3D>\n</X3D>", "1:1: hanim.no-joints"),
    ("a.x3d", "<X3D><Scene>\n<Shape><Box/></Shape></Scene></X3D>", "1:1: hanim.no-joints"),
    ("a.x3d", "<X3D><Scene>\n<HAnimHumanoid>\n<HAnimSegment/></HAnimHumanoid></Scene></X3D>", "2:1: hanim.no-joints"),
    ("a.x3d", "<X3D><Scene>\n<HAnimHumanoid USE='nobody'/></Scene></X3D>", "1:1: hanim.no-joints"),
    ("a.x3d", "<X3D><Scene>\n<HAnimJoint name=a/></Scene></X3D>", "2:1: hanim.syntax"),
    ("a.x3d", "<X3D>\n<!-- a remark", "2:1: hanim.syntax"),
    ("a.x3d", "<X3D>\n<![CDATA[", "2:1: hanim.syntax"),
    ("a.x3d", "<!DOCTYPE X3D [\n<!ENTITY lol 'lol'>\n]>\n<X3D>&lol;</X3D>", "4:6: hanim.entities"),
    (
        "a.x3d",
        "<X3D><Scene>\n<HAnimMotion name='m' joints='a' channels='1 Xrotation' values='1 2'/></Scene></X3D>",
        "2:1: hanim.needs-skeleton",
    ),
    ("a.x3dv", "#X3D V3.3 utf8\n", "1:1: hanim.no-joints"),
    ("a.x3dv", "#X3D V3.3 utf8\nHAnimJoint\n", "3:1: hanim.syntax"),
    ("a.x3dv", "#X3D V3.3 utf8\nDEF\n", "2:1: hanim.syntax"),
    ("a.x3dv", "#X3D V3.3 utf8\n}", "2:1: hanim.syntax"),
    ("a.x3dv", "#X3D V3.3 utf8\n]", "2:1: hanim.syntax"),
    ("a.x3dv", "#X3D V3.3 utf8\nPROTO A [ field", "2:16: hanim.syntax"),
    ("a.wrl", "#VRML V1.0 ascii\nSeparator { }\n", "1:1: file.other-kind"),
    ("a.wrl", "#VRML V2.0 utf8\nShape {\n geometry Box { } }\n", "1:1: hanim.no-joints"),
    ("a.wrl", "#VRML V2.0 utf8\nPROTO Joint [ ] {\n", "3:1: hanim.syntax"),
    ("a.wrl", "#VRML V2.0 utf8\n\"text\"\n", "2:1: hanim.syntax"),
    ("a.x3dj", "{", "1:2: hanim.syntax"),
    ("a.x3dj", "{\"X3D\":{}}", "1:1: hanim.no-joints"),
    ("a.x3dj", "{\"X3D\":{\"Scene\":{\"-children\":[\n{\"HAnimJoint\" {}}", "2:18: hanim.syntax"),
    ("a.x3dj", "{\"X3D\":{\"Scene\":\n{'a':1}}}", "2:2: hanim.syntax"),
    ("a.x3dj", "{\"X3D\":{\"Scene\":\n{\"a\":\"b", "2:8: hanim.syntax"),
    ("a.x3dj", "[]", "1:1: file.other-kind"),
    ("a.glb", "glTF", "byte 4: gltf.cut"),
    ("a.glb", "glTF\x02\0\0\0\x0c\0\0\0", "byte 12: gltf.no-json"),
    ("a.glb", "glTF\x01\0\0\0\x0c\0\0\0", "byte 4: gltf.version"),
    ("a.glb", "glTF\x02\0\0\0\x16\0\0\0\x02\0\0\0JSON[1", "byte 21: gltf.syntax"),
    ("a.gltf", "{", "1:1: gltf.syntax"),
    ("a.gltf", "{\"nodes\":[\n{]}", "2:2: gltf.syntax"),
    ("a.gltf", "{\"nodes\":[{}]}", "1:1: gltf.no-motion"),
    ("a.gltf", "{\"nodes\":[{\"mesh\":0}],\"meshes\":[{},{}]}", "1:1: gltf.no-motion"),
    ("a.gltf", "{\"skins\":[{\"joints\":[5]}]}", "1:1: gltf.no-motion"),
    ("a.gltf", "{\"nodes\":[{\"children\":[1]},{\"children\":[0]}]}", "1:1: gltf.cycle"),
    (
        "a.gltf",
        "{\"nodes\":[{\"matrix\":[1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7]}],\"skins\":[{\"joints\":[0]}]}",
        "1:1: gltf.shear",
    ),
    ("a.gltf", "{\"nodes\":[{\"translation\":[1e30,0,0]}],\"skins\":[{\"joints\":[0]}]}", "1:1: gltf.limit"),
    ("a.gltf", "{\"asset\":{\"version\":\"3.0\"}}", "1:1: gltf.version"),
    ("a.gltf", "{\"extensionsRequired\":[\"KHR_meshopt_compression\"]}", "1:1: gltf.meshopt"),
    ("a.bin", "1234", "byte 0: gltf.bin-alone"),
    ("a.c3d", "\x02P", "byte 2: c3d.head"),
    ("a.c3d", "\x01P\x01", "byte 3: c3d.head"),
    ("a.c3d", "\x01P\x01\x54", "byte 4: c3d.head"),
    ("a.c3d", "\x01P\x01\x54\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "byte 22: c3d.head"),
    ("a.c3d", "\x01P\0\x54\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "byte 24: c3d.no-frames"),
    ("a.c3d", "\x01P\x03\x54\0\0\x02\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0", "byte 6: c3d.no-frames"),
    ("a.c3d", "\x01P\x03\x54\0\0\x01\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0", "byte 24: c3d.no-frames"),
    ("a.c3d", "\x01P\x03\x55\0\0\x01\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0", "byte 24: c3d.no-frames"),
    ("a.c3d", "\x01P\0\x56\0\0\0\x01\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0", "byte 24: c3d.no-frames"),
    ("a.c3d", "\x02\0P", "byte 1: c3d.not-c3d"),
    ("a.c3d", "\0P", "byte 1: c3d.not-c3d"),
    ("a.c3d", "\x05", "byte 1: c3d.not-c3d"),
    ("a.trc", "PathFileType", "1:13: trc.no-table"),
    ("a.trc", "PathFileType\t4\t(X/Y/Z)\n", "2:1: trc.no-table"),
    ("a.trc", "PathFileType\nDataRate\tUnits\n100\tmm\n", "4:1: trc.no-table"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta", "2:1: trc.no-frames"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta\n\t\tX1\tY1\tZ1\n", "2:1: trc.no-frames"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta\nx\t0\t1\t2\t3\n", "2:1: trc.no-frames"),
    ("a.trc", "PathFileType\nFrame#\tTime\n1\t0\n", "2:1: trc.no-points"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta\n1\t0\n", "2:1: trc.no-places"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta\n1\t0\tx\ty\tz\n", "2:1: trc.no-places"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta\n1\t0\t1\t2\n", "2:1: trc.no-places"),
    ("a.trc", "PathFileType\nFrame#\tTime\ta\n1\t0\tinf\t2\t3\n", "2:1: trc.no-places"),
    ("a.trc", "PathFileType\nFrame Time\n1 0\n", "2:1: trc.no-points"),
    ("a.trc", "PathFileType\n\n\n  Frame# Time a\n", "4:1: trc.no-frames"),
    ("a.trc", "pathfiletype\r\nFRAME#\tTime\ta\r\n", "2:1: trc.no-frames"),
    ("a.fbx", "Kaydara FBX Binary  \0", "byte 21: fbx.cut"),
    ("a.fbx", "Kaydara FBX Binary  \0\x1A\0\x4C\x1D\0\0", "byte 27: fbx.cut"),
    ("a.fbx", "Kaydara FBX Binary  \0\x1A\0\x70\x17\0\0", "byte 23: fbx.version"),
    ("a.fbx", "; FBX 6.1.0 project file\n", "1:1: fbx.version"),
    ("a.fbx", "; FBX 7.4.0 project file\n", "1:1: fbx.no-motion"),
    ("a.fbx", "; FBX 7.4.0\nObjects: {\n Model: 1, \"a", "3:14: fbx.cut"),
    ("a.fbx", "FBXHeaderExtension: {\n}\n}", "3:1: fbx.syntax"),
];

#[test]
fn bad_files_are_refused_with_their_code_and_place() {
    let mut wrong = Vec::new();
    for (name, text, expected) in BAD {
        for piece in [usize::MAX, 1] {
            let result = read_in_pieces(&Companions::default(), name, text.as_bytes(), || piece);
            sound::check(&result, &[((*name).to_owned(), text.as_bytes().to_vec())]).unwrap();
            let found = result.map_or_else(|refusal| refusal.to_string(), |_| "a clip".to_owned());
            if !found.starts_with(&format!("{expected}: ")) {
                wrong.push(format!("{name} {text:?}: expected {expected}, found {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// With the fixtures there are at least 120, some of every format. Files that are no motion are in `messages.rs`.
#[test]
fn bad_files_are_many_and_of_every_format() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let format = |name: &str| match name.rsplit('.').next().unwrap() {
        "bvh" => "bvh",
        "asf" | "amc" | "obj" => "acclaim",
        "skel" | "anim" | "cmx" | "bcf" | "cfp" => "skel",
        "npy" | "npz" | "pkl" => "arrays",
        "glb" | "gltf" | "bin" => "gltf",
        "c3d" => "c3d",
        "trc" => "trc",
        "fbx" => "fbx",
        _ => "hanim",
    };
    let fixtures = cases().into_iter().filter(Case::is_refused).map(|case| case.format);
    for format in fixtures.chain(BAD.iter().map(|(name, ..)| format(name).to_owned())) {
        *counts.entry(format).or_default() += 1;
    }
    assert!(counts.values().sum::<usize>() >= 120 && counts.values().all(|count| *count >= 20), "{counts:?}");
}
