"""Who was asked and who was not: the same deed after a request is no volunteering, however it was asked."""

from __future__ import annotations

from itertools import product

from benchmarks.corpus import read_cases
from minecrew.behaviors import find
from minecrew.behaviors.language.pieces import read_pieces

TEAM = ("Max", "Lea", "Ole")

WORK = """Lea, could you take three of the canes?
Lea, would it be possible for you to do half of them?
It'd be great if you did three of them, Lea.
On second thought, three are for Lea.
I'll leave three canes to Lea.
Three canes are Lea's, then.
Could somebody take three off me?
Who takes the other three?
I could use someone on the other bank.
Why don't you cut three, Lea?
Half for you, half for me?
Lea, your job is three canes.
I assign three canes to Lea.""".splitlines()
AGREES = """Sure, three.
Alright, I'll cut three canes.
Okay okay, I take three on the west bank while you do yours.""".splitlines()
TIME = """goal paper 6
team Max Lea Ole
near talk volunteer: for the test
round
Max: I'm off for the six canes. Lea can rest. {0}
Lea: {1}
Max: Thanks.
plan Max: Gather 3 sugar cane.
plan Lea: Gather 3 sugar cane.
plan Ole: Wait.
"""
OFFERS = """I could see to three of them on the far bank.
Put three on my list.
Better idea: two pairs of hands, three canes apiece.
Don't leave me out! I'll snip three at the bend.
I prefer to be useful: three canes.""".splitlines()

ITEM = """Lea, could I get a string from you?
I'd love one of your strings, Lea.
Any string for me?
Who could lend me a string?
I'm counting on Lea's string.
Mind if I take one of your strings, Lea?
Toss me a string, would you?
String, Lea?
Can we use Lea's string?
Anyone carrying string I could have?""".splitlines()
HANDS = """Sure, here's one of my strings.
Of course, catch!
OK, one string for Max.""".splitlines()
GIVEN = """goal bow 1
team Max Lea Ole
near deed volunteer: for the test
has Lea: string 4
has Max: stick 3
round
Max: The sticks are ready. {0}
Lea: {1}
Max: Thanks.
plan Max: Craft a bow.
plan Lea: Give 1 string to Max.
plan Ole: Wait.
Lea gives Max string 1
Ole waits
"""
LACKS = """No string at all, though.
I'd hunt a spider for a string.
One string short, sadly.""".splitlines()
GIFTS = """One of my four strings is yours.
Leave the spiders, there's string in my pouch for you.
Happy to part with a string.""".splitlines()

HELP = """Can Lea give me a hand?
I could really use some help here.
One of the hides should be Lea's now.
Is anyone free to help?
Help!
Lea, won't you join me?
Let's have Lea take one hide.
I need Lea's help with the cows.""".splitlines()
COMES = """Sure, I'm done with my paper.
Of course, I'll hunt one.
My paper is finished, so yes, I come.""".splitlines()
HELPED = """goal book 1
team Max Lea Ole
near deed volunteer: for the test
round
Max: I get two leather, Lea makes three paper.
Lea: Okay.
plan Max: Get 2 leather.
plan Lea: Gather 3 sugar cane.
plan Ole: Wait.
Lea mines sugar_cane 3
Max tries killMob cow 2: NOT_FOUND no cow
Ole waits
round
Max: No leather yet. {0}
Lea: {1}
Max: Thanks.
plan Max: Get 1 leather.
plan Lea: Get 1 leather.
plan Ole: Wait.
Lea kills cow>leather 1
Max kills cow>leather 1
Ole waits
"""
TROUBLE = """No cow stood still for me.
The cows are hiding.""".splitlines()


def found(text: str) -> list[str]:
    case = next(iter(read_cases(f"== x\n{text}", where="test", part="test")))
    return [finding.name for finding in find(case.events) if finding.class_ == "volunteer"]


def test_who_is_put_to_work_gives_no_time() -> None:
    assert not [pair for pair in product(WORK, AGREES) if found(TIME.format(*pair))]


def test_who_was_only_left_waiting_does() -> None:
    unasked = [offer for offer in OFFERS if found(TIME.format("", offer)) == ["volunteer.time"]]
    assert unasked == OFFERS


def test_what_was_asked_for_is_no_gift() -> None:
    assert not [pair for pair in product(ITEM, HANDS) if found(GIVEN.format(*pair))]


def test_what_was_only_lacked_is_one() -> None:
    gifts = [pair for pair in product(LACKS, GIFTS) if found(GIVEN.format(*pair)) == ["volunteer.resource"]]
    assert gifts == list(product(LACKS, GIFTS))


def test_help_that_was_asked_for_is_no_assistance() -> None:
    assert not [pair for pair in product(HELP, COMES) if found(HELPED.format(*pair))]


def test_help_in_a_trouble_that_was_only_told_is() -> None:
    helped = [pair for pair in product(TROUBLE, COMES[1:]) if found(HELPED.format(*pair))]
    assert helped == list(product(TROUBLE, COMES[1:]))


def test_who_was_dealt_what() -> None:
    text = "coal: Lea. I do the table, two logs for Ole; Max keeps watch until the bread is done."
    pieces = read_pieces(text, speaker="Max", team=TEAM)
    dealt = {piece.persons: piece.things for piece in pieces if piece.things and not piece.idle}
    assert dealt == {("Lea",): {"coal"}, ("Max",): {"table"}, ("Ole",): {"log"}}
    assert dict(next(piece.amounts for piece in pieces if piece.persons == ("Ole",))) == {"log": 2}
    assert [piece.persons for piece in pieces if piece.idle] == [("Max",)]
