//! The memory of other processes.

/// The most that a process had in memory so far, in bytes, as Linux tells it. Its child processes are not counted.
pub fn peak_bytes(process: u32) -> u64 {
    of(process, "VmHWM:")
}

/// What a process has in memory of its own: its program and other files are not counted.
pub fn own_bytes(process: u32) -> u64 {
    of(process, "RssAnon:")
}

fn of(process: u32, what: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(what)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}
