"""The ruleset `warforum`: shooting, melee and the round of a French play-by-post forum's game."""
