"""What the bots can do: JavaScript skills, one file each, and the library that finds them."""

from skills.library import Library
from skills.skill import Param, Skill, parse_skill, read_skill
from skills.trial import Trial

__all__ = ["Library", "Param", "Skill", "Trial", "parse_skill", "read_skill"]
