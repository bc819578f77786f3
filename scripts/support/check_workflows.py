"""Checks that everything that the workflows, the Xcode project, and the Swift Package Index refer to exists."""

import argparse
import json
import os
import pathlib
import re

from ruamel.yaml import YAML

import report

WORKFLOWS = ".github/workflows/*.yml"
PROJECTS = "examples/*/project.yml"
PATH = re.compile(r"(?:^|[\s'\"])((?:scripts|\.ci|examples|Sources)/[\w/.-]+)")
# The keys that this check allows in an XcodeGen project, which ignores misspelled ones.
TARGET_KEYS = {"type", "platform", "sources", "settings", "dependencies"}
PROJECT_KEYS = {"name", "options", "settings", "packages", "targets", "schemes"}


def read(path: pathlib.Path):
    return YAML(typ="safe").load(path.read_text())


class Checker:
    """Collects failures, so that one run shows them all."""

    def __init__(self, root: pathlib.Path, package: dict):
        self.root = root
        self.products = {product["name"] for product in package["products"] if "library" in product["type"]}
        self.targets = {target["name"]: target for target in package["targets"]}
        self.failures: list[str] = []
        self.made = set()

    def check_workflow(self, path: pathlib.Path):
        name = path.relative_to(self.root)
        for job, content in read(path)["jobs"].items():
            for step in content["steps"]:
                for file in PATH.findall(step.get("run", "")):
                    place = self.root / file
                    if not place.exists() and file not in self.made:
                        self.failures.append(f"{name}: job `{job}` names `{file}`, which doesn't exist")
                    elif file.startswith(("scripts/", ".ci/")) and not os.access(place, os.X_OK):
                        self.failures.append(f"{name}: job `{job}` runs `{file}`, which cannot be executed")

    def check_project(self, path: pathlib.Path):
        name, project = path.relative_to(self.root), read(path)
        self.made.add(f"{name.parent}/{project['name']}.xcodeproj")
        for key in sorted(set(project) - PROJECT_KEYS):
            self.failures.append(f"{name}: has the unknown key `{key}`")
        for package in project["packages"].values():
            if not (path.parent / package["path"] / "Package.swift").exists():
                self.failures.append(f"{name}: has no package in {package['path']}")
        for target, content in project["targets"].items():
            for key in sorted(set(content) - TARGET_KEYS):
                self.failures.append(f"{name}: target `{target}` has the unknown key `{key}`")
            for source in content["sources"]:
                folder = source if isinstance(source, str) else source["path"]
                if not (path.parent / folder).is_file() and not any((path.parent / folder).glob("*")):
                    self.failures.append(f"{name}: target `{target}` has no files in {folder}")
            for dependency in content["dependencies"]:
                product, other = dependency.get("product"), dependency.get("target")
                if product and product not in self.products:
                    self.failures.append(f"{name}: target `{target}` takes `{product}`, which isn't a library of the package")
                if other and other not in project["targets"]:
                    self.failures.append(f"{name}: target `{target}` takes `{other}`, which isn't a target of the project")
        for scheme, content in project["schemes"].items():
            for target in [*content["build"]["targets"], *content["test"]["targets"]]:
                if target not in project["targets"]:
                    self.failures.append(f"{name}: scheme `{scheme}` has `{target}`, which isn't a target of the project")

    def check_index(self, path: pathlib.Path):
        for config in read(path)["builder"]["configs"]:
            for target in config.get("documentation_targets", []):
                folder = self.root / (self.targets.get(target, {}).get("path") or f"Sources/{target}")
                if not (folder / f"{target}.docc").exists():
                    self.failures.append(f"{path.name}: `{target}` has no documentation")

    def check(self) -> int:
        projects, workflows = sorted(self.root.glob(PROJECTS)), sorted(self.root.glob(WORKFLOWS))
        if not projects or not workflows:
            self.failures.append("there is no workflow, or no project")
        for path in projects:
            self.check_project(path)
        for path in workflows:
            self.check_workflow(path)
        self.check_index(self.root / ".spi.yml")
        return len(projects) + len(workflows) + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    parser.add_argument("--package", required=True, type=pathlib.Path, help="what `dump-package` prints")
    options = parser.parse_args()
    checker = Checker(options.root.resolve(), json.loads(options.package.read_text()))
    count = checker.check()
    report.finish("check-workflows", checker.failures, f"{count} files follow the schema, and everything that they name exists")


main()
