"""What Prometheus may ask."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self._all = CollectorRegistry()
        self.requests = Counter(
            "plyground_requests", "Requests answered", ["method", "route", "status"], registry=self._all
        )
        self.answer_seconds = Histogram(
            "plyground_answer_seconds", "Time to an answer", ["route"], buckets=QUICK, registry=self._all
        )
        self.moves = Counter("plyground_moves", "Moves stored", ["by"], registry=self._all)
        self.computer_seconds = Histogram(
            "plyground_computer_seconds",
            "Time from a computer's turn to its stored move, waiting included",
            buckets=SLOW,
            registry=self._all,
        )
        self.games = Counter("plyground_games", "Games begun", registry=self._all)
        self.refused = Counter(
            "plyground_refused", "Requests and messages refused", ["code"], registry=self._all
        )

    def watch(self, name: str, words: str, value: Callable[[], float]) -> None:
        """Add a figure that is asked for when it is wanted."""
        Gauge(f"plyground_{name}", words, registry=self._all).set_function(value)

    def text(self) -> bytes:
        """Everything in Prometheus's own format."""
        return generate_latest(self._all)
