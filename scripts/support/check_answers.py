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


def declared(folder):
    """The tests by suite and name, with the text that an issue of them must have; None for those that have to pass."""
    tests = {}
    for file in sorted(folder.glob("*.swift")):
        suite, text = None, None
        for line in file.read_text().splitlines():
            if found := re.search(r"struct (\w+Tests)\b", line):
                suite = found[1]
            elif found := re.match(r"\s*// expects: (.*)", line):
                text = found[1]
            elif found := re.search(r"func ((?:wrong|right)\w*)\(", line):
                name = found[1]
                if (text is None) == name.startswith("wrong"):
                    sys.exit(f"{file.name}: `{name}` and its `expects:` do not go together")
                tests[(suite, name)] = text
                text = None
    return tests


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
    tests = declared(pathlib.Path(folder))
    issues, ended = happened(pathlib.Path(events))
    failures = []
    for (suite, name), text in tests.items():
        found = issues.get((suite, name))
        if found is None:
            failures.append(f"{suite}.{name} did not run")
        elif text is None and (found or (suite, name) not in ended):
            failures.append(f"{suite}.{name} has to pass: {found or 'it did not end'}")
        elif text is not None and not any(text in issue for issue in found):
            failures.append(f"{suite}.{name} has to fail with `{text}`: {found or 'it passed'}")
        elif text is not None and len(found) > 1:
            failures.append(f"{suite}.{name} has to fail once: {found}")
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures or not tests:
        return 1
    wrong = sum(text is not None for text in tests.values())
    print(f"{wrong} wrong answers fail their tests, and {len(tests) - wrong} right ones do not", file=sys.stderr)
    return 0


sys.exit(main(*sys.argv[1:]))
