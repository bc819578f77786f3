"""Compares how the tests of XCTest in scripts/support/client ended with what their names say.

A test whose name begins with `testWrong` has to fail once, with the text behind `expects:` in the line above it; one whose
name begins with `testRight` has to pass. What happened is read from what XCTest has printed.

usage: check_xctests.py FOLDER LOG
"""

import pathlib
import re
import sys


def declared(folder):
    """The tests by name, with the text of their failure; None for those that have to pass."""
    tests = {}
    for file in sorted(folder.glob("*.swift")):
        suite, text = None, None
        for line in file.read_text().splitlines():
            if found := re.search(r"class (\w+): OnPurposeTestCase", line):
                suite = found[1]
            elif found := re.match(r"\s*// expects: (.*)", line):
                text = found[1]
            elif found := re.search(r"func (test(?:Wrong|Right)\w*)\(", line):
                tests[f"{suite}.{found[1]}"] = text
                text = None
    return tests


def main(folder, log):
    tests = declared(pathlib.Path(folder))
    output = pathlib.Path(log).read_text()
    failures = []
    for name, text in tests.items():
        found = re.findall(rf" error: {re.escape(name)} : (.*)", output)
        if f"Test Case '{name}' started" not in output:
            failures.append(f"{name} did not run")
        elif text is None and found:
            failures.append(f"{name} has to pass: {found}")
        elif text is not None and not any(text in issue for issue in found):
            failures.append(f"{name} has to fail with `{text}`: {found or 'it passed'}")
        elif len(found) > 1:
            failures.append(f"{name} has to fail once: {found}")
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures or not tests:
        return 1
    wrong = sum(text is not None for text in tests.values())
    print(f"{wrong} wrong tests of XCTest fail, and {len(tests) - wrong} right ones do not", file=sys.stderr)
    return 0


sys.exit(main(*sys.argv[1:]))
