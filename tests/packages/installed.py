"""An installed `platen`, used as its users do: a document by the command line, and one by the service that it serves."""

import io
import json
import re
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

NAME = "Ada Lovelace"
DATA = {"name": NAME}


def text_of(docx):
    """The text of a .docx, as its body has it."""
    with zipfile.ZipFile(io.BytesIO(docx)) as package:
        return re.sub(r"<[^>]+>", "", package.read("word/document.xml").decode())


def text_of_pdf(pdf):
    return subprocess.run(["pdftotext", "-", "-"], input=pdf, check=True, capture_output=True).stdout.decode()


class Installed:
    """`command` starts the program; `shared` is a folder that it sees as `seen`."""

    def __init__(self, command, shared, seen=None, environment=None):
        self.command, self.shared, self.environment = [str(word) for word in command], Path(shared), environment
        self.seen = seen or str(shared)

    def run(self, *words):
        done = subprocess.run([*self.command, *words], capture_output=True, env=self.environment)
        assert done.returncode == 0, f"{words}: {done.stderr.decode()}"
        return done.stdout

    def makes_a_document(self):
        """By the command line, with the template `note.docx` of the folder."""
        (self.shared / "data.json").write_text(json.dumps(DATA))
        for name, text in [("note.out.docx", text_of), ("note.out.pdf", text_of_pdf)]:
            self.run("render", f"{self.seen}/note.docx", f"{self.seen}/data.json", "-o", f"{self.seen}/{name}")
            assert f"Dear {NAME}" in text((self.shared / name).read_bytes()), name
        print("made a document by the command line")

    def serves_documents(self, data, listen="127.0.0.1:0", words=("serve",)):
        """By HTTP: with the key of the first start, on a folder as the program sees it."""
        options = ["--listen", listen] + (["--data", data] if data else [])
        with Service([*self.command, *words, *options], self.environment) as service:
            listed = service.get("/api/getTemplates?pageNumber=1&pageSize=10")
            letter = next(item for item in listed["items"] if item["fileName"] == "letter.docx")["templateId"]
            model = service.post(f"/api/generateModel?templateId={letter}")
            body = json.dumps({"templateId": letter, "format": ".pdf", "data": json.loads(model)}).encode()
            said = text_of_pdf(service.post("/api/generateDocument", body))
            assert len(said.split()) > 20, said
            self.run("health", service.base)
            print("served a document")


class Service:
    """A running service; `start` is a command whose output has the address and the first key."""

    def __init__(self, start, environment=None):
        self.process = subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    def __enter__(self):
        said = ""
        while "plk_" not in said:
            line = self.process.stdout.readline()
            assert line, f"it ended: {said}{self.process.stderr.read()}"
            said += line
        self.base = re.search(r"https?://\S+", said)[0]
        self.key = re.search(r"plk_\S+", said)[0]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)

    def get(self, path):
        return json.loads(self.send(path))

    def post(self, path, body=b""):
        return self.send(path, body)

    def send(self, path, body=None, base=None, context=None):
        headers = {"x-functions-key": self.key} | ({"content-type": "application/json"} if body else {})
        request = urllib.request.Request((base or self.base) + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=60, context=context) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode()}") from error


def until(what, seconds=30):
    """Waits for something that comes soon."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it did not come in time"
        time.sleep(0.05)
    return found
