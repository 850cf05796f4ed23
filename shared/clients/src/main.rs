//! `make clients`.

fn main() -> std::io::Result<()> {
    platen_clients::write()
}
