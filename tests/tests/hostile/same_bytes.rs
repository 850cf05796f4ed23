//! Row 18 of the promises: the same input gives the same bytes, in any process, at any time, in any time zone.

use std::fs;

use platen_samples::SAMPLES;
use platen_tests::binaries::command;

#[test]
fn the_same_input_gives_the_same_bytes() {
    for sample in SAMPLES {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("template.docx"), (sample.docx)()).unwrap();
        fs::write(folder.path().join("data.json"), (sample.data)().to_string()).unwrap();
        for format in ["docx", "pdf"] {
            let mut made = Vec::new();
            for (zone, language) in
                [("UTC", "C"), ("Pacific/Kiritimati", "de_DE.UTF-8"), ("America/St_Johns", "tr_TR.UTF-8")]
            {
                let out = format!("out.{format}");
                let status = command("platen")
                    .current_dir(folder.path())
                    .env("TZ", zone)
                    .env("LC_ALL", language)
                    .args(["render", "template.docx", "data.json", "-o", &out])
                    .status()
                    .unwrap();
                assert!(status.success(), "{}", sample.file_name);
                made.push(fs::read(folder.path().join(&out)).unwrap());
            }
            assert!(
                made.windows(2).all(|pair| pair[0] == pair[1]),
                "{} as {format} differs",
                sample.file_name
            );
            println!("{} as {format}: {} bytes, three times", sample.file_name, made[0].len());
        }
    }
}
