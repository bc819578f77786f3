"""Writes docs/messages.md, the list of the messages that a user can get; see scripts/write-messages.

Messages are string literals in the sources (message_sources.py) that are passed to a diagnostic, an error, an issue, or
a failure of the command, that a type's description returns, or that have the form `problem; what to write`. A message's
code is in the same call or the same case of a switch. Its example is from the tests or articles, which compare it with
the program's output. Its advice is from the message, from its type's suggestion for the case, or from the example.
"""

import argparse
import pathlib
import re
import sys
from dataclasses import dataclass

from message_sources import Literal, c_literals, lua_literals, swift_literals

# The groups of the list: a name, when a user gets the messages, the default advice, and source folders. A file belongs
# to the group with the longest folder that its path begins with.
GROUPS = [
    ("Compiling", "when the compiler expands `@Mocked` and the other macros",
     "Change the declaration that the compiler marks: [Mocks by macro](../Sources/MockLua/MockLua.docc/Macros.md).",
     ["MockServicesMacros", "MockLuaPlugin", "EmbeddingPlugin", "FileEmbedder"]),
    ("Exploring", "when a test runs with `.exploring()`",
     "See [Exploring](../Sources/MockLua/MockLua.docc/Exploring.md).",
     ["MockLuaTesting/Exploration", "MockLua/Exploration"]),
    ("Checking", "from `mocklua check`, and from a test that compares its script with its protocols",
     "Change the line that the message names: [Checking scripts](../Sources/MockLua/MockLua.docc/Checking.md).",
     ["MockLuaTools/Checks", "MockConfiguration/Checks", "MockCalls/Contracts", "MockLuaCLI/Check"]),
    ("Verifying", "when a test verifies calls",
     "Compare the calls that the message lists with those that the test expects.",
     ["MockCalls/Log", "MockCalls/Stubs/MockVerif", "MockCalls/Stubs/MockMatch", "MockCalls/Stubs/LoggedCall",
      "MockServicesTesting", "HandMadeMocks/CallVerification"]),
    ("Importing", "from `mocklua import`",
     "Change the source, or the script that was written: [Import recordings and API descriptions](../Sources/MockLua/MockLua.docc/Importing.md).",
     ["MockLuaCLI/Import", "MockRecording/ConfigurationImport", "MockRecording/ImportedScript", "CYAMLReader"]),
    ("Recording", "when a test or the command records, learns, or compares with a live service",
     "See [Recording and learning](../Sources/MockLua/MockLua.docc/Recording.md) and [Drift](../Sources/MockLua/MockLua.docc/Drift.md).",
     ["MockRecording", "MockLearning", "MockLuaCLI/Drift", "MockLuaCLI/Record", "MockLuaCLI/Learn", "MockLuaCLI/Commands/LearnCommand",
      "MockLuaCLI/Commands/Drift", "MockLuaCLI/Commands/Record", "MockLuaTesting/TestRecording"]),
    ("Serving", "from `mocklua serve`, the inspector, routes, and requests",
     "See [URLs and HTTP](../Sources/MockLua/MockLua.docc/HTTP.md) and [The inspector](../Sources/MockLua/MockLua.docc/Inspector.md).",
     ["MockInspector", "MockHTTPServer", "MockHTTP", "MockRoutes", "CHTTPServer", "MockLuaCLI/Server", "MockLuaCLI/Commands/Serve",
      "MockConfiguration/Routes"]),
    ("Agents", "from `mocklua mcp`",
     "Change the request: [Scenarios and agents](../Sources/MockLua/MockLua.docc/Agents.md).", ["MockLuaCLI/MCP"]),
    ("The command", "from `mocklua` and its commands",
     "Change the command line: [The command](../Sources/MockLua/MockLua.docc/Command.md).", ["MockLuaCLI", "CLineEditor"]),
    ("Launching an app", "when an app starts with mocks, or a test launches it",
     "See [UI tests](../Sources/MockLua/MockLua.docc/UITests.md).",
     ["MockContainer", "MockSessions", "MockScenarios", "CMockScenarios", "MockDebugModes", "MockPreviews",
      "MockConfiguration/Transport"]),
    ("Mocks by hand", "from mocks of `HandMadeMocks`",
     "See [Mocks by hand](../Sources/HandMadeMocks/HandMadeMocks.docc/MocksByHand.md).", ["HandMadeMocks"]),
    ("Reading a configuration or a value", "when JSON is read, or a value doesn't have the type that the app expects",
     "Change the value that the path in the message names: [The JSON format](../Sources/MockLua/MockLua.docc/Format.md), "
     "[Values](../Sources/MockLua/MockLua.docc/Values.md).",
     ["MockConfiguration", "MockData", "MockPlatform", "CMockPlatform"]),
    ("Calls in a test", "when the code under test calls a mock, and when the test ends",
     "See [Troubleshooting](../Sources/MockLua/MockLua.docc/Troubleshooting.md).", ["MockCalls", "MockLuaTesting", "MockLua/Runtime", "MockLuaTools/Console/ScenarioPlayer"]),
    ("Loading a script", "when a script is loaded, and when one of its functions runs",
     "Change the line that the message names: [The scenario language](../Sources/MockLua/MockLua.docc/Language.md).",
     ["MockLua", "MockLuaTools", "LuaRuntime", "CMockLua"]),
]
# The order of the groups in the list.
ORDER = ["Compiling", "Loading a script", "Checking", "Calls in a test", "Verifying", "Exploring", "Recording", "Importing",
         "The command", "Serving", "Agents", "Launching an app", "Reading a configuration or a value", "Mocks by hand"]
# Prose, code, and pages that aren't messages.
NO_MESSAGES = re.compile(
    r"Benchmarks|LanguageReference|InspectorPage|/Completion/|Redaction/|\+Table\.swift|/Coverage\w*Page|CoverageText"
    r"|/Contract\w*Definitions|Import/WireMock/WireMockTemplate|Postman/PostmanTemplate|ReplDirective|Version\.swift")
NO_TYPE = re.compile(r"^(LanguageWord|LanguageDefinitions|ContractDefinitions|TextFormat)\b")
NO_MEMBER = re.compile(r"^(summary|explanation|help|usage|notes|script|template|example|usageLines|debugDescription|hash|encode)$")
NO_LABEL = re.compile(r"^(help|summary|notes|usage|separator|named|template|example|completion|with|url|path|type|value|default|label)$")
NO_CALL = re.compile(
    r"^(LanguageWord|Flag|Option|Positional|CommandDeclaration|ToolParameter|MCPTool|Article|Matcher|Habit|hasPrefix|hasSuffix|contains"
    r"|prefixMatch|firstRange|range|replacing|split|components|formats|HTTPHeaders|header|precondition|preconditionFailure|assert"
    r"|assertionFailure|fatalError|getenv|setenv|FormatStyle|native|register|function|Part|LuaPiece|Regex|starts|trimmed|available|@available)$")
MESSAGE_CALL = re.compile(
    r"(Error|Problem|Failure|Issue|Diagnostic|Refusal|Warning|Mismatch|Unknown|Unreadable|Invalid|Unsupported|CallBeyondBound)$"
    r"|^([\w.]*(?:refus|fail|error|problem|warn|raise)\w*|report\w*|record|corrupted|describe|unsupported|object|advise|invalid|other|placeholder|instead"
    r"|madeUp|missing|warn|note|stop|unexpected|unforeseen|unclosed|wrongKind|wrongValue|badRequest|badParameters|needsOption|implied"
    r"|init|error|luaL_error|luaL_argerror|lua_pushfstring|complain|problem|differs|unknown|skip|_StreamWatch|needs|wants|limit)$")
MESSAGE_LABEL = re.compile(r"^(problem|message|sentence|error|reason|statement|text)$")
MESSAGE_MEMBER = re.compile(r"^(description|statement|problem|problems|message|reason|text|words|waiting|difference|mismatch|verdict)$")
MESSAGE_TYPE = re.compile(
    r"Error|Problem|Failure|Issue|Warning|Mismatch|Verif|Explor|Refusal|Shape|Contract|Code|Run\b|Drift|Would|Reply|Plan|Check|No[A-Z]"
    r"|Limit|Explanation|Count")
# Sources that reject input with the code `error`.
REFUSED = re.compile(r"MockLua(Tools)?/(Language|Declarations|Scripts|Scanner)/|MockConfiguration/(Reader|Model)/")
REMEDY_MEMBER = re.compile(r"^(suggestion|\w*Remedy|hint|advice)$")
REMEDY_WORD = (r"(?:[Ww]rite|[Aa]dd|[Rr]emove|[Nn]ame|[Uu]se|[Cc]all|[Mm]ake|[Cc]heck|[Ss]et|[Gg]ive|[Kk]eep|[Dd]eclare|[Rr]un|[Mm]ove|[Ll]eave"
               r"|[Pp]ut|[Cc]reate|[Dd]id you mean|[Rr]ename|[Cc]hange|[Ww]ait|[Oo]pen|[Ss]end|[Mm]ark|[Ll]et|[Ss]tub|[Cc]onform|[Bb]ind|[Aa]wait"
               r"|[Cc]orrect|[Rr]egister|[Pp]oint|[Pp]ass|[Cc]hoose|[Cc]lose|[Rr]eturn|[Ii]nstall|[Rr]estart|[Ss]tart|[Aa]sk|[Cc]ompare|[Ii]mport|[Cc]apture)\b")
PART = re.compile(r"(it|its|list|number|code|whole|both|nothing|returning|failing|values|raise|say|print) |.*:$|\w+\(|function\b|takes <", re.IGNORECASE)
SHAPE = re.compile(rf"\S(?:; |\. ){REMEDY_WORD}|[Dd]id you mean")
ONLY_REMEDY = re.compile(rf"^(?:or )?{REMEDY_WORD}")
PLACEHOLDER = re.compile(r"<[a-z][a-z0-9 ]*>")


@dataclass
class Message:
    """A row of the list."""

    group: str
    text: str
    code: str = ""
    suggestion: str = ""
    example: str = ""


def end_of_problem(text: str) -> int | None:
    """Where the suggestion begins: at the first semicolon or full stop outside of quotes that a sentence follows."""
    quote = None
    for index, character in enumerate(text[:-2]):
        if character == quote:
            quote = None
        elif quote is None and character in '`"':
            quote = character
        elif quote is None and character == ";" and text[index + 1] == " ":
            return index
        elif quote is None and character == "." and text[index + 1] == " " and text[index + 2].isupper():
            return index
    return None


def fixed_words(text: str) -> int:
    return len(re.findall(r"[A-Za-z][\w'-]+", PLACEHOLDER.sub(" ", text)))


def group_of(path: str) -> str:
    """The group with the longest matching folder."""
    best = max(((len(place), name) for name, _, _, places in GROUPS for place in places if path.startswith(place)), default=(0, ""))
    return best[1]


def is_message(literal: Literal, path: str) -> bool:
    text = literal.text
    if NO_MESSAGES.search(path) or NO_TYPE.match((literal.types or [""])[-1]):
        return False
    if NO_MEMBER.match(literal.member) or fixed_words(text) < 2 or text[0] in " ;,.(/|{[#-" or "///" in text:
        return False
    # Help and comments of written scripts are sentences; messages begin in lower case.
    if re.match(r"[A-Z][a-z]+ .*\.$", text) and path.startswith("MockLuaCLI"):
        return False
    # Parts of other sentences, code, addresses, and the lines of a table.
    if re.search(r"[{(]$|^\w+/\w|^---|^\w+\($|https?://\S+$|: $", text) and not SHAPE.search(text):
        return False
    calls = [call for call in literal.calls if call[0] != "string.format"]
    name, label = calls[0] if calls else ("", "")
    if NO_CALL.match(name) or NO_LABEL.match(label) or label == "suggestion" or REMEDY_MEMBER.match(literal.member) or ONLY_REMEDY.match(text):
        return False
    if path.startswith("MockServicesMacros") and not MESSAGE_TYPE.search(" ".join(literal.types)):
        return False
    if SHAPE.search(text):
        return True
    if fixed_words(text) < 3 and not path.endswith(".lua"):
        return False
    # A format that the language returns is a message that its caller reports.
    if path.endswith(".lua") and not calls and literal.calls and "<" in text:
        return True
    if label and MESSAGE_LABEL.match(label):
        return True
    if name and MESSAGE_CALL.search(name) and label in {"", "problem", "of", "expected", "instead"}:
        return True
    is_worded = MESSAGE_MEMBER.match(literal.member) or literal.member == ""
    return not name and bool(is_worded) and bool(MESSAGE_TYPE.search(" ".join(literal.types)))


def literals_of(path: pathlib.Path) -> list[Literal]:
    source = path.read_text()
    return {".swift": swift_literals, ".lua": lua_literals, ".c": c_literals}[path.suffix](source)


def kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Collector:
    """Collects the messages of the sources, with the codes and suggestions of the cases that they belong to."""

    def __init__(self, root: pathlib.Path):
        self.root = root
        self.messages: list[Message] = []
        paths = [path for suffix in ("swift", "lua", "c") for path in (root / "Sources").rglob(f"*.{suffix}") if ".docc" not in str(path)]
        self.literals = [(str(path.relative_to(root / "Sources")), literal) for path in sorted(paths) for literal in literals_of(path)]
        # The codes and suggestions of a type's cases, by the type and the case.
        self.codes: dict[tuple[str, str], str] = {}
        self.suggestions: dict[tuple[str, str], str] = {}
        for _, literal in self.literals:
            for case in literal.cases:
                key = (literal.types[-1] if literal.types else "", case)
                if literal.member == "code":
                    self.codes.setdefault(key, literal.text)
                elif REMEDY_MEMBER.match(literal.member) and fixed_words(literal.text) > 1:
                    self.suggestions.setdefault(key, literal.text)
        # The code of a diagnostic that doesn't state one.
        constant = re.search(r"code: String = Self\.(\w+)", self.source("**/MockDiagnostic.swift"))
        self.refused = re.search(rf'static let {constant[1]} = "([\w-]+)"', self.source("**/MockDiagnostic.swift"))[1]
        self.checks = set(re.findall(r"^  case (\w+)$", self.source("**/ScenarioCheck.swift"), re.MULTILINE))
        # The checks of failures and of problems of contracts, by their kind.
        switches = re.findall(r"case ((?:\.\w+(?:\([^)]*\))?(?:, )?)+): self = \.(\w+)$", self.source("MockLuaTesting/**/*.swift"), re.MULTILINE)
        self.check_of = {kind: check for kinds, check in switches for kind in re.findall(r"\.(\w+)", kinds)}
        self.error_codes = set(re.findall(r"case (\w+)", self.source("**/MockErrorCode.swift")))

    def source(self, pattern: str) -> str:
        return "\n".join(path.read_text() for path in (self.root / "Sources").glob(pattern))

    def code(self, literal: Literal, path: str) -> str:
        """The code of a literal, from its call or its type."""
        siblings = literal.siblings
        if "code" in siblings and not siblings["code"].startswith(".") and "<" not in siblings["code"]:
            return siblings["code"]
        name = literal.calls[0][0] if literal.calls else ""
        chosen = next((value[1:] for key, value in siblings.items() if value.startswith(".") and key in {"0", "problem", "code"}), "")
        makes_finding = name == "ScenarioIssue" or (name == "init" and literal.types[-1:] == ["ScenarioIssue"])
        if makes_finding and chosen in self.checks:
            return chosen
        kind = siblings.get("kind", "").removeprefix(".") or chosen
        if name in {"MockFailure", "MockContractProblem"} and kind in self.check_of:
            return self.check_of[kind]
        if "MockServiceError" in name and chosen in self.error_codes:
            return chosen
        for case in literal.cases:
            key = (literal.types[-1] if literal.types else "", case)
            if key in self.codes:
                return self.codes[key]
            if literal.types and literal.types[-1].startswith("CallProblem") and case in self.error_codes:
                return case
        # Errors of scripts and configurations share a code.
        if REFUSED.match(path) or self.refused in name.lower() or (name == "MockDiagnostic" and "code" not in siblings):
            return self.refused
        return ""

    def collect(self) -> list[Message]:
        found: dict[tuple[str, str], Message] = {}
        for path, literal in self.literals:
            if not is_message(literal, path):
                continue
            group = group_of(path)
            if not group:
                sys.exit(f"write-messages: Sources/{path}: has no group; add its target to GROUPS in scripts/support/write_messages.py")
            text = literal.text.removeprefix("mocklua: ").strip().split("\n")[0]
            text = re.sub(r"\s+", " ", text)
            end = end_of_problem(text)
            suggestion = text[end + 1:].strip() if end is not None else literal.siblings.get("suggestion", "")
            if not suggestion or suggestion.startswith("."):
                keys = [(literal.types[-1] if literal.types else "", case) for case in literal.cases]
                suggestion = next((self.suggestions[key] for key in keys if key in self.suggestions), "")
            message = found.setdefault((group, text), Message(group, text))
            message.code = message.code or self.code(literal, path)
            message.suggestion = message.suggestion or suggestion
        return list(found.values())


def is_part(message: Message) -> bool:
    """Whether the text only appears inside other messages, as a reason or the name of a type does."""
    if message.suggestion or message.example:
        return False
    return bool(PART.match(message.text)) or fixed_words(message.text) < (3 if message.code else 4)


# Prefixes of messages in tests and in the REPL's article.
NOTATION = re.compile(r"^(?:.*?--> error: |(?:.*?=> )?\d+: (?=\D))")


class Examples:
    """Texts that tests and articles compare with what the program prints."""

    def __init__(self, root: pathlib.Path):
        lines: set[str] = set()
        for path in sorted((root / "Tests").rglob("*.swift")):
            if path.is_symlink():
                continue
            for literal in swift_literals(path.read_text()):
                is_title = literal.calls and literal.calls[0][0].lstrip("@") in {"Test", "Suite"}
                if not is_title and not PLACEHOLDER.search(literal.text):
                    lines.update(line.strip() for line in literal.text.splitlines())
        for path in sorted(root.glob("Sources/*/*.docc/*.md")):
            for block in re.findall(r"^```text[^\n]*\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL):
                lines.update(line.strip() for line in block.splitlines())
        lines = {NOTATION.sub("", line).removeprefix(": ") for line in lines}
        # A line with an odd number of quotes is a part of a longer string.
        self.lines = sorted((line for line in lines if 10 < len(line) < 320 and line.count("`") % 2 == line.count('"') % 2 == 0),
                            key=lambda line: (len(line), line))

    def of(self, text: str) -> tuple[str, str]:
        """The shortest line with a message, and its advice."""
        pieces = PLACEHOLDER.split(text)
        # A text that begins with a placeholder would match too much.
        if max(map(fixed_words, pieces)) < (2 if pieces[0] else 3):
            return "", ""
        longest = max(re.split(r"\(|\)|/|\[|\]", " ".join(sorted(pieces, key=len)[-1:])), key=len)
        pattern = None
        for line in self.lines:
            if longest not in line:
                continue
            pattern = pattern or re.compile(
                r"(?:^|: )" + ".{1,120}?".join(map(self.pattern, pieces)) + r"(?P<rest>$|[;.:,] .*$|\.$)")
            if match := pattern.search(line):
                found = line[match.start():].removeprefix(": ")
                end = end_of_problem(found)
                return line, found[end + 1:].strip() if end is not None else ""
        return "", ""

    @staticmethod
    def pattern(piece: str) -> str:
        """A fixed part; `call(s)` and `is/are` have two forms."""
        escaped = re.escape(piece)
        escaped = re.sub(r"(?<=\w)\\\((\w{1,3})\\\)", r"(?:\1)?", escaped)
        return re.sub(r"\b(is|was|it|has|this)/(are|were|them|have|these)\b", r"(?:\1|\2)", escaped)


def cell(text: str) -> str:
    """A text as code in a cell of a table."""
    if not text:
        return ""
    text = text.replace("|", "\\|")
    # A message that begins like a command line isn't one, and check_links.py takes single backticks for one.
    return f"`` {text} ``" if "`" in text or text.startswith("mocklua ") else f"`{text}`"


def sentence(text: str) -> str:
    """The suggestion or detail, as a sentence. Text in angle brackets stays a placeholder."""
    text = text.strip().rstrip(".")
    if not text:
        return ""
    text = PLACEHOLDER.sub(lambda place: place[0].replace("<", "\\<"), re.sub(r"`[^`]*`", lambda code: code[0].replace("<", "\0"), text))
    text = text.replace("\0", "<").replace("|", "\\|").replace("*", "\\*").replace("_", "\\_") if "`" not in text else \
        text.replace("\0", "<").replace("|", "\\|")
    return text[0].upper() + text[1:] + ("" if text.endswith(("?", "!", ":")) else ".")


NAME = re.compile(r"did you mean|known:|it takes|declared:", re.IGNORECASE)
NEAREST = "correct the name as the message suggests"
# Placeholders for other suggestions, such as to raise a limit.
OTHER_SUGGESTION = re.compile(r"^<(limit|[\w ]*suggestion)>$")


def page(messages: list[Message], examples: Examples) -> tuple[str, int]:
    """The list, and how many messages are in it."""
    count = 0
    parts = [
        "# Messages\n",
        "The messages of MockLua by the place where they occur, with suggestions. To find a message, search this page for a few of its words, without "
        "names from your own code.\n",
        "`<name>` is a placeholder, and `call(s)` and `is/are` stand for both forms. A message can begin with a place such as "
        "`login.lua:12`, or with the path of a value. A message without a placeholder is its own example. Programs see the code in the JSON "
        "of `mocklua check`, in `ScenarioCheck`, or in `MockServiceError`. The examples come from tests and articles, which compare them with "
        "the messages that the code prints.\n",
        "`scripts/write-messages` writes this page from the sources. Don't edit it.\n",
        "\n".join(f"- [{name}](#{anchor(name)})" for name in ORDER) + "\n",
    ]
    for name in ORDER:
        _, place, default, _ = next(group for group in GROUPS if group[0] == name)
        rows = []
        for message in sorted((message for message in messages if message.group == name), key=order):
            message.example, advice = examples.of(message.text)
            if message.example == message.text:
                message.example = ""
            # A suggestion that is only a placeholder is usually the nearest known name.
            if not fixed_words(message.suggestion) and message.suggestion:
                is_name = NAME.match(advice) or not OTHER_SUGGESTION.match(message.suggestion)
                general = NEAREST if is_name else "do what the message suggests"
                message.suggestion = advice if advice and not NAME.match(advice) else general
            if not message.suggestion and NAME.match(advice):
                message.suggestion = NEAREST
            message.suggestion = message.suggestion or (advice if re.match(REMEDY_WORD, advice) else "")
            if not is_part(message):
                rows.append(f"| {cell(message.code)} | {cell(message.text)} | {cell(message.example)} | {sentence(message.suggestion)} |")
        count += len(rows)
        parts.append(f"## {name}\n\nMessages {place}. If a message doesn't name a solution, {default[0].lower() + default[1:]}\n\n"
                     "| Code | Message | Example | Suggestion or detail |\n| --- | --- | --- | --- |\n" + "\n".join(rows) + "\n")
    return "\n".join(parts), count


def order(message: Message) -> tuple[str, str]:
    return (re.sub(r"[^a-z0-9 ]", "", message.text.lower()), message.text)


def anchor(name: str) -> str:
    return re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")


# Words of Lua's own errors, and of a script itself, which the list doesn't have.
WORDS_OF_LUA = ("raised", "unfinished", "os.exit", "{limit}")


def outdated_attacks(root: pathlib.Path, text: str) -> list[str]:
    """The hostile scripts that expect a message that no longer exists. Running check-attacks takes minutes."""
    outdated = []
    for attack in sorted((root / "Tests" / "Attacks").glob("*.*")):
        for pattern in re.findall(r"^\S+ expect: (?:error|either) (.+)$", attack.read_text(errors="replace"), re.MULTILINE):
            if not any(words in WORDS_OF_LUA or words.lower() in text.lower() for words in pattern.split("|")):
                outdated.append(f"{attack.name} expects `{pattern}`, which no message contains")
    return outdated


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    messages = Collector(options.root).collect()
    text, count = page(messages, Examples(options.root))
    place = options.root / "docs" / "messages.md"
    if not options.check:
        place.write_text(text)
        print(f"write-messages: {count} messages are in docs/messages.md", file=sys.stderr)
        return
    committed = place.read_text().splitlines() if place.exists() else []
    if committed != text.splitlines():
        lines = sorted(set(text.splitlines()) ^ set(committed))
        print("write-messages: docs/messages.md isn't current, for example:\n  " + "\n  ".join(lines[:4])
              + "\nrun scripts/write-messages, and commit docs/messages.md", file=sys.stderr)
        sys.exit(1)
    if outdated := outdated_attacks(options.root, text):
        print("write-messages: " + "\n  ".join(outdated), file=sys.stderr)
        sys.exit(1)
    print(f"write-messages: docs/messages.md has all {count} messages", file=sys.stderr)


main()
