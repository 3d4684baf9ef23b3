"""The verbs of `estoc`, and nothing else."""

from estoc.cli.command import main

__all__ = ["main"]
