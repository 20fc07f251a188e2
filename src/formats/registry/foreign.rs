//! Recognises files of other programs by their first bytes or extension, and says what the user can do with them.

use crate::formats::reading::text::is_blank;

/// Appends how to convert a format that Marey does not read.
macro_rules! export {
    ($what:literal) => {
        concat!($what, "; open it in the program that wrote it, or in Blender, and export the motion as BVH")
    };
}
macro_rules! unpack {
    ($what:literal) => {
        concat!($what, "; unpack it, and open the motion files in it")
    };
}
macro_rules! points {
    ($what:literal) => {
        concat!(
            $what,
            ": markers without a skeleton. Fit a skeleton in the program they came from and export BVH: that plays here"
        )
    };
}

/// Tells what plays instead of a picture.
macro_rules! still {
    ($what:literal) => {
        concat!($what, ", so nothing can move. Open a motion: BVH, ASF with AMC, HAnim, NumPy")
    };
}

/// Appends the line of Python that makes an array of NumPy of it. Code at the end of a message stands in backticks: the page shows
/// it as code that can be copied, with the file's name for `'FILE'`.
macro_rules! save {
    ($what:literal, $library:literal, $array:literal) => {
        concat!(
            $what,
            "; in Python, with its key for KEY: `import numpy, ",
            $library,
            "; numpy.save('motion.npy', ",
            $array,
            ")`"
        )
    };
}

const VIDEO: &str = "a video, and no motion that was captured: Marey plays skeletons, not film";
const SOUND: &str = "a sound file";
const PROGRAM: &str = "a program";
const FONT: &str = "a font";
const USD: &str = export!("a USD file");
const HDF5: &str = save!("a data file (HDF5)", "h5py", "h5py.File('FILE')['KEY'][:]");
const TORCH: &str = save!("a file of PyTorch", "torch", "torch.load('FILE', map_location='cpu')['KEY'].numpy()");
const BLEND: &str = "a Blender file; select the armature there and export it (File, Export, Motion Capture .bvh)";

/// How the head of a file of tensors begins: the last byte of its length, which is far below 2^56, and JSON.
const TENSORS: &[u8] = b"\0{\"";

/// Binary files: offset of the magic bytes, the magic bytes, the description.
const BINARY: &[(usize, &[u8], &str)] = &[
    (0, b"\x89PNG\r\n\x1a\n", still!("a picture (PNG)")),
    (0, b"\xFF\xD8\xFF", still!("a photo (JPEG)")),
    (0, b"GIF8", still!("a picture (GIF)")),
    (8, b"WEBP", still!("a picture (WebP)")),
    (4, b"ftypavif", still!("a picture (AVIF)")),
    (4, b"ftyphei", still!("a photo (HEIC)")),
    (4, b"ftypmif1", still!("a photo (HEIC)")),
    (0, b"8BPS", still!("a picture (Photoshop)")),
    (0, b"II*\0", still!("a picture (TIFF)")),
    (0, b"MM\0*", still!("a picture (TIFF)")),
    (0, b"\0\0\x01\0", "an icon"),
    (4, b"ftypM4A", SOUND),
    (4, b"ftypqt", VIDEO),
    (4, b"ftyp", VIDEO),
    (4, b"moov", VIDEO),
    (4, b"mdat", VIDEO),
    (0, b"\x1A\x45\xDF\xA3", VIDEO),
    (0, b"\x30\x26\xB2\x75\x8E\x66\xCF\x11", VIDEO),
    (0, b"\0\0\x01\xBA", VIDEO),
    (8, b"AVI ", VIDEO),
    (8, b"WAVE", SOUND),
    (0, b"ID3\x02", SOUND),
    (0, b"ID3\x03", SOUND),
    (0, b"ID3\x04", SOUND),
    (0, b"\xFF\xFB", SOUND),
    (0, b"OggS", SOUND),
    (0, b"fLaC", SOUND),
    (0, b"RIFF", "a RIFF file: sound, video or a picture"),
    (0, b"PK\x05\x06", "an empty zip archive"),
    (0, b"BZh", unpack!("an archive of bzip2")),
    (0, b"\xFD7zXZ\0", unpack!("an archive of xz")),
    (0, b"7z\xBC\xAF\x27\x1C", unpack!("a 7z archive")),
    (0, b"Rar!", unpack!("a RAR archive")),
    (0, b"MSCF", unpack!("a cabinet archive")),
    (257, b"ustar", unpack!("a tar archive")),
    (
        0,
        b"FAR!byAZ",
        "an archive of The Sims (.far); unpack it with a FAR tool, and open its .bcf, .cmx and .cfp files together",
    ),
    (0, b"DBPF", "a package of The Sims; unpack it, and open its .skel and .anim files together"),
    (0, b"BLENDER", BLEND),
    (0, b"PXR-USDC", USD),
    (0, b"Ogawa", export!("an Alembic file")),
    (0, b"FOR4", export!("a Maya scene")),
    (0, b"FOR8", export!("a Maya scene")),
    (0, b"QC4DC4D6", export!("a Cinema 4D scene")),
    (
        0,
        b"Vocaloid Motion Data",
        "a motion of MikuMikuDance (VMD); import it in Blender with its model, and export the armature as BVH",
    ),
    (0, b"PMX ", "a model of MikuMikuDance (PMX), which has no motion"),
    (0, b"\x89HDF", HDF5),
    // The header of MATLAB's newer files is before that of HDF5.
    (0, b"MATLAB 7.3", HDF5),
    (0, b"MATLAB 5.0", save!("a MATLAB file", "scipy.io", "scipy.io.loadmat('FILE')['KEY']")),
    (
        7,
        TENSORS,
        save!("a file of tensors (safetensors)", "safetensors.numpy", "safetensors.numpy.load_file('FILE')['KEY']"),
    ),
    (0, b"%PDF", "a PDF document, and no motion"),
    (0, b"\x7FELF", PROGRAM),
    (
        0,
        b"MZ",
        "a Windows program (.exe or .dll), and no motion; a self-unpacking archive has to be run to get at its files",
    ),
    (0, b"\xCF\xFA\xED\xFE", PROGRAM),
    (0, b"\xCA\xFE\xBA\xBE", PROGRAM),
    (0, b"\0asm", "a WebAssembly module"),
    (0, b"SQLite format 3\0", "a database"),
    (0, b"bplist00", "a settings file of macOS"),
    (
        0,
        b"\0\x05\x16\x07",
        "a companion file that macOS writes (AppleDouble); the file itself has no `._` before its name",
    ),
    (0, b"wOFF", FONT),
    (0, b"wOF2", FONT),
    (0, b"OTTO", FONT),
    (0, b"\0\x01\0\0\0", FONT),
];

/// Zip-based formats by extension.
const ZIPPED: &[(&str, &str)] = &[
    ("docx", "a Word document, and no motion"),
    ("docm", "a Word document, and no motion"),
    ("xlsx", "an Excel workbook, and no motion"),
    ("xlsm", "an Excel workbook, and no motion"),
    ("pptx", "a PowerPoint presentation, and no motion"),
    ("odt", "an OpenDocument text, and no motion"),
    ("ods", "an OpenDocument spreadsheet, and no motion"),
    ("odp", "an OpenDocument presentation, and no motion"),
    ("epub", "an e-book, and no motion"),
    ("jar", "a Java program"),
    ("apk", "an Android app"),
    ("usdz", USD),
    ("kmz", "a map (KMZ)"),
    ("pt", TORCH),
    ("pth", TORCH),
    ("ckpt", TORCH),
];

/// Zip-based formats by bytes near their start, for other extensions.
const ZIPPED_STARTS: &[(&[u8], &str)] = &[
    (b"word/", "a Word document, and no motion"),
    (b"xl/", "an Excel workbook, and no motion"),
    (b"ppt/", "a PowerPoint presentation, and no motion"),
    (b"[Content_Types].xml", "a document of Microsoft Office, and no motion"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file, and no motion"),
    (b"application/epub+zip", "an e-book, and no motion"),
    (b"META-INF/MANIFEST.MF", "a Java program"),
    (b"AndroidManifest.xml", "an Android app"),
    (b"/data.pkl", TORCH),
];

/// Microsoft's compound files by extension.
const COMPOUND: &[(&str, &str)] = &[
    ("doc", "a Word document, and no motion"),
    ("xls", "an Excel workbook, and no motion"),
    ("ppt", "a PowerPoint presentation, and no motion"),
    ("msg", "a message of Outlook, and no motion"),
    ("msi", PROGRAM),
    ("max", export!("a scene of 3ds Max")),
    ("bip", "a Biped motion of 3ds Max; load it on a Biped there and export that as BVH"),
];

/// Text files by how they begin, ignoring case.
const TEXT: &[(&str, &str)] = &[
    ("#vrml v1.0", "a VRML 1.0 file; it has no humanoids"),
    ("version https://git-lfs", "a Git LFS pointer, not the file itself; fetch it with `git lfs pull`"),
    ("#usda", USD),
    ("//maya ascii", export!("a Maya scene")),
    ("%yaml", "a Unity asset; export its motion as BVH"),
    ("animversion", export!("a Maya animation")),
    ("no_of_frames", points!("a recording (TSV)")),
    ("format version,", "a recording of Motive (CSV); export it there as BVH"),
    ("nrows=", "a table of OpenSim (.sto, .mot); it has numbers and no skeleton"),
    ("[header]", export!("a motion of Motion Analysis (HTR)")),
    ("xof 0", export!("a DirectX model (.x)")),
    ("{\\rtf", "a text document (RTF), and no motion"),
    ("%!ps", "a PostScript document"),
    ("#!/", "a script"),
];

/// XML files by the name of their root element, in lower case.
const XML: &[(&str, &str)] = &[
    ("collada", export!("a COLLADA file")),
    ("svg", "an SVG picture"),
    ("mvnx", "a recording of Xsens (MVNX); export it there as BVH"),
    ("opensimdocument", "a model of OpenSim, which has no motion that Marey plays"),
    ("plist", "a settings file of macOS"),
];

/// JSON files by a quoted name near their start.
const JSON: &[(&str, &str)] = &[
    ("\"spine\"", "a skeleton of Spine, which is flat; Marey plays skeletons in space"),
    ("\"layers\"", "a Lottie animation, which is a drawing"),
    ("\"people\"", "the output of a pose detector; it has points and no skeleton"),
];

/// Describes a binary file by its first bytes. `extension` is in lower case.
pub(super) fn binary(head: &[u8], extension: &str) -> Option<&'static str> {
    let by_extension =
        |list: &[(&str, &'static str)]| list.iter().find(|(each, _)| *each == extension).map(|each| each.1);
    if head.starts_with(b"PK\x03\x04") {
        let contains = |mark: &[u8]| head.windows(mark.len()).any(|here| here == mark);
        if extension == "npz" || contains(b".npy") {
            return None;
        }
        let by_start = || ZIPPED_STARTS.iter().find(|(mark, _)| contains(mark)).map(|each| each.1);
        return by_extension(ZIPPED).or_else(by_start).or(Some(unpack!("a zip archive")));
    }
    if head.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        return by_extension(COMPOUND).or(Some("a document of an older Microsoft Office, and no motion"));
    }
    if head.starts_with(b"\x28\xB5\x2F\xFD") {
        return Some(if extension == "blend" { BLEND } else { unpack!("an archive of Zstandard") });
    }
    if head.starts_with(b"BM") && extension == "bmp" {
        return Some(still!("a picture (BMP)"));
    }
    // These files may begin with any bytes, so that short marks prove nothing.
    if extension == "bin" {
        return None;
    }
    let is_unmarked = matches!(extension, "cfp" | "bcf");
    let has_magic = |(at, mark, _): &&(usize, &[u8], &str)| {
        let behind_riff = *at != 8 || head.starts_with(b"RIFF");
        behind_riff && !(is_unmarked && mark.len() < 4) && head.get(*at..at + mark.len()) == Some(mark)
    };
    BINARY.iter().find(has_magic).map(|each| each.2)
}

/// Describes a text file that no reader recognises, by its start.
pub(super) fn text(text: &[u8], extension: &str) -> Option<&'static str> {
    let starts = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    if let Some((_, what)) = TEXT.iter().find(|(word, _)| starts(word)) {
        return Some(what);
    }
    if extension == "csv" {
        return Some(
            "a table (CSV); in Python: `import numpy; numpy.save('motion.npy', numpy.genfromtxt('FILE', delimiter=',', skip_header=1))`",
        );
    }
    match text.first()? {
        b'<' => Some(xml(text)),
        // A section of a settings file, such as TOML. Lists of JSON begin with no bare word.
        b'[' if text.get(1).is_some_and(u8::is_ascii_alphabetic) => None,
        b'{' | b'[' => {
            let contains = |name: &str| text.windows(name.len()).any(|here| here == name.as_bytes());
            let is_list = |byte: &u8| matches!(byte, b'[' | b'-' | b'0'..=b'9');
            let mut first = text.iter().skip(1).filter(|byte| !byte.is_ascii_whitespace());
            if text.starts_with(b"[") && first.next().is_some_and(is_list) {
                return Some(
                    "a list of numbers (JSON); in Python: `import json, numpy; numpy.save('motion.npy', numpy.array(json.load(open('FILE'))))`",
                );
            }
            let found = JSON.iter().find(|(name, _)| contains(name)).map(|each| each.1);
            Some(found.unwrap_or("a JSON file, but no X3D scene and no glTF"))
        }
        _ => None,
    }
}

/// Whether a text is an XML, DTD or JSON schema. X3D's own schemas name its nodes, so that they look like scenes.
pub(super) fn is_schema(text: &[u8]) -> bool {
    match text.first() {
        Some(b'{') => text.windows(16).any(|here| here == b"json-schema.org/"),
        Some(b'<') => {
            let mut rest = text;
            loop {
                let comment = rest.starts_with(b"<!--");
                if !comment && !rest.starts_with(b"<?") {
                    break;
                }
                let end: &[u8] = if comment { b"-->" } else { b"?>" };
                let Some(at) = rest.windows(end.len()).position(|here| here == end) else { return false };
                rest = rest.get(at + end.len()..).unwrap_or_default().trim_ascii_start();
            }
            let declares = [&b"<!ENTITY"[..], b"<!ELEMENT", b"<!ATTLIST"];
            declares.iter().any(|word| rest.starts_with(word)) || root_of(rest) == b"schema"
        }
        _ => false,
    }
}

/// Describes an XML or HTML file by its root element.
fn xml(text: &[u8]) -> &'static str {
    let doctype = b"<!doctype html";
    let name = root_of(text).to_ascii_lowercase();
    let html = text.get(..doctype.len()).is_some_and(|start| start.eq_ignore_ascii_case(doctype));
    if html || matches!(name.as_slice(), b"html" | b"head" | b"body") {
        return "a web page, not a motion; perhaps the download needs a login, or the link leads to a page about the file";
    }
    let known = XML.iter().find(|(root, _)| root.as_bytes() == name);
    known.map_or("an XML file, but no X3D scene", |each| each.1)
}

/// Name of the root element; skips declarations and comments.
fn root_of(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| *byte == b'<') {
        let tag = rest.get(at + 1..).unwrap_or_default();
        let (comment, end) = (tag.starts_with(b"!--"), tag.windows(3).position(|here| here == b"-->"));
        match tag.first() {
            Some(b'!') if comment => rest = end.and_then(|end| tag.get(end..)).unwrap_or_default(),
            Some(b'!' | b'?') => rest = tag,
            _ => {
                let ends = |byte: &u8| is_blank(*byte) || matches!(byte, b'>' | b'/');
                let name = tag.split(ends).next().unwrap_or_default();
                // Drop the namespace prefix: `dae:COLLADA`.
                return name.rsplit(|byte| *byte == b':').next().unwrap_or(name);
            }
        }
    }
    b""
}
