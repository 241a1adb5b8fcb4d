"""What the events mean: the ledger of items, who acted when, behaviours with evidence. Touches nothing."""

from behaviors.activity import WAITING, Activity, measure_activity
from behaviors.detect import DETECTORS, Detector, find
from behaviors.finding import (
    SUBS,
    Evidence,
    Finding,
    FindingClass,
    FindingSub,
    Misquoted,
    check_quotes,
    make_finding,
    source_text,
)
from behaviors.ledger import Imbalance, Ledger, Line, keep_ledger
from behaviors.story import Story, tell_story

__all__ = [
    "DETECTORS",
    "SUBS",
    "WAITING",
    "Activity",
    "Detector",
    "Evidence",
    "Finding",
    "FindingClass",
    "FindingSub",
    "Imbalance",
    "Ledger",
    "Line",
    "Misquoted",
    "Story",
    "check_quotes",
    "find",
    "keep_ledger",
    "make_finding",
    "measure_activity",
    "source_text",
    "tell_story",
]
