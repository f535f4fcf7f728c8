"""Programs that end a server and start it again have to find it where it was."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest

from benchmarks.server.guests import HOST, OURS, free_port
from tsuro.server.run import CannotListen, bind


def test_who_calls_a_server_that_is_away_may_take_its_port() -> None:
    """The caller is given the very port it calls: it reaches itself, and nobody can listen."""
    with socket.socket() as guest:
        guest.bind((HOST, 0))
        port = guest.getsockname()[1]
        guest.connect((HOST, port))
        assert guest.getpeername() == guest.getsockname()
        with pytest.raises(CannotListen):
            bind(HOST, port, search=False)


def test_a_server_to_be_ended_has_a_port_that_callers_are_not_given() -> None:
    assert free_port() in OURS
    with ExitStack() as opened:
        for _ in range(100):
            guest = opened.enter_context(socket.socket())
            guest.bind((HOST, 0))
            assert guest.getsockname()[1] not in OURS
