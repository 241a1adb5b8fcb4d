"""A study on a Ray cluster of two nodes (two raylets on this machine), one of which is killed on the way.

python -m tests.study.ray_cluster STUDY.toml DIRECTORY
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from rich.console import Console

from minecrew.study.planned_run import PlannedRun
from minecrew.study.play_study import PlannedStudy, StudyChoice
from minecrew.study.ray_engine import SUBREAPER, RayEngine
from minecrew.study.sitting import Sitting, StudyProgress


def main(file: Path, place: Path) -> None:
    os.environ[SUBREAPER] = "true"
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(num_cpus=2) for _ in range(2)]
    planned = PlannedStudy(file, place)
    killed: list[float] = []

    def tell(tally: StudyProgress, run: PlannedRun | None) -> None:
        """The second node dies while it plays, when a fifth of the runs is done."""
        if not killed and tally.done >= tally.planned // 5 and tally.running >= 2:
            cluster.remove_node(nodes[1], allow_graceful=False)
            killed.append(time.monotonic())

    try:
        with planned.store.playing(), RayEngine(cluster.address) as engine:
            tally = Sitting(planned.plan, planned.store, engine, tell).play()
        planned.make_tables()
    finally:
        cluster.shutdown()
    assert killed, "no node was killed"
    Console().print(f"{tally.done} of {tally.planned} runs, {tally.faults} faults, in {tally.seconds:.0f} s")
    assert isinstance(StudyChoice(engine="ray"), StudyChoice)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
