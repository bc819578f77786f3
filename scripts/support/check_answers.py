"""Compares how the tests of scripts/support/client ended with what their names say.

A test whose name begins with `wrong` has to fail, with an issue that has the text behind `expects:` in the line above it;
one whose name begins with `right` has to pass. What happened is read from the event stream of Swift Testing, which is
written as it happens: a process that ends early has said what it had come to.

usage: check_answers.py FOLDER EVENTS
"""

import json
import pathlib
import re
import sys

import on_purpose


def happened(events):
    """The issues by suite and name of those tests that have begun, and the tests that have ended."""
    issues, ended = {}, set()
    for line in events.read_text().splitlines():
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] != "event" or "testID" not in payload:
            continue
        found = re.match(r"\w+\.(\w+)/(\w+)\(", payload["testID"])
        if not found:
            continue
        test = (found[1], found[2])
        if payload["kind"] == "testStarted":
            issues.setdefault(test, [])
        elif payload["kind"] == "issueRecorded":
            texts = [message["text"] for message in payload["messages"]]
            issues.setdefault(test, []).append("\n".join(texts))
        elif payload["kind"] == "testEnded":
            ended.add(test)
    return issues, ended


def main(folder, events):
    tests = on_purpose.declared(
        pathlib.Path(folder), r"struct (\w+Tests)\b", r"func ((?:wrong|right)\w*)\(", "wrong")
    issues, ended = happened(pathlib.Path(events))
    return on_purpose.judge(tests, issues, ended, "answers")


sys.exit(main(*sys.argv[1:]))
