//! The machine's resources, or the share that this process can use.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// Memory where nothing tells how much there is.
const UNKNOWN: u64 = 2 << 30;

/// Bytes of memory that this process may take: the machine's, or the least that its control groups leave to it (`MemoryMax=` of a
/// unit, `--memory` of a container). Read once.
pub(crate) fn memory() -> u64 {
    static MEMORY: OnceLock<u64> = OnceLock::new();
    *MEMORY.get_or_init(|| {
        let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let machine = of_machine(&text("/proc/meminfo"));
        machine
            .into_iter()
            .chain(of_groups(&text("/proc/self/cgroup"), Path::new("/sys/fs/cgroup")))
            .min()
            .unwrap_or(UNKNOWN)
    })
}

/// `MemTotal` of /proc/meminfo (proc_meminfo(5)).
fn of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The bounds of the groups of /proc/self/cgroup and of those around them (cgroups(7)); of version 2, and of version 1. In a
/// container the path may be one that only the machine outside knows; its own group is then at the root.
fn of_groups(groups: &str, root: &Path) -> Vec<u64> {
    let mut bounds = Vec::new();
    for line in groups.lines() {
        let mut words = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (words.next(), words.next()) else { continue };
        let (root, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|one| one == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let path = root.join(path.trim_start_matches('/'));
        for folder in path.ancestors().take_while(|folder| folder.starts_with(&root)) {
            // `max` stands where there is no bound.
            let bound: Option<u64> =
                fs::read_to_string(folder.join(file)).ok().and_then(|text| text.trim().parse().ok());
            bounds.extend(bound);
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_the_least_that_is_left() {
        assert_eq!(of_machine("MemTotal:        4028316 kB\nMemFree: 1 kB\n"), Some(4_028_316 << 10));
        assert_eq!(of_machine("nothing"), None);
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("system.slice/memory.max", "4294967296\n");
        write("system.slice/platen.service/memory.max", "max\n");
        write("memory/box/memory.limit_in_bytes", "1048576\n");
        let found = |groups: &str| of_groups(groups, folder.path());
        assert_eq!(found("0::/system.slice/platen.service\n"), [4_294_967_296]);
        assert_eq!(found("4:cpu,memory:/box\n3:cpu:/box\n"), [1_048_576]);
        assert_eq!(found("0::/gone\nnonsense"), [] as [u64; 0]);
        assert!(memory() > 0);
    }
}
