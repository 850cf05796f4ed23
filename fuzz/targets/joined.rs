#![no_main]

libfuzzer_sys::fuzz_target!(
    init: {
        // The engine's panics are caught and answered; only what is not caught is a finding.
        std::panic::set_hook(Box::new(|_| {}));
    },
    |data: &[u8]| platen_fuzz::joined(data)
);
