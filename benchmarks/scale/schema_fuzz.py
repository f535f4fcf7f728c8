"""Frames that nobody could mean, and requests made after the server's own schema, to workers."""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from random import Random
from typing import Any, Final

import httpx

from benchmarks.scale.sites import DATA, Site, start
from benchmarks.server.client import Client
from benchmarks.server.fuzzing import ODD, mutated
from benchmarks.server.reports import say
from tsuro.telling.messages import PROTOCOL
from tsuro.telling.refusals import STATUS

TABLES: Final = 8
QUERIES: Final[tuple[dict[str, str], ...]] = (
    *({}, {"language": "de"}, {"at": "9"}, {"at": "x"}, {"dark": "1"}),
)
AT_ONCE: Final = 40
TIMES: Final = 20
"""Progress is told so often."""
Json = dict[str, Any]


def arguments(program: argparse.ArgumentParser) -> None:
    add = program.add_argument
    add("--frames", type=int, default=1_000_000)
    add("--requests", type=int, default=20_000)
    add("--strangers", type=int, default=8, help="who send at the same time")
    add("--workers", type=int, default=2)
    add("--seed", type=int, default=1)


def run(options: argparse.Namespace) -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        limit = ("--limit", "bad_messages=1000000000")
        site = start("--data", folder, *limit, workers=options.workers)
        try:
            counted = asyncio.run(_fuzz(options, site))
        finally:
            site.end()
    log = site.log.read_text()
    found: Json = {
        "frames": counted["frames"],
        "requests": counted["requests"],
        "workers that died": log.count("a worker ended"),
        "tracebacks": log.count("Traceback"),
        "internal": counted["internal"],
        "status 500": counted["500"],
        "unknown codes": counted["unknown code"],
        "alive after": bool(counted["alive"]),
        "answers": dict(counted.most_common(14)),
    }
    print(json.dumps(found, indent=2))
    faults = sum(int(found[name]) for name in (
        "workers that died", "tracebacks", "internal", "status 500", "unknown codes"
    ))  # fmt: skip
    if faults or not found["alive after"]:
        raise SystemExit(f"{faults} faults; see {site.log}.")


async def _fuzz(options: argparse.Namespace, site: Site) -> Counter[str]:
    counted: Counter[str] = Counter()
    async with httpx.AsyncClient(
        base_url=site.origin, timeout=120, trust_env=False, headers={"origin": site.origin}
    ) as http:
        await http.post("/api/session")
        tables = [await _table(http) for _ in range(TABLES)]
        telling = asyncio.ensure_future(_progress(counted, options))
        share = options.frames // options.strangers
        crowd = [
            _send(site, tables, Random(options.seed * 1000 + n), share, counted)
            for n in range(options.strangers)
        ]
        schema = (await http.get("/openapi.json")).json()
        await asyncio.gather(*crowd, _ask(http, schema, tables, options, counted))
        telling.cancel()
        counted["alive"] = (await http.get(f"/api/tables/{tables[0]}")).status_code == 200
    return counted


async def _progress(counted: Counter[str], options: argparse.Namespace) -> None:
    step = max(1, options.frames // TIMES)
    told = 0
    while True:
        if counted["frames"] >= told + step:
            told = counted["frames"]
            say(
                f"{told}/{options.frames} frames, {counted['requests']}/{options.requests} requests"
            )
        await asyncio.sleep(0.2)


async def _table(http: httpx.AsyncClient) -> str:
    body = {"edition": "classic", "seats": [{"kind": "you"}, {"kind": "open"}]}
    name: str = (await http.post("/api/tables", json=body)).raise_for_status().json()["table"]
    await http.post(f"/api/tables/{name}/seats/1/claim", json={"token": True})
    return name


def _messages(version: int) -> list[Json]:
    base = {"id": "a", "version": version, "seat": 0}
    return [
        {"type": "act", **base, "action": "T01/0"},
        {"type": "undo", **base},
        {"type": "foresee", "version": version, "actions": None},
        {"type": "look", "seat": 0},
        {"type": "guess", "seat": 1},
        {"type": "speak", "language": "de"},
        {"type": "refresh"},
        {"type": "ping"},
        {"type": "hello", "protocol": PROTOCOL},
    ]


async def _send(
    site: Site, tables: list[str], rng: Random, frames: int, counted: Counter[str]
) -> None:
    """Over one connection after the other, each to any table: some are handed over first."""
    done = 0
    while done < frames:
        answered, gone = asyncio.Event(), asyncio.Event()

        def hear(data: bytes, answered: asyncio.Event = answered) -> None:
            message = json.loads(data)
            _count(counted, message.get("code", message["type"]), "code" in message)
            answered.set()

        client = Client(hear, gone.set)
        await client.connect(site.host, site.port, f"/ws/{rng.choice(tables)}")
        client.send(json.dumps({"type": "hello", "protocol": PROTOCOL}).encode())
        for _ in range(rng.randint(1, 200)):
            if done >= frames or gone.is_set():
                break
            for _ in range(min(AT_ONCE, frames - done)):
                client.send(*mutated(rng, rng.choice(_messages(rng.randrange(9)))))
                done += 1
                counted["frames"] += 1
            answered.clear()
            client.send(b'{"type":"ping"}')
            waits = [asyncio.ensure_future(each.wait()) for each in (answered, gone)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        client.drop()


def _count(counted: Counter[str], what: str, is_code: bool) -> None:
    counted[what] += 1
    counted["unknown code"] += is_code and what not in KNOWN


KNOWN: Final = frozenset(STATUS) | {
    *("unknown_edition", "bad_edition_data", "bad_setting", "illegal_action", "game_over"),
    *("bad_notation", "bad_position", "bad_record", "replay_mismatch", "unknown_bot", "error"),
    "overdue",
}


async def _ask(
    http: httpx.AsyncClient,
    schema: Json,
    tables: list[str],
    options: argparse.Namespace,
    counted: Counter[str],
) -> None:
    """Every path and method that the server describes, with what fits its schema or nearly does."""
    rng = Random(options.seed)
    routes = [
        (method, path, described)
        for path, methods in schema["paths"].items()
        for method, described in methods.items()
    ]
    while counted["requests"] < options.requests:
        method, path, described = rng.choice(routes)
        url = _filled(rng, path, tables)
        body = _body(rng, schema, described)
        try:
            answer = await http.request(
                method.upper(), url, content=body, headers={"content-type": "application/json"},
                params=rng.choice(QUERIES),
            )  # fmt: skip
        except (httpx.InvalidURL, httpx.LocalProtocolError):
            continue
        counted["requests"] += 1
        counted[str(answer.status_code)] += 1
        if answer.status_code >= 400 and "json" in answer.headers.get("content-type", ""):
            error = answer.json().get("error", {})
            _count(counted, error.get("code", "none"), True)


def _filled(rng: Random, path: str, tables: list[str]) -> str:
    words = ("classic", "seas", "nothing", "x" * 300, "%00", "..", "%E2%80%AE", "-1", "0", "1")
    parts = []
    for part in path.split("/"):
        if not part.startswith("{"):
            parts.append(part)
        elif rng.random() < 0.7:
            parts.append(rng.choice((*tables, "classic", "1")))
        else:
            parts.append(rng.choice(words))
    return "/".join(parts)


def _body(rng: Random, schema: Json, described: Json) -> bytes | None:
    content = described.get("requestBody", {}).get("content", {})
    if not content:
        return None
    wanted = next(iter(content.values())).get("schema", {})
    data = bytearray(json.dumps(_value(rng, schema, wanted, 0)).encode())
    if rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _value(rng: Random, schema: Json, wanted: Json, depth: int) -> Any:
    """Something of a schema; now and then something else."""
    if rng.random() < 0.08 or depth > 6:
        return rng.choice(ODD)
    if "$ref" in wanted:
        name = wanted["$ref"].rpartition("/")[2]
        return _value(rng, schema, schema["components"]["schemas"][name], depth + 1)
    for several in ("anyOf", "oneOf"):
        if several in wanted:
            return _value(rng, schema, rng.choice(wanted[several]), depth + 1)
    if "enum" in wanted:
        return rng.choice(wanted["enum"])
    if "const" in wanted:
        return wanted["const"]
    return _plain(rng, schema, wanted, depth)


def _plain(rng: Random, schema: Json, wanted: Json, depth: int) -> Any:
    match wanted.get("type"):
        case "object":
            return {
                name: _value(rng, schema, each, depth + 1)
                for name, each in wanted.get("properties", {}).items()
                if name in wanted.get("required", ()) or rng.random() < 0.6
            }
        case "array":
            items = wanted.get("items", {})
            return [_value(rng, schema, items, depth + 1) for _ in range(rng.randrange(5))]
        case "integer" | "number":
            return rng.choice((0, 1, 2, 8, -1, 10**9))
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
    return rng.choice(("classic", "you", "bot", "open", "random", "Ada", "", "T01/0", "x" * 100))
