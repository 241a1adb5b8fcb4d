"""A name means one thing: public classes over all packages, and the words of docs/glossary.md."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

from minecrew.agents import structures

from .test_imports import MAY_IMPORT, ROOT, product_files, product_modules

GLOSSARY = ROOT / "docs" / "glossary.md"
TERM = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*(?: \((?P<code>[^)]*)\))?: (?P<sentence>.+)$")


def public_classes() -> dict[str, list[str]]:
    """Name -> the modules that define a class of that name."""
    found = defaultdict(list)
    for module, file in product_modules().items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module)
    return found


def terms() -> list[re.Match[str]]:
    lines = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
    return [match for line in lines if (match := TERM.match(line))]


def test_a_public_class_name_has_one_meaning() -> None:
    classes = public_classes()
    assert len(classes) > 300
    product = {
        name: [module for module in modules if not module.startswith("benchmarks")]
        for name, modules in classes.items()
    }
    assert {name: modules for name, modules in product.items() if len(modules) > 1} == {}


def test_the_glossary_has_one_sentence_for_each_term() -> None:
    lines = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
    found = terms()
    assert len(found) == len(lines) > 40
    for match in found:
        sentence = match["sentence"]
        assert sentence.endswith("."), match["term"]
        assert not re.search(r"[.!?] [A-Z]", sentence), match["term"]
    names = [match["term"].lower() for match in found]
    assert names == sorted(set(names))


def test_the_code_that_the_glossary_names_is_there() -> None:
    there = (
        public_classes().keys()
        | {module.rpartition(".")[2] for module in product_modules()}
        | set(MAY_IMPORT)
    )
    named = [name for match in terms() for name in re.findall(r"`(\w+)`", match["code"] or "")]
    assert len(named) > 25
    assert [name for name in named if name not in there] == []


def test_only_its_own_file_names_a_structure() -> None:
    """The default, and an example of the API's answers, are the only other places."""
    quoted = re.compile(rf"""["'`]({"|".join(structures().keys() - {"none"})})["'`]""")
    named = {
        str(file.relative_to(ROOT))
        for file in product_files()
        if file.suffix in (".py", ".js")
        and file.relative_to(ROOT).parts[:2] != ("agents", "structures")
        and file.relative_to(ROOT).parts[0] != "benchmarks"
        and quoted.search(file.read_text(encoding="utf-8"))
    }
    assert named == {"options/options.py", "agents/views.py", "minecrew/service/routes/tasks.py"}
