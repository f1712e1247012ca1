"""Charts as SVG without fixed colors: each color is a class that the page's style defines."""

from __future__ import annotations

import io
import re
import warnings
from html import escape
from math import isnan
from typing import Any, cast

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from breakaway.display.document import Bars, Chart, Histograms
from breakaway.lab.reports.measure import number, percent

LOOKS = ("ink", "soft", "line", "run", "pass", "plain", *(f"team-{i}" for i in range(1, 13)))
INKS = {look: f"#0102{i:02x}" for i, look in enumerate(LOOKS)}  # placeholders for the looks until the page is written
STYLE: Any = {
    "svg.hashsalt": "breakaway",
    "svg.fonttype": "none",  # leaves text as text, in the page's own font
    "text.parse_math": False,  # a team may be called $
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.spines.bottom": False,
    "axes.axisbelow": True,
    "text.color": INKS["ink"],
    "axes.labelcolor": INKS["soft"],
    "xtick.color": INKS["line"],
    "xtick.labelcolor": INKS["soft"],
    "ytick.color": INKS["line"],
    "ytick.labelcolor": INKS["ink"],
    "grid.color": INKS["line"],
    "grid.linewidth": 0.8,
}
WIDTH = 4.9  # inches
LETTER, ROW = 0.068, 0.2  # inches: width of a letter, height of a bar
LONGEST = 30  # the most letters in a label


def svg_of(chart: Chart, name: str) -> str:
    """A chart as an SVG element. All its ids begin with `name`."""
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # browsers draw letters that matplotlib cannot measure
        figure = bars(chart) if isinstance(chart, Bars) else histograms(cast(Histograms, chart))
        out = io.StringIO()
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(out, metadata={"Date": None})
    return in_page(out.getvalue(), chart, name)


def drawing(inches: float, left: float, right: float, strips: int = 1) -> tuple[Figure, list[Any]]:
    """A figure with `strips` axes, one below the other, and room for labels on both sides. All sizes are in inches."""
    bottom = 0.28
    figure = Figure(figsize=(WIDTH, inches + bottom))
    figure.patch.set_alpha(0)
    axes = []
    for i in range(strips):
        height = inches / strips
        box = (left / WIDTH, (bottom + height * (strips - 1 - i)) / (inches + bottom), 1 - (left + right) / WIDTH)
        ax = figure.add_axes((*box, (0.92 if strips > 1 else 0.98) * height / (inches + bottom)))
        ax.patch.set_alpha(0)
        ax.tick_params(length=0)
        axes.append(ax)
    return figure, axes


def bars(chart: Bars) -> Figure:
    """Horizontal bars with their values on the right, and thin lines for their intervals."""
    several = any(sum(not isnan(s.values[i]) for s in chart.series) > 1 for i in range(len(chart.labels)))
    thick = 0.8 / len(chart.series) if several else 0.62
    deep = max(1, len(chart.labels)) * (ROW * len(chart.series) + 0.1 if several else ROW + 0.06)
    left = 0.15 + LETTER * max((len(short(label)) for label in chart.labels), default=0)
    figure, (ax,) = drawing(deep, left, 0.5)
    for n, series in enumerate(chart.series):
        for i, value in enumerate(series.values):
            if isnan(value):
                continue
            y = i + ((n + 0.5) * thick - 0.4 if several else 0)
            ax.barh(y, value, thick, color=INKS[series.look])
            if series.low and not isnan(series.low[i]):
                ax.plot([series.low[i], series.high[i]], [y, y], color=INKS["ink"], linewidth=1.2)
            text = percent(value) if chart.percent else number(value)
            ax.text(1.02, y, text, transform=ax.get_yaxis_transform(), va="center", color=INKS["ink"])
    ax.set_ylim(len(chart.labels) - 0.5, -0.5)
    ax.set_yticks(range(len(chart.labels)), [short(label) for label in chart.labels])
    scale(ax, chart)
    return figure


def scale(ax: Any, chart: Bars) -> None:
    """Adds a scale to a bar chart: a few round numbers below the bars, and grid lines."""
    highest = max((v for s in chart.series for v in (*s.values, *s.high) if not isnan(v)), default=1.0)
    lowest = min((v for s in chart.series for v in (*s.values, *s.low) if not isnan(v)), default=0.0)
    ax.set_xlim(min(0.0, lowest), max(highest, 1e-9))
    ax.locator_params(axis="x", nbins=5)
    ax.xaxis.set_major_formatter((lambda x, _: f"{100 * x:.3g}%") if chart.percent else (lambda x, _: f"{x:g}"))
    ax.grid(axis="x")


def histograms(chart: Histograms) -> Figure:
    """Histograms in strips, one for each series, all on the same scale."""
    strips = len(chart.series)
    left = 0.15 + LETTER * max(len(short(series.name)) for series in chart.series)
    figure, axes = drawing(strips * (0.95 if strips < 4 else 0.45), left, 0.15, strips)
    width = chart.edges[1] - chart.edges[0]
    highest = max(max(series.values) for series in chart.series)
    for i, (ax, series) in enumerate(zip(axes, chart.series, strict=True)):
        ax.bar(chart.edges[:-1], series.values, 0.9 * width, align="edge", color=INKS[series.look])
        ax.set_xlim(chart.edges[0], chart.edges[-1])
        ax.set_ylim(0, highest)
        ax.set_yticks([highest * 0.3], [short(series.name)])
        ax.axhline(0, color=INKS["line"], linewidth=1)
        ax.grid(axis="x")
        if i < strips - 1:
            ax.tick_params(labelbottom=False)
    return figure


def short(text: str) -> str:
    """A label, shortened if it is too long."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def in_page(svg: str, chart: Chart, name: str) -> str:
    """Matplotlib's SVG as an element of a page: without metadata, with its own ids, with styles as attributes."""
    svg = svg[svg.index("<svg") :].strip()
    for needless in (
        r"\s*<metadata>.*?</metadata>",
        r"\s*<style[^>]*>.*?</style>",
        r"(?<=<g) id=\"[^\"]*\"",
        r"\s*<defs>\s*</defs>",
    ):
        svg = re.sub(needless, "", svg, flags=re.DOTALL)
    svg = re.sub(r'(?<= id=")', f"{name}-", svg).replace("url(#", f"url(#{name}-")
    svg = re.sub(r' style="([^"]*)"', lambda found: attributes(found[1]), svg)
    box = re.search(r'viewBox="([^"]*)"', svg)
    said = f'<title id="{name}-t">{escape(chart.title)}</title><desc id="{name}-d">{escape(chart.says)}</desc>'
    head = f'<svg viewBox="{box[1] if box else ""}" role="img" aria-labelledby="{name}-t {name}-d">{said}'
    return head + svg[svg.index(">") + 1 :]


def attributes(style: str) -> str:
    """An inline style as SVG attributes, with colors as classes, because a strict page allows no inline styles."""
    classes, kept = [], []
    looks = {colour: look for look, colour in INKS.items()}
    for each in filter(None, (part.strip() for part in style.split(";"))):
        key, _, value = (word.strip() for word in each.partition(":"))
        if value in looks:
            classes.append(f"{key}-{looks[value]}")
        elif key in ("fill", "stroke", "stroke-width", "opacity", "text-anchor", "stroke-linecap", "stroke-dasharray"):
            kept.append(f'{key}="{value}"')
    look = [f'class="{" ".join(classes)}"'] if classes else []
    return "".join(f" {each}" for each in (*look, *kept))


def look_rules() -> str:
    """CSS rules for the color classes. Each color is a CSS variable of the page."""
    keys = (("fill", "fill"), ("stroke", "stroke"), ("bg", "background"))
    return "\n".join(f".{name}-{look} {{ {key}: var(--{look}) }}" for name, key in keys for look in LOOKS)
