//! What a template is begun from: a sample, or data of its author's.

use bytes::Bytes;
use platen_samples::{GALLERY, STARTER_FIELDS, Sample};
use platen_service::contract::MakeStarter;
use platen_service::file_name::safe_file_name;
use platen_service::format::Format;
use platen_service::http::{Request, Response, file as send, json, revalidated};
use platen_service::problem::{Code, FieldError, Problem};
use platen_service::service::registry::SampleSummary;
use platen_service::{Limits, Service};

/// The samples, the simplest first.
pub fn list() -> Result<Response, Problem> {
    let summary = |sample: &Sample| SampleSummary {
        file_name: sample.file_name.to_owned(),
        name: sample.name.to_owned(),
        description: sample.description.to_owned(),
    };
    json(&GALLERY.iter().map(summary).collect::<Vec<_>>())
}

/// A sample's file.
pub fn file(request: &Request) -> Result<Response, Problem> {
    let sample = named(request)?;
    send(Bytes::from((sample.docx)()), Format::Docx.media_type(), sample.file_name)
}

/// A small picture of a sample's first page.
pub async fn picture(service: &Service, request: &Request) -> Result<Response, Problem> {
    let sample = named(request)?;
    let picture = service.templates().first_page(request.work()?, Bytes::from((sample.docx)())).await?;
    revalidated(send(picture, Format::Png.media_type(), "sample.png")?)
}

/// A template with a tag for each field of the request's data.
pub fn starter(request: &Request, limits: &Limits) -> Result<Response, Problem> {
    let wanted = MakeStarter::read(request, limits)?;
    let docx = platen_samples::starter(&wanted.name, &wanted.data).ok_or_else(|| {
        let detail = format!("`data` has more than {STARTER_FIELDS} fields ; send fewer of them");
        Problem::with_errors(
            Code::LimitExceeded,
            format!("{detail}."),
            vec![FieldError::new("/data", detail)],
        )
    })?;
    send(
        Bytes::from(docx),
        Format::Docx.media_type(),
        &safe_file_name(&wanted.name, Format::Docx.extension()),
    )
}

fn named(request: &Request) -> Result<&'static Sample, Problem> {
    let mut query = request.query();
    let name = query.text("fileName");
    let name = query.finish(name)?;
    platen_samples::sample(&name).ok_or_else(|| {
        let names: Vec<_> = GALLERY.iter().map(|sample| format!("`{}`", sample.file_name)).collect();
        let detail = format!("`fileName` must be the name of a sample: {}", names.join(", "));
        Problem::with_errors(
            Code::InvalidQuery,
            format!("{detail}."),
            vec![FieldError::new("/fileName", detail)],
        )
    })
}
