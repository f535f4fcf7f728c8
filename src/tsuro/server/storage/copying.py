"""Copies of a database: taken while a server writes, checked, and put in place in one step."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import apsw

from tsuro.server.storage import database
from tsuro.server.storage.checking import Findings, check_connection
from tsuro.server.storage.lock import Lock
from tsuro.server.storage.tally import tally_path
from tsuro.server.storage.trouble import UNUSABLE, StorageTrouble, damaged, of_database, of_system


def copy_pages(source: apsw.Connection, target: Path) -> None:
    """All pages of one moment in a new file, on disk when this returns."""
    database.make_file(target)
    with closing(database.connect(target, patience=0)) as copy:
        with copy.backup("main", source, "main") as pages:
            pages.step()
        # The copy is one file that can be moved about, not one with a log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    with open(target, "rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """See to it that the names in a folder are on disk; Windows does so by itself."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _part(target: Path) -> Path:
    return target.with_name(target.name + ".part")


def backup(path: Path, target: Path) -> Findings:
    """A checked copy of a database as it is at one moment, whether a server runs or not."""
    if target.exists():
        raise StorageTrouble(UNUSABLE, f"{target} exists already; a backup replaces nothing.")
    part = _part(target)
    try:
        part.unlink(missing_ok=True)
        with closing(database.open_to_read(path)) as source:
            database.require_whole(path, source)
            copy_pages(source, part)
        findings = check_copy(part)
        os.replace(part, target)
        sync_folder(target.parent)
    except OSError as error:
        raise of_system(target, error) from None
    except apsw.Error as error:
        raise of_database(path, error) from None
    finally:
        part.unlink(missing_ok=True)
    return findings


def check_copy(path: Path) -> Findings:
    with closing(database.open_to_read(path)) as copy:
        findings = check_connection(path, copy)
    if findings.complaints:
        raise damaged(path, findings.complaints[0])
    return findings


def restore(copy: Path, path: Path, *, replace: bool = False) -> Findings:
    """Put a checked copy where a server will look for its database; no server may run there."""
    findings = check_copy(copy)
    try:
        lock = Lock(path)
        try:
            if path.exists() and path.stat().st_size and not replace:
                raise StorageTrouble(
                    UNUSABLE,
                    f"{path} exists already; with --replace it is kept as {_kept(path).name}, "
                    "and the copy takes its place.",
                )
            part = _part(path)
            part.unlink(missing_ok=True)
            with closing(database.open_to_read(copy)) as source:
                copy_pages(source, part)
            check_copy(part)
            _set_aside(path)
            os.replace(part, path)
            sync_folder(path.parent)
        finally:
            lock.close()
    except OSError as error:
        raise of_system(path, error) from None
    except apsw.Error as error:
        raise of_database(path, error) from None
    return findings


def _kept(path: Path) -> Path:
    return path.with_name(path.name + ".before")


def _set_aside(path: Path) -> None:
    """Keep what was there with its log, in case it is wanted after all."""
    kept = _kept(path)
    for suffix in ("", "-wal"):
        own = path.with_name(path.name + suffix)
        if own.exists():
            os.replace(own, kept.with_name(kept.name + suffix))
    # A note of the former database says nothing about this one.
    for other in (path.with_name(path.name + "-shm"), tally_path(path)):
        other.unlink(missing_ok=True)
