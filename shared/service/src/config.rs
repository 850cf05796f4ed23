//! Configuration: the one place that reads the environment.

use std::fmt;
use std::path::PathBuf;

use platen_pdf::ChildSettings;

/// What the environment says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// `PLATEN_STORE`: where records and bytes live. Default `embedded`.
    pub store: Store,
    /// `PLATEN_FONTS`: a folder of fonts that come before the service's own.
    pub fonts: Option<PathBuf>,
    /// `PDF_ENGINE`: what makes PDFs. Default `embedded`.
    pub pdf_engine: PdfEngine,
    /// `PDF_CHILD_MEMORY_MIB`: memory of one process that makes PDFs, in bytes. Default
    /// [`platen_pdf::ChildSettings::MEMORY_BYTES`], which says why.
    pub pdf_child_memory_bytes: u64,
    /// `PDF_CHILD_DOCUMENTS`: documents after which such a process is replaced. Default
    /// [`platen_pdf::ChildSettings::CONVERSIONS`], which says why.
    pub pdf_child_documents: u32,
    /// `PLATEN_LOG`: what is logged, in the words of tracing's `EnvFilter`. Default `info`.
    pub log: String,
}

/// A store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Store {
    /// SQLite and files in a folder (`PLATEN_DATA`, default `platen-data`).
    Embedded {
        /// The folder.
        data: PathBuf,
    },
}

/// A PDF engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfEngine {
    /// The one that needs nothing installed.
    Embedded,
    /// An installed LibreOffice.
    LibreOffice,
}

/// Least memory of a PDF process, in MiB: its stack alone is 256.
const LEAST_CHILD_MEMORY_MIB: u64 = 512;

/// Everything that is wrong with the environment, a sentence each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError(Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl Config {
    /// Reads the environment of the process.
    ///
    /// # Errors
    /// [`ConfigError`] with every wrong variable.
    pub fn from_env() -> Result<Config, ConfigError> {
        #[expect(clippy::disallowed_methods, reason = "this is the place")]
        Config::read(|name| std::env::var(name).ok())
    }

    /// Reads from anything that knows variables by name. Empty ones count as unset.
    ///
    /// # Errors
    /// [`ConfigError`] with every wrong variable.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Config, ConfigError> {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut errors = Vec::new();
        let data = PathBuf::from(get("PLATEN_DATA").unwrap_or_else(|| "platen-data".to_owned()));
        match get("PLATEN_STORE").as_deref() {
            None | Some("embedded") => {}
            Some(other) => errors.push(format!("PLATEN_STORE is `{other}`; the store there is: `embedded`.")),
        }
        let pdf_engine = match get("PDF_ENGINE").as_deref() {
            None | Some("embedded") => PdfEngine::Embedded,
            Some("libreoffice") => PdfEngine::LibreOffice,
            Some(other) => {
                errors.push(format!("PDF_ENGINE is `{other}`; the engines are: `embedded`, `libreoffice`."));
                PdfEngine::Embedded
            }
        };
        let mut number = |name: &str, least: u64, most: u64, default: u64| {
            let Some(text) = get(name) else { return default };
            match text.parse() {
                Ok(number) if (least..=most).contains(&number) => number,
                _ => {
                    errors.push(format!("{name} is `{text}`; it is a whole number from {least} to {most}."));
                    default
                }
            }
        };
        let memory = number("PDF_CHILD_MEMORY_MIB", LEAST_CHILD_MEMORY_MIB, 1 << 20, ChildSettings::MEMORY_BYTES >> 20);
        let documents =
            number("PDF_CHILD_DOCUMENTS", 1, u32::MAX.into(), ChildSettings::CONVERSIONS.into());
        let fonts = get("PLATEN_FONTS").map(PathBuf::from);
        if let Some(folder) = fonts.as_ref().filter(|folder| !folder.is_dir()) {
            errors.push(format!("PLATEN_FONTS is `{}`, which is not a folder.", folder.display()));
        }
        if !errors.is_empty() {
            return Err(ConfigError(errors));
        }
        Ok(Config {
            store: Store::Embedded { data },
            fonts,
            pdf_engine,
            pdf_child_memory_bytes: memory << 20,
            pdf_child_documents: u32::try_from(documents).unwrap_or(u32::MAX),
            log: get("PLATEN_LOG").unwrap_or_else(|| "info".to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn an_empty_environment_is_the_embedded_default() {
        let config = read(&[("PLATEN_STORE", "")]).unwrap();
        assert_eq!(config.store, Store::Embedded { data: "platen-data".into() });
        assert_eq!((config.fonts, config.log.as_str()), (None, "info"));
        assert_eq!(config.pdf_engine, PdfEngine::Embedded);
        assert_eq!((config.pdf_child_memory_bytes, config.pdf_child_documents), (2 << 30, 1_000));
    }

    #[test]
    fn the_engine_and_its_processes_are_set() {
        let variables =
            [("PDF_ENGINE", "libreoffice"), ("PDF_CHILD_MEMORY_MIB", "512"), ("PDF_CHILD_DOCUMENTS", "1")];
        let config = read(&variables).unwrap();
        assert_eq!(config.pdf_engine, PdfEngine::LibreOffice);
        assert_eq!((config.pdf_child_memory_bytes, config.pdf_child_documents), (512 << 20, 1));
    }

    #[test]
    fn all_wrong_variables_are_named_at_once() {
        let error = read(&[
            ("PLATEN_STORE", "redis"),
            ("PDF_ENGINE", "word"),
            ("PDF_CHILD_MEMORY_MIB", "511"),
            ("PDF_CHILD_DOCUMENTS", "many"),
            ("PLATEN_FONTS", "/nonexistent"),
        ]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "PLATEN_STORE is `redis`; the store there is: `embedded`.\n\
             PDF_ENGINE is `word`; the engines are: `embedded`, `libreoffice`.\n\
             PDF_CHILD_MEMORY_MIB is `511`; it is a whole number from 512 to 1048576.\n\
             PDF_CHILD_DOCUMENTS is `many`; it is a whole number from 1 to 4294967295.\n\
             PLATEN_FONTS is `/nonexistent`, which is not a folder."
        );
    }
}
