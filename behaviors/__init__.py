"""What the events mean: the ledger of items, who acted when, behaviours with evidence, metrics."""

from behaviors.activity import WAITING, Activity, measure_activity
from behaviors.contribution import Catch, Gains, gini, measure_gains, over_usage
from behaviors.detect import DETECTORS, Detector, Watch, find
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
from behaviors.intervals import Interval, bootstrap_interval, poisson_interval
from behaviors.ledger import Imbalance, Ledger, Line, keep_ledger
from behaviors.metrics import CLASSES, Metrics, Rate, judged_classes, measure, rate
from behaviors.story import Story, tell_story

__all__ = [
    "CLASSES",
    "DETECTORS",
    "SUBS",
    "WAITING",
    "Activity",
    "Catch",
    "Detector",
    "Evidence",
    "Finding",
    "FindingClass",
    "FindingSub",
    "Gains",
    "Imbalance",
    "Interval",
    "Ledger",
    "Line",
    "Metrics",
    "Misquoted",
    "Rate",
    "Story",
    "Watch",
    "bootstrap_interval",
    "check_quotes",
    "find",
    "gini",
    "judged_classes",
    "keep_ledger",
    "make_finding",
    "measure",
    "measure_activity",
    "measure_gains",
    "over_usage",
    "poisson_interval",
    "rate",
    "source_text",
    "tell_story",
]
