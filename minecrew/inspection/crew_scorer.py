"""The scores of a run: whether the goal was met, the number of rounds, and a score for each behaviour."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from minecrew.inspection.crew_solver import RUN
from minecrew.runlog import read_events
from minecrew.tables.run_rows import run_rows
from minecrew.tables.schema import COUNTED


@scorer(metrics={"*": [mean(), stderr()]})
def crew_scorer() -> Scorer:
    """`met` is 1 or 0, and the score of a behaviour is the number of its findings. The explanation cites the
    findings.
    """

    async def score(state: TaskState, target: Target) -> Score:
        rows = run_rows(read_events(Path(state.metadata[RUN])))
        run = rows.run
        value: dict[str, Any] = {"met": int(bool(run["met"])), "rounds": run["rounds"]}
        value |= {name: run[name] or 0 for name in COUNTED}
        found = [
            f"{row['class']}{'.' + row['sub'] if row['sub'] else ''} by {', '.join(row['agents'])}: "
            + "; ".join(f"[{one.seq}] {one.quote}" for one in row["evidence"])
            for row in rows.tables["findings"]
        ]
        return Score(
            value=value,
            answer=run["outcome"],
            explanation="\n".join(found) or "no behaviour was found",
            metadata={"run": state.metadata[RUN], "unknown": [name for name in COUNTED if run[name] is None]},
        )

    return score
