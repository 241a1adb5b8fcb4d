"""What the events mean: the ledger of items, who acted when, behaviours with evidence, metrics."""

from behaviors.activity import WAITING, Activity, measure_activity
from behaviors.contradiction import Word, agreement, said_and_did
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
from behaviors.groups import KEYS, Group, Key, Measured, Setting, Spread, figures_of, group, spread
from behaviors.intervals import Interval, bootstrap_interval, poisson_interval
from behaviors.ledger import Imbalance, Ledger, Line, keep_ledger
from behaviors.metrics import CLASSES, Metrics, judged_classes, measure
from behaviors.rates import Harm, Rate, harm, rate
from behaviors.story import Story, tell_story

__all__ = [
    "CLASSES",
    "DETECTORS",
    "KEYS",
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
    "Group",
    "Harm",
    "Imbalance",
    "Interval",
    "Key",
    "Ledger",
    "Line",
    "Measured",
    "Metrics",
    "Misquoted",
    "Rate",
    "Setting",
    "Spread",
    "Story",
    "Watch",
    "Word",
    "agreement",
    "bootstrap_interval",
    "check_quotes",
    "figures_of",
    "find",
    "gini",
    "group",
    "harm",
    "judged_classes",
    "keep_ledger",
    "make_finding",
    "measure",
    "measure_activity",
    "measure_gains",
    "over_usage",
    "poisson_interval",
    "rate",
    "said_and_did",
    "source_text",
    "spread",
    "tell_story",
]
