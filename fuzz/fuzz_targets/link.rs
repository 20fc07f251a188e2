#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| marey_fuzz::support::fuzz::run("link", data));
