"""Compares the errors of scripts/support/client/Sources/WrongForms with its comments.

Each line with `// error: TEXT` must have an error that contains the text, and no other line may have an error.

usage: check_forms.py FILE LOG
"""

import pathlib
import re
import sys


def main(file, log):
    wanted = {}
    for number, line in enumerate(pathlib.Path(file).read_text().splitlines(), 1):
        if found := re.search(r"// error: (.*)", line):
            wanted[number] = found[1]
    pattern = re.escape(pathlib.Path(file).name) + r":(\d+):\d+: error: (.*)"
    errors = {}
    for number, text in re.findall(pattern, pathlib.Path(log).read_text()):
        errors.setdefault(int(number), []).append(text)
    failures = [
        f"line {number} must have the error `{text}`: {errors.get(number, 'it has none')}"
        for number, text in wanted.items() if not any(text in found for found in errors.get(number, []))]
    failures += [f"line {number}: {text}" for number, text in errors.items() if number not in wanted]
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures or not wanted:
        return 1
    print(f"{len(wanted)} wrong forms have errors that name the right ones", file=sys.stderr)
    return 0


sys.exit(main(*sys.argv[1:]))
