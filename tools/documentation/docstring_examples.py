"""Examples of docstrings as blocks of code: mkdocs would take their prompts for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class DocstringExamples(griffe.Extension):
    """Puts the examples of every docstring between fences."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = fence_examples(obj.docstring.value)


def fence_examples(text: str) -> str:
    """A docstring with its examples between fences.

    >>> fence_examples("What it is.\\n\\n>>> 1 + 1\\n2").splitlines()
    ['What it is.', '', '```python', '>>> 1 + 1', '2', '```']
    """
    return EXAMPLE.sub(lambda found: f"```python\n{found[0]}\n```", text)
