//! Requests for the files of the console and the add-in.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Response, StatusCode};

use crate::files::{File, files};
use crate::manifest;

/// What the console may do: run its own scripts, speak to where it came from, show pictures and PDFs that it made or was given
/// by the person. Text of a template or of data that became markup by mistake could run nothing and send nothing anywhere.
/// `worker-src blob:` is for unpacking large Excel files beside the page.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      frame-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for the add-in, which also runs Office.js: Microsoft asks that it come from its own servers. Word on the web shows
/// the page in a frame of its own; Word on a computer has no frame.
const ADDIN_POLICY: &str = "default-src 'none'; script-src 'self' https://appsforoffice.microsoft.com; style-src 'self'; \
                            img-src 'self' data: blob:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; \
                            frame-ancestors https://*.officeapps.live.com https://*.office.com https://*.sharepoint.com \
                            https://onedrive.live.com https://*.cloud.microsoft";

const CROSS_ORIGIN_RESOURCES: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const OPENERS: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// What every answer says beside its content.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    // The key is in this page's memory: no other site's window can reach it.
    (OPENERS, "same-origin"),
    (CROSS_ORIGIN_RESOURCES, "same-origin"),
    // Requested again each time, and answered with 304 where nothing changed: a new version of the program is a new page.
    (header::CACHE_CONTROL, "no-cache"),
];

/// An answer without content that may do what `policy` says.
pub(crate) fn empty(policy: &'static str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    let told = response.headers_mut();
    for (name, value) in HEADERS {
        told.insert(name, HeaderValue::from_static(value));
    }
    told.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// The answer to a request for a file of the console or the add-in; `None` when it asks for something else. HEAD gets the
/// answer to GET: servers leave its body out. `takes_gzip` is what its `Accept-Encoding` says, `base` the address that the service is known by, for the add-in's manifest.
pub fn answer(
    method: &Method,
    path: &str,
    headers: &HeaderMap,
    takes_gzip: bool,
    base: Option<&str>,
) -> Option<Response<Bytes>> {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    let made;
    let file = match files().iter().find(|file| file.path == path) {
        Some(file) => file,
        None if path == manifest::PATH => {
            made = File::made(manifest::PATH, manifest::MEDIA_TYPE, manifest::manifest(base?));
            &made
        }
        None => return None,
    };
    let mut response = empty(if path.starts_with("/addin/") { ADDIN_POLICY } else { POLICY });
    let told = response.headers_mut();
    if path == "/addin/" {
        // The window that signs in speaks to the pane that opened it, which Word on the web shows in a frame of another site.
        told.insert(OPENERS, HeaderValue::from_static("unsafe-none"));
    }
    if file.is_icon() {
        // Office shows them on pages of its own, and asks that they may be kept.
        told.insert(CROSS_ORIGIN_RESOURCES, HeaderValue::from_static("cross-origin"));
        told.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    }
    told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    told.insert(header::ETAG, HeaderValue::try_from(&file.etag).ok()?);
    if is_known(file, headers) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Some(response);
    }
    told.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media_type));
    *response.body_mut() = match &file.packed {
        Some(packed) if takes_gzip => {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            packed.clone()
        }
        _ => file.bytes.clone(),
    };
    Some(response)
}

/// Whether the browser has this content already (RFC 9110, 13.1.2; the comparison is the weak one).
fn is_known(file: &File, headers: &HeaderMap) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH);
    let mut tags = tags.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    tags.any(|tag| ["*", file.etag.as_str()].contains(&tag.trim().trim_start_matches("W/")))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn get(path: &str, headers: &[(HeaderName, &str)]) -> Response<Bytes> {
        let map = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        answer(&Method::GET, path, &map, false, Some("https://docs.example.org")).unwrap()
    }

    #[test]
    fn files_come_as_they_are_or_packed() {
        let plain = get("/", &[]);
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(plain.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let packed = answer(&Method::GET, "/", &HeaderMap::new(), true, None).unwrap();
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(packed.body().as_ref()).read_to_end(&mut text).unwrap();
        assert_eq!(plain.body(), &text);
    }

    #[test]
    fn what_the_browser_has_is_not_sent_again() {
        let first = get("/console/app.js", &[]);
        let etag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
        for known in [etag.clone(), format!("\"other\", W/{etag}"), "*".to_owned()] {
            let again = get("/console/app.js", &[(header::IF_NONE_MATCH, &known)]);
            assert_eq!((again.status(), again.body().len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
        }
        assert_eq!(get("/console/app.js", &[(header::IF_NONE_MATCH, "\"other\"")]).status(), StatusCode::OK);
    }

    #[test]
    fn every_answer_keeps_the_page_to_itself() {
        for file in files().iter().filter(|file| !file.is_icon()) {
            let answer = get(file.path, &[]);
            for (name, value) in HEADERS {
                // The add-in's page is spoken to by the window that signs in.
                let value = if name == OPENERS && file.path == "/addin/" { "unsafe-none" } else { value };
                assert_eq!(answer.headers()[&name], value, "{}", file.path);
            }
            let addin = file.path.starts_with("/addin/");
            assert_eq!(
                answer.headers()[header::CONTENT_SECURITY_POLICY],
                if addin { ADDIN_POLICY } else { POLICY }
            );
        }
        assert!(!POLICY.contains("unsafe") && !POLICY.contains("http"), "{POLICY}");
        assert!(!ADDIN_POLICY.contains("unsafe"), "{ADDIN_POLICY}");
        let (_, scripts) = ADDIN_POLICY.split_once("script-src").unwrap();
        assert!(scripts.starts_with(" 'self' https://appsforoffice.microsoft.com;"), "one other host alone");
    }

    #[test]
    fn the_manifest_names_the_services_own_address() {
        let answer = get("/addin/manifest.xml", &[]);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/xml; charset=utf-8");
        let text = std::str::from_utf8(answer.body()).unwrap();
        assert!(text.contains("\"https://docs.example.org/addin/\""), "{text}");
        let etag = answer.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(
            get("/addin/manifest.xml", &[(header::IF_NONE_MATCH, &etag)]).status(),
            StatusCode::NOT_MODIFIED
        );
    }

    #[test]
    fn office_may_show_and_keep_the_icons() {
        let answer = get("/addin/icon-32.png", &[]);
        assert_eq!(answer.headers()["cross-origin-resource-policy"], "cross-origin");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=86400");
    }

    #[test]
    fn other_requests_are_the_services() {
        for path in [
            "/api/health",
            "/index.html",
            "/console",
            "/console/",
            "/console/../console/app.js",
            "",
            "/addin",
        ] {
            assert!(answer(&Method::GET, path, &HeaderMap::new(), false, None).is_none(), "{path}");
        }
        assert!(answer(&Method::POST, "/", &HeaderMap::new(), false, None).is_none());
    }
}
