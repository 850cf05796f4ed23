//! PDFs of others, put together for tests.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// A PDF that grows page by page.
pub struct Foreign {
    pub document: Document,
    pub pages: Vec<ObjectId>,
    tree: ObjectId,
}

impl Foreign {
    /// A PDF with a page for each of the texts.
    pub fn new<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Foreign {
        let mut document = Document::with_version("1.7");
        let tree = document.new_object_id();
        let font = document
            .add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" });
        let mut pages = Vec::new();
        for text in texts {
            let drawing = format!("BT /AA 20 Tf 50 700 Td ({}) Tj ET", text.as_ref());
            let drawing = document.add_object(Stream::new(Dictionary::new(), drawing.into_bytes()));
            // The font is called as an entry of annotations is, which must not matter.
            let resources = dictionary! { "Font" => dictionary! { "AA" => font } };
            pages.push(document.add_object(dictionary! {
                "Type" => "Page", "Parent" => tree, "Contents" => drawing, "Resources" => resources,
            }));
        }
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
        document.trailer.set("Root", catalog);
        let mut foreign = Foreign { document, pages, tree };
        foreign.set_kids(foreign.pages.clone());
        foreign
    }

    /// What the page tree lists.
    pub fn set_kids(&mut self, kids: Vec<ObjectId>) {
        let kids: Vec<Object> = kids.into_iter().map(Object::Reference).collect();
        let size = [0, 0, 595, 842].map(Object::Integer).to_vec();
        let node = dictionary! { "Type" => "Pages", "Count" => kids.len() as i64, "Kids" => kids, "MediaBox" => size };
        self.document.objects.insert(self.tree, node.into());
    }

    pub fn page(&mut self, at: usize) -> &mut Dictionary {
        self.document.get_dictionary_mut(self.pages[at]).unwrap()
    }

    pub fn catalog(&mut self) -> &mut Dictionary {
        self.document.catalog_mut().unwrap()
    }

    /// Puts annotations on a page.
    pub fn annotate(&mut self, at: usize, annotations: Vec<Dictionary>) {
        let annotations: Vec<Object> = annotations
            .into_iter()
            .map(|mut annotation| {
                annotation.set("Type", "Annot");
                annotation.set("Rect", [10, 10, 90, 30].map(Object::Integer).to_vec());
                Object::Reference(self.document.add_object(annotation))
            })
            .collect();
        self.page(at).set("Annots", annotations);
    }

    pub fn bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.document.save_to(&mut bytes).unwrap();
        bytes
    }
}
