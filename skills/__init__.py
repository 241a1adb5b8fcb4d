"""The skills of the bots (one JavaScript file per skill) and the library that finds them.

A skill's name begins with a verb for its purpose. Skills that gather or mine get raw materials. Skills that
craft, make, cook, bake or set up also do everything that is needed beforehand. Skills with Voyager's names
(mineBlock, craftItem, smeltItem, placeItem, killMob, ...) do a single thing with held items. Code that
several skills share is a step, in `steps/`.
"""

from minecrew.skills.check import check_skill, check_skills, skill_files
from minecrew.skills.importing import SkillImport, import_skills
from minecrew.skills.index import keywords_of
from minecrew.skills.library import NAME, SKILLS, Library, skill_places, user_library
from minecrew.skills.parameters import Param
from minecrew.skills.record import SkillRecord, add_records, gather_records, run_records
from minecrew.skills.skill import Skill, parse_skill, read_skill
from minecrew.skills.trial import Trial

__all__ = [
    "NAME",
    "SKILLS",
    "Library",
    "Param",
    "Skill",
    "SkillImport",
    "SkillRecord",
    "Trial",
    "add_records",
    "check_skill",
    "check_skills",
    "gather_records",
    "import_skills",
    "keywords_of",
    "parse_skill",
    "read_skill",
    "run_records",
    "skill_files",
    "skill_places",
    "user_library",
]
