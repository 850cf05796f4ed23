//! Mappings that templates carry in their files.

use platen_docx::{Budget, Enclosure, Limits, RenderOptions, Template, with_enclosure};
use serde_json::{Value, json};

use super::made;

fn mapping(number: &str) -> Value {
    json!({"profile": "BASIC WL", "number": number, "lines": {"for": "row in rows", "price": "{{ row.price }}"}})
}

fn carrying(file: Vec<u8>, mapping: Option<&Value>) -> Vec<u8> {
    let limits = Limits::default();
    with_enclosure(file, (Enclosure::EInvoice, mapping), &limits, &Budget::of(&limits)).unwrap().to_vec()
}

fn part(docx: &[u8], name: &str) -> Option<String> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(docx)).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut zip.by_name(name).ok()?, &mut text).unwrap();
    Some(text)
}

#[test]
fn a_file_carries_a_mapping_and_its_documents_do_not() {
    let letter = (platen_samples::SAMPLES[0].docx)();
    let limits = Limits::default();
    assert!(Template::compile(letter.clone(), &limits).unwrap().invoice().is_none());
    let file = carrying(letter.clone(), Some(&mapping("{{ no }} <&>")));
    let template = Template::compile(file.clone(), &limits).unwrap();
    assert_eq!(template.invoice().unwrap().json(), &mapping("{{ no }} <&>"));
    let fields: Vec<&str> =
        template.discovery().placeholders.iter().map(|field| field.path.as_str()).collect();
    assert!(fields.contains(&"no") && fields.contains(&"rows[].price"), "{fields:?}");
    let model = template.discovery().model();
    assert!(model.get("no").is_some() && model["rows"][0].get("price").is_some(), "{model}");
    let data = (platen_samples::SAMPLES[0].data)();
    let made = template.render(&data, &RenderOptions::default()).unwrap();
    let left = part(&made, "customXml/platenEInvoice.xml").unwrap();
    assert_eq!(left, "<eInvoice xmlns=\"urn:platen:e-invoice:1\"/>");
    assert!(Template::compile(made, &limits).unwrap().invoice().is_none());
    // Another one in its place, and none.
    let again = carrying(file.clone(), Some(&mapping("{{ other }}")));
    let again = Template::compile(again, &limits).unwrap();
    assert_eq!(again.invoice().unwrap().json(), &mapping("{{ other }}"));
    assert!(Template::compile(carrying(file, None), &limits).unwrap().invoice().is_none());
    assert_eq!(carrying(letter.clone(), None), letter);
}

#[test]
fn the_mapping_of_a_saved_file_is_found_under_another_name_and_is_no_text_of_the_document() {
    // Word gives such a part properties, with which bound controls find it.
    let file = carrying((platen_samples::SAMPLES[0].docx)(), Some(&mapping("{{ no }}")));
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(file)).unwrap();
    let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).unwrap();
        let name = entry.name().unwrap().replace("platenEInvoice", "item7");
        out.start_file(name.clone(), options).unwrap();
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut entry, &mut text).unwrap();
        if name.ends_with(".rels") {
            text = String::from_utf8(text)
                .unwrap()
                .replace("customXml/platenEInvoice", "customXml/item7")
                .into_bytes();
        }
        std::io::Write::write_all(&mut out, &text).unwrap();
    }
    let rels = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" \
        Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps\" Target=\"itemProps7.xml\"/></Relationships>";
    let props = "<ds:datastoreItem xmlns:ds=\"http://schemas.openxmlformats.org/officeDocument/2006/customXml\" ds:itemID=\"{A0000000-0000-0000-0000-000000000000}\"/>";
    for (name, text) in [("customXml/_rels/item7.xml.rels", rels), ("customXml/itemProps7.xml", props)] {
        out.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut out, text.as_bytes()).unwrap();
    }
    let file = out.finish().unwrap().into_inner();
    let template = Template::compile(file, &Limits::default()).unwrap();
    assert_eq!(template.invoice().unwrap().json(), &mapping("{{ no }}"));
    let data = (platen_samples::SAMPLES[0].data)();
    template.render(&data, &RenderOptions::default()).unwrap();
}

#[test]
fn a_faulty_mapping_in_a_file_is_an_error_of_the_template() {
    let file = carrying((platen_samples::SAMPLES[0].docx)(), Some(&mapping("{{ no }}")));
    let name = "customXml/platenEInvoice.xml";
    for (text, words) in [
        ("<eInvoice xmlns=\"urn:platen:e-invoice:1\">{</eInvoice>".to_owned(), "not JSON"),
        ("<eInvoice xmlns=\"urn:platen:e-invoice:1\">{\"nmber\": \"1\"}</eInvoice>".to_owned(), "`nmber`"),
        (
            format!("<eInvoice xmlns=\"urn:platen:e-invoice:1\">{}</eInvoice>", " ".repeat(70_000) + "x"),
            "65536",
        ),
    ] {
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&file)).unwrap();
        let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for index in 0..zip.len() {
            let mut entry = zip.by_index(index).unwrap();
            let entry_name = entry.name().unwrap().into_owned();
            out.start_file(entry_name.clone(), zip::write::SimpleFileOptions::default()).unwrap();
            if entry_name == name {
                std::io::Write::write_all(&mut out, text.as_bytes()).unwrap();
            } else {
                std::io::copy(&mut entry, &mut out).unwrap();
            }
        }
        let file = out.finish().unwrap().into_inner();
        let error = Template::compile(file, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("e-invoice"), "{error}");
    }
}

#[test]
fn the_sample_is_an_invoice_of_the_data_that_it_shows() {
    let sample = platen_samples::sample("e-invoice.docx").unwrap();
    let template = Template::compile((sample.docx)(), &Limits::default()).unwrap();
    assert!(template.warnings().is_empty(), "{:?}", template.warnings());
    let form = template.invoice().unwrap();
    let xml = made(form, &(sample.data)()).unwrap();
    assert!(xml.contains("<ram:GrandTotalAmount>2427.09</ram:GrandTotalAmount>"), "{xml}");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("sample.xml"), xml).unwrap();
    assert!(super::judged(folder.path()).values().all(Vec::is_empty), "{:?}", super::judged(folder.path()));
    template.render(&(sample.data)(), &RenderOptions::default()).unwrap();
}
