"""The string literals of Swift, Lua, and C sources, with their context. `write_messages.py` finds messages in them.

No compiler is needed: a scanner recognizes comments, strings, and brackets. An interpolation becomes a placeholder that
is named after its expression. Literals that are joined with `+` become one.
"""

import re
from dataclasses import dataclass, field

SWIFT = re.compile(
    r'(?P<comment>//[^\n]*)|(?P<regex>#/.*?/#|(?<=[(,=:\[ ])/(?![ /*])(?:\\.|[^/\\\n])+/(?!\w))|(?P<block>/\*)|(?P<string>#*"(?:"")?)|(?P<word>[A-Za-z_$@#][\w$]*|`\w+`)|(?P<number>\d[\w.]*)'
    r'|(?P<space>\s+)|(?P<mark>->|==|!=|<=|>=|\?\?|&&|\|\||\.\.\.|\.\.<|.)', re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}
# Names at the end of an expression that don't describe its value.
VAGUE = {"escaped", "escapedPath", "description", "text", "shortText", "rawValue", "problem", "message", "first", "last", "words",
         "phrase", "statement", "joined", "separator", "map", "count", "name", "Self", "self", "of", "sorted", "prefix", "keys", "isOfScript"}


@dataclass
class Literal:
    """A string literal with its context. In its text, placeholders are in angle brackets."""

    text: str
    line: int
    types: list[str]
    member: str
    # The calls around it, innermost first: the name of the function, and the label of the argument.
    calls: list[tuple[str, str]]
    # The `case` of the switch that it is in, and the other arguments of its call that are names of cases or strings.
    cases: list[str] = field(default_factory=list)
    siblings: dict[str, str] = field(default_factory=dict)


@dataclass
class Token:
    kind: str
    text: str
    line: int


def placeholder(expression: str) -> str:
    """A name for the value that an expression puts into a string: `key.escaped` is `<key>`."""
    plain = " ".join(expression.split())
    if choice := re.fullmatch(r'.+\? "([^"\\]*)" : "([^"\\]*)"', plain):
        one, many = choice.groups()
        if many.startswith(one) or one.startswith(many):
            shorter, longer = sorted([one, many], key=len)
            return f"{shorter}({longer[len(shorter):]})" if shorter or len(longer) < 3 else f"[{longer.strip()}]"
        return f"{one} / {many}" if " " in one + many else f"{one}/{many}"
    # Arguments that are literals don't name a value.
    plain = re.sub(r", \w+: (true|false|\d+)", "", plain)
    names = [name for name in re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", plain.partition(" ?? ")[0])) if name not in VAGUE]
    chosen = names[-1] if names else (re.findall(r"[a-z]\w*", plain) or ["value"])[0]
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", chosen).lower().strip("_")
    return f"<{words or 'value'}>"


def read_string(source: str, start: int, opening: str) -> tuple[str, int]:
    """The text of a Swift string with placeholders, and where it ends."""
    hashes = opening.count("#")
    quotes = opening.lstrip("#")
    closing, escape = quotes + "#" * hashes, "\\" + "#" * hashes
    at, parts = start + len(opening), []
    while not source.startswith(closing, at):
        if at >= len(source):
            raise ValueError("a string has no end")
        if not source.startswith(escape, at):
            parts.append(source[at])
            at += 1
            continue
        at += len(escape)
        if source[at] == "(":
            end = end_of_brackets(source, at)
            parts.append(placeholder(source[at + 1:end - 1]))
            at = end
        elif source[at] == "u":
            end = source.index("}", at)
            parts.append(chr(int(source[at + 2:end], 16)))
            at = end + 1
        else:
            parts.append(ESCAPES.get(source[at], ""))
            at += 1
            # A line that continues in the next one: the indentation isn't part of the string.
            if source[at - 1] == "\n":
                at = re.compile(" *").match(source, at).end()
    text = "".join(parts)
    if quotes == '"""':
        text = "\n".join(line.strip() for line in text.strip("\n").splitlines())
    return text, at + len(closing)


def end_of_brackets(source: str, start: int) -> int:
    """The position after the bracket that closes the one at `start`. Brackets in strings are ignored."""
    depth, at = 0, start
    while True:
        match = SWIFT.match(source, at)
        if match is None:
            raise ValueError("a bracket has no end")
        at = match.end()
        if match["string"]:
            at = skip_string(source, match.start(), match["string"])
        elif match["mark"] in {"(", "[", "{"}:
            depth += 1
        elif match["mark"] in {")", "]", "}"}:
            depth -= 1
            if depth == 0:
                return at


def skip_string(source: str, start: int, opening: str) -> int:
    return read_string(source, start, opening_of(source, start))[1]


def opening_of(source: str, start: int) -> str:
    """The characters that open a string. `""` is an empty string, unless a third quote follows."""
    hashes = re.compile("#*").match(source, start)[0]
    quotes = '"""' if source.startswith('"""', start + len(hashes)) else '"'
    return hashes + quotes


def tokens_of(source: str) -> list[Token]:
    found, at, line = [], 0, 1
    while at < len(source):
        match = SWIFT.match(source, at)
        end, kind = match.end(), match.lastgroup
        if kind == "block":
            end = source.index("*/", at) + 2
        elif kind == "string":
            if '"' in match["string"]:
                text, end = read_string(source, at, opening_of(source, at))
                found.append(Token("string", text, line))
        elif kind not in {"comment", "space", "regex"}:
            found.append(Token(kind, match[0], line))
        line += source.count("\n", at, end)
        at = end
    return found


class SwiftScanner:
    """Walks through the tokens of a file, and tracks which declaration, call, and case each one is in."""

    def __init__(self, source: str):
        self.tokens = tokens_of(source)
        self.found: list[Literal] = []

    def literals(self) -> list[Literal]:
        stack: list[dict] = []
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.text in {"(", "[", "{"} and token.kind == "mark":
                stack.append(self.opened(at))
            elif token.text in {")", "]", "}"} and token.kind == "mark" and stack:
                stack.pop()
            elif token.kind == "word" and token.text in {"case", "default"} and stack and stack[-1]["kind"] == "{":
                stack[-1]["cases"] = self.cases(at)
            elif token.kind == "string":
                at = self.read(at, stack)
                continue
            at += 1
        return self.found

    def opened(self, at: int) -> dict:
        token, before = self.tokens[at], self.tokens[at - 1] if at else None
        frame = {"kind": token.text, "start": at, "cases": [], "name": "", "type": "", "member": ""}
        if token.text == "(" and before and before.kind == "word":
            frame["name"] = before.text
        if token.text == "{":
            # The header of the declaration begins after the previous statement.
            header, depth = [], 0
            for earlier in reversed(self.tokens[max(0, at - 120):at]):
                if earlier.kind == "mark" and earlier.text in {")", "]"}:
                    depth += 1
                elif earlier.kind == "mark" and earlier.text in {"(", "["}:
                    depth -= 1
                if depth < 0 or (depth == 0 and earlier.kind == "mark" and earlier.text in {"{", "}", ";"}):
                    break
                if depth == 0:
                    header.append(earlier.text)
            words = header[::-1]
            for index, word in enumerate(words[:-1]):
                if word in {"struct", "enum", "class", "actor", "extension", "protocol"} and words[index + 1] not in {"func", "var"}:
                    frame["type"] = "".join(words[index + 1:]).partition(":")[0].partition("where")[0]
                elif word in {"func", "var"}:
                    frame["member"] = words[index + 1]
            if not frame["member"] and not frame["type"] and "init" in words:
                frame["member"] = "init"
        return frame

    def cases(self, at: int) -> list[str]:
        """The names of cases between `case` and its colon."""
        names, depth = [], 0
        for index in range(at + 1, min(at + 200, len(self.tokens))):
            token = self.tokens[index]
            if token.kind == "mark" and token.text in {"(", "["}:
                depth += 1
            elif token.kind == "mark" and token.text in {")", "]"}:
                depth -= 1
            elif token.text == ":" and depth <= 0:
                break
            elif token.kind == "word" and depth == 0 and self.tokens[index - 1].text == ".":
                names.append(token.text)
        return names

    def read(self, at: int, stack: list[dict]) -> int:
        """Reads a literal and everything that is joined to it. Returns the index of the next token."""
        first = self.tokens[at]
        begins_joined = at > 0 and self.tokens[at - 1].text == "+"
        parts = [first.text]
        at += 1
        while at + 1 < len(self.tokens) and self.tokens[at].text == "+":
            following = self.tokens[at + 1]
            if following.kind == "string":
                parts.append(following.text)
                at += 2
                continue
            # An expression: up to the next `+`, or the end of the statement or argument.
            end, depth, words = at + 1, 0, []
            while end < len(self.tokens):
                token = self.tokens[end]
                if token.kind == "mark" and token.text in {"(", "[", "{"}:
                    depth += 1
                elif token.kind == "mark" and token.text in {")", "]", "}"}:
                    depth -= 1
                if depth < 0 or (depth == 0 and (token.text in {"+", ",", ":", "?"} or (
                        token.line > self.tokens[end - 1].line and token.text not in {".", "(", "??"} and end > at + 1
                        and self.tokens[end - 1].text != "(" and token.kind == "word"))):
                    break
                words.append(f'"{token.text}"' if token.kind == "string" else token.text)
                end += 1
            text = " ".join(words)
            parts.append(placeholder(text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text.replace(" . ", ".")))
            at = end
        calls = [(frame["name"], self.label(frame, at)) for frame in reversed(stack) if frame["kind"] == "(" and frame["name"]]
        member = next((frame["member"] for frame in reversed(stack) if frame["member"]), "")
        types = [frame["type"] for frame in stack if frame["type"]]
        cases = next((frame["cases"] for frame in reversed(stack) if frame["cases"]), [])
        if not begins_joined:
            self.found.append(Literal("".join(parts), first.line, types, member, calls, cases, self.siblings(stack)))
        return at

    def label(self, frame: dict, until: int) -> str:
        """The label of the argument that is being read."""
        label, depth = "", 0
        for index in range(frame["start"] + 1, until):
            token = self.tokens[index]
            if token.kind == "mark" and token.text in {"(", "[", "{"}:
                depth += 1
            elif token.kind == "mark" and token.text in {")", "]", "}"}:
                depth -= 1
            elif depth == 0 and token.text == ",":
                label = ""
            elif depth == 0 and token.kind == "word" and index + 1 < len(self.tokens) and self.tokens[index + 1].text == ":" \
                    and self.tokens[index - 1].text in {"(", ","}:
                label = token.text
        return label

    def siblings(self, stack: list[dict]) -> dict[str, str]:
        """The arguments of the innermost call that are a string or the name of a case."""
        frame = next((frame for frame in reversed(stack) if frame["kind"] == "(" and frame["name"]), None)
        found: dict[str, str] = {}
        if frame is None:
            return found
        index, depth, label, number = frame["start"] + 1, 0, "", 0
        while index < len(self.tokens) and depth >= 0:
            token = self.tokens[index]
            if token.kind == "mark" and token.text in {"(", "[", "{"}:
                depth += 1
            elif token.kind == "mark" and token.text in {")", "]", "}"}:
                depth -= 1
            elif depth == 0 and token.text == ",":
                label, number = "", number + 1
            elif depth == 0 and token.kind == "word" and self.tokens[index + 1].text == ":":
                label = token.text
            elif depth == 0 and self.tokens[index - 1].text in {"(", ",", ":"}:
                key = label or str(number)
                if token.kind == "string":
                    found.setdefault(key, token.text)
                elif token.text == "." and self.tokens[index + 1].kind == "word":
                    found.setdefault(key, "." + self.tokens[index + 1].text)
            index += 1
        return found


def swift_literals(source: str) -> list[Literal]:
    return SwiftScanner(source).literals()


LUA = re.compile(r'(?P<comment>--\[\[.*?\]\]|--[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|(?P<word>[A-Za-z_][\w.:]*)'
                 r"|(?P<space>\s+)|(?P<mark>\.\.|.)", re.DOTALL)
C = re.compile(r'(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<word>[A-Za-z_]\w*)|(?P<space>\s+)|(?P<mark>.)', re.DOTALL)


def called_literals(source: str, language: re.Pattern, joint: str) -> list[Literal]:
    """The strings of Lua or C with the calls around them. `joint` is the token that joins two strings."""
    tokens = [(match.lastgroup, match[0], source.count("\n", 0, match.start()) + 1) for match in language.finditer(source)
              if match.lastgroup not in {"space", "comment"}]
    found, stack, at = [], [], 0
    while at < len(tokens):
        kind, text, line = tokens[at]
        if text == "(":
            stack.append(tokens[at - 1][1] if at and tokens[at - 1][0] == "word" else "")
        elif text == ")" and stack:
            stack.pop()
        elif kind == "string":
            parts = [unquoted(text)]
            while at + 1 < len(tokens) and (tokens[at + 1][1] == joint or (not joint and tokens[at + 1][0] == "string")):
                step = 2 if joint else 1
                if at + step >= len(tokens):
                    break
                next_kind, next_text, _ = tokens[at + step]
                if next_kind == "string":
                    parts.append(unquoted(next_text))
                    at += step
                    continue
                # An expression of Lua: up to the next joint, or the end of the argument.
                depth, end, words = 0, at + step, []
                while end < len(tokens) and not (depth == 0 and tokens[end][1] in {joint, ",", ")", "}"}):
                    depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(tokens[end][1], 0)
                    words.append(tokens[end][1])
                    end += 1
                    if depth == 0 and end < len(tokens) and tokens[end][2] > tokens[end - 1][2] and tokens[end][1] != joint:
                        break
                parts.append(placeholder(" ".join(words)))
                at = end - 1
            found.append(Literal("".join(parts), line, [], "", [(name, "") for name in reversed(stack) if name]))
        at += 1
    return found


def unquoted(text: str) -> str:
    """A string of Lua or C. The specifiers of a format become placeholders.

    A place at the end, directly after a name, is for a suggestion such as `; did you mean ...`. `'%f'` is an item of Lua's patterns.
    """
    plain = re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text[1:-1])
    plain = re.sub(r"(?<=`)%s$", "<suggestion>", plain)
    return re.sub(r"%(?:%|(?!f')[-\d.l*]*([dsfixgqcuzI]))", format_place, plain)


def format_place(match: re.Match[str]) -> str:
    """The placeholder for a specifier of a format, or `%` for `%%`."""
    if match[0] == "%%":
        return "%"
    return "<number>" if match[1] in "difxuzI" else "<name>"


def lua_literals(source: str) -> list[Literal]:
    return called_literals(source, LUA, "..")


def c_literals(source: str) -> list[Literal]:
    return called_literals(source, C, "")
