"""The lab: a search to step through, as an indented tree with the board beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from plyground.board import Board
from plyground.drawing import draw_text
from plyground.lab import ALGORITHMS, Limits, Switches, run_algorithm
from plyground.lab.notebook import ShownTrace
from plyground.lab.playback import Playback
from plyground.lab.small_boards import marks_at
from plyground.lab.tree_text import counts_text, head_text, plain_text, step_lines
from plyground.terminal.screen.background.work import StoppableWork, raise_if_cancelled
from plyground.terminal.screen.widgets.key_line import KeyLine

MOST_NODES: Final = 100_000
MOST_RECORDED: Final = 2_000
"""Nodes that can be stepped through; a larger tree is counted and said to be larger."""
MOST_SECONDS: Final = 20.0
MOST_LINES: Final = 400
"""Lines of the tree around the current one that are shown."""
DEEPEST: Final = 12


@dataclass(frozen=True)
class LabSetup:
    """What to search, and how."""

    board: Board
    algorithm: str = "alphabeta"
    switches: Switches = field(default_factory=Switches)


class LabScreen(Screen[None]):
    """A search, step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s,right,space", "step", "Step", key_display="s", tooltip="one step"),
        Binding("o", "step_over", "Step over", tooltip="past everything that this move leads to"),
        Binding("b,left", "back", "Back", key_display="b", tooltip="one step back"),
        Binding("k", "cutoff", "Next cut-off", tooltip="run to the next cut-off"),
        Binding("home", "start", "Start", show=False, tooltip="to the start"),
        Binding("end", "end", "End", tooltip="to the end"),
        Binding("f", "fold", "Fold", tooltip="fold what is done, or show everything"),
        Binding("a", "algorithm", "Algorithm", tooltip="the next algorithm"),
        Binding("plus,equals_sign", "depth(1)", "Deeper", key_display="+", tooltip="one ply deeper"),
        Binding("minus", "depth(-1)", "Less deep", key_display="-", tooltip="one ply less deep"),
        Binding("escape", "leave", "Leave", tooltip="leave the lab"),
    ]

    DEFAULT_CSS = """
    LabScreen {
        & #heading { height: 1; text-style: bold; background: $surface; padding: 0 1; }
        & #tree-scroll { width: 2fr; border-right: solid $primary; }
        & #tree { width: auto; height: auto; padding: 0 1; }
        & #side { width: 1fr; padding: 0 1; overflow-x: auto; }
        & #node-board { width: auto; height: auto; }
        & #sentence { height: auto; max-height: 4; padding: 0 1; background: $surface; }
        &.-ascii #tree-scroll { border-right: ascii $primary; }
    }
    """

    def __init__(self, setup: LabSetup, *, ascii_only: bool = False) -> None:
        super().__init__(classes="-ascii" if ascii_only else None)
        self.setup = setup
        self.ascii_only = ascii_only
        self.playback: Playback | None = None
        self.trace: ShownTrace | None = None
        self.folds = True
        self._problem = ""
        self._search = StoppableWork(self, on_error=self._refuse)

    def compose(self) -> ComposeResult:
        """The tree, the board beside it, and what happens in a sentence."""
        yield Static(id="heading", markup=False)
        yield Horizontal(
            VerticalScroll(Static(id="tree", markup=False), id="tree-scroll"),
            VerticalScroll(Static(id="node-board", markup=False), Static(id="info", markup=False), id="side"),
        )
        yield Static(id="sentence", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the search that is asked for."""
        self._run()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A search has ended."""
        self._search.handle(event)

    # Searching

    def _run(self) -> None:
        self.playback = self.trace = None
        self._problem = ""
        setup = self.setup
        self._say(f"{ALGORITHMS[setup.algorithm].title}, depth {setup.switches.depth}: searching ...")

        def report(nodes: int) -> None:
            raise_if_cancelled()
            self._search.report(self._say, f"searching ... {nodes:,} positions")

        limits = Limits(nodes=MOST_NODES, seconds=MOST_SECONDS, on_progress=report)
        self._search.start(
            lambda: run_algorithm(
                setup.board, setup.algorithm, setup.switches, limits=limits, most_recorded=MOST_RECORDED
            ),
            self._take,
        )

    def _take(self, trace: ShownTrace) -> None:
        self.trace = trace
        self.playback = Playback(trace)
        self._show()

    def _refuse(self, problem: str) -> None:
        self._problem = problem
        self.query_one("#tree", Static).update("")
        self.query_one("#node-board", Static).update("")
        self.query_one("#info", Static).update("")
        self._say(self._written(f"{problem[:1].upper()}{problem[1:]}."))
        self.query_one("#heading", Static).update(self._heading())

    def _say(self, text: str) -> None:
        self.query_one("#sentence", Static).update(text)

    # Keys

    def action_step(self) -> None:
        """One event more."""
        self._go(Playback.step)

    def action_back(self) -> None:
        """One event less."""
        self._go(Playback.back)

    def action_step_over(self) -> None:
        """Past everything below."""
        self._go(Playback.step_over)

    def action_cutoff(self) -> None:
        """To the next cut-off."""
        self._go(Playback.run_to_cutoff)

    def action_start(self) -> None:
        """To the start."""
        self._go(lambda playback: playback.go_to(0))

    def action_end(self) -> None:
        """To the end."""
        self._go(lambda playback: playback.go_to(playback.last))

    def _go(self, move: Callable[[Playback], None]) -> None:
        if self.playback is not None:
            move(self.playback)
            self._show()

    def action_fold(self) -> None:
        """Fold what is done, or show everything."""
        self.folds = not self.folds
        self._show()

    def action_algorithm(self) -> None:
        """The next algorithm on the same position."""
        names = list(ALGORITHMS)
        following = names[(names.index(self.setup.algorithm) + 1) % len(names)]
        self.setup = replace(self.setup, algorithm=following)
        self._run()

    def action_depth(self, plies: int) -> None:
        """Deeper, or less deep."""
        depth = max(1, min(DEEPEST, self.setup.switches.depth + plies))
        self.setup = replace(self.setup, switches=replace(self.setup.switches, depth=depth))
        self._run()

    def action_leave(self) -> None:
        """Back to where the lab was opened."""
        self._search.cancel()
        self.dismiss()

    # Showing

    def _written(self, text: str) -> str:
        return plain_text(text) if self.ascii_only else text

    def _heading(self) -> str:
        game = self.setup.board.game.full_name
        how = head_text(self.trace) if self.trace else ALGORITHMS[self.setup.algorithm].title
        return self._written(f"Lab: {game}. {how}")

    def _show(self) -> None:
        playback, trace = self.playback, self.trace
        if playback is None or trace is None:
            return
        self.query_one("#heading", Static).update(self._heading())
        self._show_tree(playback)
        self._show_board(playback, trace)
        event = playback.event
        words = "Step through the search with s." if event is None else event["text"]
        end = f" {trace.sentence}" if playback.at == playback.last and event is not None else ""
        self._say(self._written(f"{playback.at}/{playback.last}  {words}{end}"))

    def _show_tree(self, playback: Playback) -> None:
        lines = step_lines(playback, folds=self.folds)
        here = next((index for index, line in enumerate(lines) if line.is_here), 0)
        first = max(0, here - MOST_LINES // 2)
        shown = lines[first : first + MOST_LINES]
        text = Text(no_wrap=True)
        if first:
            text.append(f"({first} lines above)\n")
        for line in shown:
            text.append(("> " if line.is_here else "  "), style="bold")
            text.append(self._written(line.text) + "\n", style="reverse" if line.is_here else "")
        if hidden := len(lines) - first - len(shown):
            text.append(f"({hidden} lines below)\n")
        self.query_one("#tree", Static).update(text)
        scroll = self.query_one("#tree-scroll", VerticalScroll)
        row = here - first + bool(first)
        self.call_after_refresh(scroll.scroll_to, y=max(0, row - scroll.size.height // 2), animate=False)

    def _show_board(self, playback: Playback, trace: ShownTrace) -> None:
        node = trace.tree[playback.node]
        marks = marks_at(trace.tree, trace.picture.marks, node["id"])
        picture = trace.picture._replace(marks=marks)
        drawn = draw_text(picture, node["cells"], ascii_only=self.ascii_only)
        self.query_one("#node-board", Static).update(drawn)
        hidden = trace.nodes - len(trace.tree)
        parts = [
            f"{node['player']} to move",
            f"values for {trace.viewpoint}; words are proven, numbers are estimates",
            counts_text(trace),
            f"the first {len(trace.tree):,} of {trace.nodes:,} positions can be stepped through"
            if hidden
            else "",
        ]
        state = playback.state(node["id"])
        if state.reason:
            parts.insert(1, state.reason)
        self.query_one("#info", Static).update(self._written("\n".join(filter(None, parts))))
