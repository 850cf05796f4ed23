//! The colour profile of sRGB (IEC 61966-2-1), made by code: what an RGB colour of a document means.
//!
//! Version 2.1 of the format (ICC.1:1998-09), which readers of every age know.

/// Entries of the curve from a colour's value to its light; between them readers draw straight lines.
const CURVE_ENTRIES: u16 = 1024;

/// Parts of one in the format's fixed-point numbers (`s15Fixed16Number`).
const ONE: f64 = 65536.0;

/// White of the profile connection space (D50), and red, green and blue as seen under it: the primaries of ITU-R BT.709
/// adapted from D65 by the Bradford matrix.
const COLOURS: [(&[u8; 4], [f64; 3]); 4] = [
    (b"wtpt", [0.9642, 1.0, 0.8249]),
    (b"rXYZ", [0.436_074_7, 0.222_504_5, 0.013_932_2]),
    (b"gXYZ", [0.385_064_9, 0.716_878_6, 0.097_104_5]),
    (b"bXYZ", [0.143_080_4, 0.060_616_9, 0.714_173_3]),
];

/// The name that viewers show.
pub(super) const NAME: &str = "sRGB IEC61966-2.1";

/// The profile's bytes.
pub(super) fn profile() -> Vec<u8> {
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![(b"desc", description()), (b"cprt", copyright())];
    tags.extend(COLOURS.map(|(tag, xyz)| (tag, colour(xyz))));
    tags.push((b"rTRC", curve()));
    // Red, green and blue have one curve: three entries of the table, one place in the file.
    let table = table(&tags);
    let mut bytes = header(128 + table.len() + tags.iter().map(|(_, data)| data.len()).sum::<usize>());
    bytes.extend(table);
    bytes.extend(tags.into_iter().flat_map(|(_, data)| data));
    bytes
}

fn header(size: usize) -> Vec<u8> {
    let mut bytes = number(size).to_vec();
    bytes.extend([0; 4]);
    bytes.extend([2, 0x10, 0, 0]);
    bytes.extend(b"mntrRGB XYZ ");
    // Made on 26 November 1999, the day of the standard: no clock.
    bytes.extend([1999_u16, 11, 26, 0, 0, 0].map(u16::to_be_bytes).concat());
    bytes.extend(b"acsp");
    bytes.extend([0; 28]);
    bytes.extend([0.9642, 1.0, 0.8249].map(fixed).concat());
    bytes.resize(128, 0);
    bytes
}

/// Name, offset and size of each tag.
fn table(tags: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tags.len() + 2;
    let mut bytes = number(count).to_vec();
    let mut offset = 128 + 4 + 12 * count;
    for (name, data) in tags {
        let same: &[&[u8; 4]] = if *name == b"rTRC" { &[b"rTRC", b"gTRC", b"bTRC"] } else { &[*name] };
        for name in same {
            bytes.extend([**name, number(offset), number(data.len())].concat());
        }
        offset += data.len();
    }
    bytes
}

/// `textDescriptionType`: in ASCII; its two other forms are empty.
fn description() -> Vec<u8> {
    let mut bytes = [*b"desc", [0; 4], number(NAME.len() + 1)].concat();
    bytes.extend(NAME.bytes());
    bytes.resize(bytes.len() + 1 + 4 + 4 + 2 + 1 + 67, 0);
    padded(bytes)
}

fn copyright() -> Vec<u8> {
    let mut bytes = [*b"text", [0; 4]].concat();
    bytes.extend(b"No copyright, use freely\0");
    padded(bytes)
}

fn colour(xyz: [f64; 3]) -> Vec<u8> {
    let mut bytes = [*b"XYZ ", [0; 4]].concat();
    bytes.extend(xyz.map(fixed).concat());
    bytes
}

/// From a colour's value to its light (IEC 61966-2-1, 5.2).
fn curve() -> Vec<u8> {
    let mut bytes = [*b"curv", [0; 4], number(usize::from(CURVE_ENTRIES))].concat();
    for entry in 0..CURVE_ENTRIES {
        let value = f64::from(entry) / f64::from(CURVE_ENTRIES - 1);
        let light = if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 65535")]
        let light = (light * f64::from(u16::MAX)).round() as u16;
        bytes.extend(light.to_be_bytes());
    }
    padded(bytes)
}

fn fixed(value: f64) -> [u8; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "all values are below 2")]
    let value = (value * ONE).round() as i32;
    value.to_be_bytes()
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes()
}

/// Tags begin at multiples of four bytes.
fn padded(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_lies_where_the_table_says() {
        let profile = profile();
        let word = |at: usize| u32::from_be_bytes(profile[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(word(0), profile.len());
        assert_eq!(word(128), 9);
        for entry in 0..9 {
            let at = 132 + 12 * entry;
            let (offset, size) = (word(at + 4), word(at + 8));
            assert!(offset % 4 == 0 && offset + size <= profile.len(), "tag {entry}");
            let kind: &[u8] = match &profile[at..at + 4] {
                b"desc" => b"desc",
                b"cprt" => b"text",
                b"rTRC" | b"gTRC" | b"bTRC" => b"curv",
                _ => b"XYZ ",
            };
            assert_eq!(&profile[offset..offset + 4], kind);
        }
        // Red, green and blue together are white.
        let sum: f64 = COLOURS[1..].iter().map(|(_, xyz)| xyz[1]).sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }
}
