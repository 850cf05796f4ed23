//! What a confined process can do, tried for real: this program starts itself again, confines that process, and has it
//! try everything. Without libtest's harness, whose threads would not be confined.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IoSliceMut, Read};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use nix::sys::ptrace;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::unistd::{Pid, getppid};
use platen_sandbox::{
    Bounds, Confinement, Mode, SandboxError, SandboxReport, confine, no_more_files, no_more_threads, shield,
};
use seccompiler::{SeccompAction, SeccompFilter};

const MEMORY: u64 = 512 << 20;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some("everything") => try_everything(Path::new(&arguments[2])),
        Some("allocate") => allocate(),
        Some("compute") => compute(),
        Some("threads") => start_a_thread(),
        Some("no-landlock") => try_to_read_without_landlock(Path::new(&arguments[2])),
        Some("old-kernel") => on_an_old_kernel(arguments[2].parse().unwrap()),
        _ => {
            readers_can_read_their_folders_and_nothing_else();
            memory_and_time_end_the_process();
            no_thread_starts_any_more();
            without_landlock_nothing_is_read_but_what_is_open();
            lacks_of_the_kernel_are_told_or_refused();
        }
    }
}

fn again(arguments: &[&str]) -> (ExitStatus, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    // Never a file, which a confined process may not write to without end.
    let output = command.args(arguments).output().unwrap();
    std::io::Write::write_all(&mut io::stderr(), &output.stderr).unwrap();
    (output.status, String::from_utf8(output.stdout).unwrap())
}

/// A place with a folder that may be read, and others.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for folder in ["fonts", "scratch", "data"] {
        fs::create_dir(place.path().join(folder)).unwrap();
        fs::write(place.path().join(folder).join("file"), folder).unwrap();
    }
    // Leads out of what may be read.
    std::os::unix::fs::symlink(place.path().join("data/file"), place.path().join("fonts/link")).unwrap();
    place
}

fn confinement(place: &Path) -> Confinement {
    Confinement {
        mode: Mode::Required,
        readable: vec![place.join("fonts"), place.join("missing")],
        bounds: Bounds { memory_bytes: MEMORY, files: 16, file_bytes: 1 << 20, ..Bounds::default() },
    }
}

/// Tries, and prints a line with the name and what came of it.
fn attempt<T>(name: &str, tried: io::Result<T>) {
    match tried {
        Ok(_) => println!("{name}: done"),
        Err(error) => println!("{name}: {}", error.kind()),
    }
}

fn try_everything(place: &Path) {
    // What is open before stays open; nothing of this is.
    let udp = || UdpSocket::bind("127.0.0.1:0");
    let parent = getppid();
    // Who writes more than it may is ended by a signal. This process goes on, to tell of it.
    SigSet::from(Signal::SIGXFSZ).thread_block().unwrap();
    let report = confine(&confinement(place)).unwrap();
    assert!(report.is_whole() && report.landlock_abi.is_some(), "{report:?}");
    let (fonts, scratch) = (place.join("fonts"), place.join("scratch"));
    let text = |path: PathBuf| fs::read_to_string(path);
    attempt("read a font", text(fonts.join("file")));
    attempt("list the fonts", fs::read_dir(&fonts));
    attempt("start a thread", std::thread::Builder::new().spawn(|| ()).map(|thread| thread.join().unwrap()));
    attempt("read the data folder", text(place.join("data/file")));
    attempt("list the data folder", fs::read_dir(place.join("data")));
    attempt("read by a link", text(fonts.join("link")));
    attempt("read by a relative way", text(fonts.join("../data/file")));
    attempt("read /etc/passwd", text("/etc/passwd".into()));
    attempt("read the parent's memory", File::open(format!("/proc/{parent}/mem")));
    attempt("read the parent's environment", text(format!("/proc/{parent}/environ").into()));
    attempt("make a file", File::create(fonts.join("new")));
    attempt("write a file", OpenOptions::new().append(true).open(fonts.join("file")));
    attempt("make a folder", fs::create_dir(fonts.join("folder")));
    attempt("remove a file", fs::remove_file(fonts.join("file")));
    attempt("rename a file", fs::rename(fonts.join("file"), fonts.join("other")));
    attempt("link a file", fs::hard_link(place.join("data/file"), fonts.join("hard")));
    attempt("write a file in /tmp", File::create("/tmp/platen-sandbox-test"));
    attempt("write in the scratch folder", fs::write(scratch.join("new"), "text"));
    attempt("remove in the scratch folder", fs::remove_file(scratch.join("new")));
    attempt("write a large file", fs::write(scratch.join("large"), vec![0; 2 << 20]));
    attempt("connect by TCP", TcpStream::connect("127.0.0.1:9"));
    attempt("listen by TCP", TcpListener::bind("127.0.0.1:0"));
    attempt("bind UDP", udp());
    attempt("connect to a socket file", UnixStream::connect(place.join("socket")));
    attempt("listen on a socket file", UnixListener::bind(scratch.join("own")));
    let name = SocketAddr::from_abstract_name(socket_name(place)).unwrap();
    attempt("connect to an abstract socket", UnixStream::connect_addr(&name));
    attempt("start a program", Command::new("/bin/true").status());
    attempt("start itself", Command::new("/proc/self/exe").arg("nothing").status());
    attempt("fork", nix::unistd::daemon(true, true).map_err(io::Error::from));
    attempt("trace the parent", ptrace::attach(parent).map_err(io::Error::from));
    let mut byte = [0_u8];
    let remote = [RemoteIoVec { base: place.as_os_str().len(), len: 1 }];
    let read = process_vm_readv(parent, &mut [IoSliceMut::new(&mut byte)], &remote);
    attempt("copy the parent's memory", read.map_err(io::Error::from));
    attempt("kill the parent", kill(parent, Signal::SIGTERM).map_err(io::Error::from));
    attempt("signal everybody", kill(Pid::from_raw(-1), None).map_err(io::Error::from));
    let rights = rustix::thread::capabilities(None).map_err(io::Error::from);
    attempt(
        "have rights of root",
        rights
            .map(|sets| sets.effective.is_empty() && sets.permitted.is_empty())
            .and_then(|has_none| if has_none { Err(io::ErrorKind::PermissionDenied.into()) } else { Ok(()) }),
    );
    attempt("get more rights", rustix::process::chroot(&fonts).map_err(io::Error::from));
    let files: Vec<_> = (0..64).map(|_| File::open(fonts.join("file"))).collect();
    attempt("open 64 files", files.into_iter().collect::<io::Result<Vec<_>>>());
    println!("end: done");
}

fn socket_name(place: &Path) -> Vec<u8> {
    place.file_name().unwrap().as_encoded_bytes().to_vec()
}

/// What came of each attempt.
fn attempts() -> BTreeMap<String, String> {
    let place = place();
    // A listener to connect to.
    let _file = UnixListener::bind(place.path().join("socket")).unwrap();
    let name = SocketAddr::from_abstract_name(socket_name(place.path())).unwrap();
    let _abstract = UnixListener::bind_addr(&name).unwrap();
    let (status, said) = again(&["everything", place.path().to_str().unwrap()]);
    assert!(status.success() && said.ends_with("end: done\n"), "{status}: {said}");
    assert!(!Path::new("/tmp/platen-sandbox-test").exists());
    assert_eq!(fs::read_to_string(place.path().join("fonts/file")).unwrap(), "fonts");
    said.lines()
        .map(|line| line.split_once(": ").unwrap())
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .collect()
}

fn done(attempts: &BTreeMap<String, String>) -> BTreeSet<&str> {
    attempts.iter().filter(|(_, came)| *came == "done").map(|(name, _)| name.as_str()).collect()
}

fn readers_can_read_their_folders_and_nothing_else() {
    let attempts = attempts();
    assert_eq!(attempts.len(), 37, "{attempts:#?}");
    let allowed = ["read a font", "list the fonts", "start a thread", "end"];
    assert_eq!(done(&attempts), BTreeSet::from(allowed), "{attempts:#?}");
    // Refused by the sandbox, and not for another reason.
    for (name, came) in attempts.iter().filter(|(name, _)| !allowed.contains(&name.as_str())) {
        assert!(name == "open 64 files" || came == "permission denied", "{name}: {came}");
    }
}

fn small(place: &Path) -> Confinement {
    let bounds = Bounds { memory_bytes: MEMORY, processor: Duration::from_secs(1), ..Bounds::default() };
    Confinement { bounds, ..confinement(place) }
}

fn allocate() {
    confine(&small(Path::new("/"))).unwrap();
    // Written, so that it exists.
    let bytes = vec![1_u8; MEMORY as usize];
    println!("{} bytes", bytes.len());
}

fn compute() {
    confine(&small(Path::new("/"))).unwrap();
    let mut number = 0_u64;
    while std::hint::black_box(number) < u64::MAX {
        number += 1;
    }
}

fn memory_and_time_end_the_process() {
    use std::os::unix::process::ExitStatusExt;
    let ended = |what: &str| {
        let (status, said) = again(&[what]);
        assert_eq!(said, "", "{what}");
        assert!(!status.core_dumped());
        status.signal()
    };
    assert_eq!(ended("allocate"), Some(Signal::SIGABRT as i32));
    assert!([Signal::SIGXCPU as i32, Signal::SIGKILL as i32].map(Some).contains(&ended("compute")));
}

/// Root is not bound by the limit on processes, so the process becomes another user first.
fn start_a_thread() {
    if nix::unistd::geteuid().is_root() {
        nix::unistd::setresuid(65_534.into(), 65_534.into(), 65_534.into()).unwrap();
    }
    confine(&small(Path::new("/"))).unwrap();
    no_more_threads().unwrap();
    attempt("start a thread", std::thread::Builder::new().spawn(|| ()));
}

fn no_thread_starts_any_more() {
    let (status, said) = again(&["threads"]);
    assert!(status.success() && said.starts_with("start a thread: ") && !said.contains("done"), "{said}");
}

/// Makes this kernel one that lacks system calls.
fn without_calls(calls: &[i64]) {
    let calls = calls.iter().map(|call| (*call, Vec::new())).collect();
    let machine = std::env::consts::ARCH.try_into().unwrap();
    let absent = SeccompAction::Errno(libc::ENOSYS as u32);
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, absent, machine).unwrap();
    let program: seccompiler::BpfProgram = filter.try_into().unwrap();
    seccompiler::apply_filter(&program).unwrap();
}

fn try_to_read_without_landlock(place: &Path) {
    let parent = getppid();
    // What this process was given, but for its standard streams and the folder that is being listed.
    let inherited = fs::read_dir("/proc/self/fd").unwrap().count() - 4;
    println!("inherited files: {inherited}");
    without_calls(&[libc::SYS_landlock_create_ruleset]);
    let report = confine(&Confinement { mode: Mode::On, ..confinement(place) }).unwrap();
    assert!(report.landlock_abi.is_none() && report.seccomp && report.capabilities_dropped, "{report:?}");
    let text = |path: PathBuf| fs::read_to_string(path);
    let environment: PathBuf = format!("/proc/{parent}/environ").into();
    attempt("read the parent's environment at first", text(environment.clone()));
    attempt("read the parent's memory", File::open(format!("/proc/{parent}/mem")));
    let mut font = File::open(place.join("fonts/file")).unwrap();
    let (closed, is_closed) = std::sync::mpsc::channel();
    let secret = place.join("data/file");
    let other = std::thread::spawn(move || {
        is_closed.recv().unwrap();
        fs::read_to_string(secret)
    });
    no_more_files().unwrap();
    attempt("read an open font", font.read_to_string(&mut String::new()));
    closed.send(()).unwrap();
    attempt("read the data folder from another thread", other.join().unwrap());
    attempt("read a font that is not open", text(place.join("fonts/file")));
    attempt("read the data folder", text(place.join("data/file")));
    attempt("list the data folder", fs::read_dir(place.join("data")));
    attempt("read /etc/passwd", text("/etc/passwd".into()));
    attempt("read the parent's environment", text(environment));
    attempt("read its own environment", text("/proc/self/environ".into()));
    attempt("follow a link", fs::read_link(place.join("fonts/link")));
    attempt("close it again", no_more_files().map_err(|_| io::ErrorKind::PermissionDenied.into()));
    println!("end: done");
}

fn without_landlock_nothing_is_read_but_what_is_open() {
    let place = place();
    // Somebody left a file open, as shells and supervisors do.
    let left_open = rustix::io::dup(File::open(place.path().join("data/file")).unwrap()).unwrap();
    shield().unwrap();
    let (status, said) = again(&["no-landlock", place.path().to_str().unwrap()]);
    drop(left_open);
    assert!(status.success(), "{status}: {said}");
    let (open, attempts) = said.split_once('\n').unwrap();
    assert_eq!(open, "inherited files: 0");
    for line in attempts.lines() {
        let allowed = ["read an open font: done", "end: done"].contains(&line);
        assert!(allowed || line.ends_with(": permission denied"), "{said}");
    }
    assert_eq!(attempts.lines().count(), 13, "{said}");
}

/// A kernel without Landlock, and for seccomp one that refuses its filters, as some containers' kernels do.
fn on_an_old_kernel(mode: Mode) {
    without_calls(&[libc::SYS_landlock_create_ruleset, libc::SYS_seccomp]);
    match confine(&Confinement { mode, ..small(Path::new("/")) }) {
        Ok(report) => println!("{}", serde_json::to_string(&report).unwrap()),
        Err(error @ SandboxError::Missing(_)) => println!("error: {error}"),
        Err(error) => println!("another error: {error}"),
    }
}

fn lacks_of_the_kernel_are_told_or_refused() {
    let report = |mode| serde_json::from_str::<SandboxReport>(&again(&["old-kernel", mode]).1).unwrap();
    let on = report("on");
    assert_eq!((on.landlock_abi, on.seccomp, on.no_new_privs), (None, false, true));
    assert!(on.missing.len() == 2 && !on.is_whole(), "{on:?}");
    assert!(on.missing[0].contains("Landlock") && on.missing[1].contains("seccomp"), "{on:?}");
    let off = report("off");
    assert_eq!((off.missing.len(), off.no_new_privs, off.is_whole()), (0, false, false));
    let (_, said) = again(&["old-kernel", "required"]);
    assert!(said.starts_with("error: PLATEN_SANDBOX is `required`, but Landlock"), "{said}");
}
