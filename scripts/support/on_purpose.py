"""The declarations and the evaluation of tests that fail on purpose.

A test whose name begins with the word for a wrong test must fail once, with the text after `expects:` in the line above
it. A test whose name begins with the word for a right test must pass.
"""

import re
import sys


def declared(folder, suite_pattern, test_pattern, wrong):
    """The tests by suite and name, with the text of their issue; None for those that must pass."""
    tests = {}
    for file in sorted(folder.glob("*.swift")):
        suite, text = None, None
        for line in file.read_text().splitlines():
            if found := re.search(suite_pattern, line):
                suite = found[1]
            elif found := re.match(r"\s*// expects: (.*)", line):
                text = found[1]
            elif found := re.search(test_pattern, line):
                name = found[1]
                if (text is None) == name.startswith(wrong):
                    sys.exit(f"{file.name}: `{name}` and its `expects:` don't match")
                tests[(suite, name)] = text
                text = None
    return tests


def judge(tests, issues, ended, what):
    """Prints the tests that didn't end as their names require, and returns the exit code.

    `issues` contains the texts of each started test, and `ended` the finished tests.
    """
    failures = []
    for test, text in tests.items():
        name, found = ".".join(test), issues.get(test)
        if found is None:
            failures.append(f"{name} did not run")
        elif text is None and (found or test not in ended):
            failures.append(f"{name} must pass: {found or 'it did not end'}")
        elif text is not None and not any(text in issue for issue in found):
            failures.append(f"{name} must fail with `{text}`: {found or 'it passed'}")
        elif text is not None and len(found) > 1:
            failures.append(f"{name} must fail once: {found}")
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures or not tests:
        return 1
    wrong = sum(text is not None for text in tests.values())
    print(f"{wrong} wrong {what} fail their tests, and {len(tests) - wrong} right ones do not", file=sys.stderr)
    return 0
