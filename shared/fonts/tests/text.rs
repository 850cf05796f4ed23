//! Text to glyphs with the bundled fonts alone.

use platen_fonts::{
    EmbeddedFont, Features, FontFolders, Item, Itemise, Library, Request, Script, levels, visual_order,
};

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
fn characters_that_draw_nothing_are_no_boxes() {
    let library = library();
    // Separators of lines and paragraphs, joiners, a wide space, and a code that Symbol does not use.
    for (family, text, em) in [
        ("Arial", "a\u{2028}\u{2029}\u{2063}\u{feff}b", 0.0),
        ("Calibri", "a\u{3000}b", 1.0),
        ("Symbol", "a\u{f0ff}b", 0.0),
    ] {
        let found = items(&library, family, text);
        assert!(found.iter().all(|item| !item.is_missing), "{family}");
        let glyphs =
            found.iter().flat_map(|item| library.shape(text, item, None, Features::default()).glyphs);
        assert!(glyphs.map(|glyph| glyph.id).all(|id| id != 0), "{family}");
        let features = Features::default();
        let apart = width(&library, family, text, features) - width(&library, family, "ab", features);
        assert!((apart - em).abs() < 0.001, "{family}: {apart}");
    }
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

#[test]
fn signs_have_the_widths_of_the_font_that_is_asked_for() {
    let library = library();
    for (family, text, wanted) in [
        ("Symbol", "\u{f0b7}", 0.45996),
        ("Wingdings", "\u{f0a7}", 0.45752),
        ("Wingdings", "\u{f0e0}", 0.97949),
        ("Wingdings", "J", 0.84326),
        ("Symbol", "-", 0.54883),
    ] {
        let found = items(&library, family, text);
        assert!(found.len() == 1 && !found[0].is_missing, "{family} {text:?}");
        let shaped = library.shape(
            text,
            &found[0],
            None,
            Features { kerning: true, ligatures: true, ..Features::default() },
        );
        assert!((shaped.advance() - wanted).abs() < 0.0006, "{family} {text:?} {}", shaped.advance());
        assert_ne!(shaped.glyphs[0].id, 0);
    }
    let symbol = library.select(&Request::new("Symbol", false, false)).line_metrics();
    assert!((symbol.ascent + symbol.descent - 1.2251).abs() < 0.001);
}

/// Carlito has a ligature `ti` as Calibri has. Aptos is drawn with Carlito's letters, but has none, and Fira Code is as wide
/// as its letters are many.
#[test]
fn stand_ins_have_the_ligatures_of_the_font_that_is_meant() {
    let library = library();
    let features = Features { ligatures: true, ..Features::default() };
    for (family, glyphs) in [("Calibri", 1), ("Calibri Light", 1), ("Aptos", 2), ("Fira Code Light", 2)] {
        let found = items(&library, family, "ti");
        let shaped = library.shape("ti", &found[0], None, features);
        assert_eq!(shaped.glyphs.len(), glyphs, "{family}");
    }
}

#[test]
fn bundled_faces_draw_the_scripts_of_most_readers() {
    let library = library();
    for (text, script) in [
        ("Grüße", Script::Latin),
        ("Ελλάδα", Script::Greek),
        ("Привет", Script::Cyrillic),
        ("שלום", Script::Hebrew),
        ("سلام", Script::Arabic),
        ("สวัสดี", Script::Thai),
        ("नमस्ते", Script::Devanagari),
        ("নমস্কার", Script::Bengali),
        ("வணக்கம்", Script::Tamil),
        ("Հայերեն", Script::Armenian),
        ("አማርኛ", Script::Ethiopic),
        ("ქართული", Script::Georgian),
        ("ગુજરાતી", Script::Gujarati),
        ("ਪੰਜਾਬੀ", Script::Gurmukhi),
        ("ಕನ್ನಡ", Script::Kannada),
        ("ភាសាខ្មែរ", Script::Khmer),
        ("ພາສາລາວ", Script::Lao),
        ("മലയാളം", Script::Malayalam),
        ("မြန်မာ", Script::Myanmar),
        ("ଓଡ଼ିଆ", Script::Oriya),
        ("සිංහල", Script::Sinhala),
        ("తెలుగు", Script::Telugu),
        ("中文繁體", Script::Han),
        ("カタカナ", Script::Katakana),
        ("한국어", Script::Hangul),
        ("🚀😀", Script::Common),
    ] {
        let found = items(&library, "Calibri", text);
        assert_eq!(found.len(), 1, "{text} {found:?}");
        assert!(found[0].script == script && !found[0].is_missing, "{text}");
        let glyphs = library.shape(text, &found[0], None, Features::default()).glyphs;
        assert!(glyphs.iter().all(|glyph| glyph.id != 0), "{text}");
    }
    // The same letter at the beginning and at the end of a word.
    let found = items(&library, "Arial", "بب");
    let glyphs = library.shape("بب", &found[0], None, Features::default()).glyphs;
    assert!(glyphs.len() >= 2 && glyphs[0].id != glyphs[glyphs.len() - 1].id, "{glyphs:?}");
}

/// Text in a font that has no Chinese stands as high as in the font that Windows lends, signs included, whatever face is bundled.
#[test]
fn lines_of_borrowed_characters_are_as_high_as_on_windows() {
    let library = library();
    let height = |family: &str, text: &str| {
        let metrics = items(&library, family, text)[0].choice.line_metrics();
        metrics.ascent + metrics.descent + metrics.line_gap
    };
    for text in ["中", "、", "「"] {
        assert!((height("Arial", text) - height("SimSun", "中")).abs() < 1e-4, "{text}");
    }
}

/// A font of Windows with Hebrew keeps its height where only the stand-in lacks the letters.
#[test]
fn letters_of_a_script_are_as_high_as_in_the_font_that_has_them() {
    let library = library();
    let height = |family: &str, text: &str| {
        let metrics = items(&library, family, text)[0].choice.line_metrics();
        metrics.line_gap + metrics.ascent + metrics.descent
    };
    for (family, text, measured) in [
        ("Mangal", "नमस्ते", 1.6797),
        ("Latha", "வணக்கம்", 1.6602),
        ("David", "שלום", 1.0),
        ("Simplified Arabic", "سلام", 1.6577),
        ("Leelawadee UI", "สวัสดี", 1.3301),
        ("Nirmala UI", "নমস্কার", 1.3301),
        ("Meiryo", "日本語", 1.9492),
        ("바탕", "한국어", 1.2988),
    ] {
        assert!((height(family, text) - measured).abs() < 0.0002, "{family} {}", height(family, text));
    }
    // A font without the script leaves it to another.
    assert!((height("Constantia", "नमस्ते") - 1.2207).abs() > 0.01);
}

#[test]
fn lines_keep_the_height_of_the_font_that_is_asked_for() {
    let library = library();
    let height = |family: &str, text: &str| {
        let metrics = items(&library, family, text)[0].choice.line_metrics();
        metrics.line_gap + metrics.ascent + metrics.descent
    };
    assert!((height("Arial", "سلام") - 1.1499).abs() < 0.001, "{}", height("Arial", "سلام"));
    assert!((height("Aptos", "a") - 1.2207).abs() < 0.001);
    assert!((height("Aptos", "नमस्ते") - 1.304).abs() < 0.001, "{}", height("Aptos", "नमस्ते"));
}

#[test]
fn names_lead_to_the_face_that_fits() {
    let library = library();
    let family = |request: &Request| {
        let choice = library.select(request);
        let face = library.face(choice.face).unwrap();
        (face.family().to_owned(), choice.is_stand_in, choice.synthetic_bold, choice.synthetic_italic)
    };
    let plain = |name| family(&Request::new(name, false, false));
    assert_eq!(plain("APTOS"), ("Aptos".into(), true, false, false));
    assert_eq!(plain("liberation serif"), ("Liberation Serif".into(), false, false, false));
    assert_eq!(plain("ＭＳ 明朝").0, "MS Mincho");
    assert_eq!(plain("Unheard Of").0, "Arial");
    assert_eq!(plain("Unheard Of Serif").0, "Times New Roman");
    assert_eq!(plain("Unheard Of Condensed").0, "Arial Narrow");
    assert_eq!(plain("TH SarabunPSK").0, "TH Sarabun New");
    let generic =
        Request { generic: Some(platen_fonts::Generic::Mono), ..Request::new("Unheard Of", true, false) };
    assert_eq!(family(&generic).0, "Courier New");
    let other = Request { alternatives: "Nobody's, Cambria", ..Request::new("Unheard Of", false, false) };
    assert_eq!(family(&other).0, "Cambria");
    assert_eq!(family(&Request::new("Segoe UI", false, true)), ("Segoe UI".into(), true, false, true));
}

#[test]
fn what_word_put_in_its_place_comes_before_a_font_that_is_like_it() {
    let library = library();
    let width = |family: &str, alternatives: &str| {
        let request = Request { alternatives, ..Request::new(family, false, false) };
        let how =
            Itemise { choice: library.select(&request), right_to_left: false, levels: None, language: None };
        let items = library.itemise("Minimum", &how);
        items
            .iter()
            .map(|item| library.shape("Minimum", item, None, Features::default()).advance())
            .sum::<f32>()
    };
    assert_eq!(width("Menlo", "Times New Roman"), width("Times New Roman", ""));
    assert_eq!(width("Menlo", ""), width("Lucida Console", ""));
    // What comes with neither Windows nor Office was missing where Word names another font; what comes with them was not.
    assert_eq!(width("Comfortaa", "Calibri"), width("Calibri", ""));
    assert_ne!(width("Comfortaa", ""), width("Calibri", ""));
    assert_eq!(width("Segoe UI", "Courier New"), width("Segoe UI", ""));
    assert_eq!(width("Palatino Linotype", "Calibri"), width("Palatino Linotype", ""));
    // Chinese names of Windows' fonts: half an em for each letter.
    assert_eq!(width("仿宋_GB2312", ""), 3.5);
}

#[test]
fn open_families_that_are_not_bundled_have_their_own_widths() {
    let library = library();
    let width = |family: &str| width(&library, family, "Hamburg 1", Features::default());
    // Advances of the fonts themselves, of H, a, m, b, u, r, g, space and 1.
    let roboto = [1461.0, 1114.0, 1796.0, 1150.0, 1129.0, 694.0, 1150.0, 508.0, 1151.0];
    assert!((width("Roboto") - roboto.iter().sum::<f32>() / 2048.0).abs() < 0.001, "{}", width("Roboto"));
    let widths = ["Lato", "Ubuntu", "Inter", "Poppins", "Montserrat SemiBold"].map(width);
    assert!(widths.is_sorted(), "{widths:?}");
}

#[test]
fn faces_that_no_pdf_showed_have_their_own_widths() {
    let library = library();
    let width = |family: &str, bold: bool, italic: bool| {
        let choice = library.select(&Request::new(family, bold, italic));
        let how = Itemise { choice, right_to_left: false, levels: None, language: None };
        let items = library.itemise("Quiz", &how);
        items.iter().map(|item| library.shape("Quiz", item, None, Features::default()).advance()).sum::<f32>()
    };
    // Advances of the fonts themselves, of Q, u, i and z.
    for (family, bold, italic, advances, em) in [
        ("Trebuchet MS", true, false, [1452.0, 1210.0, 611.0, 1082.0], 2048.0),
        ("Verdana", true, true, [1741.0, 1459.0, 700.0, 1222.0], 2048.0),
        ("Century Gothic", false, true, [871.0, 608.0, 200.0, 425.0], 1000.0),
        ("Arial Narrow", true, true, [638.0, 501.0, 228.0, 410.0], 1000.0),
        ("Constantia", false, false, [804.0, 569.0, 283.0, 480.0], 1000.0),
        ("Rockwell", true, false, [854.0, 625.0, 354.0, 531.0], 1000.0),
        ("Gill Sans MT", true, true, [833.0, 552.0, 260.0, 458.0], 1000.0),
    ] {
        let own = width(family, bold, italic);
        assert!((own - advances.iter().sum::<f32>() / em).abs() < 0.002, "{family} {own}");
    }
    // Of the bold face of Agency FB only the heights are known.
    assert!((width("Agency FB", true, false) / width("Agency FB", false, false) - 1.0).abs() < 0.15);
}

/// Calibri Light has no bold face, and Carlito, which draws Calibri, has one.
#[test]
fn a_light_family_is_drawn_light_and_thickened_where_it_is_bold() {
    let library = library();
    let select = |family| library.select(&Request::new(family, true, false));
    assert!(select("Calibri Light").synthetic_bold && !select("Calibri").synthetic_bold);
    let light = library.select(&Request::new("Calibri Light", false, true));
    assert!(!light.synthetic_italic);
    assert!((width(&library, "Calibri Light", "H", Features::default()) - 0.6191).abs() < 0.001);
}

#[test]
fn a_weight_that_nobody_knows_is_drawn_as_its_family() {
    let library = library();
    let select = |family, bold| library.select(&Request::new(family, bold, false));
    let name = |family, bold| library.face(select(family, bold).face).unwrap().family().to_owned();
    assert_eq!(name("Candara Light", false), "Candara");
    assert_eq!(select("Roboto Black", false), select("Roboto", true));
    assert_eq!(select("Arial Nova Light", false), select("Arial", false));
    assert_eq!(name("Montserrat Medium", false), "Montserrat Medium", "a family of its own");
}

#[test]
fn a_carried_copy_of_a_font_that_word_has_keeps_the_height_of_its_own() {
    let carried = |family: &str| {
        let data = platen_faces::FILES[0].data.to_vec();
        let font = EmbeddedFont { family: family.into(), bold: false, italic: false, data, key: None };
        let (library, refused) = library().with_embedded(vec![font]);
        assert!(refused.is_empty());
        library.select(&Request::new(family, false, false))
    };
    let known = |family: &str| library().select(&Request::new(family, false, false));
    let (georgia, house) = (carried("Georgia"), carried("House"));
    assert!(!georgia.is_stand_in && georgia.face != known("Georgia").face);
    assert_eq!(georgia.line_metrics(), known("Georgia").line_metrics());
    assert_ne!(house.line_metrics(), georgia.line_metrics());
}

#[test]
fn the_operators_fonts_win() {
    let folder = tempfile::tempdir().unwrap();
    let font = platen_faces::FILES[0].data;
    std::fs::write(folder.path().join("a.ttf"), font).unwrap();
    std::fs::write(folder.path().join("broken.ttf"), &font[..2000]).unwrap();
    let library = Library::new(FontFolders { folders: vec![folder.path().to_owned()], system: false });
    let own = library.select(&Request::new("Carlito", false, false)).face;
    assert_ne!(own, self::library().select(&Request::new("Carlito", false, false)).face);
    assert!(library.face(own).unwrap().covers('a'));
}

#[test]
fn arabic_letters_are_as_wide_on_the_whole_as_in_the_font_that_is_asked_for() {
    let library = library();
    let text = "الجمعية العلمية السورية للمعلوماتية";
    let width = |family: &str| width(&library, family, text, Features::default());
    let (open, arial, sakkal) = (width("Noto Sans Arabic"), width("Arial"), width("Sakkal Majalla"));
    assert!(sakkal < arial && arial < open, "{sakkal} {arial} {open}");
    // Mean widths of the letters in Word's PDFs: 0.3916 and 0.4956 em.
    let spaces = 3.0;
    let letters = |width: f32, space: f32| width - spaces * space;
    let ratio = letters(sakkal, 0.25) / letters(arial, 0.278);
    assert!((0.7..0.9).contains(&ratio), "{ratio}");
    let height = items(&library, "Sakkal Majalla", text)[0].choice.line_metrics();
    assert!((height.ascent + height.descent + height.line_gap - 1.396).abs() < 0.01, "{height:?}");
}

/// What the shaper goes through at most: for each glyph all of its cluster.
fn steps(library: &Library, text: &str) -> usize {
    let found = items(library, "Arial", text);
    let glyphs = found.iter().flat_map(|item| library.shape(text, item, None, Features::default()).glyphs);
    let mut clusters = std::collections::BTreeMap::<u32, usize>::new();
    for glyph in glyphs {
        *clusters.entry(glyph.cluster).or_default() += 1;
    }
    clusters.values().map(|glyphs| glyphs * glyphs).sum()
}

#[test]
fn marks_cost_what_they_are() {
    let library = library();
    for mark in ["\u{301}", "\u{323}\u{301}", "\u{20d0}", "\u{5b8}", "\u{64b}", "\u{200d}\u{1f469}"] {
        let [few, many] = [4_000, 32_000].map(|count| steps(&library, &format!("a{}", mark.repeat(count))));
        assert!(
            many < few * 8 + few * 8 / 4,
            "{mark:?}: {few} steps became {many} for eight times the marks"
        );
    }
}

#[test]
fn as_many_marks_as_a_text_has_are_shaped_with_their_letter() {
    let library = library();
    for text in ["e\u{301}", &format!("a{}", "\u{301}".repeat(900))] {
        let found = items(&library, "Arial", text);
        let glyphs = library.shape(text, &found[0], None, Features::default()).glyphs;
        assert!(found.len() == 1 && !glyphs.is_empty());
        assert!(glyphs.iter().all(|glyph| glyph.cluster == 0), "{} glyphs", glyphs.len());
    }
}

#[test]
fn signs_of_arabic_text_are_as_high_as_its_letters() {
    let library = library();
    let heights = |text: &str| {
        let items = items(&library, "Arial", text);
        items.iter().map(|item| item.choice.line_metrics()).collect::<Vec<_>>()
    };
    let letters = heights("س");
    for text in ["سلام، سلام؛ نعم؟", "٣٤ـ", "\u{64b}"] {
        assert!(heights(text).iter().all(|own| *own == letters[0]), "{text}");
    }
}

#[test]
fn chinese_characters_of_a_font_without_them_are_as_high_as_those_of_the_font_that_word_takes() {
    let library = library();
    let height = |family, text: &str, language| {
        let choice = library.select(&Request::new(family, false, false));
        let how = Itemise { choice, right_to_left: false, levels: None, language: Some(language) };
        let metrics = library.itemise(text, &how)[0].choice.line_metrics();
        metrics.ascent + metrics.descent + metrics.line_gap
    };
    let near = |family, text, language, wanted: f32| {
        let height = height(family, text, language);
        assert!((height - wanted).abs() < 0.001, "{family} {text} {language} {height}");
    };
    // MS Mincho and Microsoft JhengHei: 19.02 points of 11 in one of Word's PDFs.
    near("Calibri", "古", "en-US", 1.297);
    near("Calibri", "剑", "en-US", 1.729);
    near("Calibri", "剑", "zh-CN", 1.297);
    near("Calibri", "剑", "ja-JP", 1.297);
    // Fonts of Japan have no characters that only China writes.
    near("MS Mincho", "古", "en-US", 1.297);
    near("MS Mincho", "剑", "en-US", 1.729);
    near("SimSun", "剑", "en-US", 1.297);
}
