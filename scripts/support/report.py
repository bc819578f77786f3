"""The end of a check."""

import sys


def finish(program, failures, success):
    """Prints the failures and exits with 1, or prints what is correct."""
    for failure in failures:
        print(f"{program}: {failure}", file=sys.stderr)
    if failures:
        sys.exit(1)
    print(f"{program}: {success}", file=sys.stderr)
