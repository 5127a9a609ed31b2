"""What to say where a library is missing that an adapter needs."""

from __future__ import annotations


def missing_extra(what: str, error: ImportError) -> ImportError:
    """An error of one line that says what to install.

    >>> print(missing_extra("the PettingZoo adapter", ImportError(name="pettingzoo")))
    the PettingZoo adapter needs pettingzoo, which is not installed: pip install 'plyground[rl]'
    """
    return ImportError(
        f"{what} needs {error.name}, which is not installed: pip install 'plyground[rl]'", name=error.name
    )
