//! The quick way for a PDF of which nothing is asked. The embedded engine writes properties, language and metadata by
//! itself; what its files lack are the names of font subsets and the file identifier. Both are set here without reading
//! the pages, in a tenth of the time that the whole file takes.

mod file;

use std::io::Write;

use super::subsets;
use file::{Container, INSIDE, Row, Stream, deflated, find, number, number_after, place, rfind};

/// The PDF with its subsets named and its identifier set; `None` when the file is not laid out as the engine does it.
pub(super) fn finished(pdf: &[u8], id: &[u8]) -> Option<Vec<u8>> {
    let table_at = number(pdf.get(rfind(pdf, b"startxref\n")?..)?.strip_prefix(b"startxref\n")?)?;
    let table = Stream::at(pdf, table_at)?;
    let has = |entry: &[u8]| find(table.dictionary, entry).is_some();
    if !has(b"/Type /XRef") || !has(b"/W [1 4 2]") || has(b"/ID") {
        return None;
    }
    let mut rows: Vec<Row> =
        table.inflated()?.chunks_exact(size_of::<Row>()).filter_map(|row| row.try_into().ok()).collect();
    let mut containers = Container::all(pdf, &rows)?;
    let first = containers.iter().map(|container| container.at).min()?;
    name_subsets(&mut containers, &rows);

    let mut out = Vec::with_capacity(pdf.len() + 512);
    out.extend_from_slice(pdf.get(..first)?);
    for container in &containers {
        let row = rows.get_mut(container.number)?;
        row.get_mut(1..5)?.copy_from_slice(&u32::try_from(out.len()).ok()?.to_be_bytes());
        container.write(&mut out)?;
    }
    let (new_table_at, number) = (out.len(), table.number);
    let row = rows.get_mut(number)?;
    row.get_mut(1..5)?.copy_from_slice(&u32::try_from(new_table_at).ok()?.to_be_bytes());
    let id: String = id.iter().map(|byte| format!("{byte:02X}")).collect();
    let entries = table.entries_before_filter()?;
    let rows = deflated(rows.as_flattened())?;
    let length = rows.len();
    write!(
        out,
        "{number} 0 obj\n<<{entries} /ID [<{id}> <{id}>] /Filter /FlateDecode /Length {length} >>\nstream\n"
    )
    .ok()?;
    out.extend_from_slice(&rows);
    write!(out, "\nendstream\nendobj\n\nstartxref\n{new_table_at}\n%%EOF").ok()?;
    Some(out)
}

/// Marks the composite fonts (9.7) whose program is embedded: the font, its descendant and their descriptor.
fn name_subsets(containers: &mut [Container<'_>], rows: &[Row]) {
    let fonts: Vec<usize> = containers
        .iter()
        .flat_map(|container| &container.objects)
        .filter(|(_, content)| find(content, b"/Subtype /Type0").is_some())
        .map(|(number, _)| *number)
        .collect();
    for font in fonts {
        let Some((name, descendant, descriptor)) = untagged(containers, rows, font) else { continue };
        let letters = subsets::letters(u32::try_from(font).unwrap_or_default(), &name);
        for (number, key) in
            [(font, &b"/BaseFont /"[..]), (descendant, b"/BaseFont /"), (descriptor, b"/FontName /")]
        {
            let Some((container, index)) = placed(containers, rows, number) else { continue };
            let Some(container) = containers.get_mut(container) else { continue };
            let Some((_, content)) = container.objects.get_mut(index) else { continue };
            let Some(at) = find(content, key).map(|at| at + key.len()) else { continue };
            content.splice(at..at, letters.iter().copied().chain([b'+']));
            container.is_changed = true;
        }
    }
}

/// Name, descendant and descriptor of an embedded font.
fn untagged(containers: &[Container<'_>], rows: &[Row], font: usize) -> Option<(Vec<u8>, usize, usize)> {
    let content = |number| {
        let (container, index) = placed(containers, rows, number)?;
        Some(containers.get(container)?.objects.get(index)?.1.as_slice())
    };
    let font = content(font)?;
    let name = font.get(find(font, b"/BaseFont /")? + b"/BaseFont /".len()..)?;
    let name: Vec<u8> = name.iter().copied().take_while(|byte| !byte.is_ascii_whitespace()).collect();
    let descendant = number_after(font, b"/DescendantFonts [")?;
    let descriptor = number_after(content(descendant)?, b"/FontDescriptor ")?;
    let program = content(descriptor)?;
    let is_embedded = find(program, b"/FontFile").is_some();
    (is_embedded && !subsets::is_tagged(&name)).then_some((name, descendant, descriptor))
}

/// Which container holds the object, and at which place.
fn placed(containers: &[Container<'_>], rows: &[Row], number: usize) -> Option<(usize, usize)> {
    let (holder, index) = place(rows.get(number)?, INSIDE)?;
    Some((containers.iter().position(|container| container.number == holder)?, index))
}

#[cfg(test)]
mod tests {
    use super::file::AT_OFFSET;
    use super::*;
    use lopdf::{Document, Object, dictionary};

    /// A file laid out as the engine does it, with one object stream.
    fn engines(objects: &[(usize, &str)]) -> Vec<u8> {
        let mut pdf = b"%PDF-1.7\n".to_vec();
        let (mut index, mut contents) = (String::new(), String::new());
        let (container, table) = (objects.len() + 1, objects.len() + 2);
        let mut rows = vec![Row::default(); table + 1];
        for (place, (number, content)) in objects.iter().enumerate() {
            index += &format!("{number} {} ", contents.len());
            contents += &format!("{content}\n");
            rows[*number] = [INSIDE, 0, 0, 0, container as u8, 0, place as u8];
        }
        let data = deflated(format!("{index}{contents}").as_bytes()).unwrap();
        rows[container] = [AT_OFFSET, 0, 0, 0, pdf.len() as u8, 0, 0];
        let (count, first, length) = (objects.len(), index.len(), data.len());
        write!(pdf, "{container} 0 obj\n<< /Type /ObjStm /N {count} /First {first} /Filter /FlateDecode /Length {length} >>\nstream\n").unwrap();
        pdf.extend(data);
        pdf.extend(b"\nendstream\nendobj\n\n");
        let at = pdf.len();
        rows[table] = [AT_OFFSET, 0, 0, (at >> 8) as u8, at as u8, 0, 0];
        let data = deflated(rows.as_flattened()).unwrap();
        let (size, length) = (table + 1, data.len());
        write!(pdf, "{table} 0 obj\n<< /Type /XRef /Size {size} /W [1 4 2] /Root 1 0 R /Filter /FlateDecode /Length {length} >>\nstream\n").unwrap();
        pdf.extend(data);
        write!(pdf, "\nendstream\nendobj\n\nstartxref\n{at}\n%%EOF").unwrap();
        pdf
    }

    #[test]
    fn subsets_are_named_and_the_rest_stays() {
        let pdf = engines(&[
            (1, "<< /Type /Catalog /Pages 2 0 R >>"),
            (2, "<< /Type /Pages /Kids [] /Count 0 >>"),
            (3, "<<\n /Type /Font\n /Subtype /Type0\n /BaseFont /Arial\n /DescendantFonts [4 0 R]\n>>"),
            (4, "<<\n /Subtype /CIDFontType2\n /BaseFont /Arial\n /FontDescriptor 5 0 R\n>>"),
            (5, "<<\n /FontName /Arial\n /FontFile2 1 0 R\n>>"),
            (6, "<<\n /Type /Font\n /Subtype /Type0\n /BaseFont /Bare\n /DescendantFonts [7 0 R]\n>>"),
            (7, "<<\n /BaseFont /Bare\n /FontDescriptor 2 0 R\n>>"),
        ]);
        let finished = finished(&pdf, &[1, 0xab]).unwrap();
        let document = Document::load_mem(&finished).unwrap();
        let name = |number, key: &[u8]| {
            let name = document.get_dictionary((number, 0)).unwrap().get(key).unwrap().as_name().unwrap();
            String::from_utf8(name.to_vec()).unwrap()
        };
        let arial = name(3, b"BaseFont");
        assert!(subsets::is_tagged(arial.as_bytes()) && arial.ends_with("+Arial"), "{arial}");
        assert_eq!((name(4, b"BaseFont"), name(5, b"FontName")), (arial.clone(), arial));
        assert_eq!(name(6, b"BaseFont"), "Bare", "a font without a program is no subset");
        assert_eq!(document.get_object((2, 0)).unwrap().as_dict().unwrap().get(b"Count").unwrap(), &0.into());
        let id = document.trailer.get(b"ID").unwrap().as_array().unwrap();
        assert_eq!(id[0].as_str().unwrap(), [1, 0xab]);
        assert!(super::finished(&finished, &[1]).is_none(), "it has an identifier now");
    }

    #[test]
    fn other_files_are_left_to_the_long_way() {
        let mut document = Document::with_version("1.7");
        let catalog = document.add_object(dictionary! { "Type" => "Catalog" });
        document.trailer.set("Root", Object::from(catalog));
        let (mut plain, mut modern) = (Vec::new(), Vec::new());
        document.clone().save_to(&mut plain).unwrap();
        document.save_modern(&mut modern).unwrap();
        let engines = engines(&[(1, "<< /Type /Catalog >>")]);
        for pdf in [&b""[..], b"startxref\n", b"startxref\n99999999999999999999\n%%EOF", &plain, &modern] {
            assert!(finished(pdf, &[1]).is_none());
        }
        // With any byte changed it is refused or finished, and nothing panics.
        for at in 0..engines.len() {
            let mut changed = engines.clone();
            changed[at] ^= 0x15;
            let _ = finished(&changed, &[1]);
        }
        for end in 0..engines.len() - "\n%%EOF".len() {
            assert!(finished(&engines[..end], &[1]).is_none());
        }
    }
}
