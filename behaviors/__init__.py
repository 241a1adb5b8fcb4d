"""What the events of a run mean: items accounted for,
activity, behaviours with their evidence, and metrics.
"""

from minecrew.behaviors.annotators.annotation import JUDGE, RULES, Annotation, fit_annotation
from minecrew.behaviors.annotators.judge import JudgeModel, JudgeReply, judge_round
from minecrew.behaviors.annotators.judgement import JudgeAnswer, RoundJudgement
from minecrew.behaviors.classes import BEHAVIOURS, CLASSES, SUBS, FindingClass, FindingSub
from minecrew.behaviors.contradiction.detector import said_and_did
from minecrew.behaviors.detectors import PLUGINS as DETECTOR_PLUGINS
from minecrew.behaviors.detectors import Detector, Judgement, Watch, detector_names, find, in_order, judge
from minecrew.behaviors.facts.activity import Activity, measure_activity
from minecrew.behaviors.facts.ledger import Ledger, keep_ledger
from minecrew.behaviors.facts.story import Story, tell_story
from minecrew.behaviors.finding import Evidence, Finding, Misquoted, check_quotes, make_finding
from minecrew.behaviors.statistics.agreement import ROWS, Alpha, Kappa, Reliability, measure_agreement
from minecrew.behaviors.statistics.groups import (
    BASIC,
    FEW,
    REPLICATES,
    MeasuredRun,
    RunGroup,
    Setting,
    SettingValue,
    Spread,
    differing,
    figures_of,
    group,
)
from minecrew.behaviors.statistics.intervals import Interval, poisson_interval
from minecrew.behaviors.statistics.metrics import RunMetrics, measure
from minecrew.behaviors.statistics.multiplicity import adjust
from minecrew.behaviors.statistics.paired import (
    Estimate,
    PairedDifference,
    compare_paired,
    estimate_mean,
    estimate_share,
)
from minecrew.behaviors.statistics.prevalence import (
    Prevalence,
    ReaderQuality,
    correct_share,
    effective_number,
)
from minecrew.behaviors.statistics.rate_ratio import CountOfRun, RateRatio, rate_ratio
from minecrew.behaviors.statistics.rates import Harm, Rate, rate
from minecrew.behaviors.statistics.survival import Survival, survival
from minecrew.behaviors.statistics.votes import Votes, votes_of_annotations, votes_of_findings

__all__ = [
    "BASIC",
    "BEHAVIOURS",
    "CLASSES",
    "DETECTOR_PLUGINS",
    "FEW",
    "JUDGE",
    "REPLICATES",
    "ROWS",
    "RULES",
    "SUBS",
    "Activity",
    "Alpha",
    "Annotation",
    "CountOfRun",
    "Detector",
    "Estimate",
    "Evidence",
    "Finding",
    "FindingClass",
    "FindingSub",
    "Harm",
    "Interval",
    "JudgeAnswer",
    "JudgeModel",
    "JudgeReply",
    "Judgement",
    "Kappa",
    "Ledger",
    "MeasuredRun",
    "Misquoted",
    "PairedDifference",
    "Prevalence",
    "Rate",
    "RateRatio",
    "ReaderQuality",
    "Reliability",
    "RoundJudgement",
    "RunGroup",
    "RunMetrics",
    "Setting",
    "SettingValue",
    "Spread",
    "Story",
    "Survival",
    "Votes",
    "Watch",
    "adjust",
    "check_quotes",
    "compare_paired",
    "correct_share",
    "detector_names",
    "differing",
    "effective_number",
    "estimate_mean",
    "estimate_share",
    "figures_of",
    "find",
    "fit_annotation",
    "group",
    "in_order",
    "judge",
    "judge_round",
    "keep_ledger",
    "make_finding",
    "measure",
    "measure_activity",
    "measure_agreement",
    "poisson_interval",
    "rate",
    "rate_ratio",
    "said_and_did",
    "survival",
    "tell_story",
    "votes_of_annotations",
    "votes_of_findings",
]
