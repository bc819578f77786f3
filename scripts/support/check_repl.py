"""Drives `mocklua repl` in a real terminal (tmux), like a user.

Every step waits for the expected screen, with a limit that is only reached on failure. No step sleeps for a fixed time.
Keys are sent only after their prompt has appeared.
"""

import argparse
import os
import pathlib
import shlex
import stat
import subprocess
import sys
import tempfile
import termios
import time

SCRIPT = """
shared { status = 0, user = { name = "Ada" } }
service "OTP" :bind "status" {
  verify = function(args) return { greeting = "Hällo " .. args.name } end,
  spin = function() while true do end end,
}
service "Data" { slow = reply(1) :after(60000) }
"""

CONTRACT = """
{
  "services": {
    "OTP": {
      "methods": [{ "key": "resend", "parameters": [{ "label": "channel", "shape": { "$ref": "#/types/Channel" }, "type": "Channel" }] }],
      "name": "OTP", "properties": [], "isPartial": true
    }
  },
  "types": { "Channel": { "enum": ["mail", "text"] } },
  "version": 2
}
"""

LIMIT = 60.0  # seconds until a step counts as failed; a loaded machine needs a few
PAUSE = 0.05  # seconds between two checks of the screen


class CheckFailed(Exception):
    """A step whose expected screen never appeared."""


class Terminal:
    """A separate tmux server with one window, in which a command runs."""

    count = 0

    def __init__(self, folder: pathlib.Path, command: list[str], environment: dict[str, str]):
        Terminal.count += 1
        self.socket = folder / f"tmux{Terminal.count}"
        words = ["env", *(f"{name}={value}" for name, value in environment.items()), *command]
        # Keep the screen until the server ends.
        shell = f'{shlex.join(words)}; echo "ended with $?"; exec cat'
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", shell)

    def tmux(self, *words: str) -> str:
        run = subprocess.run(["tmux", "-u", "-S", str(self.socket), *words],
                             capture_output=True, text=True)
        if run.returncode != 0:
            raise CheckFailed(f"tmux {' '.join(words)}: {run.stderr.strip()}")
        return run.stdout

    def screen(self) -> list[str]:
        return [line.rstrip() for line in self.tmux("capture-pane", "-p").splitlines()]

    def type(self, text: str):
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys: str):
        self.tmux("send-keys", *keys)

    def wait(self, what: str, is_there):
        end = time.monotonic() + LIMIT
        while True:
            lines = self.screen()
            if is_there(lines):
                return
            if time.monotonic() > end:
                shown = "\n".join(line for line in lines if line)
                raise CheckFailed(f"waited for {what}; the screen shows:\n{shown}")
            time.sleep(PAUSE)

    def wait_for_line(self, line: str):
        """Waits until a line with exactly this text is on the screen."""
        self.wait(f"the line {line!r}", lambda lines: line in lines)

    def is_edited(self) -> bool:
        """Whether the line editor has taken over the terminal, which libedit does after showing its prompt."""
        terminal = os.open(self.tmux("display-message", "-p", "#{pane_tty}").strip(),
                           os.O_RDONLY | os.O_NOCTTY)
        try:
            return not termios.tcgetattr(terminal)[3] & termios.ICANON
        finally:
            os.close(terminal)

    def wait_for_last(self, line: str):
        """Waits until the last line matches: a prompt and the typed text."""
        is_prompt = line.startswith("repl:") and line.endswith(">")
        self.wait(f"the last line {line!r}",
                  lambda lines: [text for text in lines if text][-1:] == [line]
                  and (not is_prompt or self.is_edited()))

    def enter(self, prompt: str, text: str):
        """Types the response to a prompt, and checks that the terminal shows the whole line before pressing Return."""
        self.wait_for_last(prompt)
        self.type(text)
        self.wait_for_last(f"{prompt} {text}")
        self.press("Enter")

    def close(self):
        subprocess.run(["tmux", "-S", str(self.socket), "kill-server"], capture_output=True)


class Check:
    """The steps, each in a separate terminal with the same history."""

    def __init__(self, mocklua: str, folder: pathlib.Path):
        self.mocklua = mocklua
        self.folder = folder
        self.script = folder / "login.lua"
        self.script.write_text(SCRIPT)
        (folder / "contract.json").write_text(CONTRACT)
        self.history = folder / "state" / "mocklua" / "history"

    def open(self, environment: dict[str, str], needs_shell: bool, options: list[str]) -> Terminal:
        variables = {
            "XDG_STATE_HOME": str(self.folder / "state"), "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
            "PS1": "sh$ ", "HISTFILE": "", **environment,
        }
        command = [self.mocklua, "repl", str(self.script), *(word.format(folder=self.folder) for word in options)]
        if not needs_shell:
            return Terminal(self.folder, command, variables)
        terminal = Terminal(self.folder, ["bash", "--norc", "--noprofile"], variables)
        terminal.wait_for_last("sh$")
        terminal.type(shlex.join(command))
        terminal.press("Enter")
        return terminal

    def run(self) -> list[str]:
        failures = []
        steps = [getattr(self, name) for name in dir(self) if name.startswith("check_")]
        for step in steps:
            name = step.__name__.removeprefix("check_").replace("_", " ")
            terminal = None
            try:
                terminal = self.open(
                    getattr(step, "environment", {}), getattr(step, "needs_shell", False),
                    getattr(step, "options", []))
                terminal.wait_for_last("repl:1>")
                step(terminal)
            except CheckFailed as error:
                failures.append(f"{name}: {error}")
            finally:
                if terminal:
                    terminal.close()
        return failures

    # The steps run in the order of their names.

    def check_1_completion(self, terminal: Terminal):
        terminal.type("serv")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> service")
        terminal.type("s.O")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> services.OTP")
        terminal.type(".")
        terminal.press("Tab", "Tab")
        terminal.wait("both methods", lambda lines: any(line.split() == ["spin", "verify"] for line in lines))
        terminal.wait_for_last("repl:1> services.OTP.")
        terminal.type("v")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> services.OTP.verify")
        terminal.press("C-u")
        terminal.type("state.u")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> state.user")
        terminal.type(".n")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> state.user.name")
        terminal.press("Enter")
        terminal.wait_for_line('"Ada"')
        terminal.wait_for_last("repl:2>")
        terminal.type(":rel")
        terminal.press("Tab")
        terminal.wait_for_last("repl:2> :reload")
        terminal.press("C-u")
        terminal.type(f":load {self.folder}/log")
        terminal.press("Tab")
        terminal.wait("the file's name", lambda lines: "login.lua" in "".join(lines[-24:])
                      and "".join(lines).rstrip().endswith("login.lua"))
        terminal.press("Enter")
        terminal.wait_for_last("repl:3>")

    def check_1_completion_by_a_contract(self, terminal: Terminal):
        terminal.type("OTP.res")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> OTP.resend")
        terminal.type(" { ch")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> OTP.resend { channel")
        terminal.type(' = "te')
        terminal.press("Tab")
        terminal.wait_for_last('repl:1> OTP.resend { channel = "text')

    check_1_completion_by_a_contract.options = ["--contract", "{folder}/contract.json"]

    def check_2_non_ASCII_input(self, terminal: Terminal):
        terminal.enter("repl:1>", 'services.OTP.verify { name = "日本 é" }')
        terminal.wait_for_line('{ greeting = "Hällo 日本 é" }')
        terminal.wait_for_last("repl:2>")
        terminal.type('"aéx')
        terminal.press("BSpace", "BSpace")
        terminal.type('ü"')
        terminal.wait_for_last('repl:2> "aü"')
        terminal.press("Enter")
        terminal.wait_for_line('"aü"')

    def check_3_history_is_written(self, terminal: Terminal):
        terminal.enter("repl:1>", '"typed before, ü"')
        terminal.wait_for_line('"typed before, ü"')
        terminal.wait_for_last("repl:2>")
        terminal.press("C-d")
        terminal.wait_for_line("ended with 0")
        for path, expected in [(self.history, 0o600), (self.history.parent, 0o700)]:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode != expected:
                raise CheckFailed(f"{path.name} has the permissions {mode:o}, not {expected:o}")

    def check_4_history_after_restart(self, terminal: Terminal):
        terminal.press("Up")
        terminal.wait_for_last('repl:1> "typed before, ü"')
        terminal.press("Enter")
        terminal.wait_for_line('"typed before, ü"')

    def check_5_several_lines(self, terminal: Terminal):
        terminal.enter("repl:1>", "local function twice(n)")
        terminal.enter("repl:2>>", "return n * 2")
        terminal.enter("repl:3>>", "end")
        terminal.enter("repl:4>", "twice(21)")
        terminal.wait_for_line("42")
        terminal.enter("repl:5>", "twice(")
        terminal.wait_for_last("repl:6>>")
        terminal.type("1 +")
        terminal.wait_for_last("repl:6>> 1 +")
        terminal.press("C-c")
        terminal.enter("repl:6>", "twice(2)")
        terminal.wait_for_line("4")

    def check_6_interrupt(self, terminal: Terminal):
        loops = ["while true do end", "while true do pcall(services.OTP.spin) end"]
        for line, loop in enumerate(loops, start=1):
            prompt = f"repl:{line}>"
            text = f'print("running {line}") {loop}'
            terminal.enter(prompt, text)
            terminal.wait_for_line(f"running {line}")
            terminal.press("C-c")
            terminal.wait("the interruption",
                          lambda lines, line=line: f"^Crepl:{line}: interrupted" in lines)
        terminal.enter("repl:3>", "forget this")
        terminal.wait_for_last("repl:4>")
        terminal.type("half a line")
        terminal.wait_for_last("repl:4> half a line")
        terminal.press("C-c")
        terminal.enter("repl:4>", ":time real")
        terminal.enter("repl:5>", 'print("waiting") services.Data.slow()')
        terminal.wait_for_line("waiting")
        terminal.press("C-c")
        terminal.wait("the interruption", lambda lines: "^Crepl:5: interrupted" in lines)
        terminal.enter("repl:6>", "1 + 1")
        terminal.wait_for_line("2")

    def check_7_resize(self, terminal: Terminal):
        terminal.type('"' + "x" * 60)
        terminal.wait_for_last('repl:1> "' + "x" * 60)
        terminal.tmux("resize-window", "-x", "40", "-y", "20")
        terminal.wait("the line in two rows", lambda lines: [line for line in lines if line][-1]
                      .endswith("x" * 20) and len([line for line in lines if line][-1]) <= 40)
        terminal.type("yy\"")
        terminal.wait("what was typed", lambda lines: "".join(lines).rstrip().endswith('xyy"'))
        terminal.press("C-a")
        terminal.type("#")
        terminal.wait_for_line('repl:1> #"' + "x" * 30)  # on the first of the two rows
        terminal.press("Enter")
        terminal.wait_for_line("62")
        terminal.wait_for_last("repl:2>")

    def check_8_pause(self, terminal: Terminal):
        terminal.type("state.us")
        terminal.wait_for_last("repl:1> state.us")
        terminal.press("C-z")
        terminal.wait("the shell", lambda lines: any("Stopped" in line for line in lines))
        terminal.enter("sh$", "fg")
        terminal.wait_for_last("repl:1> state.us")
        terminal.press("Tab")
        terminal.wait_for_last("repl:1> state.user")
        terminal.press("Enter")
        terminal.wait_for_line('{ name = "Ada" }')

    check_8_pause.needs_shell = True

    def check_9_colours(self, terminal: Terminal):
        terminal.enter("repl:1>", "nope")
        terminal.wait("the error in red",
                      lambda _: "\x1b[31m" in terminal.tmux("capture-pane", "-p", "-e"))

    check_9_colours.environment = {"NO_COLOR": "", "LC_ALL": "C"}

    def check_9_colours_left_out(self, terminal: Terminal):
        terminal.enter("repl:1>", "nope")
        terminal.wait("the line with a caret below it",
                      lambda lines: " 1 | nope" in lines and "   | ^" in lines)
        terminal.wait_for_last("repl:2>")
        if "\x1b[31m" in terminal.tmux("capture-pane", "-p", "-e"):
            raise CheckFailed("NO_COLOR is set, but there are colors")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mocklua", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="repl") as folder:
        failures = Check(os.path.abspath(arguments.mocklua), pathlib.Path(folder)).run()
    for failure in failures:
        print(f"check-repl: {failure}", file=sys.stderr)
    if not failures:
        print("check-repl: the REPL works in a terminal", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
