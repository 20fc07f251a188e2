//! Finds panic functions by their names. With the code that they call (`Debug` of half of wgpu's types) they are a twentieth of the
//! download.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stub {
    /// Traps at once, without the message.
    Trap,
    /// Prints nothing and returns `Ok`.
    Silence,
}

/// Functions that do not return, but panic.
const PANICS: [&str; 10] = [
    "core::panicking::",
    "core::cell::panic_",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::result::unwrap_failed",
    "core::slice::index::slice_index_fail",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::str::slice_error_fail",
    "alloc::raw_vec::handle_error",
    "alloc::raw_vec::capacity_overflow",
];

/// The replacement of the function of this demangled name; `None` keeps it.
///
/// `Debug` is silenced, since Marey's messages do not use it. That of `JsValue` stays, because it words the browser's own errors, and
/// so does that of references, which only calls another.
pub fn stub(name: &str) -> Option<Stub> {
    let name = without_hashes(name);
    if PANICS.iter().any(|panic| name.starts_with(panic)) {
        return Some(Stub::Trap);
    }
    let debug = name.contains(" as core::fmt::Debug>::fmt") && !name.starts_with("<&") && !name.contains("JsValue");
    debug.then_some(Stub::Silence)
}

/// `core[0123abcd]::fmt` is `core::fmt`.
fn without_hashes(name: &str) -> String {
    let mut parts = name.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((hash, behind)) if hash.len() > 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                plain.push_str(behind);
            }
            _ => {
                plain.push('[');
                plain.push_str(part);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_trap_and_debug_prints_nothing() {
        for (name, expected) in [
            ("core[c5930c85a12de822]::panicking::panic_fmt", Some(Stub::Trap)),
            ("core::option::unwrap_failed", Some(Stub::Trap)),
            ("<wgpu_types::features::Features as core::fmt::Debug>::fmt::hcc6e", Some(Stub::Silence)),
            ("<[u8] as core[c5930c85a12de822]::fmt::Debug>::fmt", Some(Stub::Silence)),
            ("<wasm_bindgen::JsValue as core::fmt::Debug>::fmt::h0ac8", None),
            ("<&T as core::fmt::Debug>::fmt::h04bf", None),
            ("core[c5930c85a12de822]::fmt::write", None),
            ("Gpu::set_depth_fail_op::__wbg_set_depth_fail_op externref shim", None),
        ] {
            assert_eq!(stub(name), expected, "{name}");
        }
    }
}
