"""Fixes a script using only the issues of `check`. The rules don't know how the script was broken."""

import re

WRITE = re.compile(r"write `(.+?)`(?!`)")
DECLARE = re.compile(r"declare it with `(.+?) = \.\.\. }`")
QUOTED = re.compile(r"`(.+?)`")


def mend(text, issue):
    """The text with a suggestion applied to its line; None if the issue contains nothing to apply."""
    lines = text.split("\n")
    index = issue["line"] - 1
    line = lines[index]
    suggestion = issue.get("suggestion", "")
    if edit := issue.get("edit"):
        assert edit["line"] == issue["line"]
        start = edit["column"] - 1
        assert line[start:].startswith(edit["old"]), f"no {edit['old']!r} at {issue}"
        lines[index] = line[:start] + edit["new"] + line[start + len(edit["old"]):]
    elif declared := DECLARE.match(suggestion):
        lines.insert(0, f"{declared[1]} = 0 }}")
    elif written := WRITE.match(suggestion):
        changed = written_into(line, written[1], issue["problem"])
        if changed is None:
            return None
        lines[index] = changed
    elif suggestion.endswith("remove it") or suggestion == "keep one":
        del lines[index]
    else:
        return None
    return "\n".join(lines)


def written_into(line, wanted, problem):
    """The line with the suggested code, in place of the code with the problem."""
    if call := re.match(r":(\w+)(.*)", wanted):
        name, arguments = call.groups()
        if arguments == "(...)":
            return line.replace(f".{name}", f":{name}")
        return re.sub(rf":{name}\s*\([^()]*\)", wanted, line)
    if local := re.match(r"local (function )?(\w+)", wanted):
        return re.sub(rf"(function )?\b{local[2]}\b", lambda found: f"local {found[0]}", line, count=1)
    if inner := re.match(r"\w+\((.+)\)$", wanted):
        return line.replace(inner[1], wanted, 1)
    if "is nil" in problem:
        return re.sub(rf"\b{QUOTED.search(problem)[1]} = nil\b", lambda found: found[0].replace("nil", wanted), line)
    return None
