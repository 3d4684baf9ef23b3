"""The one strict converter: values to tables and JSON and back, nothing coerced, every fault at once."""

from estoc.converter.faults import Phrase, faults, nearest, structure
from estoc.converter.hooks import make
from estoc.converter.json import from_json, to_json

__all__ = ["Phrase", "faults", "from_json", "make", "nearest", "structure", "to_json"]
