"""A fight with its dice and what must come of it: a test that needs no programming."""

from estoc.scenario.reading import FIGURES, Expectation, Scenario, ScenarioTable, read_scenario
from estoc.scenario.running import Report, outcome, run

__all__ = ["FIGURES", "Expectation", "Report", "Scenario", "ScenarioTable", "outcome", "read_scenario", "run"]
