"""Fast kernels: the same games as the reference engine, a hundred times as fast and more.

>>> from tsuro import build_edition
>>> from tsuro.fast import kernel_of
>>> edition = build_edition("classic", seats=4)
>>> kernel = kernel_of(edition, ready="plain")       # leave `ready` out for a compiled one
>>> rows = kernel.new_rows(3, seed=7)                # three games before the deal: luck comes first
>>> kernel.roll_batch(rows)                          # now hands are dealt, and seat 0 is asked
>>> [str(kernel.action_of(code)) for code in kernel.options(rows, 0)][:3]
['a1.0', 'a1.1', 'b1.0']
>>> kernel.playout_batch(rows)                       # random games to the end: decisions of each
[29, 36, 15]
>>> print(kernel.state(rows, 0).result)              # as the reference knows it
3 last_standing

There is one way to get a kernel, `kernel_of`, and its parameter `ready` says how long you are
willing to wait for the compiler. What a kernel does is the same, compiled or plain:

    rows = kernel.rows_of([state])                     # any settled state of the reference
    kernel.options(rows, 0)                            # its legal codes
    kernel.step_batch(rows, [kernel.code_of(action)])  # a decision and the luck that follows
    kernel.rollouts(rows, 0, times=1000, viewer=2)     # shares of wins, hidden tiles dealt anew

The reference engine is the truth; `tests/differential` proves the kernels equal to it, state by
state and option by option. An edition names the family of kernels that plays its composition
(`Edition.kernel`). One without is played by the reference, never approximated, and whoever needs a
kernel says so (`require_kernel`).

How the parts fit together
--------------------------
Three kernels live in rooms of their own: `tiles` for classic, kosmos and pocket, `seas`, `phoenix`.
What has the same job has the same name in each:

`family.py`    the kernel for those outside: a `Family`
`codes.py`     actions as numbers (those of `tiles` are in `shared/codes.py`)
`record.py`    the fields of one game; `tables.py` what is computed from the `Edition` beforehand
`options.py`   what is legal, and who decides; `play.py` decisions and luck carried out
`turns.py`     from one decision to the next; `hands.py` tiles held, and who cannot see them
`features.py`  what judgements read, with `outlook.py` what only a learned one reads
`facts.py`     what policies and statistics read
`observing.py` what those who learn see, in the order of an `Outline`
`actions.py`   codes to actions and back; `to_row.py` and `from_row.py` states to records and back

Only some have `daikaiju.py`, `losses.py` and `paths.py`, or `flight.py`, `loops.py`, `scoring.py`
and `winds.py`. The flows of the three stay apart, for they differ; `shared` has the rest:

`shared/layout.py`       a record class with typed fields: a plain object or a row of an array
`shared/compositions.py` what is read of an edition's phases
`shared/codes.py`        the codes of the tile games; `shared/rng.py` the luck of a record
`shared/seats.py`        the order round the table; `shared/endings.py` fates and reasons as numbers
`shared/ground.py`       free cells that a pawn reaches before all others
`shared/shapes.py`       the tiles with one face; `shared/paths.py` path ends on a board of them
`shared/pile.py`         the bag and what lies under it; `shared/hands.py` the tiles of all seats
`shared/exchange.py`     swapping with eliminated hands; `shared/secrets.py` dealing unseen tiles
`shared/cells.py`        sets of cells; `shared/wins.py` shared wins, in whole parts
`shared/outline.py`      which numbers an observation has; `shared/observing.py` writes them
`shared/conversion.py`   what the converters have in common

Templates are written once over the functions that every kernel offers (`contract.py`):

`templates/loops.py`     steps, playouts, batches and logs
`templates/policies.py`  seats that decide at random or cautiously
`templates/census.py`    their games counted into a `templates/census_record.py`

And around them:

`families.py`   which kernel plays which edition; `ready.py` has `kernel_of`
`kernel.py`     `Kernel`: access from outside, with `checks.py`; `buffers.py` room to work in
`counting.py`   the census, called from outside
`equality.py`   whether a kernel plays the reference's game, for tests and `tsuro fuzz`, also from
                positions near rare endings (`late.py`)
`compiling/compile.py`    copies modules and compiles them; `compiling/cache.py` keeps the code,
                          unless others could write it (`compiling/trust.py`)
`compiling/background.py` has it made while somebody plays; `compiling/notices.py` tells of it

A recipe for another kernel
---------------------------
1. Declare the record: a class whose annotations say how each field is stored, large arrays last.
   Every number of the reference's state must be there or follow from what is there; call it what
   the reference calls it. `contract.FIELDS` are needed by everybody.
2. Write the kernel as modules of small plain functions over that record, with the phases' names and
   rule numbers. The modules offer what `contract.OFFERED` lists, and `play.py` has in `INLINED` the
   functions on the hot path. `play`, `roll` and `play_outcome` run on to the next decision, the
   next luck or the end: luck is always a stop of its own, so the same code serves playouts and
   replays.
3. Write `to_row` and `from_row`, give the new actions ranges of codes, declare the `Family` in
   `family.py`, and name it in `families.FAMILIES` and in the compositions that it plays.
4. Add the edition to the differential tests, with positions that reach its rare rules.

What compiled code asks of the source
-------------------------------------
Numbers, fixed arrays and `bytes` tables only; no tuples, dictionaries, strings or recursion. Fields
are unsigned: arithmetic of two of them is unsigned too and must not meet a signed number, so add a
literal first (`g.seat + 0`). Shifts and `&` instead of `//` and `%`. On the hot path write the
candidate first and count it after (`out[n] = code; n += is_legal`): a branch that cannot be
predicted costs more than the work it saves. Functions that are called once in a while stay out of
`INLINED`.

A search is written in the same style as a module of its own with `FROM_KERNEL`, like
`templates/loops.py`, and loaded with `kernel.load("tsuro.bots.some_search")`: a tree in Python over
a compiled kernel gives away a factor of ten. If it offers `warm_up(kernel)`, which calls each entry
point once with next to no work, `kernel_of(edition, "tsuro.bots.some_search", ready="compiled")`
sees to its code as well.
"""

from __future__ import annotations

from tsuro.fast.compiling.cache import CACHE_VARIABLE, user_cache_folder
from tsuro.fast.compiling.compile import has_numba
from tsuro.fast.families import has_kernel, require_kernel
from tsuro.fast.kernel import Kernel
from tsuro.fast.ready import is_cached, kernel_of
from tsuro.fast.shared.codes import NO_ACTION

__all__ = [
    "CACHE_VARIABLE",
    "NO_ACTION",
    "Kernel",
    "has_kernel",
    "has_numba",
    "is_cached",
    "kernel_of",
    "require_kernel",
    "user_cache_folder",
]
