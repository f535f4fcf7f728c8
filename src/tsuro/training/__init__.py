"""Thousands of games at once, for those who write their own learning loop.

>>> import numpy
>>> from tsuro.training import Games
>>> games = Games("classic", 3, seats=4, seed=7)       # three games, dealt
>>> games.to_act.tolist()                               # who is asked in each
[0, 0, 0]
>>> games.mask().shape, games.observe().shape
((3, 1344), (3, 2921))
>>> while not games.done.all():
...     games.step(games.sample())                      # any legal action; -1 where it is over
>>> games.returns().sum(axis=1).tolist()                # what each seat has won
[1.0, 1.0, 1.0]
>>> games.reset(games.done)                             # new games where the old ones are over

Everything is done by compiled kernels, a batch at a time, into arrays that you may hand in (`out=`)
and use again. It needs `tsuro[fast]`. Environments for libraries are in `tsuro.envs`.

    games.py   `Games`, the door: what comes in from outside is checked here
    rows.py    the loops over rows, compiled with the kernel of an edition
    arrays.py  arrays that are given to be read or written over
"""

from tsuro.fast.compiling.compile import require_numba

require_numba()

from tsuro.training.games import OPPONENTS, Games, opponent_numbers  # noqa: E402
from tsuro.training.learners import Learners  # noqa: E402

__all__ = ["OPPONENTS", "Games", "Learners", "opponent_numbers"]
