"""A release is checked, cut, built and tagged as a whole, or not at all (tools/release.py)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from tools import release as steps
from tools.release import NotReleased, after, build_container, build_site, checked_version, cut, with_version

ROOT = Path(__file__).parents[2]
LOG = "# Changelog\n\n## Unreleased\n\n- New.\n  More.\n\n## 0.7.0 (2026-11-27)\n\nOld.\n\n- Older.\n"


def test_the_changelog_is_cut_and_begins_anew():
    assert cut(LOG, "0.8.0", "2026-12-01") == (
        "# Changelog\n\n## Unreleased\n\n## 0.8.0 (2026-12-01)\n\n- New.\n  More.\n\n"
        "## 0.7.0 (2026-11-27)\n\nOld.\n\n- Older.\n"
    )
    assert cut("# C\n\n## Unreleased\n\n- One.\n", "0.1.0", "d") == "# C\n\n## Unreleased\n\n## 0.1.0 (d)\n\n- One.\n"


@pytest.mark.parametrize("log", ["# Changelog\n", cut(LOG, "0.8.0", "2026-12-01")])
def test_a_changelog_with_nothing_new_is_no_release(log):
    with pytest.raises(NotReleased, match=r"CHANGELOG\.md (has no section|lists nothing)"):
        cut(log, "0.9.0", "2026-12-02")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("", "'' is no version"),
        ("eight", "'eight' is no version"),
        ("0.8", "'0.8' is not a version of three numbers"),
        ("v0.8.0", "'v0.8.0' is not a version of three numbers"),
        ("0.8.0rc1", "'0.8.0rc1' is not a version of three numbers"),
        ("0.7.0", "0.7.0 is not newer than 0.8.0.dev0, the version in pyproject.toml"),
    ],
)
def test_a_version_that_is_none_or_not_newer_is_refused(wanted, said):
    with pytest.raises(NotReleased, match=said):
        checked_version(wanted, "0.8.0.dev0")


def test_the_version_after_a_release_is_the_next_one_in_development():
    assert after(checked_version("0.8.0", "0.8.0.dev0")) == "0.9.0.dev0"
    assert after(checked_version("1.2.3", "0.8.0.dev0")) == "1.3.0.dev0"
    assert with_version('name = "a"\nversion = "0.8.0"\n', "1.0.0") == 'name = "a"\nversion = "1.0.0"\n'


def test_the_metadata_say_who_made_it_where_it_is_and_what_it_is_about():
    said = metadata.metadata("breakaway")
    assert said["Author"] == "The Breakaway developers"
    assert said["License-Expression"] == "MIT"
    assert {each.partition(",")[0] for each in said.get_all("Project-URL")} == {
        "Homepage", "Documentation", "Source", "Issues", "Changelog"
    }  # fmt: skip
    assert "play by email" in said["Keywords"].split(",")
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= set(
        said.get_all("Classifier")
    )
    assert said.get_all("License-File") == ["LICENSE", "NOTICE"]


# --- a release that ends early, in a repository of three files


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A clean repository with what a release reads and changes. Building makes one file."""
    (tmp_path / "CHANGELOG.md").write_text(LOG, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.7.0"\nurls = {}\n', encoding="utf-8")
    (tmp_path / ".gitignore").write_text("dist/\n", encoding="utf-8")
    begin(tmp_path)

    def build(root: Path, version: str) -> list[Path]:
        (root / "dist").mkdir(exist_ok=True)
        (root / "dist" / version).touch()
        return [root / "dist" / version]

    monkeypatch.setattr(steps, "build", build)
    monkeypatch.setattr(steps, "build_site", lambda *_given: steps.Built())
    monkeypatch.setattr(steps, "build_container", lambda *_given: steps.Built())
    return tmp_path


def holds(root: Path) -> tuple[str, ...]:
    """All that a release changes: the log, tags, changed files, both texts, and what is built."""
    texts = [(root / each).read_text(encoding="utf-8") for each in ("CHANGELOG.md", "pyproject.toml")]
    built = sorted(str(path) for path in (root / "dist").glob("*"))
    return (git(root, "log", "--format=%H"), git(root, "tag"), git(root, "status", "--porcelain"), *texts, *built)


def test_the_site_and_the_container_are_built_beside_the_packages_where_this_machine_can(small, monkeypatch):
    """Programs that only note how they are called stand for breakaway and docker."""
    ran: list[list[str]] = []

    def run(root: Path, words: list[str], around: dict[str, str] | None = None) -> None:
        ran.append([*words, *(f"{name}={Path(value).name}" for name, value in (around or {}).items())])
        if "site" in words:
            site = Path(words[words.index("--out") + 1])
            site.mkdir()
            (site / "files.json").write_text("{}")
        if "save" in words:
            Path(words[words.index("--output") + 1]).touch()

    docker = small / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text("#!/bin/sh\nexit $NO_DAEMON\n")
    docker.chmod(0o755)
    wheel = small / "dist" / "a.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("breakaway/__init__.py", "")
    monkeypatch.setattr(steps, "run", run)
    monkeypatch.setenv("PATH", f"{docker.parent}:/bin")
    monkeypatch.setattr(steps.shutil, "which", lambda name: str(docker) if name in ("docker", "node", "npm") else None)
    site = build_site(small, "0.8.0", wheel)
    assert site.path == small / "dist" / "breakaway-0.8.0-site.zip"
    assert zipfile.ZipFile(site.path).namelist()[-1] == "breakaway-0.8.0-site/files.json"
    assert ran[0][-3:] == ["--docs", str(small), "PYTHONPATH=program"]
    monkeypatch.setenv("NO_DAEMON", "1")
    assert build_container(small, "0.8.0").why_not == (
        "No container was built: neither podman nor docker runs here. "
        "Where one does: podman build -t breakaway:0.8.0 -f deploy/Containerfile ."
    )
    monkeypatch.setenv("NO_DAEMON", "0")
    container = build_container(small, "0.8.0")
    assert container.path == small / "dist" / "breakaway-0.8.0-container.tar"
    assert ran[-2] == ["docker", "build", "--tag", "breakaway:0.8.0", "--file", "deploy/Containerfile", "."]
    monkeypatch.setattr(steps.shutil, "which", lambda _name: None)
    assert build_site(small, "0.8.0", wheel).why_not == (
        "No folder of static files was built: node and npm must be installed for that."
    )


def test_a_release_says_what_it_did_not_build(small, monkeypatch):
    monkeypatch.setattr(steps, "build_site", lambda *_given: steps.Built(why_not="No folder."))
    monkeypatch.setattr(steps, "build_container", lambda *_given: steps.Built(Path("dist/image.tar")))
    said = steps.release(small, "0.8.0", "2026-12-01", ())
    assert "No folder." in said
    assert "Built in dist/: 0.8.0, image.tar" in said


STEPS = ["build", "commit", "tag", "second commit"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, NotReleased], ids=["stopped", "failed"])
@pytest.mark.parametrize("step", STEPS)
def test_a_release_that_is_stopped_or_fails_just_after_a_step_is_undone(small, monkeypatch, step, error):
    done, at = [], STEPS.index(step)
    build, run_git = steps.build, steps.git

    def after_step(name: str) -> None:
        done.append(name)
        if len(done) == at + 1:
            raise error

    def built(root: Path, version: str) -> list[Path]:
        paths = build(root, version)
        after_step("build")
        return paths

    def ran(root: Path, *words: str) -> str:
        said = run_git(root, *words)
        if words[0] == "commit" or words[:2] == ("tag", "--annotate"):
            after_step(words[0])
        return said

    monkeypatch.setattr(steps, "build", built)
    monkeypatch.setattr(steps, "git", ran)
    before = holds(small)
    with pytest.raises(error):
        steps.release(small, "0.8.0", "2026-12-01", [])
    assert done == ["build", "commit", "tag", "commit"][: at + 1]
    assert holds(small) == before
    monkeypatch.setattr(steps, "git", run_git)
    monkeypatch.setattr(steps, "build", build)
    assert "Breakaway 0.8.0 is committed and tagged v0.8.0." in steps.release(small, "0.8.0", "2026-12-01", [])


def test_a_second_ctrl_c_does_not_stop_it_half_undone(small, monkeypatch):
    run_git = steps.git

    def ran(root: Path, *words: str) -> str:
        if words[0] == "reset":
            signal.raise_signal(signal.SIGINT)
        said = run_git(root, *words)
        if words[:2] == ("tag", "--annotate"):
            signal.raise_signal(signal.SIGINT)
        return said

    monkeypatch.setattr(steps, "git", ran)
    before, heard = holds(small), signal.default_int_handler
    started_with = signal.signal(signal.SIGINT, heard)  # a shell starts what runs in the background without Ctrl-C
    try:
        with pytest.raises(KeyboardInterrupt):
            steps.release(small, "0.8.0", "2026-12-01", [])
        assert holds(small) == before
        assert signal.getsignal(signal.SIGINT) == heard
    finally:
        signal.signal(signal.SIGINT, started_with)


def test_what_somebody_changes_while_the_checks_run_is_kept_and_not_released(small):
    changes = [sys.executable, "-c", "open('CHANGELOG.md', 'a', encoding='utf-8').write('- Mine.')"]
    with pytest.raises(NotReleased, match=r"commit or remove your changes first:\nM CHANGELOG\.md"):
        steps.release(small, "0.8.0", "2026-12-01", [changes])
    assert (small / "CHANGELOG.md").read_text(encoding="utf-8").endswith("- Mine.")
    assert git(small, "log", "--format=%s") == "All of it"


def test_there_is_no_release_if_a_check_fails_or_without_a_branch(small):
    before = holds(small)
    with pytest.raises(NotReleased, match="exit\\(3\\)` failed; nothing was released"):
        steps.release(small, "0.8.0", "2026-12-01", [[sys.executable, "-c", "exit(3)"]])
    git(small, "checkout", "-q", "--detach")
    with pytest.raises(NotReleased, match="releases are made on the branch main, and this is no branch"):
        steps.release(small, "0.8.0", "2026-12-01", [])
    assert holds(small) == before


# --- a whole release, in a copy


@pytest.fixture
def clone(tmp_path):
    """A clean clone of this checkout as it stands."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for each in listed.stdout.split("\0"):
        if each and (ROOT / each).is_file():
            (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / each).write_bytes((ROOT / each).read_bytes())
    begin(tmp_path)
    return tmp_path


def begin(root: Path) -> None:
    """Makes a repository of the files in a folder."""
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "Ada Example")
    git(root, "config", "user.email", "ada@example.org")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "All of it")


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def release(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    made = [sys.executable, "tools/release.py", *words, "--skip-checks", "--packages-only"]
    return subprocess.run(made, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_release_is_built_committed_and_tagged_and_work_goes_on_under_the_next_version(clone):
    log = (clone / "CHANGELOG.md").read_text(encoding="utf-8")
    if not log.split("## Unreleased\n")[1].split("\n## ")[0].strip():  # just after a release
        (clone / "CHANGELOG.md").write_text(log.replace("## Unreleased\n", "## Unreleased\n\n- New.\n", 1))
        git(clone, "commit", "-qam", "Something new")
    done = release(clone, "98.0.0")
    assert done.returncode == 0, done.stderr
    assert "git push origin main v98.0.0" in done.stdout
    assert git(clone, "log", "--format=%s", "-2").split("\n") == [
        "After 98.0.0: work on 98.1.0.dev0", "Breakaway 98.0.0"
    ]  # fmt: skip
    assert git(clone, "rev-parse", "v98.0.0^{commit}") == git(clone, "rev-parse", "HEAD~1")
    assert "\n## 98.0.0 (" in git(clone, "show", "v98.0.0:CHANGELOG.md")
    assert git(clone, "status", "--porcelain") == ""
    with zipfile.ZipFile(clone / "dist" / "breakaway-98.0.0-py3-none-any.whl") as wheel:
        assert "breakaway/games/fate/rules.toml" in wheel.namelist()
    assert (clone / "dist" / "breakaway-98.0.0.tar.gz").exists()
    again = release(clone, "98.0.0")
    assert (again.returncode, again.stderr) == (
        1, "No release: 98.0.0 is not newer than 98.1.0.dev0, the version in pyproject.toml\n"
    )  # fmt: skip


GREETING = "Oranges are served at half time."
FRONT_PAGE_IN_GERMAN = """
import pathlib, sys, tempfile
from breakaway.club.club import open_club
from tests.web.session import browser
with tempfile.TemporaryDirectory() as folder:
    club = open_club(pathlib.Path(folder, "club.sqlite"))
    sys.stdout.buffer.write(browser(club).get("/", headers={"accept-language": "de"}).content)
    club.close()
"""


@pytest.mark.slow
def test_a_new_sentence_is_shown_in_english_until_it_is_translated_and_only_a_release_needs_that(clone):
    page = clone / "src" / "breakaway" / "web" / "templates" / "front.html"
    text = page.read_text(encoding="utf-8")
    assert "{% block content %}" in text
    page.write_text(text.replace("{% block content %}", '{% block content %}<p>{{ _("' + GREETING + '") }}</p>'))
    git(clone, "commit", "-qam", "A new sentence")
    said = in_clone(clone, "-c", FRONT_PAGE_IN_GERMAN)
    assert f"<p>{GREETING}</p>" in said.stdout
    assert "Setz dich und spiele" in said.stdout
    checked = in_clone(clone, "tools/catalogs.py")
    assert (
        checked.returncode,
        f"warning: de/LC_MESSAGES/table.po: '{GREETING}' is not translated" in checked.stdout,
    ) == (0, True)
    refused = in_clone(clone, "tools/release.py", "98.0.0")
    assert refused.returncode == 1
    assert f"de/LC_MESSAGES/table.po: '{GREETING}' is not translated" in refused.stdout
    assert "tools/catalogs.py --release` failed; nothing was released" in refused.stderr
    assert (git(clone, "tag", "--list"), git(clone, "status", "--porcelain")) == ("", "")


def in_clone(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a clone, on the clone's own code."""
    around = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    return subprocess.run(
        [sys.executable, *words], cwd=root, env=around, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.slow
def test_a_release_that_cannot_be_made_changes_nothing(clone):
    head = git(clone, "rev-parse", "HEAD")
    git(clone, "tag", "v98.0.0")
    assert "the tag v98.0.0 exists already" in release(clone, "98.0.0").stderr
    (clone / "README.md").write_text("changed", encoding="utf-8")
    assert "commit or remove your changes first:\nM README.md" in release(clone, "98.0.1").stderr
    git(clone, "checkout", "-q", "README.md")
    git(clone, "checkout", "-q", "-b", "other")
    assert "releases are made on the branch main, and this is other" in release(clone, "98.0.1").stderr
    git(clone, "checkout", "-q", "main")
    project = (clone / "pyproject.toml").read_text(encoding="utf-8")
    (clone / "pyproject.toml").write_text(project.replace('packages = ["src/breakaway"]', 'packages = ["src/nothing"]'))
    git(clone, "commit", "-qam", "A build that fails")
    broken = git(clone, "rev-parse", "HEAD")
    done = release(clone, "98.0.1")
    assert done.returncode == 1
    assert "No release: " in done.stderr
    assert git(clone, "rev-parse", "HEAD") == broken != head
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "tag", "--list") == "v98.0.0"
    assert not list((clone / "dist").glob("*"))
