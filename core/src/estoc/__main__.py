"""`python -m estoc` is `estoc`."""

from __future__ import annotations

import sys

from estoc.cli import main

sys.exit(main())
