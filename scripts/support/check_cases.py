"""Imports documents, serves the scripts, and compares the responses with those that the documents specify.

Run it with scripts/check-cases. Each file of scripts/support/cases is a list of cases:

    [
      {
        "name": "a query name that occurs twice",
        "files": {"mappings.json": {"mappings": []}},
        "requests": [
          {"send": "GET /x?op=a&op=b", "expect": {"status": 200, "body": "hit"}}
        ]
      }
    ]

A case:

| Member | Meaning |
| --- | --- |
| `name` | one line; unique within its file |
| `files` | files by path: text, `{"base64": "..."}`, or any other JSON, which is written as JSON |
| `import` | the file to import; the first of `files` by default |
| `options` | options of `mocklua import` |
| `serve` | a script among `files` to serve unchanged, without an import |
| `serveOptions` | options of `mocklua serve` |
| `exit` | the exit code of the import; 0 by default |
| `says` | texts that the import, or a script in `serve` with errors, prints to standard error |
| `script` | texts that the imported script contains, such as comments |
| `scriptLacks` | texts that the imported script doesn't contain |
| `requests` | the requests to send, in order, to one server; none if the script shouldn't be served |

A script that an import writes must pass `mocklua check`.

A request:

| Member | Meaning |
| --- | --- |
| `send` | method and target, such as `POST /users?page=2` |
| `headers` | headers to send: an object, or a list of `[name, value]` for a name that occurs twice |
| `body` | the body as text |
| `json` | the body as data, with `Content-Type: application/json` unless `headers` has another |
| `base64` | the body as bytes |
| `gzip` | true: the body is compressed, and `Content-Encoding: gzip` is sent |
| `times` | the number of times to send it; 1 by default |
| `expect` | the response |

An expected response. Omitted members aren't compared:

| Member | Meaning |
| --- | --- |
| `status` | the status; a list for one of several |
| `reason` | the reason phrase |
| `headers` | headers by name: a value, a list of values in their order, or null for a header that isn't sent |
| `body` | the body as text |
| `json` | the body as data |
| `base64` | the body as bytes |
| `contains` | texts that the body contains |
| `matches` | a regular expression for the whole body |
| `atLeastMs` | the minimum time that the response takes |
| `closed` | true: the connection ends without a response |
"""

import argparse
import base64
import contextlib
import gzip
import http.client
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

CASES = pathlib.Path(__file__).parent / "cases"
CASE_MEMBERS = {
    "name", "files", "import", "options", "serve", "serveOptions", "exit", "says", "script", "scriptLacks", "requests"}
REQUEST_MEMBERS = {"send", "headers", "body", "json", "base64", "gzip", "times", "expect"}
RESPONSE_MEMBERS = {
    "status", "reason", "headers", "body", "json", "base64", "contains", "matches", "atLeastMs", "closed"}


class Difference(Exception):
    """A response or a script that doesn't match the case."""


class NotServed(Difference):
    """The errors of a script that isn't served."""


def require(condition, message):
    if not condition:
        raise Difference(message)


def check_members(value, known, what):
    unknown = sorted(set(value) - known)
    require(not unknown, f"{what} has the unknown member {', '.join(unknown)}; known are {', '.join(sorted(known))}")


class Server:
    """`mocklua serve --http` with a script."""

    def __init__(self, mocklua, script, options):
        self.process = subprocess.Popen(
            [mocklua, "serve", script.name, "--quiet", "--no-inspector", "--http", "0", *options], cwd=script.parent,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        if " are served at " not in line:
            # The command waits for a change of the script.
            self.close()
            raise NotServed(line + self.process.stderr.read())
        self.port = int(line.split(" are served at ")[1].strip().rstrip("/").rsplit(":", 1)[1])
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def close(self):
        self.process.terminate()
        self.process.wait(60)

    def send(self, request):
        """The response: status, reason, headers, body, and milliseconds; None if the connection ends without one."""
        method, target = request["send"].split(" ", 1)
        headers = request.get("headers", {})
        headers = list(headers.items()) if isinstance(headers, dict) else headers
        names = {name.lower() for name, _ in headers}
        body = None
        if "json" in request:
            body = json.dumps(request["json"], ensure_ascii=False).encode()
            if "content-type" not in names:
                headers = [*headers, ("Content-Type", "application/json")]
        elif "base64" in request:
            body = base64.b64decode(request["base64"])
        elif "body" in request:
            body = request["body"].encode()
        if request.get("gzip"):
            body = gzip.compress(body)
            headers = [*headers, ("Content-Encoding", "gzip")]
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            start = time.monotonic()
            connection.putrequest(method, target, skip_host="host" in names, skip_accept_encoding=True)
            for name, value in headers:
                connection.putheader(name, value)
            if body is not None and "content-length" not in names:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            try:
                response = connection.getresponse()
                content = response.read()
            except (http.client.HTTPException, ConnectionError):
                return None
            milliseconds = (time.monotonic() - start) * 1000
            return response.status, response.reason, response.getheaders(), content, milliseconds


def compare(response, expected):
    check_members(expected, RESPONSE_MEMBERS, "the expected response")
    if expected.get("closed"):
        require(response is None, f"got a response instead of a closed connection: {response}")
        return
    require(response is not None, "the connection ended without a response")
    status, reason, headers, content, milliseconds = response
    text = content.decode("utf-8", "backslashreplace")
    seen = f"{status} {text[:300]!r}"
    if "status" in expected:
        statuses = expected["status"] if isinstance(expected["status"], list) else [expected["status"]]
        require(status in statuses, f"expected the status {expected['status']}, got {seen}")
    if "reason" in expected:
        require(reason == expected["reason"], f"expected the reason {expected['reason']!r}, got {reason!r}")
    for name, value in expected.get("headers", {}).items():
        values = [own for key, own in headers if key.lower() == name.lower()]
        wanted = [] if value is None else value if isinstance(value, list) else [value]
        require(values == wanted, f"expected the header {name}: {value!r}, got {values!r} ({seen})")
    if "body" in expected:
        require(text == expected["body"], f"expected the body {expected['body']!r}, got {seen}")
    if "json" in expected:
        try:
            value = json.loads(text)
        except ValueError:
            raise Difference(f"expected JSON, got {seen}") from None
        require(value == expected["json"], f"expected {json.dumps(expected['json'])}, got {seen}")
    if "base64" in expected:
        require(content == base64.b64decode(expected["base64"]),
                f"expected the bytes {expected['base64']}, got {base64.b64encode(content).decode()}")
    for part in expected.get("contains", []):
        require(part in text, f"expected {part!r} in the body, got {seen}")
    if "matches" in expected:
        require(re.fullmatch(expected["matches"], text, re.DOTALL), f"expected {expected['matches']!r}, got {seen}")
    if "atLeastMs" in expected:
        require(milliseconds >= expected["atLeastMs"], f"expected {expected['atLeastMs']} ms, got {milliseconds:.0f}")


def write(folder, path, value):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(value, str):
        file.write_text(value)
    elif isinstance(value, dict) and set(value) == {"base64"}:
        file.write_bytes(base64.b64decode(value["base64"]))
    else:
        file.write_text(json.dumps(value, ensure_ascii=False, indent=2))


def imported(mocklua, case, folder):
    """Imports the document of a case. Returns the script, or None if the import should fail."""
    script = folder / "imported.lua"
    source = case.get("import", next(iter(case["files"])))
    result = subprocess.run(
        [mocklua, "import", source, "--output", script.name, *case.get("options", [])], cwd=folder,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120)
    require(result.returncode == case.get("exit", 0),
            f"the import ended with {result.returncode}: {result.stderr}")
    for part in case.get("says", []):
        require(part in result.stderr, f"expected {part!r} on standard error, got {result.stderr}")
    if not script.exists():
        return None
    text = script.read_text()
    # Long comments have several lines.
    comments = re.sub(r"\n *-- ", " ", text)
    for part in case.get("script", []):
        require(part in text or part in comments, f"expected {part!r} in the script:\n{text}")
    for part in case.get("scriptLacks", []):
        require(part not in text, f"expected no {part!r} in the script:\n{text}")
    check = subprocess.run(
        [mocklua, "check", script.name], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=120)
    require(check.returncode == 0, f"the script doesn't pass the check: {check.stdout}{check.stderr}\n{text}")
    return script


def served(mocklua, case, script):
    """Serves the script of a case. Returns None if the case expects its errors."""
    expected = case.get("says", []) if "serve" in case else []
    try:
        server = Server(mocklua, script, case.get("serveOptions", []))
    except NotServed as error:
        require(expected and all(part in str(error) for part in expected), f"the script isn't served: {error}")
        return None
    if expected:
        server.close()
    require(not expected, "the script is served, although the case expects its errors")
    return server


def run(mocklua, case):
    check_members(case, CASE_MEMBERS, "the case")
    folder = pathlib.Path(tempfile.mkdtemp())
    script = None
    try:
        for path, value in case["files"].items():
            write(folder, path, value)
        script = folder / case["serve"] if "serve" in case else imported(mocklua, case, folder)
        requests = case.get("requests", [])
        if not requests and "serve" not in case:
            return
        require(script is not None, "the import wrote no script")
        server = served(mocklua, case, script)
        if server is None:
            return
        try:
            for request in requests:
                check_members(request, REQUEST_MEMBERS, "the request")
                for _ in range(request.get("times", 1)):
                    try:
                        compare(server.send(request), request.get("expect", {}))
                    except Difference as difference:
                        text = script.read_text()
                        raise Difference(f"{request['send']}: {difference}\n{text}") from None
        finally:
            server.close()
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--mocklua", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="", help="the cases whose file and name contain a text")
    options = parser.parse_args()
    mocklua = options.mocklua.resolve()
    count, failed = 0, []
    for file in sorted(CASES.glob("*.json")):
        cases = json.loads(file.read_text())
        names = [case["name"] for case in cases]
        assert len(set(names)) == len(names), f"{file.name} has a name twice"
        for case in cases:
            title = f"{file.stem}: {case['name']}"
            if options.only not in title:
                continue
            count += 1
            try:
                run(mocklua, case)
            except Difference as difference:
                failed.append(title)
                print(f"{title}: {difference}", file=sys.stderr)
    assert count, f"no case contains {options.only!r}"
    print(f"{count - len(failed)} of {count} cases are right")
    if failed:
        sys.exit("wrong: " + "; ".join(failed))


if __name__ == "__main__":
    main()
