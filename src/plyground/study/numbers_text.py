"""Figures as text: a value and its interval in a few characters."""

from __future__ import annotations

from plyground.study.figures import Figure, Unit


def value_text(value: float, unit: Unit) -> str:
    """A value for people.

    >>> value_text(0.714, "share"), value_text(17.26, "plies"), value_text(5.02, "log10")
    ('71 %', '17.3', '10^5.0')
    """
    if unit == "share":
        return f"{100 * value:.0f} %"
    if unit == "log10":
        return f"10^{value:.1f}"
    return f"{value:.0f}" if unit == "rungs" else f"{value:.1f}"


def figure_text(figure: Figure) -> str:
    """The value of a figure for people."""
    return ("≳ " if figure.is_least else "") + value_text(figure.value, figure.unit)


def interval_text(figure: Figure) -> str:
    """The interval for people.

    >>> interval_text(Figure("draws", "", 0.5, 0.41, 0.59, "share", ""))
    '41 to 59 %'
    """
    low, high = value_text(figure.low, figure.unit), value_text(figure.high, figure.unit)
    return f"{low.removesuffix(' %')} to {high}"


def exact_text(figure: Figure) -> str:
    """What is known for certain, for people; nothing if nothing is."""
    return "" if figure.exact is None else value_text(figure.exact, figure.unit)
