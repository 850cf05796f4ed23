//! The memory of other processes.

/// The most that a process had in memory so far, in bytes, as Linux tells it. Its child processes are not counted.
pub fn peak_bytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    peak.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}
