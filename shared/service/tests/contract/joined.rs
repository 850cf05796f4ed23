//! PDFs that are joined with others, stamped, cut and made forms of.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use lopdf::{Document, Object, Stream, dictionary};
use platen_service::Limits;
use platen_service::ids::JobId;
use platen_service::jobs::JobStore;
use serde_json::{Value, json};

use super::attached::fault;
use super::doubles::Engine;
use super::{Home, docx, json as body_of};

/// A PDF of pages of these widths.
fn pdf(widths: &[i64]) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    let pages: Vec<Object> = widths
        .iter()
        .map(|width| {
            let drawing = document.add_object(Stream::new(dictionary! {}, Vec::new()));
            let size = [0, 0, *width, 500].map(Object::Integer).to_vec();
            let page =
                dictionary! { "Type" => "Page", "Parent" => tree, "MediaBox" => size, "Contents" => drawing };
            document.add_object(page).into()
        })
        .collect();
    let node = dictionary! { "Type" => "Pages", "Count" => pages.len() as i64, "Kids" => pages };
    document.objects.insert(tree, node.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

fn part(widths: &[i64]) -> Value {
    json!({ "content": BASE64_STANDARD.encode(pdf(widths)) })
}

/// Widths of a PDF's pages.
fn widths(pdf: &[u8]) -> Vec<i64> {
    let document = Document::load_mem(pdf).unwrap();
    let width = |page| {
        let edges = document.get_dictionary(page).unwrap().get(b"MediaBox").unwrap().as_array().unwrap();
        edges[2].as_float().unwrap() as i64
    };
    document.page_iter().map(width).collect()
}

/// The page that the engine of these tests makes.
const OWN: i64 = 99;

#[tokio::test]
async fn a_document_is_joined_stamped_and_cut_now_and_later() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let mut terms = part(&[300, 400, 500]);
    (terms["pages"], terms["name"]) = ("2-".into(), "Terms".into());
    let options = json!({ "pdf": {
        "prepend": [part(&[200])], "append": [terms, part(&[100])],
        "stamp": { "text": "Page {page} of {pages}", "position": "top-right", "skipFirst": true }, "pages": "2-",
    } });
    let body = json!({ "templateId": id, "format": ".pdf", "data": { "name": "Ada" }, "options": options });
    let at_once = home.generate(&body).send().await;
    assert_eq!(widths(at_once.body()), [OWN, 400, 500, 100]);

    let answer = home.generate(&body).header("prefer", "respond-async").send().await;
    let job = body_of(&answer)["jobId"].as_str().unwrap().to_owned();
    home.work().await;
    let job = JobId(job.parse().unwrap());
    let later = home.store.read_archive(job, 0, 100 << 20).await.unwrap().unwrap();
    assert_eq!(later, at_once.body().to_vec());

    let mut preview = body.clone();
    preview["preview"] = true.into();
    assert_eq!(widths(home.generate(&preview).send().await.body()).len(), 4, "all of it is marked");
    let convert =
        json!({ "file": BASE64_STANDARD.encode(docx(&["x"])), "format": ".pdf", "options": options });
    let converted = home.post("/api/convert", convert.to_string()).send().await;
    assert_eq!(widths(converted.body()).len(), 4);
}

#[tokio::test]
async fn documents_of_a_job_have_their_own_also_in_one_file() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let asking = |widths: &[i64]| json!({ "pdf": { "append": [part(widths)] } });
    let mut body = json!({ "templateId": id, "format": ".pdf", "fileName": "{{ name }}",
        "options": { "pdf": { "stamp": { "text": "{page}" }, "forms": true } },
        "documents": [
            { "data": { "name": "Ada" }, "options": asking(&[100, 200]) },
            { "data": { "name": "Grace" } },
            { "data": { "name": "Mary" }, "options": asking(&[300]) },
        ] });
    let job = home.start(&body).await;
    home.work().await;
    let found: Vec<_> =
        home.entries(&job).await.into_iter().map(|(name, pdf)| (name, widths(&pdf)[1..].to_vec())).collect();
    let expected = [("Ada.pdf", vec![100, 200]), ("Grace.pdf", vec![]), ("Mary.pdf", vec![300])];
    assert_eq!(found, expected.map(|(name, widths)| (name.to_owned(), widths)));

    body["merge"] = true.into();
    body["options"]["pdf"] = json!({ "pages": "-1" });
    let job = home.start(&body).await;
    home.work().await;
    let job = JobId(job.parse().unwrap());
    let merged = home.store.read_archive(job, 0, 100 << 20).await.unwrap().unwrap();
    let merged = widths(&merged);
    assert_eq!((merged[0], merged[2], merged.len()), (200, 300, 3));
}

#[tokio::test]
async fn those_of_a_job_are_around_those_of_its_documents() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["Dear {{ name }}"])).await.template_id;
    let other = home.register("other.docx", docx(&["To {{ name }}"])).await.template_id;
    let options = json!({ "pdf": { "prepend": [part(&[200])], "append": [part(&[300, 400])] } });
    let mut body = json!({ "templateId": id, "format": ".pdf", "fileName": "{{ name }}", "options": options,
        "items": [{ "name": "Ada" }, { "name": "Grace" }] });
    let all_of = |entries: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<i64>)> {
        entries.into_iter().map(|(name, pdf)| (name, widths(&pdf))).collect()
    };
    let usual = vec![200, OWN, 300, 400];
    let job = home.start(&body).await;
    home.work().await;
    let expected = ["Ada.pdf", "Grace.pdf"].map(|name| (name.to_owned(), usual.clone()));
    assert_eq!(all_of(home.entries(&job).await), expected);

    body["merge"] = true.into();
    let job = home.start(&body).await;
    home.work().await;
    let job = JobId(job.parse().unwrap());
    let merged = home.store.read_archive(job, 0, 100 << 20).await.unwrap().unwrap();
    assert_eq!(widths(&merged), [usual.clone(), usual.clone()].concat());

    // Two templates, of which the job keeps copies one after the other, and a document without pages.
    let own = json!({ "pdf": { "prepend": [part(&[150])], "append": [part(&[250])] } });
    let body = json!({ "templateId": id, "format": ".pdf", "fileName": "{{ name }}", "options": options, "documents": [
        { "data": { "name": "Ada" }, "options": own },
        { "data": { "name": "Grace" }, "templateId": other },
        { "data": { "name": "Mary" }, "format": ".docx", "templateId": other },
    ] });
    let job = home.start(&body).await;
    home.work().await;
    let mut entries = home.entries(&job).await;
    let word = entries.pop().unwrap();
    assert!(word.0 == "Mary.docx" && word.1.starts_with(b"PK"));
    let expected =
        [("Ada.pdf".to_owned(), vec![200, 150, OWN, 250, 300, 400]), ("Grace.pdf".to_owned(), usual)];
    assert_eq!(all_of(entries), expected);
}

#[tokio::test]
async fn wrong_pdfs_are_named_with_what_is_wrong() {
    let mut limits = Limits::default();
    (limits.pdf.joined_pdfs, limits.pdf.joined_bytes, limits.pdf.all_joined_bytes) = (3, 4000, 6000);
    let home = Home::with(limits, Engine::Works).await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let one = |member: &str, value: Value| {
        let mut part = part(&[100]);
        part[member] = value;
        json!({ "append": [part] })
    };
    let large = |bytes: usize| json!({ "content": BASE64_STANDARD.encode(vec![b'x'; bytes]) });
    let none = json!({ "content": BASE64_STANDARD.encode("no PDF") });
    let rows = [
        (json!({ "prepend": {} }), "/prepend", "an array of objects"),
        (json!({ "prepend": [{}] }), "/prepend/0/content", "required"),
        (one("content", "%".into()), "/append/0/content", "base64"),
        (one("name", "a\nb".into()), "/append/0/name", "control characters"),
        (one("pages", "0".into()), "/append/0/pages", "must name pages"),
        (one("pages", "2".into()), "/append/0", "none of the 1"),
        (one("type", "x".into()), "/append/0/type", "Unknown member"),
        (json!({ "prepend": [part(&[100]), none] }), "/prepend/1", "not a PDF"),
        (json!({ "append": [large(4001)] }), "/append", "joined_bytes"),
        (json!({ "append": [large(3500), large(3500)] }), "/append", "all_joined_bytes"),
        (json!({ "prepend": [large(1), large(1), large(1), large(1)] }), "/prepend", "joined_pdfs"),
        (json!({ "pages": "9" }), "/pages", "none of the 1 page"),
        (json!({ "pages": "a" }), "/pages", "must name pages"),
        (json!({ "stamp": {} }), "/stamp/text", "required"),
        (json!({ "stamp": { "text": "{n}" } }), "/stamp/text", "`{page}`"),
        (json!({ "stamp": { "text": "x", "position": "left" } }), "/stamp/position", "`top-left`"),
        (json!({ "forms": "yes" }), "/forms", "true"),
    ];
    for (asked, place, words) in rows {
        let body = json!({ "templateId": id, "format": ".pdf", "data": {}, "options": { "pdf": asked } });
        let (pointer, detail) = fault(&home.generate(&body).send().await);
        assert_eq!(pointer, format!("/options/pdf{place}"), "{detail}");
        assert!(detail.contains(words), "{words}: {detail}");
    }
}

#[tokio::test]
async fn pdfs_are_refused_where_there_is_no_place_for_them() {
    let home = Home::new().await;
    let id = home.register("letter.docx", docx(&["x"])).await.template_id;
    let append = json!([part(&[100])]);
    for (format, asked, place, words) in [
        (".docx", json!({ "append": append }), "", "PDFs only"),
        (".png", json!({ "append": append }), "/append", "a picture of a page"),
        (".png", json!({ "stamp": { "text": "x" } }), "/stamp", "a picture of a page"),
        (".png", json!({ "pages": "1" }), "/pages", "a picture of a page"),
        (".png", json!({ "forms": true }), "/forms", "a picture of a page"),
        (".pdf", json!({ "append": append, "conformance": "a-3b" }), "/append", "keeps the standard"),
        (
            ".pdf",
            json!({ "prepend": append, "eInvoice": { "xml": "<x/>" } }),
            "/prepend",
            "keeps the standard",
        ),
        (".pdf", json!({ "forms": true, "conformance": "ua-1" }), "/forms", "standard"),
    ] {
        let body = json!({ "templateId": id, "format": format, "data": {}, "options": { "pdf": asked } });
        let (pointer, detail) = fault(&home.generate(&body).send().await);
        assert_eq!(pointer, format!("/options/pdf{place}"), "{detail}");
        assert!(detail.contains(words), "{detail}");
    }
    let job = |options: Value, more: Value| {
        let documents = json!([{ "data": {}, "options": { "pdf": { "append": append } } }]);
        let mut body = json!({ "templateId": id, "format": ".pdf", "documents": documents, "options": { "pdf": options } });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (body, place, words) in [
        (job(json!({ "conformance": "a-2b" }), json!({})), "/documents", "keeps the standard"),
        (job(json!({ "forms": true }), json!({ "merge": true })), "/merge", "`forms`"),
    ] {
        let (pointer, detail) = fault(&home.bulk(&body).send().await);
        assert_eq!(pointer, place, "{detail}");
        assert!(detail.contains(words), "{detail}");
    }
}
