#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| platen_fuzz::invoice(data));
