"""How the page looks: the edition's own colours, light and dark, wide and narrow."""

from __future__ import annotations

from typing import Final

from tsuro.core.state import Fate
from tsuro.editions.registry import edition_info
from tsuro.formats.svg.themes import Theme, theme_of

FATE_SEATS: Final = {
    Fate.EDGE: 1,
    Fate.COLLISION: 3,
    Fate.LOOP: 4,
    Fate.DAIKAIJU: 0,
    Fate.STRANDED: 2,
    Fate.WITHDRAWN: 6,
}
"""Seat colours that stand for fates: they can be told apart by everybody."""

PARTS: Final = ("page", "rim", "field", "tile", "edge", "path", "ink", "faint", "accent")
COOL, WARM = ("#2f6db5", "#6aa5ee"), ("#c4471f", "#f0835a")
"""The ends of the scale of shares, on light and on dark pages."""


def themed(edition: str) -> Theme:
    """The edition's theme with names in place of colours, so that one drawing serves both modes."""
    light = theme_of(edition_info(edition), dark=False)
    names = {part: f"var(--{part})" for part in PARTS}
    return Theme(
        light.name,
        light.motif,
        light.dark,
        figure="var(--edge)",
        back="var(--accent)",
        first_seat=light.first_seat,
        spark="var(--spark)",
        **names,
    )


def fate_colour(fate: Fate) -> str:
    return f"var(--fate-{fate})"


def _variables(edition: str, *, dark: bool) -> str:
    theme = theme_of(edition_info(edition), dark=dark)
    values = {part: getattr(theme, part) for part in PARTS}
    values |= {"spark": theme.spark, "cool": COOL[dark], "warm": WARM[dark]}
    values |= {f"fate-{fate}": theme.seats[seat] for fate, seat in FATE_SEATS.items()}
    return "".join(f"--{name}:{value};" for name, value in values.items())


def css(edition: str) -> str:
    light, dark = (_variables(edition, dark=mode) for mode in (False, True))
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}" + _SHEET
    )


_SHEET: Final = """
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);
  font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
  font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
main{max-width:76rem;margin:0 auto;padding:1.25rem clamp(.75rem,3vw,2rem) 3rem}
header{display:flex;gap:1.25rem;align-items:center;margin:.5rem 0 1.5rem}
header svg{width:4.5rem;flex:none}
h1{font-size:clamp(1.5rem,5vw,2.3rem);line-height:1.15;margin:0;letter-spacing:-.01em;
  text-wrap:balance}
h2{font-size:1.15rem;margin:0 0 .15rem}
p{margin:.25rem 0;max-width:80ch}
.faint,.note{color:color-mix(in srgb,var(--ink) 72%,var(--page));font-size:.875rem}
.note{margin-bottom:.75rem}
.warning{margin:0 0 1rem;padding:.4rem .8rem;border-left:4px solid var(--accent);
  background:var(--tile)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem;
  margin:0 0 1rem}
.figures div,section{background:var(--tile);border:1px solid var(--edge);border-radius:.8rem}
.figures div{padding:.7rem .9rem}
.figures dt{font-size:.8rem;color:color-mix(in srgb,var(--ink) 72%,var(--tile))}
.figures dd{margin:0;font-size:1.45rem;font-weight:650;line-height:1.25}
.figures small{display:block;font-size:.78rem;font-weight:400;
  color:color-mix(in srgb,var(--ink) 72%,var(--tile))}
.grid{display:grid;grid-template-columns:repeat(12,1fr);gap:1rem}
section{padding:1rem 1.1rem;min-width:0;grid-column:span 6}
section.wide{grid-column:1/-1}
@media (max-width:52rem){section{grid-column:1/-1}}
svg.chart{display:block;width:100%;height:auto;overflow:visible}
svg text{font-size:11px;fill:var(--ink);font-family:inherit}
svg .dim{fill:color-mix(in srgb,var(--ink) 70%,var(--tile))}
svg .small{font-size:7.4px}
@media (max-width:34rem){svg text{font-size:13px}svg .small{font-size:8.8px}}
svg .grid{stroke:var(--edge);stroke-width:.6;opacity:.7}
svg .mean{stroke:var(--ink);stroke-width:1;stroke-dasharray:3 3;opacity:.75}
svg .bar{fill:var(--accent)}
.rim{display:grid;grid-template-columns:minmax(0,34rem) minmax(0,1fr);gap:1rem 2rem;
  align-items:center}
.seats{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.75rem}
.seats figure{margin:0;text-align:center}
figcaption{font-size:.8rem}
@media (max-width:52rem){.rim{grid-template-columns:1fr}}
.scale{height:.8rem;border-radius:.4rem;border:1px solid var(--edge);
  background:linear-gradient(90deg,var(--cool),var(--tile),var(--warm))}
.ends{display:flex;justify-content:space-between;font-size:.8rem}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:right;white-space:nowrap;padding:.18rem .45rem;border-bottom:1px solid var(--edge)}
th:first-child,td:first-child{text-align:left}
th{font-weight:600}
tr:last-child td{border-bottom:0}
.scroll{overflow-x:auto}
.spaced{margin-top:1rem}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;padding:0;margin:.6rem 0 0;
  font-size:.85rem}
.key i{display:inline-block;width:.8em;height:.8em;border-radius:.2em;margin-right:.4em;
  border:1px solid color-mix(in srgb,var(--ink) 35%,transparent)}
.spaced table{font-size:.8rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.1rem,1fr));gap:.6rem}
.tile{padding:.55rem .6rem;border:1px solid var(--edge);border-radius:.6rem;font-size:.75rem;
  line-height:1.4;background:var(--page)}
.tile div{display:flex;gap:.55rem;align-items:center;margin-bottom:.25rem}
.tile svg{width:3.1rem;flex:none;display:block}
.two svg{width:1.95rem}
.tiles:has(.two){grid-template-columns:repeat(auto-fill,minmax(10.4rem,1fr))}
.two svg+svg{margin-left:-.4rem}
.tile b{font-size:1rem;display:block;line-height:1.2;white-space:nowrap}
.tile span{min-width:0}
footer{margin-top:1.5rem}
code{background:var(--tile);border:1px solid var(--edge);border-radius:.35rem;padding:.1rem .35rem;
  font-size:.85rem;overflow-wrap:anywhere}
"""
