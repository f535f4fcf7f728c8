"""Lines that a fuzzer found: once they were read, and then the game broke."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tsuro import Game, PlayerView, Position, PositionError, parse_position
from tsuro.core.state import Reason
from tsuro.engine.determinize import determinize
from tsuro.rules.exchange import Exchange

FOUND: Final = (
    (
        "INV-3",
        "kosmos/7:board=large T11/3,5,T08/0|6,T22/2|7|7|T05/1,6|7|5,T13/1,T26/1 f6.4<f7,a6.1<"
        "a5,x,g2.e,g4.e,a6.1<a5,x T23.T02.T09,T34.T20.T27,-,T26.T15,T30.T03.T17,T24.T30.T18,-"
        " T01.T02.T03.T04*2.T05.T06.T07*2.T08.T09.T10.T11.T12*2.T13.T14*2.T15.T16*2.T18.T19*2"
        ".T20.T21.T22.T23.T24.T25*2.T27.T28.T29*2.T31.T32.T33*2.T35 {seat=3,number=6,moment=1"
        "2,pawn=3,cell=g2} enter first=5 box=[T31:!;T06:!;T17:!;T21:!] exits=[{seat=6,turn=2,"
        "moment=4,fate=edge};{seat=2,turn=5,moment=10,fate=edge}] heaps={sizes=[20;20]}",
    ),
    (
        "CL-19",
        "classic/6:draw=literal T16/1,T04/3,T27/0,T21/0,T26/3,1|T17/1,T05/1,T22/3,T10/0,T11/0"
        ",T03/3|T24/0,T02/3,T08/2,T30/1,T13/0,T09/1|T33/0,3,T12/0,T23/1|T19/1,3,T07/3,T35/0|T"
        "06/1,T20/3,T29/1,T18/1,T34/0,T15/3 x,x,x,x,x,x T25.T01,-,T28.T32.T31,-,-,- T14 {seat"
        "=0,number=29,moment=58,pawn=0,cell=d3} draw first=5 exits=[{seat=4,turn=12,moment=24"
        ",fate=collision};{seat=5,turn=12,moment=24,fate=collision};{seat=1,turn=15,moment=30"
        ",fate=edge};{seat=3,turn=28,moment=56,fate=edge};{seat=0,turn=29,moment=58,fate=coll"
        "ision};{seat=2,turn=29,moment=58,fate=collision}] result={winners=[0;2],reason=all_o"
        "ut} dragon={holder=2}",
    ),
    (
        "SE-32",
        "seas/3:eliminated=roll,same_direction=last_resort,spawn_tile=gone 3,T33/1,3|3,T30/1,"
        "3|7|7|7|7|1,T23/0,T09/1,4 x,b6.5<b7,d3.0<d2 -,T32.T28.T14,T22.T05.T31 T01.T02.T03.T0"
        "4*2.T05.T06.T07*4.T08.T10.T11.T12.T13*2.T14.T15*2.T16.T17*2.T18*2.T19.T20*2.T23.T24."
        "T26*2.T27*2.T29*2.T30.T31*2.T33.T34.T35_T21:!.T25:0.T35:0.T12:0 {seat=2,number=7,mom"
        "ent=34} relocate first=2 exits=[{seat=0,turn=3,moment=16,fate=daikaiju}] sea={on_boa"
        "rd=[{name=G1,cell=g2,rotation=1};{name=G4,cell=d3,rotation=0}],bag=[B1;B2;G3],bottom"
        "=[B3;B4;G2;G5;B5]} watch={turn=6,dice=[4;2],die=4}",
    ),
    (
        "KO-24",
        "kosmos/2 5,T06/2|6|6|6|6|5,T26/2 c1.n+e6.s,e6.3<f6+x ?3,T18.T19 ?57 {seat=1,number=1"
        ",moment=2,pawn=3,cell=f1} draw first=1 heaps={sizes=[29;28]}",
    ),
    (
        "PR-40",
        "phoenix/6:star=same_move_only,winds_others=any_open E18b/0,E09a/1,E01a/0,E12a/1,E20a"
        "/2,E02a/2|E04a/0,C14a/0,C05a/1,C09a/3,C03a/3,E03a/1|E14b/2,C04b/2,C12a/1,C06a/0,C02a"
        "/2,E07b/0|E11a/1,C15a/1,C11a/3,C08a/2,C01a/2,E19a/0|E17b/0,C13a/0,C16b/2,C10a/1,C07a"
        "/2,E15a/0|E05b/1,E16b/2,E13b/3,E10a/1,E08a/0,E06a/0 x,c6.s,c6.1<c5,x,a1.4<a2,x -,-,-"
        ",-,-,- - {seat=1,number=24,moment=71,pawn=1,cell=c6} enter first=3 exits=[{seat=3,tu"
        "rn=13,moment=37,fate=stranded};{seat=0,turn=16,moment=47,fate=stranded};{seat=5,turn"
        "=20,moment=60,fate=stranded}] centre={} lanterns={scored=[0;1;0;0;3;0],markers=[[d4;"
        "blue];[e2;yellow];[e5;orange];[d3;yellow];[e3;blue];[b5;orange];[d5;orange]]} ashes="
        "{lives=[no;no;no;no;no;no]} phoenix_tile={holder=3}",
    ),
    (
        "CL-19",
        "classic/8:draw=literal,ban=any_self_elimination T10/1,T24/0,T21/3,T16/2,T19/0,T20/3|"
        "T12/3,T06/2,T27/0,T14/0,T08/1,T05/0|2,T13/0,T29/1,T02/1,T28/0|2,T01/0,T04/2,T22/0,T0"
        "9/1|2,T30/1,T25/3,T03/0,T26/3|2,T11/3,T07/2,1,T33/0 x,x,b3.3<c3,b3.2<c3,b5.2<c5,x,x,"
        "x -,-,T18,?2,?2,-,-,- ?3 {seat=3,number=27,moment=54,pawn=3,cell=d2,drawn=[3]} draw "
        "first=2 exits=[{seat=5,turn=2,moment=4,fate=edge};{seat=0,turn=7,moment=14,fate=edge"
        "};{seat=6,turn=27,moment=54,fate=collision};{seat=7,turn=27,moment=54,fate=edge};{se"
        "at=1,turn=27,moment=54,fate=collision}] dragon={holder=7}",
    ),
    (
        "PR-37",
        "phoenix/8:winds_of_change=on E11a/0,E15a/0,E08a/1,E10a/1,E16b/2,1|E07b/0,C14b/1,C15a/"
        "2,C13b/0,C04a/0,E09a/1|E20a/1,C06a/0,C12b/3,C16b/3,C05b/3,E18a/0|E12a/0,C08b/1,C11a/1"
        ",C07b/2,C10a/0,1|E13b/3,C02a/0,C01b/2,C09a/3,C03b/3,E04b/1|E03b/0,E05b/1,E01b/1,1,E14"
        "b/0,E02b/0 x,e1.4<e2,x,x,b5.0<b4,f4.6<e4,off,x -,-,-,-,E06,-,-,- -_E19:7.E17:4 {seat="
        "5,number=23,moment=68,pawn=5,cell=c5,drawn=[5]} prepare first=4 exits=[{seat=0,turn=1"
        "3,moment=37,fate=stranded};{seat=2,turn=15,moment=43,fate=stranded};{seat=3,turn=16,m"
        "oment=46,fate=stranded};{seat=7,turn=20,moment=58,fate=stranded}] centre={} lanterns="
        "{scored=[0;1;0;0;0;4;2;0],markers=[[d2;orange];[c3;yellow];[b5;blue];[d3;orange];[b4;"
        "blue];[e2;orange];[b3;yellow]]} ashes={lives=[no;no;no;no;no;no;yes;no]}",
    ),
    (
        "PR-37",
        "phoenix/6:immolate=same_turn E09a/1,E14a/0,4|E10a/0,C08b/2,C11a/3,C03a/0,C12a/2,E03a/"
        "1|E05a/0,C02a/1,C13a/3,C16a/3,C07a/1,E13a/0|1,C10a/1,C15a/0,C01a/1,C09a/2,1|1,C04a/1,"
        "C06a/3,C05a/3,C14b/1,E19b/0|E12a/1,2,E04a/3,E15b/1,E16b/2 c6.2<d6,c1.5<c2,off,off,c1."
        "4<c2,a5.4<a6 E08.E01,-,-,E02,-,E11.E18 -_E17:3.E07:4.E06:5.E20:0 {seat=1,number=13,mo"
        "ment=40,pawn=1,cell=b2,drawn=[4]} refill first=1 centre={} lanterns={scored=[0;1;2;0;"
        "0;0],markers=[[d2;yellow];[b3;blue];[e3;orange];[c3;orange];[b5;orange];[c5;yellow];["
        "e5;blue]]} ashes={lives=[no;yes;yes;yes;yes;no]} flight={mover=4,touched=[b2]}",
    ),
    (
        "PR-40",
        "phoenix/7:winds_of_change=on,immolate=same_turn E06a/1,E19a/0,E01a/2,E04b/0,E02a/2,E0"
        "3b/0|E08b/1,C14a/3,C08a/2,C10a/0,C13a/1,1|1,C06a/2,C01a/2,C05a/2,C15a/1,E14a/0|E17b/1"
        ",C09a/0,C02a/2,C12a/2,C16a/1,1|E10b/0,C07a/0,C04a/0,C03a/2,C11a/3,E15b/1|E05b/1,E11b/"
        "0,E07a/0,E20a/2,E18b/0,E12a/0 a4.w,a5.2<b5,f2.4<f3,a4.4<a5,x,x,x E09,-,E16.E13,-,-,-,"
        "- - {seat=0,number=17,moment=50,pawn=0,cell=a4} enter first=3 exits=[{seat=4,turn=9,m"
        "oment=27,fate=stranded};{seat=5,turn=10,moment=30,fate=stranded};{seat=6,turn=16,mome"
        "nt=48,fate=stranded}] centre={} lanterns={scored=[0;0;0;0;0;0;0],markers=[[b3;yellow]"
        ";[c3;orange];[d3;blue];[c4;blue];[b5;orange];[c5;orange];[d5;yellow]]} ashes={lives=["
        "no;no;no;no;no;no;no]} phoenix_tile={holder=2}",
    ),
    (
        "PR-40",
        "phoenix/8:winds_of_change=on,immolate=same_turn,winds_first=encountered E18a/0,E15b/3"
        ",E13b/3,E03a/1,E14b/2,E04a/0|E12b/0,C05a/2,C03a/0,C12a/3,C11a/1,E01a/2|E19a/0,C01a/2,"
        "C04b/3,C02a/2,C14a/0,E20b/1|E02a/2,C09a/2,C06a/2,C08a/2,C16a/3,E06a/1|E16b/3,C15a/0,C"
        "10a/2,C07a/3,C13a/1,E17a/1|E05b/1,E11b/0,E08a/1,E07a/0,E10a/0,E09a/0 b4.10<c5,off,x,x"
        ",c1.5<c2,x,f3.e,x -,-,-,-,-,-,-,- - {seat=6,number=20,moment=61,pawn=6,cell=f3,drawn="
        "[6]} enter first=1 exits=[{seat=2,turn=10,moment=30,fate=stranded};{seat=5,turn=13,mo"
        "ment=40,fate=stranded};{seat=7,turn=15,moment=47,fate=stranded};{seat=3,turn=18,momen"
        "t=56,fate=stranded}] centre={} lanterns={scored=[0;0;0;0;0;0;0;0],markers=[[b2;blue];"
        "[c2;yellow];[b3;orange];[c3;orange];[d3;blue];[c4;yellow];[d5;orange]]} ashes={lives="
        "[no;yes;no;no;no;no;no;no]} phoenix_tile={holder=1}",
    ),
)
LAST_TURN_OF_THE_FIRST_ROUND: Final = (
    "phoenix/7:winds_of_change=on,immolate=same_turn,entry=ports_only,star=same_move_only,"
    "winds_others=any_open,winds_first=encountered 5,E06a/1|E07b/0,C06b/2,C14b/2,C10b/3,C0"
    "9b/3,1|1,C11b/1,C04b/0,C15b/2,C12a/0,1|E17a/1,C02b/0,C03b/0,C05b/1,C01b/3,1|1,C13b/3,"
    "C16a/2,C07a/1,C08a/3,1|E08b/0,4,E05b/0 d6.s,f5.6<e5,a4.10<b5,f4.8<e3,f2.0<f1,off,a1.n"
    " ?2,?2,-,?2,?2,-,?2 -_?.E12:2.?.?.? {seat=6,number=6,moment=19} create first=1 centre"
    "={} lanterns={scored=[0;0;0;7;0;0;0],markers=[[e2;yellow];[b5;orange];[b3;blue];[d3;y"
    "ellow];[c2;blue];[d2;orange];[d5;orange]],final_round=yes}"
)
"""Somebody has seven stars, so that the game ends with this round."""
HIDDEN_EXCHANGE: Final = (
    "seas/8:daikaiju=off,die=per_daikaiju,eliminated=roll,spawn_tile=gone T20/1,T05/2,2,T1"
    "3/1,T06/1,T17/2|T18/3,4,T30/1,T32/0|T11/2,T04/3,T26/1,2,T29/1,T33/1|T22/3,1,T25/1,T26"
    "/0,1,T05/2,T07/1|T21/0,T12/0,T04/2,T17/0,T15/3,1,T02/3|T14/1,T08/3,T20/2,T13/1,T12/2,"
    "2|T28/0,T09/2,T07/3,T03/1,T18/0,T33/0,T35/0 d3.7<c3,c1.6<b1,x,d3.4<d4,e4.3<f4,e4.7<d4"
    ",e4.5<e5,g6.5<g7 ?3,?2,?2,T23.T19,?2,?3,?3,?3 - {seat=4,number=36,moment=72,pawn=4,ce"
    "ll=f4} exchange first=1 exits=[{seat=2,turn=36,moment=72,fate=edge}] exchange={seat=4"
    ",losers=[2],mine=[?],pool=[[2;?]]}"
)
"""Of two hidden tiles some worlds would make two of a kind, which nobody could swap."""


@pytest.mark.parametrize(("rule", "line"), FOUND)
def test_a_line_that_no_game_can_come_to_is_refused(rule: str, line: str) -> None:
    with pytest.raises(PositionError, match=rf"\({rule}\)$"):
        parse_position(line)


def test_a_game_may_end_with_its_first_round() -> None:
    position = parse_position(LAST_TURN_OF_THE_FIRST_ROUND)
    seen = PlayerView(position.edition, None, position.state, decide=None, to_act=None)
    game = Game.from_position(Position(position.edition, determinize(seen, Random(0))), seed=0)
    rng = Random(0)
    while game.result is None:
        game.play(rng.choice(game.decide.options))
    assert game.result.reason is Reason.STARS
    assert game.state.turn.number == game.edition.seats
    assert parse_position(str(game.position())).state == game.state


def test_a_made_up_exchange_has_something_to_swap() -> None:
    position = parse_position(HIDDEN_EXCHANGE)
    seen = PlayerView(position.edition, None, position.state, decide=None, to_act=None)
    for seed in range(300):
        assert determinize(seen, Random(seed)).part(Exchange).swaps()
