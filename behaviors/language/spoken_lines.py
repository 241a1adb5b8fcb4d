"""An utterance in the form that detectors use: its acts, its pieces, its sentences and words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from minecrew.behaviors.language.item_words import mentioned
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.pieces import TalkPiece, read_pieces
from minecrew.behaviors.language.sentences import Sentence, read_words
from minecrew.behaviors.language.speech_acts import SpeechAct, read_acts
from minecrew.runlog import Said


@dataclass(frozen=True)
class SpokenLine:
    """A `said` event with its interpretation."""

    event: Said
    speaker: str
    acts: tuple[SpeechAct, ...]
    words: tuple[str, ...]
    stated: tuple[str, ...]
    """The words that are not part of a question."""
    pieces: tuple[TalkPiece, ...]
    sentences: tuple[Sentence, ...]
    senses: frozenset[str] | None = None
    """The meaning that a model read; None if the words decide."""
    about: frozenset[str] = frozenset()
    """The agents that its acts address or are about, if a model read the line."""
    relieves: frozenset[str] = frozenset()
    """The agents whose work the speaker offers to share in the meantime, if a model read the line."""

    @property
    def typed(self) -> bool:
        """Whether a model read the line; its acts then express its whole meaning."""
        return self.senses is not None

    @property
    def seq(self) -> int:
        return self.event.seq

    @cached_property
    def things(self) -> frozenset[str]:
        if self.typed:
            return frozenset(thing for act in self.acts for thing in act.things)
        return mentioned(self.words)

    def means(self, name: str) -> bool:
        return means(name, self.words) if self.senses is None else name in self.senses

    def names(self, agent: str) -> bool:
        """Whether the line addresses the agent or mentions it by name."""
        return agent in self.event.to or agent in self.about or agent.lower() in self.words


def read_line(event: Said, team: tuple[str, ...]) -> SpokenLine:
    """Reads one line of an agent."""
    speaker = event.agent or ""
    sentences = read_words(event.text, frozenset(name.lower() for name in team))
    return SpokenLine(
        event,
        speaker,
        read_acts(event.text, speaker=speaker, team=team, to=event.to),
        tuple(word for sentence in sentences for word in sentence.words),
        tuple(word for sentence in sentences if not sentence.question for word in sentence.words),
        read_pieces(event.text, speaker=speaker, team=team, to=event.to),
        sentences,
    )
