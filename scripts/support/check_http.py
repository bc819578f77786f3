"""Sends requests to routes of `mocklua serve --http` from common and hostile clients; see scripts/check-http."""

import argparse
import contextlib
import http.server
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import check_sockets
import requests
from playwright.sync_api import sync_playwright

SUPPORT = pathlib.Path(__file__).parent / "http"
HOST = "api.example.com"
LOCAL = "Host: localhost\r\n"


class Server:
    """`mocklua serve --http` with a copy of a script."""

    def __init__(self, mocklua, script, *options, output=subprocess.DEVNULL, quiet=("--quiet",), descriptors=None,
                 prepare=None, environment=None):
        def begin():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if prepare:
                prepare()

        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.script = self.folder / "api.lua"
        shutil.copy(script, self.script)
        self.process = subprocess.Popen(
            [mocklua, "serve", "api.lua", *quiet, "--no-inspector", "--http", "0", *options], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, text=True, preexec_fn=begin,
            env=os.environ | (environment or {}))
        self.base = self.process.stderr.readline().split(" are served at ")[1].strip()
        self.port = int(self.base.rstrip("/").rsplit(":", 1)[1])
        self.lines = []
        threading.Thread(target=lambda: self.lines.extend(iter(self.process.stderr.readline, "")), daemon=True).start()

    def said(self):
        return "".join(self.lines)

    def close(self):
        self.process.terminate()
        self.process.wait(60)
        shutil.rmtree(self.folder)

    def raw(self, text, seconds=5):
        """Sends bytes on a separate connection, and returns the data received until it ends or pauses."""
        answer = b""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), seconds) as connection:
            connection.settimeout(seconds)
            connection.sendall(text if isinstance(text, bytes) else text.encode("latin-1"))
            while piece := connection.recv(65536):
                answer += piece
        return answer.decode("latin-1")

    def status(self, target, headers=LOCAL, method="GET", body=""):
        """The status of a response; 0 if the connection ends without one."""
        answer = self.raw(f"{method} {target} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n{body}")
        return int(answer.split(" ")[1]) if answer else 0

    def kibibytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        return int(status.read_text().split("VmRSS:")[1].split()[0]) if status.exists() else 0

    def descriptors(self):
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        return len(list(folder.iterdir())) if folder.exists() else 0


def equal(got, wanted, what=""):
    assert got == wanted, f"{what}: got {got!r} in place of {wanted!r}"


def eventually(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_curl(server, _):
    def curl(*arguments):
        result = subprocess.run(
            ["curl", "--silent", "--max-time", "10", *arguments], capture_output=True, text=True, check=False)
        return result.stdout if result.returncode == 0 else result.returncode

    ada = '{"id":7,"name":"Ada"}'
    there = ["--connect-to", f"::127.0.0.1:{server.port}"]
    equal(curl(f"{server.base}users/7"), ada, "a base URL")
    equal(curl(f"{server.base}__host/{HOST}/users/7"), ada, "a host in the path")
    equal(curl(*there, f"http://{HOST}/users/7"), ada, "a name")
    equal(curl("--proxy", server.base, f"http://{HOST}/users/7"), ada, "a proxy")
    equal(curl("--location", f"{server.base}__host/{HOST}/old"), ada, "a redirect")
    equal(curl("--head", "--output", os.devnull, "--write-out", "%{http_code}", f"{server.base}users/7"), "200", "HEAD")
    equal(curl("--http1.0", f"{server.base}users/7"), ada, "HTTP/1.0")
    equal(json.loads(curl("--json", '{"a":[1,2]}', f"{server.base}echo"))["body"], {"a": [1, 2]}, "JSON")
    equal(json.loads(curl("--form", "a=b", f"{server.base}echo"))["body"], {"a": "b"}, "a form")
    file = server.folder / "large"
    file.write_bytes(b"x" * (8 << 20))
    equal(curl("--upload-file", file, "--header", "Content-Type: text/plain", "--expect100-timeout", "5",
               f"{server.base}echo"), '{"bytes":8388608}', "a file behind 100-continue")
    equal(curl("--upload-file", file, "--header", "Transfer-Encoding: chunked", "--header", "Content-Type: text/plain",
               f"{server.base}echo"), '{"bytes":8388608}', "chunks")
    equal(curl("--no-buffer", f"{server.base}events"), "event: tick\ndata: 1\n\nevent: tick\ndata: 2\n\n", "events")
    equal(curl(f"{server.base}lost"), 52, "no answer at all")


def test_faults(server, _):
    """Common clients recognize each fault, and use the next connection as usual."""
    def curl(path):
        return subprocess.run(["curl", "--silent", "--show-error", "--max-time", "10", f"{server.base}{path}"],
                              capture_output=True, text=True, check=False)

    seen = {
        # The reports of curl and Python's requests.
        "reset": (56, "Connection reset by peer", requests.ConnectionError, "Connection reset by peer"),
        "empty": (52, "Empty reply", requests.ConnectionError, "without response"),
        "malformed": (56, "chunk", requests.exceptions.ChunkedEncodingError, "InvalidChunkLength"),
        "truncated": (18, "7 bytes remaining", requests.exceptions.ChunkedEncodingError, "IncompleteRead"),
    }
    for fault, (code, message, error, text) in seen.items():
        result = curl(f"fault/{fault}")
        equal(result.returncode, code, f"curl and {fault} ({result.stderr.strip()})")
        assert message in result.stderr, f"{fault}: {result.stderr}"
        if fault == "truncated":
            equal(result.stdout, '{"name"', "the first half of a body")
        try:
            answer = requests.get(f"{server.base}fault/{fault}", timeout=10)
            raise AssertionError(f"{fault} was answered: {answer.status_code} {answer.content}")
        except error as problem:
            assert text in str(problem), f"{fault}: {problem}"
        equal(curl("users/7").stdout, '{"id":7,"name":"Ada"}', f"after {fault}")
    began, pieces = time.monotonic(), []
    with requests.get(f"{server.base}dribble", stream=True, timeout=10) as answer:
        equal(answer.headers["Content-Length"], "14")
        while piece := answer.raw.read1(65536) if hasattr(answer.raw, "read1") else answer.raw.read(1):
            pieces.append((piece, time.monotonic() - began))
    equal(b"".join(piece for piece, _ in pieces), b'{"name":"Ada"}')
    assert pieces[-1][1] - pieces[0][1] > 0.8, f"all pieces arrived at once: {pieces}"


def test_requests(server, _):
    base = server.base
    with requests.Session() as session:
        equal(session.get(f"{base}users/7", timeout=60).json()["name"], "Ada")
        equal(session.get(f"{base}users/8", timeout=60).status_code, 404)
        equal(session.post(f"{base}echo", json={"ü": [1.5, None, "é"]}, timeout=60).json()["body"], {"ü": [1.5, None, "é"]})
        equal(session.post(f"{base}echo", data={"a": "b c"}, timeout=60).json()["body"], {"a": "b c"})
        sent = session.post(f"{base}echo", files={"file": ("a.txt", "hello", "text/plain")}, timeout=60)
        equal(sent.json()["body"], {"file": {"filename": "a.txt", "type": "text/plain", "body": "hello"}})
        session.get(f"{base}login", timeout=60)
        equal(session.get(f"{base}cookies", timeout=60).json(), "a=1; b=2")
        equal(session.get(f"{base}__host/{HOST}/old", timeout=60).json()["id"], 7)
        lines = list(session.get(f"{base}events", stream=True, timeout=60).iter_lines())
        equal(lines.count(b"event: tick"), 2)
        equal(session.get(f"{base}über/é", timeout=60).json(), "é")
        for path, error, seconds in [("lost", requests.ConnectionError, 60), ("door", requests.Timeout, 1)]:
            try:
                session.get(f"{base}{path}", timeout=seconds)
                raise AssertionError(f"{path} was answered")
            except error:
                pass


def test_tls(_, options):
    """Clients that trust the certificate get responses, and others don't."""
    server = Server(options.mocklua, SUPPORT / "api.lua", "--tls", "--certificate", "cert.pem")
    certificate = str(server.folder / "cert.pem")
    assert server.base.startswith("https://"), server.base
    with requests.Session() as session:
        session.verify, session.trust_env = certificate, False
        equal(session.get(f"{server.base}users/7", timeout=60).json()["name"], "Ada")
        equal(session.get(f"{server.base}__host/{HOST}/old", timeout=60).json()["id"], 7)
        sent = session.put(f"{server.base}echo", data=b"x" * (8 << 20), timeout=60, headers={"Content-Type": "text/plain"})
        equal(sent.json(), {"bytes": 8 << 20})
        equal(list(session.get(f"{server.base}events", stream=True, timeout=60).iter_lines()).count(b"event: tick"), 2)
    try:
        requests.get(f"{server.base}users/7", timeout=60)
        raise AssertionError("a client accepted an unknown certificate")
    except requests.exceptions.SSLError:
        pass
    refused = server.raw(f"GET /users/7 HTTP/1.1\r\n{LOCAL}\r\n", seconds=30)
    assert refused == "" or refused.startswith("\x15\x03"), f"a request without TLS got more than an alert: {refused!r}"
    check_sockets.check_tls(server, certificate)
    equal(requests.get(f"{server.base}users/7", timeout=60, verify=certificate).status_code, 200)
    server.close()


def test_schemathesis(_, options):
    """Responses of an imported document conform to it, and so do those of the document itself."""
    with tempfile.TemporaryDirectory() as folder:
        imported = pathlib.Path(folder) / "pets.lua"
        subprocess.run([options.mocklua, "import", SUPPORT / "pets.json", "--output", imported], check=True,
                       stderr=subprocess.DEVNULL)
        described = pathlib.Path(folder) / "described.lua"
        described.write_text('openapi "pets.json" :examples()\n')
        for script in (imported, described):
            check_conformance(options, script, folder)


def check_conformance(options, script, folder):
    server = Server(options.mocklua, script, "--path", SUPPORT)
    try:
        program = pathlib.Path(options.python).parent / "schemathesis"
        result = subprocess.run(
            [program, "run", SUPPORT / "pets.json", "--url", f"{server.base}__host/pets.example.com",
             "--checks", "status_code_conformance,content_type_conformance,response_schema_conformance",
             "--mode", "positive", "--max-examples", "20", "--seed", "1", "--phases", "examples,fuzzing"],
            cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-1000:]
        assert "gets a request" not in server.said(), server.said()[-1000:]
    finally:
        server.close()


def test_wrong_requests(_, options):
    """A wrong request gets 400 with the reason if the script requests that."""
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "pets.lua"
        script.write_text('openapi "pets.json" :examples() :rejects()\n')
        server = Server(options.mocklua, script, "--path", SUPPORT)
        try:
            reply = requests.get(f"{server.base}__host/pets.example.com/pets/rex", timeout=10)
            assert reply.status_code == 400, reply.text
            assert reply.headers["Content-Type"] == "application/problem+json", reply.headers
            assert "`path.id`" in reply.json()["detail"], reply.text
        finally:
            server.close()


class Page(http.server.BaseHTTPRequestHandler):
    """An empty page."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_):
        pass


PAGE = """
async (base) => {
  const user = await (await fetch(base + "users/7")).json()
  const echo = await (await fetch(base + "echo", {
    method: "POST", headers: { "Content-Type": "application/json", "X-Own": "1" }, body: '{"a":1}' })).json()
  const ticks = await new Promise((resolve, reject) => {
    const got = []
    const source = new EventSource(base + "events")
    source.addEventListener("tick", event => {
      got.push(event.data)
      if (got.length == 2) { source.close(); resolve(got) }
    })
    source.onerror = () => reject("the stream broke")
  })
  return [user.name, echo.body, ticks]
}
"""


def test_chromium(server, options):
    """A page of another origin can use `fetch` and `EventSource` only with --cors."""
    closed = Server(options.mocklua, SUPPORT / "api.lua")
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    chromium = shutil.which("chromium") or "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{site.server_port}/")
            equal(page.evaluate(PAGE, server.base), ["Ada", {"a": 1}, ["1", "2"]])
            refused = page.evaluate("base => fetch(base + 'users/7').then(() => 'read', () => 'refused')", closed.base)
            equal(refused, "refused", "a page of another origin")
            browser.close()
    finally:
        site.shutdown()
        closed.close()


def test_odd_requests(server, _):
    """Each request gets a valid response, and the server continues."""
    chunked = LOCAL + "Transfer-Encoding: chunked\r\n"
    for what, status, arguments in [
        ("another name", 403, ["/users/7", "Host: evil.example\r\n"]),
        ("another name before one's own", 403, ["/users/7", "Host: localhost:80:evil.example\r\n"]),
        ("two names", 400, ["/users/7", LOCAL + f"Host: {HOST}\r\n"]),
        ("no name", 400, ["/users/7", ""]),
        ("another name in the address", 403, ["http://evil.example/users/7"]),
        ("another name next to a host in the path", 403, [f"/__host/{HOST}/users/7", "Host: evil.example\r\n"]),
        ("the address of a proxy", 200, [f"http://{HOST}/users/7", f"Host: {HOST}\r\n"]),
        ("a tunnel", 400, [f"{HOST}:443", LOCAL, "CONNECT"]),
        ("no path", 400, ["*", LOCAL, "OPTIONS"]),
        ("a host that is none", 501, ["/__host//users/7"]),
        ("a wrong escape", 404, ["/users/%zz"]),
        ("bytes that are no text", 404, ["/users/%ff"]),
        ("a zero", 404, ["/users/%00"]),
        ("dots", 200, ["/any/../../etc/passwd"]),
        ("a line in a header's value", 500, ["/header/a%0D%0AX-Evil:%201"]),
        ("a control character there", 500, ["/header/a%01"]),
        ("an answer's headers without room", 500, ["/long"]),
        ("a path of 10,000 parts", 200, ["/any" + "/a" * 10_000]),
        ("a path without room", 414, ["/any/" + "a" * 100_000]),
        ("headers without room", 431, ["/users/7", LOCAL + "X: " + "a" * 100_000 + "\r\n"]),
        ("a broken chunk", 400, ["/sink", chunked, "POST", "zz\r\nhello\r\n0\r\n\r\n"]),
        ("a chunk without end", 413, ["/sink", chunked, "POST", "f" * 18 + "\r\nhello"]),
        ("a length below zero", 400, ["/sink", LOCAL + "Content-Length: -1\r\n", "POST"]),
        ("deep JSON", 201, ["/sink", LOCAL + "Content-Length: 100000\r\nContent-Type: application/json\r\n", "POST",
                            "[" * 100_000]),
    ]:
        equal(server.status(*arguments), status, what)
    request = f"GET /users/7 HTTP/1.1\r\n{LOCAL}\r\n"
    last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    equal(server.raw(request * 20 + last).count('"Ada"'), 21, "requests that do not wait for each other's answers")
    echo = last.replace("GET /users/7", "POST /echo").replace(
        "\r\n\r\n", "\r\nContent-Length: 7\r\nContent-Type: application/json \t\r\n\r\n")
    equal(json.loads(server.raw(echo + '{"a":1}').split("\r\n\r\n")[1]),
          {"body": {"a": 1}, "type": "application/json"}, "a header with spaces at its end")
    heads = server.raw(request.replace("GET /users/7", "HEAD /coded") + last)
    equal([part.split("\r\n")[0] for part in heads.split("\r\n\r\n")[:2]], ["HTTP/1.1 200 OK"] * 2,
          "a request after HEAD of a chunked body")


def test_refused_requests(server, _):
    """Requests that RFC 9112 refuses, because client and server could disagree on their end or their headers."""
    chunks = "5\r\nhello\r\n0\r\n\r\n"
    for what, statuses, headers, body in [
        ("two lengths", [400], "Content-Length: 5\r\nContent-Length: 6\r\n", "hello"),
        ("the same length twice", [400], "Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
        ("a list of lengths", [400], "Content-Length: 5, 5\r\n", "hello"),
        ("a length with a sign", [400], "Content-Length: +5\r\n", "hello"),
        ("a length and chunks", [400], "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", chunks),
        ("chunks and a length", [400], "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", chunks),
        ("an unknown transfer coding", [400, 501], "Transfer-Encoding: foo\r\n", "hello"),
        ("an unknown transfer coding before chunks", [501], "Transfer-Encoding: gzip, chunked\r\n", chunks),
        ("the same in two headers", [501], "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunks),
        ("chunks before another coding", [400], "Transfer-Encoding: chunked, gzip\r\n", chunks),
        ("chunks twice", [400], "Transfer-Encoding: chunked, chunked\r\n", chunks),
        ("chunks with a parameter", [400], "Transfer-Encoding: chunked;a=b\r\n", chunks),
        ("a coding named like chunks", [400], "Transfer-Encoding: xchunked\r\n", chunks),
        ("a bare CR", [400], "X: a\rb\r\n", ""),
        ("a bare CR before a name", [400], "X: a\rContent-Length: 5\r\n", ""),
        ("a NUL", [400], "X: a\0b\r\n", ""),
        ("two NULs, as if a line ended", [400], "X: a\0\0Y\0b\r\n", ""),
        ("a NUL in a name", [400], "X\0Y: a\r\n", ""),
        ("another control character", [400], "X: a\x01b\r\n", ""),
        ("a folded header", [400], "X: a\r\n b\r\n", ""),
        ("a header folded by a tab", [400], "X: a\r\n\tb\r\n", ""),
        ("a header folded to an empty line", [400], "X: a\r\n \r\n", ""),
        ("a space before the colon", [400], "X : a\r\n", ""),
        ("no name", [400], ": a\r\n", ""),
        ("no colon", [400], "X\r\n", ""),
        ("a name that isn't a token", [400], "X(: a\r\n", ""),
        ("a line that ends without CR", [400], "X: a\nY: b\r\n", ""),
    ]:
        for place in ("first", "last"):
            head = LOCAL + headers if place == "last" else headers + LOCAL
            status = server.status("/sink", head, "POST", body)
            assert status in statuses, f"{what}, {place}: got {status} in place of {statuses}"
    # The server closes the connection, so that leftover bytes aren't read as another request.
    hidden = f"GET /users/7 HTTP/1.1\r\n{LOCAL}\r\n"
    answers = server.raw(f"POST /sink HTTP/1.1\r\n{LOCAL}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello" + hidden)
    equal(answers.count("HTTP/1.1 "), 1, f"answers to a request with two lengths and what hides in it: {answers}")
    for what, status, line in [
        ("a NUL in the target", 400, "GET /users/7\0x HTTP/1.1"), ("a method that isn't a token", 400, "G(T /users/7 HTTP/1.1"),
        ("two spaces", 400, "GET  /users/7 HTTP/1.1"), ("chunks in HTTP/1.0", 400, None),
    ]:
        text = f"{line}\r\n{LOCAL}\r\n" if line else (
            f"POST /sink HTTP/1.0\r\n{LOCAL}Transfer-Encoding: chunked\r\n\r\n{chunks}")
        equal(int(server.raw(text).split(" ")[1]), status, what)
    for what, head in [("no host", "GET /users/7 HTTP/1.1"), ("a space in the target", f"GET /users/7 8 HTTP/1.1\r\n{LOCAL}")]:
        text = server.raw(f"{head.strip()}\r\n\r\n")
        equal((text.split(" ")[1], text.count("HTTP/1.1 400")), ("400", 1), what)
    # Allowed: spaces around a value, an empty value, bytes beyond ASCII, and header names in any case.
    allowed = LOCAL + "X:a\r\nY:\t b \t\r\nZ:\r\nW: \xe9\r\nTRANSFER-encoding:\tChunked\r\n"
    equal(server.status("/sink", allowed, "POST", chunks), 201, "headers with blanks")
    request = f"POST /sink HTTP/1.1\r\n{LOCAL}Content-Length: 5\r\n\r\nhello"
    answers = server.raw(request * 3 + f"GET /users/7 HTTP/1.1\r\n{LOCAL}X: a\r\n b\r\nConnection: close\r\n\r\n")
    equal([line.split(" ")[1] for line in answers.split("\r\n") if line.startswith("HTTP/1.1 ")], ["201"] * 3 + ["400"],
          "pipelined requests")


def test_unrouted(_, options):
    """A request without a route is a call in the log."""
    server = Server(options.mocklua, SUPPORT / "api.lua", output=subprocess.PIPE, quiet=[])
    try:
        equal(server.status("/nowhere?a=1"), 501)
        equal(server.status("/__host/other.example/else"), 501)
        server.process.terminate()
        lines = server.process.stdout.read().splitlines()[1:]
        equal(len(lines), 2, f"calls that are shown: {lines}")
        for line, name in zip(lines, ["https://api.example.com.GET /nowhere", "//other.example.GET /else"]):
            assert name.split("//")[1] in line and "threw unconfigured: no route matches" in line, line
    finally:
        server.close()


def test_few_descriptors(_, options):
    """The server reports when no descriptor is left, and continues when some are free again."""
    server = Server(options.mocklua, SUPPORT / "api.lua", descriptors=32)
    try:
        with contextlib.ExitStack() as stack:
            for _ in range(64):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 5))
            eventually(lambda: "Too many open files" in server.said(), "the shortage of descriptors is not reported")
            assert "ulimit -n" in server.said(), server.said()
        eventually(lambda: server.status("/users/7") == 200, "it does not go on")
        equal(server.said().count("Too many open files"), 1, f"the number of reports: {server.said()}")
    finally:
        server.close()


def test_one_interrupt(_, options):
    """One Ctrl-C ends the server, even if it started with SIGINT ignored, its output isn't read, or a script loads."""
    def ends(what, server, seconds=20):
        server.process.send_signal(signal.SIGINT)
        try:
            server.process.wait(seconds)
        except subprocess.TimeoutExpired:
            server.process.kill()
            raise AssertionError(f"one interrupt does not end it {what}") from None

    def ignored():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    ends("at rest", Server(options.mocklua, SUPPORT / "api.lua"))
    ends("in the background of a shell", Server(options.mocklua, SUPPORT / "api.lua", prepare=ignored))
    full = Server(options.mocklua, SUPPORT / "api.lua", output=subprocess.PIPE, quiet=[])
    with requests.Session() as session:
        for _ in range(2000):
            session.get(f"{full.base}users/7", timeout=60)
    ends("while nothing reads its output", full)
    loading = Server(options.mocklua, SUPPORT / "api.lua")
    loading.script.write_text("while true do pcall(string.rep, 'x', 10) end")
    time.sleep(0.5)
    ends("while it loads a script", loading)
    waiting = Server(options.mocklua, SUPPORT / "api.lua")
    with socket.create_connection(("127.0.0.1", waiting.port)) as connection:
        connection.sendall(f"GET /door HTTP/1.1\r\n{LOCAL}\r\n".encode())
        ends("while a call waits", waiting)


def test_passing_host(server, options):
    """Requests without a route go to the network if their host has `:passthrough()`."""
    script = server.folder / "host.lua"
    script.write_text(f'http "{server.base.rstrip("/")}" :passthrough() {{ ["GET /own"] = reply "x" }}\n')
    passing = Server(options.mocklua, script)
    url = f"{passing.base}__host/{server.base.split('://')[1].rstrip('/')}"
    equal(requests.get(f"{url}/users/7", timeout=60).json(), requests.get(f"{server.base}users/7", timeout=60).json())
    equal(requests.get(f"{url}/own", timeout=60).json(), "x")
    equal(requests.get(f"{url}/none", timeout=60).status_code, 501)
    passing.close()


def test_unread_recording(server, options):
    """A recording is written even if nothing reads the output."""
    script = server.folder / "passing.lua"
    script.write_text(f'http "{server.base.rstrip("/")}" :passthrough() {{}}\n')
    recording = server.folder / "recorded.lua"
    full = Server(options.mocklua, script, "--record", str(recording), output=subprocess.PIPE, quiet=[])
    host = server.base.split("://")[1].rstrip("/")
    with requests.Session() as session:
        for number in range(600):
            url = f"{full.base}__host/{host}/users/{number}?note={'x' * 60}"
            equal(session.get(url, timeout=60).status_code, 200 if number == 7 else 404)
    full.process.send_signal(signal.SIGINT)
    equal(full.process.wait(60), 0, "the exit code")
    text = recording.read_text()
    assert '"Ada"' in text and "404" in text, text


def test_clients_that_go(server, _):
    """Calls and connections of disconnected clients end."""
    before = server.descriptors()
    for _ in range(100):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(f"GET /door HTTP/1.1\r\n{LOCAL}\r\n".encode())
    eventually(lambda: server.descriptors() <= before + 5, "connections of disconnected clients stay open")
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(f"GET /endless HTTP/1.1\r\n{LOCAL}\r\n".encode())
        connection.recv(65536)
    equal(server.status("/users/7"), 200)


def test_silent_connections(server, _):
    """Idle connections block no other clients, however many there are."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(3000, limit[1] - 100)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, limit[1]))
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            connection = stack.enter_context(socket.socket())
            connection.settimeout(5)
            with contextlib.suppress(TimeoutError):
                connection.connect(("127.0.0.1", server.port))
        equal(server.status("/users/7"), 200, f"next to {count} silent connections")


def test_large_bodies(server, _):
    """The log doesn't keep all large bodies."""
    with requests.Session() as session:
        def send(count):
            for _ in range(count):
                sent = session.post(f"{server.base}sink", data=b"x" * (1 << 20), headers={"Content-Type": "text/plain"},
                                    timeout=60)
                equal(sent.status_code, 201)

        send(60)
        before = server.kibibytes()
        send(200)
    grown = (server.kibibytes() - before) >> 10
    assert grown < 100, f"200 bodies of 1 MiB have made the server {grown} MiB larger"


def test_reloading(server, _):
    """If a script changes during requests, each response comes from the old or the new script."""
    text = server.script.read_text()
    seen, ends = set(), threading.Event()

    def ask():
        with requests.Session() as session:
            while not ends.is_set():
                try:
                    answer = session.get(f"{server.base}users/7", timeout=60)
                    seen.add(answer.json()["name"] if answer.status_code == 200 else answer.status_code)
                except requests.ConnectionError as error:
                    seen.add(f"{error}")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    names = ["Bob", "Cleo", "Dora"]
    for name in names:
        server.script.write_text(text.replace("Ada", name))
        try:
            eventually(lambda name=name: name in seen, f"the script with {name} is not loaded")
        finally:
            if name == names[-1] or name not in seen:
                ends.set()
    for thread in threads:
        thread.join()
    server.script.write_text(text)
    assert seen <= {"Ada", *names}, seen
    eventually(lambda: "Ada" in server.raw(f"GET /users/7 HTTP/1.0\r\n{LOCAL}\r\n"), "the first script is not loaded again")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for name in ("mocklua", "python"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    failed = 0
    server = Server(options.mocklua, SUPPORT / "api.lua", "--cors")
    tests = {**globals(), **check_sockets.ALL}
    for name, test in [pair for pair in tests.items() if pair[0].startswith("test_") and options.only in pair[0]]:
        began, words = time.monotonic(), name[5:].replace("_", " ")
        try:
            test(server, options)
            print(f"ok   {words} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception as error:  # report the failure, and continue with the others
            failed += 1
            print(f"FAIL {words}: {type(error).__name__} {error}", flush=True)
            traceback.print_exc(file=sys.stdout)
    server.close()
    if failed:
        sys.exit(f"check-http: {failed} checks failed")


main()
