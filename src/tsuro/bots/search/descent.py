"""Information-set Monte Carlo tree search in kernel style, compiled along with the kernel.

A template (see `tsuro.fast.templates`). Each iteration deals what the viewer cannot see anew, walks
down the tree by decisions that are possible in that deal, adds one node, plays the game out, over
further deals too if asked, and credits every seat's share of the win to the nodes it decided for
(max^n). Luck is drawn afresh in each iteration: a node stands for decisions, not for positions
(open loop).

What is proved, and when: a decision that ends the game or eliminates the seat that makes it, before
any luck has come since the root, has the same effect in every deal. The thinking seat knows its own
options for certain, so its proofs are carried up the tree; those of others only if nothing is
hidden.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any, Final

from tsuro.bots.judgement.valuing import value
from tsuro.bots.search.nodes import LOST, SUMS, WON
from tsuro.fast.shared.rng import below
from tsuro.fast.shared.seats import SEATS
from tsuro.fast.shared.wins import WHOLE_WIN, won_parts
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.tiles.facts import presence
from tsuro.fast.tiles.features import features
from tsuro.fast.tiles.hands import deal_unseen
from tsuro.fast.tiles.options import is_over, legal, to_act
from tsuro.fast.tiles.play import is_luck, play, roll

FROM_KERNEL = (
    "deal_unseen",
    "features",
    "is_luck",
    "is_over",
    "legal",
    "play",
    "presence",
    "roll",
    "to_act",
)
SURE: Final = 1e9
HOPELESS: Final = 1e6
"""Scores of proved options are at least, or less than minus, these."""
INLINED = ("find", "slot_of")


def search(
    iterations: int,
    roots: Any,
    games: Any,
    gauges: Any,
    nodes: Any,
    index: Any,
    out: Any,
    path: Any,
    weights: Any,
    terms: Any,
    net: Any,
    units: Any,
    gains: Any,
    sums: Any,
) -> None:
    """Go on with a search for some more iterations.

    `games` has three rows to play in, `out` room for one code more than there can be options.
    `sums` has lines for each node below the root, numbered as the nodes are (`nodes.SUMS`). `terms`
    has room for what judgements read and a number for each seat. `net` is a learned judgement with
    room for its `units`; without numbers the greedy one judges at the horizon too.
    """
    gauge = gauges[0]
    for _ in range(iterations):
        copy_row(games, 0, roots, 0)
        g = games[0]
        if gauge.hidden:
            deal_unseen(g, gauge.viewer)
        gauge.certain = 1
        gauge.returned = 0
        depth = descend(g, gauge, nodes, index, out, path, weights, terms)
        returned = gauge.returned + 0
        if gauge.deals > 1:
            copy_row(games, 2, games, 0)
        for deal in range(gauge.deals):
            if deal:
                deal_again(games, gauge)
                gauge.returned = returned
            play_out(games, gauge, out)
            share_out(g, gauge, weights, terms, net, units, gains)
            credit(g, gauge, nodes, path, depth, gains, sums)
        roots[0].rng = g.rng
        gauge.iterations += 1
        if nodes[0].proof:
            return


def descend(
    g: Any, gauge: Any, nodes: Any, index: Any, out: Any, path: Any, weights: Any, terms: Any
) -> int:
    """Walk down to a new node or the end; the nodes passed are left in `path`."""
    node = 0
    depth = 0
    path[0] = 0
    while not is_over(g) and depth < gauge.deepest:
        options = legal(g, out)
        mover = to_act(g)
        gauge.returned |= (mover == gauge.viewer) & (g.number > gauge.number)
        child = select(g, gauge, nodes, index, node, mover, options, out)
        fresh = child == 0
        if fresh:
            if gauge.used == gauge.room:
                return depth
            code = out[options] + 0
            child = add(gauge, nodes, index, node, code, mover)
        decide(g, nodes[child].action)
        if fresh:
            judge(g, nodes, child, mover, gauge.certain, weights, terms)
        depth += 1
        path[depth] = child
        node = child
        if is_luck(g):
            gauge.certain = 0
            settle_luck(g)
        if fresh:
            return depth
    return depth


def deal_again(games: Any, gauge: Any) -> None:
    """Back to where the tree ended, with other tiles where the viewer cannot see them."""
    luck = games[0].rng
    copy_row(games, 0, games, 2)
    games[0].rng = luck
    if gauge.hidden:
        deal_unseen(games[0], gauge.viewer)


def decide(g: Any, code: int) -> None:
    """`play`, which is large and compiled into its callers, in one place for all of them."""
    play(g, code)


def settle_luck(g: Any) -> None:
    """Let luck do what is due."""
    while is_luck(g):
        roll(g)


def slot_of(gauge: Any, nodes: Any, index: Any, parent: int, code: int) -> int:
    """Where the index has the child of a node, or has room for it."""
    slot: int = (parent * 0x9E3779B1 + code * 0x85EBCA77 >> 8) & gauge.mask
    while index[slot] and (
        nodes[index[slot]].parent != parent or nodes[index[slot]].action != code
    ):
        slot = (slot + 1) & gauge.mask
    return slot


def find(gauge: Any, nodes: Any, index: Any, parent: int, code: int) -> int:
    """The child of a node for a decision; 0 if it has not been tried."""
    child: int = index[slot_of(gauge, nodes, index, parent, code)] + 0
    return child


def select(
    g: Any, gauge: Any, nodes: Any, index: Any, node: int, mover: int, options: int, out: Any
) -> int:
    """The child to go to; 0 for an untried option, which is then put behind the others in `out`."""
    best = 0
    best_score = -SURE
    untried = 0
    for i in range(options):
        code = out[i] + 0
        child = find(gauge, nodes, index, node, code)
        if child == 0:
            untried += 1
            if below(g, untried) == 0:
                out[options] = code
        else:
            nodes[child].offered += 1
            score = worth(nodes, child, gauge)
            if score > best_score:
                best_score = score
                best = child
    if gauge.certain and (mover == gauge.viewer or not gauge.hidden):
        conclude(g, nodes, node, mover, best_score, untried)
    if untried and (node == 0 or gauge.urgency > best_score):
        best = 0
    return best


def conclude(g: Any, nodes: Any, node: int, mover: int, best_score: float, untried: int) -> None:
    """What the proofs below a node say about it: a won option is enough, or all must be lost."""
    ours = nodes[node].seat == mover
    if best_score >= SURE:
        nodes[node].proof = WON if ours else LOST
    elif untried == 0 and best_score < -HOPELESS:
        if ours:
            nodes[node].proof = LOST
        elif g.alive == (1 << mover | 1 << nodes[node].seat):
            # Whoever loses leaves the win to the other (but never with a third seat in).
            nodes[node].proof = WON


def worth(nodes: Any, child: int, gauge: Any) -> float:
    """Upper confidence bound with the greedy judgement as a bias that fades (and proofs)."""
    node = nodes[child]
    if node.proof == WON:
        return SURE
    visits = node.visits + 1e-9
    mean: float = node.value / (WHOLE_WIN * visits)
    if node.proof == LOST:
        return mean - 2 * HOPELESS
    unsure: float = gauge.exploration * sqrt(log(node.offered + 1.0) / visits)
    hoped: float = gauge.bias * node.hope / (visits + 1.0)
    return mean + unsure + hoped


def add(gauge: Any, nodes: Any, index: Any, parent: int, code: int, mover: int) -> int:
    """A new node."""
    child: int = gauge.used + 0
    gauge.used += 1
    node = nodes[child]
    node.parent = parent
    node.action = code
    node.seat = mover
    node.offered = 1
    index[slot_of(gauge, nodes, index, parent, code)] = child
    return child


def judge(
    g: Any, nodes: Any, child: int, mover: int, certain: int, weights: Any, terms: Any
) -> None:
    """What is known of a new node before luck comes in: a proof, or what may be hoped for."""
    nodes[child].hope = 1.0 / (1.0 + exp(-score(g, mover, weights, terms)))
    if certain:
        if is_over(g):
            if g.winners == 1 << mover:
                nodes[child].proof = WON
            elif g.winners >> mover & 1 == 0:
                nodes[child].proof = LOST
        elif g.alive >> mover & 1 == 0:
            nodes[child].proof = LOST


def play_out(games: Any, gauge: Any, out: Any) -> None:
    """Play on at random, to the end or to the horizon; seats avoid their own loss as often as
    `careful` says."""
    g = games[0]
    left = gauge.horizon + 0
    while not is_over(g) and left != 0:
        left -= 1
        options = legal(g, out)
        mover = to_act(g)
        gauge.returned |= (mover == gauge.viewer) & (g.number > gauge.number)
        if options > 1 and below(g, 256) < gauge.careful:
            play_carefully(games, options, mover, out)
        else:
            decide(g, out[below(g, options)])
        settle_luck(g)


def play_carefully(games: Any, options: int, mover: int, out: Any) -> None:
    """Any decision that does not cost the seat a pawn at once; if there is none, any."""
    g = games[0]
    kept = presence(g, mover)
    copy_row(games, 1, games, 0)
    left = options
    while left:
        picked = below(g, left)
        luck = g.rng
        decide(g, out[picked])
        left -= 1
        if left == 0 or presence(g, mover) >= kept:
            return
        copy_row(games, 0, games, 1)
        g.rng = luck
        out[picked] = out[left]


def share_out(
    g: Any, gauge: Any, weights: Any, terms: Any, net: Any, units: Any, gains: Any
) -> None:
    """Every seat's parts of the win: the result or, at the horizon, what the judgement expects."""
    if not is_over(g):
        expect(g, gauge, weights, terms, net, units, gains)
        return
    for seat in range(SEATS):
        gains[seat] = won_parts(g, seat)


def expect(g: Any, gauge: Any, weights: Any, terms: Any, net: Any, units: Any, gains: Any) -> None:
    """Share out the win among the seats still in by how their positions are judged."""
    total = 0.0
    last = 0
    first = len(terms) - SEATS
    for seat in range(SEATS):
        gains[seat] = 0
        if g.alive >> seat & 1:
            if len(net):
                hoped = value(g, seat, len(weights), terms, net, units)
            else:
                hoped = gauge.trust * score(g, seat, weights, terms)
            terms[first + seat] = exp(hoped)
            total += terms[first + seat]
            last = seat
    rest = WHOLE_WIN
    for seat in range(SEATS):
        if g.alive >> seat & 1:
            gains[seat] = int(WHOLE_WIN * terms[first + seat] / total)
            rest -= gains[seat]
    gains[last] += rest


def score(g: Any, seat: int, weights: Any, terms: Any) -> float:
    """The greedy judgement of a position for a seat."""
    features(g, seat, terms)
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * terms[i]
    return total


def credit(g: Any, gauge: Any, nodes: Any, path: Any, depth: int, gains: Any, sums: Any) -> None:
    """Give every node on the path what the seat that decided for it has gained."""
    nodes[0].visits += 1
    for step in range(1, depth + 1):
        node = nodes[path[step]]
        node.visits += 1
        node.value += gains[node.seat]
    row = SUMS * path[1]
    if depth and row < len(sums):
        for seat in range(SEATS):
            sums[row][seat] += gains[seat]
            sums[row + 1][seat] += gains[seat] * gains[seat]
        in_still = gauge.returned | (g.winners | g.alive) >> gauge.viewer & 1
        sums[row + 2][0] += in_still


def warm_up(kernel: Any) -> None:
    """Have the search compiled: called on the plain module."""
    from tsuro.bots.search.tree import warm_tree

    warm_tree(kernel)
