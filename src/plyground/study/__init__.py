"""Studies: what a game is like, measured in games between players of named strengths."""

from plyground.study.report import StudyReport
from plyground.study.results import Study
from plyground.study.run import study_game, study_games

__all__ = ["Study", "StudyReport", "study_game", "study_games"]
