//! Pixels per inch in PNG (`pHYs`, ISO/IEC 15948, 11.3.5.3) and JPEG files (JFIF, ITU-T T.871, 10.1).

/// Pixels per inch across, if the file says.
pub(super) fn of(bytes: &[u8]) -> Option<f64> {
    let dpi = if bytes.starts_with(b"\x89PNG") { png(bytes) } else { jfif(bytes) }?;
    // Some writers leave 1 or 0 there.
    (10.0..=5_000.0).contains(&dpi).then_some(dpi)
}

fn png(bytes: &[u8]) -> Option<f64> {
    let mut rest = bytes.get(8..)?;
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        match rest.get(4..8)? {
            b"pHYs" => {
                let per_unit = u32::from_be_bytes(rest.get(8..12)?.try_into().ok()?);
                return (*rest.get(16)? == 1).then(|| (f64::from(per_unit) * 0.0254).round());
            }
            b"IDAT" | b"IEND" => return None,
            _ => rest = rest.get(length.checked_add(12)?..)?,
        }
    }
}

fn jfif(bytes: &[u8]) -> Option<f64> {
    if bytes.get(..4)? != b"\xFF\xD8\xFF\xE0" || bytes.get(6..11)? != b"JFIF\0" {
        return None;
    }
    let density = f64::from(u16::from_be_bytes(bytes.get(14..16)?.try_into().ok()?));
    match bytes.get(13)? {
        1 => Some(density),
        2 => Some((density * 2.54).round()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_own_density_counts() {
        let chunk =
            |name: &[u8], body: &[u8]| [&(body.len() as u32).to_be_bytes()[..], name, body, &[0; 4]].concat();
        let phys = chunk(b"pHYs", &[&11_811_u32.to_be_bytes()[..], &11_811_u32.to_be_bytes(), &[1]].concat());
        let png = [b"\x89PNG\r\n\x1a\n", &chunk(b"IHDR", &[0; 13])[..], &phys].concat();
        assert_eq!(of(&png), Some(300.0));
        assert_eq!(of(&png[..40]), None);
        assert_eq!(of(b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x01\0\x48\0\x48\0\0"), Some(72.0));
        assert_eq!(of(b"GIF89a"), None);
    }
}
