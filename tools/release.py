"""Makes a release: `make release VERSION=0.8.0`.

Checks first, and changes nothing if something is wrong or a translation is missing. Then it moves what stands under
"Unreleased" in CHANGELOG.md to a section of its own, sets the version in pyproject.toml, builds wheel and source
distribution into dist/, looks into both, and beside them the folder of static files (as a zip) and the container, if
this machine can build them. Then it commits and tags. It publishes nothing: it says at the end how to push. If a step
fails or is interrupted, everything is as it was before.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path
from typing import Annotated

import typer
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).parents[1]
CHANGELOG, PROJECT, DIST = "CHANGELOG.md", "pyproject.toml", "dist"
UNRELEASED = "## Unreleased\n"
BRANCH = "main"
CONTAINER = "deploy/Containerfile"
CHECKS = (  # a translation may be late every day but this one
    (sys.executable, "tools/catalogs.py", "--release"),
    ("make", "check"),
)
NAMED = re.compile(r'(?m)^version = "([^"]+)"$')


class NotReleased(Exception):
    """Why there is no release, in a sentence."""


# --- the texts


def cut(changelog: str, version: str, day: str) -> str:
    """The changelog with all that is unreleased under the new version. Raises NotReleased if that is nothing."""
    before, found, rest = changelog.partition(UNRELEASED)
    if not found:
        raise NotReleased(f"{CHANGELOG} has no section '{UNRELEASED.strip()}'")
    new, at, older = rest.partition("\n## ")
    if not new.strip():
        raise NotReleased(f"{CHANGELOG} lists nothing under '{UNRELEASED.strip()}', so there is nothing to release")
    return f"{before}{UNRELEASED}\n## {version} ({day})\n\n{new.strip()}\n{at}{older}"


def with_version(project: str, version: str) -> str:
    """The text of pyproject.toml with another version."""
    return NAMED.sub(f'version = "{version}"', project, count=1)


def checked_version(wanted: str, now: str) -> Version:
    """The version that was asked for. Raises NotReleased if it is not X.Y.Z or not newer than the present one."""
    try:
        version = Version(wanted)
    except InvalidVersion:
        raise NotReleased(f"'{wanted}' is no version; write it as in: make release VERSION=0.8.0") from None
    if str(version) != wanted or len(version.release) != 3 or version.is_prerelease or version.is_postrelease:
        raise NotReleased(f"'{wanted}' is not a version of three numbers, such as 0.8.0")
    if version <= Version(now):
        raise NotReleased(f"{wanted} is not newer than {now}, the version in {PROJECT}")
    return version


def after(version: Version) -> str:
    """The version of the work that follows a release: 0.9.0.dev0 follows 0.8.0."""
    major, minor, _ = version.release
    return f"{major}.{minor + 1}.0.dev0"


# --- the steps


def git(root: Path, *words: str) -> str:
    """What git prints. Raises NotReleased with git's own words if it fails."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReleased(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def check_clone(root: Path, version: str) -> None:
    """Raises NotReleased unless this is a clean clone on the main branch, without the version's tag."""
    branch = git(root, "branch", "--show-current")
    if branch != BRANCH:
        raise NotReleased(f"releases are made on the branch {BRANCH}, and this is {branch or 'no branch'}")
    if changed := git(root, "status", "--porcelain"):
        raise NotReleased(f"commit or remove your changes first:\n{changed}")
    if git(root, "tag", "--list", f"v{version}"):
        raise NotReleased(f"the tag v{version} exists already")


@contextmanager
def undone_on_failure(root: Path, version: str) -> Iterator[None]:
    """Puts commits, files and the tag back if the work inside fails or is interrupted. The clone must be clean."""
    head = git(root, "rev-parse", "HEAD")
    there = set(root.joinpath(DIST).glob("*"))
    try:
        yield
    except BaseException:
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not stop it half undone
        try:
            git(root, "tag", "--delete", f"v{version}") if git(root, "tag", "--list", f"v{version}") else None
            git(root, "reset", "--quiet", "--hard", head)
            for path in set(root.joinpath(DIST).glob("*")) - there:
                path.unlink()
        finally:
            signal.signal(signal.SIGINT, heard)
        raise


def run(root: Path, command: Sequence[str], around: Mapping[str, str] | None = None) -> None:
    """Runs a command, with these variables `around` it, and shows what it prints. Raises NotReleased if it fails."""
    if subprocess.run(command, cwd=root, check=False, env={**os.environ, **(around or {})}).returncode:
        raise NotReleased(f"`{' '.join(command)}` failed; nothing was released")


def build(root: Path, version: str) -> list[Path]:
    """Builds wheel and source distribution, and looks into both. Raises NotReleased if one is wrong."""
    run(root, [sys.executable, "-m", "hatchling", "build", "-d", DIST])
    wheel = root / DIST / f"breakaway-{version}-py3-none-any.whl"
    source = root / DIST / f"breakaway-{version}.tar.gz"
    for path in (wheel, source):
        if not path.exists():
            raise NotReleased(f"the build made no {path.name}")
    with zipfile.ZipFile(wheel) as held:
        inside = set(held.namelist())
        info = f"breakaway-{version}.dist-info"
        said = message_from_bytes(held.read(f"{info}/METADATA"))["Version"]
    if said != version:
        raise NotReleased(f"{wheel.name} says that it is version {said}")
    tracked = git(root, "ls-files", "src/breakaway", "tests/cases").split("\n")
    wanted = {each.removeprefix("src/").replace("tests/cases", "breakaway/cases", 1) for each in tracked}
    wanted |= {f"{info}/licenses/LICENSE", f"{info}/licenses/NOTICE", f"{info}/entry_points.txt"}
    if missing := sorted(wanted - inside):
        raise NotReleased(f"{wheel.name} lacks {len(missing)} files, the first: {missing[0]}")
    with tarfile.open(source) as packed:
        names = set(packed.getnames())
    wanted = {f"breakaway-{version}/{each}" for each in (*tracked, PROJECT, "README.md", "LICENSE", "NOTICE")}
    if missing := sorted(wanted - names):
        raise NotReleased(f"{source.name} lacks {len(missing)} files, the first: {missing[0]}")
    return [wheel, source]


@dataclass(frozen=True)
class Built:
    """One more thing that was built, or why it was not, as a sentence."""

    path: Path | None = None
    why_not: str = ""


def build_site(root: Path, version: str, wheel: Path) -> Built:
    """Builds the folder of static files from the `wheel`, with the documentation of `root`, and zips it.

    Raises NotReleased if that fails.
    """
    missing = [each for each in ("node", "npm") if shutil.which(each) is None]
    if missing:
        return Built(
            why_not=f"No folder of static files was built: {' and '.join(missing)} must be installed for that."
        )
    name = f"breakaway-{version}-site"
    with tempfile.TemporaryDirectory() as folder:
        program, site = Path(folder) / "program", Path(folder) / name
        with zipfile.ZipFile(wheel) as held:  # it is plain Python: unpacked is installed
            held.extractall(program)
        words = ["-P", "-m", "breakaway", "site", "--out", str(site), "--docs", str(root)]
        run(root, [sys.executable, *words], {"PYTHONPATH": str(program)})
        if not (site / "files.json").exists():
            raise NotReleased("`breakaway site` built no folder")
        made = shutil.make_archive(str(root / DIST / name), "zip", folder, name)
    return Built(Path(made))


def build_container(root: Path, version: str) -> Built:
    """Builds the container by deploy/Containerfile and saves its image. Raises NotReleased if that fails."""
    for tool in ("podman", "docker"):
        if shutil.which(tool) and not subprocess.run([tool, "info"], capture_output=True, check=False).returncode:
            image = f"breakaway:{version}"
            path = root / DIST / f"breakaway-{version}-container.tar"
            run(root, [tool, "build", "--tag", image, "--file", CONTAINER, "."])
            run(root, [tool, "save", "--output", str(path), image])
            return Built(path)
    return Built(
        why_not="No container was built: neither podman nor docker runs here. "
        f"Where one does: podman build -t breakaway:{version} -f {CONTAINER} ."
    )


def release(
    root: Path, wanted: str, day: str, checks: Sequence[Sequence[str]], packages_only: bool = False
) -> list[str]:
    """Makes the release and returns what to say about it. `packages_only`: neither the site nor the container.

    Raises NotReleased.
    """
    project = (root / PROJECT).read_text(encoding="utf-8")
    version = checked_version(wanted, tomllib.loads(project)["project"]["version"])
    check_clone(root, wanted)
    changelog = cut((root / CHANGELOG).read_text(encoding="utf-8"), wanted, day)
    for check in checks:
        run(root, check)
    if checks:
        check_clone(root, wanted)  # the checks take a minute, and somebody may have gone on working
    with undone_on_failure(root, wanted):
        (root / CHANGELOG).write_text(changelog, encoding="utf-8")
        (root / PROJECT).write_text(with_version(project, wanted), encoding="utf-8")
        built = build(root, wanted)
        more = [] if packages_only else [build_site(root, wanted, built[0]), build_container(root, wanted)]
        built += [each.path for each in more if each.path]
        git(root, "commit", "--quiet", "--all", "--message", f"Breakaway {wanted}")
        git(root, "tag", "--annotate", f"v{wanted}", "--message", f"Breakaway {wanted}")
        (root / PROJECT).write_text(with_version(project, after(version)), encoding="utf-8")
        git(root, "commit", "--quiet", "--all", "--message", f"After {wanted}: work on {after(version)}")
    addresses = tomllib.loads(project)["project"]["urls"].values()
    placeholders = [each for each in addresses if ".example/" in each]
    return [
        *(each.why_not for each in more if each.why_not),
        *(f"Before you publish it: {each} in {PROJECT} is no real address yet." for each in placeholders),
        f"Breakaway {wanted} is committed and tagged v{wanted}.",
        f"Built in {DIST}/: {', '.join(path.name for path in built)}",
        f"The version in {PROJECT} is now {after(version)}.",
        f"Next: `git push origin {BRANCH} v{wanted}`. When the tests have passed, upload the files in {DIST}/.",
    ]


def main(
    version: Annotated[str, typer.Argument(help="The new version, such as 0.8.0.")],
    skip_checks: Annotated[bool, typer.Option(help="Check neither translations nor code first.")] = False,
    packages_only: Annotated[bool, typer.Option(help="Build neither the site nor the container.")] = False,
) -> None:
    """Makes a release: checks, changelog, version, wheel and source distribution, commit and tag."""
    try:
        said = release(ROOT, version, f"{datetime.now(UTC):%Y-%m-%d}", () if skip_checks else CHECKS, packages_only)
    except NotReleased as error:
        typer.echo(f"No release: {error}", err=True)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        typer.echo("No release: you stopped it, and everything is as it was before.", err=True)
        raise SystemExit(130) from None
    typer.echo("\n".join(said))


if __name__ == "__main__":
    typer.run(main)
