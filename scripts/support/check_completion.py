"""Completes command lines in real shells, with the scripts that `mocklua generate completion` prints.

Bash and zsh run in a terminal, in which a key shows their completions. For fish, `complete -C` does.
"""

import argparse
import fcntl
import os
import pathlib
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import time

FILES = ["login.lua", "my flow.lua", "door.json", "notes.txt", "run.jsonl", "page.har", "sub/inner.lua", "sub/deep/x.lua"]
SCENARIOS = ["login.lua", "my flow.lua", "door.json", "sub"]

# A line up to where the key is pressed, and all expected completions.
CASES = [
    ("mocklua ch", ["check"]),
    ("mocklua im", ["import"]),
    ("mocklua check ", SCENARIOS),
    ("mocklua check lo", ["login.lua"]),
    ("mocklua check my", ["my flow.lua"]),
    ("mocklua check sub/", ["inner.lua", "deep"]),
    ("mocklua check login.lua d", ["door.json"]),
    ("mocklua check --format ", ["text", "json", "github"]),
    ("mocklua check --format=g", ["github"]),
    ("mocklua check --format json ", SCENARIOS),
    ("mocklua check --format=json l", ["login.lua"]),
    ("mocklua check --path ", ["sub"]),
    ("mocklua check --strict --color a", ["auto", "always"]),
    ("mocklua call login.lua ", []),
    ("mocklua call --calls ", ["run.jsonl", "sub"]),
    ("mocklua call --calls run.jsonl ", SCENARIOS),
    ("mocklua format ", ["login.lua", "my flow.lua", "sub"]),
    ("mocklua import ", ["page.har", "door.json", "sub"]),
    ("mocklua import --output no", ["notes.txt"]),
    ("mocklua mcp ", ["sub"]),
    ("mocklua trace run.jsonl --with lo", ["login.lua"]),
    ("mocklua --mo", ["--mode"]),
    ("mocklua login.lua --mode ", ["uitest", "debug", "developer"]),
    ("mocklua emit login.lua ", []),
    ("mocklua serve --port ", []),
    ("mocklua emit -o no", ["notes.txt"]),
    ("mocklua gen", ["generate"]),
    ("mocklua generate ", ["test", "swift", "definitions", "contract", "diagram", "completion"]),
    ("mocklua generate co", ["contract", "completion"]),
    ("mocklua generate completion ", ["bash", "zsh", "fish"]),
    ("mocklua generate completion bash ", []),
    ("mocklua generate swift ", ["login.lua", "my flow.lua", "sub"]),
    ("mocklua generate swift login.lua ", []),
    ("mocklua generate swift --name X lo", ["login.lua"]),
    ("mocklua generate swift -o no", ["notes.txt"]),
    ("mocklua generate contract --output no", ["notes.txt"]),
    ("mocklua generate diagram --format ", ["text", "json"]),
    ("mocklua help co", ["coverage"]),
    ("mocklua nonsense login.lua ", []),
]


class Terminal:
    """A shell in a terminal, which writes its completions to a file."""

    def __init__(self, words, folder, environment):
        self.answer = folder / "answer"
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder / "files")
            os.execvpe(words[0], words, {**os.environ, "TERM": "xterm", "ANSWER": str(self.answer), **environment})
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 1000, 400, 0, 0))
        self.output = b""

    def send(self, text):
        os.write(self.descriptor, text.encode())

    def ask(self, text):
        """Types a text, waits for the completions, and clears the line."""
        self.answer.unlink(missing_ok=True)
        self.send(text)
        until = time.monotonic() + 30
        while not (self.answer.exists() and self.answer.read_text().endswith("end\n")):
            if select.select([self.descriptor], [], [], 0.02)[0]:
                try:
                    self.output += os.read(self.descriptor, 65536)
                except OSError:
                    break
            if time.monotonic() > until:
                raise SystemExit(f"no answer to {text!r}: {self.output[-2000:].decode(errors='replace')}")
        self.send("\x15")
        return self.answer.read_text().removesuffix("end\n")

    def close(self):
        os.close(self.descriptor)
        os.waitpid(self.process, 0)


class Bash:
    """`insert-completions` inserts all completions into the line, and another key writes the line to the file."""

    def __init__(self, script, folder):
        start = folder / "bash.rc"
        start.write_text(
            f"PS1='> '; HISTFILE=; source {shlex.quote(str(script))}\n"
            "bind 'set completion-query-items 0'; bind 'set page-completions off'; bind 'set bell-style none'\n"
            "bind '\"\\C-xa\": insert-completions'\n"
            "write_down() { printf '%s\\nend\\n' \"$READLINE_LINE\" >\"$ANSWER\"; }\n"
            "bind -x '\"\\C-xd\": write_down'\n")
        self.terminal = Terminal(["bash", "--noprofile", "--rcfile", str(start), "-i"], folder, {})
        self.terminal.ask("\x18d")

    def offers(self, line):
        result = self.terminal.ask(line + "\x18a\x18d").rstrip("\n")
        before = line.rpartition("=")[0] + "=" if line.split(" ")[-1].startswith("--") and "=" in line else (
            line[: line.rindex(" ") + 1])
        words = shlex.split(result[len(before):])
        typed = shlex.split(line[len(before):])
        return [] if words == typed else words

    def close(self):
        self.terminal.close()


class Zsh:
    """A function wraps the builtin that adds completions, and writes them to the file."""

    def __init__(self, script, folder):
        functions = folder / "functions"
        functions.mkdir()
        (functions / "_mocklua").write_text(script.read_text())
        (folder / ".zshrc").write_text(
            f"fpath=({shlex.quote(str(functions))} $fpath); autoload -Uz compinit; compinit -u -D\n"
            "PS1='> '; LISTMAX=100000; setopt no_beep\n"
            "zstyle ':completion:*' verbose no\n"
            "compadd() {\n"
            "  if [[ ${@[1,(i)(-|--)]} == *-[a-zA-Z]#(O|A|D)\\ * ]]; then builtin compadd \"$@\"; return; fi\n"
            "  local -a hits\n"
            "  builtin compadd -O hits \"$@\"\n"
            "  (($#hits)) && print -rl -- $hits >>$ANSWER\n"
            "  builtin compadd \"$@\"\n"
            "}\n"
            "setopt extended_glob\n"
            "write_down() { print end >>$ANSWER }\n"
            "zle -N write_down; bindkey '^Xd' write_down\n"
            "bindkey '^Xa' list-choices\n")
        self.terminal = Terminal(["zsh", "-d", "-i"], folder, {"ZDOTDIR": str(folder)})
        self.terminal.ask("\x18d")

    def offers(self, line):
        return self.terminal.ask(line + "\x18a\x18d").splitlines()

    def close(self):
        self.terminal.close()


class Fish:
    def __init__(self, script, folder):
        self.script, self.folder = script, folder

    def offers(self, line):
        run = subprocess.run(
            ["fish", "--no-config", "-c", f"source {shlex.quote(str(self.script))}; complete -C {shlex.quote(line)}"],
            cwd=self.folder / "files", capture_output=True, text=True, check=True,
            env={**os.environ, "HOME": str(self.folder)})
        if run.stderr:
            raise SystemExit(f"fish says: {run.stderr}")
        return [text.partition("\t")[0] for text in run.stdout.splitlines()]

    def close(self):
        pass


def plain(offers):
    """The completions without leading folders, trailing slashes, and shell escapes."""
    words = set()
    for text in offers:
        text = text.strip()
        if text.startswith("--") and "=" in text.rstrip("="):
            text = text.partition("=")[2]
        words.add(text.rstrip("=").rstrip("/").replace("\\ ", " ").rpartition("/")[2])
    return sorted(words - {""})


def options_of(mocklua, command):
    """The options in the help of a command."""
    text = subprocess.run([mocklua, *command.split(), "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (?:-\w, |    )(--[\w-]+)", text.partition("Options:")[2].partition("\n\n")[0], re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mocklua", required=True)
    options = parser.parse_args()
    text = subprocess.run([options.mocklua, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  ", text.partition("Start:")[2].partition("Options:")[0], re.M)
    words = [command.split()[0] for command in commands]
    cases = CASES + [("mocklua ", words + ["help", "login.lua", "my flow.lua", "sub"])]
    for command in [*commands, "generate"]:
        # `--version` is an option of each command, but only the program's own help shows it.
        cases.append((f"mocklua {command} --", options_of(options.mocklua, command) + ["--version"]))
    problems, asked = [], 0
    for shell in [Bash, Zsh, Fish]:
        name = shell.__name__.lower()
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder).resolve()
            for file in FILES:
                (folder / "files" / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / "files" / file).touch()
            script = folder / f"mocklua.{name}"
            script.write_bytes(subprocess.run(
                [options.mocklua, "generate", "completion", name], capture_output=True, check=True).stdout)
            completed = shell(script, folder)
            for line, expected in cases:
                offers = plain(completed.offers(line))
                if shell is Zsh and not line.split(" ")[-1].startswith("-"):
                    # If a command takes no more words, zsh also lists the options.
                    offers = [text for text in offers if not text.startswith("-")]
                asked += 1
                if offers != sorted(set(expected)):
                    problems.append(f"{name}: {line!r} offers {offers}, but should offer {sorted(set(expected))}")
            completed.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        raise SystemExit(1)
    print(f"{asked} lines are completed in bash, zsh and fish as the commands declare them")


main()
