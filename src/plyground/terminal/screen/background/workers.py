"""Work behind the screen: one thread for one kind of work, where a new request replaces the old one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, ParamSpec, TypeAlias

from textual.message import Message
from textual.message_pump import MessagePump

_Arguments = ParamSpec("_Arguments")

AGAIN_SECONDS: Final = 0.05


def nothing() -> None:
    """What to do to stop work that ends by itself."""


class Errand:
    """One request: what it has to tell reaches the screen only as long as it is wanted."""

    def __init__(self, screen: MessagePump, job: Job) -> None:
        self.wanted = True
        self.pressed = False
        """Whether somebody is already asking it to end."""
        self.done = threading.Event()
        self._screen = screen
        self._job = job

    def run(self) -> None:
        """Do the work, in the thread that belongs to it; a failure is told like an answer."""
        if self.wanted:
            self._job(self)

    def tell(
        self, call: Callable[_Arguments, None], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> None:
        """Have the screen's own thread make a call, if the errand is still wanted by then."""
        if self.wanted:
            with suppress(RuntimeError):  # the screen, or the whole program, is gone
                self._screen.post_message(Told(self, lambda: call(*arguments, **named)))


Job: TypeAlias = Callable[[Errand], None]


class Told(Message):
    """Something that an errand has to tell; the screen answers it with `event.heard()`."""

    def __init__(self, errand: Errand, call: Callable[[], None]) -> None:
        self.errand = errand
        self._call = call
        super().__init__()

    def heard(self) -> None:
        """Make the call, unless nobody wants to know any more."""
        if self.errand.wanted:
            self._call()


class Backstage:
    """A thread that does one errand at a time, and the newest only.

    `stop` asks the work under way to end soon. It may come too early to be heard, before the work has
    really begun, so it is repeated until the work has ended.
    """

    def __init__(
        self,
        screen: MessagePump,
        stop: Callable[[], None] = nothing,
        failed: Callable[[str], None] | None = None,
    ) -> None:
        self._screen = screen
        self._stop = stop
        self._failed = failed
        self._lock = threading.Condition()
        self._next: Errand | None = None
        self._current: Errand | None = None
        self._started = False

    @property
    def is_busy(self) -> bool:
        """Whether there is an errand whose answer is wanted."""
        return any(errand is not None and errand.wanted for errand in (self._current, self._next))

    def ask(self, job: Job) -> None:
        """Have this done instead of whatever is under way."""
        self.drop()
        with self._lock:
            self._next = Errand(self._screen, job)
            if not self._started:
                self._started = True
                threading.Thread(target=self._serve, daemon=True).start()
            self._lock.notify()

    def hurry(self) -> None:
        """Ask for the answer now."""
        if self._current is not None:
            self._press(self._current)

    def drop(self) -> None:
        """Forget the request, and end the work on it."""
        with self._lock:
            if self._next is not None:
                self._next.wanted = False
            current = self._current
            if current is not None:
                current.wanted = False
        if current is not None:
            self._press(current)

    def _press(self, errand: Errand) -> None:
        if errand.pressed or errand.done.is_set():
            return
        errand.pressed = True

        def insist() -> None:
            while not errand.done.is_set():
                with self._lock:
                    if not errand.done.is_set():
                        self._stop()
                errand.done.wait(AGAIN_SECONDS)

        threading.Thread(target=insist, daemon=True).start()

    def _serve(self) -> None:
        while True:
            with self._lock:
                while self._next is None:
                    self._lock.wait()
                errand, self._next = self._next, None
                self._current = errand
            try:
                errand.run()
            except Exception as error:
                if self._failed is not None:
                    errand.tell(self._failed, str(error) or type(error).__name__)
            finally:
                with self._lock:
                    errand.done.set()
                    self._current = None
