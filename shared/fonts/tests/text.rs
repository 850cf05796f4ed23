//! Text to glyphs with the bundled fonts alone.

use platen_fonts::{Features, FontFolders, Item, Itemise, Library, Request, Script, levels, visual_order};

fn library() -> Library {
    Library::new(FontFolders::default())
}

fn items(library: &Library, family: &str, text: &str) -> Vec<Item> {
    let choice = library.select(&Request::new(family, false, false));
    library.itemise(text, &Itemise { choice, right_to_left: false, levels: None, language: None })
}

fn width(library: &Library, family: &str, text: &str, features: Features) -> f32 {
    let items = items(library, family, text);
    items.iter().map(|item| library.shape(text, item, None, features).advance()).sum()
}

#[test]
fn plain_text_is_as_wide_as_in_word() {
    let library = library();
    // Advances of Calibri and Arial, from PDFs that Word made.
    let calibri = width(&library, "Calibri", "To AV", Features::default());
    let wanted = 0.48730 + 0.52734 + 0.22607 + 0.57861 + 0.56738;
    assert!((calibri - wanted).abs() < 0.0005, "{calibri} {wanted}");
    let kerned = width(&library, "Calibri", "To AV", Features { kerning: true, ..Features::default() });
    assert!(kerned < calibri - 0.02, "{kerned}");
}

#[test]
fn each_script_and_direction_is_an_item_of_its_own() {
    let library = library();
    let text = "Total: سلام 12, done";
    let found = items(&library, "Arial", text);
    let joined: String = found.iter().map(|item| &text[item.range.clone()]).collect();
    assert_eq!(joined, text);
    let arabic = found.iter().find(|item| item.script == Script::Arabic).unwrap();
    assert!(arabic.is_right_to_left() && !arabic.is_missing);
    let glyphs = library.shape(text, arabic, None, Features::default()).glyphs;
    let clusters: Vec<u32> = glyphs.iter().map(|glyph| glyph.cluster).collect();
    assert!(clusters.is_sorted_by(|a, b| a >= b), "right to left: {clusters:?}");
    assert!(glyphs.iter().all(|glyph| glyph.id != 0));
    assert!(clusters.iter().all(|cluster| arabic.range.contains(&(*cluster as usize))));
}

#[test]
fn pieces_of_a_line_are_drawn_in_visual_order() {
    assert_eq!(visual_order(&[0, 1, 2, 1, 0]), [0, 3, 2, 1, 4]);
    assert_eq!(visual_order(&[1, 2, 2]), [1, 2, 0]);
    assert_eq!(visual_order(&[]), [0usize; 0]);
    assert_eq!(levels("ab", false), [0, 0]);
    assert_eq!(levels("א", false), [1, 1]);
}

#[test]
fn a_character_without_a_face_is_told_of() {
    let library = library();
    let found = items(&library, "Arial", "a\u{13000}b");
    let missing: Vec<bool> = found.iter().map(|item| item.is_missing).collect();
    assert_eq!(missing, [false, true, false]);
    let boxes = library.shape("a\u{13000}b", &found[1], None, Features::default()).glyphs;
    assert_eq!(boxes.len(), 1);
    assert!(boxes[0].id == 0 && boxes[0].advance > 0.0);
}

#[test]
fn words_are_the_same_from_the_cache() {
    let library = library();
    let text = "नमस्ते दुनिया नमस्ते";
    let found = items(&library, "Arial", text);
    let first = library.shape(text, &found[0], None, Features::default());
    assert_eq!(first, library.shape(text, &found[0], None, Features::default()));
    assert!(first.glyphs.iter().all(|glyph| glyph.id != 0));
}
