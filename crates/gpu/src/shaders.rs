//! The shaders, each with the common part before it. The compiler removes comments and indentation, so that browsers do not
//! download them.

macro_rules! shader {
    ($file:literal) => {{
        const TEXT: &str = concat!(include_str!("shaders/common.wgsl"), include_str!(concat!("shaders/", $file)));
        const LENGTH: usize = strip::<{ TEXT.len() }>(TEXT).1;
        const CODE: [u8; LENGTH] = strip::<LENGTH>(TEXT).0;
        match std::str::from_utf8(&CODE) {
            Ok(code) => code,
            Err(_) => TEXT,
        }
    }};
}

/// Bones and joints.
pub const FIGURE: &str = shader!("figure.wgsl");
/// The shadow map.
pub const SHADOW: &str = shader!("shadow.wgsl");
/// The stage behind the figure.
pub const STAGE: &str = shader!("stage.wgsl");

/// Removes comments, indentation and empty lines. Returns the code and its length, which must not exceed `N`.
const fn strip<const N: usize>(text: &str) -> ([u8; N], usize) {
    let text = text.as_bytes();
    let (mut out, mut length, mut at) = ([0; N], 0, 0);
    let mut line_start = true;
    while at < text.len() {
        if text[at] == b'/' && at + 1 < text.len() && text[at + 1] == b'/' {
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
        } else {
            let blank = text[at] == b' ' || text[at] == b'\n';
            if !(blank && line_start) {
                out[length] = text[at];
                length += 1;
                line_start = text[at] == b'\n';
            }
            at += 1;
        }
    }
    (out, length)
}
