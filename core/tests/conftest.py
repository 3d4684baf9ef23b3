from __future__ import annotations

from hypothesis import settings

# The same examples on every machine, and no deadline: tox runs its environments side by side.
settings.load_profile("ci")
