"""Behind nginx, with the configuration that operators copy and a certificate of our own."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.server.attacks.raw import plug
from tests.server.house import House, Person, Sitting, play_on
from tests.support.waiting import PATIENCE, until
from tools.find_proxy import NONE, find_proxy
from tsuro.server.run import bind
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.storage.sessions import COOKIE
from tsuro.telling.messages import PROTOCOL

ROOT = Path(__file__).parent.parent.parent
HERE = "127.0.0.1"
VISITOR = "127.0.0.2"
"""Another address of this machine: whoever comes from it is not the proxy."""
AROUND = """
daemon off; master_process off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site;
}}
"""


@dataclass
class Proxied:
    house: House
    plain: int
    secure: int
    trust: ssl.SSLContext

    @property
    def origin(self) -> str:
        return f"https://localhost:{self.secure}"

    def person(self, stack: ExitStack) -> Person:
        person = Person(self.origin, stack)
        transport = httpx.HTTPTransport(verify=self.trust, local_address=VISITOR)
        person.http = stack.enter_context(
            httpx.Client(
                base_url=self.origin,
                headers={"origin": self.origin},
                transport=transport,
                timeout=PATIENCE,
            )
        )
        return person

    def sit(self, person: Person, table: str) -> Sitting:
        sitting = Sitting(person.connect(table, ssl=self.trust, source_address=(VISITOR, 0)))
        sitting.send(type="hello", protocol=PROTOCOL)
        sitting.welcome = sitting.until("welcome")
        return sitting


def free_ports() -> tuple[int, int]:
    """Below those that the system gives by itself: it might give one away a moment later."""
    first = Random().randrange(20_000, 30_000)
    with bind(HERE, first, search=True) as plain, bind(HERE, first, search=True) as secure:
        return plain.getsockname()[1], secure.getsockname()[1]


def certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for this machine alone; returns who trusts it."""
    command = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    files = ("-keyout", str(folder / "key.pem"), "-out", str(folder / "own.pem"))
    subprocess.run((*command, *names, *files), check=True, capture_output=True)
    return ssl.create_default_context(cafile=folder / "own.pem")


def site(folder: Path, house: House, plain: int, secure: int) -> str:
    """The file for operators, with this test's ports, name and certificate."""
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    for before, after in (
        ("listen 80;", f"listen {HERE}:{plain};"),
        ("listen 443 ssl http2;", f"listen {HERE}:{secure} ssl http2;"),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{house.port};"),
        ("server_name tsuro.example.org;", "server_name localhost;"),
        ("/etc/letsencrypt/live/tsuro.example.org/fullchain.pem", f"{folder}/own.pem"),
        ("/etc/letsencrypt/live/tsuro.example.org/privkey.pem", f"{folder}/key.pem"),
    ):
        assert before in text
        text = text.replace(before, after)
    return text


def listens(port: int) -> bool:
    try:
        plug(port).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    nginx, folder = find_proxy(), tmp_path_factory.mktemp("proxy")
    assert nginx is not None, NONE
    settings = Settings(
        limits=UNLIMITED,
        hosts=frozenset({"localhost"}),
        secure_cookie=True,
        trusted_proxies=(HERE,),
    )
    with House(settings) as house:
        plain, secure = free_ports()
        trust = certificate(folder)
        (folder / "site").write_text(site(folder, house, plain, secure), "utf-8")
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder), "utf-8")
        command = (nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"))
        with subprocess.Popen(command) as process:
            try:
                until(lambda: process.poll() is not None or listens(secure), "nginx listens")
                assert process.poll() is None
                yield Proxied(house, plain, secure, trust)
            finally:
                process.terminate()


def test_a_game_through_the_proxy(proxied: Proxied) -> None:
    with ExitStack() as stack:
        ada, bob = proxied.person(stack), proxied.person(stack)
        answer = ada.http.post("/api/session")
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "max-age" in answer.headers["strict-transport-security"]
        assert bob.post("/api/session") == {"ok": True}
        assert COOKIE in bob.http.cookies
        table = ada.create("pocket", "you open cautious")
        assert bob.post(f"/api/tables/{table}/seats/1/claim", {})["seat"] == 1
        play_on([proxied.sit(ada, table), proxied.sit(bob, table)], Random(1))
        assert ada.http.get(f"/api/tables/{table}/record").text.startswith("[Tsuro ")


def test_budgets_are_those_of_the_callers_and_cannot_be_forged(proxied: Proxied) -> None:
    with ExitStack() as stack:
        eve = proxied.person(stack)
        forged = {
            "x-forwarded-for": "10.9.8.7",
            "x-real-ip": "10.9.8.7",
            "forwarded": "for=10.9.8.7",
        }
        assert eve.http.get("/api/bots", headers=forged).status_code == 200
    addresses = {address for address, _ in proxied.house.hall.budgets._budgets}
    assert VISITOR in addresses
    assert "10.9.8.7" not in addresses


def test_plain_requests_are_sent_to_the_secure_address(proxied: Proxied) -> None:
    answer = httpx.get(f"http://{HERE}:{proxied.plain}/x?y=1", headers={"host": "localhost"})
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/x?y=1")


def test_figures_are_not_for_those_outside(proxied: Proxied) -> None:
    with ExitStack() as stack:
        assert proxied.person(stack).http.get("/metrics").status_code == 404
    answer = httpx.get(f"http://{HERE}:{proxied.house.port}/metrics", timeout=PATIENCE)
    assert "tsuro_sockets" in answer.text


def test_pages_of_other_sites_and_names_stay_outside(proxied: Proxied) -> None:
    with ExitStack() as stack:
        eve = proxied.person(stack)
        eve.post("/api/session")
        for header in ({"origin": "https://evil.example"}, {"host": "evil.example"}):
            assert eve.http.post("/api/session", headers=header).status_code == 403
