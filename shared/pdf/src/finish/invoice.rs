//! Electronic invoices in PDFs (Factur-X 1.0, ZUGFeRD 2): the file, and the metadata about it (6.3.2).

use bytes::Bytes;
use lopdf::{Document, Object, Stream};
use platen_einvoice::{InvoiceError, Profile, Relation, read};
use platen_ooxml::Bounds;

use super::attachment::{Attachment, AttachmentName, Description, MediaType, Relationship};
use crate::PdfError;

/// The namespace of the metadata.
const NAMESPACE: &str = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/// What stands around krilla's list of extension schemas, and at the end of its packet.
const AROUND: [&str; 3] =
    ["<pdfaExtension:schemas><rdf:Bag>", "</rdf:Bag></pdfaExtension:schemas>", "</rdf:RDF>"];

/// The namespaces of such a list (ISO 19005-3, 6.6.2.3.3).
const OF_SCHEMAS: &str = "xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" \
    xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" \
    xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\"";

/// The properties of the metadata, and what each is.
const PROPERTIES: [(&str, &str); 4] = [
    ("DocumentFileName", "The name of the embedded XML document"),
    ("DocumentType", "The type of the hybrid document in capital letters"),
    ("Version", "The version of the standard that the embedded XML document keeps to"),
    ("ConformanceLevel", "The conformance level of the embedded XML document"),
];

/// An invoice that was read, and may stand in a PDF.
#[derive(Debug)]
pub(crate) struct Invoice {
    profile: Profile,
    /// The file.
    pub(super) attachment: Attachment,
}

impl Invoice {
    /// Reads an invoice.
    ///
    /// # Errors
    /// [`PdfError::Invoice`] with the rules that it breaks; [`PdfError::Exhausted`].
    pub(super) fn of(xml: &Bytes, bounds: Bounds<'_>) -> Result<Invoice, PdfError> {
        let profile = match read(xml, bounds) {
            Ok(profile) => profile,
            Err(InvoiceError::Faults(faults)) => return Err(PdfError::Invoice(faults)),
            Err(InvoiceError::Exhausted(exhausted)) => return Err(PdfError::Exhausted(exhausted)),
        };
        let attachment = Attachment {
            name: AttachmentName::new(profile.file_name()).map_err(|_| PdfError::Engine)?,
            content: xml.clone(),
            media_type: MediaType::xml(),
            relationship: match profile.relation() {
                Relation::Data => Relationship::Data,
                Relation::Alternative => Relationship::Alternative,
            },
            description: Description::new("Factur-X/ZUGFeRD invoice").ok(),
        };
        Ok(Invoice { profile, attachment })
    }

    /// Says in the PDF's metadata that there is an invoice in it.
    ///
    /// # Errors
    /// The metadata are not as krilla writes them for a PDF/A.
    pub(super) fn describe(&self, document: &mut Document) -> lopdf::Result<()> {
        let id = document.catalog()?.get(b"Metadata")?.as_reference()?;
        let metadata = document.get_object_mut(id).and_then(Object::as_stream_mut)?;
        let packet = packet(metadata)?;
        let described = self.added_to(&packet).ok_or(lopdf::Error::DictKey("pdfaExtension".to_owned()))?;
        metadata.set_plain_content(described.into_bytes());
        Ok(())
    }

    /// A packet of metadata, with the schema of the invoice's and their values; `None` where it is not krilla's. The list of
    /// schemas comes to stand alone: some readers look at the first property of a description only.
    fn added_to(&self, packet: &str) -> Option<String> {
        let [start, end, last] = AROUND;
        let (before, rest) = packet.split_once(start)?;
        let (schemas, rest) = rest.split_once(end)?;
        let (after, rest) = rest.split_once(last)?;
        let values = [self.profile.file_name(), "INVOICE", self.profile.version(), self.profile.level()];
        let values: String = PROPERTIES
            .iter()
            .zip(values)
            .map(|((name, _), value)| format!("<fx:{name}>{value}</fx:{name}>"))
            .collect();
        Some(format!(
            "{before}{after}<rdf:Description rdf:about=\"\" {OF_SCHEMAS}>{start}{schemas}{}{end}</rdf:Description>\
             <rdf:Description rdf:about=\"\" xmlns:fx=\"{NAMESPACE}\">{values}</rdf:Description>{last}{rest}",
            schema()
        ))
    }
}

fn packet(metadata: &Stream) -> lopdf::Result<String> {
    String::from_utf8(metadata.get_plain_content()?).map_err(|_| lopdf::Error::DictKey("Metadata".to_owned()))
}

/// The description of the metadata's schema, which PDF/A asks for (ISO 19005-3, 6.6.2.3.3).
fn schema() -> String {
    let properties: String = PROPERTIES
        .iter()
        .map(|(name, what)| {
            format!(
                "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>{name}</pdfaProperty:name>\
                 <pdfaProperty:valueType>Text</pdfaProperty:valueType>\
                 <pdfaProperty:category>external</pdfaProperty:category>\
                 <pdfaProperty:description>{what}</pdfaProperty:description></rdf:li>"
            )
        })
        .collect();
    format!(
        "<rdf:li rdf:parseType=\"Resource\"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>\
         <pdfaSchema:namespaceURI>{NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>\
         <pdfaSchema:property><rdf:Seq>{properties}</rdf:Seq></pdfaSchema:property></rdf:li>"
    )
}
