"""The app's side of a live session, in Python, with only the standard library.

It follows docs/session-protocol.md, section by section. To write a client in another language, read both side by side.
"""

import json
import os
import secrets
import socket
import struct
import threading
import time

# The protocol versions that this client supports. Only a new version can add kinds and fields. This client doesn't
# support live services: it never sends `live`, so it never receives `chosen`.
VERSIONS = [1]

# The maximum size of a frame, in bytes.
LIMIT = 64 << 20

# The frames that the test can send. Each kind has its required and its optional fields. This client ignores `fields`,
# because it doesn't know which fields of a response the app reads.
FIELDS = {
    "welcome": (["version", "services", "state", "received", "resumed"], ["watched", "passes", "contract"]),
    "refused": (["message"], []),
    "answer": (["id"], ["value", "values", "error", "cancelled", "count", "response", "place", "watched", "fields"]),
    "item": (["id", "value"], ["response", "place", "watched", "fields"]),
    "end": (["id"], ["error", "cancelled"]),
    "state": (["values"], ["echo"]),
    "ended": (["message"], []),
    "seen": (["count"], []),
}

# Frames that aren't counted, and aren't resent after a lost connection.
UNCOUNTED = {"token", "hello", "welcome", "refused", "seen"}


class SessionError(Exception):
    """The session ended or was refused, or the test violated the protocol."""


class MockError(Exception):
    """An error response from the scenario, to convert to the app's own error.

    `own` is true for errors of the mock itself, such as `unconfigured`. Don't convert those to an app error.
    """

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.message = error["code"], error["message"]
        self.details, self.own = error.get("details"), error.get("own", False)


class Cancelled(Exception):
    """The app or the test canceled the call."""


# -- Frames ------------------------------------------------------------------------------------------------------------


def encoded(frame):
    """Encodes a frame as a four-byte big-endian length, followed by JSON. Rejects NaN and infinity."""
    text = json.dumps(frame, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
    if len(text) > LIMIT:
        raise ValueError(f"a frame can have at most {LIMIT} bytes, but this one has {len(text)}")
    return struct.pack(">I", len(text)) + text


def decoded(text):
    """Decodes a frame's bytes to an object. Repeated keys and values other than objects are errors."""

    def unique(pairs):
        keys = [key for key, _ in pairs]
        if len(keys) != len(set(keys)):
            raise SessionError(f"a key is repeated in {sorted(keys)}")
        return dict(pairs)

    def constant(name):
        raise SessionError(f"{name} isn't JSON")

    try:
        frame = json.loads(text.decode("utf-8"), object_pairs_hook=unique, parse_constant=constant)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise SessionError(f"a frame isn't JSON: {error}") from error
    if not isinstance(frame, dict):
        raise SessionError("a frame is no object")
    return frame


def checked(frame):
    """Returns a frame from the test, after checking that it has all required fields and no unknown ones."""
    kind = frame.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise SessionError(f"unknown frame kind {kind!r}")
    required, optional = FIELDS[kind]
    for field in required:
        if field not in frame:
            raise SessionError(f"`{kind}`: `{field}` is missing")
    for field in frame:
        if field != "kind" and field not in required and field not in optional:
            raise SessionError(f"`{kind}`: unknown field `{field}`")
    for field in ("id", "count", "received", "version", "echo"):
        if field in frame and (isinstance(frame[field], bool) or not isinstance(frame[field], int)):
            raise SessionError(f"`{kind}`: `{field}` is not a whole number")
    for field, sort in (("message", str), ("values", dict if kind == "state" else list), ("error", dict)):
        if field in frame and not isinstance(frame[field], sort):
            raise SessionError(f"`{kind}`: `{field}` is of another sort")
    return frame


class Connection:
    """A connection to the test that sends and receives frames."""

    def __init__(self, port, timeout):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def send(self, frame):
        self.socket.sendall(encoded(frame))

    def receive(self):
        """Returns the next frame and its size in bytes, or None if the test closed the connection."""
        head = self.bytes(4)
        if head is None:
            return None
        (length,) = struct.unpack(">I", head)
        if length > LIMIT:
            raise SessionError(f"a frame of {length} bytes was announced, but the limit is {LIMIT}")
        text = self.bytes(length)
        return None if text is None else (decoded(text), length)

    def bytes(self, count):
        parts, missing = [], count
        while missing:
            part = self.socket.recv(min(missing, 1 << 16))
            if not part:
                return None
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


# -- Calls -------------------------------------------------------------------------------------------------------------


class Pending:
    """A call in progress, with its result or the stream values received so far."""

    def __init__(self, session, id, wish):
        self.session, self.id, self.wish = session, id, wish
        self.condition = threading.Condition()
        self.items = []
        self.answer = None
        self.problem = None

    def finish(self, answer=None, problem=None):
        with self.condition:
            if self.answer is None and self.problem is None:
                self.answer, self.problem = answer, problem
            self.condition.notify_all()

    def add(self, value):
        with self.condition:
            self.items.append(value)
            self.condition.notify_all()

    def result(self, timeout=30):
        """Waits for the call, and returns its value. For None, `answer` shows whether the value is null or missing."""
        with self.condition:
            if not self.condition.wait_for(lambda: self.answer is not None or self.problem, timeout):
                raise TimeoutError(f"no response within {timeout} seconds")
        return self.outcome()

    def outcome(self):
        if self.problem:
            raise self.problem
        if self.answer.get("cancelled"):
            raise Cancelled()
        if "values" in self.answer and self.wish == "whole":
            # A whole stream arrives in one frame: its values, then its error.
            return self.answer["values"], self.answer.get("error")
        if "error" in self.answer:
            raise MockError(self.answer["error"])
        return self.answer.get("values", self.answer.get("value"))

    def __iter__(self):
        """Yields the values of a stream, then raises its error, if any."""
        index = 0
        while True:
            with self.condition:
                ready = lambda: index < len(self.items) or self.answer is not None or self.problem
                if not self.condition.wait_for(ready, 30):
                    raise TimeoutError("no value within 30 seconds")
                if index == len(self.items):
                    break
                value = self.items[index]
            index += 1
            yield value
        value = self.outcome()
        if "value" in self.answer:
            yield value

    def cancel(self):
        """Cancels the call. The test records the cancellation and doesn't respond."""
        self.session.cancel(self.id)


# -- The session -------------------------------------------------------------------------------------------------------


class Session:
    """A session that the app has joined. Its methods can be called from any thread."""

    def __init__(self, address, app, services, versions=VERSIONS, patience=300.0, pause=0.05,
                 contract=None):
        """Joins a session.

        - `address`: the value of `MOCK_SERVICE_SESSION`
        - `services`: the names of the mocked services, or objects with `name` and `contract`
        - `patience`: how long to retry a lost connection while the test doesn't respond, in seconds
        - `pause`: the time between attempts, in seconds
        - `contract`: the requirements of the mocks and the shapes of their types, in the format of a contract file, or
          None if unknown
        """
        place, _, self.token = address.partition("/")
        host, _, port = place.partition(":")
        if host != "127.0.0.1" or not port.isdigit() or len(self.token) != 32:
            raise ValueError("an address is 127.0.0.1:PORT/TOKEN")
        self.port, self.app, self.patience, self.pause = int(port), app, patience, pause
        self.versions = versions
        self.offered = [service if isinstance(service, dict) else {"name": service} for service in services]
        self.client = secrets.token_hex(16)
        self.lock = threading.RLock()
        self.calls, self.next_id = {}, 1
        self.shown, self.own_writes, self.writes = {}, {}, 0
        # Sent frames that may need to be resent, and the number of the first one.
        self.kept, self.first_kept = [], 0
        self.received, self.unseen_frames, self.unseen_bytes = 0, 0, 0
        self.problem = None
        self.observers = []
        self.connection = None
        connection, welcome = self.join(time.monotonic() + min(30.0, patience))
        if welcome["resumed"]:
            raise SessionError("the test knows this app, which has not joined yet")
        self.version, self.services = welcome["version"], welcome["services"]
        self.shown, self.watched = dict(welcome["state"]), welcome.get("watched", False)
        self.connection = connection
        threading.Thread(target=self.read, daemon=True).start()
        if welcome.get("contract"):
            self.send({"kind": "contract"} if contract is None else {"kind": "contract", "document": contract})

    # -- Joining

    def join(self, until):
        """Connects, and retries if the test closes the connection without a response because it is busy."""
        while True:
            try:
                return self.dial()
            except ConnectionRefusedError:
                raise SessionError("nothing listens there") from None
            except OSError as error:
                if time.monotonic() > until:
                    raise SessionError(f"the test does not respond: {error}") from None
            time.sleep(self.pause)

    def dial(self):
        """Connects once: sends `token` and `hello` without waiting, then expects `welcome` or `refused`."""
        connection = Connection(self.port, timeout=10)
        try:
            connection.send({"kind": "token", "token": self.token})
            connection.send(
                {
                    "kind": "hello",
                    "versions": self.versions,
                    "client": self.client,
                    "app": self.app,
                    "process": os.getpid(),
                    "received": self.received,
                    "services": self.offered,
                }
            )
            came = connection.receive()
            if came is None:
                raise ConnectionError("the test closed the connection without a response")
            frame = checked(came[0])
            if frame["kind"] == "refused":
                raise SessionError(frame["message"])
            if frame["kind"] != "welcome" or frame["version"] not in self.versions:
                raise SessionError(f"expected a `welcome`, but got a `{frame['kind']}`")
            connection.socket.settimeout(None)
            return connection, frame
        except BaseException:
            connection.close()
            raise

    # -- Calls

    def call(self, service, method, **arguments):
        """Calls a method and waits for its value."""
        return self.begin(service, method, arguments).result()

    def begin(self, service, method, arguments=None, wish="value", waits=True, cancellable=True):
        """Starts a call and returns it without waiting for its result."""
        frame = {"kind": "call", "service": service, "method": method, "wish": wish}
        if arguments is not None:
            frame["arguments"] = arguments
        if not waits:
            frame["waits"] = False
        if not cancellable:
            frame["cancellable"] = False
        return self.ask(frame, wish)

    def count(self, service, method):
        """Returns the number of calls to a method."""
        frame = {"kind": "count", "service": service, "method": method}
        return self.ask(frame, "value").result()

    def ask(self, frame, wish):
        with self.lock:
            pending = Pending(self, self.next_id, wish)
            self.next_id += 1
            if self.problem:
                pending.finish(problem=self.problem)
                return pending
            self.calls[pending.id] = pending
            try:
                self.send({"kind": frame["kind"], "id": pending.id, **frame})
            except (TypeError, ValueError):
                del self.calls[pending.id]
                raise
        return pending

    def cancel(self, id):
        with self.lock:
            pending = self.calls.pop(id, None)
            if pending is None:
                return
            self.send({"kind": "cancel", "id": id})
        pending.finish(problem=Cancelled())

    def unusable(self, service, method, count, error):
        """Reports that the app couldn't use a call's response."""
        self.send({"kind": "unusable", "service": service, "method": method, "count": count, "error": error})

    def reset_counts(self, service):
        """Restarts the response sequences of a service."""
        self.send({"kind": "resetCounts", "service": service})

    def issue(self, message, **fields):
        """Reports a problem in the app. `fields` are `place`, `category`, and `code`."""
        self.send({"kind": "issue", "message": message, **fields})

    # -- State

    @property
    def state(self):
        with self.lock:
            return dict(self.shown)

    def write(self, **values):
        """Sets values of the shared state. `state` contains them immediately."""
        with self.lock:
            self.writes += 1
            for key, value in values.items():
                self.shown[key] = value
                self.own_writes[key] = self.writes
            self.send({"kind": "write", "number": self.writes, "values": values})

    def take(self, values, echo):
        for key, value in values.items():
            own = self.own_writes.get(key)
            if own is not None and (echo is None or echo < own):
                continue  # The app's own change is later in the test's order.
            self.own_writes.pop(key, None)
            self.shown[key] = value
        for observer in self.observers:
            observer(dict(self.shown))

    # -- Sending and receiving

    def send(self, frame):
        """Sends a frame, and keeps it until the test acknowledges it."""
        data = encoded(frame)
        with self.lock:
            if self.problem:
                raise self.problem
            self.kept.append(data)
            try:
                if self.connection:
                    self.connection.socket.sendall(data)
            except OSError:
                self.connection.close()  # The reading thread notices and reconnects.

    def forget(self, count):
        """Drops the frames that the test has received. `count` is the total since the start."""
        if not self.first_kept <= count <= self.first_kept + len(self.kept):
            raise SessionError(f"the test reports {count} received frames, which is impossible")
        del self.kept[: count - self.first_kept]
        self.first_kept = count

    def read(self):
        """Reads until the session ends, across reconnections."""
        while True:
            try:
                came = self.connection.receive()
            except OSError:
                came = None
            except SessionError as error:
                return self.end(error)
            try:
                if came is None:
                    if self.problem or not self.resume():
                        return
                else:
                    with self.lock:
                        self.take_frame(checked(came[0]), came[1])
            except SessionError as error:
                return self.end(error)

    def take_frame(self, frame, length):
        kind = frame["kind"]
        if kind not in UNCOUNTED:
            self.received += 1
            self.unseen_frames += 1
            self.unseen_bytes += length
            if self.unseen_frames >= 64 or self.unseen_bytes >= 1 << 20:
                self.unseen_frames = self.unseen_bytes = 0
                try:
                    self.connection.send({"kind": "seen", "count": self.received})
                except OSError:
                    pass
        if kind == "answer":
            pending = self.calls.pop(frame["id"], None)
            if pending:
                pending.finish(answer=frame)
        elif kind == "end":
            pending = self.calls.pop(frame["id"], None)
            if pending:
                pending.finish(answer=frame)
        elif kind == "item":
            pending = self.calls.get(frame["id"])
            if pending:
                pending.add(frame["value"])
        elif kind == "state":
            self.take(frame["values"], frame.get("echo"))
        elif kind == "seen":
            self.forget(frame["count"])
        elif kind in ("ended", "refused"):
            raise SessionError(frame["message"])
        else:
            raise SessionError(f"unexpected frame of the kind `{kind}`")

    # -- Lost connections

    def resume(self):
        """Reconnects until the session resumes. Returns whether it did."""
        until = time.monotonic() + self.patience
        absent = 0
        while not self.problem:
            try:
                connection, welcome = self.dial()
            except ConnectionRefusedError:
                absent += 1
                if absent == 3:
                    raise SessionError("nothing listens there anymore") from None
            except OSError:
                if time.monotonic() > until:
                    raise SessionError("the test does not respond") from None
            else:
                with self.lock:
                    if not welcome["resumed"]:
                        connection.close()
                        raise SessionError("the test no longer knows this app")
                    self.forget(welcome["received"])
                    self.connection = connection
                    try:
                        for data in self.kept:
                            connection.socket.sendall(data)
                    except OSError:
                        pass  # The connection is lost again. Reading will fail.
                return True
            time.sleep(self.pause)
        return False

    def end(self, problem):
        """Fails all pending calls and all later ones."""
        with self.lock:
            self.problem = self.problem or problem
            calls, self.calls = list(self.calls.values()), {}
            self.connection.close()
        for pending in calls:
            pending.finish(problem=self.problem)

    def close(self):
        """Leaves the session."""
        self.end(SessionError("the app has left the session"))
