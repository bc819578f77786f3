"""Lets the server for agents write tests in a package, and run them.

usage: check_written.py MOCKLUA PACKAGE
"""

import json
import pathlib
import subprocess
import sys

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
SOURCE = "Sources/Written/Notes.swift"


def ask(mocklua, package, calls):
    """Returns the result of each call of the tool: the text, and whether it is an error."""
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                    "params": {"name": "test", "arguments": arguments, "_meta": META}})
        for number, arguments in enumerate(calls)]
    run = subprocess.run(
        [mocklua, "mcp", package, "--allow-running-tests"], input="\n".join(lines) + "\n", capture_output=True, text=True,
        check=True)
    results = [json.loads(line)["result"] for line in run.stdout.splitlines()]
    return [("\n".join(part["text"] for part in result["content"]), result["isError"]) for result in results]


def main(mocklua, package):
    folder = pathlib.Path(package) / "Tests" / "Written"
    (folder / "NoteTests.swift").unlink()
    calls = [
        {"file": SOURCE, "protocol": "NoteService", "output": "Tests/Written/NoteTests.swift"},
        {"file": SOURCE, "protocol": "NoteServise", "output": "Tests/Written/OtherTests.swift"},
        {"file": SOURCE, "protocol": "NoteService", "output": "Tests/Written/NoteTests.swift"},
        {"file": SOURCE, "protocol": "ClockService", "output": "Tests/Written/ClockTests.swift"},
    ]
    passed, unknown, existing, failed = ask(mocklua, package, calls)
    for (text, is_error), wanted, may_fail in [
        (passed, "22 tests passed", False), (unknown, "did you mean `NoteService`?", True),
        (existing, "already exists, so it", True), (failed, "Expectation failed: ", False),
    ]:
        if wanted not in text or is_error != may_fail:
            sys.exit(f"check_written: got {text!r} in place of {wanted!r}, with isError {is_error}")
    if "ClockTests.swift:11" not in failed[0] or (folder / "OtherTests.swift").exists():
        sys.exit(f"check_written: the failure has no line, or a file was written: {failed[0]}")
    print("an agent's server writes a test and runs it, and reports a failure", file=sys.stderr)


main(*sys.argv[1:])
