"""Runs the hostile scripts of Tests/Attacks, each in a separate process, and checks that mocklua withstands them.

Each file is an attack. Tests/Attacks/README.md describes the header, which specifies how a file is run and how it must
end. After every attack, the process must exit normally with the exit code 0, 1 or 64, within its limits of time and
memory, and must handle further input in the same process.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib

MEMORY = 300  # MiB above the empty process
SECONDS = 2.0  # limit for an attack that doesn't specify one; the instruction budget ends most attacks
TOLERANCE = 0.1  # seconds beyond an attack's time
LEEWAY = 1.5  # multiple of an attack's time, since other processes use the machine's caches and memory as well
REFERENCE = 1.1  # seconds until the instruction budget ends an endless loop, on the machine where the times were set
SANITIZER_FACTOR = 10
TRIES = 3  # for an attack that takes too long; later tries run alone, with a new reference
KEPT = 256 << 10  # bytes kept from the start and from the end of the output
LONGEST_MESSAGE = 1000  # characters of a message, with its location and its suggestion

# The exit codes that each outcome allows.
CODES = {"ok": (0,), "error": (1,), "either": (0, 1), "refused": (1,), "any": (0, 1), "misuse": (64,)}
LIMIT = "instruction budget|time limit|memory limit"
TIME_LIMIT = re.compile("time limit")
ALIVE = "still alive"
HEADER = re.compile(r"\s*(?:--|//)\s?(.*)")
FIELD = re.compile(r"(run|expect|next|seconds|memory|never|place|twice|open|file|link|send): ?(.*)")
FIELDS_ONCE = ("run", "expect", "next", "seconds", "memory", "never", "place", "twice", "open")
MACRO = re.compile(r"\{\{(\d+)\|(.*?)\}\}", re.DOTALL)
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)")
# Characters that must not reach a terminal: control characters, and those that change the writing direction.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

Outcome = collections.namedtuple("Outcome", "status output error seconds wall kib timed_out")
TOO_SLOW = re.compile(r"took |did not end ")


class BadHeader(Exception):
    """An attack with an invalid header."""


def expand(text: str):
    """Yields the bytes of a text in which `{{N|text}}` stands for N copies; `\\i` is a copy's number."""
    end = 0
    for macro in MACRO.finditer(text):
        yield text[end:macro.start()].encode()
        pieces, last = [], 0
        for escape in ESCAPE.finditer(macro[2]):
            code = escape[1]
            pieces.append(macro[2][last:escape.start()].encode())
            pieces.append(None if code == "i" else bytes([int(code[1:], 16)]) if code[0] == "x"
                          else {"n": b"\n"}.get(code, code.encode()))
            last = escape.end()
        pieces.append(macro[2][last:].encode())
        if None in pieces:
            for number in range(1, int(macro[1]) + 1):
                yield b"".join(str(number).encode() if piece is None else piece for piece in pieces)
        else:
            piece, count = b"".join(pieces), int(macro[1])
            at_once = max(1, (1 << 16) // max(1, len(piece)))  # keeps this process small, see `measure`
            for start in range(0, count, at_once):
                yield piece * min(at_once, count - start)
        end = macro.end()
    yield text[end:].encode()


class Attack:
    """A file of the table: its header and the rest."""

    def __init__(self, path: pathlib.Path):
        self.path, self.name = path, path.name
        self.kind = path.stem.split("-")[0]
        self.fields: dict[str, str] = {}
        self.files: list[str] = []
        self.links: list[str] = []
        self.requests: list[str] = []
        lines = path.read_text(encoding="utf-8").split("\n")
        first = HEADER.fullmatch(lines[0])
        if not first or "Expected:" not in first[1]:
            raise BadHeader(f"{self.name}: the first line must describe the attack, with `Expected: ...`")
        count = 1
        while count < len(lines) and (header := HEADER.fullmatch(lines[count])) \
                and (field := FIELD.fullmatch(header[1])):
            self.add(field[1], field[2])
            count += 1
        # Keep the line numbers of the file.
        self.body = "\n" * count + "\n".join(lines[count:])
        self.run = shlex.split(self.fields.get("run", "FILE"))
        self.is_repl = self.run[0] == "repl"
        self.outcome, _, self.pattern = self.fields.get("expect", "").partition(" ")
        if self.outcome not in CODES:
            raise BadHeader(f"{self.name}: `expect:` is {', '.join(CODES)}, and a pattern")
        self.pattern = re.compile(self.pattern.replace("{limit}", LIMIT))
        self.seconds = float(self.fields.get("seconds", SECONDS))
        self.memory = float(self.fields.get("memory", MEMORY))
        self.never = re.compile(self.fields["never"]) if "never" in self.fields else None

    def add(self, name: str, value: str):
        if name == "file":
            self.files.append(value)
        elif name == "link":
            self.links.append(value)
        elif name == "send":
            self.requests.append(value)
        elif name in self.fields:
            raise BadHeader(f"{self.name}: `{name}:` appears twice")
        else:
            self.fields[name] = value

    @property
    def next(self) -> str:
        """The call that must succeed after the attack."""
        return self.fields.get("next", "S.ok" if self.run[0] == "call" else "none")

    @property
    def is_server(self) -> bool:
        """Whether the command serves the file and receives requests."""
        return self.run[0] == "serve"

    def prepare(self, folder: pathlib.Path) -> list[str]:
        """Writes the attack's files and returns the arguments of the command."""
        body = self.body + f'\nprint("still " .. "alive")\n' if self.is_repl else self.body
        files = [f"{self.name} {body}", *self.files]
        for name, _, text in (entry.partition(" ") for entry in files):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "wb") as file:
                file.writelines(expand(text))
        for name, _, target in (entry.partition(" ") for entry in self.links):
            (folder / name).symlink_to(target)
        words = [self.name if word == "FILE" else word for word in self.run]
        if self.run[0] == "call" and "FILE" not in self.run:
            words.insert(1, self.name)  # `call S.m`
        if self.next != "none":
            words.append(self.next)
        return words

    def located(self, text: str, pattern: re.Pattern | None = None) -> re.Match | None:
        """The message that names the attack or the typed input, with the line if one is at fault."""
        pattern = pattern or self.pattern
        place = r"repl" if self.is_repl else re.escape(self.name)
        if "place" in self.fields:
            place = f"(?:{place}|{self.fields['place']})"
        for line in text.splitlines():
            if (found := re.match(rf"(?:.*[ /:])?{place}:(?:\d+:)*? ?(.*)", line)) \
                    and pattern.search(found[1]):
                return found
        return None

    def problem(self, result: Outcome) -> str | None:
        """The problem with the result of the attack, except for time and memory limits; None if there is none."""
        if result.status not in CODES[self.outcome]:
            codes = " or ".join(map(str, CODES[self.outcome]))
            return f"expected the exit code {codes}, not {result.status}"
        text = result.error + "\n" + result.output
        if self.outcome == "ok" and not self.pattern.search(text):
            return f"expected output with {self.pattern.pattern!r}"
        if self.outcome == "error" or self.outcome == "either" and result.status == 1:
            message = self.located(text)
            if not message:
                return f"expected a located error with {self.pattern.pattern!r}"
            if problem := unfit(message[0]):
                return problem
        if self.outcome in ("refused", "misuse") or self.outcome == "any" and result.status == 1:
            if not (message := self.pattern.search(text)):
                return f"expected a message with {self.pattern.pattern!r}"
            if problem := max((unfit(line) or "" for line in result.error.splitlines()), default=""):
                return problem
        if self.never and (found := self.never.search(text)):
            return f"must not print {found[0]!r}"
        if self.is_repl and ALIVE not in text:
            return "expected the console to continue"
        if self.next != "none" and not re.search(
                rf'"call":"{re.escape(self.next)}".*"result":"success"', result.output):
            return f"expected a response from {self.next} afterwards"
        return None


def unfit(line: str) -> str | None:
    """The reason why a message is unfit for a terminal."""
    if len(line) > LONGEST_MESSAGE:
        return f"a message of {len(line)} characters"
    if found := UNPRINTABLE.search(line):
        return f"a message with the raw character U+{ord(found[0]):04X}"
    return None


class Pipe(threading.Thread):
    """Reads the output of a process, of any size, and keeps its beginning and its end."""

    def __init__(self, file):
        super().__init__(daemon=True)
        self.file, self.first, self.last = file, bytearray(), bytearray()
        self.start()

    def run(self):
        while data := self.file.read1(1 << 16):
            room = KEPT - len(self.first)
            self.first += data[:room] if room > 0 else b""
            self.last += data[max(0, room):]
            if len(self.last) > 2 * KEPT:
                del self.last[:-KEPT]

    def text(self) -> str:
        self.join()
        return (self.first + self.last).decode(errors="replace")


class Runner:
    """Runs attacks against one command."""

    def __init__(self, arguments: argparse.Namespace, folder: pathlib.Path):
        self.arguments, self.folder = arguments, folder
        self.environment = dict(
            os.environ, SWIFT_BACKTRACE="enable=no", NO_COLOR="1", LC_ALL="C.UTF-8",
            ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:exitcode=99")
        self.factor = 1.0
        empty = self.measure(["empty.lua"], folder_with(folder / "empty", "empty.lua", "return"), 60)
        if empty.status != 0:
            raise SystemExit(f"check-attacks: the empty script ends with {empty.status}: {empty.error}")
        self.empty_kib, self.empty_seconds = empty.kib, empty.seconds
        folder_with(folder / "loop", "loop.lua", "while true do end")
        self.factor = self.reference()

    def reference(self) -> float:
        """The current factor by which an attack can take longer on this machine."""
        if self.arguments.address_sanitizer:
            return SANITIZER_FACTOR
        loop = self.measure(["loop.lua"], self.folder / "loop", 60)
        return max(1.0, loop.seconds / REFERENCE)

    def measure(self, words: list[str], folder: pathlib.Path, limit: float, source=None) -> Outcome:
        """Runs the command. The peak of memory includes that of this process, from which it was forked."""
        command = [self.arguments.binary, *words]
        if self.arguments.stack_kib:
            command = ["sh", "-c", 'ulimit -S -s "$0" && exec "$@"', str(self.arguments.stack_kib), *command]
        start = time.monotonic()
        with open(source or os.devnull, "rb") as file:
            process = subprocess.Popen(
                command, cwd=folder, env=self.environment, stdin=file, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, start_new_session=True)
        pipes = [Pipe(process.stdout), Pipe(process.stderr)]
        ended = threading.Event()

        def stop():
            if not ended.is_set():
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, stop)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        ended.set()
        timer.cancel()
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)  # already reaped
        output, error = (pipe.text() for pipe in pipes)
        for file in (process.stdout, process.stderr):
            file.close()
        # On a loaded machine, processor time is more meaningful than elapsed time.
        seconds = min(wall, usage.ru_utime + usage.ru_stime)
        return Outcome(process.returncode, output, error, seconds, wall, usage.ru_maxrss, wall >= limit)

    def serve(self, words: list[str], folder: pathlib.Path, limit: float, requests: list[str]) -> Outcome:
        """Serves a script, sends the requests and then GET /ok to it, and ends it with one interrupt."""
        log = folder / "said"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                [self.arguments.binary, *words], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=file, start_new_session=True)
        start, answers, timed_out = time.monotonic(), [], False
        try:
            while not (found := re.search(r"served at http://127\.0\.0\.1:(\d+)/", log.read_text())):
                if process.poll() is not None or time.monotonic() - start > 60:
                    raise TimeoutError
                time.sleep(0.02)
            start = time.monotonic()
            for request in [*requests, "GET /ok"]:
                answers.append(exchange(int(found[1]), request, limit))
            process.send_signal(signal.SIGINT)
        except TimeoutError:
            timed_out = True
        if process.returncode is not None:  # it ended before it responded
            return Outcome(process.returncode, "", log.read_text(errors="replace"), 0, 0, 0, False)
        threading.Timer(limit, lambda: process.returncode is None and os.killpg(process.pid, signal.SIGKILL)).start()
        if timed_out:
            process.kill()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = min(wall, usage.ru_utime + usage.ru_stime)
        return Outcome(process.returncode, "\n".join(answers), log.read_text(errors="replace"), seconds, wall,
                       usage.ru_maxrss, timed_out)

    def run(self, attack: Attack) -> tuple[Attack, str | None, Outcome]:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="attack", dir=self.folder))
        try:
            words = attack.prepare(folder)
            source = folder / attack.name if attack.is_repl else None
            limit = attack.seconds * self.factor * LEEWAY + TOLERANCE + self.empty_seconds
            result = (self.serve(words, folder, 2 * limit + 5, attack.requests) if attack.is_server
                      else self.measure(words, folder, 2 * limit + 5, source))
            problem = self.judge(attack, result, limit)
            if problem is None and "twice" in attack.fields:
                again = self.measure(words, folder, 2 * limit + 5, source)
                if (again.output, again.error) != (result.output, result.error):
                    problem = "expected the same output in a second run"
            return attack, problem, result
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def judge(self, attack: Attack, result: Outcome, limit: float) -> str | None:
        if result.timed_out:
            return f"did not end within {result.wall:.1f} s; expected at most {limit:.1f} s"
        if result.status < 0:
            return f"ended by {signal.Signals(-result.status).name}"
        if result.status not in (0, 1, 64):
            return f"ended with the exit code {result.status}"
        if result.seconds > limit:
            return f"took {result.seconds:.1f} s; expected at most {limit:.1f} s"
        mib = (result.kib - self.empty_kib) / 1024
        if not self.arguments.address_sanitizer and mib > attack.memory:
            return f"held {mib:.0f} MiB; expected at most {attack.memory:.0f} MiB"
        problem = attack.problem(result)
        # An attack that takes a second in a release build can exceed the deadline under a sanitizer.
        is_slow = self.arguments.address_sanitizer and result.status == 1 and attack.outcome == "ok"
        return None if is_slow and attack.located(result.error, TIME_LIMIT) else problem


def exchange(port: int, request: str, limit: float) -> str:
    """Sends a request, `METHOD TARGET TYPE BODY`, and returns status and body of the response."""
    method, target, kind, body = (request.split(" ", 3) + ["", "", ""])[:4]
    length = sum(len(piece) for piece in expand(body))
    with socket.create_connection(("127.0.0.1", port), limit) as connection:
        head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if body:
            coding = "Content-Encoding: gzip\r\n" if kind.endswith("+gzip") else ""
            head += f"Content-Type: {kind.removesuffix('+gzip')}\r\n{coding}"
            if coding:
                packed = zlib.compressobj(9, wbits=31)
                pieces = [*(packed.compress(piece) for piece in expand(body)), packed.flush()]
                length = sum(map(len, pieces))
            head += f"Content-Length: {length}\r\n"
        connection.sendall(head.encode() + b"\r\n")
        try:
            for piece in (pieces if body and kind.endswith("+gzip") else expand(body)):
                connection.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before the end
        answer = b""
        try:
            while piece := connection.recv(65536):
                answer = (answer + piece)[:KEPT]
        except ConnectionResetError:
            pass
    head, _, content = answer.decode(errors="replace").partition("\r\n\r\n")
    return f"{(head.split(' ') + ['', 'no answer'])[1]} {content}"


def folder_with(folder: pathlib.Path, name: str, text: str) -> pathlib.Path:
    folder.mkdir()
    (folder / name).write_text(text)
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="check-attacks", description="Runs every hostile script of Tests/Attacks.",
        epilog="A word runs the attacks whose file name contains it; none runs them all.")
    parser.add_argument("--binary", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--address-sanitizer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--stack-kib", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=2, help="how many run at once; 2 by default")
    parser.add_argument("--verbose", action="store_true", help="print a line for every attack")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only attacks whose file name contains it")
    arguments = parser.parse_args()
    arguments.binary = os.path.abspath(arguments.binary)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    paths = sorted(path for path in arguments.folder.iterdir() if path.suffix in (".lua", ".json"))
    chosen = [path for path in paths
              if not arguments.words or any(word in path.name for word in arguments.words)]
    try:
        attacks = [Attack(path) for path in chosen]
    except BadHeader as problem:
        print(f"check-attacks: {problem}", file=sys.stderr)
        return 1
    # Start the slowest first, so that none of them is left for the end.
    attacks.sort(key=lambda attack: -attack.seconds)
    failures = known = 0
    with tempfile.TemporaryDirectory(prefix="attacks") as folder:
        runner = Runner(arguments, pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            runs = [pool.submit(runner.run, attack) for attack in attacks]
            slow = []

            def tell(attack, problem, result):
                nonlocal failures, known
                if problem and "open" in attack.fields:
                    known += 1
                    print(f"{attack.kind}: {attack.name}: known to be open ({attack.fields['open']}): {problem}", flush=True)
                    return
                failures += problem is not None
                if problem:
                    said = (result.error or result.output).strip().split("\n")[0][:120]
                    print(f"{attack.kind}: {attack.name}: {problem}; it said: {said!r}", flush=True)
                elif arguments.verbose:
                    mib = (result.kib - runner.empty_kib) / 1024
                    print(f"{attack.kind}: {attack.name}: passed in {result.seconds:.2f} s, {mib:.0f} MiB", flush=True)

            for run in concurrent.futures.as_completed(runs):
                attack, problem, result = run.result()
                if problem and TOO_SLOW.match(problem) and "open" not in attack.fields:
                    slow.append((attack, problem, result))
                else:
                    tell(attack, problem, result)
        # An attack slowed down by another process is quick when it runs again. A real hang occurs each time.
        for attack, problem, result in slow:
            for _ in range(TRIES - 1):
                if not (problem and TOO_SLOW.match(problem)):
                    break
                print(f"{attack.kind}: {attack.name}: {problem}; again, alone", flush=True)
                runner.factor = runner.reference()
                attack, problem, result = runner.run(attack)
            tell(attack, problem, result)
    print(f"check-attacks: {len(attacks) - failures - known} passed, {known} known to be open, {failures} failed")
    return 1 if failures or not attacks else 0


if __name__ == "__main__":
    sys.exit(main())
