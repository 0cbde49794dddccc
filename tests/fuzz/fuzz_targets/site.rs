//! libFuzzer on `site`; the body is in `tests/src/fuzz`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| readpoint_tests::fuzz::run("site", data));
