//! JSON Pointers (RFC 6901), which say where values of the data stand.

/// What a member is called in a pointer: `~` and `/` in its name are written `~0` and `~1` (3).
pub fn reference_token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
