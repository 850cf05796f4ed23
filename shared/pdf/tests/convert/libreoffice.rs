//! LibreOffice, which shares no code with the engine, makes PDFs of the same documents.

use std::process::{Command, Stdio};

/// PDFs of documents, in their order. One start for all of them: it takes seconds.
pub(crate) fn pdfs(documents: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let file = |at: usize, kind: &str| folder.path().join(format!("{at}.{kind}"));
    for (at, docx) in documents.iter().enumerate() {
        std::fs::write(file(at, "docx"), docx).unwrap();
    }
    // A profile of its own: the user's may be open in a window.
    let profile = format!("-env:UserInstallation=file://{}", folder.path().join("profile").display());
    let mut command = Command::new("soffice");
    command.arg(profile).args(["--headless", "--norestore", "--convert-to", "pdf", "--outdir"]);
    command.arg(folder.path()).args((0..documents.len()).map(|at| file(at, "docx")));
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("soffice (Debian: libreoffice-writer-nogui)").success());
    (0..documents.len()).map(|at| std::fs::read(file(at, "pdf")).unwrap()).collect()
}
