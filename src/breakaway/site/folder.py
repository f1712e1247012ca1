"""Builds the folder of static files: Python for the browser, this program, what it needs, and the pages around it.

Two things come from the registries, by the clients that are there: Pyodide from npm, and pydantic-core, the only
package here that is not plain Python. Everything else is taken from this installation.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib.metadata as metadata
import importlib.util
import io
import json
import lzma
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import platformdirs

from breakaway.core import odds
from breakaway.core.language import UserError, _, languages, marked, spoken
from breakaway.core.state import json_of
from breakaway.core.version import UNKNOWN, version
from breakaway.site import bots, documentation

PYODIDE = "314.0.7"
SEALED = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
PACKAGES = f"/lib/python{PYTHON}/site-packages"  # where Python looks for them in the browser
ROOTS = (
    *("alembic", "fastapi", "jinja2", "platformdirs", "prometheus-client", "pydantic", "python-multipart", "rich"),
    *("segno", "sqlalchemy", "tzdata"),
)
COMPILED = "pydantic-core"
ELSEWHERE = ("greenlet", "pydantic-core", "uvicorn", "cffi", "pycparser", "cryptography")
# What nothing in a browser needs: commands, all of the lab that needs NumPy (reviews, advice and odds do not), other
# databases, tests, and colors for source code. `tests/site/test_folder.py` looks for imports of what is left out.
LEFT_OUT = re.compile(
    r"breakaway/(cases|cli|research|site/(static|theme)|terminal)/|breakaway/site/(documentation|folder)\.py|"
    r"breakaway/lab/(?!__init__|kindest|odds|review)|"
    r"breakaway/games/\w+/(lab/(balance|differences|many_snaps|rate|report)|terminal(_box)?)\.|"
    r"breakaway/games/fate/lab/(best_response|compress|overtime|solve_command|table_response)\.|"
    r"breakaway/games/fate/lab/(situations|solution|solver)\.|"
    r"(alembic|sqlalchemy)/(testing|templates)/|sqlalchemy/(dialects/(mssql|mysql|oracle)/|orm/)|"
    r"sqlalchemy/ext/(?!__init__|compiler)|(markdown_it|mdurl|pygments)/|prometheus_client/(aiohttp|django|twisted)/|"
    r"pydantic/(v1/|mypy\.py|_hypothesis)|anyio/(_backends/_trio|pytest_plugin)\.py|.*/(sboms|tests?)/|bin/|share/|"
    r"rich/_unicode_data/unicode(?!17|_versions)|tzdata/zoneinfo/(\w+\.tab|tzdata\.zi|leapseconds)|\.\./"
)
STATIC = Path(__file__).parent / "static"
WORDS = {  # what the page around the pages says
    "loading": marked("Loading. This is needed only once: afterwards, Breakaway starts without a network."),
    "renewing": marked("Loading the new version …"),
    "starting": marked("Starting …"),
    "bar": marked("Loaded so far"),
    "sizes": marked("{loaded} of {whole} MB"),
    "fault": marked("Breakaway cannot start in this browser."),
    "insecure": marked("This browser has no service workers here: open this page over https or on localhost."),
    "script": marked("Breakaway runs in your browser and needs JavaScript for that."),
    "news": marked("There is a new version."),
    "load": marked("Load it"),
    "notRenewed": marked("The new version could not be loaded: there is no connection, or no room. You can play on."),
}
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".tar": "application/x-tar",
}
PROGRAM, TABLES = "program.tar", "tables.tar"  # which Python unpacks, the first time
# The tables of winning chances are numbers of two bytes, most of which differ little from the one before.
FILTERS: dict[str, list[dict[str, int]]] = {
    PROGRAM: [{"id": lzma.FILTER_LZMA2, "preset": 7}],
    TABLES: [{"id": lzma.FILTER_DELTA, "dist": 2}, {"id": lzma.FILTER_LZMA2, "preset": 6, "lp": 1, "pb": 1}],
}
PACKED = (".wasm", ".zip", ".mjs", ".json")
WORTH_PACKING = 50_000  # bytes


def downloads() -> Path:
    """The folder in which downloads are kept."""
    return Path(platformdirs.user_cache_dir("breakaway")) / "site"


def build(out: Path, kept: Path, report: Callable[[str], object] = print, docs: Path | None = None) -> None:
    """Builds the site in the folder `out`.

    `kept` is a folder for what is downloaded, which is used again the next time. `report` is called with each step.
    `docs`: a clone with the texts of the documentation, if it is not the one that this program runs from.
    Raises UserError if `out` holds something else, if a package is not installed or if something cannot be downloaded.
    """
    if out.exists() and any(out.iterdir()) and not (out / "files.json").exists():
        raise UserError(f"{out} has other files in it: name a new folder, or one that was built before")
    missing = sorted(set(ROOTS) - set(closure(ROOTS)))
    if missing:
        raise UserError(f"building the site needs {', '.join(missing)}: pip install 'breakaway[web]'")
    kept.mkdir(parents=True, exist_ok=True)
    report("Python for the browser …")
    runtime = _runtime(kept)
    report("The program …")
    with tempfile.TemporaryDirectory(dir=kept) as folder:  # another one may be built at the same time
        work, fresh = Path(folder) / "program", Path(folder) / "site"
        fresh.mkdir()
        _gather(work, kept)
        _unfold(work, fresh / TABLES)
        _compile(runtime, work, fresh)
        for name in RUNTIME:
            if not (fresh / name).exists():
                shutil.copyfile(runtime / name, fresh / name)
        for each in STATIC.iterdir():
            shutil.copyfile(each, fresh / each.name)
        shutil.copyfile(STATIC.parents[1] / "web" / "static" / "icon.svg", fresh / "icon.svg")
        _add_words(fresh)
        _add_licences(work, runtime, fresh / "licences")
        bots.add_pages(fresh)
        _document(fresh, report, docs)
        _list(fresh)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(fresh, out)
    size = sum(each["size"] for each in json_of((out / "files.json").read_text("utf-8"))["files"])
    report(f"{out}: {size / 1e6:.1f} MB at the first visit. Any server of static files can serve this folder.")


def serve(place: Path, port: int = 8010) -> None:
    """Shows the folder `place` at this machine, at this `port`, until somebody stops it. Raises UserError."""

    class FolderFiles(SimpleHTTPRequestHandler):
        def guess_type(self, path: Any) -> str:
            return TYPES.get(Path(path).suffix) or super().guess_type(path)

        def log_message(self, *_said: object) -> None:
            """Says nothing."""

    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(FolderFiles, directory=str(place)))
    except OSError as error:
        raise UserError(f"port {port}: {error.strerror or error}") from None
    print(f"Breakaway is at http://localhost:{port}/  (Ctrl-C stops it)", flush=True)
    with server, suppress(KeyboardInterrupt):
        server.serve_forever()


def _run(*words: str, cwd: Path) -> str:
    """What a program prints. Raises UserError if it is missing or fails."""
    try:
        done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    except FileNotFoundError:
        raise UserError(f"building the site needs {words[0]!r}: install it first") from None
    if done.returncode:
        said = [each[:200] for each in (done.stderr.strip() or done.stdout.strip()).splitlines() if each.strip()]
        raise UserError(f"{' '.join(words[:4])} failed:\n" + "\n".join(said[-12:]))
    return done.stdout


def _runtime(kept: Path) -> Path:
    """The folder of Pyodide, from npm."""
    place, packed = kept / f"pyodide-{PYODIDE}", kept / f"pyodide-{PYODIDE}.tgz"
    if not packed.exists():
        _run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", cwd=kept)
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if found != SEALED:
        packed.unlink()
        raise UserError(f"pyodide {PYODIDE} is not the file that this program knows: its SHA-512 is {found}")
    if not place.exists():
        with tarfile.open(packed) as files:
            files.extractall(place, filter="data")
    return place / "package"


def _gather(work: Path, kept: Path) -> None:
    """Copies this program and all packages that it needs in a browser to the folder `work`."""
    ours = Path(__file__).parents[1]
    for path in _sources(ours.parent, ours.rglob("*")):
        _copy(ours.parent / path, work / path)
    for name in closure(ROOTS):
        found = metadata.distribution(name)
        root = Path(str(found.locate_file("")))
        for path in _sources(root, (root / each for each in found.files or ())):
            _copy(root / path, work / path)
    if version() != UNKNOWN:  # pages and records name it
        about = work / f"breakaway-{version()}.dist-info" / "METADATA"
        about.parent.mkdir()
        about.write_text(f"Metadata-Version: 2.1\nName: breakaway\nVersion: {version()}\n", "utf-8")
    needed = metadata.version(COMPILED)
    has_pip = importlib.util.find_spec("pip") is not None  # uv makes environments without
    pip = (*((sys.executable, "-m") if has_pip else ("uv", "tool", "run")), "pip", "download", "--quiet", "--no-deps")
    wheels = kept / "wheels"
    wheels.mkdir(exist_ok=True)
    wheel = next(wheels.glob(f"{COMPILED.replace('-', '_')}-{needed}-*.whl"), None)
    if wheel is None:
        where = ("--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON, "--dest", str(wheels))
        _run(*pip, *where, f"{COMPILED}=={needed}", cwd=kept)
        wheel = next(wheels.glob(f"{COMPILED.replace('-', '_')}-{needed}-*.whl"))
    with zipfile.ZipFile(wheel) as files:
        files.extractall(work)


def closure(names: Iterable[str]) -> list[str]:
    """The installed packages with these `names`, and all that they need to run in a browser, sorted."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = re.sub(r"[-_.]+", "-", left.pop()).lower()
        if name in found or name in ELSEWHERE:
            continue
        try:
            needed = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # needed only on another platform, or by an older Python
        found.add(name)
        left += [re.split(r"[ ;<>=!~\[(]", each, maxsplit=1)[0] for each in needed if "extra ==" not in each]
    return sorted(found)


def _sources(root: Path, paths: Iterable[Path]) -> Iterator[Path]:
    """The paths below `root` of plain Python and its data."""
    for path in paths:
        found = path.resolve()
        if not found.is_file() or "__pycache__" in found.parts or not found.is_relative_to(root.resolve()):
            continue
        if LEFT_OUT.match(found.relative_to(root.resolve()).as_posix()):
            continue
        if found.suffix not in (".so", ".pyd", ".pyc", ".c", ".pyx", ".pxd", ".pyi", ".h"):
            yield found.relative_to(root.resolve())


def _copy(source: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, to)


def _unfold(work: Path, place: Path) -> None:
    """Puts the tables of winning chances into the tar file `place`, and takes them from the program in `work`."""
    with tarfile.open(place, "w", format=tarfile.USTAR_FORMAT) as out:
        for path in sorted([*work.rglob("winning.toml"), *work.rglob("endings.toml")]):
            data = odds.unfolded(odds.load(path))
            entry = tarfile.TarInfo(path.relative_to(work).with_suffix(odds.UNFOLDED).as_posix())
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))
            path.unlink()


# Without the columns of each instruction, which only tracebacks show, the program is a fifth smaller.
COMPILER = """
import {{ loadPyodide }} from "{runtime}/pyodide.mjs";
import fs from "node:fs";
const python = await loadPyodide({{ indexURL: "{runtime}/", env: {{ PYTHONNODEBUGRANGES: "1" }} }});
python.FS.mkdirTree("/work");
python.mountNodeFS("/work", "{work}");
python.mountNodeFS("/mnt", "{out}");
try {{
  python.runPython(fs.readFileSync("{script}", "utf8"));
}} catch (error) {{ // its message alone: Node would print the whole runtime before it
  console.error(error.message);
  process.exit(1);
}}
"""

# Runs in the browser's Python. Alembic reads the migrations as sources, and anyio's lazy imports read their own file.
# What Python starts with of the standard library goes into a file of its own, and the rest with the program: that is
# packed better, but only Python can unpack it.
PACK = """
import sys

STARTED = {each.partition(".")[0] for each in sys.modules} | {"lzma", "compression", "tarfile"}

import ast, importlib.util, io, marshal, pathlib, struct, tarfile, zipfile

HEAD = importlib.util.MAGIC_NUMBER + struct.pack("<III", 0, 0, 0)
UNUSED = (
    *("_pyrepl/", "curses/", "dbm/", "doctest", "ensurepip/", "idlelib/", "lib2to3/", "pdb", "pickletools"),
    *("plistlib", "pydoc", "test/", "tkinter/", "turtle", "unittest/", "venv/", "xml/dom/", "xmlrpc/"),
    *("asyncio/windows", "asyncio/proactor", "_pydatetime", "_pyio", "_pydecimal", "encodings/mac_"),
)

def bare(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if ast.get_docstring(node, False):
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def compiled(source, where):
    return HEAD + marshal.dumps(compile(source, where, "exec", dont_inherit=True, optimize=0))

def read(root):
    for path in sorted(each for each in root.rglob("*") if each.is_file()):
        name, data = str(path.relative_to(root)), path.read_bytes()
        if name.endswith(".dist-info/METADATA"):
            yield name, data.partition(b"\\n\\n")[0]
        elif ".dist-info/" in name:
            pass
        elif path.suffix != ".py" or "/migrations/" in name or name == "anyio/__init__.py":
            yield name, data
        else:
            yield name + "c", compiled(bare(data), f"@PACKAGES@/{name}")

def standard(library):
    with zipfile.ZipFile(library) as found:
        for name in sorted(found.namelist()):
            data = found.read(name)
            if name.startswith(UNUSED) or name.endswith("/"):
                continue
            starts = name.split("/")[0].partition(".")[0] in STARTED
            if name.endswith(".py"):
                where = f"{library if starts else '@PACKAGES@'}/{name}"
                yield starts, name + "c", compiled(bare(data), where)
            else:
                yield starts, name, data

later = dict(read(pathlib.Path("/work")))
with zipfile.ZipFile("/mnt/python_stdlib.zip", "w", zipfile.ZIP_STORED) as out:
    for starts, name, data in standard(next(each for each in sys.path if each.endswith(".zip"))):
        if starts:
            out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
        else:
            later[name] = data
with tarfile.open("/mnt/program.tar", "w", format=tarfile.USTAR_FORMAT) as out:
    for name in sorted(later, key=lambda name: (pathlib.PurePath(name).suffix, name)):
        entry = tarfile.TarInfo(name)
        entry.size = len(later[name])
        out.addfile(entry, io.BytesIO(later[name]))
"""


def _compile(runtime: Path, work: Path, out: Path) -> None:
    """Compiles the program in the folder `work` with the Python of the browser, so that it starts quickly, and puts it
    and the standard library into the folder `out`.
    """
    script, pack = out / "compile.mjs", out / "pack.py"
    pack.write_text(PACK.replace("@PACKAGES@", PACKAGES), "utf-8")
    given = {"runtime": runtime, "work": work, "out": out, "script": pack}
    script.write_text(COMPILER.format(**{name: path.resolve() for name, path in given.items()}), "utf-8")
    _run("node", str(script.resolve()), cwd=out)
    script.unlink()
    pack.unlink()


def _add_licences(work: Path, runtime: Path, place: Path) -> None:
    """Puts the licences of everything that is in the site into the folder `place`."""
    place.mkdir()
    for path in work.glob("*.dist-info/**/*"):
        if path.is_file() and re.match(r"(licen[sc]e|copying|notice|authors)", path.name, re.IGNORECASE):
            package = path.relative_to(work).parts[0].removesuffix(".dist-info")
            shutil.copyfile(path, place / f"{package} {path.name}.txt")
    for name in metadata.distribution("breakaway").metadata.get_all("License-File") or ():
        text = metadata.distribution("breakaway").read_text(f"licenses/{name}")
        if text:
            (place / f"breakaway {name}.txt").write_text(text, "utf-8")
    shutil.copyfile(runtime / "README.md", place / f"pyodide-{PYODIDE} README.txt")


def _document(site: Path, report: Callable[[str], object], docs: Path | None) -> None:
    """Adds the documentation to the folder `site`, or a page that says why it was left out."""
    root = documentation.repository(docs)
    place, why = site / documentation.FOLDER, documentation.why_left_out(root)
    if why or root is None:
        report(why)
        documentation.leave_out(place, why)
        return
    report("The documentation …")
    report(f"{documentation.build(root, place)} pages of documentation")
    documentation.add_licences(site / "licences")


def _add_words(site: Path) -> None:
    """Writes the English words into the page around the pages, and all words into a file beside it."""
    page = (site / "index.html").read_text("utf-8")
    for name, text in WORDS.items():
        page = page.replace(f"{{{{{name}}}}}", text)
    (site / "index.html").write_text(page, "utf-8")
    found: dict[str, dict[str, str]] = {}
    for each in languages():
        with spoken(each):
            found[each] = {name: _(text) for name, text in WORDS.items()}
    (site / "words.json").write_text(json.dumps(found, ensure_ascii=False), "utf-8")


def _list(site: Path) -> None:
    """Packs the large files, and lists all files with their sizes on the wire, and the edition that they make."""
    files, whole = [], hashlib.sha256()
    for path in sorted(site.iterdir()):
        if not path.is_file() or path.name == "service-worker.js":
            continue
        data = path.read_bytes()
        whole.update(path.name.encode() + b"\0" + hashlib.sha256(data).digest())
        found: dict[str, object] = {"name": path.name, "type": TYPES[path.suffix], "size": len(data)}
        packed, ending = b"", ".gz"
        if path.name in FILTERS:
            packed, ending = lzma.compress(data, filters=FILTERS[path.name]), ".xz"
        elif path.suffix in PACKED and len(data) > WORTH_PACKING:
            packed = gzip.compress(data, 9, mtime=0)
        if packed:
            path.with_name(path.name + ending).write_bytes(packed)
            path.unlink()
            found |= {"packed": path.name + ending, "size": len(packed), "whole": len(data)}
        files.append(found)
    listed = {"edition": whole.hexdigest()[:16], "packages": PACKAGES, "files": files}
    (site / "files.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
