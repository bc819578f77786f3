"""Runs the conformance cases of the session protocol. Tests/SessionConformance/README.md describes their format.

    python3 conformance.py [--mocklua PATH] FILE...

Cases for the test's side run against `mocklua serve`, and cases for the app's side against `session.py`.
"""

import argparse
import json
import os
import pathlib
import secrets
import socket
import struct
import subprocess
import sys
import threading
import time

from session import Cancelled, Connection, MockError, Session, SessionError, encoded

# The time limit for an expected event, in seconds.
LIMIT = 20


class Failure(Exception):
    """A failed case."""


# -- Files -------------------------------------------------------------------------------------------------------------


def cases(path):
    """Returns the cases of a file. Each is a header and the numbered lines that follow it."""
    found = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text.strip():
            continue
        line = json.loads(text)
        if "case" in line:
            found.append((line, []))
        else:
            found[-1][1].append((number, line))
    return found


# -- Placeholders ------------------------------------------------------------------------------------------------------


def filled(value, bound):
    """Replaces the placeholders of a value with their bound values."""
    if isinstance(value, str) and value.startswith("$"):
        return bound[value]
    if isinstance(value, dict):
        return {key: filled(member, bound) for key, member in value.items()}
    if isinstance(value, list):
        return [filled(member, bound) for member in value]
    return value


def fits(expected, actual, bound):
    """Whether a value equals the expected one. 1, 1.0, and true differ. Binds unbound placeholders."""
    if isinstance(expected, str) and expected.startswith("$"):
        if expected == "$any":
            return True
        return fits(bound.setdefault(expected, actual), actual, {})
    if isinstance(expected, dict) and list(expected) == ["$has"]:
        return isinstance(actual, str) and expected["$has"] in actual
    if isinstance(expected, dict) and list(expected) == ["$contains"]:
        return isinstance(actual, list) and expected["$contains"] in actual
    if type(expected) is not type(actual):
        return False
    if isinstance(expected, dict):
        return expected.keys() == actual.keys() and all(fits(expected[key], actual[key], bound) for key in expected)
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(fits(*pair, bound) for pair in zip(expected, actual))
    return expected == actual


# The fields that a frame can have even if a case doesn't mention them.
UNNAMED = {"place", "response", "count", "watched", "arguments"}


def frame_fits(expected, actual, bound):
    """Whether a frame has all expected fields, and no others except those in `UNNAMED`."""
    trial = dict(bound)
    for field, value in expected.items():
        if field == "$optional":
            continue
        if value == "$absent":
            if field in actual:
                return False
        elif field not in actual or not fits(value, actual[field], trial):
            return False
    if any(field not in expected and field not in UNNAMED for field in actual):
        return False
    bound.update(trial)
    return True


# -- Frames either way -------------------------------------------------------------------------------------------------


class Player:
    """One side of a session. Sends the frames of a case, and compares the other side's frames."""

    own, other = "", ""

    def __init__(self, folder, header):
        self.folder, self.header, self.bound = folder, header, {}
        self.connection = None
        self.waiting = []
        self.optional = []

    def step(self, line):
        (name, value), *rest = line.items()
        if name == self.own:
            self.connection.send(filled(value, self.bound))
        elif name == self.other:
            self.expect(value if isinstance(value, list) else [value])
        elif name == "json":
            text = value.encode("utf-8")
            self.connection.socket.sendall(struct.pack(">I", len(text)) + text)
        elif name == "bytes":
            self.connection.socket.sendall(bytes.fromhex(value))
        elif name == "cut":
            self.connection.close()
        elif name == "dial":
            self.waiting = []
            self.connect()
        elif name == "ends":
            frame = self.next()
            if frame is not None:
                raise Failure(f"expected the connection to end, but got {frame}")
        else:
            self.other_step(name, value, dict(rest))

    def expect(self, frames):
        """Waits for frames, in any order."""
        missing = list(frames)
        wants_seen = any(frame["kind"] == "seen" for frame in frames)
        while any("$optional" not in frame for frame in missing):
            actual = self.next()
            if actual is None:
                raise Failure(f"the connection ended, but expected {filled_text(missing)}")
            if actual["kind"] == "seen" and not wants_seen:
                continue
            found = next((frame for frame in missing if frame_fits(frame, actual, self.bound)), None)
            if found is not None:
                missing.remove(found)
            elif not any(frame_fits(frame, actual, self.bound) for frame in self.optional):
                raise Failure(f"got {actual}, but expected {filled_text(missing)}")
        self.optional += missing

    def next(self):
        try:
            came = self.connection.receive()
        except TimeoutError:
            raise Failure("got no frame") from None
        except OSError:
            return None
        return came and came[0]

    def finish(self):
        if self.connection:
            self.connection.close()


def filled_text(frames):
    return ", ".join(json.dumps(frame) for frame in frames)


# -- The test's side under test ----------------------------------------------------------------------------------------


class AppPlayer(Player):
    """Acts as an app, against `mocklua serve`, or `mocklua generate contract` if the case asks for contracts."""

    own, other = "app", "test"

    def __init__(self, folder, header, mocklua):
        super().__init__(folder, header)
        asks = header.get("asks", False)
        words = ["generate", "contract"] if asks else [
            "serve", str(folder / header["script"]), "--quiet", "--no-inspector"]
        self.served = subprocess.Popen(
            [mocklua, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = (self.served.stderr if asks else self.served.stdout).readline()
        address = first.strip().partition("=")[2]
        place, _, token = address.partition("/")
        self.port = int(place.partition(":")[2])
        self.bound = {"$token": token, "$client": secrets.token_hex(16), "$process": os.getpid()}
        self.connect()

    def connect(self):
        self.connection = Connection(self.port, timeout=LIMIT)

    def other_step(self, name, value, fields):
        if (name, value) == ("do", "open"):
            self.tell(f"g {fields['gate']}")
        elif (name, value) == ("do", "begin again"):
            self.tell("r")
        else:
            raise Failure(f"an app has no action `{name}`")

    def tell(self, line):
        print(line, file=self.served.stdin, flush=True)

    def finish(self):
        super().finish()
        self.served.terminate()
        self.served.communicate()


# -- The app's side under test -----------------------------------------------------------------------------------------


class TestPlayer(Player):
    """Acts as a test, against a `Session` that joins on a separate thread."""

    own, other = "test", "app"

    def __init__(self, folder, header):
        super().__init__(folder, header)
        self.bound = {"$token": secrets.token_hex(16)}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(LIMIT)
        self.calls = {}
        self.session = self.problem = None
        self.joining = threading.Thread(target=self.join, daemon=True)
        self.joining.start()
        self.connect()

    def join(self):
        address = f"127.0.0.1:{self.listener.getsockname()[1]}/{self.bound['$token']}"
        try:
            self.session = Session(address, app="Python", services=["Bank"], patience=LIMIT)
        except SessionError as error:
            self.problem = error

    def connect(self):
        accepted, _ = self.listener.accept()
        accepted.settimeout(LIMIT)
        self.connection = Connection.__new__(Connection)
        self.connection.socket = accepted

    def joined(self):
        self.joining.join(LIMIT)
        if self.session is None:
            raise Failure(f"the app has not joined: {self.problem}")
        return self.session

    def other_step(self, name, value, fields):
        if name == "do":
            self.do(value, **fields)
        elif name == "gets":
            self.gets(value, fields)
        elif name == "shows":
            session = self.joined()
            until = time.monotonic() + LIMIT
            while not all(fits(member, session.state.get(key), {}) for key, member in value.items()):
                if time.monotonic() > until:
                    raise Failure(f"the app has the state {session.state}, but expected {value}")
                time.sleep(0.005)
        elif name == "joins":
            self.joining.join(LIMIT)
            if self.session or not fits(fields.get("because", "$any"), str(self.problem), self.bound):
                raise Failure(f"the app should not have joined: {self.problem}")
        else:
            raise Failure(f"a test has no action `{name}`")

    def do(self, what, **fields):
        if what == "stop listening":
            return self.listener.close()
        session = self.joined()
        if what == "call":
            pending = session.begin(
                fields["service"], fields["method"], fields.get("arguments"), fields.get("wish", "value"),
                fields.get("waits", True))
            self.calls[fields["as"]] = pending
        elif what == "cancel":
            self.calls[fields["as"]].cancel()
        elif what == "count":
            self.calls[fields["as"]] = session.ask(
                {"kind": "count", "service": fields["service"], "method": fields["method"]}, "value")
        elif what == "write":
            session.write(**fields["values"])
        else:
            raise Failure(f"an app has no action `{what}`")

    def gets(self, name, wanted):
        """Compares the result that the app's caller gets with the expected one."""
        pending, got = self.calls[name], {}
        try:
            if pending.wish == "stream":
                got["items"] = []
                for value in pending:
                    got["items"].append(value)
            else:
                value = pending.result(LIMIT)
                if "value" in pending.answer:
                    got["value"] = value
                else:
                    got["nothing"] = True
        except MockError as error:
            got["error"] = {"code": error.code, "message": error.message}
            if error.details is not None:
                got["error"]["details"] = error.details
        except Cancelled:
            got["cancelled"] = True
        except SessionError as error:
            got["lost"] = str(error)
        if not fits(wanted, got, self.bound):
            raise Failure(f"the caller got {got}, but expected {wanted}")

    def finish(self):
        if self.session:
            self.session.close()
        super().finish()
        self.listener.close()


# -- Running -----------------------------------------------------------------------------------------------------------


def run(path, header, lines, mocklua):
    """Runs a case. Returns the problem and its line, or None."""
    player, number = None, 0
    try:
        if header["tests"] == "test":
            player = AppPlayer(path.parent, header, mocklua)
        else:
            player = TestPlayer(path.parent, header)
        for number, line in lines:
            player.step(line)
    except (Failure, SessionError, OSError, KeyError) as problem:
        return f"{path.name}:{number}: {header['case']}: {type(problem).__name__}: {problem}"
    finally:
        if player:
            player.finish()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mocklua", default="mocklua", help="the command (default: the one in PATH)")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    problems, played, skipped = [], 0, 0
    for path in options.files:
        for header, lines in cases(path):
            if header.get("live"):
                skipped += 1
                print(f"skipped, because this client has no live services: {header['case']}")
                continue
            problem = run(path, header, lines, options.mocklua)
            played += 1
            if problem:
                problems.append(problem)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{played} cases, {len(problems)} failed, {skipped} skipped")
    return 1 if problems or not played else 0


if __name__ == "__main__":
    sys.exit(main())
