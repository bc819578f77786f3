"""Checks the documentation site in a browser, as a reader sees it; see scripts/check-site."""

import argparse
import functools
import http.server
import pathlib
import shutil
import sys
import threading

from playwright.sync_api import expect, sync_playwright


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files like a static host, without logging each one."""

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A server that ignores connections closed by a browser that leaves a page."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Reader:
    """A browser at the site."""

    def __init__(self, browser, address: str, screenshots: str | None):
        self.address = address
        self.screenshots = screenshots
        self.problems: list[str] = []
        self.page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
        self.page.on("console", lambda message: self.note(message))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("response", lambda answer: self.check(answer))

    def note(self, message):
        if message.type == "error":
            self.problems.append(f"{message.location.get('url', '')}: {message.text}")

    def check(self, answer):
        if answer.status >= 400:
            self.problems.append(f"{answer.url}: {answer.status}")

    def go(self, path: str, heading: str):
        self.page.goto(self.address + path)
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)

    def shoot(self, name: str):
        if self.screenshots:
            self.page.wait_for_timeout(500)
            self.page.screenshot(path=f"{self.screenshots}/site-{name}.png")

    def search(self, text: str, path: str, heading: str):
        """Finds a page by typing its name, and opens it."""
        self.page.keyboard.press("/")
        field = self.page.locator(".quick-navigation input")
        field.fill(text)
        found = self.page.locator(f'.quick-navigation__reference[href*="/documentation/{path}"]').first
        expect(found).to_be_visible()
        self.shoot(f"search-{text}")
        found.click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)


def check(reader: Reader):
    # The root URL leads to the first page.
    reader.go("/", "MockLua")
    reader.shoot("first")
    # The groups are in a newcomer's order.
    groups = reader.page.locator("h3.contenttable-title").all_inner_texts()
    assert groups[:3] == ["Start here", "Guides", "Further guides"], f"the groups begin with {groups[:3]}"
    # A symbol of a library other than the page's, a member, and an article.
    reader.search("MockCallSequencer", "mockservices/mockcallsequencer", "MockCallSequencer")
    reader.search("verifyEventually", "mockluatesting/verifyeventually", "verifyEventually")
    reader.search("Exploring", "mocklua/exploring", "Exploring")
    # The page above lists the libraries.
    reader.go("/documentation/", "MockLua")
    expect(reader.page.get_by_role("link", name="MockScenariosXCTest").first).to_be_visible()
    # The navigator contains all libraries, and has a filter.
    reader.go("/documentation/mocklua/", "MockLua")
    reader.page.locator(".navigator input").first.fill("LaunchedProcess")
    expect(reader.page.locator(".navigator-card-item").get_by_text("LaunchedProcess", exact=True).first).to_be_visible()
    reader.shoot("navigator")
    # The tutorial shows its steps and their code.
    reader.go("/tutorials/learningmocklua/", "Learning MockLua")
    reader.shoot("learning")
    reader.go("/tutorials/mocklua/firsttest/", "A first test")
    reader.page.get_by_role("heading", name="Mock the service").first.scroll_into_view_if_needed()
    expect(reader.page.get_by_text("protocol LoanService").locator("visible=true").first).to_be_visible()
    reader.shoot("tutorial")
    assert not reader.problems, "; ".join(reader.problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", required=True, type=pathlib.Path)
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(options.site.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = shutil.which("chromium") or "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        reader = Reader(browser, f"http://127.0.0.1:{server.server_address[1]}/{options.site.name}", options.screenshots)
        try:
            check(reader)
        except AssertionError as error:
            print(f"check-site: {error}", file=sys.stderr)
            sys.exit(1)
        finally:
            browser.close()
    print("check-site: the pages, the search and the tutorial work in a browser", file=sys.stderr)


main()
