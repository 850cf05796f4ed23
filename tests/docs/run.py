"""Runs the code blocks of Markdown files, each file's in order: BINARIES FIXTURES FILE...

Every file gets a folder of its own with a copy of FIXTURES, and a server on the folder `data` in it. In the shell `BASE`,
`KEY` and `ID` (a template) are set, and `platen` is found.

- `sh`: run by bash, one shell for the whole file, so that variables carry over. The first command that fails fails the test.
  Lines such as `KEY=...`, which a reader fills in, are left out.
- `json`: parsed. `python`: run. `jinja`: put into a Word document, a paragraph per line, which `platen check` must accept.
- `text`: nothing is done with it. Blocks of any other kind, and of none, are errors.

A block after a comment `<!-- not run: REASON -->` is only parsed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from xml.sax.saxutils import escape

FENCE = re.compile(r"^```(\w*)\s*$")
NOT_RUN = re.compile(r"^<!-- not run: .{5,} -->$")
TO_FILL_IN = re.compile(r"^\s*[A-Z]+=\.\.\.")
START_S = 60
FILE_S = 300

CONTENT_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" \
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"""
RELATIONSHIPS = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" \
Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"""


def blocks(path: pathlib.Path):
    """Line, language, text and whether it is to be run, of each block."""
    language, lines, start, marked, before = None, [], 0, False, ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if language is None and fence:
            language, lines, start, marked = fence.group(1), [], number, bool(NOT_RUN.match(before))
        elif language is not None and line == "```":
            yield start, language, "\n".join(lines) + "\n", not marked
            language = None
        elif language is not None:
            lines.append(line)
        if line.strip():
            before = line.strip()
    if language is not None:
        raise SystemExit(f"{path}:{start}: the block is never closed")


def run(words, what: str, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=FILE_S, **more)
    if done.returncode != 0:
        raise SystemExit(f"{what}: exit code {done.returncode}\n{done.stdout}")


def word_document(path: pathlib.Path, text: str):
    paragraphs = "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{escape(line)}</w:t></w:r></w:p>' for line in text.splitlines()
    )
    body = f'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{paragraphs}</w:body></w:document>'
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("[Content_Types].xml", CONTENT_TYPES)
        package.writestr("_rels/.rels", RELATIONSHIPS)
        package.writestr("word/document.xml", body)


def serve(folder: pathlib.Path, environment: dict):
    """Starts a server on `data`; the process, its address and its key."""
    out = folder / ".server"
    with out.open("w") as stdout:
        server = subprocess.Popen(
            ["platen", "serve", "--listen", "127.0.0.1:0", "--data", "data"],
            cwd=folder, env=environment, stdout=stdout, stderr=subprocess.DEVNULL,
        )
    end = time.monotonic() + START_S
    while not (key := re.search(r"plk_\w+", out.read_text())):
        if server.poll() is not None or time.monotonic() > end:
            raise SystemExit("the server did not start")
        time.sleep(0.05)
    return server, re.search(r"http://\S+", out.read_text()).group(), key.group()


def check(path: pathlib.Path, binaries: pathlib.Path, fixtures: pathlib.Path) -> int:
    count, script = 0, []
    with tempfile.TemporaryDirectory(prefix="platen-docs-") as name:
        folder = pathlib.Path(name)
        shutil.copytree(fixtures, folder, dirs_exist_ok=True)
        for line, language, text, runs in blocks(path):
            where = f"{path.name}:{line}"
            count += 1
            if language == "sh":
                run(["bash", "-n"], f"{where}: no shell", input=text)
                if runs:
                    kept = [each for each in text.splitlines() if not TO_FILL_IN.match(each)]
                    script += [f"BLOCK={where}", *kept]
            elif language == "json":
                json.loads(text)
            elif language == "python":
                compile(text, where, "exec")
                if runs:
                    run([sys.executable, "-"], where, input=text, cwd=folder)
            elif language == "jinja" and runs:
                document = folder / f"block-{line}.docx"
                word_document(document, text)
                run([binaries / "platen", "check", document], where)
            # Of the ways into AWS, which tests/cloud/wrappers.py looks at, and of the clients and the action, whose tests run them.
            elif language in ("hcl", "ts", "java", "csharp", "go", "php", "yaml") and not runs:
                pass
            elif language not in ("jinja", "text"):
                raise SystemExit(f"{where}: the block has no language that is known here, but `{language}`")
        if script:
            environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
            server, base, key = serve(folder, environment)
            try:
                listed = subprocess.run(["platen", "template", "list", "--data", "data"], cwd=folder, env=environment,
                                        stdout=subprocess.PIPE, check=True)
                environment.update(BASE=base, KEY=key)
                environment["ID"] = next(
                    each["templateId"] for each in json.loads(listed.stdout) if each["fileName"] == "letter.docx"
                )
                head = ["set -euo pipefail", "trap 'echo \"the block at $BLOCK failed: $BASH_COMMAND\" >&2' ERR"]
                run(["bash", "-c", "\n".join(head + script)], str(path), cwd=folder, env=environment)
            finally:
                server.terminate()
                server.wait()
    return count


def main():
    binaries, fixtures, *files = map(pathlib.Path, sys.argv[1:])
    for path in files:
        print(f"{path}: {check(path, binaries.resolve(), fixtures)} blocks")


main()
