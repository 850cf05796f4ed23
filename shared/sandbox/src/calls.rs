//! The system calls that a process has left, by seccomp.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};

/// Calls by number, with the rules of which one must hold; none for a call of any arguments.
type Calls = BTreeMap<i64, Vec<SeccompRule>>;

/// Forbids this thread, and all that it starts, the calls that reading and computing do not need.
///
/// Attack: code that runs in a parser opens a connection, starts a program, writes a file, traces another process, or
/// reaches for a hole in the kernel behind a call that hardly anybody uses.
pub(crate) fn restrict() -> Result<(), String> {
    let rules = || -> Result<[BpfProgram; 2], seccompiler::Error> {
        let refused = SeccompAction::Errno(libc::EPERM as u32);
        let calls = program(reader()?, refused, SeccompAction::Allow)?;
        // Its flags lie in memory, where a filter cannot look. The C library then takes the call before it, whose flags
        // can be seen.
        let newer = Calls::from([(libc::SYS_clone3, Vec::new())]);
        let newer = program(newer, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32))?;
        Ok([newer, calls])
    };
    for program in rules().map_err(|error| error.to_string())? {
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Forbids all threads of this process, and all that they start, to open or look up files, and to set up another filter.
///
/// Attack: on a kernel without Landlock, code that runs in a parser reads the data folder or another process.
pub(crate) fn close_file_system() -> Result<(), String> {
    let calls: Calls = FILES.iter().map(|call| (*call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let program = program(calls, SeccompAction::Allow, refused).map_err(|error| error.to_string())?;
    seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())
}

/// What leads to files by their names.
const FILES: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_getdents64,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_seccomp,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getdents,
];

fn program(
    calls: Calls,
    others: SeccompAction,
    listed: SeccompAction,
) -> Result<BpfProgram, seccompiler::Error> {
    let machine: TargetArch = std::env::consts::ARCH.try_into()?;
    Ok(SeccompFilter::new(calls, others, listed, machine)?.try_into()?)
}

/// A rule on one 32-bit argument.
fn argument(index: u8, op: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::Error> {
    let condition = SeccompCondition::new(index, SeccompCmpArgLen::Dword, op, value)?;
    Ok(SeccompRule::new(vec![condition])?)
}

/// All bits of `mask` are zero in an argument.
fn without(index: u8, mask: i32) -> Result<SeccompRule, seccompiler::Error> {
    argument(index, SeccompCmpOp::MaskedEq(mask as u32 as u64), 0)
}

/// Starting a thread of this process, and nothing else.
fn thread_flags() -> Result<SeccompRule, seccompiler::Error> {
    let flag = libc::CLONE_THREAD as u32 as u64;
    argument(0, SeccompCmpOp::MaskedEq(flag), flag)
}

/// All that a reader may do.
fn reader() -> Result<Calls, seccompiler::Error> {
    let own = u64::from(std::process::id());
    let mut calls: Calls = READER.iter().map(|call| (*call, Vec::new())).collect();
    // Opened for reading, and neither made nor emptied.
    let writes = libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC | libc::O_TMPFILE & !libc::O_DIRECTORY;
    calls.insert(libc::SYS_openat, vec![without(2, writes)?]);
    // Memory that can be written never becomes code.
    calls.insert(libc::SYS_mmap, vec![without(2, libc::PROT_EXEC)?]);
    calls.insert(libc::SYS_mprotect, vec![without(2, libc::PROT_EXEC)?]);
    calls.insert(libc::SYS_clone, vec![thread_flags()?]);
    // How `abort` ends a process; others are not signalled.
    calls.insert(libc::SYS_tgkill, vec![argument(0, SeccompCmpOp::Eq, own)?]);
    // Names of threads; and that no rights are gained, which is said again with the filter of `close_file_system`.
    let harmless = [libc::PR_SET_NAME, libc::PR_SET_NO_NEW_PRIVS];
    let harmless = harmless.map(|option| argument(0, SeccompCmpOp::Eq, option as u64));
    calls.insert(libc::SYS_prctl, harmless.into_iter().collect::<Result<_, _>>()?);
    // Its own limits, and no other process's.
    calls.insert(
        libc::SYS_prlimit64,
        vec![argument(0, SeccompCmpOp::Eq, 0)?, argument(0, SeccompCmpOp::Eq, own)?],
    );
    #[cfg(target_arch = "x86_64")]
    calls.insert(libc::SYS_open, vec![without(1, writes)?]);
    Ok(calls)
}

/// Reading, memory, threads, clocks, the end.
const READER: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_getdents64,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getcwd,
    libc::SYS_fcntl,
    libc::SYS_dup,
    libc::SYS_ppoll,
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getrandom,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrusage,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Only ever takes more calls away.
    libc::SYS_seccomp,
    // Answered with `ENOSYS` by a filter of its own.
    libc::SYS_clone3,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getdents,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_arch_prctl,
];
