"""Tests of tables that need no server, and of the page that has none."""
