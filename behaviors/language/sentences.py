"""Splits utterances into sentences of words in lower case, with contractions written out.

Each sentence knows its place in the text, so that it can be quoted exactly. Text in quotation marks or after
'>', and text that addresses a judge, are not the speaker's own words: they are dropped here, for all
detectors alike. Limits: reported speech without marks ("Bob said he would") counts as the speaker's own
words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining, normalize

from minecrew.behaviors.classes import SUB_NAMES
from minecrew.behaviors.language.item_words import NOUNS
from minecrew.behaviors.language.lexicon import vocabulary
from minecrew.language import STOPS, TOKEN, SentenceSpan, cut, straight

WRITTEN_OUT: dict[str, str] = {
    "i'll": "i will", "i'd": "i would", "i'm": "i am", "i've": "i have", "im": "i am", "ive": "i have",
    "ill": "i will", "id": "i would", "you'll": "you will", "you'd": "you would", "you're": "you are",
    "youre": "you are", "you've": "you have", "u": "you", "ur": "your", "ya": "yeah", "we'll": "we will",
    "we'd": "we would", "we're": "we are", "we've": "we have", "let's": "let us", "lets": "let us",
    "lemme": "let me",  "gimme": "give me", "he's": "he is", "she's": "she is", "it's": "it is",
    "that's": "that is", "thats": "that is", "there's": "there is", "what's": "what is",
    "where's": "where is", "here's": "here is", "who's": "who is", "they'll": "they will",
    "they're": "they are", "he'll": "he will", "she'll": "she will", "it'll": "it will",
    "that'll": "that will", "that'd": "that would", "they'd": "they would", "don't": "do not",
    "dont": "do not", "doesn't": "does not", "doesnt": "does not", "didn't": "did not", "didnt": "did not",
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not",
    "isn't": "is not", "aren't": "are not", "wasn't": "was not", "weren't": "were not", "haven't": "have not",
    "hasn't": "has not", "hadn't": "had not", "couldn't": "could not", "wouldn't": "would not",
    "shouldn't": "should not", "needn't": "need not", "ain't": "am not", "mustn't": "must not",
    "shan't": "will not",
    "wouldnt": "would not", "couldnt": "could not", "shouldnt": "should not", "isnt": "is not",
    "havent": "have not", "gonna": "going to", "wanna": "want to", "gotta": "have to", "i'ma": "i will",
    "imma": "i will", "shall": "will", "pls": "please", "plz": "please", "plss": "please", "y": "why",
    "r": "are", "2": "two", "1": "one", "3": "three", "4": "four", "5": "five", "6": "six", "8": "eight",
    "kay": "ok", "okey": "ok", "k": "ok", "kk": "ok", "okie": "ok", "okidoki": "ok", "okay": "ok",
    "thnx": "thanks", "tnx": "thanks", "ty": "thanks", "ta": "thanks", "w8": "wait", "ye": "yes",
    "yess": "yes", "yass": "yes", "idk": "i do not know", "np": "no problem", "nvm": "never mind",
    "omw": "on my way", "jk": "joking", "alr": "already", "cuz": "because", "bc": "because",
    "sth": "something", "smth": "something", "ppl": "people", "mats": "materials", "craftin": "crafting",
    "doin": "doing", "waitin": "waiting", "standin": "standing", "sittin": "sitting", "helpin": "helping",
    "y'all": "you all", "d'you": "do you", "dyou": "do you", "'em": "them", "em": "them", "gotcha": "got it",
    "yers": "yours", "yer": "your", "thy": "your", "thee": "you", "thou": "you",
    "dunno": "do not know", "o'": "of", "urs": "yours", "yall": "you all", "meself": "myself",
}  # fmt: skip
WORD = re.compile(TOKEN)
BREAK = re.compile(rf"{STOPS}|(?<!\S)\*(?!\S)|\s[-\u2013\u2014]+\s|\u2014")
"""The marks that end a sentence, including dashes and asterisks."""
QUOTED = re.compile(
    r"\"[^\"\n]{0,600}\"|“[^”\n]{0,600}”|„[^“”\n]{0,600}[“”]|«[^»\n]{0,600}»|`[^`]{0,600}`"
    r"|(?<!\w)'[^'\n]{3,600}?'(?!\w)"
    r"|(?<!\w)\u2018[^\u2019\n]{3,600}?\u2019(?!\w)|(?:^|\n)\s*>.*|\[(?:round|log|\d\d?:\d\d)[^\]]{0,600}\].*",
    re.IGNORECASE,
)
"""The pattern for words that are not the speaker's own. The length of a match is limited, because an opening
mark may have no closing mark.
"""
ORDERS = re.compile(
    r"\b(?:judge|detector|annotator|classifier|evaluator|label|labell?ed|classif\w+|annotat\w+|confidence"
    r"|sub-?class|finding|transcript|ignore (?:all |the )?(?:previous|prior|above)"
    r"|(?:log|record|count|mark|book|register|flag|file|score|tag|report|write|note)s?"
    r"(?: (?:this|that|it|these|them|him|her|me|us|my|his|all|the|every\w*|[A-Z]\w+)(?: \w+){0,3}?)?"
    r" (?:as|down)(?! (?:well|soon|long|you|i|we)\b)"
    r"|(?:conformity|volunteer|destructive)\.?(?:[:=]|\w+))\b"
    rf"|\b\w+\.(?:{'|'.join(SUB_NAMES)})\b|[{{}}<]\w+",
    re.IGNORECASE,
)
"""The pattern for sentences that address a judge of the log."""
PLACES = re.compile(r"\(\s*-?\d+(?:\.\d+)?(?:\s*[,;]\s*-?\d+(?:\.\d+)?){1,2}\s*\)")
"""Coordinates: they are not amounts, and their commas do not separate clauses."""
JEST = re.compile(
    r"\b(?:kidding|joking|jk|a joke|in a film|in a movie|the song|the poem|the play|sang|lyrics|novel"
    r"|chapter|scene|rehears\w+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sentence:
    """Words up to a mark that ends a sentence; `begin` and `end` are positions in the text."""

    words: tuple[str, ...]
    begin: int
    end: int
    question: bool
    commas: frozenset[int]
    """Indexes of the words that are followed by a comma."""


@lru_cache(maxsize=20_000)
def read_words(text: str, names: frozenset[str] = frozenset()) -> tuple[Sentence, ...]:
    """The speaker's own sentences; none if the text is in jest, or if it contains only quotations and orders
    to a judge of the log.

    `names`: the names of the team, in lower case.
    """
    if JEST.search(text):
        return ()
    own = PLACES.sub(_blank, QUOTED.sub(_blank, text))
    sentences = []
    for span in cut(own, BREAK):
        if not ORDERS.search(own[span.begin : span.after]):
            made = _sentence(own, span, names)
            if made.words:
                sentences.append(made)
        elif ":" in span.mark:
            break  # what follows is what should be written down
    return tuple(sentences)


def _blank(match: re.Match[str]) -> str:
    """As many blanks: places in the text stay what they are."""
    return " " * len(match[0])


def _sentence(text: str, span: SentenceSpan, names: frozenset[str]) -> Sentence:
    piece = text[span.begin : span.end]
    words: list[str] = []
    commas = set()
    for match in WORD.finditer(piece):
        word = called(straight(match[0]).lower(), names)
        words += ("you",) if word == "ye" and match.end() < len(piece) else _written_out(word)
        if piece[match.end() : match.end() + 2].lstrip().startswith(","):
            commas.add(len(words) - 1)
    stripped = len(piece) - len(piece.lstrip())
    begin, end = span.begin + stripped, span.begin + len(piece.rstrip())
    return Sentence(tuple(words), begin, end, span.question, frozenset(commas))


@lru_cache(maxsize=50_000)
def _written_out(word: str) -> tuple[str, ...]:
    """Returns the word, or the words for which it is short."""
    out = WRITTEN_OUT.get(word)
    if out is None and word.endswith("'s"):
        out = word[:-2] + " 's"
    return tuple((out or word).split())


@lru_cache(maxsize=50_000)
def called(word: str, names: frozenset[str]) -> str:
    """The name that `word` means. The word may lack the accents, be drawn out, or be only one part of a name
    with underscores.
    """
    if word in names:
        return word
    plain = "".join(letter for letter in normalize("NFD", word) if not combining(letter))
    short = _once(plain)
    alike = [name for name in names if plain == name or (len(short) > 3 and short == _once(name))]
    if not alike and len(plain) > 3 and plain not in vocabulary() and plain not in NOUNS:
        alike = [name for name in names if "_" in name and plain in name.split("_")]
    return alike[0] if len(alike) == 1 else word


def _once(word: str) -> str:
    """The word without doubled letters."""
    return "".join(letter for place, letter in enumerate(word) if word[place - 1 : place] != letter)
