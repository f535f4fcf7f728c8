"""Policies from files: ONNX, plain layers of numbers, or a function in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from tsuro.bots.foreign import FAILURES, failure_in_words
from tsuro.errors import UnknownBot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Line = NDArray[Any]
    Logits = Callable[[Line, Line], Line]
    """From an observation and a mask, in bytes, to a number for every action."""

ENCODING: Final = "encoding"
"""By this name a file says which encoding it was trained with."""
ONNX_INPUTS: Final = ("observation", "mask")


@dataclass(frozen=True)
class Policy:
    """A function, and the encoding it was trained with if that is known."""

    logits: Logits
    encoding: str | None = None


def load_policy(target: str) -> Policy:
    """The policy in a file: by its ending or, for Python, `file.py:function`."""
    path, _, name = target.rpartition(":")
    if path.endswith(".py") and name:
        return _function(path, name)
    file = Path(target)
    readers = {".onnx": _onnx, ".npz": _layers}
    if file.suffix not in readers:
        raise UnknownBot(
            f"{target!r} is no model: give a file that ends in .onnx or .npz, or file.py:function."
        )
    if not file.is_file():
        raise UnknownBot(f"There is no file {target}.")
    try:
        return readers[file.suffix](file)
    except UnknownBot:
        raise
    except FAILURES as error:
        raise UnknownBot(f"{target} cannot be read: {failure_in_words(error)}.") from error


def _function(path: str, name: str) -> Policy:
    from tsuro.bots.local import load_module

    try:
        module: ModuleType = load_module(path)
        logits = getattr(module, name)
    except UnknownBot:
        raise
    except FAILURES as error:
        what = failure_in_words(error)
        raise UnknownBot(f"{path}:{name} cannot be loaded: {what}.") from error
    if not callable(logits):
        raise UnknownBot(f"{path}:{name} is no function of an observation and a mask.")
    return Policy(logits, getattr(module, ENCODING.upper(), None))


def _onnx(path: Path) -> Policy:
    """A network with the input `observation` and perhaps `mask`, a line each, and one output."""
    try:
        import onnxruntime  # type: ignore[import-untyped]
    except ImportError:
        raise UnknownBot("ONNX files need an extra: install tsuro[models].") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    kinds = {each.name: _KINDS.get(each.type, "") for each in session.get_inputs()}
    if "observation" not in kinds or not set(kinds) <= set(ONNX_INPUTS) or "" in kinds.values():
        wanted = " and ".join(ONNX_INPUTS)
        raise UnknownBot(f"{path} must have inputs called {wanted}, of numbers; it has {kinds}.")

    def logits(observation: Line, mask: Line) -> Line:
        given = {"observation": observation[None], "mask": mask[None]}
        output = session.run(None, {name: given[name].astype(kinds[name]) for name in kinds})
        answer: Line = output[0][0]
        return answer

    return Policy(logits, session.get_modelmeta().custom_metadata_map.get(ENCODING))


_KINDS: Final = {
    "tensor(uint8)": "u1",
    "tensor(bool)": "?",
    "tensor(float)": "f4",
    "tensor(double)": "f8",
    "tensor(int64)": "i8",
}


def _layers(path: Path) -> Policy:
    """Weights `w0`, `b0`, `w1` ... of layers one after the other, with only what is above 0 passed
    on between them. Numbers of the observation above `most` count as `most`; `encoding` is a text.
    """
    import numpy

    # Arrays of objects are pickles, which are programs.
    with path.open("rb") as stream, numpy.load(stream, allow_pickle=False) as file:
        arrays = dict(file)
    count = sum(name.startswith("w") for name in arrays)
    layers = [(arrays[f"w{number}"], arrays[f"b{number}"]) for number in range(count)]
    most = float(arrays.get("most", 255))
    if not layers:
        raise UnknownBot(f"{path} has no layers: they are called w0, b0, w1 and so on.")

    def logits(observation: Line, mask: Line) -> Line:
        values = numpy.minimum(observation, most).astype(numpy.float32)
        for number, (weights, bias) in enumerate(layers):
            values = values @ weights + bias
            if number + 1 < count:
                values = numpy.maximum(values, 0)
        return values

    return Policy(logits, str(arrays[ENCODING]) if ENCODING in arrays else None)
