"""The files in `deploy` and the commands in docs/serve.md: they name what exists, and real programs accept them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import ssl
import subprocess
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
import typer
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from breakaway.cli.main import app
from tests.web.programs import Program, free_port, until
from tests.web.test_nginx import AROUND

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "serve.md").read_text("utf-8")
FILES = sorted(each.name for each in DEPLOY.iterdir())
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CADDY = shutil.which("caddy")


def words_of(command: str) -> list[str]:
    """A command's words, without what a shell or a unit adds."""
    found = shlex.split(command.replace("\\\n", " "), comments=True)
    return [each.strip("'") for each in found]


def commands() -> list[tuple[str, list[str]]]:
    """Every command of ours in the page and in the files, as where it stands and its words."""
    found = []
    for block in re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        for line in re.sub(r"\\\n", " ", block).splitlines():
            if match := re.match(r"(?:[A-Z_]+=\S+ )*breakaway (.+)", line):
                found.append(("docs/serve.md", words_of(match[1])))
    for line in re.findall(r"`breakaway ([^`]+)`", PAGE):
        found.append(("docs/serve.md", words_of(line)))
    for path in DEPLOY.iterdir():
        text = re.sub(r"\\\n", " ", path.read_text("utf-8"))
        for line in text.splitlines():
            if match := re.search(r"(?:/bin/|# The server: )breakaway ([^']+)'?$", line):
                found.append((path.name, words_of(match[1])))
    found.append(("Containerfile", container_command()))
    found.append(("compose.yaml", compose()["services"]["breakaway"]["command"]))
    return found


def container_command() -> list[str]:
    (given,) = re.findall(r"^CMD \[(.+)\]$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    return [each.strip().strip('"') for each in given.split(",")]


def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("where", "words"), commands(), ids=lambda each: each if isinstance(each, str) else each[0])
def test_every_command_and_option_in_the_files_and_on_the_page_exists(where: str, words: list[str]) -> None:
    known_commands = getattr(typer.main.get_command(app), "commands")  # noqa: B009
    assert words[0] in known_commands, (where, words)
    known = {option for each in known_commands[words[0]].params for option in each.opts}
    given = {each.partition("=")[0] for each in words if each.startswith("--")}
    assert given <= known | {"--help"}, (where, words)


def test_the_files_and_the_page_name_commands_at_all() -> None:
    found = {where for where, _words in commands()}
    assert {"docs/serve.md", "breakaway.service", "breakaway-backup.service", "Caddyfile", "nginx.conf"} <= found
    assert {words[0] for _where, words in commands()} >= {"serve", "backup", "restore", "move", "matches", "weekly"}


@pytest.mark.parametrize("name", FILES)
def test_the_page_names_every_file(name: str) -> None:
    assert f"deploy/{name}" in PAGE


def test_the_page_shows_the_file_for_a_base_path_behind_nginx() -> None:
    text = (DEPLOY / "nginx-base-path.conf").read_text("utf-8")
    assert f"```\n{text[text.index('location') :]}```\n" in PAGE


def test_the_service_and_its_backup_name_the_same_database_and_keys() -> None:
    served, saved = ((DEPLOY / f"{name}.service").read_text("utf-8") for name in ("breakaway", "breakaway-backup"))
    for option in ("--database", "--keys"):
        (one,), (two,) = (re.findall(rf"{option} ([\w/.]+)", text) for text in (served, saved))
        assert one == two
        assert one.startswith("/var/lib/breakaway/")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = tmp_path / "breakaway"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for name in ("breakaway.service", "breakaway-backup.service", "breakaway-backup.timer"):
        text = (DEPLOY / name).read_text("utf-8").replace("/opt/breakaway/bin/breakaway", str(program))
        (tmp_path / name).write_text(text)
        command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        about = [line for line in done.stderr.splitlines() if name in line or "nknown" in line]
        assert (done.returncode, about) == (0, []), done.stderr


def test_the_container_copies_what_the_wheel_is_built_from_and_installs_with_hashes() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    copied = {name for line in re.findall(r"^COPY ((?!--).+)$", text, re.MULTILINE) for name in line.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", "src", *wheel["force-include"], project["project"]["readme"]}
    assert needed | {*project["project"]["license-files"]} <= copied
    assert "--require-hashes -r requirements-serve.lock" in text
    lock = (ROOT / "requirements-serve.lock").read_text("utf-8")
    for extra in ("web", "club", "postgres", "pdf"):
        for each in project["project"]["optional-dependencies"][extra]:
            name = re.match(r"[\w-]+", each)
            assert name
            assert name[0] == "breakaway" or f"\n{name[0]}==" in f"\n{lock}", each


def test_the_locks_pin_the_same_versions() -> None:
    def pins(name: str) -> dict[str, str]:
        found = re.findall(r"^([\w.-]+)==([^ ;]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
        return dict(found)

    everything = pins("requirements.lock")
    for name in ("requirements-serve.lock", "requirements-play.lock"):
        assert pins(name).items() <= everything.items(), name


def test_the_containers_trust_the_proxy_and_nobody_else_and_may_write_only_where_they_keep_their_data() -> None:
    services = compose()["services"]
    table = services["breakaway"]
    proxy = services["caddy"]["networks"]["table"]["ipv4_address"]
    assert f"--behind-proxy={proxy}" in table["command"]
    assert "ports" not in table, "people reach the table only through the proxy"
    assert table["read_only"]
    assert table["cap_drop"] == ["ALL"]
    assert "data:/data" in table["volumes"]
    assert (DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]).samefile(DEPLOY / "Containerfile")
    assert container_command()[-4:] == ["--database", "/data/club.sqlite", "--keys", "/data/keys"]


# --- Real proxies with a certificate.


class Site:
    """A server behind a real proxy that speaks https. `address` is where people open it."""

    def __init__(self, base: Path, path: str = "") -> None:
        self.base, self.port, self.plain, self.inner = base, free_port(), free_port(), free_port()
        self.address = f"https://localhost:{self.port}{path}"
        options = ("--behind-proxy", "127.0.0.1", "--address", f"{self.address}/")
        self.server = Program(str(base / "club.sqlite"), *options, port=self.inner)
        self.proxy: subprocess.Popen[bytes] | None = None

    def start(self, *words: str, **more: str) -> None:
        """Starts the proxy, and waits until it answers."""
        self.proxy = subprocess.Popen(words, env={**os.environ, **more, "HOME": str(self.base)})
        until(lambda: self.answers())

    def answers(self) -> bool:
        try:
            return self.visitor().get(f"{self.address}/rules/football").status_code == 200
        except httpx2.HTTPError:
            return False

    def visitor(self) -> httpx2.Client:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return httpx2.Client(verify=context, timeout=20)

    def ends(self) -> None:
        if self.proxy:
            self.proxy.terminate()
            self.proxy.wait(20)
        self.server.ends()


def certificate(base: Path) -> None:
    """A certificate of our own for localhost, as `cert.pem` and `key.pem`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(datetime.now(UTC) - timedelta(days=1))
    signed = made.not_valid_after(datetime.now(UTC) + timedelta(days=1)).sign(key, hashes.SHA256())
    (base / "cert.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    kind = serialization.PrivateFormat.PKCS8
    (base / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption()))


def nginx_on(site: Site, name: str) -> None:
    """Starts nginx with the file of this name. Only ports and the certificate differ."""
    assert NGINX
    certificate(site.base)
    text = (DEPLOY / name).read_text("utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{site.inner}")
    tls = f"ssl_certificate {site.base}/cert.pem; ssl_certificate_key {site.base}/key.pem;"
    if "server {" in text:
        text = re.sub(r"ssl_certificate(_key)? .*?;", "", text).replace("ssl_protocols", f"{tls} ssl_protocols")
        text = re.sub(r"listen \[::\]:\d+.*?;", "", text)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{site.plain};")
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{site.port} ssl")
        text = text.replace("server_name play.example.org", "server_name localhost")
    else:
        text = f"server {{ listen 127.0.0.1:{site.port} ssl; {tls}\n{text} }}"
    user = "user root;" if os.geteuid() == 0 else ""
    (site.base / "conf").write_text(AROUND.format(user=user, base=site.base, inside=text))
    site.start(NGINX, "-p", str(site.base), "-c", str(site.base / "conf"), "-e", str(site.base / "errors"))


def caddy_on(site: Site, name: str) -> None:
    """Starts Caddy with the file of this name. Only the ports differ, and Caddy signs the certificate itself."""
    assert CADDY
    head = f"{{\nadmin off\nskip_install_trust\nlocal_certs\nhttp_port {site.plain}\n}}\n"
    (site.base / "Caddyfile").write_text(head + (DEPLOY / name).read_text("utf-8"))
    around = {"SITE": f"localhost:{site.port}", "BREAKAWAY": f"127.0.0.1:{site.inner}"}
    kept = {"XDG_DATA_HOME": str(site.base / "data"), "XDG_CONFIG_HOME": str(site.base / "config")}
    site.start(CADDY, "run", "--adapter", "caddyfile", "--config", str(site.base / "Caddyfile"), **around, **kept)


@pytest.fixture
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


PROXIES = [
    pytest.param(nginx_on, "nginx.conf", "", marks=pytest.mark.skipif(not NGINX, reason="needs nginx")),
    pytest.param(nginx_on, "nginx-base-path.conf", "/games", marks=pytest.mark.skipif(not NGINX, reason="needs nginx")),
    pytest.param(caddy_on, "Caddyfile", "", marks=pytest.mark.skipif(not CADDY, reason="needs caddy")),
    pytest.param(caddy_on, "Caddyfile-base-path", "/games", marks=pytest.mark.skipif(not CADDY, reason="needs caddy")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("start", "name", "path"), PROXIES)
def test_the_owner_and_an_open_page_come_through_the_proxy_over_https(start, name: str, path: str, base: Path) -> None:
    site = Site(base, path)
    try:
        start(site, name)
        link = re.search(r"https://\S+/owner/\S+", "\n".join(site.server.greeting))
        assert link
        with site.visitor() as owner:
            first = owner.get(link[0])
            if first.status_code == 200:
                first = owner.post(link[0], headers={"Origin": f"https://localhost:{site.port}"})
            assert first.status_code == 303, first.text
            cookies = first.headers.get_list("Set-Cookie")
            assert cookies
            assert all("Secure" in each and f"Path={path or '/'};" in f"{each};" for each in cookies), cookies
            shown = owner.get(f"{site.address}/storage")
            assert shown.status_code == 200
            assert "max-age" in shown.headers["Strict-Transport-Security"]
            assert not re.findall(rf'(?:href|src|action)="/(?!{path.strip("/")})', shown.text)
            big = owner.post(f"{site.address}/upload", content=b"x" * (6 * 2**20))
            assert big.status_code in (404, 405, 413)
        if name == "nginx.conf":
            moved = httpx2.get(f"http://localhost:{site.plain}/matches?a=1", timeout=20)
            assert (moved.status_code, moved.headers["Location"]) == (301, "https://localhost/matches?a=1")
    finally:
        site.ends()
