"""Fast kernels: the same games as the reference engine, a hundred times as fast and more.

    kernel = kernel_for(edition)                      # compiled if numba is installed
    rows = kernel.new_rows(1000, seed=7)              # before the deal
    kernel.playout_batch(rows, threads=2)             # random games to the end
    kernel.state(rows, 0).result                      # as the reference knows it

    rows = kernel.rows_of([state])                    # any settled state of the reference
    kernel.options(rows, 0)                           # its legal codes
    kernel.step_batch(rows, [kernel.code_of(action)]) # a decision and the luck that follows
    kernel.rollouts(rows, 0, times=1000, viewer=2)    # shares of wins, hidden tiles dealt anew

The reference engine is the truth; `tests/differential` proves the kernels equal to it, state by
state and option by option. An edition without a kernel is played by the reference, never
approximated.

How the parts fit together
--------------------------
`layout.py`    a record class with typed, documented fields becomes a plain object or an array row
`codes.py`     actions as numbers; `rng.py` the luck of a record
`tile_*.py`    the kernel of classic, kosmos and pocket: tables and parameters compiled from the
               `Edition`, record, options, turns, hands, play; actions to codes and whole states
               to records, both ways
`sea_*.py`     the kernel of Tsuro of the Seas: besides these, paths that are cut, and daikaiju
`phoenix_*.py` the kernel of Phoenix Rising: besides these, lanterns, scoring, the edge stack, winds
`loops.py`     steps, playouts, batches and logs, written once for all kernels; `wins.py` how
               wins are counted
`policies.py`  seats that decide at random or cautiously; `census.py` counts their games into a
               `census_record.py`, `counting.py` calls it, `facts.py` names what was counted
`compile.py`   copies modules and compiles them, `cache.py` keeps the code, `background.py` has it
               made while somebody plays, `notices.py` tells of it
`families.py`  which kernel plays which edition; `conversion.py` what their converters share
`batch.py`     `Kernel`: access from outside, with the checks of `checks.py`
`kernels.py`   one kernel for each way to play; `kernel_now` for those who must not wait
`equality.py`  whether a kernel plays the reference's game, for tests and `tsuro fuzz`

A recipe for another kernel
---------------------------
1. Declare the record: a class whose annotations say how each field is stored, large arrays last.
   Every number of the reference's state must be there or follow from what is there. It needs `rng`,
   `phase` and `winners` (a mask of seats).
2. Write the kernel as modules of small plain functions over that record, with the phases' names and
   rule numbers. The main module offers `legal(g, out)`, `play(g, code)`, `is_luck(g)`, `roll(g)`,
   `play_outcome(g, code)`, `is_possible(g, code)`, `is_over(g)`, `to_act(g)` and
   `deal_unseen(g, viewer)`, and lists in `INLINED` the functions on the hot path. `play`, `roll`
   and `play_outcome` run on to the next decision, the next luck or the end: luck is always a stop
   of its own, so the same code serves playouts and replays.
3. Write `to_row` and `from_row`, give the new actions ranges of codes, and enter the `Family`.
4. Add the edition to the differential tests, with positions that reach its rare rules.

What compiled code asks of the source
-------------------------------------
Numbers, fixed arrays and `bytes` tables only; no tuples, dictionaries, strings or recursion. Fields
are unsigned: arithmetic of two of them is unsigned too and must not meet a signed number, so add a
literal first (`g.seat + 0`). Shifts and `&` instead of `//` and `%`. On the hot path write the
candidate first and count it after (`out[n] = code; n += is_legal`): a branch that cannot be
predicted costs more than the work it saves. Functions that are called once in a while stay out of
`INLINED`.

A search is written in the same style as a module of its own with `FROM_KERNEL`, like `loops.py`,
and loaded with `kernel.load("tsuro.bots.some_search")`: a tree in Python over a compiled kernel
gives away a factor of ten. If it offers `warm_up(kernel)`, which calls each entry point once with
next to no work, `warm(edition, "tsuro.bots.some_search")` and `kernel_now` with the same arguments
see to its code as well.
"""

from __future__ import annotations

from tsuro.fast.batch import Kernel
from tsuro.fast.cache import CACHE_VARIABLE, user_cache_folder
from tsuro.fast.codes import NO_ACTION
from tsuro.fast.compile import has_numba
from tsuro.fast.families import has_kernel
from tsuro.fast.kernels import is_cached, is_warm, kernel_for, kernel_now, warm

__all__ = [
    "CACHE_VARIABLE",
    "NO_ACTION",
    "Kernel",
    "has_kernel",
    "has_numba",
    "is_cached",
    "is_warm",
    "kernel_for",
    "kernel_now",
    "user_cache_folder",
    "warm",
]
