"""A service that misbehaves in the same way for the clients of all languages. It prints its address.

Below any name it is a service of its own, which knows nothing of the others:

    POST /NAME/api/...       busy (503), then a broken connection, then a PDF; each path by itself
    POST /NAME/api/bulkUploads   a ticket at once
    PUT  /NAME/put           a broken connection and a 204 by turns, after it has read the items
    GET  /NAME/slow          an archive that comes byte by byte, for longer than a second
    GET  /NAME/stalls        the first bytes of it, and nothing more
    GET  /NAME/breaks        the first twelve bytes of it, with an ETag; with `Range` the rest
    GET  /NAME/untagged      the same without an ETag
    GET  /NAME/asked         all requests so far, as JSON
"""

import http.server
import json
import time
from collections import defaultdict

ARCHIVE = b"archive" * 5
asked: defaultdict[str, list[dict[str, str | None]]] = defaultdict(list)


class Misbehaving(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def asks(self) -> tuple[str, int]:
        """The path below the name, and how often it was asked for; what is asked is noted."""
        name, _, path = self.path[1:].partition("/")
        length = int(self.headers.get("content-length", "0"))
        if self.headers.get("transfer-encoding"):
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(length)
        headers = {each: self.headers.get(each) for each in ("idempotency-key", "range", "if-range", "x-functions-key")}
        if path != "asked":
            asked[name].append({"path": f"/{path}", "body": body.decode(errors="replace"), **headers})
        return f"/{path}", sum(each["path"] == f"/{path}" for each in asked[name])

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def breaks(self) -> None:
        self.close_connection = True

    def do_POST(self) -> None:
        path, times = self.asks()
        if path == "/api/bulkUploads":
            ticket = {"uploadId": "u", "uploadUrl": "/put", "expiresAt": "2027-01-01T00:00:00Z"}
            self.answer(201, json.dumps(ticket).encode(), content_type="application/json")
        elif times == 1:
            self.answer(503, retry_after="0")
        elif times == 2:
            self.breaks()
        else:
            self.answer(200, b"%PDF", content_type="application/pdf")

    def do_PUT(self) -> None:
        _, times = self.asks()
        self.breaks() if times % 2 == 1 else self.answer(204)

    def do_GET(self) -> None:
        path, _ = self.asks()
        if path == "/asked":
            name = self.path.split("/")[1]
            self.answer(200, json.dumps(asked[name]).encode(), content_type="application/json")
            return
        begin = int((self.headers.get("range") or "bytes=0-")[6:-1])
        self.send_response(206 if begin else 200)
        if path != "/untagged":
            self.send_header("etag", '"five"')
        self.send_header("content-length", str(len(ARCHIVE) - begin))
        self.end_headers()
        end = 12 if path in ("/breaks", "/untagged") and begin == 0 else len(ARCHIVE)
        for at in range(begin, end):
            if path == "/stalls" and at >= 5:
                time.sleep(60)
            self.wfile.write(ARCHIVE[at : at + 1])
            self.wfile.flush()
            if path == "/slow":
                time.sleep(0.05)
        if end < len(ARCHIVE):
            self.breaks()

    def log_message(self, *_: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that gave up is what it is for."""


server = Server(("127.0.0.1", 0), Misbehaving)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
