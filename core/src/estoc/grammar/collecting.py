"""Faults gathered over several readings, so that a file tells all of its own at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from estoc.errors import Fault, Faults

T = TypeVar("T")


class Found:
    """The faults found in a file so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def add(self, faults: Iterable[Fault]) -> None:
        """These too."""
        self.faults.extend(faults)

    def attempt(self, read: Callable[..., T], *arguments: Any) -> T | None:
        """What a reading gives, None once it raises Faults, which are kept."""
        try:
            return read(*arguments)
        except Faults as faults:
            self.faults.extend(faults.faults)
            return None

    def done(self) -> None:
        """Raises Faults where there are any."""
        if self.faults:
            raise Faults(self.file, tuple(self.faults))
