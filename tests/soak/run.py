#!/usr/bin/env python3
"""The long tests at full size: of the one-machine home, over HTTP as its users drive it, and of the Lambda workers.

Usage: run.py PLATEN [--functions SOAK_FUNCTIONS FOLDER] [--scale N] [--only NAME,...] [--table docs/reliability.md]

PLATEN is the release binary; SOAK_FUNCTIONS the program of tests/examples that does the same to the Lambda workers, FOLDER where
their binaries are. --scale 10 divides the sizes by ten. The figures are printed, and written as a table with date and commit
where --table names a page. The exit code is 1 when a promise is not kept. The seed of random kills is printed; PLATEN_SEED sets
it. Needs nothing but Python's standard library.
"""
import argparse
import datetime
import http.client
import io
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

RESULTS = []


def result(row, what, figure, wanted, kept):
    RESULTS.append((row, what, figure, wanted, "yes" if kept else "NO"))
    print(f"row {row}: {what}: {figure} (wanted: {wanted}) {'' if kept else 'NOT KEPT'}", flush=True)


class Server:
    """`platen serve` on a data folder of its own."""

    def __init__(self, platen, **limits):
        self.platen, self.folder = platen, pathlib.Path(tempfile.mkdtemp(prefix="platen-soak-"))
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "PLATEN_LOG": "error",
                    "PLATEN_LIMITS": ",".join(f"{name}={value}" for name, value in limits.items())}
        self.key = None
        self.start()

    def start(self):
        command = [self.platen, "serve", "--listen", "127.0.0.1:0", "--data", self.folder / "data"]
        said = self.folder / "said"
        with open(said, "wb") as out, open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=out, stderr=log, env=self.env)
        # It is written at once, with its last line's end.
        while not (text := said.read_text()).endswith("\n"):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.002)
        words = text.split()
        self.port = int(words[2].rsplit(":", 1)[1])
        self.key = next((word for word in words if word.startswith("plk_")), self.key)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, path, body=None, headers=None, timeout=300):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"x-functions-key": self.key, **(headers or {})}
        if body is not None and "content-type" not in headers:
            headers["content-type"] = "application/json"
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read()

    def json(self, method, path, body=None, headers=None):
        status, _, text = self.call(method, path, None if body is None else json.dumps(body), headers)
        assert status < 300, (status, text[:500])
        return json.loads(text)

    def template(self, name):
        listed = self.json("GET", "/api/getTemplates?pageNumber=1&pageSize=100")["items"]
        return next(t["templateId"] for t in listed if t["fileName"] == name)

    def add(self, name, paragraphs, blob=None):
        path = self.folder / name
        path.write_bytes(docx(paragraphs, blob))
        command = [self.platen, "template", "add", path, "--data", self.folder / "data"]
        added = subprocess.run(command, env=self.env, capture_output=True, check=True)
        return json.loads(added.stdout)[0]["templateId"]

    def begin(self, body):
        started = time.time()
        status, headers, text = self.call("POST", "/api/generateDocumentsBulk", body)
        return status, headers, text, time.time() - started

    def job(self, job):
        return self.json("GET", f"/api/bulkGenerationJobs/{job}")

    def await_job(self, job, seconds=3600):
        """The job at its end, and how long its archive took after the last document."""
        end, rendered = time.time() + seconds, None
        while time.time() < end:
            found = self.job(job)
            if rendered is None and found["completedCount"] + found["failedGenerationCount"] == found["totalCount"]:
                rendered = time.time()
            if found["status"] not in ("Pending", "Running"):
                return found, time.time() - (rendered or time.time())
            time.sleep(0.02)
        raise SystemExit(f"job {job} did not end in {seconds} s")

    def archive(self, job):
        """Streams the archive into a file."""
        path = self.folder / "fetched.zip"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request("GET", "/" + job["zipUrl"].split("/", 3)[3])
        reply = connection.getresponse()
        assert reply.status == 200, reply.status
        with open(path, "wb") as file:
            shutil.copyfileobj(reply, file, 1 << 20)
        assert path.stat().st_size == job["zipSizeBytes"]
        return zipfile.ZipFile(path)

    def peak_mib(self):
        """Peak memory of the server and of its children now, in MiB."""
        total = 0
        tree = [str(self.process.pid)]
        for pid in tree:
            try:
                status = pathlib.Path(f"/proc/{pid}/status").read_text()
                tree += pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            except OSError:
                continue
            total += int(next(l for l in status.splitlines() if l.startswith("VmHWM")).split()[1])
        return total / 1024


def docx(paragraphs, blob=None):
    """The least that a Word document is; `blob` is a part that does not compress."""
    text = "".join(f"<w:p><w:r><w:t xml:space='preserve'>{p}</w:t></w:r></w:p>" for p in paragraphs)
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", f"<Types xmlns='{types}'><Default Extension='rels' ContentType='application/"
                         f"vnd.openxmlformats-package.relationships+xml'/><Default Extension='png' ContentType='image/png'/>"
                         f"<Override PartName='/word/document.xml' ContentType='{main}'/></Types>")
        package.writestr("_rels/.rels", f"<Relationships xmlns='{relations}'><Relationship Id='rId1' Type='{office}/"
                         f"officeDocument' Target='word/document.xml'/></Relationships>")
        body = f"<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>{text}</w:body></w:document>"
        package.writestr("word/document.xml", body)
        if blob:
            package.writestr("word/_rels/document.xml.rels", f"<Relationships xmlns='{relations}'><Relationship Id='rId1' "
                             f"Type='{office}/image' Target='media/image1.png'/></Relationships>")
            package.writestr("word/media/image1.png", blob, zipfile.ZIP_STORED)
    return file.getvalue()


def longer(value, rows):
    """The model's data with lists of so many rows."""
    if isinstance(value, list):
        return [longer(value[0], rows)] * rows if value else value
    return {k: longer(v, rows) for k, v in value.items()} if isinstance(value, dict) else value


def whole(archive, count):
    names = archive.namelist()
    return len(names) == len(set(names)) == count and archive.testzip() is None


def speed(platen, n):
    server = Server(platen)
    invoice = server.template("invoice.docx")
    data = longer(server.json("POST", f"/api/generateModel?templateId={invoice}"), 50)
    body = json.dumps({"templateId": invoice, "format": ".docx", "items": [data] * n}).encode()
    began = time.time()
    status, _, text, answered = server.begin(body)
    assert status == 202, text
    job, assembly = server.await_job(json.loads(text)["jobId"])
    took, peak = time.time() - began, server.peak_mib()
    result("speed", f"the start call for {n} invoices of 50 rows ({len(body) >> 20} MiB)", f"{answered:.2f} s", "1 s", answered <= 1)
    result("speed", f"{n} invoices of 50 rows as .docx, POST to a complete archive", f"{took:.1f} s, {n / took:.0f} per second", "10 s", took <= 10)
    result(17, "peak memory of that", f"{peak:.0f} MiB", "256 MiB", peak <= 256)
    result(13, "that archive, read by Python", f"{len(server.archive(job).namelist())} entries", f"{n}", whole(server.archive(job), n))
    server.stop()


def letters(platen, n):
    server = Server(platen)
    letter = server.template("letter.docx")
    data = server.json("POST", f"/api/generateModel?templateId={letter}")
    body = json.dumps({"templateId": letter, "format": ".pdf", "items": [data] * n}).encode()
    began = time.time()
    status, _, text, _ = server.begin(body)
    assert status == 202, text
    job, _ = server.await_job(json.loads(text)["jobId"])
    took, peak = time.time() - began, server.peak_mib()
    result("speed", f"{n} letters as .pdf, POST to a complete archive", f"{took:.1f} s, {n / took:.0f} per second", "10 s", took <= 10)
    result("speed", "peak memory of that, the PDF children included", f"{peak:.0f} MiB", "told only", True)
    result(13, "that archive, read by Python", f"{job['completedCount']} documents", f"{n}", whole(server.archive(job), n))
    rate = asked_for(server, json.dumps({"templateId": letter, "format": ".pdf", "data": data}), n)
    result("speed", f"{n} requests for the letter as .pdf, {CALLERS} at once", f"{rate:.0f} per second", "1200 per second", rate >= 1200)
    server.stop()


CALLERS = 4


def asked_for(server, body, n):
    """Documents a second over connections that stay open. Whoever asks takes of the same processors."""
    headers = {"x-functions-key": server.key, "content-type": "application/json"}

    def ask(_):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
        for _ in range(n // CALLERS):
            connection.request("POST", "/api/generateDocument", body, headers)
            reply = connection.getresponse()
            pdf = reply.read()
            assert reply.status == 200 and pdf.startswith(b"%PDF"), (reply.status, pdf[:500])

    began = time.time()
    with ThreadPoolExecutor(CALLERS) as callers:
        list(callers.map(ask, range(CALLERS)))
    return n // CALLERS * CALLERS / (time.time() - began)


def large(platen, n):
    """More entries than 16 bits count, more bytes than 32 bits count."""
    server = Server(platen)
    blob = random.Random(1).randbytes(64_000)
    template = server.add("picture.docx", ["Dear {{ name }}"], blob)
    ticket = server.json("POST", "/api/bulkUploads")
    lines = b"".join(b'{"name":"N%d"}\n' % number for number in range(n))
    path = "/" + ticket["uploadUrl"].split("/", 3)[3]
    status, _, text = server.call("PUT", path, lines, {"content-type": "application/jsonl"})
    assert status == 204, text
    body = json.dumps({"templateId": template, "format": ".docx", "itemsUploadId": ticket["uploadId"]})
    began = time.time()
    status, _, text, answered = server.begin(body)
    assert status == 202, text
    job, assembly = server.await_job(json.loads(text)["jobId"])
    size, peak = job["zipSizeBytes"], server.peak_mib()
    result(17, f"a ZIP64 of {n} entries", f"{size / 2**30:.2f} GiB in {time.time() - began:.0f} s", "complete", job["status"] == "Completed")
    result(17, "peak memory of that", f"{peak:.0f} MiB", "256 MiB", peak <= 256)
    rate = size / assembly / 1e6 if assembly > 0.1 else 0
    result("speed", "assembling it", f"{rate:.0f} MB/s", "200 MB/s", rate >= 200)
    result(17, "that archive, read by Python", f"{n} entries", f"{n}", whole(server.archive(job), n))
    server.stop()


def once(platen, rounds):
    server = Server(platen)
    template = server.add("small.docx", ["Dear {{ name }}"])
    body = json.dumps({"templateId": template, "format": ".docx", "items": [{"name": "A"}]})
    wrong = 0
    with ThreadPoolExecutor(100) as pool:
        for number in range(rounds):
            headers = {"idempotency-key": f"round-{number}"}
            replies = list(pool.map(lambda _: server.call("POST", "/api/generateDocumentsBulk", body, headers), range(100)))
            jobs = {json.loads(text)["jobId"] for status, _, text in replies if status == 202}
            wrong += len(jobs) != 1 or any(status not in (202, 409) for status, _, _ in replies)
    listed = server.json("GET", f"/api/bulkGenerationJobs/byTemplate/{template}")
    result(7, f"{rounds} keys from 100 parallel callers each", f"{len(listed)} jobs, {wrong} rounds wrong", f"{rounds}, 0", len(listed) == rounds and wrong == 0)
    server.stop()


def duplicates(platen, n, seed):
    """Every message 2 to 5 times, in random order: written into the queue while nobody works."""
    server = Server(platen, chunk_items_docx=1, job_items=100000)
    template = server.add("small.docx", ["Dear {{ name }}"])
    body = json.dumps({"templateId": template, "format": ".docx", "fileName": "{{ name }}", "items": [{"name": f"N{i}"} for i in range(n)]})
    job = json.loads(server.begin(body)[2])["jobId"]
    server.kill()
    order, database = random.Random(seed), sqlite3.connect(server.folder / "data/platen.db")
    rows = database.execute("SELECT subscription, job, task, 0, 0, 0 FROM work").fetchall()
    again = [row for row in rows for _ in range(order.randint(1, 4))]
    order.shuffle(again)
    database.executemany("INSERT INTO work (subscription, job, task, visible_at, tries, suspect) VALUES (?, ?, ?, ?, ?, ?)", again)
    database.commit()
    database.close()
    server.start()
    found, _ = server.await_job(job)
    counts = (found["completedCount"], found["failedGenerationCount"])
    result(8, f"{len(rows)} messages delivered {(len(rows) + len(again)) / len(rows):.1f} times on average", f"{counts[0]} documents, {counts[1]} failed", f"{n}, 0", counts == (n, 0))
    result(8, "the archive of that", f"{len(server.archive(found).namelist())} entries", f"{n}", whole(server.archive(found), n))
    server.stop()


def kills(platen, n, count, seed):
    server = Server(platen)
    template = server.add("small.docx", ["Dear {{ name }}"] * 40)
    body = json.dumps({"templateId": template, "format": ".docx", "fileName": "{{ name }}", "items": [{"name": f"N{i}"} for i in range(n)]})
    job, order = json.loads(server.begin(body)[2])["jobId"], random.Random(seed)
    done, back, killed = 0, 0, 0
    while killed < count:
        time.sleep(order.uniform(0, 0.03))
        server.kill()
        server.start()
        killed += 1
        found = server.job(job)
        # What was done once stays done, and a job that says Completed has its archive.
        back += found["completedCount"] < done
        done = found["completedCount"]
        if found["status"] == "Completed":
            break
    found, _ = server.await_job(job)
    names = server.archive(found).namelist()
    lost = set(f"N{i}.docx" for i in range(n)) - set(names)
    counts = (found["completedCount"], found["failedGenerationCount"])
    result(9, f"{killed} kills (seed {seed}) in a job of {n}", f"{len(lost)} lost, {len(names) - len(set(names))} doubled, {counts[1]} failed", "0, 0, 0", not lost and counts == (n, 0) and whole(server.archive(found), n))
    result(13, "a poller sees a result go back during that", f"{back} times", "0", back == 0)
    server.stop()


def overload(platen, jobs, items):
    """Three times as much as the backlog takes, at once."""
    server = Server(platen, backlog_items=jobs * items // 3)
    template = server.add("small.docx", ["Dear {{ name }}"])
    body = json.dumps({"templateId": template, "format": ".docx", "items": [{"name": f"N{i}"} for i in range(items)]})
    with ThreadPoolExecutor(jobs) as pool:
        replies = list(pool.map(lambda _: server.begin(body), range(jobs)))
    accepted = [json.loads(text)["jobId"] for status, _, text, _ in replies if status == 202]
    refused = [headers for status, headers, _, _ in replies if status in (429, 503)]
    ends = [server.await_job(job)[0] for job in accepted]
    lost = sum(end["status"] != "Completed" or end["completedCount"] != items for end in ends)
    polite = all(headers["retry-after"] for headers in refused)
    kept = lost == 0 and polite and refused and len(accepted) + len(refused) == jobs
    result(19, f"{jobs} jobs of {items} at once, a third of which there is room for", f"{len(accepted)} accepted, {len(refused)} told to come back, {lost} lost", "0 lost", bool(kept))
    server.stop()


def functions(program, folder, scale, seed):
    """The Lambda workers: a line of JSON for each result."""
    env = {**os.environ, "PLATEN_SEED": str(seed)}
    with subprocess.Popen([program, folder, str(scale)], stdout=subprocess.PIPE, env=env, text=True) as running:
        for line in running.stdout:
            said = json.loads(line)
            result(said["row"], said["what"], said["figure"], said["wanted"], said["kept"])
    assert running.returncode == 0, f"{program} ended with {running.returncode}"


def write_table(page):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    today = datetime.date.today().isoformat()
    cores = os.cpu_count()
    lines = [f"Measured on {today} at commit {commit}: {cores} cores, release build.", "",
             "| Promise | What | Measured | Wanted | Kept |", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in RESULTS]
    path = pathlib.Path(page)
    text = path.read_text()
    begin, end = "<!-- soak: begin -->", "<!-- soak: end -->"
    head, rest = text.split(begin)
    path.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("platen")
    parser.add_argument("--functions", nargs=2)
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--table")
    args = parser.parse_args()
    platen, scale = str(pathlib.Path(args.platen).resolve()), args.scale
    seed = int(os.environ.get("PLATEN_SEED", random.randrange(1 << 32)))
    print(f"PLATEN_SEED={seed}", flush=True)
    parts = {
        "speed": lambda: speed(platen, 10_000 // scale),
        "letters": lambda: letters(platen, 10_000 // scale),
        "large": lambda: large(platen, 70_000 // scale),
        "once": lambda: once(platen, 1_000 // scale),
        "duplicates": lambda: duplicates(platen, 10_000 // scale, seed),
        "kills": lambda: kills(platen, 10_000 // scale, 200 // scale, seed),
        "overload": lambda: overload(platen, 60, 2_000 // scale),
    }
    if args.functions:
        parts["functions"] = lambda: functions(*args.functions, scale, seed)
    for name, part in parts.items():
        if not args.only or name in args.only.split(","):
            part()
    if args.table:
        write_table(args.table)
    return any(kept == "NO" for *_, kept in RESULTS)


if __name__ == "__main__":
    sys.exit(main())
