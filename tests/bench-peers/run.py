"""Platen beside other document generators on the same work: installs them, times all in one go, prints the ratios.

The peers' templates, data and drivers are in ../shared/bench/peers of the checkout (or in the folder that PEERS names);
they are copied to .work first, since the drivers write beside themselves. Run by `make bench-peers`; takes minutes.
ENGINES="docxtpl carbone" times some of the peers only.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEERS = Path(os.environ.get("PEERS", ROOT.parent / "shared" / "bench" / "peers"))
WORK = ROOT / ".work" / "bench-peers"
ENGINES = os.environ.get("ENGINES", "docxtpl docxtemplater easy-template-x carbone")
OURS = ["platen", "platen-recompiling"]
# Case, template, documents of a warm series.
CASES = [("letter", "letter", 3000), ("invoice50", "invoice", 2000), ("invoice1000", "invoice", 300)]
BATCH, COLD = 200, 15


def main():
    if not PEERS.is_dir():
        sys.exit(f"bench-peers: there are no peers to compare with: {PEERS} does not exist (PEERS may name another folder)")
    build = ["cargo", "build", "--release", "--locked", "-p", "platen-docx", "--example", "peer"]
    subprocess.run(build, cwd=ROOT, check=True)
    shutil.copytree(PEERS, WORK, dirs_exist_ok=True, ignore=shutil.ignore_patterns("results.*", "out", ".work"))
    # A copy of files that nobody may write to is not writable either.
    for path in [WORK, *WORK.rglob("*")]:
        if ".work" not in path.parts[len(WORK.parts):] and not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200)
    (WORK / "out").mkdir(exist_ok=True)

    # Ours first: the peers' last step compares the text of everything in out/ with docxtpl's.
    results = {engine: measure(engine) for engine in OURS}
    subprocess.run(["./run.sh"], cwd=WORK, check=True, env={**os.environ, "WORK": str(WORK / ".work"), "ENGINES": ENGINES})
    results |= json.loads((WORK / "results.json").read_text())["res"]
    table(results)


def measure(engine):
    """The figures of one of our engines, under the names that the peers' own driver gives them."""
    peer = [str(ROOT / "target" / "release" / "examples" / "peer"), engine]
    result = {}
    for case, template, n in CASES:
        files = [f"templates/{template}.docxtpl.docx", f"data/{case}.json"]
        cold = [child([*peer, "once", *files, f"out/{case}.{engine}.docx"]) for _ in range(COLD)]
        _, rss, out = child([*peer, "warm", *files, str(n)])
        cold_ms = statistics.median(seconds for seconds, _, _ in cold) * 1e3
        cold_rss = statistics.median(mib for _, mib, _ in cold)
        result[case] = dict(json.loads(out), cold_ms=cold_ms, cold_rss=cold_rss, warm_rss=rss)
    files = ["templates/invoice.docxtpl.docx", "data/invoice50.json"]
    seconds, rss, out = child([*peer, "batch", *files, str(BATCH), f"out/batch.{engine}.zip"])
    result["batch"] = dict(json.loads(out), wall_s=seconds, rss=rss)
    return result


def child(arguments):
    """Runs a process to its end: wall seconds, peak memory in MiB, what it printed."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, cwd=WORK, stdout=subprocess.PIPE)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"bench-peers: {' '.join(arguments)} ended with status {process.returncode}")
    return seconds, usage.ru_maxrss / 1024, out.decode()


def table(results):
    """One line an engine, and below how many times longer the quickest peer takes than we do."""
    columns = [(f"{case} warm ms", lambda r, case=case: r[case]["median"]) for case, _, _ in CASES]
    columns += [(f"{case} cold ms", lambda r, case=case: r[case]["cold_ms"]) for case, _, _ in CASES]
    columns += [
        ("cold MiB", lambda r: r["invoice50"]["cold_rss"]),
        (f"{BATCH} invoices s", lambda r: r["batch"]["wall_s"]),
    ]
    print("\n| engine | " + " | ".join(name for name, _ in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for engine, result in results.items():
        print(f"| {engine} | " + " | ".join(f"{value(result):.3g}" for _, value in columns) + " |")
    peers = [result for engine, result in results.items() if engine not in OURS]
    for engine in OURS:
        ratios = [min(value(peer) for peer in peers) / value(results[engine]) for _, value in columns]
        print(f"| best peer / {engine} | " + " | ".join(f"{ratio:.1f}x" for ratio in ratios) + " |")
    print("\nWarm: median of documents made in one process. Cold: the whole process for one document.")
    print("platen compiles a template once; platen-recompiling does so for each document, as most of the others do.")


if __name__ == "__main__":
    main()
