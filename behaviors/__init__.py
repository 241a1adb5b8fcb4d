"""What the events mean: the ledger of items, who acted when, behaviours with evidence, metrics."""

from minecrew.behaviors.annotators.annotation import JUDGE, RULES, Annotation, Claim, claim_of, fit_annotation
from minecrew.behaviors.annotators.judge import Heard, Model, judge_round
from minecrew.behaviors.annotators.judgement import Answer, Judgement
from minecrew.behaviors.contradiction.detector import Word, agreement, said_and_did
from minecrew.behaviors.detectors import DETECTORS, Detector, Watch, find
from minecrew.behaviors.facts.activity import WAITING, Activity, measure_activity
from minecrew.behaviors.facts.gains import Catch, Gains, gini, measure_gains, over_usage
from minecrew.behaviors.facts.ledger import Imbalance, Ledger, Line, keep_ledger
from minecrew.behaviors.facts.story import Story, tell_story
from minecrew.behaviors.finding import (
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
from minecrew.behaviors.statistics.agreement import (
    ROWS,
    Alpha,
    Annotator,
    Kappa,
    Reliability,
    measure_agreement,
)
from minecrew.behaviors.statistics.groups import (
    KEYS,
    Group,
    Key,
    Measured,
    Setting,
    Spread,
    figures_of,
    group,
    spread,
)
from minecrew.behaviors.statistics.intervals import Interval, bootstrap_interval, poisson_interval
from minecrew.behaviors.statistics.metrics import CLASSES, Metrics, judged_classes, measure
from minecrew.behaviors.statistics.rates import Harm, Rate, harm, rate
from minecrew.behaviors.statistics.reliability import (
    cohen_kappa,
    coincidences,
    krippendorff_alpha,
    pair_table,
)
from minecrew.behaviors.statistics.votes import NAMES, Unit, Votes, votes_of_annotations, votes_of_findings

__all__ = [
    "CLASSES",
    "DETECTORS",
    "JUDGE",
    "KEYS",
    "NAMES",
    "ROWS",
    "RULES",
    "SUBS",
    "WAITING",
    "Activity",
    "Alpha",
    "Annotation",
    "Annotator",
    "Answer",
    "Catch",
    "Claim",
    "Detector",
    "Evidence",
    "Finding",
    "FindingClass",
    "FindingSub",
    "Gains",
    "Group",
    "Harm",
    "Heard",
    "Imbalance",
    "Interval",
    "Judgement",
    "Kappa",
    "Key",
    "Ledger",
    "Line",
    "Measured",
    "Metrics",
    "Misquoted",
    "Model",
    "Rate",
    "Reliability",
    "Setting",
    "Spread",
    "Story",
    "Unit",
    "Votes",
    "Watch",
    "Word",
    "agreement",
    "bootstrap_interval",
    "check_quotes",
    "claim_of",
    "cohen_kappa",
    "coincidences",
    "figures_of",
    "find",
    "fit_annotation",
    "gini",
    "group",
    "harm",
    "judge_round",
    "judged_classes",
    "keep_ledger",
    "krippendorff_alpha",
    "make_finding",
    "measure",
    "measure_activity",
    "measure_agreement",
    "measure_gains",
    "over_usage",
    "pair_table",
    "poisson_interval",
    "rate",
    "said_and_did",
    "source_text",
    "spread",
    "tell_story",
    "votes_of_annotations",
    "votes_of_findings",
]
