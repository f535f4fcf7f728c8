"""What an operator wrote, in options or in a TOML file, turned into settings or one sentence."""

from __future__ import annotations

import ipaddress
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tsuro.errors import BadSetting, did_you_mean
from tsuro.server.reporting import FORMATS, LEVELS, Format
from tsuro.server.settings import IN_MEMORY, Limits, Rate
from tsuro.server.storage.postgres.schema import is_address

LIMITS: Final = tuple(each.name for each in fields(Limits))
KEYS: Final[Mapping[str, type]] = {
    "host": str,
    "port": int,
    "data": str,
    "database": str,
    "seal_key": str,
    "workers": int,
    "relay": str,
    "think_elsewhere": bool,
    "names": list,
    "public_url": str,
    "trusted_proxy": list,
    "metrics_from": list,
    "keep": int,
    "alone": str,
    "models": list,
    "log_format": str,
    "log_level": str,
}
"""What the table [server] of a file may say, beside [limits]."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """All that `tsuro serve` was told."""

    limits: Limits
    host: str = "127.0.0.1"
    port: int = 8000
    data: str | None = None
    database: str | None = None
    seal_key: str | None = None
    workers: int | None = None
    relay: tuple[str, int] | None = None
    think_elsewhere: bool = False
    names: tuple[str, ...] = ()
    public: PublicAddress | None = None
    trusted_proxy: tuple[str, ...] = ()
    metrics_from: tuple[str, ...] = ()
    keep: int | None = None
    alone: str | None = None
    models: tuple[str, ...] = ()
    log_format: Format = "text"
    log_level: str = "info"


def wanted(config: Path | None, given: Mapping[str, Any], limits: Limits) -> Wanted:
    """Options first, then the file, then what is usual; an empty option says nothing."""
    server, own = ({}, {}) if config is None else read_file(config)
    found = server | {key: each for key, each in given.items() if each not in (None, ())}
    limits = limits_of(found.pop("limit_texts", ()), limits_from(own, limits))
    public = found.pop("public_url", None)
    for key in ("trusted_proxy", "metrics_from"):
        found[key] = addresses(found.get(key, ()), f"--{key.replace('_', '-')}")
    if "relay" in found:
        found["relay"] = listening(found["relay"])
    for key in ("names", "models"):
        found[key] = tuple(found.get(key, ()))
    _require_choices(found)
    return Wanted(limits, public=None if public is None else public_address(public), **found)


def _require_choices(found: Mapping[str, Any]) -> None:
    for key, choices in (("log_format", FORMATS), ("log_level", LEVELS)):
        if found.get(key, choices[0]) not in choices:
            raise BadSetting(f"{key} is one of {', '.join(choices)}, not {found[key]!r}.")
    _require_database(found)
    bounds = ("port", 0, 65_535), ("keep", 1, 36_500), ("workers", 1, 256)
    for key, least, most in bounds:
        if not least <= found.get(key, least) <= most:
            raise BadSetting(f"{key} is a number from {least} to {most}, not {found[key]}.")
    if "alone" in found and not Path(found["alone"], "index.html").is_file():
        raise BadSetting(f"{found['alone']} holds no page; `make site` writes one into build/site.")


def _require_database(found: Mapping[str, Any]) -> None:
    """What belongs together: several machines need a database that all of them reach."""
    database = found.get("database")
    if database is not None and not is_address(database):
        raise BadSetting(
            f"{database!r} is no database: it looks like postgresql://user@host/name. "
            "For SQLite, name a folder with --data."
        )
    if database is not None and "data" in found:
        raise BadSetting("Games are kept in one place: give either --data or --database.")
    if "relay" in found and database is None:
        raise BadSetting("--relay is for several machines, which need --database postgresql://...")
    if "workers" in found and found.get("data") == IN_MEMORY:
        raise BadSetting("Workers share games on disk: leave out --workers or --data :memory:.")
    if found.get("think_elsewhere") and database is None and "workers" not in found:
        raise BadSetting(
            "--think-elsewhere needs games that others can reach: add --workers or --database."
        )
    if ("workers" in found or database is not None) and sys.platform == "win32":
        raise BadSetting("--workers and --database need a Unix system; leave them out.")


def listening(text: str) -> tuple[str, int]:
    """Where other machines come in: an address of this one, and a port or 0 for any."""
    host, colon, port = text.rpartition(":")
    try:
        address = ipaddress.ip_address(host.strip("[]"))
        number = int(port)
    except ValueError:
        colon = ""
    if not colon or not 0 <= number <= 65_535 or address.is_unspecified:
        raise BadSetting(
            f"{text!r} is not where others can come in (--relay): "
            "name an address of this machine and a port, such as 10.0.0.5:8100, or port 0 for any."
        )
    return str(address), number


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """How people reach the server, whatever stands before it."""

    url: str
    host: str
    secure: bool


def public_address(url: str) -> PublicAddress:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = urlsplit(""), None, None
    if parts.scheme not in ("http", "https") or not host or parts.path.strip("/") or parts.query:
        raise BadSetting(
            f"{url!r} is no public address: "
            "it looks like https://tsuro.example.org, without a path."
        )
    named = f"[{host}]" if ":" in host else host
    shown = named if port is None else f"{named}:{port}"
    return PublicAddress(f"{parts.scheme}://{shown}/", named, parts.scheme == "https")


def addresses(texts: Iterable[str], what: str) -> tuple[str, ...]:
    """Addresses and networks such as 10.0.0.0/8."""
    found = []
    for text in texts:
        try:
            found.append(str(ipaddress.ip_network(text.strip())))
        except ValueError:
            raise BadSetting(
                f"{text!r} is neither an address nor a network ({what}): "
                "they look like 127.0.0.1 and 10.0.0.0/8."
            ) from None
    return tuple(each.removesuffix("/32").removesuffix("/128") for each in found)


def limits_of(texts: Iterable[str], base: Limits) -> Limits:
    """`NAME=NUMBER`, or `NAME=BURST/PER_SECOND` for what is refilled."""
    chosen: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        burst, slash, per_second = value.partition("/")
        try:
            parts = [float(burst), *([float(per_second)] if slash else [])]
        except ValueError:
            raise BadSetting(
                f"{text!r} is no limit: they look like loaded_tables=5000 and tables=60/0.5."
            ) from None
        chosen[name] = {"burst": parts[0], "per_second": parts[1]} if slash else parts[0]
    return limits_from(chosen, base)


def limits_from(table: Mapping[str, Any], base: Limits) -> Limits:
    """Limits by name: numbers, and tables with `burst` and `per_second` for rates."""
    chosen = {}
    for name, value in table.items():
        if name not in LIMITS:
            raise BadSetting(f"There is no limit {name!r}.{did_you_mean(name, LIMITS)}")
        chosen[name] = _limit(name, value, getattr(base, name))
    return replace(base, **chosen)


def _limit(name: str, value: Any, present: Any) -> Any:
    if isinstance(present, Rate):
        return _rate(name, value)
    number = _number(value)
    if number is None or number <= 0 or (isinstance(present, int) and not number.is_integer()):
        kind = "a whole number" if isinstance(present, int) else "a number"
        raise BadSetting(f"The limit {name} is {kind} above 0, not {value!r}.")
    return type(present)(number)


def _rate(name: str, value: Any) -> Rate:
    numbers = []
    if isinstance(value, Mapping) and set(value) == {"burst", "per_second"}:
        numbers = [_number(value["burst"]), _number(value["per_second"])]
    burst, per_second = numbers or (None, None)
    if burst is None or per_second is None or burst < 1 or per_second <= 0:
        raise BadSetting(
            f"The limit {name} is how many at once and how many a second: "
            f"{name}=60/0.5, or {{ burst = 60, per_second = 0.5 }} in a file."
        )
    return Rate(burst, per_second)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def read_file(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tables [server] and [limits] of a file, each checked for names it must not have."""
    try:
        with path.open("rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is no TOML file: {error}.") from None
    server, limits = content.pop("server", {}), content.pop("limits", {})
    if content or not isinstance(server, dict) or not isinstance(limits, dict):
        raise BadSetting(f"{path} has two tables, [server] and [limits], and nothing else.")
    for key, value in server.items():
        if key not in KEYS:
            raise BadSetting(f"{path}: [server] has no {key!r}.{did_you_mean(key, KEYS)}")
        if not isinstance(value, KEYS[key]) or isinstance(value, bool) != (KEYS[key] is bool):
            raise BadSetting(f"{path}: {key} must be of the kind {KEYS[key].__name__}.")
        if isinstance(value, list) and not all(isinstance(each, str) for each in value):
            raise BadSetting(f"{path}: {key} must be a list of texts.")
    return server, limits
