//! Pictures inside the file: the pixels of a PixelTexture, or a picture's whole file in a `data:` URL. Both become
//! `data:` URLs, which a browser reads like any picture; the pixels become an uncompressed PNG.

use crate::codes::base64;
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::reading::growth::push;

/// Most URLs of one picture.
pub(super) const MOST_URLS: usize = 20;
/// Most pixels per side.
const MOST_SIDE: u32 = 4_096;
/// Bytes of an uncompressed block (RFC 1951, 3.2.4).
const BLOCK: usize = 0xFFFF;

/// The first three numbers of a PixelTexture's `image`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PixelHeader {
    width: u32,
    height: u32,
    /// Bytes per pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
    parts: u8,
}

/// Whether a URL holds a picture's whole file.
pub(super) fn is_data_url(url: &str) -> bool {
    let url = url.trim_ascii_start();
    url.starts_with("data:image/") && url.contains(";base64,")
}

/// The header of a PixelTexture; `None` if it describes no picture. `0 0 0`, the default, gives no warning.
pub(super) fn pixel_header(tree: &SceneTree, texture: &SceneNode, report: &mut SceneReport<'_>) -> Option<PixelHeader> {
    let mut numbers = tree.tokens(texture, "image");
    let mut next = || numbers.next().map_or(Some(0), |(_, token)| pixel(token));
    let (width, height, parts) = (next(), next(), next());
    if let (Some(width @ 1..=MOST_SIDE), Some(height @ 1..=MOST_SIDE), Some(parts @ 1..=4)) = (width, height, parts) {
        return Some(PixelHeader { width, height, parts: parts as u8 });
    }
    if [width, height, parts] != [Some(0); 3] {
        report.warn_once(
            "hanim.pixels",
            tree.field(texture, "image").map_or(texture.place(), |field| field.place()),
            format_args!(
                "expected `image` to begin with a width and a height of 1 to {MOST_SIDE} pixels and with 1 to 4 numbers a \
                 pixel; the picture is left out"
            ),
        );
    }
    None
}

/// The `data:` URL of a PixelTexture's or ImageTexture's picture. `None` without pixels, or without room for them.
pub(super) fn data_url(
    tree: &SceneTree,
    id: NodeId,
    memory: &mut MemoryBudget,
    report: &mut SceneReport<'_>,
) -> Option<String> {
    let node = tree.node(id)?;
    if tree.type_name(node) == "ImageTexture" {
        let urls = tree.strings(node, "url", MOST_URLS);
        let found = urls.into_iter().find(|url| is_data_url(url))?;
        return memory.take(1, found.len()).then(|| found.trim_ascii().to_owned());
    }
    let header = pixel_header(tree, node, report)?;
    let pixels = pixels(tree, node, header, report)?;
    // In base64 four letters hold three bytes.
    if !memory.take(pixels.len(), 2) {
        warning!(report.warn_once => "hanim.pixels", node.place(),
            "too many pixels; this picture and those after it are left out");
        return None;
    }
    let mut url = "data:image/png;base64,".to_owned();
    base64(&png(header, &pixels)?, &mut url);
    Some(url)
}

/// The bytes of the pixels, row by row from the bottom. Missing ones are black; if most are missing, there is no
/// picture, so that a header alone takes no memory.
fn pixels(tree: &SceneTree, texture: &SceneNode, header: PixelHeader, report: &mut SceneReport<'_>) -> Option<Vec<u8>> {
    let PixelHeader { width, height, parts } = header;
    let expected = width as usize * height as usize;
    let mut bytes = Vec::new();
    let (mut found, mut place, mut wrong) = (0_usize, texture.place(), false);
    for (at, token) in tree.tokens(texture, "image").skip(3) {
        place = at;
        let Some(value) = pixel(token) else {
            wrong = true;
            break;
        };
        found += 1;
        if found <= expected {
            for part in value.to_be_bytes().into_iter().skip(4 - usize::from(parts)) {
                push(&mut bytes, part).ok()?;
            }
        }
    }
    if found == expected && !wrong {
        return Some(bytes);
    }
    let is_shown = found >= expected.div_ceil(2);
    let what = match (found.cmp(&expected), is_shown) {
        (std::cmp::Ordering::Less, true) => "the missing ones are black",
        (std::cmp::Ordering::Less, false) => "the picture is left out",
        _ => "the rest is ignored",
    };
    let why = if wrong { ", then something that is not a pixel" } else { "" };
    report.warn(
        "hanim.pixels",
        place,
        format_args!(
            "`image` states {width} x {height} = {expected} pixels and has {found}{why}; {what}. Correct the size or \
             the list"
        ),
    );
    bytes.resize(if is_shown { expected * usize::from(parts) } else { 0 }, 0);
    Some(bytes).filter(|_| is_shown)
}

/// Parses a number of an `image`: decimal, or hexadecimal after `0x`.
fn pixel(token: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(token).ok()?;
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // `from_str_radix` accepts a sign.
        Some(digits) if digits.starts_with('+') => None,
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// An uncompressed PNG (ISO/IEC 15948) of pixels whose rows come from the bottom.
fn png(PixelHeader { width, height, parts }: PixelHeader, pixels: &[u8]) -> Option<Vec<u8>> {
    let kind = *[0, 4, 2, 6].get(usize::from(parts).checked_sub(1)?)?;
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Eight bits per part, the only methods of compression and filtering, and no interlacing.
    header.extend([8, kind, 0, 0, 0]);
    let row = width as usize * usize::from(parts);
    let mut rows = Vec::new();
    rows.try_reserve_exact(pixels.len() + height as usize).ok()?;
    for row in pixels.chunks_exact(row).rev() {
        // Filter type 0: none.
        rows.push(0);
        rows.extend(row);
    }
    let mut data = vec![0x78, 0x01];
    data.try_reserve_exact(rows.len() + rows.len() / BLOCK * 5 + 16).ok()?;
    let mut blocks = rows.chunks(BLOCK).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        data.push(u8::from(blocks.peek().is_none()));
        data.extend(length.to_le_bytes());
        data.extend((!length).to_le_bytes());
        data.extend(block);
    }
    let sums = rows.iter().fold([1_u32, 0], |[a, b], byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        [a, (b + a) % 65_521]
    });
    data.extend((sums[1] << 16 | sums[0]).to_be_bytes());
    let mut out = b"\x89PNG\r\n\x1A\n".to_vec();
    out.try_reserve_exact(data.len() + 64).ok()?;
    for (name, data) in [(b"IHDR", &header), (b"IDAT", &data), (b"IEND", &Vec::new())] {
        out.extend((data.len() as u32).to_be_bytes());
        let start = out.len();
        out.extend(name);
        out.extend(data);
        let sum = crc(out.get(start..).unwrap_or_default());
        out.extend(sum.to_be_bytes());
    }
    Some(out)
}

/// The CRC at the end of a PNG's chunk (ISO/IEC 15948, annex D).
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { 0xEDB8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}
