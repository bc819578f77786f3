"""Creates the pictures of the documentation: the inspector after a few calls. See scripts/pictures."""

import argparse
import os
import pathlib

from check_inspector import Server, browser_path
from playwright.sync_api import expect, sync_playwright


def inspector(browser, mocklua: str, picture: pathlib.Path, scheme: str):
    """Shows a call with the rules that were tried and the state that it changed, in light or dark."""
    server = Server(mocklua, "bank.lua")
    try:
        page = browser.new_context(viewport={"width": 1200, "height": 760}, color_scheme=scheme).new_page()
        page.goto(server.url)
        server.call("Bank.rate")
        server.call("OTP.verify", {"user": "Ada"})
        server.call("Bank.transfer", {"amount": 1500, "currency": "EUR"})
        server.call("Bank.transfer", {"amount": 300, "currency": "EUR"})
        server.call("Bank.rate")
        server.call_later("Bank.late")
        expect(page.locator("#list [role=option]")).to_have_count(6)
        page.locator("#call-4").click()
        expect(page.locator("#view-call .rules")).to_be_visible()
        page.screenshot(path=picture)
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mocklua", required=True, help="the program")
    parser.add_argument("--output", required=True, type=pathlib.Path, help="the folder of the pictures")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        inspector(browser, os.path.abspath(options.mocklua), options.output / "inspector.png", "light")
        # The site shows it on dark pages.
        inspector(browser, os.path.abspath(options.mocklua), options.output / "inspector-dark.png", "dark")
        browser.close()


if __name__ == "__main__":
    main()
