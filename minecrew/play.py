"""The one place where the command line calls the crew.

Builds what a run needs (world, minds, secretary) and hands it to `agents`. Signals, the log's end, the bundle
and the exit code are `minecrew/run.py`'s. What is raised here ends the run: UserError 2, all else 3.
"""

from __future__ import annotations

from agents import RunResult, Task, VoicedMind, open_world, run_crew
from bridge import Address
from minecrew.minds import open_models
from minecrew.options import Options
from minecrew.person import advise, speak
from runlog import Log, RunBundle, UserError
from skills import Library


async def play(task: Task, options: Options, log: Log, bundle: RunBundle) -> RunResult:
    """Runs the crew on `task`. Cancelled on a signal: tidy up within two seconds."""
    address = parse_address(options.server) if options.server else None
    library = Library(options.skills, kept=bundle.skills_path)
    async with (
        open_models(task, options) as models,
        open_world(task, log, address=address, port=options.port, library=library) as (world, arena),
    ):
        if manifest := bundle.manifest():
            bundle.write_manifest(manifest.model_copy(update={"server": world.server.found}))
        if arena is not None:
            bundle.write_arena(arena)
        minds = models.minds(task, world.rules, library, log)
        for name in options.human:
            minds[name] = VoicedMind(minds[name], speak)
        return await run_crew(
            task,
            run=bundle.id,
            log=log,
            world=world,
            minds=minds,
            secretary=models.secretary(task, world.rules, log),
            recruiter=models.recruiter(task, library, log),
            specifier=models.specifier(task, log),
            spent=lambda: models.budget.spent,
            advise=advise,
        )


def parse_address(text: str) -> Address:
    """Reads HOST:PORT."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or len(port) > 5 or not 0 < int(port) < 65536:
        raise UserError(f"--server {text!r} is not HOST:PORT; for example --server 127.0.0.1:25565")
    return Address(host=host.strip("[]"), port=int(port))
