//! The limits of files of arrays.

use marey::{ErrorKind, Limits};

use crate::limited;
use support::{fixture, read_alone, read_within};

/// A `.npy` file of zeros in this shape, with so many bytes of items.
fn npy(shape: &str, bytes: usize) -> Vec<u8> {
    let mut dict = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
    dict += &" ".repeat(117 - dict.len());
    dict += "\n";
    [b"\x93NUMPY\x01\0\x76\0", dict.as_bytes(), &vec![0; bytes]].concat()
}

/// An archive of one member with these packed bytes, which says that it unpacks to `size` bytes.
fn npz(packed: &[u8], size: u32) -> Vec<u8> {
    let name = b"positions.npy";
    let word = |number: usize| (number as u32).to_le_bytes();
    let about =
        [&b"\x14\0\0\0\x08\0\0\0\x21\0\0\0\0\0"[..], &word(packed.len()), &size.to_le_bytes(), b"\x0D\0\0\0"].concat();
    let mut out = [&b"PK\x03\x04"[..], &about, name, packed].concat();
    let directory = [&b"PK\x01\x02\x14\0"[..], &about, &[0; 14], name].concat();
    let end = [&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &word(directory.len()), &word(out.len()), b"\0\0"].concat();
    out.extend(directory);
    out.extend(end);
    out
}

/// An archive that lists a stored file so many times, each time as a file of its own name.
fn listed_again(content: &[u8], times: usize) -> Vec<u8> {
    let word = |number: usize| (number as u32).to_le_bytes();
    let sizes = [word(content.len()), word(content.len())].concat();
    let about = |name: &str| [&b"\x14\0\0\0\0\0\0\0\x21\0\0\0\0\0"[..], &sizes, &[name.len() as u8, 0, 0, 0]].concat();
    let mut out = [&b"PK\x03\x04"[..], &about("a0.npy"), b"a0.npy", content].concat();
    let start = out.len();
    for number in 0..times {
        let name = format!("a{number}.npy");
        out.extend([&b"PK\x01\x02\x14\0"[..], &about(&name), &[0; 14], name.as_bytes()].concat());
    }
    let length = out.len() - start;
    out.extend([&b"PK\x05\x06\0\0\0\0\0\0\0\0"[..], &word(length), &word(start), b"\0\0"].concat());
    out
}

/// A deflated stream of a zero and `repeats` repetitions of 258 zeros, in the fixed code of RFC 1951.
fn zeros(repeats: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = vec![true, true, false];
    let mut code = |text: &str| bits.extend(text.chars().map(|bit| bit == '1'));
    code("00110000");
    for _ in 0..repeats {
        code("1100010100000");
    }
    code("0000000");
    bits.chunks(8).map(|byte| byte.iter().enumerate().fold(0, |sum, (at, bit)| sum | u8::from(*bit) << at)).collect()
}

#[test]
fn shapes_are_no_reason_to_reserve_memory() {
    for shape in ["4294967295, 4294967295, 3", "1000000000, 22, 3", "18446744073709551615"] {
        let refusal = read_alone("a.npy", npy(shape, 100)).unwrap_err();
        assert_eq!(refusal.code(), "npy.cut", "{shape}");
    }
    // Two of its rows are there, and zero.
    let refusal = read_alone("a.npy", npy("18446744073709551615, 5, 3", 130)).unwrap_err();
    assert_eq!(refusal.code(), "arrays.empty");
    // An axis of no length makes the other ones meaningless.
    let refusal = read_alone("a.npy", npy("18446744073709551615, 0, 3", 0)).unwrap_err();
    assert!(refusal.location().is_some(), "{refusal}");
}

#[test]
fn archives_unpack_to_what_their_size_justifies() {
    let bomb = npz(&zeros(10_000), 1 << 30);
    let refusal = limited(read_alone("a.npz", bomb));
    assert_eq!(refusal.code(), "npz.limit");
    // The directory says less, or more, than there is.
    let refusal = read_alone("a.npz", npz(&zeros(10_000), 1000)).unwrap_err();
    assert_eq!(refusal.code(), "npz.damaged");
    let refusal = read_alone("a.npz", npz(&zeros(10), 1 << 20)).unwrap_err();
    assert_eq!(refusal.code(), "npy.header");
}

#[test]
fn archives_whose_files_share_bytes_are_refused() {
    let plain = fixture("arrays", "plain.npy");
    let clip = read_alone("a.npz", listed_again(&plain, 1)).unwrap();
    assert_eq!(clip.skeleton.len(), 5);
    let refusal = read_alone("a.npz", listed_again(&plain, 100)).unwrap_err();
    assert_eq!(refusal.code(), "npz.damaged");
    assert!(refusal.message().contains("longer together than the archive"), "{refusal}");
}

#[test]
fn files_and_bytes_of_an_archive_are_limited() {
    let plain = fixture("arrays", "plain.npy");
    let read = |times: usize, limits: Limits| read_within(&[("a.npz", listed_again(&plain, times))], limits);
    let refusal = limited(read(30, Limits::default().archive_files(20)));
    assert_eq!(refusal.code(), "npz.limit");
    assert!(refusal.message().contains("no more than 20 files"), "{refusal}");
    let refusal = limited(read(1, Limits::default().unpacked_bytes(400)));
    assert_eq!(refusal.code(), "npz.limit");
    assert!(refusal.message().contains("no more than 400 bytes"), "{refusal}");
}

#[test]
fn joints_frames_and_bytes_are_limited() {
    let plain = fixture("arrays", "plain.npy");
    let read = |limits: Limits| read_within(&[("plain.npy", &plain)], limits);
    assert_eq!(read(Limits::default().joints(5).frames(6)).unwrap().skeleton.len(), 5);
    let limits = [
        Limits::default().joints(4),
        Limits::default().depth(4),
        Limits::default().frames(5),
        Limits::default().motion_bytes(359),
    ];
    for limits in limits {
        let refusal = limited(read(limits));
        assert_eq!((refusal.code(), refusal.kind()), ("arrays.limit", ErrorKind::Limit));
    }
}

/// Many points take no time that grows with their square.
#[test]
fn crowds_of_points_have_no_bones() {
    let mut file = npy("2, 20000, 3", 480_000);
    file[500] = 63;
    let clip = read_alone("a.npy", file).unwrap();
    assert!((0..20_000).all(|joint| clip.skeleton.parent(joint).is_none()));
    let refusal = read_alone("a.npy", npy("2, 20001, 3", 480_024)).unwrap_err();
    assert!(matches!(refusal.code(), "arrays.limit" | "arrays.empty"), "{refusal}");
}
