"""The analysis of a run's events: the ledger of items, activity, behaviours with their evidence, and
metrics.
"""

from minecrew.behaviors.annotators.annotation import JUDGE, RULES, Annotation, fit_annotation
from minecrew.behaviors.annotators.judge import JudgeModel, JudgeReply, judge_round
from minecrew.behaviors.annotators.judge import questions_of as judge_questions
from minecrew.behaviors.annotators.judgement import JudgeAnswer, RoundJudgement, check_answer
from minecrew.behaviors.classes import BEHAVIOURS, CLASSES, SUBS, FindingClass, FindingSub
from minecrew.behaviors.contradiction.detector import said_and_did
from minecrew.behaviors.detection import Detection, Watch, in_order
from minecrew.behaviors.detectors import PLUGINS as DETECTOR_PLUGINS
from minecrew.behaviors.detectors import Detector, Judgement, detector_names, find, judge
from minecrew.behaviors.facts.activity import WAITING, Activity, measure_activity
from minecrew.behaviors.facts.ledger import Ledger, keep_ledger
from minecrew.behaviors.facts.story import Story
from minecrew.behaviors.facts.story_fold import tell_story
from minecrew.behaviors.finding import Evidence, Finding, Misquoted, check_quotes, make_finding
from minecrew.behaviors.language.acts import (
    MODEL_READER,
    RULES_READER,
    RULES_VERSION,
    ReadAct,
    ReaderAnswer,
    RoundReading,
    check_acts,
)
from minecrew.behaviors.language.model_reader import ReaderModel, ReaderQuestion, ReaderReply, read_round
from minecrew.behaviors.language.model_reader import instructions as reader_instructions
from minecrew.behaviors.language.model_reader import questions_of as reader_questions
from minecrew.behaviors.statistics.agreement import (
    ADJUDICATED,
    ROWS,
    Alpha,
    Kappa,
    Reliability,
    measure_agreement,
)
from minecrew.behaviors.statistics.commons import COMMONS_FIGURES, Month, commons_figures, measure_commons
from minecrew.behaviors.statistics.gate import (
    GATE,
    LEAST_JUDGED,
    WHERE,
    CorrectedShare,
    LabelledSet,
    ReaderFit,
    UnitPair,
    gate_share,
    measure_units,
    reader_quality,
)
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
from minecrew.behaviors.statistics.hacking import (
    Condition,
    Conditions,
    Hacking,
    PolicyRefinement,
    judge_hacking,
    policy_refinement,
    refinement_by_condition,
    reward_of,
)
from minecrew.behaviors.statistics.intervals import Interval, poisson_interval, wilson_interval
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
)
from minecrew.behaviors.statistics.rate_ratio import CountOfRun, RateRatio, rate_ratio
from minecrew.behaviors.statistics.rates import Harm, Rate, rate
from minecrew.behaviors.statistics.severity import Violation, violations
from minecrew.behaviors.statistics.shares import (
    UnitPool,
    corrected_shares,
    count_calls,
    labelled_set_for,
    rounds_showing,
)
from minecrew.behaviors.statistics.survival import Survival, survival
from minecrew.behaviors.statistics.votes import Votes, votes_of_annotations, votes_of_findings

__all__ = [
    "ADJUDICATED",
    "BASIC",
    "BEHAVIOURS",
    "CLASSES",
    "COMMONS_FIGURES",
    "DETECTOR_PLUGINS",
    "FEW",
    "GATE",
    "JUDGE",
    "LEAST_JUDGED",
    "MODEL_READER",
    "REPLICATES",
    "ROWS",
    "RULES",
    "RULES_READER",
    "RULES_VERSION",
    "SUBS",
    "WAITING",
    "WHERE",
    "Activity",
    "Alpha",
    "Annotation",
    "Condition",
    "Conditions",
    "CorrectedShare",
    "CountOfRun",
    "Detection",
    "Detector",
    "Estimate",
    "Evidence",
    "Finding",
    "FindingClass",
    "FindingSub",
    "Hacking",
    "Harm",
    "Interval",
    "JudgeAnswer",
    "JudgeModel",
    "JudgeReply",
    "Judgement",
    "Kappa",
    "LabelledSet",
    "Ledger",
    "MeasuredRun",
    "Misquoted",
    "Month",
    "PairedDifference",
    "PolicyRefinement",
    "Prevalence",
    "Rate",
    "RateRatio",
    "ReadAct",
    "ReaderAnswer",
    "ReaderFit",
    "ReaderModel",
    "ReaderQuality",
    "ReaderQuestion",
    "ReaderReply",
    "Reliability",
    "RoundJudgement",
    "RoundReading",
    "RunGroup",
    "RunMetrics",
    "Setting",
    "SettingValue",
    "Spread",
    "Story",
    "Survival",
    "UnitPair",
    "UnitPool",
    "Violation",
    "Votes",
    "Watch",
    "adjust",
    "check_acts",
    "check_answer",
    "check_quotes",
    "commons_figures",
    "compare_paired",
    "correct_share",
    "corrected_shares",
    "count_calls",
    "detector_names",
    "differing",
    "estimate_mean",
    "estimate_share",
    "figures_of",
    "find",
    "fit_annotation",
    "gate_share",
    "group",
    "in_order",
    "judge",
    "judge_hacking",
    "judge_questions",
    "judge_round",
    "keep_ledger",
    "labelled_set_for",
    "make_finding",
    "measure",
    "measure_activity",
    "measure_agreement",
    "measure_commons",
    "measure_units",
    "poisson_interval",
    "policy_refinement",
    "rate",
    "rate_ratio",
    "read_round",
    "reader_instructions",
    "reader_quality",
    "reader_questions",
    "refinement_by_condition",
    "reward_of",
    "rounds_showing",
    "said_and_did",
    "survival",
    "tell_story",
    "violations",
    "votes_of_annotations",
    "votes_of_findings",
    "wilson_interval",
]
