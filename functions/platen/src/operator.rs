//! Who runs a command, as the history of a subscription names them.

use std::fs;

/// `command line (ada)`.
pub fn name() -> String {
    let id = rustix::process::getuid().as_raw();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let user = user(&users, id).map_or_else(|| format!("user {id}"), str::to_owned);
    format!("command line ({user})")
}

/// The name of a user in the lines of passwd(5): `name:password:id:...`.
fn user(users: &str, id: u32) -> Option<&str> {
    users.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)?.parse() == Ok(id)).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_number() {
        let users = "root:x:0:0:root:/root:/bin/bash\nbroken\nada:x:1000:1000::/home/ada:/bin/sh\n";
        assert_eq!(user(users, 1000), Some("ada"));
        assert_eq!(user(users, 7), None);
        assert!(name().starts_with("command line ("));
    }
}
