//! The command line and one-machine home of Platen. All of it is in the library, so that tests reach it.

fn main() -> std::process::ExitCode {
    platen::run()
}
