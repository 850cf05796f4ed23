//! Metafiles of a few records, and what they draw.

use std::sync::LazyLock;

use platen_fonts::{FontFolders, Library};
use platen_ooxml::{Budget, Limits};
use proptest::prelude::*;

use super::painter::Canvas;
use super::{emf, wmf};
use crate::drawing::{Drawing, Paint, Segment};
use crate::pages::{Clip, Item, Rect};

/// A metafile in a picture of 100 by 100 points: what it draws, what it lacks, the number of bitmaps.
fn played(bytes: &[u8]) -> (Vec<Item>, Vec<&'static str>, usize) {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::new(FontFolders::default()));
    let budget = Budget::of(&Limits::default());
    let mut canvas = Canvas::new(&LIBRARY, &budget, "word/media/image1.emf".into(), 100.0, 100.0, 0);
    let play = if emf::is(bytes) { emf::play } else { wmf::play };
    play(bytes, &mut canvas).expect("within the budget");
    let (items, inner, lacks) = canvas.finish();
    (items, lacks, inner.len())
}

/// The room that is left after a metafile, and how many figures were drawn before it ended.
fn room(bytes: &[u8], room: usize) -> (Option<usize>, usize) {
    let library = Library::new(FontFolders::default());
    let budget = Budget::of(&Limits::default());
    let mut canvas = Canvas::new(&library, &budget, "word/media/image1.emf".into(), 100.0, 100.0, 0);
    canvas.room = Some(room);
    let play = if emf::is(bytes) { emf::play } else { wmf::play };
    play(bytes, &mut canvas).expect("within the budget");
    (canvas.room, drawings(&canvas.finish().0).len())
}

#[test]
fn a_metafile_ends_where_the_points_of_a_document_end() {
    // A polygon of three points: four segments and a figure of 8 points.
    let polygon = record(3, &[0, 0, 90, 90, 3, 0, 0, 90, 0, 90, 90]);
    let many = file(&vec![polygon; 5]);
    assert_eq!(room(&many, 100), (Some(40), 5));
    assert_eq!(room(&many, 40), (None, 3));
    // Its record alone is longer than there is room for: nothing of it is held.
    let long = file(&[record(3, &[vec![0, 0, 90, 90, 50], vec![7; 100]].concat())]);
    assert_eq!(room(&long, 50), (None, 0));
    // Lines of a path are counted while it is put together, pixels one by one.
    let path = [record(59, &[])].into_iter().chain(vec![record(27, &[1, 1]); 9]).collect::<Vec<_>>();
    assert_eq!(room(&file(&path), 9), (Some(0), 0));
    assert_eq!(room(&file(&path), 8), (None, 0));
    assert_eq!(room(&file(&vec![record(15, &[1, 1, 255]); 3]), 16), (None, 2));
    let polygon = short(0x0324, &[3, 0, 0, 200, 0, 0, 200]);
    assert_eq!(room(&short_file(&vec![polygon.clone(); 5]), 100), (Some(40), 5));
    assert_eq!(room(&short_file(&vec![polygon; 5]), 40), (None, 3));
}

/// A record of EMF with its numbers.
fn record(kind: u32, numbers: &[i32]) -> Vec<u8> {
    let size = 8 + numbers.len() * 4;
    let head = [kind, u32::try_from(size).unwrap()].into_iter().flat_map(u32::to_le_bytes);
    head.chain(numbers.iter().flat_map(|number| number.to_le_bytes())).collect()
}

/// An EMF whose device has ten pixels to the millimetre and whose frame is 100 by 100 pixels.
fn file(records: &[Vec<u8>]) -> Vec<u8> {
    let mut header = vec![0, 0, 100, 100, 0, 0, 1000, 1000, 0x464D_4520, 0x10000, 0, 0, 0, 0, 0, 0];
    header.extend([1000, 1000, 100, 100]);
    let mut bytes = record(1, &header);
    bytes.extend(records.concat());
    bytes.extend(record(14, &[0, 16, 20]));
    bytes
}

fn short(kind: u16, numbers: &[i16]) -> Vec<u8> {
    let words = u32::try_from(3 + numbers.len()).unwrap();
    let head = words.to_le_bytes().into_iter().chain(kind.to_le_bytes());
    head.chain(numbers.iter().flat_map(|number| number.to_le_bytes())).collect()
}

/// A placeable WMF whose window is 200 by 200 units.
fn short_file(records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0xd7, 0xcd, 0xc6, 0x9a, 0, 0];
    bytes.extend([0_i16, 0, 200, 200, 1440, 0, 0, 0].into_iter().flat_map(i16::to_le_bytes));
    bytes.extend([1_i16, 9, 0x300, 0, 0, 4, 0, 0, 0].into_iter().flat_map(i16::to_le_bytes));
    bytes.extend(records.concat());
    bytes.extend(short(0, &[]));
    bytes
}

fn drawings(items: &[Item]) -> Vec<&Drawing> {
    items
        .iter()
        .filter_map(|item| match item {
            Item::Drawing(drawing) => Some(drawing),
            _ => None,
        })
        .collect()
}

#[test]
fn a_rectangle_has_its_brush_and_pen() {
    let brush = record(39, &[1, 0, 0x0000_C0FF, 0]);
    let pen = record(38, &[2, 0, 4, 0, 0x00FF_0000]);
    let rectangle = record(43, &[10, 20, 60, 80]);
    let (items, lacks, _) = played(&file(&[brush, pen, record(37, &[1]), record(37, &[2]), rectangle]));
    let [drawing] = drawings(&items)[..] else { panic!("{items:?}") };
    let path = &drawing.paths[0];
    assert!(matches!(path.fill, Some(Paint::Plain(ink)) if ink.colour == [255, 192, 0]));
    let stroke = path.stroke.as_ref().unwrap();
    assert_eq!((stroke.ink.colour, stroke.width), ([0, 0, 255], 4.0));
    assert_eq!(path.segments[0], Segment::Move((10.0, 20.0)));
    assert_eq!(path.segments[2], Segment::Line((60.0, 80.0)));
    assert!(lacks.is_empty());
}

#[test]
fn lines_that_follow_one_another_are_one_path() {
    let lines = [
        record(27, &[0, 0]),
        record(54, &[10, 0]),
        record(54, &[10, 10]),
        record(27, &[50, 50]),
        record(54, &[60, 60]),
    ];
    let (items, ..) = played(&file(&lines));
    let lengths: Vec<usize> = drawings(&items).iter().map(|own| own.paths[0].segments.len()).collect();
    assert_eq!(lengths, [3, 2]);
}

#[test]
fn windows_transforms_and_clips_are_followed() {
    // MM_ANISOTROPIC, a window of 10 by 10 on 100 by 100 pixels, moved by a world transform.
    let one = 1.0_f32.to_bits().cast_signed();
    let mapping = [record(17, &[8]), record(9, &[10, 10]), record(11, &[100, 100])];
    let world = record(35, &[one, 0, 0, one, 2.0_f32.to_bits().cast_signed(), 0]);
    let clip = record(30, &[0, 0, 5, 5]);
    let line = [record(27, &[0, 0]), record(54, &[1, 1])];
    let (items, ..) = played(&file(&[
        mapping.concat(),
        record(33, &[]),
        world,
        clip,
        line.concat(),
        record(34, &[-1]),
        line.concat(),
    ]));
    let [Item::Group(group), Item::Drawing(plain)] = &items[..] else { panic!("{items:?}") };
    assert!(matches!(group.clip, Some(Clip::Rect(Rect { x: 20.0, .. }))));
    assert_eq!(drawings(&group.items)[0].paths[0].segments[1], Segment::Line((30.0, 10.0)));
    assert_eq!(plain.paths[0].segments[1], Segment::Line((10.0, 10.0)));
}

#[test]
fn text_stands_at_its_distances() {
    // Size 20, baseline, three letters 15 units apart.
    let mut font = vec![1, -20, 0, 0, 0, 400, 0, 0];
    font.extend(
        "Arial"
            .encode_utf16()
            .collect::<Vec<_>>()
            .chunks(2)
            .map(|pair| i32::from(pair[0]) | i32::from(pair.get(1).copied().unwrap_or(0)) << 16),
    );
    font.extend([0; 40]);
    let text =
        record(84, &[0, 0, 0, 0, 1, 0, 0, 10, 50, 3, 76, 0, 0, 0, 0, 0, 84, 0x0042_0041, 0x43, 15, 15, 15]);
    let (items, lacks, _) = played(&file(&[
        record(82, &font),
        record(37, &[1]),
        record(22, &[24]),
        record(24, &[0x0000_00FF]),
        text,
    ]));
    let [Item::Glyphs(run)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(
        (run.text.as_str(), run.size, run.x, run.y, run.colour),
        ("ABC", 20.0, 10.0, 50.0, [255, 0, 0])
    );
    assert!(run.glyphs.iter().all(|glyph| glyph.advance == 15.0));
    assert!(lacks.is_empty(), "{lacks:?}");
}

#[test]
fn a_bitmap_is_taken_out() {
    // Two by two pixels of 24 bits, stretched to 40 by 40.
    let mut numbers = vec![0, 0, 0, 0, 10, 10, 0, 0, 2, 2, 80, 40, 120, 16, 0, 0x00CC_0020, 40, 40];
    numbers.extend([40, 2, 2, 1 | 24 << 16, 0, 16, 0, 0, 0, 0]);
    numbers.extend([0x00FF_00FF; 4]);
    let (items, lacks, bitmaps) = played(&file(&[record(81, &numbers)]));
    let [Item::Picture(picture)] = &items[..] else { panic!("{items:?}") };
    assert_eq!((picture.rect.x, picture.rect.width, bitmaps), (10.0, 40.0, 1));
    assert_eq!((&*picture.part, picture.crop), ("word/media/image1.emf#0", [0.0; 4]));
    assert!(lacks.is_empty());
}

#[test]
fn what_is_not_drawn_is_told_of() {
    let plus = record(70, &[28, 0x2B46_4D45, 0x4001, 28, 16, 0, 0, 0]);
    let (items, lacks, _) = played(&file(&[plus, record(118, &[0; 8])]));
    assert!(items.is_empty() && lacks.len() == 2, "{lacks:?}");
}

#[test]
fn figures_of_sixteen_bits_are_drawn() {
    let brush = short(0x02FC, &[0, 0x00FF, 0, 0]);
    let ellipse = short(0x0418, &[150, 100, 50, 0]);
    let polygon = short(0x0324, &[3, 0, 0, 200, 0, 0, 200]);
    let (items, lacks, _) = played(&short_file(&[brush, short(0x012D, &[0]), ellipse, polygon]));
    let found = drawings(&items);
    assert_eq!(found.len(), 2, "{items:?}");
    assert!(matches!(found[0].paths[0].fill, Some(Paint::Plain(ink)) if ink.colour == [255, 0, 0]));
    assert_eq!(found[0].paths[0].segments[0], Segment::Move((50.0, 50.0)));
    assert_eq!(found[1].paths[0].segments[1], Segment::Line((100.0, 0.0)));
    assert!(lacks.is_empty());
}

#[test]
fn a_clip_of_a_short_metafile_ends_where_no_region_is_selected() {
    let (clip, line) =
        (short(0x0416, &[10, 10, 0, 0]), [short(0x0214, &[0, 0]), short(0x0213, &[90, 90])].concat());
    let clips = |records: &[Vec<u8>]| {
        let (items, lacks, _) = played(&short_file(records));
        (items.iter().any(|item| matches!(item, Item::Group(group) if group.clip.is_some())), lacks.len())
    };
    assert_eq!(clips(&[clip.clone(), line.clone()]), (true, 0));
    assert_eq!(clips(&[clip.clone(), short(0x012C, &[0]), line.clone()]), (false, 0));
    assert_eq!(clips(&[clip, short(0x012C, &[1]), line]), (false, 1));
}

#[test]
fn text_of_sixteen_bits_is_read_in_its_code_page() {
    let font = short(0x02FB, &[-40, 0, 0, 0, 400, 0, 0, 0, 0, 0x7241, 0x6169, 0x006C]);
    let text = short(0x0521, &[2, 0x80_i16 << 8 | 0x41, 100, 20]);
    let (items, ..) = played(&short_file(&[font, short(0x012D, &[0]), short(0x012E, &[24]), text]));
    let [Item::Glyphs(run)] = &items[..] else { panic!("{items:?}") };
    assert_eq!((run.text.as_str(), run.size, run.x, run.y), ("A€", 20.0, 10.0, 50.0));
}

proptest! {
    /// Attack: records with any numbers.
    #[test]
    fn no_record_does_harm(
        records in prop::collection::vec((1_u32..124, prop::collection::vec(any::<i32>(), 0..40)), 0..24),
        small in prop::collection::vec((any::<u16>(), prop::collection::vec(any::<i16>(), 0..24)), 0..24),
    ) {
        let all: Vec<Vec<u8>> = records.iter().filter(|(kind, _)| *kind != 14).map(|(kind, numbers)| record(*kind, numbers)).collect();
        played(&file(&all));
        const KINDS: [u16; 24] = [
            0x0940, 0x0B41, 0x0F43, 0x0521, 0x0A32, 0x02FA, 0x02FB, 0x02FC, 0x0538, 0x0324, 0x0817, 0x081A, 0x061C, 0x0416,
            0x020B, 0x020C, 0x0410, 0x012D, 0x0127, 0x001E, 0x0213, 0x0214, 0x0142, 0x061D,
        ];
        let kind = |own: u16| KINDS[usize::from(own) % KINDS.len()];
        let all: Vec<Vec<u8>> = small.iter().map(|(own, numbers)| short(kind(*own), numbers)).collect();
        played(&short_file(&all));
    }

    /// Attack: any bytes after a header.
    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut own = file(&[]);
        own.truncate(own.len() - 20);
        own.extend(&bytes);
        played(&own);
        played(&[&[0xd7, 0xcd, 0xc6, 0x9a][..], &bytes].concat());
        played(&[&[1, 0, 9, 0][..], &bytes].concat());
    }
}
