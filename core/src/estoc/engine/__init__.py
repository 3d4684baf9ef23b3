"""What may be decided, and what comes of it: pure functions of the fight, the decision and the dice."""

from estoc.engine.checking import checked, missing
from estoc.engine.legal import due_now, legal, reactions
from estoc.engine.run import begin, resolve
from estoc.engine.take import take
from estoc.engine.view import Run, View

__all__ = ["Run", "View", "begin", "checked", "due_now", "legal", "missing", "reactions", "resolve", "take"]
