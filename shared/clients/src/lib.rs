//! What is generated from the OpenAPI document for those who call the service: methods, types and problems of the clients
//! beside this crate's source (`python`, `typescript`, `java`, `csharp`), and collections of requests. A test compares the
//! committed files with what the code says, and `make openapi` writes them again.

mod collections;
mod n8n;
mod packages;
mod types;

/// A file.
#[derive(Debug)]
pub struct Generated {
    /// Its path below `shared/clients`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// All files.
///
/// # Errors
/// A template does not render, which a test rules out.
pub fn files() -> Result<Vec<Generated>, minijinja::Error> {
    let mut files = packages::files()?;
    files.extend(collections::files());
    files.extend(n8n::files());
    Ok(files)
}
