"""How many runs are played at once: by what the machine is measured to do."""

from __future__ import annotations

from minecrew.study.capacity import EVERY, TYPICAL, RunCapacity
from minecrew.study.machine import CpuTime, cores, cpu_time, free_memory, memory_of


class Machine:
    """Ten seconds pass between two looks; so busy are its cores, and so much memory is free."""

    def __init__(self) -> None:
        self.now = self.busy = self.whole = 0.0
        self.free = 100 * TYPICAL

    def pass_time(self, capacity: RunCapacity, busy: float) -> int:
        for _ in range(round(EVERY)):
            self.now += 1
            self.busy += 100 * busy
            self.whole += 100
            capacity.look([])
        return capacity.runs

    def capacity(self, fixed: int | None = None) -> RunCapacity:
        def cpu() -> CpuTime:
            return CpuTime(round(self.busy), round(self.whole))

        return RunCapacity(fixed, clock=lambda: self.now, cpu=cpu, free=lambda: self.free)


def test_runs_are_added_while_cores_are_idle() -> None:
    machine = Machine()
    capacity = machine.capacity()
    assert capacity.runs == cores()
    assert machine.pass_time(capacity, 0.5) == cores() + 1
    assert machine.pass_time(capacity, 0.5) == cores() + 2
    assert machine.pass_time(capacity, 0.97) == cores() + 2
    assert capacity.full / capacity.samples == 10 / 30


def test_memory_bounds_them() -> None:
    machine = Machine()
    capacity = machine.capacity()
    machine.free = TYPICAL
    assert machine.pass_time(capacity, 0.1) == cores()
    machine.free = TYPICAL // 4
    for _ in range(2 * cores() + 2):
        machine.pass_time(capacity, 0.1)
    assert capacity.runs == 1


def test_a_number_that_is_given_holds() -> None:
    machine = Machine()
    assert machine.pass_time(machine.capacity(7), 0.1) == 7


def test_this_machine_tells() -> None:
    before = cpu_time()
    assert before is not None
    sum(range(200_000))
    later = cpu_time()
    assert later is not None
    assert 0 <= later.share_since(before) <= 1
    assert (free_memory() or 0) > 1 << 20
    import os

    session = os.getsid(0)
    assert memory_of([session])[session] > 1 << 20
