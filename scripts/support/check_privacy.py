"""Compares the privacy manifests with the functions that the sources call.

Apple requires a reason if an app, or a library in it, uses certain system functions
(https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api). Therefore, each
target that apps link and whose sources use one of these must have a `PrivacyInfo.xcprivacy` with its category and a
reason, and the manifest's branch for Apple's platforms must include that file as a resource.
"""

import argparse
import json
import pathlib
import plistlib
import re

import report

MANIFEST = "PrivacyInfo.xcprivacy"
# The products that apps link. All others are commands, or for tests, which aren't submitted.
APP_PRODUCTS = ["HandMadeMocks", "LuaRuntime", "MockDebugModes", "MockLua", "MockPreviews", "MockServices"]
# The functions in each category, and the reasons that Apple lists for them.
CATEGORIES = {
    "FileTimestamp": (
        r"\b(?:f?stat|lstat|fstatat|f?getattrlist|getattrlistbulk|getattrlistat)\s*\(|\b(?:file)?[mM]odificationDate\b"
        r"|\b(?:content[MC]odificationDate|creationDate)(?:Key)?\b|\battributesOfItem\b",
        {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"}),
    "SystemBootTime": (r"\bsystemUptime\b|\bmach_absolute_time\b", {"35F9.1", "8FFB.1", "3D61.1"}),
    "DiskSpace": (
        r"\bvolume(?:Available|Total)Capacity\w*|\bsystem(?:Free)?Size\b|\bf?statv?fs\s*\(",
        {"85F4.1", "E174.1", "7D9E.1", "B728.1"}),
    "ActiveKeyboards": (r"\bactiveInputModes\b", {"3EC4.1", "54BD.1"}),
    "UserDefaults": (r"\b(?:NS)?UserDefaults\b", {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"}),
}
PREFIX = "NSPrivacyAccessedAPICategory"
COMMENT = re.compile(r"//.*?$|/\*.*?\*/", re.DOTALL | re.MULTILINE)


def linked_by_apps(package: dict) -> list[dict]:
    """The package's own targets that are linked into apps."""
    targets = {target["name"]: target for target in package["targets"]}
    names = [name for product in package["products"] if product["name"] in APP_PRODUCTS for name in product["targets"]]
    for name in names:
        if targets[name]["type"] == "macro":
            continue
        for dependency in targets[name]["dependencies"]:
            other = next(iter(dependency.values()))[0]
            if other in targets and other not in names:
                names.append(other)
    return [targets[name] for name in names if targets[name]["type"] == "regular"]


def called(folder: pathlib.Path, excluded: list[str]) -> dict[str, str]:
    """A place in the sources that calls a function of each category."""
    found: dict[str, str] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".swift", ".c", ".h") or str(file.relative_to(folder)).split("/")[0] in excluded:
            continue
        text = COMMENT.sub(lambda match: "\n" * match[0].count("\n"), file.read_text())
        for category, (pattern, _) in CATEGORIES.items():
            for match in re.finditer(pattern, text):
                line = text.count("\n", 0, match.start()) + 1
                found.setdefault(category, f"{file.name}:{line}: `{match[0].rstrip('( ')}`")
    return found


def problems(target: dict, folder: pathlib.Path) -> list[str]:
    place, wanted = f"{folder.name}/{MANIFEST}", called(folder, target.get("exclude", []))
    manifest = folder / MANIFEST
    if not manifest.exists():
        return [f"{folder.name}/{where} is of the category {category}, for which Apple requires a reason; write a {MANIFEST}"
                for category, where in wanted.items()]
    data = plistlib.loads(manifest.read_bytes())
    found = []
    if data.get("NSPrivacyTracking") is not False or data.get("NSPrivacyTrackingDomains") != []:
        found.append(f"{place}: does not declare that nothing is tracked")
    if data.get("NSPrivacyCollectedDataTypes") != []:
        found.append(f"{place}: does not declare that nothing is collected")
    given = {entry["NSPrivacyAccessedAPIType"].removeprefix(PREFIX): set(entry["NSPrivacyAccessedAPITypeReasons"])
             for entry in data.get("NSPrivacyAccessedAPITypes", [])}
    found += [f"{place}: lacks the category {category}, of {where}" for category, where in wanted.items()
              if category not in given]
    for category, reasons in given.items():
        if category not in wanted:
            found.append(f"{place}: names the category {category}, but nothing of it is called; remove it")
        elif not reasons or not reasons <= CATEGORIES[category][1]:
            found.append(f"{place}: gives none of Apple's reasons for {category}")
    if not any(resource["path"] == MANIFEST for resource in target.get("resources", [])):
        found.append(f"Package.swift: `{target['name']}` does not take its {MANIFEST} as a resource")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    parser.add_argument("--package", required=True, type=pathlib.Path, help="the manifest as Apple's platforms see it")
    options = parser.parse_args()
    targets = linked_by_apps(json.loads(options.package.read_text()))
    found, manifests = [], 0
    for target in targets:
        folder = options.root / (target.get("path") or f"Sources/{target['name']}")
        manifests += (folder / MANIFEST).exists()
        found += problems(target, folder)
    report.finish("check-apple", found, f"{len(targets)} targets that apps link have the {manifests} privacy manifests that they need")


if __name__ == "__main__":
    main()
