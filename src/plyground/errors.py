"""What can go wrong for a user, each as one clear line."""


class PlygroundError(Exception):
    """Any error whose message is meant for the person at the keyboard."""


class IllegalMove(PlygroundError, ValueError):
    """A move that the rules do not allow; the message says why."""


class IllegalPosition(PlygroundError, ValueError):
    """A text that is no position of the game, or of none that can come about; the message says why."""


class UnknownGame(PlygroundError, ValueError):
    """A game or variant that does not exist; the message lists what does."""


class NotPortable(PlygroundError):
    """A game that cannot leave Python; the message names the function that it lacks."""


class BrokenGame(PlygroundError):
    """A game file that does not keep the contract; the message names the file, the line and the function."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message, self.place = message, place

    @property
    def has_place(self) -> bool:
        """Whether the message says where it is."""
        return bool(self.place)


def quote(text: str) -> str:
    """A text from outside as an error of one line shows it.

    >>> quote("a" * 50)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"
    """
    return repr(text if len(text) <= 40 else text[:37] + "...")
