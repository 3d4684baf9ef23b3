"""Print the two set-up commands of the README that is named: what CI runs, one a line.

Each stands alone in an `sh` block, and there are exactly two such blocks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def commands(readme: str) -> list[str]:
    """The command of each `sh` block, in order; exits with a sentence unless there are two, one a block."""
    blocks = re.findall(r"^ *```sh\b[^\n]*\n(.*?)^ *```$", readme, re.DOTALL | re.MULTILINE)
    lines = [block.strip().splitlines() for block in blocks]
    if [len(each) for each in lines] != [1, 1]:
        sys.exit(f"the README should have two sh blocks of one command each, and has {len(blocks)}: {blocks}")
    return [command for (command,) in lines]


if __name__ == "__main__":
    print(*commands(Path(sys.argv[1]).read_text(encoding="utf-8")), sep="\n")
