"""A notebook executed by a real kernel, without a browser."""

from __future__ import annotations

import nbformat
from nbclient import NotebookClient

from tests.support.waiting import PATIENCE

CELLS = (
    "import tsuro\nfrom tsuro.notebook import Board\ngame = tsuro.Game('seas', seats=3, seed=7)",
    "game.view(0)",
    "board = Board(game, bots={1: 'cautious', 2: 'random'})\nboard",
    "board.play(str(game.options[0]))\nboard.scene['version'] == len(game.actions)",
)


def test_a_notebook_draws_views_and_shows_the_board() -> None:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": c} for c in CELLS]
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    notebook = nbformat.from_dict(content)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, kernel_name="python3", timeout=int(PATIENCE)).execute()
    _, view, board, same = (cell["outputs"] for cell in notebook.cells)
    (drawn,) = (output["data"] for output in view)
    assert drawn["image/svg+xml"].startswith("<svg")
    assert drawn["text/plain"] == "<PlayerView of seat 0: seas/3, turn 0, 56 options>"
    assert "application/vnd.jupyter.widget-view+json" in board[0]["data"]
    assert same[0]["data"]["text/plain"] == "True"
