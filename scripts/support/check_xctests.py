"""Compares the results of the XCTest tests in scripts/support/client with their names.

A test whose name begins with `testWrong` must fail once, with the text after `expects:` in the line above it. A test
whose name begins with `testRight` must pass. The results come from the output of XCTest.

usage: check_xctests.py FOLDER LOG
"""

import pathlib
import re
import sys

import on_purpose


def main(folder, log):
    tests = on_purpose.declared(
        pathlib.Path(folder), r"class (\w+): OnPurposeTestCase", r"func (test(?:Wrong|Right)\w*)\(", "testWrong")
    output = pathlib.Path(log).read_text()
    issues = {}
    for suite, name in tests:
        if f"Test Case '{suite}.{name}' started" in output:
            issues[(suite, name)] = re.findall(rf" error: {suite}\.{name} : (.*)", output)
    return on_purpose.judge(tests, issues, issues, "tests of XCTest")


sys.exit(main(*sys.argv[1:]))
