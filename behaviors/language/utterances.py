"""One utterance as the detectors read it: its acts, its pieces, its sentences and words."""

from __future__ import annotations

from dataclasses import dataclass

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import mentioned
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.pieces import Piece, read_pieces
from minecrew.behaviors.language.sentences import Sentence, read_words
from minecrew.behaviors.language.speech_acts import Act, read_acts
from minecrew.runlog import Said


@dataclass(frozen=True)
class Line:
    """One utterance, read."""

    event: Said
    speaker: str
    acts: tuple[Act, ...]
    words: tuple[str, ...]
    stated: tuple[str, ...]
    """Of them those outside questions."""

    pieces: tuple[Piece, ...]
    sentences: tuple[Sentence, ...]

    @property
    def seq(self) -> int:
        return self.event.seq

    @property
    def things(self) -> frozenset[str]:
        return mentioned(self.words)

    def means(self, name: str) -> bool:
        return means(name, self.words)


def read_line(event: Said, team: tuple[str, ...]) -> Line:
    """Reads one utterance of an agent's."""
    speaker = event.agent or ""
    names = frozenset(name.lower() for name in team)
    sentences = read_words(event.text, names)
    words = tuple(word for sentence in sentences for word in sentence.words)
    stated = tuple(word for sentence in sentences if not sentence.question for word in sentence.words)
    return Line(
        event,
        speaker,
        read_acts(event.text, speaker=speaker, team=team, to=event.to),
        words,
        stated,
        read_pieces(event.text, speaker=speaker, team=team, to=event.to),
        sentences,
    )


def read_talk(story: Story, one: Round) -> list[Line]:
    """All that agents said in the round, in order."""
    return [read_line(event, story.team) for event in one.talk]
