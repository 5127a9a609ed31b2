"""The report of a study of one or more games: for programs, for people, and as one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.study.comparison import merits_of, pareto_front
from plyground.study.results import Study


class StudyReport:
    """Studies of some games, and what was thrown out before it was studied."""

    def __init__(
        self,
        studies: Sequence[Study],
        *,
        refused: Sequence[tuple[str, str]] = (),
        is_interrupted: bool = False,
    ) -> None:
        self.studies = tuple(studies)
        self.refused = tuple(refused)
        """Variants that were not studied, each with the reason."""
        self.is_interrupted = is_interrupted

    @property
    def has_figures(self) -> bool:
        """Whether the budget carried anything at all."""
        return any(study.figures.keys() - {"state_space"} for study in self.studies)

    def as_json(self) -> dict[str, Any]:
        """One game as it is; several in a list, with the names of those on the Pareto front."""
        if len(self.studies) == 1 and not self.refused:
            return self.studies[0].as_json()
        studies = []
        for study in self.studies:
            merits = merits_of(study)
            balance = merits and {name: round(value, 6) for name, value in merits.balance._asdict().items()}
            studies.append(study.as_json() | {"balance": balance})
        return {
            "studies": studies,
            "pareto_front": [study.name for study in pareto_front(self.studies)],
            "refused": [{"game": game, "why": why} for game, why in self.refused],
        }

    def text(self) -> str:
        """The figures for a terminal."""
        from plyground.study.report_text import report_text

        return report_text(self)

    def html(self) -> str:
        """One HTML document that needs nothing from outside."""
        from plyground.study.page import write_page

        return write_page(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the same without the document around it."""
        from plyground.study.page import write_body

        return write_body(self)
