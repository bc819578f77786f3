"""Compares the results of the tests in scripts/support/client with their names.

A test whose name begins with `wrong` must fail, with an issue that contains the text after `expects:` in the line above
it. A test whose name begins with `right` must pass. The results come from Swift Testing's event stream, which is
written continuously, so it is also available for a process that ends early.

usage: check_answers.py FOLDER EVENTS
"""

import json
import pathlib
import re
import sys

import on_purpose


def happened(events):
    """The issues by suite and name of all started tests, and the finished tests."""
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
