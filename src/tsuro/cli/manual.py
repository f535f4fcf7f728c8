"""The manual page, made from the help of the commands so that the two cannot differ."""

from __future__ import annotations

import click


def manual_page(group: click.Group, ctx: click.Context, *, version: str) -> str:
    """All commands in one page in the language of `man`."""
    lines = [
        f'.TH TSURO 1 "" "tsuro {version}" "User Commands"',
        ".SH NAME",
        r"tsuro \- the path-laying game Tsuro: play, simulate, and let bots play",
        ".SH SYNOPSIS",
        ".B tsuro",
        "[COMMAND] [OPTIONS]",
        ".SH DESCRIPTION",
        *_paragraphs(group.help or ""),
        ".SH COMMANDS",
    ]
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        lines += _command(name, command, ctx)
    return "\n".join([*lines, ""])


def _command(name: str, command: click.Command, parent: click.Context) -> list[str]:
    ctx = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(command.collect_usage_pieces(ctx))
    lines = [f'.SS "tsuro {_plain(name)} {_plain(usage)}"', *_paragraphs(command.help or "")]
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            lines += [".TP", rf"\fB{_plain(record[0])}\fR", _line(record[1])]
    if command.epilog:
        lines += [".PP", ".nf", *(_line(each) for each in _unmarked(command.epilog)), ".fi"]
    return lines


def _unmarked(text: str) -> list[str]:
    """Without the sign by which click is told to leave lines as they are."""
    return [line.rstrip() for line in text.replace("\b", "").strip().splitlines()]


def _paragraphs(text: str) -> list[str]:
    lines: list[str] = []
    for paragraph in "\n".join(_unmarked(text)).split("\n\n"):
        lines += [".PP", *(_line(each.strip()) for each in paragraph.splitlines())]
    return lines


def _line(text: str) -> str:
    """A full stop or an apostrophe at the beginning would be taken for a command."""
    plain = _plain(text)
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain


def _plain(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
