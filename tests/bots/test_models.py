"""Trained policies as players: from ONNX files, from plain layers, and from functions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tests.cli.running import run
from tsuro.bots.local import make_local_bot, split_specs
from tsuro.bots.models import ModelBot, offer_models
from tsuro.bots.registry import _offered, make_bot
from tsuro.encoding import encoding_of
from tsuro.errors import KernelError, TsuroError, UnknownBot
from tsuro.game import Game

ENCODING = encoding_of(Game("classic", seats=2, seed=1).edition)
FAVOURITE = ENCODING.texts.index("c1.0")


def weights() -> tuple[Any, Any]:
    """A layer that wants one start mark above all, whatever it sees."""
    bias = numpy.zeros(ENCODING.actions, "f4")
    bias[FAVOURITE] = 9
    return numpy.zeros((ENCODING.length, ENCODING.actions), "f4"), bias


def layers(folder: Path, **more: Any) -> str:
    path, (w0, b0) = folder / "policy.npz", weights()
    numpy.savez_compressed(path, **{"w0": w0, "b0": b0, **more})
    return str(path)


def network(
    folder: Path, *, encoding: str | None = None, name: str = "observation", kind: int = 2
) -> str:
    """The same as an ONNX file; `kind` 2 is a line of bytes."""
    w0, b0 = weights()
    graph = helper.make_graph(
        [
            helper.make_node("Cast", [name], ["numbers"], to=TensorProto.FLOAT),
            helper.make_node("Gemm", ["numbers", "w0", "b0"], ["logits"]),
        ],
        "policy",
        [helper.make_tensor_value_info(name, kind, ["n", ENCODING.length])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", ENCODING.actions])],
        [numpy_helper.from_array(w0, "w0"), numpy_helper.from_array(b0, "b0")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 10
    if encoding is not None:
        helper.set_model_props(model, {"encoding": encoding})
    path = folder / "policy.onnx"
    onnx.save(model, str(path))
    return str(path)


def function(folder: Path, body: str) -> str:
    path = folder / "policy.py"
    path.write_text(body)
    return f"{path}:logits"


LIKING = f"""
import numpy
ENCODING = "classic-6x6-v0"
def logits(observation, mask):
    assert observation.shape == ({ENCODING.length},)
    assert mask.shape == ({ENCODING.actions},)
    answer = numpy.zeros(len(mask))
    answer[{FAVOURITE}] = 9
    return answer
"""


def chosen(bot: Any, game: Game, seed: int = 1) -> str:
    view = game.view(0)
    return str(bot.choose(view, game.options, Random(seed)))


@pytest.mark.parametrize("made", [layers, network, lambda folder: function(folder, LIKING)])
def test_every_kind_of_model_plays_what_it_likes_best(made: Any, tmp_path: Path) -> None:
    bot = make_local_bot(f"model:{made(tmp_path)}")
    assert chosen(bot, Game("classic", seats=2, seed=1)) == "c1.0"


def test_equal_numbers_are_drawn_by_lot_and_heat_makes_unsure(tmp_path: Path) -> None:
    game = Game("classic", seats=2, seed=1)
    game.play("c1.0")
    cold = ModelBot(layers(tmp_path))
    hot = make_local_bot(f"model:{layers(tmp_path)},temperature=3")
    view = game.view(1)
    drawn = {str(cold.choose(view, game.options, Random(seed))) for seed in range(40)}
    assert len(drawn) > 5, "its favourite is taken, and it likes all others alike"
    game.undo()
    counts = Counter(chosen(hot, game, seed) for seed in range(200))
    assert 0.15 < counts["c1.0"] / 200 < 0.5
    assert len(counts) > 20


def test_whole_games_are_played_by_models_of_every_seat_count(tmp_path: Path) -> None:
    bot = make_local_bot(f"model:{layers(tmp_path)}")
    for seats in (2, 5):
        game, rng = Game("classic", seats=seats, seed=3), Random(3)
        while not game.over:
            assert game.to_act is not None
            game.play(bot.choose(game.view(game.to_act), game.options, rng))


def test_a_model_can_say_what_it_thinks(tmp_path: Path) -> None:
    game = Game("classic", seats=2, seed=1)
    bot = ModelBot(layers(tmp_path))
    told = bot.explain(game.view(0), game.options[:20], Random(1))
    assert str(told.appraisals[0].action) == "c1.0"


@pytest.mark.parametrize("made", [layers, network])
def test_a_model_of_another_game_is_refused_before_it_sits_down(made: Any, tmp_path: Path) -> None:
    bot = ModelBot(made(tmp_path, encoding="pocket-6x6-v0"))
    with pytest.raises(KernelError, match="trained with pocket-6x6-v0 and cannot play Classic"):
        bot.check_edition(Game("classic", seats=2, seed=1).edition)
    fitting = ModelBot(made(tmp_path, encoding="classic-6x6-v0"))
    fitting.check_edition(Game("classic", seats=8, seed=1).edition)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("def logits(o, m): return m[:5]", "needs 1344 numbers"),
        ("def logits(o, m): return list('x' * 1344)", "needs 1344 numbers"),
        ("def logits(o, m): return [float('nan')] * 1344", "no number for a legal action"),
    ],
)
def test_answers_that_are_none_are_refused(body: str, says: str, tmp_path: Path) -> None:
    bot = ModelBot(function(tmp_path, body))
    with pytest.raises(KernelError, match=says):
        chosen(bot, Game("classic", seats=2, seed=1))


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda folder: "nowhere.onnx", "There is no file nowhere.onnx"),
        (lambda folder: "nowhere.py:logits", "There is no file nowhere.py"),
        (lambda folder: "policy.txt", "give a file that ends in"),
        (lambda folder: "", "give a file that ends in"),
        (lambda folder: function(folder, "logits = 3"), "is no function"),
        (lambda folder: function(folder, "import nothing_of_that_name"), "cannot be loaded"),
        (lambda folder: function(folder, ""), "cannot be loaded"),
        (lambda folder: network(folder, name="picture"), "must have inputs called"),
        (lambda folder: network(folder, kind=TensorProto.COMPLEX64), "cannot be read|of numbers"),
        (lambda folder: layers(folder) + ",temperature=200", "between 0 and 100"),
        (lambda folder: layers(folder) + ",heat=2", "no setting 'heat'"),
        (lambda folder: layers(folder) + ",temperature=x", "must be a number"),
    ],
)
def test_what_is_no_model_is_refused_in_a_sentence(made: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match=says) as refused:
        make_local_bot(f"model:{made(tmp_path)}")
    assert refused.value.code == "unknown_bot"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nothing", b"\x08\x01garbage"])
@pytest.mark.parametrize("ending", ["onnx", "npz"])
def test_broken_files_are_refused(content: bytes, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"broken.{ending}"
    path.write_bytes(content)
    with pytest.raises(UnknownBot, match=r"cannot be read|must have inputs|has no layers"):
        make_local_bot(f"model:{path}")


def test_no_file_is_read_as_a_program(tmp_path: Path) -> None:
    """Arrays of objects are pickles, and loading one runs it."""
    path = tmp_path / "evil.npz"
    numpy.savez(path, w0=numpy.array([print], dtype=object), b0=numpy.zeros(1))
    with pytest.raises(UnknownBot, match="cannot be read"):
        make_local_bot(f"model:{path}")


def test_models_never_come_over_the_network(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="no bot called 'model'"):
        make_bot(f"model:{layers(tmp_path)}")


def test_a_server_may_offer_a_model_by_a_name(tmp_path: Path) -> None:
    try:
        offer_models([f"ada={layers(tmp_path)}"])
        assert chosen(make_bot("ada"), Game("classic", seats=2, seed=1)) == "c1.0"
        with pytest.raises(UnknownBot, match="no setting"):
            make_bot("ada:temperature=2")
    finally:
        _offered.clear()


@pytest.mark.parametrize("text", ["ada", "Ada=x.npz", "dragon=", "mcts=", "ada=nowhere.npz"])
def test_what_cannot_be_offered_is_refused(text: str, tmp_path: Path) -> None:
    path = layers(tmp_path)
    with pytest.raises(TsuroError):
        offer_models(
            [text if "nowhere" in text or "=" not in text else text.split("=")[0] + f"={path}"]
        )
    assert not _offered


def test_specifications_with_settings_stand_in_lists() -> None:
    assert split_specs("model:a.onnx,temperature=0.5,random") == [
        "model:a.onnx,temperature=0.5",
        "random",
    ]


def test_a_model_plays_in_the_arena_and_at_the_terminal(tmp_path: Path) -> None:
    spec = f"model:{layers(tmp_path, encoding=ENCODING.name)}"
    settings = ("--seats", "2", "--games", "2", "--jobs", "1")
    result = run("arena", "--bots", f"{spec},random", *settings)
    assert result.exit_code == 0, result.stderr
    assert "2 games" in result.stdout
    assert "forfeit" not in result.stdout + result.stderr
    result = run("play", "--seat", spec, "--seat", "random", "--seed", "3")
    assert result.exit_code == 0, result.stderr
    result = run("play", "--edition", "pocket", "--seat", spec, "--seat", "random")
    assert result.exit_code == 2
    assert "was trained with classic-6x6-v0 and cannot play Pocket" in result.stderr
