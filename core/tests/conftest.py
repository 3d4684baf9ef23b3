from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

# What several of these tests share lies beside them.
sys.path.insert(0, str(Path(__file__).parent))

# The same examples on every machine, and no deadline: tox runs its environments side by side.
settings.load_profile("ci")
