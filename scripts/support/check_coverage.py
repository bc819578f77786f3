"""Compares the coverage of a suite in one run with that of its shards; see scripts/check-coverage."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).parent.parent.parent
SCRIPT = "examples/BankingApp/Scenarios/banking.lua"
SHARDS = [
    "BankingAppTests.(BankTests|LaunchTests|ModelTests)", "BankingAppTests.(PresetFlowTests|PresetTests|RealServicesTests)",
    "BankingAppTests.(ScreenTests|ScriptTests)", "BankingAppTests.SessionFlowTests",
]


class Suite:
    """The tests of the banking app, and the app itself as a separate process."""

    def __init__(self, binaries, folder):
        self.mocklua, self.app, self.folder = binaries / "mocklua", binaries / "BankingApp", folder

    def run(self, *arguments, **variables):
        environment = {**os.environ, **variables}
        return subprocess.run(
            arguments, cwd=ROOT, env=environment, check=True, capture_output=True, text=True, timeout=300).stdout

    def test(self, pattern, shard):
        self.run(
            "swift", "test", "--skip-build", "--quiet", "--filter", pattern, MOCKLUA_COVERAGE=str(self.folder / shard))

    def launch(self, scenario, commands, shard, kills):
        """Runs a user's path through the app.

        The app quits, or is killed after a second, when its coverage is written.
        """
        configuration = self.run(self.mocklua, SCRIPT, "--variant", scenario, "--embed-script", "--base64").strip()
        environment = {
            **os.environ, "MOCKLUA_COVERAGE": str(self.folder / shard), "MOCK_SERVICE_CONFIG": configuration}
        app = subprocess.Popen(
            [self.app], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for command, last in commands:
            asked = time.time()
            print(command, file=app.stdin, flush=True)
            while last not in (line := app.stdout.readline()):
                assert line, f"the app ended before it showed {last!r}"
        if kills:
            time.sleep(1.5)
            # A busy machine writes later.
            while not any(path.stat().st_mtime > asked for path in (self.folder / shard).glob("*.coverage.jsonl")):
                assert time.time() < asked + 60, "the app's coverage was not written"
                time.sleep(0.1)
            app.kill()
        else:
            print("quit", file=app.stdin, flush=True)
        app.stdout.read()
        code = app.wait(60)
        assert code == (-signal.SIGKILL if kills else 0), f"the app ended with {code}"

    def apps(self, shards, kills):
        self.launch("live", [("accounts", "Savings"), ("transfer current savings 1000", "pending")], shards[0], kills)
        self.launch("established", [("settings", "session established")], shards[1], kills)

    def report(self, *shards):
        report = json.loads(
            self.run(self.mocklua, "coverage", *(str(self.folder / shard) for shard in shards), "--format", "json"))
        return report


def differences(one, other):
    def things(report):
        return {json.dumps(thing, sort_keys=True) for file in report["files"] for thing in file["things"]}

    return sorted(things(one) ^ things(other)) or [one["covered"], other["covered"]]


def check_shards(suite):
    suite.test("BankingAppTests", "one")
    suite.apps(["one", "one"], kills=False)
    shards = [f"shard{number}" for number in range(len(SHARDS))]
    for pattern, shard in zip(SHARDS, shards):
        suite.test(pattern, shard)
    suite.apps(shards, kills=True)
    one, merged = suite.report("one"), suite.report(*shards)
    fields = [field for file in one["files"] for thing in file["things"] for field in thing.get("fields", [])]
    unread = [field["path"] for field in fields if not field["read"]]
    assert len(fields) > 20 and not unread, f"of {len(fields)} fields the app does not read {unread}"
    assert one["covered"]["used"] > 30, "hardly anything was used: " + json.dumps(one["covered"])
    assert one == merged, f"the shards report something different: {differences(one, merged)}"
    # A record that a killed process wrote only partially is ignored, but no other damage is.
    victim = max((suite.folder / shards[0]).glob("*.coverage.jsonl"), key=lambda path: path.stat().st_size)
    text = victim.read_bytes()
    victim.write_bytes(text + text.splitlines()[-1][:-3])
    assert suite.report(*shards) == one, "a partial line changed the coverage"
    victim.write_bytes(text)


def add_unread_field(folder):
    """Adds a field that the app doesn't read. It reads all other fields of its scenarios."""
    for path in folder.glob("*.coverage.jsonl"):
        known = [line for line in map(json.loads, path.read_text().splitlines()) if line.get("kind") == "field"]
        if known:
            with path.open("a") as file:
                file.write(json.dumps({**known[0], "unit": 1_000_000, "field": [".legacyName"]}) + "\n")
            return
    raise AssertionError("no process has recorded a field")


def check_page(suite, screenshots):
    add_unread_field(suite.folder / "one")
    page_path = suite.folder / "coverage.html"
    suite.run(suite.mocklua, "coverage", str(suite.folder / "one"), "--format", "html", "--output", str(page_path))
    chromium = shutil.which("chromium") or "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        for name, width, settings in [
            ("light", 1200, {}), ("dark", 1200, {"color_scheme": "dark"}), ("narrow", 400, {}),
            ("narrow-dark", 400, {"color_scheme": "dark"}),
        ]:
            context = browser.new_context(viewport={"width": width, "height": 860}, **settings)
            page = context.new_page()
            requests, problems = [], []
            page.on("request", lambda request: requests.append(request.url))
            page.on("console", lambda message: problems.append(message.text))
            page.goto(page_path.as_uri())
            if screenshots:
                page.screenshot(path=f"{screenshots}/coverage-{name}.png", full_page=True)
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{name}: {wide} pixels too wide"
            assert requests == [page_path.as_uri()], f"{name}: asked for {requests}"
            assert not problems, f"{name}: {problems}"
            assert page.get_by_text("legacyName").count() == 1, f"{name}: the unread field is missing"
            page.get_by_role("link", name="line 20").click()
            assert page.locator(":target").inner_text().startswith("20"), f"{name}: the link has a different target"
            found = context.new_page()
            # The accessibility check is a script, which the page's own policy refuses.
            found.set_content(page_path.read_text().replace('http-equiv="Content-Security-Policy"', 'name="policy"'))
            violations = Axe().run(found)
            assert violations.violations_count == 0, f"{name}: {violations.generate_report()}"
            context.close()
        browser.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binaries", required=True, type=pathlib.Path)
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(options.binaries, pathlib.Path(folder))
        for name, check in [
            ("four shards and two killed processes report the same coverage as one run", lambda: check_shards(suite)),
            ("the page in a browser", lambda: check_page(suite, options.screenshots)),
        ]:
            try:
                check()
            except AssertionError as error:
                print(f"failed: {name}: {error}")
                sys.exit(1)
            print(f"ok: {name}")


main()
