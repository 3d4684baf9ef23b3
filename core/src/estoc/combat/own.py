"""What a ruleset brings of its own: the core's values hold it under these names and never look into it.

The converter of a loaded ruleset knows for which class each of them stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    Sheet: TypeAlias = Any
    Weapon: TypeAlias = Any
    Armour: TypeAlias = Any
    Circumstances: TypeAlias = Any
else:

    class Sheet:
        """Stands for the ruleset's `Sheet`."""

    class Weapon:
        """Stands for the ruleset's `Weapon`."""

    class Armour:
        """Stands for the ruleset's `Armour`."""

    class Circumstances:
        """Stands for the ruleset's `Circumstances`."""
