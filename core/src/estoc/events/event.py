"""The root of all events."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import fields, frozen


@frozen
class Event:
    """The root of all events."""

    SENTENCE: ClassVar[str] = ""

    @property
    def sentence(self) -> str:
        """The sentence for what came of it, in English with slots."""
        return self.SENTENCE

    @property
    def slots(self) -> dict[str, Any]:
        """What fills the slots: the event's own fields, unless it says otherwise."""
        return {field.name: getattr(self, field.name) for field in fields(type(self))}

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of the outcome, by the names that scenarios use."""
        return {}
