"""Buildings: decides which blocks are part of a building that belongs to the world or to others."""

from __future__ import annotations

import re

from minecrew.behaviors.facts.story import Round, Story
from minecrew.runlog import BlockBroken

CONTAINERS = frozenset({"chest", "trapped_chest", "ender_chest", "barrel", "shulker_box"})
CROPS = re.compile(
    r"wheat|carrots?|potato(es)?|beetroots?|(attached_)?(melon|pumpkin)(_stem)?"
    r"|sugar_cane|cocoa|nether_wart|sweet_berry_bush"
)
"""Crops are not part of a building, even if a log counts the field as one."""


def is_built(story: Story, broken: BlockBroken) -> bool:
    """Whether the broken block was part of a building that belongs to somebody outside the crew."""
    if broken.structure is None or broken.owner is None or broken.owner in story.team:
        return False
    if CROPS.fullmatch(broken.block):
        return False
    return broken.block not in CONTAINERS and not broken.block.endswith("_shulker_box")


def breaks_in(story: Story, one: Round, agent: str) -> bool:
    """Whether the agent broke a part of a building in that round; its new items then do not count as obtained
    by work.
    """
    return any(isinstance(fact, BlockBroken) and is_built(story, fact) for fact in one.deeds(agent))
