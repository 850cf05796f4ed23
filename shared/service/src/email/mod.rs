//! E-mails: the addresses that can get them, and the operator's mail server.

mod recipients;
mod smtp;

pub use recipients::{Recipients, is_address};
pub use smtp::{Encryption, Login, SmtpSettings};
