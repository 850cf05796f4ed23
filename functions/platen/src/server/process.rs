//! What this process takes of its machine, under the names that Prometheus' own clients use. Processes that read documents are not
//! counted: they come and go.

use std::fs;
use std::time::SystemTime;

use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};
use rustix::time::{ClockId, clock_gettime};

const CPU: &str = "process_cpu_seconds_total";
const MEMORY: &str = "process_resident_memory_bytes";
const FILES: &str = "process_open_fds";
const START: &str = "process_start_time_seconds";
const BUILD: &str = "platen_build_info";

/// Tells the recorder of the figures, and what does not change. Call it when the process starts.
pub(super) fn describe() {
    describe_counter!(CPU, Unit::Seconds, "Time that processors spent on this process");
    describe_gauge!(MEMORY, Unit::Bytes, "Memory of this process that is in RAM");
    describe_gauge!(FILES, Unit::Count, "Files and connections that are open");
    describe_gauge!(START, Unit::Seconds, "When the process started, in seconds since 1970");
    describe_gauge!(BUILD, Unit::Count, "1, with the version of the program");
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    gauge!(START).set(now.as_secs_f64());
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}

/// Takes the figures as they are now. What the system does not tell stays as it was.
pub(super) fn look() {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    counter!(CPU).absolute(u64::try_from(time.tv_sec).unwrap_or_default());
    if let Some(kibibytes) = fs::read_to_string("/proc/self/status").ok().as_deref().and_then(resident) {
        gauge!(MEMORY).set(kibibytes * 1024.0);
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        gauge!(FILES).set(files.count() as f64);
    }
}

/// `VmRSS` of proc(5), in kibibytes.
fn resident(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
