"""Checks the documentation site in a browser, as a reader sees it; see scripts/check-site."""

import argparse
import functools
import http.server
import pathlib
import re
import shutil
import sys
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

README = (pathlib.Path(__file__).parents[2] / "README.md").read_text()
SCREENS = [(1400, 900), (800, 1000), (390, 844)]


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

    def __init__(self, browser, address: str, screenshots: str | None, **settings):
        self.address = address
        self.screenshots = screenshots
        self.problems: list[str] = []
        self.page = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **settings}).new_page()
        # The site needs no other host.
        self.page.on("request", lambda request: request.url.startswith(address)
                     or self.problems.append(f"asks for {request.url}"))
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
        """Finds a page by typing its name, and opens it with the keyboard."""
        self.page.keyboard.press("/")
        self.page.get_by_role("combobox", name="Search").fill(text)
        first = self.page.get_by_role("option").first
        expect(first).to_have_attribute("href", re.compile(f"/{path}"))
        self.shoot(f"search-{text}")
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)

    def check_accessibility(self, name: str):
        """The issues that axe finds on the page as it is shown now."""
        for violation in Axe().run(self.page).response["violations"]:
            nodes = ", ".join(str(node["target"]) for node in violation["nodes"][:3])
            self.problems.append(f"{name}: axe: {violation['id']}: {violation['help']}: {nodes}")


def check_front(browser, address: str, screenshots: str | None) -> list[str]:
    """The front page and its search, on three screens, in light and dark."""
    problems = []
    for width, height in SCREENS:
        for scheme in ["light", "dark"]:
            reader = Reader(browser, address, screenshots, viewport={"width": width, "height": height}, color_scheme=scheme)
            page, name = reader.page, f"front-{width}-{scheme}"
            reader.go("/", "MockLua")
            # The last section of the README has only links, and the list of the articles replaces it.
            for heading in [*re.findall(r"^## (.+)$", README, re.MULTILINE)[:-1], "Documentation"]:
                expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
            expect(page.locator("figure.code")).to_have_count(README.count("\n```") // 2)
            shown = page.locator("figure.picture img").locator("visible=true")
            expect(shown).to_have_class(scheme)
            shown.scroll_into_view_if_needed()
            expect(shown).to_have_js_property("complete", True)
            page.evaluate("scrollTo(0, 0)")
            if overflow := page.evaluate("document.documentElement.scrollWidth - innerWidth"):
                problems.append(f"{name}: is {overflow} pixels wider than the screen")
            if screenshots:
                page.screenshot(path=f"{screenshots}/site-{name}.png", full_page=True)
            reader.check_accessibility(name)
            # A word of an article, by the button.
            page.get_by_role("button", name="Search", exact=True).click()
            page.get_by_role("combobox", name="Search").fill("late response")
            expect(page.get_by_role("option").first).to_be_visible()
            reader.shoot(f"{name}-search")
            reader.check_accessibility(f"{name}-search")
            page.get_by_role("combobox", name="Search").fill("qxzv")
            expect(page.get_by_role("status")).to_contain_text("No results")
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_be_hidden()
            for path, title in [("changes", "Changes"), ("messages", "Messages")]:
                reader.go(f"/{path}/", title)
                if overflow := page.evaluate("document.documentElement.scrollWidth - innerWidth"):
                    problems.append(f"{path}-{width}: is {overflow} pixels wider than the screen")
                reader.shoot(f"{path}-{width}-{scheme}")
            # Long pages cost axe minutes, and differ from each other only in their text.
            reader.go("/changes/", "Changes")
            reader.check_accessibility(f"changes-{width}-{scheme}")
            problems += reader.problems
            page.context.close()
    return problems


def check(reader: Reader):
    reader.go("/documentation/mocklua/", "MockLua")
    reader.shoot("first")
    # The groups are in a newcomer's order.
    groups = reader.page.locator("h3.contenttable-title").all_inner_texts()
    assert groups[:3] == ["Start here", "Guides", "Further guides"], f"the groups begin with {groups[:3]}"
    # A symbol of another library than the page's, a member, an article, a section of an article.
    reader.search("MockCallSequencer", "documentation/mockservices/mockcallsequencer", "MockCallSequencer")
    reader.search("verifyEventually", "documentation/mockluatesting/verifyeventually", "verifyEventually")
    reader.search("Exploring", "documentation/mocklua/exploring", "Exploring")
    reader.search("exploring search field", "documentation/mocklua/exploring", "Exploring")
    # A message, with its line of the list.
    reader.search("undeclared global", "messages/#[a-z]", "Messages")
    # The bar leads to the front page, and to the list of the libraries.
    reader.page.get_by_role("banner").get_by_role("link", name="API", exact=True).click()
    expect(reader.page.get_by_role("link", name="MockScenariosXCTest").first).to_be_visible()
    reader.page.get_by_role("banner").get_by_role("link", name="MockLua", exact=True).click()
    expect(reader.page.get_by_role("link", name="Get started", exact=True)).to_be_visible()
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
    # The site's own style doesn't reach DocC's pages.
    assert reader.page.evaluate("[...document.styleSheets].every((sheet) => !sheet.href?.endsWith('/site/site.css'))")
    reader.shoot("tutorial")


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
        address = f"http://127.0.0.1:{server.server_address[1]}/{options.site.name}"
        reader = Reader(browser, address, options.screenshots)
        try:
            check(reader)
            problems = [*reader.problems, *check_front(browser, address, options.screenshots)]
            assert not problems, "; ".join(problems)
        except AssertionError as error:
            print(f"check-site: {error}", file=sys.stderr)
            sys.exit(1)
        finally:
            browser.close()
    print("check-site: the front page, the articles, the search, and the tutorial work in a browser", file=sys.stderr)


main()
