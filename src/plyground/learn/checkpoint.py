"""What was learned so far, on the disk: a program that was killed goes on from there."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from plyground.errors import PlygroundError
from plyground.files import explain_errors, save_file
from plyground.learn.kernels import Learned
from plyground.learn.patterns import Patterns

FORMAT: Final = "plyground learn 1"


@dataclass
class Effort:
    """What has gone into learning."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    rounds: int = 0
    """How often learning was begun or taken up again; each time chance takes another way."""


def no_weights(patterns: Patterns) -> Learned:
    """What is known before the first game."""
    return Learned(*(np.zeros(patterns.weights, np.float32) for _ in Learned._fields))


def save_checkpoint(path: Path, name: str, patterns: Patterns, learned: Learned, effort: Effort) -> None:
    """Write all of it, or leave what was there."""
    head = {"format": FORMAT, "game": name, "patterns": patterns_digest(patterns), **asdict(effort)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, head=np.array(json.dumps(head)), **learned._asdict())
    save_file(path, buffer.getvalue())


def load_checkpoint(path: Path, name: str, patterns: Patterns) -> tuple[Learned, Effort]:
    """What a checkpoint holds, if it is of this game and of these patterns."""
    if not path.exists():
        raise PlygroundError(f"there is nothing to go on with: {path} is not there; leave out --resume")
    with explain_errors(f"cannot read {path}"):
        try:
            with np.load(path, allow_pickle=False) as file:
                head = json.loads(str(file["head"]))
                learned = Learned(*(file[field].astype(np.float32) for field in Learned._fields))
        except (KeyError, EOFError, zipfile.BadZipFile, ValueError) as error:
            raise PlygroundError(f"{path} is no checkpoint of plyground learn, or a damaged one") from error
    if head.get("format") != FORMAT:
        raise PlygroundError(f"{path} is no checkpoint of this version of plyground learn")
    if head["game"] != name:
        raise PlygroundError(f"{path} is a checkpoint of {head['game']}, not of {name}")
    if head["patterns"] != patterns_digest(patterns):
        raise PlygroundError(f"{path} was begun with other rules of {name}; begin anew in another file")
    if any(len(each) != patterns.weights for each in learned):
        raise PlygroundError(f"{path} is a damaged checkpoint; begin anew in another file")
    return learned, Effort(head["seconds"], head["games"], head["positions"], head["rounds"])


def patterns_digest(patterns: Patterns) -> str:
    """A text that differs where weights mean something else."""
    text = f"{patterns.grid} {patterns.symmetries} {patterns.is_relative} {patterns.windows}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]
