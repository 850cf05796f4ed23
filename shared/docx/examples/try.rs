//! scratch
#![allow(missing_docs, clippy::all, clippy::unwrap_used, clippy::print_stdout)]
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = match platen_docx::Template::compile(std::fs::read(&a[1]).unwrap(), &Default::default()) { Ok(t) => t, Err(e) => { println!("COMPILE\n{e}"); std::process::exit(1) } };
    for w in t.warnings() { println!("warning: {w}"); }
    let data = if a[2] == "model" { t.discovery().model() } else {
        let v: serde_json::Value = serde_json::from_slice(&std::fs::read(&a[2]).unwrap()).unwrap();
        v.get("context").cloned().unwrap_or(v) };
    if a[2]=="model" { println!("{}", serde_json::to_string_pretty(&data).unwrap()); }
    let missing = match a.get(4).map(|s| s.as_str()) { Some("keep") => platen_docx::Missing::Keep, Some("empty") => platen_docx::Missing::Empty, _ => platen_docx::Missing::Error };
    match t.render(&data, &platen_docx::RenderOptions { missing, locale: None }) { Ok(b) => std::fs::write(&a[3], b).unwrap(), Err(e) => { println!("RENDER\n{e}"); std::process::exit(1) } }
}
