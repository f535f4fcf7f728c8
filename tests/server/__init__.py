"""Tests of the server, most of them through real sockets."""
