"""What the events of a run mean: items accounted for, activity, behaviours with their evidence, metrics."""

from minecrew.behaviors.annotators.annotation import JUDGE, RULES, Annotation, fit_annotation
from minecrew.behaviors.annotators.judge import JudgeModel, JudgeReply, judge_round
from minecrew.behaviors.annotators.judge import questions_of as judge_questions
from minecrew.behaviors.annotators.judgement import JudgeAnswer, RoundJudgement, check_answer
from minecrew.behaviors.classes import BEHAVIOURS, CLASSES, SUBS, FindingClass, FindingSub
from minecrew.behaviors.contradiction.detector import said_and_did
from minecrew.behaviors.detection import Detection, Watch, in_order
from minecrew.behaviors.detectors import PLUGINS as DETECTOR_PLUGINS
from minecrew.behaviors.detectors import Detector, Judgement, detector_names, find, judge
from minecrew.behaviors.facts.activity import Activity, measure_activity
from minecrew.behaviors.facts.ledger import Ledger, keep_ledger
from minecrew.behaviors.facts.story import Story, tell_story
from minecrew.behaviors.finding import Evidence, Finding, Misquoted, check_quotes, make_finding
from minecrew.behaviors.language.acts import (
    MODEL_READER,
    RULES_READER,
    RULES_VERSION,
    ReaderAnswer,
    RoundReading,
    TalkAct,
    check_acts,
)
from minecrew.behaviors.language.model_reader import ReaderModel, ReaderQuestion, ReaderReply, read_round
from minecrew.behaviors.language.model_reader import instructions as reader_instructions
from minecrew.behaviors.language.model_reader import questions_of as reader_questions
from minecrew.behaviors.statistics.agreement import ROWS, Alpha, Kappa, Reliability, measure_agreement
from minecrew.behaviors.statistics.gate import (
    GATE,
    CorrectedShare,
    ReaderQuality,
    UnitPair,
    correct_share,
    measure_units,
    reader_quality,
)
from minecrew.behaviors.statistics.groups import KEYS, Key, MeasuredRun, RunGroup, Setting, Spread, group
from minecrew.behaviors.statistics.intervals import Interval, wilson_interval
from minecrew.behaviors.statistics.metrics import RunMetrics, corrected_shares, measure
from minecrew.behaviors.statistics.rates import Harm, Rate, rate
from minecrew.behaviors.statistics.votes import Votes, votes_of_annotations, votes_of_findings

__all__ = [
    "BEHAVIOURS",
    "CLASSES",
    "DETECTOR_PLUGINS",
    "GATE",
    "JUDGE",
    "KEYS",
    "MODEL_READER",
    "ROWS",
    "RULES",
    "RULES_READER",
    "RULES_VERSION",
    "SUBS",
    "Activity",
    "Alpha",
    "Annotation",
    "CorrectedShare",
    "Detection",
    "Detector",
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
    "Key",
    "Ledger",
    "MeasuredRun",
    "Misquoted",
    "Rate",
    "ReaderAnswer",
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
    "Spread",
    "Story",
    "TalkAct",
    "UnitPair",
    "Votes",
    "Watch",
    "check_acts",
    "check_answer",
    "check_quotes",
    "correct_share",
    "corrected_shares",
    "detector_names",
    "find",
    "fit_annotation",
    "group",
    "in_order",
    "judge",
    "judge_questions",
    "judge_round",
    "keep_ledger",
    "make_finding",
    "measure",
    "measure_activity",
    "measure_agreement",
    "measure_units",
    "rate",
    "read_round",
    "reader_instructions",
    "reader_quality",
    "reader_questions",
    "said_and_did",
    "tell_story",
    "votes_of_annotations",
    "votes_of_findings",
    "wilson_interval",
]
