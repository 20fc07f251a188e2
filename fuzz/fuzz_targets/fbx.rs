#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| support::fuzz::run("fbx", data));
