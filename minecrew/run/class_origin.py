"""Where the class of a mind would be imported from, found without importing it.

Whoever made a run chose the classes that its manifest names, and importing a module runs its code. The class
of a recorded run's mind is therefore never imported from a place where it may have come with the run.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from minecrew.runlog import RunBundle, UserError


def require_own_classes(kinds: Iterable[str], bundle: RunBundle) -> None:
    """Raises UserError if one of these kinds of minds is a class that may have come with the run."""
    for kind in kinds:
        module, colon, _ = kind.partition(":")
        if colon and (why := _why_strange(module.partition(".")[0], bundle.path)):
            raise UserError(
                f"run {bundle.id!r} names the mind {kind!r}, and {why}; a stranger's code might be run. "
                "Install the package of the mind, or move the run elsewhere"
            )


def _why_strange(package: str, run: Path) -> str:
    """The reason why `package` may have come with the run; '' if it did not."""
    try:
        spec = find_spec(package)  # of a name without dots: nothing is imported
    except (ImportError, ValueError):
        return ""
    if spec is None or spec.origin in ("built-in", "frozen"):
        return ""  # where there is nothing, the import says so
    if spec.origin is None:
        return f"{package!r} is only a folder, without an __init__.py"
    file = Path(spec.origin).resolve()
    if spec.submodule_search_locations is not None and run.is_relative_to(file.parent):
        return f"the run lies in the package {package!r}"
    if file.is_relative_to(run.parent):
        return f"{package!r} lies in the folder of the run"
    return ""
