"""Fail unless a member of the workspace stands alone in this environment: run by tox before its tests.

Installed are the member, what it declares and what its tests declare, all that this brings in, and nothing
else; and the estoc packages lie in site-packages, whole, not in the working tree.
"""

from __future__ import annotations

import sys
import sysconfig
import tomllib
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def needed(requirements: list[str]) -> set[str]:
    """The names of the distributions that these bring in, themselves included, on this interpreter."""
    names: set[str] = set()
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name not in names and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            names.add(name)
            waiting += [Requirement(each) for each in distribution(name).requires or ()]
    return names


def faults_of(package: Distribution) -> list[str]:
    """What is wrong with an installed package of ours: where it lies, what it lacks."""
    name = package.metadata["Name"].replace("-", "_")
    files = [str(file).replace("\\", "/") for file in package.files or ()]
    here = Path(str(package.locate_file(name))).resolve()
    site_packages = Path(sysconfig.get_path("purelib")).resolve()
    faults = [] if here.is_dir() and here.parent == site_packages else [f"{name} is not in {site_packages}"]
    for end in (f"{name}/py.typed", ".dist-info/licenses/LICENSE"):
        if not any(file.endswith(end) for file in files):
            faults.append(f"{name} was installed without {end}")
    return faults


def main(member: str) -> int:
    """Hold the environment against the member's pyproject.toml; 1 when it isn't as declared."""
    declared = tomllib.loads(Path(member, "pyproject.toml").read_text(encoding="utf-8"))
    wanted = needed([declared["project"]["name"], *declared["dependency-groups"]["test"]])
    installed = {canonicalize_name(each.metadata["Name"]) for each in distributions()}
    faults = [f"not declared, yet installed: {name}" for name in sorted(installed - wanted)]
    for name in sorted(installed):
        if name.split("-")[0] == "estoc":
            faults += faults_of(distribution(name))
    print(*faults or [f"{declared['project']['name']} stands alone among {len(installed)}"], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
