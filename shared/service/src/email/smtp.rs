//! The operator's mail server: `PLATEN_SMTP_URL` and `PLATEN_SMTP_FROM`.

use std::sync::Arc;

use http::Uri;
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};

use super::is_address;

/// How the connection to the server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// By TLS from its start (RFC 8314, 3.3): `smtps://`.
    FromStart,
    /// By `STARTTLS` before anything is said (RFC 3207), or there is no connection: `smtp://`.
    StartTls,
    /// Not at all: `smtp://...?tls=none`.
    Off,
}

/// What lets this service in at the server.
#[derive(Debug, Clone)]
pub struct Login {
    /// The name.
    pub user: String,
    /// The password.
    pub password: Arc<SecretString>,
}

impl PartialEq for Login {
    fn eq(&self, other: &Login) -> bool {
        self.user == other.user && self.password.expose_secret() == other.password.expose_secret()
    }
}

impl Eq for Login {}

/// The server that e-mails are handed to, and whom they come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpSettings {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub encryption: Encryption,
    /// What lets this service in, if the server asks for it.
    pub login: Option<Login>,
    /// The name beside the sender's address, if there is one.
    pub from_name: Option<String>,
    /// The sender's address.
    pub from: String,
}

impl SmtpSettings {
    /// Reads an address such as `smtp://user:password@mail.example.com`, and a sender such as `Accounts <accounts@example.com>`.
    ///
    /// # Errors
    /// What is wrong, as a sentence that repeats nothing of the password. `name` is the variable of the address.
    pub fn parse(name: &str, url: &str, from: &str) -> Result<SmtpSettings, String> {
        let server = server(url.trim()).map_err(|fault| format!("{name} {fault}."))?;
        let (from_name, from) = sender(from).ok_or_else(|| {
            format!(
                "PLATEN_SMTP_FROM is `{from}`; it must be a sender such as `accounts@example.com` or `Accounts \
                 <accounts@example.com>`."
            )
        })?;
        Ok(SmtpSettings { from_name, from, ..server })
    }
}

/// The server of an address, without a sender.
fn server(url: &str) -> Result<SmtpSettings, &'static str> {
    const FORM: &str = "must be an address such as `smtp://user:password@mail.example.com:587` or `smtps://mail.example.com`; \
                        write special characters of the password in percent encoding";
    let uri: Uri = url.parse().map_err(|_| FORM)?;
    let authority = uri.authority().ok_or(FORM)?;
    // What follows a `#` in a password would be passed over.
    if authority.host().is_empty() || !matches!(uri.path(), "" | "/") || url.contains('#') {
        return Err(FORM);
    }
    let (encryption, port) = match (uri.scheme_str(), uri.query()) {
        (Some("smtps"), None) => (Encryption::FromStart, 465),
        (Some("smtp"), None) => (Encryption::StartTls, 587),
        (Some("smtp"), Some("tls=none")) => (Encryption::Off, 25),
        _ => return Err(FORM),
    };
    let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(|text| text.into_owned());
    let (login, place) = match authority.as_str().rsplit_once('@') {
        Some((login, place)) => (Some(login), place),
        None => (None, authority.as_str()),
    };
    let port = match place.strip_prefix(authority.host()) {
        Some("") => port,
        _ => authority.port_u16().filter(|port| *port > 0).ok_or(FORM)?,
    };
    let login = match login {
        Some(login) => {
            let (user, password) = login.split_once(':').ok_or(FORM)?;
            let (user, password) = (decoded(user).map_err(|_| FORM)?, decoded(password).map_err(|_| FORM)?);
            Some(Login { user, password: Arc::new(SecretString::from(password)) })
        }
        None => None,
    };
    let host = authority.host();
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host).to_owned();
    let is_here =
        host == "localhost" || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
    // Whoever sees the connection would see the password.
    if encryption == Encryption::Off && login.is_some() && !is_here {
        return Err(
            "has a password and `tls=none`; without TLS, a password is sent only to this machine itself",
        );
    }
    Ok(SmtpSettings { host, port, encryption, login, from_name: None, from: String::new() })
}

/// A sender's name, if there is one, and address.
fn sender(text: &str) -> Option<(Option<String>, String)> {
    let text = text.trim();
    let (name, address) = match text.strip_suffix('>').and_then(|text| text.split_once('<')) {
        Some((name, address)) => (name.trim(), address),
        None => ("", text),
    };
    let is_name = !name.chars().any(|letter| letter.is_control() || "<>\"".contains(letter));
    (is_name && is_address(address))
        .then(|| (Some(name.to_owned()).filter(|name| !name.is_empty()), address.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<SmtpSettings, String> {
        SmtpSettings::parse("PLATEN_SMTP_URL", url, "Billing & Söhne <billing@example.com>")
    }

    #[test]
    fn servers_are_read() {
        let read = parse("smtp://ada%40example.com:p%3Ass@mail.example.com").unwrap();
        assert_eq!(
            (read.host.as_str(), read.port, read.encryption),
            ("mail.example.com", 587, Encryption::StartTls)
        );
        let login = read.login.unwrap();
        assert_eq!((login.user.as_str(), login.password.expose_secret()), ("ada@example.com", "p:ss"));
        assert!(!format!("{login:?}").contains("p:ss"));
        assert_eq!(
            (read.from_name.as_deref(), read.from.as_str()),
            (Some("Billing & Söhne"), "billing@example.com")
        );
        let read = parse("smtps://[::1]:2465/").unwrap();
        assert_eq!((read.host.as_str(), read.port, read.encryption), ("::1", 2465, Encryption::FromStart));
        let read = parse("smtp://a:b@127.0.0.1:1025?tls=none").unwrap();
        assert_eq!((read.port, read.encryption, read.login.is_some()), (1025, Encryption::Off, true));
        assert!(parse("smtp://relay.example.com?tls=none").is_ok());
    }

    #[test]
    fn wrong_servers_and_senders_are_refused_without_the_password() {
        for url in [
            "",
            "mail.example.com:587",
            "http://mail.example.com",
            "smtp://s3same@mail.example.com",
            "smtp://",
            "smtp://mail.example.com/inbox",
            "smtp://mail.example.com?tls=no",
            "smtp://ada:s3same@mail.example.com:port",
            "smtp://mail.example.com:70000",
            "smtps://mail.example.com?tls=none",
            "smtp://ada:s3same@mail.example.com?tls=none",
            "smtp://ada:s3same#@mail.example.com",
        ] {
            let error = parse(url).unwrap_err();
            assert!(error.starts_with("PLATEN_SMTP_URL ") && !error.contains("s3same"), "{url}: {error}");
        }
        for from in [
            "",
            "billing",
            "a <b> <c@example.com>",
            "a\r\nBcc: x <c@example.com>",
            "<c@example.com",
            "c@example.com>",
        ] {
            let error = SmtpSettings::parse("PLATEN_SMTP_URL", "smtp://mail.example.com", from).unwrap_err();
            assert!(error.contains("PLATEN_SMTP_FROM"), "{from}: {error}");
        }
    }
}
