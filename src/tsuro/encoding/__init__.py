"""Games as numbers, for those who learn: actions by index, masks, and what a seat may know.

>>> from tsuro import Game
>>> from tsuro.encoding import encoding_of
>>> game = Game("classic", seats=2, seed=7)
>>> encoding = encoding_of(game.edition)
>>> encoding.name, encoding.actions, encoding.length
('classic-6x6-v0', 1344, 2921)
>>> encoding.text_at(0), encoding.text_at(105)
('T01/0', 'a1.0')
>>> sum(encoding.mask(game.view(0)))                  # start marks, none of them taken
48
>>> bytes_of_all_it_knows = encoding.observe(game.view(0))

An encoding belongs to an edition and a size of its board. It is the same for every number of seats
and every switch, so that what was learned at two seats can be tried at four. Its version changes
whenever an index or a number would mean something else.

    actions.py       the dense index of every decision
    encoding.py      `Encoding`: names, index, mask, observation
    seen.py          writing an observation by the names of its planes and entries
    turning.py       the board turned by quarters
    tiles.py, seas.py, phoenix.py
                     what a `PlayerView` tells, in plain Python, a module for each family of kernels

The kernels write the same numbers, a batch at a time (`observing.py` in each room of `tsuro.fast`);
tests hold the two against each other in every decision of many games.
"""

from tsuro.encoding.encoding import Encoding, encoding_of
from tsuro.encoding.turning import turns_of

__all__ = ["Encoding", "encoding_of", "turns_of"]
