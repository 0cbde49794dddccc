//! libFuzzer on `page`; the body is in `tests/src/fuzz`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| readpoint_tests::fuzz::run("page", data));
