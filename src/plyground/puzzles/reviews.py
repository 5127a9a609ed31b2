"""Reviews: a puzzle that was failed comes again at growing intervals, as FSRS schedules them."""

from __future__ import annotations

from datetime import datetime

from fsrs import Card, Rating, Scheduler

SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""Days and not minutes, and the same for everybody."""


def new_review(at: datetime) -> Card:
    """The card of a puzzle that was failed for the first time."""
    return review(Card(card_id=1, due=at), at, solved=False)


def review(card: Card, at: datetime, *, solved: bool) -> Card:
    """The card after another try.

    >>> from datetime import datetime, timezone
    >>> card = new_review(datetime(2026, 1, 1, tzinfo=timezone.utc))
    >>> str(card.due.date()), str(review(card, card.due, solved=True).due.date())
    ('2026-01-02', '2026-01-04')
    """
    return SCHEDULER.review_card(card, Rating.Good if solved else Rating.Again, at)[0]
