"""Ids by which libraries make the environments: `tsuro/classic-v0` and so on."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from tsuro.encoding.encoding import VERSION
from tsuro.errors import TsuroError
from tsuro.fast.families import with_kernel

NAMESPACE: Final = "tsuro"


class EnvsMissing(TsuroError):
    """An extra is not installed."""

    code = "envs_missing"


def require_gymnasium() -> None:
    _require("gymnasium", "envs")


def require_pettingzoo() -> None:
    _require("pettingzoo", "envs")


def require_openspiel() -> None:
    _require("pyspiel", "openspiel")


def _require(module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise EnvsMissing(f"These environments need an extra: install tsuro[{extra}].")


def env_id(edition: str) -> str:
    return f"{NAMESPACE}/{edition}-v{VERSION}"


def register_all() -> None:
    """Every edition with a kernel, once."""
    import gymnasium

    for edition in with_kernel():
        if env_id(edition) not in gymnasium.registry:
            gymnasium.register(
                env_id(edition),
                entry_point="tsuro.envs.gym:TsuroEnv",
                vector_entry_point="tsuro.envs.gym:TsuroVectorEnv",
                kwargs={"edition": edition},
            )
    if find_spec("pettingzoo") is not None:
        _register_agents()


def _register_agents() -> None:
    import pettingzoo  # type: ignore[import-untyped]

    for edition in with_kernel():
        if env_id(edition) not in pettingzoo.aec_registry:
            kwargs = {"edition": edition}
            pettingzoo.register("aec", env_id(edition), "tsuro.envs.zoo:env", kwargs=kwargs)
            parallel = "tsuro.envs.zoo:parallel_env"
            pettingzoo.register("parallel", env_id(edition), parallel, kwargs=kwargs)
