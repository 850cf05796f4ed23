//! Row 18 of the promises: the same input gives the same bytes, in any process, at any time, in any time zone.

use std::fs;

use platen_samples::SAMPLES;
use platen_tests::binaries::command;

/// Where and in which language the same is made.
const PLACES: [(&str, &str); 3] =
    [("UTC", "C"), ("Pacific/Kiritimati", "de_DE.UTF-8"), ("America/St_Johns", "tr_TR.UTF-8")];

#[test]
fn the_same_input_gives_the_same_bytes() {
    for sample in SAMPLES {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("template.docx"), (sample.docx)()).unwrap();
        fs::write(folder.path().join("data.json"), (sample.data)().to_string()).unwrap();
        for format in ["docx", "pdf"] {
            let mut made = Vec::new();
            for (zone, language) in PLACES {
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

#[test]
fn the_same_items_give_the_same_archive() {
    let folder = tempfile::tempdir().unwrap();
    let sample = &SAMPLES[0];
    fs::write(folder.path().join("template.docx"), (sample.docx)()).unwrap();
    let good = (sample.data)().to_string();
    // Names that come twice, and an item that fails: its line in errors.json is the same too.
    fs::write(folder.path().join("items.jsonl"), format!("{good}\n{good}\n{{}}\n{good}\n")).unwrap();
    for format in ["docx", "pdf"] {
        let mut made = Vec::new();
        for (number, (zone, language)) in PLACES.into_iter().enumerate() {
            let out = format!("{number}.zip");
            let output = command("platen")
                .current_dir(folder.path())
                .env("TZ", zone)
                .env("LC_ALL", language)
                .args(["bulk", "template.docx", "items.jsonl", "--format", format, "-o", &out])
                .output()
                .unwrap();
            made.push(fs::read(folder.path().join(&out)).unwrap_or_else(|_| panic!("{output:?}")));
        }
        assert!(made.windows(2).all(|pair| pair[0] == pair[1]), "the archive of .{format} differs");
        println!("an archive of four items as {format}: {} bytes, three times", made[0].len());
    }
}
